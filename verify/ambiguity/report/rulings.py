"""Takes each ruling of one clause over another away and asks what it settled.

Rulings that pick a reading are told with their question (`verify.ambiguity.report.questions`).
"""

from __future__ import annotations

from dataclasses import replace

from engine.interpreter.interpreter import Interpreter
from engine.luck.streams import Domain, derive
from engine.simulate.simulate import wilson
from spec.ir import nodes as ir
from verify.ambiguity.find.conflicts import Seen, Sighting, find_conflicts
from verify.ambiguity.find.orders import INSTEAD, REVERSED, Ruled, order_of, ranks, without
from verify.ambiguity.find.plays import film
from verify.ambiguity.find.resolutions import Resolution
from verify.ambiguity.report.finding import Finding, Share
from verify.ambiguity.run.context import Context

GAMES = 40


def settles(context: Context, ruled: Ruled, until: float) -> Finding:
    """What a ruling settles, with a play in which it does; or that it settles nothing."""
    sources = (ruled.better, ruled.worse)
    because = f"the ruling says: {ruled.edge.because}"
    if _said_anyway(context.game, ruled):
        told = f"the rulebook's own order puts {ruled.edge.better} over {ruled.edge.worse} already"
        return Finding(
            "idle-ruling", ruled.subject, told, "found", "proved", sources, "the order of the clauses", notes=(because,)
        )
    bare = Interpreter(without(context.game, ruled))
    same = Interpreter(without(context.game, ruled, INSTEAD))
    other = Interpreter(without(context.game, ruled, REVERSED))
    tables = [Resolution((), bare, same, context.interpreter), Resolution((), bare, other, other)]
    if _with_others(context.game, ruled):
        tables = tables[:1]
    if ruled.part not in {a.source.label for a in context.game.actions}:
        tables = [replace(t, moving=bare) for t in tables]
    seen = find_conflicts(
        tables, max(4, min(GAMES, context.plan.games) // 2), derive(context.plan.seed, Domain.PART, 77), until
    )
    found = [s for k, s in seen.sightings.items() if {ruled.edge.better, ruled.edge.worse} <= set(k.labels)]
    if found:
        return _settled(ruled, min(found, key=_least), seen.games, because)
    if not seen.games:
        reason = "there was no time for a game without the ruling"
        return Finding(
            "ruling", ruled.subject, "no effect of the ruling was seen", "authored", "unknown", sources, reason=reason
        )
    if not {ruled.edge.better, ruled.edge.worse} <= _came_up(seen, ruled.part):
        reason = f"the two clauses did not both apply in {seen.games:,} random games"
        told = "no effect of the ruling was seen"
        return Finding("ruling", ruled.subject, told, "authored", "unknown", sources, reason=reason)
    reason = f"the two clauses never disagreed in {seen.games:,} random games"
    told = "no effect of the ruling was seen"
    return Finding("ruling", ruled.subject, told, "authored", "unknown", sources, reason=reason, notes=(because,))


def _came_up(seen: Seen, part: str) -> set[str]:
    """The clauses of a part that applied in some game, to a move or as what came of it."""
    return {label for labels in seen.record.sets.get(part, ()) for label in labels} | {
        clause.label for _, clause in seen.record.marks
    }


def _least(sighting: Sighting) -> tuple[bool, int]:
    return not sighting.clean, len(sighting.line.moves)


def _settled(ruled: Ruled, sighting: Sighting, games: int, because: str) -> Finding:
    shown = film(sighting.interpreter, sighting.line, sighting.sentence, written=True)
    shares = (Share("random play without the ruling", games, wilson(len(sighting.games), games)),)
    return Finding(
        "ruling", ruled.subject, f"the ruling settles a conflict: {sighting.sentence}", "authored", "shown",
        (ruled.better, ruled.worse), film=shown, shares=shares, settled=because, notes=(),
    )  # fmt: skip


def _said_anyway(game: ir.Game, ruled: Ruled) -> bool:
    """Does the rulebook's own precedence rank the two in this way already?"""
    return ranks(tuple(e for e in order_of(game, ruled.part) if not e.because), ruled.edge)


def _with_others(game: ir.Game, ruled: Ruled) -> bool:
    """Do the other rulings, with the precedence, come to the same?"""
    return ranks(tuple(e for e in order_of(game, ruled.part) if e != ruled.edge), ruled.edge)
