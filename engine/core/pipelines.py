"""Which passes are run over a core program, in which order, for whom.

Each pass may be left out, alone or with others, and the program still says the same: it is read as it was lowered where
`HOYLE_PASSES=-known_cards,-early_tests` leaves these two out.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import ClassVar, Protocol

from engine.core import program as p
from engine.core.lower.game import lower, with_state_where_needed
from engine.core.passes.case_splits import CaseSplits
from engine.core.passes.early_tests import EarlyTests
from engine.core.passes.known_cards import KnownCards
from engine.core.passes.offered_moves import OfferedMoves
from engine.core.passes.ranked_outcomes import RankedOutcomes
from spec.ir import nodes as ir

VARIABLE = "HOYLE_PASSES"


class Pass(Protocol):
    """A step from a core program to one that says the same: both keep the law (`engine.core.check`)."""

    name: ClassVar[str]

    def __call__(self, program: p.Program) -> p.Program:
        """The program after it."""
        ...


PYTHON: tuple[Pass, ...] = (RankedOutcomes(), KnownCards(), OfferedMoves(), EarlyTests(), CaseSplits())
JAVASCRIPT: tuple[Pass, ...] = (RankedOutcomes(), KnownCards(), EarlyTests(), CaseSplits())
EVERY = {one.name: one for one in (*PYTHON, *JAVASCRIPT)}


def for_python(game: ir.Game) -> p.Program:
    """The program that Python is written from. Raises Unsupported where exported programs cannot say something."""
    return lowered(game, PYTHON)


def for_javascript(game: ir.Game) -> p.Program:
    """The program that JavaScript is written from. Raises Unsupported as well."""
    return lowered(game, JAVASCRIPT)


def lowered(game: ir.Game, passes: Iterable[Pass]) -> p.Program:
    """The program of a game after these passes, without those that are switched off."""
    off = switched_off(os.environ.get(VARIABLE, ""))
    program = lower(game)
    for one in passes:
        program = program if one.name in off else one(program)
    return with_state_where_needed(program)


def switched_off(setting: str) -> frozenset[str]:
    """The passes that a setting such as `-known_cards,-early_tests` leaves out. Raises ValueError for other words."""
    words = [word.strip() for word in setting.split(",") if word.strip()]
    wrong = [word for word in words if not word.startswith("-") or word[1:] not in EVERY]
    if wrong:
        raise ValueError(f"{VARIABLE}: {', '.join(wrong)}: say `-NAME`, by one of {', '.join(sorted(EVERY))}")
    return frozenset(word[1:] for word in words)
