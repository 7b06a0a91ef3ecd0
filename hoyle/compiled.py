"""A game in progress that compiled code holds, with the interpreter's answers.

Compiled code knows positions and moves alone. Whatever else is asked (what fired, faults, what luck did) is told by the
interpreter, which then makes the same moves, as far as it has not made them; `hoyle.interpreted` has it.
"""

from __future__ import annotations

from engine.c.compiled.library import Library, NativeError, Table
from engine.interpreter.interpreter import Turn
from engine.interpreter.moves import Move
from engine.interpreter.position import Position
from engine.luck.chance import ChanceError, Outcome
from hoyle.interpreted import Games, Interpreted, Luck


def begun(games: Games, library: Library, luck: Luck) -> Interpreted | Compiled:
    """A new game; the interpreter holds it where a number is beyond what compiled games hold.

    Raises `ChanceError` where what is laid down of luck does not fit, as the interpreter tells it.
    """
    try:
        return Compiled(games, library, luck)
    except (NativeError, ChanceError):
        return Interpreted(games, luck)


ASKED = 2
"""After so many moves one after the other of which everything was asked, the interpreter takes the game over."""


class Compiled:
    """A game that compiled code holds, and the interpreter up to where it was last asked."""

    def __init__(self, games: Games, library: Library, luck: Luck) -> None:
        self._games, self._luck, self._library = games, luck, library
        self._made: list[Move] = []
        self._table = self._again()
        self._twin: Interpreted | None = None
        self._followed = 0
        self._asked = 0
        self._moves: tuple[Move, ...] | None = None

    def told(self) -> Interpreted:
        """The same game, held by the interpreter; it is not to be played on but by `apply`."""
        if self._twin is None:
            self._twin = Interpreted(self._games, self._luck)
        for move in self._made[self._followed :]:
            self._twin.apply(move)
        self._followed = len(self._made)
        return self._twin

    @property
    def turn(self) -> Turn:
        """All that is known of where play stands."""
        return self.told().turn

    @property
    def position(self) -> Position:
        """Where play stands."""
        if self._table.failed or (self._twin is not None and self._followed == len(self._made)):
            return self.told().position
        return self._table.position(len(self._made))

    @property
    def moves(self) -> tuple[Move, ...]:
        """The legal moves."""
        if self._moves is None:
            self._moves = self._table.moves()
        return self._moves

    @property
    def over(self) -> bool:
        """Has play ended, or stopped?"""
        return self._table.over

    def field(self, slot: int) -> int:
        """The value of a field."""
        return self._table.field(slot)

    @property
    def outcomes(self) -> tuple[Outcome, ...]:
        """What luck did so far."""
        return self.told().outcomes

    def apply(self, move: Move) -> Interpreted | Compiled:
        """Makes a move; raises `engine.logs.explain.IllegalMove`. Answers who holds the game from now on."""
        followed = self._twin is not None and self._followed == len(self._made)
        self._asked = self._asked + 1 if followed else 0
        if self._asked > ASKED:
            return self.told().apply(move)
        at = _place(move, self.moves)
        if at is None:
            return self.told().clone().apply(move)
        before = len(self._made)
        self._made.append(move)
        self._moves = None
        try:
            self._table.apply(at)
        except NativeError:
            del self._made[before:]
            return self.told().apply(move)
        except ChanceError:
            del self._made[before:]
            self._table = self._again()
            return self.told().clone().apply(move)
        return self

    def _again(self) -> Table:
        """A table at which the moves made so far have been made."""
        table = self._library.table()
        table.start(self._luck.seed, self._luck.laid)
        for move in self._made:
            table.apply(table.moves().index(move))
        return table

    def clone(self) -> Compiled:
        """An independent copy with the same luck ahead of it."""
        copy = object.__new__(Compiled)
        copy._games, copy._luck, copy._library = self._games, self._luck, self._library
        copy._table = self._table.clone()
        copy._made, copy._moves = list(self._made), self._moves
        copy._followed, copy._asked = self._followed, self._asked
        copy._twin = None if self._twin is None else self._twin.clone()
        return copy


def _place(move: Move, moves: tuple[Move, ...]) -> int | None:
    """Where a move stands among the legal ones; mostly it is one of these very objects, which is soon seen."""
    for at, one in enumerate(moves):
        if one is move:
            return at
    return moves.index(move) if move in moves else None
