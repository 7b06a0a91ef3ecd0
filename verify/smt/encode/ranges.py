"""What runs over a range, as terms: quantifiers, sums, extremes, choices and filters, written out value by value.

Leaves the values' own conditions to `verify.smt.encode.expressions`. A range of cards in an order that is not kept is
read in any order: where that matters a node cannot be said, or (the first card of some) stands for any of them.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import comb
from typing import assert_never

import z3

from spec.ir import nodes as ir
from spec.ir.references import references
from spec.ir.types import comes_again, domain_of, element_of, is_card, is_number, is_word, join, of_cards
from verify.smt.encode import terms as t
from verify.smt.encode.cards import Cards, CardTerm
from verify.smt.encode.free import any_value
from verify.smt.encode.state import pick_value
from verify.smt.encode.symbolic_context import At, Names, Reads, Unencodable, Value


@dataclass(frozen=True, slots=True)
class Item:
    """A value of a range: whether the range has it, and the names under which its condition is read."""

    value: Value
    there: t.Flag
    names: Names
    card: int | None = None


@dataclass(frozen=True, slots=True)
class Judged:
    """A value of a range with its condition, and when that has a meaning."""

    item: Item
    cond: t.Flag
    defined: t.Flag

    @property
    def chosen(self) -> t.Flag:
        """Is the value there and does it satisfy the condition?"""
        return t.all_of((self.item.there, self.cond))


def items_of(enc: Reads, over: ir.Range, var: str, at: At, names: Names) -> tuple[list[Item], bool]:
    """The values of a range, and whether their order is the range's own."""

    def item(value: Value, there: t.Flag = True, card: int | None = None) -> Item:
        return Item(value, there, {**names, var: value}, card)

    match over:
        case ir.OverDomain(domain):
            return [item(v, there) for v, there in _present(enc, domain, at)], True
        case ir.OverSlots(domain):
            return [item(v) for v in range(enc.layout.size[domain])], True
        case ir.OverSeats(start, against):
            first = enc.word(start, at, names)
            at.need(t.neg(t.cases_of(first).get(ir.NOBODY, False)))
            turned, defined = (False, True) if against is None else enc.part(against, at, names)
            at.need(defined)
            players = enc.layout.players
            on = [t.shifted(first, n, players) for n in range(players)]
            back = [t.shifted(first, -n, players) for n in range(players)]
            return [item(t.pick_word(turned, b, a)) for a, b in zip(on, back, strict=True)], True
        case ir.OverCards(cards):
            found = enc.cards(cards, at, names)
            known = found.fixed or range(enc.deck.size)
            items = [item(1 << enc.deck.at[c], enc.deck.has(found.held, c), c) for c in known]
            kept = [i for i in items if i.there is not False]
            return kept, found.fixed is not None or len(kept) < 2 or enc.kind(cards) == ir.Cards(ordered=False)
        case ir.OverNumbers(low, high):
            a, b = enc.number(low, at, names), enc.number(high, at, names)
            span = range(t.bounds(a)[0], t.bounds(b)[1] + 1)
            return [item(n, t.all_of((t.neg(t.less(n, a)), t.neg(t.less(b, n))))) for n in span], True
        case ir.OverShapes():
            raise Unencodable(over, "a search for cards of a shape among others")
        case ir.OverRests():
            raise Unencodable(over, "a search for what is left when sets of cards are taken out")
        case _:
            assert_never(over)


def _present(enc: Reads, domain: str, at: At) -> list[tuple[int, t.Flag]]:
    """All of a domain, or the piles of a row that hold a card."""
    cells = enc.layout.piles(domain)
    if not cells:
        return [(value, True) for value in range(enc.layout.size[domain])]
    return [(v, t.any_of(enc.deck.some(at.state.cells[c].held) for c in places)) for v, places in enumerate(cells)]


def judged(enc: Reads, over: ir.Range, var: str, cond: ir.Expr, at: At, names: Names) -> tuple[list[Judged], bool]:
    """The values of a range that may be there, each with its condition; and whether they stand in order."""
    items, in_order = items_of(enc, over, var, at, names)
    found = []
    for item in items:
        if item.there is not False:
            value, defined = enc.part(cond, at, item.names)
            found.append(Judged(item, value, defined))
    return found, in_order


def _all_defined(found: list[Judged], at: At) -> None:
    for one in found:
        at.need(t.implies(one.item.there, one.defined))


def over_range(enc: Reads, expr: ir.Fold, at: At, names: Names) -> Value:
    """The value of an expression that runs over a range."""
    found, in_order = judged(enc, expr.over, expr.var, expr.cond, at, names)
    match expr:
        case ir.Quantify(kind):
            match kind:
                case "count":
                    _all_defined(found, at)
                    return _how_many(enc, expr.over, found, at, names)
                case "some":
                    return _quantified(enc, expr, found, in_order, False, at)
                case "every":
                    return _quantified(enc, expr, found, in_order, True, at)
        case ir.Sum():
            _all_defined(found, at)
            return _sum(enc, expr, found, at, names)
        case ir.Extreme():
            _all_defined(found, at)
            return _extreme(enc, expr, found, at)
        case ir.Best():
            _all_defined(found, at)
            return _best(enc, expr, found, at)
        case ir.First():
            return _first(enc, expr, found, in_order, at, names)
        case _:
            assert_never(expr)


@dataclass(frozen=True, slots=True)
class Quantified:
    """That `some` value of a range satisfies a condition, or else that every one does."""

    some: bool
    var: str
    over: ir.Range
    cond: ir.Expr


def quantified(expr: ir.Expr) -> Quantified | None:
    """A condition as one over a range; None where it is no such, or counts."""
    match expr:
        case ir.Quantify("some" | "every" as kind, var, over, cond):
            return Quantified({"some": True, "every": False}[kind], var, over, cond)
        case _:
            return None


def whole_range(enc: Reads, over: ir.Range, at: At, names: Names) -> tuple[CardTerm, ir.Shape | None] | None:
    """The cards that a range goes through or takes sets of, and the shape of these; None where it has other values."""
    match over:
        case ir.OverCards(cards):
            return enc.cards(cards, at, names).held, None
        case ir.OverShapes(cards, shape) if enc.index.shapes[shape].line != "steps":
            return enc.cards(cards, at, names).held, enc.index.shapes[shape]
        case _:
            return None


def _quantified(enc: Reads, expr: ir.Expr, found: list[Judged], in_order: bool, every: bool, at: At) -> t.Flag:
    """Is there one (of the contrary, for `every`)? Read in order, up to the first."""
    hits = [t.all_of((one.item.there, t.neg(one.cond) if every else one.cond)) for one in found]
    if any(one.defined is not True for one in found):
        if not in_order:
            _met_in_any_order(enc, expr, found, t.any_of(hits), at)
        for number, one in enumerate(found if in_order else ()):
            at.need(t.any_of((*hits[:number], t.implies(one.item.there, one.defined))))
    some = t.any_of(hits)
    return t.neg(some) if every else some


def _met_in_any_order(enc: Reads, expr: ir.Expr, found: list[Judged], some: t.Flag, at: At) -> None:
    """A condition that has no meaning for some cards: where one of them may be met first, or a card that decides.

    One that has a meaning for all or for none needs no order.
    """
    every = t.all_of(t.implies(one.item.there, one.defined) for one in found)
    if all(t.is_same(one.defined, found[0].defined) for one in found):
        at.need(every)
        return
    why = Unencodable(expr, "a condition that may have no meaning, over cards whose order is not kept")
    if not enc.loose:
        raise why
    enc.left_free[id(expr)] = expr, why.why
    at.need(t.any_of((every, t.all_of((some, z3.Bool(enc.space.name("meant")))))))


def mask_of(enc: Reads, found: list[Judged]) -> int | None:
    """Of cards with conditions that are known of each: those that satisfy it."""
    if any(one.item.card is None or not isinstance(one.cond, bool) for one in found):
        return None
    return enc.deck.set_of([one.item.card for one in found if one.cond and one.item.card is not None])


def _how_many(enc: Reads, over: ir.Range, found: list[Judged], at: At, names: Names) -> Value:
    if isinstance(over, ir.OverCards):
        return enc.deck.size_of(_chosen(enc, enc.cards(over.cards, at, names).held, found))
    total: t.Number = 0
    for one in found:
        total = t.add(total, t.pick_number(one.chosen, 1, 0))
    return total


def _chosen(enc: Reads, held: CardTerm, found: list[Judged]) -> CardTerm:
    """The cards that satisfy their conditions, as a set."""
    mask = mask_of(enc, found)
    if mask is not None:
        return enc.deck.common(held, mask)
    by_place = {enc.deck.at[one.item.card]: one.chosen for one in found if one.item.card is not None}
    flags = [by_place.get(place, False) for place in reversed(range(enc.deck.size))]
    bits = [z3.BitVecVal(int(f), 1) if isinstance(f, bool) else z3.If(f, _ONE, _ZERO) for f in flags]
    return z3.Concat(*bits) if len(bits) > 1 else bits[0]


_ONE, _ZERO = z3.BitVecVal(1, 1), z3.BitVecVal(0, 1)


def filtered(enc: Reads, expr: ir.Filter, at: At, names: Names) -> Cards:
    """The cards for which a condition holds."""
    over = ir.OverCards(expr.cards)
    found, _ = judged(enc, over, expr.var, expr.cond, at, names)
    _all_defined(found, at)
    return Cards(_chosen(enc, enc.cards(expr.cards, at, names).held, found))


def _sum(enc: Reads, expr: ir.Sum, found: list[Judged], at: At, names: Names) -> t.Number:
    values: list[t.Number] = []
    for one in found:
        value, defined = enc.part(expr.value, at, one.item.names)
        at.need(t.implies(one.chosen, defined))
        values.append(enc.deck.counted(value))
    mask = mask_of(enc, found)
    if mask is not None and isinstance(expr.over, ir.OverCards) and all(isinstance(v, int) for v in values):
        weights = {one.item.card: v for one, v in zip(found, values, strict=True)}
        held = enc.deck.common(enc.cards(expr.over.cards, at, names).held, mask)
        return enc.deck.weighed(held, [_known(weights.get(c, 0)) for c in range(enc.deck.size)])
    total: t.Number = 0
    for one, value in zip(found, values, strict=True):
        total = t.add(total, t.pick_number(one.chosen, value, 0))
    return total


def _known(number: t.Number) -> int:
    assert isinstance(number, int)
    return number


def _keys(enc: Reads, expr: ir.Extreme | ir.Best, found: list[Judged], at: At) -> list[t.Number]:
    keys: list[t.Number] = []
    for one in found:
        value, defined = enc.part(expr.key, at, one.item.names)
        at.need(t.implies(one.chosen, defined))
        keys.append(t.number_of(value) if isinstance(value, t.Word) else enc.deck.counted(value))
    return keys


def _extreme(enc: Reads, expr: ir.Extreme, found: list[Judged], at: At) -> t.Number:
    keys = _keys(enc, expr, found, at)
    at.need(t.any_of(one.chosen for one in found))
    if not found:
        return 0
    if all(isinstance(k, int) for k in keys):
        groups: dict[int, list[t.Flag]] = {}
        for one, key in zip(found, keys, strict=True):
            groups.setdefault(_known(key), []).append(one.chosen)
        order = sorted(groups, reverse={"least": False, "greatest": True}[expr.end])
        return t.pick_first(((t.any_of(groups[k]), k) for k in order), order[-1])
    best, any_so_far = keys[0], found[0].chosen
    for one, key in zip(found[1:], keys[1:], strict=True):
        low, high = {"least": (key, best), "greatest": (best, key)}[expr.end]
        better = t.less(low, high)
        best = t.pick_number(t.all_of((one.chosen, t.any_of((t.neg(any_so_far), better)))), key, best)
        any_so_far = t.any_of((any_so_far, one.chosen))
    return best


def _best(enc: Reads, expr: ir.Best, found: list[Judged], at: At) -> Value:
    keys = _keys(enc, expr, found, at)
    wins: list[t.Flag] = []
    for number, one in enumerate(found):
        beats = [one.chosen]
        for other, rival in enumerate(found):
            if other != number:
                a, b = keys[number], keys[other]
                low, high = {"least": (a, b), "greatest": (b, a)}[expr.end]
                beats.append(t.implies(rival.chosen, t.less(low, high)))
        wins.append(t.all_of(beats))
    at.need(t.any_of(wins))
    if not found:
        raise Unencodable(expr, "a choice from nothing")
    kind, chosen = element_of(expr.over), found[-1].item.value
    for one, win in zip(found[:-1], wins, strict=False):
        chosen = pick_value(enc.deck, kind, win, one.item.value, chosen)
    return chosen


def _first(enc: Reads, expr: ir.First, found: list[Judged], in_order: bool, at: At, names: Names) -> Value:
    kind = element_of(expr.over)
    if not in_order:
        found = [replace(one, cond=t.all_of((one.cond, one.defined))) for one in found]
    some = t.any_of(one.chosen for one in found)
    if in_order:
        for number, one in enumerate(found):
            earlier = [o.chosen for o in found[:number]]
            at.need(t.any_of((*earlier, t.implies(one.item.there, one.defined))))
    else:
        _met_in_any_order(enc, expr, found, some, at)
    if expr.other is None:
        at.need(some)
        chosen = found[-1].item.value if found else None
        if chosen is None:
            raise Unencodable(expr, "a first of nothing")
    else:
        chosen, defined = enc.part(expr.other, at, names)
        at.need(t.any_of((some, defined)))
        kind = join(kind, enc.kind(expr.other)) or kind
    if not in_order:
        return _any_card(enc, found, some, chosen, at)
    for one in reversed(found if expr.other is not None else found[:-1]):
        chosen = pick_value(enc.deck, kind, one.chosen, one.item.value, chosen)
    return chosen


def _any_card(enc: Reads, found: list[Judged], some: t.Flag, other: Value, at: At) -> CardTerm:
    """Any of the cards, since which of them comes first is not kept."""
    d = enc.deck
    card = d.fresh(enc.space.name("first"))
    among = _chosen(enc, d.full, found)
    at.facts.append(t.implies(some, t.all_of((d.some(card), d.at_most_one(card), d.within(card, among)))))
    return d.pick(some, card, other)


# ---------------------------------------------------------------- what is known of numbers that no term is made for


def span_of(enc: Reads, expr: ir.Expr, at: At, names: Names) -> tuple[int, int] | None:
    """What a number is between, if that is seen."""
    match expr:
        case ir.Quantify(_, _, over, _):
            most = _most(enc, over)
            return None if most is None else (0, most)
        case ir.Extreme(_, var, over, _, key):
            return _of_each(enc, key, over, var, at, names)
        case ir.Sum(var, over, _, value):
            most, each = _most(enc, over), _of_each(enc, value, over, var, at, names)
            return None if most is None or each is None else (min(0, most * each[0]), max(0, most * each[1]))
        case _:
            return None


def _of_each(enc: Reads, expr: ir.Expr, over: ir.Range, var: str, at: At, names: Names) -> tuple[int, int] | None:
    """What a number is between that is read for any value of a range; of ranks, their places."""
    kind = element_of(over)
    if is_number(kind):
        return None
    found, _ = enc.part(expr, at, {**names, var: any_value(enc, kind)})
    if is_word(enc.kind(expr)):
        return min(t.cases_of(found)), max(t.cases_of(found))
    return t.bounds(enc.deck.counted(found))


def _most(enc: Reads, over: ir.Range) -> int | None:
    """How many values a range has at most, each counted as often as it comes."""
    kind = element_of(over)
    if comes_again(over) or is_number(kind):
        return None
    if of_cards(kind):
        shapes = [enc.index.shapes[name] for named, name in references(over) if named == "shape"]
        size = enc.deck.size
        return sum(comb(size, n) for shape in shapes for n in range(shape.least, min(shape.most, size) + 1))
    return enc.deck.size if is_card(kind) else enc.layout.size[domain_of(kind)]
