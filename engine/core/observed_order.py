"""Finds the zones of a game that are bags or heaps to a checker: of their order, no rule asks or only for the top card.

A card of a bag that was shuffled need not be decided before it leaves the bag, and heaps that differ only below their
top cards need not be told apart. Leaves playing so to `verify.search.lazy_shuffle` and
`engine.c.search.revealed_effects`.

A zone is a bag where it is ordered, no row, seen by nobody, and stands in the rules only where it is counted, shuffled,
filled, drawn from, emptied as a whole, or searched from the bottom for the card that is moved from it. It must be
possible that it holds cards in an unknown order: it is shuffled, or filled from a bag.

A zone is a heap where it is ordered, no bag, and stands in the rules only where it is counted, filled, asked for its
top card, or emptied as a whole into a zone without an order.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from spec.ir import nodes as ir
from spec.ir.index import GameIndex
from spec.ir.walk import children

HIDDEN = ("count", "nobody")


def bags(game: ir.Game) -> frozenset[str]:
    """The names of the zones that are bags."""
    hidden = {z.source.label for z in game.zones if z.ordered and not z.row and z.seen in HIDDEN}
    blind = hidden - set(looked_at(game))
    found: set[str] = set()
    while more := {to for origin, to in _filled(game) if to in blind and (origin in found or origin == to)} - found:
        found |= more
    return frozenset(found)


def looking_claims(game: ir.Game) -> frozenset[str]:
    """The claims that look into zones which were bags if nobody claimed anything of their cards. A search that leaves
    such cards undecided has to leave these claims out."""
    unseen = bags(replace(game, claims=()))
    return frozenset(c.source.label for c in game.claims if unseen.intersection(looked_at(c)))


def without_claims(game: ir.Game, names: frozenset[str]) -> ir.Game:
    """The game without some of its claims."""
    return replace(game, claims=tuple(c for c in game.claims if c.source.label not in names)) if names else game


def heaps(game: ir.Game) -> frozenset[str]:
    """The names of the zones that are heaps."""
    ordered = {z.source.label for z in game.zones if z.ordered}
    return frozenset(ordered - set(_asked_below_top(game, ordered)) - bags(game))


def _asked_below_top(node: object, ordered: set[str]) -> Iterator[str]:
    """The zones of which more is asked below a node than how many cards there are and which is on top."""
    inside = _below(node)
    match node:
        case ir.EndCard("top", ir.Place(_, index)):
            inside = index
        case ir.Place(zone, _) | ir.Shuffle(ir.Place(zone, _)) | ir.Draw(_, ir.Place(zone, _), _):
            yield zone
        case ir.Move(cards, source, target) if cards != source or target.zone in ordered:
            yield source.zone
            inside = (*inside, cards)
        case _:
            pass
    for part in inside:
        yield from _asked_below_top(part, ordered)


def looked_at(node: object) -> Iterator[str]:
    """The zones whose cards are asked for below a node; examples do not count, since they are not part of play."""
    inside = _below(node)
    match node:
        case ir.Place(zone, _):
            yield zone
        case ir.Move() if search := searched(node):
            inside = (*inside, search.cond)
        case ir.Move(cards, source, _) if cards != source:
            yield source.zone
            inside = (*inside, cards)
        case _:
            pass
    for part in inside:
        yield from looked_at(part)


def _below(node: object) -> tuple[object, ...]:
    """What is below a node, but for cards that it moves, and zones that it counts, shuffles, draws from or fills."""
    match node:
        case ir.Example():
            return ()
        case ir.Size(ir.Place(_, index)) | ir.Shuffle(ir.Place(_, index)):
            return index
        case ir.Draw(count, source, target):
            return (count, *source.index, *target.index)
        case ir.Move(_, source, target):
            return (*source.index, *target.index)
        case _:
            return tuple(children(node))


def searched(move: ir.Move) -> ir.First | None:
    """The search of a move that takes the first card of its own zone, from the bottom, that is such and such."""
    match move.cards:
        case ir.Just(ir.First(_, ir.OverCards(place), _, None) as first) if place == move.source:
            return first
        case _:
            return None


def _filled(node: object) -> Iterator[tuple[str, str]]:
    """The pairs of zones of which cards go from the first to the second; a shuffled zone with itself."""
    match node:
        case ir.Example():
            return
        case ir.Shuffle(zone):
            yield zone.zone, zone.zone
        case ir.Draw(_, source, target) | ir.Move(_, source, target):
            yield source.zone, target.zone
        case _:
            pass
    for part in children(node):
        yield from _filled(part)


def indifferent(index: GameIndex, effect: ir.Effect) -> bool:
    """Does an effect only count cards and move them from stacks unseen, so that which they are can be told after it?"""
    return all(_indifferent(index, part) for part in _parts(effect))


def _parts(node: object) -> Iterator[object]:
    """A node and all below it, but for a zone that is only counted, shuffled, drawn from or filled."""
    yield node
    for part in _below(node):
        yield from _parts(part)


def _indifferent(index: GameIndex, node: object) -> bool:
    match node:
        case ir.Place() | ir.Apply() | ir.CanMove() | ir.Open() | ir.Resolve():
            return False
        case ir.Move(cards, source, _):
            # Cards in no order go to a stack in the deck's order, which asks which cards they are.
            return cards == source and index.zones[source.zone].ordered
        case ir.Do(routine, _):
            return all(indifferent(index, effect) for effect in index.routines[routine].body)
        case _:
            return True
