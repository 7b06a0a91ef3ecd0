"""Short ways in Python to ask something of all cards, or of a whole row of zones or fields.

Leaves every other way to ask to `engine.python.expressions`.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

from engine.core import terms as t
from engine.core.uses import nodes

FLIPPED: dict[str, Literal["any", "all"]] = {"any": "all", "all": "any"}
OPPOSITE: dict[str, Literal["=", "!="]] = {"=": "!=", "!=": "="}


def flipped(expr: t.Fold) -> t.Fold | None:
    """What holds where a comparison for some, or every, does not."""
    match expr:
        case t.Fold("any" | "all" as how, var, over, None, t.Compare("=" | "!=" as op, left, right)):
            return t.Fold(FLIPPED[how], var, over, None, t.Compare(OPPOSITE[op], left, right))
        case _:
            return None


def alike(expr: t.Expr) -> tuple[str, int, t.Expr, bool, bool] | None:
    """Asked of cards, whether their rank, suit or colour is a certain one: attribute, value, cards, every, equal."""
    match expr:
        case t.Fold("any" | "all" as how, var, t.CardsOf(cards), None, t.Compare("=" | "!=" as op, asked, wanted)):
            pass
        case _:
            return None
    match asked, wanted:
        case t.Attr(attr, t.Local(name)), t.Word(_, value) if name == var:
            return attr, value, cards, how == "all", op == "="
        case _:
            return None


def found_among(expr: t.Expr) -> tuple[t.Expr, t.Expr, bool] | None:
    """Asked whether some value is equal to another that is always the same: that one, what varies, and yes or no."""
    match expr:
        case t.Fold("any", var, _, None, t.Compare("=", left, right)):
            sides, wanted = (left, right), True
        case t.Fold("all", var, _, None, t.Compare("!=", left, right)):
            sides, wanted = (left, right), False
        case _:
            return None
    for varies, same in (sides, sides[::-1]):
        if mentions(varies, var) and not mentions(same, var) and not isinstance(varies, t.Local):
            return same, varies, wanted
    return None


def row(item: t.Expr, var: str, over: t.Range) -> t.Field | t.Zone | None:
    """The whole row of zones or fields that is gone through place by place."""
    match item:
        case t.Field(_, (*before, t.Local(last)), _) | t.Zone(_, (*before, t.Local(last)), _) if (
            last == var and isinstance(over, t.Words) and not any(mentions(i, var) for i in before)
        ):
            return replace(item, index=tuple(before))
        case _:
            return None


def read_for_sure(expr: t.Expr) -> frozenset[t.Expr]:
    """The calls, of nothing that is bound by a name, that have been read wherever the expression has."""
    match expr:
        case t.Call(_, args):
            inner = frozenset[t.Expr]().union(*map(read_for_sure, args))
            return inner if any(isinstance(n, t.Local) for n in nodes(expr)) else inner | {expr}
        case t.Not(item) | t.Ordinal(item) | t.Size(item) | t.IsEmpty(item) | t.Attr(_, item):
            return read_for_sure(item)
        case t.And((first, *_)) | t.Or((first, *_)):
            return read_for_sure(first)
        case t.Compare(_, left, right) | t.Arith(_, left, right) | t.Member(left, right):
            return read_for_sure(left) | read_for_sure(right)
        case _:
            return frozenset()


def mentions(expr: t.Expr, name: str) -> bool:
    """Does an expression use a name?"""
    return any(isinstance(n, t.Local) and n.name == name for n in nodes(expr))
