"""Patterns in which some cards are wild: are cards of one, and which could be chosen so?

Leaves patterns without wild cards to `patterns` and `choices`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from engine.python.library.choices import bounded
from engine.python.library.given import RANK_OF, Card, Cards
from engine.python.library.kinds import WildLine


@lru_cache(maxsize=64)
def everywhere(line: WildLine) -> tuple[int, ...]:
    """Every place of a line: a wild card may stand at any."""
    return tuple(sorted({place for places in line[0] for place in places}))


def places_of(line: WildLine, card: Card) -> tuple[int, ...]:
    """Where a card may stand."""
    places, _, wild = line
    return everywhere(line) if card in wild else places[RANK_OF[card]]


def step_on(line: WildLine, place: int, step: int) -> int:
    """The place some steps on; a circle has no end."""
    circle = line[1]
    return (place + step) % circle if circle else place + step


def is_wild_run(line: WildLine, cards: Cards) -> bool:
    """Can the cards, no more than there are ranks, be put into an order without a gap, wild cards filling gaps?"""
    places, _, wild = line
    natural = [places[RANK_OF[card]] for card in cards if card not in wild]
    every = everywhere(line)
    for first in every:
        stretch = {step_on(line, first, step) for step in range(len(cards))}
        taken = {place for near in natural for place in near if place in stretch}
        if stretch.issubset(every) and len(taken) == len(natural) and all(map(stretch.intersection, natural)):
            return True
    return not cards


def is_rising_wild_run(line: WildLine, cards: Cards) -> bool:
    """Does each card, of no more than there are ranks, stand one place above the one before it?"""
    return wild_walks(line, cards, (1,))


def is_wild_walk(line: WildLine, cards: Cards) -> bool:
    """Does each card stand one place above or below the one before it?"""
    return wild_walks(line, cards, (1, -1))


def wild_walks(line: WildLine, cards: Cards, steps: tuple[int, ...]) -> bool:
    """Can each card stand one of the steps from the place of the card before it?"""
    reached = set(everywhere(line))
    for card in cards:
        here = reached.intersection(places_of(line, card))
        if not here:
            return False
        reached = {step_on(line, place, step) for place in here for step in steps}
    return True


def is_wild_walk_in_some_order(line: WildLine, cards: Cards) -> bool:
    """Can the cards be put into an order in which each is one place from the one before it?"""
    return wild_walk_goes_on(line, tuple(sorted(places_of(line, card) for card in cards)), None)


@lru_cache(maxsize=4096)
def wild_walk_goes_on(line: WildLine, left: tuple[tuple[int, ...], ...], place: int | None) -> bool:
    """Can a walk from a place go through cards that may stand at these places?"""
    near = None if place is None else {step_on(line, place, 1), step_on(line, place, -1)}
    for i, places in enumerate(left):
        rest = left[:i] + left[i + 1 :]
        if any((near is None or at in near) and wild_walk_goes_on(line, rest, at) for at in places):
            return True
    return not left


def wild_choices(
    cards: Cards, line: WildLine, steps: tuple[int, ...], same: Sequence[Sequence[int]], ordered: bool, least: int,
    most: int, natural: int, most_wild: int,
) -> list[tuple[Card, ...]]:  # fmt: skip
    """All choices, in order, of cards that agree in some attributes unless they are wild; no steps: in no line."""
    found: set[tuple[Card, ...]] = set() if least > 0 else {()}
    tried, jokers = 0, line[2]
    for group in with_wild_cards(cards, jokers, same):
        for choice in grown(group, line, steps, ordered, most):
            tried += 1
            bounded(max(len(found), tried // 8))
            wild = sum(card in jokers for card in choice)
            if len(choice) >= least and wild <= most_wild and len(choice) - wild >= natural:
                found.add(choice if ordered else tuple(sorted(choice)))
    return sorted(found)


def with_wild_cards(cards: Cards, wild: frozenset[int], same: Sequence[Sequence[int]]) -> list[list[Card]]:
    """The natural cards that agree in some attributes, together, with all wild ones."""
    groups: dict[tuple[int, ...], list[Card]] = {}
    for card in cards:
        if card not in wild:
            groups.setdefault(tuple(attribute[card] for attribute in same), []).append(card)
    others = [card for card in cards if card in wild]
    return [sorted(group + others) for group in groups.values()] or [others]


def grown(
    group: list[Card], line: WildLine, steps: tuple[int, ...], ordered: bool, most: int
) -> Iterator[tuple[Card, ...]]:
    """Choices of some cards of a group; in no order, cards that may change places come as they lie in the deck."""
    at: dict[int, list[Card]] = {} if steps else {0: group}
    for card in group if steps else []:
        for place in places_of(line, card):
            at.setdefault(place, []).append(card)
    rising = frozenset[int]() if ordered else line[2] if steps else frozenset(group)
    left: list[tuple[tuple[Card, ...], tuple[int, ...], Card]] = [((), tuple(at), -1)]
    while left:
        chosen, near, last = left.pop()
        if chosen:
            yield chosen
        for place in near if len(chosen) < most else ():
            onward = tuple({step_on(line, place, step) for step in steps}) if steps else (0,)
            for card in at.get(place, ()):
                if card not in chosen and (card not in rising or card > last):
                    left.append(((*chosen, card), onward, card if card in rising else last))
