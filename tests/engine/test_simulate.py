"""Simulations repeat by seed, add up, and report what never happens and what goes wrong."""

from dataclasses import replace

import pytest

from engine.interpreter.interpreter import Interpreter
from engine.logs.replay import log_of, replay
from engine.simulate.simulate import play_random, simulate, wilson
from spec.ir import nodes as ir
from spec.ir.identity import identified
from tests.engine.games import GAME, NO, PLAY, STEPS, src

NEVER = replace(PLAY, clauses=(*PLAY.clauses, ir.Permit(src("never"), NO)))
SMALL = Interpreter(replace(GAME, actions=(NEVER,)))


def test_wilson_intervals():
    # The score interval of 8 of 10 at 1.96 is 0.490 to 0.943.
    found = wilson(8, 10)
    assert (round(found.share, 3), round(found.low, 3), round(found.high, 3)) == (0.8, 0.49, 0.943)
    assert wilson(0, 0).high == 1.0
    assert wilson(0, 10).low == 0.0


def test_a_run_repeats_by_its_seed():
    assert simulate(SMALL, 30, seed=5) == simulate(SMALL, 30, seed=5)
    assert simulate(SMALL, 30, seed=5) != simulate(SMALL, 30, seed=6)


def test_the_figures_add_up():
    told = []
    figures = simulate(SMALL, 60, seed=1, progress=lambda done, asked: told.append((done, asked)))
    assert told[-1] == (60, 60)
    assert figures.finished + figures.unfinished + sum(fault.games for fault in figures.faults) == 60
    assert sum(count for _, count in figures.endings) == figures.finished
    # One player wins each finished game.
    assert sum(wins.share for wins in figures.wins) == pytest.approx(1)
    assert sum(figures.mean_returns) == pytest.approx(0)
    assert figures.least_moves <= figures.mean_moves <= figures.greatest_moves
    assert figures.mean_turns >= 1
    assert figures.mean_branching >= 1


def test_clauses_that_never_fire_are_named():
    figures = simulate(SMALL, 40, seed=1)
    assert [clause.source.label for clause in figures.never_fired] == ["never"]
    counts = {clause.source.label: clause for clause in figures.clauses}
    assert counts["opens"].times == counts["opens"].games == 40
    assert counts["out"].games == figures.finished
    assert counts["no_three"].kind == "forbid"
    assert counts["no_three"].times > 0


def test_clauses_of_one_label_in_two_actions_are_counted_apart():
    shut = ir.Action(src("shut"), (), (replace(PLAY.clauses[0], when=NO),), (), ())
    steps = (STEPS[0], replace(STEPS[1], act=ir.Ask(("play", "shut"), False, ())), STEPS[2])
    figures = simulate(Interpreter(identified(replace(GAME, actions=(PLAY, shut), steps=steps))), 10)
    assert [clause.times for clause in figures.clauses if clause.source.label == "opens"] == [10, 0]


def test_a_fault_comes_with_a_seed_that_meets_it():
    figures = simulate(SMALL, 60, seed=1)
    # The stock runs dry and nobody can play: steps go round without a decision.
    (found,) = figures.faults
    assert found.fault.kind == "endless"
    again = play_random(SMALL, found.seed)
    assert again.position.fault == found.fault
    assert len(again.moves) == found.moves
    moves = [SMALL.words.move(move) for move in again.moves]
    assert replay(SMALL, log_of(SMALL, moves, again.last, seed=found.seed)).problem == ""


def test_long_games_are_cut_off_and_counted():
    idle = ir.Action(src("play"), (), (ir.Permit(src("idle"), ir.Lit(1, ir.Bool())),), (), ())
    endless = Interpreter(replace(GAME, actions=(idle,), steps=(STEPS[0], replace(STEPS[1], next=1)), endings=()))
    figures = simulate(endless, 3, most_moves=7)
    assert (figures.unfinished, figures.finished, figures.most_moves) == (3, 0, 7)
    assert figures.mean_branching == 1
