"""Wild cards of shapes mean the same to every engine, in proofs, in mutants and in the rulebook.

What they mean is held against a plain reading in `tests/engine/test_wild_cards.py`.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from engine.c.compiled.simulate import simulate
from engine.c.search.symmetry import symmetry
from engine.conformance.differential_check import Differs
from engine.interpreter.interpreter import Interpreter
from engine.simulate.simulate import simulate as by_interpreter
from hoyle.english.document.render import to_markdown
from hoyle.english.rulebook.page import rulebook
from spec.ir import nodes as ir
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

RULES = """game "Wild cards":
  players 2
  deck A..7 of hearts, spades, clubs + 11..13 of jokers

zones:
  deck: stack, face down, starts with every card
  hand[player]: set, seen by its owner
  table: set, face up
  heap: stack, face up

state:
  seen: 0 to 200

shape group: set of 3 or more cards, same rank, where 2 and jokers are wild, at least 2 of them natural
shape run: set of 3 or more cards, same suit, a run{ace}, where jokers are wild
shape mixed_run: set of 3 to 5 cards, a run{ace}, where 3 of hearts and 7C and jokers are wild, at most 2 of them wild
shape stairs: sequence of 2 to 4 cards, same suit, a run{ace}, where jokers are wild
shape walk: sequence of 2 to 4 cards, each next to the one before{ace}, where 2 and jokers are wild,
  at most 2 of them wild
shape one_colour: sequence of 2 cards, same colour, where jokers are wild, at least 1 of them natural

move lay(cards: group or run from hand of mover):
  permit any
  does: move cards from hand of mover to table

move pile(cards: stairs or walk or one_colour from hand of mover):
  permit any when size of heap < 12
  does: move cards from hand of mover onto heap

move show(cards: 2 to 4 cards from hand of mover):
  permit runs when cards is a run or cards is a mixed_run
  permit walks when cards is a walk and not (cards is a stairs)
  permit heaped when heap is a walk or top up to 3 cards of heap is a stairs
  forbid groups when cards is a group or cards is a one_colour
  precedence every forbid > every permit
  does count:
    add (number of run r in hand of mover) to seen
    add (number of mixed_run r in hand of next player) to seen
    move cards from hand of mover to table

ends:
  blocked at act when no legal move or seen > 150: every player p with size of hand of p = 0 wins

play:
  step deal:
    shuffle deck
    for each player p: draw 7 cards from deck to hand of p
  turns from player 1:
    choice act: mover does lay, pile, show

example "a joker between two cards":
  given table = [2H 4H 11J], mover = player 1, at act, rest in deck
  then table is a run and table is a mixed_run and not (table is a group)

example "all of them wild":
  given table = [11J 12J 13J], mover = player 1, at act, rest in deck
  then table is a run and not (table is a mixed_run) and not (table is a group)
"""
ACES = (
    "", " with ace low", " with ace high", " with ace low or high", " round the corner", " from 2 to 4",
    " from 4 to A with ace high",
)  # fmt: skip


def with_ace(text: str, ace: str) -> str:
    steps = "" if " from " in ace else ace
    return text.replace("one before{ace}", f"one before{steps}").replace("{ace}", ace)


TEXTS = {ace or " as ranked": with_ace(RULES, ace) for ace in ACES}
each_ace = pytest.mark.parametrize("rules", TEXTS.values(), ids=[name.strip().replace(" ", "_") for name in TEXTS])


@pytest.mark.parametrize("ace", [ace for ace in ACES if ace != " from 4 to A with ace high"])
def test_the_examples_hold(ace: str) -> None:
    game = game_of(with_ace(RULES, ace))
    assert [run_example(Interpreter(game), e).verdict for e in game.examples] == ["checked"] * 2


@each_ace
def test_python_agrees(rules: str) -> None:
    game = game_of(rules)
    assert python_agrees(Interpreter(game), python_engine(game), range(SOME), most=40)[0] == SOME


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("for place in near if place in stretch", "for place in near"),
        ("len(choice) - wild >= natural", "True"),
        ("wild <= most_wild and", ""),
        ("[sorted(group + others) for", "[sorted(group) for"),
    ],
)
def test_what_does_not_agree_is_noticed(old: str, new: str) -> None:
    game = game_of(TEXTS[" with ace low or high"])
    with pytest.raises((Differs, RuntimeError)):
        python_agrees(Interpreter(game), python_engine(game, {old: new}), range(40), most=60)


@each_ace
def test_javascript_agrees(tmp_path: Path, rules: str) -> None:
    game = game_of(rules)
    assert agreeing(game, javascript_engine(game, tmp_path), SOME, most=40)[0] == SOME


@needs_compiler
@each_ace
def test_c_agrees(tmp_path: Path, rules: str) -> None:
    game = game_of(rules)
    folder = written(game, tmp_path)
    for flags in ((), ("-DGAME_MOST_CHOICES=12",)):
        assert agreeing(game, [built(folder, "conform", *flags)], SOME, most=40)[0] == SOME
    interpreter, table = Interpreter(game), library_of(game, QUICK).table()
    assert sum(play_both(interpreter, table, seed, most=40) for seed in range(SOME)) > 2 * SOME
    assert simulate(fast_library(game), interpreter, 2 * SOME, 1) == by_interpreter(interpreter, 2 * SOME, 1)


def test_a_shape_whose_wild_cards_the_deck_lacks_asks_for_natural_ones():
    """How many natural cards it wants holds in every engine, as in the interpreter."""
    wild = ir.Wild((), (), natural=2, most=3)
    game = game_of(TEXTS[" as ranked"])
    shapes = tuple(replace(s, least=0, wild=wild) if s.source.label == "one_colour" else s for s in game.shapes)
    game = replace(game, shapes=shapes)
    assert python_agrees(Interpreter(game), python_engine(game), range(6), most=60)[0] == 6


SOLVED = """game "Wild sets":
  players 2
  deck A..6 of hearts, spades + 1 of jokers 2 copies

zones:
  deck: stack, face down, starts with every card
  hand[player]: set, seen by its owner
  table: set, face up

shape group: set of 2 to 4 cards, same rank, where 2 and jokers are wild, at least 1 of them natural
shape run: set of 2 or more cards, same suit, a run{ace}, where jokers are wild, at most 2 of them wild
shape straight: set of 3 or more cards, a run{ace}, where 2 and jokers are wild

move lay(cards: group or run from hand of mover):
  permit any when table is not a straight
  forbid straight when (table plus cards) is a straight or hand of mover is a run
  precedence straight > any
  does: move cards from hand of mover to table

ends:
  blocked at act when no legal move or table is a group: every player p with size of hand of p = 0 wins

play:
  step deal:
    shuffle deck
    for each player p: draw 5 cards from deck to hand of p
  turns from player 1:
    choice act: mover does lay
"""


@pytest.mark.parametrize("ace", ACES)
def test_terms_agree(ace: str) -> None:
    enc = Encoder(game_of(with_ace(SOLVED, ace)))
    comparer = Comparer(enc, 300_000)
    assert not comparer.unencodable
    for turn, rng in positions(enc, 6, 6):
        assert comparer.compare(turn.position, rng) == []


def test_suits_are_exchanged_only_where_they_are_wild_alike() -> None:
    text = SOLVED.replace("{ace}", "")
    assert symmetry(game_of(text)).suits == ((0, 1),)
    assert symmetry(game_of(text.replace("a run, where jokers", "a run, where A of hearts and jokers"))).suits == ()


def test_other_wild_cards_are_mutants() -> None:
    game = game_of(TEXTS[" as ranked"])
    one = next(operator for operator in OPERATORS if operator.name == "shape")
    told = {change[0] for site in sites(game) for change in one.changes(site, index_of(game))}
    assert "no card of run is wild" in told
    assert {f"group has from {n} natural cards on, not 2" for n in (1, 3)} <= told
    assert {f"mixed_run has at most {n} wild cards, not 2" for n in (1, 3)} <= told


SAID = (
    "2s and jokers may stand for any card; at least two cards must be natural",
    "Jokers may stand for any card",
    "The 3 of hearts, the 7 of clubs and jokers may stand for any card; at most two cards may be wild",
)


@pytest.mark.parametrize("sentence", SAID)
def test_the_rulebook_tells_of_them(sentence: str) -> None:
    assert sentence.lower() in to_markdown(rulebook(game_of(TEXTS[" as ranked"]))).lower()
