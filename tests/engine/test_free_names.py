"""Which names an expression needs from outside."""

from __future__ import annotations

import pytest

from spec.ir import nodes as ir
from spec.ir.binding import free_names

C, D, P = ir.Var("c", ir.Card()), ir.Var("d", ir.Card()), ir.Var("p", ir.Symbol("player"))
R = ir.Var("r", ir.Symbol("rank"))
HAND = ir.Place("hand", (P,))


def is_r(card: ir.Expr) -> ir.Expr:
    return ir.Compare("=", ir.Attr("rank", card), R)


@pytest.mark.parametrize(
    ("expr", "expected"),
    [
        (R, {"r"}),
        (is_r(C), {"c", "r"}),
        (ir.Filter("c", HAND, is_r(C)), {"p", "r"}),
        (ir.Filter("c", HAND, ir.Lit(1, ir.Bool())), {"p"}),
        (ir.Quantify("some", "c", ir.OverCards(HAND), is_r(D)), {"p", "d", "r"}),
        (ir.Quantify("some", "p", ir.OverCards(HAND), ir.Lit(1, ir.Bool())), {"p"}),
        (ir.Get("mover", ()), set()),
    ],
)
def test_free_names(expr: ir.Expr, expected: set[str]):
    assert free_names(expr).keys() == expected
