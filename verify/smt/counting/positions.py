"""Positions of random games at every step of play, in the numbers that are counted there.

Leaves what is made of them to `verify.smt.counting.abstraction`, and games themselves to the engine.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from time import perf_counter

from engine.interpreter.interpreter import Interpreter
from engine.interpreter.position import Position
from engine.luck.chance import Seeded
from engine.luck.streams import Domain, derive
from engine.players.policy import Choosers
from spec.ir import nodes as ir
from verify.smt.counting.clauses import END
from verify.smt.counting.counted import Counting
from verify.smt.counting.hulls import Point

MOST_MOVES = 400
MOST_AT_ONE_PLACE = 4_000
"""So many positions are kept of each place."""


@dataclass(slots=True)
class Played:
    """Positions at each place of play, none twice, and of how many games."""

    at: dict[int, dict[Position, None]] = field(default_factory=dict)
    games: int = 0

    def points(self, counting: Counting) -> Mapping[int, list[Point]]:
        """The same in numbers."""
        return {place: list(dict.fromkeys(map(counting.values, positions))) for place, positions in self.at.items()}


def place_of(position: Position) -> int:
    """The place at which a position stands."""
    return END if position.result is not None else position.step


def ways(game: ir.Game, seed: int, games: int, until: float) -> Iterator[tuple[int, Position | None, Position]]:
    """From each step of random games to the next one, each with its game's number; None before the first step."""
    interpreter = Interpreter(game, every_step=True)
    for number in range(games):
        own = derive(seed, Domain.GAME, number)
        luck, choosers = Seeded(own), Choosers(interpreter, own)
        turn, last = interpreter.start(luck), None
        for _ in range(MOST_MOVES):
            here = turn.position
            passed = turn.passed if here.result is not None or here.fault is not None else turn.passed[:-1]
            for position in passed:
                yield number, last, position
                last = position
            if here.fault is not None:
                break
            yield number, last, here
            if here.over or perf_counter() > until:
                break
            last = here
            turn = interpreter.apply(here, choosers.move(turn), luck)
        if perf_counter() > until:
            return


@dataclass(frozen=True, slots=True)
class Passed:
    """A step of a random game, from place to place."""

    source: int
    target: int
    before: Position
    after: Position


MOST_OF_ONE_WAY = 80
"""So many steps are kept of those from one place to another."""


def passed(game: ir.Game, seed: int, games: int, until: float) -> list[Passed]:
    """Steps of some random games, some of each way on."""
    found: dict[tuple[int, int], list[Passed]] = {}
    for _, before, after in ways(game, seed, games, until):
        if before is not None:
            step = Passed(place_of(before), place_of(after), before, after)
            same = found.setdefault((step.source, step.target), [])
            if len(same) < MOST_OF_ONE_WAY:
                same.append(step)
    return [step for same in found.values() for step in same]


def played(game: ir.Game, seed: int, games: int, until: float) -> Played:
    """The positions of some random games."""
    found = Played()
    for number, _, position in ways(game, seed, games, until):
        found.games = number + 1
        kept = found.at.setdefault(place_of(position), {})
        if len(kept) < MOST_AT_ONE_PLACE:
            kept.setdefault(position)
    return found
