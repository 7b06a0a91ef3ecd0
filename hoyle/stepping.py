"""Who holds a game in progress: the interpreter, or compiled code that answers the same.

Leaves what a user asks of it to `hoyle.api`, and playing to `hoyle.interpreted` and `hoyle.compiled`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.interpreter.interpreter import Interpreter
from hoyle.interpreted import Games, Interpreted, Luck

if TYPE_CHECKING:
    from engine.c.compiled.library import Library
    from hoyle.compiled import Compiled

PATIENCE = 1.0
"""From so many processor seconds of play on, compiling is worth its second."""


class Stepper:
    """Begins games of one kind: by the interpreter, and by compiled code where that is asked for or worth it."""

    def __init__(self, interpreter: Interpreter) -> None:
        self._games = Games(interpreter)
        self._library: Library | None = None
        self._reason: str | None = None

    def compile(self) -> str:
        """Has games begun from now on played by compiled code; answers why that cannot be, or ''."""
        if self._reason is None:
            found = _compiled(self._games.interpreter)
            self._library, self._reason = (None, found) if isinstance(found, str) else (found, "")
        return self._reason

    def interpreted(self, luck: Luck) -> Interpreted:
        """A new game that the interpreter holds."""
        return Interpreted(self._games, luck)

    def start(self, luck: Luck) -> Interpreted | Compiled:
        """A new game with this luck. Raises `engine.luck.chance.ChanceError` where what is laid down does not fit."""
        if self._reason is None and self._games.spent >= PATIENCE:
            self.compile()
        if self._library is None:
            return self.interpreted(luck)
        from hoyle.compiled import begun

        return begun(self._games, self._library, luck)


def _compiled(interpreter: Interpreter) -> Library | str:
    """The compiled game, or why there is none."""
    from engine.c.compiled.build import NotBuilt
    from engine.c.compiled.library import load
    from engine.core.unsupported import Unsupported

    try:
        library = load(interpreter.game)
    except Unsupported as error:
        return str(error)
    return library.reason if isinstance(library, NotBuilt) else library
