"""Which piles are shuffled: their order is laid only as far as somebody looks at it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from engine.core import program as p
from engine.core.uses import nodes


@dataclass(frozen=True)
class LateShuffles:
    """The zones of which a shuffle may be put off. Whoever looks at more of one than its size or its top asks for the
    order first; each shuffle has a stream of luck of its own, so that it is the same whenever it is carried out."""

    name: ClassVar[str] = "late_shuffles"

    def __call__(self, program: p.Program) -> frozenset[str]:
        """The names of the zones."""
        return frozenset(n.zone.name for n in nodes(program) if isinstance(n, p.Shuffle))
