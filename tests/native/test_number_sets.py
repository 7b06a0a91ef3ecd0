"""Moves that name a number: all numbers of the range are judged at once, as the interpreter judges each of them."""

import pytest

from engine.c.compiled.simulate import simulate
from engine.c.playout.source import code_of
from engine.core import terms as t
from engine.core.plans.number_sets import GREATEST, between, bounded
from spec.ir import nodes as ir
from tests.everyday import FULL
from tests.native.harness import QUICK, figures_of_text, interpreter_of_text, library_of, needs_compiler

TEXT = """game "Numbers":
  players 2
  deck A..9 of clubs, hearts

zones:
  deck: stack, face down, starts with every card
  heap: stack, face up

state:
  said: 0 to 62
  low: -70 to 110, starts at 0
  times: 0 to 60

define far(n: number): n > said and n < said + 5

move say(n: number LOW to HIGH):
  permit usual when low <= n
  permit also when n = 2
  forbid BAR
  precedence bar > usual, also
  does note: said becomes n; low becomes (n + times) - 20

move stop:
  permit always

ends:
  long at act when times = 40: player 1 wins
  out when times > 3 and said = 1: player 2 wins

play:
  step deal:
    shuffle deck
    draw 1 card from deck to heap
  turns from player 1:
    choice act: mover does say, stop
    step count: add 1 to times; draw up to 1 from deck to heap
"""
BARS = {
    "less": "n < said",
    "greater": "n + low > said",
    "at most": "n - low <= said",
    "at least": "said >= 40 - n",
    "at least a sum": "low + n >= said",
    "the same": "n = said or n = low",
    "another": "n is not said and n is not low + 3",
    "a definition": "not far(n) and said > 0",
    "not a comparison": "(n * 2 = low) or (n + n > 60)",
    "a loop": "some player p with n = position of p + said",
    "undefined at times": "n > position of rank of top of deck",
    "undefined of some": "n > 3 and n < position of rank of top of deck",
}
RANGES = (("0", "13"), ("2", "62"), ("5", "5"))
GAMES = 30
FIRST = {bar: at % len(RANGES) for at, bar in enumerate(BARS)}
"""The one range that a condition is tried with every day; where HOYLE_GAMES_FULL is set, it is tried with all."""


def text(bar: str, low: str, high: str) -> str:
    written = TEXT.replace("BAR", f"bar when {BARS[bar]}").replace("LOW", low)
    return written.replace("HIGH", high)


@needs_compiler
@pytest.mark.parametrize("bar", BARS)
def test_games_are_the_interpreters(bar: str):
    for low, high in RANGES if FULL else [RANGES[FIRST[bar]]]:
        written = text(bar, low, high)
        interpreter = interpreter_of_text(written)
        figures = simulate(library_of(interpreter.game, QUICK, lean=True), interpreter, GAMES, 1)
        assert figures == figures_of_text(written, GAMES), (low, high)


def test_some_games_stop():
    assert figures_of_text(text("undefined at times", "0", "13"), GAMES).faults
    assert figures_of_text(text("less", "0", "13"), GAMES).finished == GAMES


PLANTED = (
    ("less", "n <= 0 ? 0 :", "n <= 3 ? 0 :"),
    ("greater", "n < 0 ? 0 :", "n < 9 ? 0 :"),
    ("the same", "numbers_up_to(end_2) ^ ", ""),
    ("less", "(u64)1 << n) - 1", "(u64)1 << n) + 0"),
)


@needs_compiler
@pytest.mark.parametrize(("bar", "old", "new"), PLANTED)
def test_a_wrong_set_is_noticed(bar: str, old: str, new: str):
    written = text(bar, "0", "13")
    interpreter = interpreter_of_text(written)
    code = code_of(interpreter.game).text
    assert old in code
    library = library_of(interpreter.game, QUICK, code.replace(old, new), lean=True)
    assert simulate(library, interpreter, GAMES, 1) != figures_of_text(written, GAMES)


N, SAID = t.Local("n", ir.Int()), t.Field("said", (), ir.Int())


@pytest.mark.parametrize(
    "cond",
    [
        t.Compare("<", t.Arith("*", N, t.Number(2)), SAID),
        t.Compare("<", t.Arith("+", N, N), SAID),
        t.Compare("<", t.Arith("-", SAID, N), SAID),
        t.Compare("<", N, N),
        t.Compare("<", SAID, SAID),
    ],
)
def test_other_comparisons_are_no_bounds(cond: t.Compare):
    assert bounded(cond, "n") is None


def test_a_range_is_a_set_where_both_ends_are_known_and_few():
    assert between(t.Numbers(t.Number(0), t.Number(GREATEST))) == (0, GREATEST)
    assert between(t.Numbers(t.Number(-1), t.Number(3))) is None
    assert between(t.Numbers(t.Number(0), t.Number(GREATEST + 1))) is None
    assert between(t.Numbers(t.Number(3), t.Number(2))) is None
    assert between(t.Numbers(t.Number(0), SAID)) is None
