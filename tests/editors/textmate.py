"""Colours texts by a TextMate grammar of plain matches, line by line, as editors do.

VS Code's own program is held against this one in `test_vscode_tools.py`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, NamedTuple


class Piece(NamedTuple):
    """A stretch of a line that has one colour; offsets into the line."""

    start: int
    end: int
    scope: str


class Painter:
    """Colours by one grammar."""

    def __init__(self, grammar: dict[str, Any]) -> None:
        self.patterns = [(re.compile(each["match"]), each) for each in grammar["patterns"]]

    def line(self, text: str) -> list[Piece]:
        """The pieces of a line that have a colour, in order."""
        return list(self._pieces(text))

    def _pieces(self, text: str) -> Iterator[Piece]:
        at = 0
        while at < len(text):
            found = [(hit, each) for pattern, each in self.patterns if (hit := pattern.search(text, at)) is not None]
            if not found:
                return
            hit, each = min(found, key=lambda pair: pair[0].start())
            if "name" in each:
                yield Piece(hit.start(), hit.end(), each["name"])
            for number, capture in each.get("captures", {}).items():
                yield Piece(*hit.span(int(number)), capture["name"])
            at = max(hit.end(), at + 1)

    def scopes(self, text: str) -> list[str]:
        """The colour of each character of a text; nothing where it has none."""
        painted = [""] * len(text)
        start = 0
        for line in text.split("\n"):
            for piece in self.line(line):
                painted[start + piece.start : start + piece.end] = [piece.scope] * (piece.end - piece.start)
            start += len(line) + 1
        return painted
