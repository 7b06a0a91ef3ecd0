"""Whether some card can be missing so that little is left of the others: asked once, where the rules ask of each."""

import pytest

from engine.core import terms as t
from engine.core.passes.shared_rests import SharedRests
from engine.core.pipelines import for_play
from engine.core.uses import nodes
from tests.everyday import one_in
from tests.native.harness import compiled_figures_of_text, figures_of_text, interpreter_of_text, needs_compiler

TEXT = """game "Rests":
  players 2
  deck A..7 of clubs, hearts, spades, diamonds

shape group: set of 3 to 4 cards, same rank
shape run: set of 3 to 4 cards, same suit, a run

values worth:
  A is 1 or 5
  2 is 0
  3 is -2
  others are as printed

zones:
  deck: stack, face down, starts with every card
  hand[player]: set, seen by its owner
  gone: set, face up

state:
  bound: -20 to 60, starts at 4
  times: 0 to 60

define least_left(x: cards): least of least worth of r over rest r of x without group or run
define most_left(x: cards): least of greatest worth of r over rest r of x without group or run
define greatest_left(x: cards): greatest of least worth of r over rest r of x without group or run
define ready(x: cards): CONDITION

move drop(c: card from hand of mover):
  permit usual
  does lay: move c from hand of mover to gone

move stop:
  permit always when ready(hand of mover)
  does less: bound becomes bound - 2

ends:
  long at act when times = 30: player 1 wins
  out when times > 8 and ready(hand of mover): mover wins

play:
  step deal:
    shuffle deck
    deal 8 cards from deck to each hand
  turns from player 1:
    choice act when hand of mover is not empty: mover does drop, stop
    step count: add 1 to times
    step draw: draw up to 1 card from deck to hand of mover
"""
CONDITIONS = {
    "at most": "some c in x with least_left(x without c) <= 9",
    "below a field": "some c in x with least_left(x without c) < bound",
    "from the other side": "some c in x with 7 >= least_left(x without c)",
    "the greatest worth": "some c in x with most_left(x without c) <= 12",
    "as it stands": "some c in x with (least of least worth of r over rest r of (x without c) without run) <= 12",
    "not the least": "some c in x with greatest_left(x without c) <= 14",
    "by the card": "some c in x with least_left(x without c) <= 9 - position of rank of c",
    "another set": "some c in x with least_left(gone without c) <= 5",
    "above": "some c in x with least_left(x without c) > 12",
}
SHARED = ("at most", "below a field", "from the other side", "the greatest worth", "as it stands")
GAMES = 25


def text(condition: str) -> str:
    return TEXT.replace("CONDITION", CONDITIONS[condition])


def played(condition: str, change: tuple[str, str] | None = None):
    return compiled_figures_of_text(text(condition), GAMES, change)


@needs_compiler
@pytest.mark.parametrize("condition", one_in(4, CONDITIONS))
def test_games_are_the_interpreters(condition: str):
    assert played(condition) == figures_of_text(text(condition), GAMES)


@pytest.mark.parametrize("condition", CONDITIONS)
def test_what_is_asked_once(condition: str, monkeypatch):
    """No rests of cards without one are gone through any more, where nothing else hangs on the card."""
    game = interpreter_of_text(text(condition)).game
    shared = for_play(game)
    monkeypatch.setenv("HOYLE_PASSES", "-shared_rests")
    before = for_play(game)
    assert (shared != before) == (condition in SHARED)
    assert SharedRests()(before) == shared


def test_both_answers_are_met():
    clauses = {one.source.label: one.games for one in figures_of_text(text("at most"), GAMES).clauses}
    assert clauses["out"] > 0
    assert any(isinstance(n, t.RestsIn) for n in nodes(for_play(interpreter_of_text(text("at most")).game)))


@needs_compiler
@pytest.mark.parametrize(
    "change",
    [
        ("if (!ANY_OF(open)) {", "if (!ANY_OF(open) || (it->ways > 1 && (it->kept[n] |= open))) {"),
        ("kept | (open & ~any)", "kept"),
    ],
)
def test_a_rest_gone_wrong_is_noticed(change: tuple[str, str]):
    assert played("at most", change) != figures_of_text(text("at most"), GAMES)
