"""`collect every card into deck` brings all cards there: alike in every engine, in terms and in the rulebook."""

import pytest

from engine.interpreter.interpreter import Interpreter
from engine.luck.chance import Seeded
from hoyle.api import load
from hoyle.english.document.render import to_markdown
from hoyle.english.rulebook.page import rulebook
from tests.conformance.harness import agreeing
from tests.export.harness import agreeing as python_agrees
from tests.export.harness import exported as python_engine
from tests.export_c.test_c import built, written
from tests.export_js.test_javascript import exported as javascript_engine
from tests.hoyle.rules import write
from tests.native.harness import QUICK, library_of, needs_compiler, play_both
from tests.verify_smt.test_agreement import compared, played
from verify.smt.encode.expressions import Encoder

TEXT = """
game "Match":
  players 2 to 3, usually 2
  deck 2..5 of hearts, spades

zones:
  deck: stack, face down, starts with every card
  heap: stack, face up
  hand[player]: set, seen by its owner
  shelf[player, 2]: stack, face up
  pile[3]: row of stacks, face up

state:
  score[player]: 0 to 20, starts at 0
  dealer: player

move lay(c: card from hand of mover):
  permit any
  does put: move c to heap

move keep(c: card from hand of mover, k: shelf):
  permit any
  does put: move c onto shelf[mover, k]

move start(c: card from hand of mover):
  permit any when (number of pile p with p is not empty) < 3
  does put:
    let p be new pile
    move c onto p

ends:
  won at count when (greatest of score of p over player p) > 4: every player p scores score of p

play:
  step cut: dealer becomes random
  repeat until (greatest of score of p over player p) > 9:
    step deal:
      collect every card into deck
      shuffle deck
      deal 2 cards from deck to each hand
    turns from next player after dealer until (every player p has hand of p is empty):
      choice act: mover does lay, keep, start
    step count:
      if heap is not empty and top of heap is red: add 1 to score of dealer
      otherwise: add 2 to score of next player after dealer
      dealer becomes next player after dealer
"""


@pytest.mark.parametrize("players", [2, 3])
def test_every_engine_agrees(players, tmp_path):
    game = load(write(tmp_path, TEXT), players=players).interpreter.game
    assert python_agrees(Interpreter(game), python_engine(game), range(12), most=60)[0] == 12
    assert agreeing(game, javascript_engine(game, tmp_path), 12, most=60)[0] == 12


@needs_compiler
def test_c_agrees(tmp_path):
    game = load(write(tmp_path, TEXT)).interpreter.game
    assert agreeing(game, [built(written(game, tmp_path), "conform")], 12, most=60)[0] == 12
    interpreter, table = Interpreter(game), library_of(game, QUICK).table()
    assert sum(play_both(interpreter, table, seed, most=60) for seed in range(12)) > 0


def test_no_card_stays_where_it_lay(tmp_path):
    """Each hand of a match is dealt from the whole deck: two cards to each of two players leave four of eight."""
    interpreter = load(write(tmp_path, TEXT)).interpreter
    turn, deals = interpreter.start(Seeded(1)), 0
    for number in range(40):
        if not turn.moves:
            break
        held = {cell.name: 0 for cell in interpreter.layout.cells}
        for cell, cards in zip(interpreter.layout.cells, turn.position.cells, strict=True):
            held[cell.name] += len(cards)
        if held["hand"] == 4:
            deals += 1
            assert held == {"deck": 4, "heap": 0, "hand": 4, "shelf": 0, "pile": 0}
        turn = interpreter.apply(turn.position, turn.moves[number % len(turn.moves)], Seeded(number))
    assert deals > 1


def test_terms_agree(tmp_path):
    enc = Encoder(load(write(tmp_path, TEXT)).interpreter.game)
    assert list(compared(enc, 10)) == []
    assert list(played(enc, 20)) == []


def test_the_rulebook_says_collect(tmp_path):
    told = to_markdown(rulebook(load(write(tmp_path, TEXT)).interpreter.game))
    assert "Collect every card onto the deck. Shuffle the deck." in told
