"""A little of the fuzz run, and what it found before. `make fuzz` runs all of it."""

import subprocess
import sys
from pathlib import Path

import pytest

from hoyle.commands.cli import main as hoyle
from tests.fuzz import __main__ as fuzz
from tests.fuzz.changes import clean, in_order
from tests.fuzz.commands import TARGETS
from tests.fuzz.texts import hostile

FOUND = sorted((Path(__file__).parent / "found").glob("*.hoyle"))


def test_texts_and_changes_are_the_same_by_their_seed():
    assert [hostile(3, n) for n in range(40)] == [hostile(3, n) for n in range(40)]
    assert clean(3, 1) == clean(3, 1)
    assert len({hostile(3, n) for n in range(40)}) > 30


def test_a_few_texts_and_one_changed_rule_file(tmp_path: Path):
    # The machine may have much else to do: ten times as long is allowed. In a process of its own, since it forks.
    words = ["--texts", "150", "--mutants", "1", "--seed", "5", "--slack", "10", "--only", "check,verify,interpreter"]
    command = [sys.executable, "-m", "tests.fuzz", *words, "--out", str(tmp_path)]
    first, again = (subprocess.run(command, capture_output=True, text=True, check=False) for _ in range(2))
    assert (first.returncode, again.returncode) == (0, 0), first.stdout
    assert "150 texts and 1 mutants" in again.stdout.splitlines()[-4]


@pytest.mark.parametrize("path", FOUND, ids=lambda path: path.stem)
def test_what_was_found_before(path: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    assert in_order(path.read_text(encoding="utf-8"))
    for target in TARGETS:
        assert hoyle(["export", str(path), "--to", target, "--out", str(tmp_path / target), "--games", "5"]) == 0


# ---------------------------------------------------------------- a fault of each kind is seen


def broken(text: str) -> None:
    """Stands in for what reads a text: of one kind it raises, another it does not come to an end with."""
    if "raise" in text:
        raise RecursionError("planted")
    while "hang" in text:
        pass


@pytest.mark.parametrize(("planted", "kind"), [("raise", "traceback"), ("hang", "overrun")])
def test_a_planted_fault_is_found(planted: str, kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(fuzz, "checked", broken)
    monkeypatch.setattr(fuzz, "SOON", 0.5)
    monkeypatch.setattr(fuzz, "hostile", lambda seed, number: planted if number == 2 else "fine")
    assert fuzz.main(["--texts", "4", "--mutants", "0", "--out", str(tmp_path)]) == 1
    (told,) = tmp_path.glob("*.txt")
    assert told.name.startswith(f"{kind}-check-text2")
    assert told.with_suffix(".hoyle").read_text(encoding="utf-8") == planted
