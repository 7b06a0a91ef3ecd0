"""Effects in C for exploring: which card a hidden stack gives is decided when the card leaves it.

Leaves all other effects to `engine.c.generate.effects`. Order of things and numbers of outcomes as in
`verify.search.lazy_shuffle`, which plays so in Python; which stacks may be left undecided is found by
`engine.core.observed_order`.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import groupby

from engine.c.generate import expressions
from engine.c.generate.context import Bound, Context, Scope
from engine.core.observed_order import indifferent, searched
from spec.ir import nodes as ir
from spec.ir.flow import jumps
from spec.ir.walk import walk

MOVING: frozenset[type] = frozenset({ir.Draw, ir.Move, ir.Shuffle, ir.Do})
"""Effects after which cards may be left to be decided."""


def statements(m: Context, made: tuple[ir.Effect, ...], statement: Callable[[ir.Effect], str]) -> str:
    """Several effects, each by `statement`; cards are decided after the last in a row of those that do not mind."""
    if m.waiting:
        return "".join(statement(effect) for effect in made)
    text = ""
    for waits, run in groupby(made, lambda effect: _waits(m, effect)):
        together = tuple(run)
        if not waits:
            text += "".join(statement(effect) for effect in together)
            continue
        m.waiting = True
        part = "".join(statement(effect) for effect in together)
        m.waiting = False
        parts = {type(node) for effect in together for node in walk(effect)}
        if ir.Do in parts:
            part = f"g->waits++;\n{part}g->waits--;\n"
        text += part + ("decide_left(g);\n" if parts & MOVING else "")
    return text


def _waits(m: Context, effect: ir.Effect) -> bool:
    return indifferent(m.index, effect) and not jumps(m.index, effect)


def statement(m: Context, effect: ir.Effect, scope: Scope) -> str | None:
    """One effect that may meet undecided cards; None for all others."""
    bags = m.loose.bags if m.loose else frozenset()
    match effect:
        case ir.Shuffle(zone) if zone.zone in bags:
            return f"shuffle_hidden(g, {expressions.cell(m, zone.zone, zone.index, scope)});\n"
        case ir.Draw() if m.ordered(effect.source.zone):
            return _draw(m, effect, scope)
        case ir.Move(cards, source, _) if cards == source and m.ordered(source.zone):
            return _move_all(m, effect, scope)
        case ir.Move(_, source, _) if source.zone in bags and searched(effect):
            return _move_found(m, effect, scope)
        case _:
            return None


def _settle(m: Context, source: ir.Place) -> str:
    return " decide_left(g);" if m.loose and source.zone in m.loose.bags and not m.waiting else ""


def _lay(m: Context, target: ir.Place, end: str, there: str) -> str:
    """Puts the list `l_` somewhere; blanks on an open pile are noted."""
    if not m.ordered(target.zone):
        return f"put_in_set(g, {there}, l_);"
    put = {"top": "put_on_top", "bottom": "put_under"}[end]
    closed = m.loose is not None and target.zone in m.loose.bags
    note = "" if closed else "g->unsettled |= has_blank(l_); "
    return f"{note}{put}(g->s.piles[{there}], l_);{heaped(m, target.zone, there, 'shown_in(l_)')}"


def heaped(m: Context, zone: str, there: str, cards: str) -> str:
    """A statement that notes the cards that a heap gets."""
    heap = m.heap(zone, there)
    return "" if heap is None else f" {heap} |= {cards};"


def _draw(m: Context, effect: ir.Draw, scope: Scope) -> str:
    source, target, to, k = effect.source, effect.target, m.fresh("to"), m.fresh("k")
    count, here = expressions.number(m, effect.count, scope), expressions.cell(m, source.zone, source.index, scope)
    there = expressions.cell(m, target.zone, target.index, scope)
    text = f"u8 l_[PILE]; num {k} = {count}; u8 *from_{k} = g->s.piles[{here}]; num {to} = {there};"
    text += f" {k} = drawn(g, {k}, from_{k}[0], {int(effect.up_to)}); take_top(from_{k}, l_, {k});"
    return f"{{ {text} {_lay(m, target, 'top', to)}{_settle(m, source)} }}\n"


def _move_all(m: Context, effect: ir.Move, scope: Scope) -> str:
    source, target, here, there = effect.source, effect.target, m.fresh("here"), m.fresh("there")
    text = f"num {here} = {expressions.cell(m, source.zone, source.index, scope)};"
    text += f" num {there} = {expressions.cell(m, target.zone, target.index, scope)};"
    heap = m.heap(source.zone, here)
    if heap is not None:
        # Into a zone without an order, or it were no heap.
        return f"{{ {text} take_heap(g, g->s.piles[{here}], &{heap}, {there}); }}\n"
    text += f" u8 l_[PILE]; take_all(g->s.piles[{here}], l_);"
    return f"{{ {text} {_lay(m, target, effect.end, there)}{_settle(m, source)} }}\n"


def _move_found(m: Context, effect: ir.Move, scope: Scope) -> str:
    """Looks from the bottom for the card to be moved, deciding one card after the other."""
    first = searched(effect)
    assert first is not None
    source, target = effect.source, effect.target
    here, there, i, v = m.fresh("here"), m.fresh("there"), m.fresh("i"), m.fresh("v")
    cond = expressions.number(m, first.cond, {**scope, first.var: Bound(v, certain=True)})
    text = f"u8 l_[PILE]; num {here} = {expressions.cell(m, source.zone, source.index, scope)};"
    text += f" num {there} = {expressions.cell(m, target.zone, target.index, scope)};"
    text += f" u8 *from_{here} = g->s.piles[{here}]; int {i} = 1;\nfor (; {i} <= from_{here}[0]; {i}++) {{"
    text += f" if (from_{here}[{i}] == DECK) from_{here}[{i}] = (u8)low_of(decide(g, 1));"
    text += f" num {v} = from_{here}[{i}]; (void){v}; if ({cond}) break; }}\n"
    text += f"if ({i} > from_{here}[0]) {{ stop(g, UNDEFINED); }}"
    text += f" l_[0] = 1; l_[1] = from_{here}[{i}]; take_place(from_{here}, {i});"
    return f"{{ {text} {_lay(m, target, effect.end, there)}{_settle(m, source)} }}\n"


def settling(m: Context) -> str:
    """The functions that decide all cards that lie undecided outside bags, or everywhere but in one."""
    closed = m.loose.bags if m.loose else frozenset()
    open_cells = every = ""
    for cell, number, ordered in zip(m.layout.cells, m.cell_numbers, m.layout.ordered, strict=True):
        fill = f"fill_{'pile' if ordered else 'set'}(g, {number});"
        heap = m.heap(cell.name, str(number))
        fill = fill if heap is None else f"{heap} |= {fill}"
        open_cells += f"  {fill}\n" if cell.name not in closed else ""
        every += f"  if (pile != {number}) {fill}\n" if ordered else f"  {fill}\n"
    return (
        f"static void settle_open(G *g) {{\n  (void)g;\n{open_cells}}}\n"
        f"static void settle_all_but(G *g, int pile) {{\n  (void)g, (void)pile;\n{every}}}\n"
    )


def passing(m: Context, step: ir.Step) -> str:
    """What reads the claims about a step that play only passes."""
    if m.loose is None or not step.source.label or not step.runs:
        return ""
    which = sum(1 << k for k, claim in enumerate(m.loose.claims) if step.source.label in claim.at)
    return f"  passing_claims(0x{which:x}ULL);\n" if which else ""


def offers(m: Context, actions: tuple[str, ...]) -> str:
    """On arriving at a question only whether there is a move is asked, unless they are to be counted: a state that is
    new has its moves listed when it is followed, and most are not new."""
    numbers = sorted((m.action_number(a) for a in actions), key=lambda i: len(m.game.actions[i].params))
    some = " || ".join(f"has_{i}(g)" for i in numbers) or "0"
    listed = " ".join(f"offer_{m.action_number(a)}(g);" for a in actions)
    return f"g->offered = 0; if (RARE(g->counting)) {{ {listed} }} else {{ g->asking = 0; g->offered = {some}; }}"
