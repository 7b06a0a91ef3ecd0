"""Looks for what an open point leaves without a reading: do its clauses contradict each other, and are they missed?

No reading is preferred. Clauses that not every reading has are all put in force at once, and all left out; where play
then meets a conflict, or a gap, that it meets under no reading, the point was found without being told. What is left is
a matter of wording, which only an author can know. Leaves comparing readings to `verify.ambiguity.report.questions`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any

from engine.interpreter.faults import Fault
from engine.interpreter.interpreter import Interpreter, Turn
from engine.luck.streams import Domain, derive
from spec.ir import nodes as ir
from spec.ir.index import index_of
from spec.ir.precedence import ClauseGroup, clause_groups
from verify.ambiguity.compare.lockstep import again, stops
from verify.ambiguity.find.faults import KINDS
from verify.ambiguity.find.plays import Line, Play, film, picture, play, retrace
from verify.ambiguity.report.finding import Finding, Kind, Picture
from verify.ambiguity.run.context import Context
from verify.obligations.precedence import meaning
from verify.obligations.witness import NotReplayed
from verify.run.budget import now

LEFT_OPEN = " left open"
GAMES, BY_CODE = 6, 600
"""So many games are played of each; and so many by compiled code."""
Clauses = tuple[ir.Clause, ...]


@dataclass(frozen=True, slots=True)
class MissingQuestion:
    """The game with all clauses that not every reading has (`touched`, by their parts), or with none of them."""

    question: ir.Question
    base: str
    game: ir.Game
    touched: frozenset[tuple[str, str]]
    every: bool


def varying(games: Mapping[str, ir.Game]) -> frozenset[tuple[str, str]]:
    """The clauses that not every reading has: (part, label)."""
    held = [{(p.name, label) for p in clause_groups(game) for label in p.labels} for game in games.values()]
    whole = {key for keys in held for key in keys}
    return frozenset(key for key in whole if not all(key in keys for keys in held))


def pairs_decided(games: Mapping[str, ir.Game]) -> frozenset[tuple[str, frozenset[str]]]:
    """The pairs of clauses that readings put in different orders: the part, and both labels."""
    found: set[tuple[str, frozenset[str]]] = set()
    held = [{p.name: p for p in clause_groups(g)} for g in games.values()]
    for part in set.intersection(*(set(h) for h in held)) if held else ():
        both = set.intersection(*(set(h[part].labels) for h in held))
        for one, two in combinations(sorted(both), 2):
            if len({_ranked(h[part], one, two) for h in held}) > 1:
                found.add((part, frozenset((one, two))))
    return frozenset(found)


def _ranked(part: ClauseGroup, one: str, two: str) -> tuple[bool, bool]:
    i, j = part.place(one), part.place(two)
    return part.over(j, i), part.over(i, j)


def missing_questions(question: ir.Question, games: Mapping[str, ir.Game]) -> Iterator[MissingQuestion]:
    """The game without any clause of the readings, then with all, each on the base of every reading."""
    differ = varying(games)
    if not differ:
        return
    for base, game in games.items():
        if _missed(games, differ):
            yield MissingQuestion(question, base, _without(game, differ, games), differ, False)
        whole = _with(game, differ, games)
        if whole is not None and _contradict(whole, differ, games):
            yield MissingQuestion(question, base, whole, differ, True)


# ---------------------------------------------------------------- making the games


def _missed(games: Mapping[str, ir.Game], differ: frozenset[tuple[str, str]]) -> bool:
    """Can something be missing without these clauses? Without a prohibition nothing can."""
    kinds = {(p.name, c.source.label): c.kind for g in games.values() for p in clause_groups(g) for c in p.clauses}
    return any(kinds[key] != "forbid" for key in differ)


def _without(game: ir.Game, differ: frozenset[tuple[str, str]], games: Mapping[str, ir.Game]) -> ir.Game:
    def kept(part: str, clauses: Clauses) -> Clauses:
        return tuple(c for c in clauses if (part, c.source.label) not in differ)

    return _made(game, {p.name: (kept(p.name, p.clauses), _common(p.name, games)) for p in clause_groups(game)})


def _with(game: ir.Game, differ: frozenset[tuple[str, str]], games: Mapping[str, ir.Game]) -> ir.Game | None:
    """All of them; None where a clause speaks of what this reading does not have."""
    found: dict[str, tuple[Clauses, tuple[ir.Edge, ...]]] = {}
    for part in clause_groups(game):
        held = {c.source.label: c for c in part.clauses}
        for same in (other for g in games.values() for other in clause_groups(g) if other.key == part.key):
            held |= {c.source.label: c for c in same.clauses if c.source.label not in held}
        found[part.name] = tuple(held.values()), _common(part.name, games)
    made = _made(game, found)
    try:
        index_of(made)
        Interpreter(made)
    except (KeyError, ValueError):
        return None
    return made


def _common(part: str, games: Mapping[str, ir.Game]) -> tuple[ir.Edge, ...]:
    """The order on which all readings that have both clauses agree."""
    held = [(set(p.labels), p.order) for g in games.values() for p in clause_groups(g) if p.name == part]
    found: dict[tuple[str, str], ir.Edge] = {}
    for _, order in held:
        for edge in order:
            asked = [order for labels, order in held if {edge.better, edge.worse} <= labels]
            if asked and all(any((e.better, e.worse) == (edge.better, edge.worse) for e in order) for order in asked):
                found.setdefault((edge.better, edge.worse), edge)
    return tuple(found.values())


def _made(game: ir.Game, found: Mapping[str, tuple[Clauses, tuple[ir.Edge, ...]]]) -> ir.Game:
    def clauses(part: str) -> Any:
        """Of one part, so of the classes that stand there."""
        return found[part][0]

    def order(part: str) -> tuple[ir.Edge, ...]:
        there = {c.source.label for c in clauses(part)}
        return tuple(e for e in found[part][1] if e.better in there and e.worse in there)

    return replace(
        game,
        actions=tuple(replace(a, clauses=clauses(a.source.label), order=order(a.source.label)) for a in game.actions),
        groups=tuple(replace(g, clauses=clauses(g.source.label), order=order(g.source.label)) for g in game.groups),
        endings=clauses("ends"),
        ending_order=order("ends"),
    )


def _contradict(game: ir.Game, differ: frozenset[tuple[str, str]], games: Mapping[str, ir.Game]) -> bool:
    """Are there two of the clauses, never in force together, that say different things and are not ranked?"""
    held = [{(p.name, label) for p in clause_groups(g) for label in p.labels} for g in games.values()]
    for part in clause_groups(game):
        for one, two in combinations(part.clauses, 2):
            names = {(part.name, one.source.label), (part.name, two.source.label)}
            apart = names & differ and not any(names <= h for h in held) and meaning(one) != meaning(two)
            if apart and _ranked(part, one.source.label, two.source.label) == (False, False):
                return True
    return False


# ---------------------------------------------------------------- playing them


def missed(context: Context, question: ir.Question, until: float) -> Finding | None:
    """The shortest play found on which the point shows by itself; None where none does."""
    label = question.source.label
    games = {r.source.label: context.under({label: r.source.label}) for r in question.readings}
    made = {name: game for name, game in games.items() if game is not None}
    best: tuple[int, Finding] | None = None
    for one in missing_questions(question, made):
        if now() > until:
            break
        for played in _stopped(one.game, context.plan.seed, until):
            found = _finding(context, one, made, played)
            if found is not None and (best is None or len(played.beats) < best[0]):
                best = len(played.beats), found
    return None if best is None else best[1]


def _stopped(game: ir.Game, seed: int, until: float) -> Sequence[Play]:
    """Plays that stop at a fault, the shortest first."""
    interpreter = Interpreter(game)
    found = stops(game, seed, BY_CODE, until)
    if isinstance(found, str):
        plays = [play(interpreter, derive(seed, Domain.GAME, number)) for number in range(GAMES)]
    else:
        plays = [again(interpreter, apart) for apart in found]
    stopped = [p for p in plays if p.last.position.fault is not None]
    return sorted(stopped, key=lambda p: len(p.beats))[:3]


def _finding(context: Context, one: MissingQuestion, games: Mapping[str, ir.Game], played: Play) -> Finding | None:
    """The finding, if the play stops under no reading but only without one."""
    fault, number = played.last.position.fault, len(played.beats) - 1
    assert fault is not None
    if one.every and fault.kind != "clash":
        return None
    line, before = played.until(number), played.until(max(0, number - 1))
    sides = _sides(games, line)
    if sides is None:
        return None
    base = Interpreter(games[one.base])
    told = _told(one, fault)
    try:
        shown = film(base, before, told, sides, written=context.as_written)
    except NotReplayed:
        return None
    if number:
        shown = replace(shown, moves=(*shown.moves, base.words.move(line.moves[-1])))
    label, chosen = one.question.source.label, one.question.chosen
    settled = "" if context.as_written else f"the reading in force: {label} is {chosen}"
    return Finding(
        _kind(one, fault), f"{label}{LEFT_OPEN}", told, "found", "shown", _sources(one, games), film=shown,
        settled=settled, notes=(one.question.text,),
    )  # fmt: skip


def _kind(one: MissingQuestion, fault: Fault) -> Kind:
    return "clash" if one.every else KINDS[fault.kind.replace("_", "-")]


def _told(one: MissingQuestion, fault: Fault) -> str:
    labels = sorted({label for _, label in one.touched})
    names = f"{', '.join(labels[:-1])} and {labels[-1]}" if len(labels) > 1 else labels[0]
    if one.every:
        return f"with the clauses of all readings in force at once: {fault.sentence}"
    return f"without {names}, which only some readings contain: {fault.sentence}"


def _sides(games: Mapping[str, ir.Game], line: Line) -> tuple[tuple[str, Picture], ...] | None:
    """What each reading makes of the last move; None where one of them stops there too, or none comes so far."""
    found: list[tuple[str, Picture]] = []
    for name, game in games.items():
        interpreter = Interpreter(game)
        try:
            last: Turn = retrace(interpreter, line)[-1]
        except NotReplayed:
            continue
        if last.position.fault is not None:
            return None
        told = interpreter.words.move(line.moves[-1]) if line.moves else ""
        found.append((name, picture(interpreter, last.position, told)))
    return tuple(found) or None


def _sources(one: MissingQuestion, games: Mapping[str, ir.Game]) -> tuple[ir.Source, ...]:
    held = {(p.name, c.source.label): c.source for g in games.values() for p in clause_groups(g) for c in p.clauses}
    return (one.question.source, *(held[key] for key in sorted(one.touched)))
