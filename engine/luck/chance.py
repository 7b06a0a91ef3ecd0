"""Where shuffles and picks come from: a seed, a script, a recording of either, or every outcome in turn.

Leaves to `engine.interpreter.effects` when chance is asked and to `engine.luck.streams` how numbers are drawn; knows no
game and no position.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Protocol, TypeVar, assert_never

from engine.luck.streams import Domain, Stream, fisher_yates

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


class Seeded:
    """A game's luck by its seed, so that any engine can reproduce it.

    Each shuffle and each pick is a `Stream` of its own, numbered by how often luck was asked before: what one draws
    says nothing of any other. A shuffle of fewer than two cards and a pick of one (`pick(1)`) count too.
    """

    def __init__(self, seed: int) -> None:
        self._seed = seed
        self._asked = 0

    def _next(self, domain: Domain) -> Stream:
        self._asked += 1
        return Stream(self._seed, domain, self._asked - 1)

    def pick(self, n: int) -> int:
        """An unbiased number from 0 to n - 1."""
        if n < 1:
            raise ChanceError(f"cannot pick one of {n}")
        return self._next(Domain.PICK).pick(n)

    def shuffle(self, cards: tuple[int, ...]) -> tuple[int, ...]:
        """Every order equally likely."""
        return self._next(Domain.SHUFFLE).shuffle(cards)


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
            raise ChanceError(f"the script has {count} outcomes, and play needs one more")
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
