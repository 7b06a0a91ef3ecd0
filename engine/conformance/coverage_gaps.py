"""What can be found out about points that no random game shows: games that do, or why there is none.

Leaves finding out to whoever makes a suite; without one nothing is found out.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from engine.conformance.choose import Step, Variant


class CoverageGaps(Protocol):
    """Finds out about clauses, such as `permit play.normal`, and about variants of a game."""

    def never(self, clauses: Iterable[str]) -> dict[str, str]:
        """Those that can never win, with what proved it."""

    def parting(self, variant: Variant) -> tuple[Step, ...] | None:
        """A play of the game that would go on differently under a variant."""

    def equal(self, variant: Variant) -> str:
        """By what it is proved that a variant is the same game; '' where it is not."""


class Nothing:
    """Finds out nothing."""

    def never(self, clauses: Iterable[str]) -> dict[str, str]:
        """None."""
        return {}

    def parting(self, variant: Variant) -> tuple[Step, ...] | None:
        """None."""
        return None

    def equal(self, variant: Variant) -> str:
        """Nothing."""
        return ""
