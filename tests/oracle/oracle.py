"""A plain answer to what a tiny game owes: every play is followed, one by one, and what is met is written down.

Nothing is taken from `verify`: luck is listed here, positions are followed by the interpreter's `start`, `resume` and
`apply`, and conditions are read by its `evaluate`. Slow and obvious; other ways of deciding must agree with it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from math import factorial
from typing import TypeVar

from engine.interpreter.faults import Fault
from engine.interpreter.interpreter import Interpreter, Turn
from engine.interpreter.position import Position
from spec.ir import nodes as ir

T = TypeVar("T")


class Luck:
    """Gives outcomes by a list of numbers, and the first one after its end; writes down how many there were."""

    def __init__(self, numbers: tuple[int, ...]) -> None:
        self.numbers = numbers
        self.given: list[int] = []
        self.ways: list[int] = []

    def _next(self, ways: int) -> int:
        at = len(self.given)
        number = self.numbers[at] if at < len(self.numbers) else 0
        self.given.append(number)
        self.ways.append(ways)
        return number

    def pick(self, n: int) -> int:
        return self._next(n)

    def shuffle(self, cards: tuple[int, ...]) -> tuple[int, ...]:
        """The order of that number among all of them, in the factorial number system."""
        number, left, order = self._next(factorial(len(cards))), list(cards), []
        for size in range(len(cards), 0, -1):
            at, number = divmod(number, factorial(size - 1))
            order.append(left.pop(at))
        return tuple(order)


def all_luck(run: Callable[[Luck], T]) -> Iterator[T]:
    """What comes of a run, for every way that luck can go."""
    waiting: list[tuple[int, ...]] = [()]
    while waiting:
        luck = Luck(waiting.pop())
        yield run(luck)
        for at in range(len(luck.numbers), len(luck.given)):
            waiting += [(*luck.given[:at], other) for other in range(1, luck.ways[at])]


def every_deal(interpreter: Interpreter) -> Iterator[Turn]:
    """Every way to begin."""
    return all_luck(interpreter.start)


@dataclass
class Known:
    """All that is so in the plays of a tiny game; `whole` is no where there were too many positions to follow."""

    positions: dict[Position, set[Position]] = field(default_factory=dict)
    faults: set[str] = field(default_factory=set)
    fault_at: set[tuple[str, str]] = field(default_factory=set)
    won: set[tuple[str, str, int]] = field(default_factory=set)
    broken: set[str] = field(default_factory=set)
    held: set[str] = field(default_factory=set)
    spoken: set[str] = field(default_factory=set)
    whole: bool = True

    @property
    def ends(self) -> bool:
        """Does every play end? Positions without a way on are taken off until none is left, or only circles are."""
        left = {p: set(after) for p, after in self.positions.items()}
        before: dict[Position, list[Position]] = {}
        for position, after in left.items():
            for one in after:
                before.setdefault(one, []).append(position)
        done = [p for p, after in left.items() if not after]
        count = 0
        while done:
            gone = done.pop()
            count += 1
            for position in before.get(gone, ()):
                left[position].discard(gone)
                if not left[position]:
                    done.append(position)
        return count == len(left)

    @property
    def endable(self) -> bool:
        """Can an end still be reached from every position that has met no fault?"""
        before: dict[Position, list[Position]] = {}
        for position, after in self.positions.items():
            for one in after:
                before.setdefault(one, []).append(position)
        todo = [p for p in self.positions if p.result is not None]
        good = set(todo)
        while todo:
            new = [p for p in before.get(todo.pop(), ()) if p not in good]
            good.update(new)
            todo += new
        return all(p in good or p.fault is not None for p in self.positions)


def follow(interpreter: Interpreter, deals: Iterator[Turn], most: int = 20_000) -> Known:
    """Everything that can happen after some deals."""
    known = Known()
    waiting: list[Turn] = []

    def come_to(turn: Turn) -> None:
        known.won |= {(e.kind, e.source.label, e.source.span.start) for e in turn.events}
        for position in (*turn.passed, turn.position):
            _read(interpreter, position, known)
        if turn.position not in known.positions:
            known.positions[turn.position] = set()
            fault = turn.position.fault
            if fault is not None:
                known.faults.add(_kind(interpreter.game, fault))
                known.fault_at |= _asked(interpreter.game, fault)
            waiting.append(turn)

    for deal in deals:
        come_to(deal)
    while waiting and len(known.positions) <= most:
        turn = waiting.pop()
        for move in turn.moves:
            for after in all_luck(partial(interpreter.apply, turn.position, move)):
                known.positions[turn.position].add(after.position)
                come_to(after)
    known.whole = not waiting
    return known


def _kind(game: ir.Game, fault: Fault) -> str:
    """What a fault is called: a clash of two ends is a collision."""
    two = {source.label for source in fault.sources[:2]}
    ends = fault.kind == "clash" and len(two) == 2 and two <= {end.source.label for end in game.endings}
    return "collision" if ends else fault.kind


def _asked(game: ir.Game, fault: Fault) -> set[tuple[str, str]]:
    """The kind of a fault with the outcome or move that was asked: the one whose clauses, or itself, it names first."""
    if _kind(game, fault) == "collision":
        return set()
    words = [("outcome", g) for g in game.groups] + [("move", a) for a in game.actions]
    owners = [(f"{word} {x.source.label}", {s.clause for s in (x.source, *_clauses(x))}) for word, x in words]
    for source in fault.sources:
        named: set[tuple[str, str]] = {(fault.kind, subject) for subject, of in owners if source.clause in of}
        if named:
            return named
    return set()


def _clauses(asked: ir.Group | ir.Action) -> list[ir.Source]:
    return [c.source for c in asked.clauses]


def _read(interpreter: Interpreter, position: Position, known: Known) -> None:
    for claim in interpreter.game.claims:
        if claim.kind not in ("always", "never", "sometimes") or not _about(interpreter, claim, position):
            continue
        known.spoken.add(claim.source.label)
        value = interpreter.evaluate(claim.cond, position)
        yes = isinstance(value, int) and bool(value)
        if isinstance(value, int) and yes:
            known.held.add(claim.source.label)
        if not isinstance(value, int) or (claim.kind != "sometimes" and yes != (claim.kind == "always")):
            known.broken.add(claim.source.label)


def _about(interpreter: Interpreter, claim: ir.Claim, position: Position) -> bool:
    """Is the claim about this position? With no step told, it is about decisions and ends, and not about faults."""
    if position.fault is not None:
        return False
    if position.result is not None:
        return not claim.at
    step = interpreter.game.steps[position.step]
    return step.source.label in claim.at if claim.at else isinstance(step.act, ir.Ask)
