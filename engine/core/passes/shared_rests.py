"""What is left of some cards but one, when selections are taken out, is found once for all cards that may be missing.

To take selections out of cards without one of them is to take them out of all, so that this one stays.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from engine.core import program as p
from engine.core import terms as t
from engine.core.by_card import ByCard, free
from engine.core.exclusive import unfolded
from engine.core.plans.number_sets import MIRRORED, Op
from engine.core.uses import rewrite
from spec.ir import nodes as ir


@dataclass(frozen=True)
class SharedRests:
    """Asks once whether some card can be missing so that the least that the rests count is at most, or below, a bound.

    Goes through all rests of all cards, which are more than those of any without one of them: where there are too many
    of the latter, play stops as before. What a rest counts without a card is what it counts less that card.
    """

    name: ClassVar[str] = "shared_rests"

    def __call__(self, program: p.Program) -> p.Program:
        """The program in which such questions are asked once."""
        by_card = ByCard(program, p.functions(program))

        def change(node: object) -> object:
            return (_asked_once(by_card, node) or node) if isinstance(node, t.Fold) else node

        found: p.Program = rewrite(program, change)
        return found


def _asked_once(by_card: ByCard, fold: t.Fold) -> t.Expr | None:
    match fold:
        case t.Fold("any", card, t.CardsOf(cards), None, t.Compare() as cond) if card not in free(cards):
            op, least, bound = _opened(by_card, cond)
        case _:
            return None
    match least:
        case t.Fold(
            "least", rest, t.RestsIn(t.Helper("without", (whole, t.Just(t.Local(one)))), shapes), None, value
        ) if (whole, one) == (cards, card) and _is_sure(bound) and card not in free(bound):
            pass
        case _:
            return None
    missing, left = t.Local(card, ir.Card()), t.Local(rest, ir.Cards(False))
    match value:
        case t.Helper("least_total" | "greatest_total" as end, (table, among)) if op in ("<", "<=") and among == left:
            counts = t.Helper(end, (table, t.Just(missing)))
        case _:
            return None
    if by_card.values(counts, card) is None or rest in free(bound):
        return None
    some = t.Fold("any", card, t.CardsOf(left), None, t.Compare(op, t.Arith("-", value, counts), bound))
    each = t.Fold("greatest", rest, t.RestsIn(cards, shapes), None, t.Either(some, t.Number(1), t.Number(0)))
    return t.Compare("=", each, t.Number(1))


def _is_sure(bound: t.Expr) -> bool:
    """Is it had without anything that may stop play?"""
    match bound:
        case t.Number() | t.Local() | t.Field(_, ()):
            return True
        case _:
            return False


def _opened(by_card: ByCard, cond: t.Compare) -> tuple[Op, t.Expr, t.Expr]:
    """A comparison with its left side, a definition if it is one put in, or the other way round."""
    left, right = (
        (unfolded(one, by_card.functions) or one) if isinstance(one, t.Call) else one for one in (cond.left, cond.right)
    )
    return (cond.op, left, right) if isinstance(left, t.Fold) else (MIRRORED[cond.op], right, left)
