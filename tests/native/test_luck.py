"""Luck of many games at once: shuffles carried out late, picks prepared ahead, numbers that are refused."""

from dataclasses import replace
from functools import cache

import pytest

from engine.c.compiled.simulate import simulate
from engine.c.playout.source import code_of
from engine.interpreter.interpreter import Interpreter
from engine.luck.streams import Domain
from engine.simulate.simulate import Statistics
from engine.simulate.simulate import simulate as by_interpreter
from spec.ir import nodes as ir
from tests.engine.games import DEAL, GAME, STEPS, STOCK
from tests.engine.refused import seed_of, seed_refused
from tests.native.harness import (
    QUICK,
    interpreter_of,
    library_of,
    needs_compiler,
)

pytestmark = needs_compiler
ROLLED = replace(
    GAME, steps=(replace(STEPS[0], act=ir.Run((ir.Shuffle(STOCK), DEAL, ir.Roll("mover", ())))), *STEPS[1:])
)
"""Four cards of eight are dealt, so that three places of the shuffle are open when luck is asked again."""
INTERPRETER = Interpreter(ROLLED)


CASES = [(domain, number) for domain in (Domain.SHUFFLE, Domain.PICK, Domain.CHOICE) for number in (0, 1)]
"""The first luck in a game or the next, a shuffle or a pick; the choices of a seat."""


def run_of(place: int, domain: Domain, number: int) -> int:
    """The seed of a run in whose first game a stream draws the number that is refused at that place."""
    return seed_of(seed_refused(place, domain, number), Domain.GAME)


@pytest.mark.parametrize("lean", [False, True])
@pytest.mark.parametrize(("domain", "number"), CASES)
def test_numbers_that_are_refused(domain, number, lean):
    for interpreter in (INTERPRETER, interpreter_of("crazy_eights")):
        library = library_of(interpreter.game, QUICK, lean=lean)
        for place in range(1, 7):
            run = run_of(place, domain, number)
            assert simulate(library, interpreter, 2, run) == by_interpreter(interpreter, 2, run)


PLANTED = {
    "fair_for(&g->late_stream[at], pile[0]);": "next_of(&g->late_stream[at]);",
    "fair_for(&g->late_stream[at], n - 1)": "next_of(&g->late_stream[at])",
    "if (RARE(left < n && !fair(number, n))) {": "if (0) {",
    "n == group_end[n] && n > 2) ": "n < 2) ",
    "g->late_stream[at] = asked_of(&g->seed, DOMAIN_SHUFFLE);": "g->late_stream[at] = derive(g->seed, 2, 0);",
    "*stream = EVEN(n > 1) ? after : *stream;": "*stream = after;",
}


@cache
def wanted(interpreter: Interpreter, run: int) -> Statistics:
    return by_interpreter(interpreter, 4, run)


def differ(interpreter: Interpreter, old: str, runs: list[int]) -> bool:
    """Are figures other ones with the planted fault?"""
    text = code_of(interpreter.game).text
    assert text.count(old) == 1
    library = library_of(interpreter.game, QUICK, text.replace(old, PLANTED[old]), lean=True)
    return any(simulate(library, interpreter, 4, run) != wanted(interpreter, run) for run in runs)


@pytest.mark.parametrize("old", PLANTED)
def test_luck_gone_wrong_is_noticed(old):
    runs = [run_of(place, domain, number) for domain, number in CASES for place in range(1, 6)]
    assert differ(INTERPRETER, old, runs) or differ(interpreter_of("crazy_eights"), old, runs)
