"""Decks that do not add up: suits times cards, parts and their total, a pack less what is taken out."""

from __future__ import annotations

import re
from collections.abc import Iterator
from math import prod

from hoyle.coverage.cut import Sentence
from hoyle.proofread.amounts import DASH, RANKS, value
from hoyle.proofread.finding import Finding
from hoyle.proofread.people import PEOPLE, N, called
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
    rf"\b(?:remove|removing|take out|taking out|discard|without)\s+{N}\b[^;:]{{0,40}}?\b(?:leav(?:es?|ing)"
    rf"|remain(?:s"
    rf"|ing)?)\b[^;:]{{0,15}}?{N}\s+cards",
    re.I,
)
_OTHER = re.compile(rf"\b(?:the (?:other|remaining|rest of the)|the rest,?)\s+{N}\b", re.I)
_ALL_OF = re.compile(rf"\b(?:there are|has|holds|contains|consists of|with|of)\s+{N}\s+(?:[a-z-]+\s+)?cards\b", re.I)
_SOME_OF = re.compile(rf"{N}\s+(?:of (?:them|these|the cards)|cards? (?:show|have|are)|(?:are|show|have)\b)", re.I)
_PACK = re.compile(
    rf"\b(?:deck|pack)\b[^.;:]{{0,15}}?{N}(?:\s+playing)?[\s-]+cards?|{N}[\s-]card\s+(?:deck|pack)", re.I
)


_IN_ORDER = re.compile(
    rf"(?:{N}\s+(?P<g>(?!cards)[a-z]+s)\b[^.;:]{{0,40}}?\b(?:each|every)\b[^.;:]{{0,30}}?|\b(?:each"
    rf"|every) of\s+(?:the\s+)?{N}\s+(?P<g2>[a-z]+s)\b[^.;:]{{0,30}}?)"
    rf"\b(?:numbered|numbers?|values?|valued|ranks?|ranked|cards?|from|with"
    rf"|has)\s+(?:the\s+)?(?:numbers\s+)?(?:from\s+)?{N}{DASH}{N}",
    re.I,
)
_OF_EACH = re.compile(
    rf"\b(?:the\s+)?(?:numbers?\s+)?(?:from\s+)?{N}{DASH}{N}\s+(?:in|of)\s+(?:each"
    rf"|every)\s+of\s+(?:the\s+)?{N}\s+[a-z]+s\b",
    re.I,
)
_CROSS = re.compile(rf"{N}\s+[a-z]+s?\s*[x×*]\s*{N}{DASH}{N}", re.I)
_COPIES = re.compile(
    r"\b(?:cop(?:y|ies)|twice|double|two of|three of|\d of|plus|extra|jokers?|wild|also"
    r"|another|as well)\b",
    re.I,
)
_PACKS = re.compile(rf"{N}\s+(?:[a-z-]+\s+)?(?:packs|decks)\s+of\s+{N}(?:\s+(?:playing )?cards)?", re.I)
_RANKS_OUT = re.compile(
    r"\b(?:remove|removing|take out|taking out|strip|without|leave out|leaving out"
    r"|discard)\b(?P<what>[^.;]*?)\b(?:leav\w+|remain\w*|are left|left)\b"
    r"|\b(?:remove|take out|strip|without|leave out)\b(?P<all>[^.;]*);[^.;]*\b(?:remain|left)\b",
    re.I,
)
_ADDED = re.compile(
    rf"{N}\s+cards[;,]?\s+(?:and|with|plus)\s+{N}\s+[a-z]+\s+(?:that|this|they|it)?\s*(?:is"
    rf"|are|makes?)\s+{N}\b",
    re.I,
)
_TO_EACH = re.compile(
    rf"{N}\s+(?:cards\s+)?to each of (?:the\s+)?{N}\s+{PEOPLE}[;,.]?\s+(?:and\s+)?(?:that"
    rf"|this|which|so)\s+(?:uses?|makes?|is|are|comes? to|takes?)\s+(?:up\s+)?{N}\s+cards",
    re.I,
)
_PLURAL = (
    "twos",
    "threes",
    "fours",
    "fives",
    "sixes",
    "sevens",
    "eights",
    "nines",
    "tens",
    "jacks",
    "queens",
    "kings",
    "aces",
)
_BELOW = re.compile(rf"\b(?:below|lower than|under|smaller than)\s+(?:the\s+)?{N}s?\b", re.I)
_AFTER = re.compile(
    rf"{N}\s+cards\s+(?:are left|left|remain)|\b(?:leav\w+|remain\w*"
    rf"|left)\b[^.;]{{0,15}}?{N}\s+cards",
    re.I,
)
_AT_EACH = re.compile(
    rf"{N}\s+([a-z]+s)\s+(?:at|with|of|worth|for|holding"
    rf"|having)\s+{N}\s+([a-z]+s)\s+each,?\s+(?:[a-z]+\s+){{0,2}}?(?:are|is|make"
    rf"|makes|gives?|scores?|uses?|needs?|come to|total)\s+{N}\s+([a-z]+s)",
    re.I,
)


def find(book: Book) -> Iterator[Finding]:
    """Every deck whose cards are counted in two ways that differ."""
    for one in book.told:
        found = (
            _span_of_ranks(one)
            or _in_order(one)
            or _ranks_out(one)
            or _at_each(one)
            or _times(one, _previous(one, book))
            or _parts(one)
            or _taken(one, book)
            or _total(one, book)
            or _rest(one, book)
        )
        if found:
            yield found
    yield from _each_group(book)


_GROUP_HAS = re.compile(
    rf"\b(?:each|every)\s+(?P<group>[a-z]+)\s+(?:has|holds|contains|consists of|comprises|is made up of)\s+{N}"
    rf"\s+(?:[a-z-]+\s+)?cards\b", re.I,
)  # fmt: skip
_WHOLE_DECK = re.compile(
    rf"\b(?:deck|pack)\b[^.;:]{{0,25}}?{N}(?:\s+playing)?[\s-]+cards\b|{N}[\s-]card\s+(?:deck|pack)"
    rf"|\bthere\s+are\s+{N}\s+cards\b|{N}\s+cards\s+(?:in all|altogether|in total)", re.I,
)  # fmt: skip


def _each_group(book: Book) -> Iterator[Finding]:
    """`The deck has 48 cards. There are four streets. Each street has eleven cards`: told in sentences of their own."""
    for one in book.told:
        found = _GROUP_HAS.search(one.text)
        if not found or re.fullmatch(rf"{called(book)}|side|team|hand|pile", found.group("group"), re.I):
            continue
        near = [other for other in book.near(one, 4, 2) if other.heading == one.heading]
        words = " ".join(other.text for other in near)
        many = re.findall(rf"{N}\s+(?:[a-z-]+\s+)?{re.escape(found.group('group'))}(?:s|es)\b", words, re.I)
        totals = {value(word) for x in _WHOLE_DECK.finditer(words) for word in x.groups() if word}
        if len(set(many)) != 1 or len(totals) != 1 or _COPIES.search(words):
            continue
        groups, each, total = value(many[0]), value(found.group(2)), next(iter(totals))
        at = tuple(dict.fromkeys((one, *(other for other in near if _WHOLE_DECK.search(other.text)))))
        if groups > 1 and groups * each != total and len(at) > 1:
            yield _wrong(at, f"{groups} times {each}", groups * each, total)


def _wrong(at: tuple[Sentence, ...], counted: str, comes: int, total: int) -> Finding:
    return Finding("sum", at, f"{counted} are {comes} cards, and not {total}", "Correct the total or its parts")


def _times(one: Sentence, before: str = "") -> Finding | None:
    """`60 cards in 5 suits of 11`: each way of counting them has to come to a number of cards in the sentence."""
    totals = {value(found.group(1)) for found in _COUNTED.finditer(one.text)}
    if not totals - {value(each.group(2)) for each in _TIMES.finditer(one.text)} and re.match(
        r"They|These|There|The cards|In|It has", one.text
    ):
        totals |= {value(found.group(1)) for found in _COUNTED.finditer(before)}
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
        if (
            rest
            and "plus" not in found.group().casefold()
            and groups > 1
            and each > 1
            and groups * each not in rest
            and not _more(one.text, found.end(), rest)
        ):
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
    before = book.around(one, 2, 0)
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
    many = [value(f.group(1)) * value(f.group(2)) for other in (*near[-1:], one) for f in _PACKS.finditer(other.text)]
    if many:
        return None if total in many else _wrong((one, *near[-1:]), "These packs", many[-1], total)
    counted = [way for way in ways if len(way) > 1 or (way and way == own)]
    if not counted or total in [n for way in ways for n in way] or any(sum(way) == total for way in counted):
        return None
    if any(
        value(f.group(1)) * value(f.group(2)) == total for other in (*near, one) for f in _TIMES.finditer(other.text)
    ):
        return None
    way = max(counted, key=len)
    return _wrong((one, *near[-1:]), " + ".join(map(str, way)), sum(way), total)


_NAMED_RANK = (
    r"(twos?|threes?|fours?|fives?|six(?:es)?|sevens?|eights?|nines?|tens?|jacks?|queens?|kings?|aces?|10|[2-9])"
)
_FROM_RANK = re.compile(
    rf"\b(?:from\s+)?(?:the\s+)?{_NAMED_RANK}\s+(?:up\s+|down\s+)?(?:to"
    rf"|through)\s+(?:the\s+)?(kings?|aces?|10|tens?)\b",
    re.I,
)


def _span_of_ranks(one: Sentence) -> Finding | None:
    """`32 cards, from six to ace`: in four suits."""
    found = _FROM_RANK.search(one.text)
    totals = {value(word.group(1)) for word in _COUNTED.finditer(one.text)}
    totals |= {value(word) for pack in _PACK.finditer(one.text) for word in pack.groups() if word}
    totals = {total for total in totals if total >= 16}
    if (
        not found
        or len(totals) != 1
        or _COPIES.search(one.text)
        or re.search(
            r"\b(?:each|joker|value|points?"
            r"|worth|count)",
            one.text,
            re.I,
        )
    ):
        return None
    low, high = (_rank_of(word) for word in found.groups())
    ace_low = low == 14 and high <= 13
    many = high if ace_low else high - low + 1
    total = next(iter(totals))
    if many < 4 or total in (4 * many, 8 * many) or not re.search(r"\b(?:pack|deck|cards)\b", one.text, re.I):
        return None
    return _wrong((one,), f"“{found.group()}” in four suits", 4 * many, total)


def _rank_of(word: str) -> int:
    plain = word.casefold()
    forms = (plain, plain.removesuffix("es"), plain.removesuffix("s"))
    return int(plain) if plain.isdecimal() else next((RANKS[form] for form in forms if form in RANKS), 0)


def _in_order(one: Sentence) -> Finding | None:
    """`60 cards: 4 colours, each numbered 1 to 14`."""
    found, other = _IN_ORDER.search(one.text) or _CROSS.search(one.text), _OF_EACH.search(one.text)
    if found:
        whole = found.group()
        groups, low, high = (value(word) for word in (found.group(1) or found.groups()[2], *found.groups()[-2:]))
    elif other:
        whole = other.group()
        low, high, groups = map(value, other.groups())
    else:
        return None
    totals = {value(word.group(1)) for word in _COUNTED.finditer(one.text)}
    totals |= {value(word) for pack in _PACK.finditer(one.text) for word in pack.groups() if word}
    totals = {total for total in totals if total > max(groups, high)}
    comes = groups * (high - low + 1)
    if len(totals) != 1 or low >= high or comes in totals or _COPIES.search(one.text):
        return None
    return _wrong((one,), f"“{whole}”", comes, max(totals))


def _ranks_out(one: Sentence) -> Finding | None:
    """`Remove the twos and threes from a 52-card pack; 42 cards are left`."""
    found, left = _RANKS_OUT.search(one.text), _AFTER.search(one.text)
    packs = [value(word) for pack in _PACK.finditer(one.text) for word in pack.groups() if word]
    if not found or not left or packs[:1] != [52]:
        return None
    out = {word for word in re.findall(r"[a-z]+", found.group().casefold()) if word in _PLURAL}
    below = _BELOW.search(found.group())
    many = value(below.group(1)) - 2 if below else len(out)
    rest = value(next(word for word in left.groups() if word))
    if not many or 52 - 4 * many == rest:
        return None
    return Finding(
        "sum",
        (one,),
        f"52 cards without {4 * many} are {52 - 4 * many}, and not {rest}",
        "Correct the total or what is taken out",
    )


def _at_each(one: Sentence) -> Finding | None:
    """`3 pairs at 2 points each are 8 points`, `52 cards with 2 jokers are 53`, `13 to each of 4 players are 50`."""
    added, each = _ADDED.search(one.text), _TO_EACH.search(one.text)
    for found, parts in ((added, sum), (each, prod)):
        if found:
            *counted, total = map(value, found.groups())
            comes = parts(counted)
            if comes != total:
                return Finding(
                    "sum", (one,), f"“{found.group()}” comes to {comes}", "Correct the sum or one of its parts"
                )
    found = _AT_EACH.search(one.text)
    if (
        not found
        or found.group(4) != found.group(6)
        or value(found.group(1)) * value(found.group(3)) == value(found.group(5))
    ):
        return None
    comes = value(found.group(1)) * value(found.group(3))
    return Finding("sum", (one,), f"“{found.group()}” comes to {comes}", "Correct the sum or one of its parts")


def _previous(one: Sentence, book: Book) -> str:
    near = book.near(one, 1, 0)[0]
    return near.text if near != one and near.heading == one.heading else ""


def _rest(one: Sentence, book: Book) -> Finding | None:
    """`There are 36 cards. On 30 of them ... The other 6 ...`."""
    found = _OTHER.search(one.text)
    near = [other for other in book.near(one, 4, 0) if other.heading == one.heading]
    before = " ".join([*(other.text for other in near if other != one), one.text[: found.start()] if found else ""])
    totals, parts = (
        [value(word) for word in _ALL_OF.findall(before)],
        [value(word) for word in _SOME_OF.findall(before)],
    )
    if not found or len(totals) != 1 or not parts:
        return None
    rest = value(found.group(1))
    if totals[0] <= max(parts) or sum(parts) + rest == totals[0] or parts[-1] + rest == totals[0]:
        return None
    return _wrong((one, *near[:1]), f"{' + '.join(map(str, parts))} and the other {rest}", sum(parts) + rest, totals[0])


def _counts(text: str) -> list[int]:
    return [value(found.group(1)) for found in _COUNTED.finditer(text)]


def _pack(text: str) -> list[int]:
    return [value(word) for found in _PACK.finditer(text) for word in found.groups() if word]
