"""A rulebook's text, cut into places: headings of every kind, sentences, lists; and the rule file that is begun so."""

from __future__ import annotations

from time import perf_counter

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


@given(st.text(alphabet='aB. \n#"=-/1>|*:_<🂡\x00\u2028', max_size=200))
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


MARKDOWN = """\
> # Crow #
>
> ***Setup:***
> Shuffle. *Deal* 7 cards to **each** player. the [rest](x.html "y") is the `stock`.[^1]
>> "Who begins?" asked somebody.

**Scoring.**

Every card counts:

| Card | Points |
|:-----|-------:|
| Ace  | 11, or 1. You choose. |
| Ten \\* | 10 |

__2) Play__
* [ ] Draw.
+ <b>Lay</b> a card. <!-- or
two --> Say "Caw!" and pass.

[^1]: Face down &amp; hidden.
```
# Pile | Pile
```
"""


def test_markdown_is_read_without_its_marks():
    assert [(one.place, one.text) for one in cut(MARKDOWN)] == [
        ("Setup/1", "Shuffle."),
        ("Setup/2", "Deal 7 cards to each player."),
        ("Setup/3", "the rest is the stock."),
        ("Setup/4", '"Who begins?" asked somebody.'),
        ("Scoring/1", "Every card counts:"),
        ("Scoring/2", "Card: Ace; Points: 11, or 1."),
        ("Scoring/3", "You choose."),
        ("Scoring/4", "Card: Ten *; Points: 10"),
        ("Play/1", "Draw."),
        ("Play/2", "Lay a card."),
        ("Play/3", 'Say "Caw!" and pass.'),
        ("Play/4", "Face down & hidden."),
        ("Play/5", "# Pile | Pile"),
    ]


@pytest.mark.parametrize(
    ("text", "places"),
    [
        ("**Setup**\n\nDeal.\n\n**You must follow suit!**\nLay.", ["Setup/1", "Setup/2", "Setup/3"]),
        ("Setup:\nDeal.\nPlay:\nLay.\nYou win if:\n- out.\n", ["Setup/1", "Play/1", "Play/2", "Play/3"]),
        ("setup:\ndeal.\n\nend of the game:\ntwo cards.\n", ["setup/1", "end of the game/1"]),
        ("Aim\n  Win.\nTricks\n  Lay.\n", ["Aim/1", "Tricks/1"]),
        ("AIM\nWin.\nTRICKS\nLay.\n", ["AIM/1", "TRICKS/1"]),
        ("1) Aim\n  Win.\n2) Tricks\n  Lay.\nIII. Who wins?\nOne.", ["Aim/1", "Tricks/1", "Who wins?/1"]),
        ("\u00a7 1 Aim\n\nWin.\n\nSection 2: Tricks\nLay.\n\nA. More\nNo.\n", ["Aim/1", "Tricks/1", "More/1"]),
        ("1 Deal\n1.1 Each gets 6.\n1.2 The rest waits.\n\n2 Play\nLay.\n", ["Deal/1", "Deal/2", "Play/1"]),
        ("# Play\n\n1. Draw a card\n\n2. Lay a card\n\n3. End\n\nNext.\n", [f"Play/{n}" for n in (1, 2, 3, 4)]),
        ("# Play\n\nOn your turn:\n\n- Draw.\n", ["Play/1", "Play/2"]),
        ("**Deal:** Six. Two up.\n\n**Play.** One.\n\n**Note:** Fun.\n", ["Deal/1", "Deal/2", "Play/1", "Play/2"]),
        ("Deal: Six each.\n\nPlay: Lay one.\n\nNote: Fun.\n\nHave it.", ["Deal/1", "Play/1", "Play/2", "Play/3"]),
        ("Players: 3 or 4\nDecks: one\n\nPlay\n\nLay.\n", ["Beginning/1", "Beginning/2", "Play/1"]),
        ("Action: Set\n\nLay.\n\nAge: 8\n\nLay.\n", ["Action: Set/1", "Action: Set/2", "Action: Set/3"]),
        ("Deal: Six.\n\nThen play.\n\nLay one.", ["1/1", "2/1", "3/1"]),
        ("Deal six cards\nTurn one up\nThe oldest begins\n", ["1/1", "1/2", "1/3"]),
        ("| a | b |\n| c | d |\n", ["1/1", "1/2"]),
        ("Lay a | b.\n\nLay.\n---\nEnd.\n", ["1/1", "2/1", "3/1"]),
    ],
)  # fmt: skip
def test_headings_are_known_in_many_styles(text, places):
    assert [one.place for one in cut(text)] == places


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("Deal five.Then turn one up.", 2),
        ("Thirds is for two.A game is short.", 2),
        ("deal five.then turn one up.it is wild.", 3),
        ("The most is 21.Then it ends.", 2),
        ("Deal (all of them).(The rest waits.)", 2),
        ("Who wins?The eldest!Nobody else.", 3),
        ("Two players.5 cards each.", 2),
        ("deal five. then turn one up? it is wild! end.", 4),
        ("Put it on Pile D. Both draw.", 2),
        ("Either: \u2192 It is a 7. \u2192 It is an 8.", 2),
        ("Wait\u2026 Then lay.", 2),
        ("Cards etc. Then lay.", 2),
        # These are one.
        ("Lay a card, e.g. a King, i.e. a court, etc. and so on.", 1),
        ("Lay cards (aces, kings, etc.) of approx. 5 pts. each.", 1),
        ("Score 1.5 points on p. 5, see rules.txt, Zumzu.Dev or www.example.com/a.b, at 5 p.m. sharp.", 1),
        ("The U.S. deck by R. Abbott, vs. No. 5 of St. Louis.", 1),
        ('Shout "Uno!" when one is left... or say (quiet!) nothing.', 1),
        ("Ask a.b@example.com, or etc., Ace.", 1),
    ],
)
def test_sentences_are_cut_however_they_are_written(text, count):
    assert len(cut(text)) == count, [one.text for one in cut(text)]


@pytest.mark.parametrize(
    "text",
    ["." * 200_000, "<!--" * 100_000, "*a " * 100_000, "[" * 100_000, "| " * 100_000, " |\n" * 20_000, "e.g. " * 50_000,
     "aa.Bb" * 50_000, "> " * 50_000, "`_*" * 50_000, "<a " * 50_000, ".\"" * 100_000, "&" * 100_000, "1." * 100_000],
)  # fmt: skip
def test_a_text_of_marks_is_cut_at_once(text):
    begun = perf_counter()
    cut(text)
    assert perf_counter() - begun < 5


def test_headings_keep_their_numbers():
    assert [one.chapter for one in cut("5a. More \u00b6\nDice.\n\nII. Less \u00b6\n\nNone.\n")] == ["5a", "II"]


def test_a_heading_that_another_was_numbered_as_is_a_place_of_its_own():
    text = "# Setup\n\nOne.\n\n# Setup (2)\n\nTwo.\n\n# Setup\n\nThree.\n"
    assert [one.place for one in cut(text)] == ["Setup/1", "Setup (2)/1", "Setup (3)/1"]


def test_sentences_of_other_languages_are_cut():
    text = "Geben Sie. \u00dcber alles. \u00c9talez.\n\n\u53d1\u724c\u3002\u8ba1\u5206\u3002\n"
    assert [one.place for one in cut(text)] == ["1/1", "1/2", "1/3", "2/1", "2/2"]


@pytest.mark.parametrize(
    "line",
    [
        " " * 100_000 + "a",
        "# a" + " " * 100_000 + "b",
        ("-" * 50_000 + " ") * 2 + "a",
        "1" * 300_000,
        "# " + "1" * 300_000,
    ],
)
def test_a_long_line_is_cut_at_once(line):
    assert len(cut(line)) <= 1


def test_the_numbers_of_a_rulebooks_own_paragraphs_are_places():
    text = (
        "2. The deal and the naming of the suit that rules\n2.1 Deal five cards. Cut once.\n2.2 Name a suit.\n\n"
        "Look at nothing.\n\n3. The play\n3.1 Follow suit.\n"
    )
    told = cut(text)
    assert [one.place for one in told] == [
        "2.1/1", "2.1/2", "2.2/1", "The deal and the naming of the suit that rules/4", "3.1/1",
    ]  # fmt: skip
    assert [one.heading for one in told[-2:]] == ["The deal and the naming of the suit that rules", "The play"]


def test_two_numbers_or_one_that_comes_twice_are_no_places():
    assert [one.place for one in cut("# Deal\n2.1 Deal five.\n2.2 Name a suit.\n2.2 Cut once.\n")] == [
        "Deal/1", "Deal/2", "Deal/3",
    ]  # fmt: skip


def test_titles_that_begin_paragraphs_are_headings_and_no_sentences():
    text = "Heron\n\n{0} Deal five.\n\nThe play. Follow suit. Lead anything.\n\nThe end. Count your tricks.\n"
    assert [one.place for one in cut(text.format("The deal."))] == [
        "The deal/1", "The play/1", "The play/2", "The end/1",
    ]  # fmt: skip
    assert cut(text.format("Cut the cards."))[0].text == "Cut the cards."
