"""Two sentences of one matter that say the opposite: left and right, face up and face down, may and never.

Leaves numbers to `restated`, and `must` against `may` of one verb to `conditions`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

from hoyle.coverage.cut import Sentence
from hoyle.proofread.checks.wording import TALK
from hoyle.proofread.finding import Finding
from hoyle.proofread.people import UNDER, allowed
from hoyle.proofread.text import Book
from hoyle.proofread.words import content

_PAIRS: tuple[tuple[str, str], ...] = (
    (r"to (?:the|your|their|his|her) left|clockwise", r"to (?:the|your|their|his|her) right|(?:counter"
        r"|anti)-?clockwise"),
    ("face[ -]up|open(?:ly)?", "face[ -]down|hidden|secret(?:ly)?"),
    ("top", "bottom"),
    ("highest|high|most", "lowest|low|fewest|least"),
    ("winner|wins|won", "loser|loses|lost"),
    ("may|can|allowed|free to", "may not|may never|must not|cannot|can't|never|not allowed|no player may"
        "|nobody may|forbidden"),
    ("must|has to|have to", "need not|needn't|does not have to|do not have to|don't have to|doesn't have to"),
    ("any", "only"),
    ("removed|taken out|left out", "left in|kept in|stay in|added"),
    ("first", "last"),
    ("before", "after"),
    ("always", "never"),
    ("always|must|has to|have to", "optional(?:ly)?|if (?:you|they) like"),
    ("ascending|upwards?", "descending|downwards?"),
    ("larger|greater|higher|more", "smaller|lower|fewer|less"),
)  # fmt: skip
_FORMS = tuple(tuple(re.compile(rf"\b(?:{word})\b", re.I) for word in pair) for pair in _PAIRS)
_ANY = [here for here, _ in _PAIRS].index("any")
_MODAL = re.compile(r"\b(?:may|can|must)\b", re.I)
_APART = re.compile(
    r"\b(?:instead|otherwise|except|unless|but|however|variant|optional(?:ly)?|although|though|while|whereas"
    r"|different(?:ly)?"
    r"|if not|only (?:if|when|once|after)|other(?:s)?|another|again|reverse[ds]?|then on|from now|until"
    r"|exception)\b", re.I,
)  # fmt: skip
_WHEN = re.compile(
    r"\b(?:if|when|whenever|once|who|whose|which|during|with (?:two|three|four|\d)|just|now"
    r"|also|either)\b",
    re.I,
)
_EXAMPLE = re.compile(r"\W*(?:for )?(?:example|instance|e\.g|note|hint|tip|variant|so)\b", re.I)
_CLAUSE = re.compile(r"[.;:!?]|,\s+|\s+and\s+")
_SMALL = frozenset(["person", "card", "gam", "may", "must", "allow", "free", "turn"])
MOST_CLAUSES = 500
_TURN_GOES = re.compile(
    r"\b(?:turns?|play)\b(?! (?:up|over|face))[^.;,]{0,40}?\b(?P<way>to (?:the|your|their) (?:left|right)"
    r"|(?:counter|anti)-?clockwise|clockwise)"
    r"|\bplayer (?:on|to|at) (?:the|your|their|his|her) (?P<side>left|right)\s+(?:then\s+)?(?:(?:plays|goes"
    r"|moves|is|acts)\s+next"
    r"|then (?:plays|goes|moves|takes)|(?:takes|has) the next turn|continues)"
    r"|\b(?P<way2>(?:counter|anti)-?clockwise|clockwise)[^.;,]{0,20}\b(?:order|turns?|around)\b", re.I,
)  # fmt: skip
_NOT_TURNS = re.compile(r"\b(?:deal(?:er|ing|s)?|reverse[ds]?|changes?|direction|pass(?:es)? (?:\w+ )?cards?"
    r"|hand(?:s|ed)? (?:\w+ )?cards?)\b", re.I)  # fmt: skip
_ANY_WAY = re.compile(
    r"\b(?:(?:the|your|his|her|their|my) (?:left|right)|leftwards?|rightwards?|(?:counter|anti)?-?clockwise"
    r"|clock|round the table|around the table|(?:in|playing) order|turn order|order of play|neighbou?rs?|next to"
    r"|seat(?:ed|ing|s)?|simultaneous(?:ly)?|at the same time|all (?:players )?at once|alternat\w+|team|sit)\b", re.I,
)  # fmt: skip
_TURNS = re.compile(r"\b(?:turns?)\b(?! (?:up|over|it|the|a|one|two|face|them|card|any|your|her|his|their))", re.I)
_DOES = (
    ("who has the first turn", re.compile(
        r"^(?P<who>[^,;:]{3,80}?)\s+(?:begins|starts|goes first|acts first|plays first|moves first|leads first"
        r"|speaks first|bets first|bids first|plays the first card|leads|has the first turn|takes the first turn"
        r"|makes the first move|leads to the first trick|is (?:the )?(?:first"
        r"|start(?:ing)?) player)(?:\s+(?:the (?:game|play|first round)|play))?\s*[.;,]", re.I)),
    ("who leads to the next trick", re.compile(r"^(?P<who>[^,;:]{3,80}?)\s+leads\s+(?:to\s+)?(?:the\s+)?next"
        r"(?:\s+(?:one|trick))?\s*[.;,]", re.I)),
    ("who deals next", re.compile(r"^(?P<who>[^,;:]{3,80}?)\s+(?:deals\s+(?:the\s+)?next(?:\s+(?:hand|round"
        r"|one))?|becomes the (?:next |new )?dealer|is the (?:next|new) dealer)\s*[.;,]", re.I)),
)  # fmt: skip
_NOBODY = re.compile(r"^(?:the|a|each|every)\s+(?:game|hand|round|turn|play|deal|trick|bidding|auction)$", re.I)
_LATER = re.compile(
    r"\b(?:later|then|new|following|subsequent|if|when|each|every|second|with (?:two|three"
    r"|four|\d))\b",
    re.I,
)


@dataclass(frozen=True)
class Clause:
    """A part of a sentence, the stems of its words, and which side of which pair it has."""

    about: frozenset[str]
    sides: dict[int, tuple[int, str]]
    """By the number of the pair: the side, and its word; none where it has both."""
    at: Sentence


def find(book: Book) -> Iterator[Finding]:
    """Every pair of sentences that speak against each other, and turns that go no way."""
    told = [
        one for one in book.told
        if not TALK.search(one.heading) and not _EXAMPLE.match(one.text) and not UNDER.search(one.text)
    ]  # fmt: skip
    yield from _opposites(told)
    yield from _directions(told, book)
    yield from _doers(told)


def _opposites(told: list[Sentence]) -> Iterator[Finding]:
    clauses = [clause for one in told if not _APART.search(one.text) for clause in _clauses(one)][:MOST_CLAUSES]
    seen: set[tuple[str, str]] = set()
    for first, other in combinations(clauses, 2):
        places = first.at.place, other.at.place
        common = first.about & other.about
        if first.at == other.at or places in seen or not common - _SMALL:
            continue
        pair = _opposite(first, other)
        if pair:
            seen.add(places)
            yield Finding(
                "opposed", (other.at, first.at), f"“{pair[1]}” here, “{pair[0]}” elsewhere, of what seems to "
                f"be one matter",
                "State the rule once, or say when which holds",
            )  # fmt: skip


def _clauses(one: Sentence) -> Iterator[Clause]:
    if _WHEN.search(one.text):
        return
    for part in _CLAUSE.split(one.text):
        sides = dict(_sides(part))
        about = content(part) if sides else set()
        if len(about) > 1:
            yield Clause(frozenset(about), sides, one)


def _sides(text: str) -> Iterator[tuple[int, tuple[int, str]]]:
    """The pairs of which a text has one side: `may not` has no `may`."""
    for number, (first, second) in enumerate(_FORMS):
        there = second.search(text)
        here = first.search(second.sub(" ", text))
        if bool(here) != bool(there) and (number != _ANY or _MODAL.search(text)):
            yield number, (0, here.group()) if here else (1, there.group() if there else "")


def _opposite(one: Clause, other: Clause) -> tuple[str, str] | None:
    """The two words that are opposite, where the rest of the clauses is the same."""
    for number in one.sides.keys() & other.sides.keys():
        (here, first), (there, second) = one.sides[number], other.sides[number]
        if here == there:
            continue
        words = content(first) | content(second)
        mine, theirs = one.about - words, other.about - words
        common = mine & theirs
        alike = len(common - _SMALL) >= 2 and len(common) * 3 >= 2 * max(len(mine), len(theirs))
        if alike or (mine == theirs and len(mine) > 1):
            return first, second
    return None


def _directions(told: list[Sentence], book: Book) -> Iterator[Finding]:
    """Turns that go both ways, or none."""
    said: list[tuple[bool, str, Sentence]] = []
    for one in told:
        found = _TURN_GOES.search(one.text)
        if found and not _NOT_TURNS.search(one.text) and not _APART.search(one.text):
            way = next(word for word in found.groups() if word).casefold()
            said.append(("right" in way or "ti" in way or "counter" in way, found.group(), one))
    other = next((one for one in said if one[0] != said[0][0]), None)
    if other:
        yield Finding(
            "opposed", (other[2], said[0][2]), f"Turns go both ways: “{other[1]}” here, “{said[0][1]}” elsewhere",
            "Say once which way turns go",
        )  # fmt: skip
    known = allowed(book)
    if said or _ANY_WAY.search(book.all_words) or not known or max(known[1]) < 3:
        return
    turns = [one for one in told if _TURNS.search(one.text)]
    begins = [
        one
        for one in told
        if re.search(r"\b(?:begins|starts|goes first|acts first|first turn|first player)\b", one.text, re.I)
    ]
    if turns:
        yield Finding(
            "turn-order", tuple(dict.fromkeys((*begins[:1], *turns[:1]))), "Players take turns, and nothing "
            "says in which order",
            "Say it: `clockwise`, or `to the left`",
        )  # fmt: skip


def _doers(told: list[Sentence]) -> Iterator[Finding]:
    """One thing that two do: `the winner leads to the next trick`, `the dealer leads to the next trick`."""
    for what, form in _DOES:
        said: list[tuple[frozenset[str], Sentence]] = []
        for one in told:
            for part in re.split(r"(?<=[.;,:])\s+(?:then\s+)?", one.text):
                found = form.match(f"{part}." if not part.endswith((".", ";", ",")) else part)
                if (
                    found
                    and not _LATER.search(part)
                    and not _APART.search(part)
                    and not _NOBODY.search(found.group("who"))
                ):
                    said.append((frozenset(content(found.group("who"))) - {"person"}, one))
        other = next((one for one in said if one[1] != said[0][1] and one[0] != said[0][0]), None)
        if other:
            yield Finding(
                "opposed", (other[1], said[0][1]), f"Two sentences say {what}, and not the same", "Say it once"
            )
