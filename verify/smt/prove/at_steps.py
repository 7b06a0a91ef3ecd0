"""What holds at some decisions only: the most steps at which every way on keeps it, if it is assumed at all of them.

Begins with the steps at which random games do not break it, and takes those away at which some way on does (Houdini:
Flanagan and Leino, 2001). What is left is inductive: each way on was asked with no more assumed than is left at the
end. Several candidates are assumed together. Leaves whether a way on keeps one to `verify.smt.prove.invariants`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from engine.interpreter.position import Position
from spec.ir import nodes as ir
from verify.smt.prove.invariants import (
    Candidate,
    Inductive,
    Prover,
    at_values,
    filled,
    of_claim,
    templates,
    weight,
)
from verify.smt.transition.steps import Passage

Asked = tuple[int, str, frozenset[int], frozenset[str]]
"""A way on, a candidate, the steps at which it was asked of, and what was assumed where the way begins."""


@dataclass(slots=True)
class AtSteps:
    """Candidates by their words, each at the steps at which it may still hold; `kept` is what needs no more asking."""

    prover: Prover
    found: Inductive
    left: dict[str, Candidate]
    kept: set[Asked] = field(default_factory=set)

    def settled(self) -> list[Candidate]:
        """What is left when nothing more is to be taken away; nothing where the time is up before."""
        changed = True
        while changed:
            changed = False
            for way in self.found.passages:
                for words in tuple(self.left):
                    changed = self._weakened(way, words) or changed
                    if self.prover.asker.out_of_time:
                        return []
        return [c for c in self.left.values() if c.at]

    def _weakened(self, way: Passage, words: str) -> bool:
        """Was a candidate taken away at a step, since a way on does not keep it there?"""
        steps = self._at(words) & {a.step for a in way.arrivals if a.kind in ("ask", "cut")}
        assumed = [c for c in self.left.values() if c.concerns(way.step)]
        asked = (id(way), words, steps, frozenset(c.words for c in assumed))
        if not steps or asked in self.kept:
            return False
        if self._keeps(way, words, steps, assumed):
            self.kept.add(asked)
            return False
        lost = [s for s in steps if len(steps) == 1 or not self._keeps(way, words, frozenset((s,)), assumed)]
        # Where each step by itself is kept and all together are not, one of the answers was no answer.
        self.left[words] = replace(self.left[words], at=self._at(words) - frozenset(lost or steps))
        return True

    def _at(self, words: str) -> frozenset[int]:
        return self.left[words].at or frozenset()

    def _keeps(self, way: Passage, words: str, steps: frozenset[int], assumed: Sequence[Candidate]) -> bool:
        lemmas = [*(c for c in self.found.kept if c.light), *assumed]
        return self.prover.keeps(lemmas, replace(self.left[words], at=steps), way)


def at_steps(prover: Prover, found: Inductive, wanted: Iterable[Candidate], seen: Iterable[Position]) -> None:
    """Adds to what is proved that candidates hold together, each at the steps at which it does."""
    arrived = {a.step for way in found.passages for a in way.arrivals if a.kind in ("ask", "cut")}
    wanted = [replace(c, at=frozenset(arrived if c.at is None else arrived & c.at), settles=False) for c in wanted]
    left = {c.words: c for c in wanted}
    for position in seen:
        state = prover.enc.space.start(position)
        for words, candidate in left.items():
            if candidate.concerns(position.step) and candidate.holds(state) is False:
                left[words] = replace(candidate, at=(candidate.at or frozenset()) - {position.step})
    began = prover.asker.clock()
    kept = AtSteps(prover, found, {words: c for words, c in left.items() if c.at}).settled()
    found.kept += [replace(c, joint=not c.light) for c in kept]
    found.ways += began.ways() if kept else ()


def settled_at_steps(prover: Prover, found: Inductive, seen: Sequence[Position]) -> None:
    """The same of zones that are empty, and fields that are as they were, up to some step of the game or after one; of
    fields that have another value at some steps; then of whose zones have cards, which may hang on these."""
    known = {c.words for c in found.kept}
    settling = [c for c in templates(prover.enc) if c.settles and c.words not in known]
    at_steps(prover, found, [*settling, *at_values(prover.enc, seen)], seen)
    at_steps(prover, found, _filled(prover, found), seen)


def _filled(prover: Prover, found: Inductive) -> list[Candidate]:
    known = {c.words for c in found.kept if c.at is None}
    return [c for c in filled(prover.enc) if c.words not in known]


MOST_TOGETHER = 2_000
"""A claim of which more than so many nodes would be written out is not tried with others, whose time it would cost."""


def together(prover: Prover, found: Inductive, owed: Sequence[ir.Claim], seen: Iterable[Position]) -> None:
    """The same of claims, and of whose zones have cards: one may need another."""
    claims = [of_claim(prover.enc, claim) for claim in owed if weight(prover.enc, claim.cond) <= MOST_TOGETHER]
    at_steps(prover, found, [*_filled(prover, found), *claims], seen)
