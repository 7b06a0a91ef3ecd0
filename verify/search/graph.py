"""What a search has seen of the plays of a game, and what shape play has in it: loops, traps, the longest play.

Leaves following the plays to `verify.search.search`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TypeVar

from engine.interpreter.moves import Move
from engine.interpreter.position import Position
from engine.luck.chance import Outcome
from spec.ir import nodes as ir

K = TypeVar("K")
V = TypeVar("V")
Way = tuple[Position | None, Move | None, tuple[Outcome, ...]]


@dataclass(slots=True)
class Found:
    """All states reached, how each was first reached, and what was seen on the way.

    `deals` counts the deals of which every play was followed; `cut` says why there are not more ('' if there are none).
    """

    came: dict[Position, Way] = field(default_factory=dict)
    between: dict[Position, Way] = field(default_factory=dict)
    after: dict[Position, dict[Position, None]] = field(default_factory=dict)
    """What follows each, in the order in which it was reached: a set's order differs from run to run."""
    by_move: dict[Position, list[frozenset[Position]]] = field(default_factory=dict)
    faults: dict[str, Position] = field(default_factory=dict)
    broken: dict[str, tuple[Position, str]] = field(default_factory=dict)
    shown_wrong: dict[str, tuple[Position, str]] = field(default_factory=dict)
    seen: dict[str, Position] = field(default_factory=dict)
    read: set[str] = field(default_factory=set)
    fired: set[ir.ClauseId] = field(default_factory=set)
    deals: int = 0
    cut: str = ""

    @property
    def bad(self) -> bool:
        """Was a fault or a broken claim met? That a claim breaks which the file calls wrong is as it should be."""
        return bool(self.faults or self.broken)

    def add(self, other: Found) -> None:
        """Takes in what another deal has shown; what came first stays."""
        _keep(self.came, other.came)
        _keep(self.between, other.between)
        _keep(self.faults, other.faults)
        _keep(self.broken, other.broken)
        _keep(self.shown_wrong, other.shown_wrong)
        _keep(self.seen, other.seen)
        self.after.update(other.after)
        self.by_move.update(other.by_move)
        self.read |= other.read
        self.fired |= other.fired


def _keep(mine: dict[K, V], more: dict[K, V]) -> None:
    for key, value in more.items():
        mine.setdefault(key, value)


def path(found: Found, position: Position) -> tuple[list[Outcome], list[Move]]:
    """The outcomes of chance and the moves of a shortest play to a position."""
    outcomes: list[Outcome] = []
    moves: list[Move] = []
    at: Position | None = position
    while at is not None:
        before, move, luck = found.came[at] if at in found.came else found.between[at]
        outcomes[:0] = luck
        if move is not None:
            moves.insert(0, move)
        at = before
    return outcomes, moves


def loop(found: Found) -> tuple[Position, ...]:
    """States by which play can come back to the first of them, () where every play ends; depth-first search."""
    colour: dict[Position, int] = {}
    for root in found.after:
        if root in colour:
            continue
        stack: list[tuple[Position, Iterator[Position]]] = [(root, iter(found.after.get(root, ())))]
        colour[root] = 1
        while stack:
            position, rest = stack[-1]
            following = next(rest, None)
            if following is None:
                colour[position] = 2
                stack.pop()
            elif colour.get(following, 0) == 1:
                circle = [p for p, _ in stack]
                return (*circle[circle.index(following) :], following)
            elif following not in colour:
                colour[following] = 1
                stack.append((following, iter(found.after.get(following, ()))))
    return ()


def endless_from(found: Found) -> Position | None:
    """A state from which no end can be reached, or None."""
    before: dict[Position, list[Position]] = {}
    for position, afters in found.after.items():
        for following in afters:
            before.setdefault(following, []).append(position)
    good = [p for p in found.came if p.result is not None]
    marked = set(good)
    while good:
        for position in before.get(good.pop(), ()):
            if position not in marked:
                marked.add(position)
                good.append(position)
    return next((p for p in found.came if p not in marked and p.fault is None), None)


def trap(found: Found) -> Position | None:
    """The first state from which moves can be chosen so that whatever luck does, play never ends; or None.

    A state is no such one if each of its moves may lead, by some luck, to one that is none: those are taken away until
    nothing is left to take.
    """
    before: dict[Position, list[tuple[Position, int]]] = {}
    for position, moves in found.by_move.items():
        for number, reached in enumerate(moves):
            for following in reached:
                before.setdefault(following, []).append((position, number))
    left = {position: set(range(len(moves))) for position, moves in found.by_move.items()}
    gone = [position for position in found.came if not left.get(position)]
    while gone:
        for position, number in before.get(gone.pop(), ()):
            if number in left[position]:
                left[position].discard(number)
                if not left[position]:
                    gone.append(position)
    return next((position for position in found.came if left.get(position)), None)


def longest_play(found: Found) -> int:
    """The most decisions in one play; only where no state can come again."""
    order: list[Position] = []
    seen: set[Position] = set()
    for root in found.after:
        stack: list[tuple[Position, bool]] = [(root, False)]
        while stack:
            position, done = stack.pop()
            if done:
                order.append(position)
            elif position not in seen:
                seen.add(position)
                stack.append((position, True))
                stack.extend((p, False) for p in found.after.get(position, ()))
    length: dict[Position, int] = {}
    for position in order:
        length[position] = max((1 + length.get(p, 0) for p in found.after.get(position, ())), default=0)
    return max(length.values(), default=0)
