"""The demo: a hand, a refusal that names its clause, and a verdict; and what `make demo` installs."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from hoyle.commands import demo

ROOT = Path(__file__).resolve().parents[2]


def test_a_hand_a_refusal_and_a_verdict(hoyle, monkeypatch):
    monkeypatch.setattr(demo, "BUDGET", 3)
    code, out, _ = hoyle("demo")
    assert code == 0
    hand, _, verdict = out.partition("$ hoyle verify leduc_poker --budget 3\n")
    assert "player 1 > raise\n    Player 1 may not: " in hand
    assert "Bets/4" in hand
    assert len(hand.splitlines()) <= 12
    assert "Leduc Poker" in verdict
    assert "\nNow you: hoyle play leduc_poker." in verdict
    assert len(verdict.splitlines()) <= 36


@pytest.mark.parametrize(("verdict", "code"), [(0, 0), (1, 1), (3, 0), (4, 4)])
def test_what_is_unknown_is_shown_and_is_no_failure_of_the_demo(hoyle, monkeypatch, verdict, code):
    monkeypatch.setattr("hoyle.commands.verify.run", lambda _: verdict)
    assert hoyle("demo")[0] == code


def would(goal: str, tmp_path: Path) -> str:
    """What `make` would do for a goal in a fresh clone."""
    words = ["make", "-n", goal, f"VENV={tmp_path / 'fresh'}"]
    return subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=True).stdout


def test_the_demo_installs_no_development_tools(tmp_path):
    assert "[dev]" not in would("demo", tmp_path)
    assert would("test", tmp_path).index("--editable .") < would("test", tmp_path).index("[dev]")
