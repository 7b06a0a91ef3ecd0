"""The meaning of expressions: each becomes a function from a frame to its value.

Leaves cards to `engine.interpreter.card_expressions`, ranges and what runs over them to `engine.interpreter.ranges`,
and moves to `engine.interpreter.moves` (through the frame's referee). Cards are always a tuple: bottom first where they
are ordered, in deck order where they are not. An operation without a meaning raises `engine.interpreter.faults.Stop`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, assert_never, cast

from engine.core.layout import Layout
from engine.interpreter.card_expressions import cards_meaning
from engine.interpreter.compiled_expression import CardsCode, Code, Number, Values
from engine.interpreter.faults import BeyondLimits, Stop, Value, undefined
from engine.interpreter.frame import Frame
from engine.interpreter.ranges import choice_meaning, range_meaning
from engine.interpreter.shapes import Pattern
from spec.ir import nodes as ir
from spec.ir.index import MOVER, PLAYER, index_of
from spec.ir.types import is_card, join, may_lack, type_of


class ExpressionCompiler:
    """The meanings of a game's expressions; a definition's is made once.

    Raises `ValueError` where a definition uses itself, which `spec.ir.check` refuses.
    """

    def __init__(self, game: ir.Game, layout: Layout) -> None:
        self.index = index_of(game)
        self.layout = layout
        self.patterns = {name: Pattern(shape, game) for name, shape in self.index.shapes.items()}
        self._defines: dict[str, Code] = {}
        self._making: set[str] = set()

    def number(self, expr: ir.Expr) -> Number:
        """The meaning of an expression whose value is a number, truth value, symbol or card."""
        return cast(Number, self.of(expr))

    def cards(self, expr: ir.Expr) -> CardsCode:
        """The meaning of an expression whose value is cards, in their order if they have one."""
        return cast(CardsCode, self.of(expr))

    def card_set(self, expr: ir.Expr) -> CardsCode:
        """The meaning of an expression whose value is cards, put in deck order."""
        cards = self.cards(expr)
        if self.kind(expr) != ir.Cards(ordered=True):
            return cards
        return lambda f: tuple(sorted(cards(f)))

    def fitted(self, expr: ir.Expr, kind: ir.Type) -> Code:
        """The meaning of an expression where a type is asked for: an order that is not wanted is lost."""
        return self.card_set(expr) if kind == ir.Cards(ordered=False) else self.of(expr)

    def values(self, over: ir.Range) -> Values:
        """The values of a range, in its order."""
        return range_meaning(self, over)

    def kind(self, expr: ir.Expr) -> ir.Type:
        """The type of an expression."""
        return type_of(self.index, expr)

    def of(self, expr: ir.Expr) -> Code:
        """The meaning of any expression."""
        match expr:
            case ir.Lit(value, _):
                return lambda f: value
            case ir.CardList(cards):
                return lambda f: cards
            case ir.Var(name, _):
                return lambda f: f.names[name]
            case ir.Get(field, index):
                return self._get(field, index)
            case ir.Place(zone, index):
                return self._place(zone, index)
            case ir.Apply(define, args):
                return self._apply(define, args)
            case ir.Open(question, _):
                return self._open(question)
            case ir.Arith(op, left, right):
                return self._arith(op, self.number(left), self.number(right))
            case ir.Ordinal(item):
                return self._ordinal(item)
            case ir.Beside(player, step):
                return self._beside(player, step)
            case ir.CanMove(actions):
                return self._can_move(actions)
            case _:
                return self._compound(expr)

    def _compound(self, expr: ir.Logic | ir.AboutCards | ir.Fold) -> Code:
        if isinstance(expr, ir.Logic):
            return self._logic(expr)
        return choice_meaning(self, expr) if isinstance(expr, ir.Fold) else cards_meaning(self, expr)

    def _logic(self, expr: ir.Logic) -> Code:
        match expr:
            case ir.Not(item):
                inner = self.number(item)
                return lambda f: 1 - inner(f)
            case ir.And(items):
                return _all(tuple(self.number(i) for i in items))
            case ir.Or(items):
                return _any(tuple(self.number(i) for i in items))
            case ir.If(cond, then, other):
                kind = self.kind(expr)
                test, yes, no = self.number(cond), self.fitted(then, kind), self.fitted(other, kind)
                return lambda f: yes(f) if test(f) else no(f)
            case ir.Compare():
                return self._compare(expr)
            case _:
                assert_never(expr)

    def _compare(self, expr: ir.Compare) -> Code:
        kind = join(self.kind(expr.left), self.kind(expr.right)) or self.kind(expr.left)
        left, right = self.fitted(expr.left, kind), self.fitted(expr.right, kind)
        # A card that the deck lacks is like no other; nobody is nobody.
        in_deck = is_card(kind) and not (may_lack(self.kind(expr.left)) and may_lack(self.kind(expr.right)))
        match expr.op:
            case "=" if in_deck:
                return lambda f: int(left(f) == right(f) != ir.NOBODY)
            case "!=" if in_deck:
                return lambda f: 1 - int(left(f) == right(f) != ir.NOBODY)
            case "=":
                return lambda f: int(left(f) == right(f))
            case "!=":
                return lambda f: int(left(f) != right(f))
            case "<":
                low, high = self._in_order(expr.left), self._in_order(expr.right)
                return lambda f: int(low(f) < high(f))
            case "<=":
                low, high = self._in_order(expr.left), self._in_order(expr.right)
                return lambda f: int(low(f) <= high(f))
            case _:
                assert_never(expr.op)

    def _in_order(self, expr: ir.Expr) -> Number:
        """A number or a symbol that is somebody: nobody has no place in an order."""
        value, kind = self.number(expr), self.kind(expr)
        if not kind.optional:
            return value

        def somebody(f: Frame) -> int:
            found = value(f)
            if found == ir.NOBODY:
                undefined(f"there is no {kind.domain} here, so it has no place in an order", f.names)
            return found

        return somebody

    def _arith(self, op: ir.Arithmetic, left: Number, right: Number) -> Code:
        match op:
            case "+":
                return lambda f: left(f) + right(f)
            case "-":
                return lambda f: left(f) - right(f)
            case "*":
                return lambda f: left(f) * right(f)
            case "//":
                return _divided(left, right)

    def _ordinal(self, item: ir.Expr) -> Code:
        value = self._in_order(item)
        return lambda f: value(f) + 1

    def _beside(self, player: ir.Expr, step: int) -> Code:
        value, players = self.number(player), self.layout.players

        def beside(f: Frame) -> int:
            found = value(f)
            if found == ir.NOBODY:
                undefined("nobody has no neighbour at the table", f.names)
            return (found + step) % players

        return beside

    def _open(self, question: str) -> Code:
        asked = self.index.questions[question]

        def stop(f: Frame) -> int:
            sentence = f"what happens depends on the open question {question}: {asked.text}"
            raise Stop("open", sentence, f.names, (asked.source,))

        return stop

    def _can_move(self, actions: tuple[str, ...]) -> Code:
        key = ("can move", actions)

        def can_move(f: Frame) -> Value:
            if key not in f.known:
                f.known[key] = int(f.referee(f, actions))
            return f.known[key]

        return can_move

    def slot(self, field: str, index: tuple[ir.Expr, ...]) -> Number:
        """Which slot of the layout a field with this index is."""
        if field == MOVER:
            mover = self.layout.mover
            return lambda f: mover
        slots = self.layout.fields[field]
        return self._indexed(field, slots.first, slots.decl.index, index)

    def cell(self, zone: str, index: tuple[ir.Expr, ...]) -> Number:
        """Which cell of the layout a zone with this index is."""
        slots = self.layout.zones[zone]
        return self._indexed(zone, slots.first, slots.decl.index, index)

    def _indexed(self, name: str, first: int, domains: tuple[str, ...], index: tuple[ir.Expr, ...]) -> Number:
        sizes = tuple(self.layout.size[d] for d in domains)
        parts = tuple(self.number(i) for i in index)
        if not parts:
            return lambda f: first
        if len(parts) == 1:
            (part,), (size,) = parts, sizes

            def single(f: Frame) -> int:
                at = part(f)
                if not 0 <= at < size:
                    _nowhere(name, domains[0], at, f)
                return first + at

            return single

        def several(f: Frame) -> int:
            number = 0
            for part, size, domain in zip(parts, sizes, domains, strict=True):
                at = part(f)
                if not 0 <= at < size:
                    _nowhere(name, domain, at, f)
                number = number * size + at
            return first + number

        return several

    def _get(self, field: str, index: tuple[ir.Expr, ...]) -> Code:
        slot = self.slot(field, index)
        if not index:
            fixed = self.layout.fields[field].first
            return lambda f: f.fields[fixed]
        return lambda f: f.fields[slot(f)]

    def _place(self, zone: str, index: tuple[ir.Expr, ...]) -> Code:
        cell = self.cell(zone, index)
        if not index:
            fixed = self.layout.zones[zone].first
            return lambda f: f.cells[fixed]
        return lambda f: f.cells[cell(f)]

    def _apply(self, define: str, args: tuple[ir.Expr, ...]) -> Code:
        """The body under the arguments' names; its value is kept by them until something changes."""
        decl = self.index.defines[define]
        names = tuple(p.name for p in decl.params)
        values = tuple(self.fitted(a, p.type) for p, a in zip(decl.params, args, strict=True))
        key_of, body = _key(define, values), self._define(decl)

        def apply(f: Frame) -> Value:
            key = key_of(f)
            value = f.known.get(key)
            if value is None:
                outer = f.names
                f.names = dict(zip(names, key[1:], strict=True))
                try:
                    value = f.known[key] = body(f)
                except BeyondLimits as error:
                    raise error.within(decl.source, "definition") from None
                f.names = outer
            return value

        return apply

    def binding(self, params: tuple[ir.Var, ...], args: tuple[ir.Expr, ...]) -> Callable[[Frame], dict[str, Value]]:
        """The names of parameters with the values of arguments."""
        pairs = tuple((p.name, self.fitted(a, p.type)) for p, a in zip(params, args, strict=True))
        return lambda f: {name: value(f) for name, value in pairs}

    def _define(self, decl: ir.Define) -> Code:
        name = decl.source.label
        if name in self._making:
            raise ValueError(f"the definition {name} uses itself")
        if name not in self._defines:
            self._making.add(name)
            self._defines[name] = self.fitted(decl.body, decl.type)
            self._making.remove(name)
        return self._defines[name]


def _divided(left: Number, right: Number) -> Code:
    """The quotient rounded down; by what is not above 0 there is none."""

    def divided(f: Frame) -> int:
        whole, by = left(f), right(f)
        if by < 1:
            undefined(f"{whole} is to be divided by {by}, and only a number above 0 divides", f.names)
        return whole // by

    return divided


def _key(define: str, values: tuple[Code, ...]) -> Callable[[Frame], tuple[Any, ...]]:
    """The name of a definition with its arguments' values; those of few, which are asked for most, without a loop."""
    match values:
        case (one,):
            return lambda f: (define, one(f))
        case (one, two):
            return lambda f: (define, one(f), two(f))
        case _:
            return lambda f: (define, *[value(f) for value in values])


def _all(items: tuple[Number, ...]) -> Code:
    if len(items) == 2:
        first, second = items
        return lambda f: 1 if first(f) and second(f) else 0

    def every(f: Frame) -> int:
        for item in items:
            if not item(f):
                return 0
        return 1

    return every


def _any(items: tuple[Number, ...]) -> Code:
    if len(items) == 2:
        first, second = items
        return lambda f: 1 if first(f) or second(f) else 0

    def some(f: Frame) -> int:
        for item in items:
            if item(f):
                return 1
        return 0

    return some


def _nowhere(name: str, domain: str, at: int, frame: Frame) -> None:
    if at == ir.NOBODY:
        undefined(f"there is no {name} of nobody", frame.names)
    what = domain if domain != PLAYER else "seat"
    undefined(f"there is no {name} of {what} {at + 1}", frame.names)
