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
from engine.core.lower.game import lower, with_state_where_needed
from engine.core.passes.case_splits import CaseSplits
from engine.core.passes.early_tests import EarlyTests
from engine.core.passes.known_cards import KnownCards
from engine.core.passes.loop_invariants import LoopInvariants
from engine.core.pipelines import EVERY, JAVASCRIPT, PLAY, PYTHON, Pass, for_play, for_python, switched_off
from engine.core.unsupported import Unsupported
from engine.core.uses import nodes, rewrite
from engine.interpreter.interpreter import Interpreter
from engine.python.module import python_of
from hoyle.api import load
from spec.ir import nodes as ir
from tests.core.test_law import FILES
from tests.everyday import FULL, everyday
from tests.export.harness import agreeing
from tests.spec.strategies import game_of

FEW = {"dou_dizhu": 1, "freecell": 1, "gin_rummy": 1, "reserve": 1}
"""Of games with many moves one is played, of others two; every day one of each."""


@cache
def rules_of(file: str) -> ir.Game:
    return load(file).rules


@cache
def lowered(file: str) -> p.Program:
    return lower(rules_of(file))


@cache
def after(file: str, passes: tuple[Pass, ...]) -> p.Program:
    """The program of a rule file after these passes."""
    return passes[-1](after(file, passes[:-1])) if passes else lowered(file)


def test_the_law_holds_after_every_pass():
    beginnings = dict.fromkeys(passes[: n + 1] for passes in (PYTHON, JAVASCRIPT, PLAY) for n in range(len(passes)))
    for file in FILES:
        for passes in beginnings:
            assert breaches(after(str(file), passes)) == [], (file.stem, passes[-1].name)


def test_the_law_holds_after_every_pass_on_random_rule_files():
    for seed in range(30):
        try:
            program = lower(game_of(seed))
        except Unsupported:
            continue
        for passes in (PYTHON, PLAY):
            changed = program
            for one in passes:
                changed = one(changed)
                assert breaches(changed) == [], (seed, one.name)


@pytest.mark.parametrize("name", EVERY)
def test_every_pass_finds_something_to_do(name):
    passes = next(passes for passes in (PYTHON, JAVASCRIPT, PLAY) if EVERY[name] in passes)
    before = passes[: passes.index(EVERY[name])]
    assert any(after(str(file), (*before, EVERY[name])) != after(str(file), before) for file in FILES)


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
    programs = {game: for_python(rules_of(game)) for game in everyday()}
    monkeypatch.delenv("HOYLE_PASSES")
    monkeypatch.setattr(pipelines, "PYTHON", tuple(one for one in PYTHON if one.name != name))
    for game, program in programs.items():
        rules = rules_of(game)
        assert for_python(rules) == program
        # Where a pass finds nothing to do, the games are those that `tests/export/test_agreement.py` plays.
        if program != with_state_where_needed(after(game, PYTHON)):
            agreeing(
                Interpreter(rules),
                Engine(program, loaded(python_of(program, ""))),
                range(FEW.get(game, 2) if FULL else 1),
                most=80,
            )


def test_games_are_the_same_without_any_pass(monkeypatch):
    monkeypatch.setenv("HOYLE_PASSES", ",".join(f"-{name}" for name in EVERY))
    for game in everyday():
        rules = rules_of(game)
        program = for_python(rules)
        assert program == lower(rules)
        agreeing(
            Interpreter(rules),
            Engine(program, loaded(python_of(program, ""))),
            range(FEW.get(game, 2) if FULL else 1),
            most=80,
        )


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


def hoisted(program: p.Program) -> dict[str, tuple[t.Expr, ...]]:
    """What is found before a fold, by the functions that are made of folds."""
    new = p.functions(LoopInvariants()(program)).keys() - p.functions(program).keys()
    calls = {n for n in nodes(LoopInvariants()(program)) if isinstance(n, t.Call) and n.function in new}
    return {call.function: call.args for call in calls}


def test_the_suit_that_takes_a_trick_is_found_once_a_trick():
    (args,) = hoisted(lowered("spades")).values()
    assert [arg.function for arg in args if isinstance(arg, t.Call)] == ["wins_suit"]


def with_winner(cond: t.Expr) -> p.Program:
    """Spades with another condition on who may take a trick."""
    program = lowered("spades")

    def change(node: object) -> object:
        return replace(node, cond=cond) if isinstance(node, t.Fold) and node.how == "only_greatest" else node

    changed: p.Program = rewrite(program, change)
    return changed


def test_only_what_is_read_in_any_case_is_found_before_a_fold():
    program = lowered("spades")
    (fold,) = {n for n in nodes(program) if isinstance(n, t.Fold) and n.how == "only_greatest"}
    assert isinstance(fold.cond, t.Compare)
    first = t.Compare("=", t.Local(fold.var, ir.Symbol("player")), t.Word("player", 0))
    assert hoisted(with_winner(t.And((fold.cond, first))))
    assert not hoisted(with_winner(t.And((first, fold.cond)))), "of player 2 it is never read"
    assert not hoisted(with_winner(t.Either(first, fold.cond, first)))


def test_what_is_found_in_a_few_steps_or_hangs_on_the_symbol_stays_in_its_fold():
    program = lowered("spades")
    (fold,) = {n for n in nodes(program) if isinstance(n, t.Fold) and n.how == "only_greatest"}
    assert isinstance(fold.cond, t.Compare)
    assert not hoisted(with_winner(replace(fold.cond, right=t.Word("suit", 1))))
    mine = t.Local(fold.var, ir.Symbol("player"))
    long = t.Call("for_nil", (mine,), ir.Int())
    assert not hoisted(with_winner(t.Compare("=", long, t.Number(0))))


def test_random_games_are_made_of_the_program_without_a_pass_that_is_switched_off(monkeypatch):
    monkeypatch.setenv("HOYLE_PASSES", ",".join(f"-{one.name}" for one in PLAY))
    assert for_play(rules_of("spades")) == lower(rules_of("spades"), whole=True, turns=True)
    monkeypatch.delenv("HOYLE_PASSES")
    assert for_play(rules_of("spades")) != lower(rules_of("spades"), whole=True, turns=True)


def judged(program: p.Program) -> tuple[p.Statement, ...]:
    """How moves of `play` are judged: in a case of their own where the pile is open, and in the others."""
    return p.functions(CaseSplits()(program))["may_play"].body


def test_a_case_reads_only_clauses_that_may_hold_there():
    program = lowered(str(next(file for file in FILES if file.stem == "twentyone")))
    match judged(EarlyTests()(program)):
        case (p.If(t.Compare("=", t.Field("mode", _), t.Word()), then, ()), *rest):
            here, there = ({n.function for n in nodes(part) if isinstance(n, t.Call)} for part in (then, tuple(rest)))
        case found:
            raise AssertionError(found)
    assert "play_normal" in here
    assert "play_extend_suit" in there
    assert not here & there


def test_what_may_go_wrong_is_read_in_every_case():
    program = EarlyTests()(lowered(str(next(file for file in FILES if file.stem == "twentyone"))))
    judging = p.functions(program)["may_play"]
    asked = t.Call("in_set_mode", (t.Local("p", ir.Symbol("pile")),), ir.Bool())
    failing = t.And((t.Fails("undefined", "nothing there", ir.Bool()), asked))
    bar, *rest = judging.body
    assert isinstance(bar, p.If)
    judging_first = replace(judging, body=(replace(bar, cond=t.Or((failing, bar.cond))), *rest))
    body = judged(rewrite(program, lambda n: judging_first if n == judging else n))
    cases = [n for n in nodes(body) if isinstance(n, p.Answer) and n.value != t.Truth(False)]
    assert len([n for n in nodes(body) if isinstance(n, t.Fails)]) == len(cases) > 1


def test_what_earlier_choices_settle_is_read_once_for_all_later_ones():
    program = EarlyTests()(lowered(str(next(file for file in FILES if file.stem == "pigeon"))))
    (start,) = (action for action in program.actions if action.label == "start_set")
    ((kept,),) = start.known
    assert isinstance(kept.value, t.Call)
    assert kept.value.function == "start_set_on_a_thin_table"
    assert [n.function for n in nodes(start.tests) if isinstance(n, t.Call)] == ["start_set_on_seven_or_eight"]


def test_only_passes_that_are_there_can_be_switched_off():
    assert switched_off(" -known_cards, -early_tests") == {"known_cards", "early_tests"}
    for setting in ("known_cards", "-nothing"):
        with pytest.raises(ValueError, match="HOYLE_PASSES"):
            switched_off(setting)
