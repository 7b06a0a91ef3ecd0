"""The shape of what IR nodes mean: functions of a frame, made once for each node.

Leaves making them to `engine.interpreter.expressions`, `engine.interpreter.card_expressions` and
`engine.interpreter.ranges`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from engine.core.layout import Layout
from engine.interpreter.faults import BeyondLimits, Stop, Value
from engine.interpreter.frame import Frame
from engine.interpreter.shapes import Pattern
from spec.ir import nodes as ir
from spec.ir.index import GameIndex

Code = Callable[[Frame], Value]
Number = Callable[[Frame], int]
CardsCode = Callable[[Frame], tuple[int, ...]]
Values = Callable[[Frame], tuple[Value, ...]]
Test = tuple[ir.Source, Number]
"""A clause's condition, with the clause."""


class Means(Protocol):
    """Gives the meaning of expressions; cards in no order are a tuple in deck order, others bottom first."""

    index: GameIndex
    layout: Layout
    patterns: dict[str, Pattern]

    def of(self, expr: ir.Expr) -> Code:
        """The meaning of any expression."""

    def number(self, expr: ir.Expr) -> Number:
        """The meaning of an expression whose value is no cards."""

    def cards(self, expr: ir.Expr) -> CardsCode:
        """The meaning of an expression whose value is cards, in their order if they have one."""

    def card_set(self, expr: ir.Expr) -> CardsCode:
        """The same, the cards in deck order."""

    def values(self, over: ir.Range) -> Values:
        """The values of a range, in its order."""

    def kind(self, expr: ir.Expr) -> ir.Type:
        """The type of an expression."""


def applicable_clauses(tests: tuple[Test, ...], f: Frame) -> int:
    """The bit set of the clauses whose condition holds."""
    applicable, bit = 0, 1
    for source, test in tests:
        try:
            if test(f):
                applicable |= bit
        except Stop as stop:
            raise stop.within(source) from None
        except BeyondLimits as error:
            raise error.within(source, "clause") from None
        bit <<= 1
    return applicable
