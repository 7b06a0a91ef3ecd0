"""Four questions about the end of play, told apart: every play, with probability one, within reach, some play."""

from __future__ import annotations

from dataclasses import replace
from time import perf_counter

import pytest

from engine.interpreter.interpreter import Interpreter
from engine.logs.replay import from_json, replay
from tests.verify.small import PROBES, game, load, of, text, verified
from verify.obligations.obligations import ending_owed
from verify.obligations.verdict import exit_code, strongest
from verify.run.techniques import Plan
from verify.search import lassos
from verify.search.compiled import native_model
from verify.search.luck_loops import lucky_loop
from verify.search.repeated_luck import put_off
from verify.search.search import PythonModel, results

PLAN = Plan(games=12, seed=1, each={"random play": 20.0, "search": 20.0, "readings": 15.0, **PROBES})
CODES = ("ends", "ends-almost-surely", "end-reachable", "some-end")
WAIT = "move wait:\n  permit {when}\n  does rest: {does}\n"
DIE = "\nstate:\n  die: 1 to 3, starts at 1\n"
OUT = {"ends": "out when hand of mover is empty and heap is not empty: mover wins"}

GAMES: dict[str, tuple[dict[str, str], str]] = {
    # Three cards are laid, and that is all.
    "always": ({}, "proved proved proved proved"),
    # A die is cast at each move until it shows 3: by luck alone play goes round, and by choice it cannot be kept.
    "a die at each move": (
        {"state": DIE, "moves": "wait", "ends": "out when die = 3: mover wins",
         "more": WAIT.format(when="always_allowed", does="die becomes random")},
        "refuted proved proved proved",
    ),
    # Who may wait without luck can keep play from its end, which stays within reach.
    "waiting": (
        {"moves": "lay, wait", "more": WAIT.format(when="always_allowed", does="nothing")},
        "refuted refuted proved proved",
    ),
    # Once somebody has waited nobody can lay.
    "lost": (
        {"moves": "lay, wait", "state": DIE, "permit": "permit anything when die = 1",
         "more": WAIT.format(when="always_allowed", does="die becomes 2")},
        "refuted refuted refuted proved",
    ),
    # Nobody can ever end it.
    "never": (
        {"moves": "wait", "more": WAIT.format(when="always_allowed", does="nothing")},
        "refuted refuted refuted unknown",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", GAMES)
def test_the_four_are_told_apart(tmp_path, name):
    parts, verdicts = GAMES[name]
    made = strongest(verified(tmp_path, text(**parts), None, PLAN))
    found = {code: of(made, code)[0] for code in CODES}
    assert " ".join(found[code].verdict for code in CODES) == verdicts
    assert not any(r.obligation.required for r in found.values())
    assert exit_code(made) != 4
    loop = found["ends"].witness
    if loop is not None:
        interpreter = Interpreter(game(tmp_path, **parts))
        log = from_json(interpreter, loop.log)
        assert not isinstance(log, str)
        again = replay(interpreter, log)
        assert again.problem == ""
        assert again.turns[-1 - loop.loop].position == again.last.position


def test_play_that_goes_on_by_luck_alone_is_refuted_with_a_loop(tmp_path):
    before = "  step mix: shuffle deck\n  repeat until top of deck is red:\n    step again: shuffle deck\n"
    content = text(**OUT).replace("  step deal:\n    shuffle deck", f"{before}  step deal:\n    nothing")
    made = strongest(verified(tmp_path, content, None, PLAN))
    ends, surely = of(made, "ends")[0], of(made, "ends-almost-surely")[0]
    assert ends.verdict == "refuted"
    assert ends.witness is not None
    assert "if luck repeats each time" in ends.witness.sentence
    assert surely.verdict in ("checked", "tested")
    claimed = strongest(verified(tmp_path, content + "claim it: every game ends\n", None, PLAN))
    assert of(claimed, "claim", "it")[0].verdict == "refuted"
    assert (of(claimed, "ends"), exit_code(claimed)) == ((), 1)


def test_starts_that_luck_may_put_off_for_ever_are_drawn(tmp_path, monkeypatch):
    before = "  step mix: shuffle deck\n  repeat until top of deck is red:\n    step again: shuffle deck\n"
    content = text(**OUT).replace("  step deal:\n    shuffle deck", f"{before}  step deal:\n    nothing")
    endless = load(tmp_path, content).game
    assert endless is not None
    assert put_off(Interpreter(endless))
    assert not put_off(Interpreter(game(tmp_path)))

    def all_of_them(*arguments):
        raise AssertionError("all starts are looked for, and there is no end of them")

    monkeypatch.setattr("engine.c.search.explorer.Explorer.starts", all_of_them)
    monkeypatch.setattr("verify.search.search.every_deal", all_of_them)
    python = PythonModel(Interpreter(endless), 10, 1_000).explore(perf_counter() + 20)
    assert (python.deals, python.drawn, python.cut) == (10, True, "")
    compiled = native_model(endless, 10)
    if not isinstance(compiled, str):
        found = compiled.explore(perf_counter() + 20)
        assert (found.deals, found.drawn, found.cut) == (10, True, "")
        assert {verdict_on_end(found, code) for code in CODES[:3]} == {"unknown"}
    assert {verdict_on_end(python, code) for code in CODES[:3]} == {"unknown"}


def verdict_on_end(explored, code):
    """What the search alone says of an end; luck that puts off the first decision was not followed."""
    (found,) = (r for r in results(explored, "the game as it is", 0.1) if r.obligation.code == code)
    return found.verdict


def test_no_loop_by_luck_is_found_where_play_ends(tmp_path):
    interpreter = Interpreter(game(tmp_path))
    assert all(lucky_loop(interpreter, seed) is None for seed in range(20))


def test_claims_take_the_place_of_what_every_game_is_asked(tmp_path):
    rules = game(tmp_path, more="claim it: every game ends\nclaim that: an end stays reachable\n")
    assert [(o.code, o.required) for o in ending_owed(rules)] == [
        ("claim", True), ("ends-almost-surely", False), ("claim", True), ("some-end", False),
    ]  # fmt: skip


WAITING = {"moves": "lay, wait", "more": WAIT.format(when="always_allowed", does="nothing")}


def test_a_loop_that_the_file_claims_is_looked_for_longer(tmp_path):
    """Where the first look had too little time: the claim is required."""
    plan = Plan(games=12, seed=1, each={"longer loops": 20.0})
    claimed = text(**WAITING) + "claim it: play may go round\n"
    made = strongest(verified(tmp_path, claimed, None, plan))
    (found,) = of(made, "claim", "it")
    assert found.verdict == "proved"
    assert exit_code(made) != 3
    without = strongest(verified(tmp_path, claimed, None, replace(plan, each={"longer loops": 0.0})))
    assert of(without, "claim", "it") == ()


@pytest.mark.parametrize("claim", ["", "claim it: every game ends\n"], ids=["nothing claimed", "no loop claimed"])
def test_no_other_loop_is_looked_for_longer(tmp_path, claim):
    plan = Plan(games=12, seed=1, each={"longer loops": 20.0})
    assert of(verified(tmp_path, text(**WAITING) + claim, None, plan), "claim") == ()


def test_a_loop_that_is_found_is_not_looked_for_again(tmp_path, monkeypatch):
    looked, find = [], lassos.find_loop

    def counted(*given):
        looked.append(given)
        return find(*given)

    monkeypatch.setattr(lassos, "find_loop", counted)
    plan = Plan(games=12, seed=1, each={"loops": 5.0, "longer loops": 20.0})
    made = strongest(verified(tmp_path, text(**WAITING) + "claim it: play may go round\n", None, plan))
    assert (of(made, "claim", "it")[0].verdict, len(looked)) == ("proved", 1)
