"""Where the parts of a rule file begin and end as text, without the blanks and comments around them.

Leaves what is put there to whoever edits.
"""

from __future__ import annotations

import re

from spec.text.layout import code_end
from spec.text.source import Span


def span_of(node: object) -> Span:
    """Where a node of the syntax stands: all of them say so."""
    found: Span = node.span  # type: ignore[attr-defined]
    return found


def extent(text: str, span: Span) -> Span:
    """A part from its first sign to its last, without what the parser adds: line ends, and comments below it."""
    start, end = span.start, span.end
    kept, at = start, start
    for line in text[start:end].splitlines(keepends=True):
        ends = max(at, code_end(text, at + len(line.rstrip("\r\n"))))
        if text[at:ends].strip():
            kept = ends
        at += len(line)
    return Span(start, kept)


def lines_around(text: str, span: Span) -> Span:
    """The whole lines that a part stands on, with the end of the last."""
    start = text.rfind("\n", 0, span.start) + 1
    end = text.find("\n", span.end)
    return Span(start, len(text) if end < 0 else end + 1)


def indent_of(text: str, at: int) -> str:
    """The blanks with which the line of a place begins."""
    line = text[text.rfind("\n", 0, at) + 1 :]
    return line[: len(line) - len(line.lstrip(" "))]


def introduced(text: str, condition: Span, word: str) -> Span:
    """From the blanks before the word that introduces a condition, `under` or `when`, to its last bracket."""
    found = re.search(rf"\s+{word}[\s(]*$", text[: condition.start])
    assert found is not None
    opened = found.group().count("(")
    end = condition.end
    while opened:
        closing = re.match(r"\s*\)", text[end:])
        if closing is None:
            break
        end, opened = end + closing.end(), opened - 1
    return Span(found.start(), end)
