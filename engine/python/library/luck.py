"""Streams of random numbers, and shuffles and picks from outcomes laid down beforehand or from a seed.

Leaves what is shuffled to the engine. Follows `engine/luck/streams.py` and `engine/luck/chance.py` number for number.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import IntEnum
from functools import cache
from math import prod

from engine.python.library.given import Card


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
STRIDE = 0xD1342543DE82EF95
TOGETHER = 1 << 48


class Domain(IntEnum):
    """What a seed is derived for: a game of a run, a shuffle or a pick in turn, the choices of a seat."""

    GAME = 1
    SHUFFLE = 2
    PICK = 3
    CHOICE = 4


def derived(seed: int, domain: Domain, number: int = 0) -> int:
    """The seed of the numbered part of what a seed is for in a domain, by the finaliser of MurmurHash3."""
    made = (seed + ((domain << 56) + number) * STRIDE) & MASK
    made = ((made ^ (made >> 33)) * 0xFF51AFD7ED558CCD) & MASK
    made = ((made ^ (made >> 33)) * 0xC4CEB9FE1A85EC53) & MASK
    return made ^ (made >> 33)


def parts_of(number: int, sizes: range) -> list[int] | None:
    """A number below each of the sizes out of one; None where some outcomes would come up more often than others."""
    parts = []
    for size in sizes:
        number *= size
        parts.append(number >> 64)
        number &= MASK
    return parts if number >= (MASK + 1) % prod(sizes) else None


@cache
def groups(size: int) -> tuple[range, ...]:
    """Which picks of a shuffle of so many cards share a number."""
    least, found = 2, list[range]()
    for most in range(2, size + 1):
        if most == size or prod(range(least, most + 2)) > TOGETHER:
            found.append(range(most, least - 1, -1))
            least = most + 1
    return tuple(reversed(found))


class Stream:
    """SplitMix64 from the seed of a domain."""

    __slots__ = ("state",)

    def __init__(self, seed: int, domain: Domain, number: int = 0) -> None:
        self.state = derived(seed, domain, number)

    def parts(self, sizes: range) -> list[int]:
        """A number below each of the sizes, all out of the first number that is good for them."""
        while True:
            self.state = (self.state + GOLDEN) & MASK
            if (found := parts_of(mixed(self.state), sizes)) is not None:
                return found

    def pick(self, size: int) -> int:
        """A number from 0 to size - 1, each equally likely."""
        return self.parts(range(size, size - 1, -1))[0] if size > 1 else 0

    def shuffle(self, cards: list[Card]) -> None:
        """Puts cards into a new order, each equally likely."""
        for sizes in groups(len(cards)):
            for size, other in zip(sizes, self.parts(sizes), strict=True):
                cards[size - 1], cards[other] = cards[other], cards[size - 1]


class Luck:
    """Where shuffles and picks come from: outcomes laid down beforehand, then a stream for each from a seed.

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
            outcome = self._next(Domain.PICK).pick(size)
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
            self._next(Domain.SHUFFLE).shuffle(cards)
        self.met.append(tuple(cards))

    def _next(self, domain: Domain) -> Stream:
        """The stream of what is asked now; the seed moves on."""
        stream = Stream(self.seed or 0, domain)
        self.seed = ((self.seed or 0) + STRIDE) & MASK
        return stream
