"""Proves that every play ends: measures of numbers that are counted, which every way on makes smaller, level by level.

Where the ways on run in circles, a measure must grow on none of them; those that always make it smaller are gone, and
the others, on which it stays the same, must be ranked by the next level, down to ways on that run in no circle. For a
play without end would lower a measure without end. Leaves what holds at each place to `verify.smt.counting.views`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

import z3

from verify.smt.circles import circles
from verify.smt.counting.clauses import ASKED, END, START, Clause
from verify.smt.counting.counted import Counting, Number
from verify.smt.counting.facts import Facts
from verify.smt.counting.hulls import Point, as_term
from verify.smt.counting.quantities import Measure, measures
from verify.smt.encode import terms as t

WORK = 4_000_000
"""The bound of one question, in the solver's own units of work."""
MOST_ZONES = 3
"""A sum is made of so many kinds of zone at most."""


@dataclass(frozen=True, slots=True)
class Way:
    """A measure that is to become smaller, or that is to grow."""

    measure: Measure
    up: bool

    def larger(self, before: Sequence[Number], after: Sequence[Number]) -> t.Flag:
        """Does what shrinks become larger?"""
        a, b = self.measure.term(before), self.measure.term(after)
        return b < a if self.up else a < b

    def same(self, before: Sequence[Number], after: Sequence[Number]) -> t.Flag:
        """Does it stay the same?"""
        return self.measure.term(before) == self.measure.term(after)

    def lowered(self, before: Sequence[int], after: Sequence[int]) -> int:
        """By how much it becomes smaller."""
        by = self.measure.value(before) - self.measure.value(after)
        return -by if self.up else by

    def words(self, names: Sequence[str]) -> str:
        """The same, written."""
        return f"{self.measure.words(names)} {'grows' if self.up else 'shrinks'}"


@dataclass(frozen=True, slots=True)
class Step:
    """A step of a random game, from place to place."""

    source: int
    target: int
    before: Point
    after: Point


@dataclass(frozen=True, slots=True)
class Level:
    """Ways on that run in circles, the measure that none of them makes larger, those that leave it the same at times
    (`rest`), and the circles of these."""

    clauses: tuple[Clause, ...]
    way: Way
    rest: tuple[Clause, ...]
    inner: tuple[Level, ...]

    def questions(self, ties: tuple[Way, ...] = ()) -> Iterator[Clause]:
        """What must be nowhere so: that a way on makes the measure larger, or leaves it the same which is said not to;
        where the measures of the levels above stay the same."""
        for clause in self.clauses:
            before, after = clause.before, clause.after
            wrong = self.way.larger(before, after)
            if clause not in self.rest:
                wrong = t.any_of((wrong, self.way.same(before, after)))
            same = (one.same(before, after) for one in ties)
            yield replace(clause, target=ASKED, after=before, body=(*clause.body, *same, wrong))
        for level in self.inner:
            yield from level.questions((*ties, self.way))

    def allows(self, step: Step) -> bool:
        """May play go so? Of what is in none of the circles nothing is said."""
        if not _has(self.clauses, step):
            return True
        by = self.way.lowered(step.before, step.after)
        if by:
            return by > 0
        return _has(self.rest, step) and all(level.allows(step) for level in self.inner)

    def words(self, names: Sequence[str]) -> Iterator[str]:
        """Each measure, the outermost first."""
        yield self.way.words(names)
        for level in self.inner:
            yield from (f"else {words}" for words in level.words(names))


def _has(clauses: Iterable[Clause], step: Step) -> bool:
    return any((one.source, one.target) == (step.source, step.target) for one in clauses)


class NotRanked(Exception):
    """No measure was found for some ways on."""


def ranked(
    counting: Counting,
    clauses: Sequence[Clause],
    facts: Facts,
    seen: Iterable[Step],
    late: Callable[[], bool],
) -> tuple[Level, ...]:
    """The levels that rank all ways on, where these facts hold. Raises NotRanked."""
    finder = _Finder(counting, facts, late)
    for step in seen:
        finder.seen.setdefault((step.source, step.target), []).append(step)
    return tuple(finder.rank(part, ()) for part in _circles(clauses))


def _circles(clauses: Iterable[Clause]) -> list[tuple[Clause, ...]]:
    """The ways on that run in circles; on none does play begin, end or come to nothing."""
    return circles(c for c in clauses if c.source != START and c.target not in (END, ASKED) and False not in c.body)


def ways(counting: Counting) -> Iterator[Way]:
    """The measures that are tried: fields, zones, families of them, and sums of a few kinds of zone."""
    every = [one.measure for one in measures(counting) if one.measure.kind != "named"]
    zones = dict[str, list[int]]()
    for i, key in enumerate(counting.keys):
        if key.kind in ("size", "whole"):
            zones.setdefault(counting.layout.cells[key.at].name, []).append(i)
    for size in range(2, MOST_ZONES + 1):
        for chosen in combinations(zones.values(), size):
            every.append(Measure("sum", tuple(i for parts in chosen for i in parts)))
    for measure in every:
        yield Way(measure, False)
        yield Way(measure, True)


class _Finder:
    def __init__(self, counting: Counting, facts: Facts, late: Callable[[], bool]) -> None:
        self.facts, self.late = facts, late
        self.ways = tuple(ways(counting))
        self.seen: dict[tuple[int, int], list[Step]] = {}
        self._context = z3.Context()
        self._solvers: dict[int, z3.Solver] = {}

    def rank(self, clauses: tuple[Clause, ...], ties: tuple[Way, ...]) -> Level:
        """Ranks ways on that run in circles, where what was measured before stays the same. Raises NotRanked."""
        at_times = list[Way]()
        for way in self._fit(clauses, ties):
            if self.late():
                raise NotRanked("the time was up")
            if any(self._may(clause, ties, way.larger) for clause in clauses):
                continue
            rest = tuple(clause for clause in clauses if self._may(clause, ties, way.same))
            if len(rest) < len(clauses):
                return self._level(clauses, way, rest, ties)
            at_times.append(way)
        if at_times:
            best = max(at_times, key=lambda way: self._often(clauses, way))
            return self._level(clauses, best, clauses, ties)
        names = ", ".join(dict.fromkeys(clause.name for clause in clauses))
        raise NotRanked(f"no quantity was found that shrinks with {names}")

    def _level(self, clauses: tuple[Clause, ...], way: Way, rest: tuple[Clause, ...], ties: tuple[Way, ...]) -> Level:
        inner = tuple(self.rank(part, (*ties, way)) for part in _circles(rest))
        return Level(clauses, way, rest, inner)

    def _fit(self, clauses: tuple[Clause, ...], ties: tuple[Way, ...]) -> list[Way]:
        """The measures that no step of play made larger and some made smaller, those first that most did each time."""
        places = {(clause.source, clause.target) for clause in clauses}
        known = {tie.measure for tie in ties}
        every = [self.seen.get(at, ()) for at in places]
        steps = [[s for s in some if not any(tie.lowered(s.before, s.after) for tie in ties)] for some in every]
        found = list[tuple[int, int, Way]]()
        for number, way in enumerate(self.ways):
            by = [[way.lowered(s.before, s.after) for s in some] for some in steps if some]
            if way.measure in known or any(n < 0 for some in by for n in some):
                continue
            if any(n > 0 for some in by for n in some):
                found.append((-sum(all(n > 0 for n in some) for some in by), number, way))
        return [way for _, _, way in sorted(found, key=lambda one: one[:2])]

    def _often(self, clauses: Iterable[Clause], way: Way) -> int:
        """In how many steps of play a measure became smaller."""
        places = {(clause.source, clause.target) for clause in clauses}
        return sum(way.lowered(s.before, s.after) > 0 for at in places for s in self.seen.get(at, ()))

    def _may(
        self, clause: Clause, ties: tuple[Way, ...], how: Callable[[Sequence[Number], Sequence[Number]], t.Flag]
    ) -> bool:
        """May it come out so, all measured before being the same?"""
        solver = self._solver(clause)
        solver.push()
        try:
            asked = (how(clause.before, clause.after), *(tie.same(clause.before, clause.after) for tie in ties))
            solver.add(*(as_term(flag).translate(self._context) for flag in asked))
            return bool(solver.check() != z3.unsat)
        finally:
            solver.pop()

    def _solver(self, clause: Clause) -> z3.Solver:
        if id(clause) not in self._solvers:
            solver = self._solvers[id(clause)] = z3.SimpleSolver(ctx=self._context)
            solver.set("relevancy", 0)
            solver.set("arith.solver", 2)
            solver.set("rlimit", WORK)
            there = self.facts.holds(clause.source, clause.before)
            solver.add(*(as_term(flag).translate(self._context) for flag in (*clause.body, there)))
        return self._solvers[id(clause)]
