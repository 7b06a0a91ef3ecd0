"""What whole play keeps outside the state, where a compiler holds it in registers: fields, sizes and tops of piles.

Leaves what is made of that to its neighbours. In C it is the structure `hot`, named `h`, which no function but those
that become part of whole play ever sees. A field that no other function reads is kept there alone; it is put back
where a game ends.
"""

from __future__ import annotations

from dataclasses import replace

from engine.native.context import Context
from spec import ir
from spec.ir_fields import walk


def field(m: Context, name: str) -> str:
    """A field without index, in code of whole play."""
    assert m.hot is not None
    at = m.layout.fields[name].first
    m.hot[f"f{at}"] = "num"
    return f"h->f{at}"


def alone(m: Context, name: str) -> bool:
    """Does nothing read the field but whole play and what comes of an end?"""
    return m.hot is not None and name not in m.mirrored


def mirrored(m: Context) -> frozenset[str]:
    """The fields that functions read that are no part of whole play."""
    routines = (r for r in m.game.routines if r.source.label not in m.called_once)
    outside: list[object] = [*m.game.defines, *routines, *m.game.groups]
    for i, action in enumerate(m.game.actions):
        outside += [] if m.tallies.get(i) else [*action.params, *action.clauses]
    return frozenset(node.field for part in outside for node in walk(part) if isinstance(node, ir.Get))


def called_once(m: Context) -> frozenset[str]:
    """The routines that are carried out at one place of whole play alone: they become part of it."""
    everywhere = [node.routine for node in walk(replace(m.game, claims=(), examples=())) if isinstance(node, ir.Do)]
    parts: list[object] = [*m.game.steps, *m.game.actions]
    within = {node.routine for part in parts for node in walk(part) if isinstance(node, ir.Do)}
    return frozenset(name for name in within if everywhere.count(name) == 1)


def pile(m: Context, expr: ir.Expr, *, top: bool = False) -> int | None:
    """The number of a pile without index of which the size is kept, and the card on top if its order is never open."""
    if m.hot is None or not isinstance(expr, ir.Place) or expr.index or not m.ordered(expr.zone):
        return None
    if top and expr.zone in m.late:
        return None
    at = m.cell_numbers[m.layout.zones[expr.zone].first]
    m.hot.update({f"n{at}": "num", f"t{at}": "num"})
    return at


def look(m: Context, *places: ir.Place) -> str:
    """Statements that look again at those piles of which something is kept."""
    numbers = sorted({k for place in places if (k := pile(m, place)) is not None})
    return "".join(f"h->n{k} = g->s.piles[{k}][0]; h->t{k} = g->s.piles[{k}][h->n{k}]; " for k in numbers)


def again(m: Context, changed: frozenset[str]) -> str:
    """Statements that look again at what another function may have changed."""
    text = ""
    for name in [] if m.hot is None else sorted(changed):
        if name in m.layout.zones:
            text += m.families.get(name, "") if m.layout.zones[name].decl.index else look(m, ir.Place(name, ()))
        elif not m.layout.fields[name].decl.index:
            text += f"{field(m, name)} = g->s.fields[{m.layout.fields[name].first}]; "
    return text


def filled(m: Context) -> str:
    """Statements that fill it where play starts."""
    text = "h->turns = h->steps = 0; "
    for name in m.kept:
        at = name[1:]
        match name[0]:
            case "f":
                text += f"h->{name} = g->s.fields[{at}]; "
            case "n":
                text += f"h->{name} = g->s.piles[{at}][0]; h->t{at} = g->s.piles[{at}][h->{name}]; "
            case _:
                pass
    return text + "".join(m.families.values())


def put_back(m: Context) -> str:
    """Statements that put back the fields that are kept there alone."""
    fields = {f"f{slots.first}": name for name, slots in m.layout.fields.items()}
    names = [name for name in m.kept if name in fields and fields[name] not in m.mirrored]
    return " ".join(f"g->s.fields[{name[1:]}] = (int32_t)h->{name};" for name in names)
