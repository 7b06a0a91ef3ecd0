"""Which names fit best behind some words, where more is known than that a value may stand there.

Leaves what the grammar takes to `hoyle.editor.completion`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hoyle.editor.analysis import Analysis
from hoyle.editor.names.symbols import Symbol
from spec import syntax as s
from spec.names.deck import SUITS, declare_deck
from spec.names.table import Names
from spec.syntax_walk import of_class

MOVES = ("does", "may do")
CARDS_GO = ("move", "draw", "deal", "shuffle", "turn")
OF_A_CARD = ("suit", "rank", "colour")
OF_CARDS = ("size", "top", "bottom", "cards", "card")
PARTS = ("and", "or", "when", "if", "with", "has", "given", ":", ",")
CLAUSE_ENDS = (":", ";")
PLAYERS = ("mover", "player")


def fitting(
    analysis: Analysis, said: Sequence[str], line: Sequence[str], bound: Sequence[str]
) -> tuple[Symbol, ...] | None:
    """The names that fit behind the words of a section, of which `line` are those of the last line; None for any.

    `bound` are the parameters and variables known there.
    """
    if not said:
        return None
    last, before = said[-1], said[-2] if len(said) > 1 else ""
    variables = tuple(Symbol("variable", name) for name in bound)
    if last == "," and (verb := next((each for each in MOVES if each in line), None)):
        taken = set(line[line.index(verb) :])
        return tuple(x for x in analysis.index.of_kinds(("move",)) if x.name not in taken)
    if last == "under":
        return (*analysis.index.of_kinds(("question", "option", "number")), *_language("players"))
    if last == "from" and line[0] == "turns":
        return (*_language(*reversed(PLAYERS)), *analysis.index.of_kinds(("field", "definition")))
    if said[0] == "game" and line[0] == "deck":
        if last in ("of", ","):
            return tuple(Symbol("suit", name) for name in dict.fromkeys((*analysis.known.suits, *SUITS)))
        return ()
    if said[0] == "example" and (last == "(" or _open(line)):
        return _cards(analysis, line)
    if said[0] == "ends" and last == ":" and "when" in line:
        return _language(*PLAYERS)
    if _goes_on(said) in CARDS_GO and last in ("from", "to", "shuffle", "and"):
        return analysis.index.of_kinds(("zone",))
    if last == "of":
        return _of(analysis, before, variables)
    if last in ("is", "not", "=", "!="):
        return _compared(analysis, line, variables)
    return None


def _goes_on(said: Sequence[str]) -> str:
    """The first word of the effect that is written."""
    start = max((i + 1 for i, word in enumerate(said) if word in CLAUSE_ENDS), default=0)
    return said[start] if start < len(said) else ""


def _open(line: Sequence[str]) -> tuple[str, ...]:
    """The list of cards that is not closed yet."""
    start = max((i for i, word in enumerate(line) if word == "["), default=len(line))
    return () if "]" in line[start:] else tuple(line[start:])


def _of(analysis: Analysis, before: str, variables: tuple[Symbol, ...]) -> tuple[Symbol, ...] | None:
    """What something is of: a card, a stack, a player."""
    if before in OF_A_CARD:
        return (*variables, *_language("top", "bottom"))
    if before in OF_CARDS:
        return analysis.index.of_kinds(("zone",))
    if before in _counted_by_players(analysis):
        return (*_language(*PLAYERS), *variables)
    if Symbol("values", before) in analysis.index.symbols:
        return (*variables, *_language("top", "bottom"), *analysis.index.of_kinds(("zone",)))
    return None


def _compared(analysis: Analysis, line: Sequence[str], variables: tuple[Symbol, ...]) -> tuple[Symbol, ...] | None:
    """What the suit of a card is compared with, and the player that a word stands for."""
    start = max((i + 1 for i, word in enumerate(line) if word in PARTS), default=0)
    compared = line[start:]
    if compared[:2] == ["suit", "of"]:
        return (*(Symbol("suit", name) for name in analysis.known.suits), *_language("suit"))
    if compared[:1] == ["mover"] or compared[-2:-1] == ["mover"]:
        return (*_language("player"), *variables)
    return None


def _language(*names: str) -> tuple[Symbol, ...]:
    return tuple(Symbol("language", name) for name in names)


def _counted_by_players(analysis: Analysis) -> Iterator[str]:
    """The zones and fields of which each player has one."""
    sections = analysis.file.sections
    parts: tuple[s.ZoneText | s.FieldText, ...] = (*of_class(sections, s.ZoneText), *of_class(sections, s.FieldText))
    for part in parts:
        if any(isinstance(item, s.Name) and item.text == "player" for item in part.index):
            yield part.name.text


def _cards(analysis: Analysis, line: Sequence[str]) -> tuple[Symbol, ...]:
    """The cards of the deck that the line does not name yet; of the copies of a card one."""
    names = Names()
    items = tuple(item for x in of_class(analysis.file.sections, s.GameSection) for item in x.items)
    declare_deck(items, {}, names)
    faces = (names.written(card.rank, card.suit) for card in names.full_deck)
    return tuple(Symbol("card", face) for face in dict.fromkeys(faces) if face not in line)
