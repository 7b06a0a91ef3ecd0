"""What is added up over some games of a run, in whole numbers alone: sums of parts make the figures of the whole.

Leaves playing to `engine.simulate.simulate` and `engine.c.compiled.simulate`, and shares and means to the first. A game
has a number in its run, from 0, by which its luck is drawn: who played it, when, and beside which others is no matter.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import reduce
from typing import Literal

from engine.interpreter.faults import Fault
from spec.ir import nodes as ir

LONGEST = 10_000
"""Games of more moves are counted with those of so many, where lengths are told."""


@dataclass(frozen=True, slots=True)
class GameRow:
    """One game of a run, as a row of a table: how it ended (`ending` where it did), and what each seat got.

    Turns and returns are 0 where it did not end.
    """

    seed: int
    how: Literal["ended", "cut", "fault"]
    ending: str
    decisions: int
    turns: int
    offered: int
    returns: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class EndingSum:
    """How many games an ending ended, and the number of the first of them."""

    label: str
    games: int
    first: int


@dataclass(frozen=True, slots=True)
class FaultSum:
    """A fault as the first of its games met it, the number of that game, after how many moves, and how many games."""

    fault: Fault
    first: int
    moves: int
    games: int


@dataclass(frozen=True, slots=True)
class Beyond:
    """Why a game could not be played on, and what asked for too much, where that is known."""

    sentence: str
    at: ir.Source | None = None


@dataclass(frozen=True, slots=True)
class Sums:
    """Sums over the games of a run from number `first` on.

    `turns`, `moves` and `returns` (of each seat) are of the games that ended; so are `least` and `greatest`, the moves
    of the shortest and of the longest, 0 where none ended. `times` and `games_with` are of each clause, in the order of
    `clauses_of`. `lengths`: how many games that ended had so many moves. `rows`: each game, where that was asked for.
    `beyond`: why no more games are told, where one was too large.
    """

    first: int
    games: int
    finished: int
    draws: int
    unfinished: int
    turns: int
    moves: int
    least: int
    greatest: int
    decisions: int
    offered: int
    wins: tuple[int, ...]
    returns: tuple[int, ...]
    endings: tuple[EndingSum, ...]
    times: tuple[int, ...]
    games_with: tuple[int, ...]
    faults: tuple[FaultSum, ...]
    lengths: tuple[tuple[int, int], ...]
    rows: tuple[GameRow, ...] = ()
    beyond: Beyond | None = None


class Apart(ValueError):
    """Parts of a run that do not make one run of games: some are missing, or there twice."""


def together(parts: Iterable[Sums]) -> Sums:
    """The sums of all games of one part or more, in whatever order they come, or of those before one that is too large.

    Raises Apart unless they follow on.
    """
    found = sorted(parts, key=lambda part: (part.first, part.games))
    whole = next((number for number, part in enumerate(found, 1) if part.beyond is not None), len(found))
    return reduce(_and, found[:whole])


def _and(one: Sums, later: Sums) -> Sums:
    if later.first != one.first + one.games:
        raise Apart(f"games {one.first:,} to {one.first + one.games - 1:,} are followed by game {later.first:,}")
    return Sums(
        first=one.first,
        games=one.games + later.games,
        finished=one.finished + later.finished,
        draws=one.draws + later.draws,
        unfinished=one.unfinished + later.unfinished,
        turns=one.turns + later.turns,
        moves=one.moves + later.moves,
        least=min((part.least for part in (one, later) if part.finished), default=0),
        greatest=max(one.greatest, later.greatest),
        decisions=one.decisions + later.decisions,
        offered=one.offered + later.offered,
        wins=_each(one.wins, later.wins),
        returns=_each(one.returns, later.returns),
        endings=_endings(one.endings, later.endings),
        times=_each(one.times, later.times),
        games_with=_each(one.games_with, later.games_with),
        faults=_faults(one.faults, later.faults),
        lengths=_lengths(one.lengths, later.lengths),
        rows=one.rows + later.rows,
        beyond=later.beyond,
    )


def _each(some: tuple[int, ...], more: tuple[int, ...]) -> tuple[int, ...]:
    return tuple([a + b for a, b in zip(some, more, strict=True)])


def _endings(some: tuple[EndingSum, ...], more: tuple[EndingSum, ...]) -> tuple[EndingSum, ...]:
    found = {one.label: one for one in some}
    for one in more:
        known = found.get(one.label)
        found[one.label] = one if known is None else EndingSum(one.label, known.games + one.games, known.first)
    return tuple(found.values())


def _faults(some: tuple[FaultSum, ...], more: tuple[FaultSum, ...]) -> tuple[FaultSum, ...]:
    found = {one.fault.place: one for one in some}
    for one in more:
        known = found.get(one.fault.place)
        found[one.fault.place] = (
            one if known is None else FaultSum(known.fault, known.first, known.moves, known.games + one.games)
        )
    return tuple(found.values())


def _lengths(some: tuple[tuple[int, int], ...], more: tuple[tuple[int, int], ...]) -> tuple[tuple[int, int], ...]:
    found = dict(some)
    for moves, games in more:
        found[moves] = found.get(moves, 0) + games
    return tuple(sorted(found.items()))
