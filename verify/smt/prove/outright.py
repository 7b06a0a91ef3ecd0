"""Claims that hold in every position there could be, or in every one at a decision, given what is proved of decisions.

Many claims follow from what conditions and shapes mean. Of such no way on has to be asked: one position stands for any.
Leaves reading the claim to `verify.smt.transition.skolem`, and what takes induction to `verify.smt.prove.invariants`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from copy import copy
from dataclasses import dataclass, field

from spec.ir import nodes as ir
from verify.obligations.certificate import Induction
from verify.obligations.obligations import claim_obligation
from verify.obligations.verdict import Result
from verify.smt.encode import terms as t
from verify.smt.encode.expressions import Encoder
from verify.smt.encode.symbolic_context import At, Unencodable
from verify.smt.prove.groups import SCOPE
from verify.smt.prove.invariants import Candidate, Inductive
from verify.smt.prove.left_free import as_told
from verify.smt.prove.vacuous import Watched
from verify.smt.solvers.solver import Asker, Way
from verify.smt.transition.enabledness import Enabledness
from verify.smt.transition.skolem import Skolem

MOST_CASES = 64
"""Of a claim that falls into more cases they are asked together."""

ANY_POSITION = "whatever the position"


def decisions(enc: Encoder, claim: ir.Claim) -> list[int]:
    """The steps that a claim is about, if all of them are decisions; else none."""
    steps = enc.game.steps
    about = [number for number, step in enumerate(steps) if step.source.label in claim.at]
    return about if all(steps[number].ask is not None for number in about) else []


def asked(enc: Encoder, claim: ir.Claim, lemmas: Sequence[Candidate]) -> Iterator[tuple[t.Flag, ...]]:
    """What must be impossible, each by itself, for no position to break a claim: one that the lemmas allow, where the
    claim is about decisions alone. Raises Unencodable."""
    state = enc.space.arbitrary("any")
    at = At(state)
    broken = {"always": False, "never": True}[claim.kind]
    cases = Skolem(enc, at).may_be(claim.cond, broken, {})
    for known in [tuple(c.holds(state) for c in lemmas if c.concerns(n)) for n in decisions(enc, claim)] or [()]:
        for case in cases if len(cases) <= MOST_CASES else [t.any_of(cases)]:
            yield enc.space.sound(state), *at.facts, *known, case


@dataclass(slots=True)
class Outright:
    """Tries claims of one game; `proved` are the labels of those that hold, with how that is known."""

    enc: Encoder
    proved: dict[str, tuple[tuple[Way, ...], tuple[Candidate, ...]]] = field(default_factory=dict)
    failed: set[tuple[str, int]] = field(default_factory=set)
    """Which claims do not follow from how many lemmas; what is known of decisions only grows."""

    @classmethod
    def of(cls, enc: Encoder) -> Outright:
        """With an encoder that asks by itself whether somebody can move."""
        own = copy(enc)
        own.can_move = Enabledness(own)
        return cls(own)

    def proves(self, claim: ir.Claim) -> bool:
        """Was a claim proved so?"""
        return claim.source.label in self.proved

    def tried(self, claim: ir.Claim, asker: Asker, found: Inductive | None = None) -> bool:
        """Is a claim proved so? `found` is what is known of decisions: of use to claims about these alone."""
        if not self.proves(claim) and (found is None or (found.kept and decisions(self.enc, claim))):
            clock = asker.clock()
            lemmas, ways = ((), ()) if found is None else (tuple(self._known(claim, found)), found.ways)
            asked = claim.source.label, len(lemmas)
            if asked not in self.failed and self._holds(claim, asker, lemmas):
                self.proved[claim.source.label] = (*clock.ways(), *ways), lemmas
            elif not asker.out_of_time:
                self.failed.add(asked)
        return self.proves(claim)

    def _holds(self, claim: ir.Claim, asker: Asker, lemmas: Sequence[Candidate]) -> bool:
        try:
            questions = asked(self.enc, claim, lemmas)
            return all(asker.ask(f"any-{claim.source.label}", conds) == "unsat" for conds in questions)
        except Unencodable:
            return False

    def _known(self, claim: ir.Claim, found: Inductive) -> Iterator[Candidate]:
        """What is known of decisions without the claim, and without claims that were proved by themselves."""
        claims = {other.source.label for other in self.enc.game.claims}
        return (c for c in found.kept if c.words not in claims or (c.joint and c.words != claim.source.label))

    def by(self, claim: ir.Claim, asker: Asker) -> str:
        """The solvers that proved a claim, and how."""
        ways, lemmas = self.proved[claim.source.label]
        told = f", from {len(lemmas)} lemmas by induction" if lemmas else ""
        return f"{asker.by(len(asker.ledger.ways), ways)}, {ANY_POSITION}{told}"

    def certificate(self, claim: ir.Claim) -> Induction:
        """What the proof of a claim rests on."""
        _, lemmas = self.proved[claim.source.label]
        return Induction(
            "loose" if self.enc.loose or not lemmas else "exact", tuple(c.told() for c in lemmas), (), True
        )


def outright_results(enc: Encoder, owed: Sequence[ir.Claim], asker: Asker, watched: Watched) -> Iterator[Result]:
    """Of claims those that hold whatever the position, where play was seen to come to where they are read."""
    exact, loose = Outright.of(enc), Outright.of(enc.loosened())
    for claim in owed:
        clock = asker.clock()
        one = next((one for one in (exact, loose) if one.tried(claim, asker)), None)
        if one is not None and watched.within(asker.seconds_left).unread(claim, lambda _cond: True) is None:
            by, why = one.by(claim, asker), one.certificate(claim)
            result = Result(claim_obligation(claim), "proved", by, SCOPE, seconds=clock.seconds, certificate=why)
            yield as_told(result, one.enc, claim)
