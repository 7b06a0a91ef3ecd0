"""Cuts a rule file into sections and lines, and finds faults of layout before any grammar is asked.

Works on characters only: indentation, brackets, quotes, sizes. A faulty line is blanked, so that the rest can be parsed
at unchanged offsets.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import pairwise

from spec.diagnostics import Diagnostic, diagnose
from spec.source import Span

MAX_CHARACTERS = 2_000_000
MAX_LINE = 20_000
MAX_BRACKETS = 64
MAX_INDENTS = 40

CONTINUES = re.compile(r"[ \t]*(?:(?:when|under|with|and|or|because|wins)\b|@)")
_PIECES = re.compile(r'"[^"\n]*"|"|#[^\n]*|[()\[\]]')


@dataclass(frozen=True, slots=True)
class Line:
    """One written line with what continues it; offsets into the file, indentation in columns."""

    start: int
    end: int
    indent: int


@dataclass(frozen=True, slots=True)
class Block:
    """One section's text with the offset where it starts."""

    start: int
    text: str


def blank(text: str, start: int, end: int) -> str:
    """The text with a stretch replaced by spaces, line ends kept."""
    return text[:start] + re.sub(r"[^\n]", " ", text[start:end]) + text[end:]


def lines_of(text: str) -> list[Line]:
    """The lines that hold something, in order; a line that only continues another is part of that other."""
    lines: list[Line] = []
    depth = 0
    start = 0
    for raw in text.split("\n"):
        end = start + len(raw)
        stripped = raw.strip()
        if stripped and not stripped.startswith("#"):
            if lines and (depth > 0 or CONTINUES.match(raw)):
                lines[-1] = Line(lines[-1].start, end, lines[-1].indent)
            else:
                lines.append(Line(start, end, len(raw) - len(raw.lstrip(" "))))
            for piece in _PIECES.findall(raw):
                depth = max(0, depth + (piece in ("(", "[")) - (piece in (")", "]")))
        start = end + 1
    return lines


def blocks_of(text: str) -> list[Block]:
    """The sections: each runs from a line in column 1 to the next such line."""
    starts = [line.start for line in lines_of(text) if line.indent == 0]
    return [Block(a, text[a:b]) for a, b in pairwise([*starts, len(text)])]


def mend(text: str) -> tuple[str, tuple[Diagnostic, ...]]:
    """The text with every line of faulty layout blanked, and what was wrong with each."""
    if len(text) > MAX_CHARACTERS:
        end = MAX_CHARACTERS
        message = f"this file has {len(text):,} characters; Hoyle reads at most {end:,}"
        return "", (diagnose("E0111", Span(end, end + 1), message),)
    found: list[Diagnostic] = []
    for check in (_tabs, _quotes, _brackets, _long_lines, _indents):
        faults = check(text)
        for diagnostic, start, end in faults:
            found.append(diagnostic)
            text = blank(text, start, end)
    return text, tuple(found)


Fault = tuple[Diagnostic, int, int]


def _tabs(text: str) -> list[Fault]:
    faults: list[Fault] = []
    for match in re.finditer(r"^ *\t[ \t]*(?=\S)", text, re.MULTILINE):
        end = text.find("\n", match.end())
        span = Span(match.start(), match.end())
        message = "this line is indented with a tab; indent with spaces"
        faults.append((diagnose("E0102", span, message), match.start(), len(text) if end < 0 else end))
    return faults


def _quotes(text: str) -> list[Fault]:
    faults: list[Fault] = []
    for match in re.finditer(_PIECES, text):
        if match.group() == '"':
            end = text.find("\n", match.start())
            end = len(text) if end < 0 else end
            message = 'this quoted text has no closing `"` on its line'
            line = text.rfind("\n", 0, match.start()) + 1
            faults.append((diagnose("E0108", Span(match.start(), end), message), line, end))
    return faults


def _brackets(text: str) -> list[Fault]:
    """Unclosed and unopened brackets, section by section, and brackets nested too deep."""
    faults: list[Fault] = []
    starts = [m.start() for m in re.finditer(r"^[^\s#]", text, re.MULTILINE)]
    for a, b in pairwise([*starts, len(text)]):
        faults.extend(_brackets_of_section(text, a, b))
    return faults


def _brackets_of_section(text: str, start: int, end: int) -> list[Fault]:
    def line_around(at: int) -> tuple[int, int]:
        close = text.find("\n", at)
        return text.rfind("\n", 0, at) + 1, len(text) if close < 0 else close

    open_at: list[int] = []
    for match in _PIECES.finditer(text, start, end):
        piece, at = match.group(), match.start()
        if piece in ("(", "["):
            open_at.append(at)
            if len(open_at) > MAX_BRACKETS:
                message = f"brackets stand more than {MAX_BRACKETS} deep here"
                return [(diagnose("E0110", Span(at, at + 1), message), line_around(open_at[0])[0], end)]
        elif piece in (")", "]"):
            if not open_at or (text[open_at[-1]] == "(") != (piece == ")"):
                message = f"this `{piece}` closes nothing"
                return [(diagnose("E0107", Span(at, at + 1), message), *line_around(at))]
            open_at.pop()
    if open_at:
        message = f"this `{text[open_at[-1]]}` is never closed"
        return [(diagnose("E0106", Span(open_at[-1], open_at[-1] + 1), message), *line_around(open_at[-1]))]
    return []


def _long_lines(text: str) -> list[Fault]:
    faults: list[Fault] = []
    for line in lines_of(text):
        if line.end - line.start > MAX_LINE:
            message = f"this line, with what continues it, is longer than {MAX_LINE:,} characters"
            span = Span(line.start + MAX_LINE, line.start + MAX_LINE + 1)
            faults.append((diagnose("E0111", span, message), line.start, line.end))
    return faults


def _indents(text: str) -> list[Fault]:
    """Lines whose indentation fits no block that is open, and blocks nested too deep."""
    faults: list[Fault] = []
    open_columns = [0]
    for line in lines_of(text):
        if line.indent > open_columns[-1]:
            open_columns.append(line.indent)
            if len(open_columns) > MAX_INDENTS:
                span = Span(line.start, line.start + line.indent)
                message = f"blocks stand more than {MAX_INDENTS} deep here"
                return [*faults, (diagnose("E0110", span, message), line.start, len(text))]
            continue
        while line.indent < open_columns[-1]:
            open_columns.pop()
        if line.indent != open_columns[-1]:
            span = Span(line.start, line.start + line.indent)
            columns = " or ".join(str(c) for c in open_columns)
            message = f"this line is indented by {line.indent}; the open blocks stand at {columns}"
            faults.append((diagnose("E0103", span, message), line.start, line.end))
    return faults
