"""The modules exported for OpenSpiel and PettingZoo, written to a folder and imported from there."""

from __future__ import annotations

import importlib
from pathlib import Path
from types import ModuleType

from engine.adapters.environments import actions_module, openspiel_module, pettingzoo_module
from engine.core.pipelines import for_python
from engine.python.module import python_of
from spec.ir import nodes as ir
from tests.conformance.harness import rules


def write(
    folder: Path, game: ir.Game, name: str, stem: str = "exported", spoil: tuple[str, str, str] = ("", "", "")
) -> None:
    """Writes the modules of a game; in one of them, named by its end, a text is replaced by another."""
    texts = {
        "": python_of(for_python(game), "a test"),
        "_actions": actions_module(game, f"{stem}_{name}"),
        "_openspiel": openspiel_module(game, f"{stem}_{name}", f"hoyle_{stem}_{name}"),
        "_pettingzoo": pettingzoo_module(game, f"{stem}_{name}"),
    }
    end, old, new = spoil
    assert old in texts[end]
    texts[end] = texts[end].replace(old, new) if old else texts[end]
    for end, text in texts.items():
        (folder / f"{stem}_{name}{end}.py").write_text(text, encoding="utf-8")


FOLDER: list[Path] = []
"""Where modules of games that come with Hoyle are written as they are asked for, if anywhere."""


def module(name: str, end: str, stem: str = "exported") -> ModuleType:
    """A module of a game, imported; that for OpenSpiel registers the game as `hoyle_STEM_NAME`."""
    if stem == "exported" and FOLDER and not (FOLDER[0] / f"{stem}_{name}.py").exists():
        write(FOLDER[0], rules(name), name)
        importlib.invalidate_caches()
    return importlib.import_module(f"{stem}_{name}{end}")
