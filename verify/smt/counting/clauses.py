"""The course of play as Horn clauses: a predicate for each step over the numbers that are counted there.

A clause says that play which stands at one step with such numbers may come to another with such numbers. Every way on
that the interpreter may take is among them. Leaves finding what holds at each step to `verify.smt.counting.spacer`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import count

from engine.interpreter.interpreter import Interpreter
from spec.ir import nodes as ir
from spec.ir.flow import target as target_of
from spec.ir.fold import YES
from verify.smt.counting.counted import Counting, Number
from verify.smt.counting.effects import Effects, Flow
from verify.smt.counting.expressions import Meaning
from verify.smt.counting.moves import Enabledness, choose, legal
from verify.smt.counting.scene import Scene, State
from verify.smt.encode import terms as t

START, END, ASKED = -1, -2, -3
"""Places besides steps: before the first step, where play has ended, and a question that is asked of a place."""


@dataclass(frozen=True, slots=True)
class Clause:
    """Where play that stands at `source` with the numbers `before` may go if `body` holds: to `target` with `after`."""

    name: str
    source: int
    target: int
    before: tuple[Number, ...]
    after: tuple[Number, ...]
    body: tuple[t.Flag, ...]


class Course:
    """The clauses of a game in one way of counting."""

    def __init__(self, interpreter: Interpreter, counting: Counting) -> None:
        self.interpreter, self.counting, self.game = interpreter, counting, interpreter.game
        self.meaning = Meaning(interpreter, counting)
        self.enabled = Enabledness(self.meaning)
        self.meaning.able = self.enabled
        self._numbers = count()
        self._free = tuple(e for e in self.game.endings if not e.at)

    def clauses(self) -> Iterator[Clause]:
        """Every way on, from the start and from each step."""
        initial = self.interpreter.initial()
        if initial.fault is None:
            yield Clause("start", START, 0, (), self.counting.values(initial), ())
        for number, step in enumerate(self.game.steps):
            yield from self._ended_on_coming(number)
            if step.branch is not None:
                yield from self._branch(number, step.branch)
            elif step.ask is not None:
                yield from self._asked(number, step.ask)
            else:
                scene = self._scene()
                with scene.under(self._on(number, scene)):
                    yield from self._after(number, step.source.label, step.effects, scene, {}, bool(step.source.label))

    # ------------------------------------------------------------ from one step

    def _scene(self) -> Scene:
        scene = Scene(self.counting, self._numbers)
        for key in self.counting.keys:
            for part in self.counting.parts(key):
                scene.begun_with(part)
        return scene

    def _clause(self, name: str, source: int, target: int, scene: Scene, cond: t.Flag, state: State) -> Clause:
        keys = self.counting.keys
        before, after = (tuple(scene.value(key, now) for key in keys) for now in ({}, state))
        parts = {part: scene.read(part, state) for key in keys for part in self.counting.parts(key)}
        body = (*scene.known(), scene.path, cond, *(self.counting.sound(parts) if state else ()))
        return Clause(name, source, target, before, after, tuple(f for f in body if f is not True))

    def _endings_at(self, number: int) -> tuple[ir.Ending, ...]:
        label = self.game.steps[number].source.label
        return tuple(e for e in self.game.endings if label in e.at)

    def _holds(self, endings: Iterable[ir.Ending], scene: Scene, state: State) -> t.Flag:
        return t.any_of([self.meaning.truth(e.when, scene, state, {}) for e in endings])

    def _on(self, number: int, scene: Scene) -> t.Flag:
        """No end is there on coming to a step."""
        return t.neg(self._holds(self._endings_at(number), scene, {}))

    def _ended_on_coming(self, number: int) -> Iterator[Clause]:
        if self._endings_at(number):
            scene = self._scene()
            ended = self._holds(self._endings_at(number), scene, {})
            yield self._clause(f"end at {number}", number, END, scene, ended, {})

    def _branch(self, number: int, branch: ir.Branch) -> Iterator[Clause]:
        scene = self._scene()
        with scene.under(self._on(number, scene)):
            value = self.meaning.truth(branch.cond, scene, {}, {})
            for name, target, way in (("yes", branch.yes, value), ("no", branch.no, t.neg(value))):
                if way is not False:
                    yield from self._onto(self._clause(f"{name} at {number}", number, target, scene, way, {}))

    def _onto(self, clause: Clause) -> Iterator[Clause]:
        """The clause, unless play stops there."""
        if 0 <= clause.target < len(self.game.steps):
            yield clause

    def _asked(self, number: int, ask: ir.Ask) -> Iterator[Clause]:
        step = self.game.steps[number]
        for name in ask.actions:
            action, scene = self.meaning.index.actions[name], self._scene()
            with scene.under(self._on(number, scene)):
                names = choose(self.meaning, action, scene, {})
                is_legal = legal(self.meaning, action, scene, {}, names)
                with scene.under(is_legal):
                    yield from self._after(number, name, action.effects, scene, dict(names), True)
        if ask.may:
            scene = self._scene()
            yield from self._onto(
                self._clause(f"pass at {number}", number, step.next, scene, self._on(number, scene), {})
            )
        elif ask.otherwise is not None:
            scene = self._scene()
            with scene.under(self._on(number, scene)):
                nobody = t.neg(self.enabled.some(ask.actions, scene, {}))
                with scene.under(nobody):
                    reads = bool(step.source.label)
                    yield from self._after(number, "otherwise", ask.otherwise, scene, {}, reads)

    def _after(
        self,
        number: int,
        name: str,
        effects: tuple[ir.Effect, ...],
        scene: Scene,
        names: dict[str, object],
        reads: bool,
    ) -> Iterator[Clause]:
        """Where effects lead from a step, and the ends that are read after them."""
        made: list[tuple[Flow, t.Flag]] = []
        for flow in Effects(self.meaning, scene).all(effects, {}, names):
            ended: t.Flag = False
            if reads and self._free:
                with scene.under(flow.cond):
                    ended = self._holds(self._free, scene, flow.state)
            made.append((flow, ended))
        for flow, ended in made:
            told = f"{name} at {number}"
            if ended is not False:
                yield self._clause(told, number, END, scene, t.all_of((flow.cond, ended)), flow.state)
            step = self.game.steps[number]
            target = step.next if flow.jump is None else target_of(self.meaning.index, step, flow.jump)
            way = t.all_of((flow.cond, t.neg(ended)))
            if way is not False:
                yield from self._onto(self._clause(told, number, target, scene, way, flow.state))

    # ------------------------------------------------------------ what is claimed

    def readings(self, claim: ir.Claim, cond: ir.Expr | None = None) -> Iterator[Clause]:
        """Where a claim is read and broken; with a condition, where it is read and that holds (or has no meaning)."""
        for number, step in enumerate(self.game.steps):
            label = step.source.label
            is_read = label in claim.at if claim.at else step.ask is not None
            if not is_read or not (step.ask is not None or (step.runs and label)):
                continue
            scene = self._scene()
            on: t.Flag = True
            if step.ask is not None:
                on = self._on(number, scene)
                with scene.under(on):
                    on = t.all_of((on, self.enabled.some(step.ask.actions, scene, {})))
            yield self._read(claim, cond, number, scene, on)
        if not claim.at:
            yield self._read(claim, cond, END, self._scene(), True)

    def _read(self, claim: ir.Claim, cond: ir.Expr | None, place: int, scene: Scene, on: t.Flag) -> Clause:
        if len(self.counting.classes) > 1:  # what lies elsewhere tells how many there can be here
            for zone in self.counting.layout.zones:
                for part in self.counting.of_zone(zone):
                    scene.begun_with(part)
        with scene.under(on):
            scene.claimed = True
            value = self.meaning.truth(claim.cond if cond is None else cond, scene, {}, {})
            wanted = t.neg(value) if cond is None and claim.kind == "always" else value
            there = t.any_of((*scene.undefined, wanted))
            return self._clause(f"{claim.source.label} at {place}", place, ASKED, scene, there, {})

    def places(self, claim: ir.Claim) -> Iterator[Clause]:
        """Where a claim is read."""
        return self.readings(claim, YES)
