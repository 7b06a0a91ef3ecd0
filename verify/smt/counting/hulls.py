"""What numbers have in common: for each value of a few fields the equations, bounds and remainders that hold of them.

A hull is the least set of such a form that has some points in it. Leaves finding the points to
`verify.smt.counting.abstraction`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from math import gcd

import z3

from verify.smt.counting.counted import Number, number_term, total
from verify.smt.encode import terms as t

Point = tuple[int, ...]
"""The numbers of a position, in the order in which they are counted."""

PATIENT, HASTY = 4, 1
"""So often a bound goes on to the next number that the rules name; then it is let go. One hull that stands for a whole
place is patient, since it costs little; where many are told apart, each is hasty."""

MOST_COEFFICIENT = 1_000
"""An equation with greater numbers in it is not told, and kept for what comes of it when there are more points."""


@dataclass(frozen=True, slots=True)
class Equation:
    """That the numbers, each times its coefficient, are together so much; coefficients of 0 are left out."""

    terms: tuple[tuple[int, int], ...]
    amount: int

    @property
    def told(self) -> bool:
        """Are its numbers small enough to be worth telling?"""
        return all(abs(c) <= MOST_COEFFICIENT for _, c in self.terms)

    def off(self, point: Sequence[int]) -> int:
        """By how much a point misses it."""
        return sum(c * point[i] for i, c in self.terms) - self.amount

    def holds(self, numbers: Sequence[Number]) -> t.Flag:
        """That numbers satisfy it: what is taken away stands on the other side."""
        left = total(numbers[i] if c == 1 else numbers[i] * c for i, c in self.terms if c > 0)
        right = total(numbers[i] if c == -1 else numbers[i] * -c for i, c in self.terms if c < 0)
        return left - self.amount == right if self.amount < 0 else left == right + self.amount

    def words(self, names: Sequence[str]) -> str:
        """The equation as it is written."""
        left = " + ".join(_times(names[i], c) for i, c in self.terms if c > 0)
        right = [_times(names[i], -c) for i, c in self.terms if c < 0]
        right += [str(self.amount)] if self.amount or not right else []
        return f"{left} = {' + '.join(right)}"


def _times(name: str, by: int) -> str:
    return name if by == 1 else f"{by} * {name}"


def equation(terms: dict[int, int], amount: int) -> Equation | None:
    """An equation in lowest terms; None of one that says nothing."""
    kept = {i: c for i, c in terms.items() if c}
    if not kept:
        return None
    by = gcd(*kept.values(), amount)
    if kept[min(kept)] < 0:
        by = -by
    return Equation(tuple(sorted((i, c // by) for i, c in kept.items())), amount // by)


@dataclass(slots=True)
class Hull:
    """Equations and bounds of some points, and by what each of their numbers differs (0 where it is always the same,
    and else a divisor of all differences); `points` are those by which it grew."""

    equations: list[Equation]
    low: list[int]
    high: list[int]
    by: list[int]
    points: list[Point] = field(default_factory=list)
    widened: Counter[int] = field(default_factory=Counter)
    """How often the least (i) or the greatest (~i) of a number went on to a mark: after a few times it is let go."""
    _written: t.Flag | None = None

    @staticmethod
    def of(point: Point) -> Hull:
        """The hull of one point."""
        equations = [Equation(((i, 1),), value) for i, value in enumerate(point)]
        return Hull(equations, list(point), list(point), [0] * len(point), [point])

    def has(self, point: Point) -> bool:
        """Is a point in it?"""
        inside = all(a <= x <= b for a, x, b in zip(self.low, point, self.high, strict=True))
        first = self.points[0]
        even = all((x - y) % m == 0 if m else x == y for x, y, m in zip(point, first, self.by, strict=True))
        return inside and even and not any(e.off(point) for e in self.told())

    def told(self) -> Iterator[Equation]:
        """The equations that are worth telling."""
        return (e for e in self.equations if e.told)

    def add(self, point: Point, marks: Sequence[Sequence[int]], patience: int = HASTY) -> bool:
        """Makes it the least that has a point too; bounds go on to the next mark of their number. Did it grow?"""
        off = [(e.off(point), e) for e in self.equations]
        missed = [(r, e) for r, e in off if r]
        if not missed and self.has(point):
            return False
        self.points.append(point)
        self._written = None
        self._widen(point, marks, patience)
        self.by = [gcd(m, x - y) for m, x, y in zip(self.by, point, self.points[0], strict=True)]
        if missed:
            by, pivot = min(missed, key=lambda one: (len(one[1].terms), abs(one[0])))
            kept = [e for r, e in off if not r]
            mixed = (_without(e, r, pivot, by) for r, e in missed if e is not pivot)
            self.equations = [*kept, *(e for e in mixed if e is not None)]
            if not all(e.told for e in self.equations):
                self.equations = reduced(self.equations, self._widest())
        return True

    def _widest(self) -> list[int]:
        """Its numbers, those first that differ most from point to point."""
        spread = [max(values) - min(values) for values in zip(*self.points, strict=True)]
        return sorted(range(len(spread)), key=lambda i: -spread[i])

    def see(self, point: Point) -> None:
        """Has a point of play in its bounds, which are no more than what was seen."""
        for i, value in enumerate(point):
            self.reach(i, value, value)

    def _widen(self, point: Point, marks: Sequence[Sequence[int]], patience: int) -> None:
        for i, value in enumerate(point):
            if value < self.low[i]:
                on = self.widened[i] < patience
                self.low[i] = max((m for m in marks[i] if m <= value and on), default=marks[i][0])
                self.widened[i] += 1
            if value > self.high[i]:
                on = self.widened[~i] < patience
                self.high[i] = min((m for m in marks[i] if m >= value and on), default=marks[i][-1])
                self.widened[~i] += 1

    def written(self, bounds: Sequence[tuple[int, int]]) -> t.Flag:
        """That the variables of `named` are in it; bounds that all numbers have anyhow are left out."""
        if self._written is None:
            self._written = self._formula(bounds)
        return self._written

    def reach(self, i: int, low: int, high: int) -> None:
        """Lets a number be so small and so great."""
        if low < self.low[i] or high > self.high[i]:
            self._written = None
            self.low[i], self.high[i] = min(low, self.low[i]), max(high, self.high[i])

    def _formula(self, bounds: Sequence[tuple[int, int]]) -> t.Flag:
        numbers = named(len(bounds))
        fixed = {e.terms[0][0] for e in self.told() if len(e.terms) == 1}
        parts = [_equal(e, len(bounds)) for e in self.told()]
        for i, (low, high) in enumerate(bounds):
            if i not in fixed and self.low[i] > low:
                parts.append(_least(i, self.low[i], len(bounds)))
            if i not in fixed and self.high[i] < high:
                parts.append(_most(i, self.high[i], len(bounds)))
            if i not in fixed and self.by[i] > 1:
                parts.append(numbers[i] % self.by[i] == self.points[0][i] % self.by[i])
        return t.all_of(parts)


MOST_WRITTEN = 20_000
"""So many parts of formulas are kept: hulls that grow by a point keep most of theirs."""


@lru_cache(MOST_WRITTEN)
def _equal(e: Equation, size: int) -> t.Flag:
    return e.holds(named(size))


@lru_cache(MOST_WRITTEN)
def _least(i: int, low: int, size: int) -> t.Flag:
    return named(size)[i] >= low


@lru_cache(MOST_WRITTEN)
def _most(i: int, high: int, size: int) -> t.Flag:
    return named(size)[i] <= high


def _without(e: Equation, off: int, pivot: Equation, by: int) -> Equation | None:
    """Of two equations that a point misses one that it does not."""
    terms = {i: c * by for i, c in e.terms}
    for i, c in pivot.terms:
        terms[i] = terms.get(i, 0) - c * off
    return equation(terms, e.amount * by - pivot.amount * off)


def reduced(equations: Sequence[Equation], order: Iterable[int]) -> list[Equation]:
    """The same equations, so that each number stands in one of them alone if it can: the first of the order first.

    What goes through many values then stands in few of them, and spoils no others by great numbers."""
    waiting, done = list(equations), list[Equation]()
    for i in order:
        there = [e for e in waiting if dict(e.terms).get(i)]
        if there:
            pivot = min(there, key=lambda e: (len(e.terms), abs(dict(e.terms)[i])))
            by = dict(pivot.terms)[i]

            def cleared(e: Equation, pivot: Equation = pivot, by: int = by, i: int = i) -> Equation | None:
                own = dict(e.terms).get(i, 0)
                return _without(e, own, pivot, by) if own else e

            waiting = [e for e in map(cleared, (e for e in waiting if e is not pivot)) if e is not None]
            done = [*(e for e in map(cleared, done) if e is not None), pivot]
    return done


@dataclass(frozen=True, slots=True)
class Feature:
    """What tells points apart: the value of a number, or only whether it is 0."""

    at: int
    empty: bool = False

    def of(self, point: Sequence[int]) -> int:
        """What a point has of it."""
        return int(point[self.at] == 0) if self.empty else point[self.at]

    def holds(self, numbers: Sequence[Number], value: int) -> t.Flag:
        """That numbers have so much of it."""
        if not self.empty:
            return numbers[self.at] == value
        return numbers[self.at] == 0 if value else numbers[self.at] >= 1

    def words(self, names: Sequence[str], value: int) -> str:
        """The same, written."""
        if not self.empty:
            return f"{names[self.at]} = {value}"
        return f"{names[self.at]} {'=' if value else '>'} 0"


@dataclass(slots=True)
class Cells:
    """The hulls of one place of play: one for each combination of what its points have of some features, `control`."""

    control: tuple[Feature, ...]
    hulls: dict[Point, Hull] = field(default_factory=dict)
    everything: bool = False
    _whole: t.Flag | None = None

    def cell(self, point: Point) -> Point:
        """To which hull a point belongs."""
        return tuple(feature.of(point) for feature in self.control)

    def has(self, point: Point) -> bool:
        """Is a point in it?"""
        hull = self.hulls.get(self.cell(point))
        return self.everything or (hull is not None and hull.has(point))

    def see(self, point: Point) -> None:
        """A point of play is about to be added."""
        hull = self.hulls.get(self.cell(point))
        if hull is not None:
            self._whole = None
            hull.see(point)

    def add(self, point: Point, marks: Sequence[Sequence[int]]) -> bool:
        """Makes it have a point. Did it grow?"""
        if self.everything:
            return False
        cell = self.cell(point)
        if cell not in self.hulls:
            self.hulls[cell], self._whole = Hull.of(point), None
            return True
        hull = self.hulls[cell]
        low, high = hull.low[:], hull.high[:]
        grew = hull.add(point, marks, HASTY if self.control else PATIENT)
        self._whole = None if grew else self._whole
        # What one hull did not keep to, the others of the place are not expected to keep to either.
        for i, (a, b) in enumerate(zip(hull.low, hull.high, strict=True)):
            if a < low[i] or b > high[i]:
                for other in self.hulls.values():
                    other.reach(i, a if a < low[i] else other.low[i], b if b > high[i] else other.high[i])
        return grew

    def coarser(self, marks: Sequence[Sequence[int]]) -> None:
        """Lets go of the last of the features that tell the hulls apart, or of everything that is known."""
        self._whole = None
        if not self.control:
            self.everything = True
            self.hulls.clear()
            return
        self.control = self.control[:-1]
        old, self.hulls = self.hulls, {}
        for hull in old.values():
            for point in hull.points:
                self.add(point, marks)
            mine = self.hulls[self.cell(hull.points[0])]
            mine.by = [gcd(a, b) for a, b in zip(mine.by, hull.by, strict=True)]
            for i, (low, high) in enumerate(zip(hull.low, hull.high, strict=True)):
                mine.reach(i, low, high)

    def holds(self, numbers: Sequence[Number], bounds: Sequence[tuple[int, int]]) -> t.Flag:
        """That numbers are in it."""
        if self.everything:
            return True
        variables = named(len(bounds))
        if self._whole is None:
            self._whole = t.any_of(
                t.all_of((*self._told_apart(variables, cell), hull.written(bounds)))
                for cell, hull in self.hulls.items()
            )
        if isinstance(self._whole, bool):
            return self._whole
        return z3.substitute(self._whole, *zip(variables, map(number_term, numbers), strict=True))

    def _told_apart(self, numbers: Sequence[Number], cell: Point) -> Iterator[t.Flag]:
        return (feature.holds(numbers, value) for feature, value in zip(self.control, cell, strict=True))

    def words(self, names: Sequence[str]) -> Iterator[str]:
        """What holds, a line for each hull."""
        for cell, hull in sorted(self.hulls.items()):
            fixed = {feature.at for feature in self.control if not feature.empty}
            where = ", ".join(f.words(names, value) for f, value in zip(self.control, cell, strict=True))
            said = [e.words(names) for e in hull.told() if not {i for i, _ in e.terms} <= fixed]
            said += [f"{names[i]} goes by {m}" for i, m in enumerate(hull.by) if m > 1]
            yield f"{where or 'always'}: {'; '.join(said) or 'nothing more'}"


def marks_of(bounds: Iterable[tuple[int, int]], numbers: Iterable[int]) -> list[tuple[int, ...]]:
    """The marks at which bounds may stand: those of the numbers themselves, and such as occur in the rules."""
    known = sorted({0, 1, *numbers})
    return [tuple(sorted({low, high, *(n for n in known if low <= n <= high)})) for low, high in bounds]


@cache
def named(size: int) -> tuple[z3.ArithRef, ...]:
    """So many variables, over which hulls are written down."""
    return tuple(z3.Int(f"number{i}") for i in range(size))


def as_term(flag: t.Flag) -> z3.BoolRef:
    """A truth value as a term."""
    return z3.BoolVal(flag) if isinstance(flag, bool) else flag
