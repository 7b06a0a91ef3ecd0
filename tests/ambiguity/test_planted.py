"""Known answers: in each small rule file the finder finds the planted defect, and in its clean twin nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from hoyle.ambiguity.run import find
from hoyle.files import lower, parse_file
from tests.ambiguity.planted import PLANTED, Planted
from verify.ambiguity.context import Plan
from verify.ambiguity.finding import Finding

PLAN = Plan(seconds=30.0, seed=3, games=24, greedy=2, tables=10, games_each=2)


def findings(text: str, folder: Path, plan: Plan = PLAN) -> tuple[Finding, ...]:
    """What the finder says of a rule text."""
    path = folder / "small.hoyle"
    path.write_text(text)
    loaded = lower(parse_file(path))
    assert loaded.game is not None, [d.message for d in loaded.diagnostics]
    return find(loaded, loaded.game, {}, plan, kept=False).findings


def told(found: tuple[Finding, ...]) -> list[str]:
    return [f"{f.kind} {f.subject}: {f.sentence} {f.reason}" for f in found]


@pytest.mark.parametrize("planted", PLANTED, ids=lambda p: p.kind)
def test_finds_exactly_what_is_planted(planted: Planted, tmp_path: Path) -> None:
    found = findings(planted.bad, tmp_path)
    assert {f.kind for f in found} == {planted.kind}, told(found)
    assert any(planted.subject in f.subject for f in found), told(found)
    assert all(f.standing != "unknown" for f in found), told(found)


@pytest.mark.parametrize("planted", PLANTED, ids=lambda p: p.kind)
def test_says_nothing_of_the_twin(planted: Planted, tmp_path: Path) -> None:
    left = [f for f in findings(planted.clean, tmp_path) if f.kind != "ruling" and not f.settled]
    assert left == [], told(tuple(left))
