"""Kept answers: questions alike are asked once, an edit has asked anew what it touches, spoilt ones do not count."""

from __future__ import annotations

import gc
import random
from pathlib import Path
from time import perf_counter

import pytest
import z3

from tests.verify_smt.small import HEAD, PLAY, game
from verify.run.cache import Cache
from verify.smt.prove.prove import prove
from verify.smt.solvers import query_cache as answers_module
from verify.smt.solvers import solver as solver_module
from verify.smt.solvers.query_cache import Kept, normal
from verify.smt.solvers.solver import Asker, SolversDisagree
from verify.smt.solvers.solver_portfolio import SecondSolver

RULES = """move lay(c: card from hand of mover):
  permit low_card when c < 4
  permit high_card when c > 3 and seen is high
  does put: move c from hand of mover to heap
  does tell: decide told(c)

move wait:
  permit at_will when seen is low
  does note: seen becomes high

outcome told(c: card):
  low when c is A or c is 2: seen becomes low
  rests otherwise: nothing
"""
ENDS = PLAY.replace("does lay", "does lay, wait") + "\nclaim few: always size of heap <= 6\n"


@pytest.fixture(name="asked")
def counted(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of the questions that solvers are asked."""
    asked: list[str] = []
    real = solver_module._Question._decided

    def decided(question, read):
        asked.append(question.name)
        return real(question, read)

    monkeypatch.setattr(solver_module._Question, "_decided", decided)
    return asked


def proved(text: str, answers=None) -> list[tuple[str, str, str]]:
    gc.collect()  # how a question is written down hangs on which terms of earlier runs are still there
    results = prove(game(HEAD + text + ENDS), 60.0, None, answers)
    return [(r.obligation.code, r.obligation.subject, r.verdict) for r in results]


def test_an_edit_of_one_clause_has_only_what_it_touches_asked_anew(tmp_path, asked):
    first, edited = proved(RULES, tmp_path), RULES.replace("when seen is low", "when seen is low and heap is empty")
    whole = len(asked)
    assert whole > 15
    asked.clear()
    assert (proved(RULES, tmp_path), asked) == (first, [])
    after = proved(edited, tmp_path)
    # What is proved of laying a card says nothing of waiting, and is not asked again.
    assert 0 < len(asked) < whole
    assert not [name for name in asked if name.startswith("lay-")]
    assert [name for name in asked if name.startswith("wait-")]
    assert after == proved(edited)


def test_spoilt_answers_are_asked_again(tmp_path, asked):
    first, whole = proved(RULES, tmp_path), len(asked)
    for path in tmp_path.iterdir():
        data = bytearray(path.read_bytes())
        data[-2] ^= ord("s") ^ ord("u")
        path.write_bytes(data)
    asked.clear()
    assert (proved(RULES, tmp_path), len(asked)) == (first, whole)
    asked.clear()
    assert (proved(RULES, tmp_path), len(asked)) == (first, 0)


def test_lines_that_say_nothing_certain_do_not_count(tmp_path):
    lines = [f"{n:040x} {told}\n" for n, told in enumerate(("??", "su", "us", "x", "uu", "s", "u?", "", "?? x 4.0"))]
    Cache[str](tmp_path, str, "answers", 16).save("0", "".join(lines))
    kept = Kept(tmp_path, "")
    found = {n: kept.get(f"{n:040x}") for n in range(len(lines))}
    assert {n: answers for n, answers in found.items() if answers} == {4: ("unsat", "unsat"), 6: ("unsat", "unknown")}


BITS = [z3.BitVec(f"a{n}", 8) for n in range(4)]


HARD = [BITS[0] * BITS[1] == 143, BITS[0] > 1, BITS[1] > 1, BITS[0] * BITS[2] != BITS[2] * BITS[0]]


def asks_hard(folder: Path, *, work: int = 1, each: float = 4.0, until: float = float("inf")) -> None:
    doctored = SecondSolver("Doctored", lambda text, seconds: ("unknown", {}))
    asker = Asker(until, work, each=each, second=doctored).keeping(folder)
    assert asker.ask("hard", HARD) == "unknown"
    asker.flush()


def test_what_is_left_open_is_asked_again_with_more_work_only(tmp_path, asked, monkeypatch):
    monkeypatch.setattr(solver_module, "pace", lambda: 1.0)
    for _ in range(2):
        asks_hard(tmp_path)
    assert asked == ["hard"]
    asks_hard(tmp_path, each=5.0)
    asks_hard(tmp_path, work=2)
    asks_hard(tmp_path)
    assert asked == ["hard"] * 3


def test_what_was_cut_or_left_open_on_a_busy_machine_is_asked_again(tmp_path, asked, monkeypatch):
    monkeypatch.setattr(solver_module, "pace", lambda: 2.0)
    for _ in range(2):
        asks_hard(tmp_path)
    assert asked == ["hard"] * 2
    monkeypatch.setattr(solver_module, "pace", lambda: 1.0)
    for _ in range(2):
        asks_hard(tmp_path, until=perf_counter() + 1.0)
    assert asked == ["hard"] * 4


def test_a_disagreement_is_not_kept(tmp_path, asked):
    for _ in range(2):
        asker = Asker(second=SecondSolver("Doctored", lambda text, seconds: ("unsat", {}))).keeping(tmp_path)
        with pytest.raises(SolversDisagree):
            asker.ask("seven", [BITS[0] == 7])
        asker.flush()
    assert len(asked) == 2


def test_a_position_is_read_anew_and_written_questions_are_asked(tmp_path, asked):
    for _ in range(2):
        asker = Asker().keeping(tmp_path / "kept")
        model = asker.model("seven", [BITS[0] == 7])[1]
        assert model is not None
        assert model(BITS[0]) == 7
        asker.flush()
    written = Asker(folder=tmp_path / "proofs").keeping(tmp_path / "kept")
    assert written.ask("seven", [BITS[0] == 7]) == "sat"
    assert len(asked) == 3


def test_how_it_was_proved_is_kept_too(tmp_path):
    alone = SecondSolver("Doctored", lambda text, seconds: ("unknown", {}))
    for _ in range(2):
        asker = Asker(second=alone).keeping(tmp_path)
        clock = asker.clock()
        assert asker.ask("never", [BITS[0] + 1 == BITS[0]]) == "unsat"
        assert "1 of 1 questions by one of them alone" in clock.by()
        asker.flush()


def test_the_oldest_answers_go(tmp_path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(answers_module, "MOST_KEPT", 10)
    for start in (0, 8):
        kept = Kept(tmp_path, "")
        for number in range(start, start + 8):
            kept.put(f"{number:040x}", ("unsat", "unsat"))
        kept.flush()
    kept = Kept(tmp_path, "")
    assert [n for n in range(16) if kept.get(f"{n:040x}")] == list(range(6, 16))


# ---------------------------------------------------------------- when are two questions alike?


def text_of(conds) -> str:
    solver = z3.SolverFor("QF_BV")
    solver.add(*conds)
    return f"(set-logic QF_BV)\n{solver.to_smt2()}"


def conds_of(seed: int, names: list[str]) -> list[z3.BoolRef]:
    """Conditions made by lot over these variables."""
    lot, terms = random.Random(seed), [z3.BitVec(name, 8) for name in names]
    for _ in range(12):
        a, b = lot.choice(terms), lot.choice(terms)
        terms.append(lot.choice([a + b, a & b, a ^ b, a * b, z3.If(z3.ULT(a, b), a, b)]))
    return [terms[-1] == terms[-2], z3.ULT(terms[-3], terms[-4]), terms[lot.randrange(4)] != 0]


def test_names_are_of_no_account_and_everything_else_is():
    for seed in range(40):
        names, others = (
            [f"{stem}!{n}{seed % 10}" for n in range(start, start + 4)] for stem, start in (("s", 1), ("t", 4))
        )
        text = normal(text_of(conds_of(seed, names)))
        assert normal(text_of(conds_of(seed, others))) == text
        assert normal(text_of(conds_of(seed + 1, names))) != text
        solver = z3.Solver()
        solver.from_string(text)
        assert solver.check() == asked_plainly(conds_of(seed, names))


def asked_plainly(conds) -> object:
    solver = z3.Solver()
    solver.add(*conds)
    return solver.check()


def test_which_variable_is_which_matters():
    a, b, c = BITS[:3]
    assert normal(text_of([a + b == c, z3.ULT(a, c)])) != normal(text_of([a + b == c, z3.ULT(c, a)]))
    assert normal(text_of([a - b == c])) == normal(text_of([b - a == c]))
    one, two = z3.BitVec("two words", 8), z3.Bool("two")
    assert normal(text_of([one == 3, two])) == normal(text_of([a == 3, z3.Bool("b")]))
