"""What each of the 4,960 hands of Schwimmen is worth: 24 make 31, 32 are threes, as a second program counts them."""

from collections.abc import Sequence
from itertools import combinations
from math import comb
from pathlib import Path

import pytest

from engine.luck.chance import Scripted, Shuffled
from hoyle.api import Game
from spec.ir import nodes as ir
from tests.agreement.readings import changed, rules
from tests.reference.schwimmen import FIRE, points


class Counter:
    """What the first player's hand is worth as the rule file counts it, doubled."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.first = ir.Apply("doubled", (ir.Lit(0, ir.Symbol("player")),))

    def __call__(self, hand: Sequence[str]) -> int:
        others = [card for card in range(len(self.game.deck)) if self.game.deck[card] not in hand]
        order = (*others, *(self.game.deck.index(card) for card in hand))
        turn = self.game.interpreter.start(Scripted([Shuffled(order)]))
        value = self.game.interpreter.evaluate(self.first, turn.position)
        assert isinstance(value, int)
        return value


def test_every_hand_of_three() -> None:
    game = rules("schwimmen")
    count, hands = Counter(game), list(combinations(game.deck, 3))
    assert len(hands) == comb(32, 3) == 4960
    worth = {hand: points(hand) for hand in hands}
    assert sum(value == 31 for value in worth.values()) == 24
    assert sum(value.denominator == 2 or value == FIRE for value in worth.values()) == 32
    assert {hand: count(hand) for hand in hands} == {hand: 2 * value for hand, value in worth.items()}


@pytest.mark.parametrize(("old", "new"), [("A is 11\n", "A is 10\n"), ("then 61", "then 60"), ("then 64", "then 61")])
def test_a_changed_count_is_noticed(old: str, new: str, tmp_path: Path) -> None:
    count = Counter(changed("schwimmen", tmp_path, old, new))
    assert any(count(hand) != 2 * points(hand) for hand in (["AC", "KC", "7D"], ["7C", "7D", "7H"], ["AC", "AD", "AH"]))
