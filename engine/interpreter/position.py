"""Positions of a game: what lies where, and where play stands.

Leaves to `engine.core.layout` which place is whose, to `engine.interpreter.frame` the working copy that effects change,
and to `engine.logs.words` how a position reads.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NewType

from engine.interpreter.faults import Fault

Cells = tuple[tuple[int, ...], ...]

Seat = NewType("Seat", int)
"""A player's number, from 0."""

Payoff = NewType("Payoff", int)
"""What a player gets in the end: never a seat, though both are numbers."""


@dataclass(frozen=True, slots=True)
class Result:
    """How a game ended: the ending's label and what each seat gets, in the order of seats."""

    ending: str
    returns: tuple[Payoff, ...]

    def winners(self) -> tuple[Seat, ...]:
        """The seats that win, from 0: those with the greatest return, where not all have it.

        Who plays alone wins with a return above zero.
        """
        others = self.returns if len(self.returns) > 1 else (0,)
        best = max(self.returns)
        return tuple(Seat(p) for p, r in enumerate(self.returns) if r == best > min(others))

    def drawn(self) -> bool:
        """Did everybody get the same (who plays alone: nothing)?"""
        return len({*self.returns, *((0,) if len(self.returns) == 1 else ())}) == 1


@dataclass(frozen=True, slots=True)
class Position:
    """Everything that the rest of a game depends on.

    `cells` holds the cards of each zone cell in the layout's order: from bottom to top in ordered zones, in deck
    order in others. `fields` holds the state fields. `step` is where play stands, an index into the game's steps.
    `made` counts the moves made so far, passes included; it is no part of equality.
    """

    cells: Cells
    fields: tuple[int, ...]
    step: int
    result: Result | None = None
    fault: Fault | None = None
    made: int = field(default=0, compare=False)

    @property
    def over(self) -> bool:
        """Has play ended, or stopped at a fault?"""
        return self.result is not None or self.fault is not None


def misplaced(cells: Sequence[tuple[int, ...]], deck: int) -> tuple[int, ...]:
    """The cards of a deck of that many that lie in no cell or in more than one place; () where all is well."""
    if sum(map(len, cells)) == deck and len(set().union(*cells)) == deck:
        return ()
    places = [0] * deck
    for cell in cells:
        for card in cell:
            places[card] += 1
    return tuple(card for card, count in enumerate(places) if count != 1)
