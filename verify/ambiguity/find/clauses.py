"""Keeps which clauses applied together and which won, and reads off the ones that do nothing.

Leaves the positions at which they were judged to the plays. What was seen is not all there is: what follows from it
holds for what was seen, and is told with that scope.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Literal

from engine.interpreter.frame import Event
from engine.interpreter.moves import Ruling
from spec.ir import nodes as ir
from spec.ir.clauses import Mark, mark
from spec.ir.precedence import outrankers, unranked

Idle = Literal["dead", "shadowed", "implied"]


@dataclass(slots=True)
class ClauseRecord:
    """For each action the sets of clauses that applied to some move, with how often; and what fired."""

    sets: dict[str, Counter[tuple[str, ...]]] = field(default_factory=dict)
    marks: set[Mark] = field(default_factory=set)
    _known: dict[int, tuple[Ruling, tuple[str, ...]]] = field(default_factory=dict)

    def applied(self, action: str, ruling: Ruling) -> None:
        """Takes in what the clauses of an action said of one move."""
        kept = self._known.get(id(ruling))
        if kept is None:
            kept = self._known[id(ruling)] = (ruling, tuple(s.label for s in ruling.applicable))
        self.sets.setdefault(action, Counter())[kept[1]] += 1

    def fired(self, events: Iterable[Event]) -> None:
        """Takes in what fired on the way to a position."""
        self.marks.update(mark(e.kind, e.source) for e in events if e.kind in ("outcome", "ending", "forbid"))

    def judgements(self, action: str) -> int:
        """How many moves of an action were judged."""
        return sum(self.sets.get(action, Counter()).values())


@dataclass(frozen=True, slots=True)
class IdleClause:
    """A clause that does nothing in what was seen; `others` are those that it gives way to or that say the same."""

    idle: Idle
    part: str
    source: ir.Source
    others: tuple[ir.Source, ...]
    seen: int


def idle_clauses(game: ir.Game, record: ClauseRecord) -> Iterator[IdleClause]:
    """The clauses of moves, outcomes and ends that did nothing in what was seen."""
    for action in game.actions:
        if record.judgements(action.source.label):
            yield from _of_action(action, record)
    for group in game.groups:
        yield from _unfired(group.source.label, "outcome", tuple(c.source for c in group.clauses), record)
    yield from _unfired("ends", "ending", tuple(e.source for e in game.endings), record)


def _unfired(part: str, kind: str, sources: tuple[ir.Source, ...], record: ClauseRecord) -> Iterator[IdleClause]:
    """Clauses that never fired, of a part of which others did: what was never asked for tells nothing."""
    silent = [s for s in sources if mark(kind, s) not in record.marks]
    for source in silent if len(silent) < len(sources) else ():
        yield IdleClause("dead", part, source, (), 0)


def _of_action(action: ir.Action, record: ClauseRecord) -> Iterator[IdleClause]:
    clauses, name = action.clauses, action.source.label
    place = {c.source.label: i for i, c in enumerate(clauses)}
    above = outrankers(tuple(place), action.order)
    masks = {sum(1 << place[label] for label in labels if label in place) for labels in record.sets[name]}
    seen = record.judgements(name)
    for i, clause in enumerate(clauses):
        with_it = [m for m in masks if m >> i & 1]
        if not with_it and mark("forbid", clause.source) in record.marks:
            continue  # it left no move to be judged
        if not with_it:
            yield IdleClause("dead", name, clause.source, (), seen)
            continue
        deciding = [m for m in with_it if i in unranked(m, above)]
        if not deciding:
            over = {j for m in with_it for j in range(len(clauses)) if m >> j & 1 and above[i] >> j & 1}
            yield IdleClause("shadowed", name, clause.source, _sources(clauses, over), seen)
        elif all(_verdict(m, above, clauses) == _verdict(m & ~(1 << i), above, clauses) for m in with_it):
            common = set.intersection(*(set(unranked(m & ~(1 << i), above)) for m in deciding))
            alike = {j for j in common if type(clauses[j]) is type(clause)}
            yield IdleClause("implied", name, clause.source, _sources(clauses, alike), seen)


def _sources(clauses: tuple[ir.Permit | ir.Forbid, ...], which: set[int]) -> tuple[ir.Source, ...]:
    return tuple(clauses[j].source for j in sorted(which))


def _verdict(mask: int, above: tuple[int, ...], clauses: tuple[ir.Permit | ir.Forbid, ...]) -> str:
    permits = {clauses[i].kind == "permit" for i in unranked(mask, above)}
    return "legal" if permits == {True} else "clash" if len(permits) == 2 else "not legal"


# ---------------------------------------------------------------- what is said twice

SUMMARY = ("quick", "reference", "summary", "overview", "reminder", "recap", "glance", "short")
"""Words in the heading of a place that tell again what other places state."""


def is_summary(cite: str) -> bool:
    """Is a place of the rulebook one that says again what others say?"""
    return any(word in cite.rpartition("/")[0].lower().split() for word in SUMMARY)


@dataclass(frozen=True, slots=True)
class Restated:
    """A clause that only summaries state, and the clauses that it says again.

    `more`: it applies where none of them does; `less`: one of them applies where it does not.
    """

    part: str
    source: ir.Source
    others: tuple[ir.Source, ...]
    more: bool
    less: bool


def restated(game: ir.Game, record: ClauseRecord) -> Iterator[Restated]:
    """Clauses from a quick reference that do not mean what they say again."""
    for action in game.actions:
        sets = record.sets.get(action.source.label, Counter())
        for clause in action.clauses:
            if not clause.source.cites or not all(map(is_summary, clause.source.cites)):
                continue
            others = tuple(
                c.source
                for c in action.clauses
                if type(c) is type(clause) and any(not is_summary(cite) for cite in c.source.cites)
            )
            labels = {o.label for o in others}
            more = any(clause.source.label in s and labels.isdisjoint(s) for s in sets)
            less = any(clause.source.label not in s and not labels.isdisjoint(s) for s in sets)
            if others and (more or less):
                yield Restated(action.source.label, clause.source, others, more, less)
