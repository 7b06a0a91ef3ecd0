"""Lowers what is said of places in a stack; what it is made of is told in `spec.ir.stretches`."""

from __future__ import annotations

from collections.abc import Callable
from typing import assert_never

from spec import syntax as s
from spec.ir import nodes as ir
from spec.ir import stretches
from spec.lower.base import Scope, Typed

Lower = Callable[[s.Expr, Scope, ir.Type | None], Typed | None]
ORDERED = ir.Cards(ordered=True)


def stretch(e: s.Stretch, scope: Scope, lower: Lower) -> Typed | None:
    """Some cards of a stack by where they lie, or one of them."""
    cards = _stack(e, scope, lower)
    match e:
        case s.EndCards():
            count = lower(e.count, scope, ir.Int())
            if count is None or cards is None:
                return None
            many = stretches.at_most(count.expr, ir.Size(cards)) if e.up_to else count.expr
            return Typed(ir.EndCards(e.end, many, cards), ORDERED)
        case s.Beside():
            card = lower(e.card, scope, ir.Card())
            if card is None or cards is None:
                return None
            found = stretches.beside(e.which, e.end, card.expr, cards)
            return Typed(found, _kind(e))
        case s.PlacedCard():
            if cards is None:
                return None
            return Typed(stretches.placed(e.end, stretches.ORDINALS.index(e.place) + 1, cards), ir.Card())
        case _:
            assert_never(e)


def _kind(e: s.Beside) -> ir.Type:
    match e.which:
        case "next":
            return ir.Card()
        case "all" | "itself":
            return ORDERED
        case _:
            assert_never(e.which)


def _stack(e: s.Stretch, scope: Scope, lower: Lower) -> ir.Expr | None:
    """Cards in an order; others are reported."""
    cards = lower(e.cards, scope, ir.Cards(ordered=False))
    if cards is None or cards.type == ORDERED:
        return None if cards is None else cards.expr
    scope.names.report("E0308", e.cards.span, f"these cards lie in no order, so {_lacking(e)}")
    return None


def _lacking(e: s.Stretch) -> str:
    match e:
        case s.EndCards(end):
            return f"they have no {end}"
        case s.Beside():
            return "none of them lies above or below another"
        case s.PlacedCard(_, end):
            return f"none of them has a place from the {end}"
        case _:
            assert_never(e)
