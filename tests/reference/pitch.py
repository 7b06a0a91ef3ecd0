"""Pitch, from the rules of its page alone; it knows nothing of the rule language.

Players count from 1; a move is `("say", n)`, `("pass",)` or `("play", card)`. The points are found at the end, from
the list of all plays. Who can only pass is not asked.
"""

from typing import Any

from tests.reference.tricks import Agram, Tricks

PIPS = {"10": 10, "A": 4, "K": 3, "Q": 2, "J": 1}


class Pitch(Tricks):
    """The highest bidder's first card names trumps."""

    shows_last = False
    deal = Agram.deal

    def __init__(self, steals: bool = True, owner: bool = False, each_time: bool = False) -> None:
        super().__init__(4, 6)
        self.steals, self.owner, self.each_time = steals, owner, each_time

    def start(self, deck: Any) -> None:
        super().start(deck)
        self.bids: list[int] = []
        self.pitcher: int | None = None
        self.plays: list[tuple[int, str]] = []

    def legal_moves(self) -> list[Any]:
        if self.to_move is None:
            return []
        if len(self.bids) < 4:
            highest = max((0, *self.bids))
            last = len(self.bids) == 3
            least = highest if last and self.steals else highest + 1
            passes = [] if last and not highest else [("pass",)]
            return [*passes, *(("say", n) for n in range(max(2, least), 6))]
        hand = self.hands[self.to_move]
        if not self.trick or all(card[-1] != self.trick[0][1][-1] for card in hand):
            return [("play", card) for card in hand]
        return [("play", card) for card in hand if card[-1] in (self.trick[0][1][-1], self.trumps)]

    def apply(self, move: Any) -> None:
        assert self.to_move is not None
        if move[0] == "play":
            self.trumps = self.trumps or move[1][-1]
            self.plays.append((self.to_move, move[1]))
            return super().apply(move)
        if move[0] == "say":
            self.pitcher = self.to_move
        self.bids.append(move[1] if move[0] == "say" else 0)
        self.to_move += 1
        if len(self.bids) < 4 and self.legal_moves() == [("pass",)]:
            return self.apply(("pass",))
        if len(self.bids) == 4:
            assert self.pitcher is not None
            self.leader, self.to_move = self.pitcher + 1, self.pitcher

    def score(self, last: int) -> list[float]:
        assert self.pitcher is not None
        takers = {card: seat % 2 for seat, cards in enumerate(self.won) for card in cards}
        trumps = sorted((self.ranks.index(c[:-1]), who, c) for who, c in self.plays if c[-1] == self.trumps)
        high, low, jack = trumps[-1][2], trumps[0][2], f"J{self.trumps}"
        points = [0, 0]
        points[takers[high]] += 1
        if jack in takers and (self.each_time or jack != high):
            points[takers[jack]] += 1
        if self.each_time or low not in (high, jack):
            points[trumps[0][1] % 2 if self.owner else takers[low]] += 1
        pips = [sum(PIPS.get(card[:-1], 0) for card in takers if takers[card] == side) for side in (0, 1)]
        if pips[0] != pips[1]:
            points[pips.index(max(pips))] += 1
        side, bid = self.pitcher % 2, max(self.bids)
        if bid == 5:
            points[side] = 5 if points[side] == 4 and set(takers.values()) == {side} else -5
        elif points[side] < bid:
            points[side] = -bid
        return [points[seat % 2] for seat in range(4)]

    def state(self) -> dict[str, Any]:
        pitcher = None if self.pitcher is None else self.pitcher + 1
        suits = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}
        told = super().state() | {
            "pitcher": pitcher,
            "bid": max((0, *self.bids)) or None,
            "trumps": suits.get(self.trumps),
        }
        if not self.plays:
            del told["leader"]
        return told
