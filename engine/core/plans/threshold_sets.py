"""Cards judged by what they count against a bound: those that count up to so much are a set, known before play."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import reduce
from typing import ClassVar

from engine.core import program as p
from engine.core import terms as t
from engine.core.by_card import ByCard, free
from engine.core.plans.number_sets import MIRRORED, Op
from engine.core.types import kind
from spec.ir import nodes as ir

MOST_SETS = 64


@dataclass(frozen=True)
class ThresholdSets:
    """A comparison of what a card counts with what does not hang on the card holds for a set of cards, by the bound."""

    name: ClassVar[str] = "threshold_sets"

    def __call__(self, program: p.Program) -> bool:
        """Always: which comparisons are such, `threshold` tells."""
        return True


@dataclass(frozen=True, slots=True)
class Threshold:
    """What a card counts is less than, at most, ... `bound`. `up_to[k]` are the cards that count at most `least` -
    1 + k, as bits, so that the last are all."""

    compared: Op
    bound: t.Expr
    least: int
    up_to: tuple[int, ...]


def threshold(by_card: ByCard, cond: t.Expr, var: str) -> Threshold | None:
    """A comparison of sums, part of which hangs on the card alone, and the rest not on it; None where it is another."""
    if not isinstance(cond, t.Compare) or kind(cond.left) != ir.Int() or var not in free(cond):
        return None
    parts = [*_parts(cond.left, 1), *((-sign, one) for sign, one in _parts(cond.right, 1))]
    counted = [0] * len(by_card.program.faces)
    rest: list[tuple[int, t.Expr]] = []
    for sign, one in parts:
        if var not in free(one):
            rest.append((-sign, one))
            continue
        values = by_card.values(one, var) if free(one).keys() == {var} else None
        if values is None:
            return None
        counted = [before + sign * value for before, value in zip(counted, values, strict=True)]
    return _made(cond.op, counted, rest) if rest else None


def _made(op: Op, counted: list[int], rest: list[tuple[int, t.Expr]]) -> Threshold | None:
    # What is on the side of the bound is read off as it stands as often as it may be: `3 - x` and not `0 - x + 3`.
    if all(sign < 0 for sign, _ in rest):
        op, counted, rest = MIRRORED[op], [-value for value in counted], [(-sign, one) for sign, one in rest]
    rest.sort(key=lambda part: -part[0])
    bound = reduce(lambda sum_, part: t.Arith("+" if part[0] > 0 else "-", sum_, part[1]), rest[1:], rest[0][1])
    least, greatest = min(counted), max(counted)
    if greatest - least + 2 > MOST_SETS:
        return None
    up_to = tuple(
        sum(1 << card for card, value in enumerate(counted) if value <= most) for most in range(least - 1, greatest + 1)
    )
    return Threshold(op, bound, least, up_to)


def _parts(expr: t.Expr, sign: int) -> Iterator[tuple[int, t.Expr]]:
    match expr:
        case t.Arith("+", left, right):
            yield from _parts(left, sign)
            yield from _parts(right, sign)
        case t.Arith("-", left, right):
            yield from _parts(left, sign)
            yield from _parts(right, -sign)
        case _:
            yield sign, expr
