"""Plays many games with the fastest engine that can: compiled C where it is worth its second, else the interpreter.

Leaves playing and counting to `engine.simulate.simulate`, `engine.processes.jobs` and `engine.c.compiled.simulate`.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, replace
from time import perf_counter
from typing import TYPE_CHECKING, Literal

from engine.interpreter.faults import BeyondLimits
from engine.interpreter.interpreter import Interpreter
from engine.processes.deadline import until
from engine.processes.jobs import LOT, added_up_by
from engine.simulate.simulate import Progress, Statistics, statistics
from engine.simulate.sums import Sums
from spec.ir import nodes as ir

if TYPE_CHECKING:
    from engine.c.compiled.profile import Profiled

MANY = 2000
"""From so many games on compiling is worth its second."""
FEW = {"greedy": 20, "mcts": 2}
"""The same where somebody plays so, which takes much longer."""
TRIED, LONG = 1.0, 4.0
"""Seconds: after the first, fewer games are compiled too, if the interpreter would go on for longer than the second."""

Engine = Literal["auto", "interpreter", "native"]
By = Literal["interpreter", "native", "both"]
"""The engine that played; of shards, where some were played by one and some by the other, `both`."""


@dataclass(frozen=True, slots=True)
class Simulation:
    """What is to be played: so many games of a run, from number `first` on.

    `policies` names one for each seat; () where all play at random. `rows`: each game is told by itself too.
    """

    games: int
    seed: int = 0
    most_moves: int = 10_000
    jobs: int = 1
    policies: tuple[str, ...] = ()
    engine: Engine = "auto"
    rows: bool = False
    compiled: bool = False
    """Does `auto` compile, however few the games are?"""
    first: int = 0
    partly: bool = False
    """Are the games before one that is too large told, however few? Then the sums say why they are no more."""

    @property
    def numbers(self) -> range:
        """The numbers of the games."""
        return range(self.first, self.first + self.games)

    @property
    def compiles(self) -> bool:
        """Is compiled code to be tried?"""
        many = min((FEW[name] for name in self.policies if name in FEW), default=MANY)
        return self.engine == "native" or (self.engine == "auto" and (self.compiled or self.games >= many))


@dataclass(frozen=True, slots=True)
class Simulated:
    """The sums, the engine that they are by, and why it is not the compiled one where that was tried."""

    game: ir.Game
    order: Simulation
    sums: Sums
    engine: By
    reason: str = ""

    @property
    def figures(self) -> Statistics:
        """What the sums come to."""
        return statistics(self.game, self.sums, self.order.seed, self.order.most_moves)


def simulated(interpreter: Interpreter, order: Simulation, progress: Progress | None = None) -> Simulated:
    """Plays the games; the figures do not depend on the engine.

    Where the interpreter comes to more moves than it lists, compiled code, which only counts them, may play on. Else
    the figures are of the games before that one, or of none (BeyondLimits): see `Simulation.partly`.
    """
    reason, game = "", interpreter.game
    if order.compiles:
        found = _compiled(interpreter, order, progress)
        if isinstance(found, Sums):
            return Simulated(game, order, found, "native")
        reason = found
    tries = order.engine == "auto" and not order.compiles
    try:
        sums = _tried(interpreter, order, progress) if tries else _interpreted(interpreter, order, progress)
        if sums is None:
            return simulated(interpreter, replace(order, compiled=True), progress)
        if sums.beyond is None:
            return Simulated(game, order, sums, "interpreter", reason)
        beyond = BeyondLimits(sums.beyond.sentence, sums.beyond.at)
    except BeyondLimits as error:  # a process was lost
        sums, beyond = None, error
    found = "" if order.engine != "auto" or order.compiles else _compiled(interpreter, order, progress)
    if isinstance(found, Sums):
        return Simulated(game, order, found, "native")
    if sums is None or not order.partly:
        raise beyond
    return Simulated(game, order, sums, "interpreter", reason)


def need_a_game(sums: Sums) -> None:
    """Raises BeyondLimits where the first game is too large: there is nothing to tell."""
    if sums.beyond is not None and not sums.games:
        raise BeyondLimits(sums.beyond.sentence, sums.beyond.at)


@dataclass(frozen=True, slots=True)
class Measured:
    """A simulation, and where its time went."""

    played: Simulated
    profile: Profiled


def measured(interpreter: Interpreter, order: Simulation, progress: Progress | None = None) -> Measured | str:
    """Plays the games by compiled code that is made to be measured, or why there is none; the figures are the same."""
    from engine.c.compiled.build import NotBuilt
    from engine.c.compiled.library import NativeError
    from engine.c.compiled.profile import profiled
    from engine.core.unsupported import Unsupported

    try:
        found = profiled(interpreter, order.numbers, order.seed, most_moves=order.most_moves, progress=progress)
    except (Unsupported, NativeError) as error:
        return str(error)
    if isinstance(found, NotBuilt):
        return found.reason
    return Measured(Simulated(interpreter.game, order, found.sums, "native"), found)


class _Slow(Exception):
    """Many seconds of play by the interpreter are ahead."""


def _tried(interpreter: Interpreter, order: Simulation, progress: Progress | None) -> Sums | None:
    """The sums by the interpreter; None where compiled code would be sooner, which also the middle of a game may show.

    Where no timer can interrupt a game (`engine.processes.deadline`), it shows at the end of one.
    """
    at_once = 1 if order.jobs <= 1 else order.jobs * LOT
    began = perf_counter()
    with until(_patience(began, began, at_once, order.games)) as bounded:

        def tell(played: int, games: int) -> None:
            if progress is not None:
                progress(played, games)
            now = perf_counter()
            taken = now - began
            if taken > TRIED and taken * (games - played) > LONG * played:
                raise _Slow
            bounded.later(_patience(began, now, played + at_once, games))

        sums: Sums | None = None
        with suppress(_Slow):
            sums = _interpreted(interpreter, order, tell)
    return None if bounded.over else sums


def _patience(began: float, now: float, played: int, games: int) -> float:
    """Until when those that are under way may go on, where `played` counts them too: then what is left is too much even
    if they ended at once, or one of them alone takes too long."""
    left = games - played
    return min(now + max(TRIED, LONG), began + max(TRIED, LONG * played / left) if left > 0 else float("inf"))


def _interpreted(interpreter: Interpreter, order: Simulation, progress: Progress | None) -> Sums:
    return added_up_by(
        interpreter,
        order.numbers,
        order.seed,
        most_moves=order.most_moves,
        jobs=order.jobs,
        policies=order.policies,
        progress=progress,
        rows=order.rows,
    )


def _compiled(interpreter: Interpreter, order: Simulation, progress: Progress | None) -> Sums | str:
    """The sums by compiled code, or why there are none."""
    from engine.c.compiled import simulate as native
    from engine.c.compiled.build import NotBuilt
    from engine.c.compiled.library import NativeError, load, load_seated
    from engine.c.compiled.policy_players import Seats
    from engine.core.unsupported import Unsupported

    try:
        library = load_seated(interpreter.game) if order.policies else load(interpreter.game, fast=True)
        if isinstance(library, NotBuilt):
            return library.reason
        return native.added_up(
            library,
            interpreter,
            order.numbers,
            order.seed,
            most_moves=order.most_moves,
            jobs=order.jobs,
            progress=progress,
            seats=Seats(order.policies) if order.policies else None,
            rows=order.rows,
        )
    except (Unsupported, NativeError) as error:
        return str(error)
