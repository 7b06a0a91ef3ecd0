"""A number that goes up to how many cards a pile has takes no more cards than are there: nothing asks that again."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.core import terms as t
from engine.core.lower.expressions import Scope
from engine.core.lower.game import lower
from engine.core.uses import nodes
from hoyle.api import load
from spec.ir import nodes as ir

PILE, OTHER = (t.Zone(name, (), ir.Cards(True)) for name in ("pile", "other"))
N = t.Local("n", ir.Int())
NONE = t.Fails("undefined", "there is none", ir.Int())


def up_to(low: int, cards: t.Expr = PILE) -> t.Numbers:
    return t.Numbers(t.Number(low), t.Size(cards))


@pytest.mark.parametrize("least", [0, 1])
def test_what_is_known_of_a_number_of_cards(least: int) -> None:
    one, none = Scope().going_through("n", up_to(1)), Scope().going_through("n", up_to(0))
    assert one.are_there(least, N, PILE)
    assert none.are_there(least, N, PILE) == (least == 0)
    assert not one.are_there(least, N, OTHER)
    assert not one.are_there(least, t.Local("m", ir.Int()), PILE)
    assert not Scope().going_through("n", up_to(-1)).are_there(least, N, PILE)
    assert not Scope().going_through("n", t.Numbers(t.Number(1), t.Number(5))).are_there(least, N, PILE)
    first = t.Fold("first", "n", up_to(1), t.Truth(True), N, NONE)
    assert Scope().are_there(least, first, PILE)
    assert not Scope().are_there(least, first, OTHER)
    assert not Scope().are_there(least, t.Fold("first", "n", up_to(1), None, N, t.Number(9)), PILE)
    assert not Scope().are_there(least, t.Fold("sum", "n", up_to(1), None, N, NONE), PILE)


def test_cards_up_to_the_top_are_searched_once(tmp_path: Path) -> None:
    rules = Path(__file__).parents[1] / "strangers" / "rummy_500.hoyle"
    program = lower(load(rules).rules)
    fails = [n for n in nodes(program) if isinstance(n, t.Fails) and "too few cards" in n.sentence]
    assert fails == []
    written = rules.read_text(encoding="utf-8").replace("cards from c to the top of pile", "top 2 cards of pile")
    path = tmp_path / "other.hoyle"
    path.write_text(written, encoding="utf-8")
    fails = [n for n in nodes(lower(load(path).rules)) if isinstance(n, t.Fails) and "too few cards" in n.sentence]
    assert fails
