"""Looks, among very many random games, for the first in which a clause wins.

Leaves playing to `engine.c.compiled`; where no C compiler is found, or no C can be made of a game, nothing is found.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from engine.c.compiled.build import NotBuilt
from engine.c.compiled.library import Library, load
from engine.c.compiled.simulate import fired
from engine.c.compiled.waiting import waited
from engine.core.unsupported import Unsupported
from spec.ir import nodes as ir
from spec.ir.clauses import Mark

BLOCK = 4096
"""So many games are played at once; a power of two, since the first is found by halving."""

CoverageSearch = Callable[[set[Mark]], Iterator[int]]
"""Answers the numbers of games that show some of the clauses; who plays these takes what they show out of the set."""


def coverage_searcher(game: ir.Game, most_games: int, seed: int, most_moves: int) -> CoverageSearch:
    """Looks through so many random games of a seed, each cut after so many moves."""

    def seek(wanted: set[Mark]) -> Iterator[int]:
        try:
            library = load(game, fast=True) if wanted and most_games else None
        except Unsupported:
            return
        if library is None or isinstance(library, NotBuilt):
            return
        for first in range(0, most_games, BLOCK):
            met = wanted & waited(fired, library, first, BLOCK, seed, most_moves)
            while met and wanted:
                mark = min(met)
                yield _first(library, mark, first, seed, most_moves)
                met = (met & wanted) - {mark}

    return seek


def _first(library: Library, mark: Mark, first: int, seed: int, most_moves: int) -> int:
    """The first game of a block in which a clause fires."""
    count = BLOCK
    while count > 1:
        count //= 2
        if mark not in waited(fired, library, first, count, seed, most_moves):
            first += count
    return first
