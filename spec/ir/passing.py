"""Loops that end where a choice in them is passed over: how they know, and that it is nothing but that.

A field that no author declares says whether a move was made. Whatever is offered in such a loop sets it first of all;
`spec.lower.flow` reads it behind the choice and takes it back.
"""

from __future__ import annotations

from spec.ir import fold
from spec.ir import nodes as ir

FIELD = "(moved)"
MOVED = ir.Get(FIELD, ())
"""Was a move made at the choice before?"""
MADE = ir.Assign(FIELD, (), fold.YES)
"""What each move that is offered in such a loop does first."""
FORGOTTEN = ir.Assign(FIELD, (), fold.NO)


def moved(source: ir.Source) -> ir.FieldDecl:
    """The field."""
    return ir.FieldDecl(source, (), ir.Bool(), 0, 0, fold.NO)


def notes(effect: object) -> bool:
    """Does an effect only note whether a move was made?"""
    return effect in (MADE, FORGOTTEN)


def asked_here(step: ir.Step) -> bool:
    """Is it a step that only asks whether a move was made, or forgets it?"""
    if step.branch is not None:
        return step.branch.cond == MOVED
    return step.runs and len(step.effects) == 1 and notes(step.effects[0])
