"""Turns what `verify` finds of loops, secrecy and orders of effects into findings; looks for games without an end.

Leaves the looking to `verify.lassos`, `verify.secrecy` and `verify.orders`.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.interpreter import Interpreter
from engine.streams import Domain, derive
from spec import ir
from verify.ambiguity.clock import now, on_the_wall
from verify.ambiguity.context import Context
from verify.ambiguity.finding import Film, Finding, Kind
from verify.ambiguity.plays import MOST_MOVES, film
from verify.ambiguity.said import film_of
from verify.lassos import asked, find_loop, python_loop
from verify.orders import orders
from verify.secrecy import secrecy
from verify.task import Plan, Task
from verify.verdict import Result, Witness

GAMES = 60
LOOKS = 40
"""So often loops are looked for from other games."""


def _task(context: Context, until: float) -> Task:
    plan = Plan(games=min(GAMES, context.plan.games), seed=context.plan.seed)

    def make(settings: object) -> None:
        return None

    return Task(context.playing, (), context.settings, make, plan, until=until)


def probes(context: Context, until: float) -> Iterator[Finding]:
    """Leaks, and effects that hang on an order."""
    looked: tuple[tuple[Kind, object], ...] = (("leak", secrecy), ("order", orders))
    for number, (kind, technique) in enumerate(looked):
        task = _task(context, on_the_wall(now() + (until - now()) / (len(looked) - number)))
        assert callable(technique)
        for result in technique(task):
            if result.verdict == "refuted":
                yield _finding(context, kind, result)


def endless(context: Context, until: float) -> Iterator[Finding]:
    """Play that can go on for ever: a position that comes back without luck; a game that nothing ends."""
    if not context.game.endings:
        yield from _nothing_ends(context)
        return
    for words, interpreter, seconds in _sizes(context, until):
        found = _loop(context, interpreter, seconds)
        shown = None if found is None else film_of(interpreter, found)
        if found is not None and shown is not None:
            yield _round(context, found, shown, words)
            return
    yield from _none_ends(context, until)


def endless_read(context: Context, question: ir.Question, reading: str, until: float) -> Iterator[Finding]:
    """Play that can go on for ever under a reading that is not the one in force."""
    label = question.source.label
    game = context.under({label: reading})
    found = None if game is None else python_loop(Interpreter(game), GAMES, context.plan.seed, on_the_wall(until))
    shown = None if game is None or found is None else film_of(Interpreter(game), found)
    if found is not None and shown is not None:
        sources = (question.source, *(r.source for r in question.readings if r.source.label == reading))
        yield Finding(
            "no-end", f"if {label} is {reading}", found.sentence, "found", "shown", sources, film=shown,
            settled="" if context.as_written else f"the reading in force: {label} is {question.chosen}",
        )  # fmt: skip


def _round(context: Context, found: Witness, shown: Film, words: str) -> Finding:
    """The finding of a loop, with what the file itself says of the end."""
    owed = asked(context.game)
    sources = owed[0].sources or tuple(e.source for e in context.game.endings)
    known = any(c.kind == "ends" and c.wrong for c in context.game.claims)
    note = "the file knows of it: it marks as wrong what the text says of the end" if known else ""
    notes = tuple(filter(None, (note, words)))
    return Finding("no-end", "every game", found.sentence, "found", "shown", sources, film=shown, notes=notes)


def _sizes(context: Context, until: float) -> Iterator[tuple[str, Interpreter, float]]:
    """The games in which loops are looked for, and until when: with the fewest players first, who have shorter ones."""
    few = next((k.low for k in context.knobs if k.name == "players" and k.low < k.usual), None)
    game = None if few is None or "players" in context.settings else context.under({"players": str(few)})
    if game is not None:
        yield f"with {few} players, by the whole deck", Interpreter(game), now() + 2 / 3 * (until - now())
    yield "", context.interpreter, until


def _loop(context: Context, interpreter: Interpreter, until: float) -> Witness | None:
    """A play with a loop; looked for from other games again until the seconds are up."""
    number = 0
    while now() < until:
        seed = derive(context.plan.seed, Domain.PART, number) if number else context.plan.seed
        found = find_loop(interpreter, GAMES, seed, on_the_wall(until))
        if found is not None:
            return found
        number += 1
        if number == LOOKS:
            break
    return None


def _finding(context: Context, kind: Kind, result: Result) -> Finding:
    witness, sources = result.witness, result.obligation.sources
    shown = None if witness is None else film_of(context.interpreter, witness)
    told = "" if witness is None else witness.sentence
    subject = ", ".join(s.label for s in sources) or result.obligation.subject
    if shown is None:
        return Finding(kind, subject, told, "found", "unknown", sources, reason="the play does not replay")
    return Finding(kind, subject, told, "found", "shown", sources, film=shown)


def _nothing_ends(context: Context) -> Iterator[Finding]:
    play = context.plays(1, context.until)[0]
    shown = film(context.interpreter, play.until(0), "nothing ever ends the game", written=False)
    yield Finding("no-end", "every game", "the file has no end condition at all", "found", "shown", film=shown)


def _none_ends(context: Context, until: float) -> Iterator[Finding]:
    """A game of which no play comes to its end."""
    plays = context.plays(10, until)
    if plays and all(p.last.position.result is None and p.last.position.fault is None for p in plays):
        told = f"none of {len(plays)} random games came to an end within {MOST_MOVES:,} moves"
        sources = tuple(e.source for e in context.game.endings)
        scope = f"{len(plays)} random games"
        yield Finding("no-end", "every game", told, "found", "tested", sources, scope)
