"""Many games played by several processes of the interpreter at once, with the figures of one.

Leaves playing and counting to `engine.simulate.simulate`. Processes take the games in lots; the lots are added up in
order. Games have their seeds by their number in the run, so it is of no account who plays which.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from functools import partial

from engine.interpreter.interpreter import Interpreter
from engine.luck.streams import Domain, derive
from engine.players.policy import Policy, make
from engine.processes.workers import Pool
from engine.simulate.simulate import Progress, Statistics, Tally, play_random, simulate
from spec.ir import nodes as ir

LOT = 20


def simulate_with(
    interpreter: Interpreter,
    games: int,
    seed: int = 0,
    *,
    most_moves: int = 10_000,
    jobs: int = 1,
    policies: tuple[str, ...] = (),
    progress: Progress | None = None,
    rows: bool = False,
) -> Statistics:
    """`engine.simulate.simulate.simulate` by that many processes; `policies` are names, one for each seat.

    Ctrl-C ends it: the figures are then those of the first games, as many as are told.
    """
    if jobs <= 1:
        players = tuple(make(name, interpreter) for name in policies)
        return simulate(interpreter, games, seed, most_moves=most_moves, progress=progress, policies=players, rows=rows)
    tally = Tally(interpreter.game, interpreter.layout.players, rows=rows)
    lots = (partial(_play, first, min(LOT, games - first)) for first in range(0, games, LOT))
    with (
        Pool(partial(_Player, interpreter.game, seed, most_moves, policies, rows), jobs) as pool,
        suppress(KeyboardInterrupt),
    ):
        for lot in pool.map(lots):
            tally.merge(lot)
            if progress is not None:
                progress(tally.played, games)
    return tally.result(tally.played, seed, most_moves)


class _Player:
    """What one process plays."""

    def __init__(self, game: ir.Game, seed: int, most_moves: int, policies: tuple[str, ...], rows: bool) -> None:
        self.interpreter, self.rows = Interpreter(game), rows
        self.seed, self.most_moves = seed, most_moves
        self.policies: tuple[Policy, ...] = tuple(make(name, self.interpreter) for name in policies)


def _play(first: int, count: int, player: _Player, tell: object) -> Iterator[Tally]:
    tally = Tally(player.interpreter.game, player.interpreter.layout.players, rows=player.rows)
    for i in range(first, first + count):
        seed = derive(player.seed, Domain.GAME, i)
        tally.add(play_random(player.interpreter, seed, player.most_moves, player.policies))
    yield tally.without_game()
