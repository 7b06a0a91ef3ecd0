"""Cards by OpenSpiel's numbers, and what the translation of a game has to tell.

Leaves the games, by family, to the modules beside it. A card's number is OpenSpiel's: rank by rank.
"""

from collections import Counter
from collections.abc import Sequence
from typing import Protocol

from engine.interpreter.moves import Move
from engine.luck.chance import Outcome, Shuffled
from spec.ir import nodes as ir

SUITS = ("clubs", "diamonds", "hearts", "spades")
TWO_LOW = (*map(str, range(2, 11)), "J", "Q", "K", "A")


class Cards:
    """Cards and suits of a game of Hoyle by OpenSpiel's numbers, and back."""

    def __init__(self, game: ir.Game, ranks: Sequence[str] = TWO_LOW, suits: Sequence[str] = SUITS) -> None:
        words = {domain.name: domain.values for domain in game.domains}
        self.number = tuple(
            ranks.index(words["rank"][face.rank]) * len(suits) + suits.index(words["suit"][face.suit])
            for face in game.deck
        )
        self.suit = tuple(suits.index(word) for word in words["suit"])
        self._copies: dict[int, list[int]] = {}
        for card, number in enumerate(self.number):
            self._copies.setdefault(number, []).append(card)

    def shuffled(self, bottom: Sequence[int], top: Sequence[int], gone: Sequence[int] = ()) -> Shuffled:
        """A shuffle: `bottom` from the lowest card up, below `top` from the uppermost card down.

        Of cards alike those that are `gone` were the first, and those of `top` come next.
        """
        copies = {number: iter(cards) for number, cards in self._copies.items()}
        _, above, below = ([next(copies[number]) for number in numbers] for numbers in (gone, top, bottom))
        return Shuffled((*below, *reversed(above)))

    def others(self, *numbers: int) -> list[int]:
        return sorted((Counter(self.number) - Counter(numbers)).elements())


class Translation(Protocol):
    """Puts OpenSpiel's chance outcomes and Hoyle's moves into the other's terms."""

    def chance(self, outcomes: Sequence[int]) -> list[Outcome]: ...

    def action(self, move: Move) -> int: ...
