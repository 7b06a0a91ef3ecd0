"""Positions of a player's information set: what the player does not see, drawn anew.

Leaves to `engine.interpreter.observe` what a player sees of each zone and to `engine.players.policy` what is done with
such positions. What a player could infer or remember is not used, and unseen zones keep their sizes, also those whose
size is hidden. An unseen field that holds no value keeps holding none; any other gets one of its values, each equally
likely, whatever else the position says.
"""

from __future__ import annotations

from dataclasses import replace

from engine.core.layout import Layout
from engine.interpreter.moves import Move
from engine.interpreter.observe import View, observe, sees_field
from engine.interpreter.position import Position
from engine.luck.streams import Stream
from spec.ir import nodes as ir


def determinize(layout: Layout, position: Position, player: int, luck: Stream) -> Position:
    """The position with every card that the player does not see in a random unseen place, and unseen fields drawn."""
    views = observe(layout, position, player).views
    unseen: list[int] = []
    for view, cards in zip(views, position.cells, strict=True):
        unseen += _hidden(view, cards)
    left = iter(luck.shuffle(tuple(sorted(unseen))))
    cells = []
    for view, cards, ordered in zip(views, position.cells, layout.ordered, strict=True):
        known = view.cards is not None
        dealt = cards if known else tuple(next(left) for _ in _hidden(view, cards)) + cards[len(_hidden(view, cards)) :]
        cells.append(dealt if ordered else tuple(sorted(dealt)))
    fields = tuple(_guessed(layout, slot, value, player, luck) for slot, value in enumerate(position.fields))
    return replace(position, cells=tuple(cells), fields=fields)


def _guessed(layout: Layout, slot: int, value: int, player: int, luck: Stream) -> int:
    """What a field may hold: what it holds, where the player sees it, or where it holds nothing."""
    may_be = guesses(layout, slot, player)
    if may_be is None or (value == ir.NOBODY and ir.NOBODY not in may_be):
        return value
    return may_be.start + luck.pick(len(may_be))


def guesses(layout: Layout, slot: int, player: int) -> range | None:
    """The values of which one is drawn for a field that the player does not see; None where the player sees it."""
    if sees_field(layout, slot, player):
        return None
    slots = layout.fields[layout.slots[slot].name]
    return range(0 if slots.decl.numbers is None else slots.low, slots.high + 1)


def _hidden(view: View, cards: tuple[int, ...]) -> tuple[int, ...]:
    """The cards of a zone that a view of it does not show."""
    if view.cards is not None:
        return ()
    return cards if view.top is None else cards[:-1]


Face = tuple[object, ...]
"""A move as its mover sees it: the action and its arguments, a card chosen blind left out."""


class Faces:
    """Tells which moves are one to the player who makes them."""

    def __init__(self, game: ir.Game) -> None:
        self._blind = {action.source.label: tuple(p.blind for p in action.params) for action in game.actions}

    def blind(self, action: str) -> tuple[bool, ...]:
        """Which arguments of an action are cards chosen blind."""
        return self._blind.get(action, ())

    def of(self, move: Move) -> Face:
        """A move as its mover sees it."""
        blind = self.blind(move.action)
        if not any(blind):
            return (move.action, *move.args)
        return (move.action, *(None if b else value for b, value in zip(blind, move.args, strict=True)))

    def groups(self, moves: tuple[Move, ...]) -> dict[Face, list[int]]:
        """The places of moves by their face, in order."""
        found: dict[Face, list[int]] = {}
        for place, move in enumerate(moves):
            found.setdefault(self.of(move), []).append(place)
        return found
