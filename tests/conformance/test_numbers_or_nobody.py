"""A number that may be nobody is a number where one is needed: alike in every engine, in terms and in the rulebook."""

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
game "Bids":
  players 2 to 3, usually 2
  deck 2..5 of hearts, spades

zones:
  deck: stack, face down, starts with every card
  heap: stack, face up
  hand[player]: set, seen by its owner

state:
  bid[player]: 0 to 4 or nobody
  high: 0 to 6 or nobody, starts at nobody
  score[player]: -20 to 20, starts at 0
  taken[player]: 0 to 9

move say(n: number 0 to 4):
  permit first when high is nobody or n > high
  permit low when n = 0
  precedence first > low
  does put:
    bid of mover becomes n
    if high is nobody: high becomes n
    otherwise:
      if n > high: high becomes n

move lay(c: card from hand of mover):
  permit any
  does put: move c to heap; add 1 to taken of mover

define made(p: player): bid of p = taken of p
define apart(p: player): (greater of bid of p and taken of p) - (smaller of bid of p and taken of p)
define off(p: player): if bid of p is nobody then 0 else apart(p)

ends:
  won at count when some player p with score of p >= 6: every player p scores score of p
  long at count when (sum of off(p) over player p) > 5: every player p scores score of p - bid of p

play:
  repeat:
    step deal:
      collect every card into deck
      shuffle deck
      deal 3 cards from deck to each hand
      high becomes nobody
      for each player p: bid of p becomes nobody; taken of p becomes 0
    once around from player 1:
      choice bidding: mover does say
      step notice:
        if bid of next player is nobody: add 1 to taken of next player
        if bid of mover = 0 or bid of mover is 3 or bid of mover != high: high becomes bid of mover + 1
        if bid of mover < 4: add 1 to bid of mover
    turns from player 1 until (every player p has hand of p is empty):
      choice act: mover does lay
    step count:
      for each player p:
        if made(p): add 3 + bid of p to score of p
        let b be bid of p
        if b > 2: add b - 3 to score of p
        if score of p > -10: add 0 - off(p) to score of p
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


def test_where_a_number_is_needed_and_nobody_is_there_play_stops(tmp_path):
    text = TEXT.replace("high is nobody or n > high", "n > high")
    turn = load(write(tmp_path, text)).interpreter.start(Seeded(1))
    assert turn.position.fault is not None


def test_a_number_out_of_bounds_stops_play(tmp_path):
    text = TEXT.replace("bid of mover becomes n", "bid of mover becomes n + 5")
    interpreter = load(write(tmp_path, text)).interpreter
    turn = interpreter.start(Seeded(1))
    assert interpreter.apply(turn.position, turn.moves[0], Seeded(2)).position.fault is not None


def test_terms_agree(tmp_path):
    enc = Encoder(load(write(tmp_path, TEXT)).interpreter.game)
    assert list(compared(enc, 10)) == []
    assert list(played(enc, 20)) == []


def test_the_rulebook_says_the_number(tmp_path):
    told = to_markdown(rulebook(load(write(tmp_path, TEXT)).interpreter.game))
    assert "If your *bid* is zero or three or your *bid* is none" in told
    assert "your *bid* becomes your *bid* plus one" in told
    assert "- Your *bid* becomes the chosen number.\n" in told
    assert "place of" not in told
