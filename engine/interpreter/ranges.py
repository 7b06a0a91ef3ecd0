"""The meaning of ranges and of the expressions that run over them: quantifiers, sums, extremes, choices.

Leaves all others to `engine.interpreter.expressions`. A name bound outside keeps its value after an inner use of the
same name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import assert_never

from engine.interpreter.compiled_expression import CardsCode, Code, Means, Number, Values
from engine.interpreter.faults import BeyondLimits, Value, undefined
from engine.interpreter.frame import Frame, rebind
from engine.interpreter.shapes import rests_of
from spec.ir import nodes as ir
from spec.ir.references import fields_read
from spec.ir.types import called, element_of, is_card, presumed, worded


def range_meaning(m: Means, over: ir.Range) -> Values:
    """The values of a range, in its order."""
    match over:
        case ir.OverDomain(domain):
            return _domain(m, domain)
        case ir.OverSlots(domain):
            every = tuple(range(m.layout.size[domain]))
            return lambda f: every
        case ir.OverSeats(start, against):
            return _seats(m, start, against)
        case ir.OverCards(cards):
            return m.cards(cards)
        case ir.OverNumbers(low, high):
            first, last = m.number(low), m.number(high)
            return lambda f: tuple(range(first(f), last(f) + 1))
        case ir.OverShapes(cards, shape):
            return _selections(m, cards, shape)
        case ir.OverRests(cards, shapes):
            return _rests(m, cards, shapes)
        case _:
            assert_never(over)


def _selections(m: Means, cards: ir.Expr, shape: str) -> Callable[[Frame], tuple[tuple[int, ...], ...]]:
    """All selections of a shape; a choice of a move is made of the same."""
    held, pattern = m.card_set(cards), m.patterns[shape]

    def selections(f: Frame) -> tuple[tuple[int, ...], ...]:
        try:
            return pattern.choices(held(f))
        except BeyondLimits as error:
            more = "give the shape fewer cards or more rules, or let it look among fewer cards"
            raise BeyondLimits(
                f"play comes to a search among cards that is too large: {error}; {more}", error.at
            ) from None

    return selections


def _rests(m: Means, cards: ir.Expr, shapes: tuple[str, ...]) -> Values:
    """What each way to take selections out leaves."""
    held, taken = m.card_set(cards), [_selections(m, cards, shape) for shape in shapes]
    named = [m.patterns[shape].shape for shape in shapes]
    return lambda f: rests_of(held(f), [one for selections in taken for one in selections(f)], named)


def _domain(m: Means, domain: str) -> CardsCode:
    """All of a domain; where rows of piles are counted by it (their last index), the piles that hold a card."""
    cells = m.layout.piles(domain)
    if not cells:
        every = tuple(range(m.layout.size[domain]))
        return lambda f: every
    if all(len(places) == 1 for places in cells):
        single = [(at, places[0]) for at, places in enumerate(cells)]
        return lambda f: tuple([at for at, cell in single if f.cells[cell]])
    return lambda f: tuple([at for at, places in enumerate(cells) if any(f.cells[c] for c in places)])


def _seats(m: Means, start: ir.Expr, against: ir.Expr | None) -> CardsCode:
    first, players = m.number(start), m.layout.players
    turned = None if against is None else m.number(against)
    orders = [tuple((at + seat) % players for seat in range(players)) for at in range(players)]
    back = [tuple((at - seat) % players for seat in range(players)) for at in range(players)]

    def seats(f: Frame) -> tuple[int, ...]:
        found = first(f)
        if found == ir.NOBODY:
            undefined("the seats cannot be counted from nobody", f.names)
        return orders[found] if turned is None or not turned(f) else back[found]

    return seats


def choice_meaning(m: Means, expr: ir.Fold) -> Code:
    """The meaning of an expression that runs over a range."""
    over, cond, var = m.values(expr.over), m.number(expr.cond), expr.var
    match expr:
        case ir.Quantify(kind):
            return _quantify(kind, var, over, cond)
        case ir.Sum(value=value):
            return _sum(var, over, cond, m.number(value))
        case ir.Extreme(end, key=key):
            return _extreme(end, var, over, cond, m.number(key))
        case ir.Best(end, key=key):
            return _best(end, var, over, cond, m.number(key))
        case ir.First() if (maybe := presumed(expr)) is not None:
            return _present(m.number(maybe), expr.over, fields_read(maybe))
        case ir.First() if (number := worded(expr)) is not None:
            return _numbered(var, over, cond, m.number(number), called(element_of(expr.over)))
        case ir.First(other=other):
            return _first(var, over, cond, None if other is None else m.number(other))
        case _:
            assert_never(expr)


def _present(value: Number, over: ir.Range, fields: frozenset[str]) -> Code:
    value_of = " of ".join(f"`{name}`" for name in sorted(fields)) or "this"
    kind = element_of(over)
    sentence = f"{value_of} is {'no card' if is_card(kind) else 'nobody'} here, and {called(kind)} is needed"

    def present(f: Frame) -> int:
        found = value(f)
        if found == ir.NOBODY:
            undefined(sentence, f.names)
        return found

    return present


def _quantify(kind: ir.Quantifier, var: str, over: Values, cond: Number) -> Code:
    def count(f: Frame) -> int:
        names, found = f.names, 0
        outer = names.get(var)
        for value in over(f):
            names[var] = value
            if cond(f):
                found += 1
        rebind(names, var, outer)
        return found

    def search(f: Frame) -> int:
        names = f.names
        outer = names.get(var)
        for value in over(f):
            names[var] = value
            if bool(cond(f)) is wanted:
                rebind(names, var, outer)
                return int(wanted)
        rebind(names, var, outer)
        return int(not wanted)

    match kind:
        case "count":
            return count
        case "some":
            wanted = True
        case "every":
            wanted = False
    return search


def keyed(var: str, over: Values, cond: Number, key: Number, f: Frame) -> Iterator[tuple[int, Value]]:
    """The key and the value of each value of a range that satisfies a condition."""
    names = f.names
    outer = names.get(var)
    for value in over(f):
        names[var] = value
        if cond(f):
            yield key(f), value
    rebind(names, var, outer)


def _sum(var: str, over: Values, cond: Number, value: Number) -> Code:
    return lambda f: sum([found for found, _ in keyed(var, over, cond, value, f)])


OUTMOST: dict[ir.LeastOrGreatest, Callable[[list[int]], int]] = {"least": min, "greatest": max}


def _extreme(end: ir.LeastOrGreatest, var: str, over: Values, cond: Number, key: Number) -> Code:
    def extreme(f: Frame) -> int:
        keys = [found for found, _ in keyed(var, over, cond, key, f)]
        if not keys:
            undefined(f"there is no {end} value, since there is none at all", f.names)
        return OUTMOST[end](keys)

    return extreme


def _best(end: ir.LeastOrGreatest, var: str, over: Values, cond: Number, key: Number) -> Code:
    def best(f: Frame) -> Value:
        found = list(keyed(var, over, cond, key, f))
        if not found:
            undefined(f"there is none with the {end} value, since there is none at all", f.names)
        wanted = OUTMOST[end]([key_ for key_, _ in found])
        holders = [value for key_, value in found if key_ == wanted]
        if len(holders) > 1:
            undefined(f"{len(holders)} share the {end} value (a tie), so none of them alone has it", f.names)
        return holders[0]

    return best


def _numbered(var: str, over: Values, cond: Number, number: Number, what: str) -> Code:
    def missing(f: Frame) -> int:
        undefined(f"{number(f)} is not the number of {what}", f.names)

    return _first(var, over, cond, missing)


def _first(var: str, over: Values, cond: Number, other: Number | None) -> Code:
    def first(f: Frame) -> Value:
        names = f.names
        outer = names.get(var)
        for value in over(f):
            names[var] = value
            if cond(f):
                rebind(names, var, outer)
                return value
        rebind(names, var, outer)
        if other is None:
            undefined("none satisfies the condition, so there is no first", f.names)
        return other(f)

    return first
