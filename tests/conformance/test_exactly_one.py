"""`exactly one ... has ...` means the same to every engine, to proofs, to mutants and to who reads the rulebook."""

from pathlib import Path

import pytest

from engine.c.compiled.simulate import simulate
from engine.conformance.differential_check import Differs
from engine.interpreter.interpreter import Interpreter
from engine.simulate.simulate import simulate as by_interpreter
from hoyle.english.document.render import to_markdown
from hoyle.english.rulebook.page import rulebook
from tests.conformance.harness import SOME, agreeing
from tests.export.harness import agreeing as python_agrees
from tests.export.harness import exported as python_engine
from tests.export_c.test_c import built, written
from tests.export_js.test_javascript import exported as javascript_engine
from tests.native.harness import QUICK, fast_library, library_of, needs_compiler, play_both
from tests.verify_smt.small import game as game_of
from tests.verify_smt.test_agreement import terms_agree
from verify.mutation.mutate import mutants, mutated
from verify.obligations.examples import run_example
from verify.smt.prove.prove import prove

RULES = """game "Small":
  players 3
  deck A 2 3 of hearts, spades, clubs

zones:
  deck: stack, face down, starts with every card
  hand[player]: set, seen by its owner
  pile[3]: row of stacks, face up

state:
  round: 0 to 3, starts at 0

define lone_ace: exactly one c in hand of mover has c is A
define last_player: exactly one player p has hand of p is not empty
define one_red: exactly one pile p has top of p is red
define one_pair: exactly one rank r has (number of c in hand of mover with rank of c is r) = 2
define one_lower: exactly one n from 1 to 3 has n < round

move build(c: card from hand of mover, onto p: pile):
  permit lower when exactly one d in p has c is not d
  permit first_red when one_red
  does put: move c onto p

move start(c: card from hand of mover):
  permit any when not lone_ace or one_pair
  forbid many when one_lower and not exactly one pile p has yes
  precedence many > any
  does put:
    move c onto new pile
    if not last_player and round < 3: add 1 to round

ends:
  out when exactly one player p has hand of p is empty: mover wins
  blocked at act when no legal move: nobody wins

play:
  step deal:
    shuffle deck
    for each player p: draw 3 cards from deck to hand of p
  turns from player 1:
    choice act: mover does build, start

example "one of two cards":
  given hand of mover = [AH 2S], hand of next player = [3S], mover = player 1, at act, rest in deck
  then lone_ace and not one_pair and not last_player

example "two of two":
  given hand of mover = [AH AS], pile 2 = [2H], mover = player 1, at act, rest in deck
  then not lone_ace and one_pair and last_player and one_red

example "none":
  given hand of next player = [AH], mover = player 1, round = 3, at act, rest in deck
  then not lone_ace and not one_pair and last_player and not one_red and not one_lower

example "two piles":
  given hand of mover = [2S], hand of next player = [3S], pile 1 = [2H], pile 3 = [AH], rest in deck
  given round = 2, mover = player 1, at act
  then not one_red and one_lower

claim seen: always if (exactly one c in hand of mover has c is AH) then AH is in hand of mover
claim mover_alone: never not exactly one player p has p is mover
claim some_pile: always if one_red then (some pile p with top of p is red)
claim wrong: text says always one_red
"""
GAME = game_of(RULES)


def wrong_examples(rules: str) -> set[str]:
    """The examples that do not come out as they are written."""
    game = game_of(rules)
    return {e.source.label for e in game.examples if run_example(Interpreter(game), e).verdict != "checked"}


def test_the_interpreter_tells_one_from_none_and_from_two():
    assert wrong_examples(RULES) == set()
    some = RULES.replace("lone_ace: exactly one c in hand of mover has", "lone_ace: some c in hand of mover with")
    assert wrong_examples(some) == {"two of two"}


def test_python_agrees():
    interpreter = Interpreter(GAME)
    assert python_agrees(interpreter, python_engine(GAME), range(30), most=60)[0] == 30
    with pytest.raises(Differs):
        python_agrees(interpreter, python_engine(GAME, {"== 1": ">= 1"}), range(30), most=60)


def test_javascript_agrees(tmp_path: Path):
    assert agreeing(GAME, javascript_engine(GAME, tmp_path), SOME, most=60)[0] == SOME


@needs_compiler
def test_c_agrees(tmp_path: Path):
    assert agreeing(GAME, [built(written(GAME, tmp_path), "conform")], SOME, most=60)[0] == SOME
    interpreter, table = Interpreter(GAME), library_of(GAME, QUICK).table()
    assert sum(play_both(interpreter, table, seed, most=60) for seed in range(SOME)) > 2 * SOME
    assert simulate(fast_library(GAME), interpreter, 2 * SOME, 1) == by_interpreter(interpreter, 2 * SOME, 1)


def test_terms_agree():
    assert not terms_agree(GAME).skipped


def test_claims_are_proved():
    verdicts = {r.obligation.subject: r.verdict for r in prove(GAME, 20.0) if r.obligation.code == "claim"}
    assert verdicts == {"seen": "proved", "mover_alone": "proved", "some_pile": "proved", "wrong": "unknown"}


def test_a_mutant_says_some_instead():
    made = [m for m in mutants(GAME) if "exactly one" in m.words]
    assert {m.words for m in made if m.clause == "lone_ace"} == {
        "`some` replaces `exactly one`",
        "`not exactly one` replaces `exactly one`",
    }
    (some,) = (m for m in made if m.clause == "lone_ace" and m.operator == "quantifier")
    changed = mutated(GAME, some)
    assert changed is not None
    held = {e.source.label for e in changed.examples if run_example(Interpreter(changed), e).verdict == "checked"}
    assert {e.source.label for e in changed.examples} - held == {"two of two"}


SAID = (
    "“*Lone ace*” holds if exactly one card in your hand is an ace.",
    "“*Last player*” holds if exactly one player’s hand is not empty.",
    "“*One red*” holds if the top card of exactly one pile is red.",
    "“*One pair*” holds if there is exactly one rank for which there are exactly two cards in your hand",
    "“*One lower*” holds if exactly one number from one to three is less than the *round*.",
    "You may not do this if “[one lower](#one-lower)” holds and there is not exactly one pile.",
    "As soon as exactly one player’s hand is empty, the game is over",
)


@pytest.mark.parametrize("sentence", SAID)
def test_the_rulebook_says_exactly_one(sentence: str):
    assert sentence in to_markdown(rulebook(GAME))
