"""The phrasebook's rule texts load, those with a course of play are played, and what it says of examples is so."""

import random
from pathlib import Path

import pytest

from engine.interpreter.interpreter import Interpreter
from engine.luck.chance import Recording, Seeded
from tests.cases.harness import fences, outcome
from verify.obligations.examples import failure_of

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "reference" / "phrasebook.md").read_text(encoding="utf-8")
TEXTS = [f for f in fences(PAGE) if f.info.startswith("hoyle")]
PLAYED = [f for f in TEXTS if "\nplay:\n" in f.body]


def line_of(start: int) -> str:
    return f"line {PAGE.count(chr(10), 0, start) + 1}"


@pytest.mark.parametrize("fence", TEXTS, ids=lambda f: line_of(f.start))
def test_rule_text_loads(fence):
    came = outcome(fence.body, fence.info)
    assert came.lines() == "nothing\n"
    assert came.game is not None


@pytest.mark.parametrize("fence", PLAYED, ids=lambda f: line_of(f.start))
def test_what_has_a_course_of_play_is_played_without_a_fault(fence):
    game = outcome(fence.body, fence.info).game
    assert game is not None
    interpreter = Interpreter(game)
    for seed in range(6):
        chance, pick = Recording(Seeded(seed)), random.Random(seed)
        turn = interpreter.start(chance)
        for _ in range(300):
            assert turn.position.fault is None, turn.position.fault.sentence
            if not turn.moves:
                break
            turn = interpreter.apply(turn.position, pick.choice(turn.moves), chance)


RULES = """game "Rounds":
  players 2
  deck A 2..6 of hearts
zones:
  deck: stack, face down, starts with every card
  hand[player]: set, seen by its owner
state:
  rounds: 0 to 9
move lay(c: card from hand of mover):
  permit any
  does: move c to deck
ends:
  over at the end: nobody wins
play:
  step deal:
    shuffle deck
    deal 3 cards from deck to each hand
  {loop}:
    step count: add 1 to rounds
    choice act: player 1 does lay
example "the third time":
  given hand of player 1 = [AH 2H 3H], rounds = 3, mover = player 1, at act, rest in deck
  play lay(AH)
  {then}
"""


@pytest.mark.parametrize(
    ("loop", "then"),
    [
        ("3 times", "then rounds = 4"),  # the first of three: the next choice follows, and `then` is looked at there
        ("repeat until rounds >= 3", "ended by over, nobody wins"),
    ],
)
def test_where_an_example_within_a_loop_begins(loop, then):
    game = outcome(RULES.format(loop=loop, then=then)).game
    assert game is not None
    assert failure_of(Interpreter(game), game.examples[0]) is None
