"""The C of a game as it was made, with what its numbers stand for.

Leaves making it to `engine.c.compiled.code` and its neighbours, and keeping it to `engine.c.compiled.code_cache`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.core.layout import Layout
from spec.ir import nodes as ir
from spec.ir.clauses import Mark

MARKS_AT_ONCE = 8
IN_ONE_NUMBER = 128
"""Larger decks are left to the code by which games are stepped: elsewhere a set of cards is one number."""


@dataclass(frozen=True, slots=True)
class Code:
    """A game's C, with what its numbers stand for: clauses where faults happen, and clauses that fire."""

    text: str
    layout: Layout
    sources: tuple[ir.Source, ...]
    marks: tuple[Mark, ...]


def room_for(marks: Sequence[Mark]) -> int:
    """How many marks are counted: as many as compilers add up several at a time."""
    return max(-(-len(marks) // MARKS_AT_ONCE), 1) * MARKS_AT_ONCE
