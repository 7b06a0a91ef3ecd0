"""Where a position holds what: the numbers of a game's zones and fields, computed once from its declarations.

Leaves positions themselves to `engine.interpreter.position`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from math import prod

from engine.interpreter.position import Position
from spec.ir import nodes as ir
from spec.ir.index import rows
from spec.ir.types import codes, domain_of, of_cards


@dataclass(frozen=True, slots=True)
class ZoneSlots:
    """Where a family of zones lies among the cells; `sizes` are those of its index domains."""

    decl: ir.ZoneDecl
    first: int
    sizes: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class FieldSlots:
    """Where a family of fields lies, and the least and greatest value that each may have."""

    decl: ir.FieldDecl
    first: int
    sizes: tuple[int, ...]
    low: int
    high: int

    @property
    def rolled(self) -> range:
        """What a roll may come to: any value, but never nobody."""
        return range(max(self.low, 0) if domain_of(self.decl.type) else self.low, self.high + 1)


@dataclass(frozen=True, slots=True)
class Cell:
    """One zone of a family, or one field of one, by its index (of symbols)."""

    name: str
    index: tuple[int, ...]


MOVER = ir.FieldDecl(
    source=ir.Source("mover"),
    index=(),
    type=ir.Symbol("player"),
    low=0,
    high=0,
    start=ir.Lit(0, ir.Symbol("player")),
)


class Layout:
    """Slots of every zone cell and field of a game, row-major in the order of declaration."""

    def __init__(self, game: ir.Game) -> None:
        self.domains = {domain.name: domain for domain in game.domains}
        self.size = {name: len(domain.values) for name, domain in self.domains.items()}
        self.deck = game.deck
        self.players = self.size["player"]
        self.zones: dict[str, ZoneSlots] = {}
        self.cells: tuple[Cell, ...] = ()
        self.ordered: tuple[bool, ...] = ()
        self.fields: dict[str, FieldSlots] = {}
        self.slots: tuple[Cell, ...] = ()
        for zone in game.zones:
            self._add_zone(zone)
        named = {decl.source.label for decl in game.fields}
        for decl in game.fields if "mover" in named else (MOVER, *game.fields):
            self._add_field(decl)
        self.mover = self.fields["mover"].first
        full = [slots.first for slots in self.zones.values() if slots.decl.starts_full]
        if len(full) != 1:
            raise ValueError(f"one zone starts with the deck, and this game has {len(full)}")
        self.full = full[0]

    def _indices(self, index: tuple[str, ...]) -> tuple[tuple[int, ...], tuple[tuple[int, ...], ...]]:
        sizes = tuple(self.size[domain] for domain in index)
        return sizes, tuple(product(*(range(size) for size in sizes)))

    def _add_zone(self, decl: ir.ZoneDecl) -> None:
        sizes, indices = self._indices(decl.index)
        self.zones[decl.source.label] = ZoneSlots(decl, len(self.cells), sizes)
        self.cells += tuple(Cell(decl.source.label, index) for index in indices)
        self.ordered += tuple(decl.ordered for _ in indices)

    def _add_field(self, decl: ir.FieldDecl) -> None:
        values = self.values(decl.type, decl.low, decl.high)
        sizes, indices = self._indices(decl.index)
        self.fields[decl.source.label] = FieldSlots(decl, len(self.slots), sizes, values.start, values.stop - 1)
        self.slots += tuple(Cell(decl.source.label, index) for index in indices)

    def values(self, kind: ir.Type, low: int = 0, high: int = 0) -> range:
        """The values of a type, numbers from `low` to `high`. Raises ValueError for several cards."""
        if of_cards(kind):
            raise ValueError("what holds cards is a zone, and has no list of values")
        found = codes(kind, self.size, len(self.deck))
        return range(low, high + 1) if found is None else found

    def cell(self, zone: str, index: Sequence[int] = ()) -> int:
        """The number of a zone's cell; raises `KeyError` or `IndexError` where there is none."""
        slots = self.zones[zone]
        return slots.first + place(slots.sizes, index)

    def slot(self, name: str, index: Sequence[int] = ()) -> int:
        """The number of a field's slot; raises `KeyError` or `IndexError` where there is none."""
        slots = self.fields[name]
        return slots.first + place(slots.sizes, index)

    def cells_of(self, zone: str) -> range:
        """The numbers of a zone family's cells."""
        slots = self.zones[zone]
        return range(slots.first, slots.first + prod(slots.sizes))

    def slots_of(self, name: str) -> range:
        """The numbers of a field family's slots."""
        slots = self.fields[name]
        return range(slots.first, slots.first + prod(slots.sizes))

    def piles(self, domain: str) -> tuple[tuple[int, ...], ...]:
        """For each symbol of a domain the cells of the piles that it counts; () where no row is counted by it."""
        size, counted = self.size[domain], rows((zone.decl for zone in self.zones.values()), domain)
        cells = tuple(tuple(c for r in counted for c in self.cells_of(r.source.label)[at::size]) for at in range(size))
        return cells if counted else ()

    def cards(self, position: Position, zone: str, *index: int) -> tuple[int, ...]:
        """The cards that lie in a zone at a position."""
        return position.cells[self.cell(zone, index)]

    def value(self, position: Position, name: str, *index: int) -> int:
        """A field's value at a position."""
        return position.fields[self.slot(name, index)]


def place(sizes: tuple[int, ...], index: Sequence[int]) -> int:
    """The row-major number of an index; raises `IndexError` where it is not within the sizes."""
    if len(index) != len(sizes):
        raise IndexError(f"{len(sizes)} indices are needed, not {len(index)}")
    number = 0
    for size, at in zip(sizes, index, strict=True):
        if not 0 <= at < size:
            raise IndexError(f"there is no index {at} among {size}")
        number = number * size + at
    return number
