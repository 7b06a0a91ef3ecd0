"""What is said of the numbers at each place of play: found by hulls, by Horn clauses, or both together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import z3

from verify.smt.counting.clauses import ASKED, END, Clause
from verify.smt.counting.counted import Number, number_term
from verify.smt.encode import terms as t


class Facts(Protocol):
    """Says which numbers there can be at a place; of the start, and of what is asked, nothing has to be said."""

    def holds(self, place: int, numbers: Sequence[Number]) -> t.Flag:
        """That numbers may stand at a place."""

    def has(self, place: int, point: Sequence[int]) -> bool:
        """May these numbers stand at a place?"""


@dataclass(frozen=True)
class Formulas:
    """A formula for each place over some of its numbers, as variables; none for a place says nothing."""

    chosen: tuple[int, ...]
    at: Mapping[int, Any]

    def holds(self, place: int, numbers: Sequence[Number]) -> t.Flag:
        """That numbers may stand at a place."""
        found = self.at.get(place)
        if found is None:
            return True
        return z3.substitute_vars(found, *(number_term(numbers[i]) for i in self.chosen))

    def has(self, place: int, point: Sequence[int]) -> bool:
        """May these numbers stand at a place?"""
        found = self.holds(place, point)
        return found if isinstance(found, bool) else bool(z3.is_true(z3.simplify(found)))


@dataclass(frozen=True)
class Both:
    """What two say together."""

    one: Facts
    other: Facts

    def holds(self, place: int, numbers: Sequence[Number]) -> t.Flag:
        """That numbers may stand at a place."""
        return t.all_of((self.one.holds(place, numbers), self.other.holds(place, numbers)))

    def has(self, place: int, point: Sequence[int]) -> bool:
        """May these numbers stand at a place?"""
        return self.one.has(place, point) and self.other.has(place, point)


@dataclass(frozen=True)
class Nothing:
    """Nothing is known."""

    def holds(self, place: int, numbers: Sequence[Number]) -> t.Flag:
        """That numbers may stand at a place."""
        return True

    def has(self, place: int, point: Sequence[int]) -> bool:
        """May these numbers stand at a place?"""
        return True


def question(facts: Facts, clause: Clause, owed: Facts | None = None) -> t.Flag:
    """Can a clause lead from where the facts hold to where they do not, or where those that are owed do not? What is
    asked of a place must not be so."""
    there = False if clause.target == ASKED else (owed or facts).holds(clause.target, clause.after)
    here = facts.holds(clause.source, clause.before) if clause.source >= 0 or clause.source == END else True
    return t.all_of((here, *clause.body, t.neg(there)))
