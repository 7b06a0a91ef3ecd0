"""The games that tests of engines play every day: few, and together they draw whatever the library draws.

What is about a game's own rules is tested with every game. What is about an engine is tested with these, and with all
where HOYLE_GAMES_FULL is set. `tests/repo/test_everyday.py` says so when they draw too little.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from functools import cache
from typing import Any, Literal, get_origin, get_type_hints

from hoyle.sources.files import game_names, load_file
from spec.ir import nodes as ir

EVERYDAY = (
    "beggar_my_neighbour", "corners", "crazy_eights", "cuckoo", "freecell", "gin_rummy", "hanabi", "kuhn_poker",
    "pigeon", "reserve", "scarto", "scopa", "twentyone",
)  # fmt: skip


def everyday() -> tuple[str, ...]:
    """The games to test an engine with."""
    return game_names() if os.environ.get("HOYLE_GAMES_FULL") else EVERYDAY


@cache
def drawn(name: str) -> frozenset[object]:
    """What a game draws: its kinds of nodes with their words, of zones, fields and shapes, and its sizes."""
    game = load_file(name).game
    assert game is not None
    cards = len(game.deck)
    return frozenset((*_parts(game), ("cards", (cards > 64) + (cards > 128)), ("players", len(game.domains[0].values))))


KEPT_APART = (ir.Source, ir.Example, ir.Claim, ir.Question, ir.Citation)
"""What no engine plays."""


def _parts(root: object) -> Iterator[object]:
    stack: list[Any] = [root]
    while stack:
        node = stack.pop()
        if isinstance(node, tuple):
            stack.extend(node)
        elif is_dataclass(node) and not isinstance(node, (*KEPT_APART, type)):
            yield type(node).__name__, tuple(getattr(node, name) for name in _worded(type(node)))
            stack.extend(getattr(node, f.name) for f in fields(node))


@cache
def _worded(kind: type) -> tuple[str, ...]:
    """The fields of a node that hold yes or no, or one of a closed list of words, such as the kind of a quantifier."""
    hints = get_type_hints(kind)
    return tuple(f.name for f in fields(kind) if hints[f.name] is bool or get_origin(hints[f.name]) is Literal)
