"""Shapes with parts agree with a plain reading of their definition, and come out as often as is known."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import cache
from itertools import combinations, product
from math import comb

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.interpreter.shapes import Pattern
from spec.ir import mixes
from spec.ir import nodes as ir
from spec.ir.lines import rank_places
from spec.ir.mixes import TooManyForms, mix_of, sizes_of
from tests.engine.games import DOMAINS, shape

RANKS = ("2", "A", "3", "4", "J")
# Two to four of each rank in two suits, and two jokers of a rank and suit of their own.
FACES = [*product(range(4), (0, 1)), (1, 0), (1, 1), (2, 0), (4, 2), (4, 2)]
DECK = tuple(ir.CardFace(rank, suit, suit % 2, copy) for copy, (rank, suit) in enumerate(FACES))
JOKERS = (11, 12)
GAME = ir.Game(
    "", (), (ir.Domain("rank", RANKS), ir.Domain("suit", ("h", "s", "jokers")), *DOMAINS[2:]), DECK, *[()] * 15
)
NONE = (ir.Wild((), (), 0, 0), ir.Wild(JOKERS, (4,), 0, 40), ir.Wild(JOKERS, (4,), 3, 1), ir.Wild((0, 1), (), 1, 2))
B = ir.Bounds
ACES = ("as_ranked", "low", "high", "both", "wrap")


def of_parts(*parts: ir.RanksPart | ir.OthersPart, ace: str = "as_ranked", wild=None, same=(), within=None) -> ir.Shape:
    least, top = sizes_of(parts)
    made = shape("mixed", least=least, most=top, same=same, line="parts", ace=ace, within=within)
    return replace(made, parts=parts, wild=wild)


@cache
def in_a_row(ranks: frozenset[int], ace: str, out: frozenset[int]) -> bool:
    """Are these ranks consecutive, by trying every place of every rank?"""
    kept = [r for r in range(len(RANKS)) if r not in out]
    places = dict(zip(kept, rank_places(tuple(RANKS[r] for r in kept), ace), strict=True))
    if not ranks.issubset(kept):
        return False
    for at in product(*(places[r] for r in ranks)):
        for first in at:
            wanted = {(first + i) % len(kept) if ace == "wrap" else first + i for i in range(len(ranks))}
            if set(at) == wanted and len(wanted) == len(ranks):
                return True
    return False


IN_LINE = {"as_ranked": (0, 1, 2, 3, 4), "low": (1, 0, 2, 3, 4), "high": (0, 2, 3, 4, 1)}
"""The ranks in their order, by where the ace stands."""


def between(ace: str, first: int, last: int) -> set[int]:
    """The ranks from one to another."""
    order = IN_LINE[ace]
    return set(order[order.index(first) : order.index(last) + 1])


def plain(cards: tuple[int, ...], of: ir.Shape) -> bool:
    """The definition: some way to give each part its ranks, and to each wild card something that is missing."""
    wild_cards = of.wild.cards if of.wild else ()
    out = frozenset(of.wild.placeless if of.wild else ())
    wild = sum(c in wild_cards for c in cards)
    if of.wild and (wild > of.wild.most or len(cards) - wild < of.wild.natural):
        return False
    natural = [c for c in cards if c not in wild_cards]
    if any(len({getattr(DECK[c], attr) for c in natural}) > 1 for attr in of.same):
        return False
    count = Counter(DECK[c].rank for c in natural)
    known = frozenset(range(len(RANKS))) - out

    def parted(parts: tuple[ir.RanksPart | ir.OthersPart, ...], left: frozenset[int], missing: int, first: int) -> bool:
        if not parts:
            return missing == wild and not any(count[r] for r in left)
        part, *rest = parts
        if isinstance(part, ir.OthersPart):
            times = first if part.for_each else 1
            held = sum(count[r] for r in left)
            return any(
                n >= held and missing + n - held == wild
                for n in range(part.cards.least * times, part.cards.most * times + 1)
            )
        least, most = (part.ranks.least, part.ranks.most) if part.ranks else (first, first)
        for many in range(least, min(most, len(left)) + 1):
            for ranks in combinations(sorted(left), many):
                if part.run and not in_a_row(frozenset(ranks), of.ace, out):
                    continue
                if part.run and of.within and not set(ranks) <= between(of.ace, *of.within):
                    continue
                each = [range(max(part.each.least - count[r], 0), part.each.most - count[r] + 1) for r in ranks]
                for filled in {sum(one) for one in product(*each)}:
                    if filled <= wild and parted(tuple(rest), left - set(ranks), missing + filled, first or many):
                        return True
        return False

    return parted(of.parts, known, 0, 0)


ranks_part = st.builds(
    lambda each, more, ranks, further, run: ir.RanksPart(B(each, each + more), B(ranks, ranks + further), run),
    st.integers(1, 3), st.integers(0, 1), st.integers(1, 2), st.integers(0, 2), st.booleans(),
)  # fmt: skip
others_part = st.builds(
    lambda n, more, each: ir.OthersPart(B(n, n + more), each), st.integers(0, 2), st.integers(0, 1), st.booleans()
)


@st.composite
def shapes(draw: st.DrawFn) -> ir.Shape:
    parts: list[ir.RanksPart | ir.OthersPart] = [draw(ranks_part)]
    if draw(st.booleans()):
        second = draw(ranks_part)
        parts.append(replace(second, ranks=None) if draw(st.booleans()) else second)
    if draw(st.booleans()):
        parts.append(draw(others_part))
    wild, ace, within = draw(st.sampled_from((None, *NONE))), draw(st.sampled_from(ACES)), None
    if ace in IN_LINE and any(isinstance(part, ir.RanksPart) and part.run for part in parts):
        placed = [rank for rank in IN_LINE[ace] if rank not in (wild.placeless if wild else ())]
        within = draw(st.sampled_from((None, *combinations(placed, 2))))
    return of_parts(*parts, ace=ace, wild=wild, same=draw(st.sampled_from(((), (), ("suit",)))), within=within)


@settings(max_examples=60, deadline=None)
@given(shapes(), st.sets(st.integers(0, len(DECK) - 1), max_size=8))
def test_choices_are_those_of_the_definition(of: ir.Shape, held: set[int]) -> None:
    cards = tuple(sorted(held))
    pattern = Pattern(of, GAME)
    wanted = sorted(
        some
        for size in range(of.least, min(of.most, len(cards)) + 1)
        for some in combinations(cards, size)
        if plain(some, of)
    )
    assert list(pattern.choices(cards)) == wanted
    for size in range(len(cards) + 1):
        for some in combinations(cards, size):
            assert pattern.fits(some) == (some in wanted)


FULL = tuple(ir.CardFace(r, s, s % 2, 0) for r in range(13) for s in range(4))
FULL_RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
PAIR, TRIPLE, FOUR, ONE_MORE = (
    ir.RanksPart(B(2, 2), B(1, 1), False), ir.RanksPart(B(3, 3), B(1, 1), False), ir.RanksPart(B(4, 4), B(1, 1), False),
    ir.OthersPart(B(1, 1), False),
)  # fmt: skip


def stairs(each: int, least: int, most: int) -> ir.RanksPart:
    return ir.RanksPart(B(each, each), B(least, most), True)


@pytest.mark.parametrize(
    ("of", "many"),
    [
        # Counts of five-card poker hands.
        (of_parts(TRIPLE, PAIR), 3_744),
        (of_parts(FOUR, ONE_MORE), 624),
        (of_parts(ir.RanksPart(B(2, 2), B(2, 2), False), ONE_MORE), 123_552),
        # Three pairs in a row: eleven places, twelve with an ace at either end, thirteen round the corner.
        (of_parts(stairs(2, 3, 3)), 11 * 6**3),
        (of_parts(stairs(2, 3, 3), ace="both"), 12 * 6**3),
        (of_parts(stairs(2, 3, 3), ace="wrap"), 13 * 6**3),
        # Two triples in a row, and two single cards of other ranks, or two pairs.
        (of_parts(stairs(3, 2, 2), ir.OthersPart(B(1, 1), True)), 12 * 4**2 * comb(44, 2)),
    ],
)  # fmt: skip
def test_known_counts(of: ir.Shape, many: int) -> None:
    domains = (ir.Domain("rank", FULL_RANKS), *(d for d in DOMAINS if d.name != "rank"))
    game = ir.Game("", (), domains, FULL, *[()] * 15)
    assert len(Pattern(of, game).choices(tuple(range(52)))) == many


def test_rows_that_come_to_the_same_are_one() -> None:
    """A full house is read with four rows before each rank: nothing, the pair, the three, and all of it."""
    mix = mix_of(FULL, FULL_RANKS, of_parts(TRIPLE, PAIR))
    assert max(Counter(mix.read).values()) == 4
    assert (mix.complete[-1], mix.starts) == ((0,), (0,))


def test_too_many_forms() -> None:
    wide = [ir.RanksPart(B(1, 4), B(1, 6), False)] * 4
    with pytest.raises(TooManyForms):
        mix_of(FULL, FULL_RANKS, of_parts(*wide, ir.OthersPart(B(0, 20), True)))


def test_that_a_shape_has_too_many_forms_is_found_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """An editor asks at each key, and the name of a shape says nothing of its forms."""
    wide = of_parts(*[ir.RanksPart(B(1, 4), B(1, 5), False)] * 4, ir.OthersPart(B(0, 20), True))
    with pytest.raises(TooManyForms):
        mix_of(FULL, FULL_RANKS, wide)
    monkeypatch.setattr(mixes, "_Reader", None)
    with pytest.raises(TooManyForms):
        mix_of(FULL, FULL_RANKS, replace(wide, source=ir.Source("other")))
