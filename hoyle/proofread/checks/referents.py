"""`It` and `that player` where two things, or two people, were spoken of in the same breath.

Leaves `they` to `conditions`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from hoyle.coverage.cut import Sentence
from hoyle.proofread.amounts import NUMBER
from hoyle.proofread.checks.wording import TALK
from hoyle.proofread.finding import Finding
from hoyle.proofread.text import Book

_CLAUSE = re.compile(
    r"(?:^|[;:]\s+|\band\s+)(?:when|if|whenever|once|after|as soon as|where|should)\s+(?P<first>[^.;:]{8,160}?)"
    r",\s+(?:then\s+)?(?P<second>(?:its? [a-z]+|it|that card|the card|that player|the player|that person"
    r"|the person)\b[^.;:]*)", re.I,
)  # fmt: skip
_THING = re.compile(
    rf"\b(?:an?|another|one)\s+(?P<thing>(?:{NUMBER})(?!\w)|[a-z-]+(?:\s+cards?)?)", re.I
)  # fmt: skip
_LAID_ON = re.compile(
    r"\b(?:falls? to|loses? to|caught by|taken by|beaten by|beats|takes|catches|covers|meets|on|onto|upon|over"
    r"|under|beneath|beside|next to|against|for|before|after|with)\s+(?:an?|another|one"
    r"|the other)\s+[a-z0-9]",
    re.I,
)
_ONE_OF_THEM = re.compile(r"\b(?:of|with|has|having|shows?)\s+(?:an?|one)\s+[a-z0-9-]+", re.I)
_NO_THING = frozenset(
    ["player", "turn", "time", "way", "moment", "round", "game", "deal", "number", "suit", "colour", "color", "point",
     "neighbour", "neighbor", "opponent", "partner", "person", "side", "team", "row", "line", "lot", "few", "certain"]
)  # fmt: skip
_PERSON = re.compile(
    r"\b(?P<who>(?:an?|any|one|the|each|another|some|every)(?:\s+(?:other|next|following|previous|same|second))?\s+"
    r"(?:player|person|opponent|neighbou?r|partner|rival|dealer|bidder)|somebody|someone|anybody|anyone|whoever)\b"
    r"(?P<owns>['’]s)?",
    re.I,
)
_PASSIVE = re.compile(r"\b(?:is|are|was|were)\s+(?:[a-z]+ed|laid|led|put|won|lost|taken|drawn|turned)\b", re.I)
_TOLD_APART = re.compile(
    r"(?:the|that) (?:player|person|card)\s+(?:who|whose|which|that|to|on|at|with|in|of|from|named|asked|chosen"
    r"|led|turned"
    r"|played|drawn)\b",
    re.I,
)


def find(book: Book) -> Iterator[Finding]:
    """Every such word behind a clause with two that it may mean."""
    for one in book.told:
        if TALK.search(one.heading):
            continue
        yield from _they(one, book)
        for found in _CLAUSE.finditer(one.text):
            first, second = found.group("first"), found.group("second")
            if _TOLD_APART.match(second):
                continue
            word = second.partition(" ")[0] if second[:2].casefold() == "it" else " ".join(second.split()[:2])
            if "player" in word or "person" in word:
                yield from _people(one, first, word)
            else:
                yield from _things(one, first, word)


_IF_THEY = re.compile(
    r"^(?:if|when|once|whenever)\s+(?P<when>[^,.;]{4,60}),\s+(?:they|he|she"
    r"|that player)\s+[a-z]+",
    re.I,
)
_THE_OTHER = re.compile(
    r"\b(?:another|the other|the next|the previous|the following|a second)\s+player\b|\bplayer (?:before|after"
    r"|behind|on the (?:left|right)"
    r"|to (?:the|their|his|her) (?:left|right))\b|\b(?:an?|the|their|his|her|your) (?:opponent|neighbou?r|rival"
    r"|partner)\b",
    re.I,
)


def _they(one: Sentence, book: Book) -> Iterator[Finding]:
    """`A player may challenge another. If that fails, they take three cards.`"""
    found = _IF_THEY.match(one.text)
    before = book.near(one, 1, 0)[0]
    if not found or before == one or before.heading != one.heading or _PERSON.search(found.group("when")):
        return
    first = re.search(r"^(?:(?:if|when|once)\s+)?(?:an?|any|each|every|the)\s+(?:player|[a-z]+er)\b", before.text, re.I)
    other = _THE_OTHER.search(before.text)
    if first and other and not re.search(r"\b(?:you|it)\b", found.group("when"), re.I):
        yield _two(one, found.group().rpartition(", ")[2], [first.group(), other.group()])


def _things(one: Sentence, first: str, word: str) -> Iterator[Finding]:
    if not _LAID_ON.search(first):
        return
    named = _THING.finditer(_ONE_OF_THEM.sub(" ", first))
    things = [x.group() for x in named if x.group("thing").split()[0].casefold() not in _NO_THING]
    alike = word.casefold().endswith("card") and sum("card" in thing for thing in things) < 2
    if len(things) > 1 and not alike:
        yield _two(one, word, things)


def _people(one: Sentence, first: str, word: str) -> Iterator[Finding]:
    named = [found.group("who") for found in _PERSON.finditer(first)]
    if not named and _PASSIVE.search(first) and not re.search(r"\b(?:you|they|your|their)\b", first, re.I):
        things = [found.group() for found in _THING.finditer(first)]
        if len(things) > 1:
            yield Finding("who", (one,), f"“{word}”: nobody was spoken of", "Name the one that is meant")
    others = [name for name in named if re.search(r"another|other|next|neighb|opponent|partner|rival", name, re.I)]
    who = re.search(r"\bthe player (?:who|whose|that)\b", first, re.I)
    if len(named) > 1 and (others or who):
        yield _two(one, word, named)


def _two(one: Sentence, word: str, named: list[str]) -> Finding:
    both = f"“{named[0]}” or “{named[1]}”" if named[0].casefold() != named[1].casefold() else "the one or the other"
    return Finding("who", (one,), f"“{word}”: {both}?", "Name the one that is meant")
