"""Proves what can be proved of a game within some seconds: claims, groups of clauses, and that every game ends.

Leaves each kind of proof to its own module. What is not proved is `unknown` with the reason, never refuted: a position
that a question allows may be one that no play reaches.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from time import perf_counter

from engine.chance import Seeded, derive
from engine.interpreter import Interpreter
from engine.position import Position
from spec import ir
from verify.obligations import claim_obligation
from verify.smt.encode import Encoder
from verify.smt.ending import ending_result
from verify.smt.groups import SCOPE, Groups
from verify.smt.invariants import Candidate, Inductive, Prover, weight
from verify.smt.moves import Mobility
from verify.smt.solver import Asker, version
from verify.smt.steps import Course
from verify.verdict import Obligation, Result

GAMES, MOST_MOVES, EVERY = 6, 150, 7
"""So many games are played, and so far, to see which candidates are not worth a proof."""

CONSERVED = Obligation("conserved", "play", "every card lies in exactly one place")


def prove(game: ir.Game, seconds: float, folder: Path | None = None) -> Iterator[Result]:
    """Results as they come, within about so many seconds; the solver's questions go to a folder if one is given."""
    began = perf_counter()
    asker = Asker(began + seconds, folder=folder)
    yield Result(CONSERVED, "proved", "the form of the rules: cards only move, and only from where they lie", SCOPE)
    enc = Encoder(game)
    course = Course(enc)
    prover = Prover(course, _share(asker, 0.4))
    found, wanted = prover.prepare(seen_at_random(enc.interpreter))
    yield from Groups(course, _share(asker, 0.4), found.lemmas).results()
    yield from ending_result(course, _share(asker, 0.4), found)
    enc.can_move = Mobility(enc)
    yield from claim_results(prover, found, wanted, asker)


def _share(asker: Asker, part: float) -> Asker:
    """An asker with a part of the time that is left."""
    now = perf_counter()
    return Asker(now + max(0.0, asker.until - now) * part, asker.work, asker.folder)


def claim_results(prover: Prover, found: Inductive, wanted: list[Candidate], asker: Asker) -> Iterator[Result]:
    """The claims about all positions, the smallest first, each with its part of the time: proved, or why not."""
    owed = [c for c in prover.enc.game.claims if c.kind in ("always", "never")]
    owed.sort(key=lambda claim: weight(prover.enc, claim.cond))
    for number, claim in enumerate(owed):
        prover.asker = _share(asker, min(1.0, 2 / (len(owed) - number)))
        began = perf_counter()
        prover.in_turn(found, [c for c in wanted if c.words == claim.source.label])
        yield _of_claim(prover, found, claim, perf_counter() - began)


def _of_claim(prover: Prover, found: Inductive, claim: ir.Claim, seconds: float) -> Result:
    owed, label = claim_obligation(claim), claim.source.label
    if label in found.why or found.failed:
        reason = found.why.get(label, found.failed)
        return Result(owed, "unknown", version(), SCOPE, reason=f"not put into terms: {reason}", seconds=seconds)
    began = perf_counter()
    proved = prover.everywhere(found, claim)
    seconds += perf_counter() - began
    if proved:
        lemmas = [c.words for c in found.kept if c.claim is not claim]
        with_ = f", by induction with {len(lemmas)} lemmas" if lemmas else ", by induction"
        return Result(owed, "proved", version() + with_, f"{SCOPE}, wherever play meets no fault", seconds=seconds)
    late = prover.asker.out_of_time
    reason = "the time for proofs was up" if late else "not inductive with the lemmas found; that does not refute it"
    return Result(owed, "unknown", version(), SCOPE, reason=reason, seconds=seconds)


def seen_at_random(interpreter: Interpreter) -> Iterator[Position]:
    """Positions at decisions of random games."""
    for number in range(GAMES):
        seed = derive(7, number)
        rng, luck = random.Random(seed), Seeded(seed)
        turn = interpreter.start(luck)
        for made in range(MOST_MOVES):
            if turn.position.over:
                break
            if made % EVERY == 0:
                yield turn.position
            turn = interpreter.apply(turn.position, rng.choice(turn.moves), luck)
