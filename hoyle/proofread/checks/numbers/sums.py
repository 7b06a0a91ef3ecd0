"""Sums of points that do not add up: written sums, totals behind a list, and cards that are caught by their sum.

Leaves decks to `decks`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from math import prod

from hoyle.coverage.cut import Sentence
from hoyle.proofread.amounts import NUMBER, value
from hoyle.proofread.finding import Finding
from hoyle.proofread.people import N
from hoyle.proofread.text import Book

_SUM = re.compile(
    r"(?<![\d.+×x*/-])\s(\d{1,4}(?:\s*\+\s*\d{1,4})+)\s*(?:=|makes?|is|are"
    r"|equals?)\s*(\d{1,4})(?!\d)(?!\s*[-+×x*/])"
)
_PLUS = re.compile(
    rf"{N}\s+(?:plus|and)\s+{N}(?:\s+plus\s+{N})?,?\s+(?:which\s+|that\s+"
    rf"|together\s+)?(?:makes?|gives?|equals?|comes? to|total(?:s|ing)?)\s+{N}(?!\s+[a-z]+ (?:each|more))",
    re.I,
)
_ADDS = re.compile(
    rf"{N}(?:,\s*{N})?(?:,\s*{N})?,?\s+and\s+{N}\s+(?:add up to|make|total|sum to|come to"
    rf"|are together|together (?:make|are))\s+{N}\b",
    re.I,
)
_MIXED = re.compile(
    r"(?<![\d+×x*])\b(\d{1,3})\s*(?:[a-z]+\s*)?[x×*]\s*(\d{1,3})(?:\s+[a-z]+)?\s*(?:=\s*\d+\s*"
    r"(?:cards)?\s*)?[,;]?\s*(?:\+|and|plus|,)?\s*(\d{1,3})\s+[a-z]+\s*=\s*(\d{1,3})\b",
    re.I,
)
_PRODUCT = re.compile(r"(?<![\d.+×x*/-])\s(\d{1,4})\s*[×x*]\s*(\d{1,4})\s*=\s*(\d{1,5})(?!\d)(?!\s*[-+×x*/])")
_AT_MOST = re.compile(
    rf"\b(?:at most|up to|a maximum of|no more than|altogether|in all|in total|a total of"
    rf"|together)\s+{N}\s+points\b|{N}\s+points (?:in all|altogether|in total)"
    rf"|\b(?:maximum|total) (?:score )?is\s+{N}\b", re.I,
)  # fmt: skip
_EACH = re.compile(r"\b(?:each|every|per)\b", re.I)
_ITEM = re.compile(rf"(?:[:=–-]\s*|\bscores?\s+|\bworth\s+|^){N}\s+points?\b", re.I)
_ADD_UP = re.compile(r"\b(?:add(?:s|ing)? up|sum|total)\b", re.I)
_CATCHES = re.compile(
    r"\b(?:an?|the)\s+(?P<by>[a-z]+|\d+)\s+(?:catches|captures|takes|matches|picks up|(?:can|could|may"
    r"|might) (?:catch|capture"
    r"|take))\s+"
    r"(?P<what>(?:an?|the|two|and)\s+[a-z0-9]+(?:(?:,\s*(?:and\s+)?|\s+and\s+)(?:an?|the)\s+[a-z0-9]+)+)", re.I,
)  # fmt: skip
_CAUGHT_WITH = re.compile(
    r"\b(?:with|by|playing|lays?|plays?)\s+(?:an?|the)\s+(?P<by>[a-z]+|\d+)\b[^.;:]{0,40}?\b(?:catch(?:es)?"
    r"|captures?|takes?|picks? up|matche?s?)\s+"
    r"(?P<what>(?:an?|the)\s+[a-z0-9]+(?:(?:,\s*(?:and\s+)?|\s+and\s+)(?:an?|the)\s+[a-z0-9]+)+)", re.I,
)  # fmt: skip
_RANKED = re.compile(
    rf"\b(?P<rank>aces?|jacks?|queens?|kings?|knights?|knaves?|pages?|cavalier|[a-z]+)\s+(?:is\s+|are\s+"
    rf"|counts?\s+|scores?\s+|as\s+|for\s+|worth\s+)*{N}(?=[,.;]|\s+and\b|$)", re.I,
)  # fmt: skip


def find(book: Book) -> Iterator[Finding]:
    """Every sum that is not what its parts come to."""
    for one in book.told:
        yield from _arithmetic(one)
        for found in _MIXED.finditer(one.text):
            first, second, more, total = map(int, found.groups())
            if first * second + more != total:
                does = "Correct the sum or one of its parts"
                yield Finding("sum", (one,), f"“{found.group()}” comes to {first * second + more}", does)
        for found in (*_PLUS.finditer(one.text), *_ADDS.finditer(one.text)):
            *parts, total = [value(word) for word in found.groups() if word]
            if sum(parts) != total:
                does = "Correct the sum or one of its parts"
                yield Finding("sum", (one,), f"“{found.group()}” comes to {sum(parts)}", does)
    yield from _of_a_pack(book)
    yield from _listed(book)
    yield from _adds_up(book)


def _arithmetic(one: Sentence) -> Iterator[Finding]:
    forms: tuple[tuple[re.Pattern[str], Callable[[list[int]], int]], ...] = ((_SUM, sum), (_PRODUCT, prod))
    for form, total in forms:
        for found in form.finditer(f" {one.text}"):
            parts = [int(part) for group in found.groups()[:-1] for part in re.findall(r"\d+", group)]
            if total(parts) != int(found.groups()[-1]):
                yield Finding(
                    "sum",
                    (one,),
                    f"“{found.group().strip()}” comes to {total(parts)}",
                    "Correct the sum or one of its parts",
                )


def _listed(book: Book) -> Iterator[Finding]:
    """A total of points behind a list of points: what comes more than once counts once, or not at all."""
    for one in book.told:
        found = _AT_MOST.search(one.text)
        if not found:
            continue
        before = [x for x in book.lists if x.items[0].heading == one.heading and x.items[-1].line < one.line]
        if not before or len(before[-1].items) < 3:
            continue
        listing = before[-1]
        scored = [(item, _ITEM.search(item.text)) for item in listing.items]
        once = [value(x.group(1)) for item, x in scored if x and not _EACH.search(item.text[: x.start()])]
        total = value(next(word for word in found.groups() if word))
        if len(once) >= 2 and all(x for _, x in scored) and total != sum(once):
            yield Finding(
                "sum", (one, *listing.items[:1]), f"“{found.group()}”: what is listed comes to {sum(once)}",
                "Correct the total, or the list",
            )  # fmt: skip


_RANK_POINTS = re.compile(
    rf"\b(?:each\s+|every\s+|an?\s+|the\s+)?(aces?|kings?|queens?|jacks?|knaves?|tens?|nines?|eights?|sevens?"
    rf"|knights?|pages?|over|under|ober|unter)\s+(?:taken\s+|won\s+|captured\s+)?"
    rf"(?:is worth\s+|are worth\s+|counts?\s+|scores?\s+|worth\s+|=\s*|:\s*|\(\s*|is\s+|are\s+|for\s+)?{N}\b", re.I,
)  # fmt: skip
_IN_PACK = re.compile(
    rf"{N}\s+points?\s+in\s+(?:the|a|each|every)\s+(?:whole\s+|entire\s+)?(?:pack|deck|game"
    rf"|deal|hand)|(?:in all|altogether|in total|total(?: of)?|make|makes|thus|so)\b[^.;]{{0,25}}?{N}\s+points\b",
    re.I,
)


def _of_a_pack(book: Book) -> Iterator[Finding]:
    """`Each ace counts four, each ten three: 44 points in the pack`: four of each rank."""
    for one in book.told:
        total = _IN_PACK.search(one.text)
        worth = {
            found.group(1).casefold().rstrip("s"): value(found.group(2))
            for found in _RANK_POINTS.finditer(one.text[: total.start()] if total else "")
        }
        if not total or len(worth) < 3:
            continue
        said = value(next(word for word in total.groups() if word))
        if said not in (4 * sum(worth.values()), 8 * sum(worth.values())):
            yield Finding(
                "sum",
                (one,),
                f"“{total.group()}”: four of each rank come to {4 * sum(worth.values())}",
                "Correct the total or the values",
            )


def _adds_up(book: Book) -> Iterator[Finding]:
    """`A nine catches a six and a two`, where cards that are caught add up."""
    if not _ADD_UP.search(book.all_words):
        return
    ranks = {"ace": 1}
    for one in book.told:
        ranks |= {found.group("rank").casefold(): value(found.group(2)) for found in _RANKED.finditer(one.text)}
    for one in book.told:
        for found in (*_CATCHES.finditer(one.text), *_CAUGHT_WITH.finditer(one.text)):
            parts = [
                _rank(word, ranks) for word in re.findall(r"\b(?:an?|the)\s+([a-z0-9]+)", found.group("what"), re.I)
            ]
            by = _rank(found.group("by"), ranks)
            known = [part for part in parts if part]
            if by and len(known) == len(parts) > 1 and sum(known) != by:
                yield Finding(
                    "sum", (one,), f"“{found.group()}”: {' + '.join(map(str, known))} are {sum(known)}, and "
                    f"not {by}",
                    "Correct the example",
                )  # fmt: skip


def _rank(word: str, ranks: dict[str, int]) -> int | None:
    plain = word.casefold()
    return value(plain) if re.fullmatch(NUMBER, plain) else ranks.get(plain)
