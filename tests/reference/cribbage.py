"""What four cards and the starter are worth at cribbage, counted from the rules of its page alone, and all there are.

Cards are pairs of a rank, 1 to 13, and a suit, 0 to 3. It knows nothing of the rule language.
"""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations, pairwise, permutations

Card = tuple[int, int]
JACK = 11


def worth(kept: Sequence[Card], starter: Card, in_crib: bool = False) -> int:
    cards = [*kept, starter]
    return for_ranks(tuple(sorted(rank for rank, _ in cards))) + for_suits(kept, starter, in_crib)


@cache
def for_ranks(ranks: tuple[int, ...]) -> int:
    """Fifteens, pairs and runs; runs of a length are counted only where there is no longer one."""
    some = [part for size in range(2, 6) for part in combinations(ranks, size)]
    points = 2 * sum(sum(min(rank, 10) for rank in part) == 15 for part in some)
    points += 2 * sum(len(part) == 2 and part[0] == part[1] for part in some)
    runs = [len(part) for part in some if len(part) > 2 and all(b == a + 1 for a, b in pairwise(part))]
    return points + sum(length for length in runs if length == max(runs))


def for_suits(kept: Sequence[Card], starter: Card, in_crib: bool) -> int:
    suits = {suit for _, suit in kept}
    nob = int((JACK, starter[1]) in kept)
    if len(suits) > 1:
        return nob
    return nob + (5 if starter[1] in suits else 0 if in_crib else 4)


def shows(ranks: Sequence[int]) -> Iterator[tuple[tuple[Card, ...], Card, int]]:
    """Four cards of these ranks and a starter, one of those that differ in the names of suits only, and how many do."""
    renamed = list(permutations(range(4)))
    deck = [(rank, suit) for rank in ranks for suit in range(4)]
    for kept in combinations(deck, 4):
        alike = [names for names in renamed if first(kept, names) == kept]
        if any(first(kept, names) < kept for names in renamed):
            continue
        for starter in deck:
            if starter in kept:
                continue
            same = {(starter[0], names[starter[1]]) for names in alike}
            if starter == min(same):
                yield kept, starter, len(same) * len(renamed) // len(alike)


def first(kept: tuple[Card, ...], names: tuple[int, ...]) -> tuple[Card, ...]:
    return tuple(sorted((rank, names[suit]) for rank, suit in kept))
