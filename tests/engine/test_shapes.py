"""Shapes agree with a plain reading of their definition on every subset and sequence, and list big hands at once."""

from itertools import combinations, pairwise, permutations, product
from math import comb

import pytest

from engine.interpreter.shapes import Pattern
from spec.ir import nodes as ir
from spec.ir.lines import rank_places
from tests.engine.games import DECK, DOMAINS, GAME, shape

RANKS = ("A", "2", "3", "4")


def plain(cards, shape_: ir.Shape) -> bool:
    """The definition, on cards in an order, by trying every place of every card."""
    if not shape_.least <= len(cards) <= shape_.most:
        return False
    if any(len({getattr(DECK[c], attr) for c in cards}) > 1 for attr in shape_.same):
        return False
    if shape_.line == "none" or not cards:
        return True
    ranks = [DECK[c].rank for c in cards]
    if shape_.line == "run" and len(set(ranks)) < len(ranks):
        return False
    steps = (1,) if shape_.line == "run" else (1, -1)
    if shape_.within is not None:
        order = "234A" if shape_.ace == "high" else "A234"
        first, last = (order.index(RANKS[rank]) for rank in shape_.within)
        if any(not first <= order.index(RANKS[rank]) <= last for rank in ranks):
            return False
    round_trip = len(RANKS) if shape_.ace == "wrap" else 10**6
    places = rank_places(RANKS, shape_.ace)
    return any(
        all((b - a) % round_trip in {s % round_trip for s in steps} for a, b in pairwise(at))
        for at in product(*(places[rank] for rank in ranks))
    )


def all_orders(shape_: ir.Shape) -> list[tuple[int, ...]]:
    return [
        cards
        for count in range(shape_.least, min(shape_.most, 4) + 1)
        for cards in permutations(range(len(DECK)), count)
        if plain(cards, shape_)
    ]


CASES = [
    shape("s", ordered=ordered, least=least, most=4, same=same, line=line, ace=ace)
    for ordered in (False, True)
    for least in (0, 1, 3)
    for same in ((), ("rank",), ("suit",), ("suit", "rank"))
    for line in ("none", "run", "steps")
    for ace in ("as_ranked", "low", "high", "both", "wrap")
    if line != "none" or ace == "as_ranked"
]


CASES += [
    shape("s", ordered=ordered, least=least, most=4, same=same, line="run", ace=ace, within=within)
    for ordered in (False, True)
    for least in (0, 1, 3)
    for same in ((), ("suit",))
    for ace, within in (
        ("as_ranked", (0, 2)), ("as_ranked", (1, 3)), ("low", (0, 1)), ("low", (1, 2)),
        ("high", (2, 0)), ("high", (1, 3)),
    )
]  # fmt: skip


def called(shape_: ir.Shape) -> str:
    order = "ordered" if shape_.ordered else "set"
    return f"{order}-{shape_.least}-{'+'.join(shape_.same)}-{shape_.line}-{shape_.ace}-{shape_.within}"


@pytest.mark.parametrize("case", CASES, ids=called)
def test_choices_and_tests_are_as_defined(case):
    pattern = Pattern(case, GAME)
    orders = all_orders(case)
    wanted = set(orders) if case.ordered else {tuple(sorted(cards)) for cards in orders}
    listed = pattern.choices(tuple(range(len(DECK))))
    assert listed == tuple(sorted(wanted))
    sets = {frozenset(cards) for cards in orders}
    for count in range(4):
        for cards in combinations(range(len(DECK)), count):
            assert pattern.fits_in_some_order(cards) == (frozenset(cards) in sets)
        for cards in permutations(range(len(DECK)), count):
            fits = cards in wanted if case.ordered else frozenset(cards) in sets
            assert pattern.fits(cards) == fits


def test_where_an_ace_stands():
    assert rank_places(("A", "2", "3"), "low") == [(-1,), (0,), (1,)]
    assert rank_places(("A", "2", "3"), "high") == [(2,), (0,), (1,)]
    assert rank_places(("2", "3", "A"), "both") == [(0,), (1,), (-1, 2)]
    assert rank_places(("2", "3"), "both") == [(0,), (1,)]


def big_deck() -> ir.Game:
    ranks = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
    domains = (ir.Domain("rank", ranks), *(d for d in DOMAINS if d.name != "rank"))
    deck = tuple(ir.CardFace(r, s, s % 2, 0) for r in range(13) for s in range(4))
    return ir.Game("", (), domains, deck, *[()] * 15)


def test_forty_cards_are_listed_at_once():
    cards = tuple(range(40))
    same = Pattern(shape("same", least=1, same=("rank",)), big_deck())
    # Ten ranks of four cards: 15 subsets each that are not empty.
    assert len(same.choices(cards)) == 10 * 15
    runs = Pattern(shape("runs", least=3, same=("suit",), line="run"), big_deck())
    # Per suit, ten ranks in a row: runs of at least 3 are pairs of ends at least 2 apart.
    assert len(runs.choices(cards)) == 4 * comb(9, 2)
    long = Pattern(shape("long", least=11, line="run", same=("suit",)), big_deck())
    assert long.choices(cards) == ()


def test_copies_of_a_card_never_share_a_run():
    deck = (ir.CardFace(0, 0, 0, 0), ir.CardFace(0, 0, 0, 1), ir.CardFace(1, 0, 0, 0))
    game = ir.Game("", (), DOMAINS, deck, *[()] * 15)
    pattern = Pattern(shape("run", least=2, line="run"), game)
    assert pattern.choices((0, 1, 2)) == ((0, 2), (1, 2))
    assert not pattern.fits((0, 1))
