"""Examples in prose that do not add up: `five for tricks and six for bishops, twelve in all`, and what a hand counts.

Leaves written sums to `sums`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from hoyle.coverage.cut import Sentence
from hoyle.proofread.amounts import NUMBER, amounts, value
from hoyle.proofread.everyday import FUNCTION
from hoyle.proofread.finding import Finding
from hoyle.proofread.people import N
from hoyle.proofread.text import Book
from hoyle.proofread.words import stem

_TOTAL = re.compile(
    rf"(?:,|\band\b|:|–|\bthat is|\bwhich is|\bmaking|\bmakes?|\bso)\s+(?:together\s+|altogether\s+|in all\s+"
    rf"|a total of\s+)?"
    rf"{N}(?:\s+points?)?\s+(?:in all|altogether|in total|all told|together)\b", re.I,
)  # fmt: skip
_PART = re.compile(
    rf"{N}(?:\s+(?:more\s+)?(?:(?:penalty|minus)\s+)?(?:points?|coins?|chips?))?\s+(?:for|from|in)\s+[a-z]", re.I
)
_CARD = rf"(?:an?|one|two|three|four|{NUMBER})\s+(?:{NUMBER}s?|[a-z]+(?:\s+cards?)?)"
_HAND = re.compile(
    rf"\b(?:left with|holds?|has|have|having|holding|still has|caught with|took|takes|won|captured"
    rf"|keeps)\s+(?:only\s+|still\s+)?"
    rf"(?P<cards>{_CARD}(?:,\s+{_CARD})*,?\s+and\s+{_CARD})(?=[.,;:)]|\s+(?:in|and|left|which|for|that)\b)", re.I,
)  # fmt: skip
_ONE_CARD = re.compile(
    rf"\b(?P<many>an?|one|two|three|four)\s+(?P<name>{NUMBER}(?=s?(?:\W|$))|[a-z]+(?:\s+cards?)?)", re.I
)
_COUNTED = re.compile(
    rf"\b(?:writes? down|notes? down|scores?|counts?|pays?|gets?|loses?|makes?|comes? to|total(?:s| is| of)?"
    rf"|worth|costs?)\s+"
    rf"(?:a total of\s+)?{N}(?:\s+(?:penalty\s+|minus\s+)?points?)?(?=[.,;:)]|\s+(?:in all|altogether|and"
    rf"|for)\b|$)", re.I,
)  # fmt: skip
_FACE = re.compile(
    r"\b(?:counts?|worth|scores?|value)\b[^.;]{0,30}\b(?:what (?:they|it) shows?|(?:their|its|face) (?:number|value)"
    r"|face value|as many (?:points )?as (?:they|it) shows?|number (?:on|shown))\b", re.I,
)  # fmt: skip
_WORTH = re.compile(
    rf"\b(?:an?|each|every|the|all|any)\s+(?P<name>[a-z]+(?:\s+cards?)?)\s+(?:counts?|is worth|are worth"
    rf"|scores?|costs?)\s+"
    rf"(?:as\s+|for\s+)?{N}(?!\s+(?:more|for|times|cards))", re.I,
)  # fmt: skip
_MANY = {"a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "four": 4}


def find(book: Book) -> Iterator[Finding]:
    """Every total that its parts do not come to."""
    worth = {
        _name(found.group("name")): value(found.group(2)) for one in book.told for found in _WORTH.finditer(one.text)
    }
    for one in book.told:
        for name, number in told(one):
            worth.setdefault(name, number)
    face = _FACE.search(book.all_words) is not None
    yield from _pots(book)
    for one in book.told:
        yield from _in_all(one)
        yield from _contents(one)
        yield from _of_a_hand(one, book, worth, face)


_POINTS_FOR = re.compile(
    rf"{N}\s+(?:points?\s+)(?:each\s+)?for\s+(?P<what>(?:(?:an?|each|every|the)\s+[a-z]+(?:\s+cards?)?)"
    rf"|(?:{NUMBER})(?:(?:\s+to\s+|\s*[-–]\s*|,\s+|\s+and\s+|,\s+and\s+)(?:{NUMBER}))*)(?=[.,;)]|\s+and\b|$)", re.I,
)  # fmt: skip
_IN_A_LIST = re.compile(rf"(?:^|,\s+|\band\s+)(?:an?\s+|the\s+|each\s+"
    rf"|every\s+)?(?P<names>[a-z]+(?:\s+and\s+an?\s+[a-z]+)?)\s+(?:(?:counts?|are worth|is worth"
    rf"|scores?)\s+)?(?P<worth>{NUMBER}|nothing)"
    rf"(?=\s+points?\b|[.,;]|\s+and\b|$)", re.I)  # fmt: skip


def told(one: Sentence) -> Iterator[tuple[str, int]]:
    """What cards count: `two points for 5 to 7`, `a ten is worth two, a jack three`."""
    for found in _POINTS_FOR.finditer(one.text):
        for number in covered(found.group("what")):
            yield str(number), value(found.group(1))
        if not re.search(rf"\b(?:{NUMBER})\b", found.group("what"), re.I):
            yield (
                _name(re.sub(r"^(?:an?|each|every|the)\s+", "", found.group("what"), flags=re.I)),
                value(found.group(1)),
            )
    if re.search(r"\b(?:(?:is|are) worth|counts?|scores?)\b", one.text, re.I):
        for found in _IN_A_LIST.finditer(one.text):
            number = 0 if found["worth"].casefold() == "nothing" else value(found["worth"])
            for name in re.split(r"\s+and\s+an?\s+", found["names"]):
                if name.casefold() not in FUNCTION and not name.isdecimal():
                    yield _name(name), number


def covered(text: str) -> list[int]:
    """The numbers that `1 to 4`, `5 and 6` or `8` stand for."""
    found: list[int] = []
    for part in re.split(r",\s+(?:and\s+)?|\s+and\s+", text):
        ends = list(amounts(part))
        if len(ends) == 2 and re.search(r"\bto\b|[-–]", part):
            found += range(min(ends), max(ends) + 1)
        else:
            found += ends
    return found


def _in_all(one: Sentence) -> Iterator[Finding]:
    for found in _TOTAL.finditer(one.text):
        before = re.split(r"[.;:]", one.text[: found.start()])[-1]
        parts = [value(part.group(1)) for part in _PART.finditer(before)]
        apart = re.search(r"\b(?:each|apiece|per|times|less|minus)\b", before, re.I)
        if len(parts) > 1 and not apart and sum(parts) != value(found.group(1)):
            yield _wrong((one,), found.group().strip(" ,"), parts)


def _of_a_hand(one: Sentence, book: Book, worth: dict[str, int], face: bool) -> Iterator[Finding]:
    held = _HAND.search(one.text)
    if not held:
        return
    after = book.near(one, 0, 1)[-1]
    rest = one.text[held.end() :]
    here = _COUNTED.search(rest)
    counted = here or (_COUNTED.search(after.text) if after.heading == one.heading and after != one else None)
    parts = [
        (_MANY[card.group("many").casefold()], _value(card.group("name"), worth, face))
        for card in _ONE_CARD.finditer(held.group("cards"))
    ]
    if not counted or len(parts) < 2:
        return
    known = [many * each for many, each in parts if each is not None]
    if len(known) == len(parts) and sum(known) != value(counted.group(1)):
        yield _wrong((one,) if here else (after, one), counted.group(), known)


_NAMES = re.compile(r"\b(?P<names>[A-Z][a-z]+(?:,\s+[A-Z][a-z]+)*,?\s+and\s+[A-Z][a-z]+)\s+(?:are|play|sit|have)\b")
_EACH_PUTS = re.compile(
    rf"\b(?:each|all|everybody|everyone|they each)\b[^.;]{{0,20}}?\b(?:puts?|pays?|antes?|antes)(?:\s+in)?\s+{N}\b",
    re.I,
)
_PUTS = re.compile(
    rf"\b(?:bets?|puts?(?:\s+in)?|pays?|adds?|antes|raises?(?:\s+by)?)\s+(?:another\s+|in\s+)?{N}(?!\w)(?!\s+cards?)",
    re.I,
)
_POT = re.compile(rf"\b(?:pot|pool|kitty|bank|middle)\b[^.;]{{0,25}}?\b(?:holds|contains|has|is"
    rf"|of)\s+(?:now\s+)?{N}(?!\w)"
    rf"|{N}\s+(?:chips?|coins?|counters?)\s+(?:are\s+|lie\s+)?(?:now\s+)?in\s+the\s+(?:pot|pool|kitty|bank"
    rf"|middle)", re.I)  # fmt: skip
LONGEST_STORY = 5


def _pots(book: Book) -> Iterator[Finding]:
    """What several have put in, told one after another, and what there is then."""
    for at, one in enumerate(book.told):
        total = _POT.search(one.text)
        if not total or not re.search("example", f"{one.heading} {one.text}", re.I):
            continue
        story = [x for x in book.told[max(0, at - LONGEST_STORY) : at] if x.heading == one.heading]
        text = " ".join((*(x.text for x in story), one.text[: total.start()]))
        names, each = _NAMES.search(text), _EACH_PUTS.search(text)
        if each and not names:
            continue
        many = len(re.findall(r"[A-Z][a-z]+", names.group("names"))) if names else 0
        apart = text.replace(each.group(), " ") if each else text
        parts = [value(found.group(1)) for found in _PUTS.finditer(apart)]
        parts = [many * value(each.group(1)), *parts] if each else parts
        if len(parts) > 1 and sum(parts) != value(next(word for word in total.groups() if word)):
            yield _wrong((one, *story[-1:]), total.group(), parts)


_CONTENTS = re.compile(rf"{N}\s+cards\s*[:(]\s*(?P<parts>[^.;:]+)", re.I)
_EACH_IN = re.compile(
    rf"{N}\s+(?:cards\s+)?(?:each\s+(?:in|of)|in each of"
    rf"|of each of)\s+(?P<kinds>[a-z]+(?:,\s+[a-z]+)*,?\s+and\s+[a-z]+)",
    re.I,
)


_OF_EACH = re.compile(rf"{N}\s+(?:cards\s+)?(?:of|in|for)\s+each\s+of\s+(?:the\s+)?{N}\s+[a-z]+", re.I)


def _contents(one: Sentence) -> Iterator[Finding]:
    """`72 cards: sixteen each in red, yellow, green and blue, and six storms`."""
    for found in _CONTENTS.finditer(one.text):
        text = found.group("parts")
        each = _EACH_IN.search(text)
        many = _OF_EACH.search(text)
        alike = each or many
        if alike is None:
            continue
        kinds = len(re.split(r",\s+(?:and\s+)?|\s+and\s+", each.group("kinds"))) if each else value(alike.group(2))
        rest = text[: alike.start()] + text[alike.end() :]
        parts = [
            value(alike.group(1)) * kinds,
            *(value(x.group(1)) for x in re.finditer(rf"{N}\s+[a-z]", rest, re.I)),
        ]
        if sum(parts) != value(found.group(1)):
            yield _wrong((one,), f"{found.group(1)} cards", parts)


def _name(words: str) -> str:
    return " ".join(stem(word) for word in words.casefold().split())


def _value(name: str, worth: dict[str, int], face: bool) -> int | None:
    if re.fullmatch(NUMBER, name, re.I):
        told = worth.get(str(value(name)), worth.get(_name(name)))
        return value(name) if face and told is None else told
    return worth.get(_name(name))


def _wrong(at: tuple[Sentence, ...], words: str, parts: list[int]) -> Finding:
    return Finding(
        "sum", at, f"“{words}”: {' + '.join(map(str, parts))} are {sum(parts)}", "Correct the total or one of its parts"
    )
