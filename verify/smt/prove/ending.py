"""Proves that every game ends, and after how many turns at most: measures that every way on makes smaller, level by
level.

A way on leads from one decision to another. Where the ways on run in circles, some measure must shrink on some of them
and grow on none; what is left must be ranked by the next level, down to ways on that run in no circle. Each level is
asked of the solver in the exact terms. Leaves the ways on to `verify.smt.transition.steps` and the measures to
`verify.smt.prove.ranking_functions`; what is not proved here need not go on for ever.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from verify.obligations import certificate
from verify.obligations.obligations import endable_owed, ends_owed, surely_owed
from verify.obligations.verdict import Lengths, Result
from verify.smt.circles import circles
from verify.smt.encode import terms as t
from verify.smt.encode.state import State
from verify.smt.prove.groups import SCOPE
from verify.smt.prove.invariants import Inductive, steps_at_random
from verify.smt.prove.ranking_functions import Flows, RankingFunction, field_measures, ranking_functions
from verify.smt.solvers.solver import Asker
from verify.smt.transition.steps import Arrival, Course, Passage

END = -2
"""Where a way leads that ends the game."""


@dataclass(frozen=True, slots=True, eq=False)
class Edge:
    """A way on from one decision to another, or to the end; with `turns` new turns on the way at most."""

    way: Passage
    source: int
    target: int
    arrivals: tuple[Arrival, ...]

    @property
    def turns(self) -> int:
        """How many turns may begin on the way."""
        return max(a.turns for a in self.arrivals)


@dataclass(slots=True)
class Ranked:
    """Ways on that run in circles, the measure that some of them (`lower`) shrink, and the circles that are left."""

    edges: tuple[Edge, ...]
    measure: RankingFunction
    lower: tuple[Edge, ...]
    rest: tuple[Edge, ...]
    inner: list[Ranked] = field(default_factory=list)


MOST_SEEN = 40
"""So many steps of random games are kept of each way on."""


class NotRanked(Exception):
    """No measure was found for some ways on."""


def ending_result(course: Course, asker: Asker, found: Inductive) -> Iterator[Result]:
    """Whether every play ends, and what follows if it does."""
    clock = asker.clock()
    ranking, reason = ranked(course, asker, found)
    by, game = clock.by(found.ways), course.enc.game
    if ranking is None:
        for one in ends_owed(game):
            yield Result(one, "unknown", by, SCOPE, reason=reason, seconds=clock.seconds)
        return
    words, scope, seconds = f"{by}: {ranking.sentence()}", f"{SCOPE}, assuming no fault occurs", clock.seconds
    why = ranking.certificate(course, found)
    for one in ends_owed(game):
        yield Result(one, "proved", words, scope, seconds=seconds, most=ranking.lengths(), certificate=why)
    for one in (surely_owed(game), *endable_owed(game)):
        yield Result(one, "proved", f"{by}, since every game ends", scope, seconds=seconds, certificate=why)


def ranked(course: Course, asker: Asker, found: Inductive) -> tuple[Ranking | None, str]:
    """The levels that rank all ways on, or why there are none."""
    if found.failed or not found.passages:
        return None, f"not translated for the solver: {found.failed}"
    finder = _Finder(course, asker, found)
    edges = finder.edges()
    try:
        return Ranking(edges, [finder.rank(c, ()) for c in circles(edges)]), ""
    except NotRanked as error:
        late = "the time for this was up; " if asker.out_of_time else ""
        return None, f"{late}{error}"


# ---------------------------------------------------------------- the graph of decisions


def arrivals_by_place(way: Passage) -> dict[int, tuple[Arrival, ...]]:
    """Where a way on leads, by the step: to decisions, cut loops, and an end on which turns begin."""
    places: dict[int, tuple[Arrival, ...]] = {}
    for arrival in way.arrivals:
        if arrival.kind in ("ask", "cut") or (arrival.kind == "end" and arrival.turns):
            place = END if arrival.kind == "end" else arrival.step
            places[place] = (*places.get(place, ()), arrival)
    return places


# ---------------------------------------------------------------- finding levels


class _Finder:
    def __init__(self, course: Course, asker: Asker, found: Inductive) -> None:
        self.enc = course.enc
        self.asker = asker
        self.found = found
        self._flows: dict[int, Flows] = {}
        self._knowns: dict[int, t.Flag] = {}
        self._seen: dict[tuple[str, int, int], list[tuple[State, State]]] = {}
        for before, name, after in steps_at_random(self.enc.interpreter):
            pair = (self.enc.space.start(before), self.enc.space.start(after))
            if not after.over:
                seen = self._seen.setdefault((name, before.step, after.step), [])
                if len(seen) < MOST_SEEN:
                    seen.append(pair)

    def edges(self) -> list[Edge]:
        """The ways on that can go on: from a decision (the beginning is -1) to a decision or a cut loop; and those to
        an end on which turns begin."""
        found = []
        for way in self.found.passages:
            source = -1 if way.name == "(start)" else way.step
            for target, arrivals in arrivals_by_place(way).items():
                edge = Edge(way, source, target, arrivals)
                # From the beginning nearly all is known: what cannot be is left out already, and asking takes long.
                seen = source == -1 or (way.name, source, target) in self._seen
                if seen or self._asked(edge, t.any_of(a.cond for a in arrivals)) != "unsat":
                    found.append(edge)
        return found

    def _known(self, way: Passage) -> t.Flag:
        if way.name == "(start)":
            return t.all_of(way.trace.facts)
        if id(way) not in self._knowns:
            lemmas = self.found.light(way.step, way.state)
            known = (self.enc.space.sound(way.state), lemmas, *way.before, *way.trace.facts)
            self._knowns[id(way)] = t.all_of(known)
        return self._knowns[id(way)]

    def _asked(self, edge: Edge, cond: t.Flag) -> str:
        return self.asker.ask(f"measure-{edge.way.name}", (self._known(edge.way), cond))

    def rank(self, edges: tuple[Edge, ...], ties: tuple[RankingFunction, ...]) -> Ranked:
        """Ranks ways on that run in circles, where what was measured before stays the same. Raises NotRanked.

        A field that shrinks each time, as one that counts moves, is asked of before anything of cards. A measure that
        shrinks on some of them each time is taken before one that shrinks only at times.
        """
        known = {m.words for m in ties}
        for measure in field_measures(self.enc):
            new = measure.words not in known and all(self._always(edge, ties, measure) for edge in edges)
            if new and not any(self._may(edge, ties, measure, how) for edge in edges for how in ("larger", "same")):
                return self._level(edges, measure, (), ties)
        fit = []
        found = [m for m in ranking_functions(self.enc, self._all_flows(edges)) if m.words not in known]
        found = [m for m in found if not any(self._was(edge, ties, m, "larger") for edge in edges)]
        shrunk = {id(m) for m in found if any(self._was(edge, ties, m, "smaller") for edge in edges)}
        for measure in sorted(found, key=lambda m: (id(m) not in shrunk, m.most)):
            if self.asker.out_of_time:
                break
            if any(self._may(edge, ties, measure, "larger") for edge in edges):
                continue
            rest = tuple(edge for edge in edges if self._may(edge, ties, measure, "same"))
            if len(rest) < len(edges):
                return self._level(edges, measure, rest, ties)
            fit.append(measure)
        for measure in fit:
            if any(self._may(edge, ties, measure, "smaller") for edge in edges):
                return self._level(edges, measure, edges, ties)
        names = ", ".join(dict.fromkeys(e.way.name for e in edges))
        raise NotRanked(f"no quantity of zones or fields was found that shrinks with {names} (ranking function)")

    def _level(
        self,
        edges: tuple[Edge, ...],
        measure: RankingFunction,
        rest: tuple[Edge, ...],
        ties: tuple[RankingFunction, ...],
    ) -> Ranked:
        gone = tuple(edge for edge in edges if edge not in rest)
        lower = gone + tuple(edge for edge in rest if self._may(edge, ties, measure, "smaller"))
        return Ranked(edges, measure, lower, rest, [self.rank(c, (*ties, measure)) for c in circles(rest)])

    def _may(self, edge: Edge, ties: tuple[RankingFunction, ...], measure: RankingFunction, how: str) -> bool:
        """May a measure come out so, all measured before being the same? What was seen in play need not be asked."""
        if self._was(edge, ties, measure, how):
            return True
        found = (t.all_of((a.cond, comes(measure, ties, how, edge.way.state, a.state))) for a in edge.arrivals)
        return self._asked(edge, t.any_of(found)) != "unsat"

    def _was(self, edge: Edge, ties: tuple[RankingFunction, ...], measure: RankingFunction, how: str) -> bool:
        """Did it come out so in play?"""
        seen = self._seen.get((edge.way.name, edge.source, edge.target), ())
        return any(comes(measure, ties, how, before, after) is True for before, after in seen)

    def _always(self, edge: Edge, ties: tuple[RankingFunction, ...], measure: RankingFunction) -> bool:
        """Did it shrink in play, each time?"""
        seen = self._seen.get((edge.way.name, edge.source, edge.target), ())
        return bool(seen) and all(comes(measure, ties, "smaller", before, after) is True for before, after in seen)

    # ------------------------------------------------------------ flows of cards

    def _all_flows(self, edges: Sequence[Edge]) -> Flows:
        return frozenset().union(*(self._of(edge) for edge in edges))

    def _of(self, edge: Edge) -> Flows:
        """From which cell to which a way on can move a card; between zones of different kinds all cells are taken."""
        if id(edge) not in self._flows:
            kinds: dict[tuple[str, str], dict[tuple[int, int], list[t.Flag]]] = {}
            for a, b, cond, cards in edge.way.trace.moved:
                names = (self.enc.layout.cells[a].name, self.enc.layout.cells[b].name)
                moved = t.all_of((cond, self.enc.deck.some(cards)))
                kinds.setdefault(names, {}).setdefault((a, b), []).append(moved)
            self._flows[id(edge)] = frozenset(p for pairs in kinds.values() for p in self._possible(edge, pairs))
        return self._flows[id(edge)]

    def _possible(self, edge: Edge, pairs: dict[tuple[int, int], list[t.Flag]]) -> Iterator[tuple[int, int]]:
        on = t.any_of(a.cond for a in edge.arrivals)
        whole = t.any_of(cond for conds in pairs.values() for cond in conds)
        if self._asked(edge, t.all_of((on, whole))) == "unsat":
            return
        within = len({self.enc.layout.cells[c].name for pair in pairs for c in pair}) == 1
        for (a, b), conds in pairs.items():
            if not within or (a != b and self._asked(edge, t.all_of((on, t.any_of(conds)))) != "unsat"):
                yield a, b


def comes(measure: RankingFunction, ties: tuple[RankingFunction, ...], how: str, before: State, after: State) -> t.Flag:
    """Does a measure come out so, all measured before being the same?"""
    found = measure.larger(before, after) if how == "larger" else measure.same(before, after)
    return t.all_of((t.neg(found) if how == "smaller" else found, *(m.same(before, after) for m in ties)))


# ---------------------------------------------------------------- what it comes to


@dataclass(frozen=True, slots=True)
class Ranking:
    """All ways on, and the levels of those that run in circles."""

    edges: Sequence[Edge]
    levels: Sequence[Ranked]

    def turns(self) -> int:
        """The most turns of a game; 0 where the game has none."""
        return _longest(self.edges, self.levels, {-1}, lambda edge: edge.turns)

    def decisions(self) -> int:
        """The most decisions of a game."""
        return _longest(self.edges, self.levels, {-1}, lambda edge: int(edge.target != END))

    def certificate(self, course: Course, found: Inductive) -> certificate.Ranked:
        """What another solver needs to decide it."""
        number_of = {id(way): number for number, way in enumerate(found.passages)}

        def numbers(edges: Iterable[Edge]) -> tuple[certificate.Edge, ...]:
            return tuple((number_of[id(e.way)], e.target) for e in edges)

        def level(one: Ranked) -> certificate.Level:
            cells = tuple(sorted(one.measure.cells))
            inner = tuple(map(level, one.inner))
            return certificate.Level(one.measure.words, cells, numbers(one.edges), numbers(one.rest), inner)

        told: certificate.Telling = "loose" if course.enc.loose else "exact"
        lemmas = tuple(one.told() for one in found.kept if one.light)
        return certificate.Ranked(told, lemmas, numbers(self.edges), tuple(map(level, self.levels)))

    def lengths(self) -> Lengths:
        """The most of both; a play that has the most of one need not have the most of the other."""
        return Lengths(self.turns(), self.decisions())

    def sentence(self) -> str:
        """The bound, and the levels in words."""
        turns, decisions = self.turns(), self.decisions()
        most = f"{turns:,} turns, {decisions:,} decisions" if turns else f"{decisions:,} decisions"
        words = "; ".join(self._words(self.levels)) or "no path of play runs in a circle"
        return f"every game ends after at most {most}, since every turn lowers a quantity (ranking function): {words}"

    def _words(self, levels: Sequence[Ranked]) -> Iterator[str]:
        for level in levels:
            names = dict.fromkeys(e.way.name for e in level.lower)
            some = [e for e in level.lower if e in level.rest]
            often = "" if not some else ", if not each time"
            yield f"{_listed(names)} {level.measure.words}{often}"
            yield from (words if words.startswith("else ") else f"else {words}" for words in self._words(level.inner))


def _listed(names: Sequence[str] | dict[str, None]) -> str:
    *most, last = names
    return f"{', '.join(most)} or {last}" if most else last


Weight = Callable[[Edge], int]


def _longest(edges: Sequence[Edge], levels: Sequence[Ranked], starts: Iterable[int], weight: Weight) -> int:
    """The greatest weight of a walk from some steps, where circles are walked as often as their levels allow."""
    part_of = {node: level for level in levels for e in level.edges for node in (e.source, e.target)}
    inside = {id(e) for level in levels for e in level.edges}
    known: dict[int, int] = {}

    def from_node(node: int) -> int:
        if node not in known:
            level = part_of.get(node)
            nodes = {n for n, other in part_of.items() if other is level} if level is not None else {node}
            around = 0 if level is None else _around(level, {node}, weight)
            on = (weight(e) + from_node(e.target) for e in edges if e.source in nodes and id(e) not in inside)
            known[node] = around + max(on, default=0)
        return known[node]

    return max((from_node(node) for node in starts), default=0)


def _around(level: Ranked, starts: Iterable[int], weight: Weight) -> int:
    """The greatest weight of a walk within a level: one that lowers it as often as it can shrink, others between."""
    first = _longest(level.rest, level.inner, starts, weight)
    down = max(weight(e) for e in level.lower)
    after = _longest(level.rest, level.inner, {e.target for e in level.lower}, weight)
    return first + level.measure.most * (down + after)
