"""The report in the terminal, and as JSON and SARIF.

Leaves the page with pictures to `hoyle.ambiguity.page`.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from rich.console import Console

from engine.targets.escape import as_json
from hoyle.report.sarif import document, location
from hoyle.terminal.screen import escape, screen
from spec.text.source import Span, Text
from verify.ambiguity.report.finding import TITLES, Change, Film, Finding, Share
from verify.ambiguity.report.outcome import Report

COLOURS = {"shown": "bold", "proved": "green", "checked": "green", "tested": "cyan", "unknown": "yellow"}
SECTIONS: tuple[tuple[str, str], ...] = (
    ("open", "Open: the rules contradict themselves or say nothing, and no ruling decides"),
    ("settled", "Settled: problems of the rules as written that the file resolves"),
    ("question", "Questions: what each reading changes"),
    ("same", "Questions without effect: the readings are proved equal"),
    ("unparted", "Undecided: no difference found, equality not proved"),
    ("ruling", "Rulings of one clause over another"),
    ("difference", "Differences"),
    ("note", "Notes"),
    ("unknown", "No answer: the reason stands with each"),
)


def section_of(finding: Finding) -> str:
    """The section of the report in which a finding stands."""
    if finding.standing == "unknown":
        return "unknown"
    if finding.open_defect:
        return "open"
    if finding.kind == "difference":
        return "difference"
    if finding.kind == "question":
        return {"proved": "same", "tested": "unparted"}.get(finding.standing, "question")
    if finding.kind in ("ruling", "idle-ruling"):
        return "ruling"
    if finding.settled and finding.kind != "interaction":
        return "settled"
    return "question" if finding.kind == "interaction" else "note"


def percent(share: Share) -> str:
    """`22% (14 to 34) of 60 games, random play`; with more digits, or in so many games, where it is rare."""
    part, low, high = (100 * x for x in (share.interval.share, share.interval.low, share.interval.high))
    games = f"{share.games:,} games, {share.playing}"
    if not part:
        return f"in none of {games}"
    if part < 1:
        return f"in {round(share.interval.share * share.games):,} of {games}: {part:.2g}% ({low:.2g} to {high:.2g})"
    return f"{part:.0f}% ({low:.0f} to {high:.0f}) of {games}"


def changes(change: Change) -> str:
    """What a reading changes, in a line."""
    biggest = max(range(len(change.wins)), key=lambda seat: abs(change.wins[seat][0]), default=0)
    delta, margin = change.wins[biggest]
    length, spread = change.length
    if abs(delta) > margin:
        wins = f"player {biggest + 1} wins {100 * delta:+.1f}% of games (±{100 * margin:.1f})"
    else:
        wins = f"no player's share of wins changes measurably (by {100 * (abs(delta) + margin):.1f}% at most)"
    if abs(length) > spread:
        lasts = f"games last {length:+.1f} moves (±{spread:.1f}; usually {change.usual_length:.0f})"
    else:
        lasts = (
            f"games last as long as before, within {abs(length) + spread:.1f} moves (usually {change.usual_length:.0f})"
        )
    return f"{wins}; {lasts}"


# ---------------------------------------------------------------- terminal


def show(report: Report, text: Text, head: str, again: str, *, plays: bool) -> None:
    """Prints the whole report; with `plays`, the moves of each play too."""
    console = screen()
    console.print(f"[bold]{escape(head)}[/bold]")
    if report.stopped:
        console.print("[yellow]stopped before the end[/]: the findings so far")
    sections: dict[str, list[Finding]] = {}
    for finding in report.findings:
        sections.setdefault(section_of(finding), []).append(finding)
    for name, title in SECTIONS:
        if name in sections:
            console.print(f"\n[bold underline]{title}[/]")
            for finding in sections[name]:
                _show(console, finding, text, plays)
    for cut in report.cut:
        console.print(f"[yellow]cut short[/] {escape(cut)}")
    counts = Counter(section_of(f) for f in report.findings)
    told = ", ".join(f"{counts[name]} {_short(name, counts[name])}" for name, _ in SECTIONS if counts[name])
    told = ", ".join(filter(None, (told, _asked(report.findings))))
    kept = f", {report.used} of {report.used + report.made} parts from an earlier run" if report.used else ""
    took = f"{report.seconds:.0f} s of work in {report.clock:.0f} s by the clock"
    console.print(f"\n{told or 'nothing found'}; {took}{kept}")
    console.print(f"Again: {escape(again)}", style="dim")


def _asked(findings: Sequence[Finding]) -> str:
    """How many of the author's questions were also found automatically."""
    points: dict[str, bool] = {}
    for finding in findings:
        if finding.kind == "question":
            points[finding.subject.partition(":")[0]] = bool(finding.found_as)
    return f"{sum(points.values())} of your {len(points)} questions were also found automatically" if points else ""


def _short(section: str, count: int) -> str:
    words = {
        "open": "open", "settled": "settled", "question": "pairs of readings that differ", "same": "pairs proved equal",
        "unparted": "pairs undecided",
        "ruling": "rulings", "difference": "differences", "note": "notes", "unknown": "without an answer",
    }[section]  # fmt: skip
    return words if count > 1 else re.sub(r"^(\w+)s\b", r"\1", words)


def _show(console: Console, finding: Finding, text: Text, plays: bool) -> None:
    colour = "bold red" if finding.open_defect else COLOURS[finding.standing]
    origin = origin_of(finding)
    console.print(f"[{colour}]{finding.kind:14}[/] [bold]{escape(finding.subject)}[/] [dim]({origin})[/]")
    for line in lines_of(finding):
        console.print(f"    {escape(line)}")
    for source in finding.sources:
        at, _ = text.position(source.span.start)
        cites = f" @ {'; '.join(source.cites)}" if source.cites else ""
        console.print(f"    {escape(source.told + cites)} (line {at})", style="dim")
    if plays and finding.film is not None:
        for number, move in enumerate(finding.film.moves, 1):
            console.print(f"      {number:3}. {escape(move)}")


def in_short(finding: Finding) -> str:
    """A finding in a line, as it comes."""
    return f"{finding.kind} {finding.subject}: {finding.sentence}"


def origin_of(finding: Finding) -> str:
    """Whether a finding was found automatically, or is a question of the author, or both."""
    if finding.origin == "found":
        return "found"
    return "your question, also found" if finding.found_as else "your question"


def lines_of(finding: Finding) -> list[str]:
    """What is said of a finding, a sentence a line, the same in every form of the report."""
    lines = [finding.sentence, *finding.notes]
    if finding.kind == "question" and finding.notes:
        lines[:2] = finding.notes[0], finding.sentence
    lines += [f"also found automatically: {way}" for way in finding.found_as]
    if finding.only_asked:
        lines.append(f"not found automatically: {finding.only_asked}")
    if finding.standing == "unknown":
        lines.append(f"reason: {finding.reason}")
    elif finding.standing in ("proved", "checked", "tested"):
        lines.append(f"{finding.standing}: {finding.scope}")
    if finding.film is not None and finding.standing == "shown":
        count = len(finding.film.moves)
        lines.append(
            "shown by the deal alone" if not count else f"shortest game found: {count} move{'s' * (count > 1)}"
        )
    lines += [percent(share) for share in finding.shares]
    if finding.change is not None:
        lines.append(f"what it changes: {changes(finding.change)}")
    if finding.settled:
        lines.append(f"settled by {finding.settled}" if finding.kind not in ("ruling",) else finding.settled)
    return lines


# ---------------------------------------------------------------- data


def record(finding: Finding, text: Text) -> dict[str, Any]:
    """A finding as a JSON object."""
    places = []
    for source in finding.sources:
        line, column = text.position(source.span.start)
        places.append({"file": text.name, "line": line, "column": column})
    return {
        "kind": finding.kind,
        "title": TITLES[finding.kind],
        "subject": finding.subject,
        "sentence": finding.sentence,
        "origin": finding.origin,
        "found_as": list(finding.found_as),
        "only_asked": finding.only_asked,
        "standing": finding.standing,
        "open": finding.open_defect,
        "clauses": list(finding.clauses),
        "citations": list(finding.citations),
        "span": places,
        "scope": finding.scope,
        "reason": finding.reason,
        "settled": finding.settled,
        "notes": list(finding.notes),
        "rank": round(finding.often * finding.much, 4),
        "shares": [
            {
                "playing": s.playing,
                "games": s.games,
                "share": s.interval.share,
                "low": s.interval.low,
                "high": s.interval.high,
            }
            for s in finding.shares
        ],
        "change": None if finding.change is None else asdict(finding.change),
        "witness": None if finding.film is None else _witness(finding.film),
    }


def _witness(film: Film) -> dict[str, Any]:
    return {
        "settings": dict(film.settings),
        "as_written": film.as_written,
        "moves": list(film.moves),
        "position": asdict(film.pictures[-1]),
        "sides": {name: asdict(picture) for name, picture in film.sides},
        "log": json.loads(film.log) if film.log else None,
    }


def to_json(report: Report, text: Text, again: str) -> str:
    """The whole report as JSON."""
    told = {
        "findings": [record(f, text) for f in report.findings],
        "cut": list(report.cut),
        "stopped": report.stopped,
        "seconds": round(report.seconds, 2),
        "clock": round(report.clock, 2),
        "reproduce": again,
    }
    return as_json(told, indent=2)


LEVELS = {"open": "error", "settled": "none", "unknown": "note"}


def to_sarif(findings: Sequence[Finding], text: Text, again: str) -> str:
    """The findings as SARIF, each at the places of its clauses."""
    kinds = list(dict.fromkeys(f.kind for f in findings))
    rules: list[dict[str, Any]] = [{"id": kind, "shortDescription": {"text": TITLES[kind]}} for kind in kinds]
    results = []
    for finding in findings:
        level = LEVELS.get(section_of(finding), "note")
        places = [location(s.span, text, s.told) for s in finding.sources] or [
            location(Span(0, 0), text, finding.subject)
        ]
        results.append(
            {
                "ruleId": finding.kind,
                "ruleIndex": kinds.index(finding.kind),
                "kind": "fail" if level == "error" else "open" if finding.standing == "unknown" else "review",
                "level": level if level == "error" else "none",
                "message": {"text": "\n".join([finding.subject, *lines_of(finding)])},
                "locations": places[:1],
                "relatedLocations": [{**place, "id": number} for number, place in enumerate(places[1:], 1)],
                "partialFingerprints": {"finding/v1": f"{finding.kind}/{finding.subject}"},
                "properties": {"origin": finding.origin, "standing": finding.standing, "settled": finding.settled},
            }
        )
    return document(rules, results, again)
