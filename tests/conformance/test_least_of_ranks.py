"""The least and greatest of some ranks are compared with ranks by every engine, and by proofs, as they are meant."""

from pathlib import Path

import pytest

from engine.c.compiled.simulate import simulate
from engine.conformance.differential_check import Differs
from engine.interpreter.interpreter import Interpreter
from engine.simulate.simulate import simulate as by_interpreter
from tests.conformance.harness import SOME, agreeing
from tests.export.harness import agreeing as python_agrees
from tests.export.harness import exported as python_engine
from tests.export_c.test_c import built, written
from tests.export_js.test_javascript import exported as javascript_engine
from tests.native.harness import QUICK, fast_library, library_of, needs_compiler, play_both
from tests.verify_smt.small import game as game_of
from tests.verify_smt.test_agreement import terms_agree
from verify.obligations.examples import run_example

# The rank 7 is the third here: a rank that is taken for its place is noticed.
RULES = """game "Ranks":
  players 2
  deck 5..9 of hearts, spades

zones:
  deck: stack, face down, starts with every card
  hand[player]: set, seen by its owner
  table: stack, face up

state:
  led[player]: rank
  bid[player]: rank or nobody

define lowest(c: card): table is empty or rank of c is (least of rank of y over y in table)
define highest(c: card): table is not empty and c > (greatest of rank of y over y in table)
define up_to_seven: table is not empty and (greatest of rank of y over y in table) is 7
define as_led(c: card): c is (greatest of led of q over player q)
define as_bid: (least of led of q over player q) is bid of mover
define few: (least of led of q over player q) < 7

move lay(c: card from hand of mover):
  permit low when lowest(c)
  permit high when highest(c)
  permit seven when up_to_seven
  permit led_one when as_led(c)
  forbid bid_one when as_bid and few
  precedence every forbid > every permit
  does put:
    move c to table
    led of mover becomes rank of c
    if c is 8 or c is 6: bid of mover becomes rank of c

ends:
  over at act when hand of mover is empty or no legal move: mover wins

play:
  step deal:
    shuffle deck
    deal 4 cards from deck to each hand
  turns from player 1:
    choice act: mover does lay

example "the highest is a seven":
  given table = [5H 7S], hand of mover = [7H 8S 6S], mover = player 1, at act, rest in deck
  then up_to_seven and lowest(5S) and not lowest(7H) and highest(8S) and not highest(7H) and few and not as_bid

example "what was led and bid":
  given led of player 1 = 8, led of player 2 = 7, bid of player 1 = 7, hand of player 1 = [9H]
  given mover = player 1, at act, rest in deck
  then as_led(8H) and not as_led(7H) and as_bid and not few
"""
GAME = game_of(RULES)


def wrong_examples(rules: str) -> set[str]:
    """The examples that do not come out as they are written."""
    game = game_of(rules)
    return {e.source.label for e in game.examples if run_example(Interpreter(game), e).verdict != "checked"}


def test_the_interpreter_takes_ranks_for_ranks():
    assert wrong_examples(RULES) == set()
    by_place = RULES.replace("over y in table) is 7", "over y in table) = position of rank of 8H")
    assert wrong_examples(by_place) == {"the highest is a seven"}


def test_python_agrees():
    interpreter = Interpreter(GAME)
    assert python_agrees(interpreter, python_engine(GAME), range(30), most=60)[0] == 30
    with pytest.raises(Differs):
        python_agrees(interpreter, python_engine(GAME, {"max(": "min("}), range(30), most=60)


def test_javascript_agrees(tmp_path: Path):
    assert agreeing(GAME, javascript_engine(GAME, tmp_path), SOME, most=60)[0] == SOME


@needs_compiler
def test_c_agrees(tmp_path: Path):
    assert agreeing(GAME, [built(written(GAME, tmp_path), "conform")], SOME, most=60)[0] == SOME
    interpreter, table = Interpreter(GAME), library_of(GAME, QUICK).table()
    assert sum(play_both(interpreter, table, seed, most=60) for seed in range(SOME)) > 2 * SOME
    assert simulate(fast_library(GAME), interpreter, 2 * SOME, 1) == by_interpreter(interpreter, 2 * SOME, 1)


def test_terms_agree():
    assert not terms_agree(GAME).skipped
