"""The command line: what each command prints and answers, and how each kind of misuse ends in one sentence."""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from hoyle.commands import ambiguities, verify
from hoyle.commands.index import COMMANDS
from hoyle.terminal.writing import WouldOverwrite, write_text
from spec.diagnostics.codes import CODES
from tests.hoyle.rules import BROKEN, DUEL, ENDLESS, UNRULED, write
from verify.obligations.explained import EXPLAINED

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(name="duel")
def a_rule_file(tmp_path):
    return str(write(tmp_path))


def process(*words: str, stdin: str | None = None, **variables: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", "import sys; from hoyle.commands.cli import main; sys.exit(main())", *words],
        cwd=ROOT,
        input=stdin,
        capture_output=True,
        text=True,
        timeout=60,
        env={**os.environ, "PYTHONIOENCODING": "utf-8", **variables},
        check=False,
    )


# ---------------------------------------------------------------- the command line itself


def test_help_and_version(hoyle):
    code, out, _ = hoyle("--help")
    assert code == 0
    assert all(command in out for command in COMMANDS)
    assert hoyle("--version") == (0, "hoyle 0.1.0\n", "")
    for command in COMMANDS:
        code, out, _ = hoyle(command, "--help")
        assert (code, out.startswith(f"usage: hoyle {command}")) == (0, True)


def test_the_package_is_the_command_too():
    done = subprocess.run([sys.executable, "-m", "hoyle", "fly"], cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, "there is no command `fly`" in done.stderr) == (2, True)
    done = subprocess.run(
        [sys.executable, "-m", "hoyle", "--version"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert done.stdout == "hoyle 0.1.0\n"


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ((), "a command is needed"),
        (("fly",), "there is no command `fly`"),
        (("verfy", "DUEL"), "did you mean `verify`?"),
        (("check",), "the following arguments are required: GAME"),
        (("check", "nope"), "there is no file and no game `nope`"),
        (("check", "pigeno"), "did you mean `pigeon`?"),
        (("check", "FOLDER"), "there is no file and no game"),
        (("check", "DUEL", "DUEL", "--json"), "--json takes one file at a time"),
        (("check", "DUEL", "--stage", "nope"), "invalid choice: 'nope'"),
        (("check", "DUEL", "--set", "held"), "`held` is no setting; write NAME=VALUE"),
        (("check", "DUEL", "--set", "=2"), "`=2` is no setting"),
        (("check", "DUEL", "--set", "held=2", "--set", "held=3"), "`held` is set twice"),
        (("check", "DUEL", "--set", "hold=2"), "there is no setting `hold`; did you mean `held`?"),
        (("simulate", "DUEL", "--set", "held=9"), "`held` is set to `9`; it goes from 1 to 3"),
        (("simulate", "DUEL", "--set", "held=-1"), "`held` is set to `-1`"),
        (("simulate", "DUEL", "--set", "held=x"), "`held`"),
        (("simulate", "DUEL", "--players", "3"), "`players` is set to `3`; it goes from 2 to 2"),
        (("simulate", "DUEL", "--players", "-1"), "`players` is set to `-1`"),
        (("simulate", "DUEL", "--edition", "old"), "there is no edition called `old`"),
        (("simulate", "DUEL@old"), "there is no edition called `old`"),
        (("simulate", "DUEL", "--reading", "aces=maybe"), "there is no reading of `aces` called `maybe`"),
        (("simulate", "DUEL", "--reading", "kings=freely"), "there is no setting `kings`"),
        (("simulate", "DUEL", "--deck", "zz"), "`zz` names no card of this deck"),
        (("simulate", "DUEL", "--games", "0"), "--games: `0` is no number to count by"),
        (("simulate", "DUEL", "--games", "-5"), "--games: `-5` is no number to count by"),
        (("simulate", "DUEL", "--games", "many"), "`many` is no number to count by"),
        (("verify", "DUEL", "--games", "0"), "--games: `0` is no number to count by"),
        (("verify", "DUEL", "--budget", "-1"), "--budget: `-1` is no number of seconds"),
        (("verify", "DUEL", "--budget", "nan"), "--budget: `nan` is no number of seconds"),
        (("verify", "DUEL", "--games", "1", "--budget", "1", "--witnesses", "DUEL"), "File exists"),
        (("play", "DUEL", "--seat", "3=person"), "`--seat 3=person` is not understood; write a seat from 1 to 2"),
        (("play", "DUEL", "--seat", "1=robot"), "`--seat 1=robot` is not understood"),
        (("play", "DUEL", "--save", "DUEL"), "is read by this command, and would be lost; choose another name"),
        (("play", "DUEL", "--save", "FOLDER/no/log.json"), "there is no folder"),
        (("play", "DUEL", "--save", "FOLDER", "--force"), "is no name of a file"),
        (("play", "DUEL", "--save", ""), "an empty name is no name of a file"),
        (("play", "DUEL", "--save", "FOLDER/new/"), "is no name of a file"),
        (("explore", "DUEL", "--find", "deck is empty", "--find", "deck is not empty", "--play", "."), "is no name"),
        (("explore", "DUEL", "--find", "deck is empty", "--play", ""), "an empty name is no name of a file"),
        *(
            ((*words, "PIPE", "--force"), "is there already, and is no file; choose another name")
            for words in (
                ("play", "DUEL", "--save"),
                ("rulebook", "DUEL", "--out"),
                ("simulate", "DUEL", "--html"),
                ("simulate", "DUEL", "--csv"),
                ("verify", "DUEL", "--junit"),
                ("verify", "DUEL", "--sarif"),
                ("ambiguities", "DUEL", "--html"),
                ("diff", "DUEL", "DUEL", "--html"),
                ("explore", "DUEL", "--save"),
                ("explore", "DUEL", "--find", "deck is empty", "--play"),
            )
        ),
        (("replay", "DUEL", "FOLDER/none.json"), "No such file"),
        (("replay", "DUEL", "FOLDER/none.json", "--finding", "1"), "name a LOG, or --finding N, or --example TITLE"),
        (("replay", "DUEL", "--example", "nothing such"), "no claim or example is called `nothing such`"),
        (("replay", "DUEL", "FOLDER"), "Is a directory"),
        (("replay", "DUEL", "DUEL"), "is no log of a game"),
        (("trace", "DUEL", "Nowhere"), "no place and no label is called `Nowhere`"),
        (("explain", "E9999"), "there is no code `E9999`"),
        (("explain", "E0101", "E0102"), "unrecognized arguments: E0102"),
    ],
)
def test_misuse_ends_in_a_sentence(hoyle, duel, tmp_path, words, sentence):
    empty = tmp_path / "empty"
    empty.mkdir()
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    words = [w.replace("DUEL", duel).replace("FOLDER", str(empty)).replace("PIPE", str(pipe)) for w in words]
    code, out, err = hoyle(*words)
    assert (code, out) == (2, "")
    assert pipe.is_fifo()
    assert sentence in err
    assert err.startswith("hoyle: ")
    assert "Traceback" not in err
    assert len(err.splitlines()) <= 2


def test_a_folder_with_several_rule_files(hoyle, tmp_path):
    write(tmp_path)
    write(tmp_path, DUEL, "other.hoyle")
    code, _, err = hoyle("check", str(tmp_path))
    assert (code, "holds several rule files (duel.hoyle, other.hoyle); name one" in err) == (2, True)


def test_a_binary_file_is_shown_as_what_is_wrong_with_it(hoyle, tmp_path):
    path = tmp_path / "x.hoyle"
    path.write_bytes(b"game\n\xff\x00")
    for command in ("check", "simulate", "verify", "play", "trace"):
        code, out, err = hoyle(command, str(path))
        assert code == 1
        assert "error[E0101]: byte 6 (line 2) is not UTF-8 text" in out + err
    log = tmp_path / "x.json"
    log.write_bytes(b"\xff")
    code, _, err = hoyle("replay", str(write(tmp_path, DUEL)), str(log))
    assert (code, "it is not UTF-8 text" in err) == (2, True)


def test_a_file_that_may_not_be_read(hoyle, duel, monkeypatch):
    def refused(path, most):
        raise PermissionError(13, "Permission denied", str(path))

    monkeypatch.setattr("hoyle.sources.files.read_bytes", refused)
    code, _, err = hoyle("check", duel)
    assert (code, err) == (2, f"hoyle: {duel} cannot be read: Permission denied\n")


def test_a_pipe_that_is_closed_early(duel):
    words = [sys.executable, "-c", "import sys; from hoyle.commands.cli import main; sys.exit(main())"]
    for command in (["explain"], ["simulate", duel, "--games", "5"], ["trace", duel], ["simulate", duel, "--json"]):
        with subprocess.Popen([*words, *command], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as run:
            assert run.stdout is not None
            assert run.stderr is not None
            run.stdout.close()
            assert run.stderr.read() == b""
            assert run.wait(60) == 141


def test_a_terminal_of_few_letters(tmp_path):
    path = write(tmp_path, DUEL.replace('game "Duel"', 'game "Düell"'))
    run = process("simulate", str(path), "--games", "2", PYTHONIOENCODING="ascii")
    assert (run.returncode, run.stderr) == (0, "")
    assert "D\\xfcell" in run.stdout


def test_a_title_is_no_markup(hoyle, tmp_path):
    path = write(tmp_path, DUEL.replace('game "Duel"', 'game "[/red] :smile: Duel"'), "a [b].hoyle")
    for command in ("simulate", "verify"):
        code, out, _ = hoyle(command, str(path), "--games", "5", *(["--budget", "20"] if command == "verify" else []))
        assert code == (0 if command == "simulate" else 1)
        assert "[/red] :smile: Duel" in out
        assert f"hoyle {command} '{path}'" in out


# ---------------------------------------------------------------- check and explain


def test_check(hoyle, duel, tmp_path):
    code, out, _ = hoyle("check", duel)
    assert (code, out) == (0, f"{duel}: nothing wrong (3 moves, 8 clauses, 1 question, 1 example, 2 claims)\n")
    broken = str(write(tmp_path, BROKEN, "broken.hoyle"))
    code, out, _ = hoyle("check", duel, broken)
    assert code == 1
    assert "nothing wrong" in out
    assert "there is no name `hnad`; did you mean `hand`?" in out
    assert "1 error" in out


def test_check_as_json(hoyle, duel, tmp_path):
    assert hoyle("check", duel, "--json") == (0, "[]\n", "")
    code, out, _ = hoyle("check", str(write(tmp_path, BROKEN)), "--json")
    (found,) = json.loads(out)
    assert (code, found["code"], found["severity"], found["file"]) == (1, "E0201", "error", duel)
    assert found["fix"]["replacement"] == "hand"


def test_warnings_count_only_where_asked(hoyle, tmp_path):
    path = str(write(tmp_path, UNRULED))
    code, out, _ = hoyle("check", path)
    assert (code, "warning[W0503]" in out) == (0, True)
    assert hoyle("check", path, "--strict")[0] == 1


@pytest.mark.parametrize(
    ("stage", "shown"), [("lines", '\n8: source "The book of duels":'), ("syntax", "GameSection("), ("ir", "heap")]
)
def test_what_a_stage_makes(hoyle, duel, stage, shown):
    code, out, err = hoyle("check", duel, "--stage", stage)
    assert (code, err) == (0, "")
    assert shown in out
    assert "nothing wrong" not in out


def test_explain_every_code(hoyle):
    code, out, _ = hoyle("explain")
    assert (code, len(out.splitlines())) == (0, len(CODES) + len(EXPLAINED))
    for name in CODES:
        code, out, _ = hoyle("explain", name.lower())
        assert code == 0
        assert out.startswith(f"{name}: ")
        assert "Wrong:" in out
        assert "Right:" in out


# ---------------------------------------------------------------- trace


def test_trace(hoyle, duel):
    code, out, _ = hoyle("trace", duel)
    assert code == 0
    assert "5 of 5 places cited; 0 clauses without a citation." in out
    line = DUEL[: DUEL.index("forbid no_four")].count("\n") + 1
    assert f"Play/2  forbid no_four (line {line})" in out


def test_trace_of_what_is_missing(hoyle, tmp_path):
    gone = DUEL.replace(' @ "Play/2"', "").replace(' @ "End/1"', "")
    code, out, _ = hoyle("trace", str(write(tmp_path, gone)))
    assert code == 1
    assert "never cited: Play/2" in out
    assert "never cited: End/1" in out
    assert "no citation: forbid no_four" in out
    assert "no citation: precedence of lay" in out
    assert "3 of 5 places cited; 3 clauses without a citation." in out
    code, out, _ = hoyle("trace", str(write(tmp_path, gone)), "--json")
    found = json.loads(out)
    assert (code, found["unused"]) == (1, ["Play/2", "End/1"])
    assert [item["label"] for item in found["uncited"]] == ["no_four", "of lay", "out"]
    # What is wrong elsewhere does not concern this place.
    assert hoyle("trace", str(write(tmp_path, gone)), "Deal")[0] == 0


def test_trace_of_one_place_one_heading_and_one_label(hoyle, duel):
    assert list(json.loads(hoyle("trace", duel, "Play/2", "--json")[1])["places"]) == ["Play/2"]
    assert list(json.loads(hoyle("trace", duel, "Play", "--json")[1])["places"]) == ["Play/1", "Play/2", "Play/3"]
    found = json.loads(hoyle("trace", duel, "no_four", "--json")[1])["places"]
    assert [(place, [i["label"] for i in items]) for place, items in found.items()] == [("Play/2", ["no_four"])]
    code, out, _ = hoyle("trace", duel, "Play/2")
    assert (code, "1 of 1 place cited" in out, "End/1" in out) == (0, True, False)


def test_trace_without_sources(hoyle, tmp_path):
    code, out, _ = hoyle("trace", str(write(tmp_path, ENDLESS)))
    assert code == 1
    assert "The file lists no sources" in out


# ---------------------------------------------------------------- simulate


def test_simulate(hoyle, duel):
    code, out, _ = hoyle("simulate", duel, "--games", "30")
    assert code == 0
    assert "Duel: 2 players, 8 cards, 30 games at random" in out
    assert "Ended by: out 30" in out
    assert f"Again: hoyle simulate {duel} --games 30 --seed 0" in out


def test_simulate_as_json_repeats_by_seed(hoyle, duel):
    def figures(*words: str):
        code, out, _ = hoyle("simulate", duel, "--games", "25", "--json", *words)
        found = json.loads(out)
        assert code == 0
        assert found["games"] == 25
        assert all(found.pop(key) > 0 for key in ("seconds", "games_per_second", "decisions_per_second"))
        return found

    assert figures() == figures("--seed", "0")
    assert figures("--seed", "1")["moves"] != figures()["moves"]
    assert "--set held=3" in figures("--set", "held=3")["reproduce"]
    assert figures()["finished"] == 25
    assert len(figures()["wins"]) == 2


def test_simulate_tells_faults_and_their_clauses(hoyle, tmp_path):
    path = str(write(tmp_path, UNRULED))
    code, out, _ = hoyle("simulate", path, "--games", "10")
    assert code == 1
    # The question is met only where somebody holds an ace.
    assert "in 7 games: what happens depends on the open question aces" in out
    assert "drop: late ace @ Play/3" in out
    code, out, _ = hoyle("simulate", path, "--games", "10", "--json")
    (fault,) = json.loads(out)["faults"]
    assert (code, fault["kind"], fault["games"], fault["after_moves"]) == (1, "open", 7, 0)


def test_games_that_are_cut(hoyle, tmp_path):
    code, out, _ = hoyle("simulate", str(write(tmp_path, ENDLESS)), "--games", "5", "--most-moves", "2")
    assert (code, out.startswith("SUSPICIOUS: 5 of 5 games did not end within 2 moves")) == (0, True)


def test_the_run_again_cuts_games_where_this_one_did(hoyle, duel):
    _, out, _ = hoyle("simulate", duel, "--games", "30", "--most-moves", "999")
    assert f"Again: hoyle simulate {duel} --games 30 --seed 0 --most-moves 999" in out


def test_of_no_game_nothing_is_suspicious(hoyle, duel, tmp_path, monkeypatch):
    def stopped(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("engine.simulate.simulate.play_random", stopped)
    page = tmp_path / "games.html"
    code, out, err = hoyle("simulate", duel, "--games", "30", "--html", str(page))
    assert code == 130
    assert out.splitlines()[0] == "No game came to its end"
    assert len(out.splitlines()) == 3
    assert "SUSPICIOUS" not in out
    assert "stopped after 0 of 30 games" in err
    assert '<p class="verdict suspicious">No game came to its end</p>' in page.read_text(encoding="utf-8")


# ---------------------------------------------------------------- writing


def test_nothing_is_overwritten_unasked(tmp_path):
    path = tmp_path / "log.json"
    write_text(path, "one")
    with pytest.raises(WouldOverwrite, match="is there already"):
        write_text(path, "two")
    assert path.read_text() == "one"
    write_text(path, "two", replace=True)
    assert path.read_text() == "two"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("broken", ["os.replace", "os.chmod"])
def test_a_failure_in_the_middle_leaves_the_old_file(tmp_path, monkeypatch, broken):
    path = tmp_path / "log.json"
    path.write_text("old")

    def fails(*arguments):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(broken, fails)
    with pytest.raises(OSError, match="No space left"):
        write_text(path, "new", replace=True)
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_a_folder_that_is_not_there_is_named_without_the_file_beside_it(tmp_path):
    with pytest.raises(FileNotFoundError) as caught:
        write_text(tmp_path / "no" / "log.json", "new")
    assert caught.value.filename == str(tmp_path / "no" / "log.json")


# ---------------------------------------------------------------- as a process


def test_a_few_commands_as_processes(duel):
    assert process("--version").stdout == "hoyle 0.1.0\n"
    run = process("check", duel)
    assert (run.returncode, run.stderr) == (0, "")
    run = process("check", "nope")
    assert (run.returncode, run.stdout, run.stderr.startswith("hoyle: there is no file")) == (2, "", True)
    run = process("play", duel, "--seed", "1", stdin="moves\n")
    assert (run.returncode, "player 1 (act) > " in run.stdout, run.stderr) == (0, True, "")


def test_check_starts_without_the_engine():
    code = "import sys; from hoyle.commands.cli import main; main(['check', 'pigeon'])\n"
    code += "sys.exit('engine.interpreter.interpreter' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, check=False).returncode == 0


@pytest.mark.parametrize("command", [ambiguities, verify])
@pytest.mark.parametrize("name", ["--no-cache", "--fresh"])
def test_both_commands_take_either_name_for_using_nothing_of_earlier_runs(command, name):
    parser = argparse.ArgumentParser()
    command.add_arguments(parser)
    assert parser.parse_args(["pigeon", name]).no_cache
    assert not parser.parse_args(["pigeon"]).no_cache


@pytest.mark.parametrize(("word", "meant"), [("javascript", "js"), ("pyton", "python"), ("HTML", "web"), ("xyz", "")])
def test_a_target_that_there_is_not(hoyle, duel, tmp_path, word: str, meant: str):
    code, _, err = hoyle("export", duel, "--to", word, "--out", str(tmp_path / "out"))
    assert code == 2
    assert (f"did you mean `{meant}`? There are:" in err) == bool(meant)
    assert "  pettingzoo " in err
