"""Many games of one kind for learning programs: what the mover of each row sees, which moves there are, and rewards, in
NumPy arrays. `pip install 'hoyle[numpy]'`.

A number of a move, and a place of an observation, mean the same in every position; they change only with the rules. The
numbers are those of exported environments. Leaves stepping to `hoyle.batch`.
"""

from __future__ import annotations

import ctypes
from operator import index
from typing import Any, SupportsIndex

import numpy as np
import numpy.typing as npt

from engine.adapters.numbering import Blind
from engine.c.compiled.arrays import columns, move_table, numbering, sight_table, steps
from engine.core.layout import Layout
from engine.core.unsupported import Unsupported
from engine.interpreter.position import Position
from engine.logs.words import Words
from hoyle.api import Game
from hoyle.batch import GOING_ON, STOPPED, Batch, NotCompiled, Numbers, Truths, whole_numbers

Reals = npt.NDArray[np.float32]


class NotNumbered(NotCompiled):
    """The moves of this game have no numbers; the message says of which kind there are too many."""


class GameStopped(RuntimeError):
    """A game came to a fault of its rules. Its row is over without a reward, and begins anew in the next step."""


def drawn(masks: Truths, luck: np.random.Generator) -> Numbers:
    """A legal action of each row, each as likely; 0 where there is none."""
    counts = masks.cumsum(axis=1, dtype=np.int32)
    wanted = (luck.random(len(masks)) * counts[:, -1]).astype(np.int32)
    found: Numbers = (counts > wanted[:, None]).argmax(axis=1)
    return found


class Vector:
    """`size` games side by side, each told as its mover sees it. `step` and `reset` change the arrays in place.

    - `observations`, float32 of (size, len(columns)): what the mover of each row sees; `columns` says what each place
      is about. In a row that is over: what the first seat sees.
    - `action_masks`, bool of (size, len(actions)): which moves there are; `actions` has each in words. A row that is
      over has none.
    - `movers`, int64 of (size,): the seat that decides, from 0; -1 in a row that is over.
    - `rewards`, float32 of (size, players): the returns of each seat in the step in which a game ended, else zeros.
    - `terminations` and `truncations`, bool of (size,): games that ended, and that were cut after `most_moves`.
    - `seeds`, uint64 of (size,): by which each row's game is the same as `Game.new_initial_state(seed=...)`.

    A row that is over begins anew in the next step, whatever action it is given, by the seed that is `size` further on.
    The action -1 leaves a row as it is.

    Raises NotNumbered where there are too many moves to number them, NotCompiled where the game cannot be compiled,
    GameStopped where a game comes to a fault before the first move.
    """

    def __init__(self, game: Game, size: int, seed: SupportsIndex = 0, *, most_moves: int = 10_000) -> None:
        if most_moves < 1:
            raise ValueError("`most_moves` is at least 1")
        layout = Layout(game.rules)
        try:
            kinds = numbering(game.rules, layout).kinds
            table = move_table(game.rules, kinds)
        except Unsupported as error:
            raise NotNumbered(f"{error}; step such a game by `hoyle.batch.Batch`, or one at a time") from None
        self._batch = Batch(game, size, seed)
        self.game, self.size, self.most_moves = game, size, most_moves
        words = Words(game.rules, layout)
        self.players = layout.players
        self.actions = tuple(name for kind in kinds for name in kind.names(words))
        self.columns = tuple(columns(game.rules, layout))
        self._blind = any(isinstance(argument, Blind) for kind in kinds for argument in kind.arguments)
        self._table, self._sight = np.array(table, np.int64), np.array(sight_table(layout), np.int64)
        self._room = np.zeros(self._batch.room, np.int64)
        self._batch.functions.hoyle_place_all.restype = ctypes.c_longlong
        self.observations: Reals = np.zeros((size, len(self.columns)), np.float32)
        self.action_masks: Truths = np.zeros((size, len(self.actions)), np.bool_)
        self.movers = self._batch.movers
        self.rewards: Reals = np.zeros((size, self.players), np.float32)
        self.terminations: Truths = np.zeros(size, np.bool_)
        self.truncations: Truths = np.zeros(size, np.bool_)
        self.moves_made: Numbers = np.zeros(size, np.int64)
        self.seeds: npt.NDArray[np.uint64] = np.zeros(size, np.uint64)
        self._luck = np.random.default_rng(0)
        self.reset(seed)

    def reset(self, seed: SupportsIndex = 0) -> None:
        """Begins all rows anew: row i by `seed + i`. Raises TypeError for no whole number, and GameStopped."""
        first = index(seed)
        self.seeds[:] = [(first + row) % 2**64 for row in range(self.size)]
        self._luck = np.random.default_rng(first % 2**64)
        self._batch.reset(self.seeds)
        self.moves_made[...] = 0
        self._told(np.ones(self.size, np.bool_))

    def step(self, actions: npt.ArrayLike) -> None:
        """Makes a move in each row, by its number; rows that are over begin anew; -1 leaves a row as it is.

        Raises ValueError, before anything is changed, where a row has no such move; TypeError for no whole numbers;
        GameStopped where a game came to a fault, after the other rows have made their moves.
        """
        numbers = self._numbers(actions)
        acts, over = numbers >= 0, self.terminations | self.truncations
        numbers[over] = -1
        places = self._places(numbers)
        rows = np.flatnonzero(over & acts)
        if len(rows):
            self.seeds[rows] += np.uint64(self.size)
            self.moves_made[rows] = 0
            self._batch.restart(rows, self.seeds[rows])
        self._batch.step(places)
        self.moves_made += places >= 0
        self._told(acts)

    def observe(self, seats: npt.ArrayLike) -> Reals:
        """What a seat, from 0, sees of each row: one for all rows, or one a row. A new array, as `observations`."""
        given = np.ascontiguousarray(np.broadcast_to(whole_numbers(seats), (self.size,)), np.int64)
        if ((given < 0) | (given >= self.players)).any():
            raise ValueError(f"seats are from 0 to {self.players - 1}")
        found: Reals = np.empty_like(self.observations)
        self._seen(given, found)
        return found

    def position(self, row: int) -> Position:
        """The position of a row, which tells what is hidden, too."""
        return self._batch.position(row)

    # ------------------------------------------------------------ inside

    def _numbers(self, actions: npt.ArrayLike) -> Numbers:
        given = whole_numbers(actions)
        if given.shape != (self.size,):
            raise ValueError(f"{self.size} actions are needed, one a row")
        return np.array(given, np.int64)

    def _places(self, numbers: Numbers) -> Numbers:
        """The place of each move among its row's legal ones, as `Batch.step` has it; -1 where there is no move."""
        if ((numbers < -1) | (numbers >= len(self.actions))).any():
            raise ValueError(f"numbers of moves are from 0 to {len(self.actions) - 1}, and -1 leaves a row as it is")
        luck = self._luck.integers(0, 2**63, self.size, np.uint64) if self._blind else np.zeros(self.size, np.uint64)
        places: Numbers = np.empty(self.size, np.int64)
        wrong = self._called("hoyle_place_all", self._table, self._room, numbers, luck, places)
        if wrong >= 0:
            named = self.actions[numbers[wrong]]
            raise ValueError(f"row {wrong}: {numbers[wrong]}, `{named}`, is no legal move there; see `action_masks`")
        return places

    def _told(self, acts: Truths) -> None:
        """Writes how all rows stand into the arrays; `acts`: those that do not stand as before. Raises GameStopped."""
        states = self._batch.states
        self.terminations[...] = states != GOING_ON
        self.truncations[...] = (states == GOING_ON) & (self.moves_made >= self.most_moves)
        self.movers[self.truncations] = -1
        self.rewards[...] = np.where(acts[:, None], self._batch.returns, 0)
        self._called("hoyle_mask_all", self._table, self._room, len(self.actions), self.action_masks)
        self.action_masks[self.truncations] = False
        self._seen(np.maximum(self.movers, 0), self.observations)
        for row in np.flatnonzero((states == STOPPED) & acts).tolist():
            raise GameStopped(
                f"the game of seed {self.seeds[row]} in row {row} came to a fault of its rules "
                f"after {self.moves_made[row]} moves; mend the rules: `hoyle verify` finds such games"
            )

    def _seen(self, seats: Numbers, to: Reals) -> None:
        self._called("hoyle_seen_all", seats, self._sight, steps(self.game.rules), self._room, to)

    def _called(self, name: str, *given: Any) -> Any:
        function = getattr(self._batch.functions, name)
        told = [ctypes.c_longlong(one) if isinstance(one, int) else ctypes.c_void_p(one.ctypes.data) for one in given]
        return function(self._batch.handles, ctypes.c_longlong(self.size), *told)
