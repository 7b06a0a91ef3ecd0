"""Moves that may be offered in too many ways at one decision: these are counted while they are listed.

The interpreter lists fewer of them (`spec.text.limits`): what has to be shown one by one, or searched, ends far sooner.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import prod

from engine.core import program as p
from engine.core import terms as t

MOST_WAYS = 8_000_000
"""So many ways to make one move at one decision are counted by compiled code. Two decks come to some million."""


def may_be_too_many(action: p.ActionDef, sizes: Mapping[str, int], deck: int) -> bool:
    """`sizes`: how many words each domain has; `deck`: how many cards there are."""
    return prod(_most(param.choice, sizes, deck) for param in action.params) > MOST_WAYS


def _most(choice: p.Pick, sizes: Mapping[str, int], deck: int) -> int:
    """The most values that a choice may have; beyond all bounds where that depends on the cards or on numbers."""
    match choice:
        case p.PickCard():
            return deck
        case p.PickCards():
            return MOST_WAYS + 1
        case p.PickFrom(over):
            match over:
                case t.CardsOf():
                    return deck
                case t.Words(domain) | t.Piles(domain):
                    return sizes[domain]
                case t.Seats():
                    return sizes["player"]
                case t.Numbers() | t.ShapesIn() | t.RestsIn():
                    return MOST_WAYS + 1
