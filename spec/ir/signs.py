"""Which numbers are above 0, so that another can be divided by them: of themselves, or since a condition says so.

Leaves whether an expression has a value at all to `engine.core.definedness`.
"""

from __future__ import annotations

from collections.abc import Set

from spec.ir import nodes as ir
from spec.ir.fold import at_least, constant, counted, either, reckoned, settled, sized, unlike
from spec.ir.index import GameIndex
from spec.ir.references import applied_to, field_of

UNKNOWN = -1


def above_zero(expr: ir.Expr, index: GameIndex, known: Set[ir.Expr] = frozenset()) -> bool:
    """Is a number above 0 wherever those `known` are, and where there are some of the cards among them?"""
    return _least(expr, index, known) > 0


def told_above(cond: ir.Expr, holds: bool, index: GameIndex) -> frozenset[ir.Expr]:
    """The numbers that are above 0, and the cards of which there are some, where a condition holds, or does not."""
    found: set[ir.Expr] = set()
    for item, yes in settled(cond, holds):
        bounded, told, said = at_least(item, yes), unlike(item, yes), counted(item)
        if bounded is not None and bounded[1] > 0:
            found.add(bounded[0])
        if told is not None and constant(told[1]) == 0 and _least(told[0], index) >= 0:
            found.add(told[0])
        if said is not None and said[1] == yes:
            found.add(said[0])
    return frozenset(found)


def _least(expr: ir.Expr, index: GameIndex, known: Set[ir.Expr] = frozenset()) -> int:
    """A number that the value is not below; UNKNOWN where that may be below zero, however far."""
    return max(_of_itself(expr, index, known), 1 if expr in known else UNKNOWN)


def _of_itself(expr: ir.Expr, index: GameIndex, known: Set[ir.Expr]) -> int:
    if (value := constant(expr)) is not None:
        return value
    if (cards := sized(expr)) is not None:
        return 1 if cards in known else 0
    if (field := field_of(expr)) is not None and field.field in index.fields:
        return index.fields[field.field].low
    if (called := applied_to(expr)) is not None:
        return _least(index.defines[called[0]].body, index)
    if (parts := either(expr)) is not None:
        return min(_least(parts[1], index, known), _least(parts[2], index, known))
    if (sides := reckoned(expr)) is not None:
        a, b = _least(sides[1], index, known), _least(sides[2], index, known)
        return _reckoned(sides[0], a, b) if a >= 0 and b >= 0 else UNKNOWN
    match expr:
        case ir.Quantify("count"):
            return 0
        case ir.Ordinal():
            return 1
        case ir.Sum(value=added):
            return min(0, _least(added, index))
        case _:
            return UNKNOWN


def _reckoned(op: ir.Arithmetic, a: int, b: int) -> int:
    """What is made of two numbers that are not below these, neither of which is below zero."""
    match op:
        case "+":
            return a + b
        case "*":
            return a * b
        case "//":
            return 0
        case "-":
            return UNKNOWN
