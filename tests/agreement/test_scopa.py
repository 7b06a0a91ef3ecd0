"""Scopa's first four cards: how often three or four of them are kings is known, and what happens then is a reading.

Whether the cards are dealt again depends on the kings only: so each choice of kings among the first four is dealt once,
with other cards by lot, and stands for all of them. HOYLE_GAMES_FULL deals every four cards.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations
from math import comb
from pathlib import Path
from random import Random
from typing import Any

import pytest

from hoyle.api import Game, State
from tests.agreement.driver import Pair, agree, games, told_state
from tests.agreement.readings import changed, rules
from tests.everyday import FULL
from tests.reference.scopa import Scopa

AGAIN = {"many_kings": "dealt_again"}
KNOWN, DEALS = 145, 91_390
KINGS = ("KC", "KD", "KH", "KS")


def fours(game: Game, rng: Random) -> Iterator[tuple[list[str], int]]:
    """Four cards, and for how many they stand."""
    if FULL:
        yield from ((list(four), 1) for four in combinations(game.deck, 4))
        return
    others = [card for card in game.deck if card not in KINGS]
    for count in range(5):
        for kings in combinations(KINGS, count):
            yield [*kings, *rng.sample(others, 4 - count)], comb(len(others), 4 - count)


def dealt_again(game: Game) -> tuple[int, int]:
    """Of all first four cards, how many are not played with, and how many there are."""
    again = total = 0
    rng = Random(1)
    second = [card for card in game.deck if card in KINGS] + [card for card in game.deck if card not in KINGS]
    for four, times in fours(game, rng):
        rest = [card for card in game.deck if card not in four]
        first = [*rest, *rng.sample(four, 4)]
        total += times
        table = set(game.new_initial_state(luck=[first, second]).zone("table"))
        assert table in (set(four), set(second[-4:]))
        again += times * (table != set(four))
    return again, total


def test_how_often_the_cards_are_dealt_again() -> None:
    assert dealt_again(rules("scopa", AGAIN)) == (KNOWN, DEALS)


@pytest.mark.parametrize(("old", "new"), [("c is K) < 3", "c is K) < 2"), ("c is K) < 3", "c is K) < 4")])
def test_another_number_of_kings_is_noticed(old: str, new: str, tmp_path: Path) -> None:
    assert dealt_again(changed("scopa", tmp_path, old, new, readings=AGAIN)) != (KNOWN, DEALS)


def few_kings(cards: Sequence[str], rng: Random) -> Sequence[str]:
    while True:
        deck = rng.sample(cards, len(cards))
        if len({*deck[-4:]} & {*KINGS}) < 3:
            return deck


def test_with_fewer_kings_it_is_the_same_game() -> None:
    reference = Scopa()

    def ours(state: State) -> dict[str, Any]:
        told = told_state(state)
        return {name: told[name] for name in reference.state()}

    pair = Pair(rules("scopa", AGAIN), reference, ours, lambda _: reference.state(), deal=few_kings, scores=True)
    assert set(agree(pair, games(8, 500)).endings) == {"counted"}
