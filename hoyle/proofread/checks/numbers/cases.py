"""Cases without a number, or with two: tables, numbers of players, values of ranks, lists that are counted."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from hoyle.coverage.cut import Sentence
from hoyle.proofread.amounts import DASH, NUMBER, RANKS, value
from hoyle.proofread.finding import Finding
from hoyle.proofread.people import N, allowed
from hoyle.proofread.text import Book, Table

_FROM_TO = re.compile(rf"({NUMBER})(?:{DASH}({NUMBER})|\s*(\+|or more|and (?:more|up|above|over))|())", re.I)
_GAME_OF = re.compile(
    rf"\b(?:in a game of|game for|with only)\s+{N}(?=\s*[,:]|\s+(?:use|deal|give|each|you"
    rf"|take))",
    re.I,
)
_PLAYERS = re.compile(rf"{N}(?:{DASH}{N}|\s+or\s+{N})?[\s-]+players?\b", re.I)
_IF_PLAY = re.compile(rf"\b(?:if|when|with)\s+{N}(?=\s+(?:of you\s+)?(?:play|are playing|playing)\b)", re.I)
_OF_YOU = re.compile(
    rf"\b(?:with|if|if there are|if you are|when there are|for|among|between)\s+(?:only\s+)?{N}"
    rf"(?=\s*[,;:]|\s+of you\b|\s+(?:it is|each|only|there are|deal|take)\b)",
    re.I,
)
"""Numbers of players where the word is left out, in a sentence that has it elsewhere: `with five, seven`."""
_OTHERS = re.compile(
    r"\b(?:more|fewer|less|otherwise|other(?:wise)?|any number|each player|extra|per player|additional)\b|\+", re.I
)
_LISTED = re.compile(
    rf"{N}\s+(?:(?!of\b)[a-z-]+\s+){{0,2}}?(actions?|kinds?|ways?|steps?|phases?|types?|things?|parts?|conditions?"
    rf"|options?|moves?|"
    r"choices|rules|cases|plays|sorts?|categories|stages|exceptions)\b[^.:;]*[:.]\s*$", re.I,
)  # fmt: skip
_RANKS = {"a": 1, "j": 11, "q": 12, "k": 13, "ace": 1, "jack": 11, "queen": 12, "king": 13, "knave": 11}
_RANK = re.compile(
    rf"\b(aces?|jacks?|knaves?|queens?|kings?|[AKQJ](?=\s*(?:=|:|\d|,)))\b"
    rf"|(?<!\w)({NUMBER})(?:{DASH}({NUMBER}))?(?!\w)",
    re.I,
)
_VALUED = re.compile(r"\b(?:scores?|points?|worth|counts?|value)\b", re.I)
_ALL_RANKS = frozenset(range(1, 14))


def find(book: Book) -> Iterator[Finding]:
    """Every case that has no number, and every one that has two."""
    known = allowed(book)
    for table in book.tables:
        yield from _table(table, known[1] if known else set())
    if known:
        yield from _players(book, *known)
    for one in book.told:
        yield from _ranks(one)
        yield from _in_sequence(one)
    for at in _in_a_row(book):
        yield from _spans(at)
    yield from _lists(book)


def _span(cell: str) -> tuple[int, int] | None:
    """The numbers that a cell stands for: `3`, `2–4`, `7 or more`."""
    found = _FROM_TO.fullmatch(re.sub(r"\s*players?$", "", cell.strip(), flags=re.I))
    if not found:
        return None
    low = value(found.group(1))
    return low, value(found.group(2)) if found.group(2) else 10_000 if found.group(3) else low


def _table(table: Table, players: set[int]) -> Iterator[Finding]:
    spans = [(row, span) for row, cells in table.rows if cells and (span := _span(cells[0]))]
    if len(spans) < 2 or len(spans) < len(table.rows):
        return
    head = table.head[0] if table.head else ""
    lead = (table.intro,) if table.intro else ()
    ordered = sorted(spans, key=lambda one: one[1])
    ranged = any(low != high for _, (low, high) in spans)
    for (row, (low, high)), (after, (start, _)) in pairwise(ordered):
        if start <= high:
            both = f"{start}" if start == high else f"{start} to {min(high, start)}"
            yield Finding(
                "two-cases",
                (after, row, *lead),
                f"{head}: two rows have {both}",
                "Begin the one row after the end of the other",
            )
        elif (
            start > high + 1
            and (ranged or "player" in head.casefold() or start == high + 2)
            and (ranged or start - high < 4)
        ):
            left = f"{high + 1}" if start == high + 2 else f"{high + 1} to {start - 1}"
            yield Finding(
                "no-case", (after, row, *lead), f"{head}: no row has {left}", "Add the row, or say why it is not needed"
            )
        _ = low
    if players and "player" in head.casefold():
        there = {n for _, (low, high) in spans for n in range(low, min(high, 99) + 1)}
        for n in sorted(players - there):
            if n < ordered[0][1][0] or n > ordered[-1][1][1]:
                yield Finding(
                    "no-case",
                    (ordered[-1][0], *lead),
                    f"{head}: no row has {n}",
                    "Add the row, or change for how many the game is",
                )


def _players(book: Book, first: Sentence, players: set[int]) -> Iterator[Finding]:
    """`With 2 players ...`, `With 4 players ...`: and with 3?"""
    for heading in dict.fromkeys(one.heading for one in book.told):
        own = [
            one
            for one in book.under(heading)
            if one != first and re.search(r"\b(?:with|for|if|in)\b|;|,|players?\s*[:=–-]", one.text, re.I)
        ]
        said = [(one, found) for one in own for found in _PLAYERS.finditer(one.text) if not _all_of(one, found)]
        playing = [(one, found) for one in own for found in _IF_PLAY.finditer(one.text)]
        there: set[int] = {value(f.group(1)) for _, f in playing} | {
            value(f.group(1)) for one in own for f in _GAME_OF.finditer(one.text)
        }
        said += [(one, found) for one in own for found in _GAME_OF.finditer(one.text)]
        said += playing
        loosely = {one for one, _ in said}
        there |= {value(f.group(1)) for one in own if one in loosely for f in _OF_YOU.finditer(one.text)}
        for _, found in said:
            if len(found.groups()) < 3:
                continue
            low, high = value(found.group(1)), value(found.group(2) or found.group(3) or found.group(1))
            there |= set(range(low, high + 1)) if found.group(2) else {low, high}
        if len(there) < 2 or not there <= players or any(_OTHERS.search(one.text) for one, _ in said):
            continue
        if players - there:
            left = " or ".join(map(str, sorted(players - there)))
            yield Finding(
                "no-case", tuple(dict.fromkeys(one for one, _ in said)), f"It is said for {_listed(there)} "
                f"players, "
                f"and not for {left}",
                f"Say how it is with {left} players",
            )  # fmt: skip


def _all_of(one: Sentence, found: re.Match[str]) -> bool:
    return bool(re.search(r"\b(?:for|by)\s+$", one.text[: found.start()]) and found.group(2))


def _listed(numbers: set[int]) -> str:
    return " and ".join(map(str, sorted(numbers)))


LONGEST_ROW = 12
_SPAN = re.compile(rf"{N}(?:(?:\s+or\s+|{DASH}){N}|(?P<more>\s+or more|\s+and more|\+))?\s+(?P<noun>[a-z]+s?)\b", re.I)


def _in_a_row(book: Book) -> Iterator[tuple[Sentence, ...]]:
    """Sentences with such numbers: each alone, or those that follow each other and begin with the same word."""
    at: list[Sentence] = []
    for one in book.told:
        first = one.text.partition(" ")[0]
        if at and (at[-1].heading != one.heading or at[-1].text.partition(" ")[0] != first or len(at) == LONGEST_ROW):
            yield tuple(at)
            at = []
        if _SPAN.search(one.text):
            at.append(one)
        elif at:
            yield tuple(at)
            at = []
    if at:
        yield tuple(at)


def _spans(at: tuple[Sentence, ...]) -> Iterator[Finding]:
    """`1 or 2 sets score 1 point, 3 sets score 4, 5 or more score 9`: and 4?"""
    spans: dict[str, list[tuple[int, int]]] = {}
    for found in (found for one in at for found in _SPAN.finditer(one.text)):
        low = value(found.group(1))
        high = 10_000 if found.group("more") else value(found.group(2) or found.group(1))
        spans.setdefault(found.group("noun").casefold().rstrip("s"), []).append((low, high))
    for noun, own in spans.items():
        ordered = sorted(own)
        if len(own) < 3 or own != ordered or ordered[-1][1] < 10_000:
            continue
        for (_, high), (low, _) in pairwise(ordered):
            if low > high + 1:
                left = f"{high + 1}" if low == high + 2 else f"{high + 1} to {low - 1}"
                says = f"Nothing is said of {left} {noun}s"
                yield Finding("no-case", at, says, "Add the case")


def _ranks(one: Sentence) -> Iterator[Finding]:
    """A sentence that gives nearly every rank a value, and leaves some out."""
    letters = len(re.findall(r"\b[AKQJ]\s*=", one.text)) > 2
    if not letters and (not _VALUED.search(one.text) or not re.search(r"\bcards?\b", one.text, re.I)):
        return
    named: set[int] = set()
    courts: set[int] = set()
    for found in _RANK.finditer(one.text):
        if found.group(1):
            courts.add(_RANKS[found.group(1).casefold().rstrip("s")])
        elif found.group(3):
            low, high = sorted((value(found.group(2)), value(found.group(3))))
            named |= set(range(low, high + 1)) if high <= 13 else set()
    if re.search(r"\b(?:face|court|picture) cards\b", one.text, re.I):
        courts |= {11, 12, 13}
    left = _ALL_RANKS - named - courts
    if len(courts) >= 2 and len(named) >= 5 and left and len(left) <= 4:
        names = {1: "ace", 11: "jack", 12: "queen", 13: "king"}
        yield Finding(
            "no-case", (one,), f"Cards with a value are listed, and none is given for "
            f"{' and '.join(names.get(n, str(n)) for n in sorted(left))}",
            "Give each rank its value",
        )  # fmt: skip


_COURTS = {name: number for name, number in RANKS.items() if number > 10}
_RANKED = rf"(?:(?<![\w.+])(?:{NUMBER})(?!\w|\s*[-–])|\b(?:ace|king|queen|jack|knave)s?\b)"
_RUN = re.compile(
    rf"(?:(?:the|an?)\s+)?{_RANKED}"
    rf"(?:(?:\s*,\s*(?:and\s+|or\s+|then\s+|last\s+)?|\s+(?:and|then|or)\s+(?:last\s+|finally\s+)?)"
    rf"(?:(?:the|an?)\s+)?(?:last\s+|finally\s+)?{_RANKED})+", re.I,
)  # fmt: skip
_ORDERED = re.compile(r"\b(?:high(?:est)?|low(?:est)?|rank(?:s|ed|ing)?|order|beats?|best|above|below|down)\b", re.I)
SHORTEST_RUN = 5


def _in_sequence(one: Sentence) -> Iterator[Finding]:
    """Cards named one after another, from high to low or from low to high, and one of them left out."""
    if not _ORDERED.search(one.text):
        return
    for found in _RUN.finditer(one.text):
        words = [word.group().casefold().rstrip("s") for word in re.finditer(_RANKED, found.group(), re.I)]
        numbers = [_COURTS[word] if word in _COURTS else value(word) for word in words]
        # An ace beside the 2 is the lowest; before the king it is the highest.
        if "ace" in (words[0], words[-1]) and 2 in (numbers[1], numbers[-2]):
            numbers = [1 if number == _COURTS["ace"] else number for number in numbers]
        steps = {after - before for before, after in pairwise(numbers)}
        way = 1 if numbers[-1] > numbers[0] else -1
        if len(numbers) < SHORTEST_RUN or steps != {way, 2 * way}:
            continue
        at = [n for n, (before, after) in enumerate(pairwise(numbers)) if after - before == 2 * way]
        if len(at) == 1 and max(numbers[at[0]], numbers[at[0] + 1]) <= _COURTS["jack"]:
            left = numbers[at[0]] + way
            yield Finding(
                "no-case", (one,), f"All others from {words[0]} to {words[-1]} are named, and not {left}",
                "Add it, or say that there is none",
            )  # fmt: skip


_INLINE = re.compile(
    rf"{N}\s+(?:[a-z-]+\s+)?(actions|things|kinds|ways|steps|phases|types|things|parts|conditions|options|moves"
    rf"|choices|sorts|categories|stages|colou?rs|suits|combinations|bids|calls|contracts|groups|classes|areas|places|piles)\b"
    rf"(?:\s+(?:to|of|in|on|for|that|which)\s+[a-z ]{{1,30}})?\)?:\s+(?P<items>[^.:;()]+)[.;]?$", re.I,
)  # fmt: skip


_COUNTED = re.compile(
    rf"^(?:The|These)\s+{N}\s+([a-z]+s)\s+are\s+(?P<items>[a-z]+"
    rf"(?:,\s+[a-z]+)+,?\s+and\s+[a-z]+)\.?$",
    re.I,
)


def _inline(one: Sentence) -> Iterator[Finding]:
    """`three phases: dealing, bidding, playing and scoring`."""
    found = _INLINE.search(one.text) or _COUNTED.match(one.text)
    parts = re.split(r",\s*(?:and|or)\s+|,\s*|\s+(?:and|or)\s+", found.group("items").strip(" .")) if found else []
    few = value(found.group(1)) if found else 0
    joined = len(re.findall(r"\s(?:and|or)\s", found.group("items"))) if found else 0
    least = len(parts) if joined < 2 else len(re.split(r",\s*(?:and|or)\s+|,\s*", found.group("items"))) if found else 0
    if (
        found
        and len(parts) > 1
        and few > 1
        and not least <= few <= len(parts)
        and max(len(x.split()) for x in parts) < 8
    ):
        told = f"{found.group(1)} {found.group(2)} are announced, and {len(parts)} are named"
        yield Finding("list-count", (one,), told, "Correct the number, or the list")


def _lists(book: Book) -> Iterator[Finding]:
    """`one of three actions:` before a list of two."""
    for one in book.told:
        yield from _inline(one)
    for listing in book.lists:
        found = _LISTED.search(listing.intro.text) if listing.intro else None
        many = value(found.group(1)) if found else 0
        if listing.intro and found and many > 1 and len(listing.items) > 1 and many != len(listing.items):
            told = f"{found.group(1)} {found.group(2)} are announced, and {len(listing.items)} are listed"
            yield Finding("list-count", (listing.intro,), told, "Correct the number, or the list")
