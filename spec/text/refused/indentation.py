"""Shifts lines to the indentation that their author probably meant. Works on characters only.

Leaves finding what is badly indented to `spec.text.layout` and, where a grammar has to be asked, to
`spec.text.refused.syntax_errors`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

from spec.diagnostics.diagnostic import Fix
from spec.text.source import Line, Span

USUAL_STEP = 2


def step_of(lines: Sequence[Line]) -> int:
    """By how many columns a block of this text is mostly indented."""
    deeper = Counter(b.indent - a.indent for a, b in pairwise(lines) if b.indent > a.indent)
    return max(deeper, key=lambda step: (deeper[step], step == USUAL_STEP), default=USUAL_STEP)


def without_tabs(text: str, start: int, end: int, step: int) -> Fix:
    """The lines of a stretch with a step of spaces for each tab before their first word."""

    def spaces(found: re.Match[str]) -> str:
        return found.group().replace("\t", " " * step)

    mended = re.sub(r"^[ \t]+", spaces, text[start:end], flags=re.MULTILINE)
    return Fix(
        f"write {step} spaces for each tab" if step > 1 else "write a space for each tab", Span(start, end), mended
    )


def moved_to(text: str, line: Line, end: int, indent: int) -> Fix:
    """A line, with all up to an offset that belongs to it, shifted so that the line itself is indented by so much."""
    by = indent - line.indent

    def shifted(raw: str) -> str:
        if not raw.strip():
            return raw
        return " " * by + raw if by > 0 else raw[min(-by, len(raw) - len(raw.lstrip(" "))) :]

    mended = "\n".join(shifted(raw) for raw in text[line.start : end].split("\n"))
    begins = text[line.start : line.end].split("\n", maxsplit=1)[0].strip()[:30]
    return Fix(f"write {indent} blanks before `{begins}`", Span(line.start, end), mended)
