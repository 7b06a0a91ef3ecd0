"""Places in a rule file: spans and the text that they point into.

Leaves what is wrong at a place to `spec.diagnostics.diagnostic`.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, field
from itertools import accumulate


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """A half-open range of character offsets in one file."""

    start: int
    end: int

    def to(self, other: Span) -> Span:
        """The smallest span that covers both."""
        return Span(min(self.start, other.start), max(self.end, other.end))


NOWHERE = Span(0, 0)


@dataclass(frozen=True, slots=True)
class Line:
    """One written line with what continues it; offsets into the text, indentation in columns."""

    start: int
    end: int
    indent: int


@dataclass(frozen=True, slots=True)
class Text:
    """A rule file's text with its name; turns offsets into lines and columns (both from 1)."""

    name: str
    content: str
    _starts: tuple[int, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        lengths = (len(line) + 1 for line in self.content.split("\n")[:-1])
        object.__setattr__(self, "_starts", tuple(accumulate(lengths, initial=0)))

    def position(self, offset: int) -> tuple[int, int]:
        """Line and column, each from 1, of a character offset (clamped to the text)."""
        offset = max(0, min(offset, len(self.content)))
        line = bisect_right(self._starts, offset)
        return line, offset - self._starts[line - 1] + 1

    def line(self, number: int) -> str:
        """The text of a line (from 1) without its end."""
        start = self._starts[number - 1]
        end = self._starts[number] - 1 if number < len(self._starts) else len(self.content)
        return self.content[start:end].rstrip("\r")
