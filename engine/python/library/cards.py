"""Cards as sets and as sums.

Leaves moving them to `moving`, and patterns to `patterns`.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.python.library.faults import Undefined
from engine.python.library.given import Card, Cards


def top(cards: Cards) -> Card:
    """The top card."""
    if not cards:
        raise Undefined("there is no top card, since there are no cards")
    return cards[-1]


def bottom(cards: Cards) -> Card:
    """The bottom card."""
    if not cards:
        raise Undefined("there is no bottom card, since there are no cards")
    return cards[0]


def top_cards(count: int, cards: Cards) -> Cards:
    """So many cards from the top, as they lie."""
    return tuple(cards[len(cards) - count :])


def bottom_cards(count: int, cards: Cards) -> Cards:
    """So many cards from the bottom, as they lie."""
    return tuple(cards[:count])


def in_deck_order(cards: Cards) -> Cards:
    """Cards in the order of the deck."""
    return tuple(sorted(cards))


def plus(some: Cards, others: Cards) -> Cards:
    """The cards of either."""
    return tuple(sorted({*some, *others}))


def without(some: Cards, others: Cards) -> Cards:
    """The cards of the first but not of the second."""
    return tuple(sorted(set(some).difference(others)))


def common(some: Cards, others: Cards) -> Cards:
    """The cards of both."""
    return tuple(sorted(set(some).intersection(others)))


def same_cards(some: Cards, others: Cards) -> bool:
    """Are these the same cards in the same order?"""
    return tuple(some) == tuple(others)


def at_most_one(cards: Cards) -> Cards:
    """Cards that go to an ordered place in no order, and so may not be several."""
    if len(cards) > 1:
        raise Undefined(f"{len(cards)} cards in no order go to an ordered place")
    return tuple(cards)


def least_total(values: Sequence[Sequence[int]], cards: Cards) -> int:
    """The sum of the cards, each counted by the least of its values."""
    total = 0
    for card in cards:
        total += values[card][0]
    return total


def greatest_total(values: Sequence[Sequence[int]], cards: Cards) -> int:
    """The sum of the cards, each counted by the greatest of its values."""
    total = 0
    for card in cards:
        total += values[card][-1]
    return total


def can_total(values: Sequence[Sequence[int]], cards: Cards, amount: int) -> bool:
    """Can the cards, each counted by one of its values, make this sum?"""
    totals = {sum([values[card][0] for card in cards])}
    for card in cards:
        if len(values[card]) > 1:
            totals = {total - values[card][0] + value for total in totals for value in values[card]}
    return amount in totals


def valued(values: Sequence[Sequence[int]], cards: Cards) -> Cards:
    """Cards of which each has a value."""
    if not all(values[card] for card in cards):
        raise Undefined("a card has no value to be counted by")
    return cards
