"""Plays random games at the ends of what the file allows: each number, and how many play, at its least and its most.

A fault there is a fault of the rule file, since the file allows that size, and a result of its own: it decides nothing
under the settings of the run, and games without one say nothing of the sizes between. Leaves playing to
`verify.random.random_play`, and making the game of other settings to whoever can read the rule file.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from time import perf_counter

from engine.interpreter.interpreter import Interpreter
from engine.processes.deadline import TimeUp
from spec.ir import nodes as ir
from spec.names.settings import SizeSetting
from verify.obligations.obligations import FAULT_CODES, other_size_obligation
from verify.obligations.verdict import Obligation, Result, Settings
from verify.random.random_play import Tally, play_games, random_games
from verify.run.task import Task, with_only

BY = "random play of other sizes"
GAMES, BETWEEN = 20, 3
"""So many games are played at each size, and at each of those between it and the size of the run."""
MOST_SIZES = 16

Sizes = tuple[tuple[str, int], ...]
"""What is set otherwise than in the run."""
PLAYERS = "players"


def faults_known(task: Task) -> tuple[Result, ...]:
    """The faults at which play of the game itself stops: while there is one, other sizes are not played."""
    codes = {code for code, _ in FAULT_CODES.values()}
    found = (r for r in task.known if r.verdict == "refuted" and r.own and r.obligation.code in codes)
    return tuple(sorted(found, key=lambda r: (r.obligation.code, r.obligation.subject)))


def free_settings(size_settings: Sequence[SizeSetting], fixed: Mapping[str, str]) -> tuple[SizeSetting, ...]:
    """What the file leaves to choose, and whoever started the run has not chosen."""
    return tuple(one for one in size_settings if one.low < one.high and one.name not in fixed)


def has_other_sizes(task: Task) -> bool:
    """Does the file allow other sizes than that of the run? Of a deck that the run has set it allows nothing."""
    return "deck" not in task.fixed and bool(free_settings(task.size_settings, task.fixed))


def extremes(free: Sequence[SizeSetting], own: Mapping[str, int]) -> Iterator[Sizes]:
    """Each setting at its least and its most, the others as they are; then each number so with as many players as may
    be, or as few."""
    for one in free:
        yield from (((one.name, end),) for end in (one.low, one.high) if end != own[one.name])
    seats = next((one for one in free if one.name == PLAYERS), None)
    for number in (one for one in free if one is not seats):
        if seats is None:
            return
        for many, end in ((seats.high, number.high), (seats.low, number.low)):
            if many != own[PLAYERS] and end != own[number.name]:
                yield (PLAYERS, many), (number.name, end)


def in_words(sizes: Sizes) -> str:
    """The settings as they are set: `players=6, hand_size=10`."""
    return ", ".join(f"{name}={value}" for name, value in sizes)


class Trials:
    """Games of other sizes, each size played once."""

    def __init__(self, task: Task) -> None:
        self._task = task
        self._tallies: dict[Sizes, tuple[ir.Game, Tally] | None] = {}

    def tried(self, sizes: Sizes, until: float, games: int = GAMES) -> tuple[ir.Game, Tally] | None:
        """The game of a size and what games of it have shown; None where the file makes no such game."""
        if sizes not in self._tallies:
            self._tallies[sizes] = self._play(sizes, until, games)
        return self._tallies[sizes]

    def _play(self, sizes: Sizes, until: float, games: int) -> tuple[ir.Game, Tally] | None:
        made = self._task.make({**self._task.fixed, **{name: str(value) for name, value in sizes}})
        if made is None:
            return None
        game, tally = with_only(made, frozenset(), frozenset()), Tally()
        self._task.progress(f"playing at random with {in_words(sizes)}")
        try:
            play_games(Interpreter(game), games, self._task.plan.seed, until=until, tally=tally)
        except TimeUp:
            tally.stopped_early = f"time was up after {tally.games} of {games} games"
        return made, tally

    def stops(self, sizes: Sizes, until: float) -> bool:
        """Did a game of this size stop at a fault?"""
        found = self.tried(sizes, until, BETWEEN)
        return found is not None and bool(found[1].faults)

    def nearest(self, sizes: Sizes, own: Mapping[str, int], until: float) -> Sizes:
        """A size at which play stops, with the last number halved towards that of the run as long as it does."""
        *others, (name, bad) = sizes
        good = own[name]
        while abs(bad - good) > 1 and perf_counter() < until:
            between = (bad + good) // 2
            if self.stops((*others, (name, between)), until):
                bad = between
            else:
                good = between
        return (*others, (name, bad))


def other_sizes(task: Task) -> Iterator[Result]:
    """What random games at the extreme sizes show: a fault with its game, or that none was met."""
    if faults_known(task):
        return
    values = dict(task.game.settings)
    free = tuple(one for one in free_settings(task.size_settings, task.fixed) if one.name in values)
    own = {one.name: int(values[one.name]) for one in free}
    asked = tuple(extremes(free, own))[:MOST_SIZES]
    trials = Trials(task)
    faulty: list[Sizes] = []
    late: list[str] = []
    for number, size in enumerate(asked):
        if any(set(one) < set(size) for one in faulty):
            continue
        until = perf_counter() + task.left / (len(asked) - number)
        found, at = trials.tried(size, until), size
        if found is not None and found[1].faults:
            at = trials.nearest(size, own, task.until)
            found = trials.tried(at, until)
            if any(set(one) < set(at) for one in faulty):
                continue
            faulty.append(at)
        if found is None or found[1].games:
            yield _result(at, found, task.plan.seed)
        else:
            late.append(in_words(at))
    if late:
        owed = Obligation("cut", "other sizes", "games of other sizes are checked", required=False)
        yield Result(owed, "unknown", BY, reason=f"there was no time for a game with {'; '.join(late)}", cut=True)


def _result(sizes: Sizes, found: tuple[ir.Game, Tally] | None, seed: int) -> Result:
    words = in_words(sizes)
    owed = other_size_obligation(words)
    if found is None:
        return Result(owed, "unknown", BY, reason=f"the rule file is refused with {words}; `hoyle check` says why")
    game, tally = found
    owed = replace(owed, under=Settings.of(game))
    scope = f"{random_games(tally.games)} with {words}, seed {seed}"
    for kind, witness in tally.faults.items():
        owed = replace(owed, sources=tally.fault_sources[kind])
        return Result(owed, "refuted", BY, scope, witness=witness)
    if tally.games > tally.beyond:
        return Result(owed, "tested", BY, scope, cut=bool(tally.stopped_early))
    return Result(owed, "unknown", BY, reason=tally.too_large)
