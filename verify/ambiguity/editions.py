"""Where two editions, or two rule files with one table, play differently: each kind of difference with a shortest play.

Leaves comparing two games along a play to `verify.ambiguity.compare`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from engine.chance import derive
from engine.deadline import TimeUp
from engine.interpreter import Interpreter, Turn
from engine.moves import PASS, Move
from engine.simulate import wilson
from spec import ir
from verify.ambiguity.clock import now
from verify.ambiguity.compare import Pair, Parting
from verify.ambiguity.finding import Finding, Share
from verify.ambiguity.plays import Play, play

Key = tuple[str, str, str]


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


def differences(
    a: Interpreter, b: Interpreter, names: tuple[str, str], games: int, seed: int, until: float
) -> Iterator[Finding]:
    """Every kind of difference that random plays of either game came to, most frequent first."""
    pairs = ((Pair(a, b), names), (Pair(b, a), (names[1], names[0])))
    if pairs[0][0].touched.nothing:
        yield _equal(names, "the rules, which are the same to the letter")
        return
    found: dict[Key, Place] = {}
    played = 0
    broken: BaseException | None = None
    try:
        for number in range(games):
            if now() > until and number:
                break
            for pair, told in pairs:
                one = play(pair.a, derive(seed, number))
                played += 1
                for parting in _all(pair, one):
                    key = _key(pair, parting, told is names)
                    place = found.setdefault(key, Place(pair, parting, told, set()))
                    place.games.add(played)
                    if parting.beat < place.parting.beat:
                        place.pair, place.parting, place.names = pair, parting, told
    except (KeyboardInterrupt, TimeUp) as error:
        broken = error
    for key, place in sorted(found.items(), key=lambda item: (-len(item[1].games), item[0])):
        yield _finding(key, place, played)
    if broken is not None:
        raise broken
    if not found:
        yield _none(a, b, names, played, until)


def _all(pair: Pair, one: Play) -> Iterator[Parting]:
    """Every parting along a play: after each, the second game goes on from where the first stands, if it can."""
    begin = 0
    while begin < len(one.beats):
        parting = pair.parts(one, begin=begin)
        if parting is None:
            return
        yield parting
        if pair.touched.everything:
            return
        begin = parting.beat + 1


def _key(pair: Pair, parting: Parting, forward: bool) -> Key:
    """What tells one kind of difference from another."""
    if parting.how == "moves":
        only, side = (parting.only_a, forward) if parting.only_a else (parting.only_b, not forward)
        action = only[0].action if only else ""
        return "moves", action, "first" if side else "second"
    last = "the deal" if parting.last is None else parting.last.action
    ends = [t.position.result.ending if t.position.result else "" for t in (parting.a, parting.b)]
    return parting.how, last, "/".join(ends if forward else ends[::-1])


def _finding(key: Key, place: Place, played: int) -> Finding:
    pair, parting = place.pair, place.parting
    how, action, _ = key
    subject = {
        "moves": f"which moves by {action} are allowed",
        "cards": f"where cards lie after {action}",
        "turn": f"whose turn it is after {action}",
        "end": f"how the game ends after {action}",
        "stop": f"where play stops after {action}",
    }[how]
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
    from verify.smt.readings import equal_readings  # noqa: PLC0415

    seconds = max(1.0, until - now())
    proof = equal_readings(a.game, b.game, seconds)
    if proof.verdict == "equal":
        return _equal(names, proof.by)
    reason = f"no play of {played:,} random games shows a difference; not proved equal: {proof.reason}"
    told = f"whether {names[0]} and {names[1]} are the same game was not decided"
    return Finding("difference", "no difference seen", told, "found", "unknown", reason=reason)
