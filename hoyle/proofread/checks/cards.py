"""What is open about cards: a run whose ends nobody fixed, a card that fits nothing, more and fewer without equal."""

from __future__ import annotations

import re
from collections.abc import Iterator

from hoyle.proofread.finding import Finding
from hoyle.proofread.text import Book

_RUN = re.compile(
    r"\b(?:straights?|runs? (?:of|is|are|in)|in a row of one suit|sequences?|consecutive"
    r"|in sequence|ascending|descending)\b",
    re.I,
)
_PACK = re.compile(r"\b(?:52|fifty-two|standard|jacks?|queens?|kings?)\b", re.I)
_ACE = re.compile(
    r"\baces?\b[^.;]{0,60}\b(?:high|low|highest|lowest|1|one|above|below|either|both)\b|\b(?:high|low"
    r"|highest|lowest)\b[^.;]{0,40}\baces?\b|\bfrom (?:the )?(?:aces?|kings?|twos?|2s?)\b|\bace\s*(?:\(|to\b)"
    r"|\bking(?:s)? (?:to|down)\b",
    re.I,
)
_MATCH = re.compile(
    r"\b(?:play|plays|lay|lays|discard|discards|place|places)\b[^.;]{0,40}\b(?:match(?:es|ing)?"
    r"|fits?|same (?:suit|rank|colou?r)|higher than|beats?)\b",
    re.I,
)
_CANNOT = re.compile(
    r"\b(?:cannot|can't|can not|unable|not able|no (?:such|matching|legal|playable) (?:card|play|move)|pass(?:es)?"
    r"|if not|otherwise|not possible|instead|has no|have no|nobody can)\b",
    re.I,
)
_TURN = re.compile(r"\b(?:must|turn)\b", re.I)
_MORE = re.compile(r"\b(?:more|higher|greater) than\b|\babove\b", re.I)
_LESS = re.compile(r"\b(?:fewer|less|lower)(?: than)?\b|\bbelow\b", re.I)
_EQUAL = re.compile(
    r"\b(?:equal|exactly|same|at least|at most|or more|or fewer|or less|tie[ds]?|just|half each"
    r"|cannot (?:occur|happen|be)|even)\b",
    re.I,
)
_DECIDES = re.compile(r"\b(?:wins?|loses?|scores?|pays?|takes?|gains?|gets?)\b", re.I)


def find(book: Book) -> Iterator[Finding]:
    """What a player asks when such a card is on the table."""
    runs = [one for one in book.told if _RUN.search(one.text)]
    if runs and _PACK.search(book.all_words) and not _ACE.search(book.all_words):
        says = "Cards go in sequence, and nothing says where the ace stands"
        yield Finding("ace", (runs[0],), says, "Say whether an ace is high, low or both")
    matching = [one for one in book.told if _MATCH.search(one.text) and _TURN.search(one.text)]
    if matching and not _CANNOT.search(book.all_words):
        says = "A card has to fit, and nothing says what a player does who has none"
        yield Finding("cannot-play", (matching[0],), says, "Say it: draw, pass, or take the pile")
    for one in book.told:
        near = tuple(other for other in book.near(one, 0, 1) if other.heading == one.heading)
        text = " ".join(other.text for other in near)
        decided = _DECIDES.search(one.text) and _DECIDES.search(near[-1].text)
        if decided and _MORE.search(one.text) and _LESS.search(text) and not _EQUAL.search(text):
            says = "Both more and fewer are decided here, and nothing says what happens between"
            yield Finding("equal", near, says, "Say to which side exactly as many belongs")
