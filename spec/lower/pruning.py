"""Leaves zones and fields out of a game where they stand `under` settings that do not hold.

Which those are is decided by what lowers the file; here it is seen that nothing in force needs them.
"""

from __future__ import annotations

from dataclasses import replace

from spec.ir import nodes as ir
from spec.ir.index import index_of
from spec.ir.references import CALLED, Reference, declaration, reached, references, referred
from spec.names.table import Names


def left_out(game: ir.Game, absent: frozenset[str], names: Names) -> ir.Game:
    """The game without those zones and fields; one that something in force uses stays, and is reported.

    A definition, routine or outcome that nothing in force uses goes with the zones and fields that it names.
    """
    if not absent:
        return game
    named = _in_force(game)
    needed = {name for kind, name in named if kind in ("zone", "field")}
    for source in (*(z.source for z in game.zones), *(f.source for f in game.fields)):
        if source.label in absent & needed:
            message = f"`{source.label}` is not part of the game under these settings, but something that is uses it"
            names.report("E0514", source.span, message)
    idle = absent - needed
    gone = _gone(game, named, idle)
    return replace(
        game,
        zones=tuple(z for z in game.zones if z.source.label not in idle),
        fields=tuple(f for f in game.fields if f.source.label not in idle),
        defines=tuple(d for d in game.defines if ("define", d.source.label) not in gone),
        routines=tuple(r for r in game.routines if ("routine", r.source.label) not in gone),
        groups=tuple(g for g in game.groups if ("group", g.source.label) not in gone),
    )


def in_use(game: ir.Game) -> frozenset[str]:
    """The definitions, routines, outcomes, shapes and lists of words that the game uses under these settings."""
    index = index_of(game)
    called = {one for one in _in_force(game) if one[0] in CALLED}
    parts = tuple(declaration(index, one) for one in called)
    rest = replace(game, shapes=(), domains=(), defines=(), routines=(), groups=())
    named = {one for one in referred((rest, parts)) if one[0] in ("shape", "domain")}
    return frozenset(name for _, name in called | named)


def _in_force(game: ir.Game) -> frozenset[Reference]:
    """What is named by what is in force, and by the parts that it calls."""
    root = replace(game, defines=(), routines=(), groups=(), zones=(), fields=())
    return frozenset(named for node in reached(index_of(game), root) for named in references(node))


def _gone(game: ir.Game, named: frozenset[Reference], idle: frozenset[str]) -> frozenset[Reference]:
    """The unused parts that name what is left out, or call one that does."""
    index = index_of(game)
    parts: list[Reference] = [("define", name) for name in index.defines]
    parts += [("routine", name) for name in index.routines]
    parts += [("group", name) for name in index.groups]
    unused = {part: referred(declaration(index, part)) for part in parts if part not in named}
    gone = {part for part, uses in unused.items() if any(k in ("zone", "field") and n in idle for k, n in uses)}
    while more := {part for part, uses in unused.items() if uses & gone} - gone:
        gone |= more
    return frozenset(gone)
