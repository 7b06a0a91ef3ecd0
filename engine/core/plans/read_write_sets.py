"""Which parts of the state the terms of a program read and its statements change: zones and fields, by their names.

Leaves to users what follows, as which endings have to be read again.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import ClassVar

from engine.core import program as p
from engine.core import terms as t
from engine.core.uses import nodes

ANYTHING = "(anything)"
"""Stands for whatever legal moves hang on."""
Names = frozenset[str]
Functions = Mapping[str, p.Function]


def reached(node: object, functions: Functions) -> Iterator[object]:
    """Everything in a part of a program, with the bodies of the functions that it calls."""
    waiting, seen = [node], set[str]()
    while waiting:
        for found in nodes(waiting.pop()):
            yield found
            if isinstance(found, t.Call) and found.function not in seen:
                seen.add(found.function)
                waiting.append(functions[found.function].body)


@dataclass(frozen=True)
class ReadWriteSets:
    """What the parts of a program read and change, with all that they call, so that what reads nothing that has changed
    since it was last asked need not be asked again."""

    name: ClassVar[str] = "read_write_sets"

    def __call__(self, program: p.Program) -> Sets:
        """Tells it of the parts of one program."""
        return Sets(program)


class Sets:
    """What the parts of one program read and change."""

    def __init__(self, program: p.Program) -> None:
        self.program = program
        self.functions = p.functions(program)
        self.groups = {group.label: group for group in program.groups}
        self.steps = {step.name: step for step in program.steps}

    def _reached(self, node: object) -> Iterator[object]:
        """The same with the clauses of outcome groups."""
        waiting, seen = [node], set[str]()
        while waiting:
            for found in reached(waiting.pop(), self.functions):
                yield found
                if isinstance(found, p.Settle) and found.group not in seen:
                    seen.add(found.group)
                    waiting += [(clause.test, clause.effect) for clause in self.groups[found.group].clauses]

    def reads(self, expr: object) -> Names:
        """The zones and fields that something looks at."""
        found: set[str] = set()
        for node in self._reached(expr):
            match node:
                case t.Zone(name) | t.Field(name):
                    found.add(name)
                case t.Piles(_, zones):
                    found.update(zones)
                case t.CanMove() | t.Offered() | t.Weighed():
                    found.add(ANYTHING)
                case _:
                    pass
        return frozenset(found)

    def writes(self, body: object) -> Names:
        """The zones and fields that statements may change."""
        found: set[str] = set()
        for node in self._reached(body):
            match node:
                case p.MoveCards(_, source, target) | p.DrawCards(_, source, target):
                    found |= {source.name, target.name}
                case p.Shuffle(zone):
                    found.add(zone.name)
                case p.SetField(name) | p.Roll(name):
                    found.add(name)
                case _:
                    pass
        return frozenset(found)

    def answers_nothing(self, body: object) -> bool:
        """Does it lead play to no step?"""
        return not any(isinstance(node, t.StepName | t.StepBy) for node in self._reached(body))

    def size(self, body: object) -> int:
        """How many nodes it has, each function and group that it comes to counted once."""
        return sum(1 for _ in self._reached(body))

    def effects(self, labels: tuple[str, ...]) -> tuple[p.Function, ...]:
        """What the moves of these actions do."""
        return tuple(a.effect for a in self.program.actions if a.label in labels and a.effect is not None)

    def answers(self, step: p.StepDef, body: object) -> list[str]:
        """The steps that play may be led to by a body that is run at a step."""
        jumps = dict(self.program.jumps)
        found: dict[str, None] = {}
        for node in self._reached(body):
            match node:
                case t.StepName(name):
                    found[name] = None
                case t.StepBy(jump) if step.name in dict(jumps[jump]):
                    found[dict(jumps[jump])[step.name]] = None
                case _:
                    pass
        return list(found)

    def leaving(self, step: p.StepDef, arrived: Names, *, decided: bool = True) -> list[tuple[str, Names]]:
        """Where play goes on from a step (`decided`: also by a move), with what has changed since the endings were
        read."""
        match step.act:
            case p.LastStep():
                return []
            case p.RunStep(function):
                left = frozenset[str]() if step.reads else arrived | self.writes(function.body)
                return [(to, left) for to in self.answers(step, function.body)]
            case p.AskStep(actions, _, may, after, otherwise):
                found: list[tuple[str, Names]] = []
                if decided:
                    led = [to for effect in self.effects(actions) for to in self.answers(step, effect.body)]
                    found += [(to, frozenset()) for to in (after, *led)]
                if may:
                    found.append((after, arrived))
                if otherwise is not None:
                    left = frozenset[str]() if step.reads else arrived | self.writes(otherwise.body)
                    found += [(to, left) for to in self.answers(step, otherwise.body)]
                return found

    def changed_on_arrival(self) -> dict[str, Names]:
        """For each step what may have changed, on some way to it, since the endings of no step were last read."""
        before: dict[str, Names] = {step.name: frozenset() for step in self.program.steps}
        before[self.program.steps[0].name] = frozenset({ANYTHING})
        again = True
        while again:
            again = False
            for step in self.program.steps:
                for to, left in self.leaving(step, before[step.name]):
                    if not left <= before[to]:
                        before[to] |= left
                        again = True
        return before

    def going_round(self) -> frozenset[str]:
        """The steps to which play may come back without a decision, with those on the way from one to another."""
        ways = {s.name: [to for to, _ in self.leaving(s, frozenset(), decided=False)] for s in self.program.steps}
        left = set(ways)
        while True:
            come_to = {to for name in left for to in ways[name]}
            ended = {name for name in left if name not in come_to or not any(to in left for to in ways[name])}
            if not ended:
                return frozenset(left)
            left -= ended
