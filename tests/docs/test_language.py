"""Every rule text of the language reference loads without errors, and the reference names every section."""

from pathlib import Path

import pytest

from spec.text.parse import SECTIONS
from tests.cases.harness import fences, outcome

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "reference" / "language.md").read_text(encoding="utf-8")
TEXTS = [f for f in fences(PAGE) if f.info.startswith("hoyle")]


def line_of(start: int) -> str:
    return f"line {PAGE.count(chr(10), 0, start) + 1}"


@pytest.mark.parametrize("fence", TEXTS, ids=lambda f: line_of(f.start))
def test_rule_text_loads(fence):
    came = outcome(fence.body, fence.info)
    assert came.lines() == "nothing\n"
    assert came.game is not None


def test_the_page_has_a_text_for_every_section():
    shown = {line.split()[0].rstrip(":") for f in TEXTS for line in f.body.splitlines() if line and line[0].isalpha()}
    assert set(SECTIONS) <= shown


def test_a_faulty_text_would_be_found():
    assert outcome("define x(p: player): size of hnad of p\n", "hoyle with prelude").lines() != "nothing\n"
