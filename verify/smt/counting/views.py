"""One way of counting a game with all that was found in it: its clauses, what holds at each place, and the claims that
follow.

Leaves which ways of counting are tried, and in which order, to `verify.smt.counting.claims`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
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
from verify.smt.counting.hulls import Point, as_term
from verify.smt.counting.positions import Played
from verify.smt.counting.recheck import Recheck

WORK = 100_000_000
"""The bound of one question about a claim, in the solver's own units of work."""


SECONDS = 15.0
"""What was begun in its time may go on for so long."""


class Contradicted(Exception):
    """A position of play is not among those that were found possible."""

    def __init__(self, place: int, position: Position) -> None:
        super().__init__(f"a random game comes to numbers at step {place} that were found impossible")
        self.place, self.position = place, position


@dataclass(frozen=True, slots=True)
class Proof:
    """What holds at each place, from which a claim follows; `found` says by what means. The readings are counted in a
    way of their own, which has all numbers of the facts."""

    facts: Facts
    readings: tuple[Clause, ...]
    found: str
    read_by: Counting


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
        if proof.facts is self.known:
            if self._known_is_kept is None:
                self._seen_to_hold(self.known, later)
                self._known_is_kept = recheck.kept(self.known, self.clauses)
            return self._known_is_kept and recheck.kept(proof.facts, proof.readings)
        self._seen_to_hold(proof.facts, later)
        return recheck.kept(proof.facts, (*self.clauses, *proof.readings))

    def _seen_to_hold(self, facts: Facts, later: Played) -> None:
        for place, positions in later.at.items():
            for position in positions:
                if not facts.has(place, self.counting.values(position)):
                    raise Contradicted(place, position)
