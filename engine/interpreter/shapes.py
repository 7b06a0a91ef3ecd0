"""Patterns of cards: whether cards are of a shape, and all choices of that shape from some cards.

Leaves to `engine.interpreter.moves` which cards may be chosen from. Order of the choices: as tuples of deck indices,
compared lexicographically, a choice before its own extensions. A choice is grown card by card with the pattern tested
on every prefix, so that the work follows the number of choices and not the number of subsets.

Places: in a line each card stands at the place of its rank. `as_ranked` takes the deck's order of ranks. `low`, `high`
and `both` take the rank named A out of that order and put it before the first, after the last, or wherever of the two
suits (each card at one place in a choice); without such a rank they are `as_ranked`. `wrap` joins the last place to
the first.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import combinations, islice, permutations, product

from engine.interpreter.faults import BeyondLimits
from spec.ir import nodes as ir
from spec.text.limits import MOST_CHOICES

Key = tuple[int, ...]
ACE = "A"
FEW, MOST_KEPT = 5_000, 64
"""So many lists of choices are kept of those that are no longer."""
TIMES = 8


class Pattern:
    """A shape of a game's deck."""

    def __init__(self, shape: ir.Shape, game: ir.Game) -> None:
        self.shape = shape
        ranks = next(d.values for d in game.domains if d.name == "rank")
        self._ranks = len(ranks)
        places = rank_places(ranks, shape.ace)
        self._circle = circle_of(ranks, shape.ace)
        self._places = [places[face.rank] for face in game.deck]
        self._rank = [face.rank for face in game.deck]
        self._key: list[Key] = [tuple(getattr(face, attr) for attr in shape.same) for face in game.deck]
        self._kept: dict[tuple[int, ...], tuple[tuple[int, ...], ...]] = {}

    def choices(self, cards: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
        """All choices of the shape from these cards (in no order). Raises BeyondLimits where they are too many."""
        found = self._kept.get(cards)
        if found is None:
            found = self._choices(cards)
            if len(found) <= FEW:
                if len(self._kept) >= MOST_KEPT:
                    del self._kept[next(iter(self._kept))]
                self._kept[cards] = found
        return found

    def fits(self, cards: tuple[int, ...]) -> bool:
        """Are these cards, in this order where the shape is ordered, of the shape?"""
        if not self.shape.ordered:
            return self.fits_in_some_order(cards)
        if not self._alike(cards):
            return False
        match self.shape.line:
            case "none":
                return True
            case "run":
                return len({self._rank[c] for c in cards}) == len(cards) and self._walk(cards, (1,))
            case "steps":
                return self._walk(cards, (1, -1))

    def fits_in_some_order(self, cards: tuple[int, ...]) -> bool:
        """Are these cards, in some order, of the shape?"""
        if not self._alike(cards):
            return False
        match self.shape.line:
            case "none":
                return True
            case "run":
                return self._consecutive(cards)
            case "steps":
                return self._some_walk(cards)

    def _choices(self, cards: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
        groups: dict[Key, list[int]] = {}
        for card in sorted(cards):
            groups.setdefault(self._key[card], []).append(card)
        found: set[tuple[int, ...]] = set()
        if self.shape.least <= 0:
            found.add(())
        for group in groups.values():
            if len(group) >= self.shape.least:
                grown = self._of_group(group)
                # The same cards may come several times, in several orders.
                for _ in range(TIMES):
                    found.update(islice(grown, MOST_CHOICES + 1 - len(found)))
                if len(found) > MOST_CHOICES or next(grown, None) is not None:
                    listed = f"of {len(cards)} cards more than {MOST_CHOICES:,} choices are"
                    raise BeyondLimits(f"{listed} `{self.shape.source.label}`")
        return tuple(sorted(found))

    def _alike(self, cards: tuple[int, ...]) -> bool:
        if not self.shape.least <= len(cards) <= self.shape.most:
            return False
        return len({self._key[card] for card in cards}) <= 1

    def _of_group(self, group: list[int]) -> Iterator[tuple[int, ...]]:
        """The choices, of at least one card, among cards that share what the shape asks to be the same."""
        least, most = max(self.shape.least, 1), min(self.shape.most, len(group))
        match self.shape.line:
            case "none":
                pick = permutations if self.shape.ordered else combinations
                for count in range(least, most + 1):
                    yield from pick(group, count)
            case "run":
                yield from self._runs(group, least, most)
            case "steps":
                walks = self._walks(group, least, most)
                yield from walks if self.shape.ordered else (tuple(sorted(w)) for w in walks)

    # ------------------------------------------------------------ walks: each card a step from the one before

    def _next(self, place: int, step: int) -> int:
        return (place + step) % self._circle if self._circle else place + step

    def _walk(self, cards: Iterable[int], steps: tuple[int, ...]) -> bool:
        """Can each card stand at a place that is one of the steps from that of the card before?"""
        reached: set[int] | None = None
        for card in cards:
            here = set(self._places[card])
            if reached is not None:
                here &= {self._next(place, step) for place in reached for step in steps}
            if not here:
                return False
            reached = here
        return True

    def _some_walk(self, cards: tuple[int, ...]) -> bool:
        """Is there a walk through all of the cards? Only how many stand at which places matters."""
        kinds = Counter(self._places[card] for card in cards)
        seen: set[tuple[frozenset[tuple[tuple[int, ...], int]], int | None]] = set()

        def from_here(left: Counter[tuple[int, ...]], place: int | None) -> bool:
            if not left.total():
                return True
            state = (frozenset((+left).items()), place)
            if state in seen:
                return False
            seen.add(state)
            near = None if place is None else {self._next(place, step) for step in (1, -1)}
            for kind in +left:
                rest = left - Counter([kind])
                if any(from_here(rest, at) for at in kind if near is None or at in near):
                    return True
            return False

        return from_here(kinds, None)

    def _walks(self, group: list[int], least: int, most: int) -> Iterator[tuple[int, ...]]:
        """All sequences of which each card is one step from the one before."""
        at: dict[int, list[int]] = {}
        for card in group:
            for place in self._places[card]:
                at.setdefault(place, []).append(card)

        def grow(chosen: tuple[int, ...], place: int) -> Iterator[tuple[int, ...]]:
            if len(chosen) >= least:
                yield chosen
            if len(chosen) < most:
                for near in {self._next(place, 1), self._next(place, -1)}:
                    for card in at.get(near, ()):
                        if card not in chosen:
                            yield from grow((*chosen, card), near)

        for place, cards in at.items():
            for card in cards:
                yield from grow((card,), place)

    # ------------------------------------------------------------ runs: consecutive places, each rank once

    def _consecutive(self, cards: Iterable[int]) -> bool:
        """Are the ranks all different, and is there a place for each such that the places are consecutive?"""
        held = tuple(cards)
        if len({self._rank[c] for c in held}) < len(held):
            return False
        return not held or any(self._stretch(p) for p in product(*(self._places[c] for c in held)))

    def _stretch(self, places: tuple[int, ...]) -> bool:
        taken = set(places)
        if not self._circle:
            return len(taken) == len(places) and max(taken) - min(taken) == len(places) - 1
        # On a circle consecutive places have one gap at most.
        gaps = sum((place + 1) % self._circle not in taken for place in taken)
        return len(taken) == len(places) and gaps <= 1

    def _runs(self, group: list[int], least: int, most: int) -> Iterator[tuple[int, ...]]:
        """All runs: for each first place, one card of each following place, as long as there are any."""
        at: dict[int, list[int]] = {}
        for card in group:
            for place in self._places[card]:
                at.setdefault(place, []).append(card)
        for first in at:
            line: list[list[int]] = []
            place = first
            # No longer than there are ranks, so that no rank comes at both ends or twice round a circle.
            while place in at and len(line) < min(most, self._ranks):
                line.append(at[place])
                place = self._next(place, 1)
                if len(line) >= least:
                    for chosen in product(*line):
                        yield chosen if self.shape.ordered else tuple(sorted(chosen))


def circle_of(ranks: tuple[str, ...], ace: str) -> int:
    """How many places there are where they go round in a circle; else 0."""
    return {"as_ranked": 0, "low": 0, "high": 0, "both": 0, "wrap": len(ranks)}[ace]


def rank_places(ranks: tuple[str, ...], ace: str) -> list[tuple[int, ...]]:
    """The places at which a card of each rank may stand in a line; neighbours are one apart."""
    if ace in ("as_ranked", "wrap") or ACE not in ranks:
        return [(i,) for i in range(len(ranks))]
    others = [rank for rank in ranks if rank != ACE]
    ends = {"low": (-1,), "high": (len(others),), "both": (-1, len(others))}[ace]
    return [ends if rank == ACE else (others.index(rank),) for rank in ranks]
