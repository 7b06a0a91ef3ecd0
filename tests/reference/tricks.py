"""Three plain games of tricks, from their rules alone: Agram, Whist, Sueca. They know nothing of the rule language.

Players count from 1; a move is `("play", card)`. Dealing, choosing moves and comparing are left to the callers.
"""

from collections.abc import Sequence
from typing import Any

Move = tuple[str, str]


class Tricks:
    """Each plays a card in turn, of the suit led where they can; the winner of a trick leads to the next."""

    ranks: tuple[str, ...] = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
    shows_last = True
    """Is the last card, player 4's, turned up for trumps, until player 4 plays?"""

    def __init__(self, players: int = 4, each: int = 13) -> None:
        self.players, self.each = players, each

    def deal(self, deck: list[str]) -> None:
        """One card to each in turn."""
        for turn in range(self.players * self.each):
            self.hands[turn % self.players].append(deck.pop())

    def start(self, deck: Sequence[str]) -> None:
        self.hands: list[list[str]] = [[] for _ in range(self.players)]
        self.deal(list(deck))
        self.turned = self.hands[-1].pop() if self.shows_last else ""
        self.trumps = self.turned[-1:]
        self.trick: list[tuple[int, str]] = []
        self.won: list[list[str]] = [[] for _ in range(self.players)]
        self.leader = 1
        self.returns: list[float] | None = None
        self.to_move: int | None = 0
        self._take_up()

    def _take_up(self) -> None:
        if self.turned and self.to_move == self.players - 1:
            self.hands[-1].append(self.turned)
            self.turned = ""

    def legal_moves(self) -> list[Move]:
        if self.to_move is None:
            return []
        hand = self.hands[self.to_move]
        following = [card for card in hand if self.trick and card[-1] == self.trick[0][1][-1]]
        return [("play", card) for card in following or hand]

    def apply(self, move: Move) -> None:
        assert self.to_move is not None
        self.hands[self.to_move].remove(move[1])
        self.trick.append((self.to_move, move[1]))
        self.to_move = (self.to_move + 1) % self.players
        if len(self.trick) == self.players:
            self._end_trick()
        if self.to_move is not None:
            self._take_up()

    def _end_trick(self) -> None:
        led = self.trick[0][1][-1]
        beats = {led: 100, self.trumps: 200}
        winner, _ = max(self.trick, key=lambda laid: beats.get(laid[1][-1], 0) + self.ranks.index(laid[1][:-1]))
        self.won[winner] += [card for _, card in self.trick]
        self.trick = []
        self.leader, self.to_move = winner + 1, winner
        if not self.hands[winner]:
            self.to_move, self.returns = None, self.score(winner)

    def score(self, last: int) -> list[float]:
        """What each scores: here a team its tricks above six."""
        tricks = [(len(self.won[side]) + len(self.won[side + 2])) // 4 for side in (0, 1)]
        return [max(0, tricks[seat % 2] - 6) for seat in range(4)]

    def state(self) -> dict[str, Any]:
        told: dict[str, Any] = {"leader": self.leader}
        for seat in range(self.players):
            told[f"hand {seat + 1}"] = frozenset(self.hands[seat])
            told[f"laid {seat + 1}"] = tuple(card for who, card in self.trick if who == seat)
        if self.shows_last:
            told["turned"] = tuple([self.turned] if self.turned else [])
        return told


POINTS = {"A": 11, "7": 10, "K": 4, "J": 3, "Q": 2}


class Agram(Tricks):
    """No trumps; who takes the last trick wins."""

    shows_last = False

    def deal(self, deck: list[str]) -> None:
        for hand in self.hands:
            hand += [deck.pop() for _ in range(self.each)]

    def score(self, last: int) -> list[float]:
        return [1 if seat == last else -1 for seat in range(self.players)]


class Sueca(Tricks):
    """Sevens below aces; a team scores its card points, or games for them."""

    ranks: tuple[str, ...] = ("2", "3", "4", "5", "6", "Q", "J", "K", "7", "A")

    def __init__(self, games: bool = False) -> None:
        super().__init__(4, 10)
        self.games = games

    deal = Agram.deal

    def score(self, last: int) -> list[float]:
        cards = [self.won[side] + self.won[side + 2] for side in (0, 1)]
        points = [sum(POINTS.get(card[:-1], 0) for card in side) for side in cards]
        if self.games:
            points = [(n > 60) + (n > 90) + 2 * (len(side) == 40) for n, side in zip(points, cards, strict=True)]
        return [points[seat % 2] for seat in range(4)]
