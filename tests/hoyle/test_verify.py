"""`hoyle verify`: what it prints, writes and answers, what it keeps between runs, and what a stopped run leaves."""

from __future__ import annotations

import json
import re
import shlex
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree as xml

import pytest

from hoyle.report.junit import junit
from hoyle.report.records import Run
from hoyle.report.saved import save_tests
from spec.text.source import Text
from tests.hoyle.rules import BROKEN, DUEL, ENDLESS, write
from verify.obligations.examples import run_example
from verify.obligations.explained import EXPLAINED
from verify.obligations.obligations import FAULT_CODES
from verify.obligations.verdict import Obligation, Result
from verify.random import random_play
from verify.run.techniques import TECHNIQUES

ROOT = Path(__file__).resolve().parents[2]
ENDS = "claim every_game_ends: every game ends\n"
QUIET = """game "Quiet":
  players 2
  deck A 2 of hearts, spades

zones:
  deck: stack, face down, starts with every card
  hand[player]: set, seen by its owner
  heap: stack, face up

move lay(c: card from hand of mover):
  permit anything @ "Play/1"
  does put: move c from hand of mover to heap

ends:
  out when hand of mover is empty: mover wins

play:
  step deal:
    shuffle deck
    for each player p: draw 2 cards from deck to hand of p
  turns from player 1:
    choice act: mover does lay

claim few @ "Play/1": always size of heap <= 8
claim grows: sometimes size of heap = 2

example "one card":
  given hand of player 1 = [AH 2H], mover = player 1, at act
  legal lay(AH)
"""
"""Every play of it ends after three moves."""
FEW = ("examples", "random play", "loops", "information leaks", "commutation", "search")
QUICK = ("--games", "20", "--budget", "10")
PATIENT = ("--games", "20", "--budget", "30")
"""More than the game `QUIET` takes, so that no technique is cut."""


@pytest.fixture(autouse=True)
def own_cache_and_few_techniques(tmp_path, monkeypatch):
    """Proofs, generated cases and compiled code take most of the time, and have tests of their own."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr("verify.run.techniques.TECHNIQUES", tuple(t for t in TECHNIQUES if t.name in FEW))
    monkeypatch.setattr("verify.search.lassos.compiled_loop", lambda *arguments: None)


@pytest.fixture(name="duel")
def a_rule_file(tmp_path):
    return str(write(tmp_path))


@pytest.fixture(name="quiet")
def a_game_without_faults(tmp_path):
    return str(write(tmp_path, QUIET, "quiet.hoyle"))


# ---------------------------------------------------------------- files for other programs


def test_junit(hoyle, duel, quiet, tmp_path):
    path = tmp_path / "out.xml"
    assert hoyle("verify", duel, *QUICK, "--junit", str(path))[0] == 1
    (one,) = xml.parse(path).getroot()
    cases = {(c.get("classname"), c.get("name")): c for c in one}
    assert (one.get("name"), one.get("tests"), one.get("failures")) == ("Duel", str(len(cases)), "1")
    (failure,) = cases["duel.claim", "every_game_ends"]
    assert failure.tag == "failure"
    assert "1. " in (failure.text or "")
    assert "again: hoyle replay" in (failure.text or "")
    assert cases["duel.example", "two hearts"].get("line") == str(DUEL[: DUEL.index('example "')].count("\n") + 1)
    assert cases["duel.example", "two hearts"][0].tag == "system-out"
    # Nothing is overwritten unasked, and that is said before the work is done.
    assert hoyle("verify", duel, *QUICK, "--junit", str(path))[0] == 2
    assert hoyle("verify", quiet, *QUICK, "--junit", str(path), "--force")[0] == 0
    assert {c.tag for case in xml.parse(path).getroot()[0] for c in case} <= {"system-out", "skipped"}


def test_sarif(hoyle, duel, tmp_path):
    path = tmp_path / "out.sarif"
    assert hoyle("verify", duel, *QUICK, "--sarif", str(path))[0] == 1
    log = json.loads(path.read_text())
    assert (log["version"], list(log)) == ("2.1.0", ["$schema", "version", "runs"])
    (run,) = log["runs"]
    rules = run["tool"]["driver"]["rules"]
    assert run["tool"]["driver"]["name"] == "hoyle"
    for result in run["results"]:
        assert rules[result["ruleIndex"]]["id"] == result["ruleId"]
        # The standard: a result that is no failure has the level `none`.
        assert (result["kind"], result["level"]) in {
            ("fail", "error"),
            ("open", "none"),
            ("pass", "none"),
            ("informational", "none"),
        }
        assert result["message"]["text"]
        (place,) = result["locations"]
        region = place["physicalLocation"]["region"]
        start, end = (region["startLine"], region["startColumn"]), (region["endLine"], region["endColumn"])
        assert (1, 1) <= start <= end
    (broken,) = [r for r in run["results"] if r["kind"] == "fail"]
    region = broken["locations"][0]["physicalLocation"]["region"]
    assert DUEL.splitlines()[region["startLine"] - 1][region["startColumn"] - 1 :].startswith("every_game_ends")


def test_a_refutation_and_an_unknown_that_is_required_are_told_apart(quiet):
    owed = Obligation("claim", "it", "it holds")
    unknown = Result(owed, "unknown", "nobody", reason="it was \x07 late")
    told = junit((unknown,), Run(Text(quiet, QUIET), quiet, "again", {}), "Quiet")
    (case,) = xml.fromstring(told)[0]
    assert (case[0].tag, case[0].get("message")) == ("error", "it holds: it was · late")


def test_saved_tests_fail_until_the_rules_are_mended(hoyle, tmp_path):
    bad = DUEL.replace("size of heap <= 4", "size of heap <= 1").replace("lucky: 1 to 6", "lucky: 1 to 6")
    path, folder = write(tmp_path, bad), tmp_path / "saved"
    words = ("verify", str(path), *QUICK, "--save-tests", str(folder))
    assert hoyle(*words)[0] == 1
    names = sorted(p.name for p in folder.iterdir())
    assert names == ["test_claim_every_game_ends.py", "test_claim_few.py"]
    assert hoyle(*words)[0] == 2
    assert "import" not in (folder / names[1]).read_text().replace("import hoyle\n", "")
    run = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--rootdir", str(folder), str(folder)]
    failed = subprocess.run(run, capture_output=True, text=True, check=False, cwd=folder)
    assert "2 failed" in failed.stdout
    write(tmp_path, bad.replace("size of heap <= 1", "size of heap <= 4"))
    again = subprocess.run(run, capture_output=True, text=True, check=False, cwd=folder)
    assert "1 failed, 1 passed" in again.stdout


def test_a_saved_test_of_a_fault(hoyle, tmp_path):
    stuck = QUIET.replace('permit anything @ "Play/1"', "permit anything when size of heap < 2")
    path, folder = write(tmp_path, stuck), tmp_path / "saved"
    assert hoyle("verify", str(path), *QUICK, "--save-tests", str(folder))[0] == 1
    code = (folder / "test_not_stuck_play.py").read_text() + "\ntest_not_stuck_play()\n"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, check=False).returncode == 1
    write(tmp_path, QUIET)
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, check=False).returncode == 0


def test_what_has_no_play_makes_no_test(tmp_path):
    result = Result(Obligation("claim", "it", "it holds"), "unknown", "nobody", reason="it was late")
    assert save_tests((result,), "duel", "again", tmp_path / "none", as_written=False, replace=False) == ()
    assert not (tmp_path / "none").exists()


# ---------------------------------------------------------------- between runs


def counted(monkeypatch):
    """Notes the claims with which games are played, and the examples that are run."""
    played: list[tuple[str, ...]] = []
    run: list[str] = []
    play, example = random_play.play_games, run_example

    def playing(interpreter, *arguments, **more):
        played.append(tuple(c.source.label for c in interpreter.game.claims))
        return play(interpreter, *arguments, **more)

    def running(interpreter, one):
        run.append(one.text)
        return example(interpreter, one)

    monkeypatch.setattr(random_play, "play_games", playing)
    monkeypatch.setattr("verify.run.techniques.run_example", running)
    return played, run


def flat(out: str) -> str:
    """What is printed, without its line breaks."""
    return " ".join(out.split())


def records(out: str) -> list[dict[str, object]]:
    return [{k: v for k, v in r.items() if k not in ("span", "seconds")} for r in json.loads(out)]


def test_an_unchanged_game_is_not_decided_again(hoyle, quiet, monkeypatch):
    played, run = counted(monkeypatch)
    first = hoyle("verify", quiet, *PATIENT, "--json")
    assert (played, run) == ([("few", "grows")], ["one card"])
    second = hoyle("verify", quiet, *PATIENT, "--json")
    assert (played, run) == ([("few", "grows")], ["one card"])
    assert (first[0], records(first[1])) == (second[0], records(second[1]))
    assert hoyle("verify", quiet, *PATIENT, "--no-cache")[0] == 0
    assert (len(played), len(run)) == (2, 2)
    # Other work, and other settings, are other questions.
    hoyle("verify", quiet, "--games", "21", "--budget", "30")
    hoyle("verify", quiet, *PATIENT, "--deck", "A of hearts, spades")
    assert len(played) == 4


@pytest.mark.parametrize(
    ("old", "new", "games", "examples"),
    [
        ("size of heap <= 8", "size of heap <= 7", [("few",)], []),
        ("legal lay(AH)", "legal lay(2H)", [], ["one card"]),
        ('"Play/1"', '"Play/2"', [], []),
        ("zones:", "# a remark\n\nzones:", [], []),
        ("size of heap = 2", "size of heap = 3", [("grows",)], []),
        ("hand of mover is empty: mover", "hand of mover is empty: next player", [("few", "grows")], ["one card"]),
    ],
)
def test_after_an_edit_only_what_it_touches_is_decided_again(hoyle, tmp_path, monkeypatch, old, new, games, examples):
    path = write(tmp_path, QUIET)
    hoyle("verify", str(path), *PATIENT)
    played, run = counted(monkeypatch)
    write(tmp_path, QUIET.replace(old, new))
    _, out, _ = hoyle("verify", str(path), *PATIENT, "--json")
    assert (played, run) == (games, examples)
    assert records(out) == records(hoyle("verify", str(path), *PATIENT, "--json", "--fresh")[1])


def test_kept_results_are_shown_where_their_clauses_stand_now(hoyle, tmp_path):
    path = write(tmp_path, QUIET)
    hoyle("verify", str(path), *PATIENT)
    write(tmp_path, "# a remark\n" + QUIET.replace('few @ "Play/1"', 'few @ "Play/9"'))
    found = json.loads(hoyle("verify", str(path), *PATIENT, "--json")[1])
    (few,) = [r for r in found if r["clauses"] == ["few"]]
    assert few["citations"] == ["Play/9"]
    assert few["span"][0]["line"] == QUIET[: QUIET.index("claim few")].count("\n") + 2


@pytest.mark.parametrize("broken", [b"", b"rubbish", None])
def test_what_is_kept_is_never_trusted_when_it_is_broken(hoyle, quiet, tmp_path, monkeypatch, broken):
    _, out, _ = hoyle("verify", quiet, *PATIENT, "--json")
    parts, (whole,) = (list((tmp_path / "cache" / "hoyle" / name).iterdir()) for name in ("results", "runs"))
    entries = [*parts, whole]
    assert len(entries) > 5
    for entry in entries:
        data = entry.read_bytes()
        entry.write_bytes(data[:-1] + bytes([data[-1] ^ 1]) if broken is None else broken)
    played, run = counted(monkeypatch)
    assert records(hoyle("verify", quiet, *PATIENT, "--json")[1]) == records(out)
    assert (len(played), len(run)) == (1, 1)


def test_what_a_small_budget_left_open_is_asked_again_with_a_larger_one(hoyle, tmp_path, monkeypatch):
    path = str(write(tmp_path, DUEL.replace(ENDS, "")))
    slow = random_play._one_game

    def late(*arguments):
        slow(*arguments)
        raise_at.append(1)

    raise_at: list[int] = []
    monkeypatch.setattr(random_play, "_one_game", late)
    hoyle("verify", path, "--games", "100000", "--budget", "0.4")
    few = len(raise_at)
    assert 0 < few < 100_000
    hoyle("verify", path, "--games", "100000", "--budget", "0.2")
    assert len(raise_at) == few
    hoyle("verify", path, "--games", "100000", "--budget", "0.8")
    assert len(raise_at) > few


def test_a_stopped_run_keeps_what_it_has(hoyle, quiet, monkeypatch):
    def stopped(*arguments, **more):
        raise KeyboardInterrupt

    with monkeypatch.context() as m:
        m.setattr("verify.run.techniques.largest_searched", stopped)
        code, out, _ = hoyle("verify", quiet, *PATIENT)
    assert (code, "tested: few" in flat(out), out.startswith("STOPPED: ")) == (3, True, True)
    played, run = counted(monkeypatch)
    assert hoyle("verify", quiet, *PATIENT)[0] == 0
    assert (played, run) == ([], [])


def test_games_that_were_played_before_a_stop_count(hoyle, tmp_path, monkeypatch):
    path = str(write(tmp_path, QUIET.replace("size of heap <= 8", "size of heap <= 1")))
    one_game = random_play._one_game
    done: list[None] = []

    def stopped(*arguments):
        if len(done) == 3:
            raise KeyboardInterrupt
        done.append(one_game(*arguments))

    monkeypatch.setattr(random_play, "_one_game", stopped)
    code, out, _ = hoyle("verify", path, *PATIENT, "--details")
    assert (code, "random play: 3 random games, seed 1" in out) == (1, True)
    assert "The claim few does not hold" in out


def test_a_budget_that_is_up_is_told(hoyle, quiet):
    code, out, _ = hoyle("verify", quiet, "--games", "5", "--budget", "0.000001")
    assert code == 3
    assert out.startswith("UNDECIDED: ")
    assert "the time was up before it was decided. --budget 1 may decide it." in flat(out)


# ---------------------------------------------------------------- codes


def test_every_code_is_explained(hoyle):
    made = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "verify").rglob("*.py"))
    used = set(re.findall(r'Obligation\(\s*"([a-z-]+)"', made)) | {code for code, _ in FAULT_CODES.values()}
    assert used - set(EXPLAINED) == set()
    assert "every order" in hoyle("explain", "commutes")[1].replace("\n", " ")
    assert "no-gap" in hoyle("explain")[1]
    assert "did you mean `no-gap`" in hoyle("explain", "no-gpa")[2]


# ---------------------------------------------------------------- some of all


def test_only_the_claims_and_examples_of_a_name_are_verified(hoyle, quiet):
    code, out, _ = hoyle("verify", quiet, *QUICK, "--json", "--only", "few")
    (claim,) = json.loads(out)
    assert (code, claim["clauses"], claim["verdict"] in ("proved", "checked")) == (0, ["few"], True)
    assert claim["reproduce"] == f"hoyle verify {quiet} --only few --games 20 --seed 1 --budget 10"
    code, out, _ = hoyle("verify", quiet, *QUICK, "--json", "--only", "one card")
    assert [r["clauses"] for r in json.loads(out)] == [["one card"]]
    code, _, err = hoyle("verify", quiet, *QUICK, "--only", "grow")
    assert (code, "no claim or example is called `grow`; did you mean `grows`?" in err) == (2, True)


def test_one_that_is_in_force_under_other_settings_is_verified_under_these(hoyle, tmp_path):
    text = QUIET.replace("  players 2\n", "  players 2 to 4, usually 2\n").replace(" 2 cards from", " 1 card from")
    text = text.replace('few @ "Play/1":', 'few @ "Play/1" under players = 4:')
    code, out, _ = hoyle("verify", str(write(tmp_path, text)), *QUICK, "--json", "--only", "few")
    (claim,) = json.loads(out)
    assert (code, claim["verdict"], claim["scope"].startswith("with players=4")) == (0, "proved", True)


# ---------------------------------------------------------------- what is printed, written and answered


def test_verify_as_json(hoyle, duel):
    code, out, _ = hoyle("verify", duel, "--games", "20", "--budget", "2", "--json")
    found = json.loads(out)
    keys = "code verdict sentence clauses citations span scope by seconds witness reproduce"
    assert {" ".join(r) for r in found} == {keys, f"{keys} read_at"}
    assert {r["read_at"] for r in found if "read_at" in r} == {"at every decision and at the end"}
    (example,) = [r for r in found if r["code"] == "example"]
    assert (example["verdict"], example["citations"]) == ("checked", ["Play/1"])
    assert example["span"][0]["line"] == DUEL[: DUEL.index('example "')].count("\n") + 1
    assert example["reproduce"] == f"hoyle verify {duel} --games 20 --seed 1 --budget 2"
    (refuted,) = [r for r in found if r["verdict"] == "refuted" and r["code"] == "claim"]
    assert (code, refuted["code"], refuted["clauses"]) == (1, "claim", ["every_game_ends"])
    witness = refuted["witness"]
    assert list(witness) == ["deck", "moves", "position", "log"]
    assert witness["log"]["moves"] == witness["moves"]
    assert (len(witness["deck"]), "play returns to this position" in witness["position"][-1]) == (8, True)
    # The command that it names replays the play.
    words = shlex.split(refuted["reproduce"])
    assert words[:3] == ["hoyle", "replay", duel]
    code, out, _ = hoyle(*words[1:])
    assert (code, f"All {len(witness['moves'])} moves replay." in out) == (0, True)


def test_verify_to_people(hoyle, duel):
    code, out, _ = hoyle("verify", duel, "--games", "20", "--budget", "30", "--deck", "A 2 of hearts, spades")
    # Both may steal the last red card from each other for ever.
    assert code == 1
    assert out.startswith("FAILED: 1 failure, ")
    assert out.splitlines()[-1] == out.splitlines()[0]
    assert "The claim every_game_ends does not hold" in out
    assert flat(out).count("play returns to this position after 2 moves") == 1
    assert "Duel, long edition, 2 players, 4 cards" in out
    assert "1 checked: few" in out
    assert "checked: in all games of a smaller size: the deck as set (4 cards)" in flat(out)
    assert "exhaustive search" not in out
    assert "--deck 'A 2 of hearts, spades'" in out


def test_a_refutation_shows_its_play_and_its_clause(hoyle, tmp_path):
    path = str(write(tmp_path, DUEL.replace("size of heap <= 4", "size of heap <= 1")))
    code, out, _ = hoyle("verify", path, "--games", "30", "--budget", "2")
    assert code == 1
    assert "The claim few does not hold" in out
    assert "| claim few @" in out
    assert "size of heap = 2, expected at most 1" in out
    assert "2 moves from the deal: Player 1 lays" in out


def test_an_unknown_that_is_required(hoyle, tmp_path):
    path = str(
        write(tmp_path, DUEL.replace("always size of heap <= 4", "sometimes size of heap = 7").replace(ENDS, ""))
    )
    code, out, _ = hoyle("verify", path, "--games", "5", "--budget", "30")
    assert (code, "never seen in 5 random games" in flat(out)) == (1, True)
    # That a game need not end is refuted though nobody claims it; without that, what is required is unknown.
    still = QUIET.replace("size of heap <= 8", "size of heap = 7").replace("always", "sometimes")
    assert hoyle("verify", str(write(tmp_path, still)), "--games", "5", "--budget", "1")[0] == 3


def test_endless_play(hoyle, tmp_path):
    path = str(write(tmp_path, ENDLESS))
    code, out, _ = hoyle("verify", path, "--games", "20", "--budget", "4")
    assert (code, "can repeat for ever" in flat(out)) == (1, True)
    code, out, _ = hoyle("verify", path, "--games", "20", "--budget", "4", "--deck", "A 2 of hearts, spades")
    assert (code, "The claim all_end does not hold" in out) == (1, True)


def test_a_file_with_errors_is_not_verified(hoyle, tmp_path):
    for command in ("verify", "simulate", "play", "trace"):
        code, out, err = hoyle(command, str(write(tmp_path, BROKEN)))
        assert (code, out, "error[E0201]" in err) == (1, "", True)


def test_witnesses_are_logs_that_replay_and_are_not_overwritten(hoyle, tmp_path):
    path = str(write(tmp_path, DUEL.replace("size of heap <= 4", "size of heap <= 1")))
    folder = tmp_path / "deep" / "witnesses"
    words = ("verify", path, "--games", "30", "--budget", "2", "--witnesses", str(folder))
    assert hoyle(*words)[0] == 1
    logs = sorted(folder.iterdir())
    broken = next(log for log in logs if log.name.endswith("-refuted-claim.json"))
    code, out, _ = hoyle("replay", path, str(broken))
    assert (code, "moves replay." in out) == (0, True)
    for log in logs:
        if log != broken:
            log.unlink()
    code, _, err = hoyle(*words)
    assert (code, "is there already; choose another folder or add --force" in err) == (2, True)
    assert list(folder.iterdir()) == [broken]
    assert hoyle(*words, "--force")[0] == 1
    assert broken in folder.iterdir()


def test_verify_that_is_stopped_tells_what_it_has(hoyle, duel, monkeypatch):
    def stopped(*arguments, **more):
        raise KeyboardInterrupt

    monkeypatch.setattr("verify.random.random_play.play_games", stopped)
    code, out, err = hoyle("verify", duel, "--games", "5", "--budget", "1")
    assert code == 3
    assert out.startswith("STOPPED: ")
    assert "1 of 1 comes out as the file says" in out
    assert "stopped; the results so far" in err
    assert "the run was stopped before it was decided" in flat(out)
