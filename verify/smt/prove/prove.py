"""Proves what can be proved of a game within some seconds: claims, groups of clauses, and that every game ends.

Leaves each kind of proof to its own module. What is not proved is `unknown` with the reason, never refuted: a position
that a question allows may be one that no play reaches.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from time import perf_counter

from engine.interpreter.position import Position
from spec.ir import nodes as ir
from verify.obligations.certificate import Induction
from verify.obligations.obligations import claim_obligation
from verify.obligations.verdict import Obligation, Result, Witness
from verify.smt.encode.expressions import Encoder
from verify.smt.prove.at_steps import at_steps, settled_at_steps, together
from verify.smt.prove.ending import ending_result
from verify.smt.prove.groups import SCOPE, Groups
from verify.smt.prove.invariants import Candidate, Inductive, Prover, claims, of_claim, seen_at_random, weight
from verify.smt.prove.leaks import leak_result
from verify.smt.prove.left_free import UNTOLD, as_told, play_of
from verify.smt.prove.order import order_results
from verify.smt.prove.outright import Outright, outright_results
from verify.smt.prove.vacuous import Readings, Watched
from verify.smt.solvers.solver import Asker, Clock, SolversDisagree
from verify.smt.transition.enabledness import Enabledness
from verify.smt.transition.steps import Course

CONSERVED = Obligation("conserved", "play", "every card lies in exactly one place (conservation)")
LATE = "the time for proofs was up"
AGREE = Obligation("solvers-agree", "the solvers", "every solver gives the same answer to every question")


def prove(game: ir.Game, seconds: float, folder: Path | None = None, answers: Path | None = None) -> Iterator[Result]:
    """Results as they come, within about so many seconds; the solver's questions go to a folder if one is given, else
    answers of earlier runs are taken from one."""
    asker = Asker(perf_counter() + seconds, folder=folder).keeping(answers)
    yield Result(CONSERVED, "proved", "the form of the rules: cards only move, and only from where they lie", SCOPE)
    try:
        yield from _proofs(game, asker)
    except SolversDisagree as error:
        yield disagreement(error, asker)
    finally:
        asker.flush()


def disagreement(error: SolversDisagree, asker: Asker) -> Result:
    """That the solvers contradict each other."""
    sentence = f"{error}; no proof of this run counts; please report the fault"
    return Result(AGREE, "refuted", asker.by(0), witness=Witness("", (), (), sentence))


@dataclass(frozen=True, slots=True)
class Told:
    """The rules as a prover has them, what holds of all decisions, the claims worth a try, and what needs no play."""

    prover: Prover
    found: Inductive
    wanted: list[Candidate]
    seen: tuple[Position, ...]
    outright: Outright

    def refused(self, claim: ir.Claim) -> str:
        """Why nothing can be asked of a claim; '' where it can."""
        return self.found.why.get(claim.source.label, self.found.failed)


def _proofs(game: ir.Game, asker: Asker) -> Iterator[Result]:
    enc = Encoder(game)
    decided, watched = set[str](), Watched(enc.interpreter)
    for result in outright_results(enc, owed_claims(enc), asker.part(0.15), watched):
        decided.add(result.obligation.subject)
        yield result
    exact, loose = tellings(enc, asker)
    found, course = exact.found, exact.prover.course
    for result in settled_results(exact, loose, asker.part(0.25), watched, decided):
        decided.add(result.obligation.subject)
        yield result
    yield from ending(loose if found.failed else exact, asker.part(0.4))
    groups = Groups(course, asker.part(0.3), found.lemmas, found.ways)
    groups.read_ends(found)
    yield from groups.results()
    yield leak_result(course, asker.part(0.15), found)
    late = set[str]()
    for result in claim_results(exact, loose, asker.part(0.55), watched, decided):
        yield result
        (late if result.reason == LATE else decided).add(result.obligation.subject)
    groups.asker = asker.part(0.8)
    yield from order_results(game, groups, groups.asker.seconds_left * 0.4)
    groups.asker = asker
    yield from groups.idle_results()
    yield from claim_results(exact, loose, asker.part(0.5), watched, wrong=True)
    if late - decided:
        yield from claim_results(exact, loose, asker, watched, decided)


def tellings(enc: Encoder, asker: Asker) -> tuple[Told, Told]:
    """The rules as terms tell them, and with whatever no term is made for left free.

    The latter is for claims of which nothing can be asked otherwise, and for proofs alone. Where all of play is put
    into terms, only claims are read so.
    """
    seen = tuple(seen_at_random(enc.interpreter))
    exact = _told(enc, asker.part(0.3), seen)
    other = enc.loosened()
    if exact.found.failed:
        return exact, _told(other, asker.part(0.3), seen)
    wanted, why = claims(other)
    found = replace(exact.found, kept=list(exact.found.kept), why=why)
    return exact, Told(Prover(Course(other), asker), found, wanted, seen, Outright.of(other))


def _told(enc: Encoder, asker: Asker, seen: tuple[Position, ...]) -> Told:
    prover = Prover(Course(enc), asker)
    return Told(prover, *prover.prepare(seen), seen, Outright.of(enc))


def ending(told: Told, asker: Asker) -> Iterator[Result]:
    """Whether every play ends, as far as the rules are told."""
    for result in ending_result(told.prover.course, asker, told.found):
        yield as_told(result, told.prover.enc, play_of(told.prover.enc.game))


def owed_claims(enc: Encoder, *, wrong: bool = False) -> list[ir.Claim]:
    """The claims about all positions, the smallest first; or those of them that the file calls `wrong`."""
    owed = [c for c in enc.game.claims if c.kind in ("always", "never") and c.wrong == wrong]
    return sorted(owed, key=lambda claim: weight(enc, claim.cond))


def settled_results(
    exact: Told, loose: Told, asker: Asker, watched: Watched, decided: Container[str] = ()
) -> Iterator[Result]:
    """The claims about decisions that follow from what is settled there, whatever play came before."""
    owed = [c for c in owed_claims(exact.prover.enc) if c.at and c.source.label not in decided]
    if not owed:
        return
    told = loose if exact.found.failed else exact
    told.prover.asker, known = asker.part(0.5), len(told.found.kept)
    settled_at_steps(told.prover, told.found, told.seen)
    if told is exact:
        loose.found.kept += exact.found.kept[known:]
    for claim in owed:
        told, clock = told_of(exact, loose, claim, asker), asker.clock()
        if told.outright.tried(claim, asker, told.found):
            result = _of_claim(told, Readings(told.prover, told.found, watched), claim, clock)
            if result.verdict == "proved":
                yield with_left_free(exact, told, claim, result)


def told_of(exact: Told, loose: Told, claim: ir.Claim, asker: Asker) -> Told:
    """The rules as they are told for a claim, with the time that there is for it."""
    told = loose if exact.refused(claim) else exact
    told.prover.asker = asker
    return told


def with_left_free(exact: Told, told: Told, claim: ir.Claim, result: Result) -> Result:
    """What is said of a claim, with what was left free in it, and in play where that is not put into terms whole."""
    enc = told.prover.enc
    return as_told(result, enc, claim, *(play_of(enc.game) if exact.found.failed else ()))


def claim_results(
    exact: Told, loose: Told, asker: Asker, watched: Watched, decided: Container[str] = (), *, wrong: bool = False
) -> Iterator[Result]:
    """The claims about all positions that are not decided yet, each with its part of the time: proved, or why not.

    Of those that the file calls `wrong` no proof is expected.
    """
    for one in (exact, loose):
        one.prover.enc.can_move = Enabledness(one.prover.enc)
    owed = [c for c in owed_claims(exact.prover.enc, wrong=wrong) if c.source.label not in decided]
    readings = {id(told): Readings(told.prover, told.found, watched) for told in (exact, loose)}
    left: list[ir.Claim] = []

    def result_of(claim: ir.Claim, told: Told) -> Result:
        clock, told.prover.stalled = told.prover.asker.clock(), False
        if not told.outright.tried(claim, told.prover.asker, told.found if claim.at else None):
            _by_induction(told, claim, again=claim in left)
        return with_left_free(exact, told, claim, _of_claim(told, readings[id(told)], claim, clock))

    for number, claim in enumerate(owed):
        told = told_of(exact, loose, claim, asker.part(min(1.0, 2 / (len(owed) - number))))
        result = result_of(claim, told)
        yield result
        if result.verdict == "unknown" and claim.at and not told.refused(claim):
            left.append(claim)
    rest = asker.part(0.8)
    for number, claim in enumerate(left):
        told = told_of(exact, loose, claim, rest.part(1 / (len(left) - number)))
        if number == 0:
            _together(told, left, rest.part(0.7))
        if (result := result_of(claim, told)).verdict == "proved":
            yield result


MOST_AT_ONCE = 20_000
"""A claim of which more than so many nodes would be written out waits until more is known of decisions."""


def _by_induction(told: Told, claim: ir.Claim, *, again: bool) -> None:
    """Proves of a claim that it holds where it is read, or at all decisions; `again`: or at the most of them at which
    it can be shown."""
    prover, found, label = told.prover, told.found, claim.source.label
    if again and not any(c.joint for c in found.kept if c.words == label):
        at_steps(prover, found, [of_claim(prover.enc, claim)], told.seen)
    elif not again and (not claim.at or weight(prover.enc, claim.cond) <= MOST_AT_ONCE):
        prover.in_turn(found, [c for c in told.wanted if c.words == label])


def _together(told: Told, left: Sequence[ir.Claim], asker: Asker) -> None:
    """Of all claims that are left: at which decisions they hold together."""
    whole, told.prover.asker = told.prover.asker, asker
    together(told.prover, told.found, [claim for claim in left if not told.refused(claim)], told.seen)
    told.prover.asker = whole


def _of_claim(told: Told, readings: Readings, claim: ir.Claim, clock: Clock) -> Result:
    prover, found = told.prover, told.found
    owed, refused = claim_obligation(claim), told.refused(claim)
    outright = told.outright.proves(claim)
    if refused and not outright:
        return Result(owed, "unknown", clock.by(), SCOPE, f"{UNTOLD}: {refused}", seconds=clock.seconds)
    if outright or prover.everywhere(found, claim):
        unread = readings.unread(claim)
        if unread is not None:
            by = clock.by(found.ways)
            return Result(owed, "unknown", by, SCOPE, unread.reason, seconds=clock.seconds, vacuous=unread.never)
        scope = f"{SCOPE}, assuming no fault occurs"
        if outright:
            by, why = told.outright.by(claim, prover.asker), told.outright.certificate(claim)
            return Result(owed, "proved", by, scope, seconds=clock.seconds, certificate=why)
        lemmas = [c.words for c in found.kept if c.claim is not claim]
        by = clock.by(found.ways) + (f", by induction with {len(lemmas)} lemmas" if lemmas else ", by induction")
        own = tuple(c.told() for c in found.kept if c.joint or c.words == claim.source.label)
        shared = tuple(c.told() for c in found.kept if c.light)
        why = Induction("loose" if prover.enc.loose else "exact", shared, own)
        return Result(owed, "proved", by, scope, seconds=clock.seconds, certificate=why)
    late = prover.asker.out_of_time
    reason = "not inductive with the lemmas found; that does not refute it"
    if prover.stalled or late:
        reason = LATE if late else "the solvers did not answer within their bound"
    return Result(owed, "unknown", clock.by(), SCOPE, reason=reason, seconds=clock.seconds)
