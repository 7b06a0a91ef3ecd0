"""Ranks that are words are ranks to every engine, and are told, typed and renamed as the rulebook has them."""

from pathlib import Path

import pytest

from engine.conformance.differential_check import Differs
from engine.interpreter.interpreter import Interpreter
from engine.pages.cards import drawn, of_game
from hoyle.api import Game
from hoyle.commands.cli import main
from hoyle.editor.analysis import Analyst
from hoyle.editor.format.edits import applied
from hoyle.editor.rename import rename
from hoyle.english.document.render import to_markdown
from hoyle.english.rulebook.page import rulebook
from hoyle.table.faces import Faces
from hoyle.table.offers import offers
from hoyle.table.typed import understood
from tests.conformance.harness import SOME, agreeing
from tests.export.harness import agreeing as python_agrees
from tests.export.harness import exported as python_engine
from tests.export_c.test_c import built, written
from tests.export_js.test_javascript import exported as javascript_engine
from tests.hoyle.rules import write
from tests.native.harness import QUICK, library_of, needs_compiler, play_both
from tests.verify_smt.small import game as game_of
from verify.obligations.examples import run_example

RULES = """game "Courts":
  players 2
  deck 1..3, page, knight as "rider", queen of cups, swords + draw_two of cups + fool of trumps 2 copies

zones:
  deck: stack, face down, starts with every card
  hand[player]: set, seen by its owner
  heap: stack, face up

state:
  named: rank, starts at knight

values worth:
  page..queen are 10
  knightC is 20
  fool draw_two are 4
  others are as printed

shape pair: set of 2 cards, same rank, where fool is wild
shape run: set of 2 or more cards, a run, where fool and draw_two are wild

define court(c: card): rank of c >= page and rank of c is not above_all and c is not draw_two
define above_all: fool

move lay(c: card from hand of mover):
  permit lower when worth of c < 20
  permit named_one when rank of c is named or c is queenS
  does put: move c to heap
  does name: named becomes rank of c

move meld(cards: pair or run from hand of mover):
  permit courts when some c in cards with court(c)
  does put: move cards to heap in any order

move name(r: rank):
  permit another when r is not named and position of r > 3
  does it: named becomes r

ends:
  out when hand of mover is empty: mover wins
  full when size of heap > 8: every player p scores worth of hand of p
  precedence out > full

play:
  step deal:
    shuffle deck
    deal 5 cards from deck to each hand
  turns from player 1:
    choice act: mover does lay, meld, name

example "the order of the deck":
  given hand of player 1 = [3C pageC knightC foolT foolT], heap = [draw_twoC], rest in deck, mover = player 1, at act
  legal lay(knightC)
  legal meld(3C pageC knightC)
  illegal meld(3C knightC)
  play name(queen)
  then named is queen and worth of heap = 4 and court(knightC) and not court(draw_twoC)
"""
GAME = game_of(RULES)


def test_the_examples_hold():
    assert [run_example(Interpreter(GAME), e).verdict for e in GAME.examples] == ["checked"]
    order = RULES.replace('page, knight as "rider", queen', 'knight as "rider", page, queen')
    swapped = game_of(order.replace("page..queen", "knight..queen"))
    assert [run_example(Interpreter(swapped), e).verdict for e in swapped.examples] == ["refuted"]


def test_engines_for_others_agree(tmp_path: Path):
    interpreter = Interpreter(GAME)
    assert python_agrees(interpreter, python_engine(GAME), range(SOME), most=60)[0] == SOME
    assert agreeing(GAME, javascript_engine(GAME, tmp_path), SOME, most=60)[0] == SOME
    with pytest.raises(Differs):
        python_agrees(interpreter, python_engine(GAME, {">= PAGE": "> PAGE"}), range(60), most=60)


@needs_compiler
def test_c_agrees(tmp_path: Path):
    assert agreeing(GAME, [built(written(GAME, tmp_path), "conform")], SOME, most=60)[0] == SOME
    interpreter, table = Interpreter(GAME), library_of(GAME, QUICK).table()
    assert sum(play_both(interpreter, table, seed, most=60) for seed in range(SOME)) > 0


@pytest.mark.parametrize(
    "sentence",
    [
        "page, rider, queen and draw two of cups; 1, 2, 3, page, rider and queen of swords; fool of trumps",
        "From low to high, the ranks are 1, 2, 3, page, rider, queen, draw two and fool",
        "**Player 1’s hand:** 3 of cups, page of cups, rider of cups, fool of trumps, fool of trumps",
    ],
)
def test_the_rulebook_says_the_words(sentence: str):
    assert sentence in to_markdown(rulebook(GAME))


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("lay knightc", "lay(knightC)"), ("lay knight of cups", "lay(knightC)"),
        ("lay the rider of cups", "lay(knightC)"),
        ("lay draw two of cups", "lay(draw_twoC)"), ("lay draw_twoC", "lay(draw_twoC)"), ("lay fool", "lay(foolT)"),
        ("name draw two", "name(draw_two)"), ("name rider", None), ("lay page of swords", None),
    ],
)  # fmt: skip
def test_they_are_typed_as_they_are_said(typed: str, meant: str | None):
    state = Game(GAME).new_initial_state(seed=21)
    faces = Faces(state.game.interpreter)
    found = understood(typed, offers(state, faces), state, faces).fitting
    words = state.game.interpreter.words
    assert [words.move(offer.moves[0]) for offer in found] == ([] if meant is None else [meant])


def test_pictures_and_logs_have_them():
    pictures = drawn(of_game(GAME))
    assert ">draw two<" in pictures
    assert ">rider<" in pictures
    assert ">knight<" not in pictures
    assert "draw_two<" not in pictures
    assert [card.spoken for card in of_game(GAME)][-3:] == ["draw two of cups", "fool of trumps", "fool of trumps"]
    words = Interpreter(GAME).words
    assert words.read_cards("knightC draw_twoC foolT#2") == tuple(
        words.cards.index(name) for name in ("knightC", "draw_twoC", "foolT#2")
    )


def test_a_smaller_deck_is_told_by_words(tmp_path: Path):
    path = write(tmp_path, RULES.partition("example")[0])
    for deck, code in (("page..queen of cups, swords + 2 3 of cups, swords", 0), ("knightC pgaeC", 2)):
        assert main(["check", str(path), "--deck", deck]) == code


def test_a_rank_is_renamed_in_every_card():
    analysis = Analyst("courts").analyse(RULES)
    renamed = applied(RULES, rename(analysis, RULES.index("knight"), "cavalier"))
    assert "knight" not in renamed
    assert renamed.count("cavalierC") == RULES.count("knightC") > 3
    with pytest.raises(Exception, match="already"):
        rename(analysis, RULES.index("knight"), "page")
