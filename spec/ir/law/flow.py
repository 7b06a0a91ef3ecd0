"""The law of what leads where: no use of anything leads back to itself, no order has a circle, jumps have targets.

Leaves what stands inside expressions and effects to `spec.ir.law.expressions` and `spec.ir.law.effects`.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from graphlib import CycleError, TopologicalSorter
from typing import TypeVar

from spec.ir import nodes as ir
from spec.ir.flow import jumps, onward
from spec.ir.index import GameIndex
from spec.ir.law.environment import Findings
from spec.ir.references import Reference, declaration, referred
from spec.names.suggestions import did_you_mean
from spec.text.source import Span


def uses(index: GameIndex) -> dict[Reference, frozenset[Reference]]:
    """What each declaration uses; of a move, what its choices and clauses use, which is all that legality needs."""
    parts: dict[Reference, object] = {}
    parts.update((("define", n), d.body) for n, d in index.defines.items())
    parts.update((("routine", n), r.body) for n, r in index.routines.items())
    parts.update((("group", n), g.clauses) for n, g in index.groups.items())
    parts.update((("action", n), (a.params, a.clauses)) for n, a in index.actions.items())
    return {part: frozenset(u for u in referred(root) if u in parts) for part, root in parts.items()}


SAID = {"again": "go again", "end_turn": "end the turn", "leave": "leave the loop", "step": "continue"}
"""How each jump is written."""

Node = TypeVar("Node", bound=Hashable)


def circle(graph: Mapping[Node, Iterable[Node]]) -> tuple[Node, ...]:
    """One circle, each node after one that the graph gives it, the first again at the end; () if there is none."""
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        return tuple(error.args[1])
    return ()


class FlowLaw:
    """Checks a whole game's flow; reports to `findings`."""

    def __init__(self, findings: Findings) -> None:
        self.findings = findings
        self.index = findings.index

    def check(self) -> None:
        """All laws of this module, except those of orders."""
        self._recursion()
        self._steps()
        for step in self.index.game.steps:
            self._jump_targets(step)
        self._idle_circle()

    def order(self, labels: Iterable[str], edges: tuple[ir.Edge, ...], span: Span) -> None:
        """An order's edges name different clauses of the group, and lead round no circle."""
        known = tuple(labels)
        better: dict[str, list[str]] = {}
        for edge in edges:
            for label in (edge.better, edge.worse):
                if label not in known:
                    message = f"no clause is called `{label}` here{did_you_mean(label, known)}"
                    self.findings.report("E0402", edge.span, message)
            if edge.better == edge.worse:
                self.findings.report("E0408", edge.span, f"`{edge.better}` is ranked above itself")
            else:
                better.setdefault(edge.worse, []).append(edge.better)
        round_trip = circle(better)
        if round_trip:
            self.findings.report("E0401", span, "a circle of precedence: " + " > ".join(round_trip))

    def _recursion(self) -> None:
        round_trip = circle(uses(self.index))
        if round_trip:
            first = declaration(self.index, round_trip[0])
            assert first is not None
            self.findings.report("E0606", first.source.span, " uses ".join(f"`{n}`" for _, n in reversed(round_trip)))

    def _steps(self) -> None:
        """Each step leads to steps, or to the end of the course of play, which is the index after the last."""
        count = len(self.index.game.steps)
        for step in self.index.game.steps:
            turn = (step.again, step.end_turn, step.leave)
            if not all(0 <= i <= count for i in onward(step)) or not all(-1 <= i <= count for i in turn):
                message = f"`{step.source.label}` leads to a step that does not exist; there are {count}"
                self.findings.report("E0601", step.source.span, message)

    def _jump_targets(self, step: ir.Step) -> None:
        for jump in jumps(self.index, step.act):
            self._jump_target(step, jump, f"a jump from `{step.source.label}`")
        asked = step.ask.actions if step.ask is not None else ()
        moves = (self.index.actions[a] for a in asked if a in self.index.actions)
        made = dict.fromkeys((move.move, jump) for move in moves for jump in jumps(self.index, move.effects))
        for name, jump in made:
            at = f"`{SAID[jump.to]}` in the move `{name}`, chosen at `{step.source.label}`,"
            self._jump_target(step, jump, at)

    def _jump_target(self, step: ir.Step, jump: ir.Jump, at: str) -> None:
        match jump.to:
            case "step" if jump.step not in self.index.steps:
                guess = did_you_mean(jump.step, self.index.steps)
                self.findings.report("E0601", step.source.span, f"no step is called `{jump.step}`{guess}")
            case "leave" if step.leave < 0:
                self.findings.report("E0603", step.source.span, f"{at} leaves a loop, and this stands in none")
            case "again" | "end_turn" as part if getattr(step, part) < 0:
                message = f"{at} needs a turn, and this stands in none"
                if part == "again" and step.ask is not None:
                    message += f"; `continue at {step.source.label}` asks again"
                self.findings.report("E0602", step.source.span, message)
            case "step" | "leave" | "again" | "end_turn":
                pass

    def _idle_circle(self) -> None:
        """Steps that do nothing and lead only to each other."""
        steps = self.index.game.steps
        idle = {i: (s.next,) for i, s in enumerate(steps) if s.idle}
        round_trip = circle({i: [n for n in to if n in idle] for i, to in idle.items()})
        if round_trip:
            names = [steps[i].source for i in round_trip]
            message = "nothing happens in " + ", ".join(f"`{n.label}`" for n in dict.fromkeys(names))
            self.findings.report("E0611", names[0].span, message)
