"""A game in progress that the interpreter holds.

Leaves games that compiled code holds to `hoyle.compiled`, and which of them holds a game to `hoyle.stepping`.
"""

from __future__ import annotations

from copy import deepcopy
from dataclasses import dataclass
from time import process_time

from engine.interpreter.interpreter import Interpreter, Turn
from engine.interpreter.moves import Move
from engine.interpreter.position import Position
from engine.luck.chance import ChanceError, Laid, Outcome, Recording, Scripted, Seeded


@dataclass(frozen=True, slots=True)
class Luck:
    """The luck of one game: what is laid down of it, and the seed of the rest."""

    seed: int
    laid: tuple[Laid, ...] = ()

    def chance(self) -> Scripted:
        """The luck as the interpreter asks it."""
        return Scripted(self.laid, Seeded(self.seed))


@dataclass(slots=True)
class Games:
    """What games of one kind share: the interpreter, and the processor seconds that it has spent on them."""

    interpreter: Interpreter
    spent: float = 0.0


class Interpreted:
    """A game that the interpreter holds."""

    def __init__(self, games: Games, luck: Luck) -> None:
        self._games = games
        self._script = luck.chance()
        self._chance = Recording(self._script)
        self.turn: Turn = games.interpreter.start(self._chance)

    @property
    def position(self) -> Position:
        """Where play stands."""
        return self.turn.position

    @property
    def moves(self) -> tuple[Move, ...]:
        """The legal moves."""
        return self.turn.moves

    @property
    def over(self) -> bool:
        """Has play ended, or stopped?"""
        return self.turn.position.over

    def field(self, slot: int) -> int:
        """The value of a field."""
        return self.turn.position.fields[slot]

    @property
    def outcomes(self) -> tuple[Outcome, ...]:
        """What luck did so far."""
        return tuple(self._chance.outcomes)

    def told(self) -> Interpreted:
        """The same game, held by the interpreter."""
        return self

    def apply(self, move: Move) -> Interpreted:
        """Makes a move. Answers who holds the game from now on.

        Raises `engine.logs.explain.IllegalMove`, and `engine.luck.chance.ChanceError` where what is laid down of luck
        does not fit; play then stands where it stood.
        """
        began = process_time()
        before = deepcopy((self._script, self._chance.outcomes)) if self._script.left else None
        try:
            self.turn = self._games.interpreter.apply(self.turn.position, move, self._chance)
        except ChanceError:
            if before is not None:
                self._script, outcomes = before
                self._chance = Recording(self._script)
                self._chance.outcomes = outcomes
            raise
        self._games.spent += process_time() - began
        return self

    def clone(self) -> Interpreted:
        """An independent copy with the same luck ahead of it."""
        copy = object.__new__(Interpreted)
        copy._games, copy.turn = self._games, self.turn
        copy._script, copy._chance = deepcopy((self._script, self._chance))
        return copy
