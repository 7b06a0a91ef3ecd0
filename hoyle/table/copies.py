"""Which cards that the deck has several times are alike: by the rules, and where they lie now.

Leaves how cards are shown to `hoyle.table.faces`.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.interpreter.interpreter import Interpreter
from engine.interpreter.position import Position
from spec.ir import nodes as ir
from spec.ir.fold import named_cards
from spec.ir.types import is_card
from spec.ir.walk import walk


def first_copies(game: ir.Game) -> tuple[int, ...]:
    """For each card the first of its copies that no rule tells from it; the card itself where a rule does, and where a
    field remembers cards, by which any two may be told apart."""
    if any(is_card(field.type) for field in game.fields):
        return tuple(range(len(game.deck)))
    kinds: dict[tuple[object, ...], int] = {}
    named, found = _named(game), list[int]()
    for card, face in enumerate(game.deck):
        told = (*(table.values[card] for table in game.tables), *(card in cards for cards in named))
        kinds.setdefault((face.rank, face.suit, face.colour, told), card)
        found.append(kinds[face.rank, face.suit, face.colour, told])
    return tuple(found)


def _named(game: ir.Game) -> set[frozenset[int]]:
    """Cards that the rules name, of which a copy may not be another one."""
    rules = (game.zones, game.fields, game.shapes, game.defines, game.routines, game.groups, game.actions, game.steps)
    return {frozenset(cards) for node in walk((*rules, game.endings)) if (cards := named_cards(node))}


def interchangeable(cards: Sequence[int], position: Position, interpreter: Interpreter) -> tuple[int, ...] | None:
    """Where some cards lie, if any copy that lies there would do as well; None where they lie in an order."""
    layout, places = interpreter.layout, list[int]()
    for card in cards:
        at = next((number for number, held in enumerate(position.cells) if card in held), None)
        if at is None or layout.zones[layout.cells[at].name].decl.ordered:
            return None
        places.append(at)
    return tuple(places)
