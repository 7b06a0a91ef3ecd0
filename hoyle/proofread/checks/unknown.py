"""Words for things that a text uses as if they were known, and explains nowhere: `the vole is paid double`.

A noun is known where it is among the words that every reader knows, or where the text brings it in: `a vole`,
`two voles`, `called the vole`, `the vole: ...`. Leaves names with a capital to `terms`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from hoyle.coverage.cut import Sentence
from hoyle.proofread.amounts import NUMBER
from hoyle.proofread.checks.wording import TALK
from hoyle.proofread.everyday import known_word
from hoyle.proofread.finding import Finding
from hoyle.proofread.text import Book

_THINGS = r"(?:cards?|tokens?|markers?|piles?|counters?|chips?|tiles?|pieces?|dice|die|bonus|penalty|phase|points?)"
_AFTER = (
    r"(?=[.,;:!?)]|\s(?:is|are|was|may|must|can|cannot|has|have|goes|go|takes|pays|wins|loses|scores|gets"
    r"|stays|passes|moves|ends|begins|counts|and|or|but|if|when|then|"
    r"that|which|who|of|to|in|on|at|by|from|with|for|after|before|as|than|until|unless|while|into|onto|also"
    r"|again|now|once|only|strikes|appears|comes|leaves|one|two|three|you|they|he|she)\b)"
)
_DEFINITE = re.compile(
    rf"(?<![\w-])(?:the|your|their)\s+(?:(?:next|other|first|last|same"
    rf"|second)\s+)?(?P<word>[a-z]{{3,}}){_AFTER}",
    re.I,
)
_KIND = re.compile(rf"(?<![\w-])(?:the|an?|each|every|any|this|your)\s+(?P<word>[a-z]{{3,}})\s+{_THINGS}\b", re.I)
_GIVEN = re.compile(
    r"\b(?:gets?|takes?|pays?|gains?|loses?|receives?|earns?|spends?|wins?|costs?|moves?|flips?|claims?"
    r"|returns?|does|do|performs?|makes?|calls?|declares?|announces?|plays?)\s+(?:back\s+)?(?:the\s+"
    r"|an?\s+)(?:pieces?\s+of\s+)?"
    rf"(?P<word>[a-z]{{3,}}){_AFTER}", re.I,
)  # fmt: skip
_DOER = re.compile(
    r"(?:send|giv|ask|offer|steal|attack|defend|challeng|claim|call|trad|lend|borrow|start"
    r"|throw|roll|roller|pick|choos|tak|hold|lead|follow|guess|hid|seek|bet|bluff|shuffl|deal|count|pass|speak"
    r"|listen|receiv|thrower|check|tell|cut)(?:e|t|g)?(?:r|er|or)s?",
    re.I,
)
"""Who sends is the sender, though the text says `slides`."""
_ADJECTIVE = re.compile(r".*(?:ed|en|est|ing|ful|ous|ive|al|able|ible|less|ic|ary|ly|ant|ent|ish|y|ese|ior"
    r"|ward|th|nd|st|rd)"
    r"|(?:high|low|small|larg|great|bigg|long|short|old|young|form|latt|fast|slow|upp|inn|out|und|oth|prop|play|deal"
    r"|lead|own|hold|oppon|bett|weak|strong|clos|near|furth|earli|lat|numb|count|pow|quart|sup)er", re.I)  # fmt: skip
_COMMON_KINDS_WORDS = """
ace action bad bare best bid big black blank blue bonus bottom brown club color colour court dead deal diamond discard
double draw dummy empty even event extra face face-down face-up free full goal gold good gray green grey hand heart
help high jack joker king large last lead left live long loose low main major match minor minus money new next number
odd old orange own penalty picture pink plain play plus prize purple queen rank rare red reference right rule safe
same score second short silver single small spade start stock suit summary top trade trick triple trump value victory
waste white whole wild worst wrong yellow
"""
COMMON_KINDS = frozenset(_COMMON_KINDS_WORDS.split())


def find(book: Book) -> Iterator[Finding]:
    """Every such word, at its first use."""
    told = [one for one in book.told if not _STORY.search(one.heading) and not _TITLE.match(one.text)]
    words = " ".join(one.text for one in book.told)
    pieces = "\n".join((words, *book.headings[1:]))
    for word, own in _uses(told).items():
        if not _brought_in(word, pieces) and not _titled(word, book) and any(_OF_PLAY.search(one.text) for one in own):
            yield Finding(
                "unexplained", tuple(dict.fromkeys(own)), f"“{word}”: nothing says what it is",
                "Explain it where it first stands, or use a word that is explained",
            )  # fmt: skip


_STORY = re.compile(rf"{TALK.pattern}|\b(?:aim|goal|object(?:ive)?|idea)\b", re.I)
_OF_PLAY = re.compile(
    rf"\b(?:players?|you|your|they|cards?|turns?|hands?|piles?|pays?|paid|wins?|won|scores?|counts?|worth|double|deals?|dealt|draws?|plays?|played|each|every|must|may|can"
    rf"|{_THINGS})\b", re.I,
)  # fmt: skip
"""Without such a word a sentence tells a story, and no rule."""
_TITLE = re.compile(r"\W*(?:for )?(?:example|instance|e\.g|note|hint|tip)\b", re.I)


def _titled(word: str, book: Book) -> bool:
    """Is a section called so? Then it says what it is."""
    return any(
        re.fullmatch(rf"(?:[\d.]+\s+)?(?:the\s+|an?\s+)?{word}", head.strip(" .:"), re.I) for head in book.headings[1:]
    )


def _uses(told: list[Sentence]) -> dict[str, list[Sentence]]:
    uses: dict[str, list[Sentence]] = {}
    for one in told:
        for form in (_DEFINITE, _KIND, _GIVEN):
            for found in form.finditer(one.text):
                word = found.group("word")
                if word.islower() and not known_word(word) and (form is not _KIND or not _of_a_kind(word)):
                    uses.setdefault(word, []).append(one)
    return uses


def _of_a_kind(word: str) -> bool:
    return word in COMMON_KINDS or bool(_ADJECTIVE.fullmatch(word))


def _brought_in(word: str, text: str) -> bool:
    """Does the text bring the thing in, as a new one? Who melds is the melder."""
    one = re.escape(word)
    if _DOER.fullmatch(word):
        return True
    if word.endswith("s") and re.search(
        rf"\b(?:an?|one|your|each|every|their|his"
        rf"|her)\s+(?:[a-z-]+\s+)?{re.escape(word[:-1])}\b",
        text,
        re.I,
    ):
        return True
    doer = re.fullmatch(r"(.{3,}?)(?:e|i)?(?:er|or)s?", word)
    if doer and re.search(
        rf"(?<![\w-]){doer.group(1)}(?!(?:e|i)?(?:er|or)s?(?![\w-]))[a-z]{{0,4}}(?![\w-])", text, re.I
    ):
        return True
    if re.search(rf"[a-z][,:]\s+the\s+{one}\s*[.,;)]|[:;,]\s+the\s+{one},\s+(?:{NUMBER}|cards?|any|all)\b", text, re.I):
        return True
    if re.search(
        rf"(?<![\w-])(?:an?|one|called|named|that['’]s|that is|this is|as|becomes?|forms?|is|are|this|these"
        rf"|those|known as)\s+(?:an?\s+"
        rf"|the\s+)?(?:[a-z-]+\s+)?[\"“*\u2018']*{one}(?![\w-])"
        rf"|(?<![\w-]){one}s?[\"”*’']*\s*(?:[:=(–—]|,\s+(?:an?|the|that is|or)\s|\s-\s)"
        rf"|(?<![\w-])(?:{NUMBER})\s+(?:[a-z-]+\s+)?{one}(?:s|es)?(?![\w-])"
        rf"|(?<![\w-]){one}s?\s+(?:is|are|means?|consists?)\s+(?:an?|the|any|all|what|whatever|where|made|one"
        rf"|your|each|every|cards?)(?![\w-])",
        text, re.I,
    ):  # fmt: skip
        return True
    many = rf"{one[:-1]}ies" if one.endswith("y") else rf"{one}(?:s|es)"
    return not word.endswith("s") and bool(re.search(rf"(?<!the )(?<![\w-])(?:{many})(?![\w-])", text, re.I))
