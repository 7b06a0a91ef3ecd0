"""Reads what a person types at the table: a number, a move in words, or any part of one that tells it apart.

Capitals, brackets and commas do not matter, `slot 2` may be `2`, and cards may be `7S`, `7` with its suit's sign, or
`seven of spades` by their names. Leaves whether a move is legal to `hoyle.api`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from engine.interpreter.moves import PASS
from engine.logs.words import NOBODY
from hoyle.api import State
from hoyle.table.faces import Faces
from hoyle.table.offers import Offer
from spec.ir import nodes as ir
from spec.ir.index import index_of
from spec.text.whole_numbers import whole

_BETWEEN = re.compile(r"[\s(),;:_]+")


@dataclass(frozen=True, slots=True)
class Typed:
    """What was typed may mean: the offers that it fits, or the words of a move that is not on offer."""

    fitting: tuple[Offer, ...] = ()
    move: str = ""


def tokens(text: str) -> list[str]:
    """The words of a text, in small letters."""
    return [word for word in _BETWEEN.split(text.lower()) if word]


def understood(text: str, found: Sequence[Offer], state: State, faces: Faces) -> Typed:
    """What a person means: first by number, then by a whole move in words, then by a part of those on offer."""
    number = whole(text)
    if number is not None and text.isascii() and text.isdecimal():
        return Typed(tuple(found[number - 1 : number]) if number > 0 else ())
    typed = tokens(faces.typed(text))
    exactly = tuple(offer for offer in found if tells(typed, offer, state))
    if exactly:
        return Typed(exactly)
    told = whole_move(typed, state)
    return Typed(move=told) if told else Typed(fitting(typed, found, faces))


def fitting(typed: Sequence[str], found: Sequence[Offer], faces: Faces) -> tuple[Offer, ...]:
    """The offers of which the typed words are parts, in their order."""
    if not typed:
        return ()
    starts = tuple(o for o in found if tokens(o.name)[0].startswith(typed[0]))
    named = tuple(o for o in starts if _within(typed, o, faces))
    return named or tuple(o for o in found if _within(typed, o, faces))


def _within(typed: Sequence[str], offer: Offer, faces: Faces) -> bool:
    words = iter([*tokens(offer.name), *(word for arg in offer.args for word in tokens(arg))])
    return all(any(_begins(word, part, faces) for word in words) for part in typed)


def _begins(word: str, part: str, faces: Faces) -> bool:
    """May a word be typed so? A number is typed whole; a card by its rank or suit as well."""
    if word == part or (not part.isdecimal() and word.startswith(part)):
        return True
    card = faces.by_letters.get(word)
    return card is not None and (faces.rank(card).lower() == part or faces.suit(card).lower() == part)


# ---------------------------------------------------------------- whole moves


def tells(typed: Sequence[str], offer: Offer, state: State) -> bool:
    """Do the words tell this offer whole, but for the name of what only a number tells apart?"""
    name = tokens(offer.name)
    if list(typed[: len(name)]) != name:
        return False
    at = len(name)
    for arg in offer.args:
        words = tokens(arg)
        short = words[-1:] if len(words) == 2 and words[1].isdecimal() else words
        fits = next((w for w in (words, short) if list(typed[at : at + len(w)]) == w), None)
        if fits is None:
            return False
        at += len(fits)
    return at == len(typed)


def whole_move(typed: Sequence[str], state: State) -> str:
    """The words of the move, legal or not, that is told whole by what was typed; '' where none is."""
    rules = index_of(state.game.rules)
    for name, actions in (*rules.moves.items(), (PASS.action, ())):
        own = tokens(name)
        if list(typed[: len(own)]) != own:
            continue
        for action in actions:
            args = _arguments(typed[len(own) :], action.params, state)
            if args is not None:
                return f"{name}({', '.join(args)})" if args else name
        if not actions and len(typed) == len(own):
            return name
    return ""


def _arguments(typed: Sequence[str], params: Sequence[ir.Param], state: State) -> list[str] | None:
    """What is told for each parameter, as a log tells it; None where it is not told whole."""
    left, found = list(typed), []
    for param in params:
        size, told = _argument(left, param.type, state)
        if not size:
            return None
        found.append(told)
        del left[:size]
    return None if left else found


def _argument(typed: Sequence[str], kind: ir.Type, state: State) -> tuple[int, str]:
    """How many words tell a value, and the value as a log tells it; 0 where none do."""
    words, rules = state.game.interpreter.words, state.game.rules
    match kind:
        case ir.Card():
            return (1, typed[0].upper()) if typed and words.read_cards(typed[0]) else (0, "")
        case ir.Cards():
            size = next((i for i, word in enumerate(typed) if not words.read_cards(word)), len(typed))
            return size, " ".join(typed[:size]).upper()
        case ir.Symbol(domain, _):
            values = next(d.values for d in rules.domains if d.name == domain)
            for value in sorted((*values, NOBODY), key=len, reverse=True):
                for said in (tokens(value), [*tokens(domain), *tokens(value)]):
                    if said and list(typed[: len(said)]) == said:
                        return len(said), value
            return 0, ""
        case ir.Bool():
            return (1, typed[0]) if typed and typed[0] in ("yes", "no") else (0, "")
        case ir.Int():
            return (1, typed[0]) if typed and whole(typed[0]) is not None else (0, "")
