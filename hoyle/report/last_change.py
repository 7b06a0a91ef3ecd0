"""Which clause of a play was the last that can change what a condition asks about.

Leaves the values of the condition to `hoyle.english`, and how it is shown to `hoyle.report.finding`.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.interpreter.interpreter import Interpreter
from engine.luck.chance import Seeded
from spec.ir import nodes as ir
from spec.ir.effects import carried, cited
from spec.ir.fold import settled
from spec.ir.index import GameIndex, index_of
from spec.ir.references import Reference, reached, references, written
from verify.obligations.examples import Failure


def last_change(interpreter: Interpreter, failure: Failure, cond: ir.Expr) -> ir.Source | None:
    """The clause, or the step, by which a field or zone may last have been changed that the condition's false part
    reads."""
    game, position = interpreter.game, failure.position
    index = index_of(game)
    parts = [part for part, _ in settled(cond, True)]
    false = [
        part
        for part, holds in settled(cond, True)
        if position is not None and interpreter.evaluate(part, position) != holds
    ]
    read = frozenset[Reference]().union(*(_read(index, part) for part in false[:1] or parts))
    changing = {source for source, effects in _bodies(game) if source.label and read & _changed(index, effects)}
    done = [event.source for at, move in failure.moves for event in interpreter.apply(at, move, Seeded(0)).events]
    return next((source for source in reversed(done) if source in changing), None)


def _bodies(game: ir.Game) -> Iterator[tuple[ir.Source, tuple[ir.Effect, ...]]]:
    yield from ((one.source, one.body) for one in cited((game.actions, game.groups, game.steps)))
    yield from ((clause.source, clause.effects) for group in game.groups for clause in group.clauses)
    yield from ((step.source, step.effects) for step in game.steps)


def _read(index: GameIndex, cond: ir.Expr) -> frozenset[Reference]:
    """The fields and zones that are read; who is to move is no news."""
    named = {found for node in reached(index, cond, ("define",)) for found in references(node)}
    return frozenset(found for found in named if found[0] in ("field", "zone") and found[1] != "mover")


def _changed(index: GameIndex, effects: tuple[ir.Effect, ...]) -> frozenset[Reference]:
    """The fields that effects set, and the zones between which they carry cards."""
    found: set[Reference] = set()
    for node in reached(index, effects, ("routine",)):
        sets, between = written(node), carried(node)
        if sets is not None:
            found.add(("field", sets.field))
        found |= {("zone", place.zone) for place in between or ()}
    return frozenset(found)
