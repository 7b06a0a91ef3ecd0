"""Takes the marks of Markdown, and those of HTML, from a rulebook's text: what is left are lines of words.

Notes of each line what its marks said: that it is a heading, that it is bold, that it stands for itself. Leaves what
is made of it to `cut`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import unescape
from itertools import groupby

_QUOTED = re.compile(r"\s*>(?!\d)(?: ?>)* ?")
_MARKED = re.compile(r"\s{0,3}#{1,6}\s+")
_FENCE = re.compile(r"\s*(?:```|~~~)")
_TAG = re.compile(
    r"</?(?:a|abbr|b|big|blockquote|br|center|code|dd|div|dl|dt|em|font|h[1-6]|hr|i|img|kbd|li|ol|p|s|small|span|strong|sub"
    r"|sup|table|tbody|td|th|thead|tr|u|ul)(?:\s[^<>]{0,300})?/?>",
    re.IGNORECASE,
)
_IMAGE = re.compile(r"!\[[^\[\]]{0,300}\]\([^()\s]{0,300}[^()]{0,300}\)")
_LINK = re.compile(r"\[([^\[\]]{1,300})\](?:\([^()]{0,600}\)|\[[^\[\]]{0,100}\])")
_NOTE = re.compile(r"\[\^[^\[\]\s]{1,40}\]:?")
_BOLD = re.compile(r"(?:\*{2,3}(?=[^\s*])([^*]+)\*{2,3}|_{2,3}(?=[^\s_])([^_]+)_{2,3})")
_STARRED = re.compile(r"(?<![\w*])(\*{1,3})([^\s*](?:[^*]*[^\s*])?)\1(?![\w*])|(\*{2})([^\s*](?:[^*]*[^\s*])?)\3")
_UNDERSCORED = re.compile(r"(?<![\w])(_{1,3})([^\s_](?:[^_]*[^\s_])?)\1(?!\w)")
_CODE = re.compile(r"(`{1,2})([^`]+)\1")
_ESCAPED = re.compile(r"\\([!-/:-@\[-`{-~])")
_ANY = re.compile(r"[<\[*_`\\&]")
"""What every mark within a line has."""
_ITEM = re.compile(r"\s*(?:[-*+•–]|\(?\w{1,3}[.)])\s+")


@dataclass(frozen=True, slots=True)
class Line:
    """A line without marks, as far in as it stood."""

    text: str
    marked: bool = False
    """Is it marked as a heading?"""
    lead: str = ""
    """What is bold at its beginning."""
    bold: bool = False
    """Is nothing in it that is not bold, but a colon or full stop?"""
    alone: bool = False
    """Is it a row of a table, or a line of code: no heading, and nothing goes on in the next line?"""


def lines_of(text: str) -> list[Line]:
    """The lines of a text; an empty one where a quotation begins or ends."""
    raw = [line.expandtabs() for line in _without_comments(text).splitlines()]
    found: list[Line] = []
    for quoted, own in groupby(raw, key=lambda line: _QUOTED.match(line) is not None):
        inner = [_unquoted(line) for line in own]
        found += [Line(""), *_unmarked(inner), Line("")] if quoted else _unmarked(inner)
    return found


def _without_comments(text: str) -> str:
    """A text without what HTML does not show."""
    first, *others = text.split("<!--")
    return first + "".join(part.partition("-->")[2] if "-->" in part else f"<!--{part}" for part in others)


def _unquoted(line: str) -> str:
    found = _QUOTED.match(line)
    return line[found.end() :] if found else line


def _unmarked(lines: Sequence[str]) -> Iterator[Line]:
    at, code = 0, False
    while at < len(lines):
        if _FENCE.match(lines[at]):
            code = not code
            yield Line("")
        elif code:
            yield Line(lines[at], alone=True)
        elif "|" in lines[at]:
            stop = next((n for n in range(at, len(lines)) if "|" not in lines[n]), len(lines))
            yield from _table(lines[at:stop])
            at = stop - 1
        else:
            yield _line(lines[at])
        at += 1


def _line(line: str) -> Line:
    marked = _MARKED.match(line)
    body = line[marked.end() :].rstrip().rstrip("#") if marked else line
    text = _plain(body)
    item = _ITEM.match(body)
    start = item.end() if item else len(body) - len(body.lstrip())
    bold = _BOLD.match(body, start)
    if bold is None or marked:
        return Line(text, marked=marked is not None)
    lead = _plain(bold.group(1) or bold.group(2)).strip()
    rest = _plain(body[bold.end() :]).strip()
    labelled = lead.endswith((":", ".")) or rest.startswith((":", "."))
    if rest in ("", ":", "."):
        return Line(text, bold=True)
    return Line(text, lead=lead if labelled and not item else "")


def _plain(text: str) -> str:
    """A line without the marks in it."""
    if _ANY.search(text) is None:
        return text
    text = _NOTE.sub("", _LINK.sub(r"\1", _IMAGE.sub("", _TAG.sub("", text))))
    text = _STARRED.sub(lambda m: m.group(2) or m.group(4), _STARRED.sub(lambda m: m.group(2) or m.group(4), text))
    return unescape(_ESCAPED.sub(r"\1", _CODE.sub(r"\2", _UNDERSCORED.sub(r"\2", text))))


# ---------------------------------------------------------------- tables


def _table(rows: Sequence[str]) -> Iterator[Line]:
    """Lines with upright strokes: what stands before the table, and its rows, each with what the columns are called."""
    title = next((n for n, row in enumerate(rows[1:]) if _is_dashes(row)), None)
    if title is None and not all(len(row.strip()) > 1 and row.strip()[0] == row.strip()[-1] == "|" for row in rows):
        yield from map(_line, rows)
        return
    yield from map(_line, rows[: title or 0])
    titles = [] if title is None else _cells(rows[title])
    body = [_cells(row) for row in rows[0 if title is None else title + 1 :] if not _is_dashes(row)]
    yield Line("")
    yield from (Line(_told(titles, cells), alone=True) for cells in body or [titles])
    yield Line("")


def _is_dashes(row: str) -> bool:
    """Is it what stands between the titles of a table and its rows?"""
    return "-" in row and set(row) <= set("|:- ")


def _cells(row: str) -> list[str]:
    return [_plain(cell).strip() for cell in row.strip().strip("|").split("|")]


def _told(titles: Sequence[str], cells: Sequence[str]) -> str:
    """A row as it is read out."""
    names = [*titles, *[""] * len(cells)]
    return "; ".join(f"{name}: {cell}" if name else cell for name, cell in zip(names, cells, strict=False) if cell)
