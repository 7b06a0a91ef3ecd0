"""Conditions on a card or a symbol as tables: of those for which they hold, by the one other thing at which they look.

A symbol often stands for a pile. What such a condition asks of a card and of the card at an end of the pile is found
beforehand for every pair of cards (see `engine.core.plans.card_pairs`), whatever else the condition is part of.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar

from engine.core import program as p
from engine.core import terms as t
from engine.core.by_card import ByCard, free
from engine.core.exclusive import unfolded
from engine.core.plans.card_pairs import Relation, classes_of, relation, seen
from engine.core.uses import nodes, rewrite
from spec.ir import nodes as ir
from spec.ir.types import domain_of, is_card

MOST_NODES = 160
"""A condition of more nodes, with its definitions put in, is not looked at."""
CARD = "(card)"
SYMBOL = "(symbol)"


@dataclass(frozen=True, slots=True)
class Ends:
    """A condition on `card` and on a card at an end of the pile `zone[SYMBOL]`, undefined of none where `checked`."""

    card: t.Expr
    known: Relation
    zone: t.Zone
    checked: bool


@dataclass(frozen=True, slots=True)
class Beside:
    """A condition on a card that looks at one other card: those for which it holds, as bits, by the other one."""

    other: t.Expr
    held: tuple[int, ...]


@dataclass(frozen=True)
class SmallTables:
    """Tells of conditions on a card or a symbol which of them they hold for, as far as that is known beforehand."""

    name: ClassVar[str] = "small_tables"

    def __call__(self, program: p.Program) -> Tables:
        """What is known of the program's conditions."""
        return Tables(ByCard(program, p.functions(program)), {one.label: len(one.words) for one in program.domains})


@dataclass(frozen=True)
class Tables:
    """Answers about the conditions of one program; `sizes` says how many words each domain has."""

    by_card: ByCard
    sizes: dict[str, int]
    _ends: dict[tuple[t.Expr, str], Ends | None] = field(default_factory=dict)
    _beside: dict[tuple[t.Expr, str], Beside | None] = field(default_factory=dict)

    def constant(self, cond: t.Expr, var: str) -> int | None:
        """The symbols for which a condition holds, as bits, where that hangs on nothing else."""
        if free(cond).keys() != {var} or self.by_card.lacking:
            return None
        held = [self.by_card.of(cond, {var: v}) for v in range(self.size(cond, var))]
        return None if None in held else sum(1 << v for v, holds in enumerate(held) if holds)

    def size(self, cond: t.Expr, var: str) -> int:
        """How many symbols there are of the kind that a condition looks at."""
        return self.sizes[domain_of(free(cond)[var])]

    def ends(self, cond: t.Expr, var: str) -> Ends | None:
        """A condition on a card and a card at an end of the symbol's pile."""
        key = cond, var
        if key not in self._ends:
            self._ends[key] = self._found(cond, var)
        return self._ends[key]

    def _found(self, cond: t.Expr, var: str) -> Ends | None:
        whole = self._opened(cond)
        if whole is None or self.by_card.lacking:
            return None
        renamed: t.Expr = rewrite(whole, lambda n: t.Local(SYMBOL, n.type) if _is(n, var) else n)
        cards = {n.card for n in nodes(renamed) if isinstance(n, t.Attr) and SYMBOL not in free(n.card)}
        if len(cards) != 1:
            return None
        (card,) = cards
        named: t.Expr = rewrite(renamed, lambda n: t.Local(CARD, ir.Card()) if n == card else n)
        known = relation(self.by_card, named, CARD, SYMBOL)
        match None if known is None else known.other:
            case t.Helper(_, (t.Check("some_cards", t.Zone(_, (t.Local(),)) as zone),)):
                checked = True
            case t.Helper(_, (t.Zone(_, (t.Local(),)) as zone,)):
                checked = False
            case _:
                return None
        return None if known is None else Ends(card, known, zone, checked)

    def beside(self, cond: t.Expr, var: str) -> Beside | None:
        """A condition on a card and one other card, which does not hang on it."""
        key = cond, var
        if key not in self._beside:
            self._beside[key] = self._pairs(cond, var)
        return self._beside[key]

    def _pairs(self, cond: t.Expr, var: str) -> Beside | None:
        whole = self._opened(cond)
        if whole is None or self.by_card.lacking or not is_card(free(whole).get(var)):
            return None
        cards = {n.card for n in nodes(whole) if isinstance(n, t.Attr) and var not in free(n.card)}
        if len(cards) != 1:
            return None
        (other,) = cards
        named: t.Expr = rewrite(whole, lambda n: t.Local(CARD, ir.Card()) if n == other else n)
        if free(named).keys() != {var, CARD}:
            return None
        faces = self.by_card.program.faces
        mine, its = seen(named, var), seen(named, CARD)
        if mine is None or its is None:
            return None
        rows, columns = classes_of(faces, its), classes_of(faces, mine)
        held: list[int] = []
        for k in range(max(rows) + 1):
            of = [self.by_card.of(named, {CARD: rows.index(k), var: columns.index(j)}) for j in range(max(columns) + 1)]
            if None in of:
                return None
            held.append(sum(1 << i for i, j in enumerate(columns) if of[j]))
        return Beside(other, tuple(held[k] for k in rows))

    def _opened(self, cond: t.Expr) -> t.Expr | None:
        """The condition with its definitions put in; None where that is too long."""

        def opened(node: object) -> object:
            body = unfolded(node, self.by_card.functions) if isinstance(node, t.Call) else None
            return node if body is None else rewrite(body, opened)

        found: t.Expr = rewrite(cond, opened)
        return found if sum(1 for _ in nodes(found)) <= MOST_NODES else None

    def told(self, cond: t.Expr, var: str) -> bool:
        """Is a condition on a symbol made up of what hangs on it alone, or not at all, or is known beforehand?"""
        names = free(cond).keys()
        if var not in names or names == {var} or self.ends(cond, var) is not None:
            return True
        match cond:
            case t.Not(item):
                return self.told(item, var)
            case t.And(items) | t.Or(items):
                return all(self.told(item, var) for item in items)
            case t.Either(test, then, other):
                return all(self.told(item, var) for item in (test, then, other))
            case t.Compare("=" | "!=", left, right):
                return any(_is(a, var) and var not in free(b) for a, b in ((left, right), (right, left)))
            case t.Fold("any", _, over, None, test):
                return var not in free(over) and self.told(test, var)
            case t.Call():
                body = unfolded(cond, self.by_card.functions)
                return body is not None and self.told(body, var)
            case _:
                return False

    def told_of_card(self, cond: t.Expr, var: str) -> bool:
        """The same of a condition on a card."""
        if var not in free(cond) or self.by_card.values(cond, var) is not None or self.beside(cond, var) is not None:
            return True
        match cond:
            case t.Not(item):
                return self.told_of_card(item, var)
            case t.And(items) | t.Or(items):
                return all(self.told_of_card(item, var) for item in items)
            case t.Compare("=" | "!=", left, right):
                pairs = ((left, right), (right, left))
                return any(isinstance(a, t.Attr) and _is(a.card, var) and var not in free(b) for a, b in pairs)
            case t.Fold("any", _, t.CardsOf(cards), None, test):
                return var not in free(cards) and self.told_of_card(test, var)
            case t.Call():
                body = unfolded(cond, self.by_card.functions)
                return body is not None and self.told_of_card(body, var)
            case _:
                return False


def _is(node: object, var: str) -> bool:
    return isinstance(node, t.Local) and node.name == var
