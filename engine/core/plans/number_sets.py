"""Moves that name one number out of few: all numbers are judged at once, as a set."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, Literal

from engine.core import program as p
from engine.core import terms as t
from engine.core.by_card import free
from engine.core.exclusive import unfolded
from engine.core.plans.move_counting import Plan

GREATEST = 62
"""A set of numbers has a bit for each from 0 to this one."""
Op = Literal["=", "!=", "<", "<=", ">", ">="]
MIRRORED: Mapping[Op, Op] = {"=": "=", "!=": "!=", "<": ">", "<=": ">=", ">": "<", ">=": "<="}


@dataclass(frozen=True)
class NumberSets:
    """Plans for actions of which a number between two known ones is the only choice. A comparison of that number with
    another value leaves all numbers up to one of them, or all from it on."""

    name: ClassVar[str] = "number_sets"

    def __call__(self, program: p.Program) -> Mapping[str, Plan]:
        """The plans by the labels of the actions."""
        found: dict[str, Plan] = {}
        for action in program.actions:
            match action.params:
                case (p.MoveParam(choice=p.PickFrom(t.Numbers() as over)) as last,) if between(over) is not None:
                    found[action.label] = Plan(None, "numbers", last)
                case _:
                    pass
        return found


def between(over: t.Numbers) -> tuple[int, int] | None:
    """The least and the greatest number of a range, if both are known and fit into a set."""
    match over:
        case t.Numbers(t.Number(low), t.Number(high)) if 0 <= low <= high <= GREATEST:
            return low, high
        case _:
            return None


@dataclass(frozen=True, slots=True)
class Bounded:
    """The number is less than, at most, ... `other`, to which `more` is added (`op` "+"), or from which it is taken."""

    compared: Op
    other: t.Expr
    op: Literal["+", "-"]
    more: t.Expr | None


def bounded(cond: t.Expr, var: str) -> Bounded | None:
    """A comparison of the number, or a sum with it, and something else; None where it is another one."""
    match cond:
        case t.Compare(op, left, right) if var not in free(right):
            return _alone(op, left, right, var)
        case t.Compare(op, left, right) if var not in free(left):
            return _alone(MIRRORED[op], right, left, var)
        case _:
            return None


def _alone(op: Op, side: t.Expr, other: t.Expr, var: str) -> Bounded | None:
    match side:
        case t.Local(name) if name == var:
            return Bounded(op, other, "+", None)
        case t.Arith("+", t.Local(name), more) | t.Arith("+", more, t.Local(name)) if name == var:
            return Bounded(op, other, "-", more) if var not in free(more) else None
        case t.Arith("-", t.Local(name), more) if name == var:
            return Bounded(op, other, "+", more) if var not in free(more) else None
        case _:
            return None


def told(cond: t.Expr, var: str, functions: Mapping[str, p.Function]) -> bool:
    """Is a condition on a number made up of comparisons of it, and of what does not hang on it?"""
    if var not in free(cond) or bounded(cond, var) is not None:
        return True
    match cond:
        case t.Not(item):
            return told(item, var, functions)
        case t.And(items) | t.Or(items):
            return all(told(item, var, functions) for item in items)
        case t.Call():
            body = unfolded(cond, functions)
            return body is not None and told(body, var, functions)
        case _:
            return False
