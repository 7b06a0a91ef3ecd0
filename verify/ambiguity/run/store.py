"""Keeps findings between runs, each part by what it depends on, with the places of clauses found again after an edit.

Leaves keeping to `verify.run.cache`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from spec.ir import nodes as ir
from spec.ir.walk import walk
from verify.ambiguity.report.finding import Finding
from verify.run.cache import Anchors, Cache, Where, digest_of, version

MOST_KEPT = 3_000

Bare = tuple[tuple[Finding, Where], ...]
"""Findings without their clauses, and where those stand."""


def rules_of(game: ir.Game) -> tuple[object, ...]:
    """All that play depends on: not what is claimed, shown, cited or asked."""
    return (
        game.domains, game.deck, game.zones, game.fields, game.tables, game.shapes, game.defines, game.routines,
        game.groups, game.actions, game.endings, game.ending_order, game.steps,
    )  # fmt: skip


class Store(Cache[Bare]):
    """Findings in a folder; without a folder nothing is kept. `used` and `made` count parts."""

    def __init__(self, folder: Path | None, game: ir.Game, more: Iterable[ir.Source] = ()) -> None:
        super().__init__(folder, Bare, "findings", MOST_KEPT)
        self._anchors = Anchors((*(n for n in walk(game) if isinstance(n, ir.Source)), *more))

    def kept(self, name: str, needs: tuple[object, ...]) -> tuple[Finding, ...] | None:
        """The findings of a part that were kept; None where there are none for just what it depends on."""
        bare = self.load(digest_of(version(), name, *needs))
        found = None if bare is None else [(f, self._anchors.sources(where)) for f, where in bare]
        if found is None or any(sources is None for _, sources in found):
            self.made += 1
            return None
        self.used += 1
        return tuple(replace(f, sources=sources or ()) for f, sources in found)

    def keep(self, name: str, needs: tuple[object, ...], found: tuple[Finding, ...]) -> None:
        """Keeps the findings of a part that could do all it wanted; a clause that only another reading has is told as
        the first of its label."""
        bare = tuple((replace(f, sources=()), self._anchors.nearest(f.sources)) for f in found)
        self.save(digest_of(version(), name, *needs), bare)
