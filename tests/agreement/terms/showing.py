"""Cribbage in OpenSpiel's terms."""

from collections.abc import Sequence

from engine.interpreter.moves import Move
from engine.luck.chance import Outcome
from spec.ir import nodes as ir
from tests.agreement.terms.cards import TWO_LOW, Cards

DECK = 52


class Cribbage:
    """Outcomes, deal by deal: six cards to each player in turn, and the starter; suit by suit from the ace."""

    def __init__(self, game: ir.Game) -> None:
        self._cards = Cards(game, ("A", *TWO_LOW[:-1]))

    def chance(self, outcomes: Sequence[int]) -> list[Outcome]:
        deals = [[self._by_rank(card) for card in outcomes[at : at + 13]] for at in range(0, len(outcomes), 13)]
        return [self._cards.shuffled(self._cards.others(*dealt), dealt) for dealt in deals]

    def _by_rank(self, card: int) -> int:
        return card % 13 * 4 + card // 13

    def _by_suit(self, card: int) -> int:
        number = self._cards.number[card]
        return number % 4 * 13 + number // 4

    def action(self, move: Move) -> int:
        match move:
            case Move("lay", (int(card),)):
                return self._by_suit(card)
            case Move("lay_away", ((int(), int()) as cards,)):
                first, second = sorted(cards, key=lambda card: self._cards.number[card])
                return DECK + DECK * self._by_suit(first) + self._by_suit(second)
            case _:
                raise KeyError(move)
