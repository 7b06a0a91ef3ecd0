"""`hoyle simulate --engine native` gives the interpreter's figures, and says so where it cannot play."""

import json
import shutil
from time import sleep

import pytest

from engine.interpreter.faults import BeyondLimits
from hoyle.commands.cli import main
from hoyle.run.simulating import LONG, TRIED, _patience

NO_COMPILER = not any(shutil.which(c) for c in ("cc", "gcc", "clang"))


def figures(capsys: pytest.CaptureFixture[str], *more: str) -> tuple[dict[str, object], str]:
    assert main(["simulate", "leduc_poker", "--games", "300", "--seed", "5", "--json", *more]) == 0
    shown = capsys.readouterr()
    record = json.loads(shown.out)
    for timed in ("engine", "seconds", "games_per_second", "decisions_per_second", "reproduce"):
        del record[timed]
    return record, shown.err


@pytest.mark.skipif(NO_COMPILER, reason="there is no C compiler on this machine")
@pytest.mark.parametrize(
    "who", [(), ("--policy", "greedy"), ("--games", "2", "--policy", "2=mcts", "--policy", "1=greedy")]
)
def test_compiled_code_gives_the_same_figures(capsys: pytest.CaptureFixture[str], who: tuple[str, ...]):
    interpreted, _ = figures(capsys, "--engine", "interpreter", *who)
    native, said = figures(capsys, "--engine", "native", "--jobs", "2", *who)
    assert native == interpreted
    assert said == ""


def test_without_a_compiler_the_interpreter_plays_and_says_so(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
):
    interpreted, _ = figures(capsys)
    monkeypatch.setattr("engine.c.compiled.library.find_compiler", lambda: None)
    native, said = figures(capsys, "--engine", "native")
    assert native == interpreted
    assert "no compiled engine, so the interpreter plays" in said


@pytest.mark.skipif(NO_COMPILER, reason="there is no C compiler on this machine")
def test_compiled_code_plays_what_is_too_much_for_the_interpreter(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
):
    wanted, _ = figures(capsys)

    def too_large(*_: object, **__: object) -> None:
        raise BeyondLimits("too many moves")

    monkeypatch.setattr("hoyle.run.simulating.added_up_by", too_large)
    assert figures(capsys)[0] == wanted
    assert main(["simulate", "leduc_poker", "--games", "9", "--engine", "interpreter"]) == 3
    assert "too many moves" in capsys.readouterr().err


@pytest.mark.skipif(NO_COMPILER, reason="there is no C compiler on this machine")
def test_few_games_that_take_long_are_compiled(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch):
    wanted, _ = figures(capsys)

    def engine(*words: str) -> str:
        assert main(["simulate", "leduc_poker", "--games", "300", "--json", *words]) == 0
        return str(json.loads(capsys.readouterr().out)["engine"])

    assert engine() == "interpreter"
    monkeypatch.setattr("hoyle.run.simulating.TRIED", 0.0)
    monkeypatch.setattr("hoyle.run.simulating.LONG", 0.0)
    assert (engine(), engine("--jobs", "2"), engine("--engine", "interpreter")) == ("native", "native", "interpreter")
    assert figures(capsys)[0] == wanted
    monkeypatch.setattr("engine.c.compiled.library.find_compiler", lambda: None)
    assert engine() == "interpreter"


@pytest.mark.skipif(NO_COMPILER, reason="there is no C compiler on this machine")
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_game_that_takes_long_is_left_in_the_middle_and_compiled(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, jobs: str
):
    wanted, _ = figures(capsys)

    def stuck(*_: object, **__: object) -> None:
        while True:  # the first game never ends
            sleep(0.01)

    monkeypatch.setattr("hoyle.run.simulating.TRIED", 0.1)
    monkeypatch.setattr("hoyle.run.simulating.added_up_by", stuck)
    assert figures(capsys, "--jobs", jobs)[0] == wanted


def test_games_that_are_soon_over_are_not_compiled(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch):
    def compiled(*_: object, **__: object) -> None:
        raise AssertionError("a compiler was asked")

    monkeypatch.setattr("engine.c.compiled.library.find_compiler", compiled)
    monkeypatch.setattr("hoyle.run.simulating.TRIED", 0.02)
    figures(capsys, "--games", "60")


def test_how_long_the_interpreter_may_go_on():
    assert _patience(0.0, 0.0, 1, 50) == TRIED
    assert _patience(0.0, 0.0, 1, 1) == LONG
    assert _patience(0.0, 9.0, 50, 60) == 9.0 + LONG
    assert _patience(0.0, 2.0, 50, 100) == LONG


@pytest.mark.skipif(NO_COMPILER, reason="there is no C compiler on this machine")
def test_players_that_choose_are_compiled_where_that_is_sooner(capsys: pytest.CaptureFixture[str]):
    for games, who, engine in (("5", "greedy", "interpreter"), ("20", "greedy", "native"), ("2", "1=mcts", "native")):
        main(["simulate", "leduc_poker", "--games", games, "--policy", who, "--json"])
        assert json.loads(capsys.readouterr().out)["engine"] == engine


def test_the_engine_is_named_in_the_line_that_repeats_the_run(capsys: pytest.CaptureFixture[str]):
    main(["simulate", "leduc_poker", "--games", "20", "--engine", "native"])
    line = next(x for x in capsys.readouterr().out.splitlines() if "Again: " in x)
    assert line.endswith("--engine native")
