"""One measure in two numbers: what a thing scores, how many cards a hand may hold, how many rounds are played.

Leaves rules that are stated twice in other words to `restated`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from hoyle.coverage.cut import Sentence
from hoyle.proofread.amounts import DASH, value
from hoyle.proofread.checks.wording import TALK
from hoyle.proofread.finding import Finding
from hoyle.proofread.people import UNDER, N
from hoyle.proofread.text import Book
from hoyle.proofread.words import stem

_THING = r"(?P<thing>(?:[a-z][\w'’-]* ){0,2}?[a-z][\w'’-]*)"
_WORTH = [
    re.compile(
        rf"\b(?:each|every|an?|the|per)\s+{_THING}(?:,? (?:left|held|still"
        rf"|that is)\b[^.,;:]{{0,40}})?\s+(?:is worth|scores?|counts?(?: as| for)?"
        rf"|costs?(?: \w+)?|gives?(?: \w+)?|earns?(?: \w+)?|brings?(?: \w+)?)\s+{N}\s+(?P<unit>(?:penalty "
        rf"|minus |victory )?points?)\b", re.I,
    ),
    re.compile(
        rf"{N}\s+(?P<unit>(?:penalty |minus |victory )?points?)\s+for\s+(?:each|every"
        rf"|an?)\s+{_THING}(?=[.,;:)]|\s(?:and|in|that|left|he|she|you|they|of)\b|$)",
        re.I,
    ),
    re.compile(
        rf"\bfor (?:each|every)\s+{_THING},?\s+(?:you|they|a player|the player|the owner|it|he|she|that player"
        rf"|its owner)\s+(?:scores?|gets?|receives?|gains?)\s+{N}"
        r"\s+(?P<unit>(?:penalty |minus |victory )?points?)\b", re.I,
    ),
]  # fmt: skip
_EXTRA = [
    re.compile(
        rf"\bfor (?:each|every)\s+{_THING}\b(?:\s+(?:in|of|among)\s+[^.,;:]{{1,30}}?)?,?\s+(?:[^.,;:]{{1,30}}?\s+)?"
        rf"(?:scores?|gets?|receives?|gains?|counts?|earns?)\s+(?:another|an additional"
        rf"|an extra)\s+{N}\s+points?\b", re.I,
    ),
    re.compile(rf"{N}\s+(?:more|extra|additional)\s+points?\s+for\s+(?:each|every|an?)\s+{_THING}(?=[.,;:)]|$)", re.I),
    re.compile(rf"(?<!\w)(?:an?|each|every)\s+{_THING}\s+(?:(?:is|counts?|scores?|is worth)\s+)?{N}\s+(?:points?\s+)?"
        rf"(?:more|extra)\b(?!\s+(?:cards?|turns?|than))", re.I),
]  # fmt: skip
"""What a thing scores on top of something else."""
_APART = re.compile(r"\b(?:more|extra|additional|instead|otherwise|bonus|if|when|unless|variant|with|double"
    r"|twice|whoever)\b", re.I)  # fmt: skip
_PLAIN_WORDS = "player it one hand card winner side team other loser person opponent"
_PLAIN = frozenset(_PLAIN_WORDS.split())
_HELD = [
    re.compile(rf"\b(?:hold|have|keep|has|holds|keeps)\s+(?:no more than|at most|a maximum of|up to"
        rf"|only)\s+{N}\b(?:\s+[a-z]+)?\s+(?P<noun>cards)\b(?!\s+of)", re.I),
    re.compile(rf"\b(?:hand|card) limit\s+(?:is|of|:)?\s*{N}\b(?P<noun>)", re.I),
    re.compile(rf"\b(?:nobody|no player|no one|never|not)\b[^.;]{{0,25}}\b(?:hold|have"
        rf"|keep)\s+more than\s+{N}\s+(?P<noun>cards)\b", re.I),
    re.compile(rf"\bmore than\s+{N}\s+(?:[a-z]+\s+)?(?P<noun>cards)\s+(?:in (?:your|their|his|her|the|a) hand"
        rf"|at the end)", re.I),
    re.compile(rf"\b(?:discard|reduce)\w*\b[^.;]{{0,30}}?\b(?:down|back)\s+to\s+{N}\b(?P<noun>)", re.I),
]  # fmt: skip
_ROOM = [
    re.compile(rf"\b(?:up to|at most|no more than|a maximum of)\s+{N}\s+(?P<noun>[a-z]+s)\s+(?:in|on"
        rf"|at)\s+(?:your|the|a|an|their|his|her|each)\s+(?P<thing>[a-z]+)\b", re.I),
    re.compile(rf"\b(?:your|the|an?|each|every)\s+(?P<thing>[a-z]+)\s+(?:has room for|holds?|can hold|may hold"
        rf"|has space for|takes)\s+(?:up to\s+|at most\s+)?{N}\s+(?P<noun>[a-z]+s)\b", re.I),
]  # fmt: skip
_ROUNDS = [
    re.compile(rf"\b(?:ends?|over|finish(?:es|ed)?|wins?|won|winner|last(?:s|ed)?|plays?|played|consists?"
        rf"|goes on|takes?)\b[^.;]{{0,40}}?\b(?:after|of|for|over|in)\s+(?:exactly\s+|all\s+"
        rf"|the\s+)?{N}\s+(?P<noun>rounds|hands|deals|games)\b(?!\s+(?:in a row|of))", re.I),
    re.compile(rf"\b(?:after|over|in)\s+(?:all\s+|exactly\s+)?{N}\s+(?P<noun>rounds|hands|deals"
        rf"|games)\b[^.;]{{0,60}}?\b(?:ends?|over|wins?|winner|highest|lowest|most|fewest)\b", re.I),
    re.compile(r"\b(?:ends?|over)\b[^.;]{0,20}?\b(?:after|with) the (?P<nth>third|fourth|fifth|sixth"
        r"|seventh|eighth|ninth|tenth)\s+(?P<noun>round|hand|deal|game)\b", re.I),
    re.compile(rf"{N}\s+(?P<noun>rounds|hands|deals|games)\s+(?:have been|are|were)\s+(?:played|over|finished)", re.I),
    re.compile(rf"\b(?:play|plays|lasts?|there are|is played (?:in|over))\s+{N}\s+(?P<noun>rounds|hands|deals"
        rf"|games)\b", re.I),
]  # fmt: skip
_NTH = ("third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
_SIZE = re.compile(
    rf"^(?:An?|The|Every|Each)\s+(?P<thing>[a-z][\w'’-]*)\s+(?:is|are|needs?|consists of|has to have|must be"
    rf"|must contain|has|must have"
    rf"|contains?|holds?|can hold|means?)\s+"
    rf"(?:always\s+|exactly\s+|made (?:up )?of\s+|of\s+|at least\s+|a set of\s+"
    rf"|room for\s+)*{N}(?:\s+or more)?(?:\s+[a-z-]+)?\s+(?P<noun>[a-z]+s)\b",
    re.I,
)  # fmt: skip
Said = dict[str, list[tuple[int, Sentence, str]]]


def find(book: Book) -> Iterator[Finding]:
    """Every measure that has two numbers."""
    told = [
        one for one in book.told
        if not TALK.search(one.heading) and not UNDER.search(one.text)
        and not re.search("variant|variation", one.heading, re.I)
    ]  # fmt: skip
    yield from _two(_worth(told), "What {0} scores")
    yield from _two(_extra(told), "What {0} scores on top")
    yield from _two(_named(told, _HELD, "cards"), "The limit of cards in a hand")
    yield from _two(_named(told, _ROUNDS), "How many {0} are played")
    yield from _two(_sizes(told), "{0}")
    yield from _minutes(book)
    yield from _two(_rooms(told), "How many {0} holds")


def _two(said: Said, what: str) -> Iterator[Finding]:
    for name, own in said.items():
        for number in dict.fromkeys(number for number, _, _ in own):
            other = next(one for one in own if one[0] == number)
            if number != own[0][0] and other[1] != own[0][1]:
                yield Finding(
                    "restated", (other[1], own[0][1]),
                    f"{what.format(name).capitalize()}: “{other[2]}” here, “{own[0][2]}” elsewhere",
                    "State it once, or say what tells the two apart",
                )  # fmt: skip


def _worth(told: list[Sentence]) -> Said:
    said: Said = {}
    for one in told:
        for form in _WORTH:
            for found in form.finditer(one.text):
                thing = found.group("thing").casefold()
                clause = re.split(r"[.;:]", one.text[: found.start()])[-1] + found.group()
                if thing.split()[-1] not in _PLAIN and not _APART.search(clause):
                    unit = found.group("unit").casefold().rstrip("s")
                    said.setdefault(f"{thing} in {unit}s" if unit != "point" else _key(thing), []).append(
                        (value(_number(found)), one, found.group())
                    )
    return said


def _extra(told: list[Sentence]) -> Said:
    said: Said = {}
    for one in told:
        for form in _EXTRA:
            for found in form.finditer(one.text):
                thing = _key(found.group("thing").casefold())
                if thing.split()[-1] not in _PLAIN and "point" in f"{one.text} ":
                    said.setdefault(thing, []).append((value(_number(found)), one, found.group()))
    return said


def _key(thing: str) -> str:
    return " ".join(stem(word) for word in thing.split())


def _number(found: re.Match[str]) -> str:
    return next(word for word in found.groups() if word and re.fullmatch(N, word, re.I))


def _named(told: list[Sentence], forms: list[re.Pattern[str]], always: str = "") -> Said:
    said: Said = {}
    for one in told:
        for form in forms:
            for found in form.finditer(one.text):
                nth = found.groupdict().get("nth")
                number = 3 + _NTH.index(nth.casefold()) if nth else value(_number(found))
                name = always or f"{found.group('noun').casefold().rstrip('s')}s"
                if number > 1:
                    said.setdefault(name, []).append((number, one, found.group()))
    return said


def _sizes(told: list[Sentence]) -> Said:
    """`A run is three or more cards`: how many of what a thing has."""
    said: Said = {}
    for one in told:
        found = _SIZE.match(one.text)
        if found and stem(found.group("thing").casefold()) not in _PLAIN | {"gam", "deck", "pack", "person"}:
            name = f"{found.group('thing').casefold()} in {found.group('noun').casefold()}"
            said.setdefault(name, []).append((value(_number(found)), one, found.group()))
    return said


def _rooms(told: list[Sentence]) -> Said:
    """`two cards in your cellar`, `the cellar has room for three cards`."""
    said: Said = {}
    for one in told:
        for found in (found for form in _ROOM for found in form.finditer(one.text)):
            thing = found.group("thing").casefold()
            if stem(thing) not in _PLAIN | {"gam", "deck", "pack", "person", "turn", "round", "end", "start"}:
                name = f"{found.group('noun').casefold()} the {thing}"
                said.setdefault(name, []).append((value(_number(found)), one, found.group()))
    return said


_MINUTES = re.compile(
    rf"(?:{N}(?:{DASH}{N})?\s+(?:to\s+)?(?P<unit>minutes|hours?)|(?P<half>half an hour)"
    rf"|(?P<hour>an hour))\b",
    re.I,
)
_TAKES = re.compile(r"\b(?:takes?|lasts?|playing time|duration|time|play(?:ed|s)? (?:in|for)|length)\b", re.I)


def _minutes(book: Book) -> Iterator[Finding]:
    """How long a game takes, twice."""
    said: list[tuple[set[int], Sentence, str]] = []
    for one in book.told:
        if re.search(r"\b(?:round|turn|hand|think|variant)\b", one.text, re.I) or not _TAKES.search(one.text):
            continue
        for found in _MINUTES.finditer(one.text):
            numbers = [value(word) for word in found.groups()[:2] if word]
            unit = 60 if "hour" in found.group().casefold() else 1
            low, high = (
                (min(numbers) * unit, max(numbers) * unit)
                if numbers
                else ((30, 30) if found.group("half") else (60, 60))
            )
            said.append((set(range(low, high + 1)), one, found.group()))
    other = next((one for one in said if said and not one[0] & said[0][0]), None)
    if other:
        yield Finding(
            "restated", tuple(dict.fromkeys((other[1], said[0][1]))), f"How long a game takes: “{other[2]}” "
            f"here, “{said[0][2]}” elsewhere",
            "Say it once",
        )  # fmt: skip
