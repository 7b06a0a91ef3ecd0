"""Random games stage by stage, for techniques that look closer at some positions than play itself does.

Leaves what is looked for to `verify.random.information_leaks`, `verify.random.commutation` and `verify.search.lassos`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from time import perf_counter

from engine.interpreter.interpreter import Interpreter, Turn
from engine.interpreter.moves import Move
from engine.interpreter.position import Position
from engine.luck.chance import Outcome, Recording, Seeded
from engine.luck.streams import Domain, derive
from engine.players.policy import Choosers

MOST_MOVES = 400


@dataclass(frozen=True, slots=True)
class Stage:
    """A turn of a random game with the luck and moves that led to it.

    `before` is the position from which the last move was made (None at the start) and `last` the luck since then.
    """

    turn: Turn
    outcomes: tuple[Outcome, ...]
    moves: tuple[Move, ...]
    before: Position | None
    last: tuple[Outcome, ...]


def random_walks(interpreter: Interpreter, games: int, seed: int, until: float) -> Iterator[tuple[int, Stage]]:
    """The stages of up to so many games, each with its game's number, until a clock time."""
    for number in range(games):
        for stage in random_walk(interpreter, derive(seed, Domain.GAME, number), until):
            yield number, stage
        if perf_counter() > until:
            return


def random_walk(interpreter: Interpreter, seed: int, until: float) -> Iterator[Stage]:
    """The stages of the random game of a seed, until a clock time."""
    luck, choosers = Recording(Seeded(seed)), Choosers(interpreter, seed)
    made: tuple[Move, ...] = ()
    before: Position | None = None
    used = 0
    turn = interpreter.start(luck)
    while True:
        outcomes = tuple(luck.outcomes)
        yield Stage(turn, outcomes, made, before, outcomes[used:])
        if turn.position.over or len(made) >= MOST_MOVES or perf_counter() > until:
            return
        used = len(outcomes)
        move = choosers.move(turn)
        before, made = turn.position, (*made, move)
        turn = interpreter.apply(before, move, luck)
