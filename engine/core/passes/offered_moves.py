"""Endings that ask for a legal move just where the legal moves are listed: they need not be listed twice."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from engine.core import program as p
from engine.core import terms as t
from engine.core.definedness import risky
from engine.core.uses import nodes, rewrite


@dataclass(frozen=True)
class OfferedMoves:
    """Turns `CanMove` into `Offered` in the conditions of endings that are read only where those moves are offered.

    A program with `Offered` in it has its moves listed before the endings are read on arriving; the pass sees to it
    that listing them cannot go wrong, at any step where endings are read.
    """

    name: ClassVar[str] = "offered_moves"

    def __call__(self, program: p.Program) -> p.Program:
        """The program that asks for what is listed already."""
        among = asked_of_offered(program)

        def change(node: object) -> object:
            if isinstance(node, p.Function) and node.name in among:
                return rewrite(node, lambda n: t.Offered() if isinstance(n, t.CanMove) else n)
            return node

        changed: p.Program = rewrite(program, change)
        return changed


def asked_of_offered(program: p.Program) -> frozenset[str]:
    """The conditions of endings, by their functions, in which "can move" means: is there a move among those offered?"""
    functions = p.functions(program)
    asks = {s.name: s.act for s in program.steps if isinstance(s.act, p.AskStep) and s.arriving}
    if not asks or not all(_certain(program, act.actions, functions) for act in asks.values()):
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
        or any(risky(param.choice, functions) for param in action.params)
        for action in program.actions
        if action.label in actions
    )
