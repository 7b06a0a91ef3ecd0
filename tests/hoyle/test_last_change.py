"""A failing example names the last clause of its play that may have changed what its `then` asks about."""

import pytest

from engine.interpreter.interpreter import Interpreter
from hoyle.report.last_change import last_change
from spec.ir import nodes as ir
from tests.cases.harness import outcome
from verify.obligations.examples import failure_of

RULES = """game "Counting":
  players 2
  deck standard

zones:
  deck: stack, face down, starts with every card
  discard: stack, face up
  hand[player]: set, seen by its owner

state:
  score[player]: 0 to 100
  holder: player or nobody, starts at nobody
  turns_done: 0 to 99

define seven_on_top: top of discard is 7

outcome reward(p: player):
  big when seven_on_top: add 5 to score of p
  small otherwise: add 1 to score of p

to note(p: player):
  holder becomes p

move lay(c: card from hand of mover):
  permit any
  does put: move c to discard
  does count: decide reward(mover)
  does mark when c is red: do note(mover)

ends:
  out when hand of mover is empty: mover wins

play:
  step deal:
    shuffle deck
    for each player p: draw 5 cards from deck to hand of p
  turns from player 1:
    choice act: mover does lay
    step counted: add 1 to turns_done

example "one":
  given hand of player 1 = [7S 8H 9S], hand of player 2 = [2C 3H], discard = [9H], at act, rest in deck
  play lay({card})
  then {then}
"""


@pytest.mark.parametrize(
    ("card", "then", "label"),
    [
        ("7S", "score of player 1 = 3", "big"),
        ("8H", "score of player 1 = 3", "small"),
        ("8H", "holder is player 2", "mark"),
        ("7S", "holder is player 1", None),
        ("7S", "not seven_on_top", "put"),
        ("7S", "seven_on_top and holder is player 1", None),
        ("7S", "size of hand of player 1 = 3", "put"),
        ("7S", "turns_done = 5", "counted"),
    ],
)
def test_the_last_clause_that_may_have_changed_it(card: str, then: str, label: str | None):
    came = outcome(RULES.replace("{card}", card).replace("{then}", then))
    assert came.game is not None, came.lines()
    interpreter = Interpreter(came.game)
    failure = failure_of(interpreter, came.game.examples[0])
    assert failure is not None
    assert failure.line == 1
    line = came.game.examples[0].script[1]
    assert isinstance(line, ir.Then)
    found = last_change(interpreter, failure, line.cond)
    assert (None if found is None else found.label) == label
