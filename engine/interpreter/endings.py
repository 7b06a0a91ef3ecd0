"""Endings: whether a game ends here, by which clause, and what each player gets.

Leaves when endings are read to `engine.interpreter.interpreter`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import assert_never

from engine.interpreter.compiled_expression import applicable_clauses
from engine.interpreter.expressions import ExpressionCompiler
from engine.interpreter.faults import Stop
from engine.interpreter.frame import Frame
from engine.interpreter.position import Payoff, Result
from spec.ir import nodes as ir
from spec.ir.precedence import outrankers, unranked

Returns = Callable[[Frame], tuple[Payoff, ...]]


class Endings:
    """The endings of a game: those read on arriving at steps, and all others."""

    def __init__(self, game: ir.Game, meanings: ExpressionCompiler) -> None:
        self._sources = tuple(ending.source for ending in game.endings)
        self._tests = tuple((e.source, meanings.number(e.when)) for e in game.endings)
        self._returns = tuple(_returns(e.result, meanings) for e in game.endings)
        self._above = outrankers([source.label for source in self._sources], game.ending_order)
        self._free = tuple(i for i, e in enumerate(game.endings) if not e.at)
        labels = {label for e in game.endings for label in e.at}
        self._at = {label: tuple(i for i, e in enumerate(game.endings) if label in e.at) for label in labels}

    def after(self, f: Frame) -> Result | None:
        """Reads the endings that belong to no step; raises `Stop` where two unranked ones give different returns."""
        return self._read(self._free, f)

    def arriving(self, label: str, f: Frame) -> Result | None:
        """Reads the endings of the steps of that label."""
        return self._read(self._at[label], f) if label in self._at else None

    def _read(self, among: tuple[int, ...], f: Frame) -> Result | None:
        f.names = {}
        applicable = 0
        for i in among:
            applicable |= applicable_clauses((self._tests[i],), f) << i
        if not applicable:
            return None
        best = unranked(applicable, self._above)
        returns = {self._brought(i, f) for i in best}
        if len(returns) != 1:
            raise self._clash(best or tuple(i for i in among if applicable >> i & 1))
        (agreed,) = returns
        for i in best:
            f.note("ending", self._sources[i], agreed)
        return Result(self._sources[best[0]].label, agreed)

    def _brought(self, i: int, f: Frame) -> tuple[Payoff, ...]:
        """What an ending brings each player."""
        try:
            return self._returns[i](f)
        except Stop as stop:
            raise stop.within(self._sources[i]) from None

    def _clash(self, best: tuple[int, ...]) -> Stop:
        sources = tuple(self._sources[i] for i in best)
        listed = " and ".join(source.label for source in sources)
        return Stop("clash", f"{listed} end the game at once, unranked, with different results", {}, sources)


def _returns(result: ir.Winners | ir.Scores, m: ExpressionCompiler) -> Returns:
    players = range(m.layout.players)
    match result:
        case ir.Winners(var, cond):
            wins = m.number(cond)

            def won(f: Frame) -> tuple[Payoff, ...]:
                winners = [bool(value) for value in _each(var, wins, players, f)]
                if len(winners) > 1 and (all(winners) or not any(winners)):
                    return (Payoff(0),) * len(winners)
                return tuple(Payoff(1 if winner else -1) for winner in winners)

            return won
        case ir.Scores(var, value):
            score = m.number(value)
            return lambda f: tuple(Payoff(value) for value in _each(var, score, players, f))
        case _:
            assert_never(result)


def _each(var: str, value: Callable[[Frame], int], players: range, f: Frame) -> tuple[int, ...]:
    found = []
    for player in players:
        f.names = {var: player}
        found.append(value(f))
    f.names = {}
    return tuple(found)
