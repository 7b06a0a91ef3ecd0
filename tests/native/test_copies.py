"""Fields with an index of which all values are asked for at once, and outcomes, in whole play: faults there show."""

import pytest

from engine.c.compiled.simulate import simulate
from engine.c.playout.source import code_of
from engine.interpreter.interpreter import Interpreter
from engine.simulate.simulate import simulate as by_interpreter
from tests.native.harness import (
    QUICK,
    library_of,
    needs_compiler,
)
from tests.verify_smt.small import game

RULES = """game "Chips":
  players 2
  deck A..6 of hearts, spades

zones:
  deck: stack, face down, starts with every card
  hand[player]: set, seen by its owner
  heap: set, face up

state:
  chips[player]: 0 to 6, starts at 0
  warned[player]: yes or no, starts at no
  bonus[player]: 0 to 2, starts at 0

define most: greatest of chips of p + bonus of p over player p

move lay(c: card from hand of mover):
  permit a_heart when c is hearts and most < 4
  permit a_spade when c is spades and chips of mover < most
  permit when_warned when warned of mover
  does put: move c from hand of mover to heap; bonus of mover becomes 0
  does tell: decide told(c)

outcome told(c: card):
  gain when c is hearts: add 1 to chips of mover
  lose when c is spades and most > 1: chips of next player after mover becomes 0
  rests otherwise: warned of mover becomes yes

ends:
  out when hand of mover is empty: every player p scores chips of p + bonus of p

play:
  step deal:
    shuffle deck
    for each player p: draw 3 cards from deck to hand of p
    for each player p: bonus of p becomes random
  turns from player 1:
    choice act: mover may do lay
"""
CHIPS = game(RULES)
PLANTED = (
    # A number drawn, one that is set, and the greatest of those of all players.
    ("FIELD_BONUS + own_f_mover] = 0", "FIELD_BONUS + own_f_mover] = 1"),
    ("key_2 > best_2 ? key_2 : best_2", "key_2 > best_2 ? best_2 : key_2"),
    # An outcome, which is counted, and changes a field.
    ("g->fired[7]++;", "g->fired[6]++;"),
    ("FIELD_WARNED + own_f_mover] = true", "FIELD_WARNED + own_f_mover] = false"),
)


def agree(text: str) -> bool:
    interpreter = Interpreter(CHIPS)
    library = library_of(CHIPS, QUICK, text, lean=True)
    return simulate(library, interpreter, 200, 1) == by_interpreter(interpreter, 200, 1)


@needs_compiler
def test_it_is_kept_right():
    assert agree(code_of(CHIPS).text)


@needs_compiler
@pytest.mark.parametrize(("old", "new"), PLANTED)
def test_what_is_kept_wrongly_is_noticed(old, new):
    text = code_of(CHIPS).text
    assert old in text
    assert not agree(text.replace(old, new))
