"""How well a player stands at a position, by what the game's own endings reward: the stated evaluation of greedy play.

Leaves looking ahead to `engine.players.policy`. The evaluation of a position for a player, the first that differs
deciding:

1. the outcome: over and won 1, lost -1; going on, drawn or stopped by a fault 0;
2. the lead: what the endings would give if the game ended here, the own return less the mean of the others', as the
   mean over those endings whose returns follow from more than whose turn it is;
3. what is left to shed: cards in own zones that an ending wants empty, fewer being better (more, where the ending makes
   its player lose); where no ending names such a zone, cards in own zones that their owner sees, fewer being better.
"""

from __future__ import annotations

from engine.interpreter.faults import Fault
from engine.interpreter.interpreter import Interpreter
from engine.interpreter.position import Position
from spec.ir import nodes as ir
from spec.ir.fold import emptied
from spec.ir.index import MOVER, PLAYER
from spec.ir.references import references, referred
from spec.ir.walk import walk

Value = tuple[float, float, float]
NOTHING: Value = (0.0, 0.0, 0.0)


class EvaluationHeuristic:
    """Evaluates positions of one game.

    `telling` are the endings that count for the lead; `shed` are for each player the cells that count as left to shed,
    each with 1, or -1 where more cards are better.
    """

    def __init__(self, interpreter: Interpreter) -> None:
        self._interpreter = interpreter
        layout, game = interpreter.layout, interpreter.game
        self.telling = tuple(e for e in game.endings if _tells(e.result))
        wanted = [(zone, ending) for ending in game.endings for zone in _emptied(ending.when)]
        signs: dict[str, int] = {}
        for zone, ending in wanted:
            if layout.zones[zone].decl.index == (PLAYER,):
                signs.setdefault(zone, 1 if self._gains(ending.result) else -1)
        if not signs:
            own = [z.source.label for z in game.zones if z.seen == "owner" and z.index[:1] == (PLAYER,)]
            signs = dict.fromkeys(own, 1)
        self.shed = tuple(
            tuple(
                (number, sign)
                for zone, sign in signs.items()
                for number in layout.cells_of(zone)
                if layout.cells[number].index[0] == player
            )
            for player in range(layout.players)
        )

    def _gains(self, result: ir.Winners | ir.Scores) -> bool:
        """Does the player whose turn it is win by this ending?"""
        if result.scored:
            return True
        start = self._interpreter.initial()
        mover = start.fields[self._interpreter.layout.mover]
        return bool(self._interpreter.evaluate(result.asked, start, {result.var: mover}) == 1)

    def of(self, position: Position, player: int) -> Value:
        """How well the player stands."""
        if position.result is not None:
            lead = _lead(position.result.returns, player)
            return _sign(lead), lead, 0.0
        if position.fault is not None:
            return NOTHING
        found = (self._ended(ending, position, player) for ending in self.telling)
        leads = [one for one in found if one is not None]
        left = sum(sign * len(position.cells[number]) for number, sign in self.shed[player])
        return 0.0, _mean(leads), -float(left)

    def _ended(self, ending: ir.Ending, position: Position, player: int) -> float | None:
        """The lead if the game ended here by this ending; None where its result is undefined here."""
        result = ending.result
        expr = result.asked
        returns = []
        for seat in range(self._interpreter.layout.players):
            value = self._interpreter.evaluate(expr, position, {result.var: seat})
            if isinstance(value, Fault) or not isinstance(value, int):
                return None
            returns.append(value)
        return _lead(tuple(returns), player)


def _lead(returns: tuple[int, ...], player: int) -> float:
    """The player's return less the mean of the others'."""
    others = len(returns) - 1
    return float(returns[player]) if not others else returns[player] - (sum(returns) - returns[player]) / others


def _mean(numbers: list[float]) -> float:
    """Added up one by one: `sum` does otherwise in some versions of Python, and every engine must come to the same."""
    total = 0.0
    for number in numbers:
        total += number
    return total / len(numbers) if numbers else 0.0


def _sign(number: float) -> float:
    return float((number > 0) - (number < 0))


def _tells(result: ir.Winners | ir.Scores) -> bool:
    """Do the returns follow from more than whose turn it is?"""
    return any(kind in ("zone", "define", "field") and name != MOVER for kind, name in referred(result.asked))


def _emptied(when: ir.Expr) -> list[str]:
    """The zones of which a condition asks whether they are empty."""
    asked = (emptied(node) for node in walk(when))
    return [name for cards in asked if cards is not None for kind, name in references(cards) if kind == "zone"]
