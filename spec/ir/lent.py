"""Whose turn it is while somebody else makes a choice in it: how play comes back to that player, and that it is that.

A field that no author declares keeps the player; it holds nobody while nobody else chooses. `spec.lower.flow` lends the
turn right before the choice, and has it given back behind it, and wherever a jump may lead.
"""

from __future__ import annotations

from spec.ir import nodes as ir
from spec.ir.index import MOVER, PLAYER
from spec.ir.references import written

FIELD = "(whose turn)"
OWNER = ir.Get(FIELD, ())
"""Whose turn it is, while another chooses."""
_NOBODY = ir.Lit(ir.NOBODY, ir.Symbol(PLAYER, optional=True))
FORGOTTEN = ir.Assign(FIELD, (), _NOBODY)
"""It is nobody's turn in which another chooses."""
BACK = ir.When(ir.Compare("!=", OWNER, _NOBODY), (ir.Assign(MOVER, (), OWNER), FORGOTTEN), ())
"""Who chose is done, if somebody else did."""


def owner(source: ir.Source) -> ir.FieldDecl:
    """The field."""
    return ir.FieldDecl(source, (), ir.Symbol(PLAYER, optional=True), 0, 0, _NOBODY)


KEPT = ir.Assign(FIELD, (), ir.Get(MOVER, ()))
"""Whose turn it is, is kept."""


def lend(who: ir.Expr) -> tuple[ir.Effect, ...]:
    """Another player is to choose."""
    return (KEPT, ir.Assign(MOVER, (), who))


def chooser(effects: tuple[ir.Effect, ...]) -> ir.Expr | None:
    """The player who is to choose, where effects do nothing but say so."""
    if not effects or effects not in ((last := effects[-1],), (KEPT, last)):
        return None
    one = written(last)
    return None if one is None or one.field != MOVER else one.value


def gives_back(step: ir.Step) -> bool:
    """Does a step only give the turn back, or forget whose it was?"""
    return not step.source.label and step.runs and step.effects in ((BACK,), (FORGOTTEN,))
