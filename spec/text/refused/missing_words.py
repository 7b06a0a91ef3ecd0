"""Finds the one word or sign with which a refused line can be read, by trying each that may stand there.

Leaves what to say of it to `spec.text.refused.syntax_errors`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from lark.exceptions import LarkError
from lark.indenter import DedentError

from spec.names.suggestions import nearest
from spec.text.layout import lines_of
from spec.text.parser import section_parser

LONGEST = 2_000
"""In a longer line nothing is tried."""
MOST = 12
"""Where more could stand, nothing is tried: a guess would be one of many."""
BODIES = (
    "nothing", "step x: nothing", "permit x", "x when x: nothing", "x: set", "x: x", "then x", "players 2", '"x" 1',
    "row: x", "A is 1", "x when x: nobody wins", "nobody wins", 'reading x "x"',
)  # fmt: skip
"""A line for each kind of block."""
QUESTION = f'\n{" " * 60}reading x "x"'
"""What may stand below a line that does not end in a colon."""
OPERATORS = ("+", "-", "*", ">", "=", "|", "as", "and", "or", "plus", "without", "common", "divided", "under", "@")
"""They fit between any two values, so they are not what is missing."""


def missing_before(text: str, at: int, wanted: Iterable[str]) -> str | None:
    """The one of these that has to stand before an offset for its line to be read; `a name` stands for any."""
    tried = [word for word in wanted if word not in OPERATORS]
    return _only_one(text, at, at, tried)


def sign_instead(text: str, at: int, word: str, wanted: Iterable[str]) -> str | None:
    """The one of these that has to stand in place of a word, a sign for a sign and a like word for a word."""
    if word.isalpha():
        like = nearest(word, [each for each in wanted if each.isalpha()])
        tried = [] if like is None else [like]
    else:
        tried = [each for each in wanted if not each[0].isalpha() and each not in OPERATORS]
    return _only_one(text, at, at + len(word), tried)


def _only_one(text: str, start: int, end: int, tried: Sequence[str]) -> str | None:
    if len(tried) > MOST:
        return None
    around = _line_in_its_blocks(text, start)
    if around is None:
        return None
    head, begin, whole = around
    written = text.find("\n", end)
    for rest_end in sorted({whole, whole if written < 0 else min(written, whole)}, reverse=True):
        fits = [
            word
            for word in tried
            if _reads(head + text[begin:start] + f" {'x' if word == 'a name' else word} " + text[end:rest_end])
        ]
        if len(fits) == 1:
            return fits[0]
    return None


def _line_in_its_blocks(text: str, at: int) -> tuple[str, int, int] | None:
    """The headings above the line of an offset, where that line begins, and where it ends."""
    lines = [line for line in lines_of(text) if line.start <= at]
    if not lines or lines[-1].end - lines[-1].start > LONGEST or at > lines[-1].end:
        return None
    here, indent, above = lines[-1], lines[-1].indent, ""
    for line in reversed(lines[:-1]):
        if line.indent < indent:
            above, indent = text[line.start : line.end] + "\n" + above, line.indent
    return above, here.start, here.end


def line_reads(text: str, at: int) -> bool:
    """Can the line of an offset be read, under the headings above it?"""
    around = _line_in_its_blocks(text, at)
    if around is None:
        return False
    head, begin, end = around
    return _reads(head + text[begin:end])


def _reads(text: str) -> bool:
    """Can a section be read, with some line below where its last line opens a block?"""
    bodies = (f"\n{' ' * 60}{line}" for line in BODIES) if text.rstrip().endswith(":") else ("", QUESTION)
    return any(_is_section(f"{text}{body}\n") for body in bodies)


def _is_section(text: str) -> bool:
    try:
        section_parser().parse(text)
    except (LarkError, DedentError):
        return False
    return True
