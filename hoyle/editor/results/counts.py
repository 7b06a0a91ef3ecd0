"""How often each clause took effect in a short simulation, at the clauses."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from hoyle.editor.analysis import Analysis
from hoyle.editor.hints import Hint
from hoyle.editor.names.symbols import Kind, Occurrence, Symbol

KINDS: Mapping[str, Kind] = {
    "permit": "permit", "forbid": "forbid", "effect": "effect", "outcome": "clause", "ending": "end",
}  # fmt: skip
"""What the simulation calls the kinds of clauses, and what an editor does."""


@dataclass(frozen=True, slots=True)
class Counts:
    """In how many of the games each clause took effect."""

    games: int
    found: Mapping[Symbol, int]
    version: str

    def stale(self, analysis: Analysis) -> bool:
        """Have the rules been changed since?"""
        return self.version != analysis.version.of()

    def told(self, symbol: Symbol, analysis: Analysis) -> str:
        """Of one clause; '' of what was not counted."""
        count = self.found.get(symbol)
        if count is None:
            return ""
        how = "in none" if not count else f"in {count:,}"
        return f"{how} of {self.games:,} games{' (before your last changes)' if self.stale(analysis) else ''}"


def counts_of(analysis: Analysis, printed: Mapping[str, Any]) -> Counts:
    """What `hoyle simulate --json` printed of a text. Of the variants of a move a clause counts where any has it."""
    found: dict[Symbol, int] = {}
    for one in printed["clauses"]:
        kind = KINDS.get(str(one["kind"]))
        if kind is not None:
            symbol = Symbol(kind, str(one["label"]), str(one["of"]))
            found[symbol] = max(found.get(symbol, 0), int(one["games"]))
    return Counts(int(printed["games"]), found, analysis.version.of())


def counted(analysis: Analysis, counts: Counts) -> Iterator[tuple[Occurrence, int]]:
    """The clauses of a text that were counted, where they are introduced."""
    for one in analysis.index.occurrences:
        if one.introduces and one.symbol in counts.found:
            yield one, counts.found[one.symbol]


def count_hints(analysis: Analysis, counts: Counts | None) -> tuple[Hint, ...]:
    """A figure behind the label of each clause."""
    if counts is None:
        return ()
    return tuple(Hint(one.span.end, f" {counts.told(one.symbol, analysis)}") for one, _ in counted(analysis, counts))
