"""The clauses of a game, each once, and by what each is counted.

Leaves when a clause takes effect to `engine.interpreter`, and counting to those who play.
"""

from __future__ import annotations

from spec.ir import nodes as ir
from spec.ir.effects import cited

Mark = tuple[str, ir.ClauseId]
"""A clause as it fires: the kind of its event, and which one it is, for all shapes of its move."""


def mark(kind: str, source: ir.Source) -> Mark:
    """What a clause is counted by."""
    return kind, source.clause.as_written()


def clauses_of(game: ir.Game) -> tuple[tuple[str, str, ir.Source], ...]:
    """Every labelled clause once: what it belongs to, the kind of the event by which it fires, and its source."""
    found: list[tuple[str, ir.Source]] = []
    for action in game.actions:
        found += [(clause.kind, clause.source) for clause in action.clauses]
        found += _effects_of(action)
    for group in game.groups:
        found += [("outcome", clause.source) for clause in group.clauses]
        found += _effects_of(group)
    for step in game.steps:
        found += _effects_of(step)
    found += [("ending", ending.source) for ending in game.endings]
    once: dict[Mark, tuple[str, str, ir.Source]] = {}
    for kind, source in found:
        if source.label:
            once.setdefault(mark(kind, source), (source.owner, kind, source))
    return tuple(once.values())


def _effects_of(part: ir.Action | ir.Group | ir.Step) -> list[tuple[str, ir.Source]]:
    return [("effect", one.source) for one in cited(part)]
