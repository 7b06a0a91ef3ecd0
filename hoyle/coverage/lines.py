"""Where sentences begin in a rulebook's text: lines and columns as editors count them.

A text is cut after its marks are taken away, so sentences are found again by their words.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from hoyle.coverage.cut import Sentence

_WORD = re.compile(r"[^\W_]+")
ALIKE = 4
"""So many words at its beginning tell a sentence."""
MOST_TRIES = 200
"""At so many places a sentence is looked for; then it is said to begin where the one before it ended."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line as it stands in a text, without tabs; one that a page's end parts is two with one number."""

    text: str
    number: int
    column: int


def written(text: str) -> Iterator[Line]:
    """The lines of a text, with the numbers that editors give them."""
    number, column = 1, 1
    for raw in text.splitlines(keepends=True):
        yield Line("".join(raw.splitlines()).expandtabs(), number, column)
        ended = raw.endswith(("\n", "\r"))
        number, column = (number + 1, 1) if ended else (number, column + len(raw))


def placed(text: str, sentences: Sequence[Sentence]) -> tuple[Sentence, ...]:
    """The sentences of a text, each with the line and column at which it begins."""
    words = [(found.group(), found.start()) for found in _WORD.finditer(text)]
    where: dict[str, list[int]] = {}
    for at, (word, _) in enumerate(words):
        where.setdefault(word, []).append(at)
    starts = [0, *(found.end() for found in re.finditer(r"\r\n|\n|\r", text))]
    begin, told = 0, list[Sentence]()
    for one in sentences:
        own = [word.group() for word in _WORD.finditer(one.text[:400])]
        found = _found(own[:ALIKE], words, where, begin)
        at = begin if found is None else found
        begin = min(at if found is None else at + max(1, len(own) // 2), max(0, len(words) - 1))
        offset = words[at][1] if words else 0
        line = bisect_right(starts, offset)
        told.append(replace(one, line=line, column=offset - starts[line - 1] + 1))
    return tuple(told)


def _found(own: list[str], words: list[tuple[str, int]], where: dict[str, list[int]], begin: int) -> int | None:
    """The number of the word at which these words stand, from one of the text's words on."""
    ats = where.get(own[0], []) if own else []
    first = bisect_left(ats, begin)
    return next(
        (at for at in ats[first : first + MOST_TRIES] if [word for word, _ in words[at : at + len(own)]] == own), None
    )
