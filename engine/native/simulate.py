"""Statistics of random games played by compiled code, figure for figure those of `engine.simulate.simulate`.

Leaves playing to `engine.native.library`. Faults are told by the interpreter, which plays the first game of each again.
"""

from __future__ import annotations

import ctypes
from dataclasses import replace
from typing import Any

from engine.chance import derive
from engine.interpreter import Interpreter
from engine.native.library import BATCH, KINDS, MOST_FAULTS, Library, NativeError
from engine.simulate import ClauseCount, FaultFound, Progress, Statistics, clauses_of, mark, play_random, wilson

COUNTS = ("finished", "draws", "unfinished", "turns", "decisions", "choices", "moves", "least", "greatest")


def simulate(
    library: Library,
    interpreter: Interpreter,
    games: int,
    seed: int = 0,
    *,
    most_moves: int = 10_000,
    progress: Progress | None = None,
) -> Statistics:
    """Plays games at random and counts; the interpreter must be of the same game."""
    totals = _totals(library)
    table = library.table()
    for first in range(0, games, BATCH):
        count = min(BATCH, games - first)
        table.random_games(first, count, seed, most_moves, totals)
        if progress is not None:
            progress(first + count, games)
    return _statistics(library, interpreter, totals, games, seed, most_moves)


def _totals(library: Library) -> Any:
    """The C structure `totals`, empty."""
    players, marks = library.layout.players, max(len(library.code.marks), 1)
    endings, number = max(len(library.game.endings), 1), ctypes.c_longlong
    arrays = {"wins": players, "returns": players, "ending": endings, "first_ending": endings}
    arrays |= {"times": marks, "games": marks}

    class Totals(ctypes.Structure):
        _fields_ = [
            *((name, number) for name in COUNTS),
            *((name, number * size) for name, size in arrays.items()),
            ("faults", number),
            ("fault", number * 6 * MOST_FAULTS),
        ]

    if ctypes.sizeof(Totals) != library.functions.hoyle_totals_size():
        raise NativeError("the compiled game counts otherwise than it is read")
    return Totals()


def _statistics(
    library: Library, interpreter: Interpreter, totals: Any, games: int, seed: int, most_moves: int
) -> Statistics:
    finished, decisions = totals.finished, totals.decisions
    times = dict(zip(library.code.marks, zip(totals.times, totals.games, strict=True), strict=False))
    return Statistics(
        games=games,
        seed=seed,
        most_moves=most_moves,
        finished=finished,
        draws=totals.draws,
        unfinished=totals.unfinished,
        wins=tuple(wilson(wins, finished) for wins in totals.wins),
        mean_returns=tuple(_mean(total, finished) for total in totals.returns),
        mean_moves=_mean(totals.moves, finished),
        least_moves=totals.least,
        greatest_moves=totals.greatest,
        mean_turns=_mean(totals.turns, finished),
        mean_branching=_mean(totals.choices, decisions),
        decisions=decisions,
        endings=_endings(library, totals),
        clauses=tuple(
            ClauseCount(group, kind, source, *times.get(mark(kind, source), (0, 0)))
            for group, kind, source in clauses_of(library.game)
        ),
        faults=_faults(interpreter, totals, seed, most_moves),
    )


def _endings(library: Library, totals: Any) -> tuple[tuple[str, int], ...]:
    """By how often they came, then by which came first."""
    counts: dict[str, tuple[int, int]] = {}
    for ending, times, first in zip(library.game.endings, totals.ending, totals.first_ending, strict=False):
        if times:
            label = ending.source.label
            before, earliest = counts.get(label, (0, first))
            counts[label] = before + times, min(earliest, first)
    ordered = sorted(counts.items(), key=lambda item: (-item[1][0], item[1][1]))
    return tuple((label, times) for label, (times, _) in ordered)


def _faults(interpreter: Interpreter, totals: Any, seed: int, most_moves: int) -> tuple[FaultFound, ...]:
    """The faults by kind and clauses, told by playing the first game of each again."""
    found: dict[tuple[object, ...], FaultFound] = {}
    for kind, _, _, first, moves, games in sorted(totals.fault[: totals.faults], key=lambda row: row[3]):
        if kind > len(KINDS):
            raise NativeError("a number or a list is beyond what compiled games hold")
        played = play_random(interpreter, derive(seed, first), most_moves)
        fault = played.position.fault
        if fault is None or fault.kind != KINDS[kind - 1] or len(played.moves) != moves:
            raise NativeError(f"game {first} of seed {seed} went another way than by the interpreter")
        key = (fault.kind, fault.sources)
        known = found.get(key)
        found[key] = (
            FaultFound(fault, played.seed, moves, games) if known is None else replace(known, games=known.games + games)
        )
    return tuple(found.values())


def _mean(total: int, count: int) -> float:
    return total / count if count else 0.0
