"""Conditions on a card and another one that lies at an end of some pile, found beforehand for every pair of cards."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from engine.core import program as p
from engine.core import terms as t
from engine.core.by_card import ByCard, free
from engine.core.uses import nodes, rewrite
from spec.ir import nodes as ir
from spec.ir.types import domain_of, is_card

MOST_CLASSES = 64
OTHER = t.Local("(other)", ir.Card())


@dataclass(frozen=True, slots=True)
class Relation:
    """`classes[c]` is what counts of a card c; `meets[o]` the classes, as bits, of the cards that go with o; `other` is
    the term for o, in which `name` stands for the pile."""

    classes: tuple[int, ...]
    meets: tuple[int, ...]
    other: t.Expr
    name: str

    @property
    def size(self) -> int:
        """How many classes there are."""
        return max(self.classes) + 1


@dataclass(frozen=True)
class CardPairs:
    """For definitions of a card and a symbol that hang on what is on the card and on one card at an end of the symbol's
    pile, the answer for every pair of cards. Whether there is such a card is still to be checked where it is read."""

    name: ClassVar[str] = "card_pairs"

    def __call__(self, program: p.Program) -> Mapping[str, Relation]:
        """The relations by the names of the functions."""
        functions = p.functions(program)
        by_card, found = ByCard(program, functions), dict[str, Relation]()
        for function in program.functions:
            match sorted(function.params, key=lambda param: not is_card(param.kind)), function.body:
                case [p.Param(card, one), p.Param(name, other)], (p.Answer(cond),) if is_card(one) and domain_of(other):
                    known = None if cond is None else relation(by_card, cond, card, name)
                case _:
                    continue
            if known is not None:
                found[function.name] = known
        return found


def relation(by_card: ByCard, cond: t.Expr, card: str, name: str) -> Relation | None:
    """A condition that hangs on the rank, suit or colour of `card` and of one card at the end of the pile `name`."""
    ends = {n for n in nodes(cond) if isinstance(n, t.Helper) and n.name in ("top", "bottom") and name in free(n)}
    if len(ends) != 1:
        return None
    (other,) = ends
    pair = rewrite(cond, lambda n: OTHER if n == other else n)
    if card in free(other) or not free(pair).keys() <= {card, OTHER.name}:
        return None
    mine, others = seen(pair, card), seen(pair, OTHER.name)
    if mine is None or others is None:
        return None
    faces = by_card.program.faces
    classes, columns = classes_of(faces, mine), classes_of(faces, others)
    if max(classes) >= MOST_CLASSES:
        return None
    rows = [_meets(by_card, pair, card, classes, columns.index(k)) for k in range(max(columns) + 1)]
    if any(row is None for row in rows):
        return None
    return Relation(classes, tuple(rows[k] or 0 for k in columns), other, name)


def seen(cond: t.Expr, card: str) -> tuple[str, ...] | None:
    """The attributes of a card that a condition looks at; None where it looks at the card itself."""
    looks = [n.attr for n in nodes(cond) if isinstance(n, t.Attr) and n.card == t.Local(card, ir.Card())]
    uses = sum(1 for n in nodes(cond) if isinstance(n, t.Local) and n.name == card)
    return tuple(sorted(set(looks))) if uses == len(looks) else None


def classes_of(faces: tuple[ir.CardFace, ...], attributes: tuple[str, ...]) -> tuple[int, ...]:
    """Cards numbered so that those alike in the attributes have one number."""
    keys = [tuple(getattr(face, attr) for attr in attributes) for face in faces]
    order = list(dict.fromkeys(keys))
    return tuple(order.index(key) for key in keys)


def _meets(by_card: ByCard, pair: t.Expr, card: str, classes: tuple[int, ...], other: int) -> int | None:
    found = 0
    for k in range(max(classes) + 1):
        held = by_card.of(pair, {card: classes.index(k), OTHER.name: other})
        if held is None:
            return None
        found |= bool(held) << k
    return found
