"""References of a text to itself: sections and steps that are not there, `as above`, headings that come twice."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from hoyle.coverage.cut import Sentence
from hoyle.proofread.amounts import NUMBER, value
from hoyle.proofread.finding import Finding
from hoyle.proofread.text import Book

_SECTION = re.compile(
    r"(?:\b(?:section|chapter|paragraph|rule|clause|article|part)s?\s+|§+\s*)(\d+(?:\.\d+)*[a-z]?)\b"
    r"|\b(?:see|subject to|under|in|by|to|of|with)\s+(\d+\.\d+(?:\.\d+)*)\b(?!\s*(?:points?|coins?|%|cards?))", re.I,
)  # fmt: skip
_STEP = re.compile(rf"\bsteps?\s+(?:{NUMBER}(?:\s*(?:to|and|-|–|or)\s*))?({NUMBER})(?!\w)", re.I)
_SHOWN = re.compile(r"\b(table|figure|diagram|example|appendix|illustration)\s+(\d{1,2}|[A-Z])\b(?!\s*[:.–-]\s)", re.I)
_STEP_SAID = re.compile(r"\W*step (\d{1,3})\b", re.I)
_TITLE = re.compile(
    r"\b(?:[Ss]ee(?: also)?|[Dd]escribed (?:in|under)|[Ee]xplained (?:in|under)|[Rr]efer to|[Tt]urn to"
    r"|[Ll]ook (?:at|under|up)|[Ll]isted (?:in|under)"
    r"|[Aa]s (?:in|under))\s+"
    r"(?:the\s+)?(?:section\s+)?(?:(?:on|called)\s+)?(?:[\"“'\u2018]([A-Z][^\"”'’]{1,40})[\"”'’]"
    r"|([A-Z][a-z]+(?:\s+(?:and\s+|of\s+|the\s+)?[A-Z][a-z]+){0,3}))"
)
_ABOUT = re.compile(
    r"\b(?:section|chapter|part|paragraph|heading|page)\s+(?:on|about|called|named|for"
    r"|titled)\s+[\"“'\u2018]?(?P<name>[a-z][a-z ]{2,30}?)[\"”'’]?(?=\s+(?:says?|explains?|tells?|describes?"
    r"|below|above|at the end)|[.,;)])",
    re.I,
)
_ABOVE = re.compile(
    r"\b(?:as|see|described|mentioned|explained|stated|listed|noted|given|shown)\s+(?:above|earlier|previously)\b"
    r"|\bas (?:described|explained|mentioned|stated) (?:above|before|earlier)\b|\bthe (?:above|aforementioned"
    r"|foregoing)\b", re.I,
)  # fmt: skip
_BEGUN = re.compile(r"\s*(?:#{1,6}\s+)?(?:rule\s+|section\s+)?(\d+(?:\.\d+)*[a-z]?)[.):]?\s", re.I)


def find(book: Book) -> Iterator[Finding]:
    """Every reference that leads nowhere."""
    numbers = _numbers(book)
    steps = {
        int(named.group(1))
        for text in (*book.headings, *(x.text for x in book.told))
        if (named := _STEP_SAID.match(text))
    }
    heads = [" ".join(re.findall(r"\w+", head.casefold())) for head in book.headings]
    for one in book.told:
        yield from _sections(one, numbers)
        yield from _steps(one, book, steps)
        yield from _titles(one, book, heads)
        yield from _shown(one, book)
        for found in _ABOVE.finditer(one.text):
            yield Finding("above", (one,), f"“{found.group()}”: where exactly?", "Name the section, or repeat the rule")
    names = Counter(
        " ".join(re.findall(r"\w+", re.sub(r"^[\d.]+\w?\s+", "", head.casefold()))) for head in book.headings
    )
    for name, times in names.items():
        if (
            times > 1
            and len(name) > 3
            and sum(len(one.text) > 30 for one in book.told if one.heading.casefold().startswith(name)) > 1
        ):
            at = next((one for one in book.told if one.heading.casefold().startswith(name)), None)
            if at:
                yield Finding(
                    "same-heading",
                    (at,),
                    f"{times} headings are called “{name}”",
                    "Give each heading a name of its own",
                )


def _numbers(book: Book) -> set[str]:
    """The numbers with which headings, sentences and lines begin."""
    found = {one.chapter.casefold() for one in book.sentences if one.chapter}
    texts = (*book.headings, *(line.strip() for line in book.text.splitlines()))
    return found | {begun.group(1).casefold() for text in texts if (begun := _BEGUN.match(f"{text[:60]} "))}


def _sections(one: Sentence, numbers: set[str]) -> Iterator[Finding]:
    for found in _SECTION.finditer(one.text):
        number = (found.group(1) or found.group(2)).casefold()
        if number not in numbers and not any(other.startswith(f"{number}.") for other in numbers):
            yield Finding(
                "no-section",
                (one,),
                f"“{found.group()}”: nothing in the text has the number {number}",
                "Correct the reference",
            )


def _steps(one: Sentence, book: Book, steps: set[int]) -> Iterator[Finding]:
    for found in _STEP.finditer(one.text):
        number = value(found.group(1))
        numbered = [listing for listing in book.lists if listing.numbers]
        near = [listing for listing in numbered if listing.items[0].heading == one.heading] or numbered
        if number not in steps and not any(number in listing.numbers for listing in near):
            most = max((max(listing.numbers) for listing in near), default=0)
            why = f"the last step is {most}" if most else "no steps are numbered"
            yield Finding(
                "no-step", (one,), f"“{found.group()}”: {why}",
                "Correct the reference, or name what is done",
            )  # fmt: skip


def _shown(one: Sentence, book: Book) -> Iterator[Finding]:
    """`Table 3`, where no line begins by these words."""
    for found in _SHOWN.finditer(one.text):
        name = rf"^\W*{found.group(1)}\s+{found.group(2)}\b"
        if found.start() > 0 and not re.search(name, book.text, re.I | re.M):
            yield Finding("no-section", (one,), f"“{found.group()}”: there is none", "Correct the reference, or add it")


def _titles(one: Sentence, book: Book, heads: list[str]) -> Iterator[Finding]:
    for found in _ABOUT.finditer(one.text):
        stems = [word[:4] for word in re.findall(r"[a-z]{3,}", found.group("name").casefold())]
        if stems and len(heads) > 1 and not any(word in head for head in heads for word in stems):
            yield Finding("no-section", (one,), f"“{found.group()}”: no heading is called so", "Correct the reference")
    for found in _TITLE.finditer(one.text):
        name = " ".join(re.findall(r"\w+", (found.group(1) or found.group(2)).casefold()))
        stem = name.removesuffix("s")
        if name in ("example", "figure", "table", "page", "section", "step") or any(stem in head for head in heads):
            continue
        if re.search(
            rf"(?:^|[.!?:]\s*){re.escape(name)}\b", " ".join(x.text for x in book.told if x != one), re.I
        ) and not found.group(1):
            continue
        yield Finding("no-section", (one,), f"“{found.group()}”: no heading is called so", "Correct the reference")
