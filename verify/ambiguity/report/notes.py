"""Reports what clauses and steps do that does not stop play: idle clauses, move patterns, twins, restatements.

Leaves watching to `verify.ambiguity.find.clauses` and `verify.ambiguity.find.move_statistics`.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import factorial

from spec.ir import nodes as ir
from spec.ir.index import index_of
from verify.ambiguity.find.clauses import IdleClause, idle_clauses, restated
from verify.ambiguity.find.conflicts import Seen
from verify.ambiguity.find.move_statistics import Twin, move_patterns
from verify.ambiguity.find.orders import told_part
from verify.ambiguity.find.plays import film, picture
from verify.ambiguity.report.finding import Finding
from verify.ambiguity.run.context import Context
from verify.search.search import every_deal, search
from verify.smt.transition.enabledness import looked_for

MOST_STATES = 20_000


def notes(context: Context, seen: Seen, until: float) -> Iterator[Finding]:
    """All of them, for the game under its rulings."""
    scope = f"{seen.games:,} random games"
    clashing = {label for key in seen.sightings for label in key.labels}
    idle = tuple(i for i in idle_clauses(context.game, seen.record) if i.source.label not in clashing)
    fired = _every_play(context, until) if any(i.idle == "dead" for i in idle) else None
    shows = _firing(context.game)
    for one in idle:
        found = _idle(one, scope, fired if one.part in shows and one.source.label in shows[one.part] else None)
        if found is not None:
            yield found
    for again in restated(context.game, seen.record):
        others = " and ".join(o.label for o in again.others)
        ways = [
            w for w, is_so in (("where they do not", again.more), ("not everywhere where they do", again.less)) if is_so
        ]
        told = f"{again.source.label} repeats {others}, but applies {' and '.join(ways)}"
        subject = f"{again.source.label} of {told_part(context.game, again.part)}"
        yield Finding("restated", subject, told, "found", "tested", (again.source, *again.others), scope)
    for pattern in move_patterns(context.game, seen.move_statistics):
        action, step = pattern.action, pattern.step
        if pattern.kind == "forced":
            told = f"at {step.label}, a player who can {action.told} can do nothing else, and so has no choice"
            yield Finding("forced", f"{action.told} at {step.label}", told, "found", "tested", (action, step), scope)
        else:
            told = f"at {step.label} the player can always {action.told} instead, so nothing else is forced there"
            yield Finding(
                "never-forced", f"{action.told} at {step.label}", told, "found", "tested", (action, step), scope
            )
    for twin in seen.move_statistics.twins.values():
        yield _twin(context, twin)


def _idle(one: IdleClause, scope: str, fired: frozenset[ir.ClauseId] | None) -> Finding | None:
    label, subject = one.source.label, f"{one.source.label} of {one.source.told_owner or one.part}"
    others = " and ".join(o.label for o in one.others)
    match one.idle:
        case "dead" if fired is not None and one.source.clause.as_written() in fired:
            return None
        case "dead" if fired is not None:
            told = f"{label} never applies"
            return Finding("dead", subject, told, "found", "checked", (one.source,), "all games of all deals")
        case "dead":
            told = f"whether {label} ever applies was not decided"
            return Finding(
                "dead", subject, told, "found", "unknown", (one.source,), reason=f"not seen to apply in {scope}"
            )
        case "shadowed":
            told = f"{label} always gives way to {others}"
            return Finding("shadowed", subject, told, "found", "tested", (one.source, *one.others), scope)
        case "implied":
            told = f"{label} adds nothing to {others or 'other clauses together'}"
            return Finding("implied", subject, told, "found", "tested", (one.source, *one.others), scope)


def _firing(game: ir.Game) -> dict[str, set[str]]:
    """The clauses of each part that fire wherever they apply and win: not prohibitions, and no clause of a
    move that `can` looks at."""
    looked = looked_for(index_of(game), (game.steps, game.routines, game.groups, game.endings, game.actions))
    moves = (a for a in game.actions if a.source.label not in looked)
    return {
        **{a.source.label: {c.source.label for c in a.clauses if c.kind == "permit"} for a in moves},
        **{g.source.label: {c.source.label for c in g.clauses} for g in game.groups},
        "ends": {e.source.label for e in game.endings},
    }


def _every_play(context: Context, until: float) -> frozenset[ir.ClauseId] | None:
    """What fires in any play, where all can be followed: only of a deck of very few cards."""
    if factorial(len(context.game.deck)) > 800:
        return None
    found = search(context.interpreter, every_deal, most_states=MOST_STATES, until=until)
    return None if found.cut else frozenset(found.fired)


def _twin(context: Context, twin: Twin) -> Finding:
    words = twin.interpreter.words
    names = words.move(twin.one), words.move(twin.two)
    sources = tuple(_source(context.game, m.action) for m in (twin.one, twin.two))
    told = f"{names[0]} and {names[1]} put the same cards in the same place, and do different things"
    sides = tuple((name, picture(twin.interpreter, after, name)) for name, after in zip(names, twin.after, strict=True))
    shown = film(twin.interpreter, twin.line, told, sides, written=False)
    subject = f"{sources[0].told} and {sources[1].told}"
    return Finding("same-move", subject, told, "found", "shown", sources, film=shown)


def _source(game: ir.Game, action: str) -> ir.Source:
    return next(a.source for a in game.actions if a.source.label == action)
