"""Which actions have clauses that are judged for all values of the last choice at once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from engine.core import program as p


@dataclass(frozen=True)
class SetVectorisation:
    """The actions whose conditions become sets: of the cards, or of the symbols, for which they hold. What does not
    hang on the choice is asked once, and only where there is something to choose."""

    name: ClassVar[str] = "set_vectorisation"

    def __call__(self, program: p.Program) -> frozenset[str]:
        """The labels of the actions."""
        return frozenset(action.label for action in program.actions if action.params)
