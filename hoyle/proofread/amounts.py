"""Numbers in English: digits, and words up to ninety-nine."""

from __future__ import annotations

import re
from collections.abc import Iterator

_ONES = [
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
]
_TENS = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]
_VALUES = {word: at for at, word in enumerate(_ONES)} | {word: 20 + 10 * at for at, word in enumerate(_TENS)}

NUMBER = (
    rf"(?:[0-9]{{1,4}}(?![\d.,]\d)|(?:{'|'.join(_TENS)})(?:[- ](?:{'|'.join(_ONES[1:10])}))?"
    rf"|{'|'.join(sorted(_ONES[1:], key=len, reverse=True))})"
)
"""A number, to be put between word bounds."""
DASH = r"(?:\s*[-–—]\s*|\s+to\s+)"
"""What stands between the two ends of a range."""
_ANY = re.compile(rf"(?<![\w.])(?:{NUMBER})(?!\w)", re.IGNORECASE)


def value(word: str) -> int:
    """What a text that `NUMBER` matches comes to."""
    if word.isascii() and word.isdecimal():
        return int(word)
    return sum(_VALUES[part] for part in re.split(r"[- ]", word.casefold()))


def amounts(text: str) -> Iterator[int]:
    """All numbers of a text, in their order."""
    yield from (value(found.group()) for found in _ANY.finditer(text))


RANKS = {
    "two": 2,
    "three": 3,
    "four": 4,
    "five": 5,
    "six": 6,
    "seven": 7,
    "eight": 8,
    "nine": 9,
    "ten": 10,
    "jack": 11,
    "knave": 11,
    "queen": 12,
    "king": 13,
    "ace": 14,
}
"""Ranks by name, the ace highest."""
