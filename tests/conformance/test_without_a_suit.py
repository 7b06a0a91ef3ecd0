"""Cards without a suit: in every engine, in terms, in mutants, in pictures and in the rulebook."""

from pathlib import Path

import pytest

from engine.conformance.differential_check import Differs
from engine.interpreter.interpreter import Interpreter
from engine.pages.cards import drawn, of_game
from hoyle.api import Game
from hoyle.commands.cli import main
from hoyle.english.document.render import to_html, to_markdown
from hoyle.english.rulebook.page import rulebook
from hoyle.table.faces import Faces
from hoyle.table.offers import offers
from hoyle.table.rules import Rules
from hoyle.table.typed import understood
from spec.ir import nodes as ir
from tests.conformance.harness import SOME, agreeing
from tests.export.harness import agreeing as python_agrees
from tests.export.harness import exported as python_engine
from tests.export_c.test_c import built, written
from tests.export_js.test_javascript import exported as javascript_engine
from tests.hoyle.rules import write
from tests.native.harness import QUICK, library_of, needs_compiler, play_both
from tests.verify_smt.small import game as game_of
from tests.verify_smt.test_agreement import compared, played
from verify.obligations.examples import run_example
from verify.smt.encode.expressions import Encoder

RULES = """game "Wizards":
  players 3
  deck 1..4 of blue, red + wizard as "Merlin", jester of no suit 2 copies

zones:
  deck: stack, face down, starts with every card
  hand[player]: set, seen by its owner
  laid[player]: stack, face up
  gone: set, face up
  aside: stack, face up

state:
  trumps: suit or nobody
  led: suit or nobody
  last: card or no card
  kept: suit
  leader: player
  tricks[player]: 0 to 9

values worth:
  wizard is 20
  jester is 0
  red are 2
  others are as printed

shape flush: set of 2 cards, same suit
shape wild_flush: set of 2 to 3 cards, same suit, where wizard is wild
shape run: set of 2 cards, a run, where wizard is wild, at least 1 of them natural
shape alike: set of 2 cards, same colour

define plain(c: card): suit of c is not nobody
define strength(c: card):
  if c is wizard then 100
  else if c is jester then 0
  else if suit of c is trumps then 50 + position of rank of c
  else if suit of c is led then 20 + position of rank of c
  else 1
define best: greatest of strength(top of laid of p) over player p with laid of p is not empty

move play(c: card from hand of mover):
  permit any
  forbid revoke
    when plain(c) and led is not nobody and suit of c is not led and some d in hand of mover with suit of d is led
  precedence revoke > any
  does lay: move c to laid of mover
  does remember: last becomes c
  does lead when led is nobody and plain(c): led becomes suit of c

move two(cs: flush or wild_flush or run or alike from hand of mover):
  permit some_rule when (some d in cs with colour of d is red) or (no d in cs with d is wizard) or worth of cs > 20
  forbid same_one
    when some c in cs
    with (some d in hand of mover with c is not d and suit of d is suit of c and colour of d is nobody)
  precedence same_one > some_rule
  does: move cs to gone

move choose(s: suit):
  permit other when s is not trumps
  does: trumps becomes s

ends:
  out at score when (hand of leader is empty): every player p scores tricks of p + worth of gone

play:
  step deal:
    shuffle deck
    deal 3 cards from deck to each hand
    draw 1 card from deck to aside
    if plain(top of aside): trumps becomes suit of top of aside
    if wizard is in aside and colour of top of aside is nobody: trumps becomes blue
  choice name when trumps is nobody: leader does choose
  repeat until hand of leader is empty:
    step begin: led becomes nobody
    once around from leader:
      choice card: mover does play, two
      otherwise: nothing
    step take:
      leader becomes first player p from leader with laid of p is not empty and strength(top of laid of p) = best
        else leader
      add 1 to tricks of leader
      for each player p: move everything from laid of p to gone in any order
  step score: nothing

example "a jester need not follow":
  given hand of player 2 = [jester 1R 2B], hand of player 1 = [wizard], hand of player 3 = [4R]
  given laid of player 1 = [3R], led = red
  given mover = player 2, at card, rest in deck
  legal play(jester)
  legal play(1R)
  illegal play(2B)
  illegal play(wizard)
  play play(jester)
  then last is jester and suit of top of laid of player 2 is nobody and wizard is in hand of player 1
"""
GAME = game_of(RULES)


def test_the_example_holds():
    assert [run_example(Interpreter(GAME), e).verdict for e in GAME.examples] == ["checked"]


def test_they_have_neither_a_suit_nor_a_colour():
    names = Interpreter(GAME).words.cards
    bare = {name for name, face in zip(names, GAME.deck, strict=True) if face.suit == ir.NOBODY}
    assert bare == {"wizard", "wizard#2", "jester", "jester#2"}
    assert {face.colour for face in GAME.deck if face.suit == ir.NOBODY} == {ir.NOBODY}
    assert next(d.values for d in GAME.domains if d.name == "suit") == ("blue", "red")


def test_engines_for_others_agree(tmp_path: Path):
    interpreter = Interpreter(GAME)
    assert python_agrees(interpreter, python_engine(GAME), range(SOME), most=60)[0] == SOME
    assert agreeing(GAME, javascript_engine(GAME, tmp_path), SOME, most=60)[0] == SOME
    with pytest.raises(Differs):
        python_agrees(
            interpreter,
            python_engine(GAME, {"if number >= 0 else None": "if number > 0 else None"}),
            range(60),
            most=60,
        )


@needs_compiler
def test_c_agrees(tmp_path: Path):
    assert agreeing(GAME, [built(written(GAME, tmp_path), "conform")], SOME, most=60)[0] == SOME
    interpreter, table = Interpreter(GAME), library_of(GAME, QUICK).table()
    assert sum(play_both(interpreter, table, seed, most=60) for seed in range(4 * SOME)) > 0


def test_terms_agree():
    enc = Encoder(GAME)
    assert list(compared(enc, 10)) == []
    assert list(played(enc, 10)) == []


@pytest.mark.parametrize(
    "sentence",
    [
        "Merlin and jester of no suit, two copies of each",
        "each Merlin counts 20",
        "Merlins may stand for any card",
        "**Player 2’s hand:** jester, 1 of red, 2 of blue",
    ],
)
def test_the_rulebook_tells_them(sentence: str):
    assert sentence in to_markdown(rulebook(GAME))


def test_the_table_and_the_rulebook_call_suits_as_they_are_read():
    game = game_of(
        RULES.replace("of blue, red", 'of blue as "deep blue", red').replace("[jester 1R 2B]", "[1R jester 2B]")
    )
    hand = "1 of red, jester, 2 of deep blue"
    assert f"hand:** {hand}" in to_markdown(rulebook(game))
    assert 'aria-label="2 of deep blue"' in to_html(rulebook(game))
    told = "\n".join(Rules(game, Faces(Interpreter(game))).about("a jester need not follow", 200))
    assert f"hand: {hand}" in told
    assert " of ." not in told


def test_pictures_and_pages_have_them():
    assert [card.spoken for card in of_game(GAME)][-4:] == ["Merlin", "Merlin", "jester", "jester"]
    pictures = drawn(of_game(GAME))
    assert ">Merlin<" in pictures
    assert "no suit" not in pictures
    assert "jester" in to_html(rulebook(GAME))


def test_logs_read_them():
    words = Interpreter(GAME).words
    assert words.read_cards("wizard 3B jester#2") == tuple(words.cards.index(x) for x in ("wizard", "3B", "jester#2"))
    state = Game(GAME).new_initial_state(seed=3)
    faces = Faces(state.game.interpreter)
    found = understood("play jester#2", offers(state, faces), state, faces).fitting
    assert [words.move(offer.moves[0]) for offer in found] == ["play(jester#2)"]


def test_a_name_of_several_words_is_typed_as_it_stands():
    """Also of a card that is not held, which is then named."""
    state = Game(game_of(RULES.replace("jester", "the_fool"))).new_initial_state(seed=3)
    faces = Faces(state.game.interpreter)
    for typed in ("play the_fool", "play the fool", "play(the_fool)"):
        assert "play(the_fool)" in understood(typed, (), state, faces).moves, typed


def test_a_smaller_deck_keeps_them(tmp_path: Path):
    path = write(tmp_path, RULES.partition("example")[0])
    for deck, code in (("1..3 of blue, red + wizard jester", 0), ("1B wizard", 0), ("1B wizzard", 2), ("wizardB", 2)):
        assert main(["check", str(path), "--deck", deck]) == code
