"""A field that not everybody sees: each part of Hoyle that shows, hides or imagines fields takes it so."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.interpreter.interpreter import Interpreter
from engine.interpreter.observe import observe
from engine.luck.chance import Seeded
from engine.luck.streams import Domain, Stream
from engine.players.determinization import determinize
from hoyle.api import load
from hoyle.commands.cli import main
from hoyle.english.sentences import Sentences
from hoyle.sources.files import load_file
from spec.ir import nodes as ir
from spec.ir.printing import print_game, read_game
from tests.conformance.harness import agreeing
from tests.export.harness import agreeing as python_agrees
from tests.export.harness import exported as python_engine
from tests.export_adapted import modules
from tests.export_adapted.test_agreement import Sides
from tests.export_c.test_c import built, written
from tests.export_js.test_javascript import exported as javascript_engine
from tests.hoyle.rules import write
from tests.native.harness import needs_compiler
from tests.native.test_seated import differ, seated_library, seats_of
from verify.obligations.visibility import open_form
from verify.random.information_leaks import information_leaks
from verify.run.task import Task
from verify.run.techniques import Plan
from verify.smt.encode.expressions import Encoder
from verify.smt.prove.invariants import Inductive
from verify.smt.prove.leaks import leak_result
from verify.smt.solvers.solver import Asker
from verify.smt.transition.steps import Course

BIDS = """game "Bids":
  players 2 to 3, usually 2
  deck A 2 3 of hearts, spades

zones:
  deck: stack, face down, starts with every card
  hand[player]: set, seen by its owner
  table: set, face up

state:
  bid[player] as "bid": 0 to 3 or nobody{seen}
  peeked[player] as "peeked card": card or no card, seen by its owner
  brow[player]: 1 to 3, seen by everyone but its owner, starts at 2
  murderer: player or nobody, secret
  shown[player]: 0 to 3

move write_down(n: number 0 to 3):
  permit any
  does note: bid of mover becomes n

move press:
  permit it when {asked}
  does: shown of mover becomes 2

move look:
  permit any when deck is not empty
  does see:
    peeked of mover becomes top of deck
    brow of mover becomes 3

ends:
  over at done: every player p with bid of p is not nobody and bid of p > 1 wins

play:
  step deal:
    shuffle deck
    for each player p: draw 2 cards from deck to hand of p
    murderer becomes player 2
  once around from player 1:
    choice act: mover does write_down, press
  once around from player 1:
    choice spy: mover may do look
  step done: nothing
"""
USUAL = {"asked": "yes", "seen": ", seen by its owner"}


ALONE = """game "Alone":
  players 1
  deck A 2 3 of hearts

zones:
  deck: stack, face down, starts with every card

state:
  noted[player]: card or no card, seen by its owner

move note:
  permit any when deck is not empty
  does: noted of mover becomes top of deck; shuffle deck

ends:
  out at act when noted of mover is AH: player 1 wins

play:
  turns from player 1:
    choice act: mover does note
"""


def bids(folder: Path, **parts: str) -> ir.Game:
    loaded = load_file(write(folder, BIDS.format(**{**USUAL, **parts})), {})
    assert loaded.game is not None, loaded.diagnostics
    return loaded.game


def test_each_sees_what_the_file_says(tmp_path):
    state = load(write(tmp_path, BIDS.format(**USUAL))).new_initial_state(seed=1)
    mine, theirs, together = state.observation(0), state.observation(1), str(state)
    assert "bid of player 1 = nobody" in mine
    assert "bid of player 1 = unseen" in theirs
    assert "brow of player 1 = unseen" in mine
    assert "brow of player 1 = 2" in theirs
    assert "murderer = unseen" in mine
    assert "murderer = unseen" in theirs
    assert "bid of player 1 = unseen" in together


def test_it_prints_and_reads_back(tmp_path):
    game = bids(tmp_path)
    assert [f.seen for f in game.fields[1:5]] == ["owner", "owner", "others", "nobody"]
    again, _ = read_game(print_game(game))
    assert again is not None
    assert [f.seen for f in again.fields[1:5]] == ["owner", "owner", "others", "nobody"]


@pytest.mark.parametrize("line", ["bid: 0 to 3, seen by its owner", "bid: yes or no, seen by everyone but its owner"])
def test_what_has_no_owner_is_not_seen_by_one(tmp_path, capsys, line):
    text = BIDS.format(**USUAL).replace("shown[player]: 0 to 3", f"{line.replace('bid', 'other')}")
    assert main(["check", str(write(tmp_path, text))]) == 1
    assert "E0318" in capsys.readouterr().out


# ---------------------------------------------------------------- players


def test_what_is_not_seen_is_imagined(tmp_path):
    """Of another's bid each value is imagined, of one that is not made none; what is seen stays."""
    interpreter = Interpreter(bids(tmp_path))
    layout, turn = interpreter.layout, interpreter.start(Seeded(1))
    made = next(move for move in turn.moves if move.action == "write_down")
    after = interpreter.apply(turn.position, made, Seeded(2)).position
    own, other = layout.slot("bid", (0,)), layout.slot("bid", (1,))
    guesses = [determinize(layout, after, 1, Stream(number, Domain.REDEAL)) for number in range(100)]
    assert {guess.fields[own] for guess in guesses} == {0, 1, 2, 3}
    assert {guess.fields[other] for guess in guesses} == {ir.NOBODY}
    assert {guess.fields[layout.slot("brow", (0,))] for guess in guesses} == {2}
    assert {guess.fields[layout.slot("brow", (1,))] for guess in guesses} == {1, 2, 3}
    assert all(observe(layout, guess, 1) == observe(layout, after, 1) for guess in guesses)


@needs_compiler
@pytest.mark.parametrize("sitting", ["greedy", "search"])
def test_compiled_players_imagine_the_same(tmp_path, sitting):
    interpreter = Interpreter(bids(tmp_path))
    assert not differ(seated_library(interpreter.game), interpreter, seats_of(interpreter, sitting), 20, 1, 30)


# ---------------------------------------------------------------- engines


def test_python_agrees(tmp_path):
    game = bids(tmp_path)
    assert python_agrees(Interpreter(game), python_engine(game), range(8))[0] == 8


def test_a_fault_in_what_python_shows_is_seen(tmp_path):
    game = bids(tmp_path)
    turned = python_engine(game, {"{} if owner == player": "{} if owner != player"})
    with pytest.raises(Exception, match="the fields that player 1 sees"):
        python_agrees(Interpreter(game), turned, range(1))


def test_javascript_agrees(tmp_path):
    game = bids(tmp_path)
    assert agreeing(game, javascript_engine(game, tmp_path), 8)[0] == 8


@needs_compiler
def test_c_agrees(tmp_path):
    game = bids(tmp_path)
    assert agreeing(game, [built(written(game, tmp_path), "conform")], 8)[0] == 8


@needs_compiler
def test_who_plays_alone_is_shown_the_same(tmp_path):
    """A field that is not open to everybody is told as such, also where its owner is everybody there is."""
    game = load_file(write(tmp_path, ALONE)).game
    assert game is not None
    assert agreeing(game, [built(written(game, tmp_path), "conform")], 2)[0] == 2


def test_vectors_tell_what_is_not_seen(tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(tmp_path)
    game = bids(tmp_path)
    modules.write(tmp_path, game, "bids", "for_some")
    sides = Sides(game, "bids", "for_some")
    rules = sides.engine.module
    seen = [sides.actions.seen(rules.first_position(rules.Luck()), player) for player in range(2)]
    assert len(seen[0]) == len(seen[1]) == sides.actions.LENGTH
    assert seen[0].count(-2.0) == seen[1].count(-2.0) == 4


# ---------------------------------------------------------------- secrets

SECRET = {
    "another's bid": "bid of next player is not nobody and bid of next player > 1",
    "anybody's bid": "some player p with bid of p is 2",
    "what only others see": "brow of mover > 2",
    "what nobody sees": "murderer is player 2",
}
OPEN = {
    "the own bid": "bid of mover is nobody",
    "what others hold up": "brow of next player is 2",
    "what all see": "shown of next player = 0",
}


@pytest.mark.parametrize("name", SECRET)
def test_a_move_that_hangs_on_what_its_mover_does_not_see_is_not_proved(tmp_path, name):
    game = bids(tmp_path, asked=SECRET[name])
    assert not open_form(game)
    assert leak_result(Course(Encoder(game)), Asker(), Inductive()).verdict == "unknown"


@pytest.mark.parametrize("name", OPEN)
def test_what_the_mover_sees_may_be_asked(tmp_path, name):
    game = bids(tmp_path, asked=OPEN[name])
    assert open_form(game)
    assert leak_result(Course(Encoder(game)), Asker(), Inductive()).verdict == "proved"


def test_a_field_open_to_all_gives_nothing_away(tmp_path):
    assert open_form(bids(tmp_path, asked=SECRET["another's bid"], seen=""))


@pytest.mark.parametrize("name", ["another's bid", "anybody's bid"])
def test_two_plays_show_the_leak(tmp_path, name):
    game = bids(tmp_path, asked=SECRET[name])
    (found,) = information_leaks(Task(game, (), {}, lambda settings: None, Plan(games=60, seed=1)))
    assert found.verdict == "refuted"
    assert found.witness is not None
    assert "which the player to move does not see" in found.witness.sentence


# ---------------------------------------------------------------- what people read


def test_others_are_not_told_what_was_written_down(tmp_path):
    interpreter = Interpreter(bids(tmp_path))
    turn, told = interpreter.start(Seeded(1)), Sentences(interpreter)
    made = next(move for move in turn.moves if move.action == "write_down" and move.args == (3,))
    after = interpreter.apply(turn.position, made, Seeded(2)).position
    mine, theirs = (
        " ".join(change.text for change in told.difference(turn.position, after, move=made, seat=seat))
        for seat in (0, 1)
    )
    assert "3" in mine
    assert "3" not in theirs
    assert "something that you do not see" in theirs
