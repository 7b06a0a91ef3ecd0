"""Proofs about groups of clauses: no gap, no clash, clauses that can never win, precedence that never matters.

Leaves how a position comes about to `verify.smt.transition.steps`: every position is taken that is sound, and that what
is proved of positions (the lemmas) allows; so what is proved holds in play, and what is not proved need not fail in
play.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import chain, combinations

from spec.ir import nodes as ir
from spec.ir.precedence import outrankers
from verify.obligations.obligations import fault_obligation
from verify.obligations.precedence import meaning
from verify.obligations.verdict import Obligation, Result
from verify.smt.encode import terms as t
from verify.smt.encode.expressions import Encoder
from verify.smt.encode.state import State
from verify.smt.encode.symbolic_context import At, Unencodable
from verify.smt.prove.finding import FOUND, Finding, joined
from verify.smt.prove.invariants import Inductive
from verify.smt.solvers.solver import Asker, Clock, Way
from verify.smt.transition.enabledness import looked_for
from verify.smt.transition.moves import Held, choose, judge, ranked
from verify.smt.transition.steps import Course, Passage

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
    state: State


@dataclass(slots=True)
class Group:
    """All places where the clauses of a group or an action are read."""

    kind: str
    source: ir.Source
    clauses: tuple[ir.Clause, ...]
    asked: list[Asked] = field(default_factory=list)
    looked: list[Asked] = field(default_factory=list)
    """Where `can` looks for a move, besides: which clause wins there decides what `can` answers."""
    missing: list[str] = field(default_factory=list)

    @property
    def places(self) -> list[Asked]:
        """Every place at which the clauses decide something."""
        return [*self.asked, *self.looked]

    @property
    def is_read(self) -> bool:
        """Are the clauses read anywhere?"""
        return bool(self.asked or self.looked or self.missing)

    @property
    def subject(self) -> str:
        """What results are about: with the kind, for a move may be called as an outcome is, or `play`."""
        return f"{self.kind} {self.source.label}"

    @property
    def labels(self) -> tuple[str, ...]:
        """The clauses' labels."""
        return tuple(c.source.label for c in self.clauses)


Idle = tuple[Obligation, Callable[[], Finding]]
"""That something decides nothing in a group of clauses, and what proves it."""


class Groups:
    """The outcome groups and actions of a game, wherever play reads them."""

    def __init__(self, course: Course, asker: Asker, lemmas: Lemmas = no_lemmas, ways: tuple[Way, ...] = ()) -> None:
        self.enc: Encoder = course.enc
        self.course = course
        self.asker = asker
        self.lemmas = lemmas
        self.ways = ways
        game = self.enc.game
        self.outcomes = {g.source.label: Group("outcome", g.source, g.clauses) for g in game.groups}
        self.ends = Group("play", ir.Source("ends"), game.endings)
        self.actions = {a.source.label: Group("move", a.source, a.clauses) for a in game.actions}
        self._untold = ""
        """Why the solver was not told of what was read last."""
        self._read()

    def _read(self) -> None:
        for step in self.course.asks():
            act = self.course.steps[step].ask
            assert act is not None
            for name in act.actions:
                self._read_action(step, self.enc.index.actions[name])
            if act.otherwise:
                self._note(
                    step, self.course.steps[step].source.label, lambda s, x: self.course.by_step(s, x, whole=False)
                )
        for step, at in enumerate(self.course.steps):
            if at.runs:
                self._note(step, at.source.label, lambda s, x: self.course.by_step(s, x, whole=False))
        self._look()

    def _look(self) -> None:
        """Where `can` looks for a move: where clauses are read that ask so; or in the course of a turn, where nothing
        is known but that every card lies somewhere."""
        game, index = self.enc.game, self.enc.index
        anywhere = (game.steps, game.routines, game.groups, game.endings, *(a.effects for a in game.actions))
        for name in sorted(looked_for(index, anywhere)):
            self._look_for(index.actions[name], lambda _state: True)
        for step in self.course.asks():
            act = self.course.steps[step].ask
            assert act is not None
            asking = [(index.actions[a].clauses, index.actions[a].params) for a in act.actions]
            for name in sorted(looked_for(index, tuple(asking))):
                self._look_for(index.actions[name], partial(self.lemmas, step))

    def _look_for(self, action: ir.Action, known_of: Callable[[State], t.Flag]) -> None:
        group = self.actions[action.source.label]
        state = self.enc.space.arbitrary("s")
        at = At(state)
        try:
            chosen = choose(self.enc, action, at)
            held = judge(self.enc, action, at, chosen.names).held
        except Unencodable as error:
            group.missing.append(f"can {action.source.told}: {error}")
            return
        known = (self.enc.space.sound(state), known_of(state), *at.facts, *chosen.facts, held.defined)
        group.looked.append(Asked(f"can {action.source.label}", known, held, state))

    def _read_action(self, step: int, action: ir.Action) -> None:
        label = action.source.label
        passage = self._note(step, label, lambda s, x: self.course.by_move(s, action, x, whole=False))
        if passage is None or passage.judgement is None or passage.chosen is None:
            why = f"; {self._untold}" if self._untold else ""
            self.actions[label].missing.append(f"{action.source.told} was not translated for the solver{why}")
            return
        known = (*self._sound(step, passage), *passage.chosen.facts, passage.judgement.held.defined)
        self.actions[label].asked.append(Asked(label, known, passage.judgement.held, passage.state))

    def _sound(self, step: int, passage: Passage) -> tuple[t.Flag, ...]:
        """What is known there. Lemmas are proved of every decision; not of all positions in which play comes by another
        step, though a loop may have been cut there."""
        state = passage.state
        lemmas = self.lemmas(step, state) if self.course.steps[step].ask is not None else True
        return (self.enc.space.sound(state), lemmas, *passage.trace.facts)

    def _note(self, step: int, where: str, make: Callable[[int, State], Passage]) -> Passage | None:
        """Keeps the groups that are read on a passage; on one that cannot be said any group may be read."""
        self._untold = ""
        try:
            passage = make(step, self.enc.space.arbitrary("s"))
        except Unencodable as error:
            self._untold = str(error)
            for group in self.outcomes.values():
                group.missing.append(f"{where}: {error}")
            return None
        for found in passage.trace.resolved:
            known = (*self._sound(step, passage), *passage.before, found.path, found.held.defined)
            self.outcomes[found.group.source.label].asked.append(Asked(where, known, found.held, passage.state))
        return passage

    def read_ends(self, found: Inductive) -> None:
        """Takes up the ends wherever play reads them. Those read at different steps do not meet."""
        endings = self.enc.game.endings
        self.ends.missing = [found.failed] if found.failed else []
        for passage in found.passages:
            start = passage.name == "(start)"
            known = passage.trace.facts if start else (*self._sound(passage.step, passage), *passage.before)
            for one in passage.trace.ended:
                holds = dict(zip((e.source.label for e in one.endings), one.held.holds, strict=True))
                order = outrankers(self.ends.labels, self.enc.game.ending_order)
                flags = tuple(holds.get(e.source.label, False) for e in endings)
                held = Held(tuple(e.source for e in endings), flags, one.held.defined, order)
                there = (*known, one.path, one.held.defined)
                self.ends.asked.append(Asked(passage.name, there, held, one.state))

    # ------------------------------------------------------------ questions

    def ask(self, group: Group, name: str, what: Callable[[Held], t.Flag]) -> Finding:
        """Can this hold wherever the group is read, or `can` looks at it? `proved`: nowhere."""
        return self._joined(
            group, (self._at(place, f"{group.source.label}-{name}", what(place.held)) for place in group.places)
        )

    def _at(self, place: Asked, name: str, *conds: t.Flag) -> Finding:
        return FOUND[self.asker.ask(name, (*place.known, *conds))]

    @staticmethod
    def _joined(group: Group, findings: Iterator[Finding]) -> Finding:
        """What the findings of all places of a group come to; one that could not be put into terms is not known."""
        return joined(chain(findings, ("unknown" for _ in group.missing)))

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
        return disagreeing(group.clauses, self._above(group))

    @staticmethod
    def _above(group: Group) -> tuple[int, ...]:
        return group.places[0].held.above if group.places else (0,) * len(group.clauses)

    def ranked(self, group: Group) -> list[tuple[int, int]]:
        """The pairs of which the first outranks the second."""
        above = self._above(group)
        count = range(len(group.clauses))
        return [(a, b) for b in count for a in count if a != b and above[b] >> a & 1]

    # ------------------------------------------------------------ results

    def results(self) -> Iterator[Result]:
        """What is proved of every group and action, and what is not."""
        for group in self.outcomes.values():
            if group.is_read:
                yield self._no_gap(group)
                yield from self._of_clauses(group)
        for group in self.actions.values():
            if group.is_read:
                yield from self._of_clauses(group)
        if self.ends.is_read:
            yield from self._of_ends()

    def _of_ends(self) -> Iterator[Result]:
        """Whether two ends come about together with different results, and which can never come about."""
        began, group, labels = self.asker.clock(), self.ends, self.ends.labels
        found = {pair: self._ends_collide(*pair) for pair in self.disagree(group)}
        open_ = [f"{labels[a]} and {labels[b]}" for (a, b), f in found.items() if f != "proved"]
        reason = f"in a sound position both ends hold, with different results: {', '.join(open_)}"
        yield self.result(fault_obligation("collision"), joined(found.values()), began, reason, group)

    def _ends_collide(self, one: int, other: int) -> Finding:
        """Can two ends come about together, unranked, with different results?"""
        return self._joined(self.ends, (self._collide_at(place, one, other) for place in self.ends.places))

    def _collide_at(self, place: Asked, one: int, other: int) -> Finding:
        """The same at one place: together, and if so with different results."""
        a, b = self.enc.game.endings[one], self.enc.game.endings[other]
        both = t.all_of((place.held.wins(one), place.held.wins(other)))
        together = self._at(place, f"ends-{one}-{other}", both)
        if together == "proved":
            return together
        apart = t.neg(same_returns(self.enc, a, b, place.state))
        return self._at(place, f"ends-{one}-{other}-differ", both, apart)

    def _no_gap(self, group: Group) -> Result:
        began, label = self.asker.clock(), group.source.label
        sentence = f"whenever play evaluates {label}, one of its clauses applies"
        owed = Obligation("no-gap", group.subject, sentence, (group.source,), False)
        found = self.gap(group)
        return self.result(owed, found, began, "a sound position has no clause that applies", group)

    def _of_clauses(self, group: Group) -> Iterator[Result]:
        began, label, labels = self.asker.clock(), group.source.label, group.labels
        pairs = self.disagree(group)
        found = {pair: self.collide(group, *pair) for pair in pairs}
        sentence = f"no two unranked clauses of {label} win at once and disagree"
        open_ = [f"{labels[a]} and {labels[b]}" for (a, b), f in found.items() if f != "proved"]
        owed = Obligation("no-clash", group.subject, sentence, (group.source,), False)
        yield self.result(
            owed, joined(found.values()), began, f"in a sound position both win: {', '.join(open_)}", group
        )

    def idle_results(self) -> Iterator[Result]:
        """Clauses that can never win, and lines of an order whose clauses never apply at once: whatever the shape, in a
        move of several."""
        written: dict[tuple[str, str], list[Group]] = {}
        for group in (*self.outcomes.values(), *self.actions.values(), self.ends):
            if group.is_read and group.clauses:
                written.setdefault((group.kind, group.clauses[0].source.owner), []).append(group)
        for idle in (self._dead, self._idle):
            for groups in written.values():
                yield from self._in_all(groups, idle)

    def _in_all(self, groups: Sequence[Group], idle: Callable[[Group], Iterator[Idle]]) -> Iterator[Result]:
        """What is proved in each of the groups that have the clauses."""
        asked: dict[Obligation, list[Callable[[], Finding]]] = {}
        for owed, ask in chain.from_iterable(map(idle, groups)):
            asked.setdefault(owed, []).append(ask)
        for owed, several in asked.items():
            began = self.asker.clock()
            if all(ask() == "proved" for ask in several):
                yield self.result(owed, "proved", began, "", groups[0])

    def _dead(self, group: Group) -> Iterator[Idle]:
        for number, clause in enumerate(group.clauses):
            label = clause.source.label
            subject = f"{'end' if group is self.ends else clause.source.owner} {label}"
            owed = Obligation("dead-clause", subject, f"{label} never takes effect", (clause.source,), False)
            yield owed, partial(self.wins, group, number)

    def _idle(self, group: Group) -> Iterator[Idle]:
        for high, low in self.ranked(group):
            better, worse = group.clauses[high].source, group.clauses[low].source
            subject = f"{better.owner} {better.label} over {worse.label}"
            sentence = f"{better.label} and {worse.label} never apply at once, so their order decides nothing"
            owed = Obligation("idle-order", subject, sentence, (better, worse), False)
            yield owed, partial(self.both, group, high, low)

    def result(self, owed: Obligation, found: Finding, began: Clock, reason: str, group: Group) -> Result:
        """A finding as a result; what is only possible in some sound position stays unknown."""
        by = began.by(self.ways)
        if found == "proved":
            by = by if began.ways() else "the form of the rules"
            return Result(owed, "proved", by, SCOPE, seconds=began.seconds)
        if found == "unknown":
            reason = "; ".join(dict.fromkeys(group.missing)) or "the solver gave no answer within its bound"
        else:
            reason += "; perhaps no game reaches that position"
        return Result(owed, "unknown", by, SCOPE, reason=reason, seconds=began.seconds)


def same_returns(enc: Encoder, one: ir.Ending, other: ir.Ending, state: State) -> t.Flag:
    """Do two ends give every player the same? A result that hangs on what is not kept need not be the same."""
    if type(one.result) is not type(other.result):
        return False
    try:
        pairs = zip(returns_of(enc, one, state), returns_of(enc, other, state), strict=True)
        return t.all_of(t.equal(x, y) if one.result.scored else t.same_flag(x, y) for x, y in pairs)
    except Unencodable:
        return False


def returns_of(enc: Encoder, ending: ir.Ending, state: State) -> list[t.Flag | t.Number]:
    """For each player whether they win, or what they get. Raises Unencodable."""
    at, result = At(state), ending.result
    expr = result.asked
    found = [enc.value(expr, at, {result.var: player}) for player in range(enc.layout.players)]
    if at.facts or at.guessed:
        raise Unencodable(expr, "a result that depends on a choice outside the encoding")
    return [enc.deck.counted(v) for v in found] if result.scored else found


def disagreeing(clauses: tuple[ir.Clause, ...], above: tuple[int, ...]) -> list[tuple[int, int]]:
    """The pairs of clauses, neither of which outranks the other, that say different things."""
    pairs = combinations(range(len(clauses)), 2)
    return [(a, b) for a, b in pairs if not ranked(above, a, b) and differ(clauses[a], clauses[b])]


def differ(one: ir.Clause, other: ir.Clause) -> bool:
    """May it matter that both win: do they say different things, at one step?"""
    if isinstance(one, ir.Ending) and isinstance(other, ir.Ending) and one.at and other.at:
        return meaning(one) != meaning(other) and not set(one.at).isdisjoint(other.at)
    return meaning(one) != meaning(other)
