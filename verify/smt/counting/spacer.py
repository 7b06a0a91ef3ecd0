"""Has Z3's Spacer find what holds at each place, so that what is asked of a place is not so (constrained Horn clauses).

Each place is a predicate over some of the numbers that are counted; what is known already is asserted at each of them.
What is found is believed only after `verify.smt.counting.recheck`. Spacer has a bound of work; at some questions it
works on for minutes without counting that, and is then interrupted when its time is up.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from threading import Event, Thread
from time import perf_counter
from typing import Any, Literal

import z3

from verify.smt.counting.clauses import ASKED, START, Clause
from verify.smt.counting.counted import Number, number_term
from verify.smt.counting.facts import Facts, Formulas

WORK = 30_000_000
"""The bound of one question, in the solver's own units of work (some seconds)."""

INTERVAL = 0.2
"""An interruption comes too early where the solver has not begun yet; so many seconds later there is another."""

AS_THEY_ARE = {"xform.slice": False, "xform.inline_linear": False, "xform.inline_eager": False}
"""Every predicate is kept with all of its numbers, so that something is told of each."""


def formulas(
    clauses: Sequence[Clause], known: Facts, chosen: tuple[int, ...], until: float, work: int = WORK
) -> Formulas | Literal["reached", "gave up"]:
    """What holds at each place of the chosen numbers, so that no clause leads to what is asked; or that some do as far
    as these numbers tell, or that the bound of work, or the time, was reached."""
    own = z3.Context()  # so that what is found within the bound does not hang on what was asked before
    solver = z3.Fixedpoint(ctx=own)
    solver.set(engine="spacer", rlimit=work, **AS_THEY_ARE)
    sorts = [z3.IntSort(own)] * len(chosen)
    places = {p for c in clauses for p in (c.source, c.target) if p not in (START, ASKED)}
    at = {p: z3.Function(f"at{p}" if p >= 0 else "ended", *sorts, z3.BoolSort(own)) for p in sorted(places)}
    asked = z3.Function("asked", z3.BoolSort(own))
    for predicate in (*at.values(), asked):
        solver.register_relation(predicate)
    solver.declare_var(*(one.translate(own) for one in _variables(clauses)))
    for clause in clauses:
        head = asked() if clause.target == ASKED else at[clause.target](*_of(clause.after, chosen, own))
        body = [f.translate(own) for f in clause.body if not isinstance(f, bool)]
        if clause.source != START:
            there = known.holds(clause.source, clause.before)
            known_there = [] if isinstance(there, bool) else [there.translate(own)]
            body = [at[clause.source](*_of(clause.before, chosen, own)), *body, *known_there]
        if False not in clause.body:
            solver.rule(head, body) if body else solver.fact(head)
    done = Event()
    clock = Thread(target=_interrupted, args=(own, until, done), daemon=True)
    clock.start()
    try:
        answer = solver.query(asked())
        if answer != z3.unsat:
            return "reached" if answer == z3.sat else "gave up"
        found = {place: solver.get_cover_delta(-1, predicate) for place, predicate in at.items()}
        return Formulas(chosen, {place: one.translate(z3.main_ctx()) for place, one in found.items()})
    except z3.Z3Exception:  # the bound of work was reached, or that of time
        return "gave up"
    finally:
        done.set()
        clock.join()


def _interrupted(own: z3.Context, until: float, done: Event) -> None:
    """Interrupts a solver when its time is up, and again until it notices."""
    while not done.wait(max(INTERVAL, until - perf_counter())):
        own.interrupt()


def _of(numbers: Sequence[Number], chosen: Iterable[int], own: z3.Context) -> list[Any]:
    return [number_term(numbers[i]).translate(own) for i in chosen]


def _variables(clauses: Sequence[Clause]) -> Iterator[Any]:
    seen: set[int] = set()
    waiting = [e for c in clauses for e in (*c.body, *c.before, *c.after) if not isinstance(e, int)]
    while waiting:
        term = waiting.pop()
        if term.get_id() not in seen:
            seen.add(term.get_id())
            waiting += term.children()
            if z3.is_const(term) and term.decl().kind() == z3.Z3_OP_UNINTERPRETED:
                yield term
