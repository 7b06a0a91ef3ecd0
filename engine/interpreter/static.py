"""What can be told without a position: an expression's type, and which clauses outrank which.

Leaves to `spec.ir.check` whether a game is well formed; what is read here is taken to be so.
"""

from __future__ import annotations

from spec.ir import nodes as ir
from spec.ir.index import MOVER, PLAYER, GameIndex
from spec.ir.types import element_of, join, type_of


def kind_of(index: GameIndex, expr: ir.Expr) -> ir.Type:
    """The type of a well-formed expression, wherever it stands: names carry their own types."""
    match expr:
        case ir.Var(_, kind):
            return kind
        case ir.Get(name, ()) if name == MOVER:
            return ir.Symbol(PLAYER)
        case ir.If(_, then, other):
            left = kind_of(index, then)
            return join(left, kind_of(index, other)) or left
        case ir.First(_, over, _, other) if other is not None:
            found = element_of(over)
            return join(found, kind_of(index, other)) or found
        case _:
            return type_of(index, expr, {})
