"""Ways of breaking the course of play: what is asked for, what is skipped, where an end is read, how a field starts.

Leaves clauses and effects to `verify.mutation.operators`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from spec.ir import nodes as ir
from spec.ir.index import GameIndex
from verify.mutation.sites import Site


def not_offered(site: Site, index: GameIndex) -> Iterator[tuple[str, object]]:
    """A kind of move is not offered where it was, or not asked about."""
    match site.node:
        case ir.Ask(actions=actions) | ir.CanMove(actions=actions) if len(actions) > 1:
            what = "offered" if isinstance(site.node, ir.Ask) else "asked about"
            for n, action in enumerate(actions):
                yield (
                    f"{action} is not among the moves that are {what}",
                    replace(site.node, actions=(*actions[:n], *actions[n + 1 :])),
                )
        case _:
            pass


def pass_or_not(site: Site, index: GameIndex) -> Iterator[tuple[str, object]]:
    """A pass is allowed where it was not, or the other way round."""
    match site.node:
        case ir.Ask(may=may) as ask:
            yield "passing is not allowed" if may else "passing is allowed", replace(ask, may=not may)
        case _:
            pass


def no_fallback(site: Site, index: GameIndex) -> Iterator[tuple[str, object]]:
    """Nothing is said, or nothing happens, where no move is legal."""
    match site.node:
        case ir.Ask(otherwise=otherwise) as ask if otherwise is not None:
            yield "nothing is said of having no legal move", replace(ask, otherwise=None)
            if otherwise:
                yield "nothing happens where no move is legal", replace(ask, otherwise=())
        case _:
            pass


def skip_step(site: Site, index: GameIndex) -> Iterator[tuple[str, object]]:
    """A step of play is passed over."""
    match site.node:
        case ir.Step(source, ir.Ask() | ir.Run()) as step if source.label and step.act != ir.Run(()):
            yield f"the step {source.label} is passed over", replace(step, act=ir.Run(()))
        case _:
            pass


def read_elsewhere(site: Site, index: GameIndex) -> Iterator[tuple[str, object]]:
    """An end is read at all times, or at fewer steps."""
    match site.node:
        case ir.Ending(source=source, at=at) as ending if at:
            yield f"the end {source.label} is read at all times", replace(ending, at=())
            if len(at) > 1:
                for n, step in enumerate(at):
                    yield f"the end {source.label} is not read at {step}", replace(ending, at=(*at[:n], *at[n + 1 :]))
        case _:
            pass


def result(site: Site, index: GameIndex) -> Iterator[tuple[str, object]]:
    """The others win, or scores turn their sign."""
    match site.node:
        case ir.Ending(source=source, result=ir.Winners(var, cond)) as ending:
            yield f"{source.label} makes the others win", replace(ending, result=ir.Winners(var, ir.Not(cond)))
        case ir.Ending(source=source, result=ir.Scores(var, value)) as ending:
            less = ir.Arith("-", ir.Lit(0, ir.Int()), value)
            yield f"{source.label} scores with the other sign", replace(ending, result=ir.Scores(var, less))
        case _:
            pass


def bounds(site: Site, index: GameIndex) -> Iterator[tuple[str, object]]:
    """The range of a number is narrower by one."""
    match site.node:
        case ir.FieldDecl(source, low=low, high=high) as field if field.numbers is not None and low < high:
            yield f"{source.label} goes only to {high - 1}", replace(field, high=high - 1)
            yield f"{source.label} goes only from {low + 1}", replace(field, low=low + 1)
        case _:
            pass


def blind(site: Site, index: GameIndex) -> Iterator[tuple[str, object]]:
    """A choice is blind, or no longer so."""
    match site.node:
        case ir.ChooseCard(blind=unseen) as choice:
            yield "the card is chosen open" if unseen else "the card is chosen blind", replace(choice, blind=not unseen)
        case _:
            pass


Changes = Callable[[Site, GameIndex], Iterator[tuple[str, object]]]

course_changes: tuple[tuple[str, str, Changes], ...] = (
    ("not-offered", "a kind of move is not offered or not asked about", not_offered),
    ("pass", "a pass is allowed or is not", pass_or_not),
    ("no-fallback", "nothing is said of having no legal move", no_fallback),
    ("skip-step", "a step of play is passed over", skip_step),
    ("read-elsewhere", "an end is read at other steps", read_elsewhere),
    ("winner", "the others win", result),
    ("bounds", "the range of a number is narrower", bounds),
    ("blind", "a choice is blind or is not", blind),
)
