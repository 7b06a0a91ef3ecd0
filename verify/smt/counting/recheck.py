"""Whether what was found holds at the start and is kept by every way on, asked of a solver by the questions' text.

It shares no code with what found it: cvc5 reads SMT-LIB. Where cvc5 is not installed Z3's plain solver answers, which
at least knows nothing of how the formulas were found. Leaves the questions' meaning to `verify.smt.counting.clauses`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache
from importlib import metadata
from importlib.util import find_spec
from time import perf_counter

import z3

from verify.smt.counting.clauses import Clause
from verify.smt.counting.facts import Facts, question
from verify.smt.counting.hulls import as_term
from verify.smt.counting.smtlib import LOGIC
from verify.smt.encode import terms as t
from verify.smt.solvers.solver import SolversDisagree, version
from verify.smt.solvers.solver_portfolio import Answer, as_answer, by_cvc5

SECONDS = 20.0
"""The bound of one question, in seconds of work."""


@dataclass(frozen=True, slots=True)
class Checker:
    """A solver by name and version that answers a question's text within some seconds."""

    name: str
    answer: Callable[[str, float], Answer]
    other: bool
    """Does it share no code with what found the formulas?"""


@cache
def checker() -> Checker:
    """cvc5 if it is installed, else Z3's plain solver."""
    if find_spec("cvc5"):
        return Checker(f"cvc5 {metadata.version('cvc5')}", lambda text, seconds: by_cvc5(text, seconds)[0], True)
    return Checker(f"{version()}, its plain solver", by_z3, False)


def by_z3(text: str, seconds: float) -> Answer:
    """Z3's plain solver on a question's text."""
    logic = text.partition("(set-logic ")[2].partition(")")[0]
    solver = z3.SolverFor(logic)
    solver.set("timeout", max(1, int(seconds * 1000)))
    solver.from_string(text)
    return as_answer(solver.check())


@dataclass(slots=True)
class Recheck:
    """The questions asked so far, and how many of them the checker left to Z3's plain solver."""

    until: float
    by: Checker = field(default_factory=checker)
    asked: int = 0
    alone: int = 0

    def told(self) -> str:
        """By whom, and how many questions by another."""
        return f"{self.by.name}, but for {self.alone} of {self.asked}" if self.alone else self.by.name

    def kept(self, facts: Facts, clauses: Iterable[Clause], owed: Facts | None = None) -> bool:
        """Does every clause lead only to where the facts hold, or those of them that are owed? Raises SolversDisagree
        where it is shown not to."""
        return all(self._impossible(name, text) for name, text in questions(facts, clauses, owed))

    def _impossible(self, name: str, text: str) -> bool:
        left = self.until - perf_counter()
        answer = self.by.answer(text, min(SECONDS, left)) if left > 0 else "unknown"
        self.asked += 1
        if answer == "sat":
            raise SolversDisagree(name, text, f"{self.by.name} finds a way on that {version()} says there is not")
        if answer == "unknown" and self.by.other and left > 0:
            self.alone += 1
            answer = by_z3(text, min(SECONDS, left))
        return answer == "unsat"


def questions(facts: Facts, clauses: Iterable[Clause], owed: Facts | None = None) -> Iterator[tuple[str, str]]:
    """For each clause by its name: can it lead to where the facts, or those that are owed, do not hold?"""
    for clause in clauses:
        asked = question(facts, clause, owed)
        if asked is not False:
            yield clause.name, text_of(asked)


def text_of(flag: t.Flag) -> str:
    """A question as SMT-LIB."""
    solver = z3.Solver()
    solver.add(as_term(flag))
    return f"{LOGIC}\n{solver.to_smt2()}"
