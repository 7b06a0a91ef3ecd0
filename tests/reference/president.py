"""President from the rules of its page alone; it knows nothing of the rule language.

Players count from 1. Who is on turn is found seat by seat.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Any

ORDER = ["3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A", "2"]


def height(card: str) -> int:
    """How high a card is."""
    return ORDER.index(card[:-1])


class President:
    """`equal`: the same rank may be laid, too; `once`: who has passed is out of the round."""

    def __init__(self, players: int = 5, *, equal: bool = False, once: bool = False) -> None:
        self.players, self.equal, self.once = players, equal, once

    def start(self, deck: Sequence[str]) -> None:
        self.hands: list[set[str]] = [set() for _ in range(self.players)]
        for at, card in enumerate(reversed(deck)):
            self.hands[at % self.players].add(card)
        self.pile: frozenset[str] = frozenset()
        self.gone: frozenset[str] = frozenset()
        self.rid: list[int] = []
        self.silent: list[int] = []
        self.by = 0
        self.returns: list[float] | None = None
        self.to_move: int | None = 0

    def _sets(self, hand: set[str]) -> Iterator[tuple[str, ...]]:
        for rank in ORDER:
            held = [card for card in hand if card[:-1] == rank]
            for size in range(1, len(held) + 1):
                yield from combinations(held, size)

    def legal_moves(self) -> list[Any]:
        if self.to_move is None:
            return []
        sets = list(self._sets(self.hands[self.to_move]))
        if not self.pile:
            return [("lay", frozenset(cards)) for cards in sets]
        least = height(min(self.pile)) + (0 if self.equal else 1)
        fit = [cards for cards in sets if len(cards) == len(self.pile) and height(cards[0]) >= least]
        return [*(("lay", frozenset(cards)) for cards in fit), ("pass_on",)]

    def apply(self, move: Any) -> None:
        assert self.to_move is not None
        seat = self.to_move
        if move[0] == "pass_on":
            self.silent.append(seat)
            return self._next(seat)
        self.gone |= self.pile
        self.pile = move[1]
        self.hands[seat] -= self.pile
        self.by = seat
        if not self.once:
            self.silent = []
        if not self.hands[seat]:
            self.rid.append(seat)
        if len(self.rid) == self.players - 1:
            self.to_move = None
            self.returns = [float(points) for points in self._points()]
            return None
        return self._next(seat)

    def _next(self, seat: int) -> None:
        """The next who may lay cards has the turn; where it comes back to who laid last, a new round is led."""
        at = seat
        while (at := (at + 1) % self.players) != self.by:
            if self.hands[at] and at not in self.silent:
                self.to_move = at
                return
        self.gone |= self.pile
        self.pile, self.silent = frozenset(), []
        while not self.hands[self.by]:
            self.by = (self.by + 1) % self.players
        self.to_move = self.by

    def _points(self) -> list[int]:
        return [max(0, 2 - self.rid.index(seat)) if seat in self.rid else 0 for seat in range(self.players)]

    def state(self) -> dict[str, Any]:
        return {
            **{f"hand {seat + 1}": frozenset(hand) for seat, hand in enumerate(self.hands)},
            **{f"points {seat + 1}": points for seat, points in enumerate(self._points())},
            "laid": self.pile,
            "out": self.gone,
            "last": self.by + 1,
        }
