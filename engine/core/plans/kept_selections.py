"""Parting cards is often asked of hands that differ by a card: what may be taken out is found once for them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from engine.core import program as p
from engine.core import terms as t
from engine.core.uses import nodes


@dataclass(frozen=True)
class KeptSelections:
    """Are cards parted into selections of shapes? Then those of a set of cards are kept: they hang on nothing else, and
    those of fewer cards are among them. Where two sets differ by a card, the selections of both together are found."""

    name: ClassVar[str] = "kept_selections"

    def __call__(self, program: p.Program) -> bool:
        """Is there something to keep?"""
        return any(isinstance(node, t.RestsIn) for node in nodes(program))
