"""The games that tests of engines play every day: few, and together they draw whatever the library draws.

What is about a game's own rules is tested with every game. What is about an engine is tested with these, and with all
where HOYLE_GAMES_FULL is set. `tests/repo/test_everyday.py` says so when they draw too little.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import fields, is_dataclass
from functools import cache
from typing import Any, Literal, TypeVar, get_origin, get_type_hints

from hoyle.sources.files import game_names, load_file
from spec.ir import nodes as ir

EVERYDAY = (
    "beggar_my_neighbour", "corners", "crazy_eights", "cuckoo", "dou_dizhu", "freecell", "gin_rummy", "hanabi",
    "kuhn_poker", "pigeon", "reserve", "scarto", "scopa", "twentyone",
)  # fmt: skip


FULL = bool(os.environ.get("HOYLE_GAMES_FULL"))
T = TypeVar("T")


def everyday() -> tuple[str, ...]:
    """The games to test an engine with."""
    return game_names() if FULL else EVERYDAY


def one_in(count: int, items: Iterable[T]) -> list[T]:
    """One in so many of them, the first among them; all where HOYLE_GAMES_FULL is set."""
    return list(items)[:: 1 if FULL else count]


def one_of_each(items: Iterable[T], kind: Callable[[T], object]) -> list[T]:
    """Of planted faults, say, the first of each kind; all of them where HOYLE_GAMES_FULL is set."""
    listed = list(items)
    return listed if FULL else list({kind(item): item for item in reversed(listed)}.values())[::-1]


BUDGET = re.compile(r"(?<=--budget )\d+")


def in_little_time(command: str, most: int = 5) -> str:
    """A command of the documents with a budget of so many seconds at most; as it stands where HOYLE_GAMES_FULL is set.

    Certificates tell what was proved, and of that there must be enough.
    """
    if FULL or "--certificates" in command:
        return command
    return BUDGET.sub(lambda seconds: str(min(int(seconds[0]), most)), command)


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
