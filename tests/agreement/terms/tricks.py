"""Games of tricks in OpenSpiel's terms."""

from collections.abc import Sequence

from engine.interpreter.moves import Move
from engine.luck.chance import Outcome, Picked
from spec.ir import nodes as ir
from tests.agreement.terms.cards import Cards


class Hearts:
    """Outcomes: the direction of passing, then 52 cards, to the players in turn."""

    def __init__(self, game: ir.Game) -> None:
        self._cards = Cards(game)

    def chance(self, outcomes: Sequence[int]) -> list[Outcome]:
        return [Picked(4, outcomes[0]), self._cards.shuffled((), outcomes[1:])]

    def action(self, move: Move) -> int:
        match move:
            case Move("give" | "play", (int(card),)):
                return self._cards.number[card]
            case _:
                raise KeyError(move)


class Euchre:
    """Outcomes: the dealer, a card to each player in turn from the dealer on, the card turned up.

    A call is told by its suit, also where it is the suit of the card turned up.
    """

    def __init__(self, game: ir.Game) -> None:
        self._cards = Cards(game, ("9", "10", "J", "Q", "K", "A"))
        self._up = 0

    def chance(self, outcomes: Sequence[int]) -> list[Outcome]:
        dealer, *dealt = outcomes
        self._up = dealt[-1]
        return [Picked(4, dealer), self._cards.shuffled(self._cards.others(*dealt), dealt)]

    def action(self, move: Move) -> int:
        match move:
            case Move("play" | "put_by", (int(card),)):
                return self._cards.number[card]
            case Move("name_suit", (int(suit),)):
                return 25 + self._cards.suit[suit]
            case Move("order_up"):
                return 25 + self._up % 4
            case Move("go_alone"):
                return 29
            case _:
                return {"pass": 24}[move.action]


class OhHell:
    """Outcomes: the number of tricks, the dealer, a card to each player in turn, the card turned up."""

    def __init__(self, game: ir.Game) -> None:
        self._cards = Cards(game, suits=("clubs", "diamonds", "spades", "hearts"))
        words = {domain.name: domain.values for domain in game.domains}
        self._players = len(words["player"])

    def chance(self, outcomes: Sequence[int]) -> list[Outcome]:
        tricks, dealer, *dealt = outcomes
        sizes = (52 - 1) // self._players
        shuffled = self._cards.shuffled(self._cards.others(*dealt), dealt)
        return [Picked(sizes, tricks - 1), Picked(self._players, dealer), shuffled]

    def action(self, move: Move) -> int:
        match move:
            case Move("play", (int(card),)):
                return self._cards.number[card]
            case Move("say", (int(bid),)):
                return 52 + bid
            case _:
                raise KeyError(move)


class Spades:
    """Outcomes: 52 cards, suit by suit, to the players in turn; bids are above them."""

    def __init__(self, game: ir.Game) -> None:
        self._cards = Cards(game)
        self._number = [card % 4 * 13 + card // 4 for card in self._cards.number]

    def chance(self, outcomes: Sequence[int]) -> list[Outcome]:
        return [self._cards.shuffled((), [card % 13 * 4 + card // 13 for card in outcomes])]

    def action(self, move: Move) -> int:
        match move:
            case Move("play", (int(card),)):
                return self._number[card]
            case Move("say", (int(bid),)):
                return 52 + bid
            case _:
                raise KeyError(move)
