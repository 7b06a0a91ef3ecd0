"""Two sentences on what may be done, and what must or cannot: of one subject and one verb, or on one condition.

Leaves `must` against `may` with the same words to `conditions`, and other opposites to `opposed`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

from hoyle.coverage.cut import Sentence
from hoyle.proofread.checks.wording import TALK
from hoyle.proofread.everyday import FUNCTION
from hoyle.proofread.finding import Finding
from hoyle.proofread.people import UNDER
from hoyle.proofread.text import Book
from hoyle.proofread.words import content, stem

_NEVER = r"cannot|can't|can not|may not|may never|must not|must never|can never|is not allowed to|are not allowed to"
_MODAL = re.compile(
    rf"\b(?P<modal>{_NEVER}|(?:need not|needn't|(?:does|do)(?: not|n't) (?:have|need) to)"
    r"|may|can|must|has to|have to)\s+(?:also\s+|always\s+|then\s+|only\s+|ever\s+)?(?P<passive>be\s+)?(?P<verb>[a-z]+)"
    r"(?P<rest>[^.;:]*)",
    re.I,
)
_SUBJECT = re.compile(
    r"^(?:(?:an?|the|each|every|any|no|that|such an?|another)\s+(?P<one>(?:[a-z-]+\s+){0,2}?[a-z-]+)"
    r"|(?P<many>[A-Za-z]+s))"
    r"(?:\s+(?P<of>of|in|on|from|at)\s+[^,]{2,40}?|\s*,?\s+(?:that|which|who|whose|with|without|whom)\s+[^,]{2,60}?,?)?\s*$",
    re.I,
)
_BEGINS = re.compile(
    r"^(?:(?:an?|the|every|each)\s+(?P<one>[a-z-]+)|(?P<many>[A-Z][a-z]+s))\s+(?:is|are|has"
    r"|have|[a-z]+s?)\b",
    re.I,
)
"""What `it` stands for in the sentence behind."""
_AT_ANY = re.compile(r"^\s*(?:[a-z]+\s+){0,2}?(?:any|every|whatever|whenever)\b", re.I)
_CASE = re.compile(
    r"\b(?:unless|except|only|before|until|while|again|more than|without|other(?:wise)?|instead|but|however|if"
    r"|when|once|during"
    r"|first|also|even|any more|as long as|than|yet)\b",
    re.I,
)
"""A ban with such a word is for a case of its own."""
_APART = re.compile(r"\b(?:instead|otherwise|except|unless|but|however|although|though|only|variant|example)\b", re.I)
_EXAMPLE = re.compile(r"\W*(?:an |for )?example", re.I)
_WHAT = r"(?:\b(?:the|an?|its|his|her|their|your|every|each|any|that|such an?)\s+(?P<what>[a-z]+)\s+)?"
_MUST = re.compile(
    rf"{_WHAT}\b(?:must|has to|have to)\s+(?P<passive>be\s+)?"
    r"(?P<verb>[a-z]+)(?P<rest>[^.;:]*)",
    re.I,
)
_NEED = re.compile(
    rf"{_WHAT}"
    r"\b(?:need not|needn't|(?:does|do)(?: not|n't)(?: (?:have"
    r"|need) to)?)\s+(?P<passive>be\s+)?(?P<verb>[a-z]+)(?P<rest>[^.;:]*)",
    re.I,
)
_HELP = frozenset(
    ["hav", "be", "do", "play", "tak", "know", "want", "like", "wish", "fit", "count", "match", "mak", "follow"]
)
_PEOPLE = frozenset(
    ["person", "you", "dealer", "one", "hand", "everybody", "nobody", "sid", "team", "partner", "opponent"]
)
_ON = re.compile(
    r"^(?:(?:if|when|whenever)\s+(?P<if>[^,;:]{6,90}),\s+(?P<then>[^.;:]*)"
    r"|(?:an?|any|each|every|the)\s+(?:player|person)\s+who\s+(?P<who>[^,;:]{4,90}?)\s+(?P<does>(?:must|may|can"
    r"|has to)\b[^.;:]*))",
    re.I,
)
_BOUND = re.compile(r"\b(?:must|has to|have to|is obliged to)\b", re.I)
_FREE = re.compile(
    r"\b(?:may|can|are free to|is free to)\b[^.;]*\b(?:any|anything|whatever|whichever|(?:you|they) (?:like"
    r"|want|wish|please))\b",
    re.I,
)
_NONE = re.compile(r"\b(?:no|none|not|cannot|can't|unable|without|lacks?|void)\b", re.I)
_FURTHER = re.compile(r"\b(?:nor|neither|also|either|both|too|as well|and)\b", re.I)
_ANY = frozenset(["card", "follow", "play", "hold", "lead", "led"])
"""What nearly every condition of playing a card has."""
MOST = 400


@dataclass(frozen=True)
class Said:
    """What may or may not be done with, or by, what."""

    may: bool
    rest: str
    at: Sentence
    words: str


def find(book: Book) -> Iterator[Finding]:
    """Every pair that cannot both hold."""
    told = [one for one in book.told if not TALK.search(one.heading) and not UNDER.search(one.text)]
    yield from _one_verb(told, book)
    yield from _needed([one for one in book.told if not _EXAMPLE.match(one.heading)])
    yield from _one_condition(told, book)
    yield from _freely(told)


def _one_verb(told: list[Sentence], book: Book) -> Iterator[Finding]:
    said: dict[tuple[str, str, bool], list[Said]] = {}
    bound: dict[tuple[str, str, bool], list[tuple[Sentence, str]]] = {}
    for one in told:
        for part in re.split(r"[.;:]\s+|,\s+(?:and|but)\s+", one.text):
            found = _MODAL.search(part)
            subject = _SUBJECT.match(part[: found.start()].strip()) if found else None
            if found and not subject and re.fullmatch(r"(?:it|they)", part[: found.start()].strip(), re.I):
                subject = _BEGINS.match(before.text) if (before := book.near(one, 1, 0)[0]) != one else None
            if not found or not subject or re.search(r"\bto$", found.group("modal"), re.I):
                continue
            head = stem((subject.group("one") or subject.group("many")).casefold().split()[-1])
            modal = found.group("modal").casefold()
            no = re.match(r"no\s", part, re.I) is not None
            if head in _PEOPLE or head in FUNCTION:
                continue
            key = head, stem(found.group("verb").casefold()), bool(found.group("passive"))
            words = " ".join(part[: found.end("verb")].split())
            if modal in ("must", "has to", "have to"):
                bound.setdefault(key, []).append((one, words))
                continue
            never = re.fullmatch(_NEVER, modal) is not None
            said.setdefault(key, []).append(Said(never == no, found.group("rest"), one, words))
    for key, musts in bound.items():
        free = next((x for x in said.get(key, ()) if x.may and _AT_ANY.match(x.rest)), None)
        if free and free.at != musts[0][0] and not _APART.search(free.at.text):
            yield _may_or_must(musts[0][0], free.at, f"“{musts[0][1]}” here, “{free.words}” there")
    for own in said.values():
        for first, other in combinations(own[:20], 2):
            ban, leave = (other, first) if first.may else (first, other)
            if first.may == other.may or first.at == other.at or ban.may or _CASE.search(ban.rest):
                continue
            where = content(ban.rest)
            if _APART.search(leave.at.text) or (where and not where <= content(leave.rest)):
                continue
            if re.search(r"\b(?:that|which|who|of|in|with|without|on|from)\s", ban.words, re.I):
                continue
            yield _opposed(other.at, first.at, f"“{other.words}” here, “{first.words}” elsewhere")
            break


def _may_or_must(one: Sentence, other: Sentence, says: str) -> Finding:
    return Finding("may-or-must", (one, other), says, "Use one of the two, or say when which is meant")


def _opposed(one: Sentence, other: Sentence, says: str) -> Finding:
    return Finding("opposed", (one, other), says, "State the rule once, or say when which holds")


def _needed(told: list[Sentence]) -> Iterator[Finding]:
    """`Its space must be filled`; `a space need not be filled at once`."""
    bound = [(one, found) for one in told for found in _MUST.finditer(one.text)]
    free = [(one, found) for one in told for found in _NEED.finditer(one.text)]
    for one, must in bound[:MOST]:
        for other, need in free[:MOST]:
            verb = stem(must["verb"].casefold())
            if one == other or verb != stem(need["verb"].casefold()) or verb in _HELP:
                continue
            if bool(must["passive"]) != bool(need["passive"]):
                done, does = (one, other) if must["passive"] else (other, one)
                about = content(done.text.partition(" be ")[0]) - _PEOPLE - {"must", "may"}
                if re.match(r"\s*(?:it|them)\b", (need if must["passive"] else must)["rest"], re.I) and about & content(
                    does.text
                ):
                    yield _may_or_must(one, other, f"“{_said(must)}” here, “{_said(need)}” there")
                continue
            things = content(must["rest"]) & content(need["rest"]) - _PEOPLE if not must["passive"] else set()
            same = must["what"] and need["what"] and stem(must["what"].casefold()) == stem(need["what"].casefold())
            person = bool(must["what"]) and stem(must["what"].casefold()) in _PEOPLE
            apart = _APART.search(one.text) or _APART.search(other.text)
            if not apart and ((same and not person) or (things and not must["passive"])):
                yield _may_or_must(one, other, f"“{_said(must)}” here, “{_said(need)}” there")


def _said(found: re.Match[str]) -> str:
    return " ".join(found.group().split()[:8])


_BANNED = re.compile(
    rf"\b(?:(?:nobody|no player|no one|no-one)\s+(?:may|can|must)|(?:you|players?|they"
    rf"|everybody)\s+(?:{_NEVER}))\s+(?:ever\s+)?(?P<verb>[a-z]+)"
    r"(?P<rest>[^.;:]*)",
    re.I,
)
_FREELY = re.compile(
    r"(?:\b(?:may|can)\s+|^|(?<=[.;] ))(?P<verb>[a-z]+)\s+(?P<rest>[^.;:]*\b(?:as often as"
    r"|as many (?:times )?as|any number of|freely|all (?:the|your|their)"
    r"|whenever|at will)\b[^.;:]*)",
    re.I,
)
_WANTS = re.compile(
    r"\b(?:who|if (?:you|they)|when (?:you|they))\s+(?:does|do)(?: not|n't)\s+(?:want|wish|like"
    r"|care)\s+to\s+(?P<verb>[a-z]+)",
    re.I,
)
_ALL_MUST = re.compile(
    r"\b(?:every player|each player|everybody|everyone|all players|all|you|players|a player)\s+(?:must|has to"
    r"|have to)\s+(?P<verb>[a-z]+)(?P<rest>[^.;:]*)",
    re.I,
)


def _freely(told: list[Sentence]) -> Iterator[Finding]:
    """`Nobody may pass twice`; `one may pass as often as one likes`. `All must bid`; `who does not want to bid`."""
    banned = [(one, found) for one in told for found in _BANNED.finditer(one.text)][:MOST]
    free = [(one, found) for one in told for found in _FREELY.finditer(one.text)][:MOST]
    for one, ban in banned:
        for other, may in free:
            verb = stem(ban["verb"].casefold())
            things = content(ban["rest"]) - _PEOPLE - _ANY
            own = content(may["rest"]) - _PEOPLE - _ANY
            alike = bool(things & own) or (not things and verb not in _HELP)
            if one != other and verb == stem(may["verb"].casefold()) and alike and not _APART.search(other.text):
                yield _opposed(other, one, f"“{may.group().strip()}” here, “{_said(ban)}” elsewhere")
    wants = {stem(found["verb"].casefold()): one for one in told for found in _WANTS.finditer(one.text)}
    for one in told:
        for must in _ALL_MUST.finditer(one.text):
            want = wants.get(stem(must["verb"].casefold()))
            if want and want != one and not _APART.search(one.text) and not _CASE.search(must["rest"]):
                yield _may_or_must(one, want, f"“{_said(must)}” here; “does not want to” there")


def _one_condition(told: list[Sentence], book: Book) -> Iterator[Finding]:
    """`Who has no card of the suit must trump`; `if you have none of it, you may play what you like`."""
    bound: list[tuple[frozenset[str], Sentence]] = []
    free: list[tuple[frozenset[str], Sentence]] = []
    for one in told:
        found = _ON.match(one.text)
        when = (found.group("if") or found.group("who")) if found else ""
        does = (found.group("then") or found.group("does")) if found else ""
        if not found or not _NONE.search(when) or _APART.search(one.text) or _FURTHER.search(when):
            continue
        # `It` stands for what the sentence before speaks of.
        before = book.near(one, 1, 0)[0]
        spoken = (
            f"{when} {before.text}" if re.search(r"\b(?:it|them)\b", when) and before.heading == one.heading else when
        )
        about = frozenset(content(spoken)) - {"person"}
        if _FREE.search(does):
            free.append((about, one))
        elif _BOUND.search(does):
            bound.append((about, one))
    for (about, must), (other, may) in ((x, y) for x in bound[:MOST] for y in free[:MOST]):
        both = about & other
        alike = len(both) > 1 and 2 * len(both) > max(len(about), len(other))
        if must != may and (alike or (about - _ANY == other - _ANY and about - _ANY)):
            yield Finding(
                "may-or-must", (may, must), "Of one case it is said what must be done, and that anything may",
                "State the rule once, or say what tells the cases apart",
            )  # fmt: skip
