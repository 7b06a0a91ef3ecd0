"""A game so small that its states can be counted by hand, with places where a test plants a fault."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from engine.interpreter.interpreter import Interpreter
from hoyle.sources.files import Loaded, load_file
from hoyle.terminal.render import render
from spec.ir import nodes as ir
from spec.names.settings import size_settings
from verify.obligations.verdict import Result
from verify.run.plan import Plan
from verify.run.task import Task
from verify.run.techniques import decide

PROBES = {"loops": 1.0, "luck": 0.2, "information leaks": 0.4, "commutation": 0.4}
PLAN = Plan(games=30, seed=1, each={"random play": 20.0, "search": 20.0})

PARTS = {
    "game": "players 2\n  deck A 2 of hearts, spades",
    "state": "",
    "permit": "permit anything",
    "put": "move c from hand of mover to heap",
    "moves": "lay",
    "ends": "out when hand of mover is empty: mover wins",
    "deal": "for each player p: draw 2 cards from deck to hand of p",
    "before": "",
    "more": "",
}

TEXT = """game "Tiny":
  {game}

zones:
  deck: stack, face down, starts with every card
  hand[player]: set, seen by its owner
  heap: stack, face up
{state}
move lay(c: card from hand of mover):
  {permit}
  does put: {put}

ends:
  {ends}

play:
  step deal:
    shuffle deck
    {deal}
{before}  turns from player 1:
    choice act: mover does {moves}

{more}
"""


def text(**parts: str) -> str:
    """The rules, with some parts other than usual."""
    return TEXT.format(**{**PARTS, **parts})


def load(folder: Path, content: str, settings: Mapping[str, str] | None = None, **more: bool) -> Loaded:
    """Writes a rule file and loads it; fails where the file has errors."""
    path = folder / "tiny.hoyle"
    path.write_text(content, encoding="utf-8")
    loaded = load_file(path, settings, **more)
    assert loaded.game is not None, render(loaded.diagnostics, loaded.text)
    return loaded


def game(folder: Path, **parts: str) -> ir.Game:
    """The game of the rules, with some parts other than usual."""
    found = load(folder, text(**parts)).game
    assert found is not None
    return found


def interpreter(folder: Path, **parts: str) -> Interpreter:
    """Plays the rules, with some parts other than usual."""
    return Interpreter(game(folder, **parts))


def verified(
    folder: Path, content: str, settings: Mapping[str, str] | None = None, plan: Plan = PLAN
) -> tuple[Result, ...]:
    """All results of a rule text."""
    loaded = load(folder, content, settings)
    assert loaded.game is not None

    def make(chosen: Mapping[str, str]) -> ir.Game | None:
        return load_file(folder / "tiny.hoyle", chosen).game

    return tuple(decide(Task(loaded.game, size_settings(loaded.parsed.file.sections), settings or {}, make, plan)))


def of(results: tuple[Result, ...], code: str, subject: str = "", by: str = "") -> tuple[Result, ...]:
    """The results on one obligation, perhaps only those by one means."""
    return tuple(
        r for r in results if r.obligation.code == code and subject in ("", r.obligation.subject) and by in ("", r.by)
    )
