"""Which conditions are asked again and again while nothing changes: what they come to is found once and kept."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from engine.core import program as p


@dataclass(frozen=True)
class MemoisedValues:
    """The actions whose clauses are asked of all moves of one position. What such a clause says of no choice, or of one
    card and a symbol, may be kept until the next time that moves are counted."""

    name: ClassVar[str] = "memoised_values"

    def __call__(self, program: p.Program) -> frozenset[str]:
        """The labels of the actions."""
        return frozenset(action.label for action in program.actions)
