"""Endings that ask whether there is a legal move just where the legal moves are listed: they need not be listed twice.

Leaves the endings to `engine.core.program`, and what follows to printers.
"""

from __future__ import annotations

from collections.abc import Mapping

from engine.core import program as p
from engine.core import terms as t
from engine.core.uses import nodes


def asked_of_offered(program: p.Program, functions: Mapping[str, p.Function]) -> frozenset[str]:
    """The conditions of endings, by their functions, in which "can move" means: is there a move among those offered?

    They are read only on arriving at steps that offer the moves in question, and listing these cannot go wrong; so the
    moves can be listed before. None at all unless that is so of every step at which endings are read.
    """
    asks = {s.name: s for s in program.steps if isinstance(s.act, p.AskStep) and s.arriving}
    if not asks or not all(
        _certain(program, s.act.actions, functions) for s in asks.values() if isinstance(s.act, p.AskStep)
    ):
        return frozenset()
    found = set[str]()
    for ending in program.endings:
        name = ending.clause.test.function
        at = [s for s in program.steps if ending.clause.label in s.arriving]
        wanted = [set(n.actions) for n in nodes(functions[name].body) if isinstance(n, t.CanMove)]
        offered = [set(s.act.actions) if isinstance(s.act, p.AskStep) else set[str]() for s in at]
        if ending.at and wanted and offered and all(one == other for one in wanted for other in offered):
            found.add(name)
    return frozenset(found)


def _certain(program: p.Program, actions: tuple[str, ...], functions: Mapping[str, p.Function]) -> bool:
    """Can listing the moves of some actions never go wrong?"""
    return not any(
        not all(clause.total for clause in action.clauses)
        or any(_risky(param.choice, functions) for param in action.params)
        for action in program.actions
        if action.label in actions
    )


def _risky(node: object, functions: Mapping[str, p.Function]) -> bool:
    """May something go wrong, here or in what is called? A yes may be wrong."""
    return any(
        isinstance(n, t.Check | t.Fails)
        or (isinstance(n, t.Fold) and n.how in ("only_least", "only_greatest"))
        or (isinstance(n, t.Call) and _risky(functions[n.function].body, functions))
        for n in nodes(node)
    )
