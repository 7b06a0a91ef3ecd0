"""Places in a text as the protocol counts them, and as offsets: the one place where the two are converted.

The protocol counts lines and columns from 0, columns in units of UTF-16, of which some signs take two, or as an editor
and the server agreed: in bytes of UTF-8, or in signs. A line ends with a line feed, a carriage return, or both.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from functools import cached_property
from typing import Literal

from lsprotocol.types import Position, Range

from spec.text.source import Span

LINE_END = re.compile(r"\r\n|\n|\r")


Encoding = Literal["utf-8", "utf-16", "utf-32"]
"""What columns are counted in."""


class Positions:
    """Converts between offsets into one text and the protocol's positions."""

    def __init__(self, content: str, encoding: Encoding = "utf-16") -> None:
        self.content, self.encoding = content, encoding

    @cached_property
    def _lines(self) -> tuple[list[int], list[int]]:
        """Where each line starts, and where it ends without its line end."""
        found = list(LINE_END.finditer(self.content))
        return [0, *(m.end() for m in found)], [*(m.start() for m in found), len(self.content)]

    def position(self, offset: int) -> Position:
        """The position of an offset; one beyond the text is its end."""
        starts, ends = self._lines
        line = bisect_right(starts, max(0, offset)) - 1
        return Position(line, units(self.content[starts[line] : min(offset, ends[line])], self.encoding))

    def range(self, span: Span) -> Range:
        return Range(self.position(span.start), self.position(span.end))

    def offset(self, position: Position) -> int:
        """The offset of a position; one beyond its line is that line's end, one beyond the text the text's."""
        starts, ends = self._lines
        if position.line >= len(starts):
            return len(self.content)
        line = self.content[starts[position.line] : ends[position.line]]
        if line.isascii():
            return starts[position.line] + min(position.character, len(line))
        left, at = position.character, 0
        while at < len(line) and left >= (width := units(line[at], self.encoding)):
            left -= width
            at += 1
        return starts[position.line] + at

    def span(self, of: Range) -> Span:
        return Span(self.offset(of.start), self.offset(of.end))


def units(text: str, encoding: Encoding = "utf-16") -> int:
    """How many units of an encoding a text has."""
    if encoding == "utf-32" or text.isascii():
        return len(text)
    if encoding == "utf-8":
        return len(text.encode("utf-8", "surrogatepass"))
    return len(text) + sum(ord(sign) > 0xFFFF for sign in text)
