"""Finds the loops in the numbered steps of a game: turns, rounds of the table, repetitions, steps under a condition.

Undoes what `spec.lower.flow` does. Steps that no such pattern explains come out one by one, with where each leads.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from spec.ir import nodes as ir
from spec.ir.effects import gone_through
from spec.ir.flow import onward
from spec.ir.fold import YES, constant, equated, in_turn
from spec.ir.lent import chooser, gives_back
from spec.ir.order_of_play import TO_BE_SKIPPED, keeps_count
from spec.ir.passing import FIELD, MOVED, asked_here
from spec.ir.types import quantified


@dataclass(frozen=True, slots=True)
class Leaf:
    """One step; `who` takes it where that is not whoever is on turn; `onward` where it leads, if not to the next."""

    step: ir.Step
    who: ir.Expr | None = None
    onward: int | None = None


@dataclass(frozen=True, slots=True)
class Only:
    """Steps that are taken only under a condition."""

    cond: ir.Expr
    body: tuple[Part, ...]


@dataclass(frozen=True, slots=True)
class Loop:
    """Steps that are taken again; who takes turns is `among` (a name and a condition)."""

    kind: Literal["turns", "round", "repeat", "times"]
    body: tuple[Part, ...]
    start: ir.Expr | None = None
    among: tuple[str, ir.Expr] | None = None
    until: ir.Expr | None = None
    times: int = 0
    passing: bool = False


Part = Leaf | Only | Loop
Exits = tuple[int, int, int]
NOWHERE: Exits = (-1, -1, -1)


class Unfamiliar(Exception):
    """The steps are in no pattern that is known here."""


def course(steps: Sequence[ir.Step]) -> tuple[Part, ...]:
    """The course of play as nested parts."""
    try:
        return _Reader(tuple(steps)).parts(0, len(steps), NOWHERE)
    except Unfamiliar:
        return tuple(_plain(step, i) for i, step in enumerate(steps))


def _plain(step: ir.Step, at: int) -> Leaf:
    return Leaf(step, onward=None if step.next in (at + 1, -1) else step.next)


@dataclass(frozen=True, slots=True)
class _Reader:
    steps: tuple[ir.Step, ...]

    def exits(self, at: int) -> Exits:
        step = self.steps[at]
        return step.again, step.end_turn, step.leave

    def parts(self, at: int, end: int, around: Exits) -> tuple[Part, ...]:
        """The steps from one index up to another, inside a loop with these exits."""
        found: list[Part] = []
        while at < end:
            part, after = self.part(at, end, around)
            if not at < after <= end:
                raise Unfamiliar
            found += [] if part is None else [part]
            at = after
        return tuple(found)

    def part(self, at: int, end: int, around: Exits) -> tuple[Part | None, int]:
        """The part that begins at an index, if it is told, and where the next one begins."""
        inside = self.loop_at(at, end, around)
        if inside is not None:
            return self.loop(at, inside, around), inside[2]
        if self.exits(at) != around:
            raise Unfamiliar
        step = self.steps[at]
        if not step.source.label and keeps_count(step.effects) and step.next == at + 1:
            return None, at + 1
        if not step.source.label and (asked_here(step) or gives_back(step)) and onward(step)[0] == at + 1:
            return None, at + 1
        match step.act:
            case ir.Branch(cond, yes, no) if yes == at + 1 and at < no <= end:
                return Only(cond, self.parts(at + 1, no, around)), no
            case ir.Run(effects) if not step.source.label and (who := chooser(effects)) is not None:
                if at + 1 < end and self.steps[at + 1].ask is not None and step.next == at + 1:
                    return Leaf(self.steps[at + 1], who), at + 2
            case ir.Run() | ir.Ask() if step.source.label and step.next == at + 1:
                return Leaf(step), at + 1
            case _:
                pass
        raise Unfamiliar

    def loop_at(self, at: int, end: int, around: Exits) -> Exits | None:
        """The exits of the outermost loop that begins here: this step's own, or those of a step that leads back."""
        found = {self.exits(at)}
        for j in range(at, end):
            step = self.steps[j]
            back = step.act.no if isinstance(step.act, ir.Branch) else step.next
            if back == at and not step.source.label:
                found.add(self.exits(j))
        loops = [x for x in found if x != around and at < x[2] <= end]
        return max(loops, key=lambda x: x[2], default=None)

    def loop(self, at: int, inside: Exits, around: Exits) -> Loop:
        again, end_turn, leave = inside
        if inside[:2] == around[:2]:
            return self.repeat(at, inside)
        if not at <= again <= end_turn < leave:
            raise Unfamiliar
        body = self.parts(again, end_turn, inside)
        last = self.steps[leave - 1].act
        if isinstance(last, ir.Branch):
            return self.round(at, inside, body)
        among: tuple[str, ir.Expr] | None = None
        until: ir.Expr | None = None
        start: ir.Expr | None = None
        for j in range(at, again):
            match self.steps[j].act:
                case ir.Branch(cond, _, no) if no == leave and start is None and (some := quantified(cond, "some")):
                    among = (some.var, some.cond)
                case ir.Branch(cond) if cond == TO_BE_SKIPPED:
                    pass
                case ir.Run(effects) if keeps_count(effects):
                    pass
                case ir.Run((ir.Assign(_, (), value),)):
                    start = value
                case ir.Branch(cond, yes, _) if yes == leave:
                    until = cond
                case _:
                    raise Unfamiliar
        over = gone_through(start)
        if among is not None and isinstance(over, ir.OverSeats):
            start = over.start
        return Loop("turns", body, start, among, until)

    def round(self, at: int, inside: Exits, body: tuple[Part, ...]) -> Loop:
        again = inside[0]
        head = self.steps[at].act
        if not (isinstance(head, ir.Run) and len(head.effects) == 2 and isinstance(head.effects[0], ir.Assign)):
            raise Unfamiliar
        among = None
        skips = (step.branch for step in self.steps[at + 1 : again])
        skipping = any(branch is not None and branch.cond == TO_BE_SKIPPED for branch in skips)
        if again == at + 2 + 2 * skipping:
            match self.steps[at + 1].act:
                case ir.Branch(cond) if (one := quantified(cond, "some")) and (joint := in_turn(one.cond)) and joint[1]:
                    conds = joint[0][1:]
                    among = (one.var, conds[0] if len(conds) == 1 else ir.And(tuple(conds)))
                case _:
                    raise Unfamiliar
        return Loop("round", body, head.effects[0].value, among)

    def passing(self, at: int, leave: int) -> bool:
        """Does the loop from here on end where a choice in it is passed over?"""
        branches = (step.branch for step in self.steps[at:leave])
        return any(branch is not None and (branch.cond, branch.no) == (MOVED, leave) for branch in branches)

    def repeat(self, at: int, inside: Exits) -> Loop:
        leave = inside[2]
        last = self.steps[leave - 1]
        match self.steps[at].act, last.act:
            case ir.Run((ir.Assign(field, (), to),)), _ if (
                field[:1] == "(" and field != FIELD and constant(to) == 0 and at + 3 <= leave
            ):
                match self.steps[at + 1].act:
                    case ir.Branch(cond) if (sides := equated(cond)) and sides[0] == ir.Get(field, ()):
                        return Loop("times", self.parts(at + 2, leave - 1, inside), times=constant(sides[1]) or 0)
                    case _:
                        pass
            case _, ir.Branch(cond, yes, no) if yes == leave and no == at and not last.source.label:
                return Loop("repeat", self.parts(at, leave - 1, inside), until=cond, passing=self.passing(at, leave))
            case _, ir.Run(()) if last.next in (at, leave) and not last.source.label:
                body = self.parts(at, leave - 1, inside)
                until = None if last.next == at else YES
                return Loop("repeat", body, until=until, passing=self.passing(at, leave))
            case _:
                pass
        raise Unfamiliar
