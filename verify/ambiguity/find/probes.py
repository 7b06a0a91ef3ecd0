"""Turns what `verify` finds of loops, information leaks and commutation into findings; looks for games without an end.

Leaves the looking to `verify.search.lassos`, `verify.random.information_leaks` and `verify.random.commutation`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engine.interpreter.interpreter import Interpreter
from spec.ir import nodes as ir
from verify.ambiguity.compare.claims_and_examples import film_of
from verify.ambiguity.find.plays import MOST_MOVES, film
from verify.ambiguity.report.finding import Film, Finding, Kind
from verify.ambiguity.run.context import Context
from verify.ambiguity.run.jobs import Done
from verify.obligations.verdict import Result, Witness
from verify.random.commutation import commutation
from verify.random.information_leaks import information_leaks
from verify.run.budget import TIME, now
from verify.run.plan import Plan
from verify.run.task import Task
from verify.search.compiled_loops import compiled_loop, explorer_of
from verify.search.lassos import asked, loop_witness, python_loop

GAMES = 60
LOOKS = 3
"""So many times as many games are looked at for loops of the game in force."""
READ_GAMES = 12
"""So many games are looked at for loops under each other reading, with the fewest players and with the usual number."""
WORDS = {"leak": "leaks of hidden cards", "order": "effects that depend on an order"}
COMPILING = 3.0
"""With less time than that no code is compiled."""


def _task(context: Context, until: float) -> Task:
    plan = Plan(games=min(GAMES, context.plan.games), seed=context.plan.seed)
    return Task(context.playing, fixed=context.settings, plan=plan, until=until)


def probes(context: Context, until: float) -> Done:
    """Leaks, and effects that depend on an order."""
    found: list[Finding] = []
    cut: list[str] = []
    looked: tuple[tuple[Kind, object], ...] = (("leak", information_leaks), ("order", commutation))
    for number, (kind, technique) in enumerate(looked):
        task = _task(context, now() + (until - now()) / (len(looked) - number))
        assert callable(technique)
        for result in technique(task):
            if result.verdict == "refuted":
                found.append(_finding(context, kind, result))
                context.tell(found[-1])
            elif result.cut:
                cut.append(f"time was up for {WORDS[kind]}")
    return Done(tuple(found), tuple(cut) or ((TIME,) if now() > until else ()))


def endless(context: Context, until: float) -> Done:
    """Play that can go on for ever: a position that comes back without luck; a game that nothing ends."""
    if not context.game.endings:
        return Done(context.gather(_nothing_ends(context)))
    cut: list[str] = []
    for words, interpreter, by in _sizes(context, context.interpreter, {}, until):
        found = _loop(interpreter, LOOKS * GAMES, context.plan.seed, by, cut, words)
        shown = None if found is None else film_of(interpreter, found)
        if found is not None and shown is not None:
            return Done(context.gather([_round(context, found, shown, words)]))
    return Done(context.gather(_none_ends(context, until)), tuple(cut))


def endless_read(context: Context, question: ir.Question, reading: str, until: float) -> Done:
    """Play that can go on for ever under a reading that is not the one in force."""
    label, cut = question.source.label, list[str]()
    game = context.under({label: reading})
    if game is None:
        return Done()
    for words, interpreter, by in _sizes(context, Interpreter(game), {label: reading}, until):
        found = _loop(interpreter, READ_GAMES, context.plan.seed, by, cut, words)
        shown = None if found is None else film_of(interpreter, found)
        if found is not None and shown is not None:
            sources = (question.source, *(r.source for r in question.readings if r.source.label == reading))
            return Done(context.gather([Finding(
                "no-end", f"if {label} is {reading}", found.sentence, "found", "shown", sources, film=shown,
                settled="" if context.as_written else f"the reading in force: {label} is {question.chosen}",
                notes=(words,) if words else (),
            )]))  # fmt: skip
    return Done((), tuple(cut))


def _round(context: Context, found: Witness, shown: Film, words: str) -> Finding:
    """The finding of a loop, with what the file itself says of the end."""
    owed = asked(context.game)
    sources = owed[0].sources or tuple(e.source for e in context.game.endings)
    known = any(c.kind == "ends" and c.wrong for c in context.game.claims)
    note = "the file marks as wrong what the text says about the end" if known else ""
    notes = tuple(filter(None, (note, words)))
    return Finding("no-end", "every game", found.sentence, "found", "shown", sources, film=shown, notes=notes)


def _sizes(
    context: Context, usual: Interpreter, read: Mapping[str, str], until: float
) -> Iterator[tuple[str, Interpreter, float]]:
    """The games in which loops are looked for, and until when: with the fewest players first, who have shorter ones."""
    few = next((k.low for k in context.size_settings if k.name == "players" and k.low < k.usual), None)
    game = None if few is None or "players" in context.settings else context.under({**read, "players": str(few)})
    if game is not None:
        yield f"with {few} players, by the whole deck", Interpreter(game), now() + 2 / 3 * (until - now())
    yield "", usual, until


def _loop(interpreter: Interpreter, games: int, seed: int, until: float, cut: list[str], words: str) -> Witness | None:
    """A play with a loop, near positions of so many random games; by compiled code where there is time for that.

    Where there was no time for all of the games it is told in `cut`.
    """
    made = explorer_of(interpreter) if until - now() >= COMPILING else None
    if made is None:
        found = python_loop(interpreter, games, seed, until)
    else:
        loop = compiled_loop(interpreter, games, seed, until, made)
        found = None if loop is None else loop_witness(interpreter, *loop)
    if found is None and now() > until:
        cut.append(f"time was up before {games} random games were checked{f' {words}' if words else ''}")
    return found


def _finding(context: Context, kind: Kind, result: Result) -> Finding:
    witness, sources = result.witness, result.obligation.sources
    shown = None if witness is None else film_of(context.interpreter, witness)
    told = "" if witness is None else witness.sentence
    subject = ", ".join(s.label for s in sources) or result.obligation.subject
    if shown is None:
        return Finding(kind, subject, told, "found", "unknown", sources, reason="the game does not replay")
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
