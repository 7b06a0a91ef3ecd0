"""Places in a stack mean the same to every engine: the top cards, what lies beside a card, what is put under others."""

import pytest

from engine.c.compiled.code import code_of
from engine.interpreter.interpreter import Interpreter
from hoyle.api import load
from hoyle.commands.cli import main
from tests.conformance.harness import SOME, agreeing
from tests.export.harness import agreeing as python_agrees
from tests.export.harness import exported as python_engine
from tests.export_c.test_c import built, written
from tests.export_js.test_javascript import exported as javascript_engine
from tests.hoyle.rules import write
from tests.native.harness import QUICK, library_of, needs_compiler, play_both

STACKS = """
game "Stacks":
  players 2
  deck 7..9 of hearts, spades, clubs

zones:
  deck: stack, face down, starts with every card
  discard: stack, face up
  aside: stack, face up
  hand[player]: set, seen by its owner

state:
  laid: 0 to 9, starts at 0

shape alike: set of 2 cards, same rank

move lay(c: card from hand of mover):
  permit any
  forbid buried when size of discard > 2 and suit of c is suit of third card from the top of discard
  precedence buried > any
  does put: move c to discard; add 1 to laid

move sink(c: card from hand of mover, n: number 1 to 2):
  permit deep when size of discard >= n
  does put: move c under top n cards of discard

move sneak(c: card from hand of mover):
  permit deep when size of discard >= 1
  does put:
    move c onto bottom 1 cards of discard
    if some d in discard with suit of d is hearts and d is not top of discard and card above d in discard is c:
      end the turn

move lift(c: card from discard):
  permit seven when c is 7 and top up to 2 cards of discard is not an alike
  does take: move cards from c to the top of discard to aside

move peel(c: card from discard):
  permit eight when c is 8 and size of (cards below c in discard) > 1
  does take: move cards above c in discard to hand of mover

move slip(c: card from hand of mover):
  permit any when size of aside > 0
  does put: move c under top up to 5 cards of aside

ends:
  out when hand of mover is empty: mover wins
  blocked at act when no legal move: nobody wins
  long at act when laid = 9: nobody wins

play:
  step begin:
    shuffle deck
    deal 4 cards from deck to each hand
    move top 1 card of deck to discard
  turns from player 1 until laid = 9:
    choice act: mover does lay, sink, sneak, lift, peel, slip
"""

FEW = """
game "Too few":
  players 2
  deck 7..9 of hearts, spades

zones:
  deck: stack, face down, starts with every card
  discard: stack, face up
  hand[player]: set, seen by its owner

define seen(n: number): top n cards of discard

move lay(c: card from hand of mover):
  permit any
  does: move c to discard

move look(n: number 0 to 3):
  permit alike when n <= size of discard and size of discard > 1
      and (some d in seen(n) with (some e in seen(1) with d is e and d is in seen(2)))
  permit others when n <= size of discard and size of discard > 1 and (seen(1) = seen(n) or seen(n) != seen(2))
  permit reckless when size of discard is 3 and (seen(n + 1) is a turn)
  does: move c_of_deck from deck to discard

shape turn: sequence of 1 to 3 cards, each next to the one before

define c_of_deck: top of deck

ends:
  out when hand of mover is empty or deck is empty: mover wins

play:
  step begin: shuffle deck; deal 2 cards from deck to each hand
  turns from player 1:
    choice act: mover does lay, look
"""


@needs_compiler
@pytest.mark.parametrize("text", [STACKS, FEW])
def test_every_engine_plays_places_in_a_stack_alike(text, tmp_path):
    game = load(write(tmp_path, text)).interpreter.game
    assert python_agrees(Interpreter(game), python_engine(game), range(SOME), most=60)[0] == SOME
    assert agreeing(game, javascript_engine(game, tmp_path), SOME, most=60)[0] == SOME
    assert agreeing(game, [built(written(game, tmp_path), "conform")], SOME, most=60)[0] == SOME


@needs_compiler
@pytest.mark.parametrize("text", [STACKS, FEW])
def test_compiled_games_play_places_in_a_stack_alike(text, tmp_path):
    interpreter = load(write(tmp_path, text)).interpreter
    table = library_of(interpreter.game, QUICK).table()
    assert sum(play_both(interpreter, table, seed, most=60) for seed in range(40)) > 80


@needs_compiler
@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("memcpy(to + 1, pile + 1 + from, (size_t)size)", "memcpy(to + 1, pile + 1, (size_t)size)"),
        ("(u8)size", "(u8)0"),
    ],
)
def test_a_part_of_a_pile_that_is_cut_wrongly_is_noticed(old, new, tmp_path):
    interpreter = load(write(tmp_path, STACKS)).interpreter
    text = code_of(interpreter.game).text
    at = text.index("static inline void cut_pile(")
    assert old in text[at:]
    table = library_of(interpreter.game, QUICK, text[:at] + text[at:].replace(old, new, 1)).table()
    with pytest.raises(AssertionError):
        sum(play_both(interpreter, table, seed, most=60) for seed in range(40))


@pytest.mark.parametrize(
    "told",
    [
        "the same suit as the third card from the top of the discard",
        "Put the card from your hand under the top cards of the discard, as many as the chosen number.",
        "Put the card from your hand onto the bottom card of the discard.",
        "the card above this card in the discard",
        "the top two cards of the discard (or as many as there are)",
        "Put the card and the cards above it in the discard onto the aside pile.",
        "Put the cards above the card in the discard into your hand.",
        "Put the card from your hand under the top five cards of the aside pile (or as many as there are).",
    ],
)
def test_the_rulebook_tells_places_in_a_stack(told, tmp_path, capsys):
    assert main(["rulebook", str(write(tmp_path, STACKS))]) == 0
    assert told in capsys.readouterr().out
