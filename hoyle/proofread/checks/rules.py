"""A rulebook beside its rule file: sentences that no clause cites, numbers that no clause has, and may against must.

Leaves bringing sentences and citations together to `hoyle.coverage.covered`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import groupby

from hoyle.coverage.covered import Coverage, Covered
from hoyle.coverage.cut import Sentence
from hoyle.proofread.amounts import DASH, NUMBER, amounts, value
from hoyle.proofread.checks.wording import TALK
from hoyle.proofread.finding import Finding
from hoyle.proofread.text import Book
from spec.names.outline import Item
from spec.text.clean import quoted
from spec.text.source import Text

RULE_WORDS = re.compile(
    r"\b(?:must|may|can|cannot|can't|never|only|instead|unless|otherwise|except|has to|have to|not allowed|at any "
    r"time|immediately|"
    r"if|when|as soon as|wins?|loses?|scores?|deals?|draws?|costs?|(?:game|round|hand) (?:ends|is over))\b",
    re.I,
)  # fmt: skip
"""Words by which a sentence states a rule."""
_EXAMPLE = re.compile(r"\W*(?:for )?(?:example|instance|e\.g|note|hint|tip)\b", re.I)
_NOT = re.compile(r"\b(?:must not|may not|cannot|can't|can not|never|not allowed|no player may|nobody may)\b", re.I)
_MUST = re.compile(r"\b(?:must|has to|have to|only)\b", re.I)
_MAY = re.compile(r"\b(?:may|can|allowed|free to)\b", re.I)
MOST_NAMED = 3
MANY_ELSEWHERE = 5
"""From so many places on that the text does not have, the file seems to cite a text that is divided otherwise."""
_BY_THE_WAY = re.compile(
    r"^\W*(?:as a (?:consequence|result)|this means|that means|in other words|that is|remember|of course|thus"
    r"|hence|therefore"
    r"|counter-?example|in this example|if you see|you can safely)\b|\be\.g\.|\bfor example\b|\blicen[cs]e\b"
    r"|\b(?:tap|click|press|swipe)\b"
    r"|\bis often\b|\bessentially\b|:$", re.I,
)  # fmt: skip
"""What follows from rules, or leads to them, is none."""
_OTHERS = re.compile(
    rf"(?<!\w){NUMBER}(?:{DASH}{NUMBER})?[\s-]+players?\b|\ban? {NUMBER}(?!\w)"
    rf"|(?:§+|#|\b(?:see|section|rule|step|chapter|page|paragraph|figure|table|item|number"
    rf"|no\.))\s*\d+(?:\.\d+)*[a-z]?"
    rf"|\b(?:these|those|both|remaining|last)\s+(?:remaining\s+|other\s+|same\s+)?{NUMBER}(?!\w)"
    rf"|(?<!\w){NUMBER}\s+(?:[a-z-]+\s+)?(?:kinds?|types?|ways?|sorts?|steps?|phases?|things?|parts?|moves?"
    rf"|actions?|conditions?|suits|colou?rs|cases)\b",
    re.I,
)
"""Numbers that count no cards or points: of players, ranks, places and kinds, and of what was counted before."""
_CITES = re.compile(r'@\s*"[^"]*"(?:\s*,\s*"[^"]*")*')
LONGEST_CLAUSE = 4_000
DEEPEST = 3
"""How far names are followed from clause to clause."""


def find(book: Book, found: Coverage, items: tuple[Item, ...], text: Text, decks: frozenset[int]) -> Iterator[Finding]:
    """What the two say differently, or one without the other."""
    apart = _apart(found)
    own = [one for one in _sounding(book, found) if one.heading not in apart]
    yield from _uncited(own)
    yield from _elsewhere(found, text, len(list(_sounding(book, found))) - len(own))
    yield from _citing_nothing(items, text)
    for one in found.sentences:
        if one.state == "stated" and not _EXAMPLE.match(one.sentence.text):
            yield from _modal(one, text)
            yield from _numbers(one, items, text)
            yield from _deck(one, text, decks)


def _line(item: Item, text: Text) -> tuple[str, int]:
    return item.told, text.position(item.span.start)[0]


def _sounding(book: Book, found: Coverage) -> Iterator[Sentence]:
    """The sentences that nothing cites, and that sound like rules."""
    told = set(book.told)
    for one in found.sentences:
        words = one.sentence.text
        if (
            one.state == "nothing" and one.sentence in told and RULE_WORDS.search(words)
            and not TALK.search(one.sentence.heading) and not _EXAMPLE.match(words) and not _BY_THE_WAY.search(words)
        ):  # fmt: skip
            yield one.sentence


def _apart(found: Coverage) -> frozenset[str]:
    """Headings whose sentences are cited under places that the text does not have: nothing can be said of them."""
    if len(found.elsewhere) < MANY_ELSEWHERE:
        return frozenset()
    begins = {_key(part) for place, _ in found.elsewhere for part in place.split("/")[:-1]}
    cited = {one.sentence.heading for one in found.sentences if one.by}
    heads = dict.fromkeys((one.sentence.heading, one.sentence.chapter) for one in found.sentences)
    return frozenset(
        heading for heading, chapter in heads
        if heading not in cited or _key(heading) in begins
        or (chapter and any(re.fullmatch(rf"{re.escape(_key(chapter))}[a-z]?", begin) for begin in begins))
    )  # fmt: skip


def _key(part: str) -> str:
    return re.sub(r"[\W_]+", " ", part.casefold()).strip()


def _uncited(own: list[Sentence]) -> Iterator[Finding]:
    for _, under in groupby(own, key=lambda one: one.heading):
        at = tuple(under)
        what = "This sentence sounds like a rule" if len(at) == 1 else f"{len(at)} sentences here sound like rules"
        yield Finding(
            "uncited",
            at,
            f"{what}, and nothing in the rule file cites {'it' if len(at) == 1 else 'them'}",
            "Write the clause, or cite the place in the clause that states it",
        )


def _elsewhere(found: Coverage, text: Text, apart: int) -> Iterator[Finding]:
    if found.elsewhere:
        places = [quoted(place, 60) for place, _ in found.elsewhere]
        more = f" and {len(places) - MOST_NAMED} more" if len(places) > MOST_NAMED else ""
        clauses = tuple(_line(item, text) for _, by in found.elsewhere for item in by)
        left = f"; {apart} of the sentences that sound like rules may be cited so" if apart else ""
        yield Finding(
            "unknown-place", (), f"Places are cited that the text does not have: "
            f"{', '.join(places[:MOST_NAMED])}{more}{left}",
            "Correct the citations, or read the text that has these places", clauses,
        )  # fmt: skip


def _citing_nothing(items: tuple[Item, ...], text: Text) -> Iterator[Finding]:
    clauses = tuple(_line(item, text) for item in items if item.must_cite)
    if clauses:
        what = "One clause cites" if len(clauses) == 1 else f"{len(clauses)} clauses cite"
        yield Finding(
            "cites-nothing",
            (),
            f"{what} no place of the rulebook",
            "Cite the sentence that a clause states, or say in the rulebook what it says",
            clauses,
        )


def _modal(one: Covered, text: Text) -> Iterator[Finding]:
    kinds = {item.kind for item in one.by}
    if not kinds & {"permit", "forbid"}:
        return
    words = one.sentence.text
    clauses = tuple(_line(item, text) for item in one.by if item.kind in ("permit", "forbid"))
    no, must = _NOT.search(words), _MUST.search(words)
    may = _MAY.search(_NOT.sub(" ", words))
    if no and not may and "forbid" not in kinds and not must:
        yield Finding(
            "modal",
            (one.sentence,),
            f"The sentence says “{no.group()}”, and only a permit cites it",
            "Write a forbid for it, or say in the permit when it does not hold",
            clauses,
        )
    if may and not no and not must and "permit" not in kinds:
        yield Finding(
            "modal",
            (one.sentence,),
            f"The sentence says “{may.group()}”, and only a forbid cites it",
            "Write a permit for it, or cite the sentence that forbids",
            clauses,
        )


def _numbers(one: Covered, items: tuple[Item, ...], text: Text) -> Iterator[Finding]:
    """Numbers of a sentence that stand neither in the clauses that cite it nor in what they name."""
    words = _OTHERS.sub(" ", one.sentence.text)
    said = [number for number in dict.fromkeys(amounts(words)) if number > 1]
    if not said or any(item.kind == "game" for item in one.by):
        return
    own = _with_what_it_names(list(one.by), items, text)
    has = {int(word) for word in re.findall(r"(?<![\w.])\d{1,6}(?!\w)", own)} | set(amounts(own))
    spans = [(int(a), int(b)) for a, b in re.findall(r"(\d{1,4})\s*\.\.\s*(\d{1,4})", own)]
    left = [number for number in said if number not in has and not any(a <= number <= b for a, b in spans)]
    if left:
        clauses = tuple(_line(item, text) for item in one.by)
        shown = " and ".join(map(str, left))
        yield Finding(
            "number",
            (one.sentence,),
            f"The sentence says {shown}, and no clause that cites it has the number",
            "Compare the two, and correct one",
            clauses,
        )


_DECK = re.compile(
    rf"\b(?:deck|pack|game)\b[^.;:,]{{0,25}}?\b(?P<a>{NUMBER})(?:\s+playing)?[\s-]+cards\b"
    rf"|(?<![\w.])(?P<b>{NUMBER})[\s-]card\s+(?:deck|pack)|\bthere\s+are\s+(?P<c>{NUMBER})\s+(?:playing\s+)?cards\b"
    rf"|(?<![\w.])(?P<d>{NUMBER})\s+cards\s+(?:in all|altogether|in total)",
    re.I,
)


def _deck(one: Covered, text: Text, decks: frozenset[int]) -> Iterator[Finding]:
    """How many cards a sentence says the game has that the deck of the rule file cites."""
    cited = tuple(_line(item, text) for item in one.by if item.kind == "game" and item.label == "deck")
    found = _DECK.search(one.sentence.text)
    if not cited or not decks or not found:
        return
    said = value(next(word for word in found.groups() if word))
    if said not in decks:
        here = " or ".join(map(str, sorted(decks)))
        yield Finding(
            "number", (one.sentence,), f"The sentence says {said} cards, and the deck of the rule file has {here}",
            "Compare the two, and correct one", cited,
        )  # fmt: skip


def _with_what_it_names(by: list[Item], items: tuple[Item, ...], text: Text) -> str:
    """The clauses, with the definitions and settings that they name, and those that these name in turn."""
    told = {id(item): _clause(item, text) for item in by}
    for depth in range(DEEPEST):
        named = set(re.findall(r"\w+", "\n".join(told.values())))
        more = [
            item for item in items
            if id(item) not in told and item.label in named and item.kind != "game"
            and (not depth or item.kind == "setting")
        ]  # fmt: skip
        if not more:
            break
        told |= {id(item): _clause(item, text) for item in more}
    return "\n".join(told.values())


def _clause(item: Item, text: Text) -> str:
    """A clause with all that is indented under it."""
    lines = text.content[text.content.rfind("\n", 0, item.span.start) + 1 :][:LONGEST_CLAUSE].split("\n")
    indent = len(lines[0]) - len(lines[0].lstrip())
    kept = [lines[0]]
    for other in lines[1:]:
        if other.strip() and len(other) - len(other.lstrip()) <= indent:
            break
        kept.append(other)
    return "\n".join(_CITES.sub("", part).partition("#")[0] for part in kept)
