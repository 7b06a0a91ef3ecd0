"""Schwimmen from the rules of its page alone; it knows nothing of the rule language.

Players count from 1. Points are halves, kept as fractions. Who can only pass is not asked.
"""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

FIGURES = {"J": 10, "Q": 10, "K": 10, "A": 11}
FIRE = Fraction(32)


def points(hand: Sequence[str]) -> Fraction:
    """What three cards are worth."""
    ranks = {card[:-1] for card in hand}
    if len(hand) == 3 and len(ranks) == 1:
        return FIRE if ranks == {"A"} else Fraction(61, 2)
    suits: dict[str, int] = {}
    for card in hand:
        suits[card[-1]] = suits.get(card[-1], 0) + (FIGURES.get(card[:-1]) or int(card[:-1]))
    return Fraction(max(suits.values()))


class Schwimmen:
    """`instead`: no closing after a change; `second`: the dealer's neighbour begins; `unplayed`: the last cards
    end the hand; `lowest`: only the lowest lose."""

    def __init__(
        self,
        players: int = 5,
        *,
        instead: bool = False,
        second: bool = False,
        unplayed: bool = False,
        lowest: bool = False,
    ) -> None:
        self.players = players
        self.instead, self.second, self.unplayed, self.lowest = instead, second, unplayed, lowest

    def start(self, deck: Sequence[str]) -> None:
        self.stock = list(deck)
        self.hands = [[self.stock.pop() for _ in range(3)] for _ in range(self.players)]
        self.spare = [self.stock.pop() for _ in range(3)]
        self.middle: list[str] = []
        self.gone: list[str] = []
        self.closed_by: int | None = None
        self.still = 0
        self.phase = "look"
        self.returns: list[float] | None = None
        self.to_move: int | None = 0

    def legal_moves(self) -> list[Any]:
        if self.to_move is None:
            return []
        match self.phase:
            case "look":
                return [("take_spare",), ("pass",)]
            case "change":
                singles = [("change_one", mine, theirs) for mine in self.hands[self.to_move] for theirs in self.middle]
                return [*singles, ("change_all",), *([("close",)] if self.closed_by is None else []), ("pass",)]
            case _:
                return [("close",), ("pass",)]

    def apply(self, move: Any) -> None:
        assert self.to_move is not None
        hand = self.hands[self.to_move]
        if self.phase == "look":
            self.middle = hand if move[0] == "take_spare" else self.spare
            self.hands[0] = self.spare if move[0] == "take_spare" else hand
            self.spare = []
            self.to_move = 1 if self.second else 0
            self._show()
            return self._begin()
        if move[0] == "close":
            self.closed_by, self.still = self.to_move, 0
        elif self.phase == "change":
            return self._change(move, hand)
        return self._pass_on()

    def _begin(self) -> None:
        self.phase = "change"
        if self.unplayed and len(self.stock) < 3:
            self._end()

    def _change(self, move: Any, hand: list[str]) -> None:
        changed = move[0] != "pass"
        if move[0] == "change_all":
            self.hands[self.to_move or 0], self.middle = self.middle, hand
        elif move[0] == "change_one":
            mine, theirs = hand.index(move[1]), self.middle.index(move[2])
            hand[mine], self.middle[theirs] = self.middle[theirs], hand[mine]
        self.still = 0 if changed else self.still + 1
        self._show()
        if changed and self.closed_by is None and not self.instead:
            self.phase = "close"
        else:
            self._pass_on()

    def _pass_on(self) -> None:
        if self.to_move is None:
            return
        after = (self.to_move + 1) % self.players
        if after == self.closed_by:
            return self._end()
        if self.still == self.players:
            if len(self.stock) < 3:
                return self._end()
            self.still = 0
            self.gone += self.middle
            self.middle = [self.stock.pop() for _ in range(3)]
        self.to_move = after
        self._begin()

    def _show(self) -> None:
        if any(points(hand) in (31, FIRE) for hand in self.hands):
            self._end()

    def _end(self) -> None:
        self.to_move = None
        worth = [points(hand) for hand in self.hands]
        if not self.lowest:
            won = [own == max(worth) for own in worth]
        elif FIRE in worth:
            won = [own == FIRE for own in worth]
        else:
            won = [own > min(worth) for own in worth]
        self.returns = [(1 if own else -1) if len(set(won)) == 2 else 0 for own in won]

    def state(self) -> dict[str, Any]:
        told: dict[str, Any] = {f"hand {seat + 1}": frozenset(hand) for seat, hand in enumerate(self.hands)}
        return {
            **told,
            "deck": tuple(self.stock),
            "table": frozenset(self.middle),
            "spare": frozenset(self.spare),
            "out": frozenset(self.gone),
            "closer": None if self.closed_by is None else self.closed_by + 1,
        }
