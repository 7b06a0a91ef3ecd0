"""Games that differ from a rule file's only in the order of clauses: without a ruling, or with conflicts decided.

Such a game tells in its settings what was changed, so that a log of it can be played again (`rebuilt`). Leaves playing
them to the modules beside this one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Literal
from zlib import crc32

from engine.luck.streams import Domain, derive
from spec.ir import nodes as ir
from spec.ir.precedence import ClauseGroup, clause_groups, outranking, reordered
from spec.text.whole_numbers import whole

BY_LOT, MOVES_BY_LOT = "conflicts decided by lot", "conflicts about moves decided by lot"
WITHOUT = "without the ruling"
INSTEAD: Literal["as the rulebook's order"] = "as the rulebook's order"
REVERSED: Literal["the other way round"] = "the other way round"
CHANGES = (BY_LOT, MOVES_BY_LOT, WITHOUT, INSTEAD, REVERSED)
"""The settings that tell of a change of order; a rule file has none of these names."""


# ---------------------------------------------------------------- rulings


@dataclass(frozen=True, slots=True)
class Ruled:
    """A ruling of one clause over another, and the part in which both stand (`ends` for end conditions)."""

    part: str
    edge: ir.Edge
    better: ir.Source
    worse: ir.Source

    @property
    def subject(self) -> str:
        return f"{self.edge.better} over {self.edge.worse} of {self.better.told_owner or self.part}"


def rulings(game: ir.Game) -> Iterator[Ruled]:
    """The rulings in force, in the order of the file's parts."""
    for part in clause_groups(game):
        by_label = {c.source.label: c.source for c in part.clauses}
        for edge in part.order:
            if edge.because and edge.better in by_label and edge.worse in by_label:
                yield Ruled(part.name, edge, by_label[edge.better], by_label[edge.worse])


def told_part(game: ir.Game, part: str) -> str:
    """What people read of a part: of a variant of a move the move and its shape."""
    return next((a.source.told for a in game.actions if a.source.label == part), part)


def order_of(game: ir.Game, name: str) -> tuple[ir.Edge, ...]:
    """The order of the clauses of a part."""
    return next(part.order for part in clause_groups(game) if part.name == name)


Instead = Literal["", "as the rulebook's order", "the other way round"]
RULED: dict[str, Instead] = {WITHOUT: "", INSTEAD: INSTEAD, REVERSED: REVERSED}
"""What stands in the place of a ruling, by the change of its name."""


def without(game: ir.Game, ruled: Ruled, instead: Instead = "") -> ir.Game:
    """The game without a ruling; or with the same as the rulebook's own order, or the opposite of it, in its place."""
    edge = ruled.edge
    made = {"": (), INSTEAD: (ir.Edge(edge.better, edge.worse),), REVERSED: (ir.Edge(edge.worse, edge.better),)}

    def less(part: ClauseGroup) -> tuple[ir.Edge, ...]:
        return (*taken_away(part.order, edge), *made[instead]) if part.name == ruled.part else part.order

    return replace(reordered(game, less), settings=(*game.settings, (instead or WITHOUT, ruled.subject)))


def taken_away(order: tuple[ir.Edge, ...], edge: ir.Edge) -> tuple[ir.Edge, ...]:
    """An order without a ruling; without any ruling, where the other rulings alone come to the same as this one."""
    rest = tuple(e for e in order if e != edge)
    said = tuple(e for e in order if not e.because)
    return said if ranks(rest, edge) and not ranks(said, edge) else rest


def ranks(order: tuple[ir.Edge, ...], edge: ir.Edge) -> bool:
    """Does an order put the one of an edge over the other?"""
    return (edge.better, edge.worse) in outranking(order)


# ---------------------------------------------------------------- conflicts decided by lot


def decided(game: ir.Game, lot: int, *, moves_only: bool = False) -> ir.Game:
    """The game with every conflict (or those about which moves are legal) decided one way or the other, by lot.

    Two readings of one rule file decide alike, so far as they have the same clauses.
    """

    def chosen(part: ClauseGroup) -> tuple[ir.Edge, ...]:
        kept = moves_only and part.kind != "move"
        return part.order if kept else _order(part.name, part.labels, part.order, lot)

    settings = (*game.settings, (MOVES_BY_LOT if moves_only else BY_LOT, str(lot)))
    return replace(reordered(game, chosen), settings=settings)


def _order(part: str, labels: tuple[str, ...], order: tuple[ir.Edge, ...], lot: int) -> tuple[ir.Edge, ...]:
    """The order made total: each clause draws a number, and keeps to the edges there are."""
    drawn = {label: derive(lot, Domain.LOT, crc32(f"{part} {label}".encode())) for label in labels}
    left, chain = list(dict.fromkeys(labels)), []
    while left:
        free = [x for x in left if not any(e.worse == x and e.better in left for e in order)]
        chosen = min(free or left, key=drawn.__getitem__)
        chain.append(chosen)
        left.remove(chosen)
    return (*order, *(ir.Edge(a, b) for a, b in pairwise(chain)))


# ---------------------------------------------------------------- made again


def rebuilt(game: ir.Game, settings: Mapping[str, str]) -> ir.Game | None:
    """A rule file's game with the changes of order that a log's settings tell; None where it has no such ruling."""
    for name, told in settings.items():
        if name in (BY_LOT, MOVES_BY_LOT):
            lot = whole(told)
            if lot is None or lot < 0:
                return None
            game = decided(game, lot, moves_only=name == MOVES_BY_LOT)
        elif name in RULED:
            ruled = next((r for r in rulings(game) if r.subject == told), None)
            if ruled is None:
                return None
            game = without(game, ruled, RULED[name])
    return game
