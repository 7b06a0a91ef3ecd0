"""The pytest plug-in: rule files are collected, what is not well fails with a report, other tests stay alone."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.hoyle.rules import BROKEN, write
from tests.hoyle.test_verify import QUIET

ROOT = Path(__file__).resolve().parents[2]


def run(folder: Path, *words: str) -> str:
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-p", "no:xdist", *words]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False).stdout


@pytest.fixture(name="folder")
def a_folder_of_rules(tmp_path):
    rules = tmp_path / "rules"
    rules.mkdir()
    (tmp_path / "pytest.ini").write_text("[pytest]\nhoyle_games = 20\nhoyle_budget = 5\n")
    write(rules, QUIET, "quiet.hoyle")
    return tmp_path


def test_a_sound_game_passes(folder):
    told = run(folder, "-v", "rules")
    assert "rules/quiet.hoyle::reads PASSED" in told
    assert "rules/quiet.hoyle::example: one card PASSED" in told
    assert "rules/quiet.hoyle::claim: few PASSED" in told
    assert "rules/quiet.hoyle::no-gap: play PASSED" in told
    assert "failed" not in told


def test_what_is_not_well_fails_with_a_report(folder):
    wrong = QUIET.replace("size of heap <= 8", "size of heap <= 1").replace("legal lay(AH)", "illegal lay(AH)")
    write(folder / "rules", wrong, "quiet.hoyle")
    write(folder / "rules", BROKEN, "broken.hoyle")
    told = run(folder, "rules")
    assert "3 failed" in told
    assert "there is no name `hnad`" in told
    assert "lay(AH) should not be legal. Player 1 may" in told
    assert "refuted: the condition holds" in told
    assert "2. Player 2 lays" in told
    assert "again: hoyle replay" in told
    assert "Traceback" not in told
    assert ".py:" not in told


def test_settings_and_folders_come_from_the_ini_file(folder):
    (folder / "pytest.ini").write_text("[pytest]\nhoyle_settings =\n    players=3\n")
    told = run(folder, "rules")
    assert "players takes" in told or "1 failed" in told
    (folder / "pytest.ini").write_text("[pytest]\nhoyle_paths = elsewhere\n")
    assert "no tests ran" in run(folder)


def test_this_repository_collects_its_own_tests_alone():
    told = run(ROOT, "--collect-only", "-q", "tests/classics", "tests/editors")
    assert ".hoyle::" not in told
    assert "pigeon.hoyle::reads" in run(ROOT, "--collect-only", "-q", "rules/pigeon")
