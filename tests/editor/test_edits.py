"""Formatting as edits, and of a part: it changes no section that is not touched, and the rules stay the same."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import pytest

from hoyle.editor.format import edits as module
from hoyle.editor.format.edits import applied, edits_of, edits_within
from hoyle.editor.format.formatter import format_text
from hoyle.editor.format.guards import Broken
from tests.editor.disturb import with_comments, with_other_blanks
from tests.editor.small import SMALL, analysed

HEARTS = (Path(__file__).resolve().parents[2] / "rules/hearts/hearts.hoyle").read_text(encoding="utf-8")
TEXT = 'game "G":\n  players  2\n  deck standard\n\nzones:\n    a:set\n    b: set\n\nstate:\n  n:0 to 3\n'


@pytest.mark.parametrize("seed", range(4))
def test_all_edits_format_a_text(seed: int) -> None:
    text = with_comments(with_other_blanks(HEARTS, seed), seed)
    assert applied(text, edits_of(text)) == format_text(text)


def test_a_formatted_text_has_no_edits() -> None:
    assert edits_of(format_text(HEARTS)) == ()


def test_only_the_sections_touched_are_formatted() -> None:
    at = TEXT.index("b: set")
    assert applied(TEXT, edits_within(TEXT, at, at)) == TEXT.replace("    a:set\n    b: set", "  a: set\n  b: set")


@pytest.mark.parametrize("seed", range(12))
def test_any_part_can_be_formatted(seed: int) -> None:
    text = with_comments(with_other_blanks(HEARTS, seed), seed)
    start, end = sorted(random.Random(seed).choices(range(len(text)), k=2))
    found = edits_within(text, start, end)  # its guards hold
    assert set(found) <= set(edits_of(text))


def test_a_part_that_says_something_else_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    at = TEXT.index("b: set")
    good = module._by_section(TEXT)
    assert good[2][1]
    bad = [(own, [replace(edit, text=edit.text.replace("b:", "c:")) for edit in edits]) for own, edits in good]
    monkeypatch.setattr(module, "_by_section", lambda text: bad)
    with pytest.raises(Broken):
        edits_within(TEXT, at, at)


def test_a_long_section_is_replaced_as_a_whole():
    text = SMALL + "   # a note\n" * 2_000
    edits = edits_of(text)
    assert applied(text, edits) == format_text(text)
    assert len(edits) == 1


def uncited(listed: str) -> list[str]:
    text = SMALL.replace('"Play" 1..3', f'"Play" 1..3\n{listed}')
    return [one.message for one in analysed(text).diagnostics if one.code == "W0703"]


def test_places_that_nothing_cites_are_told_once_a_heading():
    assert uncited('  "Z" 1..3, 5, 9..10\n  "Play" 4\n  "Y" 7') == [
        "nothing in this file cites 6 places of `Z`: 1..3, 5, 9..10",
        "nothing in this file cites `Play/4`",
        "nothing in this file cites `Y/7`",
    ]
    assert uncited(f'  "Z" {", ".join(map(str, range(1, 60, 2)))}')[0].endswith("11, 13, 15 and 22 more")


def test_headings_that_nothing_cites_are_told_up_to_some_number():
    told = uncited("\n".join(f'  "Z{n}" 1..2' for n in range(510)))
    assert len(told) == 501
    assert told[-1] == "nor does anything cite 20 places that are listed from here on"
