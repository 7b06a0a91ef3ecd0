"""The games that everyday runs play where a test is about an engine: together they draw what the whole library draws.

Long runs, which a variable of the environment asks for, play every game there. What is about the rules of one game is
no matter for this list: such tests go through every game every day.
"""

from __future__ import annotations

import os
from typing import Any

from engine.core.layout import Layout
from engine.core.lower.game import lower
from engine.core.uses import nodes
from hoyle.sources.files import game_names
from spec.ir import nodes as ir
from spec.ir.walk import hints_of, options, walk, words_of

LONG = (
    "HOYLE_GAMES_FULL",
    "HOYLE_NATIVE_GAMES",
    "HOYLE_EXPORT_GAMES",
    "HOYLE_EXPORT_RULES",
    "HOYLE_SANITIZED_GAMES",
    "HOYLE_ORACLE_FULL",
)
"""Each of these asks for a long run."""

EVERYDAY = (
    "baccarat",
    "beggar_my_neighbour",
    "corners",
    "cribbage",
    "gin_rummy",
    "go_fish",
    "hanabi",
    "klaverjassen",
    "kuhn_poker",
    "leduc_poker",
    "oh_hell",
    "pigeon",
    "reserve",
    "scarto",
    "scopa",
    "twentyone",
)
"""Few games that draw everything; `tests/repo` holds that they do, and that none of them could be left out."""

PLAYED = tuple(game_names()) if any(map(os.environ.get, LONG)) else EVERYDAY
"""The games that a test of an engine plays in this run."""


def drawn(game: ir.Game) -> frozenset[str]:
    """What a game draws: nodes of the IR and of the program made of it, with each word, and each part there or not."""
    found = {f"core {type(node).__name__}" for node in nodes(lower(game))}
    found |= {f"deck of more than 64 cards: {len(game.deck) > 64}", f"players: {min(Layout(game).players, 3)}"}
    for node in walk(game):
        kind: Any = type(node)
        found.add(kind.__name__)
        for name, hint in hints_of(kind):
            value = getattr(node, name)
            if isinstance(value, bool) or (any(words_of(option) for option in options(hint)) and value is not None):
                found.add(f"{kind.__name__}.{name}: {value}")
            else:
                found.add(f"{kind.__name__}.{name}: {'nothing' if value is None or value == () else 'something'}")
    return frozenset(found)
