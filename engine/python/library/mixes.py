"""Shapes with parts: are cards of one, and which could be chosen so?

Leaves other shapes to `patterns`, `choices` and `wild_cards`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from engine.python.library.choices import bounded
from engine.python.library.given import RANK_OF, Card, Cards
from engine.python.library.kinds import Mix
from engine.python.library.wild_cards import with_wild_cards


def is_mix(mix: Mix, cards: Cards) -> bool:
    """Are there so many cards of each rank, and so many wild ones, as the table has?"""
    order, starts, rows, complete, _, wild = mix
    natural = [int(RANK_OF[card]) for card in cards if card not in wild]
    reached = set(starts)
    for rank in order:
        held = natural.count(rank)
        reached = {rows[row][held] for row in reached if held < len(rows[row])} - {-1}
    return any(len(cards) - len(natural) in complete[row] for row in reached)


def mixed_choices(cards: Cards, mix: Mix, same: Sequence[Sequence[int]]) -> list[tuple[Card, ...]]:
    """All choices, in order, of cards that agree in some attributes unless they are wild."""
    found: set[tuple[Card, ...]] = set()
    for group in with_wild_cards(cards, mix[5], same):
        for choice in parted(group, mix):
            found.add(tuple(sorted(choice)))
            bounded(len(found))
    return sorted(found)


def parted(group: list[Card], mix: Mix) -> Iterator[tuple[Card, ...]]:
    """Rank by rank some of its cards, as long as they can be made complete."""
    order, starts, rows, complete, read, jokers = mix
    wild = [card for card in group if card in jokers]
    held = [[card for card in group if RANK_OF[card] == rank and card not in jokers] for rank in order]
    held.append([])
    may = [False] * len(rows)
    for row in reversed(range(len(rows))):
        onward = rows[row][: len(held[read[row]]) + 1]
        done = read[row] == len(order) and any(count <= len(wild) for count in complete[row])
        may[row] = done or any(after >= 0 and may[after] for after in onward)
    left: list[tuple[tuple[Card, ...], int]] = [((), row) for row in starts if may[row]]
    while left:
        chosen, row = left.pop()
        if read[row] == len(order):
            for count in complete[row]:
                for joined in combinations(wild, count):
                    yield (*chosen, *joined)
        for count, after in enumerate(rows[row][: len(held[read[row]]) + 1]):
            if after >= 0 and may[after]:
                left += (((*chosen, *some), after) for some in combinations(held[read[row]], count))
