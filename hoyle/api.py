"""Hoyle's public Python API: load a game, play it move by move, see what each player sees.

Names follow OpenSpiel's where it has one. Leaves what the rules mean to `engine`, and reading files to `hoyle.files`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, overload

from engine.chance import Chance, Recording, Scripted, Seeded, Shuffled
from engine.explain import Explanation, explain
from engine.faults import Fault
from engine.interpreter import Event, Interpreter, Turn
from engine.moves import PASS, Move
from engine.observe import Observation, observe
from engine.position import Position
from engine.replay import Log, replay, to_json
from engine.words import Words
from hoyle.files import NotFound, load_file
from hoyle.render import render
from spec import ir
from spec.diagnostics import Diagnostic

TERMINAL = -4
"""`State.current_player` of a game that is over, as in OpenSpiel."""


class RuleError(ValueError):
    """A rule file has errors; `diagnostics` are all of them, the message shows them with their lines."""

    def __init__(self, message: str, diagnostics: tuple[Diagnostic, ...]) -> None:
        super().__init__(message)
        self.diagnostics = diagnostics


class IllegalMove(ValueError):
    """A move that the rules do not allow here; `explanation` says which clause forbids it."""

    def __init__(self, message: str, explanation: Explanation | None = None) -> None:
        super().__init__(message)
        self.explanation = explanation


class Stopped(RuntimeError):
    """Play met a gap, a clash or an undefined operation; `fault` names the clauses."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(fault.sentence)
        self.fault = fault
