"""What runs over a range, in numbers: over players, words and fixed numbers value by value, over cards class by class,
over the piles of a row by how many hold a card.

Leaves conditions and values themselves to `verify.smt.counting.expressions`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, assert_never

from spec.ir import fold
from spec.ir import nodes as ir
from spec.ir.fold import YES, conjunction, constant, counted, emptied, settled
from spec.ir.types import element_of, is_truth, presumed
from verify.smt.counting import cards
from verify.smt.counting.cases import cases
from verify.smt.counting.counted import Counts, Key, Number, total
from verify.smt.counting.meanings import Means
from verify.smt.counting.scene import CardName, CardsName, Names, Scene, State, pick_number
from verify.smt.encode import terms as t

MOST_VALUES = 60
"""A range of more numbers than so many is not gone through value by value."""


def values_of(m: Means, over: ir.Range, scene: Scene, state: State, names: Names) -> list[Number] | None:
    """The values of a range in its order; None where it is not known which there are."""
    match over:
        case ir.OverDomain(domain):
            return None if m.layout.piles(domain) else list(range(m.layout.size[domain]))
        case ir.OverSlots(domain):
            return list(range(m.layout.size[domain])) if m.counting.row_of(domain) is None else None
        case ir.OverSeats(start, against):
            first = m.number(start, scene, state, names)
            scene.need(first >= 0)
            turned = False if against is None else m.truth(against, scene, state, names)
            players = range(m.layout.players)
            return [pick_number(turned, m.seat(first, -n), m.seat(first, n)) for n in players]
        case ir.OverNumbers(low, high):
            a, b = m.number(low, scene, state, names), m.number(high, scene, state, names)
            known = isinstance(a, int) and isinstance(b, int) and b - a < MOST_VALUES
            return list(range(a, b + 1)) if known else None
        case ir.OverCards(among):
            m.counts(among, scene, state, names)
            return None
        case ir.OverShapes(among) | ir.OverRests(among):
            m.counts(among, scene, state, names)
            m.doubt(scene)
            return None
        case _:
            assert_never(over)


def unrolled(m: Means, var: str, over: ir.Range, cond: ir.Expr) -> tuple[ir.Range, ir.Expr]:
    """A range and its condition: numbers up to what the last may be at most, each only if it is no greater than the
    last; what goes over anything else, or over too much, as it is."""
    if not isinstance(over, ir.OverNumbers) or constant(over.high) is not None:
        return over, cond
    low, high = constant(over.low), m.greatest(over.high)
    if low is None or high is None or high - low >= MOST_VALUES:
        return over, cond
    reached = ir.Compare("<=", ir.Var(var, ir.Int()), over.high)
    return ir.OverNumbers(over.low, fold.number(high)), conjunction(reached, cond)


# ---------------------------------------------------------------- some, every, how many


def quantified(m: Means, expr: ir.Quantify, scene: Scene, state: State, names: Names) -> t.Flag:
    """Whether some, or every, value satisfies the condition."""
    if _some(expr):
        expr = _unrolled(m, expr)
    if isinstance(expr.over, ir.OverCards):
        return _of_cards(m, expr, expr.over.cards, scene, state, names)
    values = values_of(m, expr.over, scene, state, names)
    if values is not None:
        return _in_turn(m, expr, values, scene, state, names)
    some, row = _some(expr), _row(m, expr.over)
    if row is None:
        m.doubt(scene)
        return scene.flag()
    piles, most = _piles(m, row, scene, state)
    slots = isinstance(expr.over, ir.OverSlots)
    match _filled(expr, row):
        case True:
            return piles >= 1 if some else piles == most if slots else True
        case False if slots:
            return piles < most if some else piles == 0
        case False:
            return False if some else piles == 0
        case None:
            m.doubt(scene)
            there = scene.flag()
            if slots:
                return there
            return t.all_of((there, piles >= 1)) if some else t.any_of((there, piles == 0))


def _unrolled(m: Means, expr: ir.Quantify) -> ir.Quantify:
    over, cond = unrolled(m, expr.var, expr.over, expr.cond)
    return replace(expr, over=over, cond=cond)


def _some(expr: ir.Quantify) -> bool:
    """Is it said of some value, and not of every one?"""
    match expr.kind:
        case "some":
            return True
        case "every":
            return False
        case "count":
            raise TypeError("a number is no condition")
        case _:
            assert_never(expr.kind)


def _in_turn(m: Means, expr: ir.Quantify, values: list[Number], scene: Scene, state: State, names: Names) -> t.Flag:
    found: list[t.Flag] = []
    before, some = scene.path, _some(expr)
    try:
        for value in values:
            cond = m.truth(expr.cond, scene, state, {**names, expr.var: value})
            found.append(cond)
            scene.path = t.all_of((scene.path, t.neg(cond) if some else cond))
    finally:
        scene.path = before
    return t.any_of(found) if some else t.all_of(found)


def _of_cards(m: Means, expr: ir.Quantify, among: ir.Expr, scene: Scene, state: State, names: Names) -> t.Flag:
    """Some card fits where one is chosen; where none is chosen all were read, one of each class among them.

    Where the condition is not of the card alone, one card of each class stands for those of its class: one that decides
    the matter where there is such, else any.
    """
    some = _some(expr)
    wanted = expr.cond if some else ir.Not(expr.cond)
    if _told_by_classes(m, expr.var, wanted, scene, state, names):
        found = total(cards.chosen(m, expr.var, among, wanted, scene, state, names)) >= 1
        return found if some else t.neg(found)
    whole = m.counts(among, scene, state, names)
    conds, read = [], []
    for number, n in enumerate(whole):
        if isinstance(n, int) and n == 0:
            continue
        looked = scene.flag()
        scene.note(t.implies(looked, n >= 1))
        with scene.under(looked):
            card = CardName(m.any(ir.Card(), scene), _unit(number, len(whole)))
            holds = m.truth(expr.cond, scene, state, {**names, expr.var: card})
        conds.append(t.all_of((looked, holds if some else t.neg(holds))))
        read.append(t.implies(n >= 1, looked))
    decided = t.any_of(conds)
    scene.note(t.any_of((decided, t.all_of(read))))
    return decided if some else t.neg(decided)


def _told_by_classes(m: Means, var: str, cond: ir.Expr, scene: Scene, state: State, names: Names) -> bool:
    """Do the classes of cards tell for which of them a condition holds, whatever else it hangs on?"""
    if m.fixed.values(var, cond, names) is not None:
        return True
    told = [{c for c, value in enumerate(case.values) if value} for case in cases(m, var, cond, scene, state, names)]
    return bool(told) and not any(one & fits and one - fits for fits in told for one in m.counting.classes)


def _unit(number: int, classes: int) -> Counts:
    return tuple(int(n == number) for n in range(classes))


def number_of(m: Means, expr: ir.Quantify, scene: Scene, state: State, names: Names) -> Number:
    """How many values satisfy the condition."""
    expr = _unrolled(m, expr)
    if isinstance(expr.over, ir.OverCards):
        return total(cards.chosen(m, expr.var, expr.over.cards, expr.cond, scene, state, names))
    values = values_of(m, expr.over, scene, state, names)
    if values is not None:
        conds = [m.truth(expr.cond, scene, state, {**names, expr.var: value}) for value in values]
        return total(pick_number(cond, 1, 0) for cond in conds)
    row = _row(m, expr.over)
    if row is None:
        m.doubt(scene)
        return scene.number(0)
    piles, most = _piles(m, row, scene, state)
    slots, filled = isinstance(expr.over, ir.OverSlots), _filled(expr, row)
    if filled is not None:
        return piles if filled else most - piles if slots else 0
    if expr.cond == YES:
        return most if slots else piles
    m.doubt(scene)
    return scene.number(0, most if slots else piles)


# ---------------------------------------------------------------- sums and extremes


def summed(m: Means, expr: ir.Sum, scene: Scene, state: State, names: Names) -> Number:
    """The sum of a value over those that satisfy the condition."""
    over, cond = unrolled(m, expr.var, expr.over, expr.cond)
    expr = replace(expr, over=over, cond=cond)
    if isinstance(expr.over, ir.OverCards):
        return _sum_of_cards(m, expr, expr.over.cards, scene, state, names)
    values = values_of(m, expr.over, scene, state, names)
    if values is not None:
        return total(_summands(m, expr, values, scene, state, names))
    row = _row(m, expr.over)
    if row is not None and expr.cond == YES and expr.value == ir.Size(ir.Place(row, (_var(expr),))):
        first = m.layout.cells_of(row).start
        return total(scene.read(Key("row", first, n), state) for n in range(len(m.counting.classes)))
    m.doubt(scene)
    return scene.number()


def _sum_of_cards(m: Means, expr: ir.Sum, among: ir.Expr, scene: Scene, state: State, names: Names) -> Number:
    each = m.fixed.values(expr.var, expr.value, names)
    held = cards.chosen(m, expr.var, among, expr.cond, scene, state, names)
    if each is not None:
        return cards.summed(m, held, each, scene)
    told = cases(m, expr.var, expr.value, scene, state, names)
    with scene.under(t.neg(t.any_of(case.when for case in told))):
        m.doubt(scene)
    found: Number = scene.number()
    for case in told:
        found = pick_number(case.when, cards.summed(m, held, case.values, scene), found)
    return found


def _summands(
    m: Means, expr: ir.Sum, values: list[Number], scene: Scene, state: State, names: Names
) -> Iterator[Number]:
    for value in values:
        named = {**names, expr.var: value}
        cond = m.truth(expr.cond, scene, state, named)
        if cond is False:
            continue
        with scene.under(cond):
            one = m.number(expr.value, scene, state, named)
        yield pick_number(cond, one, 0)


def extreme(m: Means, expr: ir.Extreme, scene: Scene, state: State, names: Names) -> Number:
    """The least or greatest key; without a meaning where there is none."""
    values = values_of(m, expr.over, scene, state, names)
    if values is None:
        m.doubt(scene)
        return scene.number()
    return _outmost(m, expr, values, scene, state, names)[1]


def best(m: Means, expr: ir.Best, scene: Scene, state: State, names: Names) -> Number:
    """Whose key is least or greatest; without a meaning where that is none, or more than one."""
    values = values_of(m, expr.over, scene, state, names)
    m.doubt(scene)
    if values is None:
        return m.any(element_of(expr.over), scene)
    return _outmost(m, expr, values, scene, state, names)[0]


def _outmost(
    m: Means, expr: ir.Extreme | ir.Best, values: list[Number], scene: Scene, state: State, names: Names
) -> tuple[Number, Number]:
    """The value whose key is least or greatest, and the key."""
    found, key_found = scene.number(), scene.number()
    ways = []
    for value in values:
        named = {**names, expr.var: value}
        cond = m.truth(expr.cond, scene, state, named)
        with scene.under(cond):
            key = m.number(expr.key, scene, state, named)
        ways.append((cond, key, value))
    scene.need(t.any_of(cond for cond, _, _ in ways))
    for cond, key, _ in ways:
        scene.note(t.implies(cond, _no_less(expr.end, key_found, key)))
    scene.note(t.any_of(t.all_of((cond, key_found == key, found == value)) for cond, key, value in ways))
    return found, key_found


def _no_less(end: ir.LeastOrGreatest, outmost: Number, key: Number) -> t.Flag:
    match end:
        case "least":
            return outmost <= key
        case "greatest":
            return outmost >= key
        case _:
            assert_never(end)


def first(m: Means, expr: ir.First, scene: Scene, state: State, names: Names) -> Number:
    """The first value that satisfies the condition; else the other one."""
    maybe = presumed(expr)
    if maybe is not None:
        somebody = m.number(maybe, scene, state, names)
        scene.need(somebody >= 0)
        return somebody
    values = values_of(m, expr.over, scene, state, names)
    if values is None:
        return _first_of_many(m, expr, scene, state, names)
    conds: list[t.Flag] = []
    before = scene.path
    try:
        for value in values:
            cond = m.truth(expr.cond, scene, state, {**names, expr.var: value})
            conds.append(cond)
            scene.path = t.all_of((scene.path, t.neg(cond)))
        if expr.other is None:
            scene.need(False)
            result: Number = m.any(element_of(expr.over), scene)
        else:
            result = m.number(expr.other, scene, state, names)
    finally:
        scene.path = before
    for value, cond in zip(reversed(values), reversed(conds), strict=True):
        result = pick_number(cond, value, result)
    return result


def _first_of_many(m: Means, expr: ir.First, scene: Scene, state: State, names: Names) -> Number:
    m.doubt(scene)
    is_found = True if expr.other is None else scene.flag()
    with scene.under(is_found):
        found = m.any(element_of(expr.over), scene)
        row = _row(m, expr.over)
        if row is not None:
            _known_of_a_pile(m, expr, row, found, scene, state)
    if expr.other is None:
        return found
    with scene.under(t.neg(is_found)):
        other = m.number(expr.other, scene, state, names)
    return pick_number(is_found, found, other)


def _known_of_a_pile(m: Means, expr: ir.First, row: str, found: Number, scene: Scene, state: State) -> None:
    """Whether the pile that was found holds a card, where the range or the condition says so."""
    held = total(cards.pile(m, row, found, scene, state))
    filled = _says(expr.cond, ir.Place(row, (_var(expr),)))
    if isinstance(expr.over, ir.OverDomain) or filled:
        scene.note(held >= 1)
    elif filled is False:
        scene.note(held == 0)


# ---------------------------------------------------------------- piles of a row


def _row(m: Means, over: ir.Range) -> str | None:
    return m.counting.row_of(over.domain) if isinstance(over, ir.OverDomain | ir.OverSlots) else None


def _piles(m: Means, row: str, scene: Scene, state: State) -> tuple[Number, int]:
    cells = m.layout.cells_of(row)
    return scene.read(Key("piles", cells.start), state), len(cells)


def _var(expr: ir.Quantify | ir.Sum | ir.First) -> ir.Var:
    return ir.Var(expr.var, element_of(expr.over))


def _filled(expr: ir.Quantify, row: str) -> bool | None:
    """Does the condition say no more than that the pile holds a card (True), or that it holds none (False)?"""
    return _says_only(expr.cond, ir.Place(row, (_var(expr),)))


def _says_only(cond: ir.Expr, pile: ir.Place) -> bool | None:
    parts = tuple(settled(cond, True))
    return _says(cond, pile) if len(parts) == 1 else None


def _says(cond: ir.Expr, pile: ir.Place) -> bool | None:
    """The same of a condition that may say more."""
    for part, holds in settled(cond, True):
        if emptied(part) == pile:
            return not holds
        if counted(part) == (pile, True):
            return holds
    return None


def is_in(m: Means, over: ir.Range, value: Number, scene: Scene, state: State) -> t.Flag:
    """Is a word one of those that a range goes through? Nobody is not; of a row that counts only piles with a card."""
    match over:
        case ir.OverNumbers() | ir.OverCards() | ir.OverShapes() | ir.OverRests():
            return True
        case ir.OverSlots() | ir.OverSeats():
            return value >= 0
        case ir.OverDomain(domain):
            if not m.layout.piles(domain):
                return value >= 0
            row = m.counting.row_of(domain)
            with scene.under(value >= 0):
                there = scene.flag() if row is None else total(cards.pile(m, row, value, scene, state)) >= 1
            return t.all_of((value >= 0, there))
        case _:
            assert_never(over)


# ---------------------------------------------------------------- a name for one of a range


def name_for(m: Means, over: ir.Range, scene: Scene, state: State, names: Names) -> Any:
    """What a name stands for that is bound to some value of a range."""
    match over:
        case ir.OverCards(among):
            return cards.some_one(m, m.counts(among, scene, state, names), scene)
        case ir.OverShapes(among, shape):
            found = scene.some_of(m.counts(among, scene, state, names))
            cards.shaped(m, shape, found, scene)
            return CardsName(found)
        case ir.OverRests(among):
            return CardsName(scene.some_of(m.counts(among, scene, state, names)))
        case _:
            return _one_of(m, over, scene, state, names)


def _one_of(m: Means, over: ir.Range, scene: Scene, state: State, names: Names) -> Any:
    values = values_of(m, over, scene, state, names)
    kind = element_of(over)
    if is_truth(kind):
        return scene.flag()
    some = m.any(kind, scene)
    if values is not None:
        scene.note(t.any_of(some == value for value in values))
    elif isinstance(over, ir.OverNumbers):
        low, high = (m.number(end, scene, state, names) for end in (over.low, over.high))
        scene.note(t.all_of((low <= some, some <= high)))
    elif (row := _row(m, over)) is not None and isinstance(over, ir.OverDomain):
        scene.note(total(cards.pile(m, row, some, scene, state)) >= 1)
    return some
