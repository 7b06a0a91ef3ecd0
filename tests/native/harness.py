"""Plays compiled games and the interpreter side by side."""

from __future__ import annotations

import os
from dataclasses import fields, is_dataclass, replace
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from engine.c.compiled.build import FLAGS, MORE_FLAGS, Built, build, fast_flags, find_compiler
from engine.c.compiled.code import code_of
from engine.c.compiled.library import Library, Table
from engine.c.compiled.simulate import simulate as compiled_simulate
from engine.c.playout.source import code_of as fast_code_of
from engine.interpreter.interpreter import Interpreter
from engine.luck.chance import Recording, Seeded
from engine.players.policy import Choosers
from engine.simulate.simulate import Statistics, simulate
from hoyle.api import load
from spec.ir import nodes as ir
from tests.everyday import everyday
from tests.verify.small import load as load_text

RULES = Path(__file__).parents[2] / "rules"
NAMES = sorted(folder.name for folder in RULES.iterdir() if folder.is_dir())
AS_USERS = (*FLAGS, "-Werror")
"""What is compiled as users have it may not give a warning."""
QUICK = tuple("-O0" if flag == "-O2" else flag for flag in FLAGS)
STRICT = (
    *QUICK, "-Werror", "-Wno-unknown-warning-option", "-Wno-self-assign", "-Wno-bitwise-instead-of-logical",
)  # fmt: skip
"""No warning either, but for what clang alone has to say of code that was made so on purpose."""
GAMES = int(os.environ.get("HOYLE_NATIVE_GAMES", "0"))
"""So many games of each rule file where all the time is there."""

needs_compiler = pytest.mark.skipif(find_compiler() is None, reason="no C compiler was found")


@pytest.fixture
def usual_compiler(monkeypatch):
    """The compiler that is found where nobody names one."""
    monkeypatch.delenv("CC", raising=False)


@pytest.fixture
def as_users_have_it(monkeypatch, usual_compiler, name):
    """C is compiled with optimisation, as without tests: of the everyday games, and of all in long runs."""
    if name in everyday():
        monkeypatch.delenv(MORE_FLAGS, raising=False)


@cache
def interpreter_of(name: str) -> Interpreter:
    return load(name).interpreter


@cache
def interpreter_of_text(text: str) -> Interpreter:
    """The game of a rule file that a test wrote."""
    with TemporaryDirectory() as folder:
        game = load_text(Path(folder), text).game
    assert game is not None
    return Interpreter(game)


@cache
def figures_of_text(text: str, games: int) -> Statistics:
    """What so many random games of it come to by the interpreter, with seed 1."""
    return simulate(interpreter_of_text(text), games, 1)


def library_of(
    game: ir.Game, flags: tuple[str, ...] = FLAGS, text: str | None = None, *, lean: bool = False
) -> Library:
    """The compiled game, `lean` for many games at once; `text` is compiled in place of its source."""
    code = fast_code_of(game) if lean else code_of(game)
    built = build(code.text if text is None else text, flags=flags)
    assert isinstance(built, Built), built
    return Library(game, code, str(built.path), lean=lean)


def compiled_figures_of_text(text: str, games: int, change: tuple[str, str] | None = None) -> Statistics:
    """What `figures_of_text` tells, by compiled code; a fault may be planted in its source: what stands there, and what
    takes its place.
    """
    interpreter = interpreter_of_text(text)
    code = fast_code_of(interpreter.game).text
    if change is not None:
        assert change[0] in code
        code = code.replace(*change)
    return compiled_simulate(library_of(interpreter.game, QUICK, code, lean=True), interpreter, games, 1)


def exact_library(game: ir.Game) -> Library:
    """The compiled game as single games are stepped with it."""
    return library_of(game, AS_USERS)


def fast_library(game: ir.Game) -> Library:
    """The compiled game as many games are played with it."""
    return library_of(game, (*fast_flags(), "-Werror"), lean=True)


def play_both(interpreter: Interpreter, table: Table, seed: int, most: int = 3000) -> int:
    """Plays one random game on both, comparing at every decision; answers how many moves it took."""
    chance, choosers = Seeded(seed), Choosers(interpreter, seed)
    turn = interpreter.start(chance)
    table.start(seed)
    for made in range(most):
        same(turn, table)
        if turn.position.over:
            return made
        at = choosers.choose(turn)
        table.apply(at)
        turn = interpreter.apply(turn.position, turn.moves[at], chance)
    return most


def same(turn, table: Table) -> None:
    """Is the position, what may be played there, and how play ended the same?"""
    fault, met = turn.position.fault, table.fault()
    assert table.position() == replace(turn.position, fault=None)
    assert table.moves() == turn.moves
    assert table.count == len(turn.moves)
    assert table.over == turn.position.over
    assert (fault is None) == (met is None)
    if fault is not None and met is not None:
        assert (met.kind, met.source) == (fault.kind, fault.sources[0] if fault.sources else None)


def outcomes_of(interpreter: Interpreter, seed: int):
    """The outcomes by which a game starts with a seed."""
    recording = Recording(Seeded(seed))
    return interpreter.start(recording), tuple(recording.outcomes)


def renamed(node: Any, old: str, new: str) -> Any:
    """A game with every such word replaced."""
    if isinstance(node, str):
        return new if node == old else node
    if isinstance(node, tuple):
        return tuple(renamed(item, old, new) for item in node)
    if is_dataclass(node) and not isinstance(node, type):
        return replace(node, **{f.name: renamed(getattr(node, f.name), old, new) for f in fields(node)})
    return node
