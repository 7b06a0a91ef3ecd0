"""What is known of an expression before it becomes C: its order, its cost, whether its value is one of its domain's.

Leaves the C itself to `engine.c.generate.expressions`.
"""

from __future__ import annotations

from engine.c.generate.context import Context, Scope
from spec.ir import nodes as ir
from spec.ir.index import PLAYER

ORDERED = ir.Cards(ordered=True)
COSTLY = ir.Apply | ir.Fold | ir.Total | ir.CanTotal | ir.CanMove


def short(m: Context, expr: ir.Expr, scope: Scope) -> bool:
    """Is the value had by a few steps that cannot fail?"""
    match expr:
        case ir.Lit() | ir.Var() | ir.Get(_, ()):
            return True
        case ir.Attr(_, card):
            return isinstance(card, ir.Var) and certain(m, card, scope)
        case ir.Not(item):
            return short(m, item, scope)
        case ir.And(items) | ir.Or(items):
            return all(short(m, item, scope) for item in items)
        case ir.Compare(op, left, right):
            sure = op in ("=", "!=") or not any(may_lack(m, e) for e in (left, right))
            return sure and short(m, left, scope) and short(m, right, scope)
        case _:
            return False


def certain(m: Context, expr: ir.Expr, scope: Scope) -> bool:
    """Is the value known to be one of its domain's, or a card of the deck?"""
    match expr:
        case ir.Lit(value, ir.Symbol(domain)):
            return 0 <= value < m.layout.size[domain]
        case ir.Lit(value, ir.Card()):
            return 0 <= value < len(m.layout.deck)
        case ir.Var(name, _):
            return name in scope and scope[name].certain
        case ir.Get(field, _):
            slots = m.layout.fields[field]
            return isinstance(slots.decl.type, ir.Symbol | ir.Card) and slots.low == 0
        case ir.EndCard() | ir.Best() | ir.Beside() | ir.Attr():
            return True
        case ir.If(_, then, other):
            return certain(m, then, scope) and certain(m, other, scope)
        case ir.First(_, ir.OverDomain() | ir.OverSlots() | ir.OverCards(), _, None):
            return True
        case ir.Apply(define, _):
            return certain(m, m.index.defines[define].body, {})
        case _:
            return False


def may_lack(m: Context, expr: ir.Expr) -> bool:
    """May the value be nobody?"""
    kind = m.kind(expr)
    return kind.optional


def fits_domain(m: Context, expr: ir.Expr, domain: str, scope: Scope) -> bool:
    """Is a value known to be one of a domain?"""
    kind = m.kind(expr)
    same = kind.domain == domain
    return same and certain(m, expr, scope) and (domain != PLAYER or m.layout.players > 0)
