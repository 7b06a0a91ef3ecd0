"""Rules whose moves tell of cards that the mover does not see, each in a place where a look at the rules may fail."""

from __future__ import annotations

import pytest

from spec.ir import nodes as ir
from tests.verify.small import game, load, text
from verify.obligations.visibility import open_form
from verify.random.information_leaks import BY, information_leaks
from verify.run.task import Task
from verify.run.techniques import Plan
from verify.smt.encode.expressions import Encoder
from verify.smt.prove.invariants import Inductive
from verify.smt.prove.leaks import leak_result
from verify.smt.solvers.solver import Asker
from verify.smt.transition.steps import Course

HIDDEN = {"state": "  stash: set, secret\n  row[2]: row of stacks, secret\n  open[2]: row of stacks, face down\n"}
DEALT = (
    "for each player p: draw 2 cards from deck to hand of p\n"
    "    draw up to 1 card from deck to row 1\n"
    "    draw up to 1 card from deck to stash\n"
)
SIX = {"game": "players 2\n  deck A 2 3 of hearts, spades", "deal": DEALT, **HIDDEN}
"""Six cards: two for each hand, one for a secret row and one for a secret set."""
TWO_LEFT = {"game": "players 2\n  deck A 2 3 of hearts, spades"}
"""Six cards: two for each hand, and two that nobody knows."""
ROB = "move rob(c: blind card from {}):\n  permit it{}\n  does take: lucky becomes yes\n"
LUCKY = {"state": "state:\n  lucky: yes or no, starts at no\n"}


def rob(zone: str = "hand of next player", when: str = "", **more: str) -> dict[str, str]:
    return {"moves": "lay, rob", "more": ROB.format(zone, when), **LUCKY} | more


LEAKS: dict[str, dict[str, str]] = {
    "face of a blind card": rob(when=" when c is red", **TWO_LEFT),
    "face of a blind card in a definition": {**rob(when=" when good(c)", **TWO_LEFT)}
    | {"more": ROB.format("hand of next player", " when good(c)") + "define good(c: card): c is red\n"},
    "blind card of some kind": rob("(cards d in hand of next player with d is red)", **TWO_LEFT),
    "blind card that a later choice hangs on": {
        **TWO_LEFT,
        **LUCKY,
        "moves": "lay, rob",
        "more": "move rob(c: blind card from hand of next player, d: card from (cards e in hand of mover with suit of e"
        " is suit of c)):\n  permit it\n  does take: lucky becomes yes\n",
    },
    "nothing else on offer": rob(when=" when c is red", moves="lay\n    choice then: mover may do rob", **TWO_LEFT),
    "when of a choice": {
        **TWO_LEFT,
        "moves": "lay\n    choice more when some d in hand of next player with d is A: mover may do lay",
    },
    "who makes a choice": {
        **TWO_LEFT,
        "moves": "lay\n    choice more: (if AH is in hand of player 1 then player 1 else player 2) may do lay",
    },
    "when of a choice in a definition": {
        **TWO_LEFT,
        "moves": "lay\n    choice more when rich: mover may do lay",
        "more": "define rich: some d in hand of next player with d is A\n",
    },
}
FORMS: dict[str, dict[str, str]] = {
    "piles of a secret row": {"permit": "permit anything when some row r with r is row 1", **SIX},
    "choice among piles of a secret row": {
        **SIX,
        "moves": "lay, point",
        "more": "move point(r: row):\n  permit it\n  does rest: nothing\n",
    },
    "size of a secret set": {"permit": "permit anything when size of stash < 3", **SIX},
    "blind card from a secret set": {
        **SIX,
        "moves": "lay, rob",
        "more": "move rob(c: blind card from stash):\n  permit it\n  does rest: nothing\n",
    },
    "another hand at the end of a loop": {
        **TWO_LEFT,
        "before": "  repeat until mover passes or no d in hand of next player with d is A:\n"
        "    choice early: mover may do lay\n  choice late: mover may do lay\n",
    },
    "numbers up to a secret size": {
        **SIX,
        "moves": "lay, say",
        "more": "move say(n: number 1 to size of stash):\n  permit it\n  does rest: nothing\n",
    },
}
FAIR: dict[str, dict[str, str]] = {
    "any blind card": rob(),
    "piles that all can count": {"permit": "permit anything when no open r with r is open 1", **SIX},
    "own hand": {"moves": "lay\n    choice more when some d in hand of mover with d is A: mover may do lay"},
    "own hand at the end of a loop": {
        "game": "players 2\n  deck A 2 3 of hearts, spades",
        "before": "  repeat until mover passes or no d in hand of mover with d is A:\n"
        "    choice early: mover may do lay\n"
        "  choice late when some d in hand of mover with d is 2: mover does lay\n",
    },
    "how many another holds": {"moves": "lay\n    choice more when hand of next player is not empty: mover may do lay"},
}


def asked(folder, parts: dict[str, str]) -> Task:
    return Task(game(folder, **parts), (), {}, lambda settings: None, Plan(games=40, seed=1))


def solved(rules: ir.Game) -> str:
    return leak_result(Course(Encoder(rules)), Asker(), Inductive()).verdict


@pytest.mark.parametrize("name", LEAKS)
def test_a_leak_is_proved_by_nobody_and_shown_by_play(tmp_path, name):
    task = asked(tmp_path, LEAKS[name])
    assert not open_form(task.game)
    assert solved(task.game) == "unknown"
    assert [r.verdict for r in information_leaks(task)] == ["refuted"]


@pytest.mark.parametrize("name", FORMS)
def test_what_may_leak_is_proved_by_nobody(tmp_path, name):
    task = asked(tmp_path, FORMS[name])
    assert not open_form(task.game)
    assert solved(task.game) == "unknown"


@pytest.mark.parametrize(
    ("turns", "hidden"),
    [
        ("turns from player 1 among player p with (some d in hand of p with d is A):", True),
        ("turns from player 1 until some d in hand of next player with d is A:", True),
        ("turns from (the player q with least size of hand of q where no d in hand of q with d is A):", True),
        ("turns from player 1 among player p with hand of p is not empty until deck is empty:", False),
    ],
)
def test_whose_turn_it_is_may_tell_of_cards_too(tmp_path, turns, hidden):
    made = load(tmp_path, text(**TWO_LEFT).replace("turns from player 1:", turns)).game
    assert made is not None
    assert open_form(made) is not hidden
    assert solved(made) == ("unknown" if hidden else "proved")


def test_a_player_may_be_left_out_for_the_own_hand(tmp_path):
    """The form does not show it, for the condition names any player; the solver does."""
    turns = "once around from player 1 among player p with (some d in hand of p with d is A):"
    made = load(tmp_path, text(**TWO_LEFT).replace("turns from player 1:", turns)).game
    assert made is not None
    assert not open_form(made)
    assert solved(made) == "proved"


@pytest.mark.parametrize("name", FAIR)
def test_what_the_mover_sees_may_be_asked(tmp_path, name):
    task = asked(tmp_path, FAIR[name])
    assert open_form(task.game)
    assert solved(task.game) == "proved"
    assert [(r.verdict, r.by == BY) for r in information_leaks(task)] == [("proved", False), ("tested", True)]
