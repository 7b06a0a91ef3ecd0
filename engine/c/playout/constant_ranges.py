"""Values that are known before play, or between which bounds they lie: constants, and tables by one card.

Leaves everything else about expressions to `engine.c.generate.expressions`.
"""

from __future__ import annotations

from collections.abc import Collection

from engine.c.generate.context import Context, bits
from spec.ir import nodes as ir
from spec.ir.binding import mentions, put
from spec.ir.walk import walk

CARD = ir.Var("(card)", ir.Card())
MOST_PLANES = 8


def bound(m: Context, expr: ir.Expr) -> int:
    """How far from 0 a number may be, as far as is seen at once; no more is known of others than that they are held."""
    match expr:
        case ir.Lit(value, _):
            return abs(value)
        case ir.Get(field, _):
            slots = m.layout.fields[field]
            return max(abs(slots.low), abs(slots.high))
        case ir.Size() | ir.Attr() | ir.Ordinal():
            return max(len(m.layout.deck), *m.layout.size.values()) + 1
        case ir.Arith("*", left, right):
            return bound(m, left) * bound(m, right)
        case ir.Arith(_, left, right):
            return bound(m, left) + bound(m, right)
        case _:
            return 1 << 63


def planes(values: Collection[int]) -> list[tuple[int, int]] | None:
    """Sets of cards with a weight each, of which the sum over some cards is made: for each card the weights of the sets
    that it is in add up to its value. None where they are more than a few."""
    low, high = min(values, default=0), max(values, default=0)
    width = max(high.bit_length(), (low + 1).bit_length() + 1 if low < 0 else 0)
    if width > MOST_PLANES:
        return None
    found: dict[int, int] = {}
    for k in range(width):
        weight = -(1 << k) if low < 0 and k == width - 1 else 1 << k
        cards = bits(tuple(i for i, value in enumerate(values) if value >> k & 1))
        found[cards] = found.get(cards, 0) + weight
    return [(weight, cards) for cards, weight in found.items() if cards]


def by_card(m: Context, expr: ir.Expr, names: Collection[str]) -> tuple[ir.Expr, tuple[int, ...]] | None:
    """A card that is found first in any case and on which alone a value depends, with the value for every card.

    The `names` are those that are bound.
    """
    if not isinstance(expr, ir.And | ir.Or):
        return None
    ends = {node for node in walk(expr) if isinstance(node, ir.EndCard | ir.First)}
    if len(ends) != 1:
        return None
    (end,) = ends
    if m.kind(end) != ir.Card() or not _read_first(expr, end):
        return None
    rest = put(expr, {end: CARD})
    if mentions(rest, names):
        return None
    values = m.fixed(rest, CARD.name)
    return None if values is None else (end, values)


def _read_first(expr: ir.Expr, end: ir.Expr) -> bool:
    """Is one expression within another read whatever comes of the rest?"""
    if expr == end:
        return True
    match expr:
        case ir.And(items) | ir.Or(items):
            return bool(items) and _read_first(items[0], end)
        case ir.Not(item) | ir.Attr(_, item):
            return _read_first(item, end)
        case ir.Compare(_, left, right) | ir.Adjacent(_, left, right):
            return _read_first(left, end) or _read_first(right, end)
        case _:
            return False
