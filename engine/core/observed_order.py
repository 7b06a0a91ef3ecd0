"""What is ever observed of the order of each zone: nothing, its top, its ends, or all of it.

Every part of the rules and claims is read once, and told as what it sees of which zone (`Seen`). From that follows
which zones a search may leave undecided, and of which a solver has to know the ends.

A zone is a *bag* where it is ordered, no row, seen by nobody, and is only counted, shuffled, filled, drawn from,
emptied as a whole, or searched from the bottom for the card that is moved from it. It must be possible that it holds
cards in an unknown order: it is shuffled, or filled from a bag. A card of a bag need not be decided before it leaves.
Clauses of an outcome that may come about together must do the same, and whether they do hangs on the order of what they
shuffle or take cards from; that is no bag.

A zone is a *heap* where it is ordered, no bag, and is only counted, filled, asked for its top card, or emptied as a
whole into a zone without an order. Heaps that differ only below their top cards need not be told apart.

Leaves playing so to `verify.search.lazy_shuffle` and `engine.c.search.undecided`, and terms to
`verify.smt.encode.state`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal

from spec.ir import nodes as ir
from spec.ir.effects import carried, gone_through, searched
from spec.ir.fold import either, equated, open_question, settled, sized, unlike
from spec.ir.index import GameIndex, index_of
from spec.ir.precedence import outrankers
from spec.ir.references import declaration, place_of, reached, references, shape_asked
from spec.ir.types import cards_of, end_of, name_of, stretch_of, type_of
from spec.ir.walk import children, walk

What = Literal["cards", "top", "ends", "order", "search", "shuffle", "draw", "pour"]
"""Which cards there are, the top one, the first or the last, their whole order, or the first from the bottom that is
such and such; or nothing but that they are shuffled, drawn from the top, or moved to an ordered zone as they lie."""
UNSEEN = ("shuffle", "draw", "pour")

HIDDEN = ("count", "nobody")
ORDERED = ir.Cards(ordered=True)


@dataclass(frozen=True, slots=True)
class Seen:
    """What a node of the rules sees of a zone; `to`: where the cards are poured."""

    zone: str
    what: What
    by: str
    to: str = ""


class Observer:
    """Reads a game's rules for what they see of zones."""

    def __init__(self, index: GameIndex) -> None:
        self._index = index

    @cached_property
    def _given(self) -> dict[str, set[ir.Expr]]:
        """For each parameter's name what is handed over for it anywhere."""
        found: dict[str, set[ir.Expr]] = {}
        for node in walk(replace(self._index.game, examples=())):
            if isinstance(node, ir.Call):
                (called,) = references(node)
                decl = declaration(self._index, called)
                assert isinstance(decl, ir.Define | ir.Routine | ir.Group)
                for param, arg in zip(decl.params, node.args, strict=True):
                    found.setdefault(param.name, set()).add(arg)
        return found

    def seen(self, node: object) -> Iterator[Seen]:
        """What is seen in a node and below it; examples do not count, since they are not part of play."""
        match node:
            case ir.Example():
                return
            case _ if counted := place_of(sized(node)):
                inside: Iterable[object] = counted.index
            case _ if place := place_of(node):
                yield Seen(place.zone, "cards", "Place")
                inside = place.index
            case _ if (end := end_of(node)) and end[0] == "top" and (pile := place_of(end[1])):
                yield Seen(pile.zone, "top", "EndCard")
                inside = pile.index
            case ir.Shuffle(zone):
                yield Seen(zone.zone, "shuffle", "Shuffle")
                inside = zone.index
            case ir.Draw(count, source, target):
                yield Seen(source.zone, "draw", "Draw")
                inside = (count, *source.index, *target.index)
            case ir.Move(_, source, target):
                yield from self._moved(node)
                inside = (*source.index, *target.index)
            case _:
                yield from self._in_order(node)
                inside = children(node)
        for part in inside:
            yield from self.seen(part)

    def _moved(self, move: ir.Move) -> Iterator[Seen]:
        source, target = move.source.zone, move.target.zone
        if self._index.zones[target].ordered:
            for zone in self._zones(move.cards, ()):
                yield Seen(zone, "pour", "Move", target)
        if search := searched(move):
            yield Seen(source, "search", "First")
            yield from self.seen(search.cond)
        elif move.cards != move.source:
            yield Seen(source, "cards", "Move")
            yield from self.seen(move.cards)
        elif not self._index.zones[source].ordered:
            # Cards in no order go to a stack in the deck's order, which asks which cards they are.
            yield Seen(source, "cards", "Move")

    def _in_order(self, node: object) -> Iterator[Seen]:
        """What is seen of the order of ordered cards."""
        end = end_of(node)
        match node:
            case _ if end is not None:
                what: What = "ends"
                asked: tuple[ir.Expr, ...] = (end[1],)
            case _ if (stretch := stretch_of(node)) is not None:
                what, asked = "order", (stretch[2],)
            case _ if two := equated(node) or unlike(node, True):
                what, asked = "order", two if len({type_of(self._index, e) for e in two}) == 1 else ()
            case _:
                over, shaped = gone_through(node), shape_asked(node)
                passed = None if over is None else cards_of(over)
                if shaped is not None and self._index.shapes[shaped[1]].ordered:
                    passed = shaped[0]
                what, asked = "order", () if passed is None else (passed,)
        for cards in asked:
            if type_of(self._index, cards) == ORDERED:
                for zone in self._zones(cards, ()):
                    yield Seen(zone, what, type(node).__name__)

    def _zones(self, cards: ir.Expr, within: tuple[str, ...]) -> Iterator[str]:
        """The zones that an expression may stand for, also by a parameter."""
        match cards:
            case _ if place := place_of(cards):
                yield place.zone
            case _ if chosen := either(cards):
                yield from self._zones(chosen[1], within)
                yield from self._zones(chosen[2], within)
            case _ if stretch := stretch_of(cards):
                yield from self._zones(stretch[2], within)
            case _ if (name := name_of(cards)) is not None and name not in within:
                for given in self._given.get(name, ()):
                    yield from self._zones(given, (*within, name))
            case _:
                pass


# ---------------------------------------------------------------- zones that a search need not decide


def bags(game: ir.Game) -> frozenset[str]:
    """The names of the zones that are bags."""
    hidden = {z.source.label for z in game.zones if z.ordered and not z.row and z.seen in HIDDEN}
    blind = hidden - _opened(Observer(index_of(game)), game) - _taken_together(game)
    filled = set(_filled(game))
    found: set[str] = set()
    while more := {to for origin, to in filled if to in blind and (origin in found or origin == to)} - found:
        found |= more
    return frozenset(found)


def _taken_together(game: ir.Game) -> set[str]:
    """The zones that clauses shuffle or take cards from which may come about together with others."""
    found: set[str] = set()
    for group in game.groups:
        above = outrankers([clause.source.label for clause in group.clauses], group.order)
        for i, clause in enumerate(group.clauses):
            others = (j for j in range(len(above)) if j != i and not (above[i] >> j | above[j] >> i) & 1)
            if not all(_apart(clause.when, group.clauses[j].when) for j in others):
                found |= {zone for node in reached(index_of(game), clause) for zone in _taken_from(node)}
    return found


def _apart(one: ir.Expr, other: ir.Expr) -> bool:
    """Does one condition ask for the opposite of what the other asks for, by its form?"""
    asked = set(settled(other, True))
    return any((part, not holds) in asked for part, holds in settled(one, True))


def _taken_from(node: object) -> tuple[str, ...]:
    """The zone that an effect shuffles, or takes cards from."""
    if isinstance(node, ir.Shuffle):
        return (node.zone.zone,)
    ends = carried(node)
    return () if ends is None else (ends[0].zone,)


def looking_claims(game: ir.Game) -> frozenset[str]:
    """The claims that look into zones which were bags if nobody claimed anything of their cards. A search that leaves
    such cards undecided has to leave these claims out."""
    unseen, observer = bags(replace(game, claims=())), Observer(index_of(game))
    return frozenset(c.source.label for c in game.claims if unseen & _opened(observer, c))


def without_claims(game: ir.Game, names: frozenset[str]) -> ir.Game:
    """The game without some of its claims."""
    return replace(game, claims=tuple(c for c in game.claims if c.source.label not in names)) if names else game


def heaps(game: ir.Game) -> frozenset[str]:
    """The names of the zones that are heaps."""
    more = {seen.zone for seen in Observer(index_of(game)).seen(game) if seen.what != "top"}
    return frozenset({z.source.label for z in game.zones if z.ordered} - more - bags(game))


def _opened(observer: Observer, node: object) -> set[str]:
    """The zones of which cards are seen before they leave."""
    return {seen.zone for seen in observer.seen(node) if seen.what not in (*UNSEEN, "search")}


def _filled(game: ir.Game) -> Iterator[tuple[str, str]]:
    """The pairs of zones of which cards go from the first to the second; a shuffled zone with itself."""
    for node in walk(replace(game, examples=())):
        if (ends := carried(node)) is not None:
            yield ends[0].zone, ends[1].zone
        elif isinstance(node, ir.Shuffle):
            yield node.zone.zone, node.zone.zone


def indifferent(index: GameIndex, effect: ir.Effect) -> bool:
    """Does an effect only count cards and move them from stacks unseen, so that which they are can be told after it?"""
    nodes = tuple(reached(index, effect, ("routine",)))
    named = {found for node in nodes for found in references(node)}
    if any(map(open_question, nodes)) or {kind for kind, _ in named} & {"define", "action", "group"}:
        return False
    run = [name for kind, name in named if kind == "routine"]
    parts, observer = (effect, *(index.routines[name] for name in run)), Observer(index)
    return all(seen.what in UNSEEN for part in parts for seen in observer.seen(part))


# ---------------------------------------------------------------- what has to be known of a zone

Look = Literal["cards", "ends", "order"]
DEPTH: dict[Look, int] = {"cards": 0, "ends": 1, "order": 2}
LOOKS: dict[What, Look] = {"top": "ends", "ends": "ends", "order": "order", "search": "order"}


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
    """What the rules and claims of a game look at."""
    every = set(Observer(index).seen(index.game))
    at: dict[str, Look] = {z.source.label: "cards" for z in index.game.zones if z.ordered}
    for seen in every:
        if seen.zone in at:
            at[seen.zone] = max(at[seen.zone], LOOKS.get(seen.what, "cards"), key=lambda look: DEPTH[look])
    # A zone whose cards go in their order to one that is looked at is looked at as well.
    feeds = {(seen.zone, seen.to) for seen in every if seen.what == "pour" and seen.zone in at}
    while more := {zone for zone, to in feeds if at[zone] == "cards" and at.get(to, "cards") != "cards"}:
        at |= dict.fromkeys(more, "ends")
    why = {zone: {s.by for s in every if s.zone == zone and LOOKS.get(s.what) == "order"} for zone in at}
    return Looks(at, {zone: tuple(sorted(kinds)) for zone, kinds in why.items() if kinds})
