"""Guesses which known word a writer meant by an unknown one.

Leaves what to say about the unknown word to whoever found it.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable

ENOUGH = 0.7
LONGEST = 80


def nearest(word: str, known: Iterable[str]) -> str | None:
    """The likeliest of the known words, if one is near enough; of equally near ones the first in alphabet."""
    word = word[:LONGEST]
    candidates = sorted(set(known) - {word})
    if len(word) <= 2:
        return next((k for k in candidates if k.lower() == word.lower()), None)
    likeness, best = max(((_likeness(word, k), k) for k in candidates), key=lambda p: p[0], default=(0.0, ""))
    return best if likeness >= ENOUGH else None


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """A sentence's tail, such as "; did you mean `hand`?", or nothing."""
    best = nearest(word, known)
    return f"; did you mean `{best}`?" if best is not None else ""


def _likeness(word: str, known: str) -> float:
    """From 0 to about 1; letters in another order, the commonest slip, count as nearly the same word."""
    word, known = word.lower(), known.lower()[:LONGEST]
    bonus = 0.2 if sorted(word) == sorted(known) else 0.0
    return difflib.SequenceMatcher(None, word, known, autojunk=False).ratio() + bonus
