"""A run that goes from one rank to another means the same to every engine, in proofs, in mutants and in the rulebook.

What it means is held against a plain reading in `tests/engine/test_shapes.py` and beside it.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from engine.c.compiled.simulate import simulate
from engine.conformance.differential_check import Differs
from engine.interpreter.interpreter import Interpreter
from engine.simulate.simulate import simulate as by_interpreter
from hoyle.english.document.render import to_markdown
from hoyle.english.rulebook.page import rulebook
from spec.ir.index import index_of
from tests.conformance.harness import SOME, agreeing
from tests.export.harness import agreeing as python_agrees
from tests.export.harness import exported as python_engine
from tests.export_c.test_c import built, written
from tests.export_js.test_javascript import exported as javascript_engine
from tests.native.harness import QUICK, fast_library, library_of, needs_compiler, play_both
from tests.verify_smt.agree import Comparer
from tests.verify_smt.small import game as game_of
from tests.verify_smt.test_agreement import positions
from verify.mutation.operators import OPERATORS
from verify.mutation.sites import sites
from verify.obligations.examples import run_example
from verify.smt.encode.expressions import Encoder

RULES = """game "Rows":
  players 2
  deck 3..7, A, 2 of hearts, spades, clubs

zones:
  deck: stack, face down, starts with every card
  hand[player]: set, seen by its owner
  table: set, face up
  heap: stack, face up

state:
  seen: 0 to 200

shape row: set of 3 or more cards, a run from 4 to A{ace}
shape suited: set of 2 or more cards, same suit, a run from 4 to A{ace}
shape stairs: sequence of 2 to 4 cards, a run from 4 to A{ace}
shape single: set of 1 to 2 cards, a run from 4 to 6{ace}
shape pairs: set of 2 cards of each of 2 or more ranks in a run from 4 to A{ace} and 1 other card

move lay(cards: row or suited or single or pairs from hand of mover):
  permit any
  does: move cards from hand of mover to table

move pile(cards: stairs from hand of mover):
  permit any when size of heap < 12
  does: move cards from hand of mover onto heap

move show(cards: 2 to 4 cards from hand of mover):
  permit rows when cards is a row or cards is a suited or cards is a single
  permit heaped when top up to 3 cards of heap is a stairs
  forbid pairs when cards is a pairs
  precedence every forbid > every permit
  does count:
    add (number of row r in hand of mover) to seen
    move cards from hand of mover to table

ends:
  blocked at act when no legal move or seen > 150: every player p with size of hand of p = 0 wins

play:
  step deal:
    shuffle deck
    for each player p: draw 9 cards from deck to hand of p
  turns from player 1:
    choice act: mover does lay, pile, show

example "up to the ace, and no further":
  given table = [6H 7S AC], mover = player 1, at act, rest in deck
  then table is a row and not (table is a suited)

example "not from the three":
  given table = [3H 4H 5H], mover = player 1, at act, rest in deck
  then not (table is a row) and not (table is a suited)

example "nor to the two":
  given table = [7H AH 2H], mover = player 1, at act, rest in deck
  then not (table is a row) and not (table is a suited)

example "a single card of another rank is no run":
  given table = [3H], mover = player 1, at act, rest in deck
  then not (table is a single)

example "other cards are of any rank":
  given table = [4H 4S 5H 5S 2C], mover = player 1, at act, rest in deck
  then table is a pairs

example "but the pairs are not":
  given table = [3H 3S 4H 4S 2C], mover = player 1, at act, rest in deck
  then not (table is a pairs)
"""
TEXTS = {"as ranked": RULES.replace("{ace}", "")}
TEXTS["with ace high"] = (
    RULES.replace("{ace}", " with ace high").replace("7, A, 2", "7, A").replace("[7H AH 2H]", "[3H]")
)
TEXTS["with ace high"] = TEXTS["with ace high"].replace("2C", "7C")
each_ace = pytest.mark.parametrize("rules", TEXTS.values(), ids=[name.replace(" ", "_") for name in TEXTS])


@each_ace
def test_the_examples_hold(rules: str) -> None:
    game = game_of(rules)
    assert [run_example(Interpreter(game), e).verdict for e in game.examples] == ["checked"] * len(game.examples)


@each_ace
def test_python_agrees(rules: str) -> None:
    game = game_of(rules)
    assert python_agrees(Interpreter(game), python_engine(game), range(SOME), most=40)[0] == SOME


def test_a_run_that_goes_on_is_noticed() -> None:
    game = game_of(TEXTS["as ranked"])
    endless = replace(game, shapes=tuple(replace(one, within=None) for one in game.shapes))
    with pytest.raises((Differs, RuntimeError)):
        python_agrees(Interpreter(game), python_engine(endless), range(SOME), most=40)


@each_ace
def test_javascript_agrees(tmp_path: Path, rules: str) -> None:
    game = game_of(rules)
    assert agreeing(game, javascript_engine(game, tmp_path), SOME, most=40)[0] == SOME


@needs_compiler
@each_ace
def test_c_agrees(tmp_path: Path, rules: str) -> None:
    game = game_of(rules)
    assert agreeing(game, [built(written(game, tmp_path), "conform")], SOME, most=40)[0] == SOME
    interpreter, table = Interpreter(game), library_of(game, QUICK).table()
    assert sum(play_both(interpreter, table, seed, most=40) for seed in range(SOME)) > 2 * SOME
    assert simulate(fast_library(game), interpreter, 2 * SOME, 1) == by_interpreter(interpreter, 2 * SOME, 1)


@each_ace
def test_terms_agree(rules: str) -> None:
    text = rules.replace("shape stairs: sequence", "shape stairs: set").replace("onto heap", "onto heap in any order")
    enc = Encoder(game_of(text.replace("draw 9", "draw 6")))
    comparer = Comparer(enc, 300_000)
    for turn, rng in positions(enc, 4, 6):
        assert comparer.compare(turn.position, rng) == []


def test_mutants_leave_the_ends_away() -> None:
    game = game_of(TEXTS["as ranked"])
    one = next(operator for operator in OPERATORS if operator.name == "shape")
    told = [change[0] for site in sites(game) for change in one.changes(site, index_of(game))]
    assert sum("may have any ranks in its run" in words for words in told) == 5


def test_the_rulebook_tells_the_ends() -> None:
    told = to_markdown(rulebook(game_of(TEXTS["as ranked"]))).lower()
    assert "of ranks that follow one another from 4 to ace, each rank once" in told
    assert "two cards of each of two or more ranks that follow one another from 4 to ace" in told
