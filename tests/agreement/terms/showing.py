"""Games of adding and melding, in OpenSpiel's terms: cribbage and gin rummy."""

from collections.abc import Sequence

from engine.interpreter.moves import Move
from engine.luck.chance import Outcome
from spec.ir import nodes as ir
from tests.agreement.terms.cards import SUITS, TWO_LOW, Cards

DECK = 52
MELDS = 56
"""The first of gin rummy's melds: sets by rank and by the missing suit, then runs by size, suit and lowest card."""


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


class GinRummy:
    """Outcomes: ten cards to each player in turn, the card turned up, the draws; suit by suit from the ace."""

    def __init__(self, game: ir.Game) -> None:
        ranks = ("A", *TWO_LOW[:-1])
        self._cards = Cards(game, ranks, ("spades", "clubs", "diamonds", "hearts"))
        self._suits = len(SUITS)
        self._ranks = len(ranks)

    def chance(self, outcomes: Sequence[int]) -> list[Outcome]:
        dealt = [card % self._ranks * self._suits + card // self._ranks for card in outcomes]
        return [self._cards.shuffled(self._cards.others(*dealt), dealt)]

    def _by_suit(self, card: int) -> int:
        rank, suit = divmod(self._cards.number[card], self._suits)
        return suit * self._ranks + rank

    def action(self, move: Move) -> int:
        match move:
            case Move("put" | "lay_aside" | "lay_off", (int(card),)):
                return self._by_suit(card)
            case Move("lay_down_group", (tuple(cards),)):
                suits = {self._cards.number[card] % self._suits for card in cards}
                missing = next((suit for suit in range(self._suits) if suit not in suits), self._suits)
                return MELDS + self._cards.number[int(cards[0])] // self._suits * (self._suits + 1) + missing
            case Move("lay_down_run", (tuple(cards),)):
                suit, lowest = divmod(min(self._by_suit(card) for card in cards), self._ranks)
                shorter = 65 + sum(self._suits * (self._ranks + 1 - size) for size in range(3, len(cards)))
                return MELDS + shorter + suit * (self._ranks + 1 - len(cards)) + lowest
            case _:
                return {"take_up": 52, "draw_one": 53, "pass": 54, "knock": 55, "take_to_knock": 55}[move.action]
