"""Asks beside a proof whether play ever comes to where a claim is read: of what is never read everything can be proved.

That play comes there a random game shows; that it never does is proved like the claim itself, of every way on. Leaves
the proof of the claim to `verify.smt.invariants`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from time import perf_counter

from spec import ir
from verify.claims import Claims
from verify.obligations import read_where
from verify.rambles import ramble
from verify.smt import terms as t
from verify.smt.finding import FOUND, joined
from verify.smt.invariants import Inductive, Prover, about
from verify.smt.second import Answer
from verify.smt.steps import Passage

GAMES = 60
SEED = 7
SECONDS = 10.0


@dataclass(frozen=True, slots=True)
class Unread:
    """Why a claim is not known to say anything; `never`: it is proved that play never comes to where it is read."""

    reason: str
    never: bool


@dataclass(slots=True)
class Readings:
    """Which claims are read in play, found out once, and only when it is asked."""

    prover: Prover
    found: Inductive
    games: int = 0
    _read: set[str] | None = field(default=None)

    def unread(self, claim: ir.Claim) -> Unread | None:
        """None where a play comes to where the claim is read."""
        if self._read is None:
            self._read = self._seen()
        if claim.source.label in self._read:
            return None
        where = read_where(claim)
        if self._never(claim):
            return Unread(f"vacuous: play never comes to {where}, so the claim says nothing", True)
        told = f"it holds wherever it is read, but none of {self.games:,} random games comes to {where}"
        return Unread(f"{told}; it may be vacuous", False)

    def _seen(self) -> set[str]:
        """The labels of the claims that a few random games come to."""
        claims = Claims(self.prover.enc.interpreter)
        left = {c.source.label for c in claims.all}
        seen: set[str] = set()
        until = perf_counter() + min(SECONDS, self.prover.asker.seconds_left)
        for number, stage in ramble(self.prover.enc.interpreter, GAMES, SEED, until):
            self.games = number + 1
            for position in (*stage.turn.passed, stage.turn.position):
                seen |= {c.source.label for c in claims.concerned(position)}
            if left <= seen:
                break
        return seen

    def _never(self, claim: ir.Claim) -> bool:
        """Is it proved that no way on comes to where the claim is read?"""
        lemmas = [c for c in self.found.kept if c.light]

        def comes(passage: Passage) -> Answer:
            there = t.any_of(a.cond for a in passage.arrivals if about(claim, a))
            known = self.prover.known(passage, lemmas)
            return self.prover.asker.ask(f"reach-{claim.source.label}-{passage.name}", (*known, there))

        return joined(FOUND[comes(passage)] for passage in self.found.passages) == "proved"
