"""Conditions on a card and another one that lies at an end of some pile, found beforehand for every pair of cards.

Leaves their use to `engine.c.playout.set_vectorisation`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from engine.c.generate.context import Context
from spec.ir import nodes as ir
from spec.ir.binding import free_names, mentions, put
from spec.ir.walk import walk

MOST_CLASSES = 64
OTHER = ir.Var("(other)", ir.Card())


@dataclass(frozen=True, slots=True)
class Relation:
    """`classes[c]` is what counts of a card c; `meets[o]` the classes, as bits, of the cards that go with o; `other`
    is the expression for o."""

    classes: tuple[int, ...]
    meets: tuple[int, ...]
    other: ir.EndCard

    @property
    def size(self) -> int:
        """How many classes there are."""
        return max(self.classes) + 1


def relation(m: Context, cond: ir.Expr, card: str, value: str) -> Relation | None:
    """A condition that hangs on the rank, suit or colour of `card` and of one card at the end of the pile `value`."""
    ends = {node for node in walk(cond) if isinstance(node, ir.EndCard) and mentions(node, (value,))}
    if len(ends) != 1:
        return None
    (other,) = ends
    pair = put(cond, {other: OTHER})
    if mentions(other, (card,)) or not m.constant(pair) or not free_names(pair).keys() <= {card, OTHER.name}:
        return None
    mine, others = _seen(pair, card), _seen(pair, OTHER.name)
    if mine is None or others is None:
        return None
    classes, columns = _classes(m, mine), _classes(m, others)
    if max(classes) >= MOST_CLASSES:
        return None
    rows = [_meets(m, pair, card, classes, columns.index(k)) for k in range(max(columns) + 1)]
    return None if None in rows else Relation(classes, tuple(rows[k] or 0 for k in columns), other)


def _seen(cond: ir.Expr, card: str) -> tuple[str, ...] | None:
    """The attributes of a card that a condition looks at; None where it looks at the card itself."""
    found = {attr for attr, name in _looks(cond) if name == card}
    uses = sum(1 for node in walk(cond) if isinstance(node, ir.Var) and node.name == card)
    looked = sum(1 for _, name in _looks(cond) if name == card)
    return tuple(sorted(found)) if uses == looked else None


def _looks(cond: ir.Expr) -> Iterator[tuple[str, str]]:
    for node in walk(cond):
        match node:
            case ir.Attr(attr, ir.Var(name, _)):
                yield attr, name
            case ir.Adjacent(_, left, right):
                yield from (("rank", side.name) for side in (left, right) if isinstance(side, ir.Var))
            case _:
                pass


def _classes(m: Context, attributes: tuple[str, ...]) -> tuple[int, ...]:
    """Cards numbered so that those alike in the attributes have one number."""
    keys = [tuple(getattr(face, attr) for attr in attributes) for face in m.layout.deck]
    order = list(dict.fromkeys(keys))
    return tuple(order.index(key) for key in keys)


def _meets(m: Context, pair: ir.Expr, card: str, classes: tuple[int, ...], other: int) -> int | None:
    found = 0
    for k in range(max(classes) + 1):
        names = {card: classes.index(k), OTHER.name: other}
        held = m.interpreter.evaluate(pair, m.interpreter.initial(), names)
        if not isinstance(held, int):
            return None
        found |= bool(held) << k
    return found
