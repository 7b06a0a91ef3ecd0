"""One way of counting a game with all that was found in it: its clauses, what holds at each place, and the claims that
follow.

Leaves which ways of counting are tried, and in which order, to `verify.smt.counting.claims`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from time import perf_counter
from typing import Any

import z3

from engine.interpreter.interpreter import Interpreter
from engine.interpreter.position import Position
from spec.ir import nodes as ir
from spec.ir.references import fields_read, reached
from verify.smt.counting import abstraction, spacer
from verify.smt.counting.abstraction import Apart, by_gain
from verify.smt.counting.classes import named_zones
from verify.smt.counting.clauses import Clause, Course
from verify.smt.counting.counted import Counting
from verify.smt.counting.facts import Both, Facts, Formulas, Nothing, question
from verify.smt.counting.guesses import Guessed, guessed
from verify.smt.counting.hulls import Point, as_term
from verify.smt.counting.positions import Passed, Played
from verify.smt.counting.ranking import Level, NotRanked, Step, ranked
from verify.smt.counting.recheck import Recheck

WORK = 100_000_000
"""The bound of one question about a claim, in the solver's own units of work."""


SECONDS = 15.0
"""What was begun in its time may go on for so long."""


class Contradicted(Exception):
    """A position of play is not among those that were found possible."""

    def __init__(self, place: int, position: Position, words: str = "numbers that were found impossible") -> None:
        super().__init__(f"a random game comes to {words} at step {place}")
        self.place, self.position = place, position


@dataclass(frozen=True, slots=True)
class Proof:
    """What holds at each place, from which a claim follows; `found` says by what means. The readings are counted in a
    way of their own, which has all numbers of the facts."""

    facts: Facts
    readings: tuple[Clause, ...]
    found: str
    read_by: Counting
    more: Facts | None = None
    """What of the facts was found beside what is known of all play."""


def _is_past(time: float) -> bool:
    return perf_counter() > time


class View:
    """A way of counting, its clauses and what is known of all play."""

    def __init__(self, interpreter: Interpreter, counting: Counting) -> None:
        self.counting = counting
        self.course = Course(interpreter, counting)
        self.clauses: tuple[Clause, ...] = tuple(self.course.clauses())
        self.known: Facts = Nothing()
        self.hulls: abstraction.Hulls | None = None
        self.guessed: Guessed | None = None
        self._known_is_kept: bool | None = None

    def find(self, seen: Mapping[int, Sequence[Point]], until: float, apart: Apart = by_gain) -> str:
        """Finds the hulls, one for each place (which is soon done) or told `apart`; why not where that fails. What was
        known before is known still."""
        before = self.known
        try:
            late = partial(_is_past, until)
            self.hulls = abstraction.found(self.counting, self.clauses, seen, late, apart=apart, known=before)
        except abstraction.GivenUp as error:
            return str(error)
        self.known = self.hulls if isinstance(before, Nothing) else Both(before, self.hulls)
        self._known_is_kept = None
        return ""

    def guess(self, seen: Mapping[int, Sequence[Point]], until: float) -> None:
        """Guesses what holds at each place, and keeps what every way on keeps, beside what is known."""
        self.guessed = guessed(self.counting, self.clauses, seen, partial(_is_past, until), self.known)

    # ------------------------------------------------------------ claims

    def readings(self, claim: ir.Claim, cond: ir.Expr | None = None) -> tuple[Clause, ...]:
        """Where a claim is read and broken; with a condition, where that may hold. Raises TooLarge."""
        return tuple(self.course.readings(claim, cond))

    def follows(self, facts: Facts, readings: Sequence[Clause]) -> bool:
        """Is what is asked nowhere so, where these facts hold?"""
        return all(self._impossible(question(facts, reading)) for reading in readings)

    def _impossible(self, flag: Any) -> bool:
        if isinstance(flag, bool):
            return not flag
        solver = z3.SimpleSolver()
        solver.set("arith.solver", 2)
        solver.set("rlimit", WORK)
        solver.add(as_term(flag))
        return bool(solver.check() == z3.unsat)

    def by_hulls(self, readings: tuple[Clause, ...]) -> Proof | None:
        """A proof from what is known of all play."""
        return Proof(self.known, readings, "hulls", self.counting) if self.follows(self.known, readings) else None

    def by_guesses(self, readings: tuple[Clause, ...]) -> Proof | None:
        """A proof from what is known of all play, and of what was guessed as much as that needs."""
        more = None if self.guessed is None else self.guessed.needed(readings)
        if self.guessed is None or more is None:
            return None
        facts = Both(self.known, more)
        return Proof(facts, readings, "hulls, and guesses that every way on keeps", self.counting, more)

    def by_horn_clauses(self, claim: ir.Claim, readings: tuple[Clause, ...], until: float) -> Proof | None:
        """A proof by what Spacer finds, of the claim's own numbers, then of more."""
        for chosen in self.tiers(claim):
            if perf_counter() > until:
                return None
            most = max(until, perf_counter() + SECONDS)
            found = spacer.formulas((*self.clauses, *readings), self.known, chosen, most)
            if isinstance(found, Formulas):
                return Proof(Both(self.known, found), readings, "Horn clauses", self.counting)
        return None

    def by_ranking(self, steps: Iterable[Step], until: float) -> tuple[Proof, tuple[Level, ...]] | None:
        """A proof that every play ends, from what is known of all play and what was guessed and kept."""
        kept = Nothing() if self.guessed is None else self.guessed.kept()
        try:
            levels = ranked(self.counting, self.clauses, Both(self.known, kept), steps, partial(_is_past, until))
        except NotRanked:
            return None
        questions = tuple(one for level in levels for one in level.questions())
        proof = self.by_hulls(questions) or self.by_guesses(questions)
        if proof is None:
            return None
        names = [self.counting.words(key) for key in self.counting.keys]
        words = "; ".join(one for level in levels for one in level.words(names)) or "no path of play runs in a circle"
        return replace(proof, found=f"{proof.found}, and quantities that no way on raises: {words}"), levels

    def tiers(self, claim: ir.Claim) -> Iterator[tuple[int, ...]]:
        """Numbers by which a claim may be proved: those that it names, then all fields, then all."""
        index, keys, layout = self.counting.index, self.counting.keys, self.counting.layout
        zones, read = named_zones(self.counting, claim), fields_read(tuple(reached(index, claim.cond)))
        fields = {*read, "mover", *(name for name in layout.fields if name.startswith("("))}

        def named(key_kind: str, at: int) -> bool:
            if key_kind == "field":
                return layout.slots[at].name in fields
            return layout.cells[at].name in zones

        own = tuple(i for i, key in enumerate(keys) if named(key.kind, key.at))
        more = tuple(i for i, key in enumerate(keys) if key.kind == "field" or named(key.kind, key.at))
        yield from dict.fromkeys((own, more, tuple(range(len(keys)))))

    # ------------------------------------------------------------ belief

    def believed(self, proof: Proof, later: Played, recheck: Recheck) -> bool:
        """Do positions of other random games keep to it, and every way on? Raises Contradicted, SolversDisagree."""
        if proof.facts is not self.known and proof.more is None:
            self._seen_to_hold(proof.facts, later)
            return recheck.kept(proof.facts, (*self.clauses, *proof.readings))
        if self._known_is_kept is None:
            self._seen_to_hold(self.known, later)
            self._known_is_kept = recheck.kept(self.known, self.clauses)
        kept = self._known_is_kept
        if kept and proof.more is not None:
            self._seen_to_hold(proof.more, later)
            kept = recheck.kept(proof.facts, self.clauses, proof.more)
        return kept and recheck.kept(proof.facts, proof.readings)

    def step(self, passed: Passed) -> Step:
        """A step of play in numbers."""
        before, after = self.counting.values(passed.before), self.counting.values(passed.after)
        return Step(passed.source, passed.target, before, after)

    def seen_to_rank(self, levels: Sequence[Level], step: Step, at: Position) -> None:
        """Does a step of another random game keep to it? Raises Contradicted."""
        if not all(level.allows(step) for level in levels):
            raise Contradicted(step.source, at, "a step that was found impossible")

    def _seen_to_hold(self, facts: Facts, later: Played) -> None:
        for place, positions in later.at.items():
            for position in positions:
                if not facts.has(place, self.counting.values(position)):
                    raise Contradicted(place, position)
