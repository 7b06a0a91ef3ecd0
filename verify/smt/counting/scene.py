"""A stretch of play in numbers: what it began with, what it comes to, and what is known on the way.

Every choice, every card and every number that is not counted is a fresh number of which only facts are known. What is
written down is true of play in this sense: for every real stretch there are values of the fresh numbers with which all
facts hold and every term is what it stands for. A fact is about the way on which it was noted, so what play does not
evaluate rules nothing out.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import count
from typing import Any

import z3

from verify.smt.counting.counted import Counting, Counts, Key, Number, total
from verify.smt.encode import terms as t

MOST_READ = 10_000
"""So many conditions and numbers are read in one stretch; one of more is too large to be written down."""


class TooLarge(Exception):
    """What is to be written down is too large."""


@dataclass(frozen=True, slots=True)
class CardName:
    """What a name for a card stands for: the card's number (or NOBODY), and of which class it is.

    `lacks`: it may be no card, and then is of no class. `among`: the cards, by an expression without names, from which
    it was chosen in the position with which the stretch began.
    """

    card: Number
    counts: Counts
    lacks: bool = False
    among: object = None


@dataclass(frozen=True, slots=True)
class CardsName:
    """What a name for several cards stands for, and from which cards they were chosen."""

    counts: Counts
    among: object = None


Names = Mapping[str, Any]
"""Each name with its value: a number, a truth value, a `CardName` or a `CardsName`."""

State = dict[Key, Number]
"""What is no longer as it was when the stretch began."""


@dataclass(slots=True)
class Scene:
    """What is known of one stretch: `start` holds the numbers it began with, as far as they were asked for.

    Where an expression has no meaning play stops, so that it has one is a fact; but what is `claimed` is broken there,
    and `undefined` gathers when.
    """

    counting: Counting
    numbers: Iterator[int] = field(default_factory=count)
    """By which fresh numbers are told apart. One count for all that is asked together; always the same from its
    beginning, so that what a solver finds does not hang on what was asked before."""
    start: State = field(default_factory=dict)
    facts: list[Any] = field(default_factory=list)
    path: t.Flag = True
    claimed: bool = False
    undefined: list[t.Flag] = field(default_factory=list)
    faces: dict[tuple[str, int], Number] = field(default_factory=dict)
    piles: dict[tuple[object, ...], Counts] = field(default_factory=dict)
    ends: dict[tuple[object, ...], CardName] = field(default_factory=dict)
    kept: list[object] = field(default_factory=list)
    """Terms by whose ids something is known, which must not be another's meanwhile."""
    have_read: int = 0
    _fine: t.Flag = True

    def count(self) -> None:
        """One more condition or number is read. Raises TooLarge."""
        self.have_read += 1
        if self.have_read > MOST_READ:
            raise TooLarge

    def number(self, low: Number | None = None, high: Number | None = None) -> Any:
        """Some number between these."""
        made = z3.Int(f"n{next(self.numbers)}")
        if low is not None:
            self.note(made >= low)
        if high is not None:
            self.note(made <= high)
        return made

    def flag(self) -> Any:
        """Yes or no."""
        return z3.Bool(f"b{next(self.numbers)}")

    def note(self, fact: Any) -> None:
        """Something that holds on this way."""
        if fact is not True:
            self.facts.append(t.implies(t.all_of((self.path, self._fine)), fact))

    def need(self, defined: t.Flag) -> None:
        """What was just read has a meaning only where this holds."""
        if not self.claimed:
            self.note(defined)
        elif defined is not True:
            self.undefined.append(t.all_of((self.path, self._fine, t.neg(defined))))
            self._fine = t.all_of((self._fine, t.neg(self.undefined[-1])))

    def some_of(self, most: Counts) -> Counts:
        """Some of so many cards."""
        return tuple(0 if isinstance(n, int) and n == 0 else self.number(0, n) for n in most)

    def one_of(self, most: Counts) -> Counts:
        """One of so many cards."""
        found = self.some_of(most)
        self.note(total(found) == 1)
        return found

    @contextmanager
    def under(self, cond: t.Flag) -> Iterator[None]:
        """Goes on only where this holds."""
        before = self.path
        self.path = t.all_of((before, cond))
        try:
            yield
        finally:
            self.path = before

    def begun_with(self, key: Key) -> Number:
        """A number as it was when the stretch began; of one that is not counted only the bounds are known."""
        if key not in self.start:
            self.start[key] = z3.Int(f"n{next(self.numbers)}")
        return self.start[key]

    def read(self, key: Key, state: State) -> Number:
        """A number as it is now."""
        return state[key] if key in state else self.begun_with(key)

    def value(self, key: Key, state: State) -> Number:
        """A number that is remembered, as it is now."""
        if key.kind == "own":
            each = [self.value(one, state) for one in self.counting.each(key)]
            return pick(each, self.read(self.counting.mover, state))
        return total(self.read(part, state) for part in self.counting.parts(key))

    def known(self) -> list[t.Flag]:
        """All that is known: what was noted, and what holds of the numbers of every position."""
        return [*self.counting.sound(self.start), *self.facts]


def pick(values: list[Number], at: Number) -> Number:
    """The value of that number, from 0; the last for one that is too great."""
    if isinstance(at, int):
        return values[at] if 0 <= at < len(values) else values[-1]
    found = values[-1]
    for number in range(len(values) - 2, -1, -1):
        found = pick_number(at == number, values[number], found)
    return found


def pick_number(cond: t.Flag, yes: Number, no: Number) -> Number:
    """One number or the other."""
    if isinstance(cond, bool):
        return yes if cond else no
    if yes is no or (isinstance(yes, int) and isinstance(no, int) and yes == no):
        return yes
    return z3.If(cond, yes, no)
