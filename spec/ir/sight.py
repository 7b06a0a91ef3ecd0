"""Who sees the cards of a zone, or the value of a field: what the word of its declaration means for its owner and for
others.

Leaves to `engine.interpreter.observe` whose a zone is, and what else is seen of one: a top card, or how many.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import assert_never

from spec.ir import nodes as ir
from spec.ir.index import PLAYER, is_mover
from spec.ir.order_of_play import seat_from

OWNED: tuple[ir.SeenBy, ...] = ("owner", "others")
"""What can be said only of a zone that belongs to a player."""


def sees_cards(seen: ir.SeenBy, own: bool) -> bool:
    """Does a player see every card of a zone, of the own one or of somebody else's?"""
    match seen:
        case "everybody":
            return True
        case "owner":
            return own
        case "others":
            return not own
        case "top" | "count" | "nobody":
            return False
        case _:
            assert_never(seen)


def all_see(zone: ir.ZoneDecl | ir.FieldDecl) -> bool:
    """Do all players see every card of a zone, or what a field holds?"""
    return sees_cards(zone.seen, own=True) and sees_cards(zone.seen, own=False)


def mover_sees(
    zone: ir.ZoneDecl | ir.FieldDecl, index: tuple[ir.Expr, ...], players: int, others: Collection[ir.Expr] = ()
) -> bool:
    """Does the player on turn see every card of a zone, whatever the position? `others` are known not to be on turn."""
    whose = next((at for domain, at in zip(zone.index, index, strict=False) if domain == PLAYER), None)
    return all(sees_cards(zone.seen, own) for own in _may_own(whose, players, others))


def _may_own(whose: ir.Expr | None, players: int, others: Collection[ir.Expr]) -> tuple[bool, ...]:
    """Whether the player of an index may be the one on turn, and may be another."""
    if is_mover(whose):
        return (True,)
    if whose in others:
        return (False,)
    seat = seat_from(whose)
    return (seat.step % players == 0,) if seat is not None and is_mover(seat.player) and players else (True, False)
