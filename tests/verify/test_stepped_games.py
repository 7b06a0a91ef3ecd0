"""Games that `verify` plays move by move on compiled code: what they show is what the interpreter shows."""

from __future__ import annotations

import shutil
from pathlib import Path
from time import perf_counter, sleep

import pytest

from engine.interpreter.interpreter import Interpreter
from engine.logs.replay import from_json, replay
from engine.processes.deadline import until
from tests.verify.small import game, text, verified
from tests.verify.test_compiled_games import PARTS
from verify.obligations.verdict import Result
from verify.random import stepped_games
from verify.random.random_play import Tally, play_numbers, results
from verify.random.stepped_games import play_stepped
from verify.run.plan import Plan
from verify.run.task import Task
from verify.run.techniques import random_games

pytestmark = pytest.mark.skipif(
    not any(shutil.which(c) for c in ("cc", "gcc", "clang")), reason="there is no C compiler on this machine"
)
CLAIMS = """claim small: always n <= 5

claim filled: sometimes size of heap = 3

claim dealt: at deal, always size of deck = 12

claim even: fair within 5 percent
"""


@pytest.fixture(autouse=True)
def few_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stepped_games, "EACH", 2)


def found_of(interpreter: Interpreter, tally: Tally) -> dict[tuple[str, str], Result]:
    return {(r.obligation.code, r.obligation.subject): r for r in results(interpreter, tally, 1, 0.0)}


def stepped(folder: Path, **parts: str) -> tuple[Interpreter, Tally]:
    interpreter, tally = Interpreter(game(folder, **{**PARTS, **parts})), Tally()
    play_stepped(interpreter, 100, 1, float("inf"), tally)
    return interpreter, tally


def test_games_and_what_is_read_are_the_interpreters(tmp_path: Path) -> None:
    interpreter, tally = stepped(tmp_path, more=CLAIMS)
    alone = Tally()
    play_numbers(interpreter, range(100, 200), 1, alone)
    assert (tally.games, tally.compiled, tally.next) == (0, 100, 200)
    assert (tally.ended, tally.wins, tally.draws, tally.cut) == (alone.ended, alone.wins, alone.draws, alone.cut)
    assert tally.fired | tally.unseen >= alone.fired
    told, by_both = found_of(interpreter, tally), found_of(interpreter, alone)
    assert (told["claim", "small"].verdict, told["claim", "small"].scope) == ("tested", "100 random games, seed 1")
    assert (told["claim", "filled"].verdict, told["claim", "filled"].witness) == (
        "proved", by_both["claim", "filled"].witness,
    )  # fmt: skip
    # Compiled code passes the deal in one go, so that only the interpreter reads what is claimed of it.
    assert (told["claim", "dealt"].verdict, by_both["claim", "dealt"].verdict) == ("unknown", "tested")
    assert {key: r.verdict for key, r in told.items() if key[0] in ("used", "reached")} == {
        key: "proved" for key in by_both if key[0] in ("used", "reached")
    }


@pytest.mark.parametrize(
    ("parts", "key"),
    [
        ({"more": "claim low: always size of heap < 3"}, ("claim", "low")),
        ({"put": "\n    move c from hand of mover to heap\n    add 1 to n"}, ("in-range", "play")),
        ({"permit": "permit anything when size of heap < 3"}, ("not-stuck", "play")),
    ],
)
def test_what_refutes_has_its_play_and_without_time_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, parts: dict[str, str], key: tuple[str, str]
) -> None:
    interpreter, tally = stepped(tmp_path, **parts)
    told = found_of(interpreter, tally)[key]
    assert told.verdict == "refuted"
    assert told.witness is not None
    log = from_json(interpreter, told.witness.log)
    assert not isinstance(log, str)
    assert replay(interpreter, log).problem == ""

    def stuck(*_: object) -> None:
        while True:
            sleep(0.01)

    monkeypatch.setattr(stepped_games, "follow", stuck)
    late = Tally()
    with until(perf_counter() + 2):
        play_stepped(interpreter, 100, 1, float("inf"), late)
    told = found_of(interpreter, late)[key]
    assert told.verdict == "unknown"
    assert "no time to play it again on the interpreter: in a compiled game" in told.reason


def test_where_the_first_game_takes_long_compiled_games_are_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = game(tmp_path, **{**PARTS, "more": CLAIMS})
    task = Task(made, plan=Plan(games=100, seed=1), until=perf_counter() + 6)
    play = task.interpreter.apply

    def slow(position, move, chance):
        sleep(1.5)
        return play(position, move, chance)

    monkeypatch.setattr(task.interpreter, "apply", slow)
    with until(task.until + 1):
        told = {(r.obligation.code, r.obligation.subject): r for r in random_games(task)}
    assert (told["claim", "small"].verdict, told["in-range", "play"].verdict) == ("tested", "tested")
    assert told["in-range", "play"].scope.startswith("100 random games")


def test_a_quick_game_is_read_by_the_interpreter_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("verify.run.techniques.play_stepped", lambda *_: pytest.fail("compiled code was asked"))
    plan = Plan(games=50, seed=1, each={"random play": 5.0})
    assert any(r.scope == "50 random games, seed 1" for r in verified(tmp_path, text(**PARTS), plan=plan))
