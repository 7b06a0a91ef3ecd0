"""What whole play keeps outside the state, where a compiler holds it in registers: fields, sizes and tops of piles.

Leaves what is made of that to its neighbours. In C it is the structure `hot`, named `h`, which no function but those
that become part of whole play ever sees. A field that no other function reads is kept there alone; it is put back
where a game ends.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from engine.c.generate.context import Context
from spec.ir import nodes as ir
from spec.ir.walk import walk

MOST_COPIES = 2
"""So many values a field's index has at most, where each is kept."""


def field(m: Context, name: str) -> str:
    """A field without index, in code of whole play."""
    assert m.hot is not None
    at = m.layout.fields[name].first
    m.hot[f"f{at}"] = "num"
    return f"h->f{at}"


def several(m: Context, name: str) -> list[str]:
    """What is kept of a field that is `surveyed`: a copy for each value of its index, beside the state. Else none."""
    if m.hot is None or name not in m.surveyed:
        return []
    slots = m.layout.fields[name]
    numbers = range(slots.first, slots.first + m.layout.size[slots.decl.index[0]])
    m.hot.update({f"f{at}": "num" for at in numbers})
    return [f"h->f{at}" for at in numbers]


def one_of(m: Context, name: str, slot: str) -> str | None:
    """A field with an index, by its place among the state's fields, from what is kept of it."""
    copies, at = several(m, name), m.fresh("at")
    if not copies:
        return None
    first = m.layout.fields[name].first
    chosen = "".join(f"{at} == {first + k} ? {copy} : " for k, copy in enumerate(copies[:-1]))
    return f"({{ num {at} = {slot}; {chosen}{copies[-1]}; }})"


def noted(m: Context, name: str, slot: str, value: str) -> str:
    """Statements that note a new value of a field, which is in the state already; `slot` is its place there."""
    slots = m.layout.fields[name]
    if m.hot is None:
        return ""
    if not slots.decl.index:
        return f" {field(m, name)} = {value};"
    copies = enumerate(several(m, name), start=slots.first)
    return "".join(f" {copy} = {slot} == {at} ? {value} : {copy};" for at, copy in copies)


def alone(m: Context, name: str) -> bool:
    """Does nothing read the field but whole play and what comes of an end?"""
    return m.hot is not None and name not in m.mirrored


def mirrored(m: Context) -> frozenset[str]:
    """The fields that functions read, or may write, that are no part of whole play.

    A field that such a function writes in some cases alone must be in the state before it, since whole play takes the
    field's value from there afterwards.
    """
    routines = (r for r in m.game.routines if r.source.label not in m.called_once)
    outside: list[object] = [*m.game.defines, *routines, *m.game.groups]
    for i, action in enumerate(m.game.actions):
        outside += [] if m.tallies.get(i) else [*action.params, *action.clauses]
    nodes = (node for part in outside for node in walk(part))
    return frozenset(node.field for node in nodes if isinstance(node, ir.Get | ir.Assign | ir.Roll))


def surveyed(m: Context) -> frozenset[str]:
    """The fields with an index of few values that are read for all of these at once, as the greatest stake is."""
    found = set[str]()
    for node in walk(replace(m.game, claims=(), examples=(), endings=())):
        if isinstance(node, ir.Fold):
            found.update(of_each(node, node.var))
    return frozenset(name for name in found if m.layout.size[m.layout.fields[name].decl.index[0]] <= MOST_COPIES)


def of_each(node: object, var: str) -> Iterator[str]:
    """The fields whose index is a bound name and nothing else."""
    for inner in walk(node):
        match inner:
            case ir.Get(field, (ir.Var(name, _),)) if name == var:
                yield field
            case _:
                pass


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
        else:
            first, copies = m.layout.fields[name].first, several(m, name)
            copies = copies if m.layout.fields[name].decl.index else [field(m, name)]
            text += "".join(f"{copy} = g->s.fields[{at}]; " for at, copy in enumerate(copies, start=first))
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
    fields = {f"f{slots.first}": name for name, slots in m.layout.fields.items() if not slots.decl.index}
    names = [name for name in m.kept if name in fields and fields[name] not in m.mirrored]
    return " ".join(f"g->s.fields[{name[1:]}] = (int32_t)h->{name};" for name in names)
