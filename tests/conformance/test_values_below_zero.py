"""Cards that count less than nothing: alike in every engine, and in terms."""

from engine.interpreter.interpreter import Interpreter
from hoyle.api import load
from tests.conformance.harness import SOME, agreeing
from tests.export.harness import agreeing as python_agrees
from tests.export.harness import exported as python_engine
from tests.export_c.test_c import built, written
from tests.export_js.test_javascript import exported as javascript_engine
from tests.hoyle.rules import write
from tests.native.harness import QUICK, library_of, needs_compiler, play_both
from tests.verify_smt.test_agreement import compared, played
from verify.smt.encode.expressions import Encoder

TEXT = """
game "Below":
  players 2
  deck A..4 J K of hearts, spades

zones:
  deck: stack, face down, starts with every card
  hand[player]: set, seen by its owner

values worth:
  2 is -2
  K is 0
  A is 1 or -1
  JH is -5
  J Q are 10
  others are as printed

define low(p: player): least worth of hand of p
define count(p: player): sum of (if c is 2 then -2 else if c is A then 1 else 7) over c in hand of p

move lay(c: card from hand of mover):
  permit any
  does put: move c from hand of mover to deck

ends:
  out when hand of mover is empty and worth of hand of next player can be -1: mover wins
  done when hand of mover is empty: every player p scores low(p) + (greatest worth of hand of p) + count(p)
  precedence out > done

play:
  step deal:
    shuffle deck
    for each player p: draw 3 cards from deck to hand of p
  turns from player 1:
    choice act: mover does lay
"""


def test_python_and_javascript_agree(tmp_path):
    game = load(write(tmp_path, TEXT)).interpreter.game
    assert python_agrees(Interpreter(game), python_engine(game), range(SOME), most=60)[0] == SOME
    assert agreeing(game, javascript_engine(game, tmp_path), SOME, most=60)[0] == SOME


@needs_compiler
def test_c_agrees(tmp_path):
    game = load(write(tmp_path, TEXT)).interpreter.game
    assert agreeing(game, [built(written(game, tmp_path), "conform")], SOME, most=60)[0] == SOME
    interpreter, table = Interpreter(game), library_of(game, QUICK).table()
    assert sum(play_both(interpreter, table, seed, most=60) for seed in range(SOME)) > 0


def test_terms_agree(tmp_path):
    enc = Encoder(load(write(tmp_path, TEXT)).interpreter.game)
    assert list(compared(enc, 5)) == []
    assert list(played(enc, 10)) == []
