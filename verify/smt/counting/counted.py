"""What is counted: cards of each class in each zone, piles of a row that hold a card, and what fields hold.

A class is a set of cards of the deck; the classes of a `Counting` share no card and are the whole deck together.
Numbers of cards are told class by class (`Counts`). Leaves what expressions mean to `verify.smt.counting.expressions`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

import z3

from engine.core.layout import Layout
from engine.interpreter.position import Position
from spec.ir import nodes as ir
from spec.ir.index import MOVER, PLAYER, GameIndex, index_of, rows
from spec.ir.references import fields_read, reached
from verify.smt.encode import terms as t

Number = Any
"""A whole number: a Python int, or an integer term."""

Counts = tuple[Number, ...]
"""How many cards of each class; one item for a class."""


@dataclass(frozen=True, slots=True, order=True)
class Key:
    """One number of a position: cards of a class in a cell, cards of a class in all piles of a row (`at` is the row's
    first cell), piles of a row that hold a card, or what a field's slot holds; `size` and `whole` are cards of all
    classes in a cell or a row, `own` those in the mover's cell of a family (`at` is its first). A `version` is no
    number of a position: it tells within a stretch that the cards of a zone may be others than before."""

    kind: Literal["cards", "row", "piles", "field", "size", "whole", "own", "version"]
    at: int
    card_class: int = 0


@dataclass(frozen=True)
class Counting:
    """A way of counting a game: its card classes, and the numbers that are remembered from step to step, which are the
    sizes of all zones, some fields, and cards of each class in the zones `by_class`."""

    index: GameIndex
    layout: Layout
    classes: tuple[frozenset[int], ...]
    fields: frozenset[str]
    by_class: frozenset[str] = frozenset()
    keys: tuple[Key, ...] = field(init=False, compare=False)

    def __post_init__(self) -> None:
        sizes = (key for zone in self.layout.zones for key in self._sizes(zone))
        names = (name for name in self.layout.fields if name in self.fields)
        slots = (Key("field", slot) for name in names for slot in self.layout.slots_of(name))
        zones = (key for zone in self.layout.zones if zone in self.by_class for key in self.of_zone(zone))
        classes = (key for key in zones if key.kind != "piles") if len(self.classes) > 1 else ()
        object.__setattr__(self, "keys", (*sizes, *slots, *self._own(), *classes))

    @property
    def deck(self) -> Counts:
        """How many cards of each class the deck has."""
        return tuple(len(one) for one in self.classes)

    def _sizes(self, zone: str) -> tuple[Key, ...]:
        cells = self.layout.cells_of(zone)
        if self.is_row(zone):
            return Key("piles", cells.start), Key("whole", cells.start)
        return tuple(Key("size", cell) for cell in cells)

    def _own(self) -> Iterator[Key]:
        """What the mover has of each zone that every player has: much that holds of a turn is about that alone."""
        for slots in self.layout.zones.values():
            if slots.decl.index == (PLAYER,) and self.layout.players > 1:
                yield Key("own", slots.first)

    @property
    def mover(self) -> Key:
        """Who moves."""
        return Key("field", self.layout.fields[MOVER].first)

    def each(self, own: Key) -> tuple[Key, ...]:
        """The sizes of the zones of which one is the mover's."""
        return tuple(Key("size", cell) for cell in self.layout.cells_of(self.layout.cells[own.at].name))

    def of_zone(self, zone: str) -> tuple[Key, ...]:
        """The numbers that tell a zone family, class by class."""
        cells, classes = self.layout.cells_of(zone), range(len(self.classes))
        if self.is_row(zone):
            return (Key("piles", cells.start), *(Key("row", cells.start, n) for n in classes))
        return tuple(Key("cards", cell, n) for cell in cells for n in classes)

    def parts(self, key: Key) -> tuple[Key, ...]:
        """The numbers whose sum a number is: of a size those of each class, else itself."""
        match key.kind:
            case "size":
                return tuple(Key("cards", key.at, n) for n in range(len(self.classes)))
            case "whole":
                return tuple(Key("row", key.at, n) for n in range(len(self.classes)))
            case "own":  # its zones are told of one by one
                return ()
            case _:
                return (key,)

    def is_row(self, zone: str) -> bool:
        """Is it a single row of piles? Its piles are then counted together."""
        decl = self.index.zones[zone]
        return decl.row and len(decl.index) == 1

    def row_of(self, domain: str) -> str | None:
        """The only row that a domain counts; None where there is none, or where it counts more than one."""
        found = rows(self.index.game.zones, domain)
        return found[0].source.label if len(found) == 1 and self.is_row(found[0].source.label) else None

    def bounds(self, key: Key) -> tuple[int, int]:
        """The least and the greatest value that a number may have."""
        if key.kind == "field":
            slots = self.layout.fields[self.layout.slots[key.at].name]
            return slots.low, slots.high
        if key.kind == "piles":
            return 0, len(self.layout.cells_of(self.layout.cells[key.at].name))
        if key.kind in ("size", "whole", "own"):
            return 0, len(self.layout.deck)
        return 0, self.deck[key.card_class]

    def words(self, key: Key) -> str:
        """A number by the names of the file: `hand[0]`, `piles of slot`; with a class, `hand[0] of class 2`."""
        if key.kind == "field":
            slot = self.layout.slots[key.at]
            return _indexed(slot.name, slot.index)
        cell = self.layout.cells[key.at]
        if key.kind == "piles":
            return f"piles of {cell.name}"
        if key.kind == "own":
            return f"{cell.name} of the mover"
        name = cell.name if key.kind in ("row", "whole") else _indexed(cell.name, cell.index)
        return name if key.kind in ("size", "whole") else f"{name} of class {key.card_class + 1}"

    # ------------------------------------------------------------ positions

    def values(self, position: Position) -> tuple[int, ...]:
        """The numbers of a position that are remembered."""
        return tuple(self.value(position, key) for key in self.keys)

    def value(self, position: Position, key: Key) -> int:
        """A number of a position."""
        if key.kind == "field":
            return position.fields[key.at]
        if key.kind == "own":
            return self.value(position, self.each(key)[position.fields[self.mover.at]])
        cells: Iterable[int] = (key.at,)
        if key.kind in ("row", "piles", "whole"):
            cells = self.layout.cells_of(self.layout.cells[key.at].name)
        held = [position.cells[cell] for cell in cells]
        if key.kind == "piles":
            return sum(1 for cards in held if cards)
        if key.kind in ("size", "whole"):
            return sum(map(len, held))
        return sum(1 for cards in held for card in cards if card in self.classes[key.card_class])

    def sound(self, state: Mapping[Key, Number]) -> Iterator[t.Flag]:
        """What holds of the numbers of every position: bounds, no pile without a card, no card in two places."""
        for key, value in state.items():
            low, high = self.bounds(key)
            yield value >= low
            yield value <= high
        for key, piles in state.items():
            if key.kind == "piles":
                held = [state.get(Key("row", key.at, n)) for n in range(len(self.classes))]
                if all(one is not None for one in held):
                    yield piles <= total(held)
                    yield t.implies(piles == 0, total(held) == 0)
        every = [(k, v) for k, v in state.items() if k.kind in ("cards", "row")]
        for n, most in enumerate(self.deck):
            there = [(k, v) for k, v in every if k.card_class == n]
            whole = len(there) == self._places
            if whole or len(there) > 1:
                yield total(v for _, v in there) == most if whole else total(v for _, v in there) <= most

    @property
    def _places(self) -> int:
        """How many numbers of cards of one class a whole position has."""
        of = self.index.game.zones
        return sum(1 if self.is_row(z.source.label) else len(self.layout.cells_of(z.source.label)) for z in of)


MOST_SLOTS = 12
"""A field of more slots than so many is counted only where a claim names it."""


def fields_counted(game: ir.Game, layout: Layout) -> frozenset[str]:
    """The fields that are worth remembering from step to step: those that a claim names, and those that decide how play
    goes on."""
    index = index_of(game)
    claims = [c.cond for c in game.claims if c.kind in ("always", "never")]
    rules = (game.routines, game.groups, game.actions, game.steps, tuple(e.when for e in game.endings))
    named = fields_read(tuple(reached(index, tuple(claims))))
    read = fields_read(tuple(reached(index, rules)))
    few = {name for name in read if len(layout.slots_of(name)) <= MOST_SLOTS}
    return frozenset(name for name in layout.fields if name in few | named or name.startswith("("))


def _indexed(name: str, index: tuple[int, ...]) -> str:
    return f"{name}[{', '.join(str(i + 1) for i in index)}]" if index else name


def number_term(number: Number) -> Any:
    """A number as a term."""
    return z3.IntVal(number) if isinstance(number, int) else number


def total(numbers: Iterable[Number]) -> Number:
    """Their sum; what is known stays a Python int."""
    known, rest = 0, []
    for one in numbers:
        if isinstance(one, int):
            known += one
        else:
            rest.append(one)
    if not rest:
        return known
    if known:
        rest.append(z3.IntVal(known))
    return z3.Sum(*rest) if len(rest) > 1 else rest[0]


def partition(deck: int, sets: Sequence[frozenset[int]], most: int) -> tuple[frozenset[int], ...]:
    """The classes that tell these sets of cards apart, `most` of them at most: sets that would make more are left."""
    classes = [frozenset(range(deck))]
    for one in sets:
        split = [part for whole in classes for part in (whole & one, whole - one) if part]
        if len(split) <= most:
            classes = split
    return tuple(classes)
