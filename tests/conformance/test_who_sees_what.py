"""A zone that everyone but its owner sees: each part of Hoyle that shows, hides or imagines cards takes it so."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.c.compiled.code import engine_of
from engine.c.compiled.policies import HIDDEN, SEEN, hides
from engine.interpreter.interpreter import Interpreter
from engine.interpreter.observe import observe
from engine.interpreter.position import Position
from engine.luck.chance import Seeded
from engine.luck.streams import Domain, Stream
from engine.players.determinization import determinize
from hoyle.api import load
from hoyle.commands.cli import main
from hoyle.sources.files import load_file
from spec.ir import nodes as ir
from spec.ir.index import index_of
from tests.conformance.harness import agreeing
from tests.export.harness import agreeing as python_agrees
from tests.export.harness import exported as python_engine
from tests.export_c.test_c import built, written
from tests.export_js.test_javascript import exported as javascript_engine
from tests.hoyle.rules import write
from tests.native.harness import needs_compiler
from verify.mutation.mutate import mutants, mutated
from verify.obligations.visibility import Eyes, open_form
from verify.random.information_leaks import information_leaks
from verify.run.task import Task
from verify.run.techniques import Plan
from verify.smt.encode.expressions import Encoder
from verify.smt.prove.invariants import Inductive
from verify.smt.prove.leaks import leak_result
from verify.smt.solvers.solver import Asker
from verify.smt.transition.steps import Course

BROWS = """game "Brows":
  players {players}
  deck A 2 3 of hearts, spades

zones:
  deck: stack, face down, starts with every card
  brow[player]: set, seen by everyone but its owner
  table: set, face up

state:
  bold[player]: yes or no

define high(p: player): some c in brow of p with c is 3

move stay:
  permit it when {stays}
  does: bold of mover becomes yes

move show({shown}):
  permit it
  does: move c from {origin} to table

ends:
  over at done: every player p with not bold of p wins

play:
  step deal:
    shuffle deck
    for each player p: draw 2 cards from deck to brow of p
  once around from player 1:
    choice act: mover does stay, show
  step done: nothing
"""
USUAL = {"players": "2", "stays": "yes", "shown": "c: blind card from brow of mover", "origin": "brow of mover"}


def brows(folder: Path, **parts: str) -> ir.Game:
    loaded = load_file(write(folder, BROWS.format(**{**USUAL, **parts})), {})
    assert loaded.game is not None, loaded.diagnostics
    return loaded.game


def dealt(interpreter: Interpreter) -> Position:
    return interpreter.start(Seeded(1)).position


# ---------------------------------------------------------------- what is seen


def test_each_sees_all_cards_but_the_own():
    interpreter = load("tests/strangers/foreheads.hoyle").interpreter
    layout, position = interpreter.layout, dealt(interpreter)
    for player in range(3):
        views = [observe(layout, position, player).views[cell] for cell in layout.cells_of("forehead")]
        assert [view.cards is None for view in views] == [player == owner for owner in range(3)]
        assert [view.count for view in views] == [1, 1, 1]


def test_every_card_that_nobody_shows_may_be_the_own():
    """Of 52 cards two are on the others' foreheads; each of the other fifty may be on one's own, and no more."""
    interpreter = load("tests/strangers/foreheads.hoyle").interpreter
    layout, position = interpreter.layout, dealt(interpreter)
    mine, *others = layout.cells_of("forehead")
    may_be = set()
    for number in range(600):
        guess = determinize(layout, position, 0, Stream(number, Domain.REDEAL))
        assert [guess.cells[cell] for cell in others] == [position.cells[cell] for cell in others]
        assert observe(layout, guess, 0) == observe(layout, position, 0)
        may_be |= set(guess.cells[mine])
    assert len(may_be) == 50


def test_compiled_players_do_not_see_their_own_cards_either():
    game = load("tests/strangers/foreheads.hoyle").rules
    m = engine_of(game)
    for player in range(3):
        found = [hides(m, cell, player) for cell in m.layout.cells_of("forehead")]
        assert found == [HIDDEN if player == owner else SEEN for owner in range(3)]


def test_the_table_hides_the_own_cards_only():
    state = load("tests/strangers/foreheads.hoyle").new_initial_state(seed=1)
    own, other, _ = (state.zone("forehead", player)[0] for player in range(3))
    told = state.observation(0)
    assert "forehead of player 1: ?" in told
    assert f"forehead of player 2: {other}" in told
    assert f"forehead of player 1: {own}" in state.observation(1)
    assert own not in str(state)


# ---------------------------------------------------------------- engines


def test_python_agrees(tmp_path):
    game = brows(tmp_path)
    assert python_agrees(Interpreter(game), python_engine(game), range(8))[0] == 8


def test_a_fault_in_what_python_shows_is_seen(tmp_path):
    game = brows(tmp_path)
    turned = python_engine(game, {"if owner == player else": "if owner != player else"})
    with pytest.raises(Exception, match="what player 1 sees"):
        python_agrees(Interpreter(game), turned, range(1))


def test_javascript_agrees(tmp_path):
    game = brows(tmp_path)
    assert agreeing(game, javascript_engine(game, tmp_path), 8)[0] == 8


@needs_compiler
def test_c_agrees(tmp_path):
    game = brows(tmp_path)
    assert agreeing(game, [built(written(game, tmp_path), "conform")], 8)[0] == 8


# ---------------------------------------------------------------- secrets

SECRET = {
    "the own cards": {"stays": "high(mover)"},
    "anybody's cards": {"stays": "some player p with high(p)"},
    "a card of the own, by its face": {"shown": "c: card from brow of mover"},
}
OPEN = {
    "the next player's cards": {"stays": "some c in brow of next player with c is 3"},
    "the cards of another": {"stays": "some player p with p is not mover and (some c in brow of p with c is 3)"},
    "a card of another": {"shown": "c: card from brow of next player", "origin": "brow of next player"},
    "whether there are own ones": {"stays": "brow of mover is not empty"},
}


def solved(game: ir.Game) -> str:
    return leak_result(Course(Encoder(game)), Asker(), Inductive()).verdict


@pytest.mark.parametrize("name", SECRET)
def test_what_a_move_gives_away_of_the_own_cards_is_found(tmp_path, name):
    game = brows(tmp_path, **SECRET[name])
    assert not open_form(game)
    assert solved(game) == "unknown"
    task = Task(game, (), {}, lambda settings: None, Plan(games=40, seed=1))
    assert [result.verdict for result in information_leaks(task)] == ["refuted"]


@pytest.mark.parametrize("name", OPEN)
def test_what_the_others_hold_may_be_asked(tmp_path, name):
    game = brows(tmp_path, **OPEN[name])
    assert open_form(game)
    assert solved(game) == "proved"


def test_a_mutant_asks_for_the_own_cards(tmp_path):
    game = brows(tmp_path)
    changed = [mutated(game, m) for m in mutants(game) if "also asks for a card of brow" in m.words]
    assert len(changed) == 2
    assert not any(game is None or open_form(game) for game in changed)


def test_another_player_of_the_same_name_is_anybody(tmp_path):
    """Behind `p is not mover` a `p` of its own may be the mover again."""
    p, mover = ir.Var("p", ir.Symbol("player")), ir.Get("mover", ())
    game = brows(tmp_path)
    asked = ir.Quantify("some", "c", ir.OverCards(ir.Place("brow", (p,))), ir.Lit(1, ir.Bool()))
    again = ir.Quantify("some", "p", ir.OverDomain("player"), asked)
    eyes = Eyes(index_of(game))
    assert eyes.sees(ir.And((ir.Compare("!=", p, mover), asked)))
    assert not eyes.sees(ir.And((asked, ir.Compare("!=", p, mover))))
    assert not eyes.sees(ir.And((ir.Compare("!=", p, mover), again)))


@pytest.mark.parametrize(("zone", "code"), [("brow of mover", 0), ("brow of next player", 1)])
def test_a_card_is_chosen_blind_among_the_own_only(tmp_path, capsys, zone, code):
    path = write(tmp_path, BROWS.format(**{**USUAL, "shown": f"c: blind card from {zone}", "origin": zone}))
    assert main(["check", str(path)]) == code
    assert ("E0613" in capsys.readouterr().out) == bool(code)
