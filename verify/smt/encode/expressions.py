"""Expressions as terms over a symbolic position: what each is worth there, and when it has a meaning at all.

Leaves cards' own arithmetic to `verify.smt.encode.cards`, what runs over a range to `verify.smt.encode.ranges`, and
moves to `verify.smt.transition.moves`. Every term stands for exactly what `engine.interpreter.expressions` answers,
except where `At.guessed` names the nodes that stand for anything at all; a node that cannot be said raises
`Unencodable`.
"""

from __future__ import annotations

from collections.abc import Callable
from copy import copy
from dataclasses import dataclass
from itertools import product
from typing import Any, TypeVar, assert_never

import z3

from engine.core.layout import place
from engine.core.observed_order import Looks, looks_of
from engine.interpreter.interpreter import Interpreter
from engine.interpreter.shapes import Pattern
from spec.ir import nodes as ir
from spec.ir.index import MOVER, GameIndex, index_of
from spec.ir.types import domain_of, is_card, is_number, is_truth, join, may_lack, of_cards, stretch_of, taken, type_of
from verify.smt.encode import terms as t
from verify.smt.encode.cards import Cards, CardTerm, Count, Deck
from verify.smt.encode.free import any_cards, any_number, any_value
from verify.smt.encode.ranges import Quantified, filtered, over_range, quantified, span_of
from verify.smt.encode.state import Space, pick_cards, pick_value, same_value
from verify.smt.encode.symbolic_context import At, Names, Unencodable, Value

V = TypeVar("V")


class Encoder:
    """Makes terms of one game's expressions."""

    def __init__(self, game: ir.Game, looks: Looks | None = None) -> None:
        self.game = game
        self.interpreter = Interpreter(game)
        self.layout = self.interpreter.layout
        self.index = index_of(game)
        self.deck = Deck(game)
        self.looks = looks or looks_of(self.index)
        self.space = Space(game, self.layout, self.deck, self.looks)
        self.patterns = {name: Pattern(shape, game) for name, shape in self.index.shapes.items()}
        self.can_move: Callable[[At, ir.CanMove], t.Flag] = self.guess
        self.loose = False
        self.left_free: dict[int, tuple[object, str]] = {}

    def loosened(self) -> Encoder:
        """The same, but for what no term is made for: that may be anything, and is noted in `left_free` with why.

        What is proved of all that this describes is so; what it describes need not happen.
        """
        other = copy(self)
        other.loose, other.left_free, other.can_move = True, {}, other.guess
        return other

    def kind(self, expr: ir.Expr) -> ir.Type:
        """The type of an expression."""
        return type_of(self.index, expr)

    # ------------------------------------------------------------ what has a meaning

    def sub(self, at: At, read: Callable[[], V]) -> tuple[V, t.Flag]:
        """What is read, and when it has a meaning, kept apart from what is being read around it."""
        outer, at.needs = at.needs, []
        try:
            value = read()
            return value, t.all_of(at.needs)
        finally:
            at.needs = outer

    def part(self, expr: ir.Expr, at: At, names: Names) -> tuple[Value, t.Flag]:
        """An expression's value, and when it has a meaning."""
        return self.sub(at, lambda: self.value(expr, at, names))

    def guess(self, at: At, expr: ir.Expr) -> t.Flag:
        """Any truth value; the same for the same question at the same state."""
        key = repr(expr)
        if key not in at.guessed:
            named = ".".join(expr.actions) if isinstance(expr, ir.CanMove) else type(expr).__name__
            at.guessed[key] = (z3.Bool(self.space.name(f"guess.{named}")), expr)
        return at.guessed[key][0]

    # ------------------------------------------------------------ by type

    def flag(self, expr: ir.Expr, at: At, names: Names) -> t.Flag:
        """A truth value."""
        return self.value(expr, at, names)

    def number(self, expr: ir.Expr, at: At, names: Names) -> t.Number:
        """A number."""
        return self.deck.counted(self.value(expr, at, names))

    def word(self, expr: ir.Expr, at: At, names: Names) -> t.Symbol:
        """A symbol."""
        found: t.Symbol = self.value(expr, at, names)
        return found

    def card(self, expr: ir.Expr, at: At, names: Names) -> CardTerm:
        """A card, as a set of one or (where the deck lacks it) none."""
        found: CardTerm = self.value(expr, at, names)
        return found

    def certain_card(self, expr: ir.Expr, at: At, names: Names) -> CardTerm:
        """A card of the deck."""
        found = self.card(expr, at, names)
        if not taken(expr):
            at.need(self.deck.some(found))
        return found

    def cards(self, expr: ir.Expr, at: At, names: Names) -> Cards:
        """Some cards."""
        found: Cards = self.value(expr, at, names)
        return found

    # ------------------------------------------------------------ expressions

    def value(self, expr: ir.Expr, at: At, names: Names) -> Value:
        """The value of any expression."""
        before = len(at.needs)
        try:
            return self.read(expr, at, names)
        except Unencodable as why:
            if not self.loose:
                raise
            del at.needs[before:]
            found = self._anything(expr, at, names, why)
            self.left_free[id(expr)] = expr, why.why
            return found

    def _anything(self, expr: ir.Expr, at: At, names: Names, why: Unencodable) -> Value:
        """Any value of an expression, with or without a meaning; of cards from an end of others, so many of these.

        Raises what came of it where nothing bounds a number: then what it is part of may be anything.
        """
        at.need(z3.Bool(self.space.name("meant")))
        kind, stretch = self.kind(expr), stretch_of(expr)
        if is_number(kind):
            span = span_of(self, expr, at, names)
            if span is None:
                raise why
            return any_number(self.space, *span)
        if stretch is None:
            return any_value(self, kind)
        _, count, whole = stretch
        found = any_cards(self, self.cards(whole, at, names).held, ends=True)
        size = self.deck.counted(self.deck.size_of(found.held))
        at.need(t.equal(size, self.number(count, at, names)))
        return found

    def read(self, expr: ir.Expr, at: At, names: Names) -> Value:
        """The value of an expression for which there is a term."""
        match expr:
            case ir.Lit(value, kind):
                return self._literal(value, kind)
            case ir.CardList(cards):
                ends = (self.deck.set_of(cards[:1]), self.deck.set_of(cards[-1:]))
                return Cards(self.deck.set_of(cards), *ends, cards)
            case ir.Var(name, _):
                return names[name]
            case ir.Get(name, index):
                slots = self.layout.fields[name]
                return self._among(slots, () if name == MOVER else index, at, names, at.state.fields, slots.decl.type)
            case ir.Place(zone, index):
                place = self.layout.zones[zone]
                return self._among(place, index, at, names, at.state.cells, ir.Cards(place.decl.ordered))
            case ir.Apply(define, args):
                return self._apply(define, args, at, names)
            case ir.Open():
                at.need(False)
                return self._literal(0, expr.type)
            case ir.Not() | ir.And() | ir.Or() | ir.If() | ir.Compare():
                return self._logic(expr, at, names)
            case ir.Arith() | ir.Ordinal() | ir.Beside() | ir.CanMove():
                return self._counting(expr, at, names)
            case _:
                if isinstance(expr, ir.Fold):
                    return over_range(self, expr, at, names)
                return self._about_cards(expr, at, names)

    def _literal(self, value: int, kind: ir.Type) -> Value:
        if is_card(kind):
            return self.deck.set_of((value,)) if value >= 0 else 0
        return bool(value) if is_truth(kind) else value

    def _among(self, slots: Any, index: Any, at: At, names: Names, all_: list[Any], kind: ir.Type) -> Value:
        """The one of a family that the index says; nobody has none."""
        found = None
        for number, cond in self.places(slots, index, at, names):
            value = all_[slots.first + number]
            if found is None:
                found = value
            elif of_cards(kind):
                found = pick_cards(self.deck, cond, value, found)
            else:
                found = pick_value(self.deck, kind, cond, value, found)
        if found is None:
            raise Unencodable(ir.Get("", ()), "an index that nothing has")
        return found

    def places(self, slots: Any, index: tuple[ir.Expr, ...], at: At, names: Names) -> list[tuple[int, t.Flag]]:
        """The numbers within a family that an index may mean, each with when it does."""
        parts = [t.cases_of(self._as_word(e, at, names)) for e in index]
        found = []
        for part, size in zip(parts, slots.sizes, strict=True):
            at.need(t.any_of(cond for value, cond in part.items() if 0 <= value < size))
        inside = [[(v, c) for v, c in p.items() if 0 <= v < s] for p, s in zip(parts, slots.sizes, strict=True)]
        for combined in product(*inside):
            number = place(slots.sizes, [value for value, _ in combined])
            found.append((number, t.all_of(cond for _, cond in combined)))
        return found

    def _as_word(self, expr: ir.Expr, at: At, names: Names) -> t.Symbol:
        """A symbol; a number that stands as an index is turned into one."""
        found: t.Symbol | Count | t.Num = self.value(expr, at, names)
        if isinstance(found, Count | t.Num):
            number = self.deck.counted(found)
            low, high = t.bounds(number)
            return t.word_of({v: t.equal(number, v) for v in range(low, high + 1)})
        return found

    def _apply(self, define: str, args: tuple[ir.Expr, ...], at: At, names: Names) -> Value:
        decl = self.index.defines[define]
        given = [self.value(a, at, names) for a in args]
        key = (define, *(key_of(v) for v in given))
        found = at.known.get(key)
        if found is None:
            inner = {p.name: fitted(v, p.type) for p, v in zip(decl.params, given, strict=True)}
            value, defined = self.sub(at, lambda: self.value(decl.body, at, inner))
            found = at.known[key] = (fitted(value, decl.type), defined, given)
        at.need(found[1])
        return found[0]

    # ------------------------------------------------------------ logic

    def _logic(self, expr: ir.Not | ir.And | ir.Or | ir.If | ir.Compare, at: At, names: Names) -> Value:
        match expr:
            case ir.Not(item):
                return t.neg(self.flag(item, at, names))
            case ir.And(items):
                return t.neg(self._first_no(items, at, names, True))
            case ir.Or(items):
                return self._first_no(items, at, names, False)
            case ir.If():
                return self._if(expr, self.flag(expr.cond, at, names), at, names)
            case ir.Compare():
                return self._compare(expr, at, names)

    def _first_no(self, items: tuple[ir.Expr, ...], at: At, names: Names, negated: bool) -> t.Flag:
        """Does some item (or some item's contrary) hold, read one after the other up to the first that does?"""
        found: list[t.Flag] = []
        for item in items:
            value, defined = self.part(item, at, names)
            before = t.any_of(found)
            at.need(t.any_of((before, defined)))
            found.append(t.neg(value) if negated else value)
            if t.any_of(found) is True:
                break
        return t.any_of(found)

    def _if(self, expr: ir.If, cond: t.Flag, at: At, names: Names) -> Value:
        if isinstance(cond, bool):
            return self.value(expr.then if cond else expr.other, at, names)
        (yes, yes_defined), (no, no_defined) = self.part(expr.then, at, names), self.part(expr.other, at, names)
        at.need(t.pick_flag(cond, yes_defined, no_defined))
        kind = self.kind(expr)
        if of_cards(kind):
            return pick_cards(self.deck, cond, yes, no)
        if is_number(kind):
            return t.pick_number(cond, self.deck.counted(yes), self.deck.counted(no))
        return pick_value(self.deck, kind, cond, yes, no)

    def _compare(self, expr: ir.Compare, at: At, names: Names) -> t.Flag:
        kind = join(self.kind(expr.left), self.kind(expr.right)) or self.kind(expr.left)
        left, right = self.value(expr.left, at, names), self.value(expr.right, at, names)
        if domain_of(kind) and expr.op not in ("=", "!="):
            left, right = self._in_order(left, at), self._in_order(right, at)
        match expr.op:
            case "=":
                return self._equal(expr, kind, left, right)
            case "!=":
                return t.neg(self._equal(expr, kind, left, right))
            case "<":
                return self.less(left, right)
            case "<=":
                return t.neg(self.less(right, left))

    def _in_order(self, word: t.Symbol, at: At) -> t.Number:
        cases = t.cases_of(word)
        at.need(t.neg(cases.get(ir.NOBODY, False)))
        return t.number_of(t.word_of({v: c for v, c in cases.items() if v != ir.NOBODY} or {0: True}))

    def _equal(self, expr: ir.Compare, kind: ir.Type, left: Value, right: Value) -> t.Flag:
        if is_number(kind):
            return self.equal(left, right)
        if is_card(kind):
            both = may_lack(self.kind(expr.left)) and may_lack(self.kind(expr.right))
            return same_value(self.deck, ir.Card(both), left, right)
        if not of_cards(kind):
            return same_value(self.deck, kind, left, right)
        same = self.deck.same(left.held, right.held)
        if not kind.ordered:
            return same
        if left.fixed is not None and right.fixed is not None:
            return left.fixed == right.fixed
        if any(isinstance(c.held, int) and c.held.bit_count() <= 1 for c in (left, right)):
            return same
        raise Unencodable(expr, "whether cards lie in the same order")

    def less(self, left: int | t.Num | Count, right: int | t.Num | Count) -> t.Flag:
        """Is one number smaller than the other? Counts are compared with few known numbers by clearing bits."""
        if isinstance(right, Count) and isinstance(left, int):
            return self.deck.more_than(right, left)
        if isinstance(left, Count) and isinstance(right, int):
            return t.neg(self.deck.more_than(left, right - 1))
        for few, other in ((left, right), (right, left)):
            if isinstance(few, t.Num) and isinstance(other, Count) and few.high - few.low < FEW:
                cases = [(t.equal(few, n), n) for n in range(few.low, few.high + 1)]
                return t.any_of(
                    t.all_of((cond, self.less(n, other) if few is left else self.less(other, n))) for cond, n in cases
                )
        return t.less(self.deck.counted(left), self.deck.counted(right))

    def equal(self, left: int | t.Num | Count, right: int | t.Num | Count) -> t.Flag:
        """Are two numbers the same?"""
        for few, other in ((left, right), (right, left)):
            if isinstance(few, int) and isinstance(other, Count):
                return t.all_of((self.less(few - 1, other), self.less(other, few + 1)))
            if isinstance(few, t.Num) and isinstance(other, Count) and few.high - few.low < FEW:
                cases = [(t.equal(few, n), n) for n in range(few.low, few.high + 1)]
                return t.any_of(t.all_of((cond, self.equal(n, other))) for cond, n in cases)
        return t.equal(self.deck.counted(left), self.deck.counted(right))

    # ------------------------------------------------------------ numbers, seats, moves

    def _counting(self, expr: ir.Arith | ir.Ordinal | ir.Beside | ir.CanMove, at: At, names: Names) -> Value:
        match expr:
            case ir.Arith(op, left, right):
                one, two = self.value(left, at, names), self.value(right, at, names)
                if op == "//":
                    at.need(t.less(0, self.deck.counted(two)))
                return self._arith(op, one, two)
            case ir.Ordinal(item):
                return t.add(self._in_order(self.word(item, at, names), at), 1)
            case ir.Beside(player, step):
                word = self.word(player, at, names)
                at.need(t.neg(t.cases_of(word).get(ir.NOBODY, False)))
                return t.shifted(word, step, self.layout.players)
            case ir.CanMove():
                return self.can_move(at, expr)

    def _arith(self, op: ir.Arithmetic, left: Any, right: Any) -> Any:
        if op in ("+", "-"):
            sign = {"+": 1, "-": -1}[op]
            if isinstance(left, Count) and isinstance(right, int):
                return Count(left.held, left.sign, left.offset + sign * right)
            if isinstance(right, Count) and isinstance(left, int):
                return Count(right.held, sign * right.sign, left + sign * right.offset)
        a, b = self.deck.counted(left), self.deck.counted(right)
        return {"+": t.add, "-": t.subtract, "*": t.multiply, "//": t.divide}[op](a, b)

    # ------------------------------------------------------------ cards

    def _about_cards(self, expr: ir.AboutCards, at: At, names: Names) -> Value:
        d = self.deck
        match expr:
            case ir.Attr(attr, card):
                return d.attribute(self.certain_card(card, at, names), attr)
            case ir.Adjacent():
                return self._adjacent(expr, at, names)
            case ir.Total() | ir.CanTotal():
                return self._worth(expr, at, names)
            case ir.Size(cards):
                return d.size_of(self.cards(cards, at, names).held)
            case ir.EndCard(end, cards):
                return self._end_card(expr, self.cards(cards, at, names), end, at)
            case ir.EndCards(end, _, cards):
                raise Unencodable(expr, f"the {end} cards of some of which only the ends are kept")
            case ir.Just(card):
                one = self.certain_card(card, at, names)
                return Cards(one, one, one)
            case ir.Member(card, cards):
                return d.some(d.common(self.card(card, at, names), self.cards(cards, at, names).held))
            case ir.Combine(op, left, right):
                join_ = {"plus": d.join, "without": d.without, "common": d.common}[op]
                return Cards(join_(self.cards(left, at, names).held, self.cards(right, at, names).held))
            case ir.Filter():
                return filtered(self, expr, at, names)
            case ir.HasShape(cards, shape):
                return self._has_shape(expr, self.cards(cards, at, names), self.index.shapes[shape], at)
            case _:
                assert_never(expr)

    def _adjacent(self, expr: ir.Adjacent, at: At, names: Names) -> t.Flag:
        left, right = (t.cases_of(self._rank(e, at, names)) for e in (expr.left, expr.right))
        ranks = self.layout.size["rank"]
        steps = {"above": (1,), "below": (-1,), "beside": (1, -1)}[expr.way]
        pairs = {(v, (v - s) % ranks if expr.wrap else v - s) for v in left for s in steps}
        return t.any_of(t.all_of((left[v], right[w])) for v, w in sorted(pairs) if w in right)

    def _rank(self, expr: ir.Expr, at: At, names: Names) -> t.Symbol:
        if is_card(self.kind(expr)):
            return self.deck.attribute(self.certain_card(expr, at, names), "rank")
        return self.word(expr, at, names)

    def _worth(self, expr: ir.Total | ir.CanTotal, at: At, names: Names) -> Value:
        values = self.index.tables[expr.table].values
        held = self.cards(expr.cards, at, names).held
        worthless = self.deck.set_of([c for c, v in enumerate(values) if not v])
        at.need(t.neg(self.deck.some(held, worthless)) if worthless else True)
        pick = {"least": 0, "greatest": -1}[expr.end] if isinstance(expr, ir.Total) else 0
        total = self.deck.weighed(held, [v[pick] if v else 0 for v in values])
        if isinstance(expr, ir.Total):
            return total
        wanted = self.deck.counted(self.value(expr.amount, at, names))
        more: dict[int, int] = {}
        for card, counts in enumerate(values):
            if len(counts) > 2:
                raise Unencodable(expr, "a card with more than two values")
            if len(counts) == 2:
                more[counts[1] - counts[0]] = more.get(counts[1] - counts[0], 0) | self.deck.set_of((card,))
        ways: list[tuple[t.Flag, int]] = [(True, 0)]
        for step, mask in more.items():
            most = range(mask.bit_count() + 1)
            group = self.deck.common(held, mask)
            ways = [(t.all_of((c, self.deck.at_least(group, n))), s + n * step) for c, s in ways for n in most]
        return t.any_of(t.all_of((c, t.equal(t.add(total, s), wanted))) for c, s in ways)

    def _end_card(self, expr: ir.EndCard, cards: Cards, end: ir.TopOrBottom, at: At) -> CardTerm:
        at.need(self.deck.some(cards.held))
        found = {"top": cards.top, "bottom": cards.bottom}[end]
        if found is None:
            raise Unencodable(expr, f"the {end} of cards of which it is not kept")
        return found

    def _has_shape(self, expr: ir.HasShape, cards: Cards, shape: ir.Shape, at: At) -> t.Flag:
        ordered = self.kind(expr.cards) == ir.Cards(ordered=True)
        if cards.fixed is not None:
            pattern = self.patterns[shape.source.label]
            return pattern.fits(cards.fixed) if ordered else pattern.fits_in_some_order(cards.fixed)
        if shape.line == "steps" or (ordered and shape.ordered and shape.line != "none"):
            if isinstance(cards.held, int) and not ordered:
                return self.patterns[shape.source.label].fits_in_some_order(self.deck.cards_of(cards.held))
            raise Unencodable(expr, f"a {shape.line} of which the order of the cards matters")
        return self.deck.of_shape(cards.held, shape)


@dataclass(frozen=True, slots=True)
class Negated:
    """That a condition does not hold."""

    item: ir.Expr


@dataclass(frozen=True, slots=True)
class Joined:
    """Conditions that are read up to the first that decides: that `every` one holds, or else that one does."""

    every: bool
    items: tuple[ir.Expr, ...]


@dataclass(frozen=True, slots=True)
class Picked:
    """One condition or the other, as a third says."""

    cond: ir.Expr
    then: ir.Expr
    other: ir.Expr


@dataclass(frozen=True, slots=True)
class Called:
    """A definition that is a condition, with its arguments."""

    define: ir.Define
    args: tuple[ir.Expr, ...]


@dataclass(frozen=True, slots=True)
class Movable:
    """That the mover has a legal move by one of some actions."""

    actions: tuple[str, ...]


def made_of(index: GameIndex, expr: ir.Expr) -> Negated | Joined | Picked | Called | Movable | Quantified | None:
    """What a condition is made of, for those that read it otherwise than card by card; None where nothing is gained."""
    match expr:
        case ir.Not(item):
            return Negated(item)
        case ir.And(items):
            return Joined(True, items)
        case ir.Or(items):
            return Joined(False, items)
        case ir.If(cond, then, other):
            return Picked(cond, then, other)
        case ir.Apply(define, args):
            decl = index.defines[define]
            return Called(decl, args) if is_truth(decl.type) else None
        case ir.CanMove(actions):
            return Movable(actions)
        case _:
            return quantified(expr)


FEW = 9
"""A number of so few values is compared with a count value by value."""


def key_of(value: Value) -> Any:
    """What a value is known by, as long as its terms live."""
    if isinstance(value, Cards):
        return ("cards", value.fixed, *(key_of(part) for part in (value.held, value.bottom, value.top)))
    if isinstance(value, t.Word):
        return ("word", *((v, key_of(c)) for v, c in value.cases.items()))
    if isinstance(value, t.Num):
        return ("num", value.term.get_id())
    if isinstance(value, Count):
        return ("count", value.held.get_id(), value.sign, value.offset)
    if value is None or isinstance(value, bool | int):
        return (type(value).__name__, value)
    return ("term", value.get_id())


def fitted(value: Value, kind: ir.Type) -> Value:
    """A value where a type is asked for: an order that is not wanted is lost."""
    if isinstance(value, Cards) and kind == ir.Cards(ordered=False):
        return Cards(value.held)
    return value
