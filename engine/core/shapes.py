"""What a shape means for the cards of one deck, as tables from which engines make code and solvers terms.

`engine.interpreter.shapes` is the definition, and alone says where each rank may stand in a line. Sets of cards and of
places are told as bits.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.interpreter.shapes import circle_of, rank_places
from spec.ir import nodes as ir

MOST_RANKS = 60
"""Of more ranks the places do not fit into a word."""

Places = tuple[tuple[int, ...], ...]


def places_of(ranks: tuple[str, ...], ace: str) -> tuple[Places, int]:
    """The places at which a card of each rank may stand, and how many there are where they go round in a circle."""
    return tuple(rank_places(ranks, ace)), circle_of(ranks, ace)


def alike(deck: tuple[ir.CardFace, ...], shape: ir.Shape) -> tuple[tuple[int, ...], ...]:
    """The cards that share what a shape asks to be the same, group by group."""
    groups: dict[tuple[int, ...], tuple[int, ...]] = {}
    for card, face in enumerate(deck):
        key = tuple(getattr(face, attr) for attr in shape.same)
        groups[key] = (*groups.get(key, ()), card)
    return tuple(groups.values())


@dataclass(frozen=True, slots=True)
class Line:
    """A shape's tables by card: its places (the place -1 is bit 0), its group, the cards that may follow it."""

    shape: ir.Shape
    places: tuple[int, ...]
    groups: tuple[int, ...]
    follow: tuple[int, ...]
    circle: int
    ranks: int

    @property
    def longest(self) -> int:
        """The most cards of a choice."""
        most = min(self.shape.most, len(self.places))
        return {"none": most, "run": min(most, self.ranks), "steps": most}[self.shape.line]

    @property
    def plain(self) -> bool:
        """Has each card one place, so that neighbours among cards are all that matters?"""
        return all(p.bit_count() == 1 for p in self.places)

    @property
    def rising(self) -> bool:
        """Do places rise with deck indices, so that a run's cards in their order are also in deck order?"""
        pairs = ((a, b) for a in range(len(self.places)) for b in range(a) if self.groups[a] >> b & 1)
        return self.plain and not self.circle and all(self.places[b] <= self.places[a] for a, b in pairs)


def line_of(deck: tuple[ir.CardFace, ...], ranks: tuple[str, ...], shape: ir.Shape) -> Line:
    """The tables of a shape."""
    by_rank, circle = places_of(ranks, shape.ace)
    places = tuple(sum(1 << place + 1 for place in by_rank[face.rank]) for face in deck)
    group_of = {card: sum(1 << c for c in group) for group in alike(deck, shape) for card in group}
    groups = tuple(group_of[card] for card in range(len(deck)))
    both_ways = {"none": False, "run": False, "steps": True}[shape.line]
    near = [_up(p, circle) | (_down(p, circle) if both_ways else 0) for p in places]
    follow = tuple(
        sum(1 << j for j, p in enumerate(places) if p & near[i] and j != i) & groups[i] for i in range(len(deck))
    )
    return Line(shape, places, groups, follow, circle, len(ranks))


def _up(places: int, circle: int) -> int:
    if not circle:
        return places << 1
    return (places << 1 & ((1 << circle) - 1 << 1)) | (places >> circle & 1) << 1


def _down(places: int, circle: int) -> int:
    if not circle:
        return places >> 1
    return (places >> 1 & ((1 << circle) - 1 << 1)) | (places >> 1 & 1) << circle
