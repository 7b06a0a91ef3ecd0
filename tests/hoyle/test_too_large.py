"""A search among cards that is too large: what asks for it is named, and the games before it are told."""

import json
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest

from engine.interpreter import shapes
from engine.interpreter.faults import BeyondLimits
from engine.processes.workers import Pool
from hoyle import api
from hoyle.commands.cli import main
from hoyle.run.simulating import Simulation, simulated
from hoyle.run.spread import spread
from hoyle.studio.messages.runs import Count, Figures
from hoyle.studio.runs.count import counted
from hoyle.studio.runs.rules import rules_of

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


def merged(file: str, parts: list[Path], capsys: pytest.CaptureFixture[str]) -> tuple[int, str, str]:
    code = main(["simulate", file, "--merge", *map(str, parts), "--json"])
    return code, *capsys.readouterr()


def test_shards_tell_the_games_before_one_that_is_too_large(file, monkeypatch, capsys, tmp_path):
    monkeypatch.setattr(shapes, "MOST_CHOICES", 25)
    args = ["simulate", file, "--games", "40", "--engine", "interpreter", "--json"]
    assert main(args) == 3
    whole = json.loads(capsys.readouterr().out)
    parts, first = [tmp_path / f"{number}.json" for number in range(1, 21)], 0
    for number, path in enumerate(parts, 1):
        code = main([*args, "--shard", f"{number}/20"])
        out, err = capsys.readouterr()
        path.write_text(out, encoding="utf-8")
        first = first or (number if code == 3 else 0)
        assert (f"game {whole['games'] + 1} of 40 is too large" in err) == (number == first)
    code, out, err = merged(file, parts[::-1], capsys)
    assert code == 3
    assert f"game {whole['games'] + 1} of 40 is too large: sets of `alike`" in err
    told = json.loads(out)
    assert all(told[name] == whole[name] for name in ("games", "wins", "endings", "moves", "clauses", "mean_returns"))
    assert "2 of 20 shards are missing" in merged(file, parts[2:], capsys)[2]


def test_an_executor_tells_the_games_before_one_that_is_too_large(file, monkeypatch):
    monkeypatch.setattr(shapes, "MOST_CHOICES", 25)
    interpreter = api.load(file).interpreter
    order = Simulation(40, engine="interpreter", partly=True)
    wanted = simulated(interpreter, order).sums
    assert wanted.beyond is not None
    for shards in (1, 7, 40):
        with ThreadPoolExecutor(1) as threads:
            assert spread(threads, interpreter, order, shards=shards).sums == wanted
    with ThreadPoolExecutor(1) as threads, pytest.raises(BeyondLimits, match="sets of `alike`"):
        spread(threads, interpreter, replace(order, partly=False))


def test_the_studio_shows_the_games_before_one_that_is_too_large(monkeypatch):
    monkeypatch.setattr(shapes, "MOST_CHOICES", 25)
    monkeypatch.setattr("engine.c.compiled.library.find_compiler", lambda: None)
    told: list[object] = []
    counted(rules_of("sets.hoyle", RULES, ()), Count("sets.hoyle", RULES, (), 40, 0, "random"), told.append)
    (figures,) = [one for one in told if isinstance(one, Figures)]
    assert 0 < figures.games < 40
    assert figures.flags[0].startswith(f"game {figures.games + 1} is too large, and ends the run: sets of `alike`")
