"""A rule that is stated twice, with a difference: another number, another end, another player.

Two sentences state one rule where they speak of the same occasion in much the same words. What tells the occasions
apart, such as `instead` or a number of players, makes two rules of them. Leaves hands, goals and penalties to `counts`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

from hoyle.coverage.cut import Sentence
from hoyle.proofread.amounts import NUMBER, amounts
from hoyle.proofread.checks.wording import TALK
from hoyle.proofread.everyday import FUNCTION
from hoyle.proofread.finding import Finding
from hoyle.proofread.people import UNDER
from hoyle.proofread.text import Book
from hoyle.proofread.words import content, number_of, stem, tokens

APART = re.compile(
    r"\b(?:instead|otherwise|except|unless|but|however|variant|optional(?:ly)?|for (?:instance|example)|only if"
    r"|different(?:ly)?|player [1-9a-d])\b", re.I,
)  # fmt: skip
"""Words by which a sentence is about a case of its own."""
_MORE = re.compile(r"\b(?:more|extra|additional(?:ly)?|another|again|also|others?|up to|at (?:least|most))\b", re.I)
"""Words by which a part of a sentence is."""
_NO = re.compile(r"\b(?:not|no|without|never|cannot|can't|nobody|none|(?:does|do|is|are)n['’]t)\b", re.I)
_DEFINITE_WORDS = "the these those last remaining all both his her its their your only other"
_DEFINITE = frozenset(_DEFINITE_WORDS.split())
"""Before a number, they speak of things that are there, and state nothing."""
MOST_NUMBERS = 3
"""A sentence with more numbers lists what there is."""
_VERBS_WORDS = "give put take discard turn reveal move remov pass score exchang swap los flip skip play"
_VERBS = frozenset(_VERBS_WORDS.split())
_ORDINALS = {"second": 2, "third": 3, "fourth": 4, "fifth": 5, "sixth": 6, "seventh": 7, "eighth": 8}
_COMMON = frozenset(
    ["everybody", "dealer", "opponent", "turn", "gam", "card", "round", "hand", "begin", "end", "may", "must"]
)
"""Words that stand in so many sentences that they tell no occasion."""
_EXAMPLE = re.compile(r"\W*(?:for )?(?:example|instance|e\.g|note|hint|tip|variant)\b", re.I)
_MARKS = frozenset([".", ",", ";", ":", "(", ")"])
_RANK = re.compile(rf"\ban?\s+({NUMBER})(?!\w)(?!\s+[a-z-]+\s+(?:cards?|hands?))", re.I)
_BEFORE, _PHRASE = 7, 4
MOST_FACTS = 300


@dataclass(frozen=True)
class Fact:
    """`draw three cards from the stock`: what is done with how many of what, and what else the sentence says."""

    verb: str
    number: int
    noun: str
    kinds: frozenset[str]
    where: frozenset[str]
    about: frozenset[str]
    no: bool
    at: Sentence
    words: str


def find(book: Book) -> Iterator[Finding]:
    """Every rule that is stated in two ways."""
    told = [one for one in book.told if not TALK.search(one.heading) and not _EXAMPLE.match(one.text)]
    yield from _numbers(told)


def _numbers(told: list[Sentence]) -> Iterator[Finding]:
    facts = [fact for one in told for fact in _facts(one)][:MOST_FACTS]
    seen: set[str] = set()
    for first, other in combinations(facts, 2):
        if first.at != other.at and other.at.place not in seen and _differ(first, other):
            seen.add(other.at.place)
            yield Finding(
                "restated", (other.at, first.at),
                f"“{other.words}” here, “{first.words}” elsewhere, of what seems to be one matter",
                "State the rule once, or say what tells the two apart",
            )  # fmt: skip


def _differ(one: Fact, other: Fact) -> bool:
    """Are they about one thing on one occasion, in two numbers?"""
    if one.number == other.number or one.verb != other.verb:
        return False
    if one.noun != other.noun and "one" not in (one.noun, other.noun):
        return False
    if one.kinds != other.kinds and one.kinds - {"new"} and other.kinds - {"new"}:
        return False
    if one.where and other.where and not one.where & other.where:
        return False
    if one.verb == other.verb == "give" and "new" in one.kinds and "new" in other.kinds:
        return True
    if one.no != other.no:
        return False
    common = one.about & other.about
    strong, least = common - _COMMON, min(len(one.about), len(other.about))
    if not one.verb:
        common = (one.about | one.where) & (other.about | other.where)
        return bool(one.kinds) and one.kinds == other.kinds and len(common - _COMMON) >= 2 and 2 * len(common) >= least
    if one.where & other.where:
        return one.about == other.about or (bool(common) and 2 * len(common) >= least)
    if one.noun == "card" and strong and max(len(one.about), len(other.about)) <= 3 and one.where == other.where:
        return 2 * len(strong) >= least
    same_place = one.where == other.where or one.noun != "card"
    return 2 * len(common) >= least and (len(strong) >= 2 or (same_place and bool(least) and len(common) == least))


def _facts(one: Sentence) -> Iterator[Fact]:
    if APART.search(one.text) or UNDER.search(one.text) or len(list(amounts(one.text))) > MOST_NUMBERS:
        return
    words = tokens(one.text)
    for at, word in enumerate(words):
        number = number_of(word) or _ORDINALS.get(word)
        if number is None or (at and words[at - 1] in ("-", "–", "to", "or", "+", "/", "×", "x")):
            continue
        phrase = _noun(words, at + 1)
        if at and words[at - 1] in _DEFINITE and word not in _ORDINALS:
            continue
        if not phrase or _MORE.search(_clause(words, at)) or (len(phrase) > 1 and number_of(phrase[0])):
            continue
        noun = stem(phrase[-1])
        verb = _verb(words, at, at + 1 + len(phrase))
        where = _where(words, at + 1 + len(phrase))
        kinds = frozenset(stem(kind) for kind in phrase[:-1])
        about = (content(one.text) | _ranks(one.text)) - {noun, verb, *kinds, *where, "person"}
        shown = " ".join(words[at : at + 1 + len(phrase)])
        yield Fact(verb, number, noun, kinds, where, frozenset(about), bool(_NO.search(" ".join(words))), one, shown)


def _ranks(text: str) -> set[str]:
    """Ranks that are named: `after an eight`."""
    return {f"rank {found.group(1).casefold()}" for found in _RANK.finditer(text)}


def _clause(words: list[str], at: int) -> str:
    """The words around a number, up to the next marks."""
    start = next((i for i in range(at, -1, -1) if words[i] in _MARKS), 0)
    end = next((i for i in range(at, len(words)) if words[i] in _MARKS or words[i] == "and"), len(words))
    return " ".join(words[start:end])


def _noun(words: list[str], start: int) -> list[str]:
    """The words from here that name a thing: `new cards`."""
    phrase: list[str] = []
    for word in words[start : start + _PHRASE]:
        if word == "ones":
            return [*phrase, "one"]
        if not word[0].isalpha() or word in FUNCTION or (phrase and stem(phrase[-1]) == "card"):
            break
        phrase.append(word)
        if word.endswith("s") and not word.endswith("ss"):
            break
    single = words[start - 1] in ("one", "1") or words[start - 1] in _ORDINALS
    return phrase if phrase and (phrase[-1].endswith("s") or single) else []


def _verb(words: list[str], at: int, end: int) -> str:
    """What is done with them: the verb before in the clause, or one behind `are`."""
    for word in reversed(words[max(0, at - _BEFORE) : at]):
        if word in _MARKS:
            break
        if stem(word) in _VERBS:
            return "" if word.endswith("ing") else stem(word)
    if end + 1 < len(words) and words[end] in ("are", "is", "must", "may"):
        return next((stem(word) for word in words[end + 1 : end + 4] if stem(word) in _VERBS), "")
    return ""


def _where(words: list[str], start: int) -> frozenset[str]:
    """Where from or to: `from the attic`."""
    found: set[str] = set()
    behind = words[start : start + 8]
    for at, word in enumerate(behind):
        if word in _MARKS:
            break
        if word in ("from", "into", "onto", "to", "of", "in", "on"):
            near = [x for x in behind[at + 1 : at + 4] if x[0].isalpha() and x not in FUNCTION]
            found |= {stem(x) for x in near[:1]}
    return frozenset(found)
