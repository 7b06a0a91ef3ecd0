"""Lays a rule file out in the one style, and answers only what all guards let through.

Only what stands between words is touched: blanks, line ends, blank lines and where comments stand. Nothing is put in
another order. Leaves reading and writing files to the commands.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby

from hoyle.editor.format.clauses import Clause, Gap, Note, clauses_of, gap_of
from hoyle.editor.format.guards import hold, untabbed
from hoyle.editor.format.rows import STEP, WIDTH, Row, rows_of
from hoyle.sources.parsed import parsed
from spec.diagnostics.diagnostic import Diagnostic, has_errors

BESIDE = 2
"""So many blanks stand before a comment at the end of a line, at least."""


class NotFormatted(Exception):
    """The text has faults of syntax, and stays as it is."""

    def __init__(self, diagnostics: tuple[Diagnostic, ...]) -> None:
        super().__init__("the text has faults of syntax")
        self.diagnostics = diagnostics


def format_text(text: str) -> str:
    """The text in the one style.

    Raises NotFormatted, and `guards.Broken` where the result would not be the same rules.
    """
    written, text = text, untabbed(text)
    file, diagnostics = parsed(text)
    if has_errors(diagnostics):
        raise NotFormatted(diagnostics)
    result = laid_out(text)
    if result != written:
        hold(text, file, result, laid_out(result))
    return result


def laid_out(text: str) -> str:
    """The text in the one style, before any guard is asked."""
    rows = _aligned(_rows(text))
    return "".join(f"{_written(row)}\n" for row in rows)


def _written(row: Row) -> str:
    return " " * row.indent + (row.note or row.code + row.beside) if row.note or row.code else ""


# ---------------------------------------------------------------- rows of the whole file


def _rows(text: str) -> list[Row]:
    clauses = clauses_of(text)
    laid = [rows_of(clause, text) for clause in clauses]
    size: Counter[int] = Counter()
    for clause, own in zip(clauses, laid, strict=True):
        size[clause.section] += sum(bool(row.code) for row in own)
    rows: list[Row] = []
    _between(rows, gap_of("\n" + text, 0, clauses[0].words[0].start + 1), [0], 0, inside=False, parted=False)
    columns: list[int] = []
    for at, clause in enumerate(clauses):
        rows.extend(laid[at])
        after = clauses[at + 1] if at + 1 < len(clauses) else None
        gap = gap_of(text, clause.words[-1].end, len(text) if after is None else after.words[0].start)
        rows[-1] = replace(rows[-1], beside=gap.beside)
        columns = [*columns[: clause.level], _column(text, clause)]
        level = 0 if after is None else after.level
        inside = after is not None and after.section == clause.section
        parted = after is not None and not inside and max(size[clause.section], size[after.section]) > 1
        _between(rows, gap, columns, level, inside=inside, parted=parted)
    while not _written(rows[-1]):
        rows.pop()
    return rows


def _column(text: str, clause: Clause) -> int:
    start = clause.words[0].start
    return start - text.rfind("\n", 0, start) - 1


def _between(rows: list[Row], gap: Gap, columns: Sequence[int], level: int, *, inside: bool, parted: bool) -> None:
    """Adds the comments and blank lines between two clauses, the second of this level.

    `inside`: of one section; `parted`: sections that a blank line parts.
    """
    opens = inside and level == len(columns)
    for note in gap.notes:
        stands = level_of(note, columns, level)
        rows.extend([Row()] * _blank(rows, (note.apart and not opens) or (parted and stands == 0)))
        rows.append(Row(stands * STEP, note=note.text))
        opens = False
        parted = parted and stands > 0
    rows.extend([Row()] * _blank(rows, (gap.apart and not opens) or parted))


def _blank(rows: list[Row], wanted: bool) -> bool:
    return wanted and bool(rows) and bool(_written(rows[-1]))


def level_of(note: Note, columns: Sequence[int], level: int) -> int:
    """In how many blocks a comment stands, before a clause of some level: where blocks end, its column tells."""
    return max((at for at in range(level, len(columns)) if columns[at] <= note.column), default=level)


# ---------------------------------------------------------------- comments at the ends of lines


def _aligned(rows: list[Row]) -> Iterator[Row]:
    """The rows with the comments beside neighbouring lines of one indentation in one column, where there is room."""
    for code, run in groupby(rows, key=lambda row: (bool(row.code), row.indent)):
        together = list(run)
        column = _common(together) if code[0] else 0
        for row in together:
            if not row.beside:
                yield row
                continue
            blanks = column - len(row.code)
            if blanks < BESIDE or row.indent + column + len(row.beside) > WIDTH:
                blanks = BESIDE
            yield replace(row, beside=" " * blanks + row.beside)


def _common(rows: Sequence[Row]) -> int:
    """The column for these comments, from the indentation on: of those that have room in one."""
    noted = sorted((row for row in rows if row.beside), key=lambda row: len(row.code))
    longest = max((row.indent + len(row.beside) for row in noted), default=0)
    while noted and longest + len(noted[-1].code) + BESIDE > WIDTH:
        noted.pop()
        longest = max((row.indent + len(row.beside) for row in noted), default=0)
    return len(noted[-1].code) + BESIDE if noted else 0
