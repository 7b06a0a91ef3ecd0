"""Legality that follows from what the mover sees, and legality that does not."""

from __future__ import annotations

import pytest

from tests.verify_smt.small import HEAD, LAY, PLAY, game
from verify.smt.encode.expressions import Encoder
from verify.smt.prove.invariants import Inductive
from verify.smt.prove.leaks import leak_result
from verify.smt.solvers.solver import Asker
from verify.smt.transition.steps import Course

LAYS = LAY.replace("  does tell: decide told(c)\n", "")


def leaks(when: str) -> str:
    rules = game(HEAD + LAYS.replace("permit any_card", f"permit any_card {when}") + PLAY)
    return leak_result(Course(Encoder(rules)), Asker(), Inductive()).verdict


@pytest.mark.parametrize(
    ("when", "verdict"),
    [
        ("", "proved"),
        ("when c is red or heap is empty", "proved"),
        ("when every d in hand of mover has d <= c", "proved"),
        ("when hand of next player is not empty", "proved"),
        ("when some d in hand of next player with d is A", "unknown"),
        ("when AH is in deck", "unknown"),
    ],
)
def test_what_legality_may_hang_on(when: str, verdict: str):
    assert leaks(when) == verdict
