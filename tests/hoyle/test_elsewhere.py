"""Claims and examples of other settings: decided under the nearest settings in which they are in force, and told so."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace

import pytest

from hoyle.commands.cli import main
from hoyle.run.order import Order, plan_of
from hoyle.run.verifying import verified
from hoyle.sources.files import load_file
from spec.lower.nearby_settings import elsewhere
from tests.hoyle.rules import write
from verify.run.budget import LEAST, now
from verify.run.runner import Job
from verify.run.task import Task
from verify.run.techniques import TECHNIQUES, verify

UNDER = """game "Under":
  players 2 to 4, usually 2
  editions full, short
  number rounds: 1 to 9, usually 4
  number twice is rounds + rounds
  deck A 2 3 4 of hearts, spades

zones:
  deck: stack, face down, starts with every card
  hand[player]: set, seen by its owner
  heap: stack, face up

move lay(c: card from hand of mover):
  permit anything
  does put: move c from hand of mover to heap

move wait under edition is short:
  permit idle
  does rest: nothing

ends:
  out when hand of mover is empty: mover wins

play:
  step deal:
    shuffle deck
    for each player p: draw 2 cards from deck to hand of p
  turns from player 1:
    choice act: mover does lay, wait

question aces: "Is an ace low?"
  reading low
  reading high
  ruling low because "it is listed first"

"""
CLAIMS = """claim small under players >= 3: always size of heap <= 3
claim large under players >= 3 and aces is high: always size of heap <= 7
claim here: always size of heap <= 3
"""
EXAMPLES = """example "three may lay" under players = 3:
  given hand of player 3 = [AH 2H], mover = player 3, at act, rest in deck
  legal lay(AH)

example "nobody waits" under edition is short:
  given hand of player 1 = [AH 2H], mover = player 1, at act, rest in deck
  illegal wait
"""
NEVER = "claim nowhere under players = 5: always size of heap <= 3\n"
FEW = ("examples", "random play", "loops", "search")
HOLDS = ("proved", "checked", "tested")
QUICK = ("--games", "20", "--budget", "20", "--json")


@pytest.fixture(autouse=True)
def own_cache_and_few_techniques(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr("verify.run.techniques.TECHNIQUES", tuple(t for t in TECHNIQUES if t.name in FEW))
    monkeypatch.setattr("verify.search.lassos.compiled_loop", lambda *arguments: None)


def near(tmp_path, more, settings=None):
    loaded = load_file(write(tmp_path, UNDER + more, "under.hoyle"), settings)
    assert loaded.game is not None
    return elsewhere(loaded.parsed.file, settings or {}, loaded.game)


@pytest.mark.parametrize(
    ("under", "settings", "words"),
    [
        ("players >= 3", {}, "players=3"),
        ("players >= 3", {"players": "2"}, "players=3"),
        ("players <= 3", {"players": "4"}, "players=3"),
        ("edition is short", {}, "edition=short"),
        ("aces is high and players = 4", {}, "players=4, aces=high"),
        ("aces is low", {"aces": "high"}, "aces=low"),
        ("the whole deck", {"deck": "A 2 3 of hearts"}, "the deck as in the file"),
        # A number that follows from others is set by these.
        ("twice = 10", {}, "rounds=5"),
    ],
)
def test_the_nearest_settings_are_chosen(tmp_path, under, settings, words):
    found = near(tmp_path, f"claim it under {under}: always size of heap <= 3\n", settings)
    assert [n.words for n in found.nearby] == [words]
    assert [c.source.label for c in found.nearby[0].only(found.nearby[0].game).claims] == ["it"]


def test_an_example_that_a_smaller_deck_or_a_move_puts_out_of_force(tmp_path):
    lacking = 'example "a four":\n  given hand of player 1 = [4H 2H], at act, rest in deck\n  legal lay(4H)\n'
    waiting = 'example "one waits":\n  given hand of player 1 = [4H 2H], at act, rest in deck\n  legal wait\n'
    found = near(tmp_path, lacking, {"deck": "A 2 3 of hearts, spades"})
    assert [n.words for n in found.nearby] == ["the deck as in the file"]
    assert [n.words for n in near(tmp_path, waiting).nearby] == ["edition=short"]
    assert near(tmp_path, lacking).nearby == ()


def test_the_deck_of_the_file_may_be_one_of_several_changes(tmp_path):
    four = "given hand of player 1 = [4H 2H], at act, rest in deck"
    three = f'example "a four of three" under players = 3:\n  {four}\n  legal lay(4H)\n'
    waits = f'example "one waits":\n  {four}\n  legal wait\n'
    short = {"deck": "A 2 3 of hearts, spades"}
    assert [n.words for n in near(tmp_path, three, short).nearby] == ["players=3, the deck as in the file"]
    assert [n.words for n in near(tmp_path, waits, short).nearby] == ["edition=short, the deck as in the file"]


def test_they_are_decided_there_and_the_scope_says_where(hoyle, tmp_path):
    path = write(tmp_path, UNDER + CLAIMS + EXAMPLES, "under.hoyle")
    code, out, _ = hoyle("verify", str(path), *QUICK)
    found = {(r["code"], r["clauses"][0]): r for r in json.loads(out) if r["code"] in ("claim", "example")}
    assert code == 1
    # By which technique something is known depends on the time that there is.
    assert {k: "holds" if r["verdict"] in HOLDS else r["verdict"] for k, r in found.items()} == {
        ("claim", "small"): "refuted",
        ("claim", "large"): "holds",
        ("claim", "here"): "holds",
        ("example", "three may lay"): "holds",
        ("example", "nobody waits"): "refuted",
    }
    assert found["claim", "small"]["scope"].startswith("with players=3: ")
    assert found["claim", "large"]["scope"].startswith("with players=3, aces=high: ")
    assert not found["claim", "here"]["scope"].startswith("with")
    assert len(found["claim", "small"]["witness"]["moves"]) > 3
    again = hoyle("verify", str(path), *QUICK)
    assert (again[0], [r["verdict"] for r in json.loads(again[1])]) == (1, [r["verdict"] for r in json.loads(out)])


def test_what_is_never_in_force_is_told(hoyle, tmp_path):
    path = write(tmp_path, UNDER + NEVER, "under.hoyle")
    code, out, _ = hoyle("verify", str(path), *QUICK)
    (found,) = [r for r in json.loads(out) if r["code"] == "claim"]
    assert (code, found["verdict"]) == (3, "unknown")
    assert "no settings were found" in found["scope"]
    code, out, _ = hoyle("check", str(path))
    assert "W0515" in out
    assert hoyle("check", str(path), "--strict")[0] == 1
    path = write(tmp_path, UNDER + CLAIMS, "under.hoyle")
    assert "1 with players=3; 1 with players=3, aces=high" in hoyle("check", str(path))[1]


def test_what_is_never_in_force_is_told_beside_what_has_its_name(hoyle, tmp_path):
    """With three players the file has two claims of one name, which is a mistake, and so neither is decided there."""
    again = "claim here under players >= 3: always heap is empty\n"
    path = write(tmp_path, UNDER + CLAIMS.splitlines(keepends=True)[2] + again, "under.hoyle")
    code, out, _ = hoyle("verify", str(path), *QUICK)
    found = [r["verdict"] for r in json.loads(out) if r["code"] == "claim"]
    assert code == 3
    assert found[0] in ("checked", "tested")
    assert found[1:] == ["unknown"]


def test_the_plugin_decides_them_too(tmp_path):
    (tmp_path / "pytest.ini").write_text("[pytest]\nhoyle_games = 20\nhoyle_budget = 3\n")
    write(tmp_path, UNDER + EXAMPLES, "under.hoyle")
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-p", "no:xdist", "-v", "-k", "example"]
    told = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False).stdout
    assert "example: three may lay (players=3) PASSED" in told
    assert "example: nobody waits (edition=short) FAILED" in told
    assert "with edition=short" in told


def test_the_budget_runs_from_when_the_command_began(tmp_path, monkeypatch):
    """What reading the file took is gone, and settings whose turn comes too late have no more than what is kept."""
    given: list[float] = []

    def noted(task, *_):
        given.append(task.plan.seconds)
        return iter(())

    monkeypatch.setattr("hoyle.run.verifying.decide", noted)
    loaded = load_file(write(tmp_path, UNDER + CLAIMS, "under.hoyle"))
    assert loaded.game is not None
    order = Order({}, plan_of(20, 1, 100.0), kept=False)
    for spent in (0.0, 50.0, 200.0):
        verified(loaded, loaded.game, order, began=now() - spent)
    assert given[:3] == pytest.approx([60, 20, 20], abs=5)
    assert given[3:6] == pytest.approx([50, 20, 20], abs=5)
    assert given[6:] == [LEAST, 0, 0]


def test_without_time_no_process_is_begun(tmp_path, monkeypatch):
    begun: list[str] = []

    def noted(runner: object, job: Job[None], seconds: float) -> Iterator[object]:
        begun.append(job.name)
        return iter(())

    monkeypatch.setattr("verify.run.techniques.TECHNIQUES", tuple(t for t in TECHNIQUES if t.place == "beside"))
    monkeypatch.setattr("verify.run.runner.Runner.begin", noted)
    game = load_file(write(tmp_path, UNDER, "under.hoyle")).game
    assert game is not None
    plan = plan_of(20, 1, 100.0)
    assert len(list(verify(Task(game, plan=plan)))) == 1
    assert begun == ["proofs"]
    made = list(verify(Task(game, plan=replace(plan, seconds=0.0))))
    assert begun == ["proofs"]
    assert [(r.obligation.code, r.verdict) for r in made] == [("law", "proved"), ("cut", "unknown")]


# ---------------------------------------------------------------- other numbers of players

TWO_KNOWN = """example "a third player":
  given mover = player 3, hand of player 3 = [4H 2H], at act, rest in deck
  legal lay(4H)

"""
THIRD = "claim a_third: always size of hand of player 3 <= 2\n"


def test_an_example_of_a_larger_table_is_decided_there(tmp_path):
    usual_four = UNDER.replace("usually 2", "usually 4")
    path = write(tmp_path, usual_four + TWO_KNOWN + THIRD, "four.hoyle")
    for players, found in (("2", ["players=3"]), ("4", [])):
        loaded = load_file(path, {"players": players})
        assert loaded.game is not None, loaded.diagnostics
        near_by = elsewhere(loaded.parsed.file, {"players": players}, loaded.game)
        assert [n.words for n in near_by.nearby] == found
        assert [len(n.places) for n in near_by.nearby] == [2] * len(found)
    refused = load_file(write(tmp_path, UNDER + TWO_KNOWN, "two.hoyle"), {})
    assert {d.code for d in refused.diagnostics if d.severity == "error"} == {"E0311"}


def test_check_tells_what_is_wrong_with_other_numbers_of_players(tmp_path, capsys):
    rule = "  forbid third when hand of player 4 is empty\n  does put"
    path = write(tmp_path, UNDER.replace("usually 2", "usually 4").replace("  does put", rule), "four.hoyle")
    assert main(["check", str(path)]) == 1
    told = capsys.readouterr().out
    assert "error[E0311]: with 2 players: there is no player 4" in told
    assert told.count("E0311]") == 1
    assert main(["check", str(path), "--players", "4"]) == 0
