"""What a rule file says of each sentence of a rulebook's text.

The text is cut into places; a sentence and a citation meet where heading and number are the same, whatever the
letters' size and signs; a heading may be cited by its number. Leaves showing it to `page` and to the command.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal
from unicodedata import normalize

from hoyle.coverage.cut import Sentence
from spec import syntax as s
from spec.names.outline import Item

State = Literal["stated", "questioned", "example", "claim", "nothing", "ruleless"]
STATES: Mapping[State, str] = {
    "stated": "stated by the rules",
    "questioned": "a question is asked about it",
    "example": "only an example cites it",
    "claim": "only a claim cites it",
    "nothing": "nothing cites it",
    "ruleless": "listed as without a rule",
}
"""What may be said of a sentence, from the most to the least."""
KINDS: Mapping[str, State] = {
    "question": "questioned", "reading": "questioned", "example": "example", "claim": "claim",
}  # fmt: skip
"""What cites a place without stating it; all else states it."""


@dataclass(frozen=True, slots=True)
class Covered:
    """One sentence, and what cites its place, in the order of the file."""

    sentence: Sentence
    by: tuple[Item, ...]
    ruleless: bool = False
    """Does the file list its place as one without a rule?"""

    @property
    def state(self) -> State:
        """The most that is said of it."""
        found = {KINDS.get(item.kind, "stated") for item in self.by}
        return next((state for state in STATES if state in found), "ruleless" if self.ruleless else "nothing")


@dataclass(frozen=True, slots=True)
class Coverage:
    """All sentences of a text, and what the rule file cites that the text does not have."""

    sentences: tuple[Covered, ...]
    elsewhere: tuple[tuple[str, tuple[Item, ...]], ...]

    def count(self, state: State) -> int:
        """Of how many sentences is this the most that is said?"""
        return sum(one.state == state for one in self.sentences)


def coverage(sentences: Sequence[Sentence], items: Iterable[Item], without: Iterable[str] = ()) -> Coverage:
    """Brings sentences and citations together; `without` are the places that the file lists as without a rule."""
    cited: dict[str, list[Item]] = {}
    written: dict[str, str] = {}
    for item in items:
        for place in dict.fromkeys(cite.text for cite in item.cites):
            cited.setdefault(_key(place), []).append(item)
            written.setdefault(_key(place), place)
    known = [tuple(_keys(one)) for one in sentences]
    apart = {_key(place) for place in without}
    found = tuple(
        Covered(
            one, tuple(dict.fromkeys(item for key in keys for item in cited.get(key, ()))),
            not apart.isdisjoint(keys),
        )
        for one, keys in zip(sentences, known, strict=True)
    )  # fmt: skip
    there = {key for keys in known for key in keys}
    return Coverage(found, tuple((written[key], tuple(cited[key])) for key in cited if key not in there))


def ruleless(sections: Iterable[s.Section]) -> tuple[str, ...]:
    """The places that a rule file lists as without a rule."""
    return tuple(place.text for x in sections if isinstance(x, s.SourceSection) for place in x.ruleless)


def _keys(one: Sentence) -> Iterator[str]:
    """How a sentence may be cited: by its heading, by the number of that or of its paragraph, or by both."""
    yield _key(one.place)
    if one.mark:
        yield _key(f"{one.heading}/{one.number}")
        yield _key(f"{one.heading} {one.place}")
    if one.chapter:
        yield _key(f"{one.chapter}/{one.number}")
        yield _key(f"{one.chapter} {one.place}")


def _key(place: str) -> str:
    """A place without what makes no difference: `The Deal / 2` and `the deal/2` are one."""
    heading, _, number = place.rpartition("/")
    words = re.sub(r"[\W_]+", " ", normalize("NFKC", heading).casefold())
    return f"{words.strip()}/{number.strip()}"
