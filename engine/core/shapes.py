"""What a shape means for the cards of one deck, as tables from which engines make code and solvers terms.

`engine.interpreter.shapes` is the definition, and alone says where each rank may stand in a line. Sets of cards and of
places are told as bits.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from spec.ir import nodes as ir
from spec.ir.lines import circle_of, shape_places

MOST_RANKS = 60
"""Of more ranks the places do not fit into a word."""

Places = tuple[tuple[int, ...], ...]


def places_of(ranks: tuple[str, ...], shape: ir.Shape) -> tuple[Places, int]:
    """The places at which a natural card of each rank may stand, and how many there are where they go round."""
    places = tuple(shape_places(ranks, shape))
    return places, sum(map(bool, places)) if circle_of(ranks, shape.ace) else 0


def wild_of(shape: ir.Shape) -> tuple[int, ...]:
    """The cards that are taken for others."""
    return shape.wild.cards if shape.wild else ()


def mixed_of(shape: ir.Shape) -> tuple[int, int]:
    """So many natural cards a choice has at least, and so many wild ones at most."""
    return (shape.wild.natural, shape.wild.most) if shape.wild else (0, shape.most)


def bounds_of(ranks: tuple[str, ...], shape: ir.Shape) -> tuple[int, int]:
    """The fewest and the most cards of a choice, as far as the shape tells."""
    least = max(shape.least, shape.wild.natural if shape.wild else 0)
    placed = sum(map(bool, shape_places(ranks, shape)))
    return least, {"none": shape.most, "run": min(shape.most, placed), "steps": shape.most, "parts": shape.most}[
        shape.line
    ]


def alike(deck: tuple[ir.CardFace, ...], shape: ir.Shape) -> tuple[tuple[int, ...], ...]:
    """The natural cards that share what a shape asks to be the same, group by group, each with all wild cards."""
    groups: dict[tuple[int, ...], tuple[int, ...]] = {}
    wild = wild_of(shape)
    for card, face in enumerate(deck):
        key = tuple(getattr(face, attr) for attr in shape.same)
        if card not in wild:
            groups[key] = (*groups.get(key, ()), card)
    if not wild:
        return tuple(groups.values())
    return tuple(tuple(sorted((*group, *wild))) for group in groups.values()) or (wild,)


@dataclass(frozen=True, slots=True)
class Line:
    """A shape's tables by card: its places (the place -1 is bit 0), its group, the cards that may follow it.

    A wild card has every place, and every card in its group.
    """

    shape: ir.Shape
    places: tuple[int, ...]
    groups: tuple[int, ...]
    follow: tuple[int, ...]
    circle: int
    bounds: tuple[int, int]

    @property
    def least(self) -> int:
        """The fewest cards of a choice."""
        return self.bounds[0]

    @property
    def longest(self) -> int:
        """The most cards of a choice."""
        return min(self.bounds[1], len(self.places))

    @property
    def wild(self) -> tuple[int, ...]:
        """The cards that are taken for others."""
        return wild_of(self.shape)

    @property
    def later(self) -> tuple[int, ...]:
        """By card those that may come after it in one choice. In no order wild cards come as they stand in the deck, so
        that no two of them change places."""
        wild, ordered = frozenset(self.wild), self.shape.ordered
        before = [0 if ordered else sum(1 << c for c in wild if c <= card) for card in range(len(self.places))]
        return tuple(g & ~before[card] if card in wild else g for card, g in enumerate(self.groups))

    @property
    def plain(self) -> bool:
        """Has each card one place, so that neighbours among cards are all that matters?"""
        return not self.wild and all(p.bit_count() == 1 for p in self.places)

    @property
    def rising(self) -> bool:
        """Do places rise with deck indices, so that a run's cards in their order are also in deck order?"""
        pairs = ((a, b) for a in range(len(self.places)) for b in range(a) if self.groups[a] >> b & 1)
        return self.plain and not self.circle and all(self.places[b] <= self.places[a] for a, b in pairs)


def line_of(deck: tuple[ir.CardFace, ...], ranks: tuple[str, ...], shape: ir.Shape) -> Line:
    """The tables of a shape."""
    by_rank, circle = places_of(ranks, shape)
    wild, everywhere = wild_of(shape), bits_of({place for at in by_rank for place in at})
    places = tuple(everywhere if card in wild else bits_of(by_rank[face.rank]) for card, face in enumerate(deck))
    group_of = {card: sum(1 << c for c in group) for group in alike(deck, shape) for card in group}
    group_of |= dict.fromkeys(wild, (1 << len(deck)) - 1)
    groups = tuple(group_of[card] for card in range(len(deck)))
    both_ways = {"none": False, "run": False, "steps": True, "parts": False}[shape.line]
    near = [_up(p, circle) | (_down(p, circle) if both_ways else 0) for p in places]
    follow = tuple(
        sum(1 << j for j, p in enumerate(places) if p & near[i] and j != i) & groups[i] for i in range(len(deck))
    )
    return Line(shape, places, groups, follow, circle, bounds_of(ranks, shape))


def bits_of(places: Iterable[int]) -> int:
    """Places as bits; the place -1 is bit 0."""
    return sum(1 << place + 1 for place in places)


def _up(places: int, circle: int) -> int:
    if not circle:
        return places << 1
    return (places << 1 & ((1 << circle) - 1 << 1)) | (places >> circle & 1) << 1


def _down(places: int, circle: int) -> int:
    if not circle:
        return places >> 1
    return (places >> 1 & ((1 << circle) - 1 << 1)) | (places >> 1 & 1) << circle
