"""Plans: each finds something in some rule file, and may be left out without a trace in the figures of any game."""

from functools import cache

import pytest

from engine.c.compiled.simulate import simulate
from engine.c.playout.source import code_of
from engine.core.lower.game import lower
from engine.core.pipelines import PLANS, PLAY, planned
from engine.core.plans.late_shuffles import LateShuffles
from engine.simulate.simulate import simulate as by_interpreter
from tests.everyday import FULL, everyday, one_in
from tests.native.harness import NAMES, STRICT, interpreter_of, library_of, needs_compiler

PLAN = {plan.name: plan for plan in PLANS}
EITHER = (*PLAN, *(one.name for one in PLAY))
GAMES = 6
TELLING = {
    "nested_choices": ("corners", "hanabi"),
    "small_tables": ("corners", "skitgubbe"),
    "kept_selections": ("gin_rummy",),
    "number_sets": ("spades", "pitch"),
    "threshold_sets": ("blackjack", "reserve"),
    "choice_starts": ("gin_rummy", "rummy"),
    "shared_rests": ("gin_rummy",),
    "shared_values": ("cribbage",),
    "set_sums": ("cribbage",),
    "loop_invariants": ("spades", "goofspiel"),
}
"""The games that tell of a plan, where they are not the usual ones."""
USUAL = ("hearts", "pigeon")


@cache
def wanted(name: str):
    return by_interpreter(interpreter_of(name), GAMES, 5)


@cache
def text_of(name: str) -> str:
    return code_of(interpreter_of(name).game).text


def figures(name: str):
    interpreter = interpreter_of(name)
    return simulate(library_of(interpreter.game, STRICT, lean=True), interpreter, GAMES, 5)


@needs_compiler
@pytest.mark.parametrize("name", EITHER)
def test_games_are_the_same_without_a_plan_or_pass(name, monkeypatch):
    """Of most two games tell; `HOYLE_GAMES_FULL=1` plays all of them."""
    monkeypatch.setenv("HOYLE_PASSES", f"-{name}")
    for game in NAMES if FULL else TELLING.get(name, USUAL):
        assert figures(game) == wanted(game), game


@needs_compiler
def test_games_are_the_same_without_any_plan_or_pass(monkeypatch):
    monkeypatch.setenv("HOYLE_PASSES", ",".join(f"-{name}" for name in EITHER))
    for game in one_in(2, everyday()):
        assert figures(game) == wanted(game), game


@pytest.mark.parametrize("name", EITHER)
def test_every_plan_or_pass_makes_a_difference_to_a_game(name, monkeypatch):
    before = {game: text_of(game) for game in TELLING.get(name, USUAL)}
    monkeypatch.setenv("HOYLE_PASSES", f"-{name}")
    assert any(code_of(interpreter_of(game).game).text != text for game, text in before.items())


@pytest.mark.parametrize("name", PLAN)
def test_a_plan_says_its_name_and_holds_nothing_that_changes(name):
    plan = PLAN[name]
    assert plan.name == name
    assert vars(type(plan))["__dataclass_params__"].frozen
    assert vars(plan) == {}
    assert type(plan).__doc__


def test_a_plan_that_is_switched_off_finds_nothing(monkeypatch):
    program = lower(interpreter_of("hearts").game, whole=True)
    assert planned(LateShuffles(), program, frozenset()) == {"deck"}
    monkeypatch.setenv("HOYLE_PASSES", "-late_shuffles")
    assert planned(LateShuffles(), program, frozenset()) == frozenset()
