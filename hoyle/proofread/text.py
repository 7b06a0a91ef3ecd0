"""A rulebook's text as the checks read it: its sentences, its headings, its lists and its tables.

Leaves cutting the text to `hoyle.coverage.cut`.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import zip_longest

from hoyle.coverage.cut import MOST_SENTENCES, Sentence, cut, headings
from hoyle.coverage.lines import Line, placed, written
from hoyle.coverage.sentences import LISTED
from hoyle.proofread.everyday import FUNCTION
from spec.text.clean import one_line

MOST_LETTERS = 500_000
MOST_LINES = 20_000
"""What stands behind so many letters or lines is not read."""
LONGEST = 600
"""A longer sentence is none that somebody wrote for a reader; only so many letters of it are looked at."""
FEWEST_LETTERS, FEWEST_WORDS, ENGLISH = 20, 12, 0.2
"""Of fewer words nobody can tell; of more, at least such a share joins others, such as `the` and `of`."""
_WORD = re.compile(r"[^\W\d_]+")
_ROW = re.compile(r"\s*\|")
_DASHES = re.compile(r"[|:\-\s]+")
_ASIDE = re.compile(r"\s*(?:for )?(?:example|note|e\.g)", re.I)
"""What may stand between the items of a list."""
_NUMBER = re.compile(r"\s*(\d{1,3})[.)]\s")


@dataclass(frozen=True, slots=True)
class Listing:
    """A list: the sentence that leads to it, and its items, each with its number where they are numbered."""

    intro: Sentence | None
    items: tuple[Sentence, ...]
    numbers: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """A table: the sentence before it, the cells of its head, and its rows, each as a place to point at."""

    intro: Sentence | None
    head: tuple[str, ...]
    rows: tuple[tuple[Sentence, tuple[str, ...]], ...]


@dataclass(frozen=True)
class Book:
    """A text, cut up. Sentences are shortened to a length at which every check ends soon."""

    text: str
    sentences: tuple[Sentence, ...]
    rows: frozenset[str]
    """The sentences that rows of tables are read out as."""
    shortened: bool = False

    @cached_property
    def told(self) -> tuple[Sentence, ...]:
        """The sentences that are prose, not rows of a table."""
        return tuple(one for one in self.sentences if one.text not in self.rows)

    @cached_property
    def headings(self) -> tuple[str, ...]:
        """All headings as they are written."""
        return headings(self.text)

    @cached_property
    def cut_off(self) -> bool:
        """Is there more text than is read?"""
        return self.shortened or len(self.sentences) == MOST_SENTENCES

    @cached_property
    def foreign(self) -> bool:
        """Is it in another language than English, as far as its small words and its letters tell?"""
        words = _WORD.findall(self.all_words)
        letters = sum(map(len, words))
        if letters < FEWEST_LETTERS:
            return False
        strange = sum(not letter.isascii() for word in words for letter in word)
        small = sum(word in FUNCTION for word in words)
        return strange > letters / 5 or (len(words) >= FEWEST_WORDS and small < len(words) * ENGLISH)

    @cached_property
    def places(self) -> dict[str, int]:
        """Where each sentence stands among all."""
        return {one.place: at for at, one in enumerate(self.told)}

    @cached_property
    def all_words(self) -> str:
        """All prose, in small letters."""
        return " ".join(one.text for one in self.told).casefold()

    def near(self, one: Sentence, before: int, after: int) -> tuple[Sentence, ...]:
        """The sentences around one, and itself."""
        at = self.places.get(one.place, 0)
        return self.told[max(0, at - before) : at + after + 1]

    def around(self, one: Sentence, before: int, after: int) -> str:
        """The words of a sentence and of so many before and after it."""
        return " ".join(other.text for other in self.near(one, before, after))

    def under(self, heading: str) -> tuple[Sentence, ...]:
        """The prose under a heading."""
        return tuple(one for one in self.told if one.heading == heading)

    def at_line(self, number: int) -> Sentence | None:
        """The last sentence that begins at a line or above it."""
        at = bisect_right(self._lines, number) - 1
        return self.told[at] if at >= 0 else None

    @cached_property
    def _lines(self) -> list[int]:
        return [one.line for one in self.told]

    @cached_property
    def tables(self) -> tuple[Table, ...]:
        """Tables whose rows begin with a bar."""
        return tuple(
            Table(
                self.at_line(lines[0].number - 1), head, tuple((self._sentence(line), _cells(line)) for line in lines)
            )
            for head, lines in _tables(self._read)
        ) + tuple(
            Table(
                self.at_line(lines[0].number - 1), head, tuple((self._sentence(line), _columns(line)) for line in lines)
            )
            for head, lines in _in_columns(self._read)
        )

    def _sentence(self, line: Line) -> Sentence:
        """A line as a place of its own, under the heading at which it stands."""
        near = self.at_line(line.number) or Sentence("", 0, "")
        indent = len(line.text) - len(line.text.lstrip())
        return replace(near, text=one_line(line.text)[:LONGEST], line=line.number, column=line.column + indent)

    @cached_property
    def _read(self) -> tuple[Line, ...]:
        """The lines of the part that is read, each shortened."""
        last = self.sentences[-1].line if self.sentences else 0
        return tuple(replace(x, text=x.text[:LONGEST]) for x in written(self.text) if x.number <= last + 50)

    @cached_property
    def lists(self) -> tuple[Listing, ...]:
        """Lists: items of one indent that follow each other, with blank lines or further lines between."""
        found: list[Listing] = []
        items: list[Line] = []
        before, lead = "", None
        for line in (*self._read, Line("End.", 0, 1)):
            listed, indent = LISTED.match(line.text), len(line.text) - len(line.text.lstrip())
            own = len(items[0].text) - len(items[0].text.lstrip()) if items else -1
            if listed and (not items or indent == own):
                lead = (
                    lead if items else (self.at_line(line.number - 1) if before.rstrip().endswith((":", ".")) else None)
                )
                items.append(line)
            elif items and line.text.strip() and indent <= own and not _ASIDE.match(line.text):
                found.append(self._listing(lead, items))
                items, lead = [], None
            if line.text.strip():
                before = line.text
        return tuple(found)

    def _listing(self, intro: Sentence | None, items: list[Line]) -> Listing:
        numbered = [_NUMBER.match(line.text) for line in items]
        numbers = tuple(int(found.group(1)) for found in numbered if found)
        return Listing(intro, tuple(self._sentence(line) for line in items), numbers)


def _tables(lines: Iterable[Line]) -> Iterator[tuple[tuple[str, ...], tuple[Line, ...]]]:
    """The cells of the head of each table, and its rows."""
    gathered: list[Line] = []
    for line in (*lines, Line("", 0, 1)):
        if _ROW.match(line.text):
            gathered.append(line)
            continue
        rows = [row for row in gathered if not _DASHES.fullmatch(row.text)]
        if len(rows) > 1 and len(rows) < len(gathered):
            yield _cells(rows[0]), tuple(rows[1:])
        gathered = []


_COLUMN = re.compile(
    r"\s*(\d{1,3}(?:\s*[-–]\s*\d{1,3})?(?:\+| or more)?(?: players?)?)(?:\s{2,}|\t|\s*[:=→]"
    r"|\s*\.{2,})\s*(\S.{0,60})$"
)
"""A line of a table in columns: a number, a gap, and what belongs to it."""


def _in_columns(lines: Iterable[Line]) -> Iterator[tuple[tuple[str, ...], tuple[Line, ...]]]:
    """Tables whose columns are parted by blanks: at least three lines, and the line before as their head."""
    gathered: list[Line] = []
    head = ""
    for line in (*lines, Line("", 0, 1)):
        if _COLUMN.match(line.text):
            gathered.append(line)
            continue
        if len(gathered) > 2:
            yield tuple(re.split(r"\s{2,}|\t", head.strip())), tuple(gathered)
        gathered = []
        head = line.text if line.text.strip() else head


def _columns(row: Line) -> tuple[str, ...]:
    found = _COLUMN.match(row.text)
    return found.groups() if found else ()


def _cells(row: Line) -> tuple[str, ...]:
    return tuple(cell.strip() for cell in row.text.strip().strip("|").split("|"))


def _read_out(head: tuple[str, ...], row: Line) -> str:
    """A row as the sentence that is made of it."""
    return "; ".join(f"{name}: {cell}" for name, cell in zip_longest(head, _cells(row), fillvalue="") if cell)


def book(text: str) -> Book:
    """Cuts a text up."""
    read = "".join(text[:MOST_LETTERS].splitlines(keepends=True)[:MOST_LINES])
    rows = {_read_out(head, row): row for head, own in _tables(written(read)) for row in own}
    sentences = (_at(rows, one) for one in placed(read, cut(read)))
    shown = tuple(one if len(one.text) <= LONGEST else _short(one) for one in sentences)
    return Book(read, shown, frozenset(rows), len(read) < len(text))


def _at(rows: Mapping[str, Line], one: Sentence) -> Sentence:
    row = rows.get(one.text)
    return replace(one, line=row.number, column=row.column) if row else one


def _short(one: Sentence) -> Sentence:
    return replace(one, text=one.text[:LONGEST] + "...")
