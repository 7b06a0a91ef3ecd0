"""Lowers what an end gives: to one player, to a team, to all of whom something holds.

A team's result is that of each of its players: there is nobody else in the IR who could win.
"""

from __future__ import annotations

from typing import TypeVar, assert_never

from spec import syntax as s
from spec.ir import fold
from spec.ir import nodes as ir
from spec.ir.binding import put
from spec.ir.teams import ON_TEAM, TEAM, team_of
from spec.ir.types import domain_of
from spec.lower.base import PLAYER, Scope, Typed, coerce
from spec.lower.expressions import condition, lower

WINNER = ir.Var("(winner)", PLAYER)
Result = TypeVar("Result", ir.Winners, ir.Scores)


def result_of(result: s.OneWins | s.AllWin | s.ScoreResult, scope: Scope) -> ir.Winners | ir.Scores | None:
    """The result; None where it is faulty."""
    match result:
        case s.OneWins(s.Nobody()):
            return ir.Winners(WINNER.name, fold.NO)
        case s.OneWins(who):
            found = player_or_team(who, scope)
            if found is None:
                return None
            theirs = team_of(WINNER) if found.type == ON_TEAM else WINNER
            return ir.Winners(WINNER.name, ir.Compare("=", theirs, found.expr))
        case s.AllWin(binder, cond):
            inner = _bound(binder, scope)
            return None if inner is None else _for_each(binder, ir.Winners(binder.name.text, condition(cond, inner)))
        case s.ScoreResult(binder, value):
            inner = _bound(binder, scope)
            score = None if inner is None else lower(value, inner, ir.Int())
            return None if score is None else _for_each(binder, ir.Scores(binder.name.text, score.expr))
        case _:
            assert_never(result)


def player_or_team(e: s.Expr, scope: Scope) -> Typed | None:
    """Who wins: a player, or a team where the game has teams."""
    if not scope.names.teams:
        return lower(e, scope, PLAYER)
    found = lower(e, scope)
    if found is None:
        return None
    return coerce(found, ON_TEAM if domain_of(found.type) == TEAM else PLAYER, e.span, scope)


def _over(binder: s.Binder) -> str:
    return binder.over.domain.text if isinstance(binder.over, s.OverWords) else ""


def _bound(binder: s.Binder, scope: Scope) -> Scope | None:
    over = _over(binder)
    if over == TEAM and scope.names.teams:
        scope.names.used.add(TEAM)
        return scope.bind(binder.name, ON_TEAM)
    if over != "player":
        teams = " or `every team t`" if scope.names.teams else ""
        scope.names.report("E0301", binder.span, f"only players win or score; write `every player p`{teams}")
        return None
    return scope.bind(binder.name, PLAYER)


def _for_each(binder: s.Binder, result: Result) -> Result:
    """What is said of every team, said of every player of it."""
    if _over(binder) != TEAM:
        return result
    asked: Result = put(result, {ir.Var(binder.name.text, ON_TEAM): team_of(WINNER)})
    return type(result)(WINNER.name, asked.asked)
