"""Blames a phrase that reaches further than its author meant, and says where the brackets go that end it.

Leaves phrases that the grammar refuses to `spec.text.refused.syntax_errors`.
"""

from __future__ import annotations

from spec import syntax as s
from spec.diagnostics.diagnostic import Diagnostic
from spec.syntax_walk import nodes
from spec.text.source import Span

BRACKETS = "put brackets round this"
"""What is said of the stretch that brackets are to go round."""
COMPARISONS = ("=", "!=", "<", "<=", ">", ">=")


def named_again(e: s.Quantified) -> tuple[s.Name, Span] | None:
    """The same name, bound again in a later part of a condition: by a phrase that was meant to stand beside this one.

    With the stretch that ends where the other phrase was joined on; the whole of what is before it.
    """
    if not isinstance(e.cond, s.Junction):
        return None
    for before, item in zip(e.cond.items, e.cond.items[1:], strict=False):
        for other in nodes(item):
            if isinstance(other, s.Quantified) and other.binder.name.text == e.binder.name.text:
                return other.binder.name, Span(e.span.start, before.span.end)
    return None


def compared_again(before: s.Expr, value: s.Expr) -> str | None:
    """The condition in which a mere value is compared with what the condition before it was about; None where that is
    too long to say."""
    if not isinstance(before, s.Binary) or before.op not in COMPARISONS:
        return None
    left, right = said(before.left), said(value)
    verb = {"=": "is", "!=": "is not"}.get(before.op, before.op)
    return None if left is None or right is None else f"{left} {verb} {right}"


def said(e: s.Expr) -> str | None:
    """A short value as it is written."""
    match e:
        case s.Word(text):
            return text
        case s.Number(value):
            return str(value)
        case s.Applied(name, (of,)):
            inner = said(of)
            return None if inner is None else f"{name.text} of {inner}"
        case _:
            return None


def compared_as_a_whole(e: s.Quantified, found: Diagnostic) -> Diagnostic:
    """What was said of a comparison in the condition of a count; the count itself was to be compared."""
    last = e.cond
    while isinstance(last, s.Junction):
        last = last.items[-1]
    if isinstance(last, s.Binary) and last.op in COMPARISONS and found.code == "E0302" and found.span == last.span:
        return found.also(Span(e.span.start, last.left.span.end), BRACKETS)
    return found
