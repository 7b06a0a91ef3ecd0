"""Plays the shards of one simulation by any `concurrent.futures.Executor`, with the figures of one process.

Leaves which games a shard has to `hoyle.run.shards`, and playing them to `hoyle.run.simulating`. What is sent to a
worker is the game's IR as text; what comes back is sums. A shard that is played twice, as after a worker was lost,
gives the same sums both times: of each, one answer is taken.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from concurrent.futures import Executor, Future, as_completed
from contextlib import redirect_stdout
from dataclasses import dataclass, replace
from functools import lru_cache

from engine.interpreter.interpreter import Interpreter
from engine.simulate.simulate import Progress
from engine.simulate.sums import Sums, together
from hoyle.run.cluster import Cluster
from hoyle.run.shards import build, numbers
from hoyle.run.simulating import By, Simulated, Simulation, simulated
from hoyle.terminal.guard import Misuse
from spec.ir.printing import print_game, read_game

SHARDS = 64
"""So many shards has a run, unless somebody asks for another number: what a lost worker costs is one of them."""
MOST = 100_000


class OtherHoyle(RuntimeError):
    """A worker has another Hoyle than the process that asks it; the message says which."""


@dataclass(frozen=True, slots=True)
class Task:
    """What a worker is sent: the build of Hoyle that asks, the game, and which games of it are to be played."""

    build: str
    game: str
    order: Simulation


@dataclass(frozen=True, slots=True)
class Answer:
    """What comes back: the sums, the engine that they are by, and why it is not the compiled one."""

    sums: Sums
    engine: By
    reason: str


def spread(
    executor: Executor,
    interpreter: Interpreter,
    order: Simulation,
    *,
    shards: int = SHARDS,
    progress: Progress | None = None,
) -> Simulated:
    """Plays the games of an order in so many shards; the figures depend on neither their number nor their order.

    Ctrl-C ends it: the sums are then over the first games, as many shards as follow on. A game that is too large ends
    it as it ends `simulated`. Raises OtherHoyle, and whatever the executor raises for a worker that it lost.
    """
    of, game = min(shards, order.games, MOST), print_game(interpreter.game, spans=True)
    parts = [numbers(order.games, number, of) for number in range(1, of + 1)]
    orders = [replace(order, first=p.start, games=len(p), jobs=1, compiled=order.compiles) for p in parts]
    futures = [executor.submit(play, Task(build(), game, one)) for one in orders]
    played = 0
    try:
        for future in as_completed(futures):
            if future.cancelled():
                continue
            found = future.result().sums
            played += found.games
            if progress is not None:
                progress(played, order.games)
            if found.beyond is not None:
                for later in futures[futures.index(future) + 1 :]:
                    later.cancel()
    except KeyboardInterrupt:
        pass
    finally:
        for future in futures:
            future.cancel()
    answers = _first(futures)
    if not answers:
        raise KeyboardInterrupt
    engines = {answer.engine for answer in answers}
    reason = next((answer.reason for answer in answers if answer.reason), "")
    sums = together(answer.sums for answer in answers)
    return Simulated(interpreter.game, order, sums, engines.pop() if len(engines) == 1 else "both", reason)


def on_cluster(
    cluster: Cluster, interpreter: Interpreter, order: Simulation, progress: Progress | None = None
) -> Simulated:
    """The same by a cluster, in four shards for each worker at least. Raises Misuse where workers cannot do it."""
    try:
        with redirect_stdout(sys.stderr):  # what Ray says of lost workers is no figure
            return spread(cluster, interpreter, order, shards=max(SHARDS, 4 * cluster.workers), progress=progress)
    except OtherHoyle as error:
        raise Misuse(str(error)) from None


def _first(futures: Iterable[Future[Answer]]) -> list[Answer]:
    """The answers up to the first that did not come."""
    found = []
    for future in futures:
        if not future.done() or future.cancelled():
            break
        found.append(future.result())
    return found


def play(task: Task) -> Answer:
    """What a worker does. Raises OtherHoyle where it would not play by the same rules of ours."""
    if task.build != build():
        raise OtherHoyle(
            f"a worker has Hoyle {build()}, and {task.build} asks it; install the same one on all machines"
        )
    found = simulated(_interpreter(task.game), task.order)
    return Answer(found.sums, found.engine, found.reason)


@lru_cache(maxsize=4)
def _interpreter(game: str) -> Interpreter:
    read, found = read_game(game)
    assert read is not None, found
    return Interpreter(read)
