"""Whether evaluating something can go wrong: of the IR before it is lowered, and of a program with its explicit checks.

A no may be wrong: then a check stays that never fails. Leaves what follows from it to lowering and to passes.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.core import exclusive
from engine.core import program as p
from engine.core import terms as t
from engine.core.uses import nodes, parts
from spec.ir import nodes as ir
from spec.ir.binding import applied, mentions
from spec.ir.fold import LACKING, YES, constant, divided, either, in_turn, open_question
from spec.ir.index import GameIndex, rows
from spec.ir.references import applied_to, looked_for, references
from spec.ir.signs import above_zero, told_above
from spec.ir.types import cards_of, end_of, never_empty, piles_of, stretch_of, taken

# ---------------------------------------------------------------- of the IR


class Definedness:
    """Which expressions of a game have a value in every position."""

    def __init__(self, index: GameIndex) -> None:
        self.index = index
        self._total: dict[str, bool] = {}

    def total(self, expr: ir.Expr, held: frozenset[ir.Expr] = frozenset()) -> bool:
        """Has it a value wherever there are some of the cards `held`, and the numbers above 0? A no may be wrong."""
        if constant(expr) is not None:
            return expr != LACKING
        if (parts_in_turn := in_turn(expr)) is not None:
            return self._in_turn(*parts_in_turn, held)
        end, called = end_of(expr), applied_to(expr)
        if called is not None:
            return all(self.total(arg, held) for arg in called[1]) and self._apply_total(*called, held)
        if end is not None and end[1] in held:
            return self._parts_total(end[1], held)
        match expr:
            case _ if parts_of := either(expr):
                cond, then, other = parts_of
                yes, no = held | self._held(cond, True), held | self._held(cond, False)
                return self.total(cond, held) and self.total(then, yes) and self.total(other, no)
            case _ if taken(expr) or stretch_of(expr) or looked_for(expr) or open_question(expr):
                return False
            case _ if (quotient := divided(expr)) and not above_zero(quotient[1], self.index, held):
                return False
            case ir.Extreme(over=over, cond=cond):
                return never_empty(over) and cond == YES and self._parts_total(expr, held)
            case ir.First(over=over, cond=cond, other=None):
                among = cards_of(over)
                return cond == YES and among is not None and among in held and self.total(among, held)
            case _:
                tables = [self.index.tables[name].values for kind, name in references(expr) if kind == "table"]
                return all(map(all, tables)) and self._parts_total(expr, held)

    def piles(self, over: ir.Range, var: str) -> frozenset[ir.Expr]:
        """The pile that a name stands for which is bound to the piles of a row that hold a card."""
        domain = piles_of(over)
        counted = rows(self.index.game.zones, domain)
        if len(counted) != 1 or counted[0].index != (domain,):
            return frozenset()
        return frozenset({ir.Place(counted[0].source.label, (ir.Var(var, ir.Symbol(domain)),))})

    def _in_turn(self, items: tuple[ir.Expr, ...], wanted: bool, held: frozenset[ir.Expr]) -> bool:
        for item in items:
            if not self.total(item, held):
                return False
            held |= self._held(item, wanted)
        return True

    def _parts_total(self, node: Any, held: frozenset[ir.Expr]) -> bool:
        if isinstance(node, ir.Binder):
            held = frozenset(e for e in held if not mentions(e, (node.var,)))
            held |= self.piles(node.over, node.var)
        return all(self.total(item, held) for _, item in parts(node) if not isinstance(item, ir.type_classes))

    def _apply_total(self, define: str, args: tuple[ir.Expr, ...], held: frozenset[ir.Expr]) -> bool:
        """Is a definition total, or at least with its arguments put in?"""
        if define not in self._total:
            self._total[define] = False
            self._total[define] = self.total(self.index.defines[define].body)
        body = applied(self.index.defines[define], args) if held else None
        return self._total[define] or (body is not None and self.total(body, held))

    def _held(self, cond: ir.Expr, holds: bool) -> frozenset[ir.Expr]:
        """The cards of which there are some, and the numbers above 0, where a condition holds, or does not."""
        return told_above(cond, holds, self.index)


# ---------------------------------------------------------------- of a program

Held = frozenset[t.Expr]
"""Cards of which there is one at least, and numbers above 0."""


def risky(node: object, functions: Mapping[str, p.Function]) -> bool:
    """May something go wrong, here or in what is called? A yes may be wrong."""
    return any(
        isinstance(n, t.Check | t.Fails)
        or (isinstance(n, t.Fold) and n.how in ("only_least", "only_greatest"))
        or (isinstance(n, t.Call) and risky(functions[n.function].body, functions))
        for n in nodes(node)
    )


def some_where(cond: t.Expr, holds: bool) -> Held:
    """The cards of which there are some, and the numbers above 0, where a condition holds, or does not."""
    found: set[t.Expr] = set()
    for item, yes in exclusive.settled(cond, holds):
        match item:
            case t.IsEmpty(cards) if not yes:
                found.add(cards)
            case t.Compare(op, number, t.Number(n)) if (op, yes) in _ABOVE and n >= _ABOVE[op, yes]:
                found.add(number)
            case _:
                pass
    return frozenset(found)


_ABOVE = {(">", True): 0, (">=", True): 1, ("<=", False): 0, ("<", False): 1, ("=", True): 1}
"""By which comparisons, and from which number on, the other side is above 0."""
