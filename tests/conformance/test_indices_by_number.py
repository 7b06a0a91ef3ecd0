"""A place that is counted is a number where one is needed, and a number is a place: alike in every engine."""

from pathlib import Path

import pytest

from engine.conformance.differential_check import Differs
from engine.interpreter.interpreter import Interpreter
from engine.luck.chance import Seeded
from hoyle.api import load
from hoyle.english.document.render import to_markdown
from hoyle.english.rulebook.page import rulebook
from tests.conformance.harness import agreeing
from tests.export.harness import agreeing as python_agrees
from tests.export.harness import exported as python_engine
from tests.export_c.test_c import built, written
from tests.export_js.test_javascript import exported as javascript_engine
from tests.hoyle.rules import write
from tests.native.harness import QUICK, library_of, needs_compiler, play_both
from tests.verify_smt.test_agreement import compared, played
from verify.mutation.mutate import mutants, mutated
from verify.obligations.examples import run_example
from verify.smt.encode.expressions import Encoder

TEXT = """
game "Columns":
  players 2
  deck A..6 of hearts, spades

kind level: 1 to 3

zones:
  deck: stack, face down, starts with every card
  hand[player]: set, seen by its owner
  slot[player, 1..4]: stack, face up
  board[slot, level]: set, face up
  pile[3]: row of stacks, face up

state:
  score[3]: 0 to 20, starts at 0
  last: slot, starts at 2
  at: level or nobody
  seen: 0 to 9
  mode[2]: open | shut

define left_of(k: slot): k - 1
define ahead(k: slot, m: slot): k > m
define far(k: slot): number of k - last >= 2

move lay(c: card from hand of mover, n: number 1 to 4):
  permit empty when slot[mover, n] is empty
  forbid away when far(n) and last != 1
  precedence away > empty
  does put:
    move c to slot[mover, n]
    last becomes n
    at becomes half of n, rounded up
    if at is not nobody: add 1 to score[number of at]

move shift(k: slot):
  permit left when k > 1 and slot[mover, k] is not empty and slot[mover, left_of(k)] is empty
  permit down when k = 1 and slot[mover, 1] is not empty and board[k, 1] is empty
  does go:
    if k = 1: move top of slot[mover, k] from slot[mover, k] to board[1, position of k]
    otherwise: move top of slot[mover, k] from slot[mover, k] to slot[mover, k - 1]

move heap(c: card from hand of mover, n: number 1 to 3):
  permit low when score[n] < 3 and (n = 1 or pile[n - 1] is not empty)
  does put:
    move c to pile[n]
    seen becomes sum of p over pile p

ends:
  out when hand of mover is empty: mover wins
  full when score[3] + score[2] > 4: nobody wins
  blocked at act when no legal move: nobody wins
  precedence out > full > blocked

play:
  step deal:
    shuffle deck
    deal 4 cards from deck to each hand
    for each n from 1 to 2: draw n cards from deck to board[n + 1, n]
    mode[1] becomes shut
    mode[1 + 1] becomes mode[1]
  turns from player 1:
    choice act: mover does lay, shift, heap

example "to the left":
  given slot[player 1, 3] = [AH], hand of player 1 = [2H], mover = player 1, at act, rest in deck
  illegal shift(2)
  play shift(3)
  then slot[player 1, 2] is not empty and ahead(3, 2) and not ahead(2, 3) and number of last = 2

claim used: always seen <= 6 and ahead(last, last) = no
"""


def load_text(tmp_path: Path, text: str = TEXT) -> Interpreter:
    return load(write(tmp_path, text)).interpreter


def test_the_example_holds(tmp_path):
    interpreter = load_text(tmp_path)
    assert [run_example(interpreter, e).verdict for e in interpreter.game.examples] == ["checked"]


def test_python_and_javascript_agree(tmp_path):
    game = load_text(tmp_path).game
    assert python_agrees(Interpreter(game), python_engine(game), range(16), most=60)[0] == 16
    assert agreeing(game, javascript_engine(game, tmp_path), 16, most=60)[0] == 16


@needs_compiler
def test_c_agrees(tmp_path):
    game = load_text(tmp_path).game
    assert agreeing(game, [built(written(game, tmp_path), "conform")], 16, most=60)[0] == 16
    interpreter, table = Interpreter(game), library_of(game, QUICK).table()
    assert sum(play_both(interpreter, table, seed, most=60) for seed in range(16)) > 0


ANYWHERE = TEXT.replace("when slot[mover, n] is", "when hand of mover is not").replace("last != 1", "last = 4")
PAST = ANYWHERE.replace("to slot[mover, n]", "to slot[mover, n + 1]")


def test_a_number_without_a_place_stops_play_with_the_number(tmp_path):
    interpreter = load_text(tmp_path, PAST)
    turn = interpreter.start(Seeded(1))
    told = set()
    for move in turn.moves:
        fault = interpreter.apply(turn.position, move, Seeded(2)).position.fault
        told |= {str(fault)} if fault is not None else set()
    assert len(told) > 0
    assert all("5 is not the number of a slot" in one for one in told)


@needs_compiler
def test_and_it_stops_there_in_every_engine(tmp_path):
    game = load_text(tmp_path, PAST).game
    assert python_agrees(Interpreter(game), python_engine(game), range(16), most=60)[0] == 16
    assert agreeing(game, javascript_engine(game, tmp_path), 16, most=60)[0] == 16
    assert agreeing(game, [built(written(game, tmp_path), "conform")], 16, most=60)[0] == 16


def test_an_engine_that_takes_the_place_beside_is_caught(tmp_path):
    game = load_text(tmp_path).game
    other = load_text(tmp_path, TEXT.replace("to slot[mover, k - 1]", "to slot[mover, k]")).game
    with pytest.raises(Differs):
        python_agrees(Interpreter(game), python_engine(other), range(40), most=60)


def test_terms_agree(tmp_path):
    enc = Encoder(load_text(tmp_path).game)
    assert list(compared(enc, 10)) == []
    assert list(played(enc, 20)) == []


def test_a_changed_number_is_a_mutant_that_the_example_kills(tmp_path):
    game = load_text(tmp_path).game
    killed = 0
    for mutant in mutants(game):
        changed = mutated(game, mutant)
        if changed is not None and mutant.clause.startswith("shift"):
            killed += run_example(Interpreter(changed), changed.examples[0]).verdict != "checked"
    assert killed > 2


def test_the_rulebook_says_which_place(tmp_path):
    told = to_markdown(rulebook(load_text(tmp_path).game))
    assert "whose number is" in told
    assert "(number)" not in told
    print(told)
