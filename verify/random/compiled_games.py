"""Plays many more games at random by compiled code: which clauses win, which faults come, who wins.

Compiled games are those of the interpreter, number by number. What one of them shows first is played again there, so
that it comes with its play. Claims are read by the interpreter alone, and so in no game here. Leaves what is made of it
to `verify.random.random_play`.
"""

from __future__ import annotations

from time import perf_counter

from engine.c.compiled.build import NotBuilt
from engine.c.compiled.library import Library, NativeError, load
from engine.c.compiled.simulate import added_up, fired
from engine.core.unsupported import Unsupported
from engine.interpreter.interpreter import Interpreter
from engine.interpreter.position import Seat
from engine.simulate.sums import Sums
from spec.ir.clauses import Mark, clauses_of, mark
from verify.random.random_play import MOST_MOVES, Tally, play_numbers

EACH = 333
"""For each game that the interpreter is to play, there are so many in all."""
LEAST = 100
"""Of fewer games of the interpreter, no more are wanted."""
FIRST = 300
"""So many games come first; then always twice as many as before, as long as there is time."""
SAFE = 0.8
"""Of the time that is left the next games are to take this share, since what is broken off counts for nothing."""


def play_on(interpreter: Interpreter, wanted: int, seed: int, until: float, tally: Tally) -> None:
    """Plays the games after those of a tally, where the interpreter was to play `wanted` of them, and adds them to it;
    nothing where no compiler is at hand. After `verify.random.stepped_games`, whose games take long, one comes first.

    Raises KeyboardInterrupt where somebody stops it; what was played counts all the same.
    """
    if wanted < LEAST or tally.beyond:
        return
    try:
        library = load(interpreter.game, fast=True)
        if isinstance(library, NotBuilt):
            return
        games, count, pace = EACH * wanted, 1 if tally.next else FIRST, 0.0
        tally.wanted, tally.next = games, tally.next or tally.games
        while tally.next < games and (left := until - perf_counter()) > pace:
            if pace and count > SAFE * left / pace:
                count = int(SAFE * left / pace)
            numbers = range(tally.next, min(games, tally.next + max(1, count)))
            began = perf_counter()
            sums = added_up(library, interpreter, numbers, seed, most_moves=MOST_MOVES)
            pace, count = (perf_counter() - began) / max(1, sums.games), 2 * count
            _add(interpreter, library, seed, sums, tally)
            if sums.games < len(numbers):
                raise KeyboardInterrupt
    except (Unsupported, NativeError):
        return


def _add(interpreter: Interpreter, library: Library, seed: int, sums: Sums, tally: Tally) -> None:
    """Adds what some games come to, and plays those again by the interpreter that show something for the first time."""
    marks = [mark(kind, source) for _, kind, source in clauses_of(interpreter.game)]
    new = {one for one, times in zip(marks, sums.times, strict=True) if times} - tally.fired
    again = {fault.first for fault in sums.faults}
    again |= {_first(library, m, range(sums.first, sums.first + sums.games), seed) for m in new}
    shown = Tally()
    play_numbers(interpreter, sorted(again), seed, shown)
    tally.compiled += sums.games
    tally.next += sums.games
    tally.ended += sums.finished
    tally.draws += sums.draws
    tally.cut += sums.unfinished
    stopped = sum(fault.games for fault in sums.faults)
    tally.stopped += stopped
    tally.compiled_stopped += stopped
    tally.wins.update({Seat(p): wins for p, wins in enumerate(sums.wins)})
    tally.fired |= shown.fired
    tally.faults = shown.faults | tally.faults
    tally.fault_sources = shown.fault_sources | tally.fault_sources
    tally.broken = shown.broken | tally.broken
    tally.seen = shown.seen | tally.seen
    tally.end = tally.end or shown.end
    tally.loop = tally.loop or shown.loop


def _first(library: Library, wanted: Mark, numbers: range, seed: int) -> int:
    """The number of the first of some games in which a clause wins; it does in one of them."""
    while len(numbers) > 1:
        half = len(numbers) // 2
        early = wanted in fired(library, numbers.start, half, seed, MOST_MOVES)
        numbers = numbers[:half] if early else numbers[half:]
    return numbers.start
