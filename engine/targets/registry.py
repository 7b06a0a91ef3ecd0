"""The targets that a game can be exported to: one file each, found by its name.

Leaves what a target consists of to `engine.targets.target_*`, and writing files to others.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module

from engine.targets.facts import Facts
from spec.ir import nodes as ir

TARGETS = {
    "python": "one Python module, standard library only, with types and a small command line to play",
    "c": "a C11 header and source without allocation, with a program that plays and one for `hoyle conform`",
    "js": "one ES module with type declarations, for browsers and Node.js",
    "web": "one page on which a person plays against the computer, with nothing from elsewhere",
    "vectors": "games as JSON Lines, against which another implementation can be held by `hoyle conform`",
    "openspiel": "a Python module that registers the game with OpenSpiel",
    "pettingzoo": "a Python module with a PettingZoo environment",
}
"""Name and summary of every target; `engine.targets.target_NAME` holds its `files`."""
OTHER_NAMES = {
    **dict.fromkeys(("javascript", "typescript", "ts", "node", "nodejs", "esm"), "js"),
    **dict.fromkeys(("html", "page", "browser"), "web"),
    **dict.fromkeys(("c11", "c++", "cpp", "header"), "c"),
    **dict.fromkeys(("py", "python3", "module"), "python"),
    **dict.fromkeys(("json", "jsonl", "conformance"), "vectors"),
    **dict.fromkeys(("pyspiel", "spiel"), "openspiel"),
    **dict.fromkeys(("gym", "gymnasium", "zoo"), "pettingzoo"),
}
"""What else people call a target."""


Files = Callable[[ir.Game, Facts], Mapping[str, str]]
"""Makes the texts of an export by their paths. Raises `engine.core.lower.game.Unsupported`, or `Differs` of `agree`."""


def files_of(target: str) -> Files:
    """What makes the files of a target; raises KeyError where there is none of that name."""
    if target not in TARGETS:
        raise KeyError(target)
    made: Files = import_module(f"engine.targets.target_{target}").files
    return made
