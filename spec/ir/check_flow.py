"""The law of what leads where: no use of anything leads back to itself, no order has a circle, jumps have targets.

Leaves what stands inside expressions and effects to `spec.ir.check_expressions` and `spec.ir.check_effects`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from graphlib import CycleError, TopologicalSorter

from spec.ir import nodes as ir
from spec.ir.environment import Findings
from spec.ir.index import GameIndex
from spec.ir.walk import walk
from spec.names.suggestions import did_you_mean
from spec.text.source import Span

Call = tuple[str, str]
"""A kind of declaration (define, routine, group, action) and its name."""


def calls_in(nodes: Iterable[object]) -> frozenset[Call]:
    """What is used by these nodes and all below them; of a move, whether it is legal."""
    found: set[Call] = set()
    for node in (below for n in nodes for below in walk(n)):
        match node:
            case ir.Apply(define, _):
                found.add(("define", define))
            case ir.Do(routine, _):
                found.add(("routine", routine))
            case ir.Resolve(group, _):
                found.add(("group", group))
            case ir.CanMove(actions):
                found.update(("action", a) for a in actions)
            case _:
                pass
    return frozenset(found)


def uses(index: GameIndex) -> dict[Call, frozenset[Call]]:
    """What each declaration uses; of a move, what its choices and clauses use, which is all that legality needs."""
    graph: dict[Call, frozenset[Call]] = {}
    graph.update((("define", n), calls_in((d.body,))) for n, d in index.defines.items())
    graph.update((("routine", n), calls_in(r.body)) for n, r in index.routines.items())
    graph.update((("group", n), calls_in(g.clauses)) for n, g in index.groups.items())
    graph.update((("action", n), calls_in((*a.params, *a.clauses))) for n, a in index.actions.items())
    return {call: frozenset(u for u in used if _exists(index, u)) for call, used in graph.items()}


def _exists(index: GameIndex, call: Call) -> bool:
    kinds: Mapping[str, Mapping[str, object]] = {
        "define": index.defines,
        "routine": index.routines,
        "group": index.groups,
        "action": index.actions,
    }
    return call[1] in kinds[call[0]]


def reachable(graph: Mapping[Call, frozenset[Call]], start: Iterable[Call]) -> frozenset[Call]:
    """All that is used from some calls on, they included."""
    seen: set[Call] = set()
    todo = [c for c in start if c in graph]
    while todo:
        call = todo.pop()
        if call not in seen:
            seen.add(call)
            todo.extend(graph[call])
    return frozenset(seen)


def _body(index: GameIndex, call: Call) -> tuple[object, ...]:
    kind, name = call
    if kind == "routine":
        return index.routines[name].body
    return index.groups[name].clauses if kind == "group" else ()


def _jumps(nodes: Iterable[object]) -> list[ir.Jump]:
    return [below for n in nodes for below in walk(n) if isinstance(below, ir.Jump)]


def circle(graph: Mapping[str, Iterable[str]] | Mapping[Call, Iterable[Call]]) -> tuple[object, ...]:
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
        self.graph = uses(self.index)

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
            self.findings.report("E0401", span, "a circle of precedence: " + " > ".join(map(str, round_trip)))

    def _recursion(self) -> None:
        round_trip = circle(self.graph)
        if round_trip:
            names = [call[1] for call in reversed(round_trip) if isinstance(call, tuple)]
            self.findings.report("E0606", self._span(round_trip[0]), " uses ".join(f"`{n}`" for n in names))

    def _span(self, call: object) -> Span:
        match call:
            case ("define", str(name)):
                return self.index.defines[name].source.span
            case ("routine", str(name)):
                return self.index.routines[name].source.span
            case ("group", str(name)):
                return self.index.groups[name].source.span
            case _:
                return self.index.actions[call[1]].source.span  # type: ignore[index]

    def _steps(self) -> None:
        """Each step leads to steps, or to the end of the course of play, which is the index after the last."""
        count = len(self.index.game.steps)
        for step in self.index.game.steps:
            act = step.act
            ends = (act.yes, act.no) if isinstance(act, ir.Branch) else (step.next,)
            turn = (step.again, step.end_turn, step.leave)
            if not all(0 <= i <= count for i in ends) or not all(-1 <= i <= count for i in turn):
                message = f"`{step.source.label}` leads to a step that does not exist; there are {count}"
                self.findings.report("E0601", step.source.span, message)

    def _jump_targets(self, step: ir.Step) -> None:
        nodes: list[object] = [step.act]
        if isinstance(step.act, ir.Ask):
            nodes += [e for a in step.act.actions if a in self.index.actions for e in self.index.actions[a].effects]
        for call in reachable(self.graph, calls_in(nodes)):
            nodes += _body(self.index, call)
        for jump in dict.fromkeys(_jumps(nodes)):
            self._jump_target(step, jump)

    def _jump_target(self, step: ir.Step, jump: ir.Jump) -> None:
        at = f"from `{step.source.label}`"
        if jump.to == "step":
            if jump.step not in self.index.steps:
                guess = did_you_mean(jump.step, self.index.steps)
                self.findings.report("E0601", step.source.span, f"no step is called `{jump.step}`{guess}")
        elif jump.to == "leave":
            if step.leave < 0:
                self.findings.report("E0603", step.source.span, f"a jump {at} leaves a loop, and it stands in none")
        elif (step.again if jump.to == "again" else step.end_turn) < 0:
            self.findings.report("E0602", step.source.span, f"a jump {at} needs a turn, and it stands in none")

    def _idle_circle(self) -> None:
        """Steps that do nothing and lead only to each other."""
        steps = self.index.game.steps
        idle = {i: (s.next,) for i, s in enumerate(steps) if isinstance(s.act, ir.Run) and not s.act.effects}
        round_trip = circle({str(i): [str(n) for n in to if n in idle] for i, to in idle.items()})
        if round_trip:
            names = [steps[int(str(i))].source for i in round_trip]
            message = "nothing happens in " + ", ".join(f"`{n.label}`" for n in dict.fromkeys(names))
            self.findings.report("E0611", names[0].span, message)
