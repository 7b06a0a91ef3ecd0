"""The techniques that solvers do, in processes of their own, which load no more than they need.

Leaves proving to `verify.smt.prove.prove`, and looking for plays to `verify.smt.bounded.bounded`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from verify.obligations.claims import PER_POSITION
from verify.obligations.obligations import FAULT_CODES
from verify.obligations.verdict import SHOWN_ALREADY, Result
from verify.run.runner import Tell
from verify.run.task import Task

PLAYED = {"used", "reached", *(code for code, _ in FAULT_CODES.values())}
"""The obligations beside claims that one play may settle."""


def work(
    run: Callable[[Task], Iterator[Result]], task: Task, state: None, seconds: float, tell: Tell
) -> Iterator[object]:
    """A technique as the work of a job. Raises MemoryError where a solver has used up its memory."""
    from verify.smt.solvers.memory import memory_errors

    with memory_errors():
        yield from run(task)


def proofs(task: Task) -> Iterator[Result]:
    """Proofs over all positions by a solver."""
    from verify.smt.prove.prove import prove

    yield from prove(task.game, task.left, task.plan.proofs, task.answers)


def counting(task: Task) -> Iterator[Result]:
    """Proofs by the numbers of cards in zones and by fields."""
    from verify.smt.counting.claims import counting

    yield from counting(task.game, task.left, certify=task.plan.certificates)


def plays_from_the_deal(task: Task) -> Iterator[Result]:
    """Plays that a solver finds from the deal, of what nothing has shown so far."""
    from verify.smt.bounded.bounded import bounded

    yield from bounded(task.game, task.left, task.plan.proofs, task.answers, open_after_play(task))


def open_after_play(task: Task) -> tuple[Result, ...]:
    """What a play could still show: that something comes about, or that something breaks that is not proved; also by a
    shorter play than is known, except where the file says itself that it breaks.

    In an order of its own, since what is kept from an earlier run comes in another than what is decided.
    """
    of_positions = {c.source.label for c in task.game.claims if c.kind in PER_POSITION}
    told_wrong = {c.source.label for c in task.game.claims if c.wrong}
    return tuple(
        _to_be_shown(r)
        for r in sorted(task.known, key=lambda r: (r.obligation.code, r.obligation.subject))
        if (
            r.verdict != "proved"
            and not r.never
            and (r.witness is None or not r.own or r.obligation.subject not in told_wrong)
        )
        and (r.obligation.code in PLAYED or (r.obligation.code == "claim" and r.obligation.subject in of_positions))
    )


def _to_be_shown(known: Result) -> Result:
    """What is known of an obligation, without its play; of what only a game of other settings shows, nothing is."""
    if known.witness is None or not known.own:
        return replace(known, witness=None, details=(), elsewhere=(), settings=None, seconds=0.0)
    return Result(known.obligation, "unknown", known.by, reason=SHOWN_ALREADY)
