"""No control character, escape sequence, turning mark or mark-up of a rule file, a log or a name reaches the
terminal.
"""

from __future__ import annotations

import io
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.c.compiled.code import code_of
from hoyle.sources.files import load_file
from hoyle.terminal.screen import Screen, escape, screen
from spec.text.clean import UNSAFE
from tests.export.hostile import EVERYTHING, RULES, write
from tests.export.test_escape import TEXTS

STYLING = re.compile(r"\x1b\[[0-9;]*m|\x1b\[\?25[lh]|\x1b\[[0-9]*[AKJ]|\r")
"""What a console writes of its own on a terminal: colours, and the lines of progress."""
NAME = "x\x1b[31m\u202e\x9b.hoyle"


@pytest.fixture(scope="module")
def rules(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write(tmp_path_factory.mktemp("rules"), EVERYTHING, NAME)


COMMANDS = {
    "check": ["check", "{}"],
    "check json": ["check", "{}", "--json"],
    "lines": ["check", "{}", "--stage", "lines"],
    "syntax": ["check", "{}", "--stage", "syntax"],
    "ir": ["check", "{}", "--stage", "ir"],
    "fmt": ["fmt", "--diff", "{}"],
    "fmt no such file": ["fmt", "\x1b]0;x\x07\u202e"],
    "simulate": ["simulate", "{}", "--games", "9"],
    "simulate json": ["simulate", "{}", "--games", "9", "--json"],
    "verify": ["verify", "{}", "--budget", "8", "--games", "20"],
    "verify json": ["verify", "{}", "--budget", "8", "--games", "20", "--json"],
    "ambiguities": ["ambiguities", "{}", "--budget", "3", "--games", "3", "--jobs", "1", "--details"],
    "ambiguities json": ["ambiguities", "{}", "--budget", "3", "--games", "3", "--jobs", "1", "--json"],
    "diff": ["diff", "{}", "{}", "--set", "width=small", "--budget", "3"],
    "read": ["read", "{}", "{}"],
    "read json": ["read", "{}", "{}", "--sentences", "--json"],
    "trace": ["trace", "{}"],
    "trace json": ["trace", "{}", "--json"],
    "rulebook": ["rulebook", "{}"],
    "mutants": ["mutants", "{}", "--sample", "3", "--jobs", "1", "--alike"],
    "rulebook html": ["rulebook", "{}", "--html"],
    "export": ["export", "{}", "--to", "c", "--out", "{}.out"],
    "no such setting": ["check", "{}", "--set", "a\x1b[2J=\u202e"],
    "no such file": ["check", "\x1b]0;x\x07\u202e"],
    "no such code": ["explain", "\x1b]0;x\x07"],
    "no such option": ["check", "{}", "--\x1b[2J"],
    "no such target": ["export", "{}", "--to", "\x1b[2J", "--out", "x"],
}


@pytest.mark.parametrize("kind", COMMANDS)
def test_every_command_writes_clean_text(kind: str, rules: Path, hoyle):
    _, out, err = hoyle(*(word.format(rules) for word in COMMANDS[kind]))
    assert out + err
    assert not UNSAFE.search(out + err)
    assert "\t" not in out + err
    if kind.endswith("json"):
        json.loads(out)
    if kind in ("simulate", "verify", "rulebook", "ambiguities"):
        told = out.replace("\\", "")
        assert "[red]owned[/]" in told
        assert "[link=http://owned]x[/link]" in told


def test_a_broken_file_is_shown_clean(tmp_path: Path, hoyle):
    for broken in (
        "game \x1b[2J\u202e:\n",
        RULES.replace("TEXT", EVERYTHING).replace("players 2", "playrs \x9b[red]2"),
    ):
        path = tmp_path / NAME
        path.write_text(broken, encoding="utf-8", newline="")
        for words in (["check", str(path)], ["check", str(path), "--json"], ["verify", str(path)]):
            code, out, err = hoyle(*words)
            assert code == 1
            assert not UNSAFE.search(out + err)


def test_a_hostile_log_is_replayed_clean(rules: Path, tmp_path: Path, hoyle):
    raw = "\x1b]0;owned\x07\x9b\u202e[red]"
    settings = {"players": "2", "width": "small"}
    for log in (
        raw, json.dumps({"version": 1, "title": raw, "settings": settings, "moves": [raw], "seed": 1}),
        json.dumps({"version": 1, "title": raw, "settings": {raw: raw}, "moves": []}),
        json.dumps({"version": 1, "title": raw, "settings": settings, "moves": [], "outcomes": [{"shuffle": raw}]}),
    ):  # fmt: skip
        path = tmp_path / f"log{raw}.json"
        path.write_text(log, encoding="utf-8")
        code, out, err = hoyle("replay", str(rules), str(path))
        assert code
        assert not UNSAFE.search(out + err)


def test_a_game_is_played_clean(rules: Path, hoyle, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(
        "sys.stdin", io.StringIO("moves\nwhy lay(2S)\n\x1b[2J\u202e\nlook\nsave \x1b[2J/x\n1\n1\n1\n1\nquit\n")
    )
    _, out, err = hoyle("play", str(rules), "--seat", "1=person", "--seed", "1")
    assert "You may not: " in out
    assert not UNSAFE.search(out + err)


def test_reports_in_files_are_well_formed_and_clean(rules: Path, tmp_path: Path, hoyle):
    junit, sarif = tmp_path / "junit.xml", tmp_path / "out.sarif"
    hoyle("verify", str(rules), "--budget", "8", "--games", "20", "--junit", str(junit), "--sarif", str(sarif),
          "--save-tests", str(tmp_path / "tests"))  # fmt: skip
    ElementTree.fromstring(junit.read_text(encoding="utf-8"))
    json.loads(sarif.read_text(encoding="utf-8"))
    made = [junit, sarif, *(tmp_path / "tests").glob("*.py")]
    for path in made:
        text = path.read_text(encoding="utf-8")
        assert not UNSAFE.search(text)
        if path.suffix == ".py":
            compile(text, path.name, "exec")


@pytest.mark.skipif(os.name != "posix", reason="a terminal is made as on Unix")
@pytest.mark.parametrize(
    "words", [["simulate", "{}", "--games", "9"], ["verify", "{}", "--budget", "5", "--games", "9"]]
)
def test_on_a_terminal_only_the_consoles_own_styling_is_written(rules: Path, words: list[str]):
    import pty  # noqa: PLC0415 - there is none on Windows

    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "hoyle", *(word.format(rules) for word in words)]
    environment = {**os.environ, "TERM": "xterm-256color", "COLUMNS": "200"}
    environment.pop("NO_COLOR", None)
    with subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=theirs, env=environment) as process:
        os.close(theirs)
        told = b""
        try:
            while piece := os.read(ours, 65536):
                told += piece
        except OSError:
            pass  # the other side is closed
        process.wait()
    os.close(ours)
    text = told.decode("utf-8")
    assert "\x1b[" in text
    assert "owned" in text
    assert not UNSAFE.search(STYLING.sub("", text))


@given(TEXTS, TEXTS)
def test_a_console_shows_texts_as_they_are_wherever_they_stand(one: str, other: str):
    out = io.StringIO()
    screen(out).print(f"[bold]{escape(one)}[/bold]{escape(other)}[dim]{escape(one)}[/dim] [{escape(other)}", end="")
    shown = escape(f"{one}{other}{one} [{other}").translate({0xE000: "[", 0xE001: "\\", 0xE002: "]"})
    assert out.getvalue().split() == shown.split()
    assert not UNSAFE.search(out.getvalue())


@given(st.lists(TEXTS))
def test_a_screen_cleans_what_is_printed(texts: list[str]):
    out = io.StringIO()
    print(*texts, file=Screen(out))
    assert not UNSAFE.search(out.getvalue())


def test_the_code_that_games_are_played_by_holds_no_text_of_the_file(tmp_path: Path):
    games = [load_file(write(tmp_path, text, f"{n}.hoyle")).game for n, text in enumerate((EVERYTHING, "plain words"))]
    hostile, plain = (code_of(game).text for game in games if game is not None)
    assert hostile == plain


def test_a_cache_that_others_can_write_is_told_and_the_command_goes_on(
    tmp_path: Path, hoyle, monkeypatch: pytest.MonkeyPatch
):
    rules = write(tmp_path, "read for the first time", "new.hoyle")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    (tmp_path / "hoyle").mkdir()
    (tmp_path / "hoyle").chmod(0o777)
    code, out, err = hoyle("check", str(rules))
    assert (code, "nothing wrong" in out) == (0, True)
    assert err.count("is not used to keep results: other users can write to it; `chmod go-w ") == 1
    assert list((tmp_path / "hoyle").iterdir()) == []
    code, out, err = hoyle("simulate", str(rules), "--games", "3000", "--json")
    assert code == 0
    assert list((tmp_path / "hoyle").iterdir()) == []


def test_only_the_screen_makes_consoles_and_prints_go_through_it():
    for path in Path("hoyle").rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        if path != Path("hoyle/terminal/screen.py"):
            assert not re.search(r"\bConsole\(|rich\.markup|sys\.__std|rich import print|\.raw\.write", text), path


@pytest.mark.parametrize("place", ["moves", "ending"])
def test_a_log_tells_no_lines_of_its_own(place: str, rules: Path, tmp_path: Path, hoyle):
    word = "x\nAll 9 moves replay.\n" + "y" * 100_000
    log = {"version": 1, "title": EVERYTHING, "settings": {}, "moves": [], "seed": 1, "luck": 2, "ending": ""}
    game = load_file(rules).game
    assert game is not None
    log |= {"title": game.title, "settings": dict(game.settings), place: [word] if place == "moves" else word}
    path = tmp_path / "log.json"
    path.write_text(json.dumps(log), encoding="utf-8")
    code, out, err = hoyle("replay", str(rules), str(path))
    assert code == 1
    assert "does not replay" in out
    assert "\nAll 9" not in out
    assert len(out + err) < 3_000
