"""Where shuffles and picks come from: a seed, a script, a recording of either, or every outcome in turn.

Leaves to `engine.effects` when chance is asked, and knows neither games nor positions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Protocol, TypeVar

_MASK = (1 << 64) - 1
_GOLDEN = 0x9E3779B97F4A7C15
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


class Seeded:
    """SplitMix64 from a seed, so that any engine can reproduce it.

    Each draw adds 0x9E3779B97F4A7C15 to the 64-bit state and finalises it with `mix`. `pick(n)` draws until the
    number is below the greatest multiple of n up to 2^64, then takes it modulo n; `pick(1)` draws nothing.
    `shuffle` is `fisher_yates` with these picks.
    """

    def __init__(self, seed: int) -> None:
        self._state = seed & _MASK

    def pick(self, n: int) -> int:
        """An unbiased number from 0 to n - 1."""
        if n < 1:
            raise ChanceError(f"cannot pick one of {n}")
        if n == 1:
            return 0
        limit = (1 << 64) - (1 << 64) % n
        while True:
            self._state = (self._state + _GOLDEN) & _MASK
            drawn = mix(self._state)
            if drawn < limit:
                return drawn % n

    def shuffle(self, cards: tuple[int, ...]) -> tuple[int, ...]:
        """Fisher-Yates with unbiased picks."""
        return fisher_yates(cards, self.pick)


class Scripted:
    """Outcomes laid down in advance, in order; where they end, another chance takes over if there is one.

    Raises `ChanceError` where the next outcome is of the other kind, holds other cards or another size, and
    where the script has ended without `after`.
    """

    def __init__(self, outcomes: Iterable[Outcome], after: Chance | None = None) -> None:
        self._outcomes = list(outcomes)
        self._used = 0
        self._after = after

    @property
    def left(self) -> int:
        """How many outcomes have not been used."""
        return len(self._outcomes) - self._used

    def _next(self) -> Outcome | None:
        if self._used < len(self._outcomes):
            self._used += 1
            return self._outcomes[self._used - 1]
        return None

    def _ended(self) -> ChanceError:
        return ChanceError(f"the script has {len(self._outcomes)} outcomes, and another is asked for")

    def shuffle(self, cards: tuple[int, ...]) -> tuple[int, ...]:
        """The next outcome, which must be a shuffle of exactly these cards."""
        match self._next():
            case None:
                if self._after is None:
                    raise self._ended()
                return self._after.shuffle(cards)
            case Shuffled(order):
                if sorted(order) != sorted(cards):
                    raise ChanceError(f"outcome {self._used} of the script shuffles other cards than these")
                return order
            case Picked():
                raise ChanceError(f"outcome {self._used} of the script is a pick, and a shuffle is asked for")

    def pick(self, n: int) -> int:
        """The next outcome, which must be a pick out of n."""
        match self._next():
            case None:
                if self._after is None:
                    raise self._ended()
                return self._after.pick(n)
            case Picked(size, value):
                if size != n or not 0 <= value < n:
                    raise ChanceError(f"outcome {self._used} of the script picks {value} of {size}, not one of {n}")
                return value
            case Shuffled():
                raise ChanceError(f"outcome {self._used} of the script is a shuffle, and a pick is asked for")


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
