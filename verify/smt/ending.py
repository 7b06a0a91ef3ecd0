"""Proves that every game ends: a measure of zone sizes and fields that every way on makes smaller, level by level.

The levels come from the flow of cards: which way on can move a card from which zone to which. A level is a set of
zones that no way on gives a card; the ways on that must take one from it are done with. What is left must be ranked
by the next level. A field that can only go one way is a level too. Each level is asked of the solver again in the
exact terms. Leaves the ways on to `verify.smt.steps`; what is not proved here need not go on for ever.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from time import perf_counter

from spec import ir
from verify.obligations import ENDS, claim_obligation
from verify.smt import terms as t
from verify.smt.cards import CardTerm
from verify.smt.groups import SCOPE
from verify.smt.invariants import Inductive
from verify.smt.solver import Asker, version
from verify.smt.state import State
from verify.smt.steps import Course, Passage
from verify.verdict import Result

MOST_ZONES = 3
"""A level is made of so many kinds of zone at most."""


@dataclass(frozen=True, slots=True)
class Level:
    """Zones that never gain a card between them, or a field that only goes one way; and the ways on that it ranks."""

    words: str
    ranks: tuple[str, ...]


def ending_result(course: Course, asker: Asker, found: Inductive) -> Iterator[Result]:
    """Whether every game ends, for the claims that say so (or, without one, for the game)."""
    began = perf_counter()
    claims = [c for c in course.enc.game.claims if c.kind == "ends"]
    owed = [claim_obligation(c) for c in claims] or [ENDS]
    levels, reason = ranking(course, asker, found)
    for one in owed:
        seconds = perf_counter() - began
        if reason:
            yield Result(one, "unknown", version(), SCOPE, reason=reason, seconds=seconds)
        else:
            by = f"{version()}: between two decisions {sentence(levels)}"
            yield Result(one, "proved", by, f"{SCOPE}, wherever play meets no fault", seconds=seconds)


def sentence(levels: list[Level]) -> str:
    """The measure in words."""
    return "; or else ".join(f"{level.words} ({', '.join(sorted(set(level.ranks)))})" for level in levels)


def ranking(course: Course, asker: Asker, found: Inductive) -> tuple[list[Level], str]:
    """The levels that rank all ways on, or why there are none. Ways on from the beginning need no rank."""
    if found.failed or not found.passages:
        return [], f"not put into terms: {found.failed}"
    ways = [p for p in found.passages if p.name != "(start)"]
    finder = _Finder(course, asker, found)
    left, levels = [w for w in ways if finder.goes_on(w)], []
    while left:
        level, rest = finder.next_level(left)
        if level is None:
            names = ", ".join(dict.fromkeys(w.name for w in left))
            late = "the time for this was up; " if asker.out_of_time else ""
            return [], f"{late}no measure of zones or fields was found that shrinks with {names}"
        levels.append(level)
        left = rest
    return levels, ""


class _Finder:
    def __init__(self, course: Course, asker: Asker, found: Inductive) -> None:
        self.enc = course.enc
        self.asker = asker
        self.found = found

    def goes_on(self, way: Passage) -> bool:
        """Can play go on to another decision? Asked also to see that the terms do not contradict each other."""
        return self.asker.ask(f"goes-on-{way.name}", (*self._known(way), self._on(way))) != "unsat"

    def _known(self, way: Passage) -> list[t.Flag]:
        lemmas = self.found.light(way.step, way.state)
        return [self.enc.space.sound(way.state), lemmas, *way.before, *way.trace.facts]

    @staticmethod
    def _on(way: Passage) -> t.Flag:
        return t.any_of(a.cond for a in way.arrivals if a.kind in ("ask", "cut"))

    def next_level(self, ways: list[Passage]) -> tuple[Level | None, list[Passage]]:
        """A level that no way on raises and some lower; and the ways on that it does not lower."""
        for words, cells in self._zone_sets(ways):
            if all(self._never(way, self._gains, cells) for way in ways):
                lowered = [way for way in ways if self._never(way, self._keeps, cells)]
                if lowered:
                    names = tuple(w.name for w in lowered)
                    return Level(f"{words} lose a card for good", names), [w for w in ways if w not in lowered]
        for number, slots in enumerate(self.enc.space.field_of):
            if isinstance(slots.decl.type, ir.Int | ir.Bool):
                for up in (True, False):
                    found = self._field_level(ways, number, up)
                    if found is not None:
                        return found
        return None, ways

    def _zone_sets(self, ways: list[Passage]) -> Iterator[tuple[str, frozenset[int]]]:
        """Sets of kinds of zone that some way on takes cards out of, small ones first."""
        names = [z.source.label for z in self.enc.game.zones]
        kind = {c: name for name in names for c in self.enc.layout.cells_of(name)}
        flows = {(kind[a], kind[b]) for way in ways for a, b, cond, _ in way.trace.moved if cond is not False}
        for count in range(1, MOST_ZONES + 1):
            for chosen in combinations(names, count):
                out = any(a in chosen and b not in chosen for a, b in flows)
                if out and not any(b in chosen and a not in chosen for a, b in flows):
                    cells = frozenset(c for name in chosen for c in self.enc.layout.cells_of(name))
                    yield " and ".join(chosen), cells

    def _held(self, state: State, cells: frozenset[int]) -> CardTerm:
        held: CardTerm = 0
        for cell in sorted(cells):
            held = self.enc.deck.join(held, state.cells[cell].held)
        return held

    def _never(self, way: Passage, what: object, cells: frozenset[int]) -> bool:
        assert callable(what)
        answer = self.asker.ask(f"measure-{way.name}", (*self._known(way), what(way, cells)))
        return answer == "unsat"

    def _gains(self, way: Passage, cells: frozenset[int]) -> t.Flag:
        """Somewhere play goes on with a card in these zones that was not there."""
        d, before = self.enc.deck, self._held(way.state, cells)
        there = [a for a in way.arrivals if a.kind in ("ask", "cut")]
        return t.any_of(t.all_of((a.cond, d.some(d.without(self._held(a.state, cells), before)))) for a in there)

    def _keeps(self, way: Passage, cells: frozenset[int]) -> t.Flag:
        """Somewhere play goes on with all the cards in these zones that were there."""
        d, before = self.enc.deck, self._held(way.state, cells)
        there = [a for a in way.arrivals if a.kind in ("ask", "cut")]
        return t.any_of(t.all_of((a.cond, d.within(before, self._held(a.state, cells)))) for a in there)

    def _field_level(self, ways: list[Passage], number: int, up: bool) -> tuple[Level, list[Passage]] | None:
        lowered = []
        for way in ways:
            before = self._number(way.state, number)
            wrong, same = [], []
            for a in way.arrivals:
                if a.kind in ("ask", "cut"):
                    after = self._number(a.state, number)
                    wrong.append(t.all_of((a.cond, t.less(after, before) if up else t.less(before, after))))
                    same.append(t.all_of((a.cond, t.equal(after, before))))
            if self.asker.ask(f"measure-{way.name}", (*self._known(way), t.any_of(wrong))) != "unsat":
                return None
            if self.asker.ask(f"measure-{way.name}", (*self._known(way), t.any_of(same))) == "unsat":
                lowered.append(way)
        if not lowered:
            return None
        name = self.enc.layout.slots[number].name
        words = f"{name} goes {'up' if up else 'down'} for good"
        return Level(words, tuple(w.name for w in lowered)), [w for w in ways if w not in lowered]

    def _number(self, state: State, number: int) -> t.Number:
        value = state.fields[number]
        if isinstance(self.enc.space.field_of[number].decl.type, ir.Bool):
            return t.pick_number(value, 1, 0)
        found: t.Number = value
        return found
