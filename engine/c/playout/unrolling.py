"""Folds over a few symbols, written out with nothing to branch on.

Leaves to `engine.core.plans.unrolling` which values are quick and sure, and all other ranges to `engine.c.rules.folds`.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.c import tree as c
from engine.c.playout.play import Playing
from engine.c.rules.engine import G, Value
from engine.c.rules.values import value
from engine.core import terms as t
from engine.core.plans.pile_occupancy import asked
from spec.ir import nodes as ir

BITS = 3
"""By which the few symbols are told apart."""
MOST_KEY = 1 << 40


def written_out(w: Playing, expr: t.Fold) -> Value | None:
    """A fold with nothing to branch on; None where it is better left as a loop."""
    if isinstance(expr.over, t.CardsOf):
        return None
    told = by_emptiness(w, expr)
    if told is not None:
        return told
    found = None if w.m.unrolled is None else w.m.unrolled.parts(expr)
    if found is None:
        return None
    outer, w.flat = w.flat, True
    made = _flat(w, expr, found.parts)
    w.flat = outer
    return made


def _flat(w: Playing, expr: t.Fold, parts: Sequence[tuple[t.Expr, t.Expr]]) -> Value | None:
    """A fold of these conditions and values."""
    conds, values = zip(*parts, strict=True)
    match expr.how:
        case "any":
            return Value(_chain("|", [_test(w, term) for term in values]), c.BOOL)
        case "all":
            return Value(_chain("&", [_test(w, term) for term in values]), c.BOOL)
        case "sum":
            return Value(_chain("+", [c.Cast(c.INT, _test(w, cond)) for cond in conds]), c.INT, False, len(conds))
        case "first":
            bits = [c.Cast(c.BITS, _test(w, cond)) for cond in conds]
            held = w.declare("held", c.BITS, _chain("|", [_shifted(b, v) for v, b in enumerate(bits)]))
            w.flat = False
            return _lowest(w, held, expr.empty)
        case "least" | "greatest" as end if expr.cond is None:
            return _greatest(w, end, values)
        case "least" | "greatest" | "only_least" | "only_greatest":
            return _keyed(w, expr, parts)


def _test(w: Playing, cond: t.Expr) -> c.Expr:
    return value(w, cond).expr


def _chain(op: c.BinaryOp, items: list[c.Expr]) -> c.Expr:
    found = items[0]
    for item in items[1:]:
        found = c.Binary(op, found, item)
    return found


def _shifted(bit: c.Expr, v: int) -> c.Expr:
    return c.Binary("<<", bit, c.Int(v)) if v else bit


def _lowest(w: Playing, held: c.Expr, empty: t.Expr | None) -> Value:
    """The lowest of some bits, or what is said where there is none."""
    first = c.Call("lowest_bit", (held,))
    if empty is None or isinstance(empty, t.Fails):
        w.add(c.If(c.Unary("!", held), (c.Do(c.Call("stop", (G, c.Name("UNDEFINED")))),)))
        return Value(first, c.INT)
    with w.block() as inner:
        other = value(w, empty)
    if inner:
        result = w.declare("first", c.INT, None, fixed=False)
        w.add(c.If(held, (c.Assign(result, first),), (*inner, c.Assign(result, other.expr))))
        return Value(result, c.INT)
    return Value(c.Choice(held, first, other.expr), c.INT)


def _greatest(w: Playing, end: ir.LeastOrGreatest, values: Sequence[t.Expr]) -> Value:
    better: dict[ir.LeastOrGreatest, c.BinaryOp] = {"least": "<", "greatest": ">"}
    first = value(w, values[0])
    bound, type_ = first.bound, first.type
    result = w.declare("best", type_, first.expr, fixed=False)
    for term in values[1:]:
        one = w.named(value(w, term), "key")
        bound = max(bound, one.bound)
        w.add(c.Assign(result, c.Choice(c.Binary(better[end], one.expr, result), one.expr, result)))
    return Value(result, type_, False, bound)


def _keyed(w: Playing, expr: t.Fold, values: Sequence[tuple[t.Expr, t.Expr]]) -> Value | None:
    """Some least or greatest key, or its holder.

    Each key is made a positive number that is greater the better it is, with its holder in the last bits; 0 stands for
    a value that is none of those asked for. Compilers take the greatest of such numbers without a branch.
    """
    only, least = expr.how.startswith("only"), expr.how.endswith("least")
    with w.block() as inner:
        tests = [(value(w, cond), value(w, key)) for cond, key in values]
    most = max(key.bound for _, key in tests)
    if most > MOST_KEY:
        return None
    del inner
    one = only and not (w.m.unrolled is not None and w.m.unrolled.apart(expr))
    found: list[c.Expr] = []
    for v, (cond, key) in enumerate(values):
        held, bound = value(w, cond).expr, c.Cast(c.NUM, value(w, key).expr)
        made: c.Expr = c.Binary("-" if least else "+", c.Int(most + 1), bound)
        made = c.Binary("|", c.Binary("<<", made, c.Int(BITS)), c.Int(v))
        if cond != t.Truth(True):
            made = c.Binary("&", made, c.Unary("-", c.Cast(c.NUM, held)))
        found.append(w.declare("key", c.NUM, made))
    best = w.declare("best", c.NUM, found[0], fixed=False)
    for key_ in found[1:]:
        w.add(c.Assign(best, c.Choice(c.Binary(">", key_, best), key_, best)))
    fails: c.Expr = c.Unary("!", best)
    if one:
        alike = _chain("+", [c.Cast(c.INT, c.Binary("<", c.Cast(c.BITS, c.Binary("^", key_, best)), c.Int(1 << BITS)))
                             for key_ in found])  # fmt: skip
        fails = c.Binary("||", fails, c.Binary("!=", alike, c.Int(1)))
    w.add(c.If(fails, (c.Do(c.Call("stop", (G, c.Name("UNDEFINED")))),)))
    if only:
        return Value(c.Cast(c.INT, c.Binary("&", best, c.Int((1 << BITS) - 1))), c.INT)
    told: c.Expr = c.Binary("-", c.Binary(">>", best, c.Int(BITS)), c.Int(most + 1))
    type_ = c.NUM if most >= 1 << 31 else c.INT
    told = c.Unary("-", told) if least else told
    return Value(c.Cast(type_, told) if type_ == c.INT else told, type_, False, most)


# ------------------------------------------------------------ which piles hold a card


def by_emptiness(w: Playing, expr: t.Fold) -> Value | None:
    """What is told from the set of those piles of a family that hold a card."""
    about = asked(expr)
    if about is None or about.zone not in w.m.rows:
        return None
    zone, domain, holds = about.zone, about.domain, about.holds
    if isinstance(expr.over, t.Piles) and expr.over.zones != (zone,):
        return None
    row = w.row(zone)
    full = c.Int((1 << w.m.domains[domain]) - 1, True)
    every = row if isinstance(expr.over, t.Piles) else full
    found: c.Expr = row if holds else c.Binary("^", row, every)
    match expr.how:
        case "any":
            return Value(c.Binary("!=", found, c.Int(0)), c.BOOL)
        case "all":
            return Value(c.Binary("==", found, every), c.BOOL)
        case "sum":
            return Value(c.Call("bits_in", (found,)), c.INT, False, w.m.domains[domain])
        case "least" | "greatest" | "only_least" | "only_greatest":
            return None
        case "first":
            return _lowest(w, w.named(Value(found, c.BITS), "piles").expr, expr.empty)
