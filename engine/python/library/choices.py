"""The choices of cards of a pattern.

Leaves their order to the engine.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import chain, combinations, permutations, product
from math import comb, perm, prod

from engine.python.library.given import RANK_OF, Card, Cards
from engine.python.library.kinds import Line
from engine.python.library.patterns import beside

MOST_WAYS = 1_000_000


class TooManyChoices(RuntimeError):
    """Some cards can be chosen in more ways than are listed."""


def bounded(ways: int) -> None:
    """Raises TooManyChoices where there are too many ways to list them."""
    if ways > MOST_WAYS:
        raise TooManyChoices(f"cards can be chosen here in more than {MOST_WAYS:,} ways")


def alike(cards: Cards, attribute: Sequence[int]) -> Iterator[tuple[Card, ...]]:
    """The cards that agree in an attribute, together."""
    groups: dict[int, list[Card]] = {}
    for card in cards:
        groups.setdefault(attribute[card], []).append(card)
    return map(tuple, groups.values())


def alike_in_all(cards: Cards, *attributes: Sequence[int]) -> Iterator[tuple[Card, ...]]:
    """The cards that agree in several attributes, together."""
    groups: dict[tuple[int, ...], list[Card]] = {}
    for card in cards:
        groups.setdefault(tuple(attribute[card] for attribute in attributes), []).append(card)
    return map(tuple, groups.values())


@lru_cache(maxsize=4096)
def some_of(cards: tuple[Card, ...], least: int, most: int) -> list[tuple[Card, ...]]:
    """All choices of so many cards, a choice before those that it begins."""
    sizes = range(least, min(most, len(cards)) + 1)
    bounded(sum(comb(len(cards), size) for size in sizes))
    return sorted(choice for size in sizes for choice in combinations(cards, size))


def rests_of(
    cards: tuple[Card, ...], *listings: Callable[[tuple[Card, ...]], Sequence[tuple[Card, ...]]]
) -> Iterator[tuple[Card, ...]]:
    """What each way leaves to take choices that share no card out of some cards."""
    first_in: dict[Card, list[frozenset[Card]]] = {}
    for taken in chain.from_iterable(listing(cards) for listing in listings):
        if taken:
            first_in.setdefault(taken[0], []).append(frozenset(taken))
    ways, stack = 0, [(cards, tuple[Card, ...]())]
    while stack:
        undecided, left = stack.pop()
        if not undecided:
            ways += 1
            bounded(ways)
            yield left
            continue
        stack.append((undecided[1:], (*left, undecided[0])))
        for choice in reversed(first_in.get(undecided[0], [])):
            if choice.issubset(undecided):
                stack.append((tuple(card for card in undecided if card not in choice), left))


def orders_of(cards: Cards, least: int, most: int) -> Iterator[tuple[Card, ...]]:
    """All choices of so many cards, in every order."""
    counts = range(least, min(most, len(cards)) + 1)
    bounded(sum(perm(len(cards), count) for count in counts))
    for count in counts:
        yield from permutations(cards, count)


def standing(line: Line, cards: Cards) -> dict[int, list[Card]]:
    """The cards that can stand at each place."""
    found: dict[int, list[Card]] = {}
    for card in cards:
        for place in line[RANK_OF[card]]:
            found.setdefault(place, []).append(card)
    return found


def runs_of(line: Line, cards: Cards, least: int, most: int) -> Iterator[tuple[Card, ...]]:
    """All runs of so many cards: one card of each of some places that follow one another."""
    for stretch in stretches(line, cards, least, most):
        yield from product(*stretch)


def runs_by_rank(line: Line, cards: Cards, least: int, most: int) -> Iterator[tuple[Card, ...]]:
    """All runs of so many cards, each in the order of the deck, in which the cards of a rank stand together."""
    found = {tuple(map(tuple, sorted(stretch))) for stretch in stretches(line, cards, least, most)}
    return chain.from_iterable(product(*stretch) for stretch in found)


def stretches(line: Line, cards: Cards, least: int, most: int) -> Iterator[list[list[Card]]]:
    """The cards that can stand at each of so many places that follow one another."""
    at = standing(line, cards)
    ways = 0
    # A run is no longer than there are ranks, so that no rank comes twice.
    further, longest = least - 1, min(most, len(line))
    for start in at:
        if beside(line, start, further) not in at:
            continue
        stretch: list[list[Card]] = []
        place = start
        while place in at and len(stretch) < longest:
            stretch.append(at[place])
            place = beside(line, place, 1)
            if len(stretch) >= least:
                ways += prod(map(len, stretch))
                bounded(ways)
                yield stretch


def walks_of(line: Line, cards: Cards, least: int, most: int) -> Iterator[tuple[Card, ...]]:
    """All sequences of so many cards of which each is one place from the one before it."""
    at = standing(line, cards)
    walks: list[tuple[tuple[Card, ...], int]] = [((card,), place) for place, there in at.items() for card in there]
    for length in range(1, most + 1):
        if length >= least:
            yield from (walk for walk, _ in walks)
        walks = [
            ((*walk, card), near)
            for walk, place in walks
            for near in (beside(line, place, 1), beside(line, place, -1))
            for card in at.get(near, ())
            if card not in walk
        ]
        # The same cards may be found in several orders.
        bounded(len(walks) // 8)
        if not walks:
            return


def steps_from(line: Line, *attributes: Sequence[int]) -> list[frozenset[Card]]:
    """For each card those that stand one place from it and agree with it in some attributes."""
    found: list[frozenset[Card]] = []
    for rank, *alike in zip(RANK_OF, *attributes, strict=True):
        (place,) = line[rank]
        near = ((beside(line, place, 1),), (beside(line, place, -1),))
        others = enumerate(zip(RANK_OF, *attributes, strict=True))
        found.append(frozenset(card for card, (other, *same) in others if line[other] in near and same == alike))
    return found


def paths_of(steps: Sequence[frozenset[Card]], cards: Cards, least: int, most: int) -> list[tuple[Card, ...]]:
    """All sequences of so many cards in which a step leads from each to the one after it."""
    found: list[tuple[Card, ...]] = []
    paths: list[tuple[Card, ...]] = [(card,) for card in cards]
    while paths and len(paths[0]) <= most:
        bounded(len(found) + len(paths))
        if len(paths[0]) >= least:
            found += paths
        paths = [(*path, card) for path in paths for card in steps[path[-1]].intersection(cards) if card not in path]
    return found
