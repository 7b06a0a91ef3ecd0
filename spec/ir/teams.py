"""Which players are of which team, as the definition `team` tells it; who knows of teams asks here.

A game with teams has a list `team` and a definition of that name, of one player. That is all that the IR has of them.
"""

from __future__ import annotations

from collections.abc import Iterable

from spec.ir import fold
from spec.ir import nodes as ir

TEAM = "team"
PARTNER = "partner"
ON_TEAM = ir.Symbol(TEAM)


def team_of(player: ir.Expr) -> ir.Expr:
    """The team of a player."""
    return ir.Apply(TEAM, (player,))


def team_numbers(defines: Iterable[ir.Define], players: int) -> tuple[int, ...]:
    """The team of each player, by number; none where the game has no teams that stay as they are."""
    define = next((d for d in defines if d.source.label == TEAM and d.type == ON_TEAM and len(d.params) == 1), None)
    found = [] if define is None else [_number(define.body, player) for player in range(players)]
    return tuple(number for number in found if number is not None) if None not in found else ()


def _number(body: ir.Expr, player: int) -> int | None:
    """What is chosen for a player, by comparing the player with others."""
    while told := fold.either(body):
        cond, then, other = told
        items, every = fold.in_turn(cond) or ((cond,), False)
        sides = [fold.equated(item) for item in items]
        seats = {None if pair is None else fold.constant(pair[1]) for pair in sides}
        if every or None in seats:
            return None
        body = then if player in seats else other
    return fold.constant(body)
