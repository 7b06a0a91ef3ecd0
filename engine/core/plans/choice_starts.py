"""With which cards choices of a shape may begin: those that enough others may follow, found for all cards at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from engine.core import program as p

MOST_STEPS = 16
MOST_FOLLOWERS = 2


@dataclass(frozen=True)
class ChoiceStarts:
    """Choices of more than one card are only looked for from cards that others of the same cards may follow."""

    name: ClassVar[str] = "choice_starts"

    def __call__(self, program: p.Program) -> bool:
        """Are there shapes?"""
        return bool(program.shapes)


@dataclass(frozen=True, slots=True)
class Followers:
    """Which cards follow which: for each step from a card to another one the cards that it may be taken from, as bits;
    and how many have to follow, as far as that is looked at."""

    steps: tuple[tuple[int, int], ...]
    many: int


def followers(follow: Sequence[int], least: int, *, later: bool) -> Followers | None:
    """Of choices of at least so many cards, by what may follow each card; `later`: cards are taken in their order. None
    where nothing has to follow, or a card may be followed by too many."""
    found: dict[int, int] = {}
    for card, after in enumerate(follow):
        for other in range(len(follow)):
            if after >> other & 1 and other != card and not (later and other < card):
                found[other - card] = found.get(other - card, 0) | 1 << card
    if least < 2 or not found or len(found) > MOST_STEPS:
        return None
    return Followers(tuple(sorted(found.items())), min(least - 1, MOST_FOLLOWERS))
