"""Cards as a person at a terminal reads them: the rank with the suit's sign, red where the suit is red.

Where the terminal's encoding lacks the signs, cards keep their letters. Leaves names of cards to `engine.logs.words`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from rich.text import Text

from engine.interpreter.interpreter import Interpreter
from hoyle.english.document.render import SIGNS
from hoyle.english.grammar import NUMBERS
from hoyle.english.lexicon import RANKS
from spec.text.whole_numbers import whole

RED = ("hearts", "diamonds")
COLOURS = {name: name for name in ("red", "yellow", "green", "blue", "magenta", "cyan")}
COLOURS |= dict.fromkeys(("hearts", "diamonds"), "bright_red")
_SPOKEN = re.compile(r"(?:\bthe )?(\w+) of (\w+)")


@dataclass(frozen=True)
class Faces:
    """The cards of one game; `signs`: whether suits may be drawn."""

    interpreter: Interpreter
    signs: bool = True

    @cached_property
    def shown(self) -> tuple[str, ...]:
        """Each card as it is shown, in the deck's order."""
        return tuple(self._shown(card) for card in range(len(self.names)))

    @property
    def names(self) -> tuple[str, ...]:
        """Each card as it can be typed."""
        return self.interpreter.words.cards

    def suit(self, card: int) -> str:
        """A card's suit, by its name in the rule file."""
        return self._domain("suit")[self.interpreter.game.deck[card].suit]

    def rank(self, card: int) -> str:
        """A card's rank, by its name in the rule file."""
        return self._domain("rank")[self.interpreter.game.deck[card].rank]

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

    def drawn(self, text: str) -> str:
        """A text in which cards are told by their names, with cards as they are shown."""
        if self._draw is None:
            return text
        return self._draw.sub(lambda found: self._by_name[found.group()], text)

    @cached_property
    def _by_name(self) -> dict[str, str]:
        return {name: shown for name, shown in zip(self.names, self.shown, strict=True) if name != shown}

    @cached_property
    def _draw(self) -> re.Pattern[str] | None:
        return _any_of(self._by_name)

    def styled(self, text: str) -> Text:
        """A text with its cards in colour."""
        styled = Text(text)
        for colour, pattern in self._coloured:
            styled.highlight_regex(pattern, colour)
        return styled

    @cached_property
    def _coloured(self) -> list[tuple[str, re.Pattern[str]]]:
        by_colour: dict[str, set[str]] = {}
        for card, shown in enumerate(self.shown):
            if self.suit(card) in COLOURS:
                by_colour.setdefault(COLOURS[self.suit(card)], set()).add(shown)
        found = ((colour, _any_of(cards)) for colour, cards in by_colour.items())
        return [(colour, pattern) for colour, pattern in found if pattern is not None]

    # ------------------------------------------------------------ as typed

    def typed(self, text: str) -> str:
        """A typed text in small letters, with cards by their names whichever way they were written."""
        text = text.lower()
        for sign, suit in self._signs.items():
            text = text.replace(sign, suit)
        return _SPOKEN.sub(lambda found: self._spoken.get((found[1], found[2]), found.group()), text)

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
            for told in (rank, word):
                for said in (suit, suit.removesuffix("s")):
                    found.setdefault((told.lower(), said), name.lower())
        return found


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
