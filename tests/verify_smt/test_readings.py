"""Two readings: proved the same, or a position where they part."""

from __future__ import annotations

import pytest

from spec.ir import nodes as ir
from tests.verify_smt.small import HEAD, LAY, PLAY, game, with_clauses
from verify.smt.prove.equivalence import Equal, equal_readings

BASE = "  high when c is 6: seen becomes high\n  rests otherwise: nothing\n"


def compared(clauses: str, other: str) -> Equal:
    return equal_readings(with_clauses(clauses), with_clauses(other), 20.0)


def test_the_same_text_is_the_same_game():
    assert compared(BASE, BASE).verdict == "equal"


def test_conditions_that_come_to_the_same():
    found = compared(BASE, BASE.replace("c is 6", "c > 5"))
    assert found.verdict == "equal"
    assert "Z3" in found.by


@pytest.mark.parametrize("other", ["c is 5", "c is 6 or c is A", "c is 6 and c is hearts"])
def test_conditions_that_differ_have_a_position_that_shows_it(other: str):
    found = compared(BASE, BASE.replace("c is 6", other))
    assert found.verdict == "differ"
    assert found.places == ("lay",)
    assert found.position is not None
    assert found.move is not None
    assert found.move.action == "lay"
    (card,) = found.move.args
    assert card in found.position.cells[1 + found.position.fields[0]]


def test_effects_that_differ():
    assert compared(BASE, BASE.replace("seen becomes high", "seen becomes low")).verdict == "differ"


def test_effects_that_come_to_the_same_in_another_order():
    one = BASE.replace("seen becomes high", "seen becomes low; seen becomes high")
    assert compared(one, BASE).verdict == "equal"


def laid(rules: str) -> ir.Game:
    return game(HEAD.replace("heap: set", "heap: stack") + LAY.replace("  does tell: decide told(c)\n", "") + rules)


def test_a_legality_that_differs():
    other = laid(PLAY).actions[0]
    assert other.clauses
    one = laid(PLAY)
    two = game(
        HEAD.replace("heap: set", "heap: stack")
        + LAY.replace("  does tell: decide told(c)\n", "").replace("permit any_card", "permit any_card when c is not 6")
        + PLAY
    )
    found = equal_readings(one, two, 20.0)
    assert (found.verdict, found.reason) == ("differ", "they differ in when lay is legal")


DRAWN = PLAY.replace(
    "    choice act: mover does lay\n",
    "    choice act: mover does lay\n    step more: draw up to 1 card from heap to hand of mover\n",
)


def test_an_order_that_is_drawn_from_later_is_not_overlooked():
    """The terms know of a stack that nobody looks at only which cards it holds."""
    one = laid(DRAWN.replace("more:", "more when size of heap > 3:"))
    text = HEAD.replace("heap: set", "heap: stack") + LAY.replace("  does tell: decide told(c)\n", "")
    under = game(text.replace("to heap", "under heap") + DRAWN.replace("more:", "more when size of heap > 3:"))
    found = equal_readings(one, under, 20.0)
    assert found.verdict == "unknown"
    assert "in another order" in found.reason


def test_an_order_that_nobody_ever_meets_is_no_difference():
    text = HEAD.replace("heap: set", "heap: stack") + LAY.replace("  does tell: decide told(c)\n", "")
    assert equal_readings(laid(PLAY), game(text.replace("to heap", "under heap") + PLAY), 20.0).verdict == "equal"


def test_ends_that_differ_in_who_wins():
    found = equal_readings(laid(PLAY), laid(PLAY.replace("mover wins", "nobody wins")), 20.0)
    assert found.verdict == "differ"


def test_games_of_other_states_are_unknown():
    other = game(HEAD.replace("low | high", "low | high | odd") + LAY + "\noutcome told(c: card):\n" + BASE + PLAY)
    assert equal_readings(with_clauses(BASE), other, 20.0).verdict == "unknown"


def test_without_time_nothing_is_equal():
    assert equal_readings(with_clauses(BASE), with_clauses(BASE.replace("c is 6", "c > 5")), 0.0).verdict == "unknown"
