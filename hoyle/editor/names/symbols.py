"""What a name of a rule file stands for, and the places where it stands.

Leaves finding them to `hoyle.editor.names.occurrences`.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from spec.text.source import Span

Kind = Literal[
    "number", "option", "team", "zone", "field", "kind", "definition", "shape", "values", "routine", "move", "outcome",
    "step", "question", "reading", "claim", "permit", "forbid", "effect", "clause", "end", "word", "parameter",
    "variable", "place", "edition", "rank", "suit", "card", "language",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Symbol:
    """One thing that has a name; of the kind `language`, one that every rule file has.

    `owner` tells things of one name apart: the move of a clause, the question of a reading, the list of a word, what
    has a parameter; of a variable, where it is introduced.
    """

    kind: Kind
    name: str
    owner: str = ""

    @property
    def local(self) -> bool:
        """Is it known only within one clause or section?"""
        return self.kind in ("parameter", "variable")


@dataclass(frozen=True, slots=True)
class Occurrence:
    """A place where the name of a thing stands; `introduces` where it is introduced there."""

    span: Span
    symbol: Symbol
    introduces: bool
    under: Span
    """The clause or section whose business it is: what is shown around a definition."""


@dataclass(frozen=True)
class Index:
    """All occurrences in the order of the file; no two overlap."""

    occurrences: tuple[Occurrence, ...]

    def at(self, offset: int) -> Occurrence | None:
        """What stands at an offset, or ends there."""
        near = bisect_right(self._starts, offset) - 1
        for at in (near, near - 1):
            if at >= 0 and self.occurrences[at].span.start <= offset <= self.occurrences[at].span.end:
                return self.occurrences[at]
        return None

    def of(self, symbol: Symbol) -> tuple[Occurrence, ...]:
        """Everywhere that a thing is named."""
        return self._by_symbol.get(symbol, ())

    def introductions(self, symbol: Symbol) -> tuple[Occurrence, ...]:
        """Where a thing is introduced: more than once where it depends on a reading."""
        return tuple(o for o in self.of(symbol) if o.introduces)

    def of_kinds(self, kinds: tuple[Kind, ...], owner: str | None = None) -> tuple[Symbol, ...]:
        """The things of some kinds that the file introduces, all or those of an owner."""
        return tuple(x for x in self.symbols if x.kind in kinds and self.introductions(x) and owner in (None, x.owner))

    @cached_property
    def symbols(self) -> tuple[Symbol, ...]:
        """Every thing once, in the order of first mention."""
        return tuple(self._by_symbol)

    @cached_property
    def _starts(self) -> list[int]:
        return [o.span.start for o in self.occurrences]

    @cached_property
    def _by_symbol(self) -> Mapping[Symbol, tuple[Occurrence, ...]]:
        found: dict[Symbol, list[Occurrence]] = {}
        for occurrence in self.occurrences:
            found.setdefault(occurrence.symbol, []).append(occurrence)
        return {symbol: tuple(places) for symbol, places in found.items()}
