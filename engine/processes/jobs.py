"""Many games played by several processes of the interpreter at once, with the figures of one.

Leaves playing and counting to `engine.simulate.simulate`. Processes take the games in lots; the lots are added up in
order. Games have their seeds by their number in the run, so it is of no account who plays which.
"""

from __future__ import annotations

import signal
from collections.abc import Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import active_children, get_context

from engine.interpreter.interpreter import Interpreter
from engine.luck.streams import Domain, derive
from engine.players.policy import Policy, make
from engine.processes.programs import away_from_here, end_with_parent, share_memory
from engine.simulate.simulate import Progress, Statistics, Tally, play_random, simulate
from spec.ir import nodes as ir

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
    """`engine.simulate.simulate.simulate` by that many processes; `policies` are names, one for each seat.

    Ctrl-C ends it: the figures are then those of the first games, as many as are told.
    """
    if jobs <= 1:
        seated = tuple(make(name, interpreter) for name in policies)
        return simulate(interpreter, games, seed, most_moves=most_moves, progress=progress, policies=seated)
    tally = Tally(interpreter.game, interpreter.layout.players)
    lots = [(first, min(LOT, games - first)) for first in range(0, games, LOT)]
    start = (interpreter.game, seed, most_moves, policies, jobs)
    # Processes that were forked from one with threads may hang.
    with away_from_here():
        pool = ProcessPoolExecutor(jobs, mp_context=get_context("spawn"), initializer=_begin, initargs=start)
    others = set(active_children())
    waiting: list[Future[Tally]] = []
    try:
        for at in range(len(lots)):
            while len(waiting) < jobs * AHEAD and at + len(waiting) < len(lots):
                with _interrupts_later(), away_from_here():
                    waiting.append(pool.submit(_play, *lots[at + len(waiting)]))
            tally.merge(waiting.pop(0).result())
            if progress is not None:
                progress(tally.played, games)
    except KeyboardInterrupt:
        # A lot of games between players that search may take minutes.
        for process in set(active_children()) - others:
            process.kill()
    finally:
        pool.shutdown(wait=True, cancel_futures=True)
    return tally.result(tally.played, seed, most_moves)


@contextmanager
def _interrupts_later() -> Iterator[None]:
    """Ctrl-C waits until the block is over, and never reaches the processes that are begun in it.

    It is sent to every process of the terminal; only the one that adds up decides what it means.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, (signal.SIGINT,))
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


class _Player:
    """What one process plays."""

    def __init__(self, game: ir.Game, seed: int, most_moves: int, policies: tuple[str, ...]) -> None:
        self.interpreter = Interpreter(game)
        self.seed, self.most_moves = seed, most_moves
        self.policies: tuple[Policy, ...] = tuple(make(name, self.interpreter) for name in policies)


_players: list[_Player] = []


def _begin(game: ir.Game, seed: int, most_moves: int, policies: tuple[str, ...], jobs: int) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    share_memory(jobs)
    end_with_parent()
    _players[:] = [_Player(game, seed, most_moves, policies)]


def _play(first: int, count: int) -> Tally:
    (player,) = _players
    tally = Tally(player.interpreter.game, player.interpreter.layout.players)
    for i in range(first, first + count):
        seed = derive(player.seed, Domain.GAME, i)
        tally.add(play_random(player.interpreter, seed, player.most_moves, player.policies))
    return tally.without_game()
