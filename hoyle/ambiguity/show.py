"""The report in the terminal: the verdict, what needs a ruling, what is undecided, what is settled, measurements.

Leaves one item in full to `hoyle.ambiguity.one`, and what stands where to `hoyle.ambiguity.order`.
"""

from __future__ import annotations

import re

from rich.console import Console

from hoyle.ambiguity.one import how_often, in_full, places, play_line
from hoyle.ambiguity.order import SECTIONS, Item, Section, Told
from hoyle.ambiguity.words import changed, lines_of, origin_of, short
from hoyle.terminal.lines import say
from hoyle.terminal.screen import escape, screen
from verify.ambiguity.report.finding import Finding

FULL = 2
"""So many items that need a ruling are shown in full; of the others each has few lines."""
FEW: dict[Section, int] = {
    "open": 8, "unknown": 4, "settled": 4, "question": 8, "ruling": 2, "same": 2, "note": 2,
    "asked": 10, "unasked": 2,
}  # fmt: skip
"""So many items of a section are shown without `--details`."""
FEW_CUT = 3
NAMES = re.compile(r"\((\d+ of \d+ such checks): .*\)$")
"""The names of all checks that were cut short."""
COLOURS: dict[Section, str] = {"open": "bold red", "unknown": "bold yellow"}


def show(told: Told, *, details: bool) -> None:
    """Prints the overview; with `details` every item."""
    console, report = screen(), told.report
    colour = "bold red" if told.of("open") else "bold yellow" if told.verdict != "Nothing is open" else "bold green"
    say(console, told.verdict, style=colour)
    kept = f", {report.used} of {report.used + report.made} parts from an earlier run" if report.used else ""
    say(console, f"{told.head}, {report.seconds:.0f} s of work in {report.clock:.0f} s{kept}", style="dim")
    for section, title in SECTIONS.items():
        items = told.of(section)
        cut = report.cut if section == "unknown" else ()
        if items or cut:
            console.print()
            say(console, _titled(told, section, title), style=COLOURS.get(section, "bold"))
        for item in items if details else items[: FEW.get(section, 10)]:
            _item(console, told, item, full=section == "open" and item.number <= FULL)
        if not details and len(items) > FEW.get(section, 10):
            say(console, f"{len(items) - FEW.get(section, 10)} more (--details)", lead="     ", style="dim")
        for words in cut if details else cut[:FEW_CUT]:
            say(console, words if details else NAMES.sub(r"(\1)", words), lead="     not finished: ")
        if len(cut) > FEW_CUT and not details:
            say(console, f"{len(cut) - FEW_CUT} more not finished (--details)", lead="     ", style="dim")
        if cut:
            say(console, f"{told.to_finish}.", lead="     To finish: ")
    console.print()
    so_far = " (some checks did not finish)" if report.cut or report.stopped else ""
    say(console, f"{'; '.join(told.not_found()) or 'nothing'}.", lead=f"Looked for and not found{so_far}: ", hang=5)
    if told.items:
        say(console, told.command(told.items[0].name), lead="One item in full: ")
    for one in told.asked.values():
        if one.before is not None:
            say(console, f"{one.name} {one.asked_again}", lead="Asked again: ")
    if told.unasked:
        tried = f"{told.unasked} other reading{'' if told.unasked == 1 else 's'} of its rules to try out in play"
        say(console, f"{told.command(more='--ask')} ({tried})", lead="What the file does not ask: ")
    console.print(f"[{colour}]{escape(told.verdict)}.[/]   [dim]Again: {escape(told.again)}[/]")


def _titled(told: Told, section: Section, title: str) -> str:
    """The title of a section; of the questions, how many the search would have found by itself."""
    found, all_ = told.found_too()
    return f"{title} (also found automatically: {found} of {all_})" if section == "question" and all_ else title


def _item(console: Console, told: Told, item: Item, *, full: bool) -> None:
    """An item in a few lines; what needs a ruling first with its clauses, its game and the position."""
    lead = f"{item.number:>3}. "
    if full:
        in_full(console, told, item, lead=lead, moves=False)
        return
    say(console, headline(told, item), lead=lead, lead_style="bold")
    for line in _short(told, item):
        say(console, line, lead="     ", style="dim")


def headline(told: Told, item: Item) -> str:
    """An item in one line: what it is, and where."""
    head = item.head
    if item.question in told.questions:
        asked = told.questions[item.question]
        ruled = next((r.text for r in asked.readings if r.source.label == asked.ruled), "")
        told_so = "" if told.as_written else f" You ruled: {ruled}" if ruled else " No ruling"
        return f"{asked.text}{told_so} ({item.question})"
    return f"{head.notes[0]} ({head.subject})" if head.kind == "variation" else f"{short(head.kind)}: {head.subject}"


def _short(told: Told, item: Item) -> list[str]:
    """What else the overview says of an item."""
    head = item.head
    if head.kind == "variation":
        return _varied(told, item)
    if head.standing == "unknown":
        return [head.reason if item.question else f"{head.sentence}: {head.reason}"]
    if head.kind == "question":
        others = len(item.findings) - 1
        more = f" ({others} more pair{'s' * (others > 1)} of readings)" if others else ""
        return [_measured(head) + more]
    lines = [head.sentence]
    if item.section in ("open", "settled"):
        lines.append("; ".join(filter(None, (places(told, head), how_often(head), play_line(told, head)))))
    if item.section == "note" and head.standing == "tested":
        lines.append(f"tested only: so it was in {head.scope}, and another game may show otherwise")
    if head.settled:
        lines.append(f"settled by {head.settled}" if head.kind != "ruling" else head.settled)
    return lines


def _varied(told: Told, item: Item) -> list[str]:
    """A rule that may be read in another way: both answers, where, and how they differ in play."""
    head = item.head
    if head.standing != "shown":
        return [f"{head.sentence}: {head.reason or head.scope}" if head.weight else head.sentence]
    what = "" if head.change is None else changed(head.change)
    found = f"found by play: they differ {how_often(head)}"
    asked = told.asked.get(head.subject)
    answers = (*head.notes[1:3], *filter(None, [asked.asked_again if asked is not None else ""]))
    settled = [f"answered by {head.settled}"] if head.settled else []
    return [*answers, *settled, "; ".join(filter(None, (places(told, head), found, play_line(told, head), what)))]


def _measured(finding: Finding) -> str:
    """What is known of two readings, in a line."""
    _, _, names = finding.subject.partition(": ")
    parts = [how_often(finding), "" if finding.change is None else changed(finding.change)]
    if finding.standing in ("proved", "tested"):
        parts.append(f"{finding.standing}: {finding.scope}")
    return f"{names}: {'; '.join(filter(None, parts))}"


# ---------------------------------------------------------------- what differs between two games


def show_differences(told: Told, *, plays: bool) -> None:
    """Prints what differs between two games; with `plays`, the moves of each game that shows it too."""
    console, report = screen(), told.report
    say(console, told.head, style="bold")
    if report.stopped:
        say(console, "stopped before the end: the findings so far", style="yellow")
    for finding in report.findings:
        console.print()
        say(console, f"{finding.subject} ({origin_of(finding)})", lead=f"{finding.kind:14} ", lead_style="bold")
        for line in lines_of(finding):
            say(console, line, lead="    ")
        for number, move in enumerate(finding.film.moves if plays and finding.film is not None else (), 1):
            say(console, move, lead=f"      {number:3}. ")
    for words in report.cut:
        say(console, words, lead="not finished: ", lead_style="yellow")
    console.print()
    say(console, f"{told.verdict}; {report.clock:.0f} s")
    console.print(f"Again: {escape(told.again)}", style="dim")
