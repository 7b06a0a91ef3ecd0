"""What can be told without a position: an expression's type, and which clauses outrank which.

Leaves to `spec.ir.check` whether a game is well formed; what is read here is taken to be so.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

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


def outrankers(labels: Sequence[str], order: Iterable[ir.Edge]) -> tuple[int, ...]:
    """For each clause the bit set of those that outrank it, by the transitive closure of the edges.

    Raises `ValueError` where an edge names no clause of the group.
    """
    place = {label: i for i, label in enumerate(labels)}
    above = [0] * len(labels)
    for edge in order:
        if edge.better not in place or edge.worse not in place:
            raise ValueError(f"{edge.better} over {edge.worse}: one of them is no clause of {', '.join(labels)}")
        above[place[edge.worse]] |= 1 << place[edge.better]
    for middle in range(len(labels)):
        for low in range(len(labels)):
            if above[low] >> middle & 1:
                above[low] |= above[middle]
    return tuple(above)


def unranked(applicable: int, above: Sequence[int]) -> tuple[int, ...]:
    """Of a bit set of applicable clauses, those that no other applicable one outranks."""
    return tuple(i for i, better in enumerate(above) if applicable >> i & 1 and not better & applicable & ~(1 << i))
