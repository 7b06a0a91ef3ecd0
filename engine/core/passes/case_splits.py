"""A function that judges moves asks first what parts the clauses into cases (case splitting)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import ClassVar

from engine.core import program as p
from engine.core import terms as t
from engine.core.definedness import risky
from engine.core.exclusive import Facts, contradicts, facts
from engine.core.uses import rewrite

NEVER = t.Or(())
"""A condition that never holds."""


@dataclass(frozen=True)
class CaseSplits:
    """Puts an `If` before the permits of a judging function, where some need its condition and the others rule it out.

    In each case only those clauses are read that may hold there. Only comparisons that cannot go wrong and take no time
    are asked in this way, and clauses that may go wrong are read in every case.
    """

    name: ClassVar[str] = "case_splits"

    def __call__(self, program: p.Program) -> p.Program:
        """The program whose functions that judge moves read fewer clauses."""
        cases = _Cases(p.functions(program))
        names = {name for action in program.actions for name in _judging(action)}

        def change(node: object) -> object:
            return cases.judged_in(node) if isinstance(node, p.Function) and node.name in names else node

        changed: p.Program = rewrite(program, change)
        return changed


def _judging(action: p.ActionDef) -> set[str]:
    """The function that answers whether a whole move is legal, where that is no single clause."""
    asked = {test.function for test in action.tests[-1:] if isinstance(test, t.Call)}
    return asked - {clause.test.function for clause in action.clauses}


@dataclass(frozen=True)
class _Cases:
    functions: Mapping[str, p.Function]

    def judged_in(self, function: p.Function) -> p.Function:
        """A function with its cases told apart."""
        match function.body:
            case (p.If(barred, (p.Answer(t.Truth(False)),), ()), p.Answer(permitted)) if permitted is not None:
                return replace(function, body=self._judged(barred, permitted))
            case (p.Answer(permitted),) if permitted is not None:
                return replace(function, body=self._judged(NEVER, permitted))
            case _:
                return function

    def _judged(self, barred: t.Expr, permitted: t.Expr) -> tuple[p.Statement, ...]:
        parting = self._parting(barred, permitted)
        if parting is not None:
            yes, no = (
                self._judged(*(self._left(cond, parting, holds) for cond in (barred, permitted)))
                for holds in (True, False)
            )
            return (p.If(parting, yes, ()), *no)
        refused = () if barred == NEVER else (p.If(barred, (p.Answer(t.Truth(False)),), ()),)
        return (*refused, p.Answer(permitted))

    def _parting(self, barred: t.Expr, permitted: t.Expr) -> t.Expr | None:
        """What the most permits need, while all others rule it out; None where there is little to win."""
        known = [self._facts(permit) for permit in _permits(permitted)]
        found: dict[t.Expr, int] = {}
        for expr in (expr for one in known for expr, holds in sorted(one, key=repr) if holds and _quick(expr)):
            needed = sum((expr, True) in one for one in known)
            apart = all((expr, True) in one or contradicts(one, expr) for one in known)
            if apart and 2 <= needed < len(known) and self._worth(barred, permitted, expr):
                found.setdefault(expr, needed)
        return max(found, key=lambda expr: found[expr], default=None)

    def _worth(self, barred: t.Expr, permitted: t.Expr, parting: t.Expr) -> bool:
        """Does either case need fewer of the clauses that stand against permits, or are there none?"""
        against = (barred, *_guards(permitted))
        cases = [tuple(self._left(cond, parting, holds) for cond in against) for holds in (True, False)]
        return cases[0] != cases[1] or all(cond == NEVER for cond in against)

    def _left(self, cond: t.Expr, parting: t.Expr, holds: bool) -> t.Expr:
        """What is left of a condition in one of the two cases."""
        match cond:
            case t.Or(items):
                made = (self._left(item, parting, holds) for item in items)
                left = tuple(i for one in made for i in (one.items if isinstance(one, t.Or) else (one,)))
                return left[0] if len(left) == 1 else t.Or(left)
            case t.Either(guards, t.Weighed() as weighed, guarded):
                guards, guarded = (self._left(one, parting, holds) for one in (guards, guarded))
                return guarded if NEVER in (guards, guarded) else t.Either(guards, weighed, guarded)
            case _ if risky(cond, self.functions):
                return cond
            case _:
                known = self._facts(cond)
                gone = contradicts(known, parting) if holds else (parting, True) in known
                return NEVER if gone else cond

    def _facts(self, cond: t.Expr) -> Facts:
        return facts(cond, True, self.functions)


def _permits(permitted: t.Expr) -> Iterator[t.Expr]:
    """What makes a move legal, unless something that is weighed stands against it."""
    match permitted:
        case t.Or(items):
            for item in items:
                yield from _permits(item)
        case t.Either(_, t.Weighed(), guarded):
            yield from _permits(guarded)
        case _:
            yield permitted


def _guards(permitted: t.Expr) -> Iterator[t.Expr]:
    """Where all clauses are weighed."""
    for item in permitted.items if isinstance(permitted, t.Or) else (permitted,):
        if isinstance(item, t.Either):
            yield item.cond


def _quick(expr: t.Expr) -> bool:
    """Is it a comparison that cannot go wrong and takes no time?"""
    match expr:
        case t.Compare("=", t.Size(t.Local()), t.Number()):
            return True
        case t.Compare("=", t.Field(_, index) | t.Size(t.Zone(_, index)), t.Word() | t.Number()):
            return all(isinstance(i, t.Local | t.Word | t.Number) for i in index)
        case _:
            return False
