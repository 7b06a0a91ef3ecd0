"""Cards as a person at a terminal reads them: the rank with the suit's sign, red where the suit is red.

Where the terminal's encoding lacks the signs, cards keep their letters. Leaves names of cards to `engine.logs.words`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property, lru_cache

from rich.text import Text

from engine.interpreter.interpreter import Interpreter
from hoyle.english.document.render import SIGNS
from hoyle.english.grammar import NUMBERS
from hoyle.english.lexicon import RANKS
from hoyle.table.copies import first_copies
from spec.ir.display import Display, readable
from spec.ir.index import index_of, shown_word
from spec.text.whole_numbers import whole

RED = ("hearts", "diamonds")
COLOURS = {name: name for name in ("red", "yellow", "green", "blue", "magenta", "cyan")}
COLOURS |= dict.fromkeys(("hearts", "diamonds"), "bright_red")


@dataclass(frozen=True)
class Faces:
    """The cards of one game; `signs`: whether suits may be drawn."""

    interpreter: Interpreter
    signs: bool = True

    @cached_property
    def shown(self) -> tuple[str, ...]:
        """Each card as it is shown, in the deck's order; copies that the rules do not tell apart without a number."""
        return tuple(self.numbered[first] for first in self.first)

    @cached_property
    def numbered(self) -> tuple[str, ...]:
        """Each card as it is shown where copies are told apart."""
        return tuple(self._shown(card) for card in range(len(self.names)))

    @cached_property
    def first(self) -> tuple[int, ...]:
        """For each card the first of the copies that the rules do not tell from it."""
        return first_copies(self.interpreter.game)

    @cached_property
    def copies(self) -> frozenset[int]:
        """The cards that have others like them."""
        often = Counter(self.first)
        return frozenset(card for card, first in enumerate(self.first) if often[first] > 1)

    def plain(self, text: str) -> str:
        """A text in which each card is told by the first of the copies like it."""
        return self._plain.sub(lambda found: found[1] if found[0].lower() in self._spare else found[0], text)

    @cached_property
    def _spare(self) -> frozenset[str]:
        return frozenset(self.names[card].lower() for card, first in enumerate(self.first) if first != card)

    _plain = re.compile(r"([^\s#,()\[\]]+)#\d+")

    @property
    def names(self) -> tuple[str, ...]:
        """Each card as it can be typed."""
        return self.interpreter.words.cards

    def suit(self, card: int) -> str:
        """A card's suit, by its name in the rule file; '' where it has none."""
        return shown_word(self._domain("suit"), self.interpreter.game.deck[card].suit)

    def rank(self, card: int) -> str:
        """A card's rank, by its name in the rule file."""
        return self._domain("rank")[self.interpreter.game.deck[card].rank]

    def called(self, card: int) -> str:
        """A card's rank as people read it."""
        game = self.interpreter.game
        return Display(index_of(game)).word("rank", game.deck[card].rank)

    def _shown(self, card: int) -> str:
        suit, name = self.suit(card), self.names[card]
        if not self.signs or suit not in SIGNS or "-" in name:
            return name
        return self.rank(card) + SIGNS[suit] + (name[name.index("#") :] if "#" in name else "")

    def _domain(self, name: str) -> tuple[str, ...]:
        return next(d.values for d in self.interpreter.game.domains if d.name == name)

    @cached_property
    def by_letters(self) -> dict[str, int]:
        """The cards by their names in small letters."""
        return {name.lower(): card for card, name in enumerate(self.names)}

    # ------------------------------------------------------------ in texts

    def drawn(self, text: str, *, exact: bool = False) -> str:
        """A text in which cards are told by their names, with cards as they are shown; `exact`: copies numbered."""
        draw, by_name = self._drawing[exact]
        return text if draw is None else draw.sub(lambda found: by_name[found.group()], text)

    @cached_property
    def _drawing(self) -> tuple[tuple[re.Pattern[str] | None, dict[str, str]], ...]:
        ways = (dict(zip(self.names, shown, strict=True)) for shown in (self.shown, self.numbered))
        changed = ({name: shown for name, shown in way.items() if name != shown} for way in ways)
        return tuple((_any_of(way), way) for way in changed)

    def styled(self, text: str) -> Text:
        """A text with its cards in colour."""
        styled = Text(text)
        for colour, pattern in self._coloured:
            styled.highlight_regex(pattern, colour)
        return styled

    @cached_property
    def _coloured(self) -> list[tuple[str, re.Pattern[str]]]:
        by_colour: dict[str, set[str]] = {}
        for card in range(len(self.names)):
            if self.suit(card) in COLOURS:
                names = {self.shown[card], self.numbered[card]}
                by_colour.setdefault(COLOURS[self.suit(card)], set()).update(names)
        found = ((colour, _any_of(cards)) for colour, cards in by_colour.items())
        return [(colour, pattern) for colour, pattern in found if pattern is not None]

    # ------------------------------------------------------------ as typed

    def typed(self, text: str) -> str:
        """A typed text in small letters, with cards by their names whichever way they were written."""
        text = text.lower()
        for sign, suit in self._signs.items():
            text = text.replace(sign, suit)
        return self._said.sub(lambda found: self._spoken.get((found[1], found[2]), found.group()), text)

    @cached_property
    def _said(self) -> re.Pattern[str]:
        """A rank of some suit, as people say it; ranks may be several words."""
        ranks = sorted({rank for rank, _ in self._spoken}, key=len, reverse=True)
        return re.compile(rf"(?:\bthe )?(?<!\w)({'|'.join(map(re.escape, ranks))}) of (\w+)")

    @cached_property
    def _signs(self) -> dict[str, str]:
        found = {}
        for card, name in enumerate(self.names):
            suit, rank = self.suit(card), self.rank(card)
            if suit in SIGNS and "-" not in name and "#" not in name:
                found[SIGNS[suit]] = name[len(rank) :].lower()
        return found

    @cached_property
    def _spoken(self) -> dict[tuple[str, str], str]:
        found: dict[tuple[str, str], str] = {}
        for card, name in enumerate(self.names):
            rank, suit = self.rank(card), self.suit(card).lower()
            number = whole(rank)
            word = RANKS.get(rank, rank) if number is None or number >= len(NUMBERS) else NUMBERS[number]
            for told in (rank, word, readable(rank), self.called(card)) if suit else ():
                for said in (suit, suit.removesuffix("s")):
                    found.setdefault((told.lower(), said), name.lower())
        return found


@lru_cache(maxsize=8)
def lettered(interpreter: Interpreter) -> Faces:
    """The cards of a game by their letters, for pages, which draw cards themselves."""
    return Faces(interpreter, signs=False)


def can_draw(encoding: str | None) -> bool:
    """Does an encoding have the signs of the suits?"""
    try:
        "".join(SIGNS.values()).encode(encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def _any_of(words: Iterable[str]) -> re.Pattern[str] | None:
    """Any of these words, standing by itself."""
    listed = "|".join(re.escape(word) for word in sorted(words, key=len, reverse=True))
    return re.compile(rf"(?<![\w#])(?:{listed})(?![\w#])") if listed else None
