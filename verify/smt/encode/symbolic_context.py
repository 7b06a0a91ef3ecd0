"""What reading an expression at a symbolic position takes: the position, what its meaning needs, and a reader.

Leaves the reading itself to `verify.smt.encode.expressions` and `verify.smt.encode.ranges`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from engine.core.layout import Layout
from spec.ir import nodes as ir
from spec.ir.index import GameIndex
from verify.smt.encode import terms as t
from verify.smt.encode.cards import Cards, Deck
from verify.smt.encode.state import Space, State

Value = Any
"""By type: a flag; an int, Num or Count; a Symbol; a CardTerm of one card; or Cards."""

Names = Mapping[str, Value]


class Unencodable(Exception):
    """A node that no term is made for; the message names its class and says why."""

    def __init__(self, node: object, why: str) -> None:
        super().__init__(f"{type(node).__name__}: {why}")
        self.why = why


@dataclass(slots=True)
class At:
    """A state that expressions are read at, what their meaning needs, and what stands for anything at all."""

    state: State
    needs: list[t.Flag] = field(default_factory=list)
    known: dict[Any, tuple[Value, t.Flag, Any]] = field(default_factory=dict)
    guessed: dict[str, tuple[t.Term, ir.Expr]] = field(default_factory=dict)
    facts: list[t.Flag] = field(default_factory=list)

    def need(self, cond: t.Flag) -> None:
        """Without this what is being read has no meaning."""
        if cond is not True:
            self.needs.append(cond)


class Reads(Protocol):
    """Makes terms of expressions."""

    deck: Deck
    layout: Layout
    space: Space
    index: GameIndex
    loose: bool
    left_free: dict[int, tuple[object, str]]

    def kind(self, expr: ir.Expr) -> ir.Type:
        """The type of an expression."""

    def part(self, expr: ir.Expr, at: At, names: Names) -> tuple[Value, t.Flag]:
        """An expression's value, and when it has a meaning."""

    def number(self, expr: ir.Expr, at: At, names: Names) -> t.Number:
        """A number."""

    def word(self, expr: ir.Expr, at: At, names: Names) -> t.Symbol:
        """A symbol."""

    def cards(self, expr: ir.Expr, at: At, names: Names) -> Cards:
        """Some cards."""
