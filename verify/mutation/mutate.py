"""All mutants of a game: the game with one thing changed, each with a name, the clause, its span and words for it.

Leaves the changes to `verify.mutation.operators` and whether anybody notices them to `verify.mutation.judge`.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass

from spec.diagnostics.diagnostic import has_errors
from spec.ir import nodes as ir
from spec.ir.check import check
from spec.ir.index import index_of
from spec.text.source import NOWHERE, Span
from verify.mutation.operators import OPERATORS
from verify.mutation.sites import Path, Site, node_at, sites, with_node

BY_NAME = {operator.name: operator for operator in OPERATORS}


@dataclass(frozen=True, slots=True)
class Mutant:
    """One change: the operator, the place, which of the operator's changes there, and what it does in words."""

    operator: str
    path: Path
    number: int
    clause: str
    cites: tuple[str, ...]
    span: Span
    words: str

    @property
    def name(self) -> str:
        """A short name that stays the same while the rules do."""
        way = ".".join(map(str, self.path)) + f"#{self.number}"
        return f"{self.operator}:{self.clause or self.path[0]}:{hashlib.sha256(way.encode()).hexdigest()[:6]}"


def mutants(game: ir.Game) -> Iterator[Mutant]:
    """Every change that an operator knows, in the order of the rules; some make no legal game."""
    index = index_of(game)
    for site in sites(game):
        for operator in OPERATORS:
            for number, (words, _) in enumerate(operator.changes(site, index)):
                cites = next((s.cites for s in reversed(site.around) if s.cites), ())
                span = next((s.span for s in reversed(_sources(site)) if s.span != NOWHERE), NOWHERE)
                yield Mutant(operator.name, site.path, number, "/".join(_labels(site)[:2]), cites, span, words)


def _sources(site: Site) -> tuple[ir.Source, ...]:
    own = getattr(site.node, "source", None)
    return (*site.around, own) if isinstance(own, ir.Source) else site.around


def _labels(site: Site) -> tuple[str, ...]:
    return tuple(source.label for source in _sources(site) if source.label)


def mutated(game: ir.Game, mutant: Mutant) -> ir.Game | None:
    """The game with the mutant's change; None where that place of this game (of another size, say) is another."""
    site = node_at(game, mutant.path)
    if site is None or "/".join(_labels(site)[:2]) != mutant.clause:
        return None
    changes = list(BY_NAME[mutant.operator].changes(site, index_of(game)))
    if mutant.number >= len(changes):
        return None
    return with_node(game, mutant.path, changes[mutant.number][1])


def viable(game: ir.Game) -> bool:
    """Does the game keep the law of the IR?"""
    return not has_errors(check(game))
