"""Where shuffles and picks come from: a seed, a script, a recording of either, or every outcome in turn.

Leaves to `engine.effects` when chance is asked, and knows neither games nor positions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import prod
from typing import Protocol, TypeVar, assert_never

_BITS = 64
_MASK = (1 << _BITS) - 1
_GOLDEN = 0x9E3779B97F4A7C15
TOGETHER = 1 << 48
"""Picks of a shuffle come from one number as long as there are at most so many outcomes of them together."""
T = TypeVar("T")


class Chance(Protocol):
    """The only source of luck in play."""

    def shuffle(self, cards: tuple[int, ...]) -> tuple[int, ...]:
        """The cards in a new order, the last on top."""

    def pick(self, n: int) -> int:
        """A number from 0 to n - 1 (n >= 1)."""


@dataclass(frozen=True, slots=True)
class Shuffled:
    """A shuffle's outcome, the last card on top."""

    cards: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Picked:
    """`value` picked out of `size`."""

    size: int
    value: int


Outcome = Shuffled | Picked
"""What luck came to, as a recording has it."""


@dataclass(frozen=True, slots=True)
class Pick:
    """`value`, from 0, is to be picked out of however many there are."""

    value: int


@dataclass(frozen=True, slots=True)
class BySeed:
    """The next shuffle or pick is left to the chance behind the script."""


@dataclass(frozen=True, slots=True)
class PicksBySeed:
    """All picks before the next shuffle are left to the chance behind the script."""


Laid = Outcome | Pick | BySeed | PicksBySeed
"""What may be laid down of luck before play."""


class ChanceError(ValueError):
    """A script of outcomes does not fit what is asked of it."""


def fisher_yates(cards: tuple[int, ...], pick: Callable[[int], int]) -> tuple[int, ...]:
    """For i from the last place down to the second: swaps place i with place pick(i + 1)."""
    order = list(cards)
    for i in range(len(order) - 1, 0, -1):
        j = pick(i + 1)
        order[i], order[j] = order[j], order[i]
    return tuple(order)


def mix(state: int) -> int:
    """SplitMix64's finaliser of a 64-bit state."""
    state = ((state ^ (state >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
    state = ((state ^ (state >> 27)) * 0x94D049BB133111EB) & _MASK
    return state ^ (state >> 31)


def derive(seed: int, number: int) -> int:
    """The seed of the numbered part of what `seed` starts: the SplitMix64 output after `number` others."""
    return mix((seed + (number + 1) * _GOLDEN) & _MASK)


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


class Seeded:
    """SplitMix64 from a seed, so that any engine can reproduce it.

    Each draw adds 0x9E3779B97F4A7C15 to the 64-bit state and finalises it with `mix`. `pick(n)` draws until `picks_of`
    one size finds the number good; `pick(1)` draws nothing. `shuffle` draws one number, however many cards there are
    (but none for fewer than two), and is `fisher_yates` with the picks of `groups`: the first group's are of that
    number, the others', and those of a number refused, of the numbers that follow from it as a seed.
    """

    def __init__(self, seed: int) -> None:
        self._state = seed & _MASK

    def _draw(self) -> int:
        self._state = (self._state + _GOLDEN) & _MASK
        return mix(self._state)

    def pick(self, n: int) -> int:
        """An unbiased number from 0 to n - 1."""
        if n < 1:
            raise ChanceError(f"cannot pick one of {n}")
        if n == 1:
            return 0
        while (found := picks_of(self._draw(), range(n, n - 1, -1))) is None:
            continue
        return found[0]

    def shuffle(self, cards: tuple[int, ...]) -> tuple[int, ...]:
        """Fisher-Yates, every order equally likely."""
        if len(cards) < 2:
            return cards
        number = self._draw()
        following, picks = Seeded(number), list[int]()
        for sizes in groups(len(cards)):
            while (found := picks_of(number, sizes)) is None:
                number = following._draw()
            picks += found
            number = following._draw()
        taken = iter(picks)
        return fisher_yates(cards, lambda _: next(taken))


class Scripted:
    """Outcomes laid down in advance, in order; where they end, another chance takes over if there is one.

    Raises `ChanceError` where the next outcome is of the other kind, holds other cards or another size, and
    where the script has ended, or leaves an outcome to the seed, without `after`. What does not fit is not used up.
    """

    def __init__(self, outcomes: Iterable[Laid], after: Chance | None = None) -> None:
        self._outcomes = list(outcomes)
        self._used = 0
        self._after = after

    @property
    def left(self) -> int:
        """How many outcomes have not been used."""
        return len(self._outcomes) - self._used

    def _next(self, kind: type[Shuffled] | type[Picked]) -> tuple[Outcome | Pick | BySeed, int]:
        """The outcome that is next for a shuffle or a pick, and how many are used up with it."""
        used = self._used
        while used < len(self._outcomes):
            outcome = self._outcomes[used]
            if not isinstance(outcome, PicksBySeed):
                return outcome, used + 1
            if kind is Picked:
                return BySeed(), used
            used += 1
        return BySeed(), used

    def _seeded(self) -> Chance:
        if self._after is None:
            count = len(self._outcomes)
            raise ChanceError(f"the script has {count} outcomes, and another is asked for that it does not tell")
        return self._after

    def shuffle(self, cards: tuple[int, ...]) -> tuple[int, ...]:
        """The next outcome, which must be a shuffle of exactly these cards."""
        outcome, used = self._next(Shuffled)
        match outcome:
            case BySeed():
                order = self._seeded().shuffle(cards)
            case Shuffled(order):
                if sorted(order) != sorted(cards):
                    raise ChanceError(f"outcome {used} of the script shuffles other cards than these")
            case Picked() | Pick():
                raise ChanceError(f"outcome {used} of the script is a pick, and a shuffle is asked for")
            case _:
                assert_never(outcome)
        self._used = used
        return order

    def pick(self, n: int) -> int:
        """The next outcome, which must be a pick out of n."""
        outcome, used = self._next(Picked)
        match outcome:
            case BySeed():
                value = self._seeded().pick(n)
            case Picked(size, value):
                if size != n or not 0 <= value < n:
                    raise ChanceError(f"outcome {used} of the script picks {value} of {size}, not one of {n}")
            case Pick(value):
                if not 0 <= value < n:
                    raise ChanceError(f"outcome {used} of the script picks {value}, not one from 0 to {n - 1}")
            case Shuffled():
                raise ChanceError(f"outcome {used} of the script is a shuffle, and a pick is asked for")
            case _:
                assert_never(outcome)
        self._used = used
        return value


class Recording:
    """Passes another chance on and keeps its outcomes, so that `Scripted` can give them again."""

    def __init__(self, inner: Chance) -> None:
        self._inner = inner
        self.outcomes: list[Outcome] = []

    def shuffle(self, cards: tuple[int, ...]) -> tuple[int, ...]:
        """The inner shuffle, recorded."""
        order = self._inner.shuffle(cards)
        self.outcomes.append(Shuffled(order))
        return order

    def pick(self, n: int) -> int:
        """The inner pick, recorded."""
        value = self._inner.pick(n)
        self.outcomes.append(Picked(n, value))
        return value


class Branching:
    """Follows a prefix of picks, then always the first outcome, noting how many there were at each pick.

    A shuffle of n cards is n - 1 picks (`fisher_yates`), thus each of its n! orders is one outcome.
    """

    def __init__(self, prefix: tuple[int, ...] = ()) -> None:
        self._prefix = prefix
        self.taken: list[int] = []
        self.sizes: list[int] = []

    def pick(self, n: int) -> int:
        """The prefix's next pick, or 0 after its end."""
        if n < 1:
            raise ChanceError(f"cannot pick one of {n}")
        at = len(self.taken)
        value = self._prefix[at] if at < len(self._prefix) else 0
        if not 0 <= value < n:
            raise ChanceError(f"pick {at + 1} of the prefix is {value}, not one of {n}")
        self.taken.append(value)
        self.sizes.append(n)
        return value

    def shuffle(self, cards: tuple[int, ...]) -> tuple[int, ...]:
        """Fisher-Yates with branching picks."""
        return fisher_yates(cards, self.pick)

    def following(self) -> tuple[int, ...] | None:
        """The prefix of the next outcome in lexicographic order; None after the last."""
        for at in range(len(self.taken) - 1, -1, -1):
            if self.taken[at] + 1 < self.sizes[at]:
                return (*self.taken[:at], self.taken[at] + 1)
        return None


def every_outcome(run: Callable[[Chance], T]) -> Iterator[tuple[Fraction, T]]:
    """Runs `run` once for each outcome of the chance that it asks for, with the outcome's probability."""
    prefix: tuple[int, ...] | None = ()
    while prefix is not None:
        chance = Branching(prefix)
        result = run(chance)
        share = Fraction(1)
        for size in chance.sizes:
            share /= size
        yield share, result
        prefix = chance.following()
