"""Who holds a game in progress: the interpreter, or compiled code that answers the same.

Leaves what a user asks of it to `hoyle.api`, and games that compiled code holds to `hoyle.compiled`.
"""

from __future__ import annotations

from copy import deepcopy
from dataclasses import dataclass
from time import process_time
from typing import TYPE_CHECKING

from engine.interpreter.interpreter import Interpreter, Turn
from engine.interpreter.moves import Move
from engine.interpreter.position import Position
from engine.luck.chance import ChanceError, Laid, Outcome, Recording, Scripted, Seeded

if TYPE_CHECKING:
    from engine.c.compiled.library import Library
    from hoyle.compiled import Compiled

PATIENCE = 1.0
"""From so many processor seconds of play on, compiling is worth its second."""


@dataclass(frozen=True, slots=True)
class Luck:
    """The luck of one game: what is laid down of it, and the seed of the rest."""

    seed: int
    laid: tuple[Laid, ...] = ()

    def chance(self) -> Scripted:
        """The luck as the interpreter asks it."""
        return Scripted(self.laid, Seeded(self.seed))


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

    def start(self, luck: Luck) -> Interpreted | Compiled:
        """A new game with this luck. Raises `engine.luck.chance.ChanceError` where what is laid down does not fit."""
        if self._reason is None and self.spent >= PATIENCE:
            self.compile()
        if self._library is None:
            return Interpreted(self, luck)
        from hoyle.compiled import begun

        return begun(self, self._library, luck)


def _compiled(interpreter: Interpreter) -> Library | str:
    """The compiled game, or why there is none."""
    from engine.c.compiled.build import NotBuilt
    from engine.c.compiled.library import load
    from engine.c.generate.context import Unsupported

    try:
        library = load(interpreter.game)
    except Unsupported as error:
        return str(error)
    return library.reason if isinstance(library, NotBuilt) else library


class Interpreted:
    """A game that the interpreter holds."""

    def __init__(self, stepper: Stepper, luck: Luck) -> None:
        self._stepper = stepper
        self._script = luck.chance()
        self._chance = Recording(self._script)
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
        """Makes a move. Answers who holds the game from now on.

        Raises `engine.logs.explain.IllegalMove`, and `engine.luck.chance.ChanceError` where what is laid down of luck
        does not fit; play then stands where it stood.
        """
        began = process_time()
        before = deepcopy((self._script, self._chance.outcomes)) if self._script.left else None
        try:
            self.turn = self._stepper.interpreter.apply(self.turn.position, move, self._chance)
        except ChanceError:
            if before is not None:
                self._script, outcomes = before
                self._chance = Recording(self._script)
                self._chance.outcomes = outcomes
            raise
        self._stepper.spent += process_time() - began
        return self

    def clone(self) -> Interpreted:
        """An independent copy with the same luck ahead of it."""
        copy = object.__new__(Interpreted)
        copy._stepper, copy.turn = self._stepper, self.turn
        copy._script, copy._chance = deepcopy((self._script, self._chance))
        return copy
