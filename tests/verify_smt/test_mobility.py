"""Proofs that ask whether somebody can move: an answer that the interpreter does not give is not proved."""

from __future__ import annotations

import pytest

from engine.interpreter.faults import Fault
from engine.interpreter.interpreter import Interpreter
from engine.luck.chance import Seeded
from spec.ir import nodes as ir
from tests.verify_smt.small import HEAD, game
from verify.smt.prove.groups import Groups
from verify.smt.prove.prove import prove
from verify.smt.transition import enabledness, skolem

MOVES = """move lay(c: card from hand of mover):
  permit any_card
  {more}
  does put: move c from hand of mover to heap

move gain:
  permit always when deck is not empty
  does: draw 1 cards from deck to hand of mover
"""

PLAY = """
ends:
  out when deck is empty: mover wins

play:
  step deal:
    shuffle deck
    for each player p: draw 3 cards from deck to hand of p
  turns from player 1:
    {first}
    choice act: mover does gain
"""

READABLE = """
claim readable: always (mover can lay) or not (mover can lay)
"""

UNEQUAL = "forbid fewer when size of hand of player 2 != size of hand of player 1"
RANKED = UNEQUAL + "\n  precedence fewer > any_card"


def asking(more: str = "", first: str = "", claim: str = READABLE) -> ir.Game:
    """Two moves, of which play asks for one."""
    return game(HEAD + MOVES.format(more=more) + PLAY.format(first=first) + claim)


def verdict(rules: ir.Game, code: str, subject: str) -> str:
    """What is said of one obligation; what comes after it is not proved."""
    return next(r.verdict for r in prove(rules, 30.0) if (r.obligation.code, r.obligation.subject) == (code, subject))


def test_a_claim_that_asks_for_a_clash_where_play_does_not_ask_is_not_proved():
    rules = asking(UNEQUAL)
    assert verdict(rules, "claim", "readable") == "unknown"
    interpreter = Interpreter(rules)
    turn = interpreter.start(Seeded(1))
    turn = interpreter.apply(turn.position, turn.moves[0], Seeded(1))
    assert isinstance(interpreter.evaluate(rules.claims[0].cond, turn.position), Fault)


def test_that_is_what_the_need_for_an_answer_is_for(monkeypatch: pytest.MonkeyPatch):
    for module in (enabledness, skolem):
        monkeypatch.setattr(module, "answerable", lambda *_: True)
    assert verdict(asking(UNEQUAL), "claim", "readable") == "proved"


@pytest.mark.parametrize("more", ["", RANKED])
def test_a_claim_that_asks_what_has_an_answer_is_proved(more: str):
    assert verdict(asking(more), "claim", "readable") == "proved"


@pytest.mark.parametrize(
    "when", ["top of deck is red", "1 < (least of size of hand of p over player p with size of hand of p > 4)"]
)
def test_a_claim_that_asks_what_may_have_no_meaning_is_not_proved(when: str):
    assert verdict(asking(f"permit more when {when}"), "claim", "readable") == "unknown"


FORBID = "forbid not_now when seen is high"
LOOK = """step look:
      seen becomes high
      if mover can lay: do nobody_knows
      seen becomes low
"""
NOTHING = """
to nobody_knows: nothing
"""


def looking(more: str) -> ir.Game:
    """Play asks for the move only where it is no clash, and `can` looks for it in the middle of a step."""
    rules = HEAD + NOTHING + MOVES.format(more=more) + PLAY.format(first=LOOK)
    return game(rules.replace("mover does gain", "mover does gain, lay"))


@pytest.mark.parametrize(
    ("more", "expected"), [(FORBID, "unknown"), (FORBID + "\n  precedence not_now > any_card", "proved")]
)
def test_a_clash_that_only_a_condition_asks_for_is_not_ruled_out(more: str, expected: str):
    assert verdict(looking(more), "no-clash", "move lay") == expected
    position = Interpreter(looking(more)).start(Seeded(1)).position
    assert (position.fault is None) == (expected == "proved")


def test_that_is_what_looking_where_can_looks_is_for(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(Groups, "_look_for", lambda *_: None)
    assert verdict(looking(FORBID), "no-clash", "move lay") == "proved"
