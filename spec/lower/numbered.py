"""Places and values that are known by a number: the number of a place, and whether two numbers are the same.

Finding the place that a number is, and the number where one is needed, is left to `spec.lower.base`.
"""

from __future__ import annotations

from typing import Literal

from spec.ir import fold
from spec.ir import nodes as ir
from spec.ir.types import called, domain_of, is_number, is_word, may_lack
from spec.lower.base import Scope, Typed, alike, as_number, coerce, sure, words_of
from spec.text.source import Span

NUMBER = "number"
"""`number of k`, of a place that is known by its number: no name, since the word is taken."""
RANK = ir.Symbol("rank")


def place_number(found: Typed | None, span: Span, scope: Scope) -> Typed | None:
    """The number of a place, as it is counted."""
    if found is not None and domain_of(found.type) not in scope.names.counted:
        message = f"only places that are counted have a number; this is {called(found.type)}"
        scope.names.report("E0301", span, f"{message}; of cards, say `number of c in ...` or `size of ...`")
        return None
    return None if found is None else as_number(found, span, scope)


def numbers_both(a: ir.Type, b: ir.Type, scope: Scope) -> bool:
    """Is either a word of a list of numbers, and the other a number, too, or nobody?"""
    counted = [t.domain in scope.names.counted for t in (a, b)]
    return any(counted) and all(
        c or is_number(t) or (t.domain == "" and is_word(t)) for c, t in zip(counted, (a, b), strict=True)
    )


def same_number(
    op: Literal["=", "!="], one: tuple[Typed, Span], other: tuple[Typed, Span], scope: Scope
) -> Typed | None:
    """Are two numbers, of which one or both may be nobody, the same? Nobody is no number."""
    (a, here), (b, there) = one, other
    if b.type.domain in scope.names.counted and is_number(a.type):
        (a, here), (b, there) = other, one
    fixed = fold.constant(b.expr) if is_number(b.type) else None
    if fixed is not None and str(fixed) in words_of(ir.Symbol(a.type.domain), scope):
        b = coerce(b, ir.Symbol(a.type.domain), there, scope) or b
    if fold.is_nobody(b.expr) or a.type.domain == b.type.domain:
        pair = alike(a, b, here, scope)
        return None if pair is None else Typed(fold.comparison(op, *pair), ir.Bool())
    there_is = fold.comparison("!=", a.expr, ir.Lit(ir.NOBODY, ir.Symbol(a.type.domain, optional=True)))
    known = not may_lack(a.type) or a.expr in scope.non_null
    inner = scope if known else scope.given(there_is)
    left, right = coerce(a, ir.Int(), here, inner), coerce(b, ir.Int(), there, inner)
    if left is None or right is None:
        return None
    same = fold.comparison("=", left.expr, right.expr)
    whole = same if known else fold.conjunction(there_is, same)
    return Typed({"=": whole, "!=": fold.negation(whole)}[op], ir.Bool())


def place_of_rank(found: Typed, span: Span, scope: Scope) -> Typed:
    """A rank as its place in the order of ranks; anything else as it is."""
    there = sure(found, span, scope) if domain_of(found.type) == RANK.domain else None
    return found if there is None else Typed(ir.Ordinal(there.expr), ir.Int(), of_ranks=True)


def same_rank(op: Literal["=", "!="], one: tuple[Typed, Span], other: tuple[Typed, Span], scope: Scope) -> Typed | None:
    """Is the least or greatest of some ranks this rank? A rank that is nobody is none of them."""
    (a, here), (b, there) = (one, other) if one[0].of_ranks else (other, one)
    if fold.is_nobody(b.expr):
        alike(a, b, here, scope)
        return None
    lacks = domain_of(b.type) == RANK.domain and may_lack(b.type) and b.expr not in scope.non_null
    there_is = fold.comparison("!=", b.expr, ir.Lit(ir.NOBODY, b.type)) if lacks else fold.YES
    pair = alike(a, place_of_rank(b, there, scope.given(there_is)), here, scope)
    if pair is None:
        return None
    whole = fold.conjunction(there_is, fold.comparison("=", *pair))
    return Typed({"=": whole, "!=": fold.negation(whole)}[op], ir.Bool())
