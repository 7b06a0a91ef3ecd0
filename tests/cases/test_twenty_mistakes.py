"""A draft with many mistakes of different kinds: one reading of it names each at its line, and nothing else."""

import re

from spec.diagnostics.codes import CODES
from spec.text.source import Text
from tests.cases.harness import HERE, outcome

DRAFT = (HERE / "twenty_mistakes.hoyle").read_text(encoding="utf-8")
MARK = re.compile(r"# !([EW]0\d{3})$")


def found_in(text: str) -> list[tuple[int, str]]:
    place = Text("draft", text).position
    return sorted((place(d.span.start)[0], d.code) for d in outcome(text).diagnostics)


def marks_of(text: str) -> list[tuple[int, str]]:
    lines = enumerate(text.split("\n"), start=1)
    return sorted((number, mark[1]) for number, line in lines if (mark := MARK.search(line)))


def test_each_mistake_is_named_at_its_line_and_nothing_else():
    assert found_in(DRAFT) == marks_of(DRAFT)


def test_the_mistakes_are_twenty_and_of_many_kinds():
    codes = [code for _, code in marks_of(DRAFT)]
    assert len(codes) >= 20
    assert len(set(codes)) >= 18
    assert set(codes) <= set(CODES)


def test_one_more_mistake_is_one_more_diagnostic():
    worse = DRAFT.replace("  late @", "  lete @ 7", 1)
    assert worse != DRAFT
    assert len(found_in(worse)) > len(found_in(DRAFT))
    assert found_in(worse) != marks_of(worse)
