"""The course of play as steps with names; what loops do between two steps is merged into one step of its own.

Leaves what a step does to `engine.core.lower.effects`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import assert_never

from engine.core import program as p
from engine.core import terms as t
from engine.core.lower.effects import Body, Effects
from engine.core.lower.expressions import Scope
from engine.core.names import Names, capital, identifier, in_words
from engine.core.symbol_table import SymbolTable
from spec.ir import nodes as ir
from spec.ir.flow import always_jump, onward
from spec.ir.fold import YES

END = "end_of_play"


@dataclass(frozen=True)
class Course:
    """Which steps stand by themselves, with their names; the others are merged into the one step before them."""

    names: dict[int, str]

    @staticmethod
    def of(game: ir.Game, *, apart: bool = False, turns: bool = False) -> Course:
        """The course of a game: labelled steps, the first, those that are come to from several places; or all.

        `turns`: those at which a turn begins stand by themselves as well.
        """
        if apart:
            every = Names(("state",))
            return Course({i: every.give(_name(game, i)) for i in range(len(game.steps) + 1)})
        before: dict[int, int] = {}
        heads = {0, len(game.steps)}
        for step in game.steps:
            for target in onward(step):
                before[target] = before.get(target, 0) + 1
            if not isinstance(step.act, ir.Branch) and (step.source.label or isinstance(step.act, ir.Ask)):
                heads.add(step.next)
        heads |= _jumped_to(game)
        heads |= {step.again for step in game.steps if turns and step.again >= 0}
        heads |= {i for i, step in enumerate(game.steps) if step.source.label or isinstance(step.act, ir.Ask)}
        heads |= {i for i, count in before.items() if count > 1}
        reached = _reached(game, heads)
        names = Names(("state",))
        return Course({i: names.give(_name(game, i)) for i in sorted(reached)})


def _jumped_to(game: ir.Game) -> set[int]:
    """The steps that jumps may lead to, wherever a jump of the kind stands."""
    jumps = {j for part in (game.steps, game.actions, game.routines, game.groups) for item in part
             for j in SymbolTable.walk(item) if isinstance(j, ir.Jump)}  # fmt: skip
    labels = {j.step for j in jumps if j.to == "step"}
    found = {i for i, step in enumerate(game.steps) if step.source.label in labels}
    for kind in {j.to for j in jumps if j.to != "step"}:
        found |= {getattr(step, kind) for step in game.steps if getattr(step, kind) >= 0}
    return found


def _reached(game: ir.Game, heads: set[int]) -> set[int]:
    """Those of the heads that play can come to by going on (jumps count as well); a choice names what follows it in any
    case, though the game may always end where it would be made."""
    stack, seen = [0, *sorted(_jumped_to(game))], set[int]()
    while stack:
        i = stack.pop()
        if i in seen:
            continue
        seen.add(i)
        if i >= len(game.steps):
            continue
        step = game.steps[i]
        if isinstance(step.act, ir.Ask) or not always_ends(game, step):
            stack += onward(step)
    return {i for i in heads if i in seen}


def always_ends(game: ir.Game, step: ir.Step) -> bool:
    """Does an ending that is read on arriving at the step hold in any case?"""
    return any(e.when == YES and step.source.label in e.at for e in game.endings if step.source.label)


def _name(game: ir.Game, i: int) -> str:
    if i >= len(game.steps):
        return END
    step = game.steps[i]
    if step.source.label:
        return identifier(step.source.label)
    loops = {s.again for s in game.steps if s.again >= 0}
    ended = [s.again for s in game.steps if s.end_turn == i]
    if ended:
        return "next_turn" if len(loops) == 1 else f"after_{identifier(_next_label(game, ended[0]))}"
    begun = _begun(game, i)
    if begun and len(loops) == 1:
        goes_on = any(i in _unlabelled(game, game.steps[at].end_turn) for at in begun)
        return "another_turn" if goes_on else "first_turn"
    return f"on_to_{identifier(_next_label(game, i))}"


def _begun(game: ir.Game, i: int) -> list[int]:
    """Those steps at which a turn begins that may follow a step without a label, up to the next labelled ones."""
    found = []
    for at in _unlabelled(game, i):
        found += [then for then in onward(game.steps[at]) if then < len(game.steps) and game.steps[then].again == then]
    return found


def _unlabelled(game: ir.Game, i: int) -> set[int]:
    """A step and those that follow it, as long as they have no label."""
    stack, seen = [i], set[int]()
    while stack:
        at = stack.pop()
        if at not in seen and 0 <= at < len(game.steps) and not game.steps[at].source.label:
            seen.add(at)
            stack += onward(game.steps[at])
    return seen


def _next_label(game: ir.Game, i: int) -> str:
    """The label of the first labelled step that play comes to from a step, as it usually goes."""
    seen = set[int]()
    while i < len(game.steps) and i not in seen:
        seen.add(i)
        if game.steps[i].source.label:
            return game.steps[i].source.label
        i = onward(game.steps[i])[-1 if isinstance(game.steps[i].act, ir.Branch) else 0]
    return END


class Steps:
    """Lowers the steps of a course."""

    def __init__(self, effects: Effects, course: Course) -> None:
        self.effects = effects
        self.x = effects.x
        self.symbols = effects.symbols
        self.course = course

    def steps(self, game: ir.Game) -> tuple[p.StepDef, ...]:
        """All steps that stand by themselves."""
        return tuple(self._step(game, i) for i in self.course.names)

    def _step(self, game: ir.Game, i: int) -> p.StepDef:
        name = self.course.names[i]
        if i >= len(game.steps):
            stop = t.Fails("gap", "the course of play runs out, and no ending says who wins", t.ToStep(False))
            run = p.Function(
                self.symbols.names.give(name), (), t.ToStep(False), (p.Answer(stop),), p.Doc("Nothing follows"), False
            )
            return p.StepDef(name, "", p.RunStep(run), False, (), p.Doc("Nothing follows"), (), i)
        step = game.steps[i]
        label = step.source.label
        arriving = tuple(e.source.label for e in game.endings if label in e.at)
        sentence = capital(in_words(label)) if label else f"Between steps: {in_words(name)}"
        doc = p.Doc(sentence, step.source.cites)
        before = len(self.effects.functions)
        act: p.RunStep | p.AskStep | p.LastStep
        match step.act:
            case ir.Ask(actions, may, otherwise):
                moves = self.symbols.names.give(f"moves_at_{name}")
                other = None
                if otherwise is not None:
                    body = self._run(otherwise, step.next, i)
                    other = self._function(
                        f"{name}_otherwise", body, p.Doc(f"{sentence}, with no legal move", step.source.cites), label
                    )
                act = p.AskStep(actions, moves, may, self.course.names[step.next], other)
            case _ if always_ends(game, step):
                act = p.LastStep()
            case ir.Run(effects) if label:
                act = p.RunStep(self._function(name, self._run(effects, step.next, i), doc, label))
            case ir.Run() | ir.Branch():
                act = p.RunStep(self._function(name, self._between(game, i), doc, label))
            case _:
                assert_never(step.act)
        functions = tuple(self.effects.functions[before:])
        del self.effects.functions[before:]
        return p.StepDef(name, label, act, bool(label), arriving, doc, functions, i)

    def _function(self, name: str, body: Body, doc: p.Doc, label: str) -> p.Function:
        given = self.symbols.names.give(name, f"{name}_step")
        return p.Function(given, (), t.ToStep(False), body, doc, True, label)

    def _run(self, effects: tuple[ir.Effect, ...], then: int, at: int) -> Body:
        """Effects, and on to the next step."""
        made = self.effects.statements(effects, Scope(), at)
        if always_jump(self.symbols.index, effects):
            return made
        return (*made, p.Answer(t.StepName(self.course.names[then])))

    def _between(self, game: ir.Game, i: int) -> Body:
        """What happens from a step without a label up to the next step that stands by itself."""
        step = game.steps[i]
        match step.act:
            case ir.Branch(cond, yes, no):
                test = self.x.of(cond, Scope())
                return (p.If(test, self._on_to(game, yes), ()), *self._on_to(game, no))
            case ir.Run(effects):
                made = self.effects.statements(effects, Scope(), i)
                return made if always_jump(self.symbols.index, effects) else (*made, *self._on_to(game, step.next))
            case _:
                raise AssertionError(step)

    def _on_to(self, game: ir.Game, i: int) -> Body:
        if i in self.course.names:
            return (p.Answer(t.StepName(self.course.names[i])),)
        return self._between(game, i)
