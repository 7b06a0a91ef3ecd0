"""What a target of export is told beside the game.

Leaves which targets there are to `engine.targets.registry`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from engine.adapters.web_data import Told
from engine.conformance.choose import Progress, Variant
from engine.conformance.coverage_gaps import CoverageGaps, Nothing


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
    called with what they were too few for. `told` makes the words in which a page tells the rules.
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
    told: Callable[[], Told] = Told
