"""Klaverjassen, from the rules of its page alone; it knows nothing of the rule language.

Players count from 1; a move is `("name_trumps", suit)` or `("play", card)`.
"""

from itertools import pairwise
from typing import Any, Literal

from tests.reference.tricks import Agram, Tricks

SUITS = {"clubs": "C", "diamonds": "D", "hearts": "H", "spades": "S"}
PLAIN, TRUMPS = ["7", "8", "9", "J", "Q", "K", "10", "A"], ["7", "8", "Q", "K", "10", "A", "9", "J"]
ROW = ["7", "8", "9", "10", "J", "Q", "K", "A"]
PLAIN_POINTS = {"A": 11, "10": 10, "K": 4, "Q": 3, "J": 2}
TRUMP_POINTS = {"J": 20, "9": 14, "A": 11, "10": 10, "K": 4, "Q": 3}


def roem(cards: list[str], trumps: str) -> int:
    """What is in the cards of one trick beside their points."""
    found = 0
    for suit in "CDHS":
        held = sorted(ROW.index(card[:-1]) for card in cards if card[-1] == suit)
        longest = length = 1
        for low, high in pairwise(held):
            length = length + 1 if high == low + 1 else 1
            longest = max(longest, length)
        found += {3: 20, 4: 50}.get(longest, 0)
    if len({card[:-1] for card in cards}) == 1:
        found += {"J": 200, "A": 100, "K": 100, "Q": 100, "10": 100}.get(cards[0][:-1], 0)
    return found + 20 * ({f"K{trumps}", f"Q{trumps}"} <= set(cards))


class Klaverjassen(Tricks):
    """`city` and `partner` say what is played without the suit led, `level_wins` whether as many are enough."""

    shows_last = False
    deal = Agram.deal

    def __init__(
        self,
        city: Literal["amsterdam", "rotterdam"] = "amsterdam",
        partner: Literal["no_trump", "trump_higher"] = "no_trump",
        level_wins: bool = True,
    ) -> None:
        super().__init__(4, 8)
        self.city, self.partner, self.level_wins = city, partner, level_wins

    def start(self, deck: Any) -> None:
        super().start(deck)
        self.roem = [0, 0]

    def _height(self, card: str) -> int:
        if card[-1] == self.trumps:
            return 100 + TRUMPS.index(card[:-1])
        return PLAIN.index(card[:-1]) if card[-1] == self.trick[0][1][-1] else -1

    def legal_moves(self) -> list[Any]:
        if self.to_move is None:
            return []
        if not self.trumps:
            return [("name_trumps", suit) for suit in SUITS]
        return [("play", card) for card in self._cards(self.to_move)]

    def _cards(self, seat: int) -> list[str]:
        hand = self.hands[seat]
        if not self.trick:
            return hand
        led = self.trick[0][1][-1]
        who, best = max(self.trick, key=lambda laid: self._height(laid[1]))
        mine = [card for card in hand if card[-1] == self.trumps]
        higher = [card for card in mine if self._height(card) > self._height(best)]
        follow = [card for card in hand if card[-1] == led]
        if follow:
            return (higher if led == self.trumps else []) or follow
        if self.city == "rotterdam":
            return higher or mine or hand
        others = [card for card in hand if card[-1] != self.trumps]
        if (who - seat) % 2:
            return higher or others or hand
        if best[-1] != self.trumps:
            return hand
        return others or hand if self.partner == "no_trump" else higher + others or hand

    def apply(self, move: Any) -> None:
        if move[0] == "play":
            return super().apply(move)
        self.trumps = SUITS[move[1]]

    def _end_trick(self) -> None:
        winner, _ = max(self.trick, key=lambda laid: self._height(laid[1]))
        cards = [card for _, card in self.trick]
        self.roem[winner % 2] += roem(cards, self.trumps)
        self.won[winner] += cards
        self.trick, self.leader, self.to_move = [], winner + 1, winner
        if not self.hands[winner]:
            self.to_move, self.returns = None, self.score(winner)

    def score(self, last: int) -> list[float]:
        totals = list(self.roem)
        totals[last % 2] += 10
        for side in (0, 1):
            cards = self.won[side] + self.won[side + 2]
            for card in cards:
                totals[side] += (TRUMP_POINTS if card[-1] == self.trumps else PLAIN_POINTS).get(card[:-1], 0)
            totals[side] += 100 * (len(cards) == 32)
        if totals[0] < totals[1] or (totals[0] == totals[1] and not self.level_wins):
            totals = [0, sum(totals)]
        return [totals[seat % 2] for seat in range(4)]

    def state(self) -> dict[str, Any]:
        named = [suit for suit, letter in SUITS.items() if letter == self.trumps]
        roem = {f"roem {side + 1}": self.roem[side] for side in (0, 1)}
        return super().state() | {"trumps": named[0] if named else None} | roem
