"""The short way to judge moves is the long one: what is left unread could not have mattered."""

import pytest

from engine.core import program as p
from engine.core import terms as t
from engine.core.exclusive import exclusive
from engine.core.legality import legality
from engine.core.lower.game import lower
from engine.python.expressions import Writer
from hoyle.api import load
from spec.ir import nodes as ir
from tests.export.harness import difference

PILE, OPEN_OR_FLUSH = ir.Symbol("pile"), ir.Symbol("mode")
OPEN, FLUSH = t.Word("mode", 0), t.Word("mode", 1)
MODE = t.Field("mode", (t.Local("x", PILE),), OPEN_OR_FLUSH)
BUSTS, OTHER = (t.Call("busts", (t.Local(name, PILE),), ir.Bool()) for name in "xy")
BODY = (p.Answer(t.Compare("=", t.Field("mode", (t.Local("q", PILE),), OPEN_OR_FLUSH), OPEN)),)
FUNCTIONS = {"busts": p.Function("busts", (p.Param("q", PILE),), ir.Bool(), BODY, p.Doc(""), True)}


def is_(value):
    return t.Compare("=", MODE, value)


@pytest.mark.parametrize(
    ("one", "other", "never"),
    [
        (is_(OPEN), is_(FLUSH), True),
        (is_(OPEN), t.Compare("!=", MODE, OPEN), True),
        (is_(OPEN), is_(OPEN), False),
        (is_(OPEN), t.Compare("!=", MODE, FLUSH), False),
        (t.And((BUSTS, OTHER)), t.Not(OTHER), True),
        (t.Or((BUSTS, OTHER)), t.Not(OTHER), False),
        (BUSTS, t.Not(t.Or((BUSTS, OTHER))), True),
        (BUSTS, t.Not(t.And((BUSTS, OTHER))), False),
        (BUSTS, is_(FLUSH), True),
        (OTHER, is_(FLUSH), False),
    ],
)
def test_what_can_never_hold_together_is_found_and_nothing_else(one, other, never):
    assert exclusive(one, other, FUNCTIONS) is never
    assert exclusive(other, one, FUNCTIONS) is never


def test_a_permit_that_meets_an_unranked_forbid_is_weighed_against_it():
    program = lower(load("twentyone").rules)
    (play,) = (action for action in program.actions if action.label == "play")
    found = legality(play, Writer(program).functions)
    assert found is not None
    assert {clause.key for clause in found.bars} == {"elsewhere", "seven_off_the_set"}
    doubts = {permit.key: {c.key for c in way.doubts} for way in found.ways for permit in way.permits}
    assert doubts["extend_suit"] == {"seven_before_its_turn"}
    assert doubts["normal"] == doubts["extend_run"] == set()


FAULTS = {
    "a bar that is not read": ("if not play_elsewhere(state, p)]", "]"),
    "a bar that is asked the wrong way": ("if play_seven_off_the_set(state", "if not play_seven_off_the_set(state"),
    "a way that is not tried": ("or play_voluntary_bust(state, laid, p)\n", "or False\n"),
    "a set of cards that is another": ("RANK_OF[card] == SEVEN", "RANK_OF[card] == OPEN"),
    "a row that is asked another thing": ("max(map(len, state.taken))", "min(map(len, state.taken))"),
}


@pytest.mark.parametrize("planted", FAULTS)
def test_a_clause_that_is_passed_over_is_noticed(planted):
    assert difference("twentyone", *FAULTS[planted], games=20) != ""
