"""Planted flaws are found, clean twins are left in peace, and the page says by what measure."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.proofread.planted import FOLDERS, clean, flawed, measure, planted

PAGE = Path(__file__).resolve().parents[2] / "docs" / "how-to" / "rulebook.md"


@pytest.mark.parametrize(("told", "folder"), FOLDERS.items())
def test_the_flaws_are_planted(told, folder):
    flaws = planted(folder)
    many = {"tuned on": 70, "held out": 30, "seventh, tuned on later": 24, "eighth, held out": 20}.get(told, 25)
    assert len(flaws) == many
    for name in {flaw.book for flaw in flaws}:
        text = (folder / f"{name}.txt").read_text(encoding="utf-8")
        own = [flaw for flaw in flaws if flaw.book == name]
        assert sorted(int(flaw.number) for flaw in own) == list(range(1, len(own) + 1))
        assert all(text.count(f"{{{{{flaw.number}:") >= 1 for flaw in own)
        assert all(
            any(words.casefold() in " ".join(flawed(text).casefold().split()) for words in flaw.at.split(" or at "))
            for flaw in own
        )
        assert "{{" not in flawed(text) + clean(text)


@pytest.mark.parametrize(("told", "folder"), FOLDERS.items())
def test_as_many_are_found_as_the_page_says_and_as_few_others(told, folder):
    row = re.search(rf"\| {told} \| (\d+) of \d+ \| (\d+) \| (\d+) \|", PAGE.read_text(encoding="utf-8"))
    assert row is not None
    found, others, on_clean = map(int, row.groups())
    got = measure(folder)
    assert len(got.found) >= found
    assert len(got.others) <= others
    assert len(got.on_clean) <= on_clean
