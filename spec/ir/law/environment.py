"""What is known at a place in the IR while it is checked: bound names, values that are somebody, and where it stands.

Leaves the laws themselves to `spec.ir.check`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from spec.diagnostics.diagnostic import Diagnostic, diagnose
from spec.ir import nodes as ir
from spec.ir.binding import mentions, settled
from spec.ir.fold import is_nobody
from spec.ir.index import GameIndex
from spec.ir.references import references
from spec.ir.walk import walk
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
        return replace(self, non_null=self.non_null | somebody(cond, holds))

    def after(self, effects: Iterable[ir.Effect]) -> Env:
        """What is still known after effects that may have changed fields."""
        changed = _changed(effects)
        if changed is not None and not changed:
            return self
        return replace(self, non_null=frozenset(e for e in self.non_null if not _reads(e, changed)))


def somebody(cond: ir.Expr, holds: bool) -> frozenset[ir.Expr]:
    """The names and fields that are not nobody where the condition holds (or does not)."""
    found: set[ir.Expr] = set()
    for item, yes in settled(cond, holds):
        match item:
            case ir.Compare(op, left, right) if op == ("!=" if yes else "="):
                found.update(a for a, b in ((left, right), (right, left)) if is_nobody(b) and _steady(a))
            case _:
                pass
    return frozenset(found)


def _steady(expr: ir.Expr) -> bool:
    """Does the value depend only on names and fields, so that it is seen which effects may change it?"""
    return isinstance(expr, ir.Var | ir.Get) and all(
        isinstance(n, (ir.Var, ir.Get, ir.Lit, *ir.type_classes)) for n in walk(expr)
    )


def _changed(effects: Iterable[ir.Effect]) -> frozenset[str] | None:
    """The fields that effects may set; None where a routine or an outcome may set any."""
    nodes = [n for e in effects for n in walk(e)]
    if any(kind in ("routine", "group") for n in nodes for kind, _ in references(n)):
        return None
    return frozenset(n.field for n in nodes if isinstance(n, ir.Assign | ir.Roll))


def _reads(expr: ir.Expr, changed: frozenset[str] | None) -> bool:
    return any(isinstance(n, ir.Get) and (changed is None or n.field in changed) for n in walk(expr))


class Findings:
    """Gathers what is wrong with a game, with its declarations at hand."""

    def __init__(self, index: GameIndex) -> None:
        self.index = index
        self.found: list[Diagnostic] = []

    def report(self, code: str, span: Span, message: str) -> None:
        """Adds a finding."""
        self.found.append(diagnose(code, span, message))
