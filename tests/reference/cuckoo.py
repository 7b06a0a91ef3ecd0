"""Cuckoo from the rules of its page alone; it knows nothing of the rule language.

Players count from 1. Who has shown a king is not asked.
"""

from collections.abc import Sequence
from typing import Any

ORDER = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]


class Cuckoo:
    def __init__(self, players: int = 6) -> None:
        self.players = players

    def start(self, deck: Sequence[str]) -> None:
        self.stock = list(deck)
        self.cards = [self.stock.pop() for _ in range(self.players)]
        self.open: set[int] = set()
        self.put_aside: tuple[str, ...] = ()
        self.king: tuple[str, ...] = ()
        self.returns: list[float] | None = None
        self.to_move: int | None = 0

    def legal_moves(self) -> list[Any]:
        if self.to_move is None:
            return []
        return [("swap",) if self.to_move < self.players - 1 else ("swap_with_stock",), ("pass",)]

    def apply(self, move: Any) -> None:
        assert self.to_move is not None
        seat = self.to_move
        match move[0]:
            case "swap" if self.cards[seat + 1][:-1] == "K":
                self.open.add(seat + 1)
            case "swap":
                self.cards[seat : seat + 2] = self.cards[seat + 1], self.cards[seat]
            case "swap_with_stock":
                top = self.stock.pop()
                if top[:-1] == "K":
                    self.king = (top,)
                else:
                    self.put_aside, self.cards[seat] = (self.cards[seat],), top
            case _:
                assert move == ("pass",)
        left = [later for later in range(seat + 1, self.players) if later not in self.open]
        self.to_move = left[0] if left else None
        if not left:
            self._end()

    def _end(self) -> None:
        self.open = set(range(self.players))
        heights = [ORDER.index(card[:-1]) for card in self.cards]
        won = [height > min(heights) for height in heights]
        self.returns = [(1.0 if own else -1.0) if any(won) else 0.0 for own in won]

    def state(self) -> dict[str, Any]:
        told: dict[str, Any] = {"deck": tuple(self.stock), "aside": self.put_aside, "refused": self.king}
        for seat, card in enumerate(self.cards):
            told[f"hand {seat + 1}"] = () if seat in self.open else (card,)
            told[f"shown {seat + 1}"] = (card,) if seat in self.open else ()
        return told
