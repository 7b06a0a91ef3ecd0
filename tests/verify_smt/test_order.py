"""Which lines of an order are needed: shown by plays, or proved to change nothing."""

from __future__ import annotations

from dataclasses import replace

import pytest

from hoyle.sources.files import load_file
from spec.ir import nodes as ir
from tests.verify_smt.small import with_clauses
from verify.obligations.precedence import Change, Judge, changes, neighbours, orders, pairs
from verify.random.clause_coverage import clause_coverage
from verify.smt.encode.expressions import Encoder
from verify.smt.prove.groups import Groups
from verify.smt.prove.order import order_results
from verify.smt.solvers.solver import Asker
from verify.smt.transition.steps import Course

NEEDED = """  low when c < 4: seen becomes low
  high when c > 2: seen becomes high
  rests otherwise: nothing
  precedence low > high
"""
IDLE = """  low when c < 3: seen becomes low
  high when c > 3: seen becomes high
  rests otherwise: nothing
  precedence low > high
"""


def order_of(rules: ir.Game):
    groups = Groups(Course(Encoder(rules)), Asker())
    (found,) = order_results(rules, groups, 3.0)
    return found


def test_a_line_that_is_needed_is_shown_by_a_play():
    found = order_of(with_clauses(NEEDED))
    assert found.verdict == "proved"
    assert found.witness is not None
    lines = [line for line in found.details if line.startswith(("low > high", "low and high"))]
    assert len(lines) == 2
    assert all("changes the outcome after" in line and "hand of player" in line for line in lines)


def test_a_line_that_changes_nothing_is_proved_to():
    found = order_of(with_clauses(IDLE))
    assert found.verdict == "proved"
    assert [line for line in found.details if line.startswith(("low > high", "low and high"))] == [
        "low > high dropped: proved to change nothing",
        "low and high swapped: proved to change nothing",
    ]


def test_what_no_play_shows_and_no_proof_settles_is_unknown():
    rules = with_clauses(NEEDED)
    groups = Groups(Course(Encoder(rules)), Asker())
    (found,) = order_results(rules, groups, 0.0)
    assert found.verdict == "unknown"
    assert "some position may show a change, and no game was found" in found.reason


def test_clauses_that_come_to_the_same_make_no_difference():
    rules = with_clauses(
        NEEDED.replace("seen becomes high", "\n    if seen is low: seen becomes low\n    otherwise: seen becomes low")
    )
    (order,) = orders(rules)
    watched, judge = clause_coverage(rules, 5.0, games=20), Judge(rules)
    assert watched.seen[order.key]
    assert all(judge.shown(c, watched) is None for c in changes(order) if (c.high, c.low) == (0, 1))


def test_the_closure_and_the_neighbours_of_an_order():
    clauses = (
        "".join(f"  c{i} when c > {i + 2}: nothing\n" for i in range(4))
        + "  precedence c0 > c1 > c2\n  precedence c0 > c3\n"
    )
    (order,) = orders(with_clauses(clauses))
    assert pairs(order) == [(0, 1), (0, 2), (1, 2), (0, 3)]
    assert neighbours(order) == [(0, 1), (1, 2), (0, 3)]
    assert Change(order, "drop", 0, 2).above == (0, 1, 2, 1)
    assert Change(order, "swap", 0, 1).above == (2, 0, 3, 2)


def test_a_hierarchy_with_a_line_left_out_is_told_from_the_whole():
    """Without `seven > hit21` the two clash, and the very same play shows it."""
    rules = load_file("twentyone", {}).game
    assert rules is not None
    order = next(o for o in orders(rules) if o.key == ("outcome", "placing"))
    at = {label: i for i, label in enumerate(order.labels)}
    judge = Judge(rules)
    change = Change(order, "drop", at["seven"], at["hit21"])
    watched = clause_coverage(rules, 20.0, games=40, enough=lambda w: judge.shown(change, w) is not None)
    witness = judge.shown(change, watched)
    assert witness is not None
    assert any(line.startswith("hand of") for line in witness.position)
    assert any(line.startswith("pile") for line in witness.position)


@pytest.mark.parametrize("spoilt", ["above", "nothing"])
def test_a_judge_that_forgets_the_change_shows_nothing(monkeypatch: pytest.MonkeyPatch, spoilt: str):
    rules = with_clauses(NEEDED)
    (order,) = orders(rules)
    watched, change = clause_coverage(rules, 5.0, games=30), Change(order, "drop", 0, 1)
    assert Judge(rules).shown(change, watched) is not None
    if spoilt == "above":
        monkeypatch.setattr(Change, "above", property(lambda c: c.order.above))
    else:
        watched = replace(watched, seen={})
    assert Judge(rules).shown(change, watched) is None


def test_several_plays_of_each_set_of_clauses_are_kept():
    # What is low already does not show that `low` outranks `rests`; a later play has to.
    plays = clause_coverage(with_clauses(NEEDED), 60.0, games=64).seen["outcome", "told"]
    assert all(len({sighting.before for sighting in kept}) == len(kept) > 2 for kept in plays.values())
