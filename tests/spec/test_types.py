"""Types of expressions, and what fits where."""

from typing import get_args

import pytest

from spec.ir import nodes as ir
from spec.ir.index import index_of
from spec.ir.types import at_most_one, called, certain, element_of, fits, join, type_of
from spec.ir.walk import walk
from tests.spec.sample import GAME, HAND, HEAP, LOW, MOVER, NOBODY, PLAYER, YES, C, num

TOP = ir.EndCard("top", HEAP)
CASES = [
    (MOVER, PLAYER),
    (HEAP, ir.Cards(True)),
    (HAND, ir.Cards(False)),
    (ir.If(YES, HEAP, HAND), ir.Cards(False)),
    (ir.If(YES, MOVER, NOBODY), ir.Symbol("player", True)),
    (TOP, ir.Card()),
    (ir.Attr("suit", TOP), ir.Symbol("suit")),
    (ir.Apply("low", (TOP,)), ir.Bool()),
    (ir.Quantify("count", "v", ir.OverDomain("rank"), YES), ir.Int()),
    (ir.First("v", ir.OverCards(HEAP), YES, None), ir.Card()),
    (ir.First("v", ir.OverSeats(MOVER), YES, NOBODY), ir.Symbol("player", True)),
    (ir.Best("least", "v", ir.OverNumbers(num(1), num(2)), YES, num(1)), ir.Int()),
]


@pytest.mark.parametrize(("expr", "kind"), CASES)
def test_types(expr: ir.Expr, kind: ir.Type) -> None:
    assert type_of(index_of(GAME), expr, {}) == kind


def test_every_expression_and_range_has_a_type() -> None:
    index = index_of(GAME)
    scope = {n.name: n.type for n in walk(GAME) if isinstance(n, ir.Var)}
    exprs = [n for n in walk(GAME) if isinstance(n, get_args(ir.Expr))]
    assert {type(e) for e in exprs} == set(get_args(ir.Expr))
    assert all(isinstance(type_of(index, e, scope), get_args(ir.Type)) for e in exprs)
    ranges = [n for n in walk(GAME) if isinstance(n, get_args(ir.Range))]
    assert {type(r) for r in ranges} == set(get_args(ir.Range))
    assert all(isinstance(element_of(r), get_args(ir.Type)) for r in ranges)


def test_order_may_be_lost_and_nobody_not() -> None:
    assert fits(ir.Cards(True), ir.Cards(False))
    assert not fits(ir.Cards(False), ir.Cards(True))
    assert fits(PLAYER, ir.Symbol("player", True))
    assert not fits(ir.Symbol("player", True), PLAYER)
    assert not fits(ir.Symbol("rank"), ir.Symbol("suit"))
    assert not fits(ir.Card(), ir.Cards(False))
    assert certain(ir.Symbol("player", True)) == PLAYER


def test_joins() -> None:
    assert join(PLAYER, ir.Symbol("player", True)) == ir.Symbol("player", True)
    assert join(ir.Cards(True), ir.Cards(False)) == ir.Cards(False)
    assert join(ir.Symbol("rank"), ir.Symbol("suit")) is None
    assert join(ir.Int(), ir.Int()) == ir.Int()


def test_every_type_has_a_name() -> None:
    kinds = (ir.Bool(), ir.Int(), PLAYER, ir.Symbol("player", True), ir.Card(), ir.Cards(True), ir.Cards(False))
    assert len({called(k) for k in kinds}) == len(kinds)


def test_at_most_one_card() -> None:
    just = ir.Just(C)
    assert at_most_one(ir.Combine("without", just, HEAP))
    assert at_most_one(ir.Combine("common", HEAP, just))
    assert at_most_one(ir.If(YES, just, ir.CardList(())))
    assert not at_most_one(ir.Combine("without", HEAP, just))
    assert not at_most_one(ir.Combine("plus", just, just))
    assert not at_most_one(HEAP)


def test_an_index_finds_by_name() -> None:
    index = index_of(GAME)
    assert index.defines["low"] is LOW
    assert index.steps["next"] == 2
