"""Totals that no sum, product or difference of a sentence's other numbers comes to: `six rows of five, 32 in all`.

It does not know what the numbers mean: where any of the ways to reckon leads to the total, nothing is asked.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import combinations
from math import prod

from hoyle.coverage.cut import Sentence
from hoyle.proofread.amounts import NUMBER, value
from hoyle.proofread.finding import Finding
from hoyle.proofread.people import N
from hoyle.proofread.text import Book

_NOUN = r"(?:\s+(?!in\b|are\b|left\b)[a-z]+){0,2}?"
_TOTALS = (
    re.compile(rf"{N}{_NOUN}\s+(?:in all|altogether|in total|all told|all together|together)\b", re.I),
    re.compile(rf"\b(?:altogether|in all|in total|a total of|all in all)\s+(?:is\s+|are\s+|makes?\s+)?{N}(?!\w)", re.I),
    re.compile(rf"\b(?:which|that|this|so that|together they|together these)\s+(?:makes?|gives?|comes to"
        rf"|leaves?|is|are)\s+{N}(?!\w)", re.I),
    re.compile(rf"(?:,\s*|\band\s+)(?:so\s+(?:there are\s+|it has\s+)?)?{N}{_NOUN}\s+(?:are"
        rf"|is)\s+(?:then\s+)?(?:left|over|left over)\b", re.I),
    re.compile(rf",\s*leaving\s+{N}(?!\w)", re.I),
    re.compile(rf",\s*(?:and\s+)?so\s+(?:gets?|has|have|pays?|there are)\s+{N}(?!\w)", re.I),
    re.compile(rf"\b[a-z]+\s+(?:of\s+)?(?:{NUMBER})\s+and\s+[a-z ]{{1,20}}(?:{NUMBER})\s+(?:makes?|gives?"
        rf"|comes? to|are together)\s+{N}(?!\w)", re.I),
)  # fmt: skip
"""The number that the others of the sentence should come to."""
_FROM_ALL = re.compile(
    rf"^(?P<all>The\s+)?{N}\s+cards\b[^.;:]*,\s+(?P<each>{NUMBER})\s+(?:in|of|to|for)\s+(?:each|every)(?:\s+of)?(?:\s+the)?"
    rf"(?:\s+(?P<many>{NUMBER}))?", re.I,
)  # fmt: skip
_HOLDS = re.compile(
    rf"\b(?:pack|deck|box|game)\s+(?:has|holds|contains|is)\s+{N}\s+cards,\s+(?P<each>{NUMBER})\s+(?:in|of|for)\s+(?:each|every)"
    rf"(?:\s+of)?(?:\s+the)?\s+(?P<many>{NUMBER})\b(?!\s+\w+\s+and)", re.I,
)  # fmt: skip
_ANY = re.compile(rf"(?<![\w.])(?:{NUMBER})(?!\w|\s*[-–]\s*\d)", re.I)
_OTHER = re.compile(
    r"\b(?:at least|at most|up to|more than|fewer than|or more|less than|about|between|minutes"
    r"|years)\b|[=+×*]|\bor\b",
    re.I,
)
_CARDS = re.compile(rf"\ban?\s+(?:{NUMBER})(?!\w)", re.I)
"""Cards by their numbers: what they count stands elsewhere."""
MOST_PARTS = 5
_COUNTED = {"both": 2, "twice": 2, "each other": 1, "thrice": 3}


def find(book: Book) -> Iterator[Finding]:
    """Every such total."""
    for one in book.told:
        yield from _total(one, book)
        found = _HOLDS.search(one.text)
        if found and value(found.group(1)) != value(found["each"]) * value(found["many"]):
            yield _wrong(one, found.group(), value(found["each"]) * value(found["many"]))


def _total(one: Sentence, book: Book) -> Iterator[Finding]:
    if _OTHER.search(one.text):
        return
    for form in _TOTALS:
        found = form.search(one.text)
        if not found:
            continue
        start, end = found.span(1)
        begun = re.match(r"(?:that|this|so|together|in all|altogether|which)\b", one.text, re.I)
        before = book.near(one, 1, 0)[0].text if begun and book.near(one, 1, 0)[0].heading == one.heading else ""
        if _OTHER.search(before) or _CARDS.search(before):
            return
        parts = [value(x) for text in (before, one.text[:start], one.text[end:]) for x in _ANY.findall(text)]
        parts += [number for word, number in _COUNTED.items() if word in one.text.casefold()]
        if not 2 <= len(parts) <= MOST_PARTS:
            return
        if value(found.group(1)) not in reached(parts):
            likely = prod(parts) if len(parts) == 2 and " of " in one.text[:start] else sum(parts)
            yield _wrong(one, found.group().strip(" ,"), likely)
        return


def _wrong(one: Sentence, words: str, likely: int) -> Finding:
    return Finding(
        "sum",
        (one,),
        f"“{words}”: the other numbers do not come to it ({likely}?)",
        "Correct the total or one of its parts",
    )


def reached(parts: Sequence[int]) -> set[int]:
    """What some of the numbers come to: their sum or product, a product and others, or what is left of one."""
    found: set[int] = set(parts)
    for many in range(2, len(parts) + 1):
        for own in combinations(parts, many):
            found |= {sum(own), prod(own), 2 * max(own) - sum(own)}
            for times in range(2, many + 1):
                for factors in combinations(range(many), times):
                    product = prod(own[n] for n in factors)
                    rest = [own[n] for n in range(many) if n not in factors]
                    found |= {product + sum(rest), abs(sum(rest) - product), product - 1}
                    if len(rest) > 1:
                        found |= {product + prod(rest), abs(product - prod(rest))}
    return found
