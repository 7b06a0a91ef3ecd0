"""Rule files written to fool the proofs: each has a fault that play shows, where a proof may fail to look."""

from __future__ import annotations

from itertools import permutations

import pytest

from engine.interpreter import Interpreter
from spec import ir
from tests.verify_smt.small import HEAD, LAY, game
from verify.rambles import ramble
from verify.smt.encode import Encoder
from verify.smt.finding import Finding, joined
from verify.smt.groups import Groups
from verify.smt.invariants import Inductive, Prover
from verify.smt.order import order_results
from verify.smt.solver import Asker
from verify.smt.steps import Course

STATE = "  seen: low | high, starts at low\n  mark: 0 to 2, starts at 0\n"
FIELDS = HEAD.replace("  seen: low | high, starts at low\n", STATE)
LAID = LAY.replace("decide told(c)", "seen becomes high")
DEAL = """
play:
  step deal:
    shuffle deck
    for each player p: draw 3 cards from deck to hand of p
"""


def faults(rules: ir.Game) -> set[str]:
    """The kinds of fault at which a few random games stop."""
    stages = ramble(Interpreter(rules), 10, 1, float("inf"))
    return {stage.turn.position.fault.kind for _, stage in stages if stage.turn.position.fault is not None}


def grouped(rules: ir.Game) -> Groups:
    course, asker = Course(Encoder(rules)), Asker()
    groups = Groups(course, asker)
    groups.read_ends(Inductive(passages=Prover(course, asker).ways_on()))
    return groups


# ---------------------------------------------------------------- ends at several places

ENDS = """
ends:
  out when seen is high and hand of mover is empty: mover wins
  lost when seen is high and hand of mover is empty: next player wins
"""
CLEARED = """  turns from player 1:
    choice act: mover does lay
    step clear:
      if hand of mover is empty: seen becomes low
"""
BETWEEN = CLEARED.replace(
    "    choice", "    step before:\n      if hand of mover is empty: seen becomes low\n    choice"
)


@pytest.mark.parametrize("course", [CLEARED, BETWEEN])
def test_ends_that_collide_at_one_place_collide(course: str):
    """After the move both come about; after the step, which is read later, neither can."""
    rules = game(FIELDS + LAID + ENDS + DEAL + course)
    assert faults(rules) == {"clash"}
    verdicts = {r.obligation.code: r.verdict for r in grouped(rules).results()}
    assert verdicts["no-collision"] == "unknown"


def test_ends_that_say_the_same_at_every_place_do_not_collide():
    rules = game(
        FIELDS + LAID + ENDS.replace("next player wins", "every player p with p is mover wins") + DEAL + CLEARED
    )
    assert faults(rules) == set()
    verdicts = {r.obligation.code: r.verdict for r in grouped(rules).results()}
    assert verdicts["no-collision"] == "proved"


# ---------------------------------------------------------------- clauses that `can` looks at

LATE = """move lay(c: card from hand of mover):
  permit any_card
  forbid late when mark = 2
  precedence late > any_card
  does put: move c from hand of mover to heap
"""
OUT = """
ends:
  out when hand of mover is empty: mover wins
"""
LOOKED = """  turns from player 1:
    step look:
      mark becomes 2
      if mover can lay: seen becomes high
      mark becomes 0
    choice act: mover does lay
"""


def test_an_order_that_only_can_comes_to_is_not_idle():
    rules = game(FIELDS + LATE + OUT + DEAL + LOOKED)
    assert faults(rules) == set()
    assert faults(game(FIELDS + LATE.replace("  precedence late > any_card\n", "") + OUT + DEAL + LOOKED)) == {"clash"}
    groups = grouped(rules)
    (order,) = order_results(rules, groups, 1.0)
    assert not any("change nothing" in line for line in order.details)
    assert list(groups.idle_results()) == []


def test_an_order_that_decides_nothing_where_can_looks_either_is_idle():
    rules = game(FIELDS + LATE.replace("any_card", "any_card when mark = 0", 1) + OUT + DEAL + LOOKED)
    groups = grouped(rules)
    (order,) = order_results(rules, groups, 1.0)
    assert order.verdict == "proved"
    assert [r.obligation.code for r in groups.idle_results()] == ["idle-order"]


def test_what_one_place_answers_is_never_lost():
    every: tuple[Finding, ...] = ("possible", "unknown", "proved")
    assert [joined(found) for found in permutations(every)] == ["possible"] * 6
    assert joined(("unknown", "proved")) == joined(("proved", "unknown")) == "unknown"
    assert joined(("proved", "proved")) == joined(()) == "proved"
    rest = iter((every[0], every[2]))
    assert joined(rest) == "possible"
    assert list(rest) == ["proved"]
