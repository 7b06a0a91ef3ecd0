"""Hands and decks: more cards dealt than there are, a hand that is refilled to another size, and for how many it is.

Leaves hands that are dealt in two sizes to `counts`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from hoyle.coverage.cut import Sentence
from hoyle.proofread.amounts import value
from hoyle.proofread.checks.counts import PEOPLE, N, allowed, dealt
from hoyle.proofread.finding import Finding
from hoyle.proofread.text import Book

_PACK = re.compile(
    rf"\b(?:deck|pack)\b[^.;:]{{0,15}}?{N}(?:\s+playing)?[\s-]+cards?|{N}[\s-]card\s+(?:deck|pack)|{N}\s+cards\s+in "
    rf"(?:all|total)",
    re.I,
)
_UP_TO = re.compile(
    rf"\b(?:draws?|drawing|refills?|fills?|replenish(?:es)?)\b[^.;]*?\b(?:up to|to|until "
    rf"[^.;]*?(?:has|have|hold|holds))\s+{N}(?:\s+cards)?\b(?!\s*(?:points?|coins?|or|%))",
    re.I,
)
_COUNTED = re.compile(
    r"\b(?:players?|persons?|people|friends|participants|opponents?|solo|solitaire|patience"
    r"|two-handed)\b",
    re.I,
)
_HOW_MANY = re.compile(
    rf"{N}[\s-]+(?:\w+\s+)?(?:{PEOPLE}|players?|partners|teams)|{N}\s*(?:-|–|to|or)\s*{N}\s+\w+"
    rf"|\b(?:both|either|solo|single|one) (?:players?|human)|\bplayer (?:1|2|one|two|A|B)\b|\byour opponent\b|\bany "
    rf"number\b|\bfour-handed|two-handed",
    re.I,
)


def find(book: Book) -> Iterator[Finding]:
    """What does not fit between hands, decks and players."""
    hands = [(number, one) for kind, said in dealt(book).items() if not kind for number, one, _ in said]
    known = allowed(book)
    if hands and known:
        yield from _too_many(book, hands, known)
    if hands:
        yield from _refilled(book, hands)
    if len(book.told) >= 8 and not known and not any(_HOW_MANY.search(one.text) for one in book.told):
        first = next((one for one in book.told if _COUNTED.search(one.text)), None)
        if first:
            yield Finding(
                "how-many-players",
                (first,),
                "Nothing says for how many players the game is",
                "Say it in the first sentence",
            )


def _too_many(book: Book, hands: list[tuple[int, Sentence]], known: tuple[Sentence, set[int]]) -> Iterator[Finding]:
    packs = [
        (value(word), one) for one in book.told for found in _PACK.finditer(one.text) for word in found.groups() if word
    ]
    if packs and len({size for size, _ in packs}) == 1:
        size, at = packs[0]
        hand, one = hands[0]
        most = max(known[1])
        if hand * most > size:
            yield Finding(
                "too-many", (one, at), f"{hand} cards for each of {most} players are {hand * most}, and the deck "
                f"has {size}",
                "Say how it is with many players, or correct one of the numbers",
            )  # fmt: skip


def _refilled(book: Book, hands: list[tuple[int, Sentence]]) -> Iterator[Finding]:
    sizes = {number for number, _ in hands}
    for one in book.told:
        for found in _UP_TO.finditer(one.text):
            number = value(found.group(1))
            if number > 1 and number not in sizes and len(sizes) == 1:
                yield Finding(
                    "hand-size", (one, hands[0][1]), f"Hands begin with {hands[0][0]} cards, and are filled up to "
                    f"{number} here",
                    "Say that the two differ, or correct one of them",
                )  # fmt: skip
                return
