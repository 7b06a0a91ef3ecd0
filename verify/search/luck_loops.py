"""Looks for play that can go on for ever by luck: a whole position that comes back if luck comes out as it did before.

Such luck may have probability zero; that every play ends is refuted by it all the same, and nothing else is. Leaves
loops without luck to `verify.search.lassos`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from time import perf_counter

from engine.interpreter.interpreter import Interpreter, Turn
from engine.interpreter.moves import Move
from engine.interpreter.position import Position
from engine.luck.chance import Recording, Seeded
from engine.luck.streams import Domain, derive
from engine.players.policy import Choosers
from verify.obligations.obligations import ends_owed
from verify.obligations.verdict import Result, Witness
from verify.obligations.witness import make_witness
from verify.run.task import Task
from verify.search.repeated_luck import Again

BY = "random games in which luck comes out as before"
MOST_AGAIN = 2
"""So often in a row luck comes out as before; then it is drawn anew, so that a loop can be left."""
MOST_MOVES = 200


def lucky_loops(task: Task) -> Iterator[Result]:
    """A refutation of `every play ends`, where a loop is found; nothing else."""
    task.progress("looking for loops by luck")
    began = perf_counter()
    for number in range(task.plan.games):
        if perf_counter() > task.until:
            return
        found = lucky_loop(task.interpreter, derive(task.plan.seed, Domain.GAME, number), task.until)
        if found is not None:
            for one in ends_owed(task.game):
                scope, seconds = "a game of full size", perf_counter() - began
                yield Result(one, "refuted", BY, scope, witness=found, seconds=seconds)
            return


def lucky_loop(interpreter: Interpreter, seed: int, until: float = float("inf")) -> Witness | None:
    """A random game up to where a position comes back, if one does."""
    luck, choosers = Recording(Again(Seeded(seed), MOST_AGAIN)), Choosers(interpreter, seed)
    made: list[Move] = []
    seen: dict[Position, int] = {}
    turn = interpreter.start(luck)
    while True:
        back = _come_back(turn, seen, len(made))
        if back is not None:
            position, moves = back
            witness = make_witness(interpreter, luck.outcomes, made, position, _sentence(moves))
            return replace(witness, loop=moves)
        if turn.position.over or len(made) >= MOST_MOVES or perf_counter() > until:
            return None
        made.append(choosers.move(turn))
        turn = interpreter.apply(turn.position, made[-1], luck)


def _come_back(turn: Turn, seen: dict[Position, int], made: int) -> tuple[Position, int] | None:
    """A position that was there before, and how many moves ago; notes the others."""
    for position in (*turn.passed, turn.position):
        if position.over:
            continue
        if position in seen:
            return position, made - seen[position]
        seen[position] = made
    return None


def _sentence(moves: int) -> str:
    last = "with no move in between" if not moves else f"after {'one move' if moves == 1 else f'{moves:,} moves'}"
    return f"play returns to this position {last}, and so goes on for ever if luck repeats each time (lasso)"
