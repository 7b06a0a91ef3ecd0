"""Luck that comes out as it did before, and what it shows: a first decision that luck can put off for ever."""

from __future__ import annotations

from collections import Counter

from engine.interpreter.interpreter import Interpreter
from engine.luck.chance import Chance, Seeded
from engine.luck.streams import Domain, derive

MOST_ASKED = 200
"""Where luck is asked for more often before the first decision, it can be taken to keep play from it for ever."""
TRIED = 16
"""So many ways for luck to come out the same each time are tried."""


class EndlessLuck(Exception):
    """Luck was asked for more often than it may be."""


class Again:
    """Answers what was asked before as it was answered then.

    `most_again`: so often in a row; then another answer is drawn. Raises `EndlessLuck` when asked more than
    `most_asked` times.
    """

    def __init__(self, inner: Chance, most_again: int | None = None, most_asked: int | None = None) -> None:
        self._inner = inner
        self._most_again = most_again
        self._most_asked = most_asked
        self._shuffled: dict[tuple[int, ...], tuple[int, ...]] = {}
        self._picked: dict[int, int] = {}
        self._often: Counter[object] = Counter()
        self._asked = 0

    def _fresh(self, key: object) -> bool:
        """Is this to be drawn anew?"""
        self._asked += 1
        if self._most_asked is not None and self._asked > self._most_asked:
            raise EndlessLuck
        before = self._often[key]
        self._often[key] += 1
        return before == 0 if self._most_again is None else before % (self._most_again + 1) == 0

    def shuffle(self, cards: tuple[int, ...]) -> tuple[int, ...]:
        """The order in which the same cards came before."""
        key = tuple(sorted(cards))
        if self._fresh(key):
            self._shuffled[key] = self._inner.shuffle(cards)
        return self._shuffled[key]

    def pick(self, n: int) -> int:
        """The number that was picked among as many before."""
        if self._fresh(n):
            self._picked[n] = self._inner.pick(n)
        return self._picked[n]


def put_off(interpreter: Interpreter) -> bool:
    """Can luck keep play from its first decision for ever? Then its starts cannot all be followed."""
    for number in range(TRIED):
        try:
            interpreter.start(Again(Seeded(derive(1, Domain.GAME, number)), most_asked=MOST_ASKED))
        except EndlessLuck:
            return True
    return False
