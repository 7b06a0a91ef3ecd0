"""`let` names a value as it is at that place: alike in every engine, in proofs and in the rulebook."""

import pytest

from engine.interpreter.interpreter import Interpreter
from engine.luck.chance import Seeded
from hoyle.api import load
from hoyle.english.document.render import to_markdown
from hoyle.english.rulebook.page import rulebook
from spec.ir import nodes as ir
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
game "Named once":
  players 2 to 3, usually 2
  deck 2..5 of hearts, spades

zones:
  deck: stack, face down, starts with every card
  heap: stack, face up
  hand[player]: set, seen by its owner
  pile[3]: row of stacks, face up

state:
  score[player]: -99 to 99, starts at 0
  holder: player or nobody
  led: suit
  last: rank or nobody
  lucky[player]: yes or no, starts at no

move lay(c: card from hand of mover):
  permit any
  does put:
    let before be size of heap
    let next_one be next player after mover
    let better be heap is empty or c > top of heap
    let again be lucky of mover
    lucky of mover becomes no
    if heap is not empty and size of deck > 0:
      let t be top of heap
      move t from heap under deck
      if t is red: add 1 to score of next_one
    move c to heap
    let gain be size of heap + size of hand of mover - before
    add gain to score of mover
    if holder is not nobody:
      let n be 2 * gain - size of heap
      let s be suit of c
      add n to score of holder
      holder becomes nobody
      led becomes s
    otherwise: holder becomes next_one
    let r be rank of c
    last becomes r
    if r is 5: go again
    if better and not again: lucky of mover becomes yes
    for each player p with p is not mover:
      let same be lucky of p is better
      if same: add 1 to score of p
    let s be position of led
    if s = 2: end the turn
    if size of deck > 2:
      let place be new pile
      draw 1 card from deck to place

ends:
  out at act when hand of mover is empty or pile 3 is not empty: every player p scores score of p

play:
  step deal:
    shuffle deck
    deal 2 cards from deck to each hand
  turns from player 1:
    choice act: mover does lay
    step count:
      let most be greatest of score of p over player p
      if most > 12: score of mover becomes 0
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


def test_a_name_keeps_its_value_whatever_changes_it(tmp_path):
    """No card lies on the heap before the first is laid: put in where it is used, `before` would be one more."""
    interpreter = load(write(tmp_path, TEXT)).interpreter
    turn = interpreter.start(Seeded(1))
    turn = interpreter.apply(turn.position, turn.moves[0], Seeded(2))
    gained = ir.Get("score", (ir.Lit(0, ir.Symbol("player")),))
    assert interpreter.evaluate(gained, turn.position, {}) == 2


def test_terms_agree(tmp_path):
    enc = Encoder(load(write(tmp_path, TEXT)).interpreter.game)
    assert list(compared(enc, 10)) == []
    assert list(played(enc, 20)) == []


def test_the_rulebook_says_let(tmp_path):
    told = to_markdown(rulebook(load(write(tmp_path, TEXT)).interpreter.game))
    assert "- Let *before* be the number of cards in the heap.\n- Let *next one* be the next player.\n" in told
    assert "- Note whether the heap is empty or the top card of the heap is lower than the card: *better*.\n" in told
    assert "- If “*better*” holds and “*again*” does not hold, " in told
    assert "    - If *t* is red, add one to *next one*’s *score*." in told
    assert "let *place* be a new pile; then put the top card of the deck onto *place*." in told
