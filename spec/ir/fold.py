"""Builds IR expressions, working out at once what needs no position.

A condition that the settings alone decide folds to a literal: a clause of another edition or reading leaves no trace.
"""

from __future__ import annotations

from spec.ir import nodes as ir
from spec.ir.types import domain_of, is_card

YES = ir.Lit(1, ir.Bool())
NO = ir.Lit(0, ir.Bool())


def truth(value: bool) -> ir.Lit:
    return YES if value else NO


def number(value: int) -> ir.Lit:
    return ir.Lit(value, ir.Int())


def constant(expr: ir.Expr | None) -> int | None:
    """What an expression is in every position, where it is written out: a number, 1 for yes, a symbol or a card."""
    return expr.value if isinstance(expr, ir.Lit) else None


def is_nobody(expr: ir.Expr) -> bool:
    """Is it written out as nobody?"""
    return isinstance(expr, ir.Lit) and expr.value == ir.NOBODY and domain_of(expr.type) != ""


def named_word(node: object, domain: str) -> int | None:
    """The word of a domain that a node is, written out."""
    found = node.value if isinstance(node, ir.Lit) and domain_of(node.type) == domain else ir.NOBODY
    return None if found == ir.NOBODY else found


def named_cards(node: object) -> tuple[int, ...]:
    """The cards that a node is, written out; one that the deck lacks is none."""
    match node:
        case ir.Lit(value, kind) if is_card(kind):
            return () if value == ir.NOBODY else (value,)
        case ir.CardList(cards):
            return cards
        case _:
            return ()


def negation(item: ir.Expr) -> ir.Expr:
    value = constant(item)
    if value is not None:
        return truth(not value)
    return item.item if isinstance(item, ir.Not) else ir.Not(item)


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


def comparison(op: ir.Comparison, left: ir.Expr, right: ir.Expr) -> ir.Expr:
    a, b = constant(left), constant(right)
    if a is not None and b is not None:
        return truth({"=": a == b, "!=": a != b, "<": a < b, "<=": a <= b}[op])
    return ir.Compare(op, left, right)


def arithmetic(op: ir.Arithmetic, left: ir.Expr, right: ir.Expr) -> ir.Expr:
    a, b = constant(left), constant(right)
    if a is not None and b is not None:
        return number({"+": a + b, "-": a - b, "*": a * b}[op])
    return ir.Arith(op, left, right)


def choice(cond: ir.Expr, then: ir.Expr, other: ir.Expr) -> ir.Expr:
    held = constant(cond)
    return ir.If(cond, then, other) if held is None else then if held else other


def when(cond: ir.Expr, then: tuple[ir.Effect, ...], other: tuple[ir.Effect, ...] = ()) -> tuple[ir.Effect, ...]:
    held = constant(cond)
    return (ir.When(cond, then, other),) if held is None else then if held else other


def nonempty(cards: ir.Expr) -> ir.Expr:
    return ir.Compare("<", number(0), ir.Size(cards))


def empty(cards: ir.Expr) -> ir.Expr:
    return ir.Compare("=", ir.Size(cards), number(0))


def counted(cond: object) -> tuple[ir.Expr, bool] | None:
    """The cards of which a condition says no more than that there are some (yes), or none (no)."""
    match cond:
        case ir.Compare("<", ir.Lit(0), ir.Size(cards)):
            return cards, True
        case ir.Compare("=", ir.Size(cards), ir.Lit(0)):
            return cards, False
        case _:
            return None
