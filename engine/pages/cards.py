"""Pictures of the cards of any deck, as inline SVG: drawn once a page, shown again wherever a card lies.

A card has its rank as text, its suit as a shape, a colour and the letters that one types for it. The suits that
everybody knows have their own shapes; other suits get one of the plain shapes each, in a colour of their own. Leaves
where cards stand to the pages, and their sizes to `base.css`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from textwrap import wrap

from engine.logs.words import card_names
from engine.targets.escape import markup
from spec.ir import nodes as ir
from spec.ir.display import Display, readable
from spec.ir.index import index_of, shown_word

WIDTH, HEIGHT = 60, 84

SHAPES = {
    "spades": "M16 2C20 9 29 13 29 20A6.5 6.5 0 0 1 17.6 23.5C17.6 26.6 18.8 28.6 21 30H11"
    "C13.2 28.6 14.4 26.6 14.4 23.5A6.5 6.5 0 0 1 3 20C3 13 12 9 16 2Z",
    "hearts": "M16 29C12 24 3 18 3 11A6.7 6.7 0 0 1 16 8.4A6.7 6.7 0 0 1 29 11C29 18 20 24 16 29Z",
    "diamonds": "M16 1C19 7 23 12 27 16C23 20 19 25 16 31C13 25 9 20 5 16C9 12 13 7 16 1Z",
    "clubs": "M16 2A6.4 6.4 0 0 1 21.4 12A6.4 6.4 0 1 1 17.6 22C17.7 26 18.8 28.4 21 30H11C13.2 28.4 14.3 26 14.4 22"
    "A6.4 6.4 0 1 1 10.6 12A6.4 6.4 0 0 1 16 2Z",
}
"""The suits that everybody knows, in a square of 32."""
PLAIN = (
    "M16 3A13 13 0 1 1 15.9 3Z",
    "M4 4H28V28H4Z",
    "M16 3L30 28H2Z",
    "M16 2L20 12L31 12.5L22.500 19L25.500 30L16 23.500L6.500 30L9.500 19L1 12.500L12 12Z",
    "M9 4H23L30 16L23 28H9L2 16Z",
    "M12 3H20V12H29V20H20V29H12V20H3V12H12Z",
    "M16 2A14 14 0 1 1 15.9 2ZM16 10A6 6 0 1 0 16.100 10Z",
    "M16 1C20 8 26 13 26 20A10 10 0 0 1 6 20C6 13 12 8 16 1Z",
    "M3 5H29L16 30Z",
    "M21 3A13.500 13.500 0 1 0 21 29A15 15 0 0 1 21 3Z",
    "M4 4H28V12H4ZM4 20H28V28H4Z",
    "M2 16L9 4L16 12L23 4L30 16L16 30Z",
)
"""Shapes for other suits, in turn."""
INKS = {
    "red": "#b3202c", "black": "#1c2321", "green": "#1b6e3c", "blue": "#1f4fa3", "yellow": "#876000",
    "orange": "#a84a00", "purple": "#6b2fa0", "violet": "#6b2fa0", "brown": "#6b4423", "pink": "#b0246a",
    "white": "#5c5c5c", "grey": "#5c5c5c", "gray": "#5c5c5c", "silver": "#5c5c5c", "gold": "#876000", "cyan": "#0b6a75",
}  # fmt: skip
"""Colours by their names, each dark enough to be read on a card."""
OTHERS = ("#1f4fa3", "#1b6e3c", "#876000", "#6b2fa0", "#a84a00", "#0b6a75", "#b0246a", "#1c2321", "#b3202c", "#6b4423")
"""Colours for suits whose own says nothing, in turn."""


@dataclass(frozen=True, slots=True)
class Suit:
    """How a suit looks; `number` names its shape on the page."""

    number: int
    shape: str
    ink: str


@dataclass(frozen=True, slots=True)
class Card:
    """A card in words: what one types for it, its rank, suit and colour, and what people read for rank and suit."""

    name: str
    rank: str
    suit: str
    colour: str
    rank_read: str = ""
    suit_read: str = ""

    @property
    def called(self) -> str:
        """Its rank as people read it."""
        return self.rank_read or readable(self.rank)

    @property
    def spoken(self) -> str:
        """The card as a screen reader says it."""
        rank, suit = COURTS.get(self.rank, self.called), self.suit_read or self.suit
        return f"{rank} of {suit}" if suit else rank


COURTS = {"A": "ace", "J": "jack", "Q": "queen", "K": "king"}


def of_game(game: ir.Game) -> tuple[Card, ...]:
    """The deck of a game, in its order."""
    display = Display(index_of(game))
    ranks, suits, colours = (display.index.domains[name].values for name in ("rank", "suit", "colour"))
    return tuple(
        Card(
            name, ranks[face.rank], shown_word(suits, face.suit), shown_word(colours, face.colour),
            display.word("rank", face.rank), shown_word(display.words("suit"), face.suit),
        )
        for name, face in zip(card_names(game), game.deck, strict=True)
    )  # fmt: skip


def suits_of(cards: Iterable[Card]) -> dict[str, Suit]:
    """How each suit of a deck looks."""
    return looks(dict.fromkeys((card.suit, card.colour) for card in cards if card.suit))


def looks(suits: Iterable[tuple[str, str]]) -> dict[str, Suit]:
    """How suits look, each given with its colour."""
    found: dict[str, Suit] = {}
    colours = dict(iter(suits))
    free = [ink for ink in OTHERS if ink not in {INKS.get(name.lower()) for name in colours}] or list(OTHERS)
    plain = 0
    for name, colour in colours.items():
        shape = SHAPES.get(name.lower())
        ink = INKS.get(colour.lower() if shape else name.lower())
        found[name] = Suit(len(found), shape or PLAIN[plain % len(PLAIN)], ink or free[plain % len(free)])
        plain += shape is None
    return found


def drawn_suits(suits: Mapping[str, Suit]) -> str:
    """The shapes of suits, for a page that shows no whole card."""
    return _hidden(_shapes(suits))


def chip(rank: str, suit: str, called: str, suits: Mapping[str, Suit]) -> str:
    """A card within a sentence: its rank, and its suit's shape, or its name where the page has no shape for it."""
    look = suits.get(suit)
    named = f" {markup(called)}" if suit else ""
    shown = f'<svg class="suit" fill="{look.ink}"><use href="#suit-{look.number}"/></svg>' if look else named
    spoken = f"{rank} of {called}" if suit else rank
    return f'<span class="chip" role="img" aria-label="{markup(spoken)}">{markup(rank)}{shown}</span>'


def picture_ids(cards: Sequence[Card]) -> dict[str, str]:
    """The picture of each card, by its name: copies of a card share theirs."""
    numbers: dict[tuple[str, str], int] = {}
    return {card.name: f"card-{numbers.setdefault((card.rank, card.suit), len(numbers))}" for card in cards}


def drawn(cards: Sequence[Card]) -> str:
    """All pictures of a page, shown by `<use href="#card-0">`: one a card, one a suit, a back and a free place."""
    suits, ids = suits_of(cards), picture_ids(cards)
    pictures = _shapes(suits)
    done: set[str] = set()
    for card in cards:
        if ids[card.name] not in done:
            done.add(ids[card.name])
            pictures.append(_symbol(ids[card.name], _face(card, suits.get(card.suit))))
    pictures.append(_symbol("card-back", _BACK))
    pictures.append(_symbol("card-slot", f'<rect class="pc-slot" {_EDGE}/>'))
    return _hidden(pictures)


def _hidden(pictures: Iterable[str]) -> str:
    return f'<svg class="pictures" aria-hidden="true" width="0" height="0">{"".join(pictures)}</svg>'


def _shapes(suits: Mapping[str, Suit]) -> list[str]:
    return [
        f'<symbol id="suit-{s.number}" viewBox="0 0 32 32"><path fill-rule="evenodd" d="{s.shape}"/></symbol>'
        for s in suits.values()
    ]


_EDGE = f'x="1" y="1" width="{WIDTH - 2}" height="{HEIGHT - 2}" rx="5"'
_BACK = (
    f'<rect class="pc-back" {_EDGE}/>'
    f'<rect class="pc-weave" x="5" y="5" width="{WIDTH - 10}" height="{HEIGHT - 10}" rx="3"/>'
    '<path class="pc-weave" d="M5 22L22 5M5 42L42 5M5 62L55 12M10 79L55 34M30 79L55 54'
    'M55 62L38 79M55 42L18 79M55 22L5 72M50 5L5 50M30 5L5 30"/>'
)


def _symbol(name: str, inside: str) -> str:
    return f'<symbol id="{name}" viewBox="0 0 {WIDTH} {HEIGHT}">{inside}</symbol>'


def _face(card: Card, suit: Suit | None) -> str:
    """A rank and a shape in the corner, which a fan leaves in sight; in the middle its suit, or a court's name."""
    rank = card.called
    letters = card.name.partition("#")[0]
    return (
        f'<rect class="pc-face" {_EDGE}/><g class="pc-text" fill="{INKS["black"] if suit is None else suit.ink}">'
        + _text(rank, 5, 21, 21, 27)
        + ("" if suit is None else _shape(suit, 5 if len(rank) > 1 else 4, 25, 14))
        + (_court(rank) if suit is None or not rank.isdecimal() else _shape(suit, 15, 34, 30))
        + _text(letters, 55, 79, 8, 50, "end")
        + "</g>"
    )


def _court(rank: str) -> str:
    """A frame with a rank in it: a letter, or a name on as many lines as show it whole."""
    if len(rank) < 3:
        inside = _text(rank, 30, 59, 26, 30, "middle")
        return f'<rect class="pc-court" x="14" y="33" width="32" height="36" rx="3"/>{inside}'
    longest = min(max(map(len, rank.split()), default=1), _WHOLE)
    lines = max((wrap(rank, width) or [rank] for width in range(longest, max(longest, len(rank)) + 1)), key=_size)
    size = _size(lines)
    first = 55.5 - (len(lines) - 1) * _LINE * size / 2 + 0.35 * size
    texts = (
        _text(line, 30, round(first + at * _LINE * size), int(size), 50, "middle") for at, line in enumerate(lines)
    )
    return f'<rect class="pc-court" x="4" y="41" width="52" height="29" rx="3"/>{"".join(texts)}'


def _shape(suit: Suit, x: int, y: int, size: int) -> str:
    return f'<use href="#suit-{suit.number}" x="{x}" y="{y}" width="{size}" height="{size}"/>'


def _size(lines: Sequence[str]) -> float:
    """How large these lines may be set in the frame."""
    return min(16, 48 / (_BROAD * max(map(len, lines))), 27 / (_LINE * len(lines)))


def _text(words: str, x: int, y: int, size: int, most: int, anchor: str = "start") -> str:
    """A text that keeps to `most`: a long one is set smaller, a very long one is cut."""
    room = int(most / (_WIDE * _SMALLEST))
    words = words if len(words) <= room else words[: room - 1] + "…"
    wide = _WIDE * size * len(words)
    fits = max(_SMALLEST, min(size, int(size * most / wide))) if words else size
    return f'<text x="{x}" y="{y}" font-size="{fits}" text-anchor="{anchor}">{markup(words)}</text>'


_SMALLEST, _WIDE, _LINE = 5, 0.62, 1.1
"""The smallest letters, how wide a letter is, and how high a line, in letters."""
_BROAD = 0.68
"""How wide the broadest letters are, in a frame that they must not leave."""
_WHOLE = 15
"""A word of so many letters is not broken."""
