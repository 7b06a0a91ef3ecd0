"""Places in a stack: what is said of them is made of `EndCards`, and told from that form again.

A card's place is counted from an end of a stack; the cards above or below it, and the card next to it, follow from it.
To put cards under the top ones of a stack is to lay them on it, and those that were the top ones on them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from spec.ir import nodes as ir
from spec.ir.fold import arithmetic, choice, constant, either, equated, number, reckoned
from spec.ir.types import alone, end_of, steady, stretch_of
from spec.ir.walk import children, walk

ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
PAST: dict[ir.TopOrBottom, Literal["under", "onto"]] = {"top": "under", "bottom": "onto"}
"""How cards are put past others at an end of a stack."""
OTHER: dict[ir.TopOrBottom, ir.TopOrBottom] = {"top": "bottom", "bottom": "top"}
PLACE = "(place)"
"""Stands for a card's place while it is looked for; no name of an author has brackets."""


@dataclass(frozen=True, slots=True)
class Past:
    """So many cards at an end of a stack, or (`up_to`) as many as there are, past which others are put."""

    end: ir.TopOrBottom
    count: ir.Expr
    up_to: bool


def placed(end: ir.TopOrBottom, place: int, cards: ir.Expr) -> ir.Expr:
    """The card at a place, from 1, counted from an end."""
    return ir.EndCard(OTHER[end], ir.EndCards(end, number(place), cards))


def place_of(end: ir.TopOrBottom, card: ir.Expr, cards: ir.Expr) -> ir.Expr:
    """Where a card lies, counted from an end; undefined where it does not lie there."""
    name = PLACE
    while any(getattr(n, "var", "") == name for n in (*walk(card), *walk(cards))):
        name = f"({name})"
    here = ir.EndCard(OTHER[end], ir.EndCards(end, ir.Var(name, ir.Int()), cards))
    return ir.First(name, ir.OverNumbers(number(1), ir.Size(cards)), ir.Compare("=", here, card), None)


def beside(which: Literal["all", "itself", "next"], end: ir.TopOrBottom, card: ir.Expr, cards: ir.Expr) -> ir.Expr:
    """The cards between a card and an end; with the card itself; or the one of them that lies next to it."""
    place = place_of(end, card, cards)
    count = place if which == "itself" else arithmetic("-", place, number(1))
    found = ir.EndCards(end, count, cards)
    return ir.EndCard(OTHER[end], found) if which == "next" else found


def at_most(count: ir.Expr, most: ir.Expr) -> ir.Expr:
    """So many, or as many as there are."""
    return choice(ir.Compare("<", count, most), count, most)


def put_past(cards: ir.Expr, source: ir.Place, target: ir.Place, past: Past, any_order: bool) -> tuple[ir.Effect, ...]:
    """Cards that are put under so many top ones of a stack, or onto so many bottom ones.

    They are laid on the stack, and what is to lie above them after that, so that all keep their order.
    """
    put = number(1) if alone(cards) is not None else ir.Size(cards)
    held = arithmetic("-", ir.Size(target), put)
    count = at_most(past.count, held) if past.up_to else past.count
    above = {"top": count, "bottom": arithmetic("-", held, count)}[past.end]
    passed = ir.EndCards("bottom", above, ir.EndCards("top", arithmetic("+", above, put), target))
    return ir.Move(cards, source, target, "top", any_order), ir.Move(passed, target, target, "top", False)


# ---------------------------------------------------------------- told from their form


@dataclass(frozen=True, slots=True)
class Told:
    """What is said of a place in a stack: the card at a place, or what lies beside a card."""

    which: Literal["place", "all", "itself", "next"]
    end: ir.TopOrBottom
    place: int
    card: ir.Expr | None
    cards: ir.Expr


def told(expr: ir.Expr) -> Told | None:
    """Which of these phrases an expression is, by its form."""
    one = end_of(expr)
    cut = stretch_of(expr if one is None else one[1])
    if cut is None or (one is not None and one[0] != OTHER[cut[0]]):
        return None
    end, count, cards = cut
    place = constant(count)
    if one is not None and place is not None:
        return Told("place", end, place, None, cards)
    match reckoned(count):
        case "-", before, less if constant(less) == 1 and (card := looked_up(before, end, cards)) is not None:
            return Told("all" if one is None else "next", end, 0, card, cards)
        case _ if one is None and (card := looked_up(count, end, cards)) is not None:
            return Told("itself", end, 0, card, cards)
        case _:
            return None


def looked_up(place: ir.Expr, end: ir.TopOrBottom, cards: ir.Expr) -> ir.Expr | None:
    """The card of which an expression is the place from an end."""
    same = filter(None, map(equated, children(place)))
    return next((card for _, card in same if place == place_of(end, card, cards)), None)


def up_to(count: ir.Expr) -> ir.Expr | None:
    """How many are wanted where as many are taken as there are."""
    parts = either(count)
    return parts[1] if parts is not None and count == at_most(parts[1], parts[2]) else None


def told_past(first: ir.Move, second: ir.Move) -> Past | None:
    """Past how many cards at which end two effects put cards, the one after the other."""
    for past in _possible(second.cards):
        if put_past(first.cards, first.source, first.target, past, first.any_order) == (first, second):
            return past
    return None


def _possible(passed: ir.Expr) -> Iterator[Past]:
    cut = stretch_of(passed)
    if cut is None:
        return
    count = cut[1]
    match reckoned(count):
        case "-", held, least if reckoned(held) is not None:
            ways: tuple[tuple[ir.TopOrBottom, ir.Expr], ...] = (("bottom", least), ("top", count))
        case _:
            ways = (("top", count),)
    for side, many in ways:
        if (wanted := up_to(many)) is not None:
            yield Past(side, wanted, up_to=True)
        yield Past(side, many, up_to=False)


def steady_number(expr: ir.Expr) -> bool:
    """Is it a number that no move of cards changes, by its form?"""
    parts = reckoned(expr)
    return constant(expr) is not None or steady(expr) or (parts is not None and all(map(steady_number, parts[1:])))
