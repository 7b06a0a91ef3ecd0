"""Decks that do not add up: suits times cards, parts and their total, a pack less what is taken out."""

from __future__ import annotations

import re
from collections.abc import Iterator

from hoyle.coverage.cut import Sentence
from hoyle.proofread.amounts import DASH, value
from hoyle.proofread.checks.counts import N
from hoyle.proofread.finding import Finding
from hoyle.proofread.text import Book

_GROUPS = r"(?:suits?|colou?rs?|kinds?|types?|families|family|sets?|sorts?|houses|factions|elements)"
_TIMES = re.compile(
    rf"{N}\s+{_GROUPS}\b[^.;:]{{0,50}}?(?:,|\bof|\bwith|\beach|\bin|\bcontaining"
    rf"|:)\s+{N}(?:\s+[a-z-]+)?(?:\s+cards?)?(?:\s+each)?\b",
    re.I,
)
_VALUES = re.compile(
    rf"\b(?:values?|numbered|ranks?)\s+(?:from\s+)?{N}{DASH}{N}\b[^.;:]{{0,20}}?,\s*{N}\s+(?:copies\s+)?of each", re.I
)
_COUNTED = re.compile(rf"{N}\s+((?:[a-z'-]+\s+){{0,3}}?)cards\b", re.I)
_TOTAL = re.compile(
    rf"\b(?:in all|altogether|in total|total of|makes?|making|for a total "
    rf"of)\b[^.;:]{{0,25}}?{N}\s+(?:[a-z-]+\s+)?cards"
    rf"|{N}\s+(?:[a-z-]+\s+)?cards\s+(?:in all|altogether|in total)", re.I,
)  # fmt: skip
_PARTS = re.compile(rf"{N}\s+(?:[a-z-]+\s+)?cards?\s*(?::|,\s*of which|\bmade up of|\bconsisting of)\s*(.*)", re.I)
_TAKEN = re.compile(
    rf"\b(?:remove|removing|take out|taking out|discard|without)\s+{N}\b[^;:]{{0,40}}?\b(?:leav(?:es?|ing)|remain(?:s"
    rf"|ing)?)\b[^;:]{{0,15}}?{N}\s+cards",
    re.I,
)
_PACK = re.compile(
    rf"\b(?:deck|pack)\b[^.;:]{{0,15}}?{N}(?:\s+playing)?[\s-]+cards?|{N}[\s-]card\s+(?:deck|pack)", re.I
)


def find(book: Book) -> Iterator[Finding]:
    """Every deck whose cards are counted in two ways that differ."""
    for one in book.told:
        found = _times(one) or _parts(one) or _taken(one, book) or _total(one, book)
        if found:
            yield found


def _wrong(at: tuple[Sentence, ...], counted: str, comes: int, total: int) -> Finding:
    return Finding("sum", at, f"{counted} are {comes} cards, and not {total}", "Correct the total or its parts")


def _times(one: Sentence) -> Finding | None:
    """`60 cards in 5 suits of 11`: each way of counting them has to come to a number of cards in the sentence."""
    totals = {value(found.group(1)) for found in _COUNTED.finditer(one.text)}
    totals |= {value(word) for found in _PACK.finditer(one.text) for word in found.groups() if word}
    for found in _VALUES.finditer(one.text):
        low, high, each = map(value, found.groups())
        comes = (high - low + 1) * each
        totals.discard(each)
        if totals and comes not in totals:
            return _wrong((one,), f"“{found.group()}”", comes, max(totals))
    for found in _TIMES.finditer(one.text):
        groups, each = value(found.group(1)), value(found.group(2))
        rest = {total for total in totals if total not in (groups, each) and total > max(groups, each)}
        if rest and groups > 1 and each > 1 and groups * each not in rest and not _more(one.text, found.end(), rest):
            return _wrong((one,), f"“{found.group()}”", groups * each, max(rest))
    return None


def _more(text: str, end: int, rest: set[int]) -> bool:
    """Is something added to what was counted, which may make up for the difference?"""
    return bool(re.search(r"\b(?:and|plus|with|as well as|including)\b.*\d", text[end:])) and len(rest) > 1


def _parts(one: Sentence) -> Finding | None:
    """`48 cards: 20 red, 16 blue and 12 green`."""
    found = _PARTS.search(one.text)
    if not found or re.search(rf"\beach\b|{_GROUPS}\b|\d\s*[-–]\s*\d", found.group(2), re.I):
        return None
    parts = [value(word.group(1)) for word in re.finditer(rf"{N}\s+[a-z]", found.group(2), re.I)]
    total = value(found.group(1))
    return (
        _wrong((one,), " + ".join(map(str, parts)), sum(parts), total)
        if len(parts) > 1 and sum(parts) != total
        else None
    )


def _taken(one: Sentence, book: Book) -> Finding | None:
    """`52 cards; remove one, which leaves 51 cards`."""
    found = _TAKEN.search(one.text)
    if not found:
        return None
    before = " ".join(other.text for other in book.near(one, 2, 0))
    packs = [value(word) for pack in _PACK.finditer(before) for word in pack.groups() if word]
    packs += [
        value(word.group(1)) for word in _COUNTED.finditer(before) if value(word.group(1)) > value(found.group(2))
    ]
    taken, left = value(found.group(1)), value(found.group(2))
    if not packs or any(pack - taken == left for pack in packs):
        return None
    return Finding(
        "sum", (one,), f"{packs[0]} cards without {taken} are {packs[0] - taken}, and not {left}",
        "Correct the total or what is taken out",
    )  # fmt: skip


def _total(one: Sentence, book: Book) -> Finding | None:
    """`In all there are 48 cards`: the counts that stand before it, or in its list."""
    found = _TOTAL.search(one.text)
    if not found:
        return None
    total = next(value(word) for word in found.groups() if word)
    own = _counts(one.text[: found.start()])
    under = [other for other in book.under(one.heading) if other.line <= one.line and other != one]
    near = [other for other in book.near(one, 2, 0) if other != one]
    ways = [
        own,
        [n for other in near for n in _counts(other.text)],
        [n for other in under for n in _counts(other.text)],
    ]
    ways += [[*own, *ways[-1]], [n for other in near[-1:] for n in _counts(other.text)]]
    ways += [[n for other in near[-1:] for n in _pack(other.text)]]
    counted = [way for way in ways if len(way) > 1 or (way and way == own)]
    if not counted or total in [n for way in ways for n in way] or any(sum(way) == total for way in counted):
        return None
    if any(
        value(f.group(1)) * value(f.group(2)) == total for other in (*near, one) for f in _TIMES.finditer(other.text)
    ):
        return None
    way = max(counted, key=len)
    return _wrong((one, *near[-1:]), " + ".join(map(str, way)), sum(way), total)


def _counts(text: str) -> list[int]:
    return [value(found.group(1)) for found in _COUNTED.finditer(text)]


def _pack(text: str) -> list[int]:
    return [value(word) for found in _PACK.finditer(text) for word in found.groups() if word]
