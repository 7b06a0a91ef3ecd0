"""The targets that a game can be exported to: one file each, found by its name.

Leaves what a target consists of to `engine.targets.target_*`, and writing files to others.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from importlib import import_module

from engine.conformance.choose import Progress, Variant
from engine.conformance.coverage_gaps import CoverageGaps, Nothing
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


def quiet(played: int, covered: int, wanted: int) -> None:
    """Shows no progress."""


def unheard(words: str) -> None:
    """Nobody is told."""


@dataclass(frozen=True, slots=True)
class Facts:
    """What an export is told beside the game: a stem for file names, the command that makes it, Hoyle's version.

    `readings` makes the game under each other reading of its questions, of which a conformance suite shows the
    difference; `games` bounds the random games that it is chosen from, `sought` those in which clauses are looked for
    that none of these shows, and `beyond` finds out about what is left. All that may take so many `seconds`; `tell` is
    called with what they were too few for.
    """

    stem: str
    command: str
    version: str
    as_written: bool = False
    readings: Callable[[], Iterable[Variant]] = tuple
    games: int = 300
    progress: Progress = quiet
    sought: int = 0
    beyond: CoverageGaps = field(default_factory=Nothing)
    seconds: float = float("inf")
    tell: Callable[[str], None] = unheard


Files = Callable[[ir.Game, Facts], Mapping[str, str]]
"""Makes the texts of an export by their paths. Raises `engine.core.lower.game.Unsupported`, or `Differs` of `agree`."""


def files_of(target: str) -> Files:
    """What makes the files of a target; raises KeyError where there is none of that name."""
    if target not in TARGETS:
        raise KeyError(target)
    made: Files = import_module(f"engine.targets.target_{target}").files
    return made
