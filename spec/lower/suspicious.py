"""Warns of what is in order and yet hardly meant: a field that nothing sets, a step that a move leaves out.

Leaves what nothing uses to `spec.lower.game`.
"""

from __future__ import annotations

from collections.abc import Iterator

from spec import syntax as s
from spec.diagnostics.diagnostic import Fix
from spec.ir import nodes as ir
from spec.ir.effects import cited
from spec.ir.flow import always_jump, jumps, reached_steps
from spec.ir.index import GameIndex, index_of
from spec.names.declare import of_kind
from spec.names.table import Names
from spec.syntax_walk import of_class, words_in
from spec.text.source import Span


def never_set(sections: tuple[s.Section, ...], names: Names) -> None:
    """Reports each field that rules ask for and nothing sets, under whatever settings."""
    rules = tuple(x for x in sections if not isinstance(x, s.StateSection | s.ExampleSection | s.ClaimSection))
    asked, sets = words_in(rules), set(_set(rules))
    for state in of_kind(sections, s.StateSection):
        for field in state.fields:
            name = field.name.text
            if name in asked and name not in sets | names.lost and not _fixed(field):
                names.report("W0614", field.name.span, f"nothing ever sets `{name}`, so it stays as it starts")
                sets.add(name)


def _set(rules: tuple[s.Section, ...]) -> Iterator[str]:
    """The names of the fields that effects set."""
    for sets in of_class(rules, s.Becomes):
        match sets.target:
            case s.Word(name) | s.Applied(s.Name(name)):
                yield name
            case _:
                pass


def _fixed(field: s.FieldText) -> bool:
    """Has it only one value? Then it is a number that was given a name."""
    match field.type:
        case s.NumberType(low, high, optional=False):
            return low == high if isinstance(low, int) else isinstance(high, s.Name) and low.text == high.text
        case s.WordType(listed):
            return len(listed) == 1
        case _:
            return False


def skipped_steps(game: ir.Game, names: Names) -> None:
    """Reports each step that follows a choice in any case, where a move that can be chosen always ends the turn."""
    index = index_of(game)
    for step in game.steps:
        missed = None if step.ask is None or step.end_turn < 0 else _next_step(index, game, step)
        for name in () if missed is None or step.ask is None else step.ask.actions:
            effects = index.actions[name].effects
            for clause in cited(effects):
                if missed is not None and clause in effects and _ends_the_turn(index, clause):
                    message = f"`end the turn` leaves out `{missed.source.label}`, a step that comes later in the turn"
                    names.report("W0615", clause.source.span, message, related=[(missed.source.span, "left out")])


def _next_step(index: GameIndex, game: ir.Game, choice: ir.Step) -> ir.Step | None:
    """The step that play comes to next in the same turn, whatever happens, unless it leads elsewhere itself."""
    at = choice.next
    while at != choice.end_turn and at < len(game.steps):
        step = game.steps[at]
        if step.ask is not None or step.branch is not None:
            return None
        if step.source.label:
            return None if jumps(index, step.effects) else step
        if step.next <= at:
            return None
        at = step.next
    return None


def _ends_the_turn(index: GameIndex, clause: ir.Cited) -> bool:
    """Does a clause end the turn in any case?"""
    return always_jump(index, clause.body) and {jump.to for jump in jumps(index, clause.body)} == {"end_turn"}


# ---------------------------------------------------------------- steps that play never comes to


def unreached_steps(sections: tuple[s.Section, ...], game: ir.Game, names: Names) -> None:
    """Reports what follows on turns, or a `repeat`, that nothing ends; else the first step that play never comes to."""
    missed = {step.source.span: step.source for at, step in enumerate(game.steps) if step.source.label}
    for at in reached_steps(game):
        missed.pop(game.steps[at].source.span, None)
    told = False
    for play in of_kind(sections, s.PlaySection) if missed else ():
        for loop, later in _after_endless(play.body):
            first = next((missed[item.head.span] for item in _heads(later) if item.head.span in missed), None)
            if first is not None:
                message = f"{_endless(loop)}, so play never comes to `{first.label}`"
                word = Span(loop.span.start, loop.span.start + len(loop.kind))
                fix = Fix("if each has one turn, write `once around`", word, "once around")
                names.report(
                    "W0618",
                    word,
                    message,
                    related=[(first.span, "never reached")],
                    fix=fix if loop.kind == "turns" else None,
                )
                told = True
    for source in (*missed.values(),)[: 0 if told else 1]:
        names.report("W0618", source.span, f"play never comes to `{source.label}`")


def _endless(loop: s.LoopFlow) -> str:
    return "these turns have no `until`" if loop.kind == "turns" else "this `repeat` has no `until`"


def _after_endless(body: tuple[s.Flow, ...]) -> Iterator[tuple[s.LoopFlow, tuple[s.Flow, ...]]]:
    """The loops without a condition that ends them, each with what stands behind it in the same part of play."""
    for number, item in enumerate(body):
        if isinstance(item, s.LoopFlow):
            yield from _after_endless(item.body)
            if item.kind in ("turns", "repeat") and item.until is None and not item.passing:
                yield item, body[number + 1 :]


def _heads(flows: tuple[s.Flow, ...]) -> Iterator[s.StepFlow | s.AskFlow | s.PauseFlow]:
    """The steps and choices in some parts of play, in their order."""
    for item in flows:
        if isinstance(item, s.LoopFlow):
            yield from _heads(item.body)
        else:
            yield item
