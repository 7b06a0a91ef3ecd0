"""Statistics of random games played by compiled code, figure for figure those of `engine.simulate.simulate.simulate`.

Leaves playing to `engine.c.compiled.library`. Faults are told by the interpreter, which plays the first game of each
again.
"""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from dataclasses import replace
from threading import Condition, Thread
from time import perf_counter
from typing import Any

from engine.c.compiled.generated import room_for
from engine.c.compiled.library import BEYOND, KINDS, MOST_FAULTS, Library, NativeError
from engine.c.compiled.policy_players import Seats
from engine.interpreter.interpreter import Interpreter
from engine.luck.streams import Domain, derive
from engine.simulate.simulate import Progress, Statistics, play_random, statistics
from engine.simulate.sums import LONGEST, EndingSum, FaultSum, GameRow, Sums
from spec.ir.clauses import Mark, clauses_of, mark

PATIENCE = 1.0
"""After Ctrl-C the games that are being played have so many seconds to end."""
BATCH_SECONDS = 0.03
REPORTED = 0.1
CUT, FAULT = -1, -2
"""What stands in a row in place of the ending."""
COUNTS = ("finished", "draws", "unfinished", "turns", "decisions", "choices", "moves", "least", "greatest")


def simulate(
    library: Library,
    interpreter: Interpreter,
    games: int,
    seed: int = 0,
    *,
    most_moves: int = 10_000,
    jobs: int = 1,
    progress: Progress | None = None,
    seats: Seats | None = None,
    rows: bool = False,
) -> Statistics:
    """Plays games at random and counts; the interpreter must be of the same game. See `added_up`."""
    found = added_up(
        library, interpreter, range(games), seed, most_moves=most_moves, jobs=jobs, progress=progress, seats=seats,
        rows=rows,
    )  # fmt: skip
    return statistics(interpreter.game, found, seed, most_moves)


def added_up(
    library: Library,
    interpreter: Interpreter,
    numbers: range,
    seed: int = 0,
    *,
    most_moves: int = 10_000,
    jobs: int = 1,
    progress: Progress | None = None,
    seats: Seats | None = None,
    rows: bool = False,
) -> Sums:
    """The sums over the games of these numbers; the interpreter must be of the same game.

    With `seats` each player chooses by a policy; the library must be a seated one. Each of `jobs` threads takes the
    next games in turn, and what they count is added up, so that their number changes nothing. Ctrl-C ends it: the
    sums are then over the first of the games. With `rows` each game is told by itself too.
    """
    crew = _Crew(library, numbers, seed, most_moves, seats, rows=rows)
    threads = [Thread(target=crew.work, daemon=True) for _ in range(max(1, jobs))]
    try:
        for thread in threads:
            thread.start()
        while not crew.finished(len(threads), REPORTED):
            if progress is not None:
                progress(crew.played, len(numbers))
    except KeyboardInterrupt:
        crew.stop()
        late = perf_counter() + PATIENCE
        for thread in threads:
            thread.join(max(0.0, late - perf_counter()))
        # Of several threads, one that is stuck in a game leaves a gap among those that were played.
        if len(threads) > 1 and any(thread.is_alive() for thread in threads):
            raise
    except BaseException:
        crew.stop()
        raise
    if crew.error is not None:
        try:
            raise crew.error
        finally:
            crew.error = None  # who catches it lets go of the tables, which may be large, without a search for cycles
    totals = _sum(library, crew.totals)
    if progress is not None:
        progress(crew.played, len(numbers))
    found = _sums(library, totals, numbers[: crew.played], _rows(library, crew.rows, seed))
    return replace(found, faults=_faults(interpreter, totals, seed, most_moves, seats))


def fired(library: Library, first: int, count: int, seed: int, most_moves: int) -> set[Mark]:
    """The clauses that win in the games of these numbers."""
    totals = _totals(library)
    library.table().random_games(first, count, seed, most_moves, totals)
    return {mark for mark, times in zip(library.code.marks, totals.times, strict=False) if times}


class _Crew:
    """Threads that play the games of one run between them, and what each has counted."""

    def __init__(
        self, library: Library, numbers: range, seed: int, most_moves: int, seats: Seats | None, *, rows: bool
    ) -> None:
        self._library, self._seed, self._most = library, seed, most_moves
        self._seats = seats
        self._lock = Condition()
        self._left = 0
        self._next, self._end = numbers.start, numbers.stop
        self._stopped = False
        self.played = 0
        self.totals: list[Any] = []
        self.rows: list[Any] | None = [] if rows else None
        """Of each batch its rows, a number after the other, in no order."""
        self.error: BaseException | None = None

    def stop(self) -> None:
        """No further games are begun but those that somebody has taken."""
        self._stopped = True

    def finished(self, workers: int, seconds: float) -> bool:
        """Waits that long at most until so many have left off."""
        with self._lock:
            return self._lock.wait_for(lambda: self._left >= workers, seconds)

    def _take(self, batch: int) -> tuple[int, int]:
        with self._lock:
            first = self._next
            count = 0 if self._stopped else min(batch, self._end - first)
            self._next += count
            return first, count

    def work(self) -> None:
        """Plays until there are no games left."""
        try:
            table, totals = self._library.table(), _totals(self._library)
            play, batch = (table.random_games, 16) if self._seats is None else (self._seats.at(table), 1)
            with self._lock:
                mine = len(self.totals)
                self.totals.append(_totals(self._library))
            while True:
                first, count = self._take(batch)
                if not count:
                    return
                told = (ctypes.c_longlong * (count * _width(self._library)))() if self.rows is not None else None
                totals.row = None if told is None else ctypes.addressof(told)
                began = perf_counter()
                play(first, count, self._seed, self._most, totals)
                took = perf_counter() - began
                batch = batch * 2 if took < BATCH_SECONDS else max(1, batch // 2) if took > 3 * BATCH_SECONDS else batch
                with self._lock:
                    self.totals[mine] = type(totals).from_buffer_copy(totals)
                    self.played += count
                    if self.rows is not None and told is not None:
                        self.rows.append(told)
        except BaseException as error:
            self.error = error
            self.stop()
        finally:
            with self._lock:
                self._left += 1
                self._lock.notify_all()


def _sum(library: Library, parts: list[Any]) -> Any:
    """Totals added up, as if one thread had counted them all."""
    whole = _totals(library)
    for part in parts:
        if part.finished:
            whole.least = min(whole.least, part.least) if whole.finished else part.least
        whole.greatest = max(whole.greatest, part.greatest)
        for i, (times, first) in enumerate(zip(part.ending, part.first_ending, strict=True)):
            if times:
                whole.first_ending[i] = min(whole.first_ending[i], first) if whole.ending[i] else first
        for name in COUNTS:
            if name not in ("least", "greatest"):
                setattr(whole, name, getattr(whole, name) + getattr(part, name))
        for name in ("wins", "returns", "ending", "times", "games", "lengths"):
            mine, more = getattr(whole, name), getattr(part, name)
            for i, value in enumerate(more):
                mine[i] += value
        for row in part.fault[: part.faults]:
            _add_fault(whole, row)
    return whole


def _add_fault(whole: Any, row: Any) -> None:
    """Adds the games that met a fault; of all, the first tells after how many moves."""
    for known in whole.fault[: whole.faults]:
        if known[:3] == row[:3]:
            if row[3] < known[3]:
                known[3], known[4] = row[3], row[4]
            known[5] += row[5]
            return
    if whole.faults == MOST_FAULTS:
        raise NativeError(f"more than {MOST_FAULTS} kinds of faults")
    whole.fault[whole.faults][:] = row[:]
    whole.faults += 1


def _totals(library: Library) -> Any:
    """The C structure `totals`, empty."""
    players, marks = library.layout.players, room_for(library.code.marks)
    endings, number = max(len(library.game.endings), 1), ctypes.c_longlong
    arrays = {"wins": players, "returns": players, "ending": endings, "first_ending": endings}
    arrays |= {"times": marks, "games": marks}

    class Totals(ctypes.Structure):
        _fields_ = [
            *((name, number) for name in COUNTS),
            *((name, number * size) for name, size in arrays.items()),
            ("faults", number),
            ("fault", (number * 6) * MOST_FAULTS),
            ("lengths", number * (LONGEST + 1)),
            ("row", ctypes.c_void_p),
        ]

    if ctypes.sizeof(Totals) != library.functions.hoyle_totals_size():
        raise NativeError("the compiled game counts otherwise than it is read")
    return Totals()


def _sums(library: Library, totals: Any, numbers: range, rows: tuple[GameRow, ...]) -> Sums:
    """What was counted, without the faults."""
    times = dict(zip(library.code.marks, zip(totals.times, totals.games, strict=True), strict=False))
    counts = [times.get(mark(kind, source), (0, 0)) for _, kind, source in clauses_of(library.game)]
    return Sums(
        first=numbers.start,
        games=len(numbers),
        finished=totals.finished,
        draws=totals.draws,
        unfinished=totals.unfinished,
        turns=totals.turns,
        moves=totals.moves,
        least=totals.least,
        greatest=totals.greatest,
        decisions=totals.decisions,
        offered=totals.choices,
        wins=tuple(totals.wins),
        returns=tuple(totals.returns),
        endings=_endings(library, totals),
        times=tuple(times for times, _ in counts),
        games_with=tuple(games for _, games in counts),
        faults=(),
        lengths=tuple((moves, times) for moves, times in enumerate(totals.lengths) if times),
        rows=rows,
    )


def _width(library: Library) -> int:
    """So many numbers tell of one game: its number, how it ended, moves, turns, choices, and what each player got."""
    return 5 + library.layout.players


def _rows(library: Library, batches: Sequence[Any] | None, seed: int) -> tuple[GameRow, ...]:
    """The rows of all games, in their order."""
    endings, width = [ending.source.label for ending in library.game.endings], _width(library)
    cells = (batch[at : at + width] for batch in batches or () for at in range(0, len(batch), width))
    return tuple(
        GameRow(
            derive(seed, Domain.GAME, number),
            "cut" if ending == CUT else "fault" if ending == FAULT else "ended",
            endings[ending] if ending >= 0 else "",
            moves, turns, choices, tuple(returns),
        )
        for number, ending, moves, turns, choices, *returns in sorted(cells)
    )  # fmt: skip


def _endings(library: Library, totals: Any) -> tuple[EndingSum, ...]:
    """The endings that came, in the order of the rules; clauses of one label are one."""
    found: dict[str, EndingSum] = {}
    for ending, times, first in zip(library.game.endings, totals.ending, totals.first_ending, strict=False):
        if times:
            label = ending.source.label
            known = found.get(label) or EndingSum(label, 0, first)
            found[label] = EndingSum(label, known.games + times, min(known.first, first))
    return tuple(found.values())


def _faults(
    interpreter: Interpreter, totals: Any, seed: int, most_moves: int, seats: Seats | None
) -> tuple[FaultSum, ...]:
    """The faults by kind and place, told by playing the first game of each again."""
    found: dict[tuple[object, ...], FaultSum] = {}
    for kind, _, _, first, moves, games in sorted(totals.fault[: totals.faults], key=lambda row: row[3]):
        if kind > len(KINDS):
            raise NativeError(BEYOND)
        policies = () if seats is None else seats.policies(interpreter)
        played = play_random(interpreter, derive(seed, Domain.GAME, first), most_moves, policies)
        fault = played.position.fault
        if fault is None or fault.kind != KINDS[kind - 1] or len(played.moves) != moves:
            raise NativeError(f"game {first} of seed {seed} went another way than by the interpreter")
        known = found.get(fault.place) or FaultSum(fault, first, moves, 0)
        found[fault.place] = replace(known, games=known.games + games)
    return tuple(found.values())
