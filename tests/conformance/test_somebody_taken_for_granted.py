"""A value that may be nobody, where somebody is needed: every engine stops at the same places, proofs follow it, and
mutants and the rulebook speak of what the author wrote."""

from pathlib import Path

import pytest

from engine.conformance.differential_check import Differs
from engine.interpreter.interpreter import Interpreter
from engine.luck.chance import Seeded
from hoyle.english.document.render import to_markdown
from hoyle.english.rulebook.page import rulebook
from spec.ir import nodes as ir
from tests.conformance.harness import SOME, agreeing
from tests.export.harness import agreeing as python_agrees
from tests.export.harness import exported as python_engine
from tests.export_c.test_c import built, written
from tests.export_js.test_javascript import exported as javascript_engine
from tests.native.harness import QUICK, library_of, needs_compiler, play_both
from tests.verify_smt.small import game as game_of
from tests.verify_smt.test_agreement import terms_agree
from verify.mutation.mutate import mutants
from verify.obligations.examples import run_example
from verify.smt.prove.prove import prove

RULES = """game "Small":
  players 3
  deck A 2 3 of hearts, spades, clubs

zones:
  deck: stack, face down, starts with every card
  hand[player]: set, seen by its owner
  heap: stack, face up
  pile[3]: row of stacks, face up
  won[player]: set, face up

state:
  leader: player or nobody
  taker: player or nobody
  trumps: suit or nobody
  best: rank or nobody
  chosen: pile or nobody
  call: soft | loud or nobody
  after_me[player]: player or nobody
  score[player]: 0 to 9

define trump_coloured(c: card): colour of c is colour of trumps
define beats(c: card): best is nobody or c > best
define alone(p: player): p = leader and score of leader = 0

move lay(c: card from hand of mover):
  permit trump when trump_coloured(c)
  permit higher when beats(c) or alone(mover)
  permit other
  does put: move c to heap
  does best: best becomes rank of c
  does first when taker is nobody: taker becomes mover
  does loud: call becomes loud
  does count: add position of call to score of leader

move build(c: card from hand of mover):
  permit any when chosen is empty
  does put: move c from hand of mover onto chosen

ends:
  out when hand of leader is empty: taker wins

play:
  step deal:
    shuffle deck
    leader becomes player 2
    trumps becomes suit of top of deck
    chosen becomes pile 2
    for each player p: after_me of p becomes next player after p
    deal 2 cards from deck to each hand
  turns from next player after leader:
    choice act: mover does lay, build
    step gather:
      move everything from heap to won of taker in any order
      after_me of after_me of mover becomes mover

example "a trump's colour":
  given hand of mover = [AH 2S], leader = player 1, trumps = hearts, best = 3, chosen = pile 1, rest in deck
  given mover = player 1, at act
  then trump_coloured(AH) and not trump_coloured(2S) and not trump_coloured(AC) and not beats(2S) and alone(mover)

claim led: always leader is not nobody
"""
UNSET = RULES.replace("    leader becomes player 2\n", "    if top of deck is red: leader becomes player 2\n")
GAME = game_of(RULES.replace("turns from next player after leader", "turns from player 1"))
STOPS = game_of(UNSET.replace("turns from next player after leader", "turns from player 1"))


def test_examples_hold():
    assert {run_example(Interpreter(GAME), e).verdict for e in GAME.examples} == {"checked"}


@pytest.mark.parametrize("game", [GAME, STOPS], ids=["as it should be", "with faults"])
def test_engines_for_others_agree(game: ir.Game, tmp_path: Path):
    assert python_agrees(Interpreter(game), python_engine(game), range(30), most=60)[0] == 30
    assert agreeing(game, javascript_engine(game, tmp_path), SOME, most=60)[0] == SOME


def test_an_engine_that_takes_another_for_nobody_is_found():
    with pytest.raises(Differs):
        python_agrees(Interpreter(GAME), python_engine(GAME, {"somebody(state.taker)": "0"}), range(30), most=60)


@needs_compiler
@pytest.mark.parametrize("game", [GAME, STOPS], ids=["as it should be", "with faults"])
def test_c_agrees(game: ir.Game, tmp_path: Path):
    assert agreeing(game, [built(written(game, tmp_path), "conform")], SOME, most=60)[0] == SOME
    interpreter, table = Interpreter(game), library_of(game, QUICK).table()
    assert sum(play_both(interpreter, table, seed, most=60) for seed in range(SOME)) > SOME


def test_terms_agree():
    terms_agree(GAME)


def test_that_somebody_is_there_is_proved():
    led = {r.obligation.subject: r.verdict for r in prove(GAME, 20.0) if r.obligation.code == "claim"}
    assert led == {"led": "proved"}


def test_a_fault_names_what_is_nobody():
    interpreter, said = Interpreter(STOPS), set()
    for seed in range(20):
        turn = interpreter.start(Seeded(seed))
        said |= {turn.position.fault.sentence} if turn.position.fault else set()
    assert said == {"`leader` is nobody here, and a player is needed"}


def test_mutants_speak_of_what_the_author_wrote():
    words = [m.words for m in mutants(GAME)]
    assert not [w for w in words if "(present)" in w]
    assert [m.words for m in mutants(GAME) if m.clause == "trump_coloured"] == ["`is not` replaces `is`"]
    assert "taker replaces leader" in words


SAID = (
    "if the colour of the card is the colour of the *trumps* suit",
    "if there is no *best* rank or the *best* rank is less than the rank of the card",
    "Add the place of *call* in the order of calls to the leader’s *score*.",
    "Put all cards of the heap into the taker’s won pile.",
    "As soon as the leader’s hand is empty, the game is over: the taker wins.",
)


@pytest.mark.parametrize("sentence", SAID)
def test_the_rulebook_says_it_without_more_ado(sentence: str):
    assert sentence in to_markdown(rulebook(GAME))
