"""Cuts lines of prose into sentences, as they are written: with small letters, without spaces, with abbreviations.

Where it may be either, a text is cut: a sentence too many is seen, and one that is glued to another is not. Leaves
marks and headings to others.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from hoyle.coverage.markup import Line
from spec.text.clean import one_line

_CLOSING = r"\"'”’»)\]"
_ENDS = re.compile(
    rf"(?<![.!?…])(?:(?P<mark>[.!?…]++)(?P<closed>[{_CLOSING}]*+)(?P<gap>\s*+)|[\u3002\uff01\uff1f]++[”’』」\uff09]*+\s*+)"
    r"(?P<opened>[^\w\s]{0,6}\s?[^\w\s]{0,2})(?P<next>\w++)"
)
"""Where a sentence may end; the next one begins with a letter, or a digit, behind signs such as a quotation mark."""
_SHORT = re.compile(
    r"\b(?:e\.g|i\.e|vs|cf|approx|ca|incl|resp|viz|Mr|Mrs|Ms|Dr|Prof|St|z\.B|d\.h|bzw|a\.k\.a)$"
    r"|(?:^|[\s(])(?:[A-Z]\.\s?)+[A-Z]$"  # U.S.
    r"|\bby [A-Z]$"
)
_SHORT_INSIDE = re.compile(r"\b(?:etc|usw|pts?|min|max|a\.m|p\.m|sec|ie|eg|[a-z])$")
"""What ends a sentence only where the next begins with a capital."""
_BEFORE_NUMBERS = re.compile(r"\b(?:[Nn]os?|pp?|[Ff]ig|[Ss]ec|[Cc]h|[Aa]rt|[Nn]r)$")
_NAMES = frozenset(
    ("app", "co", "com", "de", "dev", "doc", "docx", "edu", "eu", "exe", "fr", "gg", "gif", "gov", "htm", "html",
     "hoyle", "info", "io", "jpg", "json", "md", "net", "odt", "org", "pdf", "png", "svg", "txt", "uk", "us")
)  # fmt: skip
"""What follows the point in the name of a file or of a place on the net."""
_ADDRESS = re.compile(r"://|@|^www\.|^[\w.-]+\.[a-z]{2,4}/")
LONGEST_SHORT = 12
"""No abbreviation has so many letters."""
LONGEST_TOKEN = 200
LABELLED = re.compile(r"([A-Z][\w’' -]{1,30}):\s+(?=\S)")
"""What stands before a colon at the beginning of a line: "Players: 3 or 4"."""
LISTED = re.compile(
    r"\s*(?:\d+(?:\.\d+)+[a-z]?[.)]?(?=\s+[A-Z])|[-*+•–‣▪◦●○→►▸]"
    r"|\(?(?:\d+|[a-z]|[ivx]+)[.)]|[A-Z]\))(?:\s+(?:\[[ xX]\]\s+)?|(?<=\d[.)])(?=[A-Z][a-z]))"
)
"""What an item of a list begins with."""


def sentences(lines: Sequence[Line]) -> Iterator[str]:
    """The sentences of lines that stand below each other."""
    for paragraph in _paragraphs(lines):
        begun = 0
        for end in _ENDS.finditer(paragraph):
            stop = end.start("opened")
            if stop > begun and _ends(paragraph, begun, end):
                yield paragraph[begun:stop].rstrip()
                begun = stop
        if paragraph[begun:].strip():
            yield paragraph[begun:].strip()


def _ends(paragraph: str, begun: int, end: re.Match[str]) -> bool:
    """Does a sentence end here?"""
    mark, closed, opened, following = end.group("mark", "closed", "opened", "next")
    if mark is None:
        return True
    if opened[:1] in (",", ";", ":"):
        return False
    if mark == "." and _shortened(paragraph[max(begun, end.start() - LONGEST_SHORT) : end.start()], following):
        return False
    if not end.group("gap"):
        return _glued(paragraph, end)
    return not following[0].islower() or (not closed and mark not in ("..", "...", "…"))


def _shortened(last: str, following: str) -> bool:
    """Is the point that of an abbreviation, of an initial or of a number?"""
    if len(last) == 1 or _SHORT.search(last):
        return True
    if following[0].isdecimal() and _BEFORE_NUMBERS.search(last):
        return True
    return not following[0].isupper() and _SHORT_INSIDE.search(last) is not None


def _glued(paragraph: str, end: re.Match[str]) -> bool:
    """Do two sentences meet here without a space, rather than parts of a number, an address or a file's name?"""
    before, following = paragraph[max(0, end.start() - 2) : end.start()], end.group("next")
    if following[0].isdecimal() or following[0].islower():
        bare = not (end.group("closed") or end.group("opened")) and len(end.group("mark")) == 1
        two = bare and before.isalpha() and (len(following) > 1 or following.isdecimal())
    else:
        article = following in ("A", "I") and paragraph[end.end() : end.end() + 1].isspace()
        two = not before[-1:].isspace() and (len(following) > 1 or article)
    return two and following.casefold() not in _NAMES and not _ADDRESS.search(_token(paragraph, end))


def _token(paragraph: str, end: re.Match[str]) -> str:
    """What stands around a point between two spaces."""
    before = paragraph[max(0, end.start() - LONGEST_TOKEN) : end.start()].rpartition(" ")[2]
    return before + paragraph[end.start() : end.end() + LONGEST_TOKEN].partition(" ")[0]


# ---------------------------------------------------------------- paragraphs


def _paragraphs(lines: Sequence[Line]) -> Iterator[str]:
    """Lines that belong together, as one; each item of a list is one, and each row of a table."""
    gathered: list[str] = []
    for line in [*lines, Line("")]:
        listed = None if line.alone else LISTED.match(line.text)
        two = gathered and LABELLED.match(gathered[-1]) and LABELLED.match(line.text.strip())
        if gathered and (two or listed or line.alone or not line.text.strip()):
            yield from _joined(gathered)
            gathered = []
        if line.alone and line.text.strip():
            yield one_line(line.text)
        elif line.text.strip():
            gathered.append(line.text[listed.end() :].strip() if listed else line.text.strip())


def _joined(lines: Sequence[str]) -> Iterator[str]:
    """One paragraph; or each line, where every one begins with a capital and none ends as if it went on."""
    apart = len(lines) > 2 and all(line[:1].isupper() and line[-1:] not in ",;:-–" for line in lines)
    yield from map(one_line, lines) if apart else (one_line(" ".join(lines)),)
