"""A fault met at one clause on several ways is one finding, with every engine."""

import pytest

from engine.c.compiled.simulate import simulate
from engine.simulate.simulate import simulate as by_interpreter
from hoyle.api import load
from tests.hoyle.rules import write
from tests.native.harness import fast_library, library_of, needs_compiler, play_both

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


SHARED = """
game "Two share the most":
  players 2
  deck A..4 of hearts, spades

zones:
  stock: stack, face down, starts with every card
  hand[player]: set, face up
  heap: stack, face up

move lay(c: card from hand of mover):
  permit any_card
  does: move c from hand of mover to heap

ends:
  most when hand of player 1 is empty and hand of player 2 is empty:
    (the player q with greatest points of q) wins

state:
  points[player]: 0 to 20, starts at 0

play:
  step deal:
    shuffle stock
    deal 2 cards from stock to each hand
  turns from player 1:
    choice act: mover does lay
    step count:
      if top of heap is A: add 1 to points of mover
"""


@pytest.mark.parametrize("way", [library_of, fast_library])
def test_a_fault_in_what_an_end_brings_is_told_at_the_end(tmp_path, way):
    interpreter = load(write(tmp_path, SHARED)).interpreter
    figures = by_interpreter(interpreter, 30, 1)
    (found,) = figures.faults
    assert found.games > 5
    assert [source.label for source in found.fault.sources] == ["most", "lay"]
    assert simulate(way(interpreter.game), interpreter, 30, 1) == figures


def test_the_compiled_engine_names_that_end_too(tmp_path):
    interpreter = load(write(tmp_path, SHARED)).interpreter
    table = library_of(interpreter.game).table()
    stopped = 0
    for seed in range(20):
        play_both(interpreter, table, seed)
        met = table.fault()
        stopped += met is not None and met.source is not None and met.source.label == "most"
    assert stopped > 3
