"""What an expression about one card comes to where it hangs on other things, too: case by case of what these may be.

Such as whether a card is a trump, which hangs on what a field holds; or whether it has the rank of another card, which
hangs on the class of that. Leaves what is true of a card in every position to `verify.smt.counting.fixed`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import product
from math import prod

import z3

from spec.ir import nodes as ir
from spec.ir.binding import free_names
from spec.ir.references import fields_read, reached
from spec.ir.types import is_truth, is_word
from verify.smt.counting.counted import Key
from verify.smt.counting.meanings import Means
from verify.smt.counting.scene import CardName, Names, Scene, State
from verify.smt.encode import terms as t

MOST_CASES = 24
"""So many cases of what an expression hangs on are told apart."""


@dataclass(frozen=True, slots=True)
class Case:
    """When something is the case, and what an expression about a card is then, card by card."""

    when: t.Flag
    values: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class _One:
    """One of the things that a name, or a field's slot, may stand for; of a card each of its class."""

    when: t.Flag
    values: tuple[int, ...]


def cases(m: Means, name: str, expr: ir.Expr, scene: Scene, state: State, names: Names) -> tuple[Case, ...]:
    """The cases of what an expression about a name for a card comes to; there may be others, of which nothing is told.

    None at all where it hangs on something of which the cases are not known, or are too many."""
    hangs_on = dict[str | int, list[_One]]()
    for other, kind in free_names(expr).items():
        if other != name:
            found = _of_name(m, kind, names.get(other))
            if found is None:
                return ()
            hangs_on[other] = found
    for field in _fields(m, expr):
        slot = m.layout.fields[field].first
        low, high = m.counting.bounds(Key("field", slot))
        if len(m.layout.slots_of(field)) > 1 or high - low >= MOST_CASES:
            return ()
        value = scene.read(Key("field", slot), state)
        every = (_One(value == one, (one,)) for one in range(low, high + 1))
        hangs_on[slot] = [one for one in every if one.when is not False]
    if prod(len(found) for found in hangs_on.values()) > MOST_CASES:
        return ()
    return tuple(_told(m, name, expr, hangs_on))


def _of_name(m: Means, kind: ir.Type, value: object) -> list[_One] | None:
    """What a name may stand for."""
    if isinstance(value, bool | int):
        return [_One(True, (int(value),))]
    if isinstance(value, CardName):
        if value.lacks:
            return None
        if isinstance(value.card, int):
            return [_One(True, (value.card,))]
        pairs = zip(m.counting.classes, value.counts, strict=True)
        return [_One(n >= 1, tuple(sorted(one))) for one, n in pairs if not (isinstance(n, int) and n == 0)]
    if is_truth(kind) and isinstance(value, z3.BoolRef):
        return [_One(value, (1,)), _One(z3.Not(value), (0,))]
    if is_word(kind) and isinstance(value, z3.ArithRef):
        return [_One(value == one, (one,)) for one in m.layout.values(kind)]
    return None


def _fields(m: Means, expr: ir.Expr) -> tuple[str, ...]:
    return tuple(sorted(fields_read(tuple(reached(m.index, expr)))))


def _told(m: Means, name: str, expr: ir.Expr, hangs_on: Mapping[str | int, list[_One]]) -> Iterator[Case]:
    for chosen in product(*hangs_on.values()):
        found = set[tuple[int, ...] | None]()
        for each in product(*(one.values for one in chosen)):
            known = dict(zip(hangs_on, each, strict=True))
            others = {one: value for one, value in known.items() if isinstance(one, str)}
            fields = {one: value for one, value in known.items() if isinstance(one, int)}
            found.add(m.fixed.values(name, expr, others, fields))
            if None in found or len(found) > 1:
                break
        (values, *more) = found
        if values is not None and not more:
            yield Case(t.all_of(one.when for one in chosen), values)
