"""Passes: each keeps the law, does something in some rule file, and may be left out without a trace in any game."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import pytest

from engine.conformance.differential_check import Engine, loaded
from engine.core import pipelines
from engine.core import program as p
from engine.core import terms as t
from engine.core.check import breaches
from engine.core.lower.expressions import Unsupported
from engine.core.lower.game import lower
from engine.core.passes.known_cards import KnownCards
from engine.core.pipelines import EVERY, JAVASCRIPT, PYTHON, for_python, switched_off
from engine.core.uses import nodes
from engine.interpreter.interpreter import Interpreter
from engine.python.module import python_of
from hoyle.api import load
from tests.core.test_law import FILES
from tests.export.harness import NAMES, agreeing
from tests.spec.strategies import game_of


@cache
def lowered(file: str) -> p.Program:
    return lower(load(file).rules)


@pytest.mark.parametrize("passes", [PYTHON, JAVASCRIPT], ids=["python", "javascript"])
def test_the_law_holds_after_every_pass(passes):
    for file in FILES:
        program = lowered(str(file))
        for one in passes:
            program = one(program)
            assert breaches(program) == [], (file.stem, one.name)


def test_the_law_holds_after_every_pass_on_random_rule_files():
    for seed in range(30):
        try:
            program = lower(game_of(seed))
        except Unsupported:
            continue
        for one in PYTHON:
            program = one(program)
            assert breaches(program) == [], (seed, one.name)


@pytest.mark.parametrize("name", EVERY)
def test_every_pass_finds_something_to_do(name):
    assert any(EVERY[name](lowered(str(file))) != lowered(str(file)) for file in FILES)


@pytest.mark.parametrize("name", EVERY)
def test_a_pass_says_its_name_and_holds_nothing_that_changes(name):
    one = EVERY[name]
    assert one.name == name
    assert vars(type(one))["__dataclass_params__"].frozen
    assert vars(one) == {}
    assert type(one).__doc__


@pytest.mark.parametrize("name", EVERY)
def test_games_are_the_same_without_a_pass(name, monkeypatch):
    """By the setting, and by its registration: a pass that is not there is one that is switched off."""
    monkeypatch.setenv("HOYLE_PASSES", f"-{name}")
    texts = {game: python_of(for_python(load(game).rules), "") for game in NAMES}
    monkeypatch.delenv("HOYLE_PASSES")
    monkeypatch.setattr(pipelines, "PYTHON", tuple(one for one in PYTHON if one.name != name))
    for game, text in texts.items():
        rules = load(game).rules
        assert python_of(for_python(rules), "") == text
        agreeing(Interpreter(rules), Engine(for_python(rules), loaded(text)), range(2), most=120)


def test_games_are_the_same_without_any_pass(monkeypatch):
    monkeypatch.setenv("HOYLE_PASSES", ",".join(f"-{name}" for name in EVERY))
    for game in NAMES:
        rules = load(game).rules
        program = for_python(rules)
        assert program == lower(rules)
        agreeing(Interpreter(rules), Engine(program, loaded(python_of(program, ""))), range(2), most=120)


def test_a_check_goes_only_where_the_same_was_asked_before():
    program = lowered(str(next(file for file in FILES if file.stem == "pigeon")))
    capped = p.functions(program)["capped"]
    (check,) = (n for n in nodes(capped.body) if isinstance(n, t.Check))
    asked = t.Compare("=", t.Attr("rank", t.Helper("top", (check,))), t.Word("rank", 0))
    body = t.Or((t.And((t.Not(t.IsEmpty(check.value)), asked)), asked))
    twice = replace(capped, body=(p.Answer(body),))
    changed = KnownCards()(replace(program, functions=tuple(twice if f is capped else f for f in program.functions)))
    assert breaches(changed) == []
    match p.functions(changed)["capped"].body:
        case (p.Answer(t.Or((t.And((_, guarded)), then))),):
            assert not any(isinstance(n, t.Check) for n in nodes(guarded))
            assert then == asked
        case found:
            raise AssertionError(found)


def test_only_passes_that_are_there_can_be_switched_off():
    assert switched_off(" -known_cards, -early_tests") == {"known_cards", "early_tests"}
    for setting in ("known_cards", "-nothing"):
        with pytest.raises(ValueError, match="HOYLE_PASSES"):
            switched_off(setting)
