"""Scopa for two, from the rules of its page alone; it knows nothing of the rule language.

Players count from 1. A capture is found by adding up, card by card.
"""

from collections.abc import Iterator, Sequence
from typing import Any

WORTH = {"A": 1, "2": 2, "3": 3, "4": 4, "5": 5, "6": 6, "7": 7, "J": 8, "Q": 9, "K": 10}
PRIME = {"7": 21, "6": 18, "A": 16, "5": 15, "4": 14, "3": 13, "2": 12}


def adding_up(cards: Sequence[str], wanted: int) -> Iterator[tuple[str, ...]]:
    """Every choice of some of the cards whose worths add up to what is wanted."""
    if wanted == 0:
        yield ()
    for at, card in enumerate(cards):
        if WORTH[card[:-1]] <= wanted:
            for more in adding_up(cards[at + 1 :], wanted - WORTH[card[:-1]]):
                yield (card, *more)


class Scopa:
    """`free`: several cards may be taken though one of equal rank is there."""

    def __init__(self, free: bool = False) -> None:
        self.free = free

    def start(self, deck: Sequence[str]) -> None:
        self.deck = list(deck)
        self.table = {self.deck.pop() for _ in range(4)}
        self.hands: list[set[str]] = [set(), set()]
        self.taken: list[set[str]] = [set(), set()]
        self.sweeps = [0, 0]
        self.last: int | None = None
        self.returns: list[float] | None = None
        self.to_move: int | None = 0
        self._deal()

    def _deal(self) -> None:
        for hand in self.hands:
            hand.update(self.deck.pop() for _ in range(3))
        self.to_move = 0

    def _with(self, card: str) -> list[Any]:
        takes = list(adding_up(sorted(self.table), WORTH[card[:-1]]))
        one = [("take", some[0], card) for some in takes if len(some) == 1]
        several = [("take_sum", frozenset(some), card) for some in takes if len(some) > 1]
        if one and not self.free:
            return one
        return one + several or [("lay", card)]

    def legal_moves(self) -> list[Any]:
        return [] if self.to_move is None else [move for card in self.hands[self.to_move] for move in self._with(card)]

    def apply(self, move: Any) -> None:
        assert self.to_move is not None
        what, *gone, card = move
        mine = self.to_move
        self.hands[mine].remove(card)
        self.to_move = 1 - mine
        if what == "lay":
            self.table.add(card)
        else:
            took = set(gone) if what == "take" else set(gone[0])
            self.table -= took
            self.taken[mine] |= took | {card}
            self.last = mine
        if not any(self.hands) and not self.deck:
            return self._end()
        if what != "lay" and not self.table:
            self.sweeps[mine] += 1
        if not any(self.hands):
            self._deal()

    def _end(self) -> None:
        assert self.last is not None
        self.taken[self.last] |= self.table
        self.to_move = None
        points: list[float] = [*self.sweeps]
        for measure in (len, self._coins, self._primiera):
            mine, other = measure(self.taken[0]), measure(self.taken[1])
            points[0] += mine > other
            points[1] += other > mine
        points["7D" in self.taken[1]] += 1
        self.returns = points

    def _coins(self, cards: set[str]) -> int:
        return sum(card[-1] == "D" for card in cards)

    def _primiera(self, cards: set[str]) -> int:
        best = [max((PRIME.get(card[:-1], 10) for card in cards if card[-1] == suit), default=0) for suit in "CDHS"]
        return sum(best) if all(best) else 0

    def state(self) -> dict[str, Any]:
        return {
            "hand 1": frozenset(self.hands[0]),
            "hand 2": frozenset(self.hands[1]),
            "taken 1": frozenset(self.taken[0]),
            "taken 2": frozenset(self.taken[1]),
            "table": frozenset(self.table),
            "deck": tuple(self.deck),
            "score 1": self.sweeps[0],
            "score 2": self.sweeps[1],
            "last": None if self.last is None else self.last + 1,
        }
