"""Who holds a game in progress: the interpreter, or compiled code that answers the same.

Leaves what a user asks of it to `hoyle.api`, and games that compiled code holds to `hoyle.compiled`.
"""

from __future__ import annotations

from copy import deepcopy
from time import process_time
from typing import TYPE_CHECKING

from engine.chance import Chance, Outcome, Recording, Seeded
from engine.interpreter import Interpreter, Turn
from engine.moves import Move
from engine.position import Position

if TYPE_CHECKING:
    from engine.native.library import Library
    from hoyle.compiled import Compiled

PATIENCE = 1.0
"""From so many processor seconds of play on, compiling is worth its second."""


class Stepper:
    """Begins games of one kind: by the interpreter, and by compiled code where that is asked for or worth it."""

    def __init__(self, interpreter: Interpreter) -> None:
        self.interpreter = interpreter
        self.spent = 0.0
        self._library: Library | None = None
        self._reason: str | None = None

    def compile(self) -> str:
        """Has games begun from now on played by compiled code; answers why that cannot be, or ''."""
        if self._reason is None:
            found = _compiled(self.interpreter)
            self._library, self._reason = (None, found) if isinstance(found, str) else (found, "")
        return self._reason

    def start(self, seed: int) -> Interpreted | Compiled:
        """A new game with the luck of a seed."""
        if self._reason is None and self.spent >= PATIENCE:
            self.compile()
        if self._library is None:
            return Interpreted(self, Seeded(seed))
        from hoyle.compiled import begun

        return begun(self, self._library, seed)


def _compiled(interpreter: Interpreter) -> Library | str:
    """The compiled game, or why there is none."""
    from engine.native.build import NotBuilt
    from engine.native.context import Unsupported
    from engine.native.library import load

    try:
        library = load(interpreter.game)
    except Unsupported as error:
        return str(error)
    return library.reason if isinstance(library, NotBuilt) else library


class Interpreted:
    """A game that the interpreter holds."""

    def __init__(self, stepper: Stepper, luck: Chance) -> None:
        self._stepper = stepper
        self._chance = Recording(luck)
        self.turn: Turn = stepper.interpreter.start(self._chance)

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
        """Makes a move; raises `engine.explain.IllegalMove`. Answers who holds the game from now on."""
        began = process_time()
        self.turn = self._stepper.interpreter.apply(self.turn.position, move, self._chance)
        self._stepper.spent += process_time() - began
        return self

    def clone(self) -> Interpreted:
        """An independent copy with the same luck ahead of it."""
        copy = object.__new__(Interpreted)
        copy._stepper, copy.turn, copy._chance = self._stepper, self.turn, deepcopy(self._chance)
        return copy
