"""Bounds of the numbers of a program, whatever the position; wide ones where they cannot be told from the rules.

Leaves what is made of them to `engine.adapters.environments`.
"""

from __future__ import annotations

from itertools import product

from engine.core import program as p
from engine.core import terms as t
from engine.core.uses import nodes
from engine.core.ways import MOST_WAYS
from spec.ir import nodes as ir

WIDEST = 1_000_000
Bounds = tuple[int, int]
"""The least and the greatest value."""


class Reader:
    """Reads the bounds of a program's terms."""

    def __init__(self, program: p.Program) -> None:
        self._program = program
        self._functions = p.functions(program)
        self._fields = {field.name: field.slots for field in program.fields}
        self._tables = {table.name: table.values for table in program.tables}

    def returns(self) -> Bounds:
        """What a player may get."""
        found = [self._returns(ending) for ending in self._program.endings]
        low, high = min((low for low, _ in found), default=0), max((high for _, high in found), default=0)
        return max(low, -WIDEST), min(high, WIDEST)

    def _returns(self, ending: p.EndingDef) -> Bounds:
        answers = self._answers(ending.returns.function)
        return _joined([self.of(a.value) if isinstance(a, t.PerPlayer) else (-1, 1) for a in answers])

    def _answers(self, function: str) -> list[t.Expr]:
        return [n.value for n in nodes(self._functions[function]) if isinstance(n, p.Answer) and n.value is not None]

    def of(self, term: t.Expr) -> Bounds:
        """The least and the greatest value of a term."""
        match term:
            case t.Number(value):
                return value, value
            case t.Field(name):
                return self._fields[name].low, self._fields[name].high
            case t.Size():
                return 0, len(self._program.cards)
            case t.Call(name):
                return _joined([self.of(answer) for answer in self._answers(name)])
            case t.Either(_, then, other):
                return _joined([self.of(then), self.of(other)])
            case t.Ordinal():
                return 1, max(len(domain.words) for domain in self._program.domains)
            case t.Arith(op, left, right):
                return _computed(op, self.of(left), self.of(right))
            case t.Helper("least_total" | "greatest_total", (t.TableName(table), cards)):
                return self._total(table, cards)
            case t.Check(_, value):
                return self.of(value)
            case t.Fold("sum", over=over, value=value):
                low, high = self.of(value)
                return min(low, 0) * self._many(over), max(high, 0) * self._many(over)
            case t.Fold("least" | "greatest", value=value):
                return self.of(value)
            case t.Fold("any" | "all") | t.Truth() | t.Not() | t.And() | t.Or() | t.Compare():
                return 0, 1
            case _:
                return -WIDEST, WIDEST

    def _total(self, table: str, cards: t.Expr) -> Bounds:
        values = self._tables[table]
        if isinstance(cards, t.Just):
            return min(map(min, filter(None, values))), max(map(max, filter(None, values)))
        each = [value for counts in values for value in counts]
        return sum(min(value, 0) for value in each), sum(max(value, 0) for value in each)

    def _many(self, over: t.Range) -> int:
        """The most values that a range has."""
        match over:
            case t.Words(domain) | t.Piles(domain):
                return next(len(one.words) for one in self._program.domains if one.label == domain)
            case t.Seats():
                return self._program.players
            case t.CardsOf():
                return len(self._program.cards)
            case t.Numbers(low, high):
                return max(0, self.of(high)[1] - self.of(low)[0] + 1)
            case t.ShapesIn() | t.RestsIn():
                return MOST_WAYS


def _joined(found: list[Bounds]) -> Bounds:
    return min(low for low, _ in found), max(high for _, high in found)


def _computed(op: ir.Arithmetic, left: Bounds, right: Bounds) -> Bounds:
    match op:
        case "+":
            return left[0] + right[0], left[1] + right[1]
        case "-":
            return left[0] - right[1], left[1] - right[0]
        case "*":
            products = [a * b for a, b in product(left, right)]
            return min(products), max(products)
        case "//":
            quotients = [a // max(1, b) for a, b in product(left, right)]
            return min(quotients), max(quotients)
