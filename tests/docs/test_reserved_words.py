"""The page on the language lists the words that name nothing else, as the grammar has them."""

import re

import pytest

from spec.text.parser import section_parser
from spec.text.reserved import BUILTIN, reserved_list, reserved_words
from tests.cases.harness import HERE, outcome

PAGE = HERE.parents[1] / "docs" / "reference" / "language.md"


def test_the_page_lists_exactly_these_words():
    listed = re.search(
        r"\*\*Words that are taken\.\*\*.*?```text\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL
    )
    assert listed is not None
    assert listed[1].split() == sorted(reserved_words())


def test_the_page_lists_the_words_that_are_no_ranks():
    listed = re.search(r"A rank of the deck that is a word.*?```text\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    assert listed is not None
    known = next(str(t.pattern.value) for t in section_parser().terminals if t.name == "RANK_NAME")
    group = re.match(r"\(\?!\(\?:(.*?)\)\\b\)", known)
    assert group is not None
    words = {
        form for word in group[1].split("|") for form in ((word[:-2], word[:-1]) if word.endswith("?") else (word,))
    }
    assert listed[1].split() == sorted(words)


def test_the_message_lists_them():
    shown = outcome("define some(p: player): size of hand of p > 1\n", "with prelude").diagnostics
    assert [reserved_list() in d.why for d in shown if d.code == "E0205"] == [True]


@pytest.mark.parametrize("word", sorted(reserved_words()))
def test_each_is_refused_as_the_name_of_a_definition(word: str):
    assert "E0205" in outcome(f"define {word}(p: player): size of hand of p > 1\n", "with prelude").lines()


@pytest.mark.parametrize("word", BUILTIN)
def test_what_stands_for_something_is_refused_as_a_move_s_name(word: str):
    text = f"move {word}(c: card from hand of mover):\n  permit any\n  does put: nothing\n"
    assert "E0205" in outcome(text, "with prelude").lines()


def test_a_word_of_other_places_may_be_a_name():
    assert "E0205" not in outcome("define one(p: player): size of hand of p > 1\n", "with prelude").lines()
