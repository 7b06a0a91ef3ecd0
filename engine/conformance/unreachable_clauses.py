"""Clauses that can never win, shown by their form: wherever they apply, another applies that outranks them.

Leaves clauses that cannot fire for other reasons, such as positions that are never reached, to others.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from itertools import chain

from engine.core import program as p
from engine.core import terms as t
from engine.core.exclusive import Facts, facts, unfolded
from engine.core.lower.game import lower
from engine.core.uses import nodes, rewrite
from spec.ir import nodes as ir

Functions = Mapping[str, p.Function]


def outranked_always(game: ir.Game) -> dict[str, str]:
    """The clauses, such as `permit play.normal`, with the labels of those that stand in their way."""
    program = lower(game)
    functions = {n.name: n for n in nodes(program) if isinstance(n, p.Function)}
    moves = {action.source.label: action.move for action in game.actions}
    groups = [(moves[action.label], action.clauses) for action in program.actions]
    groups += [(group.label, group.clauses) for group in program.groups]
    found = dict[str, list[list[str]]]()
    for owner, clauses in groups:
        for clause in clauses:
            above = [c for c in clauses if c.key in clause.above and clause.key not in c.above]
            found.setdefault(f"{clause.kind} {owner}.{clause.label}", []).append(_barring(clause, above, functions))
    # A clause of a move of several shapes has to be barred in each of its variants.
    return {name: " or ".join(dict.fromkeys(chain(*barring))) for name, barring in found.items() if all(barring)}


def _barring(clause: p.ClauseDef, above: list[p.ClauseDef], functions: Functions) -> list[str]:
    """Clauses of which one applies wherever the given one does; none where that does not show."""
    labels = list[str]()
    for case in _cases(clause.test, functions):
        known = facts(case, True, functions)
        barring = next((c for c in above if _implied(known, c.test, functions)), None)
        if barring is None:
            return []
        labels.append(barring.label)
    return labels


def _cases(expr: t.Expr, functions: Functions) -> Iterable[t.Expr]:
    """Conditions of which one holds wherever the given one does."""
    while isinstance(expr, t.Call) and (body := unfolded(expr, functions)) is not None:
        expr = body
    return expr.items if isinstance(expr, t.Or) else (expr,)


def _implied(known: Facts, expr: t.Expr, functions: Functions) -> bool:
    """Does a condition hold wherever these facts do? A no may be wrong."""
    match expr:
        case _ if (expr, True) in known:
            return True
        case t.Truth(value):
            return value
        case t.And(items):
            return all(_implied(known, item, functions) for item in items)
        case t.Or(items):
            return any(_implied(known, item, functions) for item in items)
        case t.Not(item):
            return (item, False) in known
        case t.Compare("!=", left, right):
            return (t.Compare("=", left, right), False) in known
        case t.Fold("any", var, over, None, cond):
            return any(
                isinstance(one, t.Fold) and (one.how, one.over) == ("any", over) and holds
                and _implied(facts(_renamed(one, var), True, functions), cond, functions)
                for one, holds in known
            )  # fmt: skip
        case t.Call():
            body = unfolded(expr, functions)
            return body is not None and _implied(known, body, functions)
        case _:
            return False


def _renamed(some: t.Fold, var: str) -> t.Expr:
    """What holds for some, said of another name."""
    made: t.Expr = rewrite(some.value, lambda n: replace(n, name=var) if _named(n, some.var) else n)
    return made


def _named(node: object, name: str) -> bool:
    return isinstance(node, t.Local) and node.name == name
