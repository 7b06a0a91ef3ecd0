"""Which name stands where: all are found, each stands for what it says, and sections that stayed are parsed once."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import pairwise

import pytest

from hoyle.editor.analysis import Analysis, Analyst
from hoyle.editor.format.clauses import clauses_of
from hoyle.editor.format.guards import bare
from hoyle.editor.names.occurrences import index_of
from hoyle.editor.names.symbols import Index
from spec.text.parse import Kept, parse
from tests.editor.disturb import edited
from tests.editor.small import SMALL, analysed, at
from tests.editor.test_format import FILES, RANDOM, drawn
from tests.everyday import FULL

UNKNOWN = {"place_group", "place_straight", "turned_round", "turns_skipped", "red", "putt"}
"""Names that stand for what no line introduces: moves of one shape, fields of the language; `red` is of two lists,
and `putt` is a mistake."""


def missed(text: str, index: Index) -> Iterator[str]:
    """The names that the index does not have."""
    found = {one.span.start for one in index.occurrences}
    for word in (word for clause in clauses_of(text) for word in clause.words):
        if word.kind == "NAME" and word.start not in found:
            yield word.text


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_name_is_found(path):
    text = path.read_text(encoding="utf-8")
    file, _ = parse(text)
    index = index_of(text, file)
    assert set(missed(text, index)) <= UNKNOWN
    for one in index.occurrences:
        if one.symbol.kind != "place":
            written = text[one.span.start : one.span.end]
            assert one.symbol.name in (written, f"{written}s")


def test_numbers_of_a_shape_made_of_parts_are_found():
    shape = "shape some: set of dealt cards of each of 2 to dealt ranks in a run and dealt other cards\n\n"
    text = SMALL.replace("ends:\n", f"{shape}ends:\n")
    assert set(missed(text, index_of(text, parse(text)[0]))) == set()


def test_a_name_that_is_not_found_is_seen():
    file, _ = parse(SMALL)
    index = index_of(SMALL, file)
    fewer = Index(tuple(one for one in index.occurrences if one.symbol.name != "mood"))
    assert set(missed(SMALL, fewer)) == {"mood"}


@pytest.mark.parametrize(("write", "seed"), RANDOM)
def test_names_of_random_files_stand_for_something(write, seed):
    analysis = Analyst("drawn").analyse(drawn(write, seed))
    spans = [one.span for one in analysis.index.occurrences]
    assert all(a.end <= b.start for a, b in pairwise(spans))
    assert analysis.index.symbols


def introduced_at(analysis: Analysis, offset: int) -> list[str]:
    found = analysis.index.at(offset)
    assert found is not None
    return [
        analysis.text.line(analysis.text.position(span.start)[0]).strip()
        for span in analysis.introductions(found.symbol)
    ]


@pytest.mark.parametrize(
    ("place", "line"),
    [
        ("when fi$0ts(c)", 'define fits(c: card) @ "Play/1": pile is empty or suit of c is suit of top of pile'),
        ("precedence in_an$0ger", 'forbid in_anger @ "Play/2" when mood is angry and size of hand of mover > 1'),
        ("mood becomes ca$0lm", 'mood as "temper": calm | angry, starts at calm'),
        ("at tu$0rn when", 'choice turn @ "Play/1": mover does play'),
        ("beginner is eld$0est", 'reading eldest "player 2"'),
        ("score of p$0", 'out @ "Play/3" at turn when hand of mover is empty: every player p scores score of p'),
        ("move c$0 to", 'move play(c: card from hand of mover) as "lay":'),
        ('"Deal$0/2"', '"Deal" 1..2'),
        ("at tur$0n\n", 'choice turn @ "Play/1": mover does play'),
        ("deal deal$0t from", "number dealt: 1 to 3, usually 2"),
    ],
)
def test_where_a_name_is_introduced(place, line):
    assert introduced_at(analysed(), at(place)) == [line]


def test_variables_of_one_name_are_told_apart():
    text = SMALL + '\nclaim some_card @ "Play/1": sometimes some c in pile with c is red\n'
    index = analysed(text).index
    assert len({one.symbol for one in index.occurrences if one.symbol.name == "c"}) == 3


@pytest.mark.parametrize("path", FILES[::6], ids=lambda path: path.stem)
def test_a_text_that_is_parsed_in_parts_is_parsed_as_a_whole(path):
    text, kept, rng = path.read_text(encoding="utf-8"), Kept(), random.Random(path.stem)
    for _ in range(12 if FULL else 5):
        one, two = parse(text, kept), parse(text)
        assert (bare(one[0].sections), one[1]) == (bare(two[0].sections), two[1])
        assert repr(one[0].sections) == repr(two[0].sections)  # places and all
        text = edited(text, rng)


def test_a_section_that_is_kept_for_another_text_is_seen():
    kept = Kept()
    parse(SMALL, kept)
    whole = next(key for key in kept.sections if key[0].startswith("move"))
    kept.sections[whole] = next(entry for key, entry in kept.sections.items() if key[0].startswith("zones"))
    assert bare(parse(SMALL, kept)[0].sections) != bare(parse(SMALL)[0].sections)
