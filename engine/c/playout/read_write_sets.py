"""What expressions read and effects write, and from it which endings cannot have come to hold since last read.

Leaves what is made of that to `engine.c.playout.playout`. Zones and fields are told apart by name, not by index.
"""

from __future__ import annotations

from typing import assert_never

from engine.c.generate.context import Context
from spec.ir import nodes as ir
from spec.ir.flow import after, onward
from spec.ir.index import rows
from spec.ir.references import reached

ANYTHING = "(anything)"
Names = frozenset[str]


def reads(m: Context, expr: ir.Expr) -> Names:
    """The zones and fields that a value depends on; `ANYTHING` where they cannot be told."""
    found: set[str] = set()
    for node in reached(m.index, expr, ("define",)):
        match node:
            case ir.Place(name) | ir.Get(name):
                found.add(name)
            case ir.OverDomain(domain):
                found.update(row.source.label for row in rows(m.game.zones, domain))
            case ir.CanMove():
                found.add(ANYTHING)
            case _:
                pass
    return frozenset(found)


def writes(m: Context, effects: tuple[ir.Effect, ...]) -> Names:
    """The zones and fields that effects may change, with those of routines and outcomes that they run."""
    found: set[str] = set()
    for effect in reached(m.index, effects, ("routine", "group")):
        match effect:
            case ir.Move(_, source, target) | ir.Draw(_, source, target):
                found |= {source.zone, target.zone}
            case ir.Shuffle(zone):
                found.add(zone.zone)
            case ir.Assign(field, _, _) | ir.Roll(field, _):
                found.add(field)
            case _:
                pass
    return frozenset(found)


def changed_on_arrival(m: Context) -> list[Names]:
    """For each step what may have changed, on some way to it, since the endings of no step were last read."""
    steps = m.game.steps
    before: list[Names] = [frozenset()] * (len(steps) + 1)
    before[0] = frozenset({ANYTHING})
    again = True
    while again:
        again = False
        for step, arrived in zip(steps, list(before), strict=False):
            for to, left in leaving(m, step, arrived):
                if to >= 0 and not left <= before[to]:
                    before[to] |= left
                    again = True
    return before


def leaving(m: Context, step: ir.Step, arrived: Names, *, decided: bool = True) -> list[tuple[int, Names]]:
    """Where play goes on from a step (`decided`: also by a move), with what has changed since the endings were read."""
    clean: Names = frozenset()
    match step.act:
        case ir.Branch():
            return [(to, arrived) for to in onward(step)]
        case ir.Run(effects):
            left = clean if step.source.label else arrived | writes(m, effects)
            return [(to, left) for to in after(m.index, step, effects)]
        case ir.Ask(actions, may, otherwise):
            made = tuple(a.effects for a in m.game.actions if a.source.label in actions)
            found = [(to, clean) for to in after(m.index, step, made)] if decided else []
            if may:
                found.append((step.next, arrived))
            if otherwise is not None:
                left = clean if step.source.label else arrived | writes(m, otherwise)
                found += [(to, left) for to in after(m.index, step, otherwise)]
            return found
        case _:
            assert_never(step.act)
