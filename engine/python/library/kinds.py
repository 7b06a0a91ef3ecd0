"""Types that the pieces share and an engine gets with them.

Leaves those that every engine has anyway to `given`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

Value = TypeVar("Value")
Function = TypeVar("Function", bound=Callable[..., Any])
Line = tuple[tuple[int, ...], ...]
Mix = tuple[
    tuple[int, ...],
    tuple[int, ...],
    tuple[tuple[int, ...], ...],
    tuple[tuple[int, ...], ...],
    tuple[int, ...],
    frozenset[int],
]
"""Ranks as they are read; first rows; the row after so many cards of the next rank (-1: none); with how many wild cards
a row is complete; so many ranks are read before it; and the wild cards."""
WildLine = tuple[Line, int, frozenset[int]]
"""A line, of how many places a circle is (0: none), and the cards that may stand at every place."""
