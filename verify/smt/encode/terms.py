"""Flags, numbers and words as solver terms, folded while they are built: what is known stays a Python value.

Leaves cards to `verify.smt.encode.cards` and what a rule means to `verify.smt.encode.expressions`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import z3

Flag = Any
"""A truth value: a Python bool, or a solver term that is neither true nor false for certain."""

Term = Any
"""A bit-vector term."""


def all_of(items: Iterable[Flag]) -> Flag:
    """Do all hold?"""
    kept: dict[int, Flag] = {}
    for item in items:
        if item is False:
            return False
        if item is not True:
            kept.setdefault(item.get_id(), item)
    if not kept:
        return True
    return _joined(z3.Z3_mk_and, kept)


def any_of(items: Iterable[Flag]) -> Flag:
    """Does one hold?"""
    kept: dict[int, Flag] = {}
    for item in items:
        if item is True:
            return True
        if item is not False:
            kept.setdefault(item.get_id(), item)
    if not kept:
        return False
    return _joined(z3.Z3_mk_or, kept)


def _joined(make: Callable[..., Any], kept: Mapping[int, Any]) -> Flag:
    """One term of several that are known to be truth values of one context: Z3's own `And` asks that of each."""
    first, *others = kept.values()
    if not others:
        return first
    asts = (z3.Ast * len(kept))(*(item.as_ast() for item in kept.values()))
    return z3.BoolRef(make(first.ctx.ref(), len(kept), asts), first.ctx)


def neg(item: Flag) -> Flag:
    """Does it not hold?"""
    if isinstance(item, bool):
        return not item
    return item.arg(0) if z3.is_not(item) else z3.Not(item)


def implies(cond: Flag, item: Flag) -> Flag:
    """Does one follow from the other?"""
    return any_of((neg(cond), item))


def is_same(left: Flag, right: Flag) -> bool:
    """Are two truth values written alike?"""
    known = isinstance(left, bool) or isinstance(right, bool)
    return left is right if known else bool(left.eq(right))


def pick_flag(cond: Flag, yes: Flag, no: Flag) -> Flag:
    """One truth value or the other."""
    if isinstance(cond, bool):
        return yes if cond else no
    if isinstance(yes, bool) and isinstance(no, bool):
        return yes if yes == no else (cond if yes else neg(cond))
    if isinstance(yes, bool):
        return any_of((cond, no)) if yes else all_of((neg(cond), no))
    if isinstance(no, bool):
        return any_of((neg(cond), yes)) if no else all_of((cond, yes))
    return yes if yes.eq(no) else z3.If(cond, yes, no)


def same_flag(left: Flag, right: Flag) -> Flag:
    """Are two truth values the same?"""
    if isinstance(left, bool):
        return right if left else neg(right)
    if isinstance(right, bool):
        return left if right else neg(left)
    return True if left.eq(right) else left == right


def pick_term(cond: Flag, yes: int | Term, no: int | Term, width: int) -> int | Term:
    """One bit-vector or the other; a known one is an int."""
    if isinstance(cond, bool):
        return yes if cond else no
    if isinstance(yes, int) and isinstance(no, int):
        if yes == no:
            return yes
    elif not isinstance(yes, int) and not isinstance(no, int) and yes.eq(no):
        return yes
    return z3.If(cond, bits(yes, width), bits(no, width))


def bits(value: int | Term, width: int) -> Term:
    """A bit-vector of so many bits, as a term."""
    return z3.BitVecVal(value, width) if isinstance(value, int) else value


# ---------------------------------------------------------------- numbers


@dataclass(frozen=True, slots=True, eq=False)
class Num:
    """A number within bounds, as a signed bit-vector that is wide enough for them."""

    term: Term
    low: int
    high: int


Number = int | Num


def _one(left: Number, right: Number) -> bool:
    """Are they one and the same term?"""
    return isinstance(left, Num) and isinstance(right, Num) and bool(left.term.eq(right.term))


def width_of(low: int, high: int) -> int:
    """So many bits hold every number from low to high, with a sign."""
    below = (-low - 1).bit_length() if low < 0 else 0
    return max(below, high.bit_length() if high > 0 else 0) + 1


def _wide(number: Number, width: int) -> Term:
    if isinstance(number, int):
        return z3.BitVecVal(number, width)
    short = width - number.term.size()
    return z3.SignExt(short, number.term) if short > 0 else number.term


def bounds(number: Number) -> tuple[int, int]:
    """The least and the greatest that a number may be."""
    return (number, number) if isinstance(number, int) else (number.low, number.high)


def _width(*numbers: Number) -> int:
    known = [width_of(*bounds(n)) for n in numbers]
    return max(known + [int(n.term.size()) for n in numbers if isinstance(n, Num)])


def add(left: Number, right: Number) -> Number:
    """The sum."""
    if isinstance(left, int) and isinstance(right, int):
        return left + right
    if right == 0 and isinstance(right, int):
        return left
    if left == 0 and isinstance(left, int):
        return right
    (a, b), (c, d) = bounds(left), bounds(right)
    width = max(width_of(a + c, b + d), _width(left, right))
    return Num(_wide(left, width) + _wide(right, width), a + c, b + d)


def subtract(left: Number, right: Number) -> Number:
    """The difference."""
    if isinstance(left, int) and isinstance(right, int):
        return left - right
    (a, b), (c, d) = bounds(left), bounds(right)
    width = max(width_of(a - d, b - c), _width(left, right))
    return Num(_wide(left, width) - _wide(right, width), a - d, b - c)


def multiply(left: Number, right: Number) -> Number:
    """The product."""
    if isinstance(left, int) and isinstance(right, int):
        return left * right
    (a, b), (c, d) = bounds(left), bounds(right)
    ends = (a * c, a * d, b * c, b * d)
    width = max(width_of(min(ends), max(ends)), _width(left, right))
    return Num(_wide(left, width) * _wide(right, width), min(ends), max(ends))


def divide(left: Number, by: Number) -> Number:
    """The quotient rounded down, also below zero. By what is not above zero it is that by 1: it has no meaning then."""
    if isinstance(left, int) and isinstance(by, int):
        return left // max(1, by)
    (low, high), (least, most) = bounds(left), bounds(by)
    least, most = max(1, least), max(1, most)
    width = max(_width(left, by), width_of(min(low - most + 1, least), max(high, most)))
    whole, parts = _wide(left, width), _wide(by, width)
    if not isinstance(by, int):
        parts = z3.If(parts < 1, z3.BitVecVal(1, width), parts)
    quotients = [a // b for a in (low, high) for b in (least, most)]
    # `%` has the sign of the divisor, so what is divided is a multiple of it.
    return Num((whole - whole % parts) / parts, min(quotients), max(quotients))


def less(left: Number, right: Number) -> Flag:
    """Is the one smaller than the other?"""
    if _one(left, right):
        return False
    (a, b), (c, d) = bounds(left), bounds(right)
    if b < c:
        return True
    if a >= d:
        return False
    width = _width(left, right)
    return _wide(left, width) < _wide(right, width)


def equal(left: Number, right: Number) -> Flag:
    """Are two numbers the same?"""
    if _one(left, right):
        return True
    (a, b), (c, d) = bounds(left), bounds(right)
    if b < c or d < a:
        return False
    if isinstance(left, int) and isinstance(right, int):
        return left == right
    width = _width(left, right)
    return _wide(left, width) == _wide(right, width)


def pick_number(cond: Flag, yes: Number, no: Number) -> Number:
    """One number or the other."""
    if isinstance(cond, bool):
        return yes if cond else no
    if (isinstance(yes, int) and isinstance(no, int) and yes == no) or _one(yes, no):
        return yes
    (a, b), (c, d) = bounds(yes), bounds(no)
    width = _width(yes, no)
    return Num(z3.If(cond, _wide(yes, width), _wide(no, width)), min(a, c), max(b, d))


def pick_first(cases: Iterable[tuple[Flag, Number]], last: Number) -> Number:
    """The number of the first case that holds, else the last."""
    found = last
    for cond, number in reversed(tuple(cases)):
        found = pick_number(cond, number, found)
    return found


# ---------------------------------------------------------------- words


@dataclass(frozen=True, slots=True, eq=False)
class Word:
    """A symbol of a domain: for each that it may be, when it is that one; exactly one of the cases holds."""

    cases: Mapping[int, Flag]


Symbol = int | Word
"""A symbol's index in its domain, if it is known."""


def cases_of(word: Symbol) -> Mapping[int, Flag]:
    """When a symbol is which."""
    return {word: True} if isinstance(word, int) else word.cases


def word_of(cases: Mapping[int, Flag]) -> Symbol:
    """A symbol from its cases; the impossible ones go."""
    kept = {value: cond for value, cond in cases.items() if cond is not False}
    certain = [value for value, cond in kept.items() if cond is True]
    return certain[0] if certain else Word(kept)


def same_word(left: Symbol, right: Symbol) -> Flag:
    """Are two symbols the same?"""
    if left is right:
        return True
    a, b = cases_of(left), cases_of(right)
    return any_of(all_of((cond, b[value])) for value, cond in a.items() if value in b)


def pick_word(cond: Flag, yes: Symbol, no: Symbol) -> Symbol:
    """One symbol or the other."""
    if yes is no:
        return yes
    if isinstance(cond, bool):
        return yes if cond else no
    a, b = cases_of(yes), cases_of(no)
    return word_of({value: pick_flag(cond, a.get(value, False), b.get(value, False)) for value in (*a, *b)})


def shifted(word: Symbol, step: int, size: int) -> Symbol:
    """The symbol so many places on, the last followed by the first; cases of nobody go."""
    return word_of({(value + step) % size: cond for value, cond in cases_of(word).items() if value >= 0})


def number_of(word: Symbol) -> Number:
    """A symbol's index as a number."""
    if isinstance(word, int):
        return word
    *cases, (last, _) = word.cases.items()
    return pick_first(((cond, value) for value, cond in cases), last)
