"""How often and how much, told twice: `through the stock three times`, `the stock is gone through twice`.

A number with its unit, and what else its clause speaks of; two clauses on one matter have most words in common,
whatever their order. Leaves rules with a verb that `restated` knows to it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

from hoyle.coverage.cut import Sentence
from hoyle.proofread.amounts import NUMBER, value
from hoyle.proofread.checks.numbers.restated import APART
from hoyle.proofread.everyday import known_word
from hoyle.proofread.finding import Finding
from hoyle.proofread.people import UNDER
from hoyle.proofread.text import Book
from hoyle.proofread.words import content, stem

_TIMES = re.compile(
    rf"\b(?:(?P<once>once|twice|thrice)|(?P<many>{NUMBER})\s+times)\b(?!\s+(?:as|its|the|their|that))", re.I
)
_OFTEN = {"once": 1, "twice": 2, "thrice": 3}
_MUCH = re.compile(
    rf"(?<![\w.])(?P<many>{NUMBER}|an?(?=\s+[a-z]+\s+(?:each|apiece)))\s+(?:(?P<unit>[a-z]+(?=\s+(?:each|apiece))|[a-z]{{3,}}s|chip|coin|point|card|token|counter)\b)(?!\s+of\b)"
    r"(?P<each>\s+(?:each|apiece|per player|a head))?", re.I,
)  # fmt: skip
_CLAUSE = re.compile(r"[.;:,]\s+|\s+and\s+(?=(?:then|the|a|an|you|they)\b)")
_NO_UNIT = frozenset(
    ["player", "minut", "hour", "year", "person", "suit", "row", "pack", "colour", "tim", "round", "deal"]
)
_SMALL = frozenset(
    ["person", "card", "may", "must", "tak", "put", "begin", "end", "everybody", "turn", "hand", "gam", "all"]
)
_EACH = re.compile(r"\b(?:each|every|everybody|everyone|all)\b", re.I)
_PUTS = re.compile(r"\b(?:puts?|pays?|antes?|stakes?|lays?|adds?|gives?)\b", re.I)
_PIECES = frozenset(["point", "card", "trick"])
_OWN = re.compile(
    r"\b(?:example|instance|variant|more|extra|another|additional|at least|at most|up to|if|when|whoever|who"
    r"|first|after)\b",
    re.I,
)
_WHEN = re.compile(r"\b(?:if|when|whenever|whoever|unless|other)\b", re.I)
MOST = 200


@dataclass(frozen=True)
class Told:
    """So many of what, and what else the clause speaks of."""

    number: int
    unit: str
    about: frozenset[str]
    at: Sentence
    words: str


def find(book: Book) -> Iterator[Finding]:
    """Every amount that is told twice, in two numbers."""
    told = [one for one in book.told if not APART.search(one.text) and not UNDER.search(one.text)]
    told = [one for one in told if not re.search("example|variant|variation", one.heading, re.I)]
    often = [x for one in told for x in _often(one)][:MOST]
    yield from _two(often, 2)
    yield from _two([x for one in told for x in _much(one)][:MOST], 1)
    yield from _there(told)
    yield from _two([x for one in book.told if not UNDER.search(one.text) for x in _lost(one)][:MOST], 1)


def _often(one: Sentence) -> Iterator[Told]:
    for part in _CLAUSE.split(one.text):
        found = _TIMES.search(part)
        if found and len(_TIMES.findall(part)) == 1:
            number = _OFTEN[found["once"].casefold()] if found["once"] else value(found["many"])
            about = content(part) - _SMALL - {"tim", "onc", "twic"}
            about = about or content(one.text) - _SMALL - {"tim", "onc", "twic"}
            yield Told(number, "times", frozenset(about), one, " ".join(part.split()))


def _much(one: Sentence) -> Iterator[Told]:
    """What each has to give or gets: `each player puts two chips in the middle`, `two chips each in the middle`."""
    for part in _CLAUSE.split(one.text):
        found = _MUCH.search(part)
        if not found or len(_MUCH.findall(part)) > 1 or _OWN.search(part) or _WHEN.search(one.text):
            continue
        unit = stem((found["unit"]).casefold())
        if unit in _NO_UNIT or not (_EACH.search(part)):
            continue
        about = content(part.replace(found.group(), " ")) - _SMALL - {unit}
        number = value(found["many"]) if found["many"].casefold() not in ("a", "an") else 1
        if _PUTS.search(part) and unit not in _PIECES:
            about |= {"put"}
        yield Told(number, unit, frozenset(about), one, " ".join(part.split()))


_LOSES = re.compile(
    rf"\b(?:loses?|minus|costs?|is fined|deducts?|pays?)\s+(?:him|her|them"
    rf"|you\s+)?(?P<many>{NUMBER})\s+(?P<unit>[a-z]+s)\b(?!\s+(?:each|for each|for every))",
    re.I,
)
_PLAIN = frozenset(["los", "put", "cost", "minu", "fin", "deduct", "person", "sid", "who", "al", "all"])


def _lost(one: Sentence) -> Iterator[Told]:
    """What is lost for what: `who took no trick loses ten points`, `no trick: minus ten points`."""
    found = _LOSES.search(one.text)
    if found and len(_LOSES.findall(one.text)) == 1 and not _BESIDE.search(one.text):
        unit = stem(found["unit"].casefold())
        no = {"no"} if re.search(r"\b(?:no|not|none|without|never)\b", one.text, re.I) else set()
        about = (content(one.text.replace(found.group(), " ")) - _SMALL - _PLAIN) | no
        if about - no:
            yield Told(value(found["many"]), f"lost {unit}", frozenset(about), one, found.group())


_BESIDE = re.compile(
    r"\b(?:more|another|extra|instead|otherwise|twice|second|for each|for every|per|example"
    r"|instance)\b",
    re.I,
)
_LIE = re.compile(
    rf"(?<![\w.])(?P<the>the\s+|these\s+|those\s+)?(?P<many>{NUMBER})\s+(?P<noun>[a-z]+s)\s+(?:(?:are|lie"
    rf"|that lie|which lie|is|have been|were)\s+)?"
    r"(?:(?:turned|laid|put|dealt|placed|face)\s+)?(?:up\s+|out\s+|down\s+|face up\s+|face down\s+)?"
    r"(?P<where>(?:beside|next to|in|on|under|before|behind|beneath)\s+the\s+[a-z]+)\b", re.I,
)  # fmt: skip


def _there(told: list[Sentence]) -> Iterator[Finding]:
    """`Two cards are turned up beside the deck`; `the three cards beside the deck`."""
    said = [(one, found) for one in told for found in _LIE.finditer(one.text)][:MOST]
    for one, found in said:
        for other, there in said:
            same = all(stem(found[x].casefold()) == stem(there[x].casefold()) for x in ("noun", "where"))
            if (
                found["the"]
                and not there["the"]
                and same
                and one != other
                and value(found["many"]) != value(there["many"])
            ):
                yield Finding(
                    "restated", (one, other), f"“{found.group()}” here, “{there.group()}” elsewhere",
                    "Correct one of the numbers, or say what happens between",
                )  # fmt: skip


def _two(said: list[Told], least: int) -> Iterator[Finding]:
    for first, other in combinations(said, 2):
        both = first.about & other.about
        few = min(len(first.about), len(other.about))
        if first.number == other.number or first.unit != other.unit or first.at == other.at:
            continue
        named = least > 1 and len(both) == 1 and few < 4 and not known_word(next(iter(both)))
        if named:
            yield Finding(
                "restated", (other.at, first.at), f"“{other.words}” here, “{first.words}” elsewhere",
                "State it once, or say what tells the two apart",
            )  # fmt: skip
        if len(both) < least:
            continue
        if len(both) == few or 3 * len(both) >= 2 * max(len(first.about), len(other.about)):
            yield Finding(
                "restated", (other.at, first.at), f"“{other.words}” here, “{first.words}” elsewhere",
                "State it once, or say what tells the two apart",
            )  # fmt: skip
