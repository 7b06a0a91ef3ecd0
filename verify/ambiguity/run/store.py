"""Keeps findings between runs, each part by what it depends on, with the places of clauses found again after an edit.

Leaves keeping to `verify.run.cache`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path

from spec.ir import nodes as ir
from spec.ir.walk import walk
from verify.ambiguity.report.finding import Finding
from verify.run.cache import Anchors, Cache, Where, digest_of, version

MOST_KEPT = 3_000


@dataclass(frozen=True, slots=True)
class Kept:
    """Findings without their clauses, and where those stand; what was cut short when they were found, in words."""

    bare: tuple[tuple[Finding, Where], ...]
    cut: tuple[str, ...] = ()


def rules_of(game: ir.Game) -> tuple[object, ...]:
    """All that play depends on: not what is claimed, shown, cited or asked."""
    return (
        game.domains, game.deck, game.zones, game.fields, game.tables, game.shapes, game.defines, game.routines,
        game.groups, game.actions, game.endings, game.ending_order, game.steps,
    )  # fmt: skip


class Store(Cache[Kept]):
    """Findings in a folder; without a folder nothing is kept. `used` and `made` count parts."""

    def __init__(self, folder: Path | None, game: ir.Game, more: Iterable[ir.Source] = ()) -> None:
        super().__init__(folder, Kept, "findings", MOST_KEPT)
        self._anchors = Anchors((*(n for n in walk(game) if isinstance(n, ir.Source)), *more))

    def kept(self, name: str, needs: tuple[object, ...]) -> tuple[Finding, ...] | None:
        """The findings of a part that were kept; None where there are none for just what it depends on."""
        entry = self.load(digest_of(version(), name, *needs))
        found = None if entry is None else [(f, self._anchors.sources(where)) for f, where in entry.bare]
        if found is None or any(sources is None for _, sources in found):
            self.made += 1
            return None
        self.used += 1
        return tuple(replace(f, sources=sources or ()) for f, sources in found)

    def cut(self, name: str, needs: tuple[object, ...]) -> tuple[str, ...]:
        """What was cut short when the kept findings were found."""
        entry = self.load(digest_of(version(), name, *needs))
        return () if entry is None else entry.cut

    def keep(self, name: str, needs: tuple[object, ...], found: tuple[Finding, ...], cut: tuple[str, ...] = ()) -> None:
        """Keeps the findings of a part that could do all it wanted, or of a run of which something was cut short.

        A clause that only another reading has is told as the first of its label.
        """
        bare = tuple((replace(f, sources=()), self._anchors.nearest(f.sources)) for f in found)
        self.save(digest_of(version(), name, *needs), Kept(bare, cut))
