"""A search among cards that is too large: what asks for it is named, and the games before it are told."""

import json

import pytest

from engine.interpreter import shapes
from engine.processes.workers import Pool
from hoyle.commands.cli import main

RULES = """game "Sets":
  players 2
  deck 2..4 of hearts, spades, clubs

zones:
  deck: stack, face down, starts with every card
  discard: stack, face up
  hand[player]: set, seen by its owner

shape alike: set of 1 or more cards, same rank

define done: some rest r of hand of mover without alike with size of r < 1

move put(c: card from hand of mover):
  permit any when done
  does: move c to discard

ends:
  out when hand of player 2 is empty: nobody wins

play:
  step deal:
    shuffle deck
    deal 4 cards from deck to each hand
  turns from player 1:
    choice act: mover does put
"""
LINE = {"done": RULES[: RULES.index("define done")].count("\n") + 1}


@pytest.fixture(name="file")
def a_file(tmp_path) -> str:
    path = tmp_path / "sets.hoyle"
    path.write_text(RULES, encoding="utf-8")
    return str(path)


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_the_games_before_a_game_that_is_too_large_are_told(file, monkeypatch, capsys, jobs):
    monkeypatch.setattr(shapes, "MOST_CHOICES", 25)
    monkeypatch.setattr(Pool, "_given", lambda pool, work: None)  # other processes do not know the small limit
    args = ["simulate", file, "--games", "40", "--engine", "interpreter", "--json", "--jobs", jobs]
    assert main(args) == 3
    out, err = capsys.readouterr()
    told = json.loads(out)
    assert 0 < told["games"] == told["finished"] < 40
    assert f"hoyle: game {told['games'] + 1} of 40 is too large: sets of `alike` can be taken out" in err
    assert "sets of `alike` can be taken out of 4 cards in more than 25 ways" in err
    assert (
        f"the definition `done` asks for it (line {LINE['done']}). The figures are of the {told['games']} before" in err
    )
    assert main([*args[:2], "--games", str(told["games"]), *args[4:]]) == 0
    again = json.loads(capsys.readouterr().out)
    assert all(again[name] == told[name] for name in ("wins", "endings", "moves", "clauses"))


def test_a_first_game_that_is_too_large_leaves_no_figures(file, monkeypatch, capsys):
    monkeypatch.setattr(shapes, "MOST_CHOICES", 5)
    assert main(["simulate", file, "--games", "40", "--engine", "interpreter"]) == 3
    out, err = capsys.readouterr()
    assert not out
    assert "sets of `alike` can be taken" in err
    assert "the definition `done` asks for it" in err
