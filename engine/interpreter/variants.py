"""Which variant of a move of several shapes a person means, who writes the move's own name: the one that the cards fit.

Leaves reading and printing arguments to `engine.logs.words`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from engine.interpreter.moves import Move
from engine.interpreter.shapes import Pattern
from spec.ir import nodes as ir
from spec.ir.index import GameIndex


class Variants:
    """Names the moves of a game as people know them, and finds the variants that they mean."""

    def __init__(self, index: GameIndex) -> None:
        self._index = index
        varied = {a.source.label: _shapes(a) for a in index.game.actions if a.variant}
        named = {p.shape for a in index.game.actions for p in a.params if p.shape}
        patterns = {shape: Pattern(index.shapes[shape], index.game) for shape in named}
        self._shapes = patterns
        self._patterns = {name: tuple(s and patterns[s] for s in shapes) for name, shapes in varied.items()}

    def name(self, move: Move) -> str:
        """The move's name; of a variant the whole move's, where that cannot be taken for another of its variants."""
        action = self._index.actions.get(move.action)
        if action is None or not action.variant:
            return move.action
        others = (a for a in self._index.moves[action.move] if not _alike(a, action))
        return move.action if any(self._fits(replace(move, action=a.source.label)) for a in others) else action.move

    def in_order(self, shape: str, cards: tuple[int, ...]) -> tuple[int, ...]:
        """Cards as they are chosen for a shape, in whichever order they are told: see `Pattern.in_order`."""
        return self._shapes[shape].in_order(cards)

    def meant(self, name: str, ways: Sequence[Move]) -> Move | str:
        """The one of these variants whose shape its cards have, or a sentence that names those that fit alike.

        Where none fits the move is one that cannot be made, and the first stands for all.
        """
        fitting = [move for move in ways if len(ways) == 1 or self._fits(move)] or list(ways[:1])
        actions = [self._index.actions[move.action] for move in fitting]
        if all(_alike(actions[0], other) for other in actions[1:]):
            return fitting[0]
        return f"these cards fit more than one shape of {name}; write {' or '.join(move.action for move in fitting)}"

    def _fits(self, move: Move) -> bool:
        pairs = zip(self._patterns[move.action], move.args, strict=True)
        return all(pattern.fits(cards) for pattern, cards in pairs if pattern and isinstance(cards, tuple))


def _shapes(action: ir.Action) -> tuple[str, ...]:
    """The shape of each choice of cards, '' for any other choice."""
    return tuple(p.shape or "" for p in action.params)


def _alike(one: ir.Action, other: ir.Action) -> bool:
    """Do two variants say the same of the same cards?"""
    types = [[(p.name, p.type) for p in a.params] for a in (one, other)]
    return (
        types[0] == types[1] and replace(one, source=other.source, params=other.params, variant=other.variant) == other
    )
