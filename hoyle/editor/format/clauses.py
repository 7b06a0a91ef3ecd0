"""Reads a rule file as the formatter needs it: clauses made of words, and the gaps between words with their comments.

Words are those of the parser, so the formatter and the language never differ on what a word is. The grammar skips
comments; they are read from the gaps.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from spec.text.layout import blocks_of
from spec.text.parser import section_parser


@dataclass(frozen=True, slots=True)
class Word:
    """A word or sign with its kind in the grammar; offsets into the text."""

    kind: str
    text: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Clause:
    """The words between two line ends that count, how many blocks they stand in, and in which section.

    `heading` is the word that begins the section.
    """

    words: tuple[Word, ...]
    level: int
    section: int
    heading: str


@dataclass(frozen=True, slots=True)
class Note:
    """A comment on a line of its own; was a blank line written before it?"""

    text: str
    column: int
    apart: bool


@dataclass(frozen=True, slots=True)
class Gap:
    """What stands between two words beside blanks."""

    beside: str
    """The comment at the end of the line, if any."""
    notes: tuple[Note, ...]
    broken: bool
    """Does a new line begin here?"""
    apart: bool
    """Was a blank line written before the next word?"""


def clauses_of(text: str) -> list[Clause]:
    """The clauses of a text without faults of syntax, in order."""
    found: list[Clause] = []
    for number, block in enumerate(blocks_of(text)):
        level, heading = 0, ""
        words: list[Word] = []
        for kind, written, start, end in _tokens(block.text.rstrip(" \t\r\n") + "\n"):
            match kind:
                case "_NL":
                    heading = heading or words[0].text
                    found.append(Clause(tuple(words), level, number, heading))
                    words = []
                case "_INDENT":
                    level += 1
                case "_DEDENT":
                    level -= 1
                case _:
                    words.append(Word(kind, written, block.start + start, block.start + end))
    return found


LAYOUT = ("_NL", "_INDENT", "_DEDENT")
"""What says where lines and blocks end: rules too, since a line that stands elsewhere may mean something else."""


def words_of(section: str) -> tuple[str, ...]:
    """The words of one section, and a sign where a line ends, a block begins or ends.

    Raises UnexpectedInput, and DedentError where a line stands in no block's column.
    """
    return tuple(kind if kind in LAYOUT else written for kind, written, _, _ in _tokens(section))


@lru_cache(maxsize=1024)
def _tokens(section: str) -> tuple[tuple[str, str, int, int], ...]:
    """Kind, text and place of each word of a section; blanks within a word are one blank."""
    words = section_parser().parse_interactive(section).iter_parse()
    return tuple((w.type, _plain(w.type, str(w)), w.start_pos or 0, w.end_pos or 0) for w in words)


def _plain(kind: str, written: str) -> str:
    return written if kind == "STRING" else " ".join(written.split())


def gap_of(text: str, start: int, end: int) -> Gap:
    """What stands between a word that ends at one offset and another that starts at the other."""
    first, *others = text[start:end].split("\n")
    notes: list[Note] = []
    apart = False
    for at, raw in enumerate(others, start=1):
        if "#" in raw:
            notes.append(Note(raw.strip(), len(raw) - len(raw.lstrip()), apart))
            apart = False
        elif at < len(others):
            apart = True
    return Gap(first.strip(), tuple(notes), bool(others), apart)


ASIDE = r'"[^"\n]*"|(#[^\n]*)'
"""Quoted text, or a comment: what stands in them is no name, and no sign of the language."""
_COMMENTS = re.compile(ASIDE)


def comments_in(text: str) -> Iterator[tuple[int, str]]:
    """Where each comment starts, and what it says."""
    for found in _COMMENTS.finditer(text):
        if found.group(1) is not None:
            yield found.start(), found.group(1).rstrip()
