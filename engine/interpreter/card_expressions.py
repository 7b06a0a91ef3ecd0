"""The meaning of expressions about cards: attributes, values, sets and shapes.

Leaves all others to `engine.interpreter.expressions`.
"""

from __future__ import annotations

from typing import Literal, assert_never

from engine.interpreter.compiled_expression import CardsCode, Code, Means, Number
from engine.interpreter.faults import undefined
from engine.interpreter.frame import Frame, rebind
from spec.ir import nodes as ir
from spec.ir.references import references
from spec.ir.types import is_card, taken


def cards_meaning(m: Means, expr: ir.AboutCards) -> Code:
    """The meaning of an expression about cards."""
    match expr:
        case ir.Attr(attr, card):
            return _attribute(m, attr, card)
        case ir.Adjacent():
            return _adjacent(m, expr)
        case ir.Total() | ir.CanTotal():
            return _worth(m, expr)
        case ir.Size(cards):
            counted = m.cards(cards)
            return lambda f: len(counted(f))
        case ir.EndCard():
            return _end_card(m, expr)
        case ir.EndCards():
            return _end_cards(m, expr)
        case ir.Just(card):
            one = _certain(m, card)
            return lambda f: (one(f),)
        case ir.Member(card, cards):
            one, among = m.number(card), m.cards(cards)
            return lambda f: int(one(f) in among(f))
        case ir.Combine(op, left, right):
            return _combine(op, m.cards(left), m.cards(right))
        case ir.Filter():
            return _filter(m, expr)
        case ir.HasShape(cards, shape):
            return _has_shape(m, cards, shape)
        case _:
            assert_never(expr)


def _certain(m: Means, card: ir.Expr) -> Number:
    """A card of the deck; one that the deck lacks has no properties."""
    one = m.number(card)
    if taken(card):
        return one

    def checked(f: Frame) -> int:
        found = one(f)
        if found < 0:
            undefined("this card is not in the deck", f.names)
        return found

    return checked


def _attribute(m: Means, attr: str, card: ir.Expr) -> Code:
    deck = m.layout.deck
    table = {"rank": [c.rank for c in deck], "suit": [c.suit for c in deck], "colour": [c.colour for c in deck]}[attr]
    one = _certain(m, card)
    return lambda f: table[one(f)]


def _adjacent(m: Means, expr: ir.Adjacent) -> Code:
    left, right, ranks = _rank(m, expr.left), _rank(m, expr.right), m.layout.size["rank"]
    steps = {"above": {1}, "below": {-1}, "beside": {1, -1}}[expr.way]
    if expr.wrap:
        steps = {step % ranks for step in steps}
        return lambda f: int((left(f) - right(f)) % ranks in steps)
    return lambda f: int(left(f) - right(f) in steps)


def _rank(m: Means, expr: ir.Expr) -> Number:
    """The rank of a card, or a rank as it is."""
    if not is_card(m.kind(expr)):
        return m.number(expr)
    ranks, one = [card.rank for card in m.layout.deck], _certain(m, expr)
    return lambda f: ranks[one(f)]


def _worth(m: Means, expr: ir.Total | ir.CanTotal) -> Code:
    values, cards = m.index.tables[expr.table].values, m.cards(expr.cards)
    if isinstance(expr, ir.CanTotal):
        wanted = m.number(expr.amount)
        return lambda f: int(wanted(f) in _totals(values, cards(f), f))
    pick = {"least": 0, "greatest": -1}[expr.end]

    def total(f: Frame) -> int:
        sum_ = 0
        for card in cards(f):
            if not values[card]:
                undefined(f"a card has no value in {expr.table}", f.names)
            sum_ += values[card][pick]
        return sum_

    return total


def _totals(values: tuple[tuple[int, ...], ...], cards: tuple[int, ...], f: Frame) -> set[int]:
    """Every sum that the cards make, each counted by one of its values."""
    sums = {0}
    for card in cards:
        if not values[card]:
            undefined("a card has no value to be counted by", f.names)
        sums = {total + value for total in sums for value in values[card]}
    return sums


def _end_card(m: Means, expr: ir.EndCard) -> Code:
    cards, end = m.cards(expr.cards), expr.end
    at = {"top": -1, "bottom": 0}[end]
    what = next((name for kind, name in references(expr.cards) if kind == "zone"), "these cards")

    def end_card(f: Frame) -> int:
        found = cards(f)
        if not found:
            undefined(f"there is no {end} card, since there are no cards in {what}", f.names)
        return found[at]

    return end_card


def _end_cards(m: Means, expr: ir.EndCards) -> CardsCode:
    count, cards, on_top = m.number(expr.count), m.cards(expr.cards), {"top": True, "bottom": False}[expr.end]

    def end_cards(f: Frame) -> tuple[int, ...]:
        wanted, found = count(f), cards(f)
        if not 0 <= wanted <= len(found):
            there = "only 1 is" if len(found) == 1 else f"{len(found)} are"
            undefined(f"the {expr.end} {wanted} cards are asked for, where {there} there", f.names)
        return found[len(found) - wanted :] if on_top else found[:wanted]

    return end_cards


def _combine(op: Literal["plus", "without", "common"], left: CardsCode, right: CardsCode) -> Code:
    match op:
        case "plus":
            return lambda f: tuple(sorted({*left(f), *right(f)}))
        case "without":
            return lambda f: tuple(sorted(set(left(f)).difference(right(f))))
        case "common":
            return lambda f: tuple(sorted(set(left(f)).intersection(right(f))))


def _filter(m: Means, expr: ir.Filter) -> Code:
    cards, cond, var = m.card_set(expr.cards), m.number(expr.cond), expr.var

    def kept(f: Frame) -> tuple[int, ...]:
        names, found = f.names, []
        outer = names.get(var)
        for card in cards(f):
            names[var] = card
            if cond(f):
                found.append(card)
        rebind(names, var, outer)
        return tuple(found)

    return kept


def _has_shape(m: Means, cards: ir.Expr, shape: str) -> Code:
    pattern, held = m.patterns[shape], m.cards(cards)
    if m.kind(cards) == ir.Cards(ordered=True):
        return lambda f: int(pattern.fits(held(f)))
    return lambda f: int(pattern.fits_in_some_order(held(f)))
