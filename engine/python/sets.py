"""Questions about every card of some in Python that a set of cards answers which is found only once.

A condition on a card that depends on little else, such as one number of the state, holds for the same cards whenever
that number is the same. Leaves how all other questions are put to `engine.python.expressions`.
"""

from __future__ import annotations

from dataclasses import dataclass, field, fields, replace
from typing import Any

from engine.core import program as p
from engine.core import terms as t
from engine.core.uses import nodes
from spec.ir.types import of_cards

INNER = (t.Attr, t.Ordinal, t.Not, t.And, t.Or, t.Compare, t.OneOf, t.Arith, t.Adjacent)
CONSTANT = (t.Number, t.Word, t.OneCard, t.Truth)
TOTALS = ("least_total", "greatest_total")


def single(kind: t.Kind) -> bool:
    """Is a value of this type one thing, rather than cards?"""
    return not of_cards(kind)


@dataclass(frozen=True, slots=True)
class CardSet:
    """The cards of which a condition holds: a function of `args`, which are called `params` in it."""

    function: str
    asked: t.Fold
    params: tuple[p.Param, ...]
    args: tuple[t.Expr, ...]
    cond: t.Expr


def card_set(function: p.Function, program: p.Program) -> CardSet | None:
    """The one question of a function that a known set of cards answers; None where there is none, or several."""
    found = [made for node in nodes(function.body) if (made := _made(function, node, program)) is not None]
    return found[0] if len(found) == 1 else None


def _made(function: p.Function, node: object, program: p.Program) -> CardSet | None:
    match node:
        case t.Fold("any" | "all", var, t.CardsOf(), None, cond):
            found = _Lifting(function, program, var)
            lifted = found.of(cond)
            names = [param.name for param in found.outer.values()]
            if lifted is None or not 1 <= len(set(names)) == len(names) <= 2 or var in names:
                return None
            return CardSet(f"{function.name}_cards", node, tuple(found.outer.values()), tuple(found.outer), lifted)
        case _:
            return None


@dataclass
class _Lifting:
    """Makes a condition on a card one of that card and a few values that are handed over."""

    function: p.Function
    program: p.Program
    var: str
    outer: dict[t.Expr, p.Param] = field(default_factory=dict)

    def of(self, expr: Any) -> Any:
        """The condition, or a part of it; None where it depends on more than that."""
        match expr:
            case t.Local(name) if name == self.var:
                return expr
            case t.Local(name):
                return self._handed(expr, next((q for q in self.function.params if q.name == name), None))
            case t.Field(name, index, _) if all(isinstance(i, t.Word | t.Number) for i in index):
                kind = next(f.kind for f in self.program.fields if f.name == name)
                return self._handed(expr, p.Param(name, kind))
            case t.Helper(name, (t.TableName(table), t.Just(t.Local(at)))) if name in TOTALS and at == self.var:
                return expr if all(next(one.values for one in self.program.tables if one.name == table)) else None
            case _ if isinstance(expr, CONSTANT):
                return expr
            case _ if isinstance(expr, INNER):
                return self._parts(expr)
            case _:
                return None

    def _parts(self, expr: Any) -> Any:
        made: dict[str, Any] = {}
        for part in fields(expr):
            value = getattr(expr, part.name)
            if isinstance(value, tuple):
                made[part.name] = tuple(map(self.of, value))
            else:
                made[part.name] = value if isinstance(value, str | int) else self.of(value)
            if made[part.name] is None or (isinstance(value, tuple) and None in made[part.name]):
                return None
        return replace(expr, **made)

    def _handed(self, expr: t.Expr, param: p.Param | None) -> t.Expr | None:
        if param is None or not single(param.kind):
            return None
        self.outer[expr] = param
        return t.Local(param.name, param.kind)
