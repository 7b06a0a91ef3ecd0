"""Walks over the IR and the syntax, which pass over what can hold nothing, find what a plain look finds."""

from __future__ import annotations

import random
from dataclasses import fields, is_dataclass
from pathlib import Path

import pytest

from spec import syntax as s
from spec.ir import nodes as ir
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
    made = tuple(moved(section, 8) for section in before)
    assert repr(made) == repr(after)
    for kind in (s.Name, s.Word, s.Head, s.Becomes):
        assert {id(node) for node in of_class(made, kind)} == {id(n) for n in nodes(made) if type(n) is kind}


def test_every_node_that_names_a_declaration_is_known():
    known = {**references._ONE, **references._SEVERAL}
    holding = {*references.EVERY, *(f"{kind}s" for kind in references.EVERY)}
    for kind in (kind for kind in vars(ir).values() if isinstance(kind, type) and is_dataclass(kind)):
        named = {f.name for f in fields(kind) if f.name in holding and f.type in ("str", "tuple[str, ...]")}
        if kind is not ir.Laid:  # where a zone lies on the table means nothing
            assert named <= {known[kind][1]} if kind in known else not named, kind
    assert all(field in {f.name for f in fields(kind)} for kind, (_, field) in known.items())  # type: ignore[arg-type]
