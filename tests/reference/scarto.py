"""Scarto, from the rules of its page alone; it knows nothing of the rule language.

Players count from 1, and player 3 deals. Points are counted as players do: cards by threes, less two for every
three.
"""

from collections.abc import Sequence
from itertools import combinations
from typing import Any

LONG = ("1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "knight", "Q", "K")
ROUND = ("10", "9", "8", "7", "6", "5", "4", "3", "2", "1", "J", "knight", "Q", "K")
TRUMPS = (*(str(n) for n in range(1, 20)), "21", "20")
COURT = {"K": 5, "Q": 4, "knight": 3, "J": 2}
FOOL = "1F"
HONOURS = {"1T", "20T", "KC", "KD", "KH", "KS"}


def counted(card: str) -> int:
    """What a card counts among three."""
    if card in HONOURS:
        return 5
    return 1 if card[-1] == "T" else COURT.get(card[:-1], 1)


class Scarto:
    """`exchange`: the dealer takes up the last three cards; `four`: the Fool counts four by itself."""

    def __init__(self, exchange: bool = False, four: bool = False) -> None:
        self.exchange, self.four = exchange, four

    def start(self, deck: Sequence[str]) -> None:
        cards = list(deck)
        self.hands = [[cards.pop() for _ in range(25)] for _ in range(3)]
        self.won: list[list[str]] = [[], [], []]
        self.trick: list[tuple[int, str]] = []
        self.leader = 0
        self.returns: list[float] | None = None
        self.to_move: int | None = 0
        self.discarding = self.exchange
        if self.exchange:
            self.hands[2] += cards
            self.to_move = 2
        else:
            self.won[2] += cards

    def legal_moves(self) -> list[Any]:
        if self.to_move is None:
            return []
        hand = self.hands[self.to_move]
        if self.discarding:
            free = [card for card in hand if card not in HONOURS]
            if any(card[-1] == "T" for card in hand):
                free = [card for card in free if card != FOOL]
            return [("put_aside", frozenset(three)) for three in combinations(free, 3)]
        rest = [card for card in hand if card != FOOL]
        suits = [card[-1] for _, card in self.trick if card != FOOL]
        for suit in [*suits[:1], "T"] if suits else []:
            wanted = [card for card in rest if card[-1] == suit]
            if wanted:
                rest = wanted
                break
        return [("play", card) for card in rest + [card for card in hand if card == FOOL]]

    def apply(self, move: Any) -> None:
        assert self.to_move is not None
        if self.discarding:
            self.won[2] += move[1]
            self.hands[2] = [card for card in self.hands[2] if card not in move[1]]
            self.to_move, self.discarding = 0, False
            return
        self.hands[self.to_move].remove(move[1])
        self.trick.append((self.to_move, move[1]))
        self.to_move = (self.to_move + 1) % 3
        if len(self.trick) == 3:
            self._take()

    def _take(self) -> None:
        played = [(who, card) for who, card in self.trick if card != FOOL]
        led = played[0][1][-1]

        def strength(laid: tuple[int, str]) -> int:
            rank, suit = laid[1][:-1], laid[1][-1]
            if suit == "T":
                return 100 + TRUMPS.index(rank)
            return (ROUND if suit in "DH" else LONG).index(rank) + 1 if suit == led else 0

        self.leader = max(played, key=strength)[0]
        for who, card in self.trick:
            self.won[who if card == FOOL else self.leader].append(card)
        self.trick, self.to_move = [], self.leader
        if not any(self.hands):
            self.to_move, self.returns = None, [self._points(cards) for cards in self.won]

    def _points(self, cards: list[str]) -> float:
        """By threes, less two for every three and one for two that are left; the Fool lies by itself."""
        others = [card for card in cards if card != FOOL]
        threes, left = divmod(len(others), 3)
        assert left != 1
        return sum(map(counted, others)) - 2 * threes - left // 2 + (FOOL in cards) * (4 if self.four else 3)

    def state(self) -> dict[str, Any]:
        told: dict[str, Any] = {"leader": self.leader + 1}
        for seat in range(3):
            told[f"hand {seat + 1}"] = frozenset(self.hands[seat])
            told[f"laid {seat + 1}"] = tuple(card for who, card in self.trick if who == seat)
            told[f"won {seat + 1}"] = frozenset(self.won[seat])
        return told
