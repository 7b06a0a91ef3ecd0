"""A list of effects at several places may write a field, or leave it: whole play then takes the right value.

In these rules a move is declared that no choice offers, so that the list stands at two places.
"""

from engine.c.compiled.simulate import simulate
from engine.simulate.simulate import simulate as by_interpreter
from hoyle.api import load
from tests.hoyle.rules import write
from tests.native.harness import (
    fast_library,
    needs_compiler,
)

pytestmark = needs_compiler

RULES = """
game "Two places":
  players 3
  deck A..10 of hearts, spades 2 copies

zones:
  deck: stack, face down, starts with every card
  hand[player]: set, seen by its owner
  discard: stack, face up

state:
  skipping: yes or no
  skipped: 0 to 900

move lay(c: card from hand of mover):
  permit any
  does put: move c from hand of mover to discard
  does heed: do what_it_says

move lay_again(c: card from hand of mover):
  permit any
  does put: move c from hand of mover to discard
  does heed: do what_it_says

to what_it_says:
  if top of discard is 7: skipping becomes yes

ends:
  out when hand of mover is empty: every player p scores skipped

play:
  step deal:
    shuffle deck
    deal 9 cards from deck to each hand
  turns from player 1:
    choice act: mover does lay
    step turn:
      if skipping:
        skipping becomes no
        add 1 to skipped
"""


def game(tmp_path, rules=RULES):
    return load(write(tmp_path, rules)).interpreter


def test_a_move_that_is_declared_and_never_offered(tmp_path):
    interpreter = game(tmp_path)
    assert simulate(fast_library(interpreter.game), interpreter, 200, 1) == by_interpreter(interpreter, 200, 1)


def test_a_list_carried_out_by_two_moves(tmp_path):
    rules = RULES.replace("choice act: mover does lay", "choice act: mover does lay, lay_again")
    interpreter = game(tmp_path, rules)
    assert simulate(fast_library(interpreter.game), interpreter, 200, 1) == by_interpreter(interpreter, 200, 1)
