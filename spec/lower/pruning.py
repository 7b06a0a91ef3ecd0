"""Leaves zones and fields out of a game where they stand `under` settings that do not hold.

Which those are is decided by what lowers the file; here it is seen that nothing in force needs them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields, is_dataclass, replace
from typing import Any

from spec.ir import nodes as ir
from spec.names.table import Names
from spec.text.source import Span


@dataclass(frozen=True, slots=True)
class _Uses:
    """The zones, fields and callable parts that some of the IR names."""

    kept: frozenset[str]
    called: frozenset[str]


def left_out(game: ir.Game, absent: frozenset[str], names: Names) -> ir.Game:
    """The game without those zones and fields; one that something in force uses stays, and is reported.

    A definition, routine or outcome that nothing in force uses goes with the zones and fields that it names.
    """
    if not absent:
        return game
    needed, reached = _reached(game)
    for source in (*(z.source for z in game.zones), *(f.source for f in game.fields)):
        if source.label in absent & needed:
            message = f"`{source.label}` is not part of the game under these settings, but something that is uses it"
            names.report("E0514", source.span, message)
    idle = absent - needed
    gone = _gone({label: _uses(part) for label, part in _parts(game).items() if label not in reached}, idle)
    return replace(
        game,
        zones=tuple(z for z in game.zones if z.source.label not in idle),
        fields=tuple(f for f in game.fields if f.source.label not in idle),
        defines=tuple(d for d in game.defines if d.source.label not in gone),
        routines=tuple(r for r in game.routines if r.source.label not in gone),
        groups=tuple(g for g in game.groups if g.source.label not in gone),
    )


def in_use(game: ir.Game) -> frozenset[str]:
    """The definitions, routines, outcomes, shapes and lists of words that the game uses under these settings."""
    reached = _reached(game)[1]
    parts = tuple(part for label, part in _parts(game).items() if label in reached)
    return reached | _named((replace(game, shapes=(), domains=(), defines=(), routines=(), groups=()), parts))


def _named(root: object) -> frozenset[str]:
    """The shapes and the lists of words that some of the IR names."""
    named: set[str] = set()
    for node in _nodes(root):
        match node:
            case (
                ir.ChooseCards(_, name)
                | ir.HasShape(_, name)
                | ir.Symbol(name)
                | ir.OverDomain(name)
                | ir.OverSlots(name)
            ):
                named.add(name)
            case ir.ZoneDecl(index=index) | ir.FieldDecl(index=index):
                named.update(index)
            case _:
                pass
    return frozenset(named)


def _parts(game: ir.Game) -> dict[str, ir.Define | ir.Routine | ir.Group]:
    callable_parts: tuple[ir.Define | ir.Routine | ir.Group, ...] = (*game.defines, *game.routines, *game.groups)
    return {part.source.label: part for part in callable_parts}


def _reached(game: ir.Game) -> tuple[frozenset[str], frozenset[str]]:
    """The zones and fields that are named by what is in force, and the callable parts that it comes to."""
    parts = _parts(game)
    found = _uses(replace(game, defines=(), routines=(), groups=(), zones=(), fields=()))
    seen: set[str] = set()
    needed, todo = set(found.kept), set(found.called)
    while todo:
        label = todo.pop()
        if label not in seen and label in parts:
            seen.add(label)
            inside = _uses(parts[label])
            needed |= inside.kept
            todo |= inside.called
    return frozenset(needed), frozenset(seen)


def _gone(unused: dict[str, _Uses], idle: frozenset[str]) -> frozenset[str]:
    """The unused parts that name what is left out, or call one that does."""
    gone = {label for label, uses in unused.items() if uses.kept & idle}
    while more := {label for label, uses in unused.items() if uses.called & gone} - gone:
        gone |= more
    return frozenset(gone)


def _uses(root: object) -> _Uses:
    kept: set[str] = set()
    called: set[str] = set()
    for node in _nodes(root):
        match node:
            case ir.Get(name) | ir.Assign(name) | ir.Roll(name) | ir.Place(name):
                kept.add(name)
            case ir.Apply(name) | ir.Do(name) | ir.Resolve(name):
                called.add(name)
            case _:
                pass
    return _Uses(frozenset(kept), frozenset(called))


def _nodes(root: object) -> Iterator[Any]:
    stack = [root]
    while stack:
        node = stack.pop()
        if isinstance(node, tuple):
            stack.extend(node)
        elif is_dataclass(node) and not isinstance(node, Span | ir.Source | type):
            yield node
            stack.extend(getattr(node, f.name) for f in fields(node))
