"""What effects do is the same whether they are written in each place or once, as a function apart."""

from functools import cache

import pytest

from engine.c.compiled.build import fast_flags
from engine.c.compiled.simulate import simulate
from engine.c.playout import play
from engine.c.playout.source import code_of
from engine.core import program as p
from engine.simulate.simulate import simulate as by_interpreter
from tests.everyday import everyday, one_in
from tests.native.harness import STRICT, interpreter_of, library_of, needs_compiler

GAMES = 6


@cache
def wanted(name: str):
    return by_interpreter(interpreter_of(name), GAMES, 5)


def figures(name: str):
    interpreter = interpreter_of(name)
    return simulate(library_of(interpreter.game, STRICT, lean=True), interpreter, GAMES, 5)


def size_of(name: str) -> int:
    return len(code_of(interpreter_of(name).game).text)


@needs_compiler
@pytest.mark.parametrize("name", one_in(4, everyday()))
def test_games_are_the_same_whatever_is_written_apart(name, monkeypatch):
    monkeypatch.setattr(play, "MOST_REPEATED", 0)
    monkeypatch.setattr(play, "MOST_BACK", 99)
    assert figures(name) == wanted(name)
    monkeypatch.setattr(play, "MOST_BACK", -1)
    assert figures(name) == wanted(name)


def test_what_would_be_repeated_makes_one_game_shorter(monkeypatch):
    short = size_of("reserve")
    monkeypatch.setattr(play, "MOST_BACK", -1)
    assert size_of("reserve") > 1.05 * short


@needs_compiler
def test_a_variable_that_is_not_handed_back_is_noticed(monkeypatch):
    handed_back = play.Play.handed_back

    def forgetful(self: play.Play, source: p.Function) -> tuple[str, ...] | None:
        back = handed_back(self, source)
        return back and back[1:]

    monkeypatch.setattr(play.Play, "handed_back", forgetful)
    interpreter = interpreter_of("reserve")
    library = library_of(interpreter.game, fast_flags(), lean=True)
    assert simulate(library, interpreter, GAMES, 5) != wanted("reserve")
