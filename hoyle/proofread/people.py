"""For how many it is: `for 3 to 5 merchants`, `2, 3 or 4 children`, `Players: 3 to 6`; and how players are called."""

from __future__ import annotations

import re
from collections.abc import Iterator

from hoyle.coverage.cut import Sentence
from hoyle.proofread.amounts import DASH, NUMBER, amounts, value
from hoyle.proofread.text import Book

N = rf"(?<![\w.])({NUMBER})(?!\w)"
PEOPLE = r"(?:players|persons|people|friends|participants)"
UNDER = re.compile(
    rf"\b(?:with|for|if|when|in)\b[^.;:]*?\b(?:{NUMBER})\b[^.;:,]*\bplayers?\b|(?:{NUMBER})[- ]player\b|variant", re.I
)
"""A sentence about some number of players only."""
_NO_PEOPLE = (
    r"(?!minutes|hours|years|cards|points|rounds|hands|coins|games|tokens|tricks|suits|decks|packs|pairs|chips"
    r"|dice|times"
    r"|turns|sets|stones|counters|kinds|colou?rs|piles|rows|columns|spaces|others|sides|teams|markers|tiles"
    r"|pieces|steps)"
)
_WHO = rf"(?P<who>{PEOPLE}|{_NO_PEOPLE}[a-z]+(?:s|ren))"
_RANGE = re.compile(rf"{N}{DASH}{N}\s+{PEOPLE}", re.I)
_EITHER = re.compile(rf"{N}(?:,\s*{N}){{0,4}},?\s+or\s+{N}\s+{PEOPLE}", re.I)
_FIXED = re.compile(rf"\b(?:for|of|by|with)\s+(?:exactly\s+)?{N}\s+{PEOPLE}\b(?!['’])", re.I)
_OPENING = (
    re.compile(
        rf"\b(?:for|of|by|with|is|when|can|play|takes"
        rf"|needs)\s+(?:from\s+)?{N}{DASH}{N}\s+{_WHO}\b(?!['’])",
        re.I,
    ),
    re.compile(rf"^(?:players|persons|people)\s*[:–-]?\s*{N}(?:,\s*{N})+,?\s+or\s+{N}(?!\w)(?P<who>)", re.I),
    re.compile(
        rf"\b(?:between|from)\s+{N}\s+(?:and|to)\s+{N}\s+(?:{PEOPLE}\b|(?=(?:can|may|could|take part"
        rf"|play)\b))(?P<who>)",
        re.I,
    ),
    re.compile(rf"\b(?:for|of|by|with|is|when|can|play)\s+{N}(?:,\s*{N})?,?\s+or\s+{N}\s+{_WHO}\b(?!['’])", re.I),
    re.compile(
        rf"\b(?:game|played|play|suits?|suited|meant|takes|needs)\s+(?:for|by|to)?\s*{N}{DASH}{N}(?=\s*[.,;(]"
        rf"|\s+to play|$)(?P<who>)",
        re.I,
    ),
    re.compile(
        rf"^(?:number of )?(?:players|persons|people)\s*[:–-]?\s*{N}(?:{DASH}|\s+or\s+){N}(?!\w)(?P<who>)", re.I
    ),
)
_UP_TO = re.compile(
    rf"\bup to\s+{N}\s+(?:{PEOPLE}|(?:can|may) (?:play|take part|join))|\bno more than\s+{N}\s+{PEOPLE}", re.I
)
_EARLY = 4
"""Only the first sentences say for whom it is in words of their own."""


def allowed(book: Book) -> tuple[Sentence, set[int]] | None:
    """For how many players the game is, and the sentence that says so first."""
    return next(((one, counts) for one, counts in for_how_many(book)), None)


def for_how_many(book: Book) -> Iterator[tuple[Sentence, set[int]]]:
    """Every sentence that says for how many players the game is."""
    yield from ((one, counts) for one, counts, _ in _opening(book))
    for one in book.told:
        for found in _RANGE.finditer(one.text):
            low, high = value(found.group(1)), value(found.group(2))
            if low < high <= 99:
                yield one, set(range(low, high + 1))
        for found in _EITHER.finditer(one.text):
            yield one, set(amounts(found.group()))
        if one.number <= 3 and re.search(r"\b(?:game|play)", one.text, re.I) and not _RANGE.search(one.text):
            for found in _FIXED.finditer(one.text):
                if not UNDER.match(one.text) or one == book.told[0]:
                    yield one, {value(found.group(1))}


def called(book: Book) -> str:
    """What the players are called, as a pattern for one of them."""
    names = {name.casefold() for _, _, name in _opening(book) if name and not re.fullmatch(PEOPLE, name, re.I)}
    return "|".join(["players?", "persons?", *(re.escape(re.sub("ren$|s$", "", name)) for name in sorted(names))])


def _opening(book: Book) -> Iterator[tuple[Sentence, set[int], str]]:
    for one in book.told[:_EARLY]:
        for form in _OPENING:
            for found in form.finditer(one.text):
                counts = [value(word) for word in found.groups() if word and re.fullmatch(NUMBER, word, re.I)]
                if counts and counts[0] < counts[-1] <= 99:
                    spread = (
                        set(counts) if re.search(r"\bor\b", found.group()) else set(range(counts[0], counts[-1] + 1))
                    )
                    yield one, spread, found.group("who") or ""
        for found in _UP_TO.finditer(one.text):
            most = value(next(word for word in found.groups() if word))
            if 2 < most <= 99 and not _RANGE.search(one.text):
                yield one, set(range(2, most + 1)), ""
