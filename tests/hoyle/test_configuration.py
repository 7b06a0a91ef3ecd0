"""The settings file: what it sets, what outranks it, and how its mistakes are told."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from hoyle.sources.configuration import line_of, nearest
from tests.hoyle.rules import write


@pytest.fixture(name="folder")
def a_folder_of_a_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    write(tmp_path)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def settle(folder: Path, text: str, name: str = "hoyle.toml") -> None:
    (folder / name).write_text(text, encoding="utf-8")


def played(hoyle, *words: str) -> dict[str, object]:
    code, out, err = hoyle("simulate", "duel.hoyle", "--games", "2", "--json", *words)
    assert (code, err) == (0, "")
    found: dict[str, object] = json.loads(out)
    return found


@pytest.mark.parametrize(("name", "table"), [("hoyle.toml", ""), ("pyproject.toml", "[tool.hoyle]\n")])
def test_a_file_sets_and_the_command_line_outranks_it(hoyle, folder, name, table):
    settle(folder, table + "seed = 7\njobs = 1\n", name)
    assert played(hoyle)["seed"] == 7
    assert played(hoyle, "--seed", "3")["seed"] == 3


def test_hoyle_toml_outranks_pyproject_and_a_folder_above_is_read(hoyle, folder, monkeypatch):
    settle(folder, "[tool.hoyle]\nseed = 7\n", "pyproject.toml")
    (folder / "inner").mkdir()
    monkeypatch.chdir(folder / "inner")
    assert nearest(Path.cwd()).options == {"seed": "7"}
    settle(folder, "seed = 8\n")
    assert nearest(Path.cwd()).options == {"seed": "8"}


def test_a_pyproject_without_a_table_is_passed_over(folder):
    settle(folder, "[tool.other]\nseed = 7\n", "pyproject.toml")
    assert nearest(folder).options == {}


def test_settings_of_a_game(hoyle, folder):
    settle(folder, '[settings.duel]\nheld = 3\nedition = "short"\n[settings.other]\nheld = 9\n')
    code, out, _ = hoyle("check", "duel.hoyle", "--stage", "ir")
    assert (code, "held" in out) == (0, True)
    own = hoyle("check", "duel.hoyle", "--stage", "ir", "--set", "held=3", "--edition", "short")[1]
    assert out == own != hoyle("check", "duel.hoyle", "--stage", "ir", "--set", "held=1")[1]


def test_the_help_names_the_file(hoyle, folder):
    settle(folder, "budget = 9\nseed = 7\n")
    out = hoyle("verify", "--help")[1]
    assert f"from {folder / 'hoyle.toml'}:" in out
    assert "budget 9" in out
    assert "from" not in hoyle("explain", "--help")[1].partition("exit codes:")[2]


def test_play_keeps_drawing_its_own_seed(hoyle, folder):
    settle(folder, "seed = 7\n")
    assert "seed 7" not in hoyle("play", "--help")[1]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("budget = \n", "hoyle.toml is no TOML: "),
        ("\nbugdet = 9\n", "hoyle.toml:2: there is no setting `bugdet`; did you mean `budget`?"),
        ("seed = 1\nbudget = -1\n", "hoyle.toml:2: budget: `-1` is no number of seconds"),
        ("seed = true\n", "hoyle.toml:1: `seed` must be a number or a text"),
        ("seed = [1]\n", "hoyle.toml:1: `seed` must be a number or a text"),
        ("settings = 3\n", "hoyle.toml:1: write the settings of a game in a table of its own"),
        ("[settings]\nheld = 3\n", "hoyle.toml:2: write the settings of a game in a table of its own"),
        ("[settings.duel]\nplayers = 2\nheld = {}\n", "hoyle.toml:3: `held` must be a number or a text"),
        ("[settings.duel]\nheld = 9\n", "goes from 1 to 3 (settings of this game stand in "),
        ("[settings.duel]\nhold = 2\n", "there is no setting `hold`"),
        (f"seed = {'9' * 5000}\n", "hoyle.toml cannot be read: a number is too long"),
        (f"seed = 0x{'f' * 5000}\n", "hoyle.toml:1: `seed` must be a number or a text"),
        (f"seed = {'[' * 5000}\n", "hoyle.toml cannot be read: "),
    ],
)
def test_a_mistake_is_told_with_its_line(hoyle, folder, text, said):
    settle(folder, text)
    code, out, err = hoyle("verify", "duel.hoyle", "--games", "1", "--budget", "5")
    assert (code, out, said in err) == (2, "", True)
    assert err.startswith("hoyle: ")
    assert len(err.splitlines()) == 1


def test_the_line_of_a_key():
    text = 'seed = 1\n[settings."duel"]\n  held = 2\n[settings.other]\nheld = 3\nb.c = 4\n'
    assert [line_of(text, "held", game) for game in ("duel", "other", "none")] == [3, 5, 1]
    assert [line_of(text, key) for key in ("seed", "duel", "b")] == [1, 2, 6]


def test_a_file_that_an_editor_marked_as_unicode_is_read(hoyle, folder):
    settle(folder, "\ufeffseed = 7\n")
    assert played(hoyle)["seed"] == 7
