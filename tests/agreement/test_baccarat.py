"""Baccarat's hands are counted: who wins how many ordered draws of six cards, of one deck and of eight, is known.

What is drawn depends on points only: so the engine plays each two totals once, with all that can be
drawn to them, and that stands for all cards of these points. HOYLE_GAMES_FULL plays every two cards to a hand besides.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import combinations_with_replacement, product
from math import perm
from pathlib import Path

import pytest

from hoyle.api import Game
from tests.agreement.readings import changed, rules
from tests.everyday import FULL

KNOWN = {
    1: {"banker_wins": 6_737_232_640, "player_wins": 6_548_674_432, "level": 1_372_227_328},
    8: {"banker_wins": 2_292_252_566_437_888, "player_wins": 2_230_518_282_592_256, "level": 475_627_426_473_216},
}
DRAWS = {1: 14_658_134_400, 8: 4_998_398_275_503_360}
DIGITS = range(10)

Hands = tuple[int, ...]
"""The points of the four cards dealt: the player's, the banker's, the player's, the banker's."""


def there(points: Iterable[int]) -> bool:
    """Has one deck cards of all these points?"""
    return all(many <= (16 if value == 0 else 4) for value, many in Counter(points).items())


def faces(points: list[int]) -> list[str]:
    """Cards of these points, each another one."""
    ranks = [["10", "J", "Q", "K"], ["A"], *([str(n)] for n in range(2, 10))]
    left = {value: [rank + suit for suit in "CDHS" for rank in ranks[value]] for value in DIGITS}
    return [left[value].pop() for value in points]


class Table:
    """What the engine makes of cards of these points: how many it draws, and which end it comes to."""

    def __init__(self, game: Game) -> None:
        self.game = game

    def play(self, drawn: list[int]) -> tuple[int, int, str]:
        cards = faces(drawn)
        deck = [*(card for card in self.game.deck if card not in cards), *reversed(cards)]
        state = self.game.new_initial_state(deck=deck)
        state.apply_action(state.legal_actions()[0])
        return len(state.zone("punto")), len(state.zone("banco")), state.ending()

    def outcomes(self, dealt: Hands) -> Iterator[tuple[list[int], str]]:
        """All points that can be drawn of one deck after these four cards, and what each leads to."""
        player, banker, _ = self.play([*dealt, 0, 0])
        if player == 2:
            yield from (
                (([*dealt, v], self.play([*dealt, v])[2]) for v in DIGITS if there([*dealt, v]))
                if banker == 3
                else [(list(dealt), self.play(list(dealt))[2])]
            )
            return
        for drawn in ([*dealt, third] for third in DIGITS if there([*dealt, third])):
            if self.play([*drawn, 0])[1] == 2:
                yield drawn, self.play(drawn)[2]
            else:
                yield from (([*drawn, v], self.play([*drawn, v])[2]) for v in DIGITS if there([*drawn, v]))


def ways(points: list[int], decks: int) -> int:
    """In how many orders of six cards these points come first."""
    number, size = 1, 52 * decks
    for value, times in Counter(points).items():
        number *= perm(4 * decks * (4 if value == 0 else 1), times)
    return number * perm(size - len(points), 6 - len(points))


def counted(game: Game, decks: tuple[int, ...]) -> dict[int, Counter[str]]:
    table = Table(game)

    @cache
    def stands_for(player: int, banker: int) -> list[tuple[list[int], str]]:
        return [(drawn[4:], end) for drawn, end in table.outcomes((0, 0, player, banker))]

    found: dict[int, Counter[str]] = {n: Counter() for n in decks}
    for dealt in product(DIGITS, repeat=4):
        for more, end in stands_for((dealt[0] + dealt[2]) % 10, (dealt[1] + dealt[3]) % 10):
            for n in decks:
                found[n][end] += ways([*dealt, *more], n)
    return found


def test_the_counts_are_those_known() -> None:
    found = counted(rules("baccarat"), (1, 8))
    assert found == KNOWN
    assert {n: sum(found[n].values()) for n in found} == DRAWS


def test_only_points_matter() -> None:
    """Hands of the same points draw alike and end alike."""
    table = Table(rules("baccarat"))
    after = cache(lambda hands: [(drawn[4:], end) for drawn, end in table.outcomes(hands)])
    two = list(combinations_with_replacement(DIGITS if FULL else (0, 3, 8), 2))
    for player, banker in product(two, two):
        dealt = (player[0], banker[0], player[1], banker[1])
        possible = [
            (more, end) for more, end in after((0, 0, sum(player) % 10, sum(banker) % 10)) if there([*dealt, *more])
        ]
        assert after(dealt) == possible


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("third != 8", "third != 9"),
        ("then score(banco) < 6", "then score(banco) < 7"),
        ("size of punto = 2 and size of banco = 2 and (score", "(score"),
        ("if not natural and score(punto) < 6", "if not natural and score(punto) < 5"),
    ],
)
def test_a_changed_rule_is_noticed(old: str, new: str, tmp_path: Path) -> None:
    assert counted(changed("baccarat", tmp_path, old, new), (1,))[1] != KNOWN[1]
