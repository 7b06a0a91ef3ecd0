"""Games that lay cards off, bid with them or draw against a bank, in OpenSpiel's terms."""

from collections.abc import Sequence

from engine.interpreter.moves import Move
from engine.luck.chance import Outcome, Picked
from spec.ir import nodes as ir
from tests.agreement.terms.cards import SUITS, TWO_LOW, Cards


class Blackjack:
    """Outcomes: two cards for the player, two for the dealer, then what is drawn; cards suit by suit from the ace."""

    def __init__(self, game: ir.Game) -> None:
        self._cards = Cards(game, ("A", *TWO_LOW[:-1]))

    def chance(self, outcomes: Sequence[int]) -> list[Outcome]:
        dealt = [card % 13 * 4 + card // 13 for card in outcomes]
        return [self._cards.shuffled(self._cards.others(*dealt), dealt)]

    def action(self, move: Move) -> int:
        return ("hit", "stand").index(move.action)


class CrazyEights:
    """Outcomes: 52 + the dealer; the hands, card by card; the card turned up, again after each eight; the draws."""

    def __init__(self, game: ir.Game) -> None:
        self._cards = Cards(game)
        self._players = len(next(domain.values for domain in game.domains if domain.name == "player"))

    def chance(self, outcomes: Sequence[int]) -> list[Outcome]:
        """Hoyle turns up the lowest card that is not an eight: below it go the eights that OpenSpiel put back."""
        dealer, rest = outcomes[0] - 52, outcomes[1:]
        size = self._players * (7 if self._players == 2 else 5)
        dealt, rest = rest[:size], rest[size:]
        eights = next(i for i, card in enumerate(rest) if card // 4 != 6)
        put_back, up, drawn = dict.fromkeys(rest[:eights]), rest[eights], rest[eights + 1 :]
        cards = self._cards
        first = cards.shuffled((*put_back, up, *cards.others(*dealt, *put_back, up)), dealt)
        second = cards.shuffled(cards.others(*dealt, up, *drawn), drawn)
        return [Picked(self._players, dealer), first, second]

    def action(self, move: Move) -> int:
        match move:
            case Move("play", (int(card),)):
                return self._cards.number[card]
            case Move("name_suit", (int(suit),)):
                return 54 + self._cards.suit[suit]
            case _:
                return {"draw_card": 52, "pass_on": 53}[move.action]


class Goofspiel:
    """Outcomes: the prizes as they are turned up, by their points from 0, all but the last."""

    def __init__(self, game: ir.Game) -> None:
        ranks = next(domain.values for domain in game.domains if domain.name == "rank")
        self._cards = Cards(game, ranks)
        self._prizes = {number // len(SUITS) for number in self._cards.number}

    def chance(self, outcomes: Sequence[int]) -> list[Outcome]:
        order = (*outcomes, *self._prizes.difference(outcomes))
        diamonds = [len(SUITS) * points + SUITS.index("diamonds") for points in order]
        return [self._cards.shuffled(self._cards.others(*diamonds), diamonds)]

    def action(self, move: Move) -> int:
        match move:
            case Move("offer", (int(card),)):
                return self._cards.number[card] // len(SUITS)
            case _:
                raise KeyError(move)


class GoFish:
    """Outcomes: ranks, first those dealt, one player's hand after the other's; of a rank the suits come in order."""

    def __init__(self, game: ir.Game) -> None:
        self._ranks = ("A", *TWO_LOW[:-1])
        self._cards = Cards(game, self._ranks)

    def chance(self, outcomes: Sequence[int]) -> list[Outcome]:
        dealt = [rank * 4 + outcomes[:place].count(rank) for place, rank in enumerate(outcomes)]
        return [self._cards.shuffled(self._cards.others(*dealt), dealt)]

    def action(self, move: Move) -> int:
        match move:
            case Move("ask", (int(player), int(rank))):
                return player * len(self._ranks) + rank
            case _:
                raise KeyError(move)
