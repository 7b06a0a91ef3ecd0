"""Keeps findings between runs, each part by what it depends on, with the places of clauses found again after an edit.

Leaves the files to `spec.storage.cache` and digests to `verify.run.result_cache`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from spec.ir import nodes as ir
from spec.ir.walk import walk
from spec.storage import cache as files
from spec.storage import codec
from verify.ambiguity.report.finding import Finding
from verify.run.result_cache import digest_of, version

MOST_KEPT = 3_000

Bare = tuple[tuple[Finding, tuple[ir.ClauseId, ...]], ...]
"""Findings without their sources, and which ones those are."""


def rules_of(game: ir.Game) -> tuple[object, ...]:
    """All that play depends on: not what is claimed, shown, cited or asked."""
    return (
        game.domains, game.deck, game.zones, game.fields, game.tables, game.shapes, game.defines, game.routines,
        game.groups, game.actions, game.endings, game.ending_order, game.steps,
    )  # fmt: skip


class Store:
    """Findings in a folder; without a folder nothing is kept. `used` and `made` count parts."""

    def __init__(self, folder: Path | None, game: ir.Game, more: Iterable[ir.Source] = ()) -> None:
        self._folder = folder
        self.used = self.made = 0
        self._sources: dict[ir.ClauseId, ir.Source] = {}
        for source in (*(n for n in walk(game) if isinstance(n, ir.Source)), *more):
            self._sources.setdefault(source.clause, source)

    def kept(self, name: str, needs: tuple[object, ...]) -> tuple[Finding, ...] | None:
        """The findings of a part that were kept; None where there are none for just what it depends on."""
        path = self._path(name, needs)
        data = None if path is None else files.load(path)
        kept = None if data is None else self._read(data)
        if kept is None:
            self.made += 1
        else:
            self.used += 1
        return kept

    def keep(self, name: str, needs: tuple[object, ...], found: tuple[Finding, ...]) -> None:
        """Keeps the findings of a part that could do all it wanted."""
        path = self._path(name, needs)
        if path is not None:
            files.save(
                path,
                codec.encode(tuple((replace(f, sources=()), tuple(s.clause for s in f.sources)) for f in found), Bare),
            )

    def _path(self, name: str, needs: tuple[object, ...]) -> Path | None:
        return None if self._folder is None else self._folder / f"{digest_of(version(), name, *needs)}.findings"

    def _read(self, data: bytes) -> tuple[Finding, ...] | None:
        try:
            kept: Bare = codec.decode(data, Bare)
            return tuple(replace(f, sources=tuple(self._sources[at] for at in where)) for f, where in kept)
        except (codec.Unreadable, KeyError):  # it can be found again
            return None

    def tidy(self) -> None:
        """Lets the oldest parts go."""
        if self._folder is not None:
            files.evict(self._folder, "*.findings", MOST_KEPT)


def users_folder() -> Path:
    """The folder in the user's cache directory."""
    return files.cache_folder() / "findings"
