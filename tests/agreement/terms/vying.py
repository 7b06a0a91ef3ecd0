"""Poker games in OpenSpiel's terms."""

from collections.abc import Sequence

from engine.interpreter.moves import Move
from engine.luck.chance import Outcome, Shuffled
from spec.ir import nodes as ir
from tests.agreement.terms.cards import Cards


class Kuhn:
    """Outcomes: a card for each player, by its rank: of two players the jack, which is Hoyle's second card, is 0."""

    def __init__(self, game: ir.Game) -> None:
        self._players = len(next(domain.values for domain in game.domains if domain.name == "player"))

    def chance(self, outcomes: Sequence[int]) -> list[Outcome]:
        left = set(range(self._players + 1)).difference(outcomes)
        return [Shuffled(tuple(card + 3 - self._players for card in (*left, *reversed(outcomes))))]

    def action(self, move: Move) -> int:
        return ("pass_on", "bet").index(move.action)


class Leduc:
    """Outcomes: a card for each player, then, unless the first round ended in a fold, the card on the board."""

    def __init__(self, game: ir.Game) -> None:
        self._cards = Cards(game, ("J", "Q", "K"), ("spades", "hearts"))

    def chance(self, outcomes: Sequence[int]) -> list[Outcome]:
        return [self._cards.shuffled(self._cards.others(*outcomes), outcomes)]

    def action(self, move: Move) -> int:
        return ("fold", "call", "raise").index(move.action)
