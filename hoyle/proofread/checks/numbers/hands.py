"""Hands and decks: more cards dealt than there are, a hand that is refilled to another size, and for how many it is.

Leaves hands that are dealt in two sizes to `counts`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from hoyle.coverage.cut import Sentence
from hoyle.proofread.amounts import value
from hoyle.proofread.checks.numbers.counts import dealt
from hoyle.proofread.checks.wording import TALK
from hoyle.proofread.finding import Finding
from hoyle.proofread.people import PEOPLE, UNDER, N, allowed, called
from hoyle.proofread.text import Book
from hoyle.proofread.words import stem

_PACK = re.compile(
    rf"\b(?:deck|pack)\b[^.;:]{{0,15}}?{N}(?:\s+playing)?[\s-]+cards?|{N}[\s-]card\s+(?:deck|pack)"
    rf"|{N}\s+cards\s+in "
    rf"(?:all|total)",
    re.I,
)
_PIECES = (
    rf"{N}\s+(?:[a-z-]+\s+)?(?!cards|points|turns|rounds)([a-z]+s)\b(?:\s+(of (?:value|worth) \d+"
    rf"|worth \d+))?"
)
_STOCKED = re.compile(r"component|content|you need|equipment|in the box|material|supplies|pieces|parts\b", re.I)
_UP_TO = re.compile(
    rf"\b(?:draws?|drawing|refills?|fills?|replenish(?:es)?)\b[^.;]*?\b(?:up to|to|until "
    rf"[^.;]*?(?:has|have|hold|holds))\s+{N}(?:\s+cards)?\b(?!\s*(?:points?|coins?|or|%))",
    re.I,
)
_ORDINARY = re.compile(
    r"\b(?:ordinary|standard|regular|usual|normal|full|single|one|a|complete) (?:pack"
    r"|deck)(?: of (?:playing )?cards)?\b",
    re.I,
)
_SIZED = re.compile(
    rf"\b(?:shuffle|use|with|take|need|are)\s+(?:the"
    rf"|all)?\s*{N}\s+(?:playing )?cards\b(?! (?:each|to|from|in hand))",
    re.I,
)
_WHOLE = re.compile(
    r"\b(?:deals?|dealt|dealing|gives?)\b[^.;]{0,60}\b(?:all|whole|entire"
    r"|complete)\b[^.;]{0,25}\b(?:cards|pack|deck)\b"
    r"|\b(?:all|whole|entire|complete)\b[^.;]{0,25}\b(?:cards|pack|deck)\b[^.;]{0,25}\b(?:dealt|deals?"
    r"|given out)\b"
    r"|\b(?:deals?|dealt)\b[^.;]{0,60}\buntil (?:no cards?|none|nothing|there are no)\b", re.I,
)  # fmt: skip
_OWN = re.compile(
    rf"\b(?:each|everybody|everyone|every player|all)\b[^.;]{{0,25}}?\b(?:has|have|gets?"
    rf"|receives?|holds?|with)\s+{N}\b(?!\s+(?:points|coins|counters|chips))|{N}\s+(?:cards\s+)?(?:each|apiece"
    rf"|to each)\b",
    re.I,
)
_COUNTED = re.compile(
    r"\b(?:players?|persons?|people|friends|participants|opponents?|solo|solitaire|patience"
    r"|two-handed)\b",
    re.I,
)
_HOW_MANY = re.compile(
    rf"{N}[\s-]+(?:\w+\s+)?(?:{PEOPLE}|players?|partners|teams)|{N}\s*(?:-|–|to|or)\s*{N}\s+\w+"
    rf"|\b(?:both|either|solo|single|one) (?:players?|human)|\bplayer (?:1|2|one|two|A|B)\b|\byour opponent\b"
    rf"|\bany number\b|\bfour-handed|two-handed|\b(?:patience|solitaire)\b|\bone against|\btwo against two"
    rf"|\b(?:for|are|is|with)\s+{N}(?=\s*[.,;:]|\s+in\b)|{N}\s+(?:of (?:us|you|them)|can play|may play|or more"
    rf"|sit|play)\b",
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
    if hands:
        yield from _as_many_tricks(book, hands)
    if known:
        yield from _teams(book, known)
        yield from _equally(book, known)
    if known and len(known[1]) == 1:
        yield from _whole(book, next(iter(known[1])))
    if known:
        yield from _supplies(book, max(known[1]))
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
    packs = _packs(book)
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


_TRICKS = re.compile(
    rf"\b(?:all|the|after|of)\s+(?:the\s+)?{N}\s+tricks\b|{N}\s+tricks\s+(?:are played|have been|in (?:a|each"
    rf"|every|all)|make|are in)|\bthere are\s+{N}\s+tricks\b",
    re.I,
)
_DRAWS = re.compile(r"\bdraws?\b|\btwist|\bwidow|\bkitty|\btalon|\bexchange", re.I)


def _as_many_tricks(book: Book, hands: list[tuple[int, Sentence]]) -> Iterator[Finding]:
    """Each card of a hand is played to a trick, where none are drawn."""
    sizes = {number for number, _ in hands}
    if len(sizes) != 1 or _DRAWS.search(book.all_words):
        return
    size = next(iter(sizes))
    for one in book.told:
        found = _TRICKS.search(one.text)
        number = value(next(word for word in found.groups() if word)) if found else size
        whole = found and not re.search(
            r"\b(?:at least|more|over|first|win|wins|won|takes?|taken|makes?|bid"
            r"|contract)\b",
            one.text[: found.start() + 6],
            re.I,
        )
        if found and whole and number != size and number > 4:
            yield Finding(
                "contradiction",
                (one, hands[0][1]),
                f"“{found.group()}” here, but a hand has {size} cards",
                "Correct one of the numbers",
            )
            return


_TEAM = re.compile(rf"{N}\s+(?:teams|sides|pairs|partnerships|parties)\s+of\s+{N}\b", re.I)
_EVENLY = re.compile(r"\b(?:equally|evenly|equal (?:number|hands|shares)|same number|as many as)\b", re.I)


def _teams(book: Book, known: tuple[Sentence, set[int]]) -> Iterator[Finding]:
    for one in book.told:
        found = _TEAM.search(one.text)
        if found and value(found.group(1)) * value(found.group(2)) not in known[1]:
            comes = value(found.group(1)) * value(found.group(2))
            yield Finding(
                "contradiction", (one, known[0]), f"“{found.group()}” are {comes} players", "Correct one of the numbers"
            )


def _equally(book: Book, known: tuple[Sentence, set[int]]) -> Iterator[Finding]:
    """All cards are dealt out equally, and they do not divide."""
    packs = _packs(book)
    for one in book.told if len({size for size, _ in packs}) == 1 else ():
        if _WHOLE.search(one.text) and _EVENLY.search(one.text) and not UNDER.search(one.text):
            odd = sorted(n for n in known[1] if packs[0][0] % n)
            near = book.around(one, 0, 2)
            if odd and not re.search(
                r"\b(?:left over|remain\w*|extra|as (?:far|nearly|evenly)|may have"
                r"|one more|doesn't matter)\b",
                near,
                re.I,
            ):
                yield Finding(
                    "no-case", (one, packs[0][1]), f"{packs[0][0]} cards cannot be dealt equally to "
                    f"{' or '.join(map(str, odd))}",
                    "Say what happens to the cards that are left over",
                )  # fmt: skip


def _packs(book: Book) -> list[tuple[int, Sentence]]:
    """How many cards the deck has, and where it is said; an ordinary pack has 52."""
    told = [
        (value(word), one) for one in book.told for form in (_PACK, _SIZED) for found in form.finditer(one.text)
        for word in found.groups() if word and value(word) >= 20
    ]  # fmt: skip
    if told or re.search(r"\b(?:two|three|double|jokers?|remov\w+|without)\b", book.all_words):
        return told
    return [(52, one) for one in book.told if _ORDINARY.search(one.text)][:1]


def _whole(book: Book, players: int) -> Iterator[Finding]:
    """The whole pack is dealt, and the hands do not come to it."""
    packs = _packs(book)
    if len({size for size, _ in packs}) != 1:
        return
    size, at = packs[0]
    for one in book.told:
        if not _WHOLE.search(one.text) or UNDER.search(one.text):
            continue
        for near in book.near(one, 0, 1):
            for found in _OWN.finditer(near.text):
                hand = value(next(word for word in found.groups() if word))
                if (
                    hand > 1
                    and hand * players != size
                    and not re.search(
                        r"\b(?:rest|remain|left over|kitty"
                        r"|batch|extra|dealer)",
                        near.text,
                        re.I,
                    )
                ):
                    yield Finding(
                        "sum", (near, at), f"{hand} cards for each of {players} are {hand * players}, and the "
                        f"whole pack of {size} is dealt",
                        "Correct the hand, or say what happens to the other cards",
                    )  # fmt: skip
                    return


_FOR_EACH = re.compile(
    rf"{N}\s+[a-z]+s\b[^.;]{{0,30}}?[:,(]\s*{N}\s+(?:of them\s+)?(?:for|to)\s+(?:each|every)\s+(?:player|person"
    rf"|one)\b",
    re.I,
)


def _supplies(book: Book, most: int) -> Iterator[Finding]:
    """More counters, coins or tokens given out than there are."""
    who = called(book)
    given = re.compile(
        rf"\b(?:(?:each|every)\s+(?:{who})|everybody|everyone)\s+(?:also\s+|then\s+)?"
        rf"(?:takes?|gets?|receives?|starts? with|begins? with|is given"
        rf"|has)\s+{_PIECES}"
        rf"|\b(?:give|deal|hand)s?\s+(?:each|every)\s+(?:{who})\s+{_PIECES}"
        rf"|\b(?:give|deal|hand)s?\s+(?:out\s+)?{_PIECES}\s+to\s+(?:each|every)\b",
        re.I,
    )
    for one in book.told:
        found = _FOR_EACH.search(one.text)
        if found and value(found.group(1)) < value(found.group(2)) * most:
            yield Finding(
                "too-many", (one,), f"{found.group(2)} for each of {most} are {value(found.group(2)) * most}",
                "Correct one of the numbers",
            )  # fmt: skip
    stock: dict[tuple[str, str], tuple[int, Sentence]] = {}
    for one in book.told:
        if TALK.search(one.heading) or re.search(r"\bnow\b|\bin the pot\b", one.text, re.I):
            continue
        if _STOCKED.search(one.heading) or re.search(
            r"\b(?:there are|you need|holds?|contains?|in the box|:)", one.text, re.I
        ):
            for found in re.finditer(_PIECES, one.text, re.I):
                number, noun, kind = (word or "" for word in found.groups())
                stock.setdefault((stem(noun.casefold()), kind.casefold()), (value(number), one))
    for one in book.told:
        for found in given.finditer(one.text):
            number, noun, kind = ([word for word in found.groups() if word] + [""])[:3]
            size, at = stock.get((stem(noun.casefold()), kind.casefold()), (0, one))
            if at != one and size >= most and value(number) * most > size:
                yield Finding(
                    "too-many", (one, at), f"{number} {noun} for each of {most} are {value(number) * most}, "
                    f"and there are {size}",
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
