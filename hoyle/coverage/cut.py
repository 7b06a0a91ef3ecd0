"""Cuts the text of a rulebook into places: headings, and under each its sentences, counted from 1.

A text without headings is cut by its paragraphs: `9/5` is the fifth sentence of the ninth.

The text is somebody's own and may be written anyhow. Leaves reading files, and what is made of places, to others.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby, islice

from spec.text.clean import one_line

FIRST = "Beginning"
"""The heading of what stands before the first one."""
LONGEST_HEADING = 60
MOST_SENTENCES = 2_000

_MARK = re.compile(r"#{1,6}\s+")
_NUMBERED = re.compile(r"(?:\d+(?:\.\d+)*[a-z]?[.)]?|[IVX]+[.)])\s+")
_LISTED = re.compile(r"\s*(?:[-*•–]|\d+[.)]|[a-z][.)])\s+")
_UNDERLINE = re.compile(r"\s*(=+|-{3,})\s*$")
_BULLET = re.compile(r"[•*–-]\s+")
_RULE = re.compile(r"(=+|-{3,}|\*{3,}|_{3,}|[|:\-\s]{3,})$")
_ENDS = re.compile(
    r"(?:[.!?][\"'”\u2019»)\]]*(\s+)|[\u3002\uff01\uff1f]+[”\u2019』」\uff09]*(\s*))(?=[\"'“\u2018„«(\[『「\uff08]?(\w))"
)
"""Where a sentence may end; the next one begins with a letter, or a digit."""
_SHORT = re.compile(r"\b(?:e\.g|i\.e|etc|vs|cf|approx|Mr|Mrs|Dr|St|[A-Z])\.$")
LONGEST_SHORT = 12
"""No short word of these has so many letters."""
_BEFORE_NUMBERS = re.compile(r"\b(?:[Nn]os?|pp?|[Ff]ig)\.$")


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence of a rulebook, with its place."""

    heading: str
    number: int
    text: str
    chapter: str = ""
    """The number of the heading, where the rulebook numbers its headings."""

    @property
    def place(self) -> str:
        """The place as a rule file cites it: `Setup/1`."""
        return f"{self.heading}/{self.number}"


def cut(text: str) -> tuple[Sentence, ...]:
    """The sentences of a rulebook in their order."""
    parts = list(_parts(text))
    if not any(head for head, _ in parts):
        return _by_paragraphs(parts)
    found: list[Sentence] = []
    seen: Counter[str] = Counter()
    names: set[str] = set()
    heading, chapter, number = FIRST, "", 0
    for written, body in parts:
        head = _named(written)
        if head:
            heading, number = _other_than(names, head, seen), 0
            names.add(heading)
            numbered = _NUMBERED.match(written.strip())
            chapter = numbered.group().strip(" .)") if numbered else ""
        for sentence in _sentences(body):
            number += 1
            found.append(Sentence(heading, number, sentence, chapter))
            if len(found) == MOST_SENTENCES:
                return tuple(found)
    return tuple(found)


def _other_than(names: set[str], head: str, seen: Counter[str]) -> str:
    """A heading that none of these is: with its number, where it comes again."""
    while True:
        seen[head] += 1
        name = head if seen[head] == 1 else f"{head} ({seen[head]})"
        if name not in names:
            return name


def _by_paragraphs(parts: list[tuple[str, list[str]]]) -> tuple[Sentence, ...]:
    """The sentences of a text without headings: by the numbers of its paragraphs."""
    lines = [line for _, body in parts for line in body]
    blocks = [list(own) for blank, own in groupby(lines, key=lambda line: not line.strip()) if not blank]
    found = (
        Sentence(str(at), number, sentence)
        for at, block in enumerate(blocks, 1)
        for number, sentence in enumerate(_sentences(block), 1)
    )
    return tuple(islice(found, MOST_SENTENCES))


def _parts(text: str) -> Iterator[tuple[str, list[str]]]:
    """Headings with the lines below each; '' for what stands before the first."""
    lines = [line.expandtabs() for line in text.splitlines()]
    head, body = "", list[str]()
    at = 0
    while at < len(lines):
        underlined = at + 1 < len(lines) and lines[at].strip() and _UNDERLINE.match(lines[at + 1])
        found = _heading(lines, at, underlined=bool(underlined))
        if found:
            yield head, body
            head, body = found, []
            at += 1 if underlined else 0
        elif not _RULE.match(lines[at].strip()):
            body.append(lines[at])
        at += 1
    yield head, body


def _heading(lines: list[str], at: int, *, underlined: bool) -> str:
    """The heading that a line is, without its marks; '' where it is none."""
    line = lines[at].strip()
    marked = _MARK.match(line)
    if marked:
        return line[marked.end() :].rstrip("#").rstrip()
    if line.endswith("¶") or (underlined and len(line) <= LONGEST_HEADING):
        return line
    item = _BULLET.match(line)
    title = line[item.end() :] if item else line
    bare = _NUMBERED.sub("", title, count=1)
    alone = at == 0 or not lines[at - 1].strip()
    short = 0 < len(line) <= LONGEST_HEADING and not re.search(r"[.,:;!?]$", line)
    capital = bare[:1].isupper() and (len(bare.split()) <= 6 or bare.isupper())
    below = next((other for other in lines[at + 1 : at + 4] if other.strip()), "")
    # An item of a list is a heading where what stands below it is indented under it.
    under = not item or (bool(below) and _indent(below) > _indent(lines[at]) and not below.strip()[:1].islower())
    return title if alone and short and capital and below and under else ""


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())


def _named(line: str) -> str:
    """A heading as a place is called: without its number, its marks and what a citation cannot hold."""
    bare = _NUMBERED.sub("", one_line(line).rstrip(" ¶"), count=1)
    clean = re.sub(r'[*_`"“”/#]+', "", bare).strip(" :.-–")
    return " ".join(clean.split())[:LONGEST_HEADING].strip()


def _sentences(lines: list[str]) -> Iterator[str]:
    for paragraph in _paragraphs(lines):
        begun = 0
        for end in _ENDS.finditer(paragraph):
            stop = max(end.start(1), end.start(2))
            last = paragraph[max(begun, stop - LONGEST_SHORT) : stop]
            numbered = _BEFORE_NUMBERS.search(last) and end.group(3).isdecimal()
            if not _SHORT.search(last) and not numbered and not end.group(3).islower():
                yield paragraph[begun:stop]
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
