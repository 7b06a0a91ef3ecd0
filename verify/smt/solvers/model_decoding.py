"""Reads a position and a move of the interpreter out of a solver's model.

Leaves whether any play comes to it to `verify.smt.bounded.replayed`. What lies between the ends of an ordered zone is
in no model: those cards are put in the deck's order.
"""

from __future__ import annotations

from engine.interpreter.moves import Move
from engine.interpreter.position import Position
from spec.ir import nodes as ir
from verify.smt.encode.cards import Cards
from verify.smt.encode.expressions import Encoder
from verify.smt.encode.state import State, value_of
from verify.smt.solvers.solver import Model
from verify.smt.transition.moves import Chosen


def position_of(enc: Encoder, model: Model, state: State, step: int) -> Position:
    """The position that a state stands for in a model."""
    cells = tuple(cards_of(enc, model, cards, enc.layout.ordered[n]) for n, cards in enumerate(state.cells))
    kinds = (slots.decl.type for slots in enc.space.field_of)
    fields = tuple(value_of(enc.deck, model, value, kind) for value, kind in zip(state.fields, kinds, strict=True))
    return Position(cells, fields, step)


def cards_of(enc: Encoder, model: Model, cards: Cards, ordered: bool) -> tuple[int, ...]:
    """Cards in the deck's order, those at known ends of ordered ones at their ends."""
    held = enc.deck.cards_of(model(cards.held))
    if not ordered or cards.bottom is None or cards.top is None:
        return held
    first, last = (enc.deck.cards_of(model(end)) for end in (cards.bottom, cards.top))
    between = tuple(c for c in held if c not in (*first, *last))
    return (*first, *between, *(c for c in last if c not in first))


def move_of(enc: Encoder, model: Model, action: ir.Action, chosen: Chosen) -> Move:
    """The move that an action's arguments stand for in a model."""
    args: list[int | tuple[int, ...]] = []
    for param in action.params:
        value = chosen.names[param.name]
        if isinstance(value, Cards):
            args.append(cards_of(enc, model, value, param.type == ir.Cards(ordered=True)))
        else:
            args.append(value_of(enc.deck, model, value, param.type))
    return Move(action.source.label, tuple(args))
