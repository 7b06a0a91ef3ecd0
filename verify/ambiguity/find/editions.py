"""Where two editions, or two rule files with one table, play differently: each kind of difference with a shortest play.

Leaves comparing two games along a play to `verify.ambiguity.compare.compare`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from engine.interpreter.interpreter import Interpreter, Turn
from engine.interpreter.moves import PASS, Move
from engine.luck.streams import Domain, derive
from engine.simulate.simulate import wilson
from spec.ir import nodes as ir
from verify.ambiguity.compare.change_impact import change_impact
from verify.ambiguity.compare.compare import Pair, Parting
from verify.ambiguity.find.by_rule import rule_by_rule
from verify.ambiguity.find.plays import Play, play
from verify.ambiguity.report.finding import Finding, Share
from verify.ambiguity.run.context import Context
from verify.ambiguity.run.jobs import Done
from verify.run.budget import now
from verify.smt.prove.equivalence import equal_readings

Key = tuple[str, str, str]
TOLD_AGAIN = 1.0
"""After so many seconds what was found is told again, with how often it was seen."""
WHOLES = 0.6
"""That share of the time is for the games as wholes; the rest, and what that leaves, for each rule by itself."""
LEAST_PROOF = 0.5
"""With fewer seconds than that nothing is proved."""


@dataclass(slots=True)
class Place:
    """One kind of difference: the best play to it, in how many games of which game it came up."""

    pair: Pair
    parting: Parting
    names: tuple[str, str]
    games: set[int]


def same_table(a: Interpreter, b: Interpreter) -> str:
    """'' where the two lay the same table; else why they cannot be compared."""
    if a.layout.players != b.layout.players:
        return f"one is for {a.layout.players} players, the other for {b.layout.players}"
    if a.words.cards != b.words.cards:
        return "they are played with different cards"
    if a.layout.cells != b.layout.cells:
        only = {c.name for c in a.layout.cells} ^ {c.name for c in b.layout.cells}
        return f"they have different zones: {', '.join(sorted(only)) or 'of other sizes'}"
    return ""


def compared(context: Context, until: float, *, other: ir.Game, names: tuple[str, str]) -> Done:
    """The context's game beside another, as a part that a process of its own can do."""
    plan = context.plan
    return differences(
        context.interpreter, Interpreter(other), names, plan.games, plan.seed, until, tell=context.tell
    )  # fmt: skip


def same_rules(a: ir.Game, b: ir.Game, names: tuple[str, str]) -> Finding | None:
    """That two games are one by their text; None where it takes a closer look."""
    return _equal(names, "the rules, which are identical") if change_impact(a, b).nothing else None


def differences(
    a: Interpreter,
    b: Interpreter,
    names: tuple[str, str],
    games: int,
    seed: int,
    until: float,
    tell: Callable[[Finding], None] = lambda finding: None,
) -> Done:
    """Every kind of difference that random plays of either game came to, most frequent first; then rule by rule which
    clauses differ, and whether each such rule alone changes play.

    Each is told when it is first seen, and now and then again, with how often it was seen so far.
    """
    same = same_rules(a.game, b.game, names)
    if same is not None:
        return Done((same,))
    wholes = _of_wholes(a, b, names, games, seed, now() + WHOLES * (until - now()), tell)
    if any(finding.standing == "proved" for finding in wholes.findings):
        return wholes
    rules = []
    for finding in rule_by_rule(a, b, names, seed, until):
        tell(finding)
        rules.append(finding)
    return replace(wholes, findings=(*wholes.findings, *rules))


def _of_wholes(
    a: Interpreter,
    b: Interpreter,
    names: tuple[str, str],
    games: int,
    seed: int,
    until: float,
    tell: Callable[[Finding], None],
) -> Done:
    pairs = ((Pair(a, b), names), (Pair(b, a), (names[1], names[0])))
    found: dict[Key, Place] = {}
    played, cut, again = 0, list[str](), now() + TOLD_AGAIN
    for number in range(games):
        if now() > until and number:
            cut.append(f"time was up after {number:,} of {games:,} random games of each")
            break
        for pair, told in pairs:
            one = play(pair.a, derive(seed, Domain.GAME, number))
            played += 1
            fresh = _noted(found, pair, one, told, played, forward=told is names)
            if fresh or now() > again:
                again = now() + TOLD_AGAIN
                for key, place in found.items():
                    if key in fresh or now() < until:
                        tell(_finding(key, place, played))
    ordered = sorted(found.items(), key=lambda item: (-len(item[1].games), item[0]))
    findings = tuple(_finding(key, place, played) for key, place in ordered)
    return Done(findings or (_none(a, b, names, played, until),), tuple(cut))


def _noted(
    found: dict[Key, Place], pair: Pair, one: Play, names: tuple[str, str], played: int, *, forward: bool
) -> set[Key]:
    """Notes the partings along a play; those that were not met before."""
    fresh: set[Key] = set()
    for parting in _all(pair, one):
        key = _key(pair, parting, forward)
        fresh |= {key} - found.keys()
        place = found.setdefault(key, Place(pair, parting, names, set()))
        place.games.add(played)
        if parting.beat < place.parting.beat:
            place.pair, place.parting, place.names = pair, parting, names
    return fresh


def _all(pair: Pair, one: Play) -> Iterator[Parting]:
    """Every parting along a play: after each, the second game goes on from where the first stands, if it can."""
    begin = 0
    while begin < len(one.beats):
        parting = pair.parts(one, begin=begin)
        if parting is None:
            return
        yield parting
        if pair.impact.everything:
            return
        begin = parting.beat + 1


def _key(pair: Pair, parting: Parting, forward: bool) -> Key:
    """What tells one kind of difference from another."""
    if parting.how == "moves":
        only, side = (parting.only_a, forward) if parting.only_a else (parting.only_b, not forward)
        action = _move(pair.a if parting.only_a else pair.b, only[0]) if only else ""
        return "moves", action, "first" if side else "second"
    last = "the deal" if parting.last is None else _move(pair.a, parting.last)
    ends = [t.position.result.ending if t.position.result else "" for t in (parting.a, parting.b)]
    return parting.how, last, "/".join(ends if forward else ends[::-1])


def _finding(key: Key, place: Place, played: int) -> Finding:
    pair, parting = place.pair, place.parting
    subject = _subject(key, place)
    shares = (Share("random play of either", played, wilson(len(place.games), played)),)
    sentence = pair.says(parting, place.names)
    sources, notes = _clauses(pair, parting, place.names)
    try:
        shown = pair.shown(parting, place.names, alone=True)
    except LookupError:
        shown = None
    if shown is None:
        return Finding(
            "difference",
            subject,
            sentence,
            "found",
            "unknown",
            sources,
            reason="the play does not replay",
            shares=shares,
        )
    return Finding("difference", subject, sentence, "found", "shown", sources, film=shown, shares=shares, notes=notes)


def _move(interpreter: Interpreter, move: Move) -> str:
    """What a move is called in the rule file, whatever the shape of its cards."""
    return interpreter.words.moves_of((move.action,))[0]


def _subject(key: Key, place: Place) -> str:
    """What a kind of difference is about; no two are about the same."""
    how, action, more = key
    match how:
        case "moves":
            only = place.names[0] if place.parting.only_a else place.names[1]
            return f"moves by {action} that only {only} allows" if action else "the order in which moves are offered"
        case "cards":
            return f"where cards lie after {action}"
        case "turn":
            return f"whose turn it is after {action}"
        case "end":
            one, two = (label or "play goes on" for label in more.split("/"))
            return f"how the game ends after {action}: {one}, or {two}"
        case _:
            return f"where play stops after {action}"


def _clauses(pair: Pair, parting: Parting, names: tuple[str, str]) -> tuple[tuple[ir.Source, ...], tuple[str, ...]]:
    """The clauses that decide a move that only one side allows, in the words of both sides."""
    only = (*parting.only_a, *parting.only_b)
    if parting.how != "moves" or not only or only[0] == PASS:
        return (), ()
    told, sources = [], list[ir.Source]()
    for interpreter, turn, name in ((pair.a, parting.a, names[0]), (pair.b, parting.b, names[1])):
        explained = interpreter.explain(turn.position, only[0]) if _known(interpreter, turn, only[0]) else None
        sentence = "there is no such move" if explained is None else explained.sentence
        deciding = () if explained is None else explained.deciding
        cites = "; ".join(dict.fromkeys(c for s in deciding for c in s.cites))
        told.append(f"under `{name}`: {sentence}{f' ({cites})' if cites else ''}")
        sources += deciding
    return tuple(dict.fromkeys(sources)), tuple(told)


def _known(interpreter: Interpreter, turn: Turn, move: Move) -> bool:
    return not turn.position.over and any(a.source.label == move.action for a in interpreter.game.actions)


def _equal(names: tuple[str, str], by: str) -> Finding:
    told = f"{names[0]} and {names[1]} are the same game"
    return Finding("difference", "no difference", told, "found", "proved", scope=f"all positions, by {by}")


def _none(a: Interpreter, b: Interpreter, names: tuple[str, str], played: int, until: float) -> Finding:
    seen, seconds = f"none of {played:,} random games shows a difference", until - now()
    if seconds < LEAST_PROOF:
        return undecided(names, f"{seen}; there was no time to prove them equal")
    proof = equal_readings(a.game, b.game, seconds)
    if proof.verdict == "equal":
        return _equal(names, proof.by)
    return undecided(names, f"{seen}; not proved equal: {proof.reason}")


def undecided(names: tuple[str, str], reason: str) -> Finding:
    """That nothing is known of two games."""
    told = f"whether {names[0]} and {names[1]} are the same game was not decided"
    return Finding("difference", "no difference seen", told, "found", "unknown", reason=reason)
