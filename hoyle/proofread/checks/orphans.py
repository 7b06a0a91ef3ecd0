"""Words for things that stand in one sentence only, as if the text had spoken of them before.

`The heap` where cards were put on another pile; `a floe` where no card is called so; `the ruling suit` where no suit
rules. Leaves words that come again to `unknown`, and names with a capital to `terms`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

from hoyle.coverage.cut import Sentence
from hoyle.proofread.checks.unknown import COMMON_KINDS
from hoyle.proofread.checks.wording import TALK
from hoyle.proofread.everyday import FUNCTION, known_word
from hoyle.proofread.finding import Finding
from hoyle.proofread.text import Book
from hoyle.proofread.words import stem

_CONTAINERS = "pile|heap|stack|pot|kitty|pool|bank|store|reserve|tableau|crib|market|supply|hoard|treasury"
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
_CARD = re.compile(
    r"\b(?:only|an?|any|each|every|no|one)\s+(?:an?\s+)?(?P<word>[a-z]{4,})\s+(?P<head>cards?|piles?|hands?|chips?|counters?|tokens?|runs?|sequences?|sets?|melds?|bids?|tricks?|suits?|rows?|columns?|moves?)\s+"
    r"(?:may|must|can|cannot|is|are|counts?|scores?|wins?|beats?|goes)\b",
    re.I,
)
_STATE = re.compile(
    r"\b(?:with|holds?|has|dealt|shows?|declares?|makes?|gets?|announces?)\s+an?\s+(?P<word>[a-z]{4,})\s+(?P<head>[a-z]{3,})"
    r"(?=[.,;:)]|\s(?:may|must|can|shows?|wins?|pays?|scores?|gets?|has|is|now|at|and|or)\b)",
    re.I,
)
_SOME = re.compile(
    r"\b(?:one|each|every|another|either)\s+(?P<word>[a-z]{4,})(?=[.,;:)]|\s(?:far|is|are|may|must|can|and|or|in|on|at|to|from)\b)",
    re.I,
)
_FIRST = re.compile(r"^An?\s+(?P<word>[a-z]{4,})\s+(?:can|may|must|cannot|counts|scores|doubles|with|on|in)\s", re.I)
_NO_NOUN = re.compile(r".*(?:ed|ing|er|est|ly|ful|ous|al|ive|less|ble|ic|ant|ent|ary|ish|ward|wards|some|side|how)")
_SUIT = re.compile(r"\b(?:the|of the)\s+(?P<word>[a-z]{3,})\s+(?P<head>suit|colou?r|rank)\b(?!s)", re.I)
_SUIT_IS = re.compile(
    r"\b(?:suit|colou?r|rank)\s+(?:is|becomes)\s+(?P<head>the)\s+(?P<word>[a-z]{3,})\s+(?:one"
    r"|suit)\b",
    re.I,
)
_SUITS_WORDS = """
same led own other next first second last third new whole entire named chosen required matching highest lowest trump
right wrong different opposite common right longest shortest strongest weakest given present current best one two named
demanded called declared only top lead leading asked played remaining turned turn-up turned-up red black complete most
"""
_SUITS = frozenset(_SUITS_WORDS.split())
_OF_THE_TEXT = frozenset(["rule", "rules"])
"""What the text calls itself, and no suit."""
_BRINGS = (
    r"(?:an?|one|two|three|four|another|each|every|called|named|the new|their own|your own|own|separate"
    r"|as|this|that|these)"
)


@dataclass(frozen=True)
class Words:
    """The words of a text in small letters, counted."""

    text: str

    @cached_property
    def _all(self) -> Counter[str]:
        return Counter(re.findall(r"[a-z]+(?:-[a-z]+)*", self.text))

    @cached_property
    def stems(self) -> Counter[str]:
        """How often each word stands, in whatever form."""
        return _summed((stem(x), n) for x, n in self._all.items() if x not in _OF_THE_TEXT)

    @cached_property
    def beginnings(self) -> Counter[str]:
        """How many words begin with four such letters."""
        return _summed((x[:4], n) for x, n in self._all.items())

    def times(self, word: str) -> int:
        """How often a noun stands, as one or as more."""
        return sum(self._all[form] for form in (word, f"{word}s", f"{word}es"))


def _summed(counts: Iterable[tuple[str, int]]) -> Counter[str]:
    found: Counter[str] = Counter()
    for name, times in counts:
        found[name] += times
    return found


def find(book: Book) -> Iterator[Finding]:
    """Every such word."""
    told = [one for one in book.told if not TALK.search(one.heading)]
    words = Words(" ".join((*(one.text for one in book.told), *book.headings[1:])).casefold())
    for one in told:
        yield from _containers(one, book, words)
        yield from _with(one, words)
        yield from _suits(one, words)
        yield from _of_cards(one, words)
    for one in book.told:
        if not _EXAMPLE.search(one.heading):
            yield from _some(one, words)


def _of_cards(one: Sentence, words: Words) -> Iterator[Finding]:
    """`Only a ripe card may be picked`, where nothing else is ripe."""
    for found in (*_CARD.finditer(one.text), *_STATE.finditer(one.text)):
        word = found.group("word").casefold()
        usual = known_word(word) or word in COMMON_KINDS or _NO_NOUN.fullmatch(word) or word in FUNCTION
        if not usual and found.group("word").islower() and words.beginnings[word[:4]] == 1:
            yield Finding(
                "unexplained", (one,), f"“{word} {found.group('head')}”: nothing says what that is",
                "Explain it where it first stands, or use a word that is explained",
            )  # fmt: skip


def _some(one: Sentence, words: Words) -> Iterator[Finding]:
    """`One crate far ahead of the others`, where nothing else is called a crate."""
    for found in (*_SOME.finditer(one.text), *_FIRST.finditer(one.text)):
        word = found.group("word").casefold()
        if known_word(word) or _NO_NOUN.fullmatch(word) or not found.group("word").islower() or word in FUNCTION:
            continue
        if _alone(word, one, words):
            yield Finding(
                "unexplained", (one,), f"“{word}”: nothing says what it is",
                "Use the name that it has elsewhere, or explain it",
            )  # fmt: skip


_EXAMPLE = re.compile(r"\b(?:examples?|story|history|introduction|credits?|background)\b", re.I)


def _alone(word: str, one: Sentence, words: Words) -> bool:
    """Does the word stand in this sentence only, in whatever form?"""
    return words.times(word) == Words(one.text.casefold()).times(word)


def _containers(one: Sentence, book: Book, words: Words) -> Iterator[Finding]:
    for found in _ON.finditer(one.text):
        word = found.group("word").casefold()
        if not _alone(word, one, words) or _brings(word).search(words.text):
            continue
        other = next((x for x in book.told if x != one and _place_of(x)), None)
        if other:
            yield Finding(
                "two-names", (one, other), f"“the {word}” is spoken of only here: what is it, or is "
                "it called otherwise elsewhere?",
                "Use the name that it has, or say what it is",
            )  # fmt: skip


def _brings(word: str) -> re.Pattern[str]:
    return re.compile(rf"\b{_BRINGS}\s+(?:[a-z-]+\s+){{0,2}}{word}s?\b|\b{word}\s+of\b", re.I)


def _place_of(one: Sentence) -> bool:
    """Is there another place for cards or counters in the text?"""
    return re.search(rf"\b(?:[a-z]+ pile|{_CONTAINERS}|in the (?:middle|centre|center))\b", one.text, re.I) is not None


def _with(one: Sentence, words: Words) -> Iterator[Finding]:
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


def _suits(one: Sentence, words: Words) -> Iterator[Finding]:
    for found in (*_SUIT.finditer(one.text), *_SUIT_IS.finditer(one.text)):
        word = found.group("word").casefold()
        if word in _SUITS or word in FUNCTION or not found.group("word").islower():
            continue
        own = stem(word)
        if words.stems[own] == Words(one.text.casefold()).stems[own]:
            yield Finding(
                "two-names", (one,), f"“{found.group()}” is spoken of only here: which is it?",
                "Use the name that it has elsewhere, or say what it is",
            )  # fmt: skip
