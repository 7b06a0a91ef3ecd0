"""`hoyle simulate --profile`: where the time of play goes, by definition, clause, move and step."""

import json

import pytest

from engine.c.compiled import profile
from engine.c.compiled.library import Library, load
from engine.c.compiled.simulate import added_up
from engine.c.playout.source import code_of
from engine.interpreter.interpreter import Interpreter
from hoyle.api import load as load_game
from tests.everyday import everyday, one_in
from tests.hoyle.rules import UNRULED, write
from tests.hoyle.test_simulate import FIRST
from tests.native.harness import needs_compiler

pytestmark = needs_compiler
SLOW = """define one_is(c: card): some a in hand of mover with slow(a, c)

define slow(a: card, c: card): some b in hand of mover with points(a) + points(b) > 40 + points(c)

define points(c: card): number of d in hand of mover with rank of d is rank of c

"""
PLANTED = FIRST.replace("define fits", f"{SLOW}define fits").replace(
    "does put:", "forbid planted when one_is(c)\n  precedence planted > fitting\n  does put:"
)


@pytest.fixture
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    """A few tenths of a second are enough."""
    monkeypatch.setattr(profile, "SECONDS", 0.4)


def test_a_slow_definition_comes_first(hoyle, tmp_path, short):
    path = write(tmp_path, PLANTED)
    code, out, err = hoyle("simulate", str(path), "--games", "200", "--profile", "--json")
    assert (code, err) == (0, "")
    record = json.loads(out)
    parts = record["profile"]["parts"]
    assert (parts[0]["kind"], parts[0]["label"]) == ("define", "slow")
    assert parts[0]["share"] > 0.5
    assert sum(part["share"] for part in parts) == pytest.approx(1, abs=1e-4)
    assert record["profile"]["looks"] > 0
    assert PLANTED.splitlines()[parts[0]["line"] - 1].startswith("define slow(")
    # Nothing else is told of the game than without it, but for what is a matter of time.
    plain = json.loads(hoyle("simulate", str(path), "--games", "200", "--engine", "native", "--json")[1])
    told = {key: value for key, value in record.items() if key != "profile"}
    assert told["reproduce"] == f"{plain.pop('reproduce').removesuffix(' --engine native')} --profile"
    assert {*plain} - {*told} == {"seconds", "games_per_second", "decisions_per_second"}
    assert all(told[key] == value for key, value in plain.items() if key in told)


def test_counts_are_those_of_play(hoyle, tmp_path, short):
    """Play comes to the choice once a decision (and where nobody can move), to each move as often as it is made."""
    path = write(tmp_path, FIRST)
    record = json.loads(hoyle("simulate", str(path), "--games", "200", "--profile", "--json")[1])
    times = {(part["kind"], part["label"]): part["times"] for part in record["profile"]["parts"]}
    made = {clause["label"]: clause["times"] for clause in record["clauses"]}
    assert times["effect", "lay"] == made["put"]
    assert times["effect", "draw_one"] == made["take"]
    assert times["choosing", "act"] >= made["put"] + made["take"]
    assert times["step", "deal"] == 200


def test_the_screen(hoyle, tmp_path, short, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    code, out, _ = hoyle("simulate", str(write(tmp_path, PLANTED)), "--games", "200", "--profile")
    lines = out.splitlines()
    assert code == 0
    assert "% of the time of play is in definition " in lines[1]
    assert lines[3].split() == ["share", "times", "a", "decision"]
    assert lines[4].split()[2:] == ["definition", "slow", "(line", "12)"]
    assert lines[-1].endswith("--games 200 --seed 0 --profile")
    assert max(map(len, lines[:-1])) <= 80


def test_a_game_that_meets_a_fault_is_measured(hoyle, tmp_path, short):
    path = write(tmp_path, UNRULED)
    record = json.loads(hoyle("simulate", str(path), "--games", "50", "--profile", "--json")[1])
    plain = json.loads(hoyle("simulate", str(path), "--games", "50", "--engine", "native", "--json")[1])
    assert record["faults"] == plain["faults"] != []


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--policy", "greedy"), "--policy cannot stand beside --profile"),
        (("--jobs", "2"), "one process"),
        (("--engine", "interpreter"), "compiled play"),
    ],
)
def test_what_it_does_not_measure_is_refused(hoyle, words: tuple[str, ...], said: str):
    code, _, err = hoyle("simulate", "leduc_poker", "--profile", *words)
    assert code == 2
    assert said in err


def test_without_a_compiler_it_says_so(hoyle, monkeypatch):
    monkeypatch.setattr(profile, "find_compiler", lambda: None)
    code, _, err = hoyle("simulate", "leduc_poker", "--profile")
    assert code == 2
    assert "no C compiler was found" in err


@pytest.mark.parametrize("name", one_in(5, everyday()))
def test_the_sums_are_those_of_play_that_is_not_measured(name: str, monkeypatch):
    monkeypatch.setattr(profile, "SECONDS", 0.0)
    interpreter = Interpreter(load_game(name).rules)
    found, plain = profile.profiled(interpreter, range(200), 3), load(interpreter.game, fast=True)
    assert isinstance(found, profile.Profiled)
    assert isinstance(plain, Library)
    assert found.sums == added_up(plain, interpreter, range(200), 3)


def test_play_too_short_to_be_looked_at_has_no_shares(hoyle, monkeypatch):
    monkeypatch.setattr(profile, "SECONDS", 0.0)
    monkeypatch.setattr(profile, "PAUSE", 1.0)
    monkeypatch.setattr(profile, "NOBODY", 10_000)
    code, out, _ = hoyle("simulate", "leduc_poker", "--games", "1", "--profile")
    assert code == 0
    assert "more games are needed" in out
    assert "%" not in out


def test_nothing_is_measured_unasked():
    assert "profile" not in code_of(load_game("leduc_poker").rules).text
