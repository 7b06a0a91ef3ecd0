"""Looks for loops without luck near positions of random games, by compiled code: far more positions than in Python.

Leaves playing the random games to `verify.random.random_walks` and telling the loop to `verify.search.lassos`.
"""

from __future__ import annotations

from time import perf_counter

from engine.c.compiled.build import NotBuilt
from engine.c.search.explorer import Explorer, explorer
from engine.core.unsupported import Unsupported
from engine.interpreter.interpreter import Interpreter
from engine.interpreter.moves import Move
from engine.luck.streams import Domain, derive
from verify.random.random_walks import Stage, random_walk

NEAR = 30_000
BEAM = 500
"""So many positions are looked at from one of a game, and at most so many of one depth."""
MOST_BYTES = 1 << 29
EVERY = 5

Loop = tuple[Stage, list[Move], list[Move]]


def compiled_loop(
    interpreter: Interpreter, games: int, seed: int, until: float, made: Explorer | None = None
) -> Loop | None:
    """A stage of a random game, moves from there to another position, and moves round back to that one.

    Of those found in half of the time that is left after the first the one with the shortest play. `made` looks, or
    what is made here.
    """
    made = made or explorer_of(interpreter)
    best: Loop | None = None
    if made is None:
        return None
    for number in range(games):
        for stage in random_walk(interpreter, derive(seed, Domain.GAME, number), until):
            if perf_counter() > until or _length(best) <= len(stage.moves):
                break
            if stage.turn.position.over or (len(stage.moves) + number) % EVERY:
                continue
            found = made.loop_near(stage.turn.position, NEAR, BEAM)
            if found is None:
                continue
            moves, stem = found
            loop = (stage, list(moves[:stem]), list(moves[stem:]))
            if best is None:
                until -= (until - perf_counter()) / 2
            if _length(loop) < _length(best):
                best = loop
    return best


def _length(loop: Loop | None) -> float:
    return float("inf") if loop is None else len(loop[0].moves) + len(loop[1]) + len(loop[2])


def explorer_of(interpreter: Interpreter) -> Explorer | None:
    """What explores the game by compiled code; None where there is none."""
    try:
        made = explorer(interpreter.game, most_bytes=MOST_BYTES, undecided=False, alike=False)
    except Unsupported:
        return None
    return None if isinstance(made, NotBuilt) else made
