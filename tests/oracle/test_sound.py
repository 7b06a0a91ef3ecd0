"""What counting proves is so in every position of small games, and a fault planted in it is seen.

`make soundness` asks this of hundreds of random rule files and mutants.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from spec.ir import nodes as ir
from tests.oracle.sound import Held, held, random_game
from tests.oracle.trial import loaded
from tests.verify.small import text
from verify.smt.counting import clauses, facts
from verify.smt.counting.effects import Effects
from verify.smt.counting.expressions import Meaning
from verify.smt.counting.moves import Enabledness
from verify.smt.counting.recheck import Recheck
from verify.smt.counting.scene import Scene
from verify.smt.counting.views import View

SECONDS = 20.0
"""What is planted must show however busy the machine is; a quiet one needs a tenth of it."""

GAME = text(
    state="state:\n  n: 0 to 9, starts at 0\n",
    moves="lay, wait",
    put="move c from hand of mover to heap; add 1 to n",
    more="move wait:\n  permit any when mover can lay and n < 3\n"
    "  does back: add 1 to n; draw up to 1 card from heap to hand of mover\n\n"
    "claim able: always mover can wait\n",
    ends="out when hand of mover is empty or n > 5: mover wins",
)


def game() -> ir.Game:
    made = loaded(GAME)
    assert made is not None
    assert made.game is not None
    return made.game


def with_hulls(monkeypatch: pytest.MonkeyPatch) -> Held:
    """What comes of the game by what is quick."""
    monkeypatch.setattr(View, "by_horn_clauses", lambda *_: None)
    return held("small", game(), 1, SECONDS, 4_000, claims=24)


def test_nothing_false_is_proved_and_much_that_is_true(monkeypatch: pytest.MonkeyPatch):
    found = with_hulls(monkeypatch)
    assert found.wrong == []
    assert found.false > found.true > 5
    assert found.proved > found.true // 2
    assert found.hulls == 2


Function = Callable[..., Any]
ONE = ir.Lit(1, ir.Int())
PLANTS: dict[str, tuple[tuple[object, str, Callable[[Function], Function]], ...]] = {
    "ends are not looked at": ((clauses.Course, "readings", lambda old: lambda *a: [
        c for c in old(*a) if c.source >= 0]),),
    "no more is read as one more at most": ((Meaning, "_compared", lambda old: lambda self, e, *a: old(
        self, ir.Compare("<=", e.left, ir.Arith("+", e.right, ONE)) if e.op == "<=" else e, *a)),),
    "what has no meaning holds": ((Scene, "need", lambda _: lambda self, defined: None),),
    "nothing is drawn": ((Effects, "_drawn", lambda _: lambda self, effect, state, names: state),),
    "everybody can move": ((Enabledness, "__call__", lambda _: lambda *a: True),),
    "every way on is kept": (
        (facts, "question", lambda _: lambda *a: False), (Recheck, "kept", lambda _: lambda *a: True),
        (View, "follows", lambda _: lambda *a: True),
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", PLANTS)
def test_a_planted_fault_proves_something_false(name: str, monkeypatch: pytest.MonkeyPatch):
    for where, attribute, fault in PLANTS[name]:
        monkeypatch.setattr(where, attribute, fault(getattr(where, attribute)))
    assert with_hulls(monkeypatch).wrong


@pytest.mark.parametrize("number", [8, 11])
def test_nothing_false_is_proved_of_random_rule_files(number: int):
    ((name, made),) = random_game(number)
    assert held(name, made, number, 1.5, 1_500, claims=6).wrong == []
