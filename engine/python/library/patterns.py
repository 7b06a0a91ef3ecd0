"""Are cards of a pattern?

Leaves the cards that could be chosen so to `choices`.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import product

from engine.python.library.given import COLOUR_OF, RANK_OF, ROUND_THE_CORNER, SUIT_OF, Cards
from engine.python.library.kinds import Line

ALIKE_IN_RANK = {wanted: frozenset(card for card, rank in enumerate(RANK_OF) if rank == wanted) for wanted in RANK_OF}


def same_rank(cards: Cards) -> bool:
    """Are the cards of one rank?"""
    return not cards or ALIKE_IN_RANK[RANK_OF[cards[0]]].issuperset(cards)


ALIKE_IN_SUIT = {wanted: frozenset(card for card, suit in enumerate(SUIT_OF) if suit == wanted) for wanted in SUIT_OF}


def same_suit(cards: Cards) -> bool:
    """Are the cards of one suit?"""
    return not cards or ALIKE_IN_SUIT[SUIT_OF[cards[0]]].issuperset(cards)


ALIKE_IN_COLOUR = {
    wanted: frozenset(card for card, colour in enumerate(COLOUR_OF) if colour == wanted) for wanted in COLOUR_OF
}


def same_colour(cards: Cards) -> bool:
    """Are the cards of one colour?"""
    return not cards or ALIKE_IN_COLOUR[COLOUR_OF[cards[0]]].issuperset(cards)


def is_run(line: Line, cards: Cards) -> bool:
    """Can the cards, each of its own rank, be put into an order without a gap?"""
    ranks = {RANK_OF[card] for card in cards}
    if len(ranks) < len(cards):
        return False
    return not ranks or any(is_stretch(places) for places in product(*(line[rank] for rank in ranks)))


def is_stretch(places: Sequence[int]) -> bool:
    """Do places follow one another?"""
    return max(places) - min(places) == len(set(places)) - 1 == len(places) - 1


def is_round_run(line: Line, cards: Cards) -> bool:
    """Can the cards, each of its own rank, be put into an order without a gap, the last rank next to the first?"""
    ranks = {RANK_OF[card] for card in cards}
    if len(ranks) < len(cards):
        return False
    places = {place for rank in ranks for place in line[rank]}
    return sum((place + 1) % len(line) not in places for place in places) <= 1


def is_rising_run(line: Line, cards: Cards) -> bool:
    """Does each card stand one place above the one before it, all of different ranks?"""
    return len({RANK_OF[card] for card in cards}) == len(cards) and walks(line, cards, (1,))


def is_walk(line: Line, cards: Cards) -> bool:
    """Does each card stand one place above or below the one before it?"""
    return walks(line, cards, (1, -1))


def walks(line: Line, cards: Cards, steps: tuple[int, ...]) -> bool:
    """Can each card stand one of the steps from the place of the card before it?"""
    reached: set[int] | None = None
    for card in cards:
        here = set(line[RANK_OF[card]])
        if reached is not None:
            here &= {beside(line, place, step) for place in reached for step in steps}
        if not here:
            return False
        reached = here
    return True


def beside(line: Line, place: int, step: int) -> int:
    """The place some steps on; a circle has no end."""
    return (place + step) % len(line) if line is ROUND_THE_CORNER else place + step


def is_walk_in_some_order(line: Line, cards: Cards) -> bool:
    """Can the cards be put into an order in which each is one place from the one before it?"""
    return walk_goes_on(line, tuple(sorted(RANK_OF[card] for card in cards)), None)


@lru_cache(maxsize=4096)
def walk_goes_on(line: Line, ranks: tuple[int, ...], place: int | None) -> bool:
    """Can a walk from a place go through all these ranks?"""
    if not ranks:
        return True
    for i, rank in enumerate(ranks):
        for there in line[rank]:
            near = place is None or there in (beside(line, place, 1), beside(line, place, -1))
            if near and walk_goes_on(line, ranks[:i] + ranks[i + 1 :], there):
                return True
    return False
