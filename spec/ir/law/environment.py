"""What is known at a place in the IR while it is checked: bound names, values that are somebody, and where it stands.

Leaves the laws themselves to `spec.ir.check`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from spec.diagnostics.diagnostic import Diagnostic, diagnose
from spec.ir import nodes as ir
from spec.ir.binding import mentions
from spec.ir.fold import equated, is_nobody, settled, unlike
from spec.ir.index import GameIndex
from spec.ir.references import fields_read, fields_written, referred
from spec.ir.types import is_somebody, steady
from spec.text.source import NOWHERE, Span


@dataclass(frozen=True, slots=True)
class Env:
    """`non_null` holds expressions that cannot be nobody here: only names and fields, which a test has told apart."""

    names: Mapping[str, ir.Type] = field(default_factory=dict)
    non_null: frozenset[ir.Expr] = frozenset()
    span: Span = NOWHERE

    def bind(self, name: str, kind: ir.Type) -> Env:
        """With one more name; what was known of another value of that name is forgotten."""
        non_null = frozenset(e for e in self.non_null if not mentions(e, (name,)))
        return replace(self, names={**self.names, name: kind}, non_null=non_null)

    def bind_all(self, params: Iterable[ir.Var | ir.Param]) -> Env:
        """With the names of parameters."""
        return replace(self, names={**self.names, **{p.name: p.type for p in params}})

    def given(self, cond: ir.Expr, holds: bool = True) -> Env:
        """Where a condition is known to hold, or not to."""
        known = somebody(cond, holds)
        return self if known <= self.non_null else replace(self, non_null=self.non_null | known)

    def after(self, effects: Iterable[ir.Effect]) -> Env:
        """What is still known after effects that may have changed fields."""
        changed = _changed(tuple(effects))
        if changed is not None and not changed:
            return self
        return replace(self, non_null=frozenset(e for e in self.non_null if not _reads(e, changed)))


def somebody(cond: ir.Expr, holds: bool) -> frozenset[ir.Expr]:
    """The names and fields that are not nobody where the condition holds (or does not)."""
    found: set[ir.Expr] = set()
    for item, yes in settled(cond, holds):
        for pair, tells in ((unlike(item, yes), is_nobody), (equated(item) if yes else None, is_somebody)):
            if pair is not None:
                found.update(a for a, b in (pair, pair[::-1]) if tells(b) and steady(a))
    return frozenset(found)


def _changed(effects: tuple[ir.Effect, ...]) -> frozenset[str] | None:
    """The fields that effects may set; None where a routine or an outcome may set any."""
    if any(kind in ("routine", "group") for kind, _ in referred(effects)):
        return None
    return fields_written(effects)


def _reads(expr: ir.Expr, changed: frozenset[str] | None) -> bool:
    read = fields_read(expr)
    return bool(read if changed is None else read & changed)


class Findings:
    """Gathers what is wrong with a game, with its declarations at hand."""

    def __init__(self, index: GameIndex) -> None:
        self.index = index
        self.found: list[Diagnostic] = []
        self.sizes = {domain.name: len(domain.values) for domain in index.game.domains}
        """How many words each domain has."""

    def report(self, code: str, span: Span, message: str) -> None:
        """Adds a finding."""
        self.found.append(diagnose(code, span, message))
