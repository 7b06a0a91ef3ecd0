"""A text in the words that the checks know: `shall` is `must`, `2p` is `2 players`, `the Player` is `the player`.

A question is still asked at the sentence as it was written.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import cached_property

from hoyle.coverage.cut import Sentence
from hoyle.proofread.everyday import GAME
from hoyle.proofread.text import LONGEST, Book, book
from spec.text.clean import one_line

_WORDS: tuple[tuple[re.Pattern[str], str], ...] = (
    (re.compile(r"\bshall\s+mean\b"), "means"),
    (re.compile(r"\bshall not\b"), "must not"),
    (re.compile(r"\bshall\b(?! we| I)"), "must"),
    (re.compile(r"\b([Yy]ou|[Tt]hey|[Ww]e)['’]ve got to\b"), r"\1 have to"),
    (re.compile(r"\b([Yy]ou|[Tt]hey|[Ww]e)['’]ve\b(?: got)?"), r"\1 have"),
    (re.compile(r"\b(has|have) got (to|a|an|the|one|no|any)\b"), r"\1 \2"),
    (re.compile(r"\b(?:is|are) (?:obliged|required|obligated) to\b"), "must"),
    (re.compile(r"\b(?:is|are) (?:permitted|allowed|free|entitled) to\b"), "may"),
    (re.compile(r"(?<=\d) ?pts?\b\.?(?! [A-Z])"), " points"),
    (re.compile(r"\bpts\b"), "points"),
    (re.compile(r"(?<=\d)p\b(?=\s*[:=–-])"), " players"),
)
MANY_CAPITALS = 3
"""A text that writes `Player` or `Card` so often within a sentence writes all its nouns so."""
_CAPITAL = re.compile(r"(?<=[a-z,;] )(?:Players?|Cards?|Dealers?|Turns?)\b")
_ANY_CAPITAL = re.compile(r"(?<=[a-z,;:)\d] )[A-Z][a-z]+\b")


@dataclass(frozen=True)
class Plain:
    """A book in plain words, and the book as it was written."""

    written: Book
    read: Book

    def back(self, one: Sentence) -> Sentence:
        """The sentence as it was written."""
        if one in self._sentences:
            return self._sentences[one]
        line = self._lines[one.line - 1] if one.line <= len(self._lines) else one.text
        return replace(one, text=one_line(line)[:LONGEST]) if self.read is not self.written else one

    @cached_property
    def _sentences(self) -> dict[Sentence, Sentence]:
        return dict(zip(self.read.sentences, self.written.sentences, strict=True))

    @cached_property
    def _lines(self) -> list[str]:
        return self.written.text.splitlines()


def plainly(written: Book) -> Plain:
    """The book in plain words; as it is where it has them, or where its sentences would be cut otherwise."""
    text = written.text
    for form, word in _WORDS:
        text = form.sub(word, text)
    if len(_CAPITAL.findall(text)) >= MANY_CAPITALS:
        text = _ANY_CAPITAL.sub(_small, text)
    if text == written.text:
        return Plain(written, written)
    read = book(text)
    alike = [one.place for one in read.sentences] == [one.place for one in written.sentences]
    return Plain(written, read) if alike else Plain(written, written)


def _small(found: re.Match[str]) -> str:
    word = found.group().casefold()
    return word if {word, word.removesuffix("s"), re.sub("ies$", "y", word)} & GAME else found.group()
