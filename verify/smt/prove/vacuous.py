"""Asks beside a proof whether play ever comes to where a claim is read: of what is never read everything can be proved.

That play comes there a random game shows; that it never does is proved like the claim itself, of every way on. Leaves
the proof of the claim to `verify.smt.prove.invariants`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from time import perf_counter

from engine.interpreter.interpreter import Interpreter
from spec.ir import nodes as ir
from verify.obligations.claims import Claims
from verify.obligations.obligations import antecedent, read_where
from verify.random.random_walks import random_walks
from verify.smt.encode import terms as t
from verify.smt.encode.state import State
from verify.smt.encode.symbolic_context import At, Unencodable
from verify.smt.prove.finding import FOUND, joined
from verify.smt.prove.invariants import Inductive, Prover, about
from verify.smt.solvers.solver_portfolio import Answer
from verify.smt.transition.steps import Passage

GAMES = 60
SEED = 7
SECONDS = 10.0


@dataclass(frozen=True, slots=True)
class Unread:
    """Why a claim is not known to say anything; `never`: it is proved that play never comes to where it is read."""

    reason: str
    never: bool


@dataclass(slots=True)
class InPlay:
    """What a few random games come to: the labels of claims that are read in them, and of those whose condition (`if A
    then B`) was seen to hold."""

    games: int = 0
    read: set[str] = field(default_factory=set)
    met: set[str] = field(default_factory=set)

    def unread(self, claim: ir.Claim, never: Callable[[ir.Expr | None], bool]) -> Unread | None:
        """None where a play comes to where the claim is read, and its condition is not ruled out; `never` says whether
        it is proved that play never comes there (with a condition: where that holds)."""
        label, where = claim.source.label, read_where(claim)
        if label not in self.read:
            if never(None):
                return Unread(f"vacuous: play never reaches {where}, so the claim says nothing", True)
            told = f"the claim holds wherever it is read, but none of {self.games:,} random games reaches {where}"
            return Unread(f"{told}; the claim may be vacuous", False)
        cond = condition(claim)
        if cond is None or label in self.met or not never(cond):
            return None
        return Unread("vacuous: the condition of the claim never holds, so the claim says nothing", True)


def in_play(interpreter: Interpreter, seconds: float) -> InPlay:
    """What random games come to within some seconds."""
    found, claims = InPlay(), Claims(interpreter)
    conditions = {c.source.label: cond for c in claims.all if (cond := condition(c)) is not None}
    left = {c.source.label for c in claims.all if c.kind != "sometimes"}
    until = perf_counter() + min(SECONDS, seconds)
    for number, stage in random_walks(interpreter, GAMES, SEED, until):
        found.games = number + 1
        for position in (*stage.turn.passed, stage.turn.position):
            here = {c.source.label for c in claims.concerned(position)}
            found.read |= here
            for label in (conditions.keys() - found.met) & here:
                if interpreter.evaluate(conditions[label], position) != 0:
                    found.met.add(label)
        if left <= found.read and conditions.keys() <= found.met:
            break
    return found


@dataclass(slots=True)
class Watched:
    """What a game's random games come to, found out once, and only when it is asked."""

    interpreter: Interpreter
    _play: InPlay | None = None

    def within(self, seconds: float) -> InPlay:
        """The same, within some seconds."""
        if self._play is None:
            self._play = in_play(self.interpreter, seconds)
        return self._play


@dataclass(slots=True)
class Readings:
    """Which claims are read in play."""

    prover: Prover
    found: Inductive
    watched: Watched

    def unread(self, claim: ir.Claim) -> Unread | None:
        """None where a play comes to where the claim is read, and its condition (`if A then B`) is not ruled out."""
        play = self.watched.within(self.prover.asker.seconds_left)
        return play.unread(claim, lambda cond: self._never(claim, cond))

    def _never(self, claim: ir.Claim, cond: ir.Expr | None) -> bool:
        """Is it proved that no way on comes to where the claim is read (with its condition)?"""
        lemmas = [c for c in self.found.kept if c.light]
        enc = self.prover.enc

        def holds(state: State) -> t.Flag:
            if cond is None:
                return True
            at = At(state)
            value, defined = enc.part(cond, at, {})
            return True if at.facts else t.any_of((value, t.neg(defined)))

        def comes(passage: Passage) -> Answer:
            there = t.any_of(t.all_of((a.cond, holds(a.state))) for a in passage.arrivals if about(claim, a))
            known = self.prover.known(passage, lemmas)
            return self.prover.asker.ask(f"reach-{claim.source.label}-{passage.name}", (*known, there))

        try:
            return joined(FOUND[comes(passage)] for passage in self.found.passages) == "proved"
        except Unencodable:
            return False


def condition(claim: ir.Claim) -> ir.Expr | None:
    """The A of a claim `always if A then B`."""
    return antecedent(claim) if claim.kind == "always" else None
