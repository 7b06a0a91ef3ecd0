"""Exit codes: what each command says of them in its help, in the page of the reference, and in what it does."""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path

import pytest

from engine.interpreter.faults import BeyondLimits
from hoyle.commands.index import COMMANDS
from hoyle.terminal.guard import Misuse
from tests.hoyle.rules import BROKEN, DUEL, UNRULED, write

PAGE = Path(__file__).resolve().parents[2] / "docs" / "reference" / "exit-codes.md"
TINY = """game "Tiny":
  players 2
  deck A 2 of hearts

zones:
  deck: stack, face down, starts with every card
  heap: stack, face up

move turn_up:
  permit always_allowed
  does show: draw 1 card from deck to heap

ends:
  out when deck is empty: mover wins

play:
  step start: shuffle deck
  turns from player 1:
    choice act: mover does turn_up
"""
FILES = {
    "tiny": TINY,
    "drawn": TINY.replace("mover wins", "nobody wins"),
    "clash": TINY.replace("always_allowed\n", "always_allowed\n  forbid no_first when heap is empty\n"),
    "claimed": TINY + "\nclaim never_empty: always deck is not empty\n",
    "duel": DUEL, "broken": BROKEN, "unruled": UNRULED,
    "garbled": TINY.replace("players 2", "players"), "untidy": TINY.replace("players 2", "players  2"),
}  # fmt: skip
SHORT = ("--budget", "20", "--games", "5")
HASTY = ("--budget", "0.01", "--games", "1")
CASES: list[tuple[int, tuple[str, ...]]] = [
    (0, ("demo",)), (0, ("check", "duel")), (1, ("check", "broken")), (0, ("explain", "E0201")),
    (0, ("fmt", "duel")), (1, ("fmt", "garbled")), (1, ("fmt", "--check", "untidy")),
    (0, ("trace", "duel")), (1, ("trace", "tiny")), (0, ("play", "tiny", "--seat", "1=random")),
    (1, ("play", "unruled", "--as-written", "--seat", "1=random", "--seed", "1")),
    (0, ("simulate", "tiny", "--games", "5")),
    (1, ("simulate", "unruled", "--as-written", "--games", "5")), (0, ("verify", "tiny", *SHORT)),
    (1, ("verify", "claimed", *SHORT)), (3, ("verify", "pigeon", *HASTY, "--no-cache")),
    (0, ("explore", "tiny")), (1, ("explore", "unruled", "--as-written", "--states", "99")),
    (3, ("explore", "duel", "--states", "10")),
    (1, ("explore", "tiny", "--find", "size of heap = 9")),
    (3, ("explore", "duel", "--states", "3")),
    (0, ("mutants", "tiny", "--sample", "1", "--games", "5", "--jobs", "1")),
    (1, ("mutants", "tiny", "--sample", "1", "--games", "5", "--jobs", "1", "--least", "101")),
    (0, ("ambiguities", "tiny", "--budget", "60", "--games", "5")),
    (1, ("ambiguities", "clash", "--budget", "60", "--games", "5")), (3, ("ambiguities", "duel", *HASTY)),
    (2, ("ambiguities", "duel", "")),
    (0, ("diff", "tiny", "tiny")), (1, ("diff", "tiny", "drawn")),
    (3, ("diff", "pigeon@full", "pigeon@condensed", "--budget", "0.5", "--games", "1")),
    (0, ("rulebook", "tiny")), (1, ("rulebook", "broken")), (0, ("export", "tiny", "--to", "js", "--out", "OUT")),
    (1, ("export", "broken", "--to", "js", "--out", "OUT")), (0, ("completion", "bash")),
    (0, ("new", "x", "--kind", "betting", "--out", "OUT")), (2, ("new", "x")),
]  # fmt: skip


@pytest.fixture(name="folder")
def a_folder_of_games(tmp_path: Path) -> Path:
    for name, text in FILES.items():
        write(tmp_path, text, f"{name}.hoyle")
    return tmp_path


@pytest.mark.parametrize(("code", "words"), CASES, ids=[" ".join(words[:2]) + f" {code}" for code, words in CASES])
def test_a_command_ends_as_it_says(hoyle, folder, monkeypatch, code, words):
    monkeypatch.setattr("hoyle.commands.demo.BUDGET", 3)
    given = [str(folder / f"{w}.hoyle") if w in FILES else w.replace("OUT", str(folder / "out")) for w in words]
    assert hoyle(*given)[0] == code
    assert code in COMMANDS[words[0]].codes


def test_replay_and_conform_end_as_they_say(hoyle, folder):
    tiny, log, out = str(folder / "tiny.hoyle"), folder / "log.json", folder / "out"
    assert hoyle("play", tiny, "--seat", "1=random", "--seed", "1", "--save", str(log))[0] == 0
    assert hoyle("replay", tiny, str(log))[0] == 0
    log.write_text(log.read_text(encoding="utf-8").replace("turn_up", "turn_down"), encoding="utf-8")
    assert hoyle("replay", tiny, str(log))[0] == 1
    for target in (("vectors", *SHORT), ("js",)):
        assert hoyle("export", tiny, "--to", *target, "--out", str(out), "--force")[0] == 0
    suite = ("conform", "--vectors", str(out / "tiny.jsonl"), "--")
    assert hoyle(*suite, "node", str(out / "conform.mjs"))[0] == 0
    assert hoyle(*suite, "true")[0] == 1


@pytest.mark.parametrize("name", COMMANDS)
@pytest.mark.parametrize(
    ("raised", "code"), [(Misuse("x"), 2), (BeyondLimits("x"), 3), (ZeroDivisionError(), 4), (KeyboardInterrupt(), 130)]
)
def test_what_may_happen_to_any_command(hoyle, monkeypatch, name: str, raised: BaseException, code: int):
    def fail(_: object) -> int:
        raise raised

    needed = {
        "explain": [],
        "demo": [],
        "lsp": [],
        "completion": ["bash"],
        "conform": ["--vectors", "x"],
        "diff": ["a", "b"],
    }
    needed |= {"export": ["a", "--to", "c", "--out", "x"], "replay": ["a", "b"]}
    monkeypatch.setattr(import_module(f"hoyle.commands.{name}"), "run", fail)
    monkeypatch.delenv("HOYLE_DEBUG", raising=False)
    assert hoyle(name, *needed.get(name, ["a"]))[0] == code
    assert code in COMMANDS[name].codes


@pytest.mark.parametrize("name", COMMANDS)
def test_the_help_says_what_the_codes_mean(hoyle, name: str):
    code, out, err = hoyle(name, "--help")
    assert (code, err) == (0, "")
    assert COMMANDS[name].example in out
    shown = re.findall(r"^ +(\d+)  (.+)$", out.partition("exit codes:\n")[2], re.MULTILINE)
    assert {int(number): meaning for number, meaning in shown} == COMMANDS[name].codes


def rows(page: str) -> dict[str, dict[int, str]]:
    """The table of the page: what each command's own codes mean."""
    found: dict[str, dict[int, str]] = {}
    for name, code, meaning in re.findall(r"^\| `hoyle (\w+)` \| (\d+) \| (.+) \|$", page, re.MULTILINE):
        found.setdefault(name, {})[int(code)] = meaning
    return found


def test_the_page_has_every_code_of_every_command():
    page = PAGE.read_text(encoding="utf-8")
    assert rows(page) == {name: dict(command.exits) for name, command in COMMANDS.items() if command.exits}


def test_a_code_that_is_not_in_the_page_would_be_found():
    page = PAGE.read_text(encoding="utf-8")
    assert rows(page.replace("| `hoyle check` | 1 |", "| `hoyle check` | 7 |"))["check"].keys() == {0, 7}


def test_every_code_of_a_command_has_a_case():
    tried: dict[str, set[int]] = {"replay": {0, 1}, "conform": {0, 1}}
    for code, (name, *_) in CASES:
        tried.setdefault(name, set()).add(code)
    tried["demo"].add(1)  # tests/hoyle/test_demo.py
    tried["recheck"] = {0, 1, 3}  # tests/hoyle/test_recheck.py
    tried["lsp"] = {0}  # tests/language_server/test_command.py
    tried["read"] = {0, 1, 3}  # tests/proofread/test_read.py and test_hostile.py
    tried["studio"] = {0}  # tests/studio/test_static.py
    tried["watch"] = {0}  # tests/hoyle/test_watch.py
    always = {2, 3, 4, 130}
    assert {name: set(command.codes) - tried[name] - always for name, command in COMMANDS.items()} == {
        name: set() for name in COMMANDS
    }


@pytest.mark.parametrize(
    "words",
    [("simulate", "tiny", "--csv", "OUT", "--html", "OUT"), ("verify", "tiny", "--junit", "OUT", "--sarif", "OUT"),
     ("ambiguities", "tiny", "--sarif", "OUT", "--html", "OUT")],
    ids=lambda words: words[0],
)  # fmt: skip
def test_one_file_for_two_results_is_refused_before_the_work(hoyle, folder, words):
    given = [str(folder / f"{w}.hoyle") if w in FILES else w.replace("OUT", str(folder / "out")) for w in words]
    code, out, err = hoyle(*given, "--force")
    assert (code, out, "named twice" in err) == (2, "", True)
    assert not (folder / "out").exists()
