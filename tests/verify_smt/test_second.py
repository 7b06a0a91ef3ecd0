"""Two solvers: what both prove is said to be by both, and what they contradict each other on ends all proofs."""

from __future__ import annotations

from dataclasses import replace

import pytest
import z3

from tests.verify_smt.small import with_clauses
from verify.obligations.verdict import exit_code
from verify.smt.prove.prove import prove
from verify.smt.solvers import solver_portfolio as second_module
from verify.smt.solvers.solver import Asker, SolversDisagree, version
from verify.smt.solvers.solver_portfolio import Answer, SecondSolver, second_solver

BITS = z3.BitVec("a", 8)
NEVER = BITS + 1 == BITS
SEVEN = BITS == 7
CLAUSES = "  low when c is A or c is 2: seen becomes low\n  high when c is 6: seen becomes high\n"


def doctored(answer: Answer) -> SecondSolver:
    return SecondSolver("Doctored 1", lambda text, seconds: (answer, {}))


def text_of(cond) -> str:
    texts: list[str] = []

    def listen(text: str, seconds: float) -> tuple[Answer, dict[str, int]]:
        texts.append(text)
        return "unknown", {}

    Asker(second=SecondSolver("Listener", listen)).ask("listen", [cond])
    return texts[0]


@pytest.mark.parametrize("ask", [second_module._bitwuzla, second_module.by_cvc5])
def test_both_second_solvers_answer(ask):
    for cond, answer in ((NEVER, "unsat"), (SEVEN, "sat")):
        assert ask(text_of(cond), 5.0)[0] == answer


def test_what_both_prove_is_by_both():
    asker = Asker()
    clock = asker.clock()
    assert asker.ask("never", [NEVER]) == "unsat"
    assert asker.second is not None
    assert clock.by() == f"{version()} and {asker.second.name}"


def test_without_a_second_solver_it_is_by_the_first():
    asker = Asker(second=None)
    clock = asker.clock()
    assert asker.ask("never", [NEVER]) == "unsat"
    assert clock.by() == version()


def test_a_proof_that_the_second_cannot_follow_is_said_to_be_by_one():
    asker = Asker(second=doctored("unknown"))
    clock = asker.clock()
    assert asker.ask("never", [NEVER]) == "unsat"
    assert "1 of 1 questions by one of them alone" in clock.by()


def test_a_position_of_the_second_is_read_by_the_first():
    asker = Asker(second=SecondSolver("Told", lambda text, seconds: ("sat", {"a": 7})))
    answer, model = asker.model("seven", [SEVEN])
    assert answer == "sat"
    assert model is not None
    assert model(BITS) == 7


@pytest.mark.parametrize(("cond", "said"), [(NEVER, "sat"), (SEVEN, "unsat")])
def test_solvers_that_disagree_are_an_error(cond, said):
    with pytest.raises(SolversDisagree):
        Asker(second=doctored(said)).model("asked", [cond])


def test_a_disagreement_ends_the_proofs_and_has_an_exit_code_of_its_own(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(Asker, "__init__", _with(doctored("unsat")))
    results = tuple(prove(with_clauses(CLAUSES + "  rests otherwise: nothing\n"), 20.0))
    last = results[-1]
    assert (last.obligation.code, last.verdict) == ("solvers-agree", "refuted")
    assert last.witness is not None
    assert "no proof of this run counts" in last.witness.sentence
    assert exit_code(results) == 4


def _with(second_: SecondSolver):
    real = Asker.__init__

    def made(self, *args, **more):
        real(self, *args, **more)
        self.second = second_

    return made


def test_a_formula_that_was_changed_on_its_way_is_found_out(monkeypatch: pytest.MonkeyPatch):
    """The second solver is given the contrary of what the first was asked."""
    real = second_solver()
    assert real is not None
    turned = replace(real, answer=lambda text, seconds: real.answer(_contrary(text), seconds))
    with pytest.raises(SolversDisagree):
        Asker(second=turned).model("never", [NEVER])


def _contrary(text: str) -> str:
    head, _, rest = text.partition("(assert")
    body, _, _ = rest.rpartition("(check-sat)")
    return f"{head}(assert (not {body.strip()[:-1]}))\n(check-sat)"
