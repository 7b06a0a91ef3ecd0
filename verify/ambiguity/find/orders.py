"""Games that differ from a rule file's only in the order of clauses: without a ruling, or with conflicts decided.

Such a game tells in its settings what was changed, so that a log of it can be played again (`rebuilt`). Leaves playing
them to the modules beside this one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Literal, TypeVar
from zlib import crc32

from engine.interpreter.static import outrankers
from engine.luck.streams import Domain, derive
from spec.ir import nodes as ir
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
        return f"{self.edge.better} over {self.edge.worse} of {self.part}"


def rulings(game: ir.Game) -> Iterator[Ruled]:
    """The rulings in force, in the order of the file's parts."""
    for part, clauses, order in parts(game):
        by_label = {c.source.label: c.source for c in clauses}
        for edge in order:
            if edge.because and edge.better in by_label and edge.worse in by_label:
                yield Ruled(part, edge, by_label[edge.better], by_label[edge.worse])


def parts(game: ir.Game) -> Iterator[tuple[str, tuple[ir.Clause, ...], tuple[ir.Edge, ...]]]:
    """Each part of a game whose clauses are weighed against each other, with them and their order."""
    for action in game.actions:
        yield action.source.label, action.clauses, action.order
    for group in game.groups:
        yield group.source.label, group.clauses, group.order
    yield "ends", game.endings, game.ending_order


def order_of(game: ir.Game, part: str) -> tuple[ir.Edge, ...]:
    """The order of the clauses of a part."""
    return next(order for name, _, order in parts(game) if name == part)


Instead = Literal["", "as the rulebook's order", "the other way round"]


def without(game: ir.Game, ruled: Ruled, instead: Instead = "") -> ir.Game:
    """The game without a ruling; or with the same as the rulebook's own order, or the opposite of it, in its place."""
    edge = ruled.edge
    made = {"": (), INSTEAD: (ir.Edge(edge.better, edge.worse),), REVERSED: (ir.Edge(edge.worse, edge.better),)}

    def less(order: tuple[ir.Edge, ...]) -> tuple[ir.Edge, ...]:
        return (*taken_away(order, edge), *made[instead])

    return replace(
        game,
        settings=(*game.settings, (instead or WITHOUT, ruled.subject)),
        actions=tuple(replace(a, order=less(a.order)) if a.source.label == ruled.part else a for a in game.actions),
        groups=tuple(replace(g, order=less(g.order)) if g.source.label == ruled.part else g for g in game.groups),
        ending_order=less(game.ending_order) if ruled.part == "ends" else game.ending_order,
    )


def taken_away(order: tuple[ir.Edge, ...], edge: ir.Edge) -> tuple[ir.Edge, ...]:
    """An order without a ruling; without any ruling, where the other rulings alone come to the same as this one."""
    rest = tuple(e for e in order if e != edge)
    said = tuple(e for e in order if not e.because)
    return said if ranks(rest, edge) and not ranks(said, edge) else rest


def ranks(order: tuple[ir.Edge, ...], edge: ir.Edge) -> bool:
    """Does an order put the one of an edge over the other?"""
    labels = list(dict.fromkeys(label for e in (*order, edge) for label in (e.better, e.worse)))
    return bool(outrankers(labels, order)[labels.index(edge.worse)] >> labels.index(edge.better) & 1)


# ---------------------------------------------------------------- conflicts decided by lot


def decided(game: ir.Game, lot: int, *, moves_only: bool = False) -> ir.Game:
    """The game with every conflict (or those about which moves are legal) decided one way or the other, by lot.

    Two readings of one rule file decide alike, so far as they have the same clauses.
    """
    moving = replace(
        game,
        settings=(*game.settings, (MOVES_BY_LOT if moves_only else BY_LOT, str(lot))),
        actions=tuple(_decided(a, lot) for a in game.actions),
    )
    if moves_only:
        return moving
    ends = tuple(e.source.label for e in game.endings)
    return replace(
        moving,
        groups=tuple(_decided(g, lot) for g in game.groups),
        ending_order=_order("ends", ends, game.ending_order, lot),
    )


Clauses = TypeVar("Clauses", ir.Action, ir.Group)


def _decided(node: Clauses, lot: int) -> Clauses:
    labels = tuple(c.source.label for c in node.clauses)
    return replace(node, order=_order(node.source.label, labels, node.order, lot))


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
        elif name in (WITHOUT, INSTEAD, REVERSED):
            ruled = next((r for r in rulings(game) if r.subject == told), None)
            if ruled is None:
                return None
            game = without(game, ruled, "" if name == WITHOUT else name)  # type: ignore[arg-type]
    return game
