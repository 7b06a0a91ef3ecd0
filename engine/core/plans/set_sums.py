"""Selections of any cards that count so much together: of a few cards they are counted without being made."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from engine.core import program as p
from engine.core import terms as t
from engine.core.shapes import Line

NARROW = 1 << 15


@dataclass(frozen=True)
class SetSums:
    """A number of selections of any cards by what they count is found from the sums of all of them."""

    name: ClassVar[str] = "set_sums"

    def __call__(self, program: p.Program) -> bool:
        """Always: which numbers are such, `summed` tells."""
        return True


@dataclass(frozen=True, slots=True)
class Summed:
    """So many of `cards`, any of them, are to count `wanted`; `counted` has what each card counts."""

    cards: t.Expr
    wanted: t.Expr
    counted: tuple[int, ...]
    least: int
    most: int


def summed(program: p.Program, lines: Mapping[str, Line], fold: t.Fold) -> Summed | None:
    """Is a fold such a number? None where it is another one."""
    match fold:
        case t.Fold("sum", var, t.ShapesIn(cards, shape), t.Compare("=", left, right), t.Number(1)) if _any_cards(
            line := lines[shape]
        ):
            of, wanted = (right, left) if isinstance(left, t.Number) else (left, right)
        case _:
            return None
    match of, wanted:
        case t.Helper("least_total" | "greatest_total" as end, (t.TableName(table), t.Local(name))), t.Number():
            values = next(one.values for one in program.tables if one.name == table)
            counted = tuple((v[0] if end.startswith("least") else v[-1]) if v else 0 for v in values)
        case _:
            return None
    if name != var or not all(abs(one) < NARROW for one in counted):
        return None
    return Summed(cards, wanted, counted, line.least, max(line.longest, 0))


def _any_cards(line: Line) -> bool:
    """Is a selection of any cards of that shape, if they are as many as it wants?"""
    everything = (1 << len(line.groups)) - 1
    return line.shape.line == "none" and not line.shape.ordered and not line.wild and set(line.groups) == {everything}
