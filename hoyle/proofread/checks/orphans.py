"""Words for things that stand in one sentence only, as if the text had spoken of them before.

`The heap` where cards were put on another pile; `a floe` where no card is called so; `the ruling suit` where no suit
rules. Leaves words that come again to `unknown`, and names with a capital to `terms`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from hoyle.coverage.cut import Sentence
from hoyle.proofread.checks.wording import TALK
from hoyle.proofread.everyday import FUNCTION, known_word
from hoyle.proofread.finding import Finding
from hoyle.proofread.text import Book
from hoyle.proofread.words import stem

_CONTAINERS = "pile|heap|stack|stock|stockpile|talon|pot|kitty|pool|bank|store|reserve|tableau|crib|market|supply|hoard|treasury"
"""What cards and counters are put on and taken from: one word is kept for each."""
_ON = re.compile(
    rf"\b(?:on|onto|to|into|in|from|upon|takes?|wins?|gets?|share)\s+the\s+(?P<word>{_CONTAINERS})(?=[.,;:)]|\s(?!(?:of|that|which|with"
    r"|nearest|where|on which|in which|you|they|pile|hand)\b))",
    re.I,
)
_WITH = re.compile(
    r"\b(?:with|on|by|without|holding|holds?|has|needs?|plays?|playing|lays?|into|for|against)\s+an?\s+(?P<word>[a-z]{3,})"
    r"(?=[.,;:)]|\s(?:is|are|may|must|can|and|or|if|when|in|on|at|to|from|before|after)\b)",
    re.I,
)
_RULE = re.compile(r"\b(?:may|must|can|cannot|nobody|never|no player|not|wins?|loses?|pays?|scores?)\b", re.I)
_SUIT = re.compile(r"\b(?:the|of the)\s+(?P<word>[a-z]{3,})\s+(?P<head>suit|colou?r|rank)\b(?!s)", re.I)
_SUITS_WORDS = """
same led own other next first second last third new whole entire named chosen required matching highest lowest trump
right wrong different opposite common right longest shortest strongest weakest given present current best one two named
demanded called declared only top lead leading asked played remaining turned turn-up turned-up red black complete most
"""
_SUITS = frozenset(_SUITS_WORDS.split())
_OF_THE_TEXT = frozenset(["rule", "rules"])
"""What the text calls itself, and no suit."""
_BRINGS = r"(?:an?|one|two|three|four|another|each|every|called|named|the new|their own|your own|own|separate|as|this|that|these)"


def find(book: Book) -> Iterator[Finding]:
    """Every such word."""
    told = [one for one in book.told if not TALK.search(one.heading)]
    words = " ".join((*(one.text for one in book.told), *book.headings[1:]))
    for one in told:
        yield from _containers(one, book, words)
        yield from _with(one, words)
        yield from _suits(one, words)


def _alone(word: str, one: Sentence, words: str) -> bool:
    """Does the word stand in this sentence only, in whatever form?"""
    form = rf"(?<![\w-]){re.escape(word)}(?:s|es)?(?![\w-])"
    return len(re.findall(form, words, re.I)) == len(re.findall(form, one.text, re.I))


def _containers(one: Sentence, book: Book, words: str) -> Iterator[Finding]:
    for found in _ON.finditer(one.text):
        word = found.group("word").casefold()
        brought = re.search(rf"\b{_BRINGS}\s+(?:[a-z-]+\s+){{0,2}}{word}s?\b|\b{word}\s+of\b", words, re.I)
        if brought or not _alone(word, one, words):
            continue
        other = next((x for x in book.told if x != one and _place_of(x)), None)
        if other:
            yield Finding(
                "two-names", (one, other), f"“the {word}” is spoken of only here: what is it, or is it called otherwise "
                f"elsewhere?",
                "Use the name that it has, or say what it is",
            )  # fmt: skip


def _place_of(one: Sentence) -> bool:
    """Is there another place for cards or counters in the text?"""
    return re.search(rf"\b(?:[a-z]+ pile|{_CONTAINERS}|in the (?:middle|centre|center))\b", one.text, re.I) is not None


def _with(one: Sentence, words: str) -> Iterator[Finding]:
    for found in _WITH.finditer(one.text):
        word = found.group("word").casefold()
        if not found.group("word").islower() or known_word(word) or not _RULE.search(one.text) or len(word) < 4:
            continue
        told = re.search(rf"\b{re.escape(word)}\b\s*(?:[(:=–—]|,\s+(?:an?|the|that is|which|or)\b)", one.text, re.I)
        if not told and _alone(word, one, words):
            yield Finding(
                "unexplained", (one,), f"“{word}”: nothing says what it is",
                "Explain it where it first stands, or use a word that is explained",
            )  # fmt: skip


def _suits(one: Sentence, words: str) -> Iterator[Finding]:
    for found in _SUIT.finditer(one.text):
        word = found.group("word").casefold()
        if word in _SUITS or word in FUNCTION or not found.group("word").islower():
            continue
        own = stem(word)
        others, here = (
            [x for x in re.findall(r"[a-z]+", text.casefold()) if x not in _OF_THE_TEXT and stem(x) == own]
            for text in (words, one.text)
        )
        if len(others) == len(here):
            yield Finding(
                "two-names", (one,), f"“{found.group()}” is spoken of only here: which is it?",
                "Use the name that it has elsewhere, or say what it is",
            )  # fmt: skip
