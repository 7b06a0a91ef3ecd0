"""Moves that may be offered in more ways than play lists at one decision: these are counted while they are listed."""

from __future__ import annotations

from collections.abc import Mapping
from math import prod

from engine.core import program as p
from engine.core import terms as t
from spec.text.limits import MOST_CHOICES


def may_be_too_many(action: p.ActionDef, sizes: Mapping[str, int], deck: int) -> bool:
    """`sizes`: how many words each domain has; `deck`: how many cards there are."""
    return prod(_most(param.choice, sizes, deck) for param in action.params) > MOST_CHOICES


def _most(choice: p.Pick, sizes: Mapping[str, int], deck: int) -> int:
    """The most values that a choice may have; beyond all bounds where that depends on the cards or on numbers."""
    match choice:
        case p.PickCard():
            return deck
        case p.PickCards():
            return MOST_CHOICES + 1
        case p.PickFrom(over):
            match over:
                case t.CardsOf():
                    return deck
                case t.Words(domain) | t.Piles(domain):
                    return sizes[domain]
                case t.Seats():
                    return sizes["player"]
                case t.Numbers():
                    return MOST_CHOICES + 1
