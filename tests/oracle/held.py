"""Holds what a technique says against what is so: a proof must be true, a check of everything and a refutation too.

An `unknown` says nothing, and is never wrong; how often something is said is counted, so that a technique that never
says anything is noticed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial

from spec.ir import nodes as ir
from tests.oracle.facts import Facts, dropped, reordered, same_play, swapped, without_clause
from tests.oracle.techniques import OfDeals
from tests.oracle.walk import TooMany, walk
from verify.obligations.obligations import FAULT_CODES
from verify.obligations.verdict import Obligation, Result
from verify.smt.encode.expressions import Encoder
from verify.smt.prove.invariants import Candidate

KIND_OF = {code: kind for kind, (code, _) in FAULT_CODES.items()}
MADE = "by the oracle"


@dataclass(frozen=True, slots=True)
class Fact:
    """What is so of an obligation: does it hold where no fault is met, and does it hold everywhere? None: not told."""

    holds: bool | None
    everywhere: bool | None


NOTHING = Fact(None, None)


def fact(known: bool | None) -> Fact:
    """Something that holds everywhere or nowhere."""
    return Fact(known, known)


@dataclass(frozen=True, slots=True)
class Contradiction:
    """Something that a technique said and is not so; `key` tells what kind of mistake it is."""

    key: str
    words: str


def contradictions(
    facts: Facts, technique: str, result: Result, others: Callable[[str], ir.Game | None]
) -> Iterator[Contradiction]:
    """What a result says that is not so; `others` gives the game under another reading, by its words."""
    owed, verdict = result.obligation, result.verdict
    if isinstance(result, OfDeals) and not facts.walked.surely_dealt(result.deals):
        return
    known = _fact(facts, result, others) if says_something(result) else NOTHING
    said = f"{technique}: {owed.code} {owed.subject} is {verdict}"
    if verdict in ("proved", "checked") and known.holds is False:
        yield Contradiction(f"{technique} {owed.code} too good", f"{said} by {result.by} ({result.scope}), and is not")
    # That play can go on under another reading is owed as such, and a play of a smaller game speaks for it.
    against = verdict == "refuted" or (verdict == "unknown" and result.witness is not None and owed.code != "if-read")
    if against and known.everywhere is True:
        told = "" if result.witness is None else f": {result.witness.sentence}"
        yield Contradiction(f"{technique} {owed.code} too bad", f"{said} against it{told}, and it holds")
    yield from _vacuous(facts, technique, result)
    yield from _bounds(facts, technique, result)
    yield from _lines(facts, technique, result)


def other_settings(facts: Facts, game: ir.Game, about: frozenset[str], result: Result) -> Iterator[Contradiction]:
    """What a whole run says of claims that other settings decide nothing of: what can happen (`sometimes`), what the
    text says wrongly, and what is claimed `under` some settings (`about`). `game` has the claims as they were written.
    """
    owed, verdict = result.obligation, result.verdict
    claim = next((c for c in game.claims if c.source.label == owed.subject), None)
    if owed.code != "claim" or claim is None or not (claim.wrong or claim.kind == "sometimes" or owed.subject in about):
        return
    if claim.kind not in ("always", "never", "sometimes"):
        return
    read = facts.claim(claim)
    kept = read.held if claim.kind == "sometimes" else not read.broken
    # What holds in a smaller game is `checked` for that; that something can come about is not.
    shows = claim.wrong or claim.kind == "sometimes"
    said = {"proved": True, "refuted": False, **({"checked": True} if shows else {})}.get(verdict)
    if said is not None and said is not (kept is not claim.wrong):
        words = f"a whole run: claim {owed.subject} is {verdict} by {result.by} ({result.scope}), and is not so"
        yield Contradiction(f"a whole run claim {claim.kind}{' wrong' if claim.wrong else ''} {verdict}", words)


def says_something(result: Result) -> bool:
    """Does a result claim to know?"""
    return result.verdict in ("proved", "checked", "refuted") or result.witness is not None


def lemmas_that_fail(facts: Facts, enc: Encoder, lemmas: Iterable[Candidate]) -> Iterator[Contradiction]:
    """What is taken for proved of all decisions, and does not hold at one."""
    decisions = [(p, enc.space.start(p)) for p in facts.walked.decisions()]
    for lemma in lemmas:
        if any(lemma.concerns(p.step) and lemma.holds(state) is not True for p, state in decisions):
            yield Contradiction("lemmas too good", f"lemmas: “{lemma.words}” is proved of all decisions, and is not so")


# ---------------------------------------------------------------- what is so


def _in_short_plays(facts: Facts, result: Result, decisions: int) -> Fact:
    """What is so in plays of so many decisions. A long loop between two decisions counts for more, so that nothing is
    said of games that have one."""
    owed = result.obligation
    if any(step.leave >= 0 and step.again < 0 for step in facts.game.steps):
        return NOTHING
    if owed.code in KIND_OF and owed.subject == "play":
        return fact(KIND_OF[owed.code] not in facts.faults_within(decisions))
    claim = next((c for c in facts.game.claims if c.source.label == owed.subject), None)
    if owed.code != "claim" or claim is None or claim.kind not in ("always", "never"):
        return NOTHING
    read = facts.claim(claim, decisions)
    return fact(not read.broken)


def _fact(facts: Facts, result: Result, others: Callable[[str], ir.Game | None]) -> Fact:
    owed = result.obligation
    if result.within is not None:
        return _in_short_plays(facts, result, result.within)
    match owed.code:
        case "decides" if facts.walked.by_luck_alone():
            return NOTHING
        case code if code in KIND_OF and owed.subject == "play":
            return fact(KIND_OF[code] not in facts.faults)
        case "no-gap" | "no-clash":
            return fact((KIND_OF[owed.code], owed.subject) not in facts.fault_at)
        case "ends":
            return fact(facts.walked.every_play_ends())
        case "ends-almost-surely":
            return fact(facts.walked.ends_almost_surely())
        case "end-reachable":
            return _reachable(facts)
        case "some-end":
            return fact(facts.walked.some_play_ends())
        case "claim":
            return _claim(facts, owed.subject)
        case "used" | "reached":
            return fact(facts.fired(owed.sources[0]))
        case "dead-clause" | "never-wins" | "never-holds" | "implied":
            return _clause(facts, owed)
        case "idle-order" | "idle-swap":
            return fact(_changes_nothing(facts, owed))
        case "no-leak":
            found = facts.leaks
            return Fact(not (found.legal or found.offer), found.whole and not found.legal and not found.offer)
        case "commutes":
            return Fact(not facts.orders.differs, facts.orders.exact)
        case "equal-readings":
            return fact(_same_reading(facts, others(owed.subject)))
        case "if-read":
            return _if_read(facts, owed.subject, others)
        case "solvers-agree" | "techniques-agree":
            return fact(True)
        case _:
            return NOTHING


def _claim(facts: Facts, label: str) -> Fact:
    claim = next((c for c in facts.game.claims if c.source.label == label), None)
    if claim is None:
        return NOTHING
    match claim.kind:
        case "always" | "never":
            read = facts.claim(claim)
            return fact(not read.broken)
        case "sometimes":
            return fact(facts.claim(claim).held)
        case "ends":
            return fact(facts.walked.every_play_ends())
        case "endable":
            return _reachable(facts)
        case "fair":
            return NOTHING


def _reachable(facts: Facts) -> Fact:
    return Fact(facts.walked.end_stays_reachable(or_fault=True), facts.walked.end_stays_reachable())


def _clause(facts: Facts, owed: Obligation) -> Fact:
    """A clause that never wins fires in no play, and without it all play is the same.

    Of a move of several shapes a dead clause is dead in each, and what else is proved is proved of one.
    """
    source, shape = owed.sources[0], None if owed.code == "dead-clause" else owed.sources[0].variant
    if owed.code in ("dead-clause", "never-wins") and facts.fired(source, shape):
        return fact(False)
    same = facts.same_as(without_clause(facts.game, source, shape))
    return Fact(same, None)


def _changes_nothing(facts: Facts, owed: Obligation) -> bool | None:
    """Two clauses whose order says nothing may be unranked, and for an idle swap each in the other's place."""
    better, worse = (s.label for s in owed.sources)
    for kind, name in _families(facts.game, owed):
        if owed.code == "idle-swap":
            return facts.same_as(reordered(facts.game, kind, name, lambda o: swapped(o, better, worse)))
        return facts.same_as(reordered(facts.game, kind, name, lambda o: dropped(o, better, worse)))
    return None


def _families(game: ir.Game, owed: Obligation) -> Iterator[tuple[str, str]]:
    """The outcome, move or ends of which these are clauses."""
    source = owed.sources[0]
    for kind, family in (("outcome", game.groups), ("move", game.actions)):
        for x in family:
            if any((c.source.clause, c.source.span) == (source.clause, source.span) for c in x.clauses):
                yield kind, x.source.label
    if any((e.source.label, e.source.span) == (source.label, source.span) for e in game.endings):
        yield "ends", "ends"


def _same_reading(facts: Facts, other: ir.Game | None) -> bool | None:
    try:
        return None if other is None else same_play(facts.walked, walk(other, facts.most))
    except TooMany:
        return None


def _if_read(facts: Facts, words: str, others: Callable[[str], ir.Game | None]) -> Fact:
    """Under a reading, can play go on for ever? Of the rest: does every game end under them?"""
    if words == "the other readings":
        return NOTHING
    other = others(words)
    try:
        return NOTHING if other is None else fact(not walk(other, facts.most).every_play_ends())
    except TooMany:
        return NOTHING


# ---------------------------------------------------------------- what else a result says


def _vacuous(facts: Facts, technique: str, result: Result) -> Iterator[Contradiction]:
    """A claim about a step that no play comes to must be called vacuous."""
    claim = next((c for c in facts.game.claims if c.source.label == result.obligation.subject), None)
    if result.obligation.code != "claim" or claim is None or claim.kind not in ("always", "never"):
        return
    if result.verdict in ("proved", "checked", "tested") and not facts.claim(claim).read:
        words = f"{technique}: claim {claim.source.label} is {result.verdict}, and play never comes to where it is read"
        yield Contradiction(f"{technique} claim vacuous", words)


def _bounds(facts: Facts, technique: str, result: Result) -> Iterator[Contradiction]:
    """The most turns and decisions that are told, against those of the longest play."""
    if result.most is None or not facts.walked.every_play_ends():
        return
    for word, told, most in (
        ("turns", result.most.turns, facts.walked.most_turns()),
        ("decisions", result.most.decisions, facts.walked.most_decisions()),
    ):
        if told < most:
            words = f"{technique}: at most {told} {word} are told, and a play has {most}"
            yield Contradiction(f"{technique} bound of {word}", words)


def _lines(facts: Facts, technique: str, result: Result) -> Iterator[Contradiction]:
    """Each line of an order that is said to change something, or nothing."""
    kind, _, name = result.obligation.subject.partition(" ")
    for line in result.lines:
        if line.matters is None:
            continue
        change = partial(dropped if line.kind == "drop" else swapped, better=line.better, worse=line.worse)
        same = facts.same_as(reordered(facts.game, kind, name or kind, change))
        if same is not None and same is line.matters:
            words = (
                f"{technique}: order {result.obligation.subject}, {line}, and play is {'' if same else 'not '}the same"
            )
            yield Contradiction(f"{technique} order {line.kind} {not line.matters}", words)
