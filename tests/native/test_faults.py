"""A fault met at one clause on several ways is one finding, with every engine."""

import pytest

from engine.c.compiled.simulate import simulate
from engine.simulate.simulate import simulate as by_interpreter
from hoyle.api import load
from tests.hoyle.rules import write
from tests.native.harness import fast_library, library_of, needs_compiler

pytestmark = needs_compiler

RULES = """
game "Two ways to one clause":
  players 1
  deck A..4 of hearts, spades

zones:
  stock: stack, face down, starts with every card
  waste: stack, face up

move easy:
  permit red when colour of top of stock is red
  does: draw 1 card from stock to stock

move hard:
  permit fitting when top of waste is A
  does: draw 1 card from stock to waste

ends:
  stuck at act when no legal move: nobody wins

play:
  step deal:
    shuffle stock
  turns from player 1:
    choice act: mover does easy, hard
"""


@pytest.mark.parametrize("way", [library_of, fast_library])
def test_a_fault_at_one_clause_is_one_finding(tmp_path, way):
    interpreter = load(write(tmp_path, RULES)).interpreter
    # `hard` is asked about by the end where the top card is black, and when moves are listed where it is red.
    figures = by_interpreter(interpreter, 30, 1)
    assert [found.games for found in figures.faults] == [30]
    assert simulate(way(interpreter.game), interpreter, 30, 1) == figures
