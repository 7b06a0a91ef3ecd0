"""Under which readings, other than the one ruled for, play can go on for ever."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from time import perf_counter

from hoyle.sources.files import load_file
from spec.ir import nodes as ir
from spec.names.settings import size_settings
from tests.verify.small import load, text
from verify.obligations.rulings import endless_readings, readings
from verify.run.plan import Plan
from verify.run.task import Task

WAITING = """move wait:
  permit idle under dawdle is allowed
  does nothing_more: nothing

question dawdle: "May a player wait?"
  reading forbidden
  reading allowed
  ruling forbidden because "every turn is to lay a card"

question start: "Who begins?"
  reading first
  reading second
  ruling first because "somebody must"

claim ends: every game ends
"""


def told(folder, more: str, seconds: float = 8.0, **parts: str):
    loaded = load(folder, text(more=more, moves="lay, wait", **parts))
    assert loaded.game is not None

    def make(chosen: Mapping[str, str]) -> ir.Game | None:
        return load_file(folder / "tiny.hoyle", chosen).game

    plan = Plan(games=20, seed=1)
    free = size_settings(loaded.parsed.file.sections)
    return list(endless_readings(Task(loaded.game, free, {}, make, plan, until=perf_counter() + seconds)))


def test_a_reading_under_which_play_need_not_end_is_told_with_its_loop(tmp_path):
    loop, rest = told(tmp_path, WAITING)
    assert (loop.verdict, loop.obligation.required) == ("proved", False)
    assert loop.obligation.sentence == "if dawdle is allowed, play can go on for ever"
    assert loop.witness is not None
    assert loop.witness.loop > 0
    assert set(loop.witness.moves[-loop.witness.loop :]) == {"wait"}
    assert rest.obligation.sentence == "every game ends if start is second, too"
    assert [line.partition(":")[0] for line in rest.details] == ["start is second"]


def test_of_the_only_other_reading_it_is_said_what_is_known(tmp_path):
    one = WAITING.replace("under dawdle is allowed", "when mover is not mover")
    one = one[: one.index("question dawdle")] + one[one.index("question start") :]
    (rest,) = told(tmp_path, one, seconds=-1.0)
    assert rest.obligation.sentence == "every game ends if start is second, too"
    assert rest.reason == "not checked: the time was up"


def test_a_loop_that_only_the_search_of_the_whole_game_finds_is_one_of_the_game(tmp_path, monkeypatch):
    monkeypatch.setattr("verify.obligations.rulings.python_loop", lambda *_: None)
    loop, _ = told(tmp_path, WAITING)
    assert (loop.verdict, loop.reason) == ("proved", "")
    assert loop.scope.startswith("the whole deck (4 cards); every deal")
    assert loop.witness is not None
    assert "wait" in loop.witness.moves


def test_readings_that_are_not_looked_at_are_named(tmp_path):
    (rest,) = told(tmp_path, WAITING, seconds=-1.0)
    assert (rest.verdict, rest.reason) == ("unknown", "for 2 there was no time")
    assert len(rest.details) == 2


def test_without_a_claim_that_games_end_nothing_is_looked_for(tmp_path):
    assert told(tmp_path, WAITING.replace("claim ends: every game ends\n", "")) == []


def test_the_reading_that_is_ruled_for_is_not_another(tmp_path):
    loaded = load(tmp_path, text(more=WAITING, moves="lay, wait"))
    assert loaded.game is not None
    assert readings(loaded.game) == (("dawdle", "allowed"), ("start", "second"))
    unruled = tuple(replace(q, chosen="") for q in loaded.game.questions)
    assert readings(replace(loaded.game, questions=unruled)) == ()


def test_a_loop_is_looked_for_with_the_fewest_players_first(tmp_path):
    loaded = load(tmp_path, text(more=WAITING, moves="lay, wait").replace("players 2", "players 2 to 4, usually 4", 1))
    assert loaded.game is not None

    def make(chosen: Mapping[str, str]) -> ir.Game | None:
        return load_file(tmp_path / "tiny.hoyle", chosen).game

    free = size_settings(loaded.parsed.file.sections)
    task = Task(loaded.game, free, {}, make, Plan(games=20, seed=1), until=perf_counter() + 8)
    loop = next(endless_readings(task))
    assert loop.verdict == "proved"
    assert loop.scope == "a game of the full deck with players=2"
