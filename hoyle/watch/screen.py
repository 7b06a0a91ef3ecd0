"""What `hoyle watch` shows of a rule file: what is wrong with it, the verdicts so far, and what is being done.

On a terminal one screen that stays; else a line for each thing that comes. Leaves what happens to `hoyle.watch.events`.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime
from time import perf_counter
from typing import assert_never

from rich.live import Live
from rich.text import Text

from hoyle.report.finding import Finding, file_of, finding, lines_at
from hoyle.report.holds import holding
from hoyle.report.records import Run
from hoyle.report.screen import STYLES, Page, failure
from hoyle.report.sorted import Sorted, sort
from hoyle.report.wording import cut_short, of_undecided
from hoyle.sources.files import Loaded
from hoyle.terminal.render import styled, summary
from hoyle.terminal.screen import screen
from hoyle.watch.events import Doing, Event, Missing, Over, Saved, Tick
from spec.diagnostics.diagnostic import Diagnostic
from spec.text.clean import one_line
from verify.obligations.verdict import Result, Witness, strongest

WHOLE, LISTED = 2, 5
"""So many faults and failures are told whole, and so many more in a line."""
REDRAWN = 0.2
"""Seconds between two drawings of the screen, however much comes."""


@dataclass(slots=True)
class Told:
    """What is known of the file as it was saved last."""

    called: str
    budget: float
    loaded: Loaded | None = None
    at: str = ""
    missing: str = ""
    results: list[Result] = field(default_factory=list)
    doing: str = ""
    over: Over | None = None
    began: float = field(default_factory=perf_counter)
    ended: float = 0.0
    _found: dict[tuple[tuple[str, str], str], Finding] = field(default_factory=dict)

    def take(self, event: Event) -> None:
        """Notes what happened."""
        match event:
            case Saved(loaded, _):
                self.loaded, self.missing, self.over = loaded, "", None
                self.at = f"{datetime.now():%H:%M:%S}"
                self.results.clear()
                self._found.clear()
                self.doing, self.began = "", perf_counter()
            case Missing(reason):
                self.loaded, self.missing = None, reason
            case Doing(words):
                self.doing = words
            case Over(done):
                self.over, self.doing, self.ended = event, "", perf_counter()
                if done is not None:
                    self.results[:] = done.results
            case Tick():
                pass
            case _:
                self.results.append(event)

    @property
    def run(self) -> Run:
        """The run as its findings are told."""
        assert self.loaded is not None
        return Run(self.loaded.text, self.called, "", {}, self.loaded, budget=self.budget)

    def sorted(self) -> Sorted:
        """The verdicts so far."""
        return sort(strongest(self.results))

    def finding(self, result: Result, shown: Witness | None) -> Finding:
        """A failure in words, which takes time: each is told once."""
        key = result.obligation.key, "" if shown is None else shown.log
        if key not in self._found:
            self._found[key] = finding(result, self.run, shown)
        return self._found[key]

    @property
    def verifying(self) -> bool:
        """Is something done that takes time, so that more will come?"""
        return self.loaded is not None and self.loaded.game is not None and self.over is None

    @property
    def complete(self) -> bool:
        """Is every verdict there?"""
        return self.over is not None and self.over.done is not None

    @property
    def seconds(self) -> float:
        """So long verification has taken so far, or took."""
        return (perf_counter() if self.over is None else self.ended) - self.began


# ---------------------------------------------------------------- a screen that stays


class Screen:
    """The screen of a terminal, while it is watched; afterwards its last state stands below what was there before."""

    def __init__(self, told: Told) -> None:
        self.told = told
        self._live = Live(console=screen(), screen=True, auto_refresh=False)
        self._drawn = 0.0
        self._fresh = False
        self._clock = 0
        self._size = (0, 0)

    def __enter__(self) -> Screen:
        self._live.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._live.stop()
        screen().print(self._whole(end=True), soft_wrap=True)

    def show(self, event: Event) -> None:
        """Notes what happened, and draws it soon; draws nothing where all stays as it is."""
        self.told.take(event)
        size, clock = screen().size, int(self.told.seconds) if self.told.verifying else 0
        self._fresh |= not isinstance(event, Tick) or size != self._size or clock != self._clock
        now = perf_counter()
        if isinstance(event, Saved | Over | Missing) or (self._fresh and now - self._drawn >= REDRAWN):
            self._drawn, self._fresh, self._size, self._clock = now, False, size, clock
            self._live.update(self._whole(), refresh=True)

    def _whole(self, *, end: bool = False) -> Text:
        """All lines that there is room for; the last says what is being done."""
        page = Page(screen())
        with page.console.capture() as got:
            _draw(page, self.told, end=end)
        lines = got.get().rstrip("\n").split("\n")
        room = page.console.height - 2
        if len(lines) > room and not end:
            lines = [*lines[: room - 1], f"... and {len(lines) - room + 1} more lines (hoyle verify shows them)"]
        foot = [] if end else ["", _foot(self.told, page.width)]
        return Text.from_ansi("\n".join([*lines, *foot]))


def _foot(told: Told, width: int) -> str:
    if told.loaded is None or told.loaded.game is None:
        doing = "Waiting for the file to be saved"
    elif told.over is not None:
        doing = f"Done in {told.seconds:.0f} s; waiting for the file to be saved"
    else:
        doing = f"{told.seconds:3.0f} s  {one_line(told.doing) or 'verifying'}"
    end = "   Ctrl-C ends"
    return doing[: max(0, width - len(end))] + end


def _draw(page: Page, told: Told, *, end: bool) -> None:
    if told.missing or told.loaded is None:
        page.line(one_line(told.missing) or f"{told.called}: reading", "bold red" if told.missing else "dim")
        return
    loaded = told.loaded
    if loaded.game is None:
        page.line(f"{one_line(file_of(told.run))}: {summary(loaded.diagnostics)}", STYLES["FAILED"])
    else:
        sorted_ = told.sorted()
        if told.over is not None:
            page.line(f"{sorted_.outcome}: {sorted_.counts(0)}", STYLES[sorted_.outcome])
        else:
            page.line(*_so_far(sorted_, end=end))
    page.line(f"{one_line(file_of(told.run))}, as saved at {told.at}", "dim")
    _faults(page, loaded)
    if loaded.game is not None:
        _verdicts(page, told)


def _so_far(sorted_: Sorted, *, end: bool) -> tuple[str, str]:
    """What the verdicts that are there come to, of which some may still change, and its style."""
    failed, holds = len(sorted_.failures), f"{len(sorted_.holds)} hold so far"
    if failed:
        return f"FAILED: {failed} failure{'' if failed == 1 else 's'}, {holds}", STYLES["FAILED"]
    return f"{'STOPPED' if end else 'VERIFYING'}: {holds}", STYLES["UNDECIDED"]


def _faults(page: Page, loaded: Loaded) -> None:
    """What `hoyle check` says, the errors first."""
    if not loaded.diagnostics:
        page.block(11, "  Check", "nothing wrong")
        return
    page.block(11, "  Check", summary(loaded.diagnostics), "yellow" if loaded.game else "bold red")
    first = sorted(loaded.diagnostics, key=lambda d: ("error", "warning", "note").index(d.severity))
    for number, diagnostic in enumerate(first[: WHOLE + LISTED]):
        if number < WHOLE and loaded.game is None:
            page.console.print(styled(diagnostic, loaded.text))
        else:
            page.block(4, "  -", _fault(loaded, diagnostic), most=2)


def _fault(loaded: Loaded, diagnostic: Diagnostic) -> str:
    line = loaded.text.position(diagnostic.span.start)[0]
    return f"line {line}: {one_line(diagnostic.message)} [{diagnostic.code}]"


def _verdicts(page: Page, told: Told) -> None:
    sorted_ = told.sorted()
    failures = sorted_.failures
    for number, (result, shown) in enumerate(failures[:WHOLE], 1):
        failure(page, told.run, number, told.finding(result, shown), short=len(failures) > 1)
    for number, (result, shown) in enumerate(failures[WHOLE : WHOLE + LISTED], WHOLE + 1):
        found = told.finding(result, shown)
        page.line(f"{number}. {one_line(found.title)} (line {found.lines[0] if found.lines else '?'})")
    if len(failures) > WHOLE + LISTED:
        page.line(f"... and {len(failures) - WHOLE - LISTED} more failures")
    for title, words in holding(sorted_.holds, strongest(told.results), over=told.complete):
        page.block(15, f"  {title}", words, most=2)
    over = told.over
    if over is None:
        return
    for words in _open(told, sorted_):
        page.block(4, "  ?", words, "yellow", most=2)
    if over.reason:
        page.block(4, "  !", f"{'a mistake of Hoyle own: ' if over.fault else ''}{over.reason}", "bold red")


def _open(told: Told, sorted_: Sorted) -> Iterator[str]:
    """What is undecided in the end, and why."""
    for result in sorted_.undecided[:LISTED]:
        yield ": ".join(of_undecided(result, told.run))
    if len(sorted_.undecided) > LISTED:
        yield f"{len(sorted_.undecided) - LISTED} more (hoyle verify shows them)"
    if sorted_.cut:
        yield f"too little time for {', '.join(cut_short(r) for r in sorted_.cut)}: --budget gives more"


# ---------------------------------------------------------------- a line for each thing that comes


class Lines:
    """Where nobody looks at a terminal: a line each for what is wrong, what fails, and what all comes to."""

    def __init__(self, told: Told) -> None:
        self.told = told
        self._failed: set[tuple[str, str]] = set()
        self._examples = 0

    def __enter__(self) -> Lines:
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def show(self, event: Event) -> None:
        """Notes what happened, and tells it."""
        self.told.take(event)
        for words in self._lines(event):
            print(f"{datetime.now():%H:%M:%S}  {one_line(words)}", flush=True)

    def _lines(self, event: Event) -> Iterator[str]:
        match event:
            case Saved(loaded):
                self._failed.clear()
                self._examples = 0
                wrong = summary(loaded.diagnostics) if loaded.diagnostics else "nothing wrong"
                yield f"{file_of(self.told.run)}: {wrong}"
                yield from (_fault(loaded, d) for d in loaded.diagnostics)
            case Missing(reason):
                yield reason
            case Over(_, reason):
                sorted_ = self.told.sorted()
                yield from self._failures(sorted_)
                yield from (f"undecided: {words}" for words in _open(self.told, sorted_))
                yield reason or f"{sorted_.outcome}: {sorted_.counts(0)} ({self.told.seconds:.1f} s)"
            case Doing():
                yield from self._so_far()
            case Tick():
                pass
            case Result():
                yield from self._failures(self.told.sorted()) if event.verdict == "refuted" else ()
            case _:
                assert_never(event)

    def _so_far(self) -> Iterator[str]:
        """The examples, once they are all there: what is begun after them says so."""
        found = [r for r in strongest(self.told.results) if r.obligation.code == "example"]
        if found and not self._examples:
            self._examples = len(found)
            held = sum(r.verdict != "refuted" for r in found)
            yield f"examples: {held} of {len(found)} {'comes' if held == 1 else 'come'} out as written"

    def _failures(self, sorted_: Sorted) -> Iterator[str]:
        for result, shown in sorted_.failures:
            if result.obligation.key not in self._failed:
                self._failed.add(result.obligation.key)
                found = self.told.finding(result, shown)
                at = lines_at(self.told.run, [s.span for s in result.obligation.sources])
                line = (found.lines or at or (0,))[0]
                where = f" (line {line})" if line else ""
                yield f"FAILED: {found.title}{where}: {found.what}"


def shown_on(told: Told) -> Screen | Lines:
    """A screen where there is a terminal to stay on."""
    return Screen(told) if screen().is_terminal and sys.stdout.isatty() else Lines(told)
