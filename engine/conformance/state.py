"""A position as plain data in the game's own words: what a test vector says of it, and another program may be asked.

Leaves which games are told to `engine.conformance.choose`, and comparing to `engine.conformance.compare`.
"""

from __future__ import annotations

import hashlib
from typing import Any

from engine.interpreter.frame import Event
from engine.interpreter.interpreter import Interpreter, Turn
from engine.interpreter.moves import PASS
from engine.interpreter.observe import View, observe
from engine.interpreter.position import Position
from engine.luck.chance import Outcome, Picked, Shuffled
from spec.ir import nodes as ir
from spec.ir.sight import all_see
from spec.ir.types import type_word

Data = dict[str, Any]
"""What JSON can hold."""

MOST_LISTED = 500
"""Legal moves beyond so many are told by their number and a digest only."""


def told_state(interpreter: Interpreter, turn: Turn) -> Data:
    """Where play stands: who moves, the legal moves in order, zones, fields, what each player sees, the end."""
    words, layout, position = interpreter.words, interpreter.layout, turn.position
    over = position.result is not None
    state: Data = {
        "over": over,
        "to_move": None if position.over else position.fields[layout.mover] + 1,
        "step": "" if position.over else words.step(position.step),
        **told_legal([words.action(move) for move in turn.moves]),
        "zones": {words.zone(i): _cards(interpreter, cards) for i, cards in enumerate(position.cells)},
        "fields": {words.field(i): words.field_value(i, value) for i, value in enumerate(position.fields)},
        "observations": [_seen(interpreter, position, player) for player in range(layout.players)],
        "ending": position.result.ending if position.result else "",
        "returns": list(position.result.returns) if position.result else [0] * layout.players,
    }
    if position.fault is not None:
        state["fault"] = position.fault.kind
    return state


def told_legal(moves: list[str]) -> Data:
    """Legal moves in order; of very many only how many there are and the SHA-256 of their lines."""
    if len(moves) <= MOST_LISTED:
        return {"legal": moves}
    return {"legal": {"count": len(moves), "sha256": digest(moves)}}


def digest(moves: list[str]) -> str:
    """The SHA-256 of moves, a line each without a line end after the last."""
    return hashlib.sha256("\n".join(moves).encode()).hexdigest()


def _cards(interpreter: Interpreter, cards: tuple[int, ...]) -> list[str]:
    return [interpreter.words.cards[card] for card in cards]


def _seen(interpreter: Interpreter, position: Position, player: int) -> Data:
    layout, words, seen = interpreter.layout, interpreter.words, observe(interpreter.layout, position, player)
    told = {words.zone(i): _view(interpreter, view) for i, view in enumerate(seen.views)}
    # Of fields only those that not everybody sees.
    return told | {
        words.field(i): {} if value is None else {"value": words.field_value(i, value)}
        for i, value in enumerate(seen.fields)
        if not all_see(layout.fields[layout.slots[i].name].decl)
    }


def _view(interpreter: Interpreter, view: View) -> Data:
    if view.cards is not None:
        return {"cards": _cards(interpreter, view.cards)}
    if view.count is None:
        return {}
    if view.top is not None:
        return {"count": view.count, "top": interpreter.words.cards[view.top]}
    return {"count": view.count}


def told_luck(interpreter: Interpreter, outcomes: tuple[Outcome, ...]) -> list[Data]:
    """Shuffles by the order that they made (the last card on top), picks by the number picked out of how many."""
    told: list[Data] = []
    for outcome in outcomes:
        match outcome:
            case Shuffled(cards):
                told.append({"shuffled": _cards(interpreter, cards)})
            case Picked(size, value):
                told.append({"picked": value, "of": size})
    return told


def told_fired(events: tuple[Event, ...]) -> list[str]:
    """The clauses that fired, in order, as `permit normal @ 5a`; steps and arrivals left out."""
    kept = ("permit", "effect", "outcome", "ending", "otherwise", "pass")
    return [named(event.kind, event.source) for event in events if event.kind in kept and event.label]


def named(kind: str, source: ir.Source) -> str:
    """A clause by its kind, label and citations."""
    return f"{kind} {source.label}" + (f" @ {'; '.join(source.cites)}" if source.cites else "")


def told_game(interpreter: Interpreter) -> Data:
    """What a vector file says of the game: settings, cards, zones, fields, moves and what their arguments are."""
    game, layout, words = interpreter.game, interpreter.layout, interpreter.words
    seen = {"everybody": "all", "owner": "owner", "others": "others", "top": "top", "count": "count", "nobody": "none"}
    zones = [
        {"name": words.zone(i), "ordered": layout.ordered[i], "seen": seen[layout.zones[cell.name].decl.seen]}
        for i, cell in enumerate(layout.cells)
    ]
    moves = [
        {"name": a.source.label, "arguments": [{"name": p.name, "is": _kind(p.type)} for p in a.params]}
        for a in game.actions
    ]
    return {
        "title": game.title,
        "settings": dict(game.settings),
        "players": layout.players,
        "deck": list(words.cards),
        "zones": zones,
        "fields": [words.field(i) for i in range(len(layout.slots))],
        "moves": [*moves, {"name": PASS.action, "arguments": []}],
    }


def _kind(kind: ir.Type) -> str:
    spelt = {ir.Bool(): "yes or no", ir.Cards(ordered=True): "cards in order"}
    return spelt.get(kind) or type_word(kind)
