"""Leaves out of a game what cannot matter under its settings: unused parts, fields that never change or are never read.

Leaves everything else as it is: what can be seen to go wrong in play still does. The course of play and every legal
move stay the same; of the state only such fields go.
"""

from __future__ import annotations

from dataclasses import replace
from functools import reduce
from typing import Any, TypeVar

from engine.core.definedness import Definedness
from engine.core.uses import rewrite
from spec.ir import nodes as ir
from spec.ir.fold import NO, constant, simplified
from spec.ir.index import MOVER, index_of
from spec.ir.precedence import bridged
from spec.ir.references import EVERY, Written, applied_to, field_of, fields_read, reached, references, written
from spec.ir.sight import all_see
from spec.ir.walk import walk

Weighed = TypeVar("Weighed", ir.Action, ir.Group)


def without_dead_code(game: ir.Game) -> ir.Game:
    """The same play, said with less."""
    shapes = tuple(map(_without_idle_wild_cards, game.shapes))
    game = replace(game, shapes=shapes, examples=(), claims=(), citations=())
    while True:
        lesser = _without_dead_fields(_reachable(_with_constants(game)))
        if lesser == game:
            return game
        game = lesser


# ---------------------------------------------------------------- parts that nothing uses


def _without_idle_wild_cards(shape: ir.Shape) -> ir.Shape:
    """A shape of whose wild cards the deck has none: only how many natural cards it asks for is left of them."""
    if shape.wild is None or shape.wild.cards:
        return shape
    return replace(shape, least=max(shape.least, shape.wild.natural), wild=None)


def _reachable(game: ir.Game) -> ir.Game:
    roots = (game.steps, game.endings, tuple(field.start for field in game.fields))
    used = {named for node in reached(index_of(game), roots, EVERY) for named in references(node)}
    return replace(
        game,
        defines=tuple(d for d in game.defines if ("define", d.source.label) in used),
        routines=tuple(r for r in game.routines if ("routine", r.source.label) in used),
        groups=tuple(g for g in game.groups if ("group", g.source.label) in used),
        actions=tuple(a for a in game.actions if ("action", a.source.label) in used),
        tables=tuple(t for t in game.tables if ("table", t.source.label) in used),
        shapes=tuple(s for s in game.shapes if ("shape", s.source.label) in used),
    )


# ---------------------------------------------------------------- fields


def _with_constants(game: ir.Game) -> ir.Game:
    """Reads of fields that always hold their first value become that value."""
    values: dict[str, set[ir.Expr | None]] = {}
    for node in walk((game.steps, game.actions, game.routines, game.groups)):
        if (sets := written(node)) is not None:
            values.setdefault(sets.field, set()).add(sets.value)
    fixed = {
        f.source.label: f.start
        for f in game.fields
        if f.source.label != MOVER and constant(f.start) is not None and values.get(f.source.label, set()) <= {f.start}
    }
    defined, defines = Definedness(index_of(game)), {d.source.label: d.body for d in game.defines}

    def change(node: Any) -> Any:
        match node:
            case _ if (read := field_of(node)) and read.field in fixed and all(map(defined.total, read.index)):
                return fixed[read.field]
            case ir.Action():
                return _without_idle_clauses(node)
            case ir.Group():
                return _without_idle_clauses(node)
            case _:
                sets, called = written(node), applied_to(node)
                if called and constant(defines[called[0]]) is not None and all(map(defined.total, called[1])):
                    return defines[called[0]]
                idle = sets is not None and sets.field in fixed and all(map(defined.total, _evaluated(sets)))
                return () if idle else simplified(node, defined.total)

    changed: ir.Game = rewrite(game, change)
    return changed


def _without_dead_fields(game: ir.Game) -> ir.Game:
    """Fields that nothing reads and everybody sees go, where setting them can neither fail nor use up luck."""
    defined = Definedness(index_of(game))
    parts = (game.steps, game.actions, game.routines, game.groups, game.defines, game.endings)
    nodes = list(walk((parts, tuple(f.start for f in game.fields))))
    by_name = {f.source.label: f for f in game.fields}
    set_ = [sets for node in nodes if (sets := written(node)) is not None]
    for_some = {f.source.label for f in game.fields if not all_see(f)}
    kept = {MOVER} | for_some | fields_read(parts) | fields_read(tuple(f.start for f in game.fields))
    kept |= {sets.field for sets in set_ if not _harmless(sets, by_name.get(sets.field), defined)}
    gone = {f.source.label for f in game.fields if f.source.label not in kept and defined.total(f.start)}
    if not gone:
        return game
    changed: ir.Game = rewrite(game, lambda n: () if (sets := written(n)) and sets.field in gone else n)
    return replace(changed, fields=tuple(f for f in changed.fields if f.source.label not in gone))


def _evaluated(sets: Written) -> tuple[ir.Expr, ...]:
    """What is evaluated where a field is set."""
    return sets.index if sets.value is None else (*sets.index, sets.value)


def _harmless(sets: Written, decl: ir.FieldDecl | None, defined: Definedness) -> bool:
    """Can it neither go wrong nor use up luck?"""
    if decl is None or sets.value is None or not all(map(defined.total, _evaluated(sets))):
        return False
    return decl.numbers is None or constant(sets.value) in decl.numbers


def _without_idle_clauses(node: Weighed) -> Weighed:
    """Clauses that never apply go; the order among the others stays, also where it led through them."""
    labels = [clause.source.label for clause in node.clauses]
    kept = tuple(clause for clause in node.clauses if clause.when != NO)
    if len(kept) == len(labels) or len(set(labels)) < len(labels):
        return node
    order = reduce(bridged, (c.source.label for c in node.clauses if c.when == NO), node.order)
    return replace(node, clauses=kept, order=order)
