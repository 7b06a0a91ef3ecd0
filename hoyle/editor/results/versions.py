"""Which rules something was said of, and at which line: so that it is seen what is stale, and where a line has gone.

Comments are no rules, nor are blanks but those that say which block a line belongs to. What is said of a claim or an
example depends on the rules and on its own words, not on those of other claims and examples.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from lark.exceptions import UnexpectedInput
from lark.indenter import DedentError

from hoyle.editor.format.clauses import words_of
from spec.text.clean import clean
from spec.text.layout import blocks_of
from spec.text.source import Span, Text

TESTS = ("claim", "example")
"""What begins a section that says what follows from the rules, and is none itself."""


@dataclass(frozen=True, slots=True)
class Version:
    """The words of a text: those of its rules, and those of each claim and example by its name."""

    rules: str
    tests: Mapping[str, str] = field(default_factory=dict)

    def of(self, kind: str = "", name: str = "") -> str:
        """What something that is said of the rules depends on, or of a claim or an example."""
        return f"{self.rules} {self.tests.get(f'{kind} {name}', '')}" if kind in TESTS else self.rules

    @property
    def all(self) -> str:
        """A short name for the words of the whole text."""
        words = "\0".join([self.rules, *sorted(f"{test} {digest}" for test, digest in self.tests.items())])
        return hashlib.sha256(words.encode("utf-8", "surrogatepass")).hexdigest()[:16]


def version_of(content: str) -> Version:
    """The version of a text. Of a section that cannot be read, each sign counts."""
    rules, tests = hashlib.sha256(), dict[str, str]()
    for block in blocks_of(content):
        name, digest = _section(block.text.rstrip(" \t\r\n") + "\n")
        if name:
            tests[name] = tests.get(name, "") + digest
        else:
            rules.update(digest.encode())
    return Version(rules.hexdigest(), tests)


@lru_cache(maxsize=2048)
def _section(text: str) -> tuple[str, str]:
    """Of a claim or an example what it is called, else ''; and what its words come to."""
    try:
        words = words_of(text)
    except (UnexpectedInput, DedentError):
        words = (text,)
    digest = hashlib.sha256("\0".join(words).encode("utf-8", "surrogatepass")).hexdigest()
    if len(words) < 2 or words[0] not in TESTS:
        return "", digest
    name = clean(words[1][1:-1]) if words[0] == "example" else words[1]
    return f"{words[0]} {name}", digest


# ---------------------------------------------------------------- lines


@dataclass(frozen=True, slots=True)
class Anchor:
    """A line by its text, and which of the lines that read so."""

    line: str
    number: int = 0


def anchor_of(text: Text, line: int) -> Anchor:
    """The anchor of a line, from 1."""
    lines = text.content.split("\n")
    told = lines[line - 1] if 0 < line <= len(lines) else ""
    return Anchor(told, lines[: line - 1].count(told))


class Lines:
    """Where the lines of a text are, and the first line of each claim and example."""

    def __init__(self, content: str) -> None:
        self._content = content
        self._spans: dict[str, list[Span]] = {}
        for line, span in _lines(content):
            self._spans.setdefault(line, []).append(span)

    def span(self, anchor: Anchor) -> Span | None:
        """A line without its indentation; None where it is not there any more."""
        found = self._spans.get(anchor.line, [])
        return found[min(anchor.number, len(found) - 1)] if found and anchor.line.strip() else None

    def head(self, kind: str, name: str) -> Span | None:
        """The first line of a claim or an example of this name; None where there is none."""
        for block in blocks_of(self._content) if kind in TESTS else ():
            if _section(block.text.rstrip(" \t\r\n") + "\n")[0] == f"{kind} {name}":
                return Span(block.start, block.start + len(block.text.split("\n", 1)[0].rstrip()))
        return None


def _lines(content: str) -> Iterator[tuple[str, Span]]:
    start = 0
    for line in content.split("\n"):
        yield line, Span(start + len(line) - len(line.lstrip()), start + len(line.rstrip()))
        start += len(line) + 1
