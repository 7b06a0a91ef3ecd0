"""Who chooses in another's turn does not take it over: play comes back to whose turn it is, however the choice ends."""

from __future__ import annotations

import re
import shutil
from functools import cache

import pytest

from engine.interpreter.interpreter import Interpreter, Turn
from engine.luck.chance import Seeded
from hoyle.english.document.render import to_markdown
from hoyle.english.rulebook.page import rulebook
from spec.ir import lent
from spec.ir import nodes as ir
from tests.conformance.harness import agreeing
from tests.export.harness import agreeing as python_agrees
from tests.export.harness import exported as python_engine
from tests.export_c.test_c import built, written
from tests.export_js.test_javascript import exported as javascript_engine
from tests.native.harness import STRICT, library_of, needs_compiler, play_both
from tests.verify_smt.small import game as game_of

RULES = """game "Asked":
  players 4
  deck A..10 of hearts, spades
  teams: players 1 and 3 against players 2 and 4

zones:
  deck: stack, face down, starts with every card
  discard: stack, face up
  hand[player]: set, seen by its owner

move say_yes:
  permit any
  does: nothing

move again:
  permit any when size of hand of mover > 2
  does:
    move everything from hand of mover to discard in any order
    go again

move over:
  permit any
  does: end the turn

move out:
  permit any
  does: leave the loop

move redeal:
  permit any
  does:
    move everything from discard to deck
    for each player p: move everything from hand of p to deck in any order
    continue at deal

move lay(c: card from hand of mover):
  permit any
  does: move c to discard

ends:
  empty at act when size of deck = 0: nobody wins
  late at act when size of discard > 9: nobody wins

play:
  step deal:
    shuffle deck
    deal 3 cards from deck to each hand
  FLOW
"""
TURNS = """turns from player 1:
    choice reply: partner of mover REPLY
    choice act: mover does lay
    step draw: draw up to 1 card from deck to hand of mover"""
ROUND = """repeat:
    once around from player 2:
      choice reply: next player REPLY
      choice act: mover does lay"""
LOOP = """turns from player 1:
    repeat until mover passes:
      choice reply: next player may do out, say_yes
    choice act: mover does lay
    step draw: draw up to 1 card from deck to hand of mover"""
LEFT = """repeat until size of deck = 0:
    LOOP from player 1:
      choice act: mover does lay
      choice reply: partner of mover does out, say_yes
    choice after: mover may do say_yes"""
WITHIN = """turns from player 1:
    choice act: mover does lay
    once around from next player:
      choice reply: previous player does say_yes, out
    choice after: mover may do say_yes"""
ANEW = """turns from player 1:
    choice act: mover does lay, over
    choice reply: partner of mover does redeal, say_yes"""
MADE = {
    "yes": TURNS.replace("REPLY", "does say_yes"),
    "again": TURNS.replace("REPLY", "does again, say_yes"),
    "over": TURNS.replace("REPLY", "may do over"),
    "round": ROUND.replace("REPLY", "may do say_yes, again"),
    "loop": LOOP,
    "left": LEFT.replace("LOOP", "turns"),
    "left_round": LEFT.replace("LOOP", "once around"),
    "within": WITHIN,
    "anew": ANEW,
}


@cache
def asked(name: str) -> ir.Game:
    return game_of(RULES.replace("FLOW", MADE[name]))


def course(name: str, *typed: str) -> list[str]:
    """Who is to make which choice, from the first on, where these moves are made; None passes, and `lay` any card."""
    interpreter, chance = Interpreter(asked(name)), Seeded(1)
    found: list[str] = []

    def told(turn: Turn) -> None:
        step = interpreter.game.steps[turn.position.step]
        found.append(f"{step.source.label} {turn.position.fields[interpreter.layout.mover] + 1}")

    turn = interpreter.start(chance)
    told(turn)
    for word in typed:
        move = next(m for m in turn.moves if m.action == word)
        turn = interpreter.apply(turn.position, move, chance)
        told(turn)
    return found


def test_play_comes_back_to_whose_turn_it_is():
    assert course("yes", "say_yes", "lay", "say_yes", "lay") == ["reply 3", "act 1", "reply 4", "act 2", "reply 1"]


def test_the_turn_begins_anew_with_whose_it_is():
    assert course("again", "again", "say_yes", "lay") == ["reply 3", "reply 3", "act 1", "reply 4"]


def test_the_turn_that_another_ends_is_followed_by_the_next_ones():
    assert course("over", "over", "over", "pass", "lay") == ["reply 3", "reply 4", "reply 1", "act 3", "reply 2"]


def test_a_round_goes_on_with_whose_turn_it_is():
    assert course("round", "say_yes", "lay", "pass", "lay") == ["reply 3", "act 2", "reply 4", "act 3", "reply 1"]


def test_a_loop_in_a_turn_is_left_to_whose_turn_it_is():
    assert course("loop", "say_yes", "out", "lay") == ["reply 2", "reply 2", "act 1", "reply 3"]
    assert course("loop", "pass", "lay") == ["reply 2", "act 1", "reply 3"]


@pytest.mark.parametrize("name", ["left", "left_round"])
def test_turns_that_another_leaves_begin_again_with_their_first_player(name):
    assert course(name, "lay", "say_yes", "lay", "out", "pass", "lay") == [
        "act 1", "reply 3", "act 2", "reply 4", "after 2", "act 1", "reply 3",
    ]  # fmt: skip


def test_a_round_in_a_turn_is_left_to_whose_turn_it_is():
    assert course("within", "lay", "say_yes", "out", "pass") == ["act 1", "reply 1", "reply 2", "after 3", "act 4"]


def test_turns_begin_anew_where_another_goes_on_elsewhere():
    typed = ("lay", "say_yes", "lay", "redeal", "over", "over")
    assert course("anew", *typed) == ["act 1", "reply 3", "act 2", "reply 4", "act 1", "act 2", "act 3"]


@pytest.mark.parametrize("name", MADE)
def test_the_rulebook_tells_turns_as_turns(name):
    told = to_markdown(rulebook(asked(name)))
    assert re.search(r"take turns in order|each player in turn does this", told)
    assert "whose turn*" not in told


def test_without_giving_it_back_the_turn_is_taken_over(monkeypatch):
    """The planted fault is what was the rule once."""
    monkeypatch.setattr(lent, "BACK", ir.When(lent.BACK.cond, (), ()))
    asked.cache_clear()
    try:
        assert course("yes", "say_yes", "lay") == ["reply 3", "act 3", "reply 2"]
    finally:
        asked.cache_clear()


# ---------------------------------------------------------------- engines


@needs_compiler
@pytest.mark.parametrize("name", MADE)
def test_compiled_games_agree(name):
    interpreter = Interpreter(asked(name))
    table = library_of(interpreter.game, STRICT).table()
    assert sum(play_both(interpreter, table, seed, 60) for seed in range(20)) > 60


@needs_compiler
def test_exported_c_agrees(tmp_path):
    assert agreeing(asked("again"), [built(written(asked("again"), tmp_path), "conform")], 10, most=60)[0] == 10


@pytest.mark.parametrize("name", MADE)
def test_exported_python_agrees(name):
    assert python_agrees(Interpreter(asked(name)), python_engine(asked(name)), range(10), most=60)[0] == 10


@pytest.mark.skipif(shutil.which("node") is None, reason="Node.js is not installed, and it runs the exported module")
def test_exported_javascript_agrees(tmp_path):
    game = asked("loop")
    assert agreeing(game, javascript_engine(game, tmp_path), 10, most=60)[0] == 10
