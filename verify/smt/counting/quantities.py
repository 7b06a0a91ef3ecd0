"""Numbers that are made of those that are counted: sums over families, in how many zones of a family there lies a card,
and what somebody has who is named by a field.

Leaves what is said of them to `verify.smt.counting.guesses` and `verify.smt.counting.ranking`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, assert_never

from spec.ir.index import MOVER, PLAYER
from spec.ir.types import domain_of, is_number, is_truth
from verify.smt.counting.counted import Counting, Key, Number, total
from verify.smt.counting.scene import pick, pick_number

MOST_SUMMED = 12
"""A field of more slots than so many is not added up."""


@dataclass(frozen=True, slots=True)
class Measure:
    """A number made of some others, by their places in the counting: their sum, how many of them are not 0, or the one
    of whom the number at `of` names (0 where that is nobody)."""

    kind: Literal["sum", "filled", "named"]
    parts: tuple[int, ...]
    of: int = -1

    def value(self, point: Sequence[int]) -> int:
        """What it is at a point."""
        match self.kind:
            case "sum":
                return sum(point[i] for i in self.parts)
            case "filled":
                return sum(1 for i in self.parts if point[i] != 0)
            case "named":
                at = point[self.of]
                return point[self.parts[at]] if 0 <= at < len(self.parts) else 0
            case _:
                assert_never(self.kind)

    def term(self, numbers: Sequence[Number]) -> Number:
        """What it is of some numbers."""
        match self.kind:
            case "sum":
                return total(numbers[i] for i in self.parts)
            case "filled":
                return total(pick_number(numbers[i] != 0, 1, 0) for i in self.parts)
            case "named":
                at = numbers[self.of]
                found = pick([numbers[i] for i in self.parts], at)
                return pick_number(at >= 0, found, 0)
            case _:
                assert_never(self.kind)

    def words(self, names: Sequence[str]) -> str:
        """The same, written."""
        if self.kind == "sum":
            return " + ".join(names[i] for i in self.parts)
        listed = ", ".join(names[i] for i in self.parts)
        if self.kind == "filled":
            return f"how many are not 0 of {listed}"
        return f"that of {listed} which is of {names[self.of]}"


@dataclass(frozen=True, slots=True)
class Named:
    """A measure, and what it is about: an index that only what is of the same index has to do with, if any; its values,
    if they are so few that each may tell something; and whether it is the size of a zone that stands alone."""

    measure: Measure
    index: tuple[int, ...] = ()
    values: range | None = None
    alone: bool = False


def measures(counting: Counting) -> Iterator[Named]:
    """The measures of a way of counting: its numbers, and what is made of families of them."""
    keys = counting.keys
    for i, key in enumerate(keys):
        index = _index(counting, key)
        yield Named(Measure("sum", (i,)), index, _values(counting, key), key.kind == "size" and not index)
    families = [parts for parts in _families(counting) if len(parts) > 1]
    for parts in families:
        yield Named(Measure("filled", parts))
        if len(parts) <= MOST_SUMMED or keys[parts[0]].kind != "field":
            yield Named(Measure("sum", parts))
    players = counting.layout.players
    for i, key in enumerate(keys):
        if key.kind == "field" and players > 1 and _names_a_player(counting, key):
            for parts in families:
                own = keys[parts[0]].kind == "size" and key == counting.mover  # counted already
                if len(parts) == players and _of_players(counting, keys[parts[0]]) and not own:
                    yield Named(Measure("named", parts, i), (), _values(counting, keys[parts[0]]))


def _families(counting: Counting) -> Iterator[tuple[int, ...]]:
    """The zones of each family, and the slots of each field that numbers tell."""
    found: dict[tuple[str, str, int], list[int]] = {}
    for i, key in enumerate(counting.keys):
        if key.kind in ("size", "cards"):
            name = counting.layout.cells[key.at].name
            found.setdefault((key.kind, name, key.card_class), []).append(i)
        elif key.kind == "field":
            slot = counting.layout.slots[key.at]
            decl = counting.layout.fields[slot.name].decl
            if is_number(decl.type) or is_truth(decl.type):
                found.setdefault((key.kind, slot.name, 0), []).append(i)
    yield from map(tuple, found.values())


def _index(counting: Counting, key: Key) -> tuple[int, ...]:
    if key.kind == "field":
        return counting.layout.slots[key.at].index
    return () if key.kind in ("own", "piles", "whole", "row") else counting.layout.cells[key.at].index


FEW = 6
"""So many values of a number are told apart."""


def _values(counting: Counting, key: Key) -> range | None:
    if key.kind != "field":
        return range(2)
    low, high = counting.bounds(key)
    return range(low, high + 1) if high - low < FEW else None


def _names_a_player(counting: Counting, key: Key) -> bool:
    name = counting.layout.slots[key.at].name
    decl = counting.layout.fields[name].decl
    return name == MOVER or (domain_of(decl.type) == PLAYER and len(counting.layout.slots_of(name)) == 1)


def _of_players(counting: Counting, key: Key) -> bool:
    if key.kind == "field":
        decl = counting.layout.fields[counting.layout.slots[key.at].name].decl
        return decl.index == (PLAYER,)
    return counting.layout.zones[counting.layout.cells[key.at].name].decl.index == (PLAYER,)
