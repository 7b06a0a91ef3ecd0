"""Values found out of a few piles, some of which may be empty: without a loop, and what is the same found once."""

import pytest

from engine.c.compiled.simulate import simulate
from engine.c.playout.source import code_of
from tests.everyday import FULL
from tests.native.harness import QUICK, figures_of_text, interpreter_of_text, library_of, needs_compiler

TEXT = """game "Laid":
  players 4
  deck A..8 of clubs, hearts, spades

zones:
  deck: stack, face down, starts with every card
  hand[player]: set, seen by its owner
  laid[player]: stack, face up
  taken[player]: set, face up

state:
  leader: player
  number_found: 0 to 60
  found: yes or no
  parts[player]: 0 to 6

define trumped: some player p with laid of p is not empty and top of laid of p is spades

define suit_led: if trumped then spades else suit of top of laid of leader

define pips(p: player): position of rank of top of laid of p

move lay(c: card from hand of mover):
  permit anything
  does put: move c from hand of mover to laid of mover
  does note: parts of mover becomes greater of position of rank of c - 2 and 0

ends:
  out at result: every player p scores size of taken of p + number_found

play:
  step deal:
    shuffle deck
    deal 5 cards from deck to each hand
    leader becomes player 1
  once around from leader:
    choice act: mover MAY lay
  step take:
    WHAT
    for each player p: move everything from laid of p to taken of leader
  step result: nothing
"""
WHAT = {
    "the suit is found once": "leader becomes the player p with greatest rank of top of laid of p "
    "where suit of top of laid of p is suit_led",
    "the piles may be empty": "leader becomes the player p with greatest rank of top of laid of p "
    "where laid of p is not empty and suit of top of laid of p is suit_led",
    "a condition before it": "leader becomes the player p with least rank of top of laid of p "
    "where p is not leader and suit of top of laid of p is suit_led",
    "all are read": "number_found becomes greatest of pips(p) over player p",
    "counted": "number_found becomes number of player p with top of laid of p is hearts",
    "the first yes": "found becomes some player p with top of laid of p is hearts",
    "the first no": "found becomes every player p has top of laid of p is not hearts",
    "divided where that is asked": "found becomes some player p with PART",
    "counted and divided": "number_found becomes number of player p with PART",
    "the greatest part": "number_found becomes greatest of (6 divided by parts of p, rounded down)"
    " over player p with parts of p > 0",
    "the first of them": "leader becomes first player p with suit of top of laid of p is suit_led",
}
SURE = ("the piles may be empty", "divided where that is asked", "counted and divided", "the greatest part")
GAMES = 60
OFF = ("", "-loop_invariants", "-unrolling,-known_cards")
MAY = ("does", "may do")


def text(what: str, may: str) -> str:
    asked = WHAT[what].replace("PART", "parts of p > 0 and 6 divided by parts of p, rounded down > 3")
    return TEXT.replace("WHAT", asked).replace("MAY", may)


@needs_compiler
@pytest.mark.parametrize("may", MAY)
@pytest.mark.parametrize("what", WHAT)
def test_games_are_the_interpreters(monkeypatch, what: str, may: str):
    """Every day with one of the lists of passes left out, in turn; with each where HOYLE_GAMES_FULL is set."""
    interpreter = interpreter_of_text(text(what, may))
    turn = list(WHAT).index(what) + MAY.index(may)
    for off in OFF if FULL else [OFF[turn % len(OFF)]]:
        monkeypatch.setenv("HOYLE_PASSES", off)
        library = library_of(interpreter.game, QUICK, lean=True)
        assert simulate(library, interpreter, GAMES, 1) == figures_of_text(text(what, may), GAMES), off


def test_some_games_meet_an_empty_pile_and_some_do_not():
    told = {what: figures_of_text(text(what, "may do"), GAMES).finished for what in WHAT}
    assert all(0 < finished < GAMES for what, finished in told.items() if what not in SURE)


PLANTED = (
    ("the suit is found once", " << 3 | 1) &", " << 3 | 0) &"),
    ("the piles may be empty", "[0] != 0) &", "[0] == 0) &"),
    ("all are read", "[0] == 0) stop", "[0] == 77) stop"),
)


@needs_compiler
@pytest.mark.parametrize(("what", "old", "new"), PLANTED)
def test_what_is_found_wrongly_is_noticed(what: str, old: str, new: str):
    interpreter = interpreter_of_text(text(what, "may do"))
    code = code_of(interpreter.game).text
    assert old in code
    library = library_of(interpreter.game, QUICK, code.replace(old, new), lean=True)
    assert simulate(library, interpreter, GAMES, 1) != figures_of_text(text(what, "may do"), GAMES)
