"""Golf Six from the rules of its page alone; it knows nothing of the rule language.

Players count from 0 here, places from 1: the upper row is 1 to 3, the lower row 4 to 6. At each place of a grid is a
card, and whether it is up.
"""

from collections.abc import Sequence
from typing import Any

WORTH = {"A": 1, "2": -2, "J": 10, "Q": 10, "K": 0} | {str(pips): pips for pips in range(3, 11)}


class GolfSix:
    def __init__(self, players: int = 4, none_up: bool = False, turns: bool = False, more: bool = False) -> None:
        self.players, self.none_up, self.turns, self.more = players, none_up, turns, more

    def start(self, deck: Sequence[str]) -> None:
        self.stock = list(deck)
        self.grids = [[(self.stock.pop(), False) for _ in range(6)] for _ in range(self.players)]
        self.pile = [self.stock.pop()]
        self.to_turn = 0 if self.none_up else 2 * self.players
        self.held: str | None = None
        self.from_pile = False
        self.closer: int | None = None
        self.returns: list[float] | None = None
        self.to_move: int | None = 0

    def legal_moves(self) -> list[Any]:
        if self.to_move is None:
            return []
        hidden = [place for place, (_, up) in enumerate(self.grids[self.to_move], 1) if not up]
        if self.to_turn:
            return [("turn_up", place) for place in hidden]
        if self.held is None:
            return [("take_discard",), *([("draw_card",)] if self.stock else [])]
        throwing = [("throw_and_turn", place) for place in hidden] if self.turns else [("throw_away",)]
        return [*(("replace", place) for place in range(1, 7)), *([] if self.from_pile else throwing)]

    def apply(self, move: Any) -> None:
        assert self.to_move is not None
        grid = self.grids[self.to_move]
        match move:
            case ("turn_up", place):
                grid[place - 1] = grid[place - 1][0], True
                self.to_turn -= 1
                if self.to_turn % 2 == 0:
                    self.to_move = (self.to_move + 1) % self.players
                return
            case ("draw_card",):
                self.held, self.from_pile = self.stock.pop(), False
                return
            case ("take_discard",):
                self.held, self.from_pile = self.pile.pop(), True
                return
            case _:
                pass
        assert self.held is not None
        match move:
            case ("replace", place):
                self.pile.append(grid[place - 1][0])
                grid[place - 1] = self.held, True
            case ("throw_and_turn", place):
                self.pile.append(self.held)
                grid[place - 1] = grid[place - 1][0], True
            case _:
                assert move == ("throw_away",)
                self.pile.append(self.held)
        self.held = None
        self._pass_on()

    def _pass_on(self) -> None:
        assert self.to_move is not None
        if self.closer is None and all(up for _, up in self.grids[self.to_move]):
            self.closer = self.to_move
        following = (self.to_move + 1) % self.players
        if self.closer is None or (self.more and following != self.closer):
            self.to_move = following
            return
        self.to_move = None
        self.grids = [[(card, True) for card, _ in grid] for grid in self.grids]
        self.returns = [-float(sum(self._column(grid, at) for at in range(3))) for grid in self.grids]

    @staticmethod
    def _column(grid: Sequence[tuple[str, bool]], at: int) -> int:
        upper, lower = grid[at][0][:-1], grid[at + 3][0][:-1]
        return 0 if upper == lower else WORTH[upper] + WORTH[lower]

    def state(self) -> dict[str, Any]:
        told: dict[str, Any] = {"deck": tuple(self.stock), "discard": tuple(self.pile)}
        told["taken"] = (self.held,) if self.held is not None and self.from_pile else ()
        for seat, grid in enumerate(self.grids):
            drawn = self.held is not None and not self.from_pile and seat == self.to_move
            told[f"drawn {seat + 1}"] = (self.held,) if drawn else ()
            for place, (card, up) in enumerate(grid, 1):
                told[f"up {seat + 1} {place}"] = (card,) if up else ()
                told[f"down {seat + 1} {place}"] = () if up else (card,)
        return told
