"""What a person at the table may see: the zones and fields, the moves on offer, and the moves that others make.

Leaves which zones a player sees to `engine.interpreter.observe`. A card that a person may not know is told as `?`.
"""

from __future__ import annotations

from collections.abc import Collection

from engine.interpreter.moves import Move
from engine.interpreter.observe import View, observe, sees_all
from engine.interpreter.position import Position
from hoyle.api import Game, State
from spec.ir import nodes as ir

SHOWN = 30
"""So many moves are listed at once."""
HIDDEN = "?"


# ---------------------------------------------------------------- moves


def move_words(game: Game, move: Move, known: Collection[int]) -> str:
    """A move in words, with the cards that are not known as `?`."""
    words = game.interpreter.words
    action = _action(game, move)
    if action is None or not move.args:
        return words.move(move)
    parts = []
    for value, param in zip(move.args, action.params, strict=True):
        match param.type:
            case ir.Card() | ir.Cards() if value != ():
                cards = value if isinstance(value, tuple) else (value,)
                parts.append(" ".join(words.cards[c] if c in known else HIDDEN for c in cards))
            case _:
                parts.append(words.value(value, param.type))
    return f"{words.move_name(move)}({', '.join(parts)})"


def known_to(game: Game, position: Position, people: Collection[int]) -> frozenset[int]:
    """The cards that each of these people sees; without people to hide cards from, all."""
    layout = game.interpreter.layout
    if not people:
        return frozenset(range(len(game.deck)))
    seen: set[int] = set()
    for cell, cards in enumerate(position.cells):
        if all(sees_all(layout, cell, seat) for seat in people):
            seen.update(cards)
        elif layout.zones[layout.cells[cell].name].decl.seen == "top" and layout.ordered[cell]:
            seen.update(cards[-1:])
    return frozenset(seen)


def blind(game: Game, move: Move) -> str:
    """The name of a parameter that the mover chooses without seeing it; '' where there is none."""
    action = _action(game, move)
    choices = () if action is None else action.params
    return next((p.name for p in choices if p.blind), "")


def offers(state: State) -> dict[str, list[Move]]:
    """The legal moves by their words; those that differ only in a card chosen blind are one offer."""
    found: dict[str, list[Move]] = {}
    for move in state.legal_actions():
        found.setdefault(_offered(state.game, move), []).append(move)
    return found


def _offered(game: Game, move: Move) -> str:
    action = _action(game, move)
    if action is None or not blind(game, move):
        return game.interpreter.words.move(move)
    hidden = {value for value, param in zip(move.args, action.params, strict=True) if param.blind}
    return move_words(game, move, [c for c in range(len(game.deck)) if c not in hidden])


def _action(game: Game, move: Move) -> ir.Action | None:
    return next((a for a in game.rules.actions if a.source.label == move.action), None)


def listed(state: State, word: str = "") -> str:
    """The offers, numbered, only those that hold a word."""
    found = offers(state)
    held = [(n, words, len(found[words])) for n, words in enumerate(found, 1) if word in words]
    lines = [f"  {n:3}. {words}{f' (one of {count})' if count > 1 else ''}" for n, words, count in held[:SHOWN]]
    if len(held) > SHOWN:
        lines.append(f"  ... and {len(held) - SHOWN} more; `moves WORD` lists those that hold WORD")
    return "\n".join(lines) or f"  no legal move holds `{word}`"


# ---------------------------------------------------------------- the table


def view(state: State, seat: int) -> str:
    """The table as one player sees it, with the moves on offer."""
    interpreter = state.game.interpreter
    words = interpreter.words
    seen = observe(interpreter.layout, state.position, seat)
    lines = []
    for number, zone_view in enumerate(seen.views):
        shown = _zone(words.cards, zone_view)
        if shown:
            lines.append(f"  {words.zone(number)}: {shown}")
    start = interpreter.initial().fields
    fields = [
        f"{words.field(i)} = {words.field_value(i, value)}"
        for i, value in enumerate(seen.fields)
        if value != start[i] and i != interpreter.layout.mover and not words.field(i).startswith("(")
    ]
    if fields:
        lines.append("  " + "; ".join(fields))
    return "\n".join([*lines, listed(state)])


def _zone(cards: tuple[str, ...], seen: View) -> str:
    if seen.cards is not None:
        return " ".join(cards[c] for c in seen.cards)
    if not seen.count:
        return ""
    count = f"{seen.count} card{'' if seen.count == 1 else 's'}"
    return count if seen.top is None else f"{count}, {cards[seen.top]} on top"


def sources(cited: Collection[ir.Source]) -> str:
    """Clauses with their places in the rulebook, a line each."""
    return "".join(f"\n   {s.told} @ {'; '.join(s.cites) or 'no citation'}" for s in cited)
