"""Everything that a proofreader asks of a text, in the order in which it is read."""

from __future__ import annotations

from dataclasses import replace

from hoyle.coverage.covered import Coverage, coverage, ruleless
from hoyle.proofread.checks import (
    cards,
    conditions,
    contests,
    modality,
    opposed,
    orphans,
    references,
    referents,
    rules,
    terms,
    tricks,
    unknown,
    uses,
    wording,
)
from hoyle.proofread.checks.numbers import (
    cases,
    counts,
    decks,
    frames,
    hands,
    lists,
    restated,
    sums,
    totals,
    values,
    worked,
)
from hoyle.proofread.finding import Finding, ranked
from hoyle.proofread.plain import plainly
from hoyle.proofread.text import Book
from spec.names.outline import outline
from spec.syntax import File
from spec.text.source import Text

OF_THE_TEXT = (
    counts, sums, worked, totals, decks, hands, restated, frames, values, cases, lists, cards, conditions, contests,
    tricks, opposed, modality, referents, terms, uses, unknown, orphans, references, wording,
)  # fmt: skip


def of_the_text(book: Book) -> tuple[Finding, ...]:
    """What is asked of the text alone."""
    plain = plainly(book)
    found = (one for part in OF_THE_TEXT for one in part.find(plain.read))
    return ranked(replace(one, at=tuple(map(plain.back, one.at))) for one in found if _may_ask(book, one))


def beside(
    book: Book, file: File, text: Text, decks: frozenset[int] = frozenset()
) -> tuple[tuple[Finding, ...], Coverage]:
    """What is asked of the text and of its rule file, and what states each sentence.

    `decks`: how many cards the game has, with every number of players and in every edition.
    """
    items = outline(file.sections)
    stated = coverage(book.sentences, items, ruleless(file.sections))
    found = (one for one in rules.find(book, stated, items, text, decks) if _may_ask(book, one))
    return ranked((*of_the_text(book), *found)), stated


def _may_ask(book: Book, one: Finding) -> bool:
    """Of a text that goes on behind what was read nobody can say that something stands nowhere."""
    return not (book.cut_off and one.whole)
