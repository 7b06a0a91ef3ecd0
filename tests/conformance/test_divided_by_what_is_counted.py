"""A number divided by one that play counts: every engine stops at the same place where that is not above 0. A condition
that asks before is followed by checks, passes and proofs."""

from pathlib import Path

import pytest

from engine.conformance.differential_check import Differs
from engine.core import terms as t
from engine.core.definedness import Definedness
from engine.core.lower.game import lower
from engine.core.passes.known_cards import KnownCards
from engine.core.uses import nodes
from engine.interpreter.interpreter import Interpreter
from engine.luck.chance import Seeded
from hoyle.english.document.render import to_markdown
from hoyle.english.rulebook.page import rulebook
from spec.ir import nodes as ir
from spec.ir.index import index_of
from tests.conformance.harness import SOME, agreeing
from tests.export.harness import agreeing as python_agrees
from tests.export.harness import exported as python_engine
from tests.export_c.test_c import built, written
from tests.export_js.test_javascript import exported as javascript_engine
from tests.native.harness import QUICK, library_of, needs_compiler, play_both
from tests.verify_smt.small import game as game_of
from tests.verify_smt.test_agreement import terms_agree
from verify.mutation.mutate import mutants
from verify.obligations.examples import run_example

RULES = """game "Shares":
  players 3
  deck A 2 3 4 of hearts, spades

zones:
  deck: stack, face down, starts with every card
  hand[player]: set, seen by its owner
  heap: stack, face up

state:
  pot: -20 to 20, starts at -7
  round: 1 to 9, starts at 1
  score[player]: -999 to 999, starts at 0

define reds: number of c in heap with c is red
define share_up: if reds > 0 then pot divided by reds, rounded up else 0
define share_down: if reds = 0 then 0 else pot divided by reds, rounded down
define by_all: pot divided by (size of heap + 1), rounded up
define by_round: pot divided by round, rounded down
define by_heap: if heap is not empty then pot divided by size of heap, rounded up else 0
define safe: reds > 0 and pot divided by reds, rounded down > 0
define unasked: pot divided by reds, rounded down
define wrongly_asked: if reds < 2 then pot divided by reds, rounded down else 0
define below: pot divided by (size of heap - 3), rounded up

move lay(c: card from hand of mover):
  permit any
  does put: move c to heap
  does up: add share_up to score of mover
  does down: add share_down to score of mover
  does all: add by_all + by_round + by_heap to score of mover
  does some: add WHAT to score of mover
  does pot: add 2 to pot

ends:
  out when some player p with hand of p is empty: nobody wins

play:
  step deal:
    shuffle deck
    deal 2 cards from deck to each hand
  turns from player 1:
    choice act: mover does lay

example "both ways of rounding":
  given hand of player 1 = [2S 3S], heap = [AH 2H], hand of player 2 = [3H], hand of player 3 = [4H], rest in deck
  given mover = player 1, at act
  then share_up = -3 and share_down = -4 and by_all = -2 and by_round = -7 and by_heap = -3 and unasked = -4
"""
GAME = game_of(RULES.replace("WHAT", "(if safe then 1 else 0)"))
STOPS = game_of(RULES.replace("WHAT", "below"))
BOTH = pytest.mark.parametrize("game", [GAME, STOPS], ids=["as it should be", "with faults"])
ASKED = ["share_up", "share_down", "by_all", "by_round", "by_heap", "safe"]
UNASKED = ["unasked", "wrongly_asked", "below"]


def test_examples_hold():
    assert {run_example(Interpreter(GAME), e).verdict for e in GAME.examples} == {"checked"}


def test_a_fault_says_what_was_to_be_divided_by_what():
    interpreter, said = Interpreter(STOPS), set()
    for seed in range(20):
        luck = Seeded(seed)
        turn = interpreter.start(luck)
        while turn.moves:
            turn = interpreter.apply(turn.position, turn.moves[0], luck)
        fault = turn.position.fault
        assert fault is not None
        assert fault.kind == "undefined"
        said.add(fault.sentence)
    assert said == {"7 is to be divided by -2, and only a number above 0 divides"}


@BOTH
def test_engines_for_others_agree(game: ir.Game, tmp_path: Path):
    assert python_agrees(Interpreter(game), python_engine(game), range(30), most=60)[0] == 30
    assert agreeing(game, javascript_engine(game, tmp_path), SOME, most=60)[0] == SOME


def test_an_engine_that_divides_all_the_same_is_found():
    spared = {"above_zero(len(state.heap) - 3)": "-2"}
    with pytest.raises(Differs):
        python_agrees(Interpreter(STOPS), python_engine(STOPS, spared), range(30), most=60)


@needs_compiler
@BOTH
def test_c_agrees(game: ir.Game, tmp_path: Path):
    assert agreeing(game, [built(written(game, tmp_path), "conform")], SOME, most=60)[0] == SOME
    interpreter, table = Interpreter(game), library_of(game, QUICK).table()
    assert sum(play_both(interpreter, table, seed, most=60) for seed in range(SOME)) > 0


def test_terms_agree():
    terms_agree(GAME)


def test_a_condition_that_asks_before_is_followed():
    index = index_of(GAME)
    defined = Definedness(index)
    assert [name for name in ASKED + UNASKED if defined.total(index.defines[name].body)] == ASKED


def test_a_check_goes_where_it_was_asked_before():
    program = KnownCards()(lower(GAME))
    checked = {f.name for f in program.functions for n in nodes(f) if isinstance(n, t.Check) and n.asks == "above_zero"}
    assert checked == {"share_down"}  # that what is not 0 is above 0 is not seen through a call


def test_mutants_round_the_other_way():
    assert {m.words for m in mutants(GAME) if m.clause == "by_all"} >= {"it is rounded down, not up"}
    assert {m.words for m in mutants(GAME) if m.clause == "by_round"} >= {"it is rounded up, not down"}


SAID = (
    "the *pot* divided by (the number of cards in the heap plus one) (rounded up)",
    "the *pot* divided by the number of cards in the heap (rounded up) if the heap is not empty, and otherwise zero",
)


@pytest.mark.parametrize("sentence", SAID)
def test_the_rulebook_says_it_as_the_author_does(sentence: str):
    assert sentence in to_markdown(rulebook(GAME))
