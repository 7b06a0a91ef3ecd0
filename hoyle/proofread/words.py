"""Words of a sentence, brought to one form: `dealt` is `deal`, `pays` is `put`, `no cards left` is `empty`.

Two sentences of one matter then have words in common. Leaves what follows from it to the checks.
"""

from __future__ import annotations

import re
from functools import lru_cache

from hoyle.proofread.amounts import NUMBER, value
from hoyle.proofread.everyday import FUNCTION

TOKEN = re.compile(r"[A-Za-z]+(?:['’-][A-Za-z]+)*|\d+|[^\w\s]")
_NUMBER = re.compile(NUMBER, re.I)
_IRREGULAR = {
    "dealt": "deal", "won": "win", "lost": "lose", "took": "take", "taken": "take", "drawn": "draw", "drew": "draw",
    "laid": "lay", "given": "give", "gave": "give", "held": "hold", "led": "lead", "paid": "pay", "chosen": "choose",
    "chose": "choose", "gone": "go", "went": "go", "kept": "keep", "got": "get", "gotten": "get", "left": "left",
    "sold": "sell", "bought": "buy", "made": "make", "met": "meet", "began": "begin", "begun": "begin",
    "shown": "show", "thrown": "throw", "said": "say", "children": "child", "men": "man", "women": "woman",
    "beaten": "beat", "mice": "mouse", "dice": "die", "lying": "lie", "wolves": "wolf",
    "winner": "win", "loser": "lose", "bidder": "bid", "leaves": "leaf", "halves": "half",
}  # fmt: skip
_ALIKE = {
    "give": ("give", "deal", "hand"),
    "put": ("put", "place", "lay", "pay", "add", "set"),
    "take": ("take", "draw", "pick", "get", "receive", "gain", "collect"),
    "los": ("lose", "los", "cost", "forfeit"),
    "discard": ("discard", "throw"),
    "end": ("end", "finish", "stop", "conclude", "over"),
    "begin": ("begin", "start", "open"),
    "skip": ("skip", "miss"),
    "empty": ("empty", "exhaust", "gone", "exhausted"),
    "hold": ("hold", "have", "own", "keep"),
    "score": ("score", "worth", "count", "earn"),
    "stock": ("stock", "stockpile", "talon"),
    "may": ("may", "can", "could"),
    "must": ("must", "shall", "need"),
    "person": ("player", "person", "people", "participant"),
    "whole": ("whole", "entire"),
}  # fmt: skip
_ONE_FORM = {word: name for name, words in _ALIKE.items() for word in words}
_NONE_LEFT = re.compile(r"\b(?:no|without)\s+(?:more\s+)?(?:[a-z]+\s+)?(?:[a-z]+\s+)?(?:left|remain\w*"
    r"|in hand)\b|\b(?:runs?|ran|run) (?:out|dry)\b|\bused up\b", re.I)  # fmt: skip


def tokens(text: str) -> list[str]:
    """Words, numbers and marks, in small letters."""
    return [found.group().casefold() for found in TOKEN.finditer(_NONE_LEFT.sub(" empty ", text))]


def number_of(word: str) -> int | None:
    """What a word counts: `three`, `3`."""
    return value(word) if _NUMBER.fullmatch(word) else None


@lru_cache(maxsize=20_000)
def stem(word: str) -> str:
    """The form in which a word is looked up."""
    word = _IRREGULAR.get(word, word).removesuffix("'s").removesuffix("’s")
    form = next((form for form in _forms(word) if form in _ONE_FORM), "")
    if form:
        return _ONE_FORM[form]
    last = _forms(word)[-1]
    return last[:-1] if last.endswith("e") and len(last) > 3 else last


def _forms(word: str) -> list[str]:
    """The word, and what it may be a form of."""
    for ending, kept in (("ies", "y"), ("sses", "ss"), ("xes", "x"), ("ches", "ch"), ("shes", "sh")):
        if word.endswith(ending) and len(word) > len(ending) + 1:
            return [word, word.removesuffix(ending) + kept]
    if word.endswith("s") and not word.endswith(("ss", "us", "is")) and len(word) > 3:
        return [word, word[:-1]]
    for ending in ("ing", "ed"):
        short = word.removesuffix(ending)
        if short != word and len(short) > 2 and re.search("[aeiouy]", short):
            doubled = len(short) > 3 and short[-1] == short[-2] and short[-1] not in "lsz"
            short = short[:-1] if doubled else short
            return [word, f"{short}e", short]
    return [word]


def content(text: str) -> set[str]:
    """What a sentence is about: the stems of its words, without those that only join."""
    return {stem(word) for word in tokens(text) if word[0].isalpha() and word not in FUNCTION and not number_of(word)}
