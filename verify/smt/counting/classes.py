"""Which cards a claim tells apart: the classes by which they are counted to prove it.

Leaves counting them to `verify.smt.counting.counted`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import takewhile

from spec.ir import nodes as ir
from spec.ir.binding import mentions
from spec.ir.fold import named_cards
from spec.ir.references import reached, references
from spec.ir.types import cards_of, element_of, face_of, is_card, is_truth, type_of
from spec.ir.walk import children, walk
from verify.smt.counting.counted import Counting
from verify.smt.counting.fixed import Fixed

MOST_CLASSES = 14


def told_apart(counting: Counting, fixed: Fixed, root: object) -> Iterator[frozenset[int]]:
    """The sets of cards that a condition, or what a rule does, asks about: those for which a part of it holds, those
    that are worth so much, and those of one rank or suit where that is compared with another's."""
    for node in reached(counting.index, root):
        for kind, name in references(node):
            if kind == "table":
                yield from _alike(counting.index.tables[name].values)
        if (read := face_of(node)) is not None:
            yield from _alike([getattr(card, read[0]) for card in counting.layout.deck])
        if len(named := named_cards(node)) == 1:
            yield frozenset(named)
        if isinstance(node, ir.Binder) and element_of(node.over) == ir.Card():
            yield from _bound(counting, fixed, node)


def _bound(counting: Counting, fixed: Fixed, node: ir.Binder) -> Iterator[frozenset[int]]:
    """The sets of cards that are told apart by what is asked of a name for one."""
    for part in children(node):
        if isinstance(part, ir.Expr):
            each = fixed.values(node.var, part, {}) if mentions(part, (node.var,)) else None
            yield from _fitting(counting, fixed, node.var, part) if each is None else _alike(each)


def of_moves(counting: Counting, fixed: Fixed, actions: Iterable[ir.Action]) -> Iterator[frozenset[int]]:
    """The sets of cards that the clauses of moves ask about, of a card that is chosen."""
    for action in actions:
        names = [param.name for param in action.params if is_card(param.type)]
        for clause in action.clauses:
            for name in names:
                yield from _fitting(counting, fixed, name, clause.when)


def set_up(steps: Sequence[ir.Step]) -> tuple[ir.Effect, ...]:
    """What is done before anybody decides: it may part the deck by what cards show."""
    return tuple(effect for step in takewhile(lambda one: one.ask is None, steps) for effect in step.effects)


def parted(counting: Counting, effects: Sequence[ir.Effect]) -> frozenset[str]:
    """The zones of which effects take some cards, and leave others."""
    asked = (node for node in reached(counting.index, effects) if isinstance(node, ir.Binder))
    among = (cards for node in asked if (cards := cards_of(node.over)) is not None)
    return frozenset(name for node in walk(tuple(among)) for kind, name in references(node) if kind == "zone")


def named_zones(counting: Counting, claim: ir.Claim) -> frozenset[str]:
    """The zones that a claim names, and the rows through whose piles it goes."""
    inside = tuple(reached(counting.index, claim.cond))
    named = {found for node in inside for found in references(node)}
    rows = {z.source.label for z in counting.index.game.zones if z.row and ("domain", z.index[-1]) in named}
    return frozenset(rows | {name for kind, name in named if kind == "zone"})


def _fitting(counting: Counting, fixed: Fixed, name: str, cond: ir.Expr) -> Iterator[frozenset[int]]:
    """The cards for which a condition about one holds, and those for which the greatest parts of it do that are of it
    alone."""
    values = fixed.values(name, cond, {})
    if values is not None:
        yield frozenset(card for card, value in enumerate(values) if value)
        return
    for part in walk(cond):
        if part is not cond and isinstance(part, ir.Expr) and mentions(part, (name,)):
            found = fixed.values(name, part, {}) if is_truth(type_of(counting.index, part)) else None
            if found is not None:
                yield frozenset(card for card, value in enumerate(found) if value)


def _alike(values: Iterable[object]) -> Iterator[frozenset[int]]:
    """Cards that have the same of some values, card by card."""
    found: dict[object, set[int]] = {}
    for card, value in enumerate(values):
        found.setdefault(value, set()).add(card)
    return (frozenset(cards) for cards in found.values())
