"""A rulebook's text, cut into places: headings of every kind, sentences, lists; and the rule file that is begun so."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hoyle.api import load
from hoyle.coverage.cut import LONGEST_HEADING, cut
from hoyle.editor.analysis import Analyst
from hoyle.editor.format.formatter import format_text
from hoyle.start.begin import of_rulebook

BOOK = """\
The game of Thirds is for two.

# Setup

Shuffle the deck, e.g. twice. Deal each player
three cards (the hand). "Who deals?" The eldest.

2. Play
=======

- Lay a card.
- Or pass.
1) Never both. No. 3 is wild.

END OF THE GAME

Whoever has no cards wins!
"""


def test_a_rulebook_is_cut_into_sentences():
    assert [(one.place, one.text) for one in cut(BOOK)] == [
        ("Beginning/1", "The game of Thirds is for two."),
        ("Setup/1", "Shuffle the deck, e.g. twice."),
        ("Setup/2", "Deal each player three cards (the hand)."),
        ("Setup/3", '"Who deals?"'),
        ("Setup/4", "The eldest."),
        ("Play/1", "Lay a card."),
        ("Play/2", "Or pass."),
        ("Play/3", "Never both."),
        ("Play/4", "No. 3 is wild."),
        ("END OF THE GAME/1", "Whoever has no cards wins!"),
    ]


def test_headings_of_one_name_are_told_apart():
    assert [one.place for one in cut("# Play\n\nOne.\n\n# Play\n\nTwo.\n")] == ["Play/1", "Play (2)/1"]


@given(st.text(alphabet='aB. \n#"=-/1🂡\x00\u2028', max_size=200))
def test_any_text_makes_a_rule_file(text):
    sentences = cut(text)
    assert len({one.place for one in sentences}) == len(sentences)
    assert all(one.text and "\n" not in one.text and len(one.heading) <= LONGEST_HEADING + 5 for one in sentences)


@pytest.mark.parametrize("text", [BOOK, "One.", 'A "b" # c.\n\n# "x"/y "\n\nd.', "# \x1b[1m\n\n\u202ex."])
def test_what_is_begun_can_be_read_and_played(text, tmp_path):
    sentences = cut(text)
    path = tmp_path / "game.hoyle"
    path.write_text(of_rulebook(sentences, "Thirds", 'my "book"'), encoding="utf-8")
    game = load(path)
    assert {found.code for found in Analyst("new").analyse(path.read_text(encoding="utf-8")).diagnostics} <= {
        "W0702", "W0703"
    }  # fmt: skip
    assert game.simulate(5).unfinished == 0
    assert [one.place for one in sentences] == [one.place for one in game.rules.citations]
    written = path.read_text(encoding="utf-8")
    assert format_text(written) == written
    assert all(one.text.split()[0] in written for one in sentences)


@pytest.mark.parametrize(
    ("text", "places"),
    [
        ("One. Two.\n\nThree.\n", ["1/1", "1/2", "2/1"]),
        ("  \u2022 Setup\n\n    Deal.\n\n  \u2022 Play\n\n    Lay.\n", ["Setup/1", "Play/1"]),
        ("1. Parts \u00b6\n- Cards.\n5a. More \u00b6\nDice.\n", ["Parts/1", "More/1"]),
        ("Examples:\n\nOne.\n", ["1/1", "2/1"]),
        ("# A\n\n| a | b |\n|---|---|\n| c | d |\n", ["A/1"]),
    ],
)
def test_headings_are_known_however_they_are_written(text, places):
    assert [one.place for one in cut(text)] == places


def test_headings_keep_their_numbers():
    assert [one.chapter for one in cut("5a. More \u00b6\nDice.\n\nII. Less \u00b6\n\nNone.\n")] == ["5a", "II"]


def test_a_heading_that_another_was_numbered_as_is_a_place_of_its_own():
    text = "# Setup\n\nOne.\n\n# Setup (2)\n\nTwo.\n\n# Setup\n\nThree.\n"
    assert [one.place for one in cut(text)] == ["Setup/1", "Setup (2)/1", "Setup (3)/1"]


def test_sentences_of_other_languages_are_cut():
    text = "Geben Sie. \u00dcber alles. \u00c9talez.\n\n\u53d1\u724c\u3002\u8ba1\u5206\u3002\n"
    assert [one.place for one in cut(text)] == ["1/1", "1/2", "1/3", "2/1", "2/2"]


@pytest.mark.parametrize("line", [" " * 100_000 + "a", "# a" + " " * 100_000 + "b", ("-" * 50_000 + " ") * 2 + "a"])
def test_a_long_line_is_cut_at_once(line):
    assert len(cut(line)) <= 1
