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
from spec.ir.fold import NO, YES, constant, negation, truth
from spec.ir.index import MOVER, index_of
from spec.ir.precedence import bridged
from spec.ir.references import EVERY, reached, references
from spec.ir.walk import walk

Weighed = TypeVar("Weighed", ir.Action, ir.Group)


def without_dead_code(game: ir.Game) -> ir.Game:
    """The same play, said with less."""
    game = replace(game, examples=(), claims=(), citations=())
    while True:
        lesser = _without_dead_fields(_reachable(_with_constants(game)))
        if lesser == game:
            return game
        game = lesser


# ---------------------------------------------------------------- parts that nothing uses


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
    written: dict[str, set[ir.Expr | None]] = {}
    for node in walk((game.steps, game.actions, game.routines, game.groups)):
        if isinstance(node, ir.Assign):
            written.setdefault(node.field, set()).add(node.value)
        elif isinstance(node, ir.Roll):
            written.setdefault(node.field, set()).add(None)
    fixed = {
        f.source.label: f.start
        for f in game.fields
        if f.source.label != MOVER and isinstance(f.start, ir.Lit) and written.get(f.source.label, set()) <= {f.start}
    }
    defined, defines = Definedness(index_of(game)), {d.source.label: d.body for d in game.defines}

    def change(node: Any) -> Any:
        match node:
            case ir.Get(name, index) if name in fixed and all(defined.total(e) for e in index):
                return fixed[name]
            case ir.Apply(name, args) if isinstance(defines[name], ir.Lit) and all(defined.total(e) for e in args):
                return defines[name]
            case ir.Assign(name, index, value) if name in fixed and all(defined.total(e) for e in (*index, value)):
                return ()
            case _:
                return _simpler(node, defined)

    changed: ir.Game = rewrite(game, change)
    return changed


def _without_dead_fields(game: ir.Game) -> ir.Game:
    """Fields that nothing reads go, where setting them can neither fail nor use up luck."""
    defined = Definedness(index_of(game))
    domains = {d.name: len(d.values) for d in game.domains}
    parts = (game.steps, game.actions, game.routines, game.groups, game.defines, game.endings)
    nodes = list(walk((parts, tuple(f.start for f in game.fields))))
    kept = {MOVER} | {node.field for node in nodes if isinstance(node, ir.Get | ir.Roll)}
    by_name = {f.source.label: f for f in game.fields}
    for node in nodes:
        if isinstance(node, ir.Assign) and not _harmless(node, by_name.get(node.field), defined, domains):
            kept.add(node.field)
    gone = {f.source.label for f in game.fields if f.source.label not in kept and defined.total(f.start)}
    if not gone:
        return game
    changed: ir.Game = rewrite(game, lambda n: () if isinstance(n, ir.Assign) and n.field in gone else n)
    return replace(changed, fields=tuple(f for f in changed.fields if f.source.label not in gone))


def _harmless(node: ir.Assign, decl: ir.FieldDecl | None, defined: Definedness, domains: dict[str, int]) -> bool:
    if decl is None or not all(defined.total(e) for e in (*node.index, node.value)):
        return False
    return decl.numbers is None or constant(node.value) in decl.numbers


# ---------------------------------------------------------------- conditions that are plain


def _simpler(node: Any, defined: Definedness) -> Any:
    match node:
        case ir.Not(item):
            return negation(item)
        case ir.And(items):
            return _all(items, YES, NO, defined)
        case ir.Or(items):
            return _all(items, NO, YES, defined)
        case ir.If(ir.Lit(value), then, other):
            return then if value else other
        case ir.Compare(op, ir.Lit(a, kind), ir.Lit(b)) if not isinstance(kind, ir.Card):
            return truth({"=": a == b, "!=": a != b, "<": a < b, "<=": a <= b}[op])
        case ir.Compare(_, ir.Open(question), other) | ir.Compare(_, other, ir.Open(question)) if defined.total(other):
            return ir.Open(question, ir.Bool())
        case ir.When(ir.Lit(value), then, other):
            return then if value else other
        case ir.When(cond, (), ()) if defined.total(cond):
            return ()
        case ir.When(ir.Not(item), then, other) if other:
            return ir.When(item, other, then)
        case ir.ForEach(_, ir.OverDomain() | ir.OverSlots(), cond, ()) if defined.total(cond):
            return ()
        case ir.Action():
            return _without_idle_clauses(node)
        case ir.Group():
            return _without_idle_clauses(node)
        case _:
            return node


def _all(items: tuple[ir.Expr, ...], neutral: ir.Lit, final: ir.Lit, defined: Definedness) -> ir.Expr:
    """`and` (final: no) or `or` (final: yes) without what cannot matter; what may go wrong before it is kept."""
    kept: list[ir.Expr] = []
    for item in items:
        if item == neutral:
            continue
        kept.append(item)
        if item == final:
            break
    if kept and kept[-1] == final and all(defined.total(e) for e in kept[:-1]):
        return final
    if not kept:
        return neutral
    if len(kept) == 1:
        return kept[0]
    return ir.And(tuple(kept)) if neutral == YES else ir.Or(tuple(kept))


def _without_idle_clauses(node: Weighed) -> Weighed:
    """Clauses that never apply go; the order among the others stays, also where it led through them."""
    labels = [clause.source.label for clause in node.clauses]
    kept = tuple(clause for clause in node.clauses if clause.when != NO)
    if len(kept) == len(labels) or len(set(labels)) < len(labels):
        return node
    order = reduce(bridged, (c.source.label for c in node.clauses if c.when == NO), node.order)
    return replace(node, clauses=kept, order=order)
