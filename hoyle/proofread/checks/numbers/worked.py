"""Examples in prose that do not add up: `five for tricks and six for bishops, twelve in all`, and what a hand counts.

Leaves written sums to `sums`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from hoyle.coverage.cut import Sentence
from hoyle.proofread.amounts import NUMBER, value
from hoyle.proofread.finding import Finding
from hoyle.proofread.people import N
from hoyle.proofread.text import Book
from hoyle.proofread.words import stem

_TOTAL = re.compile(
    rf"(?:,|\band\b|:|–|\bthat is|\bwhich is|\bmaking|\bmakes?|\bso)\s+(?:together\s+|altogether\s+|in all\s+|a total of\s+)?"
    rf"{N}(?:\s+points?)?\s+(?:in all|altogether|in total|all told|together)\b", re.I,
)  # fmt: skip
_PART = re.compile(
    rf"{N}(?:\s+(?:more\s+)?(?:(?:penalty|minus)\s+)?(?:points?|coins?|chips?))?\s+(?:for|from|in)\s+[a-z]", re.I
)
_CARD = rf"(?:an?|one|two|three|four|{NUMBER})\s+(?:{NUMBER}s?|[a-z]+(?:\s+cards?)?)"
_HAND = re.compile(
    rf"\b(?:left with|holds?|has|have|having|holding|still has|caught with)\s+(?:only\s+|still\s+)?"
    rf"(?P<cards>{_CARD}(?:,\s+{_CARD})*,?\s+and\s+{_CARD})(?=[.,;:)]|\s+(?:in|and|left|which|for|that)\b)", re.I,
)  # fmt: skip
_ONE_CARD = re.compile(
    rf"\b(?P<many>an?|one|two|three|four)\s+(?P<name>{NUMBER}(?=s?(?:\W|$))|[a-z]+(?:\s+cards?)?)", re.I
)
_COUNTED = re.compile(
    rf"\b(?:writes? down|notes? down|scores?|counts?|pays?|gets?|loses?|makes?|comes? to|total(?:s| is| of)?|worth|costs?)\s+"
    rf"(?:a total of\s+)?{N}(?:\s+(?:penalty\s+|minus\s+)?points?)?(?=[.,;:)]|\s+(?:in all|altogether|and|for)\b|$)", re.I,
)  # fmt: skip
_FACE = re.compile(
    r"\b(?:counts?|worth|scores?|value)\b[^.;]{0,30}\b(?:what (?:they|it) shows?|(?:their|its|face) (?:number|value)"
    r"|face value|as many (?:points )?as (?:they|it) shows?|number (?:on|shown))\b", re.I,
)  # fmt: skip
_WORTH = re.compile(
    rf"\b(?:an?|each|every|the|all|any)\s+(?P<name>[a-z]+(?:\s+cards?)?)\s+(?:counts?|is worth|are worth|scores?|costs?)\s+"
    rf"(?:as\s+|for\s+)?{N}(?!\s+(?:more|for|times|cards))", re.I,
)  # fmt: skip
_MANY = {"a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "four": 4}


def find(book: Book) -> Iterator[Finding]:
    """Every total that its parts do not come to."""
    worth = {
        _name(found.group("name")): value(found.group(2)) for one in book.told for found in _WORTH.finditer(one.text)
    }
    face = _FACE.search(book.all_words) is not None
    for one in book.told:
        yield from _in_all(one)
        yield from _of_a_hand(one, book, worth, face)


def _in_all(one: Sentence) -> Iterator[Finding]:
    for found in _TOTAL.finditer(one.text):
        before = re.split(r"[.;:]", one.text[: found.start()])[-1]
        parts = [value(part.group(1)) for part in _PART.finditer(before)]
        apart = re.search(r"\b(?:each|apiece|per|times|less|minus)\b", before, re.I)
        if len(parts) > 1 and not apart and sum(parts) != value(found.group(1)):
            yield _wrong((one,), found.group().strip(" ,"), parts)


def _of_a_hand(one: Sentence, book: Book, worth: dict[str, int], face: bool) -> Iterator[Finding]:
    held = _HAND.search(one.text)
    if not held:
        return
    after = book.near(one, 0, 1)[-1]
    rest = one.text[held.end() :]
    here = _COUNTED.search(rest)
    counted = here or (_COUNTED.search(after.text) if after.heading == one.heading and after != one else None)
    parts = [
        (_MANY[card.group("many").casefold()], _value(card.group("name"), worth, face))
        for card in _ONE_CARD.finditer(held.group("cards"))
    ]
    if not counted or len(parts) < 2:
        return
    known = [many * each for many, each in parts if each is not None]
    if len(known) == len(parts) and sum(known) != value(counted.group(1)):
        yield _wrong((one,) if here else (after, one), counted.group(), known)


def _name(words: str) -> str:
    return " ".join(stem(word) for word in words.casefold().split())


def _value(name: str, worth: dict[str, int], face: bool) -> int | None:
    if re.fullmatch(NUMBER, name, re.I):
        return value(name) if face else None
    return worth.get(_name(name))


def _wrong(at: tuple[Sentence, ...], words: str, parts: list[int]) -> Finding:
    return Finding(
        "sum", at, f"“{words}”: {' + '.join(map(str, parts))} are {sum(parts)}", "Correct the total or one of its parts"
    )
