"""Words that a deck gives to its ranks and suits, and those among them that can name neither.

Leaves which cards a deck has to `spec.names.deck`.
"""

from __future__ import annotations

from collections.abc import Sequence

from spec import syntax as s
from spec.diagnostics.diagnostic import Fix
from spec.ir import nodes as ir
from spec.names.table import Names
from spec.text.refused import common_mistakes
from spec.text.reserved import reserved_name, reserved_words
from spec.text.source import Span


def ranks_of(ranks: Sequence[str], parts: Sequence[s.ListedDeck], names: Names) -> ir.Domain:
    """The ranks, each with the first display name that a part of the deck gives it; reports words that name none."""
    suits = {suit.text for part in parts for suit in part.suits}
    shown: dict[str, str] = {}
    for word in (face.word for part in parts for face in part.faces if face.word is not None):
        if word.display:
            shown.setdefault(word.text, word.display.text)
        if word.text in reserved_words():
            names.found.append(reserved_name(word.text, word.span))
        elif word.text in suits:
            names.report("E0511", word.span, f"`{word.text}` is a rank and a suit; call one of them otherwise")
    _without_a_suit(parts, names)
    return ir.Domain("rank", tuple(ranks), displays=tuple(shown.get(rank, "") for rank in ranks))


def _without_a_suit(parts: Sequence[s.ListedDeck], names: Names) -> None:
    """Reports ranks of cards without a suit that are no name for such a card: it has no other."""
    suited = {face.name for part in parts if part.suits for face in part.faces}
    for face in (face for part in parts if not part.suits for face in part.faces):
        if face.word is None:
            message = "a card of no suit is written by its rank alone, so its rank is a word: `joker of no suit`"
            names.report("E0511", face.span, message)
        elif face.name in suited:
            message = f"`{face.name}` is of no suit here and of one elsewhere; call one of them otherwise"
            names.report("E0511", face.span, message)


def suits_of(suits: Sequence[str], parts: Sequence[s.ListedDeck], names: Names) -> ir.Domain:
    """The suits, likewise."""
    shown: dict[str, str] = {}
    for part in parts:
        for at, suit in enumerate(part.suits):
            if suit.display:
                shown.setdefault(suit.text, suit.display.text)
            times = common_mistakes.OFTEN.get(suit.text)
            if times is not None and at == len(part.suits) - 1 > 0:
                behind = Span(part.suits[at - 1].span.end, suit.span.end)
                fix = Fix(f"write `{times} copies` behind the suits", behind, f" {times} copies")
                hint = f"how often a deck has its cards stands behind the suits: `{times} copies`"
                names.report("E0511", suit.span, f"`{suit.text}` is no suit; {hint}", fix=fix)
            elif suit.text in common_mistakes.NO_SUITS:
                names.report("E0511", suit.span, f"`{suit.text}` is no suit; {common_mistakes.NO_SUITS[suit.text]}")
    return ir.Domain("suit", tuple(suits), displays=tuple(shown.get(suit, "") for suit in suits))
