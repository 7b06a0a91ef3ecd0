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

_DOES = (
    r"(?:draw|shuffle|collect|keep|take|discard|deal|give|pay|get|receive|lay|put|place|play|remove|add|use|turn|score|lose|choose"
    r"|pick|move|win|gain)"
    r"(?:s|es|ing)?\s+(?:(?!as\b)\w+\s+){0,2}?"
)
_ACTIONS = "(?:draw|take|discard|deal|give|pay|turn|lay|put|pick|reveal|add|remove|lose)s?"
VAGUE: tuple[tuple[str, str, str], ...] = (
    (r"and\s*/\s*or", "one of them, or both?", "Write `or`, `and`, or `either or both`"),
    (r"etc\b\.?|and so on\b(?! (?:(?:down|up) to|until|round|around|clockwise|to the))|and so forth\b|and the like\b",
     "what else belongs to the list?", "List all, or say what they have in common"),
    (r"(?<!is )(?<!are )(?<!not )usually|"
    r"(?<!continues )(?<!proceeds )(?<!play )(?<!goes )(?<!plays )normally|generally|typically|ordinarily"
    r"|as a rule\b"
    r"|in most cases|in general(?=,)|most of the time|(?:^|(?<=[.;] ))often(?= (?:the|a|each|players)\b)|(?:is"
    r"|are) usually(?! (?:better|best|wise|called|known"
    r"|made|good|a good|played))",
     "and otherwise?", "Say when it is so, and what else happens"),
    (r"(?<!there )(?<!^)(?<![,;:.] )(?:should|ought to)(?! (?:have|avoid|use|familiari|try|be (?:careful|aware"
        r"|able))\b)(?= (?:not )?[a-z])",
     "must they, or is it advice?", "Write `must` for a rule; mark advice as such"),
    (r"as (?:appropriate|desired|agreed|many as (?:agreed|desired|appropriate)|the case may be)|if (?:desired"
        r"|appropriate)"
    r"|where appropriate",
     "who decides, and by what?", "Say who decides, and when"),
    (rf"{_DOES}(?:some|several|a few|a handful of|a couple of|a number of|enough|many) "
     r"(?:\w+ )?(?:cards|points|coins|tokens|markers|players|chips|stones|tricks|dice|counters|[a-z]{3,}s)\b"
     r"(?<!as)(?<!ss)(?! (?:whose|that|which|equal|as|of the same|with|to|left|you|they|less|up to)\b)",
     "how many?", "Give the number, or who chooses it"),
    (r"(?:has|have|holds?|owns?|collects?|needs?|with) (?:some|several|a few|enough|many) [a-z]+s(?! (?:whose"
        r"|that|which|equal|as|of|with|to|left|you|they|less|up|than)\b)",
     "how many?", "Give the number"),
    (r"(?:about|around|approximately|roughly|more or less|at least about) \d+ (?:cards|points|coins"
    r"|tokens)", "exactly how many?", "Give the number"),
    (r"(?<!minutes )(?<!hours )(?<!hour )(?:or so)(?=[.,;)]|$)", "exactly how many?", "Give the number"),
    (r"(?:a|some|any) (?:reasonable|suitable|appropriate|fair|certain) (?:time|number|amount|sum|stake|price"
        r"|penalty)", "which?",
     "Say which"),
    (rf"(?<!may )(?<!can )(?<!might )(?<!could ){_ACTIONS} (?:(?:over|up|out) )?(?:one or two"
        rf"|two or three|one, two or three"
     r"|three or four|1 or 2|2 or 3)(?= [a-z]+)(?! (?:players|times))(?![^.;]*\b(?:as|you like|you wish"
     r"|your choice|choose)\b)",
     "who says how many?", "Give the number, or who chooses it"),
    (r"(?:or else|or|else|otherwise|must|has to|have to) (?:draws?|discards?)(?= ?[.;]|$)",
     "how many?", "Give the number"),
    (r"(?:takes?|gets?|collects?|keeps?|pays?|loses?|wins?|receives?|returns?) (?:back )?(?:most|some|part"
        r"|a few|several) of (?:the|his|her|their|your)",
     "how many?", "Give the number"),
    (r"for (?:a while|some time|a few (?:moments|rounds|turns))", "for how long?", "Say until when"),
    (r"if possible,? or not|may or may not", "who decides?", "Say who decides, and when"),
)  # fmt: skip
LOOSE: tuple[tuple[str, str, str], ...] = (
    (r"immediately|at once|right away|straight away", "before what else happens then?",
     "Say what waits: `before the next player acts`, `before drawing`"),
    (r"at any time|at any point|at any moment|at every moment|any time (?:you|they) (?:like|want|wish)"
        r"|whenever (?:you|they) (?:like|want|wish)", "also while another acts?",
     "Say whose turn it has to be, and at which step"),
    (r"(?<!as )(?<!sooner or )(?:soon|quickly|reasonabl[ey]|occasionally|later|eventually"
        r"|in due course)(?= ?[.;]|$)|(?<!as )(?:soon"
     r"|quickly|reasonabl[ey]|occasionally)", "when, or how much?", "Say when, or how much"),
)  # fmt: skip
_ASIDE = re.compile(r"\([^()]*\)")
_SURE = re.compile(
    r"\b(?:may|can|free to)\b[^.;]{0,60}\b(?:immediately|at once|right away|straight away)\b"
    r"|\b(?:may|can|must|has to|have to|free to)\b[^.;]{0,60}\b(?:at any (?:time|point|moment)|any time (?:you"
    r"|they)|whenever|soon|quickly"
    r"|reasonabl[ey]|occasionally)\b"
    r"|\b(?:at any (?:time|point|moment)|any time (?:you|they)|whenever (?:you|they))\b[^.;]{0,60}\b(?:may|can"
    r"|must)\b", re.I,
)  # fmt: skip
"""A loose time matters where somebody may or must do something then."""
_AT_ONCE = re.compile(
    r"^(?:(?:you |they )?(?:then )?)?(?:immediately|at once|straight away|right away),?\s+[a-z]+\s+(?:it|them"
    r"|up|over|out|an?|the|one"
    r"|two|three|all|any|your|their|\d+)\b"
    r"|\b(?:goes|moves?|comes?|must|has to|is (?:put|laid|placed|moved|turned|taken|played)|takes?|draws?"
    r"|plays?|puts?|lays?)\s+"
    r"(?:immediately|at once|straight away|right away)\b(?!\s+(?:wins?|loses?|ends?|over|follow))",
    re.I,
)
"""Something has to be done immediately, behind a sentence that says when."""
_TIMED = re.compile(r"\b(?:before|after|during|between|while|turn|until|if|when)\b", re.I)


def find(book: Book) -> Iterator[Finding]:
    """Each such word once, with every sentence that has it."""
    told = [one for one in book.told if not TALK.search(one.heading) and not _EXAMPLE.match(one.text)]
    for words, question, do in VAGUE:
        yield from _each("vague", re.compile(rf"(?<![\w-])(?:{words})(?![\w-])", re.I), question, do, told)
    timed = [
        one for one in told
        if (_SURE.search(one.text) or _AT_ONCE.search(one.text)) and not _TIMED.search(one.text)
    ]  # fmt: skip
    for words, question, do in LOOSE:
        yield from _each("loose", re.compile(rf"(?<![\w-])(?:{words})(?![\w-])", re.I), question, do, timed)


def _each(check: str, form: re.Pattern[str], question: str, do: str, told: list[Sentence]) -> Iterator[Finding]:
    where: dict[str, list[Sentence]] = {}
    for one in told:
        for word in dict.fromkeys(found.group().casefold() for found in form.finditer(_ASIDE.sub(" ", one.text))):
            where.setdefault(word, []).append(one)
    for word, own in where.items():
        yield Finding(check, tuple(own), f"“{word}”: {question}", do)
