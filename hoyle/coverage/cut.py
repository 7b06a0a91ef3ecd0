"""Cuts the text of a rulebook into places: headings, and under each its sentences, counted from 1.

A text without headings is cut by its paragraphs: `9/5` is the fifth sentence of the ninth.

The text is somebody's own and may be written anyhow. Leaves reading files, and what is made of places, to others.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby, islice

from hoyle.coverage.markup import Line, lines_of
from hoyle.coverage.numbered import is_first_of, numbered_apart, own_numbers, run_in_apart
from hoyle.coverage.sentences import LABELLED, LISTED, sentences
from spec.text.clean import one_line

Part = tuple[str, list[Line]]
"""A heading, and the lines below it."""

FIRST = "Beginning"
"""The heading of what stands before the first one."""
SHORTEST_HEADING, LONGEST_HEADING = 3, 60
MOST_SENTENCES = 2_000

_NUMBERED = re.compile(
    r"(?:§\s*|(?i:section|chapter|article|part)\s+)?(?P<number>\d+(?:\.\d+)*[a-z]?(?=[.):\s])|[IVX]+(?=[.):])|[A-Z](?=[.)]\s))"
    r"[.):]?\s+"
)
_COUNTED = re.compile(r"\s*(\d{1,3})[.)]\s")
_UNDERLINE = re.compile(r"\s*(=+|-{3,})\s*$")
_BULLET = re.compile(r"[•*–+-]\s+")
_RULE = re.compile(r"(=+|-{3,}|\*{3,}|_{3,}|[|:\-\s]{3,})$")
_VALUE = re.compile(r": +[^\d]*(?P<number>\d*)")
"""What stands behind a colon, as in "Players: 2 to 4": the line says something, and is no heading."""
_CLOSED = re.compile(r"[.!?:…][\"'”’»)\]]*$")
_REMARK = re.compile(
    r"(?i:(?:for )?examples?|notes?|tips?|hints?|remarks?|exceptions?|important|warning|reminder|specifically|namely"
    r"|otherwise|however|that is|in short)(?: \d+)?[.:]?$"
)
"""What begins a remark on what stands before it, and no chapter."""
_GOES_ON = re.compile(
    r"^(?:and|or|to|by|with|from)\b|\b(?:you|when|whenever|if|either|following|follows|is|are|was|can|may|must|do|does|has|have"
    r"|then|there|these|this|those|that|wins|as|so)\b",
    re.IGNORECASE,
)
"""Words of a line that ends with a colon, and is the beginning of a sentence rather than a heading."""


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence of a rulebook, with its place."""

    heading: str
    number: int
    text: str
    chapter: str = ""
    """The number of the heading, where the rulebook numbers its headings."""
    mark: str = ""
    """The number of its paragraph, where the rulebook numbers its paragraphs: `2.3`."""
    within: int = 0
    """Which sentence of that paragraph it is."""
    line: int = field(default=1, compare=False)
    column: int = field(default=1, compare=False)
    """Where it begins in the text, from 1; `lines.placed` finds it."""

    @property
    def place(self) -> str:
        """The place as a rule file cites it: `Setup/1`, or `2.3/1`."""
        return f"{self.mark}/{self.within}" if self.mark else f"{self.heading}/{self.number}"


def cut(text: str) -> tuple[Sentence, ...]:
    """The sentences of a rulebook in their order."""
    parts = _chapters(text)
    if not any(head for head, _ in parts):
        return _by_paragraphs(parts)
    marks = own_numbers(line.text for _, body in parts for line in body)
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
            chapter = numbered.group("number") if numbered else ""
        for mark, own in numbered_apart(body, marks):
            for within, sentence in enumerate(sentences(own), 1):
                number += 1
                found.append(Sentence(heading, number, sentence, chapter, mark, within if mark else 0))
                if len(found) == MOST_SENTENCES:
                    return tuple(found)
    return tuple(found)


def headings(text: str) -> tuple[str, ...]:
    """The headings of a text as they are written, without their marks."""
    return tuple(one_line(head) for head, _ in _chapters(text) if head)


def _chapters(text: str) -> list[Part]:
    """Headings as they are written, with the lines below each."""
    lines = lines_of(text)
    parts = list(_parts(lines))
    heads = sum(bool(head) for head, _ in parts)
    titled = list(run_in_apart(lines, heads))
    if len(titled) > len(lines):
        return list(_parts(titled))
    return parts if heads else list(_parts(list(_leads_apart(lines))))


def _other_than(names: set[str], head: str, seen: Counter[str]) -> str:
    """A heading that none of these is: with its number, where it comes again."""
    while True:
        seen[head] += 1
        name = head if seen[head] == 1 else f"{head} ({seen[head]})"
        if name not in names:
            return name


def _by_paragraphs(parts: Sequence[Part]) -> tuple[Sentence, ...]:
    """The sentences of a text without headings: by the numbers of its paragraphs."""
    lines = [line for _, body in parts for line in body]
    blocks = [list(own) for blank, own in groupby(lines, key=lambda line: not line.text.strip()) if not blank]
    found = (
        Sentence(str(at), number, sentence)
        for at, block in enumerate(blocks, 1)
        for number, sentence in enumerate(sentences(block), 1)
    )
    return tuple(islice(found, MOST_SENTENCES))


def _leads_apart(lines: Sequence[Line]) -> Iterator[Line]:
    """Lines of a text without headings: what is bold at the beginning of a paragraph is one, or, where half of the
    paragraphs begin so, what stands before a colon."""
    begins = [at for at, line in enumerate(lines) if line.text.strip() and (at == 0 or not lines[at - 1].text.strip())]
    leads = {at: lines[at].lead for at in begins if lines[at].lead}
    if not leads:
        labels = {at: found[1] for at in begins if (found := LABELLED.match(lines[at].text.strip()))}
        leads = labels if len(labels) > 1 and 2 * len(labels) >= len(begins) else {}
    for at, line in enumerate(lines):
        lead, text = leads.get(at, ""), line.text.strip()
        if lead and text.startswith(lead) and not _REMARK.match(lead):
            yield Line(lead, marked=True)
            yield Line(text[len(lead) :].lstrip(" :."))
        else:
            yield line


def _parts(lines: Sequence[Line]) -> Iterator[Part]:
    """Headings with the lines below each; '' for what stands before the first."""
    head, body = "", list[Line]()
    at, alone = 0, True
    marks = any(line.marked for line in lines)
    while at < len(lines):
        under = _UNDERLINE.match(lines[at + 1].text) if at + 1 < len(lines) and lines[at].text.strip() else None
        # Below a sentence, dashes are a line across the page.
        underlined = under is not None and not (under[1][0] == "-" and lines[at].text.rstrip().endswith("."))
        begins = marks or (bool(head) and not any(line.text.strip() for line in body))
        found = _heading(lines, at, underlined=underlined, alone=alone, begins=begins)
        rule = not found and _RULE.match(lines[at].text.strip()) is not None
        if found:
            yield head, body
            head, body = found, []
            at += 1 if underlined else 0
        else:
            body.append(Line("") if rule else lines[at])
        alone = bool(found) or not (lines[at].text.strip() and body and body[-1].text.strip())
        at += 1
    yield head, body


def _heading(lines: Sequence[Line], at: int, *, underlined: bool, alone: bool, begins: bool) -> str:
    """The heading that a line is, without its marks; '' where it is none.

    Nothing stands right above what is `alone`; a list or table that `begins` a chapter may have a sentence before it.
    """
    line, text = lines[at], lines[at].text.strip()
    if line.marked or text.endswith("¶"):
        return text
    if line.alone or not 0 < len(text) <= LONGEST_HEADING:
        return ""
    if underlined:
        return text
    item = _BULLET.match(text)
    title = text[item.end() :] if item else text
    below = next((other for other in lines[at + 1 : at + 4] if other.text.strip()), None)
    if below is None or _REMARK.match(title):
        return ""
    if begins and title.endswith(":") and (below.alone or LISTED.match(below.text)):
        return ""
    # An item of a list is a heading where what stands below it is indented under it.
    if item and (_indent(below) <= _indent(line) or below.text.strip()[:1].islower()):
        return ""
    return title if _titled(title, lines, at, alone=alone) else ""


def _titled(title: str, lines: Sequence[Line], at: int, *, alone: bool) -> bool:
    """Is a short line a heading by what it says and where it stands?"""
    line, numbered = lines[at], _NUMBERED.match(title)
    bare = title[numbered.end() :] if numbered else title
    if numbered and title[-1] not in ".,;!" and is_first_of(_below(lines, at).text, numbered["number"]):
        return True
    words, end, capital = len(bare.split()), title[-1], bare[:1].isupper()
    before = _before(lines, at).text
    closed = alone or bool(_CLOSED.search(before.rstrip()) or LISTED.match(before))
    if numbered and _one_of_a_list(lines, at):
        return False
    if line.bold:
        return closed and (end not in ".!," or (end == "." and words <= 4))
    if end == ":":
        return closed and words <= (5 if capital else 4) and (capital or alone) and not _GOES_ON.search(bare)
    if (
        end in ".,;!"
        or (end == "?" and not numbered)
        or not capital
        or not (words <= 6 or bare.isupper())
        or len(bare) < SHORTEST_HEADING
    ):
        return False
    below = _below(lines, at)
    value = _VALUE.search(bare)
    if value and (lines[at + 1].text.strip() or value["number"]):
        return False
    if (closed and title.isupper() and len(title) > 3) or (alone and (numbered or words <= 2)):
        return True
    if alone:
        return not _is_like_it(lines[at + 1].text.strip())
    if numbered:
        return closed and bool(lines[at + 1].text.strip()) and below.text.strip()[:1].isupper()
    return _indent(below) > _indent(line) < len(before) - len(before.lstrip()) and closed


def _is_like_it(below: str) -> bool:
    """Is what stands right below a short line another one, so that both may be sentences without full stops?"""
    return below[:1].isupper() and len(below) <= LONGEST_HEADING and below[-1].isalnum()


def _below(lines: Sequence[Line], at: int) -> Line:
    return next((other for other in lines[at + 1 : at + 4] if other.text.strip()), Line(""))


def _before(lines: Sequence[Line], at: int) -> Line:
    return next((lines[n] for n in range(at - 1, max(-1, at - 4), -1) if lines[n].text.strip()), Line(""))


def _one_of_a_list(lines: Sequence[Line], at: int) -> bool:
    """Does the line before it, or below it, have the number before or after its own?"""
    own = _COUNTED.match(lines[at].text)
    below = _below(lines, at)
    before, after = _COUNTED.match(_before(lines, at).text), _COUNTED.match(below.text)
    return own is not None and any(
        other is not None and int(other[1]) == int(own[1]) + step for other, step in ((before, -1), (after, 1))
    )


def _indent(line: Line) -> int:
    return len(line.text) - len(line.text.lstrip())


def _named(line: str) -> str:
    """A heading as a place is called: without its number, its marks and what a citation cannot hold."""
    written = one_line(line).rstrip(" ¶")
    numbered = _NUMBERED.match(written)
    bare = written[numbered.end() :] if numbered else written
    clean = re.sub(r'[*_`"“”/#]+', "", bare).strip(" :.-–")
    return " ".join(clean.split())[:LONGEST_HEADING].strip()
