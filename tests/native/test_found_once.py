"""Selections counted by what they count, and what an answer asks more than once: as the interpreter has them."""

import pytest

from engine.c.playout.source import code_of
from engine.core.pipelines import for_play
from tests.everyday import one_in
from tests.native.harness import compiled_figures_of_text, figures_of_text, interpreter_of_text, needs_compiler

TEXT = """game "Once":
  players 2
  deck A..9 of clubs, hearts

shape some_cards: set of 2 to 4 cards
shape every_one: set of 1 or more cards
shape same: set of 2 cards, same suit

values worth:
  A is 1 or 11
  2 is -3
  others are as printed

zones:
  deck: stack, face down, starts with every card
  hand[player]: set, seen by its owner
  gone: stack, face up

state:
  count: 0 to 4000
  times: 0 to 20

define tens(x: cards): NUMBER
define runs(p: player): greatest of (if n <= size of hand of p then n * tens(hand of p) else 0) over n from 1 to 6
define worth_it(p: player): VALUE

move drop(c: card from hand of mover):
  permit usual
  does lay: move c from hand of mover to gone
  does score: add worth_it(mover) to count

move stop:
  permit always when tens(hand of mover) > 1

ends:
  long at act when times = 9 or count > 300: player 1 wins
  out when hand of mover is empty or tens(hand of mover) = 7: mover wins

play:
  step deal:
    shuffle deck
    draw 7 cards from deck to hand of player 1
    draw 9 cards from deck to hand of player 2
  turns from player 1:
    choice act: mover does drop, stop
    step count: add 1 to times
"""
NUMBERS = {
    "some of any": "number of some_cards s in x with least worth of s = 10",
    "the greatest": "number of some_cards s in x with 14 = greatest worth of s",
    "none among them": "number of every_one s in x with least worth of s = 0",
    "of a suit": "number of same s in x with least worth of s = 9",
    "a bound": "number of some_cards s in x with least worth of s <= 10",
    "by a field": "number of some_cards s in x with least worth of s = times",
}
VALUES = {
    "twice": "if runs(p) > 9 then runs(p) else 0",
    "not in any case": "if times > 3 then runs(p) + runs(p) else 1",
    "undefined at times": "if size of gone > 1 and runs(p) > 2 then position of rank of top of gone else 0",
    "of two": "if runs(p) > runs(next player after p) then runs(p) else runs(next player after p)",
}
NUMBER, VALUE = "some of any", "twice"
GAMES = 20


def text(number: str, value: str) -> str:
    return TEXT.replace("NUMBER", NUMBERS[number]).replace("VALUE", VALUES[value])


def played(number: str, value: str, change: tuple[str, str] | None = None):
    return compiled_figures_of_text(text(number, value), GAMES, change)


@needs_compiler
@pytest.mark.parametrize("number", one_in(3, NUMBERS))
def test_numbers_are_the_interpreters(number: str):
    assert played(number, VALUE) == figures_of_text(text(number, VALUE), GAMES)


@needs_compiler
@pytest.mark.parametrize("value", one_in(2, VALUES))
def test_values_are_the_interpreters(value: str):
    assert played(NUMBER, value) == figures_of_text(text(NUMBER, value), GAMES)


@pytest.mark.parametrize("number", NUMBERS)
def test_which_selections_are_not_made(number: str, monkeypatch):
    game = interpreter_of_text(text(number, VALUE)).game
    call = " = sets_that_sum(OWN"
    assert (call in code_of(game).text) == (number in ("some of any", "the greatest", "none among them"))
    monkeypatch.setenv("HOYLE_PASSES", "-set_sums")
    assert call not in code_of(game).text


@pytest.mark.parametrize("value", VALUES)
def test_which_values_are_shared(value: str, monkeypatch):
    """What is asked in any case; of an answer that asks two things twice both are."""
    game = interpreter_of_text(text(NUMBER, value)).game
    made = [one.name for one in for_play(game).functions if one.name.startswith("worth_it_by")]
    assert len(made) == {"twice": 1, "of two": 2}.get(value, 0)
    monkeypatch.setenv("HOYLE_PASSES", "-shared_values")
    assert not any(one.name.startswith("worth_it_by") for one in for_play(game).functions)


@needs_compiler
@pytest.mark.parametrize(
    "change",
    [
        ("(size <= most)", "(size < most)"),
        ("(size >= least)", "(size > least)"),
        ("sums[sets + i] = sums[i] + one;", "sums[sets + i] = sums[i] + one + 1;"),
    ],
)
def test_a_wrong_number_is_noticed(change: tuple[str, str]):
    assert played(NUMBER, VALUE, change) != figures_of_text(text(NUMBER, VALUE), GAMES)
