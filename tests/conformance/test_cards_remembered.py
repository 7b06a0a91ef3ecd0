"""A field that remembers a card, or none: alike in every engine, in terms, in search and in the rulebook."""

import pytest

from engine.interpreter.interpreter import Interpreter
from engine.luck.chance import Seeded
from hoyle.api import RuleError, load
from hoyle.english.document.render import to_markdown
from hoyle.english.rulebook.page import rulebook
from tests.conformance.harness import agreeing
from tests.export.harness import agreeing as python_agrees
from tests.export.harness import exported as python_engine
from tests.export_c.test_c import built, written
from tests.export_js.test_javascript import exported as javascript_engine
from tests.hoyle.rules import write
from tests.native.harness import QUICK, library_of, needs_compiler, play_both
from tests.verify_smt.test_agreement import compared, played
from verify.smt.encode.expressions import Encoder

TEXT = """
game "Remember":
  players 2 to 3, usually 2
  deck A..6 of hearts, spades

zones:
  deck: stack, face down, starts with every card
  discard: stack, face up
  hand[player]: set, seen by its owner

state:
  taken: card or no card
  best[player]: card or nobody
  opener: card, starts at AH
  gone: 0 to 20

move take:
  permit any when discard is not empty
  does it:
    taken becomes top of discard
    move top of discard from discard to hand of mover

move lay(c: card from hand of mover):
  permit normal when c is not taken
  forbid worse when taken is not nobody and taken is in hand of mover and rank of c > rank of taken
  does it:
    if best of mover is nobody or c > best of mover: best of mover becomes c
    move c from hand of mover onto discard
    taken becomes no card
    opener becomes c

play:
  step deal:
    shuffle deck
    for each player p: draw 3 cards from deck to hand of p
    draw 1 card from deck to discard
  turns from player 1:
    choice act: mover does take, lay
    step count: add 1 to gone

ends:
  out when hand of mover is empty: mover wins
  late when gone = 20 or (best of mover is not nobody and best of mover = best of next player) : nobody wins
  twice when taken is opener and gone > 12: mover wins
  precedence out > twice > late

claim kept: always taken is nobody or taken is in hand of player 1 or taken is in hand of player 2
claim beaten: sometimes best of player 1 is a card and best of player 2 is a card
  and best of player 1 > best of player 2

example "remembers":
  given taken = 3H, hand of player 1 = [3H 4S], mover = player 1, discard = [2H], at act
  legal take
  illegal lay(3H)
  illegal lay(4S)
  play take
  then taken = 2H
"""


@pytest.mark.parametrize("players", [2, 3])
def test_every_engine_agrees(players, tmp_path):
    game = load(write(tmp_path, TEXT), players=players).interpreter.game
    assert python_agrees(Interpreter(game), python_engine(game), range(30), most=60)[0] == 30
    assert agreeing(game, javascript_engine(game, tmp_path), 30, most=60)[0] == 30


@needs_compiler
def test_c_agrees(tmp_path):
    game = load(write(tmp_path, TEXT)).interpreter.game
    assert agreeing(game, [built(written(game, tmp_path), "conform")], 30, most=60)[0] == 30
    interpreter, table = Interpreter(game), library_of(game, QUICK).table()
    assert sum(play_both(interpreter, table, seed, most=60) for seed in range(30)) > 0


def test_terms_agree(tmp_path):
    enc = Encoder(load(write(tmp_path, TEXT)).interpreter.game)
    assert list(compared(enc, 10)) == []
    assert list(played(enc, 20)) == []


def test_where_a_card_is_needed_and_none_is_there_play_stops(tmp_path):
    text = TEXT.replace("when c is not taken", "when suit of c is not suit of taken")
    turn = load(write(tmp_path, text.partition("\nexample")[0])).interpreter.start(Seeded(1))
    fault = turn.position.fault
    assert fault is not None
    assert fault.sentence == "`taken` is no card here, and a card is needed"


def test_a_field_cannot_start_at_a_card_that_the_deck_lacks(tmp_path):
    with pytest.raises(RuleError, match="`opener` starts at a card that this deck lacks"):
        load(write(tmp_path, TEXT), deck="2..6 of hearts, spades")


def test_the_rulebook_tells_of_a_card_or_none(tmp_path):
    told = to_markdown(rulebook(load(write(tmp_path, TEXT)).interpreter.game))
    assert "- **Taken.** A card, or none; at the start none." in told
    assert "if there is a *taken* and the *taken* is in your hand" in told
