"""Sentences are found again in the text that they were cut from."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hoyle.coverage.cut import cut
from hoyle.coverage.lines import placed
from hoyle.proofread.text import book
from tests.proofread.planted import BOOKS, clean

TEXT = "# A\n\n  - One  two.  Three\n    four. **Five** six.\r\n\x0cSix. Seven.\n"
NAMES = sorted(path.stem for path in BOOKS.glob("*.txt"))


def test_lines_and_columns_are_those_of_editors():
    found = [(one.text, one.line, one.column) for one in placed(TEXT, cut(TEXT))]
    assert found == [
        ("One two.", 3, 5), ("Three four.", 3, 16), ("Five six.", 4, 13), ("Six.", 5, 2), ("Seven.", 5, 7)
    ]  # fmt: skip


@pytest.mark.parametrize("name", NAMES)
def test_each_sentence_begins_where_it_is_said_to(name):
    text = clean((BOOKS / f"{name}.txt").read_text(encoding="utf-8"))
    lines = text.split("\n")
    for one in book(text).sentences:
        if not lines[one.line - 1].startswith("|"):
            assert lines[one.line - 1][one.column - 1 :].startswith(one.text.split()[0].strip('"(“')), one


@given(st.text(alphabet="aB. \n\r#-|\t\x0c\u2028", max_size=200))
def test_any_sentence_has_a_place_in_the_text(text):
    for one in placed(text, cut(text)):
        assert 1 <= one.line <= text.count("\n") + text.count("\r") + 1
        assert one.column >= 1
