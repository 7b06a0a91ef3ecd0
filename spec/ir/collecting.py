"""All cards of the table into one zone: the moves that this is, and that they are it.

What a move does is left to `engine.interpreter.effects`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from spec.ir import nodes as ir
from spec.ir.effects import carried
from spec.ir.fold import YES
from spec.ir.walk import walk

EACH = ("(each)", "(every)")
"""Bind the indices of a family of zones."""


def into(target: str, zones: Iterable[ir.ZoneDecl]) -> tuple[ir.Effect, ...]:
    """The moves that bring every card into a zone that there is once; their order is of no account."""
    return tuple(_emptied(zone, target) for zone in zones if zone.source.label != target)


def _emptied(zone: ir.ZoneDecl, target: str) -> ir.Effect:
    names = tuple(ir.Var(name, ir.Symbol(domain)) for name, domain in zip(EACH, zone.index, strict=False))
    source = ir.Place(zone.source.label, names)
    effect: ir.Effect = ir.Move(source, source, ir.Place(target, ()), "top", any_order=True)
    for name, domain in reversed(tuple(zip(names, zone.index, strict=True))):
        over = ir.OverSeats(ir.Lit(0, name.type)) if domain == "player" else ir.OverDomain(domain)
        effect = ir.ForEach(name.name, over, YES, (effect,))
    return effect


def collected(effects: Sequence[ir.Effect], zones: Sequence[ir.ZoneDecl]) -> str:
    """The zone into which the first of some effects, as many as there are other zones, bring every card; '' if none."""
    ends = next(filter(None, map(carried, walk(effects[0]))), None) if effects else None
    if ends is None or ends[1].index or len(zones) < 2:
        return ""
    made = into(ends[1].zone, zones)
    return ends[1].zone if tuple(effects[: len(made)]) == made else ""
