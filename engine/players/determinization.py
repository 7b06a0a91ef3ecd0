"""Positions of a player's information set: the cards that the player does not see, dealt anew.

Leaves to `engine.interpreter.observe` what a player sees of each zone and to `engine.players.policy` what is done with
such positions. What a player could infer or remember is not used, and unseen zones keep their sizes, also those whose
size is hidden.
"""

from __future__ import annotations

from dataclasses import replace

from engine.core.layout import Layout
from engine.interpreter.moves import Move
from engine.interpreter.observe import View, observe
from engine.interpreter.position import Position
from engine.luck.streams import Stream
from spec.ir import nodes as ir


def determinize(layout: Layout, position: Position, player: int, luck: Stream) -> Position:
    """The position with every card that the player does not see in a random unseen place."""
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
    return replace(position, cells=tuple(cells))


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
