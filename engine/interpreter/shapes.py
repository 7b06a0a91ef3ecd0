"""Patterns of cards: whether cards are of a shape, and all choices of that shape from some cards.

Leaves to `engine.interpreter.moves` which cards may be chosen from. Order of the choices: as tuples of deck indices,
compared lexicographically, a choice before its own extensions. A choice is grown card by card with the pattern tested
on every prefix, so that the work follows the number of choices and not the number of subsets.

Wild cards: cards are of the shape if each wild card among them can be taken for some rank with some suit such that
what the shape says holds of the cards as taken. Two may be taken for the same, and for what a natural card is; a wild
card for what it is itself, if it has a place. So natural cards alone share what is to be the same, and a wild card
stands anywhere.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, islice, permutations, product

from engine.interpreter.faults import BeyondLimits
from spec.ir import nodes as ir
from spec.ir.lines import circle_of, shape_places
from spec.ir.mixes import NOWHERE, Mix, mix_of
from spec.text.limits import MOST_CHOICES, MOST_TAKEN

Key = tuple[int, ...]
FEW, MOST_KEPT = 5_000, 64
"""So many lists of choices are kept of those that are no longer."""
TIMES = 8


def rests_of(
    cards: Sequence[int], taken: Sequence[tuple[int, ...]], shapes: Sequence[ir.Shape] = ()
) -> tuple[tuple[int, ...], ...]:
    """What is left of cards in deck order for each way to take some of these sets out of them that share no card.

    Raises BeyondLimits, with the shapes that the sets are of, where there are too many sets or ways.
    """
    at = shapes[0].source if shapes else None
    more = "give the shapes fewer cards or more rules, or let play look among fewer cards"
    by_first: dict[int, list[tuple[int, ...]]] = {}
    for one in taken:
        if one:
            by_first.setdefault(one[0], []).append(one)
    if sum(map(len, by_first.values())) > MOST_TAKEN:
        sets = f"{MOST_TAKEN:,} sets of cards{_of(shapes)}"
        raise BeyondLimits(f"there are more than {sets} to take out of {len(cards)}; {more}", at)
    found: list[tuple[int, ...]] = []
    stack: list[tuple[tuple[int, ...], tuple[int, ...]]] = [(tuple(cards), ())]
    while stack:
        undecided, left = stack.pop()
        if not undecided:
            found.append(left)
            if len(found) > MOST_CHOICES:
                ways = f"in more than {MOST_CHOICES:,} ways"
                raise BeyondLimits(f"sets{_of(shapes)} can be taken out of {len(cards)} cards {ways}; {more}", at)
            continue
        first, *others = undecided
        stack.append((tuple(others), (*left, first)))
        for one in reversed(by_first.get(first, ())):
            if set(one) <= set(undecided):
                stack.append((tuple(card for card in undecided if card not in one), left))
    return tuple(found)


def _of(shapes: Sequence[ir.Shape]) -> str:
    named = [f"`{shape.source.label}`" for shape in shapes if not shape.source.label.startswith("(")]
    return f" of {' and '.join(named)}" if named else ""


class Pattern:
    """A shape of a game's deck."""

    def __init__(self, shape: ir.Shape, game: ir.Game) -> None:
        self.shape = shape
        ranks = next(d.values for d in game.domains if d.name == "rank")
        places = shape_places(ranks, shape)
        self._wild = frozenset(shape.wild.cards if shape.wild else ())
        self._everywhere = tuple(sorted({place for at in places for place in at}))
        self._ranks = sum(map(bool, places))
        self._circle = self._ranks if circle_of(ranks, shape.ace) else 0
        self._places = [places[face.rank] for face in game.deck]
        for card in self._wild:
            self._places[card] = self._everywhere
        self._rank = [face.rank for face in game.deck]
        self._look = [(face.rank, face.suit, face.colour) for face in game.deck]
        self._key: list[Key] = [tuple(getattr(face, attr) for attr in shape.same) for face in game.deck]
        self._mix = mix_of(game.deck, ranks, shape) if shape.parts else None
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
                return self._each_rank_once(cards) and self._walk(cards, (1,))
            case "steps":
                return self._walk(cards, (1, -1))
            case "parts":
                raise AssertionError("a shape with parts has no order")

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
            case "parts":
                return self._in_parts(cards)

    def in_order(self, cards: tuple[int, ...]) -> tuple[int, ...]:
        """The cards in the one order in which they are of the shape; as they come where that or no order is."""
        if not self.shape.ordered:
            return tuple(sorted(cards))
        if self.fits(cards) or not self.fits_in_some_order(cards):
            return cards
        ways, looks = islice(self._of_group(sorted(cards)), FEW + 1), dict[tuple[object, ...], tuple[int, ...]]()
        for tried, way in enumerate(ways):
            if tried == FEW or len(looks) > 1:
                return cards
            if len(way) == len(cards):
                looks.setdefault(tuple(self._look[card] for card in way), way)
        return next(iter(looks.values())) if len(looks) == 1 else cards

    def _choices(self, cards: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
        found: set[tuple[int, ...]] = set()
        if self.shape.least <= 0 and self._mixed(()):
            found.add(())
        for group in self._groups(cards):
            if len(group) >= self.shape.least:
                grown = filter(self._mixed, self._of_group(group))
                # The same cards may come several times, in several orders.
                for _ in range(TIMES):
                    found.update(islice(grown, MOST_CHOICES + 1 - len(found)))
                if len(found) > MOST_CHOICES or next(grown, None) is not None:
                    listed = f"of {len(cards)} cards more than {MOST_CHOICES:,} choices are"
                    raise BeyondLimits(f"{listed} `{self.shape.source.label}`", self.shape.source)
        return tuple(sorted(found))

    def _groups(self, cards: tuple[int, ...]) -> list[list[int]]:
        """The natural cards that share what the shape asks to be the same, group by group, each with all wild cards."""
        groups: dict[Key, list[int]] = {}
        for card in sorted(cards):
            if card not in self._wild:
                groups.setdefault(self._key[card], []).append(card)
        wild = [card for card in cards if card in self._wild]
        return [sorted(group + wild) for group in groups.values()] or [sorted(wild)]

    def _alike(self, cards: tuple[int, ...]) -> bool:
        if not self.shape.least <= len(cards) <= self.shape.most:
            return False
        return self._mixed(cards) and len({self._key[card] for card in cards if card not in self._wild}) <= 1

    def _mixed(self, cards: tuple[int, ...]) -> bool:
        """Are there enough natural cards, and not too many wild ones?"""
        rule, wild = self.shape.wild, sum(card in self._wild for card in cards)
        return rule is None or (wild <= rule.most and len(cards) - wild >= rule.natural)

    def _each_rank_once(self, cards: tuple[int, ...]) -> bool:
        """Does no rank come twice? Wild cards are taken for ranks that are left over."""
        natural = [self._rank[card] for card in cards if card not in self._wild]
        return len(set(natural)) == len(natural) and len(cards) <= self._ranks

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
            case "parts":
                yield from self._parted(group)

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
        if not self._each_rank_once(held):
            return False
        natural = [card for card in held if card not in self._wild]
        if len(natural) == len(held):
            return not held or any(self._stretch(p) for p in product(*(self._places[c] for c in held)))
        # Each place of a stretch is a natural card's, or a wild card is taken for what stands there.
        return any(
            all(any(place in stretch for place in self._places[card]) for card in natural)
            for stretch in self._stretches(len(held))
        )

    def _stretches(self, length: int) -> Iterator[frozenset[int]]:
        """All places that follow one another, so many at a time."""
        for first in self._everywhere:
            places, place = {first}, first
            for _ in range(length - 1):
                place = self._next(place, 1)
                places.add(place)
            if places <= set(self._everywhere):
                yield frozenset(places)

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
        # No longer than there are ranks, so that no rank comes at both ends or twice round a circle.
        longest = min(most, self._ranks)

        def grow(chosen: tuple[int, ...], place: int, used: int) -> Iterator[tuple[int, ...]]:
            if len(chosen) >= least:
                yield chosen if self.shape.ordered else tuple(sorted(chosen))
            if len(chosen) < longest:
                for card in at.get(place, ()):
                    if card not in self._wild:
                        yield from grow((*chosen, card), self._next(place, 1), used)
                    # In no order it is of no account which wild card stands where: they come as they stand in the deck.
                    elif card > used if not self.shape.ordered else card not in chosen:
                        yield from grow((*chosen, card), self._next(place, 1), card)

        for first in at:
            yield from grow((), first, -1)

    # ------------------------------------------------------------ parts: so many cards of each of some ranks

    def _in_parts(self, cards: tuple[int, ...]) -> bool:
        """Do so many cards of each rank, with so many wild ones, make up the parts?"""
        mix, wild = self._parts(), sum(card in self._wild for card in cards)
        count = Counter(self._rank[card] for card in cards if card not in self._wild)
        reached = set(mix.starts)
        for rank in mix.order:
            onward = {mix.rows[row][count[rank]] for row in reached if count[rank] < len(mix.rows[row])}
            reached = onward - {NOWHERE}
        return any(wild in mix.complete[row] for row in reached)

    def _parted(self, group: list[int]) -> Iterator[tuple[int, ...]]:
        """All choices: rank by rank some of its cards, as long as they can be made complete."""
        mix, wild = self._parts(), [card for card in group if card in self._wild]
        held = {rank: [card for card in group if self._rank[card] == rank and card not in wild] for rank in mix.order}
        may = [False] * len(mix.rows)
        for row in reversed(range(len(mix.rows))):
            if mix.read[row] == len(mix.order):
                may[row] = bool(mix.complete[row]) and mix.complete[row][0] <= len(wild)
            else:
                after = mix.rows[row][: len(held[mix.order[mix.read[row]]]) + 1]
                may[row] = any(next_row != NOWHERE and may[next_row] for next_row in after)

        def grow(chosen: tuple[int, ...], row: int) -> Iterator[tuple[int, ...]]:
            if mix.read[row] == len(mix.order):
                for count in mix.complete[row]:
                    yield from (tuple(sorted((*chosen, *joined))) for joined in combinations(wild, count))
                return
            of_rank = held[mix.order[mix.read[row]]]
            for count, after in enumerate(mix.rows[row][: len(of_rank) + 1]):
                if after != NOWHERE and may[after]:
                    for some in combinations(of_rank, count):
                        yield from grow((*chosen, *some), after)

        for start in mix.starts:
            if may[start]:
                yield from grow((), start)

    def _parts(self) -> Mix:
        assert self._mix is not None
        return self._mix
