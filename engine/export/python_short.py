"""Short ways in Python to ask something of all cards, or of a whole row of zones or fields.

Leaves every other way to ask to `engine.export.python_expr`.
"""

from __future__ import annotations

from typing import Literal

from engine.export import program as p
from engine.export.scope import nodes

FLIPPED: dict[str, Literal["some", "every"]] = {"some": "every", "every": "some"}
OPPOSITE: dict[str, Literal["=", "!="]] = {"=": "!=", "!=": "="}


def flipped(expr: p.Quantify) -> p.Quantify | None:
    """What holds where a comparison for some, or every, does not."""
    match expr:
        case p.Quantify("some" | "every" as kind, var, over, p.Compare("=" | "!=" as op, left, right)):
            return p.Quantify(FLIPPED[kind], var, over, p.Compare(OPPOSITE[op], left, right))
        case _:
            return None


def alike(expr: p.Expr) -> tuple[str, int, p.Expr, bool, bool] | None:
    """Asked of cards, whether their rank, suit or colour is a certain one: attribute, value, cards, every, equal."""
    match expr:
        case p.Quantify("some" | "every" as kind, var, p.CardsOf(cards), p.Compare("=" | "!=" as op, asked, wanted)):
            pass
        case _:
            return None
    match asked, wanted:
        case p.Attr(attr, p.Local(name)), p.Word(_, value) if name == var:
            return attr, value, cards, kind == "every", op == "="
        case _:
            return None


def found_among(expr: p.Expr) -> tuple[p.Expr, p.Expr, bool] | None:
    """Asked whether some value is equal to another that is always the same: that one, what varies, and yes or no."""
    match expr:
        case p.Quantify("some", var, _, p.Compare("=", left, right)):
            sides, wanted = (left, right), True
        case p.Quantify("every", var, _, p.Compare("!=", left, right)):
            sides, wanted = (left, right), False
        case _:
            return None
    for varies, same in (sides, sides[::-1]):
        if mentions(varies, var) and not mentions(same, var) and varies != p.Local(var):
            return same, varies, wanted
    return None


def row(item: p.Expr, var: str, over: p.Range) -> p.Field | p.Zone | None:
    """The whole row of zones or fields that is gone through place by place."""
    match item:
        case p.Field(name, (*before, p.Local(last))) | p.Zone(name, (*before, p.Local(last))) if (
            last == var and isinstance(over, p.Words) and not any(mentions(i, var) for i in before)
        ):
            return type(item)(name, tuple(before))
        case _:
            return None


def read_for_sure(expr: p.Expr) -> frozenset[p.Expr]:
    """The calls, of nothing that is bound by a name, that have been read wherever the expression has."""
    match expr:
        case p.Call(_, args):
            inner = frozenset[p.Expr]().union(*map(read_for_sure, args))
            return inner if any(isinstance(n, p.Local) for n in nodes(expr)) else inner | {expr}
        case p.Not(item) | p.Ordinal(item) | p.Size(item) | p.IsEmpty(item) | p.Attr(_, item):
            return read_for_sure(item)
        case p.And((first, *_)) | p.Or((first, *_)):
            return read_for_sure(first)
        case p.Compare(_, left, right) | p.Arith(_, left, right) | p.Member(left, right):
            return read_for_sure(left) | read_for_sure(right)
        case _:
            return frozenset()


def mentions(expr: p.Expr, name: str) -> bool:
    """Does an expression use a name?"""
    return any(isinstance(n, p.Local) and n.name == name for n in nodes(expr))
