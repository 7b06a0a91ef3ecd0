"""The second solver: reads a question as SMT-LIB text and answers it by itself, so that no proof rests on one program.

Leaves asking to `verify.smt.solvers.solver`. It is an optional extra; without it proofs are by the first solver alone.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from typing import Any, Literal

Answer = Literal["sat", "unsat", "unknown"]


Values = dict[str, int]
"""What each variable of a question is where the question holds; a truth value is 0 or 1."""


@dataclass(frozen=True, slots=True)
class SecondSolver:
    """A solver by name and version; `answer` takes a question's text and a number of seconds, and gives up after it.

    With a `sat` it may tell what the variables are there.
    """

    name: str
    answer: Callable[[str, float], tuple[Answer, Values]]


@cache
def second_solver() -> SecondSolver | None:
    """Bitwuzla if it is installed, else cvc5, else none."""
    if find_spec("bitwuzla"):
        import bitwuzla

        return SecondSolver(f"Bitwuzla {bitwuzla.version()}", _bitwuzla)
    if find_spec("cvc5"):
        import cvc5

        return SecondSolver(f"cvc5 {cvc5.__version__}", by_cvc5)
    return None


def as_answer(found: object) -> Answer:
    words = str(found)
    return "sat" if words == "sat" else "unsat" if words == "unsat" else "unknown"


def _bitwuzla(text: str, seconds: float) -> tuple[Answer, Values]:
    import bitwuzla

    options = bitwuzla.Options()
    options.set(bitwuzla.Option.PRODUCE_MODELS, True)
    options.set(bitwuzla.Option.TIME_LIMIT_PER, max(1, int(seconds * 1000)))
    parser = bitwuzla.Parser(bitwuzla.TermManager(), options)
    parser.parse(text, True, False)
    solver: Any = parser.bitwuzla()
    answer = as_answer(solver.check_sat())
    if answer != "sat":
        return answer, {}
    terms = parser.get_declared_funs()
    return answer, {term.symbol().strip("|"): int(solver.get_value(term).value(10)) for term in terms}


def by_cvc5(text: str, seconds: float) -> tuple[Answer, Values]:
    import cvc5

    solver: Any = cvc5.Solver(cvc5.TermManager())
    solver.setOption("tlimit-per", str(max(1, int(seconds * 1000))))
    parser: Any = cvc5.InputParser(solver)
    parser.setStringInput(cvc5.InputLanguage.SMT_LIB_2_6, text, "question")
    symbols, answer = parser.getSymbolManager(), ""
    while not (command := parser.nextCommand()).isNull():
        answer = str(command.invoke(solver, symbols)).strip() or answer
    return as_answer(answer), {}
