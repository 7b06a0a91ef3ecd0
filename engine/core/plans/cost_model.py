"""About how many steps a value takes and whether it may stop play: what is quick and sure needs no branch."""

from __future__ import annotations

from collections.abc import Mapping

from engine.core import program as p
from engine.core import terms as t
from engine.core.by_card import ByCard
from engine.core.exclusive import unfolded
from engine.core.uses import nodes

FAR = 1 << 20
"""More steps than anything may take."""
MOST = 24
MOST_UNROLLED = 8
Functions = Mapping[str, p.Function]
Held = frozenset[t.Expr]
"""Cards of which there are some."""


class Cost:
    """Steps of the values of one program."""

    def __init__(self, program: p.Program, by_card: ByCard) -> None:
        self.functions, self.by_card = by_card.functions, by_card
        self.sizes = {domain.label: len(domain.words) for domain in program.domains}
        self.zones = {zone.name: zone.decl for zone in program.zones}
        self.late = frozenset(n.zone.name for n in nodes(program) if isinstance(n, p.Shuffle))

    def quick(self, expr: t.Expr) -> bool:
        """Is the value had by a few steps?"""
        return self.of(expr, None) <= MOST

    def sure(self, expr: t.Expr, held: Held = frozenset()) -> bool:
        """Does the same hold, and can it not stop play where these cards are some?"""
        return self.of(expr, held) <= MOST

    def few(self, over: t.Range) -> int:
        """How many values a range always has, where they are few; else 0."""
        size = self.sizes[over.domain] if isinstance(over, t.Words) else 0
        return size if size <= MOST_UNROLLED else 0

    def of(self, expr: t.Expr, held: Held | None) -> int:
        """About how many steps; FAR where that is not known, or (with `held`) where the value may stop play."""
        match expr:
            case t.Truth() | t.Number() | t.Word() | t.OneCard() | t.Local():
                return 0
            case t.Field(_, index) | t.Zone(_, index):
                return 1 + self._all(index, held) + len(index)
            case t.Not(item) | t.Attr(_, item) | t.Ordinal(item):
                return self.of(item, held) + 1
            case t.And(items) | t.Or(items):
                return self._all(items, held) + len(items)
            case t.OneOf(item, among):
                return self.of(item, held) + 2 * len(among)
            case t.Compare(_, left, right) | t.Arith(_, left, right):
                return self._all((left, right), held) + 1
            case t.Adjacent(_, left, right):
                return self._all((left, right), held) + 3
            case t.Either(cond, then, other):
                return self._all((cond, then, other), held) + 2
            case t.Beside(player):
                return self.of(player, held) + 2
            case t.Check("some_cards", cards):
                return self.of(cards, held) + 1 if held is None or cards in held else FAR
            case t.Check("within" | "somebody" | "above_zero", value):
                return self.of(value, held) + 2 if held is None else FAR
            case t.Call():
                body = unfolded(expr, self.functions)
                return FAR if body is None else self.of(body, held)
            case t.Fold():
                return self._fold(expr, held)
            case _:
                return self._about_cards(expr, held)

    def _all(self, items: tuple[t.Expr, ...], held: Held | None) -> int:
        return sum(self.of(item, held) for item in items)

    def _about_cards(self, expr: t.Expr, held: Held | None) -> int:
        match expr:
            case t.Size(t.Zone() as zone) | t.IsEmpty(t.Zone() as zone):
                return self.of(zone, held) + 1
            case t.Helper("top" | "bottom", (cards,)):
                inner = cards.value if isinstance(cards, t.Check) else cards
                if not isinstance(inner, t.Zone) or inner.name in self.late:
                    return FAR
                return self.of(cards, held) + 1
            case t.Member(card, t.Zone() as zone) if not self.zones[zone.name].ordered:
                return self.of(card, held) + self.of(zone, held) + 2
            case _:
                return FAR

    def _fold(self, fold: t.Fold, held: Held | None) -> int:
        parts = tuple(e for e in (fold.cond, fold.value) if e is not None)
        match fold:
            case t.Fold("any" | "all" | "sum", var, t.CardsOf(t.Zone() as zone)) if not self.zones[zone.name].ordered:
                return self.of(zone, held) + 3 + sum(self._by_what_is_on_it(e, var, held) for e in parts)
            case t.Fold("any" | "all" | "sum" | "least" | "greatest") if size := self.few(fold.over):
                return size * (self._all(parts, held) + 1)
            case _:
                return FAR

    def _by_what_is_on_it(self, cond: t.Expr, var: str, held: Held | None) -> int:
        """The steps of a set of cards that is told by what is on them."""
        match cond:
            case t.Number(1):
                return 0
            case t.Compare("=" | "!=", t.Attr(_, t.Local(name)), other) if name == var:
                return self.of(other, held)
            case _:
                return FAR if self.by_card.values(cond, var) is None else 1


def reads(expr: t.Expr, functions: Functions) -> Held:
    """The cards of which it is certain that there are some, once an expression has been read."""
    match expr:
        case t.Check("some_cards", cards):
            return frozenset({cards}) | reads(cards, functions)
        case t.And(items) | t.Or(items):
            return reads(items[0], functions) if items else frozenset()
        case t.Not(item) | t.Attr(_, item) | t.Ordinal(item) | t.OneOf(item):
            return reads(item, functions)
        case t.Compare(_, left, right) | t.Adjacent(_, left, right) | t.Arith(_, left, right):
            return reads(left, functions) | reads(right, functions)
        case t.Helper(_, args):
            return frozenset().union(*(reads(arg, functions) for arg in args))
        case t.Call():
            body = unfolded(expr, functions)
            return frozenset() if body is None else reads(body, functions)
        case _:
            return frozenset()
