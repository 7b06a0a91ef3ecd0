"""The order of play where it changes: the fields that say so, what the sentences about it are made of, and that they
are it.

What a field or an effect does is left to the engines, and how loops use them to `spec.lower.flow`.
"""

from __future__ import annotations

from spec.ir import fold
from spec.ir import nodes as ir
from spec.ir.references import written

TURNED = "turned_round"
"""A field, where play may turn round: does play go the other way round the table?"""
SKIPPED = "turns_skipped"
"""A field, where turns may be skipped: how many of the turns that come next."""
MOST_SKIPPED = 12
"""More players than that never play."""
AGAINST = ir.Get(TURNED, ())
LEFT = ir.Get(SKIPPED, ())


def turned_round(source: ir.Source) -> ir.FieldDecl:
    """The field for the direction."""
    return ir.FieldDecl(source, (), ir.Bool(), 0, 0, fold.NO)


def turns_skipped(source: ir.Source) -> ir.FieldDecl:
    """The field for the turns to be skipped."""
    return ir.FieldDecl(source, (), ir.Int(), 0, MOST_SKIPPED, fold.number(0))


TURN_ROUND = ir.Assign(TURNED, (), ir.Not(AGAINST))
"""`play turns round`."""
ONE_LESS = ir.Assign(SKIPPED, (), ir.Arith("-", LEFT, fold.number(1)))
"""A player misses a turn."""
NONE_LEFT = ir.Assign(SKIPPED, (), fold.number(0))
"""What is left when the turns are over skips nobody in those that come later."""
TO_BE_SKIPPED = ir.Compare("<", fold.number(0), LEFT)


def skip(count: ir.Expr) -> ir.Effect:
    """`skip the next 2 players`."""
    return ir.Assign(SKIPPED, (), fold.arithmetic("+", LEFT, count))


def skips(e: ir.Effect) -> ir.Expr | None:
    """How many players an effect skips; None where it skips none."""
    one = written(e)
    sum_of = None if one is None or one.field != SKIPPED else fold.reckoned(one.value)
    return sum_of[2] if sum_of is not None and sum_of[:2] == ("+", LEFT) else None


def keeps_count(effects: tuple[ir.Effect, ...]) -> bool:
    """Is it nothing but the counting of skipped turns, which loops do?"""
    return effects in ((ONE_LESS,), (NONE_LEFT,))


def beside(player: ir.Expr, step: int) -> ir.Expr:
    """The player so many seats on in the direction of play, which may have turned round."""
    return ir.If(AGAINST, ir.Beside(player, -step), ir.Beside(player, step))


def seat_from(e: ir.Expr | None) -> ir.Beside | None:
    """The seat of a player that is counted from another's, while play has not turned round; None of another value."""
    return e if isinstance(e, ir.Beside) else straight(e)


def straight(e: ir.Expr | None) -> ir.Beside | None:
    """What the next player is while play has not turned round, where that makes a difference; None elsewhere."""
    ways = fold.either(e)
    one = None if ways is None or ways[0] != AGAINST else seat_from(ways[2])
    return one if one is not None and e == beside(one.player, one.step) else None
