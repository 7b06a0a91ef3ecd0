"""Walks over the IR and the syntax, which pass over what can hold nothing, find what a plain look finds."""

from __future__ import annotations

import inspect
import random
import re
from dataclasses import fields, is_dataclass
from pathlib import Path

import pytest

from spec import syntax as s
from spec.ir import references
from spec.ir.walk import children, walk
from spec.lower.game import lower_file
from spec.syntax_walk import moved, nodes, of_class, words, words_in
from spec.text.parse import parse
from spec.text.source import Span

RULES = sorted((Path(__file__).resolve().parents[2] / "rules").glob("*/*.hoyle"))


def plainly(value: object) -> list[object]:
    """The nodes in a field's value."""
    if isinstance(value, tuple):
        return [found for item in value for found in plainly(item)]
    return [value] if is_dataclass(value) and not isinstance(value, Span) else []


@pytest.mark.parametrize("path", RULES[::6], ids=lambda path: path.stem)
def test_nothing_is_left_out(path):
    file, _ = parse(path.read_text(encoding="utf-8"))
    game, _ = lower_file(file)
    for node in walk(game):
        there = [f.name for f in fields(node) if "apart" not in f.metadata]  # type: ignore[arg-type]
        assert children(node) == [found for name in there for found in plainly(getattr(node, name))]
    for kind in (s.Name, s.Word, s.Head, s.Becomes):
        found = {id(node) for node in nodes(file.sections) if type(node) is kind}
        assert {id(node) for node in of_class(file.sections, kind)} == found
    assert words_in(file.sections) == words(file.sections)


def test_a_section_that_is_moved_is_read_as_where_it_stands_now():
    text = random.Random(1).choice(RULES).read_text(encoding="utf-8")
    before, after = parse(text)[0].sections, parse("# noted\n" + text)[0].sections
    assert repr(tuple(moved(section, 8) for section in before)) == repr(after)


def test_every_class_that_names_something_is_asked():
    matched = set(re.findall(r"ir\.(\w+)\(", inspect.getsource(references.references)))
    assert matched == {each.__name__ for each in references._NAMING}
