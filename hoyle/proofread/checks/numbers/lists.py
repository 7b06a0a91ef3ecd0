"""Lists in prose that leave a case out: bands of numbers, kinds that each have a value, kinds that are counted.

Leaves tables, numbers of players and lists of lines to `cases`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from hoyle.coverage.cut import Sentence
from hoyle.proofread.amounts import DASH, NUMBER, RANKS, value
from hoyle.proofread.checks.numbers.worked import covered, told
from hoyle.proofread.finding import Finding
from hoyle.proofread.people import N
from hoyle.proofread.text import Book
from hoyle.proofread.words import stem

_NO_MORE, _NO_LESS = 10_000, -1
_UNIT = r"(?!\s*(?:minutes|hours|years|players|[.]\d))"
_BAND = re.compile(
    rf"\b(?:fewer|less)\s+than\s+(?P<under>{NUMBER})(?!\w)|\bmore\s+than\s+(?P<over>{NUMBER})(?!\w)"
    rf"|(?<![\w.])(?P<from>{NUMBER})(?:{DASH}|\s+or\s+)(?P<to>{NUMBER})(?!\w){_UNIT}"
    rf"|(?<![\w.])(?P<least>{NUMBER})(?:\s+[a-z]+)?\s+or\s+(?:more|over|above)\b"
    rf"|(?<![\w.])(?P<most>{NUMBER})(?:\s+[a-z]+)?\s+or\s+(?:fewer|less|under)\b"
    rf"|\bup\s+to\s+(?P<up>{NUMBER})(?!\w)"
    rf"|\b(?:with|for|exactly|all|on|rolls?|rolled)\s+(?P<one>{NUMBER})(?!\w|{DASH}\d|\s+(?:to|or|and)\b"
    rf"|\s+(?:[a-z]+\s+)?or\s+(?:more|fewer|less|over|under|above)\b){_UNIT}", re.I,
)  # fmt: skip
FEWEST_BANDS = 3
_ADJECTIVES = r"[a-z]{3,}(?:,\s+[a-z]{3,}){1,6},?\s+(?:and|or)\s+[a-z]{3,}"
_KINDS = re.compile(rf"(?<![\w-])(?P<kinds>{_ADJECTIVES})\s+(?P<noun>[a-z]{{3,}}s)\b", re.I)
_NAMED = re.compile(
    r"\b(?P<noun>[a-z]{3,}s)\s+are(?:\s+called)?:?\s+(?P<kinds>[a-z]{3,}(?:,\s+[a-z]{3,}){1,6},?\s+and\s+[a-z]{3,})(?=[.;])",
    re.I,
)
_VALUE = (
    r"(?:\s+(?:ones?|{noun}))?\s*(?:,|:|=|\(|–|-|\bare\b|\bis\b|\bcounts?\b|\bscores?\b|\bcosts?\b"
    r"|\bworth\b|\bfor\b|\bas\b|\s)*\s*(?:{number})(?!\w)"
)
_COUNTED = re.compile(
    rf"{N}\s+(?:different\s+|possible\s+)?(?:kinds|sorts|types|classes|categories|combinations|ways|hands|phases|steps"
    r"|stages|actions|parts)\b[^.:;]*\.$",
    re.I,
)
_FOLLOWS = re.compile(
    r"\b(?:they|these|those)\s+are\b[^:.]{0,40}:\s+(?P<items>[^.]+;[^.]+)\.?$|^[^:.]{0,60}:\s+(?P<more>[^.]+;[^.]+)\.?$",
    re.I,
)


def find(book: Book) -> Iterator[Finding]:
    """Every case that such a list leaves out."""
    for one in book.told:
        yield from _bands(one)
        yield from _kinds(one, book)
        yield from _values(one)
        yield from _ranks(one)
        yield from _counted(one, book)


def _bands(one: Sentence) -> Iterator[Finding]:
    """`Fewer than 20 is poor, 21 to 35 fair, 36 or more good`: and 20?"""
    spans = [_span(found.groupdict()) for found in _BAND.finditer(one.text)]
    ordered = sorted(spans)
    if len(spans) < FEWEST_BANDS or any(after[0] <= before[1] for before, after in pairwise(ordered)):
        return
    open_ended = sum(low == _NO_LESS or high == _NO_MORE for low, high in spans)
    gaps = [(before[1] + 1, after[0] - 1) for before, after in pairwise(ordered) if after[0] > before[1] + 1]
    joined = sum(after[0] == before[1] + 1 for before, after in pairwise(ordered))
    narrow = len(gaps) == 1 and gaps[0][0] == gaps[0][1]
    if len(gaps) == 1 and joined and (open_ended or joined > 1 or narrow):
        low, high = gaps[0]
        left = f"{low}" if low == high else f"{low} to {high}"
        yield Finding("no-case", (one,), f"Nothing is said of {left}", "Add the case, or move one of the ends")


def _span(found: dict[str, str | None]) -> tuple[int, int]:
    at = {name: value(word) for name, word in found.items() if word}
    if "under" in at:
        return _NO_LESS, at["under"] - 1
    if "over" in at:
        return at["over"] + 1, _NO_MORE
    if "from" in at:
        return min(at["from"], at["to"]), max(at["from"], at["to"])
    if "least" in at:
        return at["least"], _NO_MORE
    if "most" in at or "up" in at:
        return _NO_LESS, at.get("most", at.get("up", 0))
    return at["one"], at["one"]


def _kinds(one: Sentence, book: Book) -> Iterator[Finding]:
    """`White, red, blue and black chips: white ones are worth 1, red ones 5, blue ones 10`: and black ones?"""
    for found in (*_KINDS.finditer(one.text), *_NAMED.finditer(one.text)):
        kinds = [x.casefold() for x in re.split(r",\s+(?:and\s+|or\s+)?|\s+(?:and|or)\s+", found.group("kinds"))]
        noun = found.group("noun").casefold()
        behind = " ".join([one.text[found.end() :], *(x.text for x in book.near(one, 0, 2)[1:])])
        form = _VALUE.format(noun=rf"{noun}|{noun[:-1]}", number=NUMBER)
        valued = [kind for kind in kinds if re.search(rf"\b{re.escape(kind)}{form}", behind, re.I)]
        left = [kind for kind in kinds if kind not in valued]
        if len(valued) > 1 and len(left) == 1 and len(kinds) > 2:
            elsewhere = re.search(rf"\b{re.escape(left[0])}{form}|\bothers?\b|\brest\b", behind, re.I)
            if not elsewhere:
                yield Finding(
                    "no-case", (one,), f"{' and '.join(valued)} have a number, and {left[0]} has none",
                    f"Say it for {left[0]}, too",
                )  # fmt: skip


_POINTS_FOR = re.compile(
    rf"{N}\s+(?:points?\s+)?(?:each\s+)?for\s+(?P<what>(?:the\s+|an?\s+|all\s+)?(?:{NUMBER})"
    rf"(?:(?:\s+to\s+|\s*[-–]\s*|,\s+(?:and\s+)?|\s+and\s+)(?:{NUMBER})(?!\s+points?))*)", re.I,
)  # fmt: skip


def _values(one: Sentence) -> Iterator[Finding]:
    """`One point for 1 to 4, two for 5 and 6, three for 8`: and a 7?"""
    said = [covered(found.group("what")) for found in _POINTS_FOR.finditer(one.text)]
    numbers = sorted({number for own in said for number in own})
    if len(said) < FEWEST_BANDS or len(numbers) < FEWEST_BANDS + 1:
        return
    left = [number for number in range(numbers[0], numbers[-1]) if number not in numbers]
    if 0 < len(left) <= len(numbers) // 3:
        names = " and ".join(map(str, left))
        yield Finding("no-case", (one,), f"Values are told, and none for {names}", "Give each its value")


_RANKS = tuple(name for name in RANKS if name != "knave")
FEWEST_RANKS = 5


def _ranks(one: Sentence) -> Iterator[Finding]:
    """`A nine counts one, a ten two, a jack three, a queen four and an ace eleven`: and a king?"""
    named = {name for name, _ in told(one)} | {name for x in _BOTH.finditer(one.text) for name in x.groups()}
    there = [n for n, name in enumerate(_RANKS) if name in named or stem(name) in named]
    left = [_RANKS[n] for n in range(there[0], there[-1]) if n not in there] if there else []
    if len(there) >= FEWEST_RANKS and len(left) == 1:
        yield Finding(
            "no-case", (one,), f"Cards with a value are told, and none for the {left[0]}", "Give each its value"
        )


_BOTH = re.compile(rf"\ban?\s+({'|'.join(_RANKS)})\s+and\s+an?\s+({'|'.join(_RANKS)})\b", re.I)


def _counted(one: Sentence, book: Book) -> Iterator[Finding]:
    """`There are five sorts. They are: the one; the other`."""
    many = _COUNTED.search(one.text)
    after = book.near(one, 0, 1)[-1]
    listed = _FOLLOWS.search(after.text) if after != one and after.heading == one.heading else None
    if not many or not listed:
        return
    items = [x for x in (listed.group("items") or listed.group("more")).split(";") if x.strip()]
    if len(items) > 1 and value(many.group(1)) != len(items):
        yield Finding(
            "list-count", (one, after), f"{many.group(1)} are announced, and {len(items)} are listed",
            "Correct the number, or the list",
        )  # fmt: skip
