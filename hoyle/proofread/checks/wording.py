"""Words that leave something to the reader: and what to write instead."""

from __future__ import annotations

import re
from collections.abc import Iterator

from hoyle.coverage.cut import Sentence
from hoyle.proofread.finding import Finding
from hoyle.proofread.text import Book

TALK = re.compile(
    r"\b(?:strateg\w*|tips?|hints?|advice|examples?|introduction|credits?|theme|story|history|background|design"
    r"|about|notes?|faq|overview)\b",
    re.I,
)  # fmt: skip
"""Headings under which nothing is a rule."""
_EXAMPLE = re.compile(r"\s*(?:for )?(?:example|instance|e\.g|note|hint|tip)\b", re.I)

VAGUE: tuple[tuple[str, str, str], ...] = (
    (r"and/or", "one of them, or both?", "Write `or`, `and`, or `either or both`"),
    (r"etc\b\.?|and so on\b|and the like\b", "what else belongs to the list?", "List all, or say what they have "
    "in common"),
    (r"usually|"
    r"(?<!continues )(?<!proceeds )(?<!play )(?<!goes )(?<!plays )normally|generally|typically|ordinarily|as a rule\b"
    r"|in most cases", "and otherwise?", "Say when it is so, and what else happens"),
    (r"(?<!there )(?:should|ought to)(?= (?:not )?[a-z])", "must they, or is it advice?",
     "Write `must` for a rule; "
    "mark advice as such"),
    (r"as (?:appropriate|needed|necessary|desired|agreed|many as (?:agreed|desired|needed|appropriate)|the case may "
    r"be)|if (?:desired|appropriate|necessary)|where appropriate",
     "who decides, and by what?", "Say who decides, and when"),
    (r"(?<=[a-z] )(?<!equally )(?<!as )(?<!how )(?<!so )(?<!too )(?:some|several|a few|a couple of|a number of"
    r"|enough|many) (?:\w+ )?(?:cards|points|coins|tokens|markers|players|chips|stones|tricks|foxes|dice|counters)",
     "how many?", "Give the number, or who chooses it"),
    (r"(?:about|around|approximately|roughly|more or less|at least about) \d+ (?:cards|points|coins"
    r"|tokens)", "exactly how many?", "Give the number"),
    (r"if possible,? or not|may or may not", "who decides?", "Say who decides, and when"),
)  # fmt: skip
LOOSE: tuple[tuple[str, str, str], ...] = (
    (r"immediately|at once|right away"
    r"|straight away", "before what else happens then?", "Say what waits: `before the next player acts`, `before "
    "drawing`"),
    (r"at any time|at any point|whenever (?:you|they) (?:like"
    r"|want|wish)", "also while another acts?", "Say whose turn it has to be, and at which step"),
    (r"(?:soon|quickly|eventually|reasonabl[ey]|occasionally)", "when, or how much?", "Say when, or how much"),
)  # fmt: skip


def find(book: Book) -> Iterator[Finding]:
    """Each such word once, with every sentence that has it."""
    told = [one for one in book.told if not TALK.search(one.heading) and not _EXAMPLE.match(one.text)]
    for check, table in (("vague", VAGUE), ("loose", LOOSE)):
        for words, question, do in table:
            form = re.compile(rf"(?<![\w-])(?:{words})(?![\w-])", re.I)
            yield from _each(check, form, question, do, told)


def _each(check: str, form: re.Pattern[str], question: str, do: str, told: list[Sentence]) -> Iterator[Finding]:
    where: dict[str, list[Sentence]] = {}
    for one in told:
        for word in dict.fromkeys(found.group().casefold() for found in form.finditer(one.text)):
            where.setdefault(word, []).append(one)
    for word, own in where.items():
        yield Finding(check, tuple(own), f"“{word}”: {question}", do)
