"""Shuffles and picks, from outcomes laid down beforehand or from a seed.

Leaves what is shuffled to the engine.
"""

from __future__ import annotations

from collections.abc import Iterable

from engine.export.python_library.given import Card


class LuckNeeded(Exception):
    """No outcome is laid down any more, and there is no seed: `cards` are to be shuffled, or one of `size` picked."""

    def __init__(self, cards: tuple[Card, ...] = (), size: int = 0) -> None:
        super().__init__(f"one of {size} is to be picked" if size else f"{len(cards)} cards are to be shuffled")
        self.cards = cards
        self.size = size


def mixed(number: int) -> int:
    """The finaliser of SplitMix64."""
    number = ((number ^ (number >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    number = ((number ^ (number >> 27)) * 0x94D049BB133111EB) & MASK
    return number ^ (number >> 31)


MASK = (1 << 64) - 1
GOLDEN = 0x9E3779B97F4A7C15


class Luck:
    """Where shuffles and picks come from: outcomes laid down beforehand, then SplitMix64 from a seed.

    An outcome of a shuffle is the cards in their new order, the last on top; of a pick, a number.
    """

    __slots__ = ("met", "outcomes", "seed", "used")

    def __init__(self, seed: int | None = 0, outcomes: Iterable[tuple[Card, ...] | int] = (), used: int = 0) -> None:
        self.seed = None if seed is None else seed & MASK
        self.outcomes = tuple(outcomes)
        self.used = used
        self.met: list[tuple[Card, ...] | int] = []

    def copy(self) -> Luck:
        """Luck that goes on in the same way, by itself."""
        return Luck(self.seed, self.outcomes, self.used)

    def pick(self, size: int) -> int:
        """A number from 0 to size - 1, each equally likely."""
        if self.used < len(self.outcomes):
            outcome = self.outcomes[self.used]
            if not isinstance(outcome, int) or not 0 <= outcome < size:
                raise ValueError(f"outcome {self.used + 1} is {outcome!r}, and one of {size} is to be picked")
            self.used += 1
        elif self.seed is None:
            raise LuckNeeded(size=size)
        else:
            outcome = self._drawn(size)
        self.met.append(outcome)
        return outcome

    def shuffle(self, cards: list[Card]) -> None:
        """Puts cards into a new order, each equally likely."""
        if self.used < len(self.outcomes):
            outcome = self.outcomes[self.used]
            if isinstance(outcome, int) or sorted(outcome) != sorted(cards):
                raise ValueError(f"outcome {self.used + 1} is {outcome!r}, and {len(cards)} cards are to be shuffled")
            self.used += 1
            cards[:] = outcome
        elif self.seed is None:
            raise LuckNeeded(cards=tuple(cards))
        else:
            for last in range(len(cards) - 1, 0, -1):
                other = self._drawn(last + 1)
                cards[last], cards[other] = cards[other], cards[last]
        self.met.append(tuple(cards))

    def _drawn(self, size: int) -> int:
        """A number below `size` from the seed; what would favour some numbers is drawn again."""
        if size == 1 or self.seed is None:
            return 0
        self.seed = (self.seed + GOLDEN) & MASK
        drawn = mixed(self.seed)
        return drawn % size if drawn <= MASK - (MASK + 1) % size else self._drawn(size)
