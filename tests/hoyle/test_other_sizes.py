"""Sizes that a rule file allows and a run does not have: played a little, told apart; a fault there fails the run."""

from __future__ import annotations

import json

import pytest

from tests.hoyle.rules import write
from tests.hoyle.test_verify import flat
from verify.random import other_sizes
from verify.run.techniques import TECHNIQUES

FEW = ("examples", "random play", "other sizes")
TRICKS = """game "Sized":
  players 2 to 4, usually 2
  deck A 2..6 of hearts, spades
  number hand_size: 1 to {most}, usually 2

zones:
  deck: stack, face down, starts with every card
  pile: stack, face up
  hand[player]: set, seen by its owner

move lay(c: card from hand of mover):
  permit any
  does put: move c from hand of mover to pile

ends:
  out when hand of mover is empty: mover wins

play:
  step deal:
    shuffle deck
    deal hand_size cards from deck to each hand
  turns from player 1:
    choice act: mover does lay
"""


@pytest.fixture(autouse=True)
def own_cache_and_few_techniques(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr("verify.run.techniques.TECHNIQUES", tuple(t for t in TECHNIQUES if t.name in FEW))


def sized(tmp_path, most: int) -> str:
    return str(write(tmp_path, TRICKS.replace("{most}", str(most)), "sized.hoyle"))


def verified(hoyle, path: str, *more: str):
    """The exit code, the verdicts at other sizes by the words for these, and those on all else by their codes."""
    code, out, _ = hoyle("verify", path, "--games", "20", "--budget", "60", "--json", *more)
    records = json.loads(out)
    sizes = {
        r["sentence"].split(" with ")[1].partition(", which")[0]: r["verdict"]
        for r in records
        if r["code"] == "other-size"
    }
    return code, sizes, {r["code"]: r["verdict"] for r in records}


def test_a_fault_at_a_size_that_the_file_allows_fails_the_run_and_decides_nothing_of_its_own_size(hoyle, tmp_path):
    code, sizes, found = verified(hoyle, sized(tmp_path, 10))
    assert code == 1
    # With 4 players there may be 3 cards each, with 2 there may be 6.
    assert sizes == {
        "players=4": "tested",
        "hand_size=1": "tested",
        "hand_size=7": "refuted",
        "players=4, hand_size=4": "refuted",
    }
    assert found["defined"] == "tested"


def test_where_every_size_can_be_dealt_nothing_fails(hoyle, tmp_path):
    code, sizes, _ = verified(hoyle, sized(tmp_path, 3))
    assert (code, set(sizes.values())) == (0, {"tested"})


def test_without_games_of_other_sizes_the_fault_is_not_found(hoyle, tmp_path, monkeypatch):
    monkeypatch.setattr(other_sizes, "extremes", lambda free, own: ())
    assert verified(hoyle, sized(tmp_path, 10))[:2] == (0, {})


def test_what_the_run_has_set_is_not_set_otherwise(hoyle, tmp_path):
    path = sized(tmp_path, 10)
    assert verified(hoyle, path, "--set", "hand_size=3", "--players", "2")[:2] == (0, {})
    assert verified(hoyle, path, "--set", "hand_size=4")[:2] == (1, {"players=4": "refuted"})
    assert verified(hoyle, path, "--deck", "A 2 of hearts, spades")[:2] == (0, {})


def test_while_play_stops_at_its_own_size_no_other_is_played(hoyle, tmp_path):
    code, sizes, found = verified(hoyle, sized(tmp_path, 10), "--set", "hand_size=9")
    assert (code, sizes, found["defined"]) == (1, {}, "refuted")


def test_a_size_that_there_was_no_time_for_is_told_as_not_checked(hoyle, tmp_path, monkeypatch):
    monkeypatch.setattr(other_sizes.Trials, "tried", late)
    code, sizes, found = verified(hoyle, sized(tmp_path, 10))
    assert (code, sizes, found["cut"]) == (0, {}, "unknown")


def late(trials, sizes, until, games=0):
    return trials._play(sizes, 0.0, games)


def test_the_screen_names_the_size_of_the_run_and_what_was_looked_at_of_others(hoyle, tmp_path):
    path = sized(tmp_path, 10)
    out = hoyle("verify", path, "--games", "20", "--budget", "60")[1]
    told = flat(out)
    assert "Sized, 2 players (of 2 to 4), 12 cards, hand_size=2 (of 1 to 10), " in told
    assert "1. Play stops at hand_size=7, which the file allows [other-size]" in told
    assert "--set hand_size=7" in told
    assert "--players 4 --set hand_size=4" in told
    assert "every position of the whole game with players=2 and hand_size=2, or by a game" in told
    assert (
        "Other sizes what holds is said of players=2 and hand_size=2 only. A few random games each met no fault at "
        "players=4; hand_size=1. Play stops at hand_size=7; players=4 with hand_size=4. Nothing else was looked at"
    ) in told
    again = flat(hoyle("verify", path, "--games", "20", "--budget", "60", "--players", "2", "--set", "hand_size=2")[1])
    assert "said of players=2 and hand_size=2 only. Other sizes were not looked at" in again
