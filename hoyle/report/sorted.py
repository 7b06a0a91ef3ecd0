"""Sorts the results of a run by what a reader does with them: mend, decide, look at, or rely on.

Leaves each result's words to `hoyle.report.finding`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

from verify.obligations.verdict import EVERY_GAME_ENDS, INTERNAL, NEED_NOT_END, Result, Witness, exit_code
from verify.random.random_play import UNPLAYED

Outcome = Literal["PASSED", "FAILED", "UNDECIDED", "STOPPED", "BROKEN"]

END = ("ends", "ends-almost-surely", "end-reachable", "some-end")
"""The questions about the end, of which each follows from the one before."""
CLAIMED = {"ends": EVERY_GAME_ENDS, "end-reachable": "an end stays reachable"}
"""What claims about the end say."""
COVERAGE = ("used", "reached", "dead-clause")
TECHNIQUES = ("cut", "search")
"""What speaks of a technique, and of nothing that the game owes."""


@dataclass(slots=True)
class Sorted:
    """The results of a run, each in one place; `cut` are the techniques that had too little time."""

    outcome: Outcome
    broken: list[Result] = field(default_factory=list)
    failed: list[Result] = field(default_factory=list)
    undecided: list[Result] = field(default_factory=list)
    look: list[Result] = field(default_factory=list)
    readings: list[Result] = field(default_factory=list)
    holds: list[Result] = field(default_factory=list)
    cut: list[Result] = field(default_factory=list)
    weaker: list[Result] = field(default_factory=list)
    """What a failure says already."""

    @property
    def failures(self) -> list[tuple[Result, Witness | None]]:
        """What fails, in the order of the screen, each with the play that shows it: of play that need not end a loop,
        where one was found. One of each kind comes first, so that the first screen has different ones."""
        loops = [
            r.witness
            for r in (*self.failed, *self.look, *self.weaker)
            if about_the_end(r) and r.own and r.witness is not None and r.witness.loop
        ]
        seen: Counter[str] = Counter()
        turns = []
        for result in (*self.broken, *self.failed):
            turns.append(seen[result.obligation.code])
            seen[result.obligation.code] += 1
        found = sorted(zip(turns, (*self.broken, *self.failed), strict=True), key=lambda one: one[0])
        return [(result, _shown(result, loops)) for _, result in found]

    def counts(self, look: int) -> str:
        """How many there are of each, in words; of what there is to look at, so many as are told."""
        failed = len(self.failed) + len(self.broken)
        parts = [
            f"{failed} failure{'' if failed == 1 else 's'}" if failed else "",
            f"{len(self.undecided)} undecided" if self.undecided else "",
            f"{look} to look at" if look else "",
            f"{len(self.holds)} hold",
        ]
        return ", ".join(filter(None, parts)) + ("; not all was checked" if self.cut else "")


def _shown(result: Result, loops: Sequence[Witness]) -> Witness | None:
    if about_the_end(result) and result.witness is not None and not result.witness.loop and loops:
        return loops[0]
    return result.witness


def sort(results: Sequence[Result], *, stopped: bool = False) -> Sorted:
    """Sorts results, of which there is one for each obligation."""
    made = Sorted(_outcome(results, stopped))
    for result in results:
        _place(made, result)
    ends = [r for r in made.failed if about_the_end(r)]
    if ends:
        made.weaker = [r for r in made.look if about_the_end(r)]
        made.look = [r for r in made.look if not about_the_end(r)]
        made.undecided = [r for r in made.undecided if not about_the_end(r) or r.obligation.required]
    elif any(r.obligation.sentence == NEED_NOT_END for r in made.holds):
        made.weaker = [r for r in made.look if about_the_end(r)]
        made.look = [r for r in made.look if not about_the_end(r)]
    made.undecided = sorted(_first_of_the_end(made.undecided), key=lambda r: not r.obligation.required)
    made.look.sort(key=lambda r: r.obligation.code in COVERAGE)
    return made


def about_the_end(result: Result) -> bool:
    """Does it say whether play ends?"""
    owed = result.obligation
    return owed.code in END or (owed.code == "claim" and owed.sentence in CLAIMED.values())


def _outcome(results: Sequence[Result], stopped: bool) -> Outcome:
    match exit_code(results):
        case 4:
            return "BROKEN"
        case 1:
            return "FAILED"
        case 3:
            return "STOPPED" if stopped else "UNDECIDED"
        case _:
            return "STOPPED" if stopped else "PASSED"


def _place(made: Sorted, result: Result) -> None:
    code, verdict = result.obligation.code, result.verdict
    match verdict:
        case "refuted" if code in INTERNAL:
            made.broken.append(result)
        case "refuted" if code == "if-read":
            made.readings.append(result)
        case "refuted":
            (made.failed if result.obligation.fails else made.look).append(result)
        case "unknown" if code in TECHNIQUES:
            made.cut.append(result)
        case "unknown" if code in COVERAGE and (result.never or _was_looked_for(result)):
            made.look.append(result)
        case "unknown":
            made.undecided.append(result)
        case _ if code == "dead-clause":
            made.look.append(result)
        case _:
            made.holds.append(result)


def _was_looked_for(result: Result) -> bool:
    """Was there time to look for it?"""
    return result.by != "nothing" and not result.reason.startswith(UNPLAYED)


def _first_of_the_end(undecided: list[Result]) -> list[Result]:
    """Without what would follow from another open question about the end."""
    found = [r for r in undecided if r.obligation.code in END]
    later = found[1:] if found else []
    return [r for r in undecided if r not in later]
