"""Rule files written to fool the proofs: each has a fault that play shows, where a proof may fail to look."""

from __future__ import annotations

from itertools import permutations

import pytest

from engine.interpreter.interpreter import Interpreter
from spec.ir import nodes as ir
from tests.verify_smt.small import HEAD, LAY, game
from verify.obligations.obligations import fault_obligation
from verify.obligations.verdict import Result, exit_code
from verify.random.random_walks import random_walks
from verify.smt.bounded.bounded import bounded
from verify.smt.encode.expressions import Encoder
from verify.smt.prove.finding import Finding, joined
from verify.smt.prove.groups import Groups
from verify.smt.prove.invariants import Inductive, Prover
from verify.smt.prove.order import order_results
from verify.smt.prove.prove import prove
from verify.smt.solvers.solver import Asker
from verify.smt.transition.steps import Course

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
    stages = random_walks(Interpreter(rules), 10, 1, float("inf"))
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


# ---------------------------------------------------------------- claims about steps that play never comes to

NEVER = """  turns from player 1:
    choice act: mover does lay
    step more when mark > 2: nothing
    step rare when mark = 2: nothing
"""


@pytest.mark.parametrize(
    ("claim", "verdict", "told"),
    [
        ("at more, always seen is high", "unknown", "play never reaches more"),
        ("at rare, always seen is high", "unknown", "play never reaches rare"),
        ("at act, never mark = 2", "proved", ""),
        ("never mark = 2", "proved", ""),
        ("at more or act, never mark = 2", "proved", ""),
    ],
)
def test_a_claim_about_a_step_that_play_never_comes_to_is_vacuous(claim: str, verdict: str, told: str):
    rules = game(FIELDS + LAID + OUT + DEAL + NEVER + f"\nclaim it: {claim}\n")
    (found,) = [r for r in prove(rules, 30.0) if r.obligation.code == "claim"]
    assert found.verdict == verdict
    assert found.vacuous is (verdict == "unknown")
    assert told in found.reason
    assert exit_code([found]) == (3 if verdict == "unknown" else 0)


def test_a_claim_that_no_play_was_seen_to_come_to_is_not_proved():
    """With the best cards alone play comes to the step, which random games do not show."""
    first = " and ".join(f"{card} is in hand of player 1" for card in ("AH", "2H", "3H"))
    rare = NEVER.replace("mark > 2", f"{first} and heap is empty").replace(
        "choice act", "step before: nothing\n    choice act"
    )
    late = rare.replace("    step more", "    step never").replace(
        "    step before: nothing", f"    step more when {first}: nothing"
    )
    rules = game(FIELDS + LAID + OUT + DEAL + late + "\nclaim it: at more, always seen is low or heap is not empty\n")
    (found,) = [r for r in prove(rules, 30.0) if r.obligation.code == "claim"]
    assert (found.verdict, found.vacuous) == ("unknown", False)
    assert "may be vacuous" in found.reason


@pytest.mark.parametrize(
    ("claim", "vacuous"), [("if mark = 2 then seen is high", True), ("if mark = 0 then mark < 2", False)]
)
def test_a_claim_whose_condition_never_comes_about_is_vacuous(claim: str, vacuous: bool):
    rules = game(FIELDS + LAID + OUT + DEAL + NEVER + f"\nclaim it: always {claim}\n")
    (found,) = [r for r in prove(rules, 30.0) if r.obligation.code == "claim"]
    assert (found.verdict, found.vacuous) == (("unknown", True) if vacuous else ("proved", False))


# ---------------------------------------------------------------- plays from the deal


def looked_for(rules: ir.Game, kind: str) -> set[str]:
    """The verdicts of plays from the deal on a fault that random play did not meet."""
    known = Result(fault_obligation(kind), "tested", "random play", "some games")
    return {r.verdict for r in bounded(rules, 20.0, None, None, (known,))}


def test_plays_from_the_deal_say_nothing_of_clashes_that_can_meets():
    bare = LATE.replace("  precedence late > any_card\n", "")
    assert looked_for(game(FIELDS + bare + OUT + DEAL + LOOKED), "clash") <= {"unknown", "refuted"}
    assert looked_for(game(FIELDS + LATE + OUT + DEAL + LOOKED), "clash") <= {"proved", "checked"}
