"""Loops that end by passing, cards dealt out as far as they go, and ends of play: in every engine and in English."""

import re
from pathlib import Path

import pytest

from engine.c.compiled.simulate import simulate
from engine.conformance.differential_check import Differs
from engine.interpreter.interpreter import Interpreter
from engine.luck.chance import Seeded
from engine.simulate.simulate import simulate as by_interpreter
from hoyle.english.document.render import to_markdown
from hoyle.english.rulebook.page import rulebook
from tests.conformance.harness import SOME, agreeing
from tests.export.harness import agreeing as python_agrees
from tests.export.harness import exported as python_engine
from tests.export_c.test_c import built, written
from tests.export_js.test_javascript import exported as javascript_engine
from tests.native.harness import QUICK, fast_library, library_of, needs_compiler, play_both
from tests.verify_smt.small import game as game_of
from verify.obligations.examples import run_example

RULES = """game "Pairs":
  players 2 to 4, usually 3
  deck A..5 of clubs, diamonds, hearts, spades

zones:
  deck: stack, face down, starts with every card
  hand[player]: set, seen by its owner
  discard: stack, face up

state:
  dealer: player

shape pair: set of 2 cards, same rank
shape run: set of 3 cards, a run

move lay_down(cards: pair or run from hand of mover) @ "x":
  permit any
  does put: move cards from hand of mover to discard in any order
  does over when discard is not empty and top of discard is 5: leave the loop

move swap(c: card from hand of mover, q: player):
  permit once when q is not mover and hand of q is not empty and size of discard < 6
  does: move c from hand of mover to hand of q

move lay(c: card from hand of mover):
  permit any
  does: move c from hand of mover to discard

ends:
  most at the end: every player p with size of hand of p = least of size of hand of q over player q wins

play:
  step deal:
    shuffle deck
    dealer becomes random
    deal every card from deck to each hand beginning with next player after dealer
  once around from player 1:
    repeat until mover passes or size of hand of mover < 2:
      choice pairs: mover may do lay_down
      choice swapping when size of discard < 4: mover may do swap
    3 times:
      repeat until mover passes:
        choice more: mover may do lay_down
    choice last when hand of mover is not empty: mover does lay

example "passing ends it":
  given hand of player 1 = [2C 2D 3C 3D 4H], mover = player 1, at pairs, rest in hand of player 2
  play lay_down_pair(2C 2D)
  legal swap(3C, player 2)
  legal pass
  play pass
  legal lay_down_pair(3C 3D)
  illegal swap(3C, player 2)

example "who cannot is not asked":
  given hand of player 1 = [2C 4H], mover = player 1, at pairs, rest in hand of player 2
  legal lay(2C)
"""
GAME = game_of(RULES)


def test_the_examples_hold():
    interpreter = Interpreter(GAME)
    assert [run_example(interpreter, e).verdict for e in GAME.examples] == ["checked", "checked"]


@pytest.mark.parametrize(("players", "shares"), [(2, {10}), (3, {6, 7}), (4, {5})])
def test_all_cards_are_dealt(players: int, shares: set[int]):
    game = game_of(RULES, players=str(players))
    position = Interpreter(game).start(Seeded(1)).position
    held = [len(cards) for cards, place in zip(position.cells, Interpreter(game).layout.cells, strict=True)
            if place.name == "hand"]  # fmt: skip
    assert set(held) == shares
    assert sum(held) == 20


def test_python_and_javascript_agree(tmp_path: Path):
    assert python_agrees(Interpreter(GAME), python_engine(GAME), range(SOME), most=60)[0] == SOME
    assert agreeing(GAME, javascript_engine(GAME, tmp_path), SOME, most=60)[0] == SOME


def test_a_loop_that_goes_on_is_noticed():
    with pytest.raises(Differs):
        python_agrees(Interpreter(GAME), python_engine(GAME, {"state.moved = True": "pass"}), range(30), most=60)


@needs_compiler
def test_c_agrees(tmp_path: Path):
    assert agreeing(GAME, [built(written(GAME, tmp_path), "conform")], SOME, most=60)[0] == SOME
    interpreter, table = Interpreter(GAME), library_of(GAME, QUICK).table()
    assert sum(play_both(interpreter, table, seed, most=60) for seed in range(SOME)) > 5 * SOME
    assert simulate(fast_library(GAME), interpreter, 200, 1) == by_interpreter(interpreter, 200, 1)


SAID = (
    "Do this again and again until you pass or your hand holds fewer than two cards:",
    "Do this again and again until you pass:",
    "Deal all cards of the deck out to the players in turn, as far as they go, beginning with",
    "When play comes to *end of play*, the game is over",
)


@pytest.mark.parametrize("sentence", SAID)
def test_the_rulebook_tells_of_it(sentence: str):
    text = to_markdown(rulebook(GAME))
    assert sentence in text
    assert not re.search(r"moved|\*count", text)
