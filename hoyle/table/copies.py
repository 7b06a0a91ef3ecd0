"""Which cards that the deck has several times are alike: by the rules, and where they lie now.

Leaves how cards are shown to `hoyle.table.faces`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from engine.interpreter.faults import BeyondLimits, Value
from engine.interpreter.interpreter import Interpreter
from engine.interpreter.moves import Move
from engine.interpreter.position import Position
from spec.ir import nodes as ir
from spec.ir.fold import named_cards
from spec.ir.index import GameIndex, index_of
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


def alike(move: Move, rules: GameIndex, first: Sequence[int]) -> Move:
    """A move with each card by the first of its copies, and cards in no order in the deck's: the same for moves that
    only copies tell apart."""
    action = rules.actions.get(move.action)
    return replace(
        move, args=tuple(map(_plainly, move.args, action.params, [first] * len(move.args)) if action else ())
    )


def _plainly(value: Value, param: ir.Param, first: Sequence[int]) -> Value:
    if not param.of_cards or param.blind:
        return value
    if not isinstance(value, tuple):
        return first[value] if value >= 0 else value
    plain = tuple(first[card] for card in value)
    return plain if param.type == ir.Cards(ordered=True) else tuple(sorted(plain))


def at_hand(move: Move, interpreter: Interpreter, position: Position, first: Sequence[int]) -> Move:
    """A move with such copies of its cards as may be chosen here, each once; a card of which there is none stays."""
    action = index_of(interpreter.game).actions.get(move.action)
    names: dict[str, Value] = {}
    for param, value in zip(action.params if action is not None else (), move.args, strict=True):
        names[param.name] = value
        if param.among is None or param.blind:
            continue
        try:
            held = interpreter.evaluate(param.among, position, names)
        except BeyondLimits:
            held = ()
        open_ = list(held) if isinstance(held, tuple) else []
        if isinstance(value, tuple):
            chosen = tuple(_taken(card, open_, first) for card in value)
            names[param.name] = chosen if param.type == ir.Cards(ordered=True) else tuple(sorted(chosen))
        else:
            names[param.name] = _taken(value, open_, first)
    return replace(move, args=tuple(names.values()))


def _taken(card: int, open_: list[int], first: Sequence[int]) -> int:
    """The card, or else a copy like it, taken out of those that may be chosen."""
    taken = next((one for one in (card, *open_) if one in open_ and first[one] == first[card]), card)
    if taken in open_:
        open_.remove(taken)
    return taken
