"""Block rummy for two, from the rules of its page alone; it knows nothing of the rule language.

Players count from 1. What lies on the table is kept meld by meld, and cards are added to a meld at its end.
Who can only pass is not asked.
"""

from collections.abc import Sequence
from itertools import combinations
from typing import Any

ROW = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")


def place(card: str) -> int:
    return ROW.index(card[:-1])


class Rummy:
    """`part`: three of four may be melded; `many`: any number of melds a turn; `refused`: the stock may be empty."""

    def __init__(self, part: bool = False, many: bool = False, refused: bool = False) -> None:
        self.part, self.many, self.refused = part, many, refused

    def start(self, deck: Sequence[str]) -> None:
        self.stock = list(deck)
        self.hands = [[self.stock.pop() for _ in range(10)] for _ in range(2)]
        self.discard = [self.stock.pop()]
        self.sets: list[list[str]] = []
        self.runs: list[list[str]] = []
        self.returns: list[float] | None = None
        self.to_move: int | None = 0
        self._begin()

    def _begin(self) -> None:
        self.phase, self.taken = "draw", ""

    def _melds(self, hand: list[str]) -> list[Any]:
        found: list[Any] = []
        for rank in ROW:
            same = [card for card in hand if card[:-1] == rank]
            sizes = range(3, len(same) + 1) if self.part else [len(same)] if len(same) > 2 else []
            found += [("meld_group", frozenset(some)) for n in sizes for some in combinations(same, n)]
        for suit in "CDHS":
            held = {place(card) for card in hand if card[-1] == suit}
            for low in held:
                high = low
                while high + 1 in held:
                    high += 1
                    if high >= low + 2:
                        found.append(("meld_run", frozenset(ROW[at] + suit for at in range(low, high + 1))))
        return found

    def _ends(self, card: str) -> list[list[str]]:
        return [
            run
            for run in self.runs
            if run[0][-1] == card[-1] and place(card) in (place(run[0]) - 1, place(run[-1]) + 1)
        ]

    def legal_moves(self) -> list[Any]:
        if self.to_move is None:
            return []
        hand = self.hands[self.to_move]
        match self.phase:
            case "draw":
                return [("draw_one",), ("take_up",)] if self.stock else [("take_up",), ("pass",)]
            case "meld":
                melds = self._melds(hand)
                return [*melds, ("pass",)] if melds else []
            case "add":
                fits = [card for card in hand if any(card[:-1] == meld[0][:-1] for meld in self.sets)]
                adds = [("add_to_set", card) for card in fits]
                adds += [("add_to_run", card) for card in hand if self._ends(card)]
                return [*adds, ("pass",)] if adds else []
            case _:
                return [("put", card) for card in hand if card != self.taken or len(hand) == 1]

    def apply(self, move: Any) -> None:
        assert self.to_move is not None
        self._make(move, self.hands[self.to_move])
        while self.returns is None and not self.legal_moves():
            self._next_phase()

    def _make(self, move: Any, hand: list[str]) -> None:
        what, *rest = move
        match what:
            case "pass" if self.phase == "draw":
                return self._end()
            case "draw_one":
                hand.append(self.stock.pop())
            case "take_up":
                self.taken = self.discard.pop()
                hand.append(self.taken)
            case "meld_group" | "meld_run":
                cards = sorted(rest[0], key=place)
                (self.sets if what == "meld_group" else self.runs).append(cards)
                hand[:] = [card for card in hand if card not in rest[0]]
                if self.many:
                    return
            case "add_to_set":
                hand.remove(rest[0])
                return next(meld for meld in self.sets if meld[0][:-1] == rest[0][:-1]).append(rest[0])
            case "add_to_run":
                hand.remove(rest[0])
                run = self._ends(rest[0])[0]
                return run.insert(0 if place(rest[0]) < place(run[0]) else len(run), rest[0])
            case "put":
                hand.remove(rest[0])
                self.discard.append(rest[0])
            case _:
                pass
        self._next_phase()

    def _next_phase(self) -> None:
        assert self.to_move is not None
        after = {"draw": "meld", "meld": "add", "add": "put"}
        if self.phase in after:
            self.phase = after[self.phase]
            return
        if not self.hands[self.to_move] or (not self.stock and not self.refused):
            return self._end()
        self.to_move = 1 - self.to_move
        self._begin()

    def _end(self) -> None:
        self.to_move = None
        self.returns = [-sum(min(place(card) + 1, 10) for card in hand) for hand in self.hands]

    def state(self) -> dict[str, Any]:
        return {
            "hand 1": frozenset(self.hands[0]),
            "hand 2": frozenset(self.hands[1]),
            "deck": tuple(self.stock),
            "discard": tuple(self.discard),
            "sets": frozenset(card for meld in self.sets for card in meld),
            "runs": frozenset(card for meld in self.runs for card in meld),
        }
