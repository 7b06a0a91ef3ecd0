"""Cuts the text of a rulebook into places: headings, and under each its sentences, counted from 1.

The text is somebody's own and may be written anyhow. Leaves reading files, and what is made of places, to others.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from spec.text.clean import one_line

FIRST = "Beginning"
"""The heading of what stands before the first one."""
LONGEST_HEADING = 60
MOST_SENTENCES = 2_000

_MARKED = re.compile(r"#{1,6}\s+(.*?)\s*#*\s*$")
_NUMBERED = re.compile(r"(?:\d+(?:\.\d+)*[.)]?|[IVX]+[.)])\s+")
_LISTED = re.compile(r"\s*(?:[-*•–]|\d+[.)]|[a-z][.)])\s+")
_RULE = re.compile(r"\s*(=+|-{3,}|\*{3,}|_{3,})\s*$")
_ENDS = re.compile(r"[.!?][\"'”’)\]]*(\s+)(?=[\"'“(\[]?[A-Z0-9])")
_SHORT = re.compile(r"\b(?:e\.g|i\.e|etc|vs|cf|approx|Mr|Mrs|Dr|St|[A-Z])\.$")
_BEFORE_NUMBERS = re.compile(r"\b(?:[Nn]os?|pp?|[Ff]ig)\.$")


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence of a rulebook, with its place."""

    heading: str
    number: int
    text: str

    @property
    def place(self) -> str:
        """The place as a rule file cites it: `Setup/1`."""
        return f"{self.heading}/{self.number}"


def cut(text: str) -> tuple[Sentence, ...]:
    """The sentences of a rulebook in their order."""
    found: list[Sentence] = []
    seen: Counter[str] = Counter()
    heading, number = FIRST, 0
    for head, body in _parts(text):
        if head:
            seen[head] += 1
            heading, number = (head if seen[head] == 1 else f"{head} ({seen[head]})"), 0
        for sentence in _sentences(body):
            number += 1
            found.append(Sentence(heading, number, sentence))
            if len(found) == MOST_SENTENCES:
                return tuple(found)
    return tuple(found)


def _parts(text: str) -> Iterator[tuple[str, list[str]]]:
    """Headings with the lines below each; '' for what stands before the first."""
    lines = [line.expandtabs() for line in text.splitlines()]
    head, body = "", list[str]()
    at = 0
    while at < len(lines):
        underlined = at + 1 < len(lines) and lines[at].strip() and _RULE.match(lines[at + 1])
        found = _heading(lines, at, underlined=bool(underlined))
        if found:
            yield head, body
            head, body = found, []
            at += 1 if underlined else 0
        elif not _RULE.match(lines[at]):
            body.append(lines[at])
        at += 1
    yield head, body


def _heading(lines: list[str], at: int, *, underlined: bool) -> str:
    """The heading that a line is, without its marks; '' where it is none."""
    line = lines[at].strip()
    marked = _MARKED.match(line)
    if marked:
        return _named(marked.group(1))
    if underlined and len(line) <= LONGEST_HEADING:
        return _named(line)
    alone = at == 0 or not lines[at - 1].strip()
    short = 0 < len(line) <= LONGEST_HEADING and not re.search(r"[.,;!?]$", line) and not re.match(r"[-*•–]", line)
    bare = _NUMBERED.sub("", line, count=1)
    capital = bare[:1].isupper() and (len(bare.split()) <= 6 or bare.isupper())
    follows = any(other.strip() for other in lines[at + 1 : at + 3])
    return _named(line) if alone and short and capital and follows else ""


def _named(line: str) -> str:
    """A heading as a place is called: without its number, its marks and what a citation cannot hold."""
    bare = _NUMBERED.sub("", one_line(line), count=1)
    clean = re.sub(r'[*_`"“”/#]+', "", bare).strip(" :.-–")
    return " ".join(clean.split())[:LONGEST_HEADING].strip()


def _sentences(lines: list[str]) -> Iterator[str]:
    for paragraph in _paragraphs(lines):
        begun = 0
        for end in _ENDS.finditer(paragraph):
            sentence = paragraph[begun : end.start(1)]
            numbered = _BEFORE_NUMBERS.search(sentence) and paragraph[end.end()].isdecimal()
            if not _SHORT.search(sentence) and not numbered:
                yield sentence
                begun = end.end()
        if paragraph[begun:]:
            yield paragraph[begun:]


def _paragraphs(lines: list[str]) -> Iterator[str]:
    """Lines that belong together, as one; each item of a list is one."""
    gathered: list[str] = []
    for line in [*lines, ""]:
        listed = _LISTED.match(line)
        if gathered and (listed or not line.strip()):
            yield one_line(" ".join(gathered))
            gathered = []
        if line.strip():
            gathered.append(line[listed.end() :].strip() if listed else line.strip())
