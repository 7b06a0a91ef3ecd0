"""Games that lay cards off, bid with them or draw against a bank, in OpenSpiel's terms."""

from collections.abc import Sequence

from engine.interpreter.moves import Move
from engine.luck.chance import Outcome, Picked, Shuffled
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
        second = cards.shuffled(cards.others(*dealt, up, *drawn), drawn, (*dealt, up))
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


class Hanabi:
    """Outcomes: cards, colour by colour, first those dealt, one player's hand after the other's, then what is drawn.

    A place is the one where a card lies, until it is played: see `Places`.
    """

    def __init__(self, game: ir.Game) -> None:
        words = {domain.name: domain.values for domain in game.domains}
        self._players = len(words["player"])
        self._hand = 5 if self._players < 4 else 4
        self._copies: dict[int, list[int]] = {}
        for card, face in enumerate(game.deck):
            self._copies.setdefault(face.suit * 5 + face.rank, []).append(card)
        self._mover = 0

    def chance(self, outcomes: Sequence[int]) -> list[Outcome]:
        dealt = [self._copies[card][outcomes[:place].count(card)] for place, card in enumerate(outcomes)]
        left = {card for copies in self._copies.values() for card in copies}.difference(dealt)
        return [Shuffled((*sorted(left), *reversed(dealt)))]

    def action(self, move: Move) -> int:
        match move:
            case Move("discard", (int(place),)):
                return place
            case Move("lay", (int(place),)):
                return self._hand + place
            case Move("tell_suit", (int(player), int(told))):
                return 2 * self._hand + player * 5 + told
            case Move("tell_rank", (int(player), int(told))):
                return 2 * self._hand + (self._players + player) * 5 + told
            case _:
                raise KeyError(move)


class Places:
    """OpenSpiel's actions in Hanabi with the place where a card lies, and with the player who is told, from 0.

    There the cards of a hand move up when one of them is played; here a new card takes the place of the old.
    """

    def __init__(self, players: int) -> None:
        self._players = players
        self._hand = 5 if players < 4 else 4
        self._places = [list(range(self._hand)) for _ in range(players)]

    def told(self, player: int, action: int) -> int:
        kind, index = divmod(action, self._hand)
        if kind < 2:
            return kind * self._hand + self._places[player][index]
        by_rank, told = divmod(action - 2 * self._hand, 5 * (self._players - 1))
        to = (player + 1 + told // 5) % self._players
        return 2 * self._hand + (by_rank * self._players + to) * 5 + told % 5

    def made(self, player: int, action: int) -> None:
        kind, index = divmod(action, self._hand)
        if kind < 2:
            self._places[player].append(self._places[player].pop(index))
