"""`hoyle trace --text`: which sentence of a rulebook is stated by what, on the screen, as JSON and as a page."""

from __future__ import annotations

import json

import pytest

from hoyle.coverage.covered import STATES, Covered
from hoyle.coverage.cut import Sentence
from spec.names.outline import outline
from spec.text.parse import parse
from tests.editor.small import SMALL

BOOK = """\
# The Deal

Deal them all. Turn <x>one</x> up.

2. Play

Fit it. Never in anger. Somebody begins.

# End

Shake hands.
"""
RULES = SMALL.replace('"Deal/', '"The deal/').replace('"Deal" 1', '"The deal" 1').replace('"Play/1"', '"2/1"')


@pytest.fixture(name="files")
def rules_and_book(tmp_path):
    rules, book = tmp_path / "small.hoyle", tmp_path / "book.txt"
    rules.write_text(RULES.replace('  "Play" 1..3', '  "Play" 2..3\n  "2" 1'), encoding="utf-8")
    book.write_text(BOOK, encoding="utf-8")
    return rules, book


def test_each_sentence_is_told(hoyle, files):
    rules, book = files
    code, told, _ = hoyle("trace", str(rules), "--text", str(book))
    assert code == 1
    assert told.splitlines() == [
        "End/1: Shake hands.",
        "   5 of 6 sentences: stated by the rules",
        "   0 of 6 sentences: a question is asked about it",
        "   0 of 6 sentences: only an example cites it",
        "   0 of 6 sentences: only a claim cites it",
        "   1 of 6 sentences: nothing cites it",
        "   0 of 6 sentences: listed as without a rule",
    ]
    book.write_text(BOOK.partition("# End")[0], encoding="utf-8")
    assert hoyle("trace", str(rules), "--text", str(book))[0] == 0


def test_a_sentence_that_states_no_rule_is_listed_so(hoyle, files):
    rules, book = files
    rules.write_text(
        rules.read_text(encoding="utf-8").replace('  "2" 1\n', '  "2" 1\n  "End" 1 without a rule\n'),
        encoding="utf-8",
    )
    code, told, _ = hoyle("trace", str(rules), "--text", str(book), "--html", str(book.parent / "page.html"))
    assert (code, told.splitlines()[-3:-1]) == (
        0, ["   0 of 6 sentences: nothing cites it", "   1 of 6 sentences: listed as without a rule"]
    )  # fmt: skip
    assert '<dt class="ruleless">' in (book.parent / "page.html").read_text(encoding="utf-8")
    assert hoyle("check", str(rules))[0] == 0
    rules.write_text(rules.read_text(encoding="utf-8").replace("1 without a rule", "1..2"), encoding="utf-8")
    assert hoyle("trace", str(rules), "--text", str(book))[0] == 1


@pytest.mark.parametrize("more", ["Nobody deals.", " nobody deals.", "nobody deals.", " \u2192 Nobody deals."])
def test_a_sentence_that_is_glued_to_another_is_not_taken_for_stated(hoyle, files, more):
    rules, book = files
    said = BOOK.partition("# End")[0].rstrip()
    book.write_text(said, encoding="utf-8")
    assert hoyle("trace", str(rules), "--text", str(book))[0] == 0
    book.write_text(f"{said}{more}\n", encoding="utf-8")
    code, told, _ = hoyle("trace", str(rules), "--text", str(book))
    assert (code, told.splitlines()[0].casefold().replace("\u2192 ", "")) == (1, "play/4: nobody deals.")


def test_headings_in_other_letters_are_told_apart(hoyle, tmp_path):
    rules, book = tmp_path / "small.hoyle", tmp_path / "book.txt"
    rules.write_text(SMALL.replace('"Deal', '"\u53d1\u724c'), encoding="utf-8")
    book.write_text("\ufeff# \u53d1\u724c\n\nDeal.\n\n# \u8ba1\u5206\n\nCount.\n", encoding="utf-8")
    _, told, _ = hoyle("trace", str(rules), "--text", str(book), "--json")
    assert [one["state"] for one in json.loads(told)] == ["stated", "nothing"]


def test_as_json(hoyle, files):
    rules, book = files
    told = json.loads(hoyle("trace", str(rules), "--text", str(book), "--json")[1])
    assert [(one["place"], one["state"]) for one in told][-2:] == [("Play/3", "stated"), ("End/1", "nothing")]
    assert {"kind": "permit", "label": "fitting", "line": 28} in told[2]["by"]


def test_as_a_page(hoyle, files, tmp_path):
    rules, book = files
    out = tmp_path / "out.html"
    hoyle("trace", str(rules), "--text", str(book), "--html", str(out))
    page = out.read_text(encoding="utf-8")
    assert "Turn &lt;x&gt;one&lt;/x&gt; up." in page
    assert all(f'class="{state}"' in page for state in STATES)
    code, _, told = hoyle("trace", str(rules), "--text", str(book), "--html", str(out))
    assert (code, "is there already" in told) == (2, True)
    assert hoyle("trace", str(rules), "--html", str(out))[0] == 2


@pytest.mark.parametrize(
    ("kinds", "state"),
    [(["permit", "question", "example"], "stated"), (["question", "example"], "questioned"),
     (["example", "claim"], "example"), (["claim"], "claim"), ([], "nothing")],
)  # fmt: skip
def test_the_most_that_is_said_counts(kinds, state):
    every = {item.kind: item for item in outline(parse(SMALL)[0].sections)}
    sentence = Sentence("Play", 1, "x")
    assert Covered(sentence, tuple(every[kind] for kind in kinds)).state == state


def test_what_the_text_lacks_is_told(hoyle, files):
    rules, book = files
    book.write_text("# The Deal\n\nOne.\n", encoding="utf-8")
    told = hoyle("trace", str(rules), "--text", str(book))[1]
    assert "not in this text: The deal/2, which is cited by zone pile (line 14)" in told
