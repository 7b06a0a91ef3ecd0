"""All cards of a stack dealt out as far as they go: the draws that this is, and that they are it.

What a draw does is left to `engine.interpreter.effects`.
"""

from __future__ import annotations

from collections.abc import Sequence

from spec.ir import fold
from spec.ir import nodes as ir
from spec.ir.effects import carried


def dealt_out(source: ir.Place, zone: str, players: Sequence[ir.Expr]) -> tuple[ir.Effect, ...]:
    """Each player in turn draws the share of what is left, rounded up: no two shares differ by more than one card."""
    return tuple(
        ir.Draw(_share(source, len(players) - at), source, ir.Place(zone, (player,)), up_to=True)
        for at, player in enumerate(players)
    )


def _share(source: ir.Place, among: int) -> ir.Expr:
    whole = ir.Size(source)
    if among == 1:
        return whole
    return fold.arithmetic("//", ir.Arith("+", whole, fold.number(among - 1)), fold.number(among))


def dealing(effects: Sequence[ir.Effect], players: int) -> tuple[ir.Place, ir.Place] | None:
    """The stack of which the first of some effects, one for each player, deal out all cards, and the first zone.

    None where they do not.
    """
    ends = [found for found in map(carried, effects[:players]) if found is not None]
    if players < 2 or len(ends) < players or any(len(target.index) != 1 for _, target in ends):
        return None
    source, first = ends[0]
    made = dealt_out(source, first.zone, [target.index[0] for _, target in ends])
    return (source, first) if tuple(effects[:players]) == made else None
