"""Threads that share the games of one run count what one would; interrupted, they tell of the first games."""

import pytest

from engine.c.compiled import simulate as native
from engine.c.compiled.simulate import simulate
from engine.simulate.simulate import simulate as by_interpreter
from tests.native.harness import fast_library, interpreter_of, needs_compiler

pytestmark = needs_compiler


@pytest.mark.parametrize("name", ["crazy_eights", "leduc_poker"])
def test_the_figures_are_the_same_whatever_the_number_of_jobs(name):
    interpreter = interpreter_of(name)
    library = fast_library(interpreter.game)
    one = simulate(library, interpreter, 3000, 7)
    assert simulate(library, interpreter, 3000, 7, jobs=3) == one
    assert simulate(library, interpreter, 3000, 8, jobs=3) != one


def test_totals_added_up_wrong_are_noticed(monkeypatch):
    interpreter = interpreter_of("leduc_poker")
    library = fast_library(interpreter.game)
    one = simulate(library, interpreter, 3000, 7)
    added = native._sum
    monkeypatch.setattr(native, "_sum", lambda library, parts: added(library, [*parts, parts[0]]))
    assert simulate(library, interpreter, 3000, 7, jobs=2) != one


def test_an_interrupted_run_tells_of_the_first_games():
    interpreter = interpreter_of("leduc_poker")
    library = fast_library(interpreter.game)

    raised: list[int] = []

    def interrupt(done: int, _: int) -> None:
        if done and not raised:
            raised.append(done)
            raise KeyboardInterrupt

    figures = simulate(library, interpreter, 1 << 40, 2, jobs=2, progress=interrupt)
    assert 0 < figures.games < 1 << 40
    assert figures == simulate(library, interpreter, figures.games, 2)
    assert simulate(library, interpreter, 40, 2) == by_interpreter(interpreter, 40, 2)
