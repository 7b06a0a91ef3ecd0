"""What formatting changes in a text or a part of it, as edits of whole lines, so that an editor keeps its marks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import accumulate, pairwise

from hoyle.editor.format.formatter import format_text
from hoyle.editor.format.guards import says_the_same
from spec.text.layout import blocks_of


@dataclass(frozen=True, slots=True)
class Edit:
    """A stretch of a text, in offsets, and what is to stand there."""

    start: int
    end: int
    text: str


def edits_of(text: str) -> tuple[Edit, ...]:
    """The edits that format a text. Raises as `format_text` does."""
    return tuple(edit for _, edits in _by_section(text) for edit in edits)


def edits_within(text: str, start: int, end: int) -> tuple[Edit, ...]:
    """The edits that format the sections which a stretch of a text touches. Raises as `format_text` does."""
    sections = _by_section(text)
    chosen = [edits for own, edits in sections if own.start <= end and start < max(own.stop, own.start + 1)]
    found = tuple(edit for edits in chosen for edit in edits)
    if len(chosen) < len(sections) and found:
        says_the_same(text, applied(text, found))
    return found


def _by_section(text: str) -> list[tuple[range, list[Edit]]]:
    """For each section, with what stands below it, where it is and what changes; and for what stands above all."""
    result = format_text(text)
    pairs = zip(_sections(text), _sections(result), strict=True)
    return [(one, list(_edits(text, one, result[other.start : other.stop]))) for one, other in pairs]


def _sections(text: str) -> list[range]:
    bounds = [0, *(block.start for block in blocks_of(text)), len(text)]
    return [range(a, b) for a, b in pairwise(bounds)]


MOST_LINES = 1_000
"""A section of more lines is replaced as a whole: to find what is equal takes the square of them."""


def _edits(text: str, part: range, result: str) -> Iterator[Edit]:
    before, after = text[part.start : part.stop].splitlines(keepends=True), result.splitlines(keepends=True)
    starts = list(accumulate(map(len, before), initial=part.start))
    if before != after and max(len(before), len(after)) > MOST_LINES:
        yield Edit(part.start, part.stop, result)
        return
    for tag, a, b, c, d in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        if tag != "equal":
            yield Edit(starts[a], starts[b], "".join(after[c:d]))


def edits_between(text: str, result: str) -> tuple[Edit, ...]:
    """The edits, line by line, that make another text of one."""
    return tuple(_edits(text, range(len(text)), result))


def applied(text: str, edits: Sequence[Edit]) -> str:
    """The text after some edits, which are in order and do not overlap."""
    parts, at = [], 0
    for edit in edits:
        parts += [text[at : edit.start], edit.text]
        at = edit.end
    return "".join([*parts, text[at:]])
