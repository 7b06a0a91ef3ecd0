"""Cards judged by what they count against a bound: a set of them, as the interpreter judges each card."""

import pytest

from engine.c.playout.source import code_of
from tests.everyday import one_in
from tests.native.harness import compiled_figures_of_text, figures_of_text, interpreter_of_text, needs_compiler

TEXT = """game "Bounds":
  players 2
  deck A..9 of clubs, hearts

values worth:
  A is 12
  2 is 0
  others are as printed

zones:
  deck: stack, face down, starts with every card
  hand[player]: set, seen by its owner
  heap: stack, face up

state:
  said: -40 to 80, starts at 3
  times: 0 to 60

define high(c: card): worth of c > said

move lay(c: card from hand of mover):
  permit usual
  forbid BAR
  precedence bar > usual
  does lay: move c from hand of mover to heap; said becomes (worth of c * 3) - times

move stop:
  permit always
  does turn: said becomes said - 9

ends:
  long at act when times = 40: player 1 wins
  out when hand of mover is empty: mover wins
  all when every c in hand of mover has worth of c < said - 20: mover wins
  some when (some c in hand of mover with c is 3 and worth of c + 7 < said - 18) and times > 9: mover wins
  many when (number of c in hand of mover with worth of c + said > 60) > 2: mover wins

play:
  step deal:
    shuffle deck
    deal 7 cards from deck to each hand
  turns from player 1:
    choice act: mover does lay, stop
    step count: add 1 to times
"""
BARS = {
    "less": "worth of c < said",
    "at most": "worth of c + times <= said + 4",
    "greater": "said - 12 > worth of c",
    "at least": "worth of c >= 12 - times",
    "the same": "worth of c = said",
    "another": "worth of c is not said + 1",
    "from the other side": "times - worth of c <= 2 - said",
    "a definition": "high(c) and times > 3",
    "one of several": "heap is empty or high(c) or c is 2",
    "twice": "worth of c + worth of c < said",
    "no sum": "worth of c * said < 9",
    "undefined at times": "worth of c > worth of (top of heap)",
}
GAMES = 30


def played(bar: str, change: tuple[str, str] | None = None):
    return compiled_figures_of_text(TEXT.replace("BAR", f"bar when {BARS[bar]}"), GAMES, change)


def wanted(bar: str):
    return figures_of_text(TEXT.replace("BAR", f"bar when {BARS[bar]}"), GAMES)


@needs_compiler
@pytest.mark.parametrize("bar", one_in(4, BARS))
def test_games_are_the_interpreters(bar: str):
    assert played(bar) == wanted(bar)


def test_some_games_stop():
    assert wanted("undefined at times").faults
    assert wanted("less").finished > GAMES // 2


@needs_compiler
@pytest.mark.parametrize(
    "change",
    [
        ("number < 0 ? 0 :", "number < 4 ? 0 :"),
        ("number < size ? number :", "number < size - 3 ? number :"),
        ("return table[", "return ~table["),
    ],
)
def test_a_wrong_set_is_noticed(change: tuple[str, str]):
    assert played("less", change) != wanted("less")


@pytest.mark.parametrize(("bar", "sets"), [("twice", True), ("no sum", False)])
def test_a_bound_is_what_a_sum_is_held_against(bar: str, sets: bool, monkeypatch):
    game = interpreter_of_text(TEXT.replace("BAR", f"bar when {BARS[bar]}")).game
    clause = "all & set_up_to("
    assert (clause in code_of(game).text) == sets
    monkeypatch.setenv("HOYLE_PASSES", "-threshold_sets")
    assert "& set_up_to(" not in code_of(game).text
