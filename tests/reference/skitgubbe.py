"""Skitgubbe, from the rules of its page alone; it knows nothing of the rule language.

Players count from 1. All cards that a player will hold in the second phase are kept apart until then.
"""

from collections.abc import Sequence
from typing import Any

RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
SUITS = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}


def height(card: str) -> int:
    return RANKS.index(card[:-1])


class Skitgubbe:
    """`must`: who can beat the top card does; `winner`: the player of a trick's last card leads to the next."""

    def __init__(self, players: int = 3, must: bool = False, winner: bool = False) -> None:
        self.players, self.must, self.winner = players, must, winner

    def start(self, deck: Sequence[str]) -> None:
        self.stock = list(deck)
        self.hands = [[self.stock.pop() for _ in range(3)] for _ in range(self.players)]
        self.laid: list[list[str]] = [[] for _ in range(self.players)]
        self.won: list[list[str]] = [[] for _ in range(self.players)]
        self.last: tuple[int, str] | None = None
        self.trumps: str | None = None
        self.trick: list[str] = []
        self.gone: list[str] = []
        self.full = 0
        self.second = False
        self.returns: list[float] | None = None
        self.leader = 0
        self.to_move: int | None = 0

    # ---- the first phase

    def _first(self, move: Any, seat: int) -> None:
        if move == ("chance_it",):
            self.laid[seat].append(self.stock.pop())
        else:
            self.hands[seat].remove(move[1])
            self.laid[seat].append(move[1])
            if len(self.stock) == 1:
                self.last = seat, self.stock.pop()
            elif self.stock:
                self.hands[seat].append(self.stock.pop())
        answerer = (self.leader + 1) % self.players
        if seat == self.leader:
            self.to_move = answerer
            return
        difference = height(self.laid[self.leader][-1]) - height(self.laid[answerer][-1])
        if difference:
            self.leader = self.leader if difference > 0 else answerer
            for pile in self.laid:
                self.won[self.leader] += pile
                pile.clear()
        self.to_move = self.leader
        if not self.hands[self.leader] or not self.hands[(self.leader + 1) % self.players]:
            self._change()

    def _change(self) -> None:
        assert self.last is not None
        seat, card = self.last
        for hand, laid, won in zip(self.hands, self.laid, self.won, strict=True):
            hand.extend(laid + won)
            laid.clear()
            won.clear()
        self.hands[seat].append(card)
        self.trumps, self.leader, self.to_move = SUITS[card[-1]], seat, seat
        self.second, self.last = True, None
        self._turn()

    # ---- the second phase

    def _turn(self) -> None:
        """The turn of `to_move`, or of the next who has cards."""
        assert self.to_move is not None
        while not self.hands[self.to_move]:
            self.to_move = (self.to_move + 1) % self.players
        left = sum(bool(hand) for hand in self.hands)
        if not self.trick:
            self.full = left
        if left == 1:
            self.to_move = None
            self.returns = [-1 if hand else 1 for hand in self.hands]

    def _beats(self, card: str) -> bool:
        top = self.trick[-1]
        if card[-1] == top[-1]:
            return height(card) > height(top)
        return SUITS[card[-1]] == self.trumps

    def _second(self, move: Any, seat: int) -> None:
        again = False
        if move == ("pick_up",):
            self.hands[seat].append(self.trick.pop())
        else:
            self.hands[seat].remove(move[1])
            self.trick.append(move[1])
            if len(self.trick) == self.full:
                self.gone += self.trick
                self.trick = []
                again = self.winner and bool(self.hands[seat])
        if not again:
            self.to_move = (seat + 1) % self.players
        self._turn()

    # ---- both

    def legal_moves(self) -> list[Any]:
        if self.to_move is None:
            return []
        hand = self.hands[self.to_move]
        if not self.second:
            return [("play", card) for card in hand] + ([("chance_it",)] if len(self.stock) > 1 else [])
        if not self.trick:
            return [("lay", card) for card in hand]
        higher = [("lay", card) for card in hand if self._beats(card)]
        return higher if higher and self.must else [*higher, ("pick_up",)]

    def apply(self, move: Any) -> None:
        assert self.to_move is not None
        (self._second if self.second else self._first)(move, self.to_move)

    def state(self) -> dict[str, Any]:
        told: dict[str, Any] = {
            "deck": tuple(self.stock),
            "trick": tuple(self.trick),
            "gone": frozenset(self.gone),
            "trumps": self.trumps,
            "needed": self.full,
            "leader": self.leader + 1,
        }
        for seat in range(self.players):
            told[f"hand {seat + 1}"] = frozenset(self.hands[seat])
            told[f"laid {seat + 1}"] = tuple(self.laid[seat])
            told[f"won {seat + 1}"] = frozenset(self.won[seat])
            told[f"kept {seat + 1}"] = (self.last[1],) if self.last and self.last[0] == seat else ()
        return told
