"""Briscola for two, three or four, from the rules of its page alone; it knows nothing of the rule language."""

from collections.abc import Sequence
from typing import Any

from tests.reference.tricks import Tricks

POINTS = {"A": 11, "3": 10, "K": 4, "Q": 3, "J": 2}
SUITS = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}


class Briscola(Tricks):
    """The stock is drawn from its end; the card turned up is put below it."""

    ranks: tuple[str, ...] = ("2", "4", "5", "6", "7", "J", "Q", "K", "3", "A")
    shows_last = False

    def __init__(self, players: int = 2) -> None:
        super().__init__(players, 3)

    def deal(self, deck: list[str]) -> None:
        self.stock = [card for card in deck if self.players != 3 or card != "2C"]
        for hand in self.hands:
            hand += [self.stock.pop() for _ in range(3)]
        self.stock.insert(0, self.stock.pop())

    def start(self, deck: Sequence[str]) -> None:
        super().start(deck)
        self.trumps = self.stock[0][-1]

    def legal_moves(self) -> list[Any]:
        return [] if self.to_move is None else [("play", card) for card in self.hands[self.to_move]]

    def _end_trick(self) -> None:
        beats = {self.trick[0][1][-1]: 100, self.trumps: 200}
        winner, _ = max(self.trick, key=lambda laid: beats.get(laid[1][-1], 0) + self.ranks.index(laid[1][:-1]))
        self.won[winner] += [card for _, card in self.trick]
        self.trick, self.leader, self.to_move = [], winner + 1, winner
        for turn in range(self.players if self.stock else 0):
            self.hands[(winner + turn) % self.players].append(self.stock.pop())
        if not self.hands[winner]:
            self.to_move, self.returns = None, self.score(winner)

    def score(self, last: int) -> list[float]:
        points: list[float] = [sum(POINTS.get(card[:-1], 0) for card in won) for won in self.won]
        return [points[seat] + points[seat - 2] for seat in range(4)] if self.players == 4 else points

    def state(self) -> dict[str, Any]:
        told = super().state()
        return told | {"turned": tuple(self.stock[:1]), "deck": tuple(self.stock[1:]), "trumps": SUITS[self.trumps]}
