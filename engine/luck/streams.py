"""Streams of random numbers: what each is for, how its seed follows from another, what is made of its numbers.

Leaves to `engine.luck.chance` which of them a game's luck is made of. All that is random is drawn from a `Stream`, and
a stream has a `Domain`: no two uses of one seed share numbers. Exports follow this file number for number.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import IntEnum
from functools import cache
from math import prod

_BITS = 64
_MASK = (1 << _BITS) - 1
_GOLDEN = 0x9E3779B97F4A7C15
_STRIDE = 0xD1342543DE82EF95
_NUMBERS = 1 << 56
TOGETHER = 1 << 48
"""Picks of a shuffle come from one number as long as there are at most so many outcomes of them together."""


class Domain(IntEnum):
    """What the seed of a stream is for, and what is numbered in it. Engines and exports have the same constants."""

    GAME = 1
    """The games of a run, by their number; also the run of games within a larger inquiry."""
    SHUFFLE = 2
    """The shuffles of a game, by how often luck was asked before in it."""
    PICK = 3
    """The picks of a game, counted together with its shuffles."""
    CHOICE = 4
    """The choices of a random player, by seat."""
    GREEDY = 5
    """What a greedy player draws, by seat."""
    SEARCH = 6
    """What a player who searches draws, by seat."""
    REDEAL = 7
    """The unseen cards as a player imagines them."""
    ROLLOUT = 8
    """The moves of a game that a player imagines."""
    AFTER = 9
    """The luck of a play that goes on where its own luck ends, by the beat at which it does."""
    PART = 10
    """The parts of an inquiry, each of which plays games of its own."""
    LOT = 11
    """What is drawn by lot rather than played: readings, an order of clauses, pairs of cards."""


def mix(state: int) -> int:
    """SplitMix64's finaliser of a 64-bit state: how a stream makes numbers."""
    state = ((state ^ (state >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
    state = ((state ^ (state >> 27)) * 0x94D049BB133111EB) & _MASK
    return state ^ (state >> 31)


def _spread(state: int) -> int:
    """MurmurHash3's finaliser of a 64-bit state: how seeds are made, and no number of a stream ever is."""
    state = ((state ^ (state >> 33)) * 0xFF51AFD7ED558CCD) & _MASK
    state = ((state ^ (state >> 33)) * 0xC4CEB9FE1A85EC53) & _MASK
    return state ^ (state >> 33)


def derive(seed: int, domain: Domain, number: int = 0) -> int:
    """The seed of the numbered part, from 0, of what `seed` is for in a domain.

    A one-to-one function of domain and number for one seed, and of the seed for one domain and number: different parts
    of a seed have different seeds. Source of the scheme, another finaliser for seeds than for numbers: G. L. Steele,
    D. Lea and C. H. Flood, Fast splittable pseudorandom number generators (2014).
    """
    if not 0 <= number < _NUMBERS:
        raise ValueError(f"a part of a seed has a number from 0 to {_NUMBERS - 1}, not {number}")
    return _spread((seed + (domain * _NUMBERS + number) * _STRIDE) & _MASK)


def picks_of(number: int, sizes: range) -> list[int] | None:
    """A number below each of the sizes from one 64-bit number, all outcomes equally likely; None: take another number.

    The number is a fraction of 2^64. Times a size, its whole part is the pick, and what is left is the fraction for
    the next. A last fraction below 2^64 modulo the product of the sizes is refused, which leaves each outcome as many
    numbers as any other. Source: T. Brackett-Rozinsky and D. Lemire, Batched ranged random integer generation (2024).
    """
    picks = []
    for size in sizes:
        number *= size
        picks.append(number >> _BITS)
        number &= _MASK
    return picks if number >= (1 << _BITS) % prod(sizes) else None


@cache
def groups(size: int) -> tuple[range, ...]:
    """Which picks of a shuffle of so many cards share a number: the sizes that they are from, from the greatest down.

    Sizes from 2 on are gathered from the least as long as their product is at most `TOGETHER`; a shuffle of fewer
    cards begins within a group.
    """
    least, found = 2, list[range]()
    for most in range(2, size + 1):
        if most == size or prod(range(least, most + 2)) > TOGETHER:
            found.append(range(most, least - 1, -1))
            least = most + 1
    return tuple(reversed(found))


def fisher_yates(cards: tuple[int, ...], pick: Callable[[int], int]) -> tuple[int, ...]:
    """For i from the last place down to the second: swaps place i with place pick(i + 1)."""
    order = list(cards)
    for i in range(len(order) - 1, 0, -1):
        j = pick(i + 1)
        order[i], order[j] = order[j], order[i]
    return tuple(order)


class Stream:
    """SplitMix64 from the seed of a domain.

    Each number adds 0x9E3779B97F4A7C15 to the 64-bit state, at first `derive(seed, domain, number)`, and finalises it
    with `mix`. What is asked takes as many numbers as it needs: a number that `picks_of` refuses is passed over.
    """

    __slots__ = ("_state",)

    def __init__(self, seed: int, domain: Domain, number: int = 0) -> None:
        self._state = derive(seed, domain, number)

    def _draw(self) -> int:
        self._state = (self._state + _GOLDEN) & _MASK
        return mix(self._state)

    def _picks(self, sizes: range) -> list[int]:
        while (found := picks_of(self._draw(), sizes)) is None:
            continue
        return found

    def pick(self, n: int) -> int:
        """A number from 0 to n - 1, each equally likely; of one (n = 1), no number is drawn."""
        if n < 1:
            raise ValueError(f"cannot pick one of {n}")
        return self._picks(range(n, n - 1, -1))[0] if n > 1 else 0

    def shuffle(self, cards: tuple[int, ...]) -> tuple[int, ...]:
        """`fisher_yates` with the picks of `groups`, a number for each group; every order equally likely."""
        picks = (pick for sizes in groups(len(cards)) for pick in self._picks(sizes))
        return fisher_yates(cards, lambda _: next(picks))

    def seed(self) -> int:
        """A seed for others: a whole number, drawn for this alone."""
        return self._draw()
