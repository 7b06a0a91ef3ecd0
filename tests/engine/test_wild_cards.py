"""Shapes with wild cards agree with a plain reading of their definition: every wild card is tried for every card."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations, pairwise, permutations, product

import pytest

from engine.core.shapes import line_of
from engine.interpreter.shapes import Pattern
from spec.ir import nodes as ir
from tests.engine.games import DOMAINS, shape

RANKS = ("A", "2", "3", "4", "0")
# Ace, two, three and four in two suits, an ace and a three in a third, and two jokers of a suit and rank of their own.
FACES = [*product(range(4), (0, 1)), (0, 2), (2, 2), (4, 3), (4, 3)]
DECK = tuple(ir.CardFace(rank, suit, suit % 2, copy) for copy, (rank, suit) in enumerate(FACES))
GAME = ir.Game(
    "", (), (ir.Domain("rank", RANKS), ir.Domain("suit", ("h", "s", "c", "jokers")), *DOMAINS[2:]), DECK, *[()] * 15
)
JOKERS, TWOS = (10, 11), (2, 3)
WILD = {
    "jokers": ir.Wild(JOKERS, (4,), 0, 40),
    "twos": ir.Wild(TWOS, (), 0, 40),
    "both": ir.Wild((*TWOS, *JOKERS), (4,), 0, 40),
    "natural": ir.Wild((*TWOS, *JOKERS), (4,), 2, 40),
    "few": ir.Wild((*TWOS, *JOKERS), (4,), 1, 1),
    "none": ir.Wild((), (), 1, 3),
}


def ways(rank: int, ace: str, ranks: int) -> tuple[int, ...]:
    """The places of a rank, written out for these ranks: A 2 3 4, and a last one where `ranks` is 5."""
    if rank == 0:
        return {"as_ranked": (0,), "wrap": (0,), "low": (0,), "high": (ranks,), "both": (0, ranks)}[ace]
    return (rank,)


def plain(cards: tuple[int, ...], of: ir.Shape) -> bool:
    """The definition, on cards as they lie, by trying every face for each wild card and every place of every rank."""
    assert of.wild is not None
    wild = sum(card in of.wild.cards for card in cards)
    if not of.least <= len(cards) <= of.most or wild > of.wild.most or len(cards) - wild < of.wild.natural:
        return False
    ranks = 4 if of.wild.placeless else 5
    faces = [(r, s) for r in range(ranks) for s in range(ranks - 1)]
    told = [faces if card in of.wild.cards else [(DECK[card].rank, DECK[card].suit)] for card in cards]
    return any(as_taken(taken, of, ranks) for taken in product(*told))


def as_taken(taken: tuple[tuple[int, int], ...], of: ir.Shape, ranks: int) -> bool:
    read = {"rank": [r for r, _ in taken], "suit": [s for _, s in taken], "colour": [s % 2 for _, s in taken]}
    if any(len(set(read[attr])) > 1 for attr in of.same):
        return False
    if of.line == "none" or not taken:
        return True
    if of.line == "run" and len(set(read["rank"])) < len(taken):
        return False
    if of.within is not None:
        order = [1, 2, 3, 0] if of.ace == "high" else [*range(ranks)]
        first, last = map(order.index, of.within)
        if any(not first <= order.index(rank) <= last for rank in read["rank"]):
            return False
    steps, circle = (1,) if of.line == "run" else (1, -1), ranks if of.ace == "wrap" else 10**6
    near = {step % circle for step in steps}
    places = product(*(ways(rank, of.ace, ranks) for rank in read["rank"]))
    return any(all((b - a) % circle in near for a, b in pairwise(at)) for at in places)


CASES = [
    shape("s", ordered=ordered, least=least, most=4, same=same, line=line, ace=ace, wild=WILD[wild])
    for ordered in (False, True)
    for least, same in ((0, ("rank",)), (2, ("suit",)), (3, ()), (2, ("suit", "rank")), (2, ("colour",)))
    for line, ace in (
        ("none", "as_ranked"), ("run", "as_ranked"), ("run", "low"), ("run", "high"), ("run", "both"), ("run", "wrap"),
        ("steps", "both"), ("steps", "wrap"),
    )
    for wild in WILD
    if wild in ("both", "few") or (ace in ("both", "wrap") and same in ((), ("suit",)))
    if line == "none" or "rank" not in same
]  # fmt: skip


CASES += [
    shape("s", ordered=ordered, least=2, most=4, same=same, line="run", ace=ace, wild=WILD[wild], within=within)
    for ordered in (False, True)
    for same in ((), ("suit",))
    for ace, within in (("as_ranked", (0, 2)), ("low", (2, 3)), ("high", (2, 0)))
    for wild in ("both", "few", "twos")
    if ace != "high" or WILD[wild].placeless
]


def called(of: ir.Shape) -> str:
    wild = next(name for name, one in WILD.items() if one == of.wild)
    return f"{'ordered' if of.ordered else 'set'}-{of.least}-{'+'.join(of.same)}-{of.line}-{of.ace}-{of.within}-{wild}"


# Two jokers, two twos, a suit's ace, three and four, another ace and three.
HAND = (0, 2, 3, 4, 5, 6, 8, 10, 11)
KNOWN: dict[tuple[object, ...], bool] = {}


def holds(cards: tuple[int, ...], of: ir.Shape) -> bool:
    # Wild cards are wild alike, so that which of them stands where is of no account.
    assert of.wild is not None
    told = tuple(-1 if card in of.wild.cards else card for card in cards)
    key = (told, replace(of, ordered=False))
    if key not in KNOWN:
        KNOWN[key] = plain(cards, of)
    return KNOWN[key]


@pytest.mark.parametrize("case", CASES, ids=called)
def test_choices_and_tests_are_as_defined(case: ir.Shape) -> None:
    pattern = Pattern(case, GAME)
    sizes = range(case.least, 4 if case.same else 5)
    orders = [cards for size in sizes for cards in permutations(HAND, size) if holds(cards, case)]
    wanted = set(orders) if case.ordered else {tuple(sorted(cards)) for cards in orders}
    listed = Pattern(replace(case, most=sizes[-1]), GAME).choices(HAND)
    assert listed == tuple(sorted(wanted))
    sets = {frozenset(cards) for cards in orders}
    for size in sizes:
        for cards in combinations(HAND, size):
            assert pattern.fits_in_some_order(cards) == (frozenset(cards) in sets), cards
            for lying in permutations(cards) if size < 4 else [cards]:
                assert pattern.fits(lying) == (lying in wanted if case.ordered else frozenset(cards) in sets)
    assert max(map(len, listed), default=0) <= line_of(DECK, RANKS, case).longest


def test_the_definition_tells_shapes_apart() -> None:
    """A pattern that forgets a bound, or lets jokers stand for themselves, would not pass."""
    one = next(c for c in CASES if c.line == "run" and c.ace == "both" and c.wild == WILD["few"] and not c.ordered)
    assert one.wild is not None
    full = Pattern(one, GAME).choices(HAND)
    for other in (replace(one.wild, most=40), replace(one.wild, natural=0, most=40), replace(one.wild, cards=JOKERS)):
        assert Pattern(replace(one, wild=other), GAME).choices(HAND) != full
    case = shape("s", least=2, most=4, line="run", ace="high", wild=WILD["jokers"])
    assert Pattern(case, GAME).choices(HAND) != Pattern(
        replace(case, wild=replace(WILD["jokers"], placeless=())), GAME
    ).choices(HAND)


def test_many_wild_cards_are_listed_at_once() -> None:
    ranks = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
    deck = tuple(ir.CardFace(r, s, s % 2, k) for r in range(13) for s in range(4) for k in range(2))
    domains = (ir.Domain("rank", ranks), *DOMAINS[1:])
    twos = ir.Wild(tuple(i for i, face in enumerate(deck) if face.rank == 1), (), 2, 40)
    run = Pattern(
        shape("run", least=3, same=("suit",), line="run", wild=twos), ir.Game("", (), domains, deck, *[()] * 15)
    )
    hand = (*twos.cards[:4], *range(20, 104, 8))
    assert 100 < len(run.choices(hand)) < 20_000
