"""Lays one clause out in rows: as its author broke it, and broken further where a row would be too long."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from hoyle.editor.format.clauses import Clause, gap_of
from hoyle.editor.format.spacing import apart, body, breaks

WIDTH = 120
STEP = 2


@dataclass(frozen=True, slots=True)
class Row:
    """A line to be written: code with the comment beside it, or a comment alone, or nothing."""

    indent: int = 0
    code: str = ""
    beside: str = ""
    note: str = ""


def rows_of(clause: Clause, text: str) -> list[Row]:
    """The rows of a clause, with the comments inside it. Where room lacks, what follows its colon goes under it."""
    rows, as_written = _rows_of(clause, text)
    under = None if as_written else body(clause)
    if under is None:
        return rows
    heading = replace(clause, words=clause.words[:under])
    if _fit(rows) and not _rows_of(heading, text)[1]:
        return rows
    below = replace(clause, words=clause.words[under:], level=clause.level + 1)
    return [*rows_of(heading, text), *rows_of(below, text)]


def _fit(rows: list[Row]) -> bool:
    return all(row.indent + len(row.code) <= WIDTH for row in rows)


def _rows_of(clause: Clause, text: str) -> tuple[list[Row], bool]:
    """The rows of a clause, and whether they are as its author broke it."""
    maker = _Maker(clause)
    words = clause.words
    start, lines = 0, 1
    notes = 0
    for at in range(1, len(words)):
        gap = gap_of(text, words[at - 1].end, words[at].start)
        if gap.broken:
            maker.lay(start, at)
            maker.rows[-1] = replace(maker.rows[-1], beside=gap.beside)
            indent = maker.indent(at)
            maker.rows.extend(Row(indent, note=note.text) for note in gap.notes)
            notes += len(gap.notes)
            start = at
            lines += 1
    maker.lay(start, len(words))
    return maker.rows, _fit(maker.rows) and len(maker.rows) == lines + notes


@dataclass(slots=True)
class _Maker:
    clause: Clause
    rows: list[Row] = field(default_factory=list)
    open_from: list[int] = field(default_factory=list)
    """For each open bracket, the indentation of the row that opened it."""
    list_from: int = 0
    """The indentation of the last row that did not just go on after a comma."""
    ranks: dict[int, tuple[int, int]] = field(default_factory=dict)
    starts: list[int] = field(default_factory=list)
    """Where each word would start if all stood on one line, and where the last one would end."""
    flat: str = ""

    def __post_init__(self) -> None:
        words = self.clause.words
        self.ranks = breaks(self.clause)
        pieces: list[str] = []
        at = 0
        for number, word in enumerate(words):
            if number and apart(words, number):
                pieces.append(" ")
                at += 1
            self.starts.append(at)
            pieces.append(word.text)
            at += len(word.text)
        self.starts.append(at)
        self.flat = "".join(pieces)

    def lay(self, start: int, end: int) -> None:
        """Adds the words from one to another, which their author put on one line."""
        while True:
            indent = self.indent(start)
            at = self._break(start, end, indent)
            if at is None:
                return self._add(start, end, indent)
            self._add(start, at, indent)
            start = at

    def indent(self, at: int) -> int:
        """Where a row stands that begins with this word."""
        words, own = self.clause.words, self.clause.level * STEP
        if at == 0:
            return own
        if self.open_from:
            return self.open_from[-1] + STEP
        if words[at - 1].text == ",":
            return self.list_from + STEP
        if words[at].text == "else" and words[0].text == "if" and not self._opens():
            return own
        return self._first() + STEP

    def _opens(self) -> bool:
        return self.clause.words[-1].text == ":"

    def _first(self) -> int:
        """What the rows after the first reckon from: they stand deeper than a block under the clause would."""
        return self.clause.level * STEP + (STEP if self._opens() else 0)

    def _add(self, start: int, end: int, indent: int) -> None:
        words = self.clause.words
        stands = self._first() if start == 0 else indent
        if start == 0 or self.open_from or words[start - 1].text != ",":
            self.list_from = stands
        for word in words[start:end]:
            if word.text in ("(", "["):
                self.open_from.append(stands)
            elif word.text in (")", "]"):
                self.open_from.pop()
        self.rows.append(Row(indent, self._code(start, end)))

    def _code(self, start: int, end: int) -> str:
        return self.flat[self.starts[start] : self.starts[end]].rstrip()

    def _wide(self, start: int, end: int) -> int:
        return len(self._code(start, end))

    def _break(self, start: int, end: int, indent: int) -> int | None:
        """The word at which these words are broken, for want of room; None where they stay together.

        What is too long on a line of its own, such as a quoted text, is not counted: no break would help it.
        """
        if indent + self._wide(start, end) <= WIDTH:
            return None
        places = [at for at in range(start + 1, end) if at in self.ranks]
        if places and self._first() + STEP + self._wide(places[-1], end) > WIDTH:
            last = places.pop()
            if indent + self._wide(start, last) <= WIDTH:
                return None
        fitting = [at for at in places if indent + self._wide(start, at) <= WIDTH]
        if not fitting:
            return places[0] if places else None
        return max(fitting, key=lambda at: (-self.ranks[at][0], -self.ranks[at][1], at))
