"""A rulebook's text, cut into places: headings of every kind, sentences, lists; and the rule file that is begun so."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hoyle.api import load
from hoyle.editor.analysis import Analyst
from hoyle.editor.format.formatter import format_text
from hoyle.start.begin import of_rulebook
from hoyle.start.rulebook_text import LONGEST_HEADING, cut

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
