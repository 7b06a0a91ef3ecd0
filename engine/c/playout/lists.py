"""Choices of cards listed once for all kinds of moves that offer the same ones."""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from engine.c import tree as c
from engine.c.playout.play import EPOCH, Playing
from engine.c.playout.profile import Part
from engine.c.rules import folds
from engine.c.rules.choices import pattern, start
from engine.c.rules.engine import G, Value
from engine.c.rules.values import card_set
from engine.core import program as p
from engine.core import terms as t
from engine.core.by_card import free
from spec.ir import nodes as ir

LIST = c.Name("l")


def is_ordered(w: Playing, param: p.MoveParam) -> bool:
    """Are the choices sequences?"""
    match param.choice:
        case p.PickCards(_, shape):
            return w.m.index.shapes[shape].ordered
        case _:
            return False


def listed(w: Playing, param: p.MoveParam) -> c.Name:
    """The list of a parameter's choices, made now if it is not there yet."""
    choice = param.choice
    match choice:
        case p.PickCards(cards, shape):
            key: tuple[object, ...] = (cards, replace(w.m.index.shapes[shape], source=ir.Source("")))
        case p.PickCard(cards) | p.PickFrom(t.CardsOf(cards)):
            key = (cards,)
        case p.PickFrom():
            raise AssertionError("a range is not listed")
        case _:
            assert_never(choice)
    names = tuple(free(choice))
    number = w.m.list_number((key, names, param.name) if names else key)
    place = c.At(c.Through(G, "lists"), c.Int(number))
    apart = "list", number
    if apart not in w.m.apart:
        heads = tuple(c.Param(w.env[name].type, f"p_{i}") for i, name in enumerate(names))

        def fill(inner: Playing) -> None:
            for name, head in zip(names, heads, strict=True):
                inner.env[name] = replace(w.env[name], expr=c.Name(head.name))
            _fill(inner, place, param)

        w.m.apart[apart] = w.outlined(f"list_{param.name}", heads, c.VOID, fill, steady=False)
    with w.block() as made, w.charged(_choices_of(w, param)):
        w.add(c.Do(w.call(w.m.apart[apart], tuple(w.env[name].expr for name in names))))
    found = w.declare("l", c.Pointer(c.Constant(c.Named("list_t"))), c.Unary("&", place))
    stale = c.Binary("!=", c.Through(found, "epoch"), EPOCH)
    w.add(*made) if names else w.add(c.If(stale, tuple(made)))
    return found


def _choices_of(w: Playing, param: p.MoveParam) -> Part | None:
    """Listing the choices of a shape that has a name is a part of its own; else it belongs to finding the moves."""
    match param.choice:
        case p.PickCards(_, shape) if not shape.startswith("("):
            return Part("choices", w.m.index.shapes[shape].source)
        case _:
            return None


def _fill(w: Playing, place: c.Expr, param: p.MoveParam) -> None:
    w.names.add("l")
    w.add(c.Declare(c.Pointer(c.Named("list_t")), "l", c.Unary("&", place)))
    size = 0
    match param.choice:
        case p.PickCards(_, shape) if is_ordered(w, param):
            size = max(max(w.m.shape(shape).longest, 0) + 1, 16)
        case _:
            pass
    w.add(c.Assign(c.Through(LIST, "epoch"), EPOCH), c.Assign(c.Through(LIST, "n"), c.Int(0)),
          c.Assign(c.Through(LIST, "stride"), c.Int(size)))  # fmt: skip
    match param.choice:
        case p.PickCard(cards) | p.PickFrom(t.CardsOf(cards)):
            found = w.named(card_set(w, cards), "from")
            with folds.loop(w, param.name, t.CardsOf(cards), found) as card:
                w.add(c.Do(c.Call("list_card", (G, LIST, card.expr))))
        case p.PickCards(cards, shape):
            _choices(w, cards, w.m.index.shapes[shape])
        case p.PickFrom():
            raise AssertionError("a range is not listed")


def _choices(w: Playing, cards: t.Expr, shape: ir.Shape) -> None:
    among = card_set(w, cards)
    if shape.parts:
        begun = w.declare("base", c.Named("size_t"), c.Through(G, "bag_size"))
        w.add(c.Do(c.Call("bag_mix", (G, w.m.mix_of(shape), among.expr))))
        w.add(c.Do(c.Call("list_bag", (G, LIST, begun))), c.Do(c.Call("list_made", (G, LIST))))
        w.stops()
        return
    about, in_order = pattern(w.m, shape)
    name = c.Name(w.fresh("chosen"))
    w.add(c.Declare(c.Named("choice"), name.name, None))
    w.add(start(w, name, about, among.expr, shape))
    goes_on = c.Call("next_choice", (G, c.Unary("&", name), about))
    gathered: c.Body = ()
    if shape.ordered:
        pile = w.declare("pile", c.Array(c.BYTE, c.Name("PILE")), None)
        goes_on = c.Call("next_in_line", (G, c.Unary("&", name), about, pile))
        keep = c.Call("list_pile", (G, LIST, pile))
    else:
        if shape.line != "none":
            goes_on = c.Call("next_in_line", (G, c.Unary("&", name), about, c.Name("NULL")))
        base = None if in_order else w.declare("base", c.Named("size_t"), c.Through(G, "bag_size"))
        keep = c.Call("list_cards" if in_order else "bag_add",
                      (G, *((LIST,) if in_order else ()), c.Member(name, "cards")))  # fmt: skip
        if base is not None:
            gathered = (c.Do(c.Call("list_bag", (G, LIST, base))),)
    w.add(c.For(None, goes_on, None, (c.Do(keep),)), *gathered)
    w.add(c.Do(c.Call("list_made", (G, LIST))))
    w.stops()


def entry(w: Playing, param: p.MoveParam, held: c.Name, j: c.Expr) -> Value:
    """The entry j of a list as the parameter's value."""
    if is_ordered(w, param):
        at = c.Binary("+", c.Through(held, "piles"), c.Binary("*", j, c.Through(held, "stride")))
        return Value(w.declare("one", c.PILE, at), c.PILE)
    one = c.At(c.Through(held, "sets"), j)
    if isinstance(param.choice, p.PickCards):
        return Value(w.declare("one", c.CARDS, one), c.CARDS)
    return Value(w.declare("one", c.INT, c.Cast(c.INT, one)), c.INT)
