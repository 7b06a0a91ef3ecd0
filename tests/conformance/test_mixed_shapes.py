"""Shapes with parts mean the same to every engine, in proofs, in mutants and in the rulebook.

What they mean is held against a plain reading in `tests/engine/test_mixed_shapes.py`.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.c.compiled.simulate import simulate
from engine.c.search.symmetry import symmetry
from engine.conformance.differential_check import Differs
from engine.interpreter.interpreter import Interpreter
from engine.simulate.simulate import simulate as by_interpreter
from hoyle.english.document.render import to_markdown
from hoyle.english.rulebook.page import rulebook
from spec.ir.check import check
from spec.ir.index import index_of
from spec.ir.mixes import mix_of
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
from verify.mutation.sites import sites, with_node
from verify.obligations.examples import run_example
from verify.smt.encode.expressions import Encoder

RULES = """game "Parts":
  players 2 to 3, usually 2
  deck {deck} of clubs, diamonds, hearts, spades + joker of no suit 2 copies

zones:
  pack: stack, face down, starts with every card
  hand[player]: set, seen by its owner
  table: set, face up

state:
  fulls: 0 to 4000
  turn: 0 to 40

shape full_house: set of 3 cards of one rank and 2 cards of another
shape two_pairs: set of 2 cards of each of 2 ranks and 1 other card, where joker is wild
shape stairs: set of 2 cards of each of 2 or more ranks in a run{ace}, where joker is wild, at least 3 of them natural
shape plane: set of 3 cards of each of 2 or more ranks in a run{ace} and 1 other card for each
shape pairs: set of 2 to 3 cards of each of 2 ranks in a run round the corner and 2 cards of each of as many other ranks
shape mixed_suit: set of 1 card of each of 2 ranks in a run{ace} and 1 to 2 other cards, same suit, where joker is wild,
  at most 1 of them wild

shape four_cards: set of 4 to 5 cards

define shown(x: cards):
  number of four_cards f in x with (f is a full_house or f is a stairs or f is a two_pairs or f is a mixed_suit)

define worth(x: cards): number of full_house f in x

move lay(cards: full_house or two_pairs or stairs or plane or pairs or mixed_suit from hand of mover):
  permit any when turn < 30
  forbid twice when table is a two_pairs
  precedence twice > any
  does: move cards from hand of mover to table

move take:
  permit any when pack is not empty and size of hand of mover < 12
  does: draw 1 card from pack to hand of mover

ends:
  done at act when turn > 38 or no legal move: every player p scores worth(hand of p)

play:
  step deal:
    shuffle pack
    for each player p: draw 9 cards from pack to hand of p
  turns from player 1:
    choice act: mover does lay, take
    step count:
      add 1 to turn
      if fulls < 100: add worth(table) to fulls
      if turn <= 2: add shown(hand of player 1) to fulls
      if turn is 20: move everything from table to table

example "three and two":
  given table = [5S 5H 5C 4S 4D], mover = player 1, at act, rest in pack
  then table is a full_house and table is not a two_pairs
  then table is not a stairs and (number of full_house f in table) = 1

example "wild cards make up what is missing":
  given table = [5S 4D 4C 6D], mover = player 1, at act, rest in pack
  then table is not a stairs and table is not a two_pairs
"""
ACES = (
    "", " with ace low", " with ace high", " with ace low or high", " round the corner", " from 4 to 6",
    " from A to 4 with ace low",
)  # fmt: skip
DECK = "3..7 A"


def text(ace: str, deck: str = DECK) -> str:
    # Runs of one shape agree where an ace stands.
    return RULES.replace("{ace}", ace).replace("{deck}", deck)


@pytest.mark.parametrize("ace", ACES)
def test_the_examples_hold(ace: str) -> None:
    game = game_of(text(ace))
    assert [run_example(Interpreter(game), e).verdict for e in game.examples] == ["checked"] * 2


@pytest.mark.parametrize("ace", ACES)
def test_python_agrees(ace: str) -> None:
    game = game_of(text(ace))
    assert python_agrees(Interpreter(game), python_engine(game), range(SOME), most=40)[0] == SOME


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("any(len(cards) - len(natural) in complete[row] for row in reached)", "bool(reached)"),
        ("found.add(tuple(sorted(choice)))", "found.add(choice)"),
        ("for joined in combinations(wild, count):", "for joined in combinations(wild[:1], count):"),
        ("for group in with_wild_cards(cards, mix[5], same):", "for group in with_wild_cards(cards, mix[5], ()):"),
    ],
)
def test_what_does_not_agree_is_noticed(old: str, new: str) -> None:
    game = game_of(text(" with ace low or high"))
    with pytest.raises((Differs, RuntimeError, IndexError)):
        python_agrees(Interpreter(game), python_engine(game, {old: new}), range(40), most=60)


@pytest.mark.parametrize("ace", ACES)
def test_javascript_agrees(tmp_path: Path, ace: str) -> None:
    game = game_of(text(ace))
    assert agreeing(game, javascript_engine(game, tmp_path), SOME, most=40)[0] == SOME


@needs_compiler
@pytest.mark.parametrize("ace", ACES)
def test_c_agrees(tmp_path: Path, ace: str) -> None:
    game = game_of(text(ace))
    folder = written(game, tmp_path)
    for flags in ((), ("-DGAME_MOST_CHOICES=12",)):
        assert agreeing(game, [built(folder, "conform", *flags)], SOME, most=40)[0] == SOME
    interpreter, table = Interpreter(game), library_of(game, QUICK).table()
    assert sum(play_both(interpreter, table, seed, most=40) for seed in range(SOME)) > 2 * SOME
    assert simulate(fast_library(game), interpreter, 2 * SOME, 1) == by_interpreter(interpreter, 2 * SOME, 1)


@needs_compiler
def test_of_a_deck_that_no_number_holds_c_agrees(tmp_path: Path) -> None:
    game = game_of(
        text(" with ace low", "3..10 J Q K A 2").replace("joker of no suit 2 copies", "joker of no suit 40 copies")
    )
    assert agreeing(game, [built(written(game, tmp_path), "conform")], SOME, most=40)[0] == SOME


@needs_compiler
def test_of_a_shape_that_no_cards_have_c_agrees(tmp_path: Path) -> None:
    few, *_ = text("").partition("example")
    few = few.replace("clubs, diamonds, hearts, spades", "clubs, spades").replace("draw 9", "draw 6")
    game = game_of(few)
    none = next(shape for shape in game.shapes if shape.source.label == "full_house")
    assert mix_of(game.deck, game.domains[0].values, none).rows == ()
    assert agreeing(game, [built(written(game, tmp_path), "conform")], SOME, most=40)[0] == SOME
    interpreter, table = Interpreter(game), library_of(game, QUICK).table()
    assert sum(play_both(interpreter, table, seed, most=40) for seed in range(SOME)) > SOME


@pytest.mark.parametrize("ace", ACES)
def test_terms_agree(ace: str) -> None:
    enc = Encoder(game_of(text(ace, "3..6 A")))
    comparer = Comparer(enc, 300_000)
    for turn, rng in positions(enc, 4, 6):
        assert comparer.compare(turn.position, rng) == []


def test_suits_are_exchanged() -> None:
    assert symmetry(game_of(text(""))).suits


def test_other_parts_are_mutants() -> None:
    game = game_of(text(""))
    one = next(operator for operator in OPERATORS if operator.name == "shape")
    told = {change[0] for site in sites(game) for change in one.changes(site, index_of(game))}
    assert {"part 2 of full_house has one card more of each rank", "part 1 of plane need not be a run"} <= told
    assert "part 2 of two_pairs has one card more" in told


def test_a_mutant_with_too_many_forms_is_no_game() -> None:
    wide = "1 to 2 cards of each of 1 to 4 ranks and 2 to 4 cards of each of 2 to 3 other ranks in a run"
    game = game_of(
        text("", "2..10 J Q K A").replace(
            "set of 3 cards of one rank and 2 cards of another", f"set of {wide} and 0 to 6 other cards for each"
        )
    )
    one = next(operator for operator in OPERATORS if operator.name == "shape")
    changed = [
        with_node(game, site.path, node)
        for site in sites(game)
        for told, node in one.changes(site, index_of(game))
        if told == "part 2 of full_house need not be a run"
    ]
    assert [[d.code for d in check(mutant)] for mutant in changed] == [["E0333"]]


SAID = (
    "Three cards of one rank and two cards of another",
    "Two cards of each of two ranks and one other card; jokers may stand for any card",
    "Three cards of each of two or more ranks that follow one another and one other card for each of those ranks",
    "two cards of each of as many other ranks",
    "one or two other cards",
)


@pytest.mark.parametrize("sentence", SAID)
def test_the_rulebook_tells_of_them(sentence: str) -> None:
    assert sentence.lower() in to_markdown(rulebook(game_of(text("")))).lower()


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("0 to 2", "and up to two other cards"),
        ("0 to 1", "and up to one other card"),
        ("0 or more", "and any number of other cards"),
    ],
)
def test_the_rulebook_tells_of_cards_that_may_be_lacking(said: str, told: str) -> None:
    shape = "set of 3 cards of one rank and 2 cards of another"
    game = game_of(text("").partition("example")[0].replace(shape, f"{shape} and {said} other cards"))
    assert f"two cards of another {told}." in to_markdown(rulebook(game)).lower().replace(",", "")
