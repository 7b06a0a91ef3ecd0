"""How much work a verification is asked to do."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Plan:
    """How much to do: games at random, from which seed, generated cases, and how many seconds `each` technique has; one
    that has none is left out.

    `seconds` bound the whole; all together the techniques may have more, since what one leaves is for the next. The
    solver's questions are written to the folder `proofs` if there is one; `certificates`: what is proved is told with
    what others need to check it.
    """

    games: int = 300
    seed: int = 1
    each: Mapping[str, float] = field(default_factory=lambda: {"random play": 30.0, "search": 20.0})
    proofs: Path | None = None
    certificates: bool = False
    cases: int = 100
    seconds: float = float("inf")

    def scaled(self, share: float) -> Plan:
        """The plan with a share of its time."""
        return replace(self, seconds=self.seconds * share, each={name: s * share for name, s in self.each.items()})
