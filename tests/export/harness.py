"""Exported Python engines of the games that come with Hoyle, each made once."""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path

from engine.export.agree import Engine
from engine.export.lower import lower
from engine.export.python import python_of
from engine.interpreter import Interpreter
from hoyle.api import load
from spec import ir

RULES = Path(__file__).parents[2] / "rules"
NAMES = sorted(folder.name for folder in RULES.iterdir() if folder.is_dir())
GAMES = int(os.environ.get("HOYLE_EXPORT_GAMES", "0"))


def exported(game: ir.Game, changes: dict[str, str] | None = None) -> Engine:
    """The exported engine of a game, its text changed in places."""
    program = lower(game)
    text = python_of(program, "Made for a test.")
    for old, new in (changes or {}).items():
        assert old in text
        text = text.replace(old, new)
    return Engine(program, text)


@cache
def text_of(name: str) -> str:
    """The text of the exported engine of a game."""
    return python_of(lower(load(name).rules), "Made for a test.")


@cache
def engine_of(name: str) -> tuple[Interpreter, Engine]:
    """The interpreter and the exported engine of a game that comes with Hoyle."""
    game = load(name).rules
    return Interpreter(game), exported(game)
