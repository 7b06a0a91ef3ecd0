"""Many games played by several processes of the interpreter at once, with the figures of one.

Leaves playing and counting to `engine.simulate`. Processes take the games in lots; the lots are added up in order.
Games have their seeds by their number in the run, so it is of no account who plays which.
"""

from __future__ import annotations

import signal
from concurrent.futures import Future, ProcessPoolExecutor
from multiprocessing import get_context

from engine.interpreter import Interpreter
from engine.policy import Policy, make
from engine.simulate import Progress, Statistics, Tally, play_random, simulate
from engine.streams import Domain, derive
from spec import ir

LOT = 20
AHEAD = 3
"""So many lots a process are handed out before the first of them is needed."""


def simulate_with(
    interpreter: Interpreter,
    games: int,
    seed: int = 0,
    *,
    most_moves: int = 10_000,
    jobs: int = 1,
    policies: tuple[str, ...] = (),
    progress: Progress | None = None,
) -> Statistics:
    """`engine.simulate.simulate` by that many processes; `policies` are names, one for each seat.

    Ctrl-C ends it: the figures are then those of the first games, as many as are told.
    """
    if jobs <= 1:
        seated = tuple(make(name, interpreter) for name in policies)
        return simulate(interpreter, games, seed, most_moves=most_moves, progress=progress, policies=seated)
    tally = Tally(interpreter.game, interpreter.layout.players)
    lots = [(first, min(LOT, games - first)) for first in range(0, games, LOT)]
    start = (interpreter.game, seed, most_moves, policies)
    # Processes that were forked from one with threads may hang.
    pool = ProcessPoolExecutor(jobs, mp_context=get_context("spawn"), initializer=_begin, initargs=start)
    waiting: list[Future[Tally]] = []
    try:
        for at in range(len(lots)):
            while len(waiting) < jobs * AHEAD and at + len(waiting) < len(lots):
                waiting.append(pool.submit(_play, *lots[at + len(waiting)]))
            tally.merge(waiting.pop(0).result())
            if progress is not None:
                progress(tally.played, games)
    except KeyboardInterrupt:
        pass
    finally:
        pool.shutdown(wait=True, cancel_futures=True)
    return tally.result(tally.played, seed, most_moves)


class _Player:
    """What one process plays."""

    def __init__(self, game: ir.Game, seed: int, most_moves: int, policies: tuple[str, ...]) -> None:
        self.interpreter = Interpreter(game)
        self.seed, self.most_moves = seed, most_moves
        self.policies: tuple[Policy, ...] = tuple(make(name, self.interpreter) for name in policies)


_players: list[_Player] = []


def _begin(game: ir.Game, seed: int, most_moves: int, policies: tuple[str, ...]) -> None:
    # Ctrl-C reaches every process of the terminal; only the one that adds up decides what it means.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _players[:] = [_Player(game, seed, most_moves, policies)]


def _play(first: int, count: int) -> Tally:
    (player,) = _players
    tally = Tally(player.interpreter.game, player.interpreter.layout.players)
    for i in range(first, first + count):
        seed = derive(player.seed, Domain.GAME, i)
        tally.add(play_random(player.interpreter, seed, player.most_moves, player.policies))
    return tally.without_game()
