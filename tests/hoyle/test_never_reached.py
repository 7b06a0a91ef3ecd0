"""What play never comes to, what a tie is called, and a bid of 0: each told as what it is."""

from __future__ import annotations

import re

import pytest

from hoyle.report import ties
from spec.text.source import Text
from tests.hoyle.rules import write
from tests.hoyle.test_verify import flat
from verify.run.techniques import TECHNIQUES

FEW = ("examples", "random play", "loops")
BIDDING = """game "Bidding":
  players 2
  deck A 2..6 of hearts, spades

zones:
  deck: stack, face down, starts with every card
  hand[player]: set, seen by its owner

state:
  bid[player]: 0 to 3

move call(n: number 0 to 3):
  permit any
  does note: bid of mover becomes n

ends:
  over at count: (the player p with greatest bid of p) wins

play:
  step deal:
    shuffle deck
    deal 3 cards from deck to each hand
  turns from player 1:
    choice bidding: mover does call
  step count: nothing
"""
ONCE = BIDDING.replace("turns from", "once around from")
SHOW = "move show:\n  permit any_time\n  does look: bid of mover becomes 0\n\nends:"


@pytest.fixture(autouse=True)
def own_cache_and_few_techniques(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr("verify.run.techniques.TECHNIQUES", tuple(t for t in TECHNIQUES if t.name in FEW))
    monkeypatch.setattr("verify.search.lassos.compiled_loop", lambda *arguments: None)
    monkeypatch.setattr("verify.random.random_play.MOST_MOVES", 50)


def verified(hoyle, tmp_path, rules: str) -> str:
    path = str(write(tmp_path, rules, "bidding.hoyle"))
    return flat(hoyle("verify", path, "--games", "20", "--budget", "20")[1])


def test_what_stands_behind_turns_without_an_end_is_not_waited_for(hoyle, tmp_path):
    told = verified(hoyle, tmp_path, BIDDING)
    assert "Fix in line 23 these turns have no `until`, so play never comes to `count`: give them an `until`" in told
    assert "end over cannot come up [used] (bidding.hoyle:17): nothing in the course of play leads there" in told
    assert "step count cannot come up [reached] (bidding.hoyle:25): nothing in the course of play leads there" in told
    assert "too few games" not in told
    assert "may decide it" not in told
    assert "nothing is known of what play never comes to: step count" in told


def test_a_move_that_no_choice_on_the_way_offers_is_never_made(hoyle, tmp_path):
    choice = ("  step count", "  choice again: player 1 does show\n  step count")
    told = verified(hoyle, tmp_path, BIDDING.replace(*choice).replace("ends:", SHOW))
    assert "nothing is known of what play never comes to: move show, step again, step count" in told
    assert "show any_time (line 17)" in told
    assert "never comes to" not in verified(hoyle, tmp_path, ONCE.replace(*choice).replace("ends:", SHOW))


def test_a_tie_is_called_one_at_its_phrase_and_with_its_cure(hoyle, tmp_path):
    told = verified(hoyle, tmp_path, ONCE)
    assert "1. A tie: nobody alone has the most (undefined) [defined] bidding.hoyle:17" in told
    assert "What 2 have the same greatest bid of p (a tie), so none of them is the player with it" in told
    cure = "every player p with bid of p = greatest of bid of q over player q wins"
    assert f"if all of them win, write `{cure}`" in told
    mended = re.sub(r"\(the player p .*\) wins", cure, ONCE)
    assert "A tie" not in verified(hoyle, tmp_path, mended)


def test_what_the_fields_hold_stands_with_the_cards(hoyle, tmp_path):
    told = verified(hoyle, tmp_path, ONCE.replace("n: number 0 to", "n: number 2 to"))
    assert re.search(r"Cards [^F]*bid of player 1 = ([23]); bid of player 2 = \1", told)


STEP = """play:
  step take:  # the lead
    if some player p with top of played of p is A:
      leader becomes the player p with least rank of top of played of p where suit of top of played of p is led
  step after: leader becomes the player q with greatest score of q
"""


def test_a_tie_within_a_step_is_looked_for_in_its_lines():
    text = Text("game.hoyle", STEP)
    assert ties.lines_with(text, (2,), 2) == (4,)
    assert ties.lines_with(text, (5,), 2) == (5,)
    assert ties.lines_with(text, (3,), 2) == (4,)
    assert ties.fix(text, (4,)).startswith("say which of them it is, as in `first player p from ...`")
    assert ties.fix(text, (2,)) == ""


def test_a_bid_of_0_is_shown_at_the_table(hoyle, tmp_path, monkeypatch):
    path = str(write(tmp_path, ONCE, "bidding.hoyle"))
    typed = iter(("call 0", "", "quit"))
    monkeypatch.setattr("builtins.input", lambda *prompt: next(typed))
    told = flat(hoyle("play", path, "--seat", "1=person", "--seat", "2=person", "--seed", "1")[1])
    before, _, after = told.partition("Player 1 calls 0")
    assert "bid: 0" not in before
    assert "player 1: hand: 3 cards, bid: 0" in after


def test_a_jump_to_a_step_that_is_not_there_in_this_edition_is_told(hoyle, tmp_path):
    """What play comes to is looked at before jumps that lead nowhere are told."""
    rules = BIDDING.replace("hearts, spades\n\n", "hearts, spades\n  editions full, short\n\n")
    rules = rules.replace("becomes n\n", "becomes n\n  does on: continue at count\n")
    rules = rules.replace("step count:", "step count under edition is full:")
    rules = rules.replace("over at count:", "over under edition is full at count:")
    rules = rules.replace("ends:\n", "ends:\n  never at bidding when size of deck > 12: nobody wins\n")
    path = str(write(tmp_path, rules, "bidding.hoyle"))
    code, out, _ = hoyle("check", path, "--edition", "short")
    assert (code, "no step is called `count`" in flat(out)) == (1, True), out
