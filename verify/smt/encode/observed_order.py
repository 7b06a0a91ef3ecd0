"""What the rules look at of each ordered zone: nothing but which cards lie there, its ends, or their whole order.

Leaves what is made of it to `verify.smt.encode.state`, which keeps the ends only where they are looked at.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal

from engine.interpreter.static import kind_of
from spec.ir import nodes as ir
from spec.ir.index import GameIndex
from spec.ir.walk import walk

Look = Literal["cards", "ends", "order"]
DEPTH: dict[Look, int] = {"cards": 0, "ends": 1, "order": 2}


@dataclass(frozen=True, slots=True)
class Looks:
    """For each ordered zone what is looked at, and for each whose order is, by which kinds of node."""

    at: dict[str, Look]
    why: dict[str, tuple[str, ...]]

    def ends(self, zone: str) -> bool:
        """Are the zone's first and last card to be kept?"""
        return self.at.get(zone, "cards") != "cards"


def closer(one: Looks, other: Looks) -> Looks:
    """Looks of both games at zones of the same names."""
    names = {*one.at, *other.at}
    found = {n: max(one.at.get(n, "cards"), other.at.get(n, "cards"), key=lambda look: DEPTH[look]) for n in names}
    why = {n: tuple(sorted({*one.why.get(n, ()), *other.why.get(n, ())})) for n in {*one.why, *other.why}}
    return Looks(found, why)


def looks_of(index: GameIndex) -> Looks:
    """Reads every expression and effect of the rules and claims; what only an example looks at is not kept."""
    found = _Finder(index)
    found.read()
    found.settle()
    return Looks(found.at, {zone: tuple(sorted(kinds)) for zone, kinds in found.why.items()})


class _Finder:
    def __init__(self, index: GameIndex) -> None:
        self.index = index
        self.at: dict[str, Look] = {z.source.label: "cards" for z in index.game.zones if z.ordered}
        self.why: dict[str, set[str]] = {}
        self.feeds: set[tuple[str, str]] = set()
        self.passed: dict[str, set[str]] = {}

    def read(self) -> None:
        rules = replace(self.index.game, examples=())
        for node in walk(rules):
            self._passes(node)
        for node in walk(rules):
            self._looks(node)

    def settle(self) -> None:
        """A zone whose cards go in their order to one that is looked at is looked at as closely."""
        changed = True
        while changed:
            changed = False
            for source, target in self.feeds:
                if self.at.get(target, "cards") != "cards" and self.at[source] == "cards":
                    self.at[source] = "ends"
                    changed = True

    def _passes(self, node: object) -> None:
        """Names of ordered cards, and the zones that an argument may make of them."""
        match node:
            case ir.Apply(name, args):
                params: tuple[ir.Var, ...] = self.index.defines[name].params
            case ir.Do(name, args):
                params = self.index.routines[name].params
            case ir.Resolve(name, args):
                params = self.index.groups[name].params
            case _:
                return
        for param, arg in zip(params, args, strict=False):
            if param.type == ir.Cards(ordered=True):
                self.passed.setdefault(param.name, set()).update(zones_in(arg))

    def _looks(self, node: object) -> None:
        match node:
            case ir.EndCard(_, cards):
                self._note(cards, "ends", "EndCard")
            case ir.HasShape(cards, shape) if self.index.shapes[shape].ordered:
                self._note(cards, "order", "HasShape")
            case ir.Compare(_, left, right) if self._both_ordered(left, right):
                self._note(left, "order", "Compare")
                self._note(right, "order", "Compare")
            case ir.First(_, ir.OverCards(cards), _, _) | ir.ForEach(_, ir.OverCards(cards), _, _):
                self._note(cards, "order", type(node).__name__)
            case ir.Move(cards, _, target) if self.index.zones[target.zone].ordered:
                for zone in self._zones(cards):
                    self.feeds.add((zone, target.zone))
            case _:
                pass

    def _both_ordered(self, left: ir.Expr, right: ir.Expr) -> bool:
        ordered = ir.Cards(ordered=True)
        return kind_of(self.index, left) == ordered and kind_of(self.index, right) == ordered

    def _zones(self, cards: ir.Expr) -> Iterator[str]:
        names = {cards.name} if isinstance(cards, ir.Var) else set()
        for zone in (*zones_in(cards), *(z for name in names for z in self.passed.get(name, ()))):
            if zone in self.at:
                yield zone

    def _note(self, cards: ir.Expr, look: Look, node: str) -> None:
        if kind_of(self.index, cards) != ir.Cards(ordered=True):
            return
        for zone in self._zones(cards):
            if DEPTH[look] > DEPTH[self.at[zone]]:
                self.at[zone] = look
            if look == "order":
                self.why.setdefault(zone, set()).add(node)


def zones_in(cards: ir.Expr) -> tuple[str, ...]:
    """The zones that an expression for ordered cards may stand for."""
    match cards:
        case ir.Place(zone, _):
            return (zone,)
        case ir.If(_, then, other):
            return (*zones_in(then), *zones_in(other))
        case _:
            return ()
