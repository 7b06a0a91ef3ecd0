"""Numbers that are words of a list: places that are known by their number, and numbers that may be nobody.

The zone `slot[5]` has a list 1, 2 ... 5 of its places. A field `bid: 0 to 13 or nobody` holds a word of the list 0, 1
... 13, so that nobody is none of them. Made here is the number that such a word is, and the word that a number is; both
are known again by their form.
"""

from __future__ import annotations

from spec.ir import nodes as ir
from spec.ir.fold import constant, number, reckoned
from spec.ir.index import CARD_DOMAINS, PLAYER, GameIndex
from spec.ir.types import COUNTED, domain_of, order_asked, type_of, worded


def number_of(word: ir.Expr, low: int) -> ir.Expr:
    """The number that a word is, of a list that begins with `low`."""
    if (value := constant(word)) is not None:
        return number(value + low)
    if low == 1:
        return ir.Ordinal(word)
    return ir.Arith("+", ir.Ordinal(word), number(low - 1))


def word_of(value: ir.Expr, domain: str, low: int, *, row: bool = False) -> ir.Expr:
    """The word of a list that a number is; undefined where the number is none of the list's. `row`: do piles that come
    and go count it?"""
    name = ir.Var(COUNTED, ir.Symbol(domain))
    test = ir.Compare("=", number_of(name, low), value)
    over: ir.Range = ir.OverSlots(domain) if row else ir.OverDomain(domain)
    return ir.First(COUNTED, over, test, None)


def counted_word(index: GameIndex, expr: object) -> ir.Expr | None:
    """The word of which an expression is the number: a list of numbers has the name of the field that holds one."""
    match reckoned(expr):
        case "+", left, more if (word := order_asked(left)) is not None and (low := constant(more)) is not None:
            name = domain_of(type_of(index, word))
            return word if holds_numbers(index, name) and index.domains[name].values[0] == str(low + 1) else None
        case _ if isinstance(expr, ir.Ordinal) and holds_numbers(index, name := domain_of(type_of(index, expr.item))):
            return expr.item if index.domains[name].values[0] == "1" else None
        case _:
            return None


def holds_numbers(index: GameIndex, domain: str) -> bool:
    """Is a list the numbers that a field holds, which may be nobody? It has the field's name."""
    return domain in index.fields and domain_of(index.fields[domain].type) == domain


def counts_places(index: GameIndex, word: ir.Expr) -> bool:
    """Is it one of the places that are known by their numbers, from 1?"""
    domain = domain_of(type_of(index, word))
    values = index.domains[domain].values if domain in index.domains else ()
    return domain not in (PLAYER, *CARD_DOMAINS) and values == tuple(map(str, range(1, len(values) + 1)))


def numbered_place(index: GameIndex, expr: ir.Expr) -> tuple[str, ir.Expr] | None:
    """Of a place that is told by its number: the list of places, and the number."""
    value = worded(expr)
    if value is None or holds_numbers(index, domain := domain_of(type_of(index, expr))):
        return None
    return domain, value
