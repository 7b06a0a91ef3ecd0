"""A rulebook beside its rule file: sentences that no clause cites, numbers that no clause has, and may against must.

Leaves bringing sentences and citations together to `hoyle.coverage.covered`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import groupby

from hoyle.coverage.covered import Coverage, Covered
from hoyle.proofread.amounts import DASH, NUMBER, amounts
from hoyle.proofread.checks.wording import TALK
from hoyle.proofread.finding import Finding
from hoyle.proofread.text import Book
from spec.names.outline import Item
from spec.text.clean import quoted
from spec.text.source import Text

RULE_WORDS = re.compile(
    r"\b(?:must|may|can|cannot|can't|never|only|instead|unless|otherwise|except|has to|have to|not allowed|at any "
    r"time|immediately|"
    r"if|when|wins?|loses?|scores?|deals?|draws?)\b",
    re.I,
)  # fmt: skip
"""Words by which a sentence states a rule."""
_EXAMPLE = re.compile(r"\W*(?:for )?(?:example|instance|e\.g|note|hint|tip)\b", re.I)
_NOT = re.compile(r"\b(?:must not|may not|cannot|can't|can not|never|not allowed|no player may|nobody may)\b", re.I)
_MUST = re.compile(r"\b(?:must|has to|have to|only)\b", re.I)
_MAY = re.compile(r"\b(?:may|can|allowed|free to)\b", re.I)
MOST_NAMED = 3
_OTHERS = re.compile(rf"(?<!\w){NUMBER}(?:{DASH}{NUMBER})?[\s-]+players?\b|\ban? {NUMBER}(?!\w)", re.I)
"""Numbers that count no cards or points: of players, and the names of ranks."""
_CITES = re.compile(r'@\s*"[^"]*"(?:\s*,\s*"[^"]*")*')
LONGEST_CLAUSE = 4_000


def find(book: Book, found: Coverage, items: tuple[Item, ...], text: Text) -> Iterator[Finding]:
    """What the two say differently, or one without the other."""
    yield from _uncited(book, found)
    yield from _elsewhere(found, text)
    yield from _citing_nothing(items, text)
    for one in found.sentences:
        if one.state == "stated" and not _EXAMPLE.match(one.sentence.text):
            yield from _modal(one, text)
            yield from _numbers(one, items, text)


def _line(item: Item, text: Text) -> tuple[str, int]:
    return item.told, text.position(item.span.start)[0]


def _uncited(book: Book, found: Coverage) -> Iterator[Finding]:
    told = set(book.told)
    own = [
        one.sentence for one in found.sentences
        if one.state == "nothing" and one.sentence in told and RULE_WORDS.search(one.sentence.text)
        and not TALK.search(one.sentence.heading) and not _EXAMPLE.match(one.sentence.text)
    ]  # fmt: skip
    for _, under in groupby(own, key=lambda one: one.heading):
        at = tuple(under)
        what = "This sentence sounds like a rule" if len(at) == 1 else f"{len(at)} sentences here sound like rules"
        yield Finding(
            "uncited",
            at,
            f"{what}, and nothing in the rule file cites {'it' if len(at) == 1 else 'them'}",
            "Write the clause, or cite the place in the clause that states it",
        )


def _elsewhere(found: Coverage, text: Text) -> Iterator[Finding]:
    if found.elsewhere:
        places = [quoted(place, 60) for place, _ in found.elsewhere]
        more = f" and {len(places) - MOST_NAMED} more" if len(places) > MOST_NAMED else ""
        clauses = tuple(_line(item, text) for _, by in found.elsewhere for item in by)
        yield Finding(
            "unknown-place", (), f"Places are cited that the text does not have: "
            f"{', '.join(places[:MOST_NAMED])}{more}",
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
    own = "\n".join(_clause(item, text) for item in one.by)
    named = set(re.findall(r"\w+", own))
    own += "\n".join(_clause(item, text) for item in items if item.label in named and item.kind != "game")
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
