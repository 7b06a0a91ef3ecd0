"""What an expression comes to for each card of the deck, where it hangs on nothing but the card.

Leaves to printers what they make of it: a table, or a set of cards.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property

from engine.core import program as p
from engine.core import terms as t
from engine.core.uses import members, nodes
from spec.ir import nodes as ir
from spec.ir.fold import computed

Env = Mapping[str, int]


def free(expr: object) -> dict[str, ir.Type]:
    """The names in an expression that are bound outside of it, with their types."""
    found: dict[str, ir.Type] = {}
    for name, kind in _free(expr):
        found.setdefault(name, kind)
    return found


def _free(node: object) -> Iterator[tuple[str, ir.Type]]:
    match node:
        case t.Local(name, kind):
            yield name, kind
        case tuple():
            for item in node:
                yield from _free(item)
        case t.Filter(var) | t.Fold(_, var) | t.Winners(var) | t.PerPlayer(var):
            yield from (
                pair for name in members(type(node)) or () for pair in _free(getattr(node, name)) if pair[0] != var
            )
        case _:
            for name in members(type(node)) or ():
                yield from _free(getattr(node, name))


class ByCard:
    """Evaluates expressions of one program without a state."""

    def __init__(self, program: p.Program, functions: Mapping[str, p.Function]) -> None:
        self.program = program
        self.functions = functions
        self._kept: dict[tuple[t.Expr, str], tuple[int, ...] | None] = {}

    @cached_property
    def lacking(self) -> bool:
        """Is a card named that the deck lacks? Then no name of a card is sure to stand for one of the deck."""
        return any(isinstance(n, t.OneCard) and n == t.OneCard(ir.NOBODY) for n in nodes(self.program))

    def values(self, expr: t.Expr, var: str) -> tuple[int, ...] | None:
        """The value for each card that `var` may be; None where it hangs on more, or may go wrong."""
        key = expr, var
        if key not in self._kept:
            self._kept[key] = self._values(expr, var)
        return self._kept[key]

    def _values(self, expr: t.Expr, var: str) -> tuple[int, ...] | None:
        found: list[int] = []
        if self.lacking:
            return None
        for card in range(len(self.program.faces)):
            value = self.of(expr, {var: card})
            if value is None:
                return None
            found.append(value)
        return tuple(found)

    def of(self, expr: t.Expr, env: Env) -> int | None:
        """The value where these names stand for these values; None where it hangs on more, or may go wrong."""
        match expr:
            case t.Truth(value) | t.Number(value) | t.Word(_, value) | t.OneCard(value):
                return int(value)
            case t.Local(name):
                return env.get(name)
            case t.Attr(attr, card):
                at = self.of(card, env)
                return None if at is None else int(getattr(self.program.faces[at], attr))
            case t.Ordinal(item):
                place = self.of(item, env)
                return None if place is None or place < 0 else place + 1
            case t.Not(item):
                held = self.of(item, env)
                return None if held is None else int(not held)
            case t.And(items) | t.Or(items):
                return self._in_turn(items, isinstance(expr, t.And), env)
            case t.OneOf(item, among):
                return self._in_turn(tuple(t.Compare("=", item, one) for one in among), False, env)
            case t.Either(cond, then, other):
                held = self.of(cond, env)
                return None if held is None else self.of(then if held else other, env)
            case t.Arith(op, left, right):
                a, b = self.of(left, env), self.of(right, env)
                return None if a is None or b is None or (op == "//" and b < 1) else computed(op, a, b)
            case t.Compare(op, left, right):
                return _joined(op, self.of(left, env), self.of(right, env))
            case t.Adjacent(way, left, right, wrap):
                return _adjacent(way, self.of(left, env), self.of(right, env), wrap)
            case t.Member(card, t.SomeCards(cards)):
                at = self.of(card, env)
                return None if at is None else int(at in cards)
            case t.Helper("least_total" | "greatest_total" as end, (t.TableName(table), cards)):
                return self._worth(table, cards, 0 if end == "least_total" else -1, env)
            case t.Call(name, args):
                return self._call(self.functions[name], tuple(self.of(arg, env) for arg in args))
            case _:
                return None

    def _worth(self, table: str, cards: t.Expr, end: int, env: Env) -> int | None:
        """What one card counts."""
        match cards:
            case t.Just(card) | t.Check("valued", t.Just(card)):
                at = self.of(card, env)
            case _:
                return None
        values = next(one.values for one in self.program.tables if one.name == table)
        return None if at is None or not values[at] else values[at][end]

    def _in_turn(self, items: tuple[t.Expr, ...], stops_at_no: bool, env: Env) -> int | None:
        for item in items:
            held = self.of(item, env)
            if held is None or bool(held) != stops_at_no:
                return held
        return int(stops_at_no)

    def _call(self, function: p.Function, args: tuple[int | None, ...]) -> int | None:
        known = {q.name: arg for q, arg in zip(function.params, args, strict=True) if arg is not None}
        match function.body:
            case (p.Answer(value),) if value is not None and not function.state and len(known) == len(args):
                return self.of(value, known)
            case _:
                return None


def _joined(op: str, left: int | None, right: int | None) -> int | None:
    if left is None or right is None:
        return None
    return {
        "=": int(left == right), "!=": int(left != right), "<": int(left < right), "<=": int(left <= right),
        ">": int(left > right), ">=": int(left >= right),
    }[op]  # fmt: skip


def _adjacent(way: str, left: int | None, right: int | None, wrap: int) -> int | None:
    if left is None or right is None:
        return None
    apart = {"above": {1}, "below": {-1}, "beside": {1, -1}}[way]
    if wrap:
        return int((left - right) % wrap in {step % wrap for step in apart})
    return int(left - right in apart)
