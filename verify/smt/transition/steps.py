"""The course of play on symbolic positions: from a decision by a move, or from a step, to where play can stand next.

Leaves effects to `verify.smt.transition.transition`, and what is proved of all this to `verify.smt.prove.prove` and
`verify.smt.prove.invariants`.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Literal

from spec.ir import nodes as ir
from spec.ir.flow import target as target_of
from verify.smt.encode import terms as t
from verify.smt.encode.expressions import Encoder
from verify.smt.encode.state import State
from verify.smt.encode.symbolic_context import Names
from verify.smt.transition.moves import Chosen, Judgement, choose, held_of, judge
from verify.smt.transition.transition import Effects, Ended, Trace

MOST_VISITS = 4
"""A step that is come to more often between two decisions is a loop; play is cut there, and goes on from there."""

MOST_IN_SETUP = 80
"""The same, on the way to the first decision, where all is known and loops come to their end."""


Way = tuple[int, t.Flag, State, int]
"""A step that follows, when it does, the state there, and how many turns begin on the way."""


@dataclass(frozen=True, slots=True)
class Arrival:
    """Where play can stand: `ask` at a decision, `run` on coming to a labelled step, `end` (label: the
    ending's), `cut` where a loop is not followed further. At most `turns` turns have begun on the way there."""

    kind: Literal["ask", "run", "end", "cut"]
    step: int
    label: str
    cond: t.Flag
    state: State
    turns: int = 0


@dataclass(slots=True)
class Passage:
    """All ways on from one point of play: `before` is what is assumed, besides that the position is sound."""

    name: str
    step: int
    state: State
    before: list[t.Flag] = field(default_factory=list)
    arrivals: list[Arrival] = field(default_factory=list)
    trace: Trace = field(default_factory=Trace)
    chosen: Chosen | None = None
    judgement: Judgement | None = None


class Course:
    """Follows play on symbolic positions; with `through` also past decisions at which there may be no legal move."""

    def __init__(self, enc: Encoder, *, through: bool = False) -> None:
        self.enc = enc
        self.through = through
        self.steps = enc.game.steps
        self._begins = enc.interpreter.turns_begin()

    # ------------------------------------------------------------ passages

    def asks(self) -> list[int]:
        """The steps at which somebody decides."""
        return [i for i, step in enumerate(self.steps) if step.ask is not None]

    def labelled(self) -> list[int]:
        """The labelled steps that ask nobody."""
        return [i for i, step in enumerate(self.steps) if step.runs and step.source.label]

    def by_move(self, step: int, action: ir.Action, state: State, *, whole: bool = True) -> Passage:
        """A legal move of an action at a decision, and (unless not `whole`) all that follows up to the next one."""
        passage = Passage(action.source.label, step, state)
        effects = Effects(self.enc, passage.trace)
        at = effects.at(state)
        passage.chosen = choose(self.enc, action, at)
        names = passage.chosen.names
        passage.judgement = judge(self.enc, action, at, names)
        effects.remember(at)
        passage.before = [*passage.chosen.facts, passage.judgement.held.defined, passage.judgement.legal]
        self._after(passage, effects, action.effects, True, whole)
        return passage

    def by_pass(self, step: int, state: State) -> Passage:
        """A pass, or going on because an optional decision offers nothing."""
        passage = Passage("(pass)", step, state)
        effects = Effects(self.enc, passage.trace)
        then = self.steps[step].next
        passage.arrivals = self._walk([(then, True, state, self._turn(then))], effects, MOST_VISITS)
        return passage

    def by_cut(self, step: int, state: State) -> Passage:
        """On from a step at which a loop was cut."""
        passage = Passage("(loop)", step, state)
        effects = Effects(self.enc, passage.trace)
        passage.arrivals = self._walk([(step, True, state, 0)], effects, MOST_VISITS)
        return passage

    def by_step(self, step: int, state: State, *, whole: bool = True) -> Passage:
        """What a step does of itself: its effects, or those it has for want of a legal move."""
        passage = Passage(self.steps[step].source.label, step, state)
        effects = Effects(self.enc, passage.trace)
        done = self.steps[step].effects
        self._after(passage, effects, done, bool(self.steps[step].source.label), whole)
        return passage

    def from_start(self) -> Passage:
        """From the first step to the first decisions."""
        state = self.enc.space.start(self.enc.interpreter.initial())
        passage = Passage("(start)", 0, state)
        effects = Effects(self.enc, passage.trace)
        passage.arrivals = self._walk([(0, True, state, self._turn(0))], effects, MOST_IN_SETUP)
        return passage

    def _after(self, passage: Passage, effects: Effects, done: tuple[ir.Effect, ...], reads: bool, whole: bool) -> None:
        with effects.under(t.all_of(passage.before)):
            names = {} if passage.chosen is None else passage.chosen.names
            starts = self._carry_out(passage.step, done, passage.state, effects, reads, passage.arrivals, names)
            if whole:
                passage.arrivals += self._walk(starts, effects, MOST_VISITS)
            else:
                passage.arrivals += [Arrival("run", s, "", c, state, n) for s, c, state, n in starts]

    # ------------------------------------------------------------ from step to step

    def _carry_out(
        self,
        at_step: int,
        done: tuple[ir.Effect, ...],
        state: State,
        effects: Effects,
        reads: bool,
        arrivals: list[Arrival],
        names: Names,
    ) -> list[Way]:
        """Runs effects and reads the endings; the steps that follow, each with when, and if a turn begins there."""
        step, found = self.steps[at_step], []
        for flow in effects.all(done, state, names):
            target = step.next if flow.jump is None else target_of(self.enc.index, step, flow.jump)
            going = flow.cond
            if reads:
                with effects.under(flow.cond):
                    on = self._endings(None, at_step, flow.state, flow.cond, effects, arrivals)
                going = t.all_of((flow.cond, on))
            if target < 0:
                with effects.under(going):
                    effects.stop_unless("undefined", False)
            elif going is not False:
                found.append((target, going, flow.state, self._turn(target)))
        return found

    def _turn(self, target: int) -> int:
        """Does a turn begin on coming there? As play counts: also one without a choice, and one that begins anew."""
        return int(target in self._begins)

    def _endings(
        self, label: str | None, step: int, state: State, cond: t.Flag, effects: Effects, arrivals: list[Arrival]
    ) -> t.Flag:
        """Reads the endings of a step (or those of none); whether play goes on."""
        among = tuple(e for e in self.enc.game.endings if (label in e.at if label is not None else not e.at))
        if not among:
            return True
        at = effects.at(state)
        names = {e.source.label for e in among}
        order = tuple(e for e in self.enc.game.ending_order if e.better in names and e.worse in names)
        held = held_of(self.enc, among, order, at, {})
        effects.remember(at)
        effects.stop_unless("undefined", held.defined)
        effects.trace.ended.append(Ended(among, t.all_of((effects.path, cond)), held, state))
        earlier: list[t.Flag] = []
        for number, ending in enumerate(among):
            won = t.all_of((held.defined, held.wins(number), t.neg(t.any_of(earlier))))
            earlier.append(held.wins(number))
            if won is not False:
                arrivals.append(Arrival("end", step, ending.source.label, t.all_of((cond, won)), state))
        return t.all_of((held.defined, t.neg(held.some)))

    def _walk(self, starts: list[Way], effects: Effects, most: int) -> list[Arrival]:
        """Follows steps up to decisions and ends; ways that meet become one."""
        arrivals: list[Arrival] = []
        pending: dict[int, tuple[t.Flag, State, int]] = {}
        visits: dict[int, int] = {}
        self._put(pending, starts)
        while pending:
            at_step = min(pending)
            cond, state, turns = pending.pop(at_step)
            visits[at_step] = visits.get(at_step, 0) + 1
            if visits[at_step] > most:
                arrivals.append(Arrival("cut", at_step, "", cond, state, turns))
                continue
            if at_step >= len(self.steps):
                with effects.under(cond):
                    effects.stop_unless("gap", False)
            else:
                before = len(arrivals)
                with effects.under(cond):
                    found = self._visit(at_step, cond, state, effects, arrivals)
                arrivals[before:] = [replace(a, turns=turns) for a in arrivals[before:]]
                self._put(pending, [(s, t.all_of((cond, c)), after, turns + n) for s, c, after, n in found])
        return arrivals

    def _put(self, pending: dict[int, tuple[t.Flag, State, int]], found: list[Way]) -> None:
        for step, cond, state, turns in found:
            if cond is False:
                continue
            if step in pending:
                other, there, most = pending[step]
                both = self.enc.space.pick(cond, state, there)
                pending[step] = (t.any_of((other, cond)), both, max(most, turns))
            else:
                pending[step] = (cond, state, turns)

    def _unasked(self, at_step: int, ask: ir.Ask, state: State, effects: Effects, late: list[Arrival]) -> list[Way]:
        """What follows a decision at which nobody can move."""
        if ask.may:
            then = self.steps[at_step].next
            return [(then, True, state, self._turn(then))]
        if ask.otherwise is None:
            return []
        return self._carry_out(at_step, ask.otherwise, state, effects, bool(self.steps[at_step].source.label), late, {})

    def _visit(self, at_step: int, cond: t.Flag, state: State, effects: Effects, arrivals: list[Arrival]) -> list[Way]:
        """Does one step; what follows it, relative to coming here."""
        step = self.steps[at_step]
        label = step.source.label
        if step.runs and label:
            arrivals.append(Arrival("run", at_step, label, cond, state))
        ended: list[Arrival] = []
        on = self._endings(label, at_step, state, True, effects, ended)
        found: list[Way] = []
        match step.act:
            case ir.Ask():
                arrivals.append(Arrival("ask", at_step, label, t.all_of((cond, on)), state))
                late: list[Arrival] = []
                found = self._unasked(at_step, step.act, state, effects, late) if self.through else []
                found = [(s, t.all_of((on, c)), later, n) for s, c, later, n in found]
                ended += [replace(e, cond=t.all_of((on, e.cond))) for e in late]
            case ir.Branch(test, yes, no):
                at = effects.at(state)
                value, defined = self.enc.part(test, at, {})
                effects.remember(at)
                effects.stop_unless("undefined", defined)
                either = ((yes, value), (no, t.neg(value)))
                found = [(s, t.all_of((defined, c)), state, self._turn(s)) for s, c in either]
            case ir.Run(done):
                late = []
                with effects.under(on):
                    after = self._carry_out(at_step, done, state, effects, bool(label), late, {})
                found = [(s, t.all_of((on, c)), later, n) for s, c, later, n in after]
                ended += [replace(e, cond=t.all_of((on, e.cond))) for e in late]
        arrivals += [replace(e, cond=t.all_of((cond, e.cond))) for e in ended]
        return found
