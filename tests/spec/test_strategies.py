"""Random games hold all that the IR can say: each kind of node, each option of each of its fields.

What random rule files never hold no test by random rule files has looked at.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, get_args

import pytest

from spec.ir import nodes as ir
from spec.ir.check import check
from spec.ir.walk import hints_of, item_hints, nodes_of, options, walk, words_of
from tests.spec.strategies import game_of

GAMES = 900
Facet = tuple[str, str, object]
"""A class, one of its fields, and something that the field may hold."""

NOT_PLAYED = {
    cls.__name__
    for cls in (
        ir.Example, ir.Given, ir.Play, ir.Expect, ir.Then, ir.Gets, ir.Wins, ir.Sees, ir.MoveCall, ir.Claim, ir.Citation
    )
}  # fmt: skip
"""Examples, claims and citations: no engine plays them."""

UNLAWFUL: set[Facet] = {
    ("Group", "clauses", "none"),
    ("Ask", "actions", "none"),
    ("Domain", "values", "none"),
    ("Table", "values", "none"),
    ("Table", "values", "one"),
    ("CanMove", "actions", "none"),
    ("ChooseFrom", "over", "OverCards"),
    ("ChooseFrom", "over", "OverShapes"),
    ("First", "over", "OverShapes"),
    ("ForEach", "over", "OverShapes"),
    *((fold, "over", "OverRests") for fold in ("ChooseFrom", "First", "ForEach", "Sum", "Best")),
    ("OverRests", "shapes", "none"),
    ("FieldDecl", "type", "Cards"),
    ("Lit", "type", "Cards"),
    ("Param", "type", "Bool"),
    ("Question", "readings", "none"),
    ("Question", "readings", "one"),
    ("Shape", "within", "none"),
    ("Shape", "within", "one"),
}
"""What the law of the IR forbids, or no rule file can say."""

UNUSED: set[Facet] = {
    ("Open", "type", "Cards"),
}
"""What the IR could hold, and the language has no words for: questions about sets of cards."""


def options_of(hint: Any) -> list[object]:
    """What may be told apart of what a field holds."""
    if hint is bool:
        return [False, True]
    if words_of(hint):
        return list(words_of(hint))
    if item_hints(hint) is not None:
        return ["none", "one", "more", *(["nothing"] if type(None) in options(hint) else [])]
    if hint == ir.Expr:
        return []
    if type(None) in options(hint):
        return ["nothing", "something"]
    return list(nodes_of(hint)) if len(options(hint)) > 1 else []


def option_of(hint: Any, value: Any) -> object:
    """Which of these it is."""
    if item_hints(hint) is not None:
        return "nothing" if value is None else ("none", "one", "more")[min(len(value), 2)]
    if type(None) in options(hint):
        return "nothing" if value is None else "something"
    return value if hint is bool or words_of(hint) else type(value).__name__


def classes() -> list[Any]:
    """Every class of the IR below a game."""
    found, todo = list[Any](), list[Any]([ir.Game])
    while todo:
        cls = todo.pop()
        if cls in found:
            continue
        found.append(cls)
        for _, hint in hints_of(cls):
            inner = item_hints(hint)
            todo += nodes_of(hint).values()
            for part in (inner[0],) if inner and inner[1] else inner[0] if inner else ():
                todo += nodes_of(part).values()
    return found


def wanted() -> set[Facet]:
    """All that games are to hold; of a game itself, its lists are not told apart."""
    return {
        facet
        for cls in classes()
        if cls.__name__ not in NOT_PLAYED and cls is not ir.Game
        for facet in (
            (cls.__name__, "", ""),
            *((cls.__name__, name, option) for name, hint in hints_of(cls) for option in options_of(hint)),
        )
    }


def facets(game: ir.Game) -> Iterator[Facet]:
    """All that a game holds."""
    for node in walk(game):
        cls: Any = type(node)
        yield cls.__name__, "", ""
        for name, hint in hints_of(cls):
            if options_of(hint):
                yield cls.__name__, name, option_of(hint, getattr(node, name))


@pytest.fixture(scope="module")
def held() -> dict[Facet, int]:
    """In how many random games each thing is met."""
    counted = dict[Facet, int]()
    for seed in range(GAMES):
        for facet in set(facets(game_of(seed))):
            counted[facet] = counted.get(facet, 0) + 1
    return counted


def test_what_is_wanted_is_made_out_of_the_classes():
    assert len(get_args(ir.Expr)) + len(get_args(ir.Effect)) < len(classes())
    assert {("Jump", "to", "again"), ("Ask", "otherwise", "nothing"), ("Quantify", "over", "OverSlots")} <= wanted()


def test_random_games_of_seeds_are_legal():
    assert not [found for seed in range(200) for found in check(game_of(seed))]


def test_nothing_is_silently_never_drawn(held):
    missing = wanted() - held.keys()
    assert missing == (UNLAWFUL | UNUSED) & missing, sorted(map(str, missing - UNLAWFUL - UNUSED))
    assert not (UNLAWFUL | UNUSED) & held.keys()


def test_nothing_is_drawn_so_seldom_that_a_few_hundred_games_miss_it(held):
    seldom = {facet: times for facet, times in held.items() if facet in wanted() and times < GAMES // 300}
    assert not seldom
