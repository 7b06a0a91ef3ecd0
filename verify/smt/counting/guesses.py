"""Guesses what holds at each place of play, by points of random games, and keeps what every way on keeps.

A guess is a bound of a measure, or that one measure is so where another is so (an implication). All guesses are asked
together: each way on that leads to where one of them does not hold costs that one, until none is lost (Flanagan and
Leino's Houdini, 2001). So what is kept holds in all play. What is known already is no guess.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import count, islice
from typing import Literal, assert_never

import z3

from verify.smt.counting.clauses import ASKED, START, Clause
from verify.smt.counting.counted import Counting, Number, number_term
from verify.smt.counting.facts import Facts
from verify.smt.counting.hulls import Point, as_term, named
from verify.smt.counting.quantities import Measure, Named, measures
from verify.smt.encode import terms as t

LEAST_SEEN = 2
"""An implication is guessed where its premise holds in so many points."""
MOST_GUESSES = 2_000
"""So many guesses are asked of a place, the simplest first."""
WORK = 4_000_000
"""The bound of one question, in the solver's own units of work."""


@dataclass(frozen=True, slots=True)
class Atom:
    """That a measure is so much at most, or at least, or just so much."""

    measure: Measure
    op: Literal["<=", ">=", "="]
    value: int

    def holds(self, point: Sequence[int]) -> bool:
        """Is it so at a point?"""
        return bool(self.of(self.measure.value(point)))

    def term(self, numbers: Sequence[Number]) -> t.Flag:
        """That it is so of numbers."""
        return self.of(self.measure.term(numbers))

    def of(self, found: Number) -> t.Flag:
        """That it is so where the measure comes to this."""
        match self.op:
            case "<=":
                return found <= self.value
            case ">=":
                return found >= self.value
            case "=":
                return found == self.value
            case _:
                assert_never(self.op)

    def words(self, names: Sequence[str]) -> str:
        """The same, written."""
        return f"{self.measure.words(names)} {self.op} {self.value}"


@dataclass(frozen=True, slots=True)
class Guess:
    """That something is so, or is so where a premise is."""

    then: Atom
    premise: Atom | None = None

    def holds(self, point: Sequence[int]) -> bool:
        """Is it so at a point?"""
        return (self.premise is not None and not self.premise.holds(point)) or self.then.holds(point)

    def term(self, numbers: Sequence[Number]) -> t.Flag:
        """That it is so of numbers."""
        then = self.then.term(numbers)
        return then if self.premise is None else t.any_of((t.neg(self.premise.term(numbers)), then))

    def words(self, names: Sequence[str]) -> str:
        """The same, written."""
        then = self.then.words(names)
        return then if self.premise is None else f"{then} where {self.premise.words(names)}"


@dataclass(slots=True)
class Kept:
    """What was kept of the guesses, place by place."""

    size: int
    at: dict[int, tuple[Guess, ...]]
    _written: dict[int, t.Flag] = field(default_factory=dict)

    def holds(self, place: int, numbers: Sequence[Number]) -> t.Flag:
        """That numbers may stand at a place."""
        kept = self.at.get(place, ())
        if not kept:
            return True
        variables = named(self.size)
        if place not in self._written:
            self._written[place] = t.all_of(guess.term(variables) for guess in kept)
        found = self._written[place]
        if isinstance(found, bool):
            return found
        return z3.substitute(found, *zip(variables, map(number_term, numbers[: self.size]), strict=True))

    def has(self, place: int, point: Sequence[int]) -> bool:
        """May these numbers stand at a place?"""
        return all(guess.holds(point) for guess in self.at.get(place, ()))


# ---------------------------------------------------------------- what is guessed


@dataclass(slots=True)
class _Column:
    """A measure with its values at some points."""

    of: Named
    values: list[int]
    low: int
    high: int


def guesses(counting: Counting, points: Sequence[Point]) -> Iterator[Guess]:
    """What holds at all of these points: bounds of measures, then implications."""
    if not points:
        return
    columns = list[_Column]()
    for one in measures(counting):
        values = [one.measure.value(point) for point in points]
        columns.append(_Column(one, values, min(values), max(values)))
    for column in columns:
        yield Guess(Atom(column.of.measure, ">=", column.low))
        yield Guess(Atom(column.of.measure, "<=", column.high))
        if column.low > 1:
            yield Guess(Atom(column.of.measure, ">=", 1))
    for column in columns:
        for premise, fits in _premises(column):
            if LEAST_SEEN <= len(fits) < len(points):
                yield from _implied(premise, column, fits, columns)
    yield from _as_long_as(columns)


def _as_long_as(columns: Sequence[_Column]) -> Iterator[Guess]:
    """What is always the same may be so only as long as there are cards in a zone that stands alone, or none."""
    alone = [one for one in columns if one.of.alone]
    always = [Atom(one.of.measure, ">=", 1) for one in alone if one.low >= 1]
    always += [Atom(one.of.measure, "<=", 0) for one in alone if one.high == 0]
    for column in (one for one in columns if one.low == one.high):
        for premise in always:
            if premise.measure != column.of.measure:
                yield Guess(Atom(column.of.measure, ">=", column.low), premise)
                yield Guess(Atom(column.of.measure, "<=", column.high), premise)


def _premises(one: _Column) -> Iterator[tuple[Atom, list[int]]]:
    """What a measure may be, where that may tell something of others; and the points where it is so."""
    measure, values = one.of.measure, one.of.values
    if one.low == one.high or measure.kind == "filled":
        return
    if values is not None and len(values) > 2:
        for value in sorted(set(one.values)):
            yield Atom(measure, "=", value), [n for n, there in enumerate(one.values) if there == value]
    elif one.low == 0:
        yield Atom(measure, "<=", 0), [n for n, there in enumerate(one.values) if there == 0]
        yield Atom(measure, ">=", 1), [n for n, there in enumerate(one.values) if there]


def _implied(premise: Atom, one: _Column, fits: Sequence[int], every: Sequence[_Column]) -> Iterator[Guess]:
    """What holds of others where a premise does: of a measure that is no sum only what it is, and that it is not 0."""
    for other in every:
        apart = one.of.index and other.of.index and one.of.index[0] != other.of.index[0]
        if other is one or apart or other.low == other.high:
            continue
        there = [other.values[n] for n in fits]
        least, most = min(there), max(there)
        all_told = other.of.measure.kind != "named" and len(other.of.measure.parts) > 1
        if least > other.low and (all_told or least == most):
            yield Guess(Atom(other.of.measure, ">=", least), premise)
        if least >= 1 > other.low and not (least == most == 1):
            yield Guess(Atom(other.of.measure, ">=", 1), premise)
        if most < other.high and (all_told or least == most):
            yield Guess(Atom(other.of.measure, "<=", most), premise)


# ---------------------------------------------------------------- what is kept


def guessed(
    counting: Counting,
    clauses: Sequence[Clause],
    seen: Mapping[int, Sequence[Point]],
    late: Callable[[], bool],
    known: Facts,
) -> Guessed:
    """What every way on keeps of the guesses; nothing where the time was up."""
    found = Guessed(counting, clauses, late, known)
    for place, points in seen.items():
        found.guess(place, points)
    found.keep()
    return found


class Guessed:
    """What is guessed at each place, and after `keep` what is kept of it; `known` is what was known before."""

    def __init__(self, counting: Counting, clauses: Sequence[Clause], late: Callable[[], bool], known: Facts) -> None:
        self.counting, self.late, self.known = counting, late, known
        self.clauses = [clause for clause in clauses if clause.target != ASKED]
        self.at: dict[int, dict[int, Guess]] = {}
        self._after: dict[int, list[int]] = {}
        self._into: dict[int, list[int]] = {}
        for number, clause in enumerate(self.clauses):
            self._after.setdefault(clause.source, []).append(number)
            self._into.setdefault(clause.target, []).append(number)
        self._context = z3.Context()
        self._asked: dict[int, _Asked] = {}

    def guess(self, place: int, points: Sequence[Point]) -> None:
        """The guesses of a place that do not follow from what is known there."""
        variables = named(len(self.counting.keys))
        bounds = (self.counting.bounds(key) for key in self.counting.keys)
        within = (f for n, (low, high) in zip(variables, bounds, strict=True) for f in (n >= low, n <= high))
        solver = self._solver((*within, self.known.holds(place, variables)))
        every = dict(enumerate(islice(guesses(self.counting, points), MOST_GUESSES)))
        broken = self._broken(solver, variables, every)
        own = self.at[place] = {}
        while not self.late() and broken and solver.check() == z3.sat:
            model = solver.model()
            point = tuple(_value(model, one, self._context) for one in variables)
            told = [n for n in broken if not every[n].holds(point)]
            own.update((n, every[n]) for n in told)
            solver.add(*(z3.Not(broken.pop(n)) for n in told))
            if not told:
                return

    def _broken(
        self, solver: z3.Solver, numbers: Sequence[Number], guessed: Mapping[int, Guess]
    ) -> dict[int, z3.BoolRef]:
        """Has a solver look for numbers for which some guess does not hold; answers a flag for each that it is that."""
        terms, broken = _Terms(solver, numbers), dict[int, z3.BoolRef]()
        for n, guess in guessed.items():
            broken[n] = z3.Bool(f"there{n}", self._context)
            solver.add(z3.Implies(broken[n], terms.broken(guess)))
        solver.add(z3.Or(*broken.values(), z3.BoolVal(False, self._context)))
        return broken

    def _solver(self, facts: Iterable[t.Flag]) -> z3.Solver:
        solver = z3.SimpleSolver(ctx=self._context)
        solver.set("relevancy", 0)
        solver.set("arith.solver", 2)
        solver.set("rlimit", WORK)
        solver.add(*(as_term(fact).translate(self._context) for fact in facts))
        return solver

    def keep(self) -> None:
        """Asks every way on, until no guess is lost any more."""
        waiting = deque(n for n, clause in enumerate(self.clauses) if self.at.get(clause.target))
        while waiting:
            number = waiting.popleft()
            own = self.at[self.clauses[number].target]
            before = len(own)
            while own and (lost := self._lost(number)):
                for one in lost:
                    del own[one]
                if self.late():
                    self.at.clear()
                    return
            if len(own) < before:
                on = self._after.get(self.clauses[number].target, ())
                waiting.extend(n for n in on if self.at.get(self.clauses[n].target) and n not in waiting)

    def kept(self) -> Kept:
        """All that was kept."""
        return Kept(len(self.counting.keys), {place: tuple(own.values()) for place, own in self.at.items()})

    def needed(self, readings: Sequence[Clause]) -> Kept | None:
        """Those that were kept from which it follows that what is asked is nowhere so, with those from which they
        follow in their turn; None where it does not follow."""
        wanted: dict[int, set[int]] = {}
        for reading in readings:
            used = self._used(self._solver_of(reading), reading.source, ())
            if used is None:
                return None
            wanted.setdefault(reading.source, set()).update(used)
        waiting = deque(wanted)
        while waiting:
            place = waiting.popleft()
            for number in self._into.get(place, ()) if wanted[place] else ():
                asked, source = self._asked_of(number), self.clauses[number].source
                others = [z3.Not(flag) for n, flag in asked.there.items() if n not in wanted[place]]
                used = self._used(asked, source, others)
                if used is None:
                    return None
                if not used <= wanted.setdefault(source, set()):
                    wanted[source] |= used
                    if source not in waiting:
                        waiting.append(source)
        at = {place: tuple(self.at[place][n] for n in sorted(used)) for place, used in wanted.items() if used}
        return Kept(len(self.counting.keys), at)

    def _used(self, asked: _Asked, source: int, more: Sequence[z3.BoolRef]) -> set[int] | None:
        """By which of what was kept at the source there is no answer to a question; None where there may be one."""
        here = {n: flag for n, flag in asked.here.items() if n in self.at.get(source, {})}
        asked.solver.push()
        try:
            asked.solver.add(*more)
            if asked.solver.check(*here.values()) != z3.unsat:
                return None
            core = {str(flag) for flag in asked.solver.unsat_core()}
            return {n for n, flag in here.items() if str(flag) in core}
        finally:
            asked.solver.pop()

    def _lost(self, number: int) -> list[int]:
        """The guesses that a way on does not keep, as far as one answer tells; all where there is no answer."""
        asked, clause = self._asked_of(number), self.clauses[number]
        own, here = self.at[clause.target], self.at.get(clause.source, {})
        for gone in [n for n in asked.there if n not in own]:
            asked.solver.add(z3.Not(asked.there.pop(gone)))
        answer = asked.solver.check(*(flag for n, flag in asked.here.items() if n in here))
        if answer == z3.unsat:
            return []
        if answer == z3.unknown:
            return list(own)
        model = asked.solver.model()
        point = tuple(_value(model, one, self._context) for one in clause.after)
        return [n for n, guess in own.items() if not guess.holds(point)] or list(own)

    def _asked_of(self, number: int) -> _Asked:
        if number not in self._asked:
            clause = self.clauses[number]
            asked = self._asked[number] = self._solver_of(clause)
            asked.there = self._broken(asked.solver, clause.after, self.at.get(clause.target, {}))
        return self._asked[number]

    def _solver_of(self, clause: Clause) -> _Asked:
        """A solver that has the body of a clause, and what is known and guessed of its source."""
        known = True if clause.source == START else self.known.holds(clause.source, clause.before)
        solver = self._solver((*clause.body, known))
        before, asked = _Terms(solver, clause.before), _Asked(solver)
        for n, guess in self.at.get(clause.source, {}).items():
            asked.here[n] = z3.Bool(f"here{n}", self._context)
            solver.add(z3.Implies(asked.here[n], z3.Not(before.broken(guess))))
        return asked


@dataclass(slots=True)
class _Asked:
    """What is asked of one way on: each guess of its source by a flag that it holds, each of its target by one that it
    does not."""

    solver: z3.Solver
    here: dict[int, z3.BoolRef] = field(default_factory=dict)
    there: dict[int, z3.BoolRef] = field(default_factory=dict)


_fresh = count()


@dataclass(slots=True)
class _Terms:
    """The measures of some numbers as variables of a solver, each made once."""

    solver: z3.Solver
    numbers: Sequence[Number]
    _measures: dict[Measure, z3.ArithRef] = field(default_factory=dict)
    _atoms: dict[Atom, z3.BoolRef] = field(default_factory=dict)

    def broken(self, guess: Guess) -> z3.BoolRef:
        """That a guess does not hold of the numbers."""
        then = z3.Not(self._atom(guess.then))
        return then if guess.premise is None else z3.And(self._atom(guess.premise), then)

    def _atom(self, atom: Atom) -> z3.BoolRef:
        if atom not in self._atoms:
            self._atoms[atom] = atom.of(self._measure(atom.measure))
        return self._atoms[atom]

    def _measure(self, measure: Measure) -> z3.ArithRef:
        if measure not in self._measures:
            made = self._measures[measure] = z3.Int(f"measure{next(_fresh)}", self.solver.ctx)
            self.solver.add(made == number_term(measure.term(self.numbers)).translate(self.solver.ctx))
        return self._measures[measure]


def _value(model: z3.ModelRef, number: Number, context: z3.Context) -> int:
    if isinstance(number, int):
        return number
    return int(model.eval(number.translate(context), model_completion=True).as_long())
