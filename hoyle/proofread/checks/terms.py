"""Words for things: explained and never used, used and never explained, two for one thing, one for two."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from hoyle.coverage.cut import Sentence
from hoyle.proofread.amounts import NUMBER
from hoyle.proofread.everyday import FUNCTION, known_word
from hoyle.proofread.finding import Finding
from hoyle.proofread.text import Book
from hoyle.proofread.words import content, stem

_WORD = r"[A-Za-z][\w'’-]*"
_SAYS = r"(?:a|an|any|the|one|two|three|four|five|\d+|every|each|some|when|what|worth|also|made|all|cards?)\b"
_DEFINED = [
    re.compile(
        rf"^(?:An?|The)\s+(?P<bold>\**)[\"“]?(?P<term>{_WORD}(?:\s+{_WORD})?)[\"”]?(?P=bold)\s+(?:is|means"
        rf"|consists "
        rf"of)\s+(?={_SAYS})"
    ),
    re.compile(rf"^(?P<term>[A-Z][\w'’-]*(?:\s+[A-Z][\w'’-]*)?)\s+(?:are|means?)\s+(?={_SAYS})"),
]
_CALLED = re.compile(
    rf"(?:\b(?:is|are)|,)\s+(?:also\s+)?(?:called|known as|named)\s+(?:an?\s+|the\s+|that "
    rf"player['’]s\s+)?[\"“*]*(?P<term>{_WORD}(?:\s+{_WORD})?)",
    re.I,
)
_HAS_EFFECT = re.compile(
    r"(?:\band|;|,)\s+(?:(?:it|they|which|each|this|that|then|whoever \w+ it)\s+)?(?:may"
    r"|must|can|cannot|scores?|counts?|wins?|loses?|costs?|is worth|are worth|gets?|takes?|pays?)\b",
    re.I,
)
_IN_PASSING = re.compile(
    r"\b(?:also (?:known as|called|named)|(?:some|often|sometimes|usually) (?:known as"
    r"|called)|known as|is the same)\b",
    re.I,
)
"""Another name that is told by the way."""
_MEANS = [
    re.compile(
        rf"\b(?:[Bb]y|[Aa]s)\s+(?:an?\s+)?[\"“'\u2018*]*(?P<term>{_WORD})[\"”'’*]*\s+(?:we|I|is"
        rf"|are)\s+(?:mean|understand|meant)"
    ),
    re.compile(
        rf"\b(?:known|referred)\s+(?:to \w+\s+)?(?:as|to as)\s+(?:an?"
        rf"|the)\s+[\"“'\u2018*]*(?P<term>{_WORD})"
    ),
    re.compile(
        rf"^[Tt]he (?:word|term|name)\s+[\"“'\u2018*]*(?P<term>{_WORD})[\"”'’*]*\s+(?:stands for|means"
        rf"|denotes|refers to|is used)"
    ),
    re.compile(
        rf"^[\"“'\u2018*]*(?P<term>{_WORD}(?:\s+[a-z]+)?)[\"”'’*]*\s*[:=–]\s+(?=(?:the|an?|any|two"
        rf"|three|four|five|cards?)\s+(?!player\b|dealer\b))"
    ),
]
_ONLY = re.compile(r"^\w+ (?:is|are) the (?:only|same|first|last|best|most)\b", re.I)
_QUOTED = [
    re.compile(rf"\((?:an?|the|called|a so-called)\s+[\"“](?P<term>{_WORD})[\"”]\)"),
    re.compile(rf"^(?:An?|The)\s+[\"“](?P<term>{_WORD})[\"”]\s"),
    re.compile(
        r"^(?:An?|The|Two|Three|Four|Cards?)\s[^.:;]{4,60}?\s(?:is|are)\s+(?:an?\s+|its\s+"
        r"|called\s+)(?P<term>[a-z][a-z'-]+)\.$"
    ),
]
_BRIEF = re.compile(
    rf"^[\"“]?(?P<term>{_WORD})[\"”]?\s*[:=]\s*(?:an?\s+)?(?:two|three|four|five|six|ten"
    rf"|\d+)(?:\s+or\s+more|\+)?\s[^.]*\b(?:cards?|of (?:one|the same|a) (?:rank|suit|kind|colou?r))\b",
    re.I,
)
_CONSISTS = re.compile(r"\b(?:made up of|consists? of|made of|contains?|comprises?|includes?)\b", re.I)
"""What is listed behind it is brought in."""
_GLOSSARY = re.compile(r"\b(?:words|glossary|terms|terminology|definitions?|vocabulary)\b", re.I)
_IS_A = re.compile(rf"^An?\s+(?P<who>{_WORD})\s+is\s+an?\s+(?P<term>[a-z][\w'’-]*)\.$")
PLAIN = frozenset(
    [
        "player",
        "players",
        "card",
        "cards",
        "turn",
        "game",
        "hand",
        "deck",
        "pack",
        "round",
        "rest",
        "dealer",
        "winner",
        "loser",
        "first",
        "second",
        "last",
        "next",
        "joker",
        "ace",
        "king",
        "queen",
        "jack",
        "score",
        "goal",
        "aim",
        "object",
        "object",
        "one",
        "it",
        "this",
        "that",
        "there",
        "suit",
        "rank",
        "value",
        "number",
        "table",
        "pile",
        "piles",
        "top",
        "bottom",
        "player's",
        "game's",
        "jokers",
        "aces",
        "kings",
        "queens",
        "jacks",
        "order",
        "point",
        "points",
        "following",
        "example",
        "exception",
        "only",
        "other",
        "same",
        "maximum",
        "minimum",
        "most",
        "least",
        "a",
        "these",
        "those",
        "they",
        "we",
        "you",
        "here",
        "lot",
    ]
)
_CAPITALS = re.compile(
    r"(?<=[a-z,;0-9)] )(?P<article>(?:the|a|an|your|their|each|one"
    r"|two)\s+)?(?P<term>[A-Z][a-z]+(?:\s+[A-Z][a-z]+)*)"
)
_BEGINS = re.compile(r"^(?:The|A|An)\s+(?P<term>[A-Z][a-z]+(?:\s+[A-Z][a-z]+)*)")
_SPOKEN = re.compile(r"[\"“][^\"”]{0,200}[\"”]")
_ENUMERATED = re.compile(r":\s+[A-Z][a-z]+(?:,\s+[A-Z][a-z]+)*,?\s+(?:and|or)\s+[A-Z][a-z]+")
_PIECES = re.compile(
    r"(?:Card|Token|Marker|Phase|Penalty|Bonus|Rule|Action|Step|Pile|Zone|Area|Board|Track|Tile|Point)s?"
)
_KNOWN = re.compile(
    r"(?:ace|king|queen|jack|knave|joker|heart|diamond|club|spade|ten|nine|eight|seven|six|five|four|three|two|one"
    r"|player|north|south|east|west|"
    r"monday|tuesday|wednesday|thursday|friday|saturday|sunday|i|english|french|german|spanish|italian|example|note"
    r"|red|black|step|pile|"
    r"section|chapter|rule|table|figure|deuce|trey|card)s?(?:\s+(?:[a-z]|\d+|of \w+))?", re.I,
)  # fmt: skip
_COMPONENTS = re.compile(r"component|content|you need|equipment|in the box|material|^cards$|parts\b", re.I)
_PIECE = re.compile(
    r"\b(?:the|an?|one)\s+((?:[a-z]+\s+){1,2}?)(marker|token|die|pawn|counter|chip|meeple|disc|cube)\b", re.I
)
_ALONE = re.compile(
    r"\b(?:the|an?|one)\s+(die|coin|cube|disc|disk|bead|bean|marble|crystal|gem|peg|pawn|timer|hourglass|stone|meeple|spinner|figurine|bell"
    r"|buzzer)\b(?!\s+(?:is cast|of))",
    re.I,
)
_MATES = (
    ("pile", "stack", "heap"), ("token", "marker", "counter", "chip", "pawn"), ("phase", "step", "stage"),
    ("area", "zone"),    ("limit", "maximum"), ("card", "tile"),
)  # fmt: skip
MOST_USES = 4
"""What stands in more sentences is explained somewhere, in words of its own."""
_NO_RULE = re.compile(
    r"https?://|\bwww\.|©|\b(?:copyright|hosted|powered|published|designed|illustrated"
    r"|thanks)\b",
    re.I,
)
"""What speaks of the text, the page or its makers."""
_KIND = re.compile(r"(?<![\w-])(?:\d+|an?|the|each|every)\s+([a-z]+) cards?\b", re.I)
_NO_KIND = re.compile(
    r".*(?:ed|en|ing|er|est|st|nd|rd|th)|red|black|blue|green|yellow|white|single|whole|same|new|other|own|face"
    r"|court|high|low|wild|top"
    r"|bottom|last|next|odd|even|free|extra|lead|led|trump|joker|ace|king|queen|jack|more|only|playing|player|few"
    r"|two|three|four|five|six",
    re.I,
)
"""Words before `card` that name no kind of card in the box."""
_NOT_NAMES = frozenset(
    [
        "the",
        "a",
        "an",
        "one",
        "each",
        "every",
        "this",
        "that",
        "any",
        "no",
        "another",
        "new",
        "own",
        "empty",
        "next",
        "last",
        "first",
        "second",
        "top",
        "single",
        "whole",
        "same",
        "other",
        "of",
        "to",
        "or",
        "and",
        "in",
        "from",
        "on",
        "onto",
        "your",
        "their",
        "his",
        "her",
        "its",
        "which",
        "two",
        "three",
        "four",
        "five",
        "six",
        "is",
        "are",
        "with",
        "either",
        "player",
        "face-down",
        "face-up",
        "up",
        "down",
        "largest",
        "smallest",
        "only",
        "as",
        "be",
        "has",
        "have",
        "all",
        "both",
        "some",
        "such",
        "more",
        "at",
        "by",
        "per",
        "for",
        "if",
        "into",
        "than",
        "then",
        "must",
        "may",
        "can",
        "start",
        "starting",
        "old",
        "remaining",
        "separate",
        "small",
        "large",
        "run",
    ]
)
_STOCKS = re.compile(
    r"\b(draw pile|drawing pile|draw deck|draw stack|stockpile|stock|talon)\b|\bfrom the (?:top of the )?(deck)\b"
    r"|\bthe (deck) (?:is empty|runs out)",
    re.I,
)
_DISCARDS = re.compile(
    r"\b(discard pile|waste pile|waste heap|discard heap|discard stack|rubbish heap|graveyard|wastepile"
    r"|discards pile)\b",
    re.I,
)
_SAME = re.compile(r"\b(?:called|known as|named|i\.e\.|that is|also|or|as the)\b|[(“\"]", re.I)


@dataclass(frozen=True, slots=True)
class Term:
    """A word that a sentence explains."""

    name: str
    at: Sentence

    @property
    def form(self) -> re.Pattern[str]:
        return form_of(self.name)


def form_of(name: str) -> re.Pattern[str]:
    """The word, also as more than one."""
    stem = re.escape(name.casefold())
    many = rf"{stem[:-1]}(?:y|ies)" if name.casefold().endswith("y") else rf"{stem}(?:e?s)?"
    return re.compile(rf"(?<!\w){many}(?!\w)", re.I)


def find(book: Book) -> Iterator[Finding]:
    """Everything about words."""
    terms = list(told_terms(book))
    yield from _unused(book, terms)
    yield from _two_things(book, terms)
    yield from _late(book, terms)
    yield from _unexplained(book, terms)
    yield from _not_listed(book)
    yield from _kinds(book)
    yield from _two_names(book)


def told_terms(book: Book) -> Iterator[Term]:
    """Every word that a sentence explains."""
    for one in book.told:
        for form in _DEFINED:
            found = form.match(one.text)
            name = found.group("term").strip("*").casefold() if found else ""
            if (
                name
                and not set(name.split()) & PLAIN
                and not _COMPONENTS.match(name)
                and not re.search(r"\b(?:of|in|with|who|that|is|who)\b", name)
            ):
                yield Term(name, one)
                break
        if _ONLY.search(one.text):
            continue
        meant = next((found for form in _MEANS[:-1] if (found := form.search(one.text))), None)
        meant = meant or _BRIEF.match(one.text)
        meant = meant or (_MEANS[-1].match(one.text) if _GLOSSARY.search(one.heading) else None)
        if meant and meant.group("term").casefold() not in PLAIN:
            yield Term(meant.group("term").casefold(), one)
        quoted = next((found for form in _QUOTED if (found := form.search(one.text))), None)
        if quoted and not known_word(quoted.group("term").casefold()):
            yield Term(quoted.group("term").casefold(), one)
            continue
        called = _CALLED.search(one.text)
        if called:
            name = re.split(
                r"\s+(?:and|or|if|when|for|by|until|in|with)\b", called.group("term").strip('*"”').casefold()
            )[0]
            if name not in PLAIN:
                yield Term(name, one)


def _unused(book: Book, terms: list[Term]) -> Iterator[Finding]:
    placed = [(one.place, one.text) for one in book.sentences]
    for term in terms:
        at = term.at.place
        own = len(term.form.findall(term.at.text))
        if _IN_PASSING.search(term.at.text) or _HAS_EFFECT.search(term.at.text) or _COMPONENTS.match(term.name):
            continue
        if re.match(r"(?:first|second|third|fourth|last|next)\b", term.name):
            continue
        if own < 2 and not any(term.form.search(text) for place, text in placed if place != at):
            yield Finding(
                "unused",
                (term.at,),
                f"“{term.name}” is explained here and used nowhere else",
                "Use the word, or take its explanation out",
            )


def _two_things(book: Book, terms: list[Term]) -> Iterator[Finding]:
    first: dict[str, Term] = {}
    for one in book.told:
        found = _IS_A.match(one.text)
        if found and found.group("term") not in PLAIN:
            first.setdefault(found.group("term"), Term(found.group("term"), one))
    kept = {stem(name): term.at for name, term in first.items()}
    for term in terms:
        before = kept.setdefault(stem(term.name), term.at)
        called = [_CALLED.search(one.text) for one in (term.at, before)]
        apart = not content(term.at.text) & content(before.text) - {stem(term.name), "card", "person"}
        if before.place != term.at.place and (not called[0] or apart):
            yield Finding(
                "two-things",
                (term.at, before),
                f"“{term.name}” is explained twice, as two things",
                "Keep one, or give the other a name of its own",
            )


def _late(book: Book, terms: list[Term]) -> Iterator[Finding]:
    opening = {book.told[0].heading} if book.told else set()
    for term in terms:
        at = book.places[term.at.place]
        early = next((one for one in book.told[:at] if term.form.search(one.text)), None)
        if (
            early
            and early.heading not in opening
            and early.heading != term.at.heading
            and at - book.places[early.place] > 2
        ):
            yield Finding(
                "late",
                (early, term.at),
                f"“{term.name}” is used here, and explained only later",
                "Explain it here, or name the section that does",
            )


def _unexplained(book: Book, terms: list[Term]) -> Iterator[Finding]:
    """Words with a capital, as names of things have, that no sentence explains."""
    uses = _named(book)
    first = book.text.strip().partition("\n")[0].strip()
    headings = " ".join((*book.headings, first if first[-1:].isalnum() else "")).casefold()
    told = " ".join(one.text for one in book.told)
    listed = {word for found in _ENUMERATED.finditer(told) for word in re.findall(r"[A-Z][a-z]+", found.group())}
    for name, own in uses.items():
        form = form_of(name)
        known = (
            _KNOWN.fullmatch(name) or all(_KNOWN.fullmatch(word) for word in name.split()) or set(name.split()) & listed
        )
        lower = re.search(rf"(?<!\w){re.escape(name.casefold())}", told)
        counted = re.search(rf"\b(?:{NUMBER})\s+(?:[a-z]+\s+)?{re.escape(name)}", told, re.I) and len(name.split()) > 1
        explained = form.search(headings) or any(form.fullmatch(term.name) for term in terms) or lower or counted
        if (
            known
            or explained
            or len({one.place for one in own}) > MOST_USES
            or any(_listed(one, form) for one in book.told)
        ):
            continue
        yield Finding(
            "unexplained",
            tuple(dict.fromkeys(own)),
            f"“{name}” is written as a name, and nothing says what it is",
            "Explain it where it first stands",
        )


def _named(book: Book) -> dict[str, list[Sentence]]:
    """Names of things, and the sentences that have them: with an article, or as a kind of piece."""
    uses: dict[str, list[Sentence]] = {}
    for one in book.told:
        example = re.match(r"\W*(?:for )?example", one.text, re.I) or re.search("example", one.heading, re.I)
        if example or _NO_RULE.search(one.text):
            continue
        text = _SPOKEN.sub(" ", one.text)
        heads = [
            *((found, True) for found in _BEGINS.finditer(text)),
            *((found, False) for found in _CAPITALS.finditer(text)),
        ]
        for found, begins in heads:
            words = found.group("term").removeprefix("The ").split()
            joined = any(word.casefold() in FUNCTION for word in words)
            if not joined and (begins or found.group("article") or (len(words) > 1 and _PIECES.fullmatch(words[-1]))):
                uses.setdefault(" ".join(words), []).append(one)
    return uses


def _listed(one: Sentence, form: re.Pattern[str]) -> bool:
    """Is the word among the components, or does the sentence begin by it, as one that explains it?"""
    begins = re.match(r"\W*(?:(?:the|an?|each)\s+)?", one.text, re.I)
    explained = form.match(one.text, begins.end() if begins else 0)
    if explained and re.match(r"\s*(?:[:=–—-]|\()", one.text[explained.end() :]):
        return True
    explains = form.match(one.text, begins.end() if begins else 0) and re.search(
        r"\b(?:is|are|means|:)\s+(?:an?|the|any|when)\b", one.text
    )
    part = _CONSISTS.search(one.text)
    if part and re.search(
        rf"(?:,|\band\b|\bof\b)\s+(?:an?|one|two|three|four|the)\s+{form.pattern}", one.text[part.start() :], re.I
    ):
        return True
    return bool((_COMPONENTS.search(one.heading) and form.search(one.text)) or explains)


def _not_listed(book: Book) -> Iterator[Finding]:
    """A piece that is used, where there is a list of pieces without it."""
    listed = [one for one in book.told if _COMPONENTS.search(one.heading)]
    if len(listed) < 2:
        return
    words = " ".join(one.text for one in listed).casefold()
    seen: set[str] = set()
    for one in book.told:
        for found in _ALONE.finditer(one.text) if one not in listed else ():
            name = found.group(1).casefold()
            if name not in seen and not form_of(name).search(words.replace("dice", "die dice")):
                seen.add(name)
                says = f"“{found.group()}” is used, and is not among the components"
                yield Finding("not-listed", (one,), says, "Add it to the components")
        for found in _PIECE.finditer(one.text):
            name = f"{found.group(1).split()[-1]} {found.group(2)}".casefold()
            if found.group(1).split()[-1].casefold() in _NOT_NAMES or name in seen or one in listed:
                continue
            seen.add(name)
            if not form_of(name).search(words):
                yield Finding(
                    "not-listed",
                    (one,),
                    f"“{found.group().strip()}” is used, and is not among the components",
                    "Add it to the components",
                )


def _kinds(book: Book) -> Iterator[Finding]:
    """A kind of card that is spoken of, where the kinds of cards are listed without it."""
    listed = [one for one in book.told if _COMPONENTS.search(one.heading) or re.search(r"\b\d+ \w+ cards\b", one.text)]
    named = re.compile(r"\b(?:\d+|[a-z]+teen|twenty|thirty|forty)\s+([a-z]+) cards\b", re.I)
    kinds = {found.group(1).casefold() for one in listed for found in named.finditer(one.text)}
    kinds -= {kind for kind in kinds if _NO_KIND.fullmatch(kind)}
    seen: set[str] = set()
    for one in book.told if len(kinds) > 1 else ():
        for found in _KIND.finditer(one.text):
            kind = found.group(1).casefold()
            if kind not in kinds and kind not in seen and not _NO_KIND.fullmatch(kind) and kind not in _NOT_NAMES:
                seen.add(kind)
                if not any(form_of(kind).search(other.text) for other in book.told if other != one):
                    says = f"“{found.group()}” is no kind of card that is listed"
                    yield Finding("not-listed", (one, listed[0]), says, "Use the name that the card has, or list it")


def _two_names(book: Book) -> Iterator[Finding]:
    for form in (_STOCKS, _DISCARDS):
        yield from _names(book, form)
    seen: dict[tuple[str, int], dict[str, list[Sentence]]] = {}
    for at, mates in enumerate(_MATES):
        form = re.compile(rf"\b([a-z'-]+)\s+({'|'.join(mates)})s?\b", re.I)
        for one in book.told:
            for found in form.finditer(one.text):
                if found.group(1).casefold() not in _NOT_NAMES:
                    names = seen.setdefault((found.group(1).casefold(), at), {})
                    names.setdefault(f"{found.group(1)} {found.group(2)}".casefold(), []).append(one)
    for (first, _), names in seen.items():
        if len(names) > 1 and first not in ("discard", "waste", "draw"):
            yield from _differ(names)


def _names(book: Book, form: re.Pattern[str]) -> Iterator[Finding]:
    names: dict[str, list[Sentence]] = {}
    for one in book.told:
        for found in form.finditer(one.text):
            names.setdefault(next(word for word in found.groups() if word).casefold(), []).append(one)
    if len(names) > 1:
        yield from _differ(names)


def _differ(names: dict[str, list[Sentence]]) -> Iterator[Finding]:
    """The name that is used least, beside the one that is used most; none where one sentence has both as one."""
    ordered = sorted(names, key=lambda name: -len(names[name]))
    usual = ordered[0]
    for name in ordered[1:]:
        both = [one for one in names[name] if one in names[usual] and _SAME.search(one.text)]
        if not both:
            yield Finding(
                "two-names", (names[name][0], names[usual][0]), f"“{name}” here, “{usual}” elsewhere: one "
                f"thing, or two?",
                "Use one name for one thing",
            )  # fmt: skip
