"""Clauses that are weighed against each other: which groups of them a game has, and which clause outranks which.

Leaves what follows where none outranks the other to the engine.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TypeVar

from spec.ir import nodes as ir

Key = tuple[str, str]
"""A group: `move`, `outcome` or `ends`, and its label."""
ENDS = "ends"
Order = tuple[ir.Edge, ...]


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


def outranking(order: Sequence[ir.Edge]) -> frozenset[tuple[str, str]]:
    """All pairs of labels of which an order puts the first over the second, by whatever lies between."""
    labels = tuple(dict.fromkeys(label for edge in order for label in (edge.better, edge.worse)))
    above = outrankers(labels, order)
    return frozenset((high, low) for low, better in zip(labels, above, strict=True) for high in _of(labels, better))


def _of(labels: Sequence[str], bits: int) -> Iterator[str]:
    return (label for i, label in enumerate(labels) if bits >> i & 1)


def bridged(order: Order, label: str) -> Order:
    """An order without a label: what stood above it stands above what stood below it."""
    above = [e.better for e in order if e.worse == label]
    below = [e.worse for e in order if e.better == label]
    kept = [e for e in order if label not in (e.better, e.worse)]
    there = {(e.better, e.worse) for e in kept}
    pairs = [(a, b) for a in above for b in below if (a, b) not in there]
    return (*kept, *(ir.Edge(a, b) for a, b in dict.fromkeys(pairs)))


@dataclass(frozen=True)
class ClauseGroup:
    """Clauses of one move, of one outcome, or all endings, with their order."""

    kind: str
    source: ir.Source
    clauses: tuple[ir.Clause, ...]
    order: Order

    @property
    def name(self) -> str:
        """The label of the move or the outcome; `ends` for the endings."""
        return self.source.label

    @property
    def key(self) -> Key:
        """What tells the part from all others of a game."""
        return self.kind, self.source.label

    @property
    def labels(self) -> tuple[str, ...]:
        """The clauses' labels."""
        return tuple(c.source.label for c in self.clauses)

    @cached_property
    def above(self) -> tuple[int, ...]:
        """For each clause those that outrank it, as bits."""
        return outrankers(self.labels, self.order)

    def place(self, label: str) -> int:
        """A clause's number."""
        return self.labels.index(label)

    def over(self, high: int, low: int) -> bool:
        """Does the one clause outrank the other?"""
        return bool(self.above[low] >> high & 1)


def clause_groups(game: ir.Game) -> tuple[ClauseGroup, ...]:
    """Every part of a game whose clauses are weighed against each other: moves, outcomes, and the endings last."""
    return (
        *(ClauseGroup("move", a.source, a.clauses, a.order) for a in game.actions),
        *(ClauseGroup("outcome", g.source, g.clauses, g.order) for g in game.groups),
        ClauseGroup(ENDS, ir.Source(ENDS), game.endings, game.ending_order),
    )


Node = TypeVar("Node", ir.Action, ir.Group)


def reordered(game: ir.Game, order_of: Callable[[ClauseGroup], Order]) -> ir.Game:
    """The game with another order in every part."""
    orders = {part.key: order_of(part) for part in clause_groups(game)}

    def each(kind: str, nodes: tuple[Node, ...]) -> tuple[Node, ...]:
        new = [orders[kind, node.source.label] for node in nodes]
        return tuple(n if n.order == order else replace(n, order=order) for n, order in zip(nodes, new, strict=True))

    return replace(
        game,
        actions=each("move", game.actions),
        groups=each("outcome", game.groups),
        ending_order=orders[ENDS, ENDS],
    )


def with_order(game: ir.Game, key: Key, order: Order) -> ir.Game:
    """The game with another order in one group of clauses."""
    return reordered(game, lambda group: order if group.key == key else group.order)
