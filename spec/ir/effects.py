"""What is asked of effects: between which zones they carry cards, what they go through, and whose clauses they are.

Leaves what effects mean to the engine, and what they name to `spec.ir.references`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from spec.ir import nodes as ir
from spec.ir.binding import free_names
from spec.ir.fold import YES, constant
from spec.ir.index import GameIndex
from spec.ir.references import fields_written, reached, written
from spec.ir.sight import all_see
from spec.ir.types import alone, cards_of, element_of
from spec.ir.walk import walk

DEALT_TO = "(each)"
"""What `deal` binds: each player who gets cards."""


def carried(node: object) -> tuple[ir.Place, ir.Place] | None:
    """From where to where an effect takes cards."""
    return (node.source, node.target) if isinstance(node, ir.Move | ir.Draw) else None


def laid(effects: Sequence[ir.Effect]) -> Iterator[tuple[str, ir.Place]]:
    """The names whose cards effects move in any case, each with where to, in their order."""
    for effect in plain(effects):
        if isinstance(effect, ir.Move):
            names = ((name, ir.Var(name, kind)) for name, kind in free_names(effect.cards).items())
            yield from ((name, effect.target) for name, var in names if effect.cards in (var, ir.Just(var)))


def laid_open(index: GameIndex, action: ir.Action) -> Mapping[str, bool]:
    """The parameters of a move whose cards it lays, whatever else it does, where everybody sees them: how many there
    are of them, or (False) a single one, on a pile of which only the top is seen."""
    found: dict[str, bool] = {}
    for name, place in laid(action.effects):
        seen = index.zones[place.zone].seen
        if seen in ("everybody", "top"):
            found[name] = seen == "everybody" or found.get(name, False)
    return found


def notes_unseen(index: GameIndex, action: ir.Action) -> bool:
    """Does a move, or what it calls, set a field that not everybody sees? Only its mover knows what was chosen then."""
    return any(not all_see(index.fields[name]) for name in fields_written(tuple(reached(index, action))))


def drawn_from(node: object) -> str:
    """The zone from whose top an effect draws cards; '' where it draws none."""
    return node.source.zone if isinstance(node, ir.Draw) else ""


def in_any_order(index: GameIndex, node: object) -> ir.Expr | None:
    """The cards that an effect puts on an ordered zone in whatever order they are."""
    ordered = isinstance(node, ir.Move) and node.any_order and index.zones[node.target.zone].ordered
    return node.cards if isinstance(node, ir.Move) and ordered else None


def is_deal(node: object) -> bool:
    """Is it `deal 5 cards from deck to each hand`, which goes round from player 1? No author can name what it binds."""
    return isinstance(node, ir.ForEach) and node.var == DEALT_TO


def gone_through(node: object) -> ir.Range | None:
    """The range of which the order may tell in what a node comes to: the first such and such, or effects for each."""
    return node.over if isinstance(node, ir.First | ir.ForEach) else None


def same_for_each(node: object) -> bool:
    """Is it a loop that only sets a field of each one to a fixed value?"""
    if not isinstance(node, ir.ForEach) or node.cond != YES:
        return False
    mine = (ir.Var(node.var, element_of(node.over)),)
    sets = (written(effect) for effect in plain(node.body))
    return all(one is not None and one.index == mine and constant(one.value) is not None for one in sets)


def searched(move: ir.Move) -> ir.First | None:
    """The search of a move that takes the first card of its own zone, from the bottom, that is such and such."""
    first = alone(move.cards)
    if isinstance(first, ir.First) and first.other is None and cards_of(first.over) == move.source:
        return first
    return None


def cited(root: object) -> Iterator[ir.Cited]:
    """The effects of single clauses that stand in a node, or in nodes in tuples."""
    return (node for node in walk(root) if isinstance(node, ir.Cited))


def plain(effects: Sequence[ir.Effect]) -> Iterator[ir.Effect]:
    """The effects in order, whichever clauses they are of."""
    for effect in effects:
        if isinstance(effect, ir.Cited):
            yield from plain(effect.body)
        else:
            yield effect
