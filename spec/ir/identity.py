"""Gives every source of a game its owner and its variant: with its label they tell a clause from all others.

Leaves what a clause says alone; done once where a game is made, by `spec.lower.game` and `spec.ir.printing`.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Protocol, TypeVar

from spec.ir import nodes as ir
from spec.ir.precedence import ENDS
from spec.ir.walk import mapped


class _Sourced(Protocol):
    @property
    def source(self) -> ir.Source: ...


T = TypeVar("T", bound=_Sourced)


def identified(game: ir.Game) -> ir.Game:
    """The game, with owners and variants."""
    return replace(
        game,
        zones=_all(game.zones, "(zone)"),
        fields=_all(game.fields, "(field)"),
        tables=_all(game.tables, "(table)"),
        shapes=_all(game.shapes, "(shape)"),
        defines=_all(game.defines, "(define)"),
        routines=_all(game.routines, "(routine)"),
        groups=tuple(_group(group) for group in game.groups),
        actions=tuple(_action(action) for action in game.actions),
        endings=_all(game.endings, ENDS),
        steps=tuple(_step(step) for step in game.steps),
        questions=tuple(
            replace(_of(q, "(question)"), readings=_all(q.readings, q.source.label)) for q in game.questions
        ),
        examples=_all(game.examples, "(example)"),
        claims=_all(game.claims, "(claim)"),
    )


def _of(node: T, owner: str, variant: str = "") -> T:
    anything: Any = node
    old = node.source
    source = ir.Source(old.label, old.cites, old.span, owner, variant, old.display)
    named: T = replace(anything, source=source)
    return named


def _all(nodes: tuple[T, ...], owner: str, variant: str = "") -> tuple[T, ...]:
    return tuple(_of(node, owner, variant) for node in nodes)


def _action(action: ir.Action) -> ir.Action:
    move, variant = action.move, action.variant
    return replace(
        _of(action, ir.MOVES, variant),
        clauses=_all(action.clauses, move, variant),
        effects=_effects(action.effects, move, variant),
    )


def _group(group: ir.Group) -> ir.Group:
    name = group.source.label
    clauses = tuple(replace(c, effects=_effects(c.effects, name)) for c in _all(group.clauses, name))
    return replace(_of(group, "(outcome)"), clauses=clauses)


def _step(step: ir.Step) -> ir.Step:
    step = _of(step, "(step)")
    return replace(step, act=_effects(step.act, step.source.label))


N = TypeVar("N")


def _effects(node: N, owner: str, variant: str = "") -> N:
    """Effects, or what has effects, with the clauses in them named."""
    return mapped(node, lambda one: _of(one, owner, variant) if source_of(one) is not None else one)


def source_of(node: object) -> ir.Source | None:
    """Where a clause or another part of a game stands in the rule file; None of what has no place of its own."""
    source = getattr(node, "source", None)
    return source if isinstance(source, ir.Source) else None
