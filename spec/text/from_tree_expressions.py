"""Turns the parts of Lark's tree that are expressions, names and texts into surface syntax.

Leaves clauses and sections to `spec.text.from_tree`, which builds on it.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any, cast

from lark import Token, Transformer_NonRecursive, v_args
from lark.tree import Meta

from spec import syntax as s
from spec.text.clean import INSTEAD, clean
from spec.text.source import Span


def _divided(left: s.Expr, right: s.Expr, way: Token, span: Span) -> s.Binary:
    return s.Binary("divided up" if way == "up" else "divided down", left, right, span)


def _binary(op: str) -> Callable[..., s.Binary]:
    def build(self: ExpressionsFromTree, meta: Meta, left: s.Expr, right: s.Expr, *_: object) -> s.Binary:
        return s.Binary(cast(s.BinaryOp, op), left, right, self.span(meta))

    return build


def _junction(op: str) -> Callable[..., s.Junction]:
    def build(self: ExpressionsFromTree, meta: Meta, left: s.Expr, right: s.Expr) -> s.Junction:
        first = left.items if isinstance(left, s.Junction) and left.op == op else (left,)
        return s.Junction(cast(Any, op), (*first, right), self.span(meta))

    return build


_PRIVATE = re.compile("[\ue000-\uf8ff\U000f0000-\U0010fffd]")
"""Signs of nobody's agreed meaning; `hoyle.english.document.marks` has one of its own for some."""

Display = s.Quoted | None
"""What stands behind `as`, if anything does."""


def displayed(name: s.Name, display: Display) -> s.Name:
    """The name with its display name, whose words one space parts, and of whose signs each means the same to all."""
    if display is None:
        return name
    return replace(name, display=replace(display, text=" ".join(_PRIVATE.sub(INSTEAD, display.text).split())))


class ExpressionsFromTree(Transformer_NonRecursive[Token, Any]):
    """One method a rule; tokens become names, texts and numbers on the way."""

    def __init__(self, place: Callable[[int], int]) -> None:
        super().__init__(visit_tokens=True)
        self.place = place

    def span(self, meta: Meta) -> Span:
        if meta.empty:
            return Span(self.place(0), self.place(0))
        return Span(self.place(meta.start_pos), self.place(meta.end_pos))

    def _token_span(self, token: Token) -> Span:
        start = self.place(token.start_pos or 0)
        return Span(start, start + len(token))

    def NAME(self, token: Token) -> s.Name:
        return s.Name(str(token), self._token_span(token))

    RANK = CARD = RANK_NAME = NAME

    def STRING(self, token: Token) -> s.Quoted:
        return s.Quoted(clean(str(token)[1:-1]), self._token_span(token))

    def INT(self, token: Token) -> int:
        return int(str(token))

    def __default__(self, data: Any, children: Any, meta: Meta) -> Any:
        raise AssertionError(f"no method for the rule {data}")

    # ---- shared parts

    def cites(self, items: list[Any]) -> tuple[s.Quoted, ...]:
        return tuple(x for x in items if isinstance(x, s.Quoted))

    def called(self, items: list[Any]) -> Display:
        return items[0] if items else None

    @v_args(inline=True)
    def list_word(self, name: s.Name, display: Display) -> s.Name:
        return displayed(name, display)

    def under(self, items: list[Any]) -> s.Expr | None:
        return items[0] if items else None

    when = under

    def params(self, items: list[Any]) -> tuple[Any, ...]:
        return tuple(x for x in items if x is not None)

    index_decl = args = params

    @v_args(inline=True)
    def index_item(self, item: Any) -> Any:
        return item

    bound = field_bound = moved_value = index_item

    @v_args(inline=True)
    def param(self, name: s.Name, kind: s.Name) -> s.ParamText:
        return s.ParamText(name, kind)

    # ---- expressions

    and_ = v_args(meta=True, inline=True)(_junction("and"))
    or_ = v_args(meta=True, inline=True)(_junction("or"))
    is_ = v_args(meta=True, inline=True)(_binary("="))
    is_not = v_args(meta=True, inline=True)(_binary("!="))
    at_least = v_args(meta=True, inline=True)(_binary(">="))
    at_most = v_args(meta=True, inline=True)(_binary("<="))
    more_than = v_args(meta=True, inline=True)(_binary(">"))
    less_than = v_args(meta=True, inline=True)(_binary("<"))
    one_above = v_args(meta=True, inline=True)(_binary("one above"))
    one_below = v_args(meta=True, inline=True)(_binary("one below"))
    is_in = v_args(meta=True, inline=True)(_binary("in"))
    not_in = v_args(meta=True, inline=True)(_binary("not in"))
    can_be = v_args(meta=True, inline=True)(_binary("can be"))
    plus = v_args(meta=True, inline=True)(_binary("+"))
    minus = v_args(meta=True, inline=True)(_binary("-"))
    times_ = v_args(meta=True, inline=True)(_binary("*"))
    union = v_args(meta=True, inline=True)(_binary("plus"))
    without = v_args(meta=True, inline=True)(_binary("without"))
    common = v_args(meta=True, inline=True)(_binary("common"))

    @v_args(meta=True, inline=True)
    def divided(self, meta: Meta, left: s.Expr, right: s.Expr, way: Token) -> s.Binary:
        return _divided(left, right, way, self.span(meta))

    @v_args(meta=True, inline=True)
    def half(self, meta: Meta, _: Token, item: s.Expr, way: Token) -> s.Binary:
        return _divided(item, s.Number(2, item.span), way, self.span(meta))

    @v_args(meta=True, inline=True)
    def of_two(self, meta: Meta, which: Token, left: s.Expr, right: s.Expr) -> s.Conditional:
        then, other = (left, right) if which.startswith("smaller") else (right, left)
        return s.Conditional(s.Binary("<", left, right, self.span(meta)), then, other, self.span(meta))

    @v_args(meta=True, inline=True)
    def compare(self, meta: Meta, left: s.Expr, op: Token, right: s.Expr) -> s.Binary:
        return s.Binary(cast(s.BinaryOp, str(op)), left, right, self.span(meta))

    @v_args(meta=True, inline=True)
    def next_to(self, meta: Meta, left: s.Expr, right: s.Expr, wrap: Token | None) -> s.Binary:
        return s.Binary("next to round" if wrap else "next to", left, right, self.span(meta))

    @v_args(meta=True, inline=True)
    def not_(self, meta: Meta, item: s.Expr) -> s.Unary:
        return s.Unary("not", item, self.span(meta))

    @v_args(meta=True, inline=True)
    def negative(self, meta: Meta, item: s.Expr) -> s.Unary:
        return s.Unary("-", item, self.span(meta))

    @v_args(meta=True, inline=True)
    def is_empty(self, meta: Meta, item: s.Expr) -> s.IsEmpty:
        return s.IsEmpty(item, False, self.span(meta))

    @v_args(meta=True, inline=True)
    def not_empty(self, meta: Meta, item: s.Expr) -> s.IsEmpty:
        return s.IsEmpty(item, True, self.span(meta))

    @v_args(meta=True, inline=True)
    def is_a(self, meta: Meta, item: s.Expr, _: str, shape: s.Name) -> s.IsA:
        return s.IsA(item, shape, False, self.span(meta))

    @v_args(meta=True, inline=True)
    def is_not_a(self, meta: Meta, item: s.Expr, _: str, shape: s.Name) -> s.IsA:
        return s.IsA(item, shape, True, self.span(meta))

    @v_args(meta=True, inline=True)
    def can_move(self, meta: Meta, who: s.Expr, move: s.Name) -> s.CanDo:
        return s.CanDo(who, move, False, self.span(meta))

    @v_args(meta=True, inline=True)
    def cannot_move(self, meta: Meta, who: s.Expr, move: s.Name) -> s.CanDo:
        return s.CanDo(who, move, True, self.span(meta))

    @v_args(meta=True)
    def no_move(self, meta: Meta, _: list[Any]) -> s.CanDo:
        return s.CanDo(None, None, True, self.span(meta))

    @v_args(meta=True, inline=True)
    def some(self, meta: Meta, binder: s.Binder, cond: s.Expr | None = None) -> s.Quantified:
        return s.Quantified("some", binder, cond, self.span(meta))

    @v_args(meta=True, inline=True)
    def every(self, meta: Meta, binder: s.Binder, cond: s.Expr) -> s.Quantified:
        return s.Quantified("every", binder, cond, self.span(meta))

    @v_args(meta=True, inline=True)
    def none(self, meta: Meta, binder: s.Binder, cond: s.Expr | None = None) -> s.Quantified:
        return s.Quantified("no", binder, cond, self.span(meta))

    @v_args(meta=True, inline=True)
    def exactly_one(self, meta: Meta, binder: s.Binder, cond: s.Expr) -> s.Quantified:
        return s.Quantified("exactly one", binder, cond, self.span(meta))

    @v_args(meta=True, inline=True)
    def number_of(self, meta: Meta, binder: s.Binder, cond: s.Expr | None = None) -> s.Quantified:
        return s.Quantified("count", binder, cond, self.span(meta))

    @v_args(meta=True, inline=True)
    def place_number(self, meta: Meta, words: Token, item: s.Expr) -> s.Applied:
        whole = self.span(meta)
        return s.Applied(s.Name("number", Span(whole.start, whole.start + len(words))), (item,), whole)

    @v_args(meta=True, inline=True)
    def sum_of(self, meta: Meta, value: s.Expr, binder: s.Binder, cond: s.Expr | None) -> s.Aggregate:
        return s.Aggregate("sum", value, binder, cond, self.span(meta))

    @v_args(meta=True, inline=True)
    def extreme_of(self, meta: Meta, end: str, value: s.Expr, binder: s.Binder, cond: Any) -> s.Aggregate:
        return s.Aggregate(cast(Any, end), value, binder, cond, self.span(meta))

    @v_args(meta=True, inline=True)
    def best(self, meta: Meta, binder: s.Binder, end: str, key: s.Expr, cond: s.Expr | None) -> s.BestOf:
        return s.BestOf(binder, cast(Any, end), key, cond, self.span(meta))

    @v_args(meta=True, inline=True)
    def cards_with(self, meta: Meta, name: s.Name, cards: s.Expr, cond: s.Expr) -> s.CardsWith:
        return s.CardsWith(name, cards, cond, self.span(meta))

    @v_args(meta=True, inline=True)
    def first(self, meta: Meta, binder: s.Binder, start: Any, cond: s.Expr, other: Any) -> s.FirstOf:
        return s.FirstOf(binder, start, cond, other, self.span(meta))

    @v_args(meta=True, inline=True)
    def if_(self, meta: Meta, cond: s.Expr, then: s.Expr, other: s.Expr | None) -> s.Conditional:
        return s.Conditional(cond, then, other, self.span(meta))

    @v_args(meta=True, inline=True)
    def bind_domain(self, meta: Meta, domain: s.Name, name: s.Name) -> s.Binder:
        return s.Binder(name, s.OverWords(domain), self.span(meta))

    @v_args(meta=True, inline=True)
    def bind_cards(self, meta: Meta, name: s.Name, cards: s.Expr) -> s.Binder:
        return s.Binder(name, s.OverTheCards(cards), self.span(meta))

    @v_args(meta=True, inline=True)
    def selection(self, meta: Meta, shape: s.Name, name: s.Name, cards: s.Expr) -> s.Binder:
        return s.Binder(name, s.OverTheShapes(shape, cards), self.span(meta))

    @v_args(meta=True, inline=True)
    def bind_rest(self, meta: Meta, _rest: Token, name: s.Name, cards: s.Expr, *shapes: s.Name) -> s.Binder:
        return s.Binder(name, s.OverTheRests(shapes, cards), self.span(meta))

    @v_args(meta=True, inline=True)
    def bind_numbers(self, meta: Meta, name: s.Name, low: s.Expr, high: s.Expr) -> s.Binder:
        return s.Binder(name, s.OverTheNumbers(low, high), self.span(meta))

    @v_args(meta=True, inline=True)
    def of(self, meta: Meta, name: s.Name, item: s.Expr) -> s.Applied:
        return s.Applied(name, (item,), self.span(meta))

    @v_args(meta=True, inline=True)
    def extreme_value(self, meta: Meta, end: str, name: s.Name, item: s.Expr) -> s.ExtremeValue:
        return s.ExtremeValue(cast(Any, end), name, item, self.span(meta))

    @v_args(meta=True, inline=True)
    def end_card(self, meta: Meta, words: Token, item: s.Expr) -> s.Applied:
        end = str(words).split()[0]
        whole = self.span(meta)
        name = s.Name(end, Span(whole.start, whole.start + len(end)))
        return s.Applied(name, (item,), whole)

    @v_args(meta=True, inline=True)
    def end_cards(self, meta: Meta, end: Token, up_to: Token | None, count: s.Expr, cards: s.Expr) -> s.EndCards:
        return s.EndCards(cast(Any, str(end)), count, up_to is not None, cards, self.span(meta))

    @v_args(meta=True, inline=True)
    def placed_card(self, meta: Meta, place: Token, end: str, cards: s.Expr) -> s.PlacedCard:
        return s.PlacedCard(str(place), cast(Any, end), cards, self.span(meta))

    @v_args(meta=True, inline=True)
    def cards_beside(self, meta: Meta, words: Token, card: s.Expr, cards: s.Expr) -> s.Beside:
        what, side = str(words).split()
        end: Any = {"above": "top", "below": "bottom"}[side]
        return s.Beside("all" if what == "cards" else "next", end, card, cards, self.span(meta))

    @v_args(meta=True, inline=True)
    def cards_from(self, meta: Meta, _: Token, card: s.Expr, end: str, cards: s.Expr) -> s.Beside:
        return s.Beside("itself", cast(Any, end), card, cards, self.span(meta))

    @v_args(inline=True)
    def stack_end(self, word: Token) -> str:
        return str(word)

    @v_args(meta=True, inline=True)
    def number(self, meta: Meta, value: int) -> s.Number:
        return s.Number(value, self.span(meta))

    @v_args(inline=True)
    def word(self, name: s.Name) -> s.Word:
        return s.Word(name.text, name.span)

    rank_word = word

    @v_args(meta=True)
    def cards_word(self, meta: Meta, _: list[Any]) -> s.Word:
        return s.Word("cards", self.span(meta))

    @v_args(meta=True)
    def cards(self, meta: Meta, items: list[s.Name]) -> s.CardsText:
        return s.CardsText(tuple(items), False, self.span(meta))

    @v_args(meta=True)
    def card_list(self, meta: Meta, items: list[s.Name]) -> s.CardsText:
        return s.CardsText(tuple(items), True, self.span(meta))

    @v_args(meta=True, inline=True)
    def nth(self, meta: Meta, name: s.Name, number: int) -> s.Nth:
        return s.Nth(name, number, self.span(meta))

    @v_args(meta=True, inline=True)
    def apply(self, meta: Meta, name: s.Name, *args: Any) -> s.Applied:
        flat = args[0] if len(args) == 1 and isinstance(args[0], tuple) else args
        return s.Applied(name, tuple(flat), self.span(meta))

    @v_args(meta=True, inline=True)
    def new_pile(self, meta: Meta, domain: s.Name) -> s.NewPile:
        return s.NewPile(domain, self.span(meta))

    @v_args(meta=True, inline=True)
    def next_player(self, meta: Meta, of: s.Expr | None) -> s.Neighbour:
        return s.Neighbour(1, of, self.span(meta))

    @v_args(meta=True, inline=True)
    def previous_player(self, meta: Meta, of: s.Expr | None) -> s.Neighbour:
        return s.Neighbour(-1, of, self.span(meta))

    @v_args(meta=True)
    def whole_deck(self, meta: Meta, _: list[Any]) -> s.Word:
        return s.Word(s.WHOLE_DECK, self.span(meta))

    @v_args(meta=True)
    def yes(self, meta: Meta, _: list[Any]) -> s.Truth:
        return s.Truth(True, self.span(meta))

    @v_args(meta=True)
    def no(self, meta: Meta, _: list[Any]) -> s.Truth:
        return s.Truth(False, self.span(meta))

    @v_args(meta=True)
    def nobody(self, meta: Meta, _: list[Any]) -> s.Nobody:
        return s.Nobody(self.span(meta))
