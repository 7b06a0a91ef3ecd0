"""Exported Python engines of the games that come with Hoyle, each made once, and held against the interpreter."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from pathlib import Path

from engine.conformance.differential_check import Differs, Engine, loaded, play_both
from engine.core.pipelines import for_python
from engine.interpreter.interpreter import Interpreter
from engine.python.module import python_of
from hoyle.api import load
from spec.ir import nodes as ir

RULES = Path(__file__).parents[2] / "rules"


def exported(game: ir.Game, changes: dict[str, str] | None = None) -> Engine:
    """The exported engine of a game, its text changed in places."""
    program = for_python(game)
    text = python_of(program, "Made for a test.")
    for old, new in (changes or {}).items():
        assert old in text
        text = text.replace(old, new)
    return Engine(program, loaded(text))


@cache
def text_of(name: str) -> str:
    """The text of the exported engine of a game."""
    return python_of(for_python(load(name).rules), "Made for a test.")


@cache
def engine_of(name: str) -> tuple[Interpreter, Engine]:
    """The interpreter and the exported engine of a game that comes with Hoyle."""
    game = load(name).rules
    return Interpreter(game), exported(game)


def agreeing(interpreter: Interpreter, engine: Engine, seeds: Iterable[int], most: int = 3000) -> tuple[int, int]:
    """How many random games were the same on both, and how many decisions they had. Raises Differs."""
    decisions = [play_both(interpreter, engine, seed, most) for seed in seeds]
    return len(decisions), sum(decisions)


def difference(name: str, old: str, new: str, games: int, most: int = 3000) -> str:
    """Where an engine whose text is changed first differs from the interpreter; '' where it does not."""
    interpreter, _ = engine_of(name)
    engine = exported(interpreter.game, {old: new})
    try:
        agreeing(interpreter, engine, range(games), most)
    except (Differs, IndexError) as found:
        return str(found) or type(found).__name__
    return ""
