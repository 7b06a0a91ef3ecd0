"""Numbers that may be nobody: words of a list, each of which is a number.

A field `bid: 0 to 13 or nobody` holds a word of the list 0, 1 ... 13, so that nobody is none of them. Made here is the
number that such a word is, and the word that a number is; both are known again by their form.
"""

from __future__ import annotations

from spec.ir import nodes as ir
from spec.ir.fold import constant, number, reckoned
from spec.ir.index import GameIndex
from spec.ir.types import COUNTED, domain_of, order_asked, type_of


def number_of(word: ir.Expr, low: int) -> ir.Expr:
    """The number that a word is, of a list that begins with `low`."""
    if (value := constant(word)) is not None:
        return number(value + low)
    return ir.Arith("+", ir.Ordinal(word), number(low - 1))


def word_of(value: ir.Expr, domain: str, low: int) -> ir.Expr:
    """The word of a list that a number is; undefined where the number is none of the list's."""
    name = ir.Var(COUNTED, ir.Symbol(domain))
    test = ir.Compare("=", number_of(name, low), value)
    return ir.First(COUNTED, ir.OverDomain(domain), test, None)


def counted_word(index: GameIndex, expr: object) -> ir.Expr | None:
    """The word of which an expression is the number: a list of numbers has the name of the field that holds one."""
    match reckoned(expr):
        case "+", left, more if (word := order_asked(left)) is not None and (low := constant(more)) is not None:
            name = domain_of(type_of(index, word))
            return word if name in index.fields and index.domains[name].values[0] == str(low + 1) else None
        case _:
            return None
