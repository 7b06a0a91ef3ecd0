"""Proofs about groups of clauses: no gap, no clash, clauses that can never win, precedence that never matters.

Leaves how a position comes about to `verify.smt.steps`: every position is taken that is sound, and that what is proved
of positions (the lemmas) allows; so what is proved holds in play, and what is not proved need not fail in play.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import combinations
from time import perf_counter
from typing import Literal

from spec import ir
from verify.smt import terms as t
from verify.smt.encode import Encoder
from verify.smt.moves import Held
from verify.smt.reading import Unencodable
from verify.smt.solver import Answer, Asker, version
from verify.smt.state import State
from verify.smt.steps import Course, Passage
from verify.verdict import Obligation, Result

Finding = Literal["proved", "possible", "unknown"]
Lemmas = Callable[[int, State], t.Flag]
"""What is proved of all positions at a step."""

SCOPE = "all positions of the full deck"


def no_lemmas(_step: int, _state: State) -> t.Flag:
    """Nothing is known but that a position is sound."""
    return True


@dataclass(frozen=True, slots=True)
class Asked:
    """Clauses at one place where they are read: what is known there, and which apply."""

    where: str
    known: tuple[t.Flag, ...]
    held: Held


@dataclass(slots=True)
class Group:
    """All places where the clauses of a group or an action are read."""

    source: ir.Source
    clauses: tuple[ir.Clause, ...]
    asked: list[Asked] = field(default_factory=list)
    missing: list[str] = field(default_factory=list)

    @property
    def labels(self) -> tuple[str, ...]:
        """The clauses' labels."""
        return tuple(c.source.label for c in self.clauses)


class Groups:
    """The outcome groups and actions of a game, wherever play reads them."""

    def __init__(self, course: Course, asker: Asker, lemmas: Lemmas = no_lemmas) -> None:
        self.enc: Encoder = course.enc
        self.course = course
        self.asker = asker
        self.lemmas = lemmas
        game = self.enc.game
        self.outcomes = {g.source.label: Group(g.source, g.clauses) for g in game.groups}
        self.actions = {a.source.label: Group(a.source, a.clauses) for a in game.actions}
        self._read()

    def _read(self) -> None:
        for step in self.course.asks():
            act = self.course.steps[step].act
            assert isinstance(act, ir.Ask)
            for name in act.actions:
                self._read_action(step, self.enc.index.actions[name])
            if act.otherwise:
                self._note(
                    step, self.course.steps[step].source.label, lambda s, x: self.course.by_step(s, x, whole=False)
                )
        for step, act in enumerate(s.act for s in self.course.steps):
            if isinstance(act, ir.Run):
                label = self.course.steps[step].source.label
                self._note(step, label, lambda s, x: self.course.by_step(s, x, whole=False))

    def _read_action(self, step: int, action: ir.Action) -> None:
        label = action.source.label
        passage = self._note(step, label, lambda s, x: self.course.by_move(s, action, x, whole=False))
        if passage is None or passage.judgement is None or passage.chosen is None:
            self.actions[label].missing.append(f"{label} could not be read")
            return
        known = (*self._sound(step, passage), *passage.chosen.facts, passage.judgement.held.sure)
        self.actions[label].asked.append(Asked(label, known, passage.judgement.held))

    def _sound(self, step: int, passage: Passage) -> tuple[t.Flag, ...]:
        state = passage.state
        return (self.enc.space.sound(state), self.lemmas(step, state), *passage.trace.facts)

    def _note(self, step: int, where: str, make: Callable[[int, State], Passage]) -> Passage | None:
        """Keeps the groups that are read on a passage; on one that cannot be said any group may be read."""
        try:
            passage = make(step, self.enc.space.arbitrary("s"))
        except Unencodable as error:
            for group in self.outcomes.values():
                group.missing.append(f"{where}: {error}")
            return None
        for found in passage.trace.resolved:
            known = (*self._sound(step, passage), *passage.before, found.path, found.held.sure)
            self.outcomes[found.group.source.label].asked.append(Asked(where, known, found.held))
        return passage

    # ------------------------------------------------------------ questions

    def ask(self, group: Group, name: str, what: Callable[[Held], t.Flag]) -> Finding:
        """Can this hold wherever the group is read? `proved`: nowhere."""
        answers: set[Answer] = set()
        for place in group.asked:
            answers.add(self.asker.ask(f"{group.source.label}-{name}", (*place.known, what(place.held))))
        if "unknown" in answers or (group.missing and "sat" not in answers):
            return "unknown"
        return "possible" if "sat" in answers else "proved"

    def gap(self, group: Group) -> Finding:
        """Can no clause apply?"""
        return self.ask(group, "gap", lambda held: t.neg(held.some))

    def both(self, group: Group, one: int, other: int) -> Finding:
        """Can two clauses apply at once?"""
        return self.ask(group, f"both-{one}-{other}", lambda h: t.all_of((h.holds[one], h.holds[other])))

    def collide(self, group: Group, one: int, other: int) -> Finding:
        """Can two clauses win at once?"""
        return self.ask(group, f"clash-{one}-{other}", lambda h: t.all_of((h.wins(one), h.wins(other))))

    def wins(self, group: Group, one: int) -> Finding:
        """Can a clause win?"""
        return self.ask(group, f"wins-{one}", lambda h: h.wins(one))

    def disagree(self, group: Group) -> list[tuple[int, int]]:
        """The pairs of clauses, neither of which outranks the other, that say different things."""
        above = group.asked[0].held.above if group.asked else (0,) * len(group.clauses)
        pairs = combinations(range(len(group.clauses)), 2)
        free = [(a, b) for a, b in pairs if not (above[a] >> b & 1 or above[b] >> a & 1)]
        return [(a, b) for a, b in free if _differ(group.clauses[a], group.clauses[b])]

    def ranked(self, group: Group) -> list[tuple[int, int]]:
        """The pairs of which the first outranks the second."""
        above = group.asked[0].held.above if group.asked else (0,) * len(group.clauses)
        count = range(len(group.clauses))
        return [(a, b) for b in count for a in count if a != b and above[b] >> a & 1]

    # ------------------------------------------------------------ results

    def results(self) -> Iterator[Result]:
        """What is proved of every group and action, and what is not."""
        for group in self.outcomes.values():
            if group.asked or group.missing:
                yield self._no_gap(group)
                yield from self._of_clauses(group)
        for group in self.actions.values():
            if group.asked or group.missing:
                yield from self._of_clauses(group)

    def _no_gap(self, group: Group) -> Result:
        began = perf_counter()
        label = group.source.label
        owed = Obligation(
            "no-gap", label, f"wherever {label} is asked, one of its clauses applies", (group.source,), False
        )
        found = self.gap(group)
        return self.result(owed, found, began, "a sound position has no clause that applies", group)

    def _of_clauses(self, group: Group) -> Iterator[Result]:
        began, label, labels = perf_counter(), group.source.label, group.labels
        pairs = self.disagree(group)
        found = {pair: self.collide(group, *pair) for pair in pairs}
        sentence = f"no two clauses of {label} that neither outranks win at once and differ"
        open_ = [f"{labels[a]} and {labels[b]}" for (a, b), f in found.items() if f != "proved"]
        owed = Obligation("no-clash", label, sentence, (group.source,), False)
        worst: Finding = "proved" if not open_ else "unknown" if "unknown" in found.values() else "possible"
        if not pairs and group.missing:
            worst = "proved"
        yield self.result(owed, worst, began, f"in a sound position both win: {', '.join(open_)}", group)
        yield from self._dead(group)
        yield from self._idle(group)

    def _dead(self, group: Group) -> Iterator[Result]:
        for number, clause in enumerate(group.clauses):
            began = perf_counter()
            if self.wins(group, number) == "proved":
                label = clause.source.label
                subject = f"{group.source.label} {label}"
                owed = Obligation("dead-clause", subject, f"{label} never has its way", (clause.source,), False)
                yield self.result(owed, "proved", began, "", group)

    def _idle(self, group: Group) -> Iterator[Result]:
        for high, low in self.ranked(group):
            began = perf_counter()
            if self.both(group, high, low) == "proved":
                better, worse = group.clauses[high].source, group.clauses[low].source
                subject = f"{group.source.label} {better.label} over {worse.label}"
                sentence = f"{better.label} and {worse.label} never apply at once, so their order says nothing"
                yield self.result(
                    Obligation("idle-order", subject, sentence, (better, worse), False), "proved", began, "", group
                )

    def result(self, owed: Obligation, found: Finding, began: float, reason: str, group: Group) -> Result:
        """A finding as a result; what is only possible in some sound position stays unknown."""
        seconds = perf_counter() - began
        if found == "proved":
            return Result(owed, "proved", version(), SCOPE, seconds=seconds)
        if found == "unknown":
            reason = "; ".join(group.missing) or "the solver did not answer within its bound"
        else:
            reason += "; it may be one that no play reaches"
        return Result(owed, "unknown", version(), SCOPE, reason=reason, seconds=seconds)


def _differ(one: ir.Clause, other: ir.Clause) -> bool:
    match one, other:
        case ir.Outcome(), ir.Outcome():
            return one.effects != other.effects
        case _:
            return type(one) is not type(other)
