"""The screen of `hoyle verify`: the verdict, what failed, what is undecided, what to look at, what holds.

Leaves sorting results to `hoyle.report.sorted`, their words to `finding` and `holds`, and the evidence for each, which
`--details` shows, to `evidence`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rich.cells import cell_len
from rich.console import Console
from rich.text import Text

from hoyle.report.finding import Finding, file_of, finding, lines_at, title_of
from hoyle.report.holds import CLAIMS, holding, surely
from hoyle.report.records import Run
from hoyle.report.sizes import of_other_sizes, of_this_size, own_sizes
from hoyle.report.sorted import Outcome, Sorted, sort
from hoyle.report.wording import cut_short, decider, looked_at, of_undecided
from hoyle.terminal.screen import screen
from spec.ir import nodes as ir
from spec.ir.clauses import clauses_of
from spec.text.clean import clean, one_line, shell_word
from verify.obligations.verdict import INTERNAL, Result

STYLES: dict[Outcome, str] = {
    "PASSED": "bold green", "FAILED": "bold red", "UNDECIDED": "bold yellow", "STOPPED": "bold yellow",
    "BROKEN": "bold red",
}  # fmt: skip
WIDEST = 120
WHOLE, LISTED, LOOKED, OPEN = 3, 12, 6, 8
"""So many failures are told whole and so many more listed; so many things to look at and undecided ones are told."""
SUBJECTS = 3
"""So many that are undecided for the same reason are named."""
MOST_CARDS = 6
"""So many lines tell where the cards lie and what the fields hold."""
MOST_SCOPE = 12
"""So many lines a scope may take: who cannot read it to its end does not know what was looked at."""
MARGIN = 9
"""The width of the words at the left of a finding."""


@dataclass(frozen=True, slots=True)
class Told:
    """A run that is over: its results, one for each obligation, the game, how long it took, and whether it was
    stopped."""

    results: tuple[Result, ...]
    game: ir.Game
    seconds: float
    stopped: bool = False


class Page:
    """Lines on a console, none wider than it is."""

    def __init__(self, console: Console) -> None:
        self.console = console
        self.width = max(40, min(console.width, WIDEST))

    def line(self, text: str = "", style: str = "") -> None:
        self.console.print(Text(text, style))

    def block(self, indent: int, label: str, text: str, style: str = "", *, most: int = 4) -> None:
        """A text behind a label, broken into lines of which each begins below the first."""
        room = self.width - indent
        lines = Text(one_line(text)).wrap(self.console, room)
        for number, line in enumerate(lines[:most]):
            line.rstrip()
            if number == most - 1 < len(lines) - 1:
                line.truncate(room - 4)
                line.append(" ...")
            line.stylize(style)
            told = Text().append(label[: indent - 1].ljust(indent) if number == 0 else " " * indent, "dim")
            self.console.print(told.append_text(line))

    def titled(self, number: str, found: Finding, at: str) -> None:
        """The title of a finding with its code, and at the right, or on a line of its own, where it stands."""
        told = Text().append(f"{number}{one_line(found.title)}", "bold")
        told.append(f"  [{found.code}]", "dim")
        room = self.width - told.cell_len - cell_len(at)
        if at and room >= 2:
            told.append(" " * room + at, "dim")
        for line in told.wrap(self.console, self.width):
            line.rstrip()
            self.console.print(line)
        if at and room < 2:
            self.console.print(Text(f"   --> {at}", "dim"))

    def quote(self, run: Run, lines: Sequence[int]) -> None:
        """Lines of the rule file."""
        for number in lines:
            told = Text().append(f"{number:>7} | ", "dim")
            told.append(clean(run.text.line(number)).rstrip())
            told.truncate(self.width, overflow="ellipsis")
            self.console.print(told)


@dataclass(frozen=True, slots=True)
class Sum:
    """What a run comes to, with how many there are of each: its first line, and its last."""

    outcome: Outcome
    counts: str


def show(told: Told, run: Run) -> Sum:
    """The whole screen but its last lines; what it comes to."""
    page, sorted_ = Page(screen()), sort(told.results, stopped=told.stopped)
    look = looked_at(sorted_, run)
    whole = Sum(sorted_.outcome, sorted_.counts(len(look)))
    _head(page, run, told, whole)
    failures = sorted_.failures
    for number, (result, shown) in enumerate(failures[:WHOLE], 1):
        failure(page, run, number, finding(result, run, shown), short=len(failures) > 1)
    _rest(page, run, [result for result, _ in failures])
    _undecided(page, run, sorted_)
    _look(page, run, look)
    _holds(page, run, told, sorted_)
    return whole


def close(whole: Sum, run: Run) -> None:
    """The last lines: how to go on, and the verdict once more."""
    page = Page(screen())
    page.block(7, "More:", "--details shows the evidence; hoyle explain CODE a code in brackets", "dim")
    page.line(f"Again: {run.again}", "dim")
    _sum(page, whole)


def _sum(page: Page, whole: Sum) -> None:
    page.line(f"{whole.outcome}: {whole.counts}", STYLES[whole.outcome])


def _head(page: Page, run: Run, told: Told, whole: Sum) -> None:
    game, chosen = told.game, dict(told.game.settings)
    edition = f", {chosen['edition']} edition" if "edition" in chosen else ""
    seats = "" if run.loaded is None else f", {run.loaded.seats}"
    _sum(page, whole)
    sizes = "" if run.loaded is None else "".join(f", {one}" for one in own_sizes(run.loaded, game))
    words = f"{game.title}{edition}{seats}, {len(game.deck)} cards{sizes}, {told.seconds:.1f} s"
    page.block(0, "", words, "dim", most=8)


# ---------------------------------------------------------------- what failed


def failure(page: Page, run: Run, number: int, found: Finding, *, short: bool) -> None:
    page.titled(f"{number}. " if number else "", found, _at(run, found.lines))
    page.quote(run, found.lines)
    page.block(MARGIN, "   What", found.what, "bold", most=10 if found.code in INTERNAL else 3)
    if found.course:
        page.block(MARGIN, "   Play", found.course, most=2 if short else 4)
    if found.cards and not short:
        page.block(MARGIN, "   Cards", found.cards, most=MOST_CARDS)
    if found.fix:
        page.block(MARGIN, "   Fix", found.fix, "green")
    if found.command:
        page.line(f"   Try   {found.command}", "dim")
    if 0 < number <= len(run.findings) and run.findings[number - 1]:
        page.line(f"   See   hoyle replay {shell_word(run.called)} --finding {number}", "dim")


def _at(run: Run, lines: Sequence[int]) -> str:
    """Where it stands, as `file:line`."""
    *first, last = map(str, lines or (0,))
    return f"{file_of(run)}:{', '.join(first)}{' and ' if first else ''}{last}" if lines else ""


def _rest(page: Page, run: Run, failed: Sequence[Result]) -> None:
    """The failures that are only listed, a line each."""
    results = failed[WHOLE:]
    for number, result in enumerate(results[:LISTED], WHOLE + 1):
        line = lines_at(run, [source.span for source in result.obligation.sources])
        at = f"  (line {line[0]})" if line else ""
        shown = Text(f"{number}. {one_line(title_of(result.obligation))}")
        shown.truncate(page.width - cell_len(at), overflow="ellipsis")
        shown.append(at, "dim")
        page.console.print(shown)
    if len(results) > LISTED:
        page.line(f"... and {len(results) - LISTED} more failures (--details)")


# ---------------------------------------------------------------- what is open, what to look at, what holds


def _undecided(page: Page, run: Run, sorted_: Sorted) -> None:
    if not (sorted_.undecided or sorted_.cut):
        return
    page.line("Undecided", "bold yellow")
    told: dict[str, list[str]] = {}
    for result in sorted_.undecided:
        subject, reason = of_undecided(result, run)
        told.setdefault(f"{reason}. {decider(result, run)}", []).append(subject)
    for reason, subjects in list(told.items())[:OPEN]:
        more = f"; and {len(subjects) - SUBJECTS} more" if len(subjects) > SUBJECTS else ""
        page.block(4, "  -", f"{'; '.join(subjects[:SUBJECTS])}{more}: {reason}", most=6)
    if len(told) > OPEN:
        page.line(f"    ... and {len(told) - OPEN} more (--details)")
    if sorted_.cut:
        words = ", ".join(cut_short(r) for r in sorted_.cut)
        many = "1 kind of check" if len(sorted_.cut) == 1 else f"{len(sorted_.cut)} kinds of checks"
        more = f" --budget {max(1, 4 * run.budget):g} gives more." if run.budget else ""
        page.block(4, "  -", f"{many} had too little time: {words}.{more}", most=5)


def _look(page: Page, run: Run, every: Sequence[Finding]) -> None:
    """What is no failure, and suspicious."""
    if not every:
        return
    page.line("Look at this (no failure)", "bold cyan")
    for found in every[:LOOKED]:
        where = f" ({_at(run, found.lines)})" if found.lines else ""
        page.block(4, "  -", f"{found.title} [{found.code}]{where}{': ' if found.what else ''}{found.what}", most=3)
        if len(every) <= WHOLE:
            page.quote(run, found.lines)
            if found.fix:
                page.block(MARGIN, "   Fix", found.fix, "green", most=2)
    if len(every) > LOOKED:
        page.line(f"    ... and {len(every) - LOOKED} more (--details)")


def _holds(page: Page, run: Run, told: Told, sorted_: Sorted) -> None:
    if not sorted_.holds:
        return
    page.line("Holds", "bold green")
    for title, words in holding(sorted_.holds, told.results, clauses=len(clauses_of(told.game))):
        page.block(15, f"  {title}", words, most=2 if title in ("", CLAIMS) else MOST_SCOPE)
    here = "" if run.loaded is None else of_this_size(run.loaded, told.game)
    for verdict, words in surely(sorted_.holds, here):
        page.block(15, f"  {verdict}:", words, "dim", most=MOST_SCOPE)
    other = "" if run.loaded is None else of_other_sizes(run.loaded, told.game, told.results)
    if other:
        page.block(15, "  Other sizes", other, most=MOST_SCOPE)
