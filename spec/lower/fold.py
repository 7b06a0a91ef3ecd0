"""Builds IR expressions, working out at once what needs no position.

A condition that the settings alone decide folds to a literal: a clause of another edition or reading leaves no trace.
"""

from __future__ import annotations

from typing import Literal

from spec.ir import nodes as ir

YES = ir.Lit(1, ir.Bool())
NO = ir.Lit(0, ir.Bool())


def truth(value: bool) -> ir.Lit:
    return YES if value else NO


def number(value: int) -> ir.Lit:
    return ir.Lit(value, ir.Int())


def negation(item: ir.Expr) -> ir.Expr:
    match item:
        case ir.Lit(value):
            return truth(not value)
        case ir.Not(inner):
            return inner
        case _:
            return ir.Not(item)


def conjunction(*items: ir.Expr) -> ir.Expr:
    """All of them; one that is plainly no makes the whole no."""
    kept = [part for item in items for part in (item.items if isinstance(item, ir.And) else (item,)) if part != YES]
    if NO in kept:
        return NO
    if not kept:
        return YES
    return kept[0] if len(kept) == 1 else ir.And(tuple(kept))


def disjunction(*items: ir.Expr) -> ir.Expr:
    """Some of them; one that is plainly yes makes the whole yes."""
    kept = [part for item in items for part in (item.items if isinstance(item, ir.Or) else (item,)) if part != NO]
    if YES in kept:
        return YES
    if not kept:
        return NO
    return kept[0] if len(kept) == 1 else ir.Or(tuple(kept))


def comparison(op: Literal["=", "!=", "<", "<="], left: ir.Expr, right: ir.Expr) -> ir.Expr:
    if isinstance(left, ir.Lit) and isinstance(right, ir.Lit):
        a, b = left.value, right.value
        return truth({"=": a == b, "!=": a != b, "<": a < b, "<=": a <= b}[op])
    return ir.Compare(op, left, right)


def arithmetic(op: Literal["+", "-", "*"], left: ir.Expr, right: ir.Expr) -> ir.Expr:
    if isinstance(left, ir.Lit) and isinstance(right, ir.Lit):
        a, b = left.value, right.value
        return number({"+": a + b, "-": a - b, "*": a * b}[op])
    return ir.Arith(op, left, right)


def choice(cond: ir.Expr, then: ir.Expr, other: ir.Expr) -> ir.Expr:
    if isinstance(cond, ir.Lit):
        return then if cond.value else other
    return ir.If(cond, then, other)


def nonempty(cards: ir.Expr) -> ir.Expr:
    return ir.Compare("<", number(0), ir.Size(cards))


def empty(cards: ir.Expr) -> ir.Expr:
    return ir.Compare("=", ir.Size(cards), number(0))
