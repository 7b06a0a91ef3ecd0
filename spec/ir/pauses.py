"""Pauses, in which all look at the table: what the move is called that ends one, and which choices are pauses.

Leaves to `spec.names.pauses` how a rule file comes to have them.
"""

from __future__ import annotations

from spec.ir import fold
from spec.ir import nodes as ir

GO_ON = "go_on"
"""The move by which the mover ends a pause."""
SHOWN_AS = "go on"
SEEN = "seen"
"""The clause that permits it."""


def is_pause(game: ir.Game, ask: ir.Ask) -> bool:
    """Is it a choice in which the mover may only go on, which does nothing?"""
    return not ask.may and ask.actions == (GO_ON,) and any(_only_goes_on(action) for action in game.actions)


def of_pauses(game: ir.Game, action: ir.Action) -> bool:
    """Is it the move that ends pauses, and offered nowhere else?"""
    asks = (step.ask for step in game.steps)
    offered = [ask for ask in asks if ask is not None and action.source.label in ask.actions]
    return _only_goes_on(action) and all(is_pause(game, ask) for ask in offered)


def _only_goes_on(action: ir.Action) -> bool:
    always = [isinstance(clause, ir.Permit) and clause.when == fold.YES for clause in action.clauses]
    return action.source.label == GO_ON and always == [True] and not action.params and not action.effects
