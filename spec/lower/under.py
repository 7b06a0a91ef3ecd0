"""Reads what stands after `under`: a condition on settings alone.

Leaves to its callers what is put out of force by it.
"""

from __future__ import annotations

from dataclasses import replace

from spec import syntax as s
from spec.ir import fold
from spec.ir import nodes as ir
from spec.ir.walk import walk
from spec.lower.base import Scope
from spec.lower.expressions import condition


def under(e: s.Expr | None, scope: Scope) -> ir.Expr:
    """The condition on settings under which something holds: a literal, unless a question is open."""
    if e is None:
        return fold.YES
    found = condition(e, replace(scope, bound=()) if scope.bound else scope)
    if not _static(found):
        scope.names.report(
            "E0508", e.span, "`under` may name only settings: the edition, options, numbers and questions"
        )
        return fold.YES
    return found


def _static(e: ir.Expr) -> bool:
    return all(isinstance(node, (ir.OfSettings, *ir.type_classes)) for node in walk(e))
