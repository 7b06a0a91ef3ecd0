"""Play from the deal, decision by decision: all that the solver may choose on the way, one row for each decision.

Leaves the ways on from a decision to `verify.smt.transition.steps` and what is looked for to
`verify.smt.bounded.goals`. A play that the links allow may be one that the rules do not, for the states keep less than
positions do; every real one is allowed.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import combinations

import z3

from spec.ir import nodes as ir
from verify.smt.encode import terms as t
from verify.smt.encode.expressions import Encoder
from verify.smt.encode.state import State
from verify.smt.encode.symbolic_context import At
from verify.smt.transition.steps import Course, Passage


@dataclass(frozen=True, slots=True)
class Stand:
    """A step at which play may stand: when it does, and the state there; `cut` where a loop is gone on with."""

    step: int
    cut: bool
    cond: t.Flag
    state: State


@dataclass(frozen=True, slots=True)
class Stretch:
    """A way on, and the variable that says that play takes it."""

    passage: Passage
    stand: Stand
    taken: t.Flag


@dataclass(slots=True)
class Row:
    """Where play may stand after so many stretches, the ways on from there, and what is true of those taken."""

    stands: list[Stand]
    stretches: list[Stretch] = field(default_factory=list)
    links: list[t.Flag] = field(default_factory=list)


class Unrolling:
    """The rows so far. May raise Unencodable, as `Course` does."""

    def __init__(self, enc: Encoder) -> None:
        self.enc = enc
        self.course = Course(enc)
        start = self.course.from_start()
        stand = Stand(0, False, True, start.state)
        self.rows = [Row([stand], [Stretch(start, stand, True)], list(start.trace.facts))]

    def links(self, depth: int) -> list[t.Flag]:
        """What is true of every play of so many stretches beside the first."""
        return [link for row in self.rows[: depth + 1] for link in row.links]

    def grow(self) -> Row:
        """Adds a row: one more decision, or one that nobody can answer, or the next rounds of a long loop."""
        row = Row(self._stands(self.rows[-1]))
        for stand in row.stands:
            for passage in self._ways(stand):
                taken = z3.Bool(f"taken.{len(self.rows)}.{len(row.stretches)}.{passage.name}")
                row.stretches.append(Stretch(passage, stand, taken))
                row.links.append(t.implies(taken, t.all_of((stand.cond, *passage.before, *passage.trace.facts))))
        pairs = combinations((s.taken for s in row.stretches), 2)
        row.links += [t.neg(t.all_of(pair)) for pair in pairs]
        self.rows.append(row)
        return row

    def _stands(self, row: Row) -> list[Stand]:
        """Where the ways of a row lead, those to one step as one."""
        found: dict[tuple[int, bool], Stand] = {}
        for stretch in row.stretches:
            for a in stretch.passage.arrivals:
                cond = t.all_of((stretch.taken, a.cond))
                if a.kind not in ("ask", "cut") or cond is False:
                    continue
                key = (a.step, a.kind == "cut")
                other = found.get(key)
                state = a.state if other is None else self.enc.space.pick(cond, a.state, other.state)
                either = cond if other is None else t.any_of((other.cond, cond))
                found[key] = Stand(*key, either, state)
        return [found[key] for key in sorted(found)]

    def _ways(self, stand: Stand) -> Iterator[Passage]:
        step, state, course = stand.step, stand.state, self.course
        if stand.cut:
            yield course.by_cut(step, state)
            return
        act = course.steps[step].ask
        assert act is not None
        for name in act.actions:
            yield course.by_move(step, self.enc.index.actions[name], state)
        if act.may:
            yield course.by_pass(step, state)
        elif act.otherwise is not None:
            passage = course.by_step(step, state)
            passage.before.append(self.idle(stand, act))
            yield passage

    def idle(self, stand: Stand, act: ir.Ask) -> t.Flag:
        """Has nobody a legal move there?"""
        at = At(stand.state)
        at.facts = []
        return t.neg(self.enc.can_move(at, ir.CanMove(act.actions)))
