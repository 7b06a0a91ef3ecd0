"""Who sits where when compiled code plays, and games played so: move for move those of the interpreter's policies.

Leaves choosing to `policy.h` and counting to `engine.c.compiled.simulate`.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from dataclasses import dataclass
from math import log
from weakref import finalize

from engine.c.compiled.library import Table, uncounted
from engine.interpreter.interpreter import Interpreter
from engine.players.mcts import CURIOSITY, MOST_MOVES, ROUNDS, Mcts
from engine.players.policy import NAMES, Policy, make

DEALS = 1
Play = Callable[[int, int, int, int, ctypes.Structure], None]
"""Adds games to totals: from which number, how many, the seed, after how many moves each is cut, the totals."""


@dataclass(frozen=True, slots=True)
class Seats:
    """The name of a policy for each seat, and how long those search that do."""

    names: tuple[str, ...]
    rounds: int = ROUNDS
    most_moves: int = MOST_MOVES

    def policies(self, interpreter: Interpreter) -> tuple[Policy, ...]:
        """The same players for the interpreter."""
        return tuple(
            Mcts(interpreter, self.rounds, self.most_moves) if name == "mcts" else make(name, interpreter)
            for name in self.names
        )

    def at(self, table: Table) -> Play:
        """Sits down at a table of a seated library."""
        c = table.functions
        logs = (ctypes.c_double * (self.rounds + 1))(0.0, *(log(n) for n in range(1, self.rounds + 1)))
        numbers = (ctypes.c_int * len(self.names))(*(NAMES.index(name) for name in self.names))
        players = c.hoyle_players_new(numbers, DEALS, self.rounds, self.most_moves, CURIOSITY, logs)
        if not players:
            raise MemoryError("no memory for players")

        def play(first: int, count: int, seed: int, most_moves: int, totals: ctypes.Structure) -> None:
            part = seed & (1 << 64) - 1
            played = c.hoyle_seated_games(table.handle, players, first, count, part, most_moves, ctypes.byref(totals))
            if played < count:
                raise uncounted(totals)

        # The logarithms are read for as long as the players are there.
        finalize(play, lambda _: c.hoyle_players_free(players), logs)
        return play
