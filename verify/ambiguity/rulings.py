"""Takes each ruling of one clause over another away and asks what it settled.

Rulings that pick a reading are told with their question (`verify.ambiguity.questions`).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from engine.chance import derive
from engine.interpreter import Interpreter
from engine.simulate import wilson
from engine.static import outrankers
from spec import ir
from verify.ambiguity.conflicts import Seen, Sighting, watch
from verify.ambiguity.context import Context
from verify.ambiguity.finding import Finding, Share
from verify.ambiguity.plays import film
from verify.ambiguity.tables import Table

GAMES = 40


@dataclass(frozen=True, slots=True)
class Ruled:
    """A ruling of one clause over another, and the part in which both stand (`ends` for end conditions)."""

    part: str
    edge: ir.Edge
    better: ir.Source
    worse: ir.Source

    @property
    def subject(self) -> str:
        return f"{self.edge.better} over {self.edge.worse} of {self.part}"


def rulings(game: ir.Game) -> Iterator[Ruled]:
    """The rulings in force, in the order of the file's parts."""
    parts = (
        *((a.source.label, tuple(c.source for c in a.clauses), a.order) for a in game.actions),
        *((g.source.label, tuple(c.source for c in g.clauses), g.order) for g in game.groups),
        ("ends", tuple(e.source for e in game.endings), game.ending_order),
    )
    for part, sources, order in parts:
        by_label = {s.label: s for s in sources}
        for edge in order:
            if edge.because and edge.better in by_label and edge.worse in by_label:
                yield Ruled(part, edge, by_label[edge.better], by_label[edge.worse])


def settles(context: Context, ruled: Ruled, until: float) -> Finding:
    """What a ruling settles, with a play in which it does; or that it settles nothing."""
    sources = (ruled.better, ruled.worse)
    because = f"the ruling says: {ruled.edge.because}"
    if _said_anyway(context.game, ruled):
        told = f"the rulebook's own order puts {ruled.edge.better} over {ruled.edge.worse} already"
        return Finding(
            "idle-ruling", ruled.subject, told, "found", "proved", sources, "the order of the clauses", notes=(because,)
        )
    bare = Interpreter(without(context.game, ruled, replace_by=()))
    reversed_edge = (ir.Edge(ruled.edge.worse, ruled.edge.better),)
    tables = [
        Table((), bare, Interpreter(without(context.game, ruled, replace_by=(edge,))), playing)
        for edge, playing in (
            (ir.Edge(ruled.edge.better, ruled.edge.worse), context.interpreter),
            (reversed_edge[0], Interpreter(without(context.game, ruled, replace_by=reversed_edge))),
        )
    ]
    if _with_others(context.game, ruled):
        tables = tables[:1]
    if ruled.part not in {a.source.label for a in context.game.actions}:
        tables = [replace(t, moving=bare) for t in tables]
    seen = watch(tables, max(4, min(GAMES, context.plan.games) // 2), derive(context.plan.seed, 77), until)
    found = [s for k, s in seen.sightings.items() if {ruled.edge.better, ruled.edge.worse} <= set(k.labels)]
    if found:
        return _settled(ruled, min(found, key=_least), seen.games, because)
    if not seen.games:
        reason = "there was no time for a game without it"
        return Finding(
            "ruling", ruled.subject, "what it settles was not seen", "authored", "unknown", sources, reason=reason
        )
    if not {ruled.edge.better, ruled.edge.worse} <= _came_up(seen, ruled.part):
        reason = f"the two did not both come up in {seen.games:,} random games"
        told = "what it settles was not seen"
        return Finding("ruling", ruled.subject, told, "authored", "unknown", sources, reason=reason)
    reason = f"the two never disagreed in {seen.games:,} random games"
    told = "what it settles was not seen"
    return Finding("ruling", ruled.subject, told, "authored", "unknown", sources, reason=reason, notes=(because,))


def _came_up(seen: Seen, part: str) -> set[str]:
    """The clauses of a part that applied in some game, to a move or as what came of it."""
    return {label for labels in seen.book.sets.get(part, ()) for label in labels} | {m[1] for m in seen.book.marks}


def _least(sighting: Sighting) -> tuple[bool, int]:
    return not sighting.clean, len(sighting.line.moves)


def _settled(ruled: Ruled, sighting: Sighting, games: int, because: str) -> Finding:
    shown = film(sighting.interpreter, sighting.line, sighting.sentence, written=True)
    shares = (Share("random play without it", games, wilson(len(sighting.games), games)),)
    return Finding(
        "ruling", ruled.subject, f"it settles this: {sighting.sentence}", "authored", "shown",
        (ruled.better, ruled.worse), film=shown, shares=shares, settled=because, notes=(),
    )  # fmt: skip


def without(game: ir.Game, ruled: Ruled, replace_by: tuple[ir.Edge, ...]) -> ir.Game:
    """The game without a ruling, or with another line in its place."""

    def less(order: tuple[ir.Edge, ...]) -> tuple[ir.Edge, ...]:
        return (*taken_away(order, ruled.edge), *replace_by)

    return replace(
        game,
        actions=tuple(replace(a, order=less(a.order)) if a.source.label == ruled.part else a for a in game.actions),
        groups=tuple(replace(g, order=less(g.order)) if g.source.label == ruled.part else g for g in game.groups),
        ending_order=less(game.ending_order) if ruled.part == "ends" else game.ending_order,
    )


def taken_away(order: tuple[ir.Edge, ...], edge: ir.Edge) -> tuple[ir.Edge, ...]:
    """An order without a ruling; without any ruling, where the other rulings alone come to the same as this one."""
    rest = tuple(e for e in order if e != edge)
    said = tuple(e for e in order if not e.because)
    return said if ranks(rest, edge) and not ranks(said, edge) else rest


def ranks(order: tuple[ir.Edge, ...], edge: ir.Edge) -> bool:
    """Does an order put the one of an edge over the other?"""
    labels = list(dict.fromkeys(label for e in (*order, edge) for label in (e.better, e.worse)))
    return bool(outrankers(labels, order)[labels.index(edge.worse)] >> labels.index(edge.better) & 1)


def _said_anyway(game: ir.Game, ruled: Ruled) -> bool:
    """Does the rulebook's own precedence rank the two in this way already?"""
    return ranks(tuple(e for e in order_of(game, ruled.part) if not e.because), ruled.edge)


def _with_others(game: ir.Game, ruled: Ruled) -> bool:
    """Do the other rulings, with the precedence, come to the same?"""
    return ranks(tuple(e for e in order_of(game, ruled.part) if e != ruled.edge), ruled.edge)


def order_of(game: ir.Game, part: str) -> tuple[ir.Edge, ...]:
    """The order of the clauses of a part."""
    if part == "ends":
        return game.ending_order
    orders = {p.source.label: p.order for p in game.actions} | {p.source.label: p.order for p in game.groups}
    return orders[part]
