"""What must hold before a formatted text takes the place of another; asked in every run, not only in tests.

The text says the same (its syntax but for places, and with it the IR), a second run changes nothing, and every comment
stands by the clause it stood by, in order. They read both texts themselves and take nothing from the formatter's word.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, fields, is_dataclass
from itertools import accumulate
from typing import Any

from hoyle.editor.format.clauses import comments_in
from hoyle.sources.parsed import parsed
from spec.syntax import File
from spec.text.layout import lines_of
from spec.text.source import Line, Span


class Broken(Exception):
    """A mistake of the formatter's own: its result is not to be used."""


def hold(text: str, file: File, result: str, again: str) -> None:
    """Holds a result against the text that it is of. Raises Broken.

    `file` is what the parser made of the text; `again` is what formatting makes of the result.
    """
    if again != result:
        raise Broken("the formatted file would be formatted otherwise a second time")
    _same_rules(file, result)
    _same_comments(text, result)


_TABS_BEFORE_COMMENT = re.compile(r"^[ ]*\t[ \t]*(?=#)", re.MULTILINE)
TAB = 4


def untabbed(text: str) -> str:
    """A text with spaces for the tabs before comments that have a line of their own, where they mean nothing."""
    return _TABS_BEFORE_COMMENT.sub(lambda found: found.group().expandtabs(TAB), text)


def says_the_same(text: str, result: str) -> None:
    """The guards that a text formatted in part can be held by. Raises Broken."""
    text, result = untabbed(text), untabbed(result)
    _same_rules(parsed(text)[0], result)
    _same_comments(text, result)


def _same_rules(file: File, result: str) -> None:
    after, diagnostics = parsed(result)
    if diagnostics or bare(after.sections) != bare(file.sections):
        raise Broken("the formatted file would say something else")


def _same_comments(text: str, result: str) -> None:
    if list(comments_of(result)) != list(comments_of(text)):
        raise Broken("a comment of the formatted file would be lost, changed or stand elsewhere")


def bare(node: Any) -> Any:
    """A piece of syntax without its places."""
    if isinstance(node, tuple):
        return tuple(map(bare, node))
    if isinstance(node, Span):
        return None
    if is_dataclass(node):
        return type(node), tuple(bare(getattr(node, part.name)) for part in fields(node))
    return node


@dataclass(frozen=True, slots=True)
class Comment:
    """A comment, and where it stands: beside code or not, and after how much that is no comment.

    One on a line of its own between clauses has the clause it belongs to, told by how much stands before that.
    """

    text: str
    beside: bool
    before: int
    clause: int | None


def comments_of(text: str) -> Iterator[Comment]:
    """All comments, in order."""
    lines = lines_of(text)
    before = _Signs(text)
    open_blocks: list[Line] = []
    """The lines that hold the last line begun, and that line."""
    begun = 0
    for at, words in comments_in(text):
        while begun < len(lines) and lines[begun].start <= at:
            open_blocks = [one for one in open_blocks if one.indent < lines[begun].indent] + [lines[begun]]
            begun += 1
        start = text.rfind("\n", 0, at) + 1
        beside = bool(text[start:at].strip())
        clause = None
        if not beside and not (open_blocks and at < open_blocks[-1].end):
            clause = _clause(at - start, open_blocks, lines[begun] if begun < len(lines) else None)
        yield Comment(words, beside, before.at(at), None if clause is None else before.at(clause))


def _clause(column: int, open_blocks: list[Line], after: Line | None) -> int:
    """The clause of a comment on a line of its own: the next, or one of a block that ends here and is as deep as it."""
    level = 0 if after is None else after.indent
    ended = [one for one in open_blocks if level < one.indent <= column]
    if ended:
        return ended[-1].start
    return after.start if after is not None else max((line.end for line in open_blocks), default=0)


class _Signs:
    """How many signs of a text, other than comments, stand before a place."""

    def __init__(self, text: str) -> None:
        code = list(text)
        for at, words in comments_in(text):
            code[at : at + len(words)] = " " * len(words)
        self._before = [0, *accumulate(not sign.isspace() for sign in code)]

    def at(self, place: int) -> int:
        return self._before[place]
