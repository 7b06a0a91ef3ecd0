"""Luck of many games at once: shuffles carried out late, picks prepared ahead, numbers that are refused."""

from dataclasses import replace

import pytest

from engine.chance import Seeded, derive, mix
from engine.interpreter import Interpreter
from engine.native.build import FAST, LEAN
from engine.native.generate import code_of
from engine.native.simulate import simulate
from engine.simulate import simulate as by_interpreter
from spec import ir
from tests.engine.games import DEAL, GAME, STEPS, STOCK
from tests.engine.refused import FULL, GOLDEN, REFUSED, following, seed_with, unmix
from tests.native.harness import (
    QUICK,
    cache_of_tests,  # noqa: F401
    interpreter_of,
    library_of,
    needs_compiler,
)

pytestmark = needs_compiler
ROLLED = replace(
    GAME, steps=(replace(STEPS[0], act=ir.Run((ir.Shuffle(STOCK), DEAL, ir.Roll("mover", ())))), *STEPS[1:])
)
"""Four cards of eight are dealt, so that three places of the shuffle are open when luck is asked again."""
QUICK_FAST = (*QUICK, *FAST)


def run_of(seed: int) -> int:
    """The seed of a run whose first game has this seed; also the seed of a game whose first choices have it."""
    return (unmix(seed) - GOLDEN) % FULL


def test_the_way_back_from_a_number_to_its_seed():
    for number in (REFUSED, 5, 1 << 40):
        assert mix(unmix(number)) == number
        assert mix((seed_with(number, 3) + 3 * GOLDEN) % FULL) == number
    assert derive(run_of(77), 0) == 77
    # Of three, nothing is the whole of a third.
    assert Seeded(seed_with(REFUSED, 1)).pick(3) == mix((seed_with(REFUSED, 1) + 2 * GOLDEN) % FULL) * 3 >> 64


def dealt(place: int) -> int:
    """A run whose first game draws the number that is refused there."""
    return run_of(seed_with(REFUSED, place))


def chosen(place: int) -> int:
    """A run in whose first game the moves are picked so."""
    return run_of(run_of(seed_with(REFUSED, place)))


def followed(place: int) -> int:
    """A run in whose first game a shuffle's number, the second drawn, is followed by it there."""
    return run_of(following(place, 2))


@pytest.mark.parametrize("flags", [QUICK_FAST, (*QUICK_FAST, *LEAN)])
@pytest.mark.parametrize("run", [dealt, chosen, followed])
def test_numbers_that_are_refused(run, flags):
    for interpreter in (Interpreter(ROLLED), interpreter_of("crazy_eights")):
        library = library_of(interpreter.game, flags)
        for place in range(1, 9):
            assert simulate(library, interpreter, 2, run(place)) == by_interpreter(interpreter, 2, run(place))


PLANTED = {
    "g->late_number[at] = fair_for(number, &g->late_seed[at], pile[0]);": "g->late_number[at] = number;",
    "fair_for(next_of(&g->late_seed[at]), &g->late_seed[at], n - 1)": "next_of(&g->late_seed[at])",
    "if (RARE(left < n && !fair(a->now, n))) {": "if (0) {",
    "n == group_end[n] && n > 2) ": "n < 2) ",
    "u64 number = next_of(&g->seed);": "u64 number = mix(g->seed);",
    "a->now = drawn ? a->then : a->now;": "a->now = a->then;",
}


def differ(interpreter: Interpreter, old: str, runs: list[int]) -> bool:
    """Are figures other ones with the planted fault?"""
    text = code_of(interpreter.game).text
    assert text.count(old) == 1
    library = library_of(interpreter.game, QUICK_FAST, text.replace(old, PLANTED[old]))
    return any(simulate(library, interpreter, 4, run) != by_interpreter(interpreter, 4, run) for run in runs)


@pytest.mark.parametrize("old", PLANTED)
def test_luck_gone_wrong_is_noticed(old):
    runs = [run(place) for run in (dealt, chosen, followed) for place in range(1, 6)]
    assert differ(Interpreter(ROLLED), old, runs) or differ(interpreter_of("crazy_eights"), old, runs)
