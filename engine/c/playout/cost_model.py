"""How many steps a value takes and whether it may fail: what is quick and sure is evaluated with nothing to branch on.

Leaves what each becomes in C to `engine.c.generate.expressions`. Definitions that are applied within whole play are
seen through: their bodies stand in their place, and find at hand what whole play keeps.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import assert_never

from engine.c.generate.certainty import certain, fits_domain
from engine.c.generate.context import Bound, Context, Scope
from engine.c.playout import constant_ranges, pile_occupancy
from spec.ir import nodes as ir
from spec.ir.binding import applied
from spec.ir.walk import walk

FAR = 1 << 20
"""More steps than anything may take."""
MOST = 24
MOST_UNROLLED = 8
MOST_NODES = 48
Ends = Collection[ir.EndCard]


def quick(m: Context, expr: ir.Expr, scope: Scope) -> bool:
    """Is a value of whole play had by a few steps, so that it need not be kept?"""
    return m.hot is not None and steps(m, expr, scope, None) <= MOST


def sure(m: Context, expr: ir.Expr, scope: Scope, read: Ends = ()) -> bool:
    """Does the same hold, and can the value not fail, given that some ends of piles are known to be there?"""
    return m.hot is not None and steps(m, expr, scope, read) <= MOST


def unfolded(m: Context, expr: ir.Apply) -> ir.Expr | None:
    """The body of a small definition with its arguments put in; None where that might mean something else."""
    decl = m.index.defines[expr.define]
    plain = all(isinstance(arg, ir.Var | ir.Lit | ir.Get) and not getattr(arg, "index", ()) for arg in expr.args)
    kinds = tuple(m.kind(arg) for arg in expr.args) == tuple(param.type for param in decl.params)
    sets = any(isinstance(param.type, ir.Cards) for param in decl.params)
    if not plain or not kinds or sets or _weight(m, decl.body) > MOST_NODES:
        return None
    return applied(decl, expr.args)


def _weight(m: Context, expr: ir.Expr) -> int:
    """How many nodes an expression has, with those of the definitions that it applies."""
    nodes = list(walk(expr))
    return len(nodes) + sum(_weight(m, m.index.defines[n.define].body) for n in nodes if isinstance(n, ir.Apply))


def reads(m: Context, expr: ir.Expr) -> frozenset[ir.EndCard]:
    """The ends of piles that are read whatever comes of an expression."""
    match expr:
        case ir.EndCard():
            return frozenset((expr,))
        case ir.And(items) | ir.Or(items):
            return reads(m, items[0]) if items else frozenset()
        case ir.Not(item) | ir.Attr(_, item) | ir.Ordinal(item):
            return reads(m, item)
        case ir.Compare(_, left, right) | ir.Adjacent(_, left, right) | ir.Arith(_, left, right):
            return reads(m, left) | reads(m, right)
        case ir.Apply():
            body = unfolded(m, expr)
            return frozenset() if body is None else reads(m, body)
        case _:
            return frozenset()


def steps(m: Context, expr: ir.Expr, scope: Scope, read: Ends | None) -> int:
    """About how many steps a number takes; FAR where that is not known, or where it may fail.

    `read` are the ends of piles that are known to be there; None: it may fail as well.
    """
    match expr:
        case ir.Lit():
            return 0
        case ir.Var(name, _):
            return 0 if name in scope else FAR
        case ir.Get(field, index):
            return 1 + _index(m, m.layout.fields[field].decl.index, index, scope, read)
        case ir.Not(item):
            return steps(m, item, scope, read) + 1
        case ir.And(items) | ir.Or(items):
            return _all(m, items, scope, read) + len(items)
        case ir.If(cond, then, other):
            return _all(m, (cond, then, other), scope, read) + 2
        case ir.Compare():
            return _compare(m, expr, scope, read)
        case ir.Arith(_, left, right):
            overflows = read is not None and constant_ranges.bound(m, expr) >= 1 << 62
            return FAR if overflows else _all(m, (left, right), scope, read) + 1
        case ir.Ordinal(item):
            return _ordered(m, item, scope, read)
        case ir.Beside(player, _):
            lacks = read is not None and not certain(m, player, scope)
            return FAR if lacks else steps(m, player, scope, read) + 2
        case ir.Apply():
            body = unfolded(m, expr)
            return FAR if body is None else steps(m, body, scope, read)
        case ir.Extreme(_, var, over, ir.Lit(1), key) if size := few(m, over):
            return size * (steps(m, key, {**scope, var: Bound("", certain=True)}, read) + 2)
        case ir.Quantify(_, var, over, cond):
            return _quantify(m, var, over, cond, scope, read)
        case _:
            return _about_cards(m, expr, scope, read)


def _about_cards(m: Context, expr: ir.Expr, scope: Scope, read: Ends | None) -> int:
    match expr:
        case ir.Attr(_, card):
            lacks = read is not None and not certain(m, card, scope)
            return FAR if lacks else steps(m, card, scope, read) + 1
        case ir.Size(ir.Place() as place):
            return _place(m, place, scope, read) + 1
        case ir.EndCard("top", ir.Place() as place):
            known_there = read is None or expr in read
            return _place(m, place, scope, read) + 2 if known_there and place.zone not in m.late else FAR
        case ir.Member(card, ir.Place() as place) if not m.ordered(place.zone):
            return steps(m, card, scope, read) + _place(m, place, scope, read) + 2
        case _:
            return FAR


def _all(m: Context, items: tuple[ir.Expr, ...], scope: Scope, read: Ends | None) -> int:
    return sum(steps(m, item, scope, read) for item in items)


def _ordered(m: Context, item: ir.Expr, scope: Scope, read: Ends | None) -> int:
    kind = m.kind(item)
    lacks = read is not None and kind.optional
    return FAR if lacks else steps(m, item, scope, read) + 1


def _compare(m: Context, expr: ir.Compare, scope: Scope, read: Ends | None) -> int:
    if isinstance(m.kind(expr.left), ir.Cards):
        return FAR
    if expr.op in ("<", "<="):
        return _ordered(m, expr.left, scope, read) + _ordered(m, expr.right, scope, read)
    return _all(m, (expr.left, expr.right), scope, read) + 1


def _place(m: Context, place: ir.Place, scope: Scope, read: Ends | None) -> int:
    return 1 + _index(m, m.layout.zones[place.zone].decl.index, place.index, scope, read)


def _index(m: Context, domains: tuple[str, ...], index: tuple[ir.Expr, ...], scope: Scope, read: Ends | None) -> int:
    fits = all(fits_domain(m, part, domain, scope) for part, domain in zip(index, domains, strict=False))
    return _all(m, index, scope, read) + len(index) if fits or read is None else FAR


def few(m: Context, over: ir.Range) -> int:
    """How many values a range always has, where they are few; else 0."""
    match over:
        case ir.OverDomain(domain):
            size = 0 if pile_occupancy.held(m, domain, "0") else m.layout.size[domain]
        case ir.OverSlots(domain):
            size = m.layout.size[domain]
        case ir.OverSeats() | ir.OverCards() | ir.OverNumbers():
            size = 0
        case _:
            assert_never(over)
    return size if size <= MOST_UNROLLED else 0


def _quantify(m: Context, var: str, over: ir.Range, cond: ir.Expr, scope: Scope, read: Ends | None) -> int:
    match over:
        case ir.OverCards(ir.Place() as place) if not m.ordered(place.zone):
            held = _place(m, place, scope, read) + 3
            match cond:
                case ir.Compare("=" | "!=", ir.Attr(_, ir.Var(name, _)), other) if name == var:
                    return held + steps(m, other, {k: b for k, b in scope.items() if k != var}, read)
                case _:
                    return held if m.fixed(cond, var) is not None else FAR
        case _:
            size = few(m, over)
            return size * (steps(m, cond, {**scope, var: Bound("", certain=True)}, read) + 1) if size else FAR
