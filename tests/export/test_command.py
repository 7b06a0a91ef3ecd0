"""`hoyle export`: what it writes, what it refuses, and what it says."""

import re
import shutil
import subprocess
import sys

import pytest

from engine.python.module import python_of
from engine.targets import target_python
from engine.targets.registry import TARGETS, files_of
from hoyle.commands.cli import main
from tests.export.harness import RULES


def test_the_page_names_a_rule_file_as_it_was_given(tmp_path, monkeypatch):
    shutil.copy(RULES / "leduc_poker" / "leduc_poker.hoyle", tmp_path / "mine.hoyle")
    monkeypatch.chdir(tmp_path)
    assert main(["export", "mine.hoyle", "--to", "python", "--out", "out"]) == 0
    assert "hoyle export mine.hoyle --to python" in (tmp_path / "out" / "README.md").read_text(encoding="utf-8")


def test_it_writes_a_module_and_a_page_about_it(tmp_path, capsys):
    assert main(["export", "leduc_poker", "--to", "python", "--out", str(tmp_path / "new" / "folder")]) == 0
    folder = tmp_path / "new" / "folder"
    assert sorted(p.name for p in folder.iterdir()) == ["README.md", "leduc_poker.py"]
    page = (folder / "README.md").read_text(encoding="utf-8")
    assert "hoyle export leduc_poker --to python" in page
    assert "players are counted from 0, in the terminal and the rule file from 1" in page
    assert "5 random games" in page
    for text in (page, (folder / "leduc_poker.py").read_text(encoding="utf-8")):
        assert str(tmp_path) not in text
        assert not re.search(r"/(work|home|root|tmp)/", text)
    code = re.search(r"```python\n(.*?)```", page, re.DOTALL)
    assert code is not None
    done = subprocess.run([sys.executable, "-c", code[1]], cwd=folder, capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1].startswith("(")
    assert "leduc_poker.py" in capsys.readouterr().out


def test_readings_and_rulings_are_told(tmp_path):
    options = ["--reading", "ace=high", "--players", "2", "--to", "python", "--out", str(tmp_path)]
    assert main(["export", "corners", *options]) == 0
    page = (tmp_path / "README.md").read_text(encoding="utf-8")
    assert "players 2" in page
    assert "**ace** (Turn/5): Is an ace the lowest card or the highest? the highest, above the King." in page
    assert "--set ace=high" in page


def test_nothing_is_overwritten_unasked(tmp_path, capsys):
    (tmp_path / "README.md").write_text("mine", encoding="utf-8")
    assert main(["export", "leduc_poker", "--to", "python", "--out", str(tmp_path)]) == 2
    assert "--force" in capsys.readouterr().err
    assert [p.name for p in tmp_path.iterdir()] == ["README.md"]
    assert main(["export", "leduc_poker", "--to", "python", "--out", str(tmp_path), "--force"]) == 0
    assert (tmp_path / "README.md").read_text(encoding="utf-8") != "mine"


def test_a_wrong_target_lists_the_right_ones(tmp_path, capsys):
    assert main(["export", "leduc_poker", "--to", "cobol", "--out", str(tmp_path)]) == 2
    shown = capsys.readouterr().err
    assert all(name in shown for name in TARGETS)
    with pytest.raises(KeyError):
        files_of("cobol")


def test_a_rule_file_with_mistakes_is_not_exported(tmp_path, capsys):
    path = tmp_path / "wrong.hoyle"
    path.write_text(
        (RULES / "leduc_poker" / "leduc_poker.hoyle").read_text(encoding="utf-8").replace("raises", "rises", 1)
    )
    assert main(["export", str(path), "--to", "python", "--out", str(tmp_path / "out")]) == 1
    assert "error" in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


def test_an_engine_that_differs_is_not_written(tmp_path, capsys, monkeypatch):
    honest = python_of
    monkeypatch.setattr(target_python, "python_of", lambda *a: honest(*a).replace(">> 27", ">> 26"))
    assert main(["export", "leduc_poker", "--to", "python", "--out", str(tmp_path / "out")]) == 1
    assert "does not agree" in capsys.readouterr().err
    assert not (tmp_path / "out").exists()
