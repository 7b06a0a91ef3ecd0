"""Expressions of the IR as expressions of the program tree.

Leaves effects to `engine.core.lower.effects` and what functions there are to `engine.core.lower.game`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import assert_never

from engine.core import terms as t
from engine.core.layout import FieldSlots
from engine.core.symbol_table import SymbolTable
from engine.core.types import element
from engine.core.unsupported import Unsupported
from spec.ir import nodes as ir
from spec.ir.fold import LACKING, YES
from spec.ir.law.environment import somebody
from spec.ir.signs import above_zero
from spec.ir.types import domain_of, is_card, may_lack, of_cards, presumed

NONE = "since there is none at all"
NO_FIRST = "none satisfies the condition, so there is no first"
FLIPPED = {"=": "=", "!=": "!=", "<": ">", "<=": ">="}
OUTERMOST: dict[ir.TopOrBottom, t.HelperName] = {"top": "top_cards", "bottom": "bottom_cards"}
TOTALS: dict[ir.LeastOrGreatest, t.HelperName] = {"least": "least_total", "greatest": "greatest_total"}
ONLY: dict[ir.LeastOrGreatest, t.FoldName] = {"least": "only_least", "greatest": "only_greatest"}


@dataclass(frozen=True)
class Scope:
    """Names bound here with their names in the program; `non_null` are expressions known not to be nobody.

    `counted`: numbers that go from some least one up to how many cards there are: name, least, cards.
    """

    names: Mapping[str, str] = field(default_factory=dict)
    non_null: frozenset[ir.Expr] = frozenset()
    counted: frozenset[tuple[str, int, t.Expr]] = frozenset()

    def given(self, cond: ir.Expr, holds: bool = True) -> Scope:
        """Where a condition is known to hold, or not to."""
        return replace(self, non_null=self.non_null | somebody(cond, holds))

    def going_through(self, name: str, over: t.Range) -> Scope:
        """Where a variable goes through a range."""
        match over:
            case t.Numbers(t.Number(low), t.Size(cards)):
                return replace(self, counted=self.counted | {(name, low, cards)})
            case _:
                return self

    def are_there(self, least: int, count: t.Expr, cards: t.Expr) -> bool:
        """Is a count of cards known to be at least so many, and no more than there are?"""
        match count:
            case t.Local(name):
                return any((name, cards) == (n, among) and least <= low for n, low, among in self.counted)
            case t.Fold("first", _, t.Numbers(t.Number(low), t.Size(among)), _, t.Local(), t.Fails()):
                return among == cards and least <= low
            case _:
                return False


class Expressions:
    """Lowers expressions; calls of definitions are noted in the symbol table, so that they are lowered as well.

    `lacking`: may a program name a card that the deck lacks (as `ir.NOBODY`)?
    """

    def __init__(self, symbols: SymbolTable, *, lacking: bool = False) -> None:
        self.symbols = symbols
        self.lacking = lacking

    def bind(self, scope: Scope, var: str) -> tuple[str, Scope]:
        """A name for a variable that none in scope has."""
        name = self.symbols.local(var, scope.names.values())
        non_null = frozenset(e for e in scope.non_null if ir.Var not in {type(n) for n in self.symbols.walk(e)})
        return name, Scope({**scope.names, var: name}, non_null, scope.counted)

    def cond(self, expr: ir.Expr, scope: Scope) -> t.Expr | None:
        """A condition; None where it always holds."""
        return None if expr == YES else self.of(expr, scope)

    def of(self, expr: ir.Expr, scope: Scope) -> t.Expr:
        """Any expression."""
        match expr:
            case ir.Lit():
                return self._literal(expr)
            case ir.CardList(cards):
                return t.SomeCards(cards)
            case ir.Var(name):
                return t.Local(scope.names[name], expr.type)
            case ir.Get(name, index):
                decl = self.symbols.layout.fields[name].decl
                return t.Field(self.symbols.fields[name], self._index(index, scope), decl.type)
            case ir.Place():
                return self.zone(expr, scope)
            case ir.Apply():
                return self.symbols.call(expr, lambda arg, kind: self.fitted(arg, kind, scope))
            case ir.Open(question):
                asked = self.symbols.index.questions[question].text
                said = f"what happens depends on the open question {question}: {asked}"
                return t.Fails("open", said, self.symbols.kind(expr), question)
            case ir.Not(item):
                return t.Not(self.of(item, scope))
            case ir.And(items):
                return self._in_turn(items, scope, True)
            case ir.Or(items):
                return self._in_turn(items, scope, False)
            case ir.If(cond, then, other):
                return self._either(expr, cond, then, other, scope)
            case ir.Compare():
                return self._compare(expr, scope)
            case ir.Arith(op, left, right):
                by = self.of(right, scope)
                sure = op != "//" or above_zero(right, self.symbols.index)
                return self._arith(op, self.of(left, scope), by if sure else t.Check("above_zero", by))
            case ir.Ordinal(item):
                return t.Ordinal(self.certain(item, scope))
            case ir.Beside(player, step):
                return self._beside(self.certain(player, scope), step)
            case ir.CanMove(actions):
                return t.CanMove(actions)
            case ir.Quantify() | ir.Sum() | ir.Extreme() | ir.Best() | ir.First():
                return self._choice(expr, scope)
            case _:
                return self._cards(expr, scope)

    # ------------------------------------------------------------ values

    def _literal(self, expr: ir.Lit) -> t.Expr:
        match expr.type:
            case ir.Bool():
                return t.Truth(bool(expr.value))
            case ir.Int():
                return t.Number(expr.value)
            case ir.Symbol(domain, _):
                return t.Word(domain, expr.value)
            case ir.Card(optional) if expr.value >= 0 or optional or self.lacking:
                return t.OneCard(expr.value, optional and expr.value == ir.NOBODY)
            case ir.Card():
                raise Unsupported("a card that this deck lacks")
            case ir.Cards():
                raise Unsupported("cards as one literal")
            case _:
                assert_never(expr.type)

    def certain(self, expr: ir.Expr, scope: Scope) -> t.Expr:
        """A symbol or card that is somebody, checked in play where that cannot be seen here."""
        found = self.card(expr, scope)
        kind = self.symbols.kind(expr)
        if may_lack(kind) and expr not in scope.non_null:
            return t.Check("somebody", found)
        return found

    def fitted(self, expr: ir.Expr, kind: ir.Type, scope: Scope) -> t.Expr:
        """An expression where a type is asked for: an order that is not wanted is lost."""
        if kind == ir.Cards(ordered=False):
            return self.card_set(expr, scope)
        if (domain_of(kind) or is_card(kind)) and not may_lack(kind) and may_lack(self.symbols.kind(expr)):
            return self.certain(expr, scope)
        return self.of(expr, scope)

    def card_set(self, expr: ir.Expr, scope: Scope) -> t.Expr:
        """Cards in deck order."""
        found = self.of(expr, scope)
        ordered = self.symbols.kind(expr) == ir.Cards(ordered=True)
        return t.Helper("in_deck_order", (found,)) if ordered else found

    @staticmethod
    def within(value: t.Expr, slots: FieldSlots) -> t.Expr:
        """A number for a field, which has to lie in its range."""
        label = slots.decl.source.label
        return t.Check("within", value, (t.Number(slots.low), t.Number(slots.high), t.Text(label)))

    def _index(self, index: tuple[ir.Expr, ...], scope: Scope) -> tuple[t.Expr, ...]:
        return tuple(self.certain(i, scope) for i in index)

    def zone(self, place: ir.Place, scope: Scope) -> t.Zone:
        """A zone of the state."""
        ordered = self.symbols.index.zones[place.zone].ordered
        return t.Zone(self.symbols.zones[place.zone], self._index(place.index, scope), ir.Cards(ordered))

    def _arith(self, op: ir.Arithmetic, left: t.Expr, right: t.Expr) -> t.Expr:
        match op, left, right:
            case "+", _, t.Number(value) if value < 0:
                return t.Arith("-", left, t.Number(-value))
            case "-", t.Arith("+", inner, t.Number(a)), t.Number(b) if a >= b:
                return t.Arith("+", inner, t.Number(a - b)) if a > b else inner
            case _:
                return t.Arith(op, left, right)

    def _beside(self, player: t.Expr, step: int) -> t.Expr:
        if isinstance(player, t.Beside):
            return t.Beside(player.player, player.step + step, player.players)
        return t.Beside(player, step, self.symbols.layout.players)

    # ------------------------------------------------------------ logic

    def _in_turn(self, items: tuple[ir.Expr, ...], scope: Scope, wanted: bool) -> t.Expr:
        made: list[t.Expr] = []
        for item in items:
            made.append(self.of(item, scope))
            scope = scope.given(item, wanted)
        flat = [
            part for item in made for part in (item.items if isinstance(item, t.And if wanted else t.Or) else [item])
        ]
        if wanted:
            return t.And(tuple(flat)) if flat else t.Truth(True)
        return _among(flat) if flat else t.Truth(False)

    def _either(self, whole: ir.Expr, cond: ir.Expr, then: ir.Expr, other: ir.Expr, scope: Scope) -> t.Expr:
        kind = self.symbols.kind(whole)
        yes = self.fitted(then, kind, scope.given(cond))
        no = self.fitted(other, kind, scope.given(cond, False))
        return t.Either(self.of(cond, scope), yes, no)

    def _compare(self, expr: ir.Compare, scope: Scope) -> t.Expr:
        left, right = expr.left, expr.right
        kind = self.symbols.joined(left, right)
        if LACKING in (left, right):
            return t.Truth({"=": False, "!=": True}[expr.op])
        if of_cards(kind):
            same = t.Helper("same_cards", (self.fitted(left, kind, scope), self.fitted(right, kind, scope)))
            return _compared(expr.op, same, t.Truth(True))
        match expr.op:
            case "<" | "<=":
                a, b = self.certain(left, scope), self.certain(right, scope)
            case "=" | "!=":
                a, b = self.of(left, scope), self.of(right, scope)
            case _:
                assert_never(expr.op)
        return _compared(expr.op, a, b)

    # ------------------------------------------------------------ cards

    def _cards(self, expr: ir.AboutCards, scope: Scope) -> t.Expr:
        match expr:
            case ir.Attr(attr, card):
                return t.Attr(attr, self.card(card, scope), may_lack(self.symbols.kind(expr)))
            case ir.Adjacent(way, left, right, wrap):
                wrapped = self.symbols.layout.size["rank"] if wrap else 0
                return t.Adjacent(way, self._rank(left, scope), self._rank(right, scope), wrapped)
            case ir.Total(table, cards, end):
                return t.Helper(TOTALS[end], self._valued(table, cards, scope))
            case ir.CanTotal(table, cards, amount):
                args = self._valued(table, cards, scope)
                if all(len(values) <= 1 for values in self.symbols.index.tables[table].values):
                    return t.Compare("=", t.Helper("least_total", args), self.of(amount, scope))
                return t.Helper("can_total", (*args, self.of(amount, scope)))
            case ir.Size(cards):
                return t.Size(self.of(cards, scope))
            case ir.EndCard(end, cards):
                return self._end(end, cards, scope)
            case ir.EndCards(end, count, cards):
                return self._outermost(end, self.of(count, scope), self.of(cards, scope), scope)
            case ir.Just(card):
                return t.Just(self.card(card, scope))
            case ir.Member(card, cards):
                return t.Truth(False) if card == LACKING else t.Member(self.of(card, scope), self.of(cards, scope))
            case ir.Combine(op, left, right):
                return t.Helper(op, (self.of(left, scope), self.of(right, scope)))
            case ir.Filter(var, cards, cond):
                among = self.card_set(cards, scope)
                name, inner = self.bind(scope, var)
                return t.Filter(name, among, self.of(cond, inner))
            case ir.HasShape(cards, shape):
                ordered = self.symbols.kind(cards) == ir.Cards(ordered=True)
                return t.Call(self.symbols.shape_test(shape, ordered), (self.of(cards, scope),), ir.Bool())
            case _:
                assert_never(expr)

    def card(self, expr: ir.Expr, scope: Scope) -> t.Expr:
        """A card of which something is asked."""
        if expr == LACKING:
            return t.Fails("undefined", "this card is not in the deck", ir.Card())
        return self.of(expr, scope)

    def _end(self, end: ir.TopOrBottom, cards: ir.Expr, scope: Scope) -> t.Expr:
        """The outermost card of some, of which there has to be one."""
        among = self.of(cards, scope)
        match among:
            case t.Helper("top_cards" | "bottom_cards", (count, pile)) if scope.are_there(1, count, pile):
                return t.Helper(end, (among,))
            case _:
                return t.Helper(end, (t.Check("some_cards", among),))

    def _outermost(self, end: ir.TopOrBottom, count: t.Expr, cards: t.Expr, scope: Scope) -> t.Expr:
        """So many cards from one end, of which there have to be as many."""
        if scope.are_there(0, count, cards):
            return t.Helper(OUTERMOST[end], (count, cards))
        enough = (t.Compare("<=", t.Number(0), count), t.Compare("<=", count, t.Size(cards)))
        few = t.Fails("undefined", f"there are too few cards for so many {end} ones", ir.Cards(True))
        return t.Either(t.And(enough), t.Helper(OUTERMOST[end], (count, cards)), few)

    def _valued(self, table: str, cards: ir.Expr, scope: Scope) -> tuple[t.Expr, t.Expr]:
        """A table and cards, each of which has to have a value in it."""
        name, among = t.TableName(self.symbols.tables[table]), self.of(cards, scope)
        if all(self.symbols.index.tables[table].values):
            return name, among
        return name, t.Check("valued", among, (name,))

    def _rank(self, expr: ir.Expr, scope: Scope) -> t.Expr:
        if is_card(self.symbols.kind(expr)):
            return t.Attr("rank", self.card(expr, scope))
        return self.certain(expr, scope)

    # ------------------------------------------------------------ ranges

    def over(self, over: ir.Range, scope: Scope) -> t.Range:
        """A range."""
        match over:
            case ir.OverDomain(domain):
                rows = self.symbols.rows(domain)
                return t.Piles(domain, rows) if rows else t.Words(domain)
            case ir.OverSlots(domain):
                return t.Words(domain)
            case ir.OverSeats(start, against):
                return t.Seats(self.certain(start, scope), None if against is None else self.of(against, scope))
            case ir.OverCards(cards):
                return t.CardsOf(self.of(cards, scope))
            case ir.OverNumbers(low, high):
                return t.Numbers(self.of(low, scope), self.of(high, scope))
            case ir.OverShapes(cards, shape):
                self.symbols.searched.add(shape)
                return t.ShapesIn(self.card_set(cards, scope), shape)
            case ir.OverRests(cards, shapes):
                self.symbols.searched.update(shapes)
                return t.RestsIn(self.card_set(cards, scope), shapes)
            case _:
                assert_never(over)

    def _choice(self, expr: ir.Quantify | ir.Sum | ir.Extreme | ir.Best | ir.First, scope: Scope) -> t.Expr:
        """All that goes through a range and comes to one value."""
        if (value := presumed(expr)) is not None:
            return self.certain(value, scope)
        if (
            isinstance(expr, ir.First)
            and isinstance(expr.over, ir.OverCards)
            and (expr.cond, expr.other) == (YES, None)
        ):
            return self._end("bottom", expr.over.cards, scope)
        over = self.over(expr.over, scope)
        name, inner = self.bind(scope, expr.var)
        inner = inner.going_through(name, over)
        cond, met = self.cond(expr.cond, inner), inner.given(expr.cond)
        one = t.Local(name, element(over))
        if isinstance(over, t.Piles) and cond == t.Not(t.IsEmpty(t.Zone(over.zones[0], (one,), ir.Cards(True)))):
            cond = None
        match expr:
            case ir.Quantify(kind):
                match kind:
                    case "count":
                        return t.Fold("sum", name, over, cond, t.Number(1))
                    case "some":
                        return t.Fold("any", name, over, None, self.of(expr.cond, inner))
                    case "every":
                        return t.Fold("all", name, over, None, self.of(expr.cond, inner))
            case ir.Sum(value=value):
                return t.Fold("sum", name, over, cond, self.of(value, met))
            case ir.Extreme(end=end, key=key):
                never_empty = cond is None and isinstance(over, t.Words | t.Seats | t.RestsIn)
                lacking = None if never_empty else t.Fails("undefined", f"there is no {end} value, {NONE}", ir.Int())
                return t.Fold(end, name, over, cond, self.of(key, met), lacking)
            case ir.Best(end=end, key=key):
                lacking = t.Fails("undefined", f"there is none with that value, {NONE}", one.type)
                return t.Fold(ONLY[end], name, over, cond, self.certain(key, met), lacking)
            case ir.First(other=other) if other is not None:
                return t.Fold("first", name, over, cond, one, self.fitted(other, self.symbols.kind(expr), scope))
            case ir.First():
                return t.Fold("first", name, over, cond, one, t.Fails("undefined", NO_FIRST, one.type))
            case _:
                assert_never(expr)


def _compared(op: str, left: t.Expr, right: t.Expr) -> t.Expr:
    """A comparison, a fixed value at the right, emptiness by its name."""
    if isinstance(left, t.Number | t.Word | t.OneCard | t.Truth) and not isinstance(right, type(left)):
        left, op, right = right, FLIPPED[op], left
    match op, left, right:
        case "=" | "<=", t.Size(cards), t.Number(0):
            return t.IsEmpty(cards)
        case "!=" | ">", t.Size(cards), t.Number(0):
            return t.Not(t.IsEmpty(cards))
        case ("=", item, t.Truth(True)) | ("!=", item, t.Truth(False)):
            return item
        case ("=", item, t.Truth(False)) | ("!=", item, t.Truth(True)):
            return t.Not(item)
        case ("=" | "!=" | "<" | "<=" | ">" | ">=") as known, _, _:
            return t.Compare(known, left, right)
        case _:
            raise ValueError(op)


def _among(items: list[t.Expr]) -> t.Expr:
    """`or`; several comparisons of one thing with fixed values become one."""
    merged: list[t.Expr] = []
    for item in items:
        one = _equality(item)
        last = _equality(merged[-1]) if merged else None
        if one and last and one[0] == last[0]:
            merged[-1] = t.OneOf(one[0], (*last[1], *one[1]))
        else:
            merged.append(item)
    return merged[0] if len(merged) == 1 else t.Or(tuple(merged))


def _equality(item: t.Expr) -> tuple[t.Expr, tuple[t.Expr, ...]] | None:
    match item:
        case t.OneOf(found, among):
            return found, among
        case t.Compare("=", found, t.Word() | t.Number() | t.OneCard() as value):
            return found, (value,)
        case _:
            return None
