"""The type of each term of a core program, told from the term alone.

Leaves to `engine.core.check` whether the types within a term agree.
"""

from __future__ import annotations

from typing import assert_never

from engine.core import terms as t
from spec.ir import nodes as ir
from spec.ir.index import PLAYER
from spec.ir.types import certain, join

HELPERS: dict[t.HelperName, ir.Type] = {
    "top": ir.Card(), "bottom": ir.Card(), "top_cards": ir.Cards(True), "bottom_cards": ir.Cards(True),
    "plus": ir.Cards(False), "without": ir.Cards(False),
    "common": ir.Cards(False), "in_deck_order": ir.Cards(False), "least_total": ir.Int(), "greatest_total": ir.Int(),
    "can_total": ir.Bool(), "same_rank": ir.Bool(), "same_suit": ir.Bool(), "same_colour": ir.Bool(),
    "is_run": ir.Bool(), "is_rising_run": ir.Bool(), "is_walk": ir.Bool(), "is_walk_in_some_order": ir.Bool(),
    "same_cards": ir.Bool(), "is_mix": ir.Bool(),
}  # fmt: skip
"""What each helper answers."""


def kind(expr: t.Expr) -> t.Kind:
    """The type of a term."""
    match expr:
        case t.Local() | t.Field() | t.Zone() | t.Call() | t.Fails():
            return expr.type
        case t.Truth() | t.Not() | t.And() | t.Or() | t.Compare() | t.OneOf() | t.Adjacent() | t.IsEmpty():
            return ir.Bool()
        case t.Member() | t.CanMove() | t.Offered() | t.Weighed():
            return ir.Bool()
        case t.Number() | t.Arith() | t.Ordinal() | t.Size():
            return ir.Int()
        case t.Word(domain, value):
            return ir.Symbol(domain, value == ir.NOBODY)
        case t.Attr(attr, _, lacking):
            return ir.Symbol(attr, lacking)
        case t.Beside():
            return ir.Symbol(PLAYER)
        case t.OneCard(_, may_lack):
            return ir.Card(may_lack)
        case t.SomeCards():
            return ir.Cards(True)
        case t.Just() | t.Filter():
            return ir.Cards(False)
        case t.Snapshot(cards):
            return kind(cards)
        case t.Helper(name, _):
            return HELPERS[name]
        case t.Check(_, value, _):
            return somebody(kind(value))
        case t.Either(_, then, other):
            return joined(kind(then), kind(other))
        case t.Fold():
            return folded(expr)
        case t.PerPlayer() | t.Winners():
            return t.Returns()
        case t.StepName() | t.StepBy():
            return t.ToStep(False)
        case t.TableName() | t.LineName() | t.MixName() | t.Text():
            return t.Nothing()
        case _:
            assert_never(expr)


def folded(fold: t.Fold) -> t.Kind:
    """The type of a fold."""
    match fold.how:
        case "any" | "all":
            return ir.Bool()
        case "sum" | "least" | "greatest":
            return ir.Int()
        case "first" | "only_least" | "only_greatest":
            found = element(fold.over)
            return found if fold.empty is None else joined(found, kind(fold.empty))
        case _:
            assert_never(fold.how)


def element(over: t.Range) -> ir.Type:
    """The type of the values of a range."""
    match over:
        case t.Words(domain) | t.Piles(domain):
            return ir.Symbol(domain)
        case t.Seats():
            return ir.Symbol(PLAYER)
        case t.CardsOf():
            return ir.Card()
        case t.Numbers():
            return ir.Int()
        case t.ShapesIn() | t.RestsIn():
            return ir.Cards(ordered=False)
        case _:
            assert_never(over)


def joined(left: t.Kind, right: t.Kind) -> t.Kind:
    """The narrowest type of values of two types; the first where there is none."""
    if isinstance(left, ir.type_classes) and isinstance(right, ir.type_classes):
        return join(left, right) or left
    return left


def somebody(found: t.Kind) -> t.Kind:
    """A type without nobody."""
    return certain(found) if isinstance(found, ir.type_classes) else found
