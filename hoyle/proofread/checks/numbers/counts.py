"""Numbers that contradict each other: how many players, how many cards in a hand, how many points.

Leaves cases without a number to `cases`, and sums to `sums`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from hoyle.coverage.cut import Sentence
from hoyle.proofread.amounts import NUMBER, value
from hoyle.proofread.finding import Finding
from hoyle.proofread.people import PEOPLE, UNDER, N, called, for_how_many
from hoyle.proofread.text import Book

_ALL = re.compile(rf"(?:\bthe|\beach of(?: the)?|\ball(?: of the)?)\s+{N}\s+{PEOPLE}", re.I)
_CARDS = r"((?:[a-z-]+\s+)?cards)"
_HANDS = [
    re.compile(rf"\b(?:deals?|deal out|gives?|dealt|receives?"
    rf"|gets?)\b(?:\s+(?!draw)\w+){{0,4}}?\s+{N}\s+{_CARDS}", re.I),
    re.compile(rf"\beach\b(?:\s+\w+){{0,3}}?\s+(?:takes?|has|have|starts? with|begins? with|draws? a hand "
    rf"of)\s+{N}\s+{_CARDS}", re.I),
    re.compile(rf"\b(?:starting hand|hand begins with|hand starts with|starts? with|begins? with|opening "
    rf"hand)(?:\s+of)?\s+{N}\s+{_CARDS}", re.I),
    re.compile(rf"\b(?:begins?|starts?)\s+(?:the |a )?(?:game|hand|round|play)\s+(?:with"
        rf"|holding)\s+{N}\s+{_CARDS}", re.I),
    re.compile(rf"\b(?:holds?|holding|pick(?:s|ed)? up|look at|sorts?|arranges?)\s+(?:your|their|his|her|the"
        rf"|these|all)\s+{N}\s+{_CARDS}(?!\s+(?:of|from|left|that you|on|in the))", re.I),
    re.compile(rf"\bhand(?:\s+size)?\s*[:=]\s*{N}\b(\s+cards|)", re.I),
    re.compile(rf"{N}\s+{_CARDS}\s+(?:go|are given|are handed)\s+to (?:each|every)", re.I),
    re.compile(rf"\b(?:your|their|his|her|each|every)\s+(?:starting\s+)?hand of\s+{N}\s+{_CARDS}", re.I),
    re.compile(rf"\b(?:your|their|his|her|the)\s+{N}\s+{_CARDS}\s+(?:that (?:you|they|he|she) (?:were|was|are"
        rf"|is) )?dealt\b", re.I),
    re.compile(rf"\b(?:deals?|give)\s+{N}()\s+(?:each|apiece|to each|to every\w*)(?:\s+again)?(?=[.,;:])", re.I),
    re.compile(rf"\bthe\s+{N}\s+{_CARDS}\s+(?:that\s+|which\s+)?(?:you|they|he|she)\s+(?:were|was|are|is|got"
        rf"|get|have been)\b"
        rf"(?:\s+(?:given|dealt))?", re.I),
    re.compile(rf"{N}\s+{_CARDS}\s+(?:each|apiece|to each|per player|to everybody|to everyone)", re.I),
]  # fmt: skip
_GOAL = re.compile(
    rf"\b(?:reach(?:es|ed)?|has|have|gets?|scores?|scored|to|(?:first|side|team|player|whoever|person) with"
    rf"|collects?|collected|brings?|wins?|takes?|until [\w ]+ has)\s+{N}\s+"
    r"(game points|points|(?!cards|players|times|hands)[a-z]+s)\b",
    re.I,
)
_GOAL_ALONE = re.compile(
    rf"\b(?:(?:goal|target|play to|aim)\s*[:=]|ends? at|first (?:side |player |team |one )?to(?: reach| score"
    rf"| get)?|play(?:ed)? (?:up )?to)\s+{N}(?=\s*[.,;(]|\s+(?:and|wins?|points?)\b|$)",
    re.I,
)
_ALL_TOLD = re.compile(
    r"\b(?:any number|can (?:all )?play|may play|can take part|will do|the game is for|(?:game|suited|meant"
    r"|made) for)\b",
    re.I,
)
"""Words by which a sentence says for how many the game is, and not what holds with some number."""
_GOAL_OR_MORE = re.compile(
    rf"(?:\b(?:score|total|count|sum)\s+(?:is|reaches|of)\s+|\b){N}\s+(points)\s+or\s+(?:more|over)\b", re.I
)
_HAS_MADE = re.compile(
    rf"\b(?:has|have)\s+(?:laid|won|collected|made|caught|filled|built|finished|completed)\s+{N}\s+((?!cards|players|times)[a-z]+s)\b"
    rf"|\b(?:stops?|ends?|over)\s+(?:after|with|at)\s+{N}\s+((?!cards|players|times|minutes|rounds|deals"
    rf"|hands)[a-z]+s)\b",
    re.I,
)
_AWARDED = re.compile(r"(?:scores|gets|takes|wins)\b", re.I)
"""What is given for something, rather than reached, unless the sentence speaks of an end."""
_GOAL_OF_THINGS = re.compile(r"\b(?:first|until|wins? the game|game (?:ends|is over))\b", re.I)
_GOAL_SAID = re.compile(r"\b(?:first|until|game|wins?|loses?|ends?|over|stops?|finish\w*)\b", re.I)
_DREW = re.compile(rf"\b(draws?|discards?|takes?)\s+(?:only\s+|exactly\s+)?({NUMBER})\s+(?:penalty\s+)?cards?\b", re.I)
_CANNOT = re.compile(r"\b(?:cannot|can't|can not|unable|not able)\b", re.I)


def find(book: Book) -> Iterator[Finding]:
    """Everything that does not fit together in numbers."""
    yield from _players(book)
    yield from _hands(book)
    yield from _goals(book)
    yield from _rounds(book)
    yield from _penalties(book)


def _players(book: Book) -> Iterator[Finding]:
    told = list(for_how_many(book))
    if not told:
        return
    first, counts = told[0]
    for other, also in told[1:]:
        part = also <= counts and not _ALL_TOLD.search(other.text)
        if counts != also and not part and other != first:
            yield Finding(
                "contradiction", (other, first), f"The game is for {_those(also)} players here, and for "
                f"{_those(counts)} elsewhere",
                "Say once for how many players the game is",
            )  # fmt: skip
    for one in book.told:
        for found in _ALL.finditer(one.text):
            apart = re.search(r"\b(?:one|any|either|both) of (?:the )?$", one.text[: found.start() + 4], re.I)
            if not apart and counts != {value(found.group(1))} and not UNDER.search(one.text[: found.start()]):
                yield Finding(
                    "contradiction", (one, first),
                    f"“{found.group()}” is all of them here, but the game is for {_those(counts)} players",
                    "Say how it is with each number of players, or correct one of the numbers",
                )  # fmt: skip
                return


def _those(counts: set[int]) -> str:
    ordered = sorted(counts)
    if len(ordered) > 2 and ordered == list(range(ordered[0], ordered[-1] + 1)):
        return f"{ordered[0]} to {ordered[-1]}"
    return " or ".join(map(str, ordered))


def _hands(book: Book) -> Iterator[Finding]:
    for own in dealt(book).values():
        yield from _differ(own, "cards for a hand", "Say once how many cards each player begins with")


def dealt(book: Book) -> dict[str, list[tuple[int, Sentence, str]]]:
    """How many cards a hand begins with, where it is said, and in which words: by the kind of the cards."""
    said: dict[str, list[tuple[int, Sentence, str]]] = {}
    for one in book.told:
        if UNDER.search(one.text) or _PART.search(one.text) or _VARIANT.search(one.heading):
            continue
        for found in (found for form in _HANDS for found in form.finditer(one.text)):
            if _of_a_group(found.group(), book):
                continue
            noun = found.group(2).casefold()
            said.setdefault(_plain(noun), []).append((value(found.group(1)), one, found.group()))
    return said


def _of_a_group(words: str, book: Book) -> bool:
    """`Each suit has nine cards`, where there are four suits: of no player."""
    found = _EACH_GROUP.match(words)
    if not found or re.fullmatch(rf"{called(book)}|side|team|of|dealer|opponent|partner", found.group(1), re.I):
        return False
    many = rf"{NUMBER}\s+(?:[a-z-]+\s+)?{re.escape(found.group(1))}(?:s|es)\b"
    return re.search(rf"(?<!\w){many}", book.all_words, re.I) is not None


_EACH_GROUP = re.compile(r"each\s+(?:\w+\s+)?(\w+)\s+(?:has|have|takes?|(?:start|begin)s? with)\b", re.I)
_PART = re.compile(r"\b(?:batch(?:es)?|penalty|variation|variant|\d+ (?:families|suits|colou?rs|kinds) of)\b", re.I)
_VARIANT = re.compile(
    rf"variant|variation|(?:{NUMBER})-(?:player|handed)|^(?:with |for )?(?:just |only )?(?:{NUMBER}) players?$", re.I
)
"""Of what is dealt in parts, or in another game, nothing is compared."""


def _plain(noun: str) -> str:
    """What kind of cards these are; '' for cards without a kind."""
    kind = noun.rpartition("cards")[0].strip()
    return "" if kind in ("of", "the", "more", "playing", "these", "face-down") else kind


_ROUNDS = (
    re.compile(
        rf"\b(?:an?|the|each) (?:whole |full )?game\s+(?:is|lasts|takes|has|consists of|is played (?:over|in))"
        rf"\s+(?:exactly\s+)?{N}\s+(?:full\s+)?(rounds|hands|deals)\b", re.I,
    ),
    re.compile(rf"\bafter\s+{N}\s+(rounds|hands|deals),?\s+the\s+game\s+(?:ends|is over|is finished)\b", re.I),
    re.compile(rf"\bgame\s+(?:ends|is over|is finished)\s+after\s+{N}\s+(rounds|hands|deals)\b", re.I),
)  # fmt: skip


def _rounds(book: Book) -> Iterator[Finding]:
    """How many rounds a game has."""
    said: dict[str, list[tuple[int, Sentence, str]]] = {}
    for one in book.told:
        if not UNDER.search(one.text) and not _VARIANT.search(one.heading):
            for found in (found for form in _ROUNDS for found in form.finditer(one.text)):
                said.setdefault(found.group(2).casefold(), []).append((value(found.group(1)), one, found.group()))
    for noun, own in said.items():
        yield from _differ(own, f"{noun} of a game", f"Say once how many {noun} a game has")


def _goals(book: Book) -> Iterator[Finding]:
    said: dict[str, list[tuple[int, Sentence, str]]] = {}
    for one in book.told:
        near = " ".join(other.text for other in book.near(one, 1, 1) if other.heading == one.heading)
        for found in _GOAL_ALONE.finditer(one.text):
            if value(found.group(1)) >= 5:
                said.setdefault("points", []).append((value(found.group(1)), one, found.group()))
        for found in (*_GOAL.finditer(one.text), *_GOAL_OR_MORE.finditer(one.text)):
            points, number = "point" in found.group(2).casefold(), value(found.group(1))
            ends = _GOAL_OF_THINGS if _AWARDED.match(found.group()) else _GOAL_SAID
            said_so = ends.search(near) and number >= 5 if points else _GOAL_OF_THINGS.search(one.text)
            if said_so and number > 1 and not UNDER.search(one.text):
                said.setdefault(found.group(2).casefold(), []).append((value(found.group(1)), one, found.group()))
        for found in _HAS_MADE.finditer(one.text):
            words = [word for word in found.groups() if word]
            if re.search(r"\b(?:over|ends?|stops?|wins?|finished)\b", one.text, re.I) and not UNDER.search(one.text):
                said.setdefault(words[1].casefold(), []).append((value(words[0]), one, found.group()))
    for noun, own in said.items():
        yield from _differ(own, f"{noun} at which the game ends", f"Say once how many {noun} end the game")


def _differ(said: list[tuple[int, Sentence, str]], what: str, do: str) -> Iterator[Finding]:
    """One question for each number that differs from the one that is said first."""
    for number in dict.fromkeys(number for number, _, _ in said):
        if number != said[0][0]:
            own = next(one for one in said if one[0] == number)
            yield Finding(
                "contradiction", (own[1], said[0][1]),
                f"Two numbers of {what}: “{own[2]}” here, “{said[0][2]}” elsewhere", do,
            )  # fmt: skip


def _penalties(book: Book) -> Iterator[Finding]:
    """What somebody who cannot play draws or discards, in two numbers."""
    said: dict[str, list[tuple[int, Sentence, str]]] = {}
    for one in book.told:
        before = book.near(one, 1, 0)[0].text if re.match(r"(?:If|Then|Otherwise|You|They)\b", one.text) else ""
        for found in _DREW.finditer(one.text):
            until = one.text[: found.start()]
            if _CANNOT.search(until) or ("may" in until and _CANNOT.search(before)):
                said.setdefault(f"{one.heading}/{found.group(1).rstrip('s').casefold()}", []).append(
                    (value(found.group(2)), one, found.group())
                )
    for own in said.values():
        yield from _differ(own, "cards for whoever cannot", "Say once how many cards, or what tells the cases apart")
