"""Finds what holds at each step of play, of the numbers there: the least hulls that no way on leaves.

It begins with positions of random games. Then each way on is asked for a point that it leads to and the hull there has
not, which the hull takes in, until there is none (symbolic abstraction; Reps, Sagiv and Yorsh, 2004). What comes of it
is true of all play; that it is what no way on leaves is checked again by `verify.smt.counting.recheck`.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations

import z3

from spec.ir import nodes as ir
from spec.ir.fold import constant
from spec.ir.index import MOVER
from spec.ir.types import is_number
from spec.ir.walk import walk
from verify.smt.counting.clauses import Clause
from verify.smt.counting.counted import Counting
from verify.smt.counting.facts import Facts, Nothing
from verify.smt.counting.hulls import Cells, Feature, Point, as_term, marks_of
from verify.smt.encode import terms as t

MOST_CELLS = 48
"""A place has so many hulls at most; then it tells fewer apart."""
FEW_CELLS = 24
"""So many are enough for what random games come to."""
MOST_GROWTH = 120
"""So many points the hulls of a place take in, beside those of random games, before it tells fewer of them apart."""
WORK, MORE_WORK = 4_000_000, 20_000_000
"""The bound of one question, in the solver's own units of work; and of one about a place of which one hull is told."""


class GivenUp(Exception):
    """The time was up."""


class TooHard(Exception):
    """A question could not be answered: of where it leads less is known then."""


@dataclass(slots=True)
class Hulls:
    """What holds at each place of play of the numbers of a counting; another may have the same and then more."""

    counting: Counting
    bounds: tuple[tuple[int, int], ...] = ()
    at: dict[int, Cells] = field(default_factory=dict)

    def holds(self, place: int, numbers: Sequence[object]) -> t.Flag:
        """That numbers may stand at a place; nothing does where play was never found to come."""
        own = numbers[: len(self.bounds)]
        return self.at[place].holds(own, self.bounds) if place in self.at else False

    def has(self, place: int, point: Sequence[int]) -> bool:
        """May these numbers stand at a place?"""
        return place in self.at and self.at[place].has(tuple(point[: len(self.bounds)]))


Apart = Callable[[Counting, Sequence[Point]], tuple[Feature, ...]]
"""How the hulls of a place are told apart, by points of random games."""


def as_a_whole(counting: Counting, seen: Sequence[Point]) -> tuple[Feature, ...]:
    """Nothing tells the hulls of a place apart: it has one."""
    return ()


def by_rounds(counting: Counting, seen: Sequence[Point]) -> tuple[Feature, ...]:
    """How far the innermost loop is that goes by number, and whose turn it is: what makes few enough hulls."""
    chosen = list[Feature]()
    for feature in (*_counters(counting, seen)[-1:], *_movers(counting, seen)):
        if len({tuple(f.of(p) for f in (*chosen, feature)) for p in seen}) <= FEW_CELLS:
            chosen.append(feature)
    return tuple(chosen)


def _counters(counting: Counting, seen: Sequence[Point]) -> list[Feature]:
    """The counters of loops that differ, those of inner and later loops last."""
    return sorted((f for f in _features(counting, seen) if _order(counting, f)[0] == 0), key=lambda f: f.at)


def _movers(counting: Counting, seen: Sequence[Point]) -> list[Feature]:
    return [f for f in _features(counting, seen) if _order(counting, f)[0] == MOVER_ORDER]


def by_gain(counting: Counting, seen: Sequence[Point]) -> tuple[Feature, ...]:
    """What tells the hulls of a place apart: those few features by which numbers come to hang together most.

    How much hangs together is seen in points of random games; where a hull would have too few of them, nothing is.
    """
    points = seen[:: 1 + len(seen) // MOST_POINTS]
    if len(points) < 3:
        return ()
    features = sorted(_features(counting, points), key=lambda f: _order(counting, f))[:MOST_FEATURES]
    points, named = _without_consequences(points, features)
    best, most = tuple[Feature, ...](), 0.0
    for chosen in (*combinations(named, 1), *combinations(named, 2)):
        gain = _gain(points, chosen)
        if gain > most + LEAST_GAIN:
            best, most = chosen, gain
    for more in named if len(best) > 1 else ():
        gain = _gain(points, (*best, more)) if more not in best else 0.0
        if gain > most + LEAST_GAIN:
            best = (*best, more)
            break
    return tuple(named[feature] for feature in best)


def _without_consequences(
    points: Sequence[Point], features: Sequence[Feature]
) -> tuple[list[Point], dict[Feature, Feature]]:
    """The points without numbers that follow from others by equations, which no gain hangs on; and each feature under
    the place that its number now has, with what it was."""
    own = [feature.at for feature in features]
    others = [i for i in range(len(points[0])) if i not in own]
    kept = [others[at] for at in _pivots([tuple(p[i] for i in others) for p in points])]
    fewer = [tuple(p[i] for i in (*own, *kept)) for p in points]
    return fewer, {Feature(at, feature.empty): feature for at, feature in enumerate(features)}


MOST_FEATURES, MOST_POINTS, LEAST_GAIN = 9, 120, 0.3
"""Out of so many features those are chosen that tell hulls apart, by so many points, each for so much more."""


def _features(counting: Counting, points: Sequence[Point]) -> Iterator[Feature]:
    """What is not the same in all points: fields of few values, and whether zones are empty."""
    for i, key in enumerate(counting.keys):
        values = {p[i] for p in points}
        low, high = counting.bounds(key)
        if len(values) > 1 and key.kind == "field" and high - low < FEW_CELLS:
            yield Feature(i)
        elif len(values) > 2 and 0 in values and key.kind in ("size", "whole"):
            yield Feature(i, True)


MOVER_ORDER = 1


def _order(counting: Counting, feature: Feature) -> tuple[int, int, int]:
    """Counters of loops first, then the mover, then single zones, then what has the fewest values."""
    key = counting.keys[feature.at]
    if key.kind != "field":
        cell = counting.layout.cells[key.at]
        return (2 if not cell.index else 5), 0, key.at
    decl = counting.layout.fields[counting.layout.slots[key.at].name].decl
    name = decl.source.label
    low, high = counting.bounds(key)
    kind = 0 if name.startswith("(") else MOVER_ORDER if name == MOVER else 4 if is_number(decl.type) else 3
    return kind, high - low, key.at


def _gain(points: Sequence[Point], chosen: tuple[Feature, ...]) -> float:
    """How many more equations hold, on the average, where points are told apart by these features, beside those about
    the features' own numbers; less a little for each hull that makes."""
    own = {feature.at for feature in chosen}
    rest = [i for i in range(len(points[0])) if i not in own]
    cells: dict[Point, list[Point]] = {}
    for point in points:
        cells.setdefault(tuple(f.of(point) for f in chosen), []).append(tuple(point[i] for i in rest))
    if len(cells) > FEW_CELLS:
        return 0.0
    whole = len(_pivots([tuple(p[i] for i in rest) for p in points]))
    ranks = [(len(inside), len(_pivots(inside))) for inside in cells.values()]
    known = [(n, rank) for n, rank in ranks if n > 2 * (rank + 1) or rank == 0]
    counted = sum(n for n, _ in known)
    if 2 * counted < len(points):
        return 0.0
    return whole - sum(n * rank for n, rank in known) / counted - 0.02 * len(cells)


PRIME = 2_147_483_647


def _pivots(points: Sequence[Point]) -> list[int]:
    """Numbers that tell all the others of some points, by equations but for chance: as many as the dimensions of their
    affine hull."""
    basis: list[tuple[int, list[int]]] = []
    first = points[0]
    for point in dict.fromkeys(points[1:]):
        row = [a - b for a, b in zip(point, first, strict=True)]
        for at, other in basis:
            if by := row[at]:
                row = [(a - by * b) % PRIME for a, b in zip(row, other, strict=True)]
        found = next((i for i, value in enumerate(row) if value), None)
        if found is not None:
            inverse = pow(row[found], -1, PRIME)
            basis.append((found, [a * inverse % PRIME for a in row]))
            if len(basis) == len(row):
                break
    return sorted(at for at, _ in basis)


def found(
    counting: Counting,
    clauses: Sequence[Clause],
    seen: Mapping[int, Sequence[Point]],
    late: Callable[[], bool],
    *,
    apart: Apart = by_gain,
    known: Facts | None = None,
) -> Hulls:
    """The hulls of all places, those of the start first, told `apart` by features. What is `known` of
    all play already rules ways out, and need not be found again. Raises GivenUp."""
    finder = _Finder(counting, clauses, late, known or Nothing())
    for place, points in seen.items():
        cells = finder.hulls.at[place] = Cells(apart(counting, points))
        for point in points:
            cells.see(point)
            cells.add(point, finder.marks)
    finder.run()
    return finder.hulls


class _Finder:
    def __init__(self, counting: Counting, clauses: Sequence[Clause], late: Callable[[], bool], known: Facts) -> None:
        bounds = tuple(counting.bounds(key) for key in counting.keys)
        self.hulls = Hulls(counting, bounds)
        self.clauses, self.late, self.known = clauses, late, known
        self.marks = marks_of(bounds, _numbers(counting.index.game))
        self._solvers: dict[int, z3.Solver] = {}
        self._grown: dict[int, int] = {}
        self._context = z3.Context()
        """The solver's own: what it finds hangs on nothing that this process asked before."""

    def add(self, place: int, point: Point) -> bool:
        cells = self.hulls.at.setdefault(place, Cells(()))
        grew = cells.add(point, self.marks)
        self._grown[place] = self._grown.get(place, 0) + 1
        while cells.control and (len(cells.hulls) > MOST_CELLS or self._grown[place] > MOST_GROWTH):
            self._coarser(place)
        return grew

    def _coarser(self, place: int) -> None:
        """Tells fewer of the hulls of a place apart, or lets go of what is known there."""
        self.hulls.at.setdefault(place, Cells(())).coarser(self.marks)
        self._grown[place] = 0

    def run(self) -> None:
        after: dict[int, list[int]] = {}
        for number, clause in enumerate(self.clauses):
            after.setdefault(clause.source, []).append(number)
        waiting = deque(range(len(self.clauses)))
        while waiting:
            number = waiting.popleft()
            grew = False
            target = self.clauses[number].target
            try:
                while (point := self._missing(number)) is not None:
                    grew = self.add(target, point) or grew
            except TooHard:
                self._coarser(target)
                grew = True
                waiting.append(number)
            if grew:
                waiting.extend(n for n in after.get(target, ()) if n not in waiting)

    def _missing(self, number: int) -> Point | None:
        """A point to which a clause leads, and that is in no hull there."""
        if self.late():
            raise GivenUp("the time was up")
        clause = self.clauses[number]
        there = self.hulls.holds(clause.target, clause.after)
        if there is True or (clause.source >= 0 and clause.source not in self.hulls.at):
            return None
        solver = self._solver(number)
        solver.push()
        try:
            if clause.source >= 0:
                solver.add(self._term(self.hulls.holds(clause.source, clause.before)))
            solver.add(self._term(t.neg(there)))
            told = self.hulls.at.get(clause.target)
            solver.set("rlimit", WORK if told is not None and told.control else MORE_WORK)
            answer = solver.check()
            if answer == z3.unknown:
                raise TooHard
            if answer == z3.unsat:
                return None
            model = solver.model()
            return tuple(self._value(model, one) for one in clause.after)
        finally:
            solver.pop()

    def _solver(self, number: int) -> z3.Solver:
        if number not in self._solvers:
            solver = self._solvers[number] = z3.SimpleSolver(ctx=self._context)
            solver.set("relevancy", 0)
            solver.set("arith.solver", 2)
            clause = self.clauses[number]
            there = True if clause.source < 0 else self.known.holds(clause.source, clause.before)
            solver.add(*map(self._term, (*clause.body, there)))
        return self._solvers[number]

    def _value(self, model: z3.ModelRef, number: t.Number) -> int:
        if isinstance(number, int):
            return number
        return int(model.eval(self._term(number), model_completion=True).as_long())

    def _term(self, term: t.Flag | t.Number) -> z3.ExprRef:
        return as_term(term).translate(self._context)


def _numbers(game: ir.Game) -> frozenset[int]:
    """The numbers that occur in the rules."""
    inside = (game.defines, game.routines, game.groups, game.actions, game.steps, game.endings, game.fields)
    found = (constant(n) for n in walk(inside) if isinstance(n, ir.Expr))
    return frozenset(n for n in found if n is not None)
