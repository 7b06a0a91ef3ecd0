"""Decks of any size are played alike by all engines, also where a set of cards takes several numbers of C."""

import shutil
from functools import cache

import pytest

from engine.c.compiled.library import Library, load
from engine.c.compiled.simulate import simulate
from engine.conformance.compare import ASPECTS
from engine.core.unsupported import Unsupported
from engine.interpreter.interpreter import Interpreter
from engine.simulate.simulate import simulate as by_interpreter
from spec.ir import nodes as ir
from tests.conformance.harness import agreeing
from tests.export.harness import agreeing as python_agrees
from tests.export.harness import exported as python_engine
from tests.export_c.test_c import built, written
from tests.export_js.test_javascript import exported as javascript_engine
from tests.native.harness import STRICT, library_of, needs_compiler, play_both
from tests.verify_smt.small import game as game_of

RULES = """game "Many cards":
  players 3
  deck DECK

zones:
  deck: stack, face down, starts with every card
  hand[player]: set, seen by its owner
  open: set, face up
  pile[player]: stack, face up
  out: stack, face up

state:
  round: 0 to 40, starts at 0
  points[player]: 0 to 100000

define alone(c: card): no d in open with rank of d is rank of c and d is not c
define best: greatest of position of rank of c over c in hand of mover

shape group: set of 2 to 3 cards, same rank
shape walk: sequence of 2 to 3 cards, same suit, each next to the one before
shape run: set of 3 cards, same suit, a run

values worth:
  1 is 1 or 11
  others are as printed

move lay(c: card from hand of mover):
  permit alone when alone(c)
  permit low when position of rank of c < best and not (c is red)
  forbid full when size of open > 30
  precedence full > alone, low
  does: move c to open

move throw(cards: group from hand of mover):
  permit any when some d in open with rank of d is rank of bottom of cards
  does: move cards to out in any order

move build(cards: walk from hand of mover):
  permit any
  does: move cards onto pile of mover

move meld(cards: run from hand of mover):
  permit any
  does: move cards under out in any order

move sweep:
  permit any when size of open > 20
  does:
    for each d in open with worth of d can be 11: move d from open to out
    add least worth of open to points of mover
    move everything from open to out in any order

ends:
  over at act when deck is empty and hand of mover is empty: every player p scores points of p + size of pile of p
  late at act when round = 40: every player p scores greatest worth of hand of p

play:
  step deal:
    shuffle deck
    deal DEALT cards from deck to each hand
  turns from player 1:
    choice act: mover does lay, throw, build, meld, sweep
    otherwise: draw up to 9 cards from deck to hand of mover
    step count:
      if mover is player 1: add 1 to round
"""
DECKS = {
    64: "1..8 of hearts, spades, clubs, diamonds 2 copies",
    65: "1..8 of hearts, spades, clubs, diamonds 2 copies + 9 of hearts",
    128: "1..16 of hearts, spades, clubs, diamonds 2 copies",
    129: "1..16 of hearts, spades, clubs, diamonds 2 copies + 17 of spades",
    192: "1..16 of hearts, spades, clubs, diamonds 3 copies",
    193: "1..16 of hearts, spades, clubs, diamonds 3 copies + 17 of clubs",
    255: "1..17 of hearts, spades, clubs 5 copies",
    256: "1..16 of hearts, spades, clubs, diamonds 4 copies",
}
"""One of each size at which something changes in C, the largest that C holds, and the largest of all."""
SIZES = pytest.mark.parametrize("size", DECKS)
IN_C = pytest.mark.parametrize("size", [size for size in DECKS if size < 256])


@cache
def many(size: int) -> ir.Game:
    game = game_of(RULES.replace("DECK", DECKS[size]).replace("DEALT", str(size // 4)))
    assert len(game.deck) == size
    return game


@needs_compiler
@IN_C
def test_compiled_games_agree_move_for_move(size):
    interpreter = Interpreter(many(size))
    table = library_of(interpreter.game, STRICT).table()
    assert sum(play_both(interpreter, table, seed, 60) for seed in range(3)) > 60


@needs_compiler
@pytest.mark.parametrize("size", [129, 255])
def test_random_games_are_counted_alike(size):
    interpreter = Interpreter(many(size))
    library = load(interpreter.game, fast=True)
    assert isinstance(library, Library), library
    compiled = simulate(library, interpreter, 3, 1, most_moves=40)
    assert compiled == by_interpreter(interpreter, 3, 1, most_moves=40)


@needs_compiler
@IN_C
def test_exported_c_agrees(size, tmp_path):
    game = many(size)
    assert agreeing(game, [built(written(game, tmp_path), "conform")], 2, most=40) == (2, set(ASPECTS))


@SIZES
def test_exported_python_agrees(size):
    game = many(size)
    assert python_agrees(Interpreter(game), python_engine(game), range(1), most=40)[0] == 1


@pytest.mark.skipif(shutil.which("node") is None, reason="Node.js is not installed, and it runs the exported module")
@SIZES
def test_exported_javascript_agrees(size, tmp_path):
    game = many(size)
    assert agreeing(game, javascript_engine(game, tmp_path), 1, most=40)[0] == 1


@needs_compiler
def test_a_set_that_loses_its_last_number_is_noticed(tmp_path):
    """The planted fault: cards from the 193rd on are not counted."""
    folder = written(many(255), tmp_path, (" + bits_in(cards[3])", ""))
    with pytest.raises(AssertionError):
        agreeing(many(255), [built(folder, "conform")], 2, most=40)


def test_what_c_cannot_hold_is_refused():
    with pytest.raises(Unsupported, match="a deck of 256 cards; at most 255 can be held"):
        load(many(256), fast=True)


def test_one_card_more_is_too_many():
    with pytest.raises(AssertionError, match="at most 256 cards"):
        game_of(RULES.replace("DECK", DECKS[256] + " + 18 of hearts").replace("DEALT", "9"))
