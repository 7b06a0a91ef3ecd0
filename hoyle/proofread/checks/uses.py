"""One word in two uses: explained twice, brought in as one thing and explained as another, or explained too late.

Leaves words that are explained once, or never, to `terms` and `unknown`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from hoyle.coverage.cut import Sentence
from hoyle.proofread.amounts import NUMBER
from hoyle.proofread.checks.terms import PLAIN, Term, form_of, told_terms
from hoyle.proofread.checks.wording import TALK
from hoyle.proofread.finding import Finding
from hoyle.proofread.text import Book
from hoyle.proofread.words import content, stem

_THESE_ARE = re.compile(
    r"^(?:(?:These|Those|This|That)(?:\s+[a-z]+){0,2}|Such\s+an?\s[^.;]{3,80}?)\s+(?:is|are|makes?|forms?)\s+(?:called\s+)?"
    r"(?:the|an?)\s+(?P<term>[a-z][a-z'-]+)(?=[.,;:]|\s+and\b)"
)
"""What was just spoken of is named: `These six are the market.`"""
_LASTS = re.compile(
    r"\b(?:an?|each|every|one)\s+(?P<term>round|turn|deal|hand|game|phase|trick|stage|leg|match),\s+that is\b", re.I
)
_IS_OVER = (
    r"(?:when|as soon as|once|if|after)\s[^.;:]{{5,90}},\s+(?:the|that|this)\s+{0}\s+(?:is over|ends"
    r"|is finished|has ended)\b"
)
"""How long something lasts, told by the way, and when it is over."""
_IS_ONE = re.compile(
    r"\b(?:is|are|makes?|forms?)\s+(?:called\s+|known as\s+)?(?:an?|the|his|her|its|their"
    r"|your)\s+(?P<term>[a-z][a-z'-]{2,})"
    r"(?=[.;]|,\s+(?:and|but)\b|\s+and\s+(?:it|they|can|may|must|cannot)\b)"
)
"""What is spoken of before is named so: `two cards in such an order are a ladder`."""
_BROUGHT_IN = (
    rf"\b(?:room|space|place|spot)\s+for\s+(?:an?|the)\s+TERM\b|\ban?\s+TERM\s+of\s+(?:{NUMBER})\b"
    rf"|\b(?:called|named)\s+(?:an?\s+|the\s+)?[\"“]?TERM\b|(?<=[a-z],\s)the\s+TERM,"
)
_DOER = re.compile(
    r"(?:deal|winn|los|lead|bidd|declar|call|tak|own|hold|start|play|begin|partn|bank|bett|oth)(?:n?er)|.*(?:most|ing)"
    r"|(?:high|low|young|old|tall|small|larg|great|strong|short|long|b|l)e?st"
    r"|(?:first|next|last|same|kind|trump|lead|only|one|tie|draw|win|rest|case)s?"
)
"""Who or which it is, and not what."""
_APPOSED = re.compile(
    r"^(?:An?|The|Every|Each)\s+(?P<term>[a-z][a-z'-]{2,})(?:,\s+(?:that is,?\s+)?(?:an?|any|the|two|three|four"
    r"|cards?)\s[^,.;]{8,90},"
    r"|\s+\((?:that is,?\s+)?(?:an?|any|the|two|three|four|cards?)\s[^)]{8,90}\))"
)
"""`A windfall, a card that came from the stock, counts double`: explained by the way."""
_IN_BRACKETS = re.compile(
    r"\b(?:an?|the)\s+(?P<term>[a-z][a-z'-]{2,})\s+\((?:that is,?|this is,?|meaning|i\.e\.,?"
    r"|in other words,?)\s[^)]{6,90}\)",
    re.I,
)
_CALLED_SO = re.compile(
    r"\b(?P<noun>[a-z]+)\s[^.;:]{3,80}?\s(?:is|are)\s+(?:called|said to be|known as|counted as)\s+(?P<how>[a-z]+)[.;]",
    re.I,
)
"""`A hand without a bishop is called clean`: what is so."""
FAR = 3


def find(book: Book) -> Iterator[Finding]:
    """Every such word."""
    terms = list(told_terms(book))
    yield from _named_twice(book, terms)
    yield from _lasts(book)
    yield from _another(book)
    yield from _late(book)
    yield from _phases(book)
    yield from _times(book)


def _named_twice(book: Book, terms: list[Term]) -> Iterator[Finding]:
    """`These six are the tide`; `such a stretch is a tide`."""
    said: dict[str, Term] = {}
    explained = {stem(term.name): term for term in terms}
    for one in book.told:
        found = _THESE_ARE.match(one.text)
        name = stem(found.group("term")) if found else ""
        if not found or found.group("term") in PLAIN:
            continue
        term = Term(found.group("term"), one)
        before = said.setdefault(name, explained.get(name, term))
        common = content(one.text) & content(before.at.text) - {name, "card", "person"}
        if before.at.place != one.place and not common:
            yield Finding(
                "two-things", (one, before.at), f"“{term.name}” is explained twice, as two things",
                "Keep one, or give the other a name of its own",
            )  # fmt: skip


def _lasts(book: Book) -> Iterator[Finding]:
    """`Once in a round, that is between two turns`; `when a hand is empty, the round is over`."""
    for one in book.told:
        found = _LASTS.search(one.text)
        form = re.compile(_IS_OVER.format(found.group("term")), re.I) if found else None
        other = next((x for x in book.told if form and x != one and form.search(x.text)), None)
        if found and other and not content(one.text[found.end() :]) & content(other.text) - {stem(found.group("term"))}:
            yield Finding(
                "two-things", (one, other), f"“{found.group('term')}” is explained here, and it ends otherwise there",
                "Keep one, or give the other a name of its own",
            )  # fmt: skip


def _another(book: Book) -> Iterator[Finding]:
    """`Room for the ladder, three cards at most`; `cards that lie in order are a ladder`."""
    seen: set[str] = set()
    for one in book.told:
        for found in _IS_ONE.finditer(one.text):
            name = found.group("term").casefold()
            if (
                name in PLAIN
                or name in seen
                or _DOER.fullmatch(name)
                or re.match(r"(?:it|this|that)\b", one.text, re.I)
            ):
                continue
            form = re.compile(_BROUGHT_IN.replace("TERM", re.escape(name)), re.I)
            other = next((x for x in book.told if x != one and form.search(x.text)), None)
            own = content(one.text[: found.end()]) - {stem(name), "card", "person"}
            if other and own and len(own & content(other.text)) * 3 <= len(own):
                seen.add(name)
                yield Finding(
                    "two-things", (one, other), f"“{name}” is one thing here, and another there",
                    "Keep one, or give the other a name of its own",
                )  # fmt: skip


_IS_TIME = re.compile(
    r"^(?:The|An?|Each|Every)\s+(?P<term>[a-z][a-z'-]{2,})\s+(?:is|lasts|begins|ends)\s+(?:the\s+|an?\s+)?(?:[a-z]+\s+){0,2}?"
    r"(?:phase|part|stage|moment|time|player|person|round)\b"
)
_MEASURED = re.compile(r"^(?:An?|Each|Every|One)\s+(?P<term>round|turn|deal|hand|match|game|phase|stage|trick|lap)\s+"
    r"(?:is|consists of|lasts|means|has|is made up of)\s+(?P<what>[^.;]{6,80})", re.I)  # fmt: skip
_BRIEF_OVER = re.compile(r"\b(?:over|ended|finished|played|won|lost|led|scored|like|as|worth)\b", re.I)


def _phases(book: Book) -> Iterator[Finding]:
    """`The tricks go to the harvest`; `the harvest is the last phase`."""
    for one in book.told:
        found = _IS_TIME.match(one.text)
        name = found.group("term") if found else ""
        if not found or name in PLAIN or _DOER.fullmatch(name):
            continue
        form = re.compile(
            rf"\b(?:goes|go|put|place|lay|laid|placed|moved?|added?)\b[^.;]{{0,30}}\b(?:to|into"
            rf"|on|onto|in)\s+(?:the|your|their)\s+{re.escape(name)}\b",
            re.I,
        )
        other = next((x for x in book.told if x != one and form.search(x.text)), None)
        if other:
            yield Finding(
                "two-things", (one, other), f"“{name}” is one thing here, and another there",
                "Keep one, or give the other a name of its own",
            )  # fmt: skip


def _times(book: Book) -> Iterator[Finding]:
    """`Each round consists of five tricks`; `a round is once around the table`."""
    said: dict[str, tuple[Sentence, set[str]]] = {}
    for one in book.told:
        found = _MEASURED.match(one.text)
        if not found or _BRIEF_OVER.search(found["what"]):
            continue
        name, what = found["term"].casefold(), content(found["what"]) - {"card", "person"}
        before = said.setdefault(name, (one, what))
        if before[0] != one and what and before[1] and not what & before[1]:
            yield Finding(
                "two-things", (one, before[0]), f"“{name}” is explained twice, as two things",
                "Keep one, or give the other a name of its own",
            )  # fmt: skip


def _late(book: Book) -> Iterator[Finding]:
    """What is explained by the way, or by how it is called, long after it was first spoken of."""
    seen: set[str] = set()
    for at, one in enumerate(book.told):
        apposed, called = _APPOSED.match(one.text) or _IN_BRACKETS.search(one.text), _CALLED_SO.search(one.text)
        if apposed and apposed.group("term") not in PLAIN:
            name, form = apposed.group("term"), form_of(apposed.group("term"))
        elif called:
            name = f"{called.group('how')} {called.group('noun')}"
            form = re.compile(rf"\b{re.escape(called.group('how'))}\s+[a-z]+", re.I)
        else:
            continue
        if name in seen:
            continue
        seen.add(name)
        early = next((x for x in book.told[: max(0, at - FAR)] if form.search(x.text)), None)
        if early and not TALK.search(early.heading) and not re.search(r"\(", early.text):
            yield Finding(
                "late", (early, one), f"“{name}” is used here, and explained only later",
                "Explain it here, or name the section that does",
            )  # fmt: skip
