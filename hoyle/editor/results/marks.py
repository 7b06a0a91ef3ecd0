"""What the last runs said, as marks at their lines. A stale one stays, says so, and is no fault any more."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from hoyle.editor.analysis import Analysis
from hoyle.editor.results.ambiguities import NOTES, Found
from hoyle.editor.results.results import Results
from hoyle.editor.results.verdicts import Verdict
from hoyle.editor.results.versions import Lines
from hoyle.misreadings.draft import Asked
from hoyle.misreadings.find import asked
from hoyle.misreadings.rule_file import RuleFile, one_line
from spec.text.source import Span

Weight = Literal["error", "warning", "information", "hint"]
STALE = "before your last changes: "


@dataclass(frozen=True, slots=True)
class Mark:
    """A mark: where it stands, how much it weighs, what it says, and what else belongs to it."""

    span: Span
    weight: Weight
    message: str
    code: str
    source: str
    stale: bool
    related: tuple[tuple[Span, str], ...] = ()


def marks(analysis: Analysis, results: Results) -> Iterator[Mark]:
    """What was refuted or left unknown, and what is open; one whose line is gone has no mark.

    What was said of a claim or an example whose own words were changed stands at its first line, as what is stale.
    """
    if not results.verdicts and not results.found:
        return
    lines = Lines(analysis.content)
    for verdict in results.verdicts:
        if verdict.verdict in ("refuted", "unknown"):
            yield from _verdict(analysis, lines, verdict)
    for found in results.found:
        if found.open or found.kind in NOTES:
            yield from _found(analysis, lines, found)


def _verdict(analysis: Analysis, lines: Lines, one: Verdict) -> Iterator[Mark]:
    # What is about no line stands at the first.
    if one.anchor is None:
        span: Span | None = _first(analysis)
    else:
        span = lines.span(one.anchor) or lines.head(one.code, one.about)
    if span is not None:
        stale, refuted = one.stale(analysis), one.verdict == "refuted"
        about = f"{one.about}: " if one.about and refuted else ""
        told = f"{'refuted' if refuted else 'undecided'}: {about}{one.told}" + (f"\n{one.course}" if one.course else "")
        weight: Weight = "error" if refuted else "information"
        yield Mark(
            span, "hint" if stale else weight, f"{STALE if stale else ''}{told}", one.code, "hoyle verify", stale
        )


def _found(analysis: Analysis, lines: Lines, one: Found) -> Iterator[Mark]:
    spans = list(dict.fromkeys(filter(None, map(lines.span, one.anchors)))) if one.anchors else [_first(analysis)]
    if spans and len(spans) >= min(1, len(one.anchors)):
        stale = one.stale(analysis)
        weight: Weight = "warning" if one.open else "information"
        related = tuple((span, one.title) for span in spans[1:])
        told = f"{STALE if stale else ''}{one.title}: {one.sentence}"
        yield Mark(spans[0], "hint" if stale else weight, told, one.kind, "hoyle ambiguities", stale, related)


def outdated(analysis: Analysis) -> tuple[Mark, ...]:
    """What the file settles of a rule that was changed since, at the question. It takes up to a second."""
    rules = None if analysis.game is None else RuleFile(analysis.content, analysis.file, analysis.game)
    if rules is None or not rules.answered:
        return ()
    return tuple(
        Mark(one.before.name.span, "information", _asked_again(one), "settled", "hoyle ambiguities", False)
        for one in asked(rules)
        if one.before is not None
    )


def _asked_again(one: Asked) -> str:
    return f"this {one.asked_again}. Hoyle asks now: {one_line(one.text)} As written: {one_line(one.was)}"


def _first(analysis: Analysis) -> Span:
    line = analysis.content.split("\n", 1)[0]
    return Span(0, len(line.rstrip()))
