"""Planted flaws are found, clean twins are left in peace, and the page says by what measure."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.proofread.planted import BOOKS, clean, flawed, measure, planted

PAGE = Path(__file__).resolve().parents[2] / "docs" / "how-to" / "rulebook.md"


@pytest.mark.parametrize("folder", [BOOKS, BOOKS / "held_out"], ids=["tuned", "held out"])
def test_fifty_flaws_are_planted(folder):
    flaws = planted(folder)
    assert len(flaws) == 50
    for name in {flaw.book for flaw in flaws}:
        text = (folder / f"{name}.txt").read_text(encoding="utf-8")
        own = [flaw for flaw in flaws if flaw.book == name]
        assert sorted(int(flaw.number) for flaw in own) == list(range(1, 11))
        assert all(text.count(f"{{{{{flaw.number}:") == 1 for flaw in own)
        assert all(
            any(words.casefold() in flawed(text).casefold() for words in flaw.at.split(" or at ")) for flaw in own
        )
        assert "{{" not in flawed(text) + clean(text)


@pytest.mark.parametrize(
    ("told", "folder", "least", "others", "on_clean"),
    [("tuned on", BOOKS, 50, 0, 0), ("held out", BOOKS / "held_out", 29, 4, 4)],
)
def test_planted_flaws_are_found_and_clean_twins_left_in_peace(told, folder, least, others, on_clean):
    got = measure(folder)
    assert len(got.found) >= least, got.missed
    assert len(got.others) <= others, got.others
    assert len(got.on_clean) <= on_clean, got.on_clean
    row = f"| {told} | {len(got.found)} of 50 | {len(got.others)} | {len(got.on_clean)} |"
    assert row in PAGE.read_text(encoding="utf-8"), row
