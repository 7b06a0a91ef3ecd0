"""Many games of one kind stepped together from NumPy arrays, by compiled code: `pip install 'hoyle[numpy]'`.

Leaves single games to `hoyle.api` and compiling to `engine.c.compiled`. A row is a game. A move is told by its place
among the row's legal moves, in the order of `State.legal_actions` of the same game and seed.
"""

from __future__ import annotations

import ctypes
from collections.abc import Iterable
from operator import index
from typing import Any, SupportsIndex

import numpy as np
import numpy.typing as npt

from engine.c.compiled.build import NotBuilt
from engine.c.compiled.library import CHANCE_ERROR, LIMIT, Table, load
from engine.core.unsupported import Unsupported
from engine.interpreter.moves import Move
from engine.interpreter.position import Position
from hoyle.api import Game

Numbers = npt.NDArray[np.int64]
Truths = npt.NDArray[np.bool_]
GOING_ON, ENDED, STOPPED = 0, 1, 2


class NotCompiled(RuntimeError):
    """There is no compiled engine for this game here; the message says why."""


class Batch:
    """Games side by side. `counts`, `movers`, `states` and `returns` tell how each row stands, and change by `step`.

    `counts`: how many legal moves there are, 0 in a row that is over; `movers`: the seat that decides, -1 where nobody
    does; `states`: 0 going on, 1 ended, 2 stopped by a fault; `returns`: a row of returns, zeros before the end.

    Raises NotCompiled where the game cannot be compiled.
    """

    def __init__(self, game: Game, size: int, seed: SupportsIndex = 0) -> None:
        if size < 1:
            raise ValueError("a batch has at least one row")
        try:
            library = load(game.rules)
        except Unsupported as error:
            raise NotCompiled(str(error)) from None
        if isinstance(library, NotBuilt):
            raise NotCompiled(library.reason)
        self.game, self.size = game, size
        self._tables = [Table(library) for _ in range(size)]
        self.handles = (ctypes.c_void_p * size)(*(table.handle for table in self._tables))
        self.functions = library.functions
        self._mover = library.layout.mover
        self.room = self._tables[0].room
        """So many numbers tell any position, or any move."""
        self.counts: Numbers = np.zeros(size, np.int64)
        self.movers: Numbers = np.zeros(size, np.int64)
        self.states: Numbers = np.zeros(size, np.int64)
        self.returns: Numbers = np.zeros((size, library.layout.players), np.int64)
        self.reset([index(seed) + row for row in range(size)])

    def reset(self, seeds: npt.NDArray[np.integer[Any]] | Iterable[SupportsIndex]) -> None:
        """Begins every row anew, each by its seed: the same game as `Game.new_initial_state(seed=...)`.

        Raises ValueError for another number of seeds, TypeError for a seed that is no whole number.
        """
        given = _seeds(seeds)
        if given.shape != (self.size,):
            raise ValueError(f"{self.size} seeds are needed, one a row")
        self.functions.hoyle_start_all(
            self.handles, ctypes.c_longlong(self.size), _at(given), self._mover, *self._told()
        )
        self._check()

    def restart(self, rows: npt.NDArray[np.integer[Any]], seeds: npt.NDArray[np.integer[Any]]) -> None:
        """Begins some rows anew, each once, by a seed each."""
        given, of = _seeds(seeds), len(rows)
        if given.shape != rows.shape:
            raise ValueError(f"{of} seeds are needed, one a row")
        handles = (ctypes.c_void_p * of)(*(self.handles[row] for row in rows.tolist()))
        told = [np.ascontiguousarray(array[rows]) for array in self._arrays]
        self.functions.hoyle_start_all(handles, ctypes.c_longlong(of), _at(given), self._mover, *map(_at, told))
        for array, part in zip(self._arrays, told, strict=True):
            array[rows] = part
        self._check()

    def step(self, choices: npt.ArrayLike) -> None:
        """Makes a move in each row: its place among the legal ones; -1 leaves the row as it is.

        Raises IndexError, before anything is changed, where a row has no such move, and TypeError for no whole numbers.
        """
        given = np.ascontiguousarray(whole_numbers(choices), np.int64)
        if given.shape != (self.size,):
            raise ValueError(f"{self.size} choices are needed, one a row")
        apply_all = self.functions.hoyle_apply_all
        apply_all.restype = ctypes.c_longlong
        wrong = apply_all(self.handles, ctypes.c_longlong(self.size), _at(given), self._mover, *self._told())
        if wrong >= 0:
            raise IndexError(f"row {wrong} has {self.counts[wrong]} legal moves, and no number {given[wrong]}")
        self._check()

    def legal(self, width: int | None = None) -> Truths:
        """A mask of which places are moves: a row a game, as wide as the most moves of a row unless told."""
        wide = int(self.counts.max()) if width is None else width
        return np.arange(wide)[None, :] < self.counts[:, None]

    def moves(self, row: int) -> tuple[Move, ...]:
        """The legal moves of a row, in their order."""
        return self._table(row).moves()

    def position(self, row: int) -> Position:
        """The position of a row."""
        return self._table(row).position()

    def _table(self, row: int) -> Table:
        self._tables[row].stands(int(self.states[row]))
        return self._tables[row]

    def _told(self) -> tuple[Any, ...]:
        return tuple(map(_at, self._arrays))

    @property
    def _arrays(self) -> tuple[Numbers, ...]:
        return self.counts, self.movers, self.states, self.returns

    def _check(self) -> None:
        for row in map(int, np.flatnonzero(self.states == STOPPED)):
            if self._table(row).stopped() in (LIMIT, CHANCE_ERROR):
                raise NotCompiled(f"row {row} met a number or a list beyond what compiled games hold")


def whole_numbers(numbers: npt.ArrayLike) -> npt.NDArray[np.integer[Any]]:
    """A row of whole numbers. Raises TypeError where there are others, which would be cut off without a word."""
    given = np.asarray(numbers)
    if given.dtype.kind not in "iu":
        raise TypeError(f"whole numbers are needed, and these are {given.dtype}")
    return given


def _seeds(numbers: npt.NDArray[np.integer[Any]] | Iterable[SupportsIndex]) -> npt.NDArray[np.uint64]:
    """Seeds of any size, of which the last 64 bits count, as in every engine."""
    if isinstance(numbers, np.ndarray):
        return np.ascontiguousarray(whole_numbers(numbers).astype(np.uint64))
    return np.array([index(number) % 2**64 for number in numbers], np.uint64)


def _at(array: npt.NDArray[Any]) -> ctypes.c_void_p:
    return ctypes.c_void_p(array.ctypes.data)
