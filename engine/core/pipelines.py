"""Which passes are run over a core program, in which order, for whom.

Each pass may be left out, alone or with others, and the program still says the same: it is read as it was lowered where
`HOYLE_PASSES=-known_cards,-early_tests` leaves these two out.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import ClassVar, Protocol, TypeVar

from engine.core import program as p
from engine.core.lower.game import lower, with_state_where_needed
from engine.core.passes.case_splits import CaseSplits
from engine.core.passes.early_tests import EarlyTests
from engine.core.passes.known_cards import KnownCards
from engine.core.passes.loop_invariants import LoopInvariants
from engine.core.passes.offered_moves import OfferedMoves
from engine.core.passes.ranked_outcomes import RankedOutcomes
from engine.core.passes.shared_rests import SharedRests
from engine.core.passes.shared_values import SharedValues
from engine.core.plans.card_pairs import CardPairs
from engine.core.plans.choice_starts import ChoiceStarts
from engine.core.plans.kept_selections import KeptSelections
from engine.core.plans.late_shuffles import LateShuffles
from engine.core.plans.memoised_values import MemoisedValues
from engine.core.plans.move_counting import MoveCounting
from engine.core.plans.nested_choices import NestedChoices
from engine.core.plans.number_sets import NumberSets
from engine.core.plans.pile_occupancy import PileOccupancy
from engine.core.plans.read_write_sets import ReadWriteSets
from engine.core.plans.register_promotion import RegisterPromotion
from engine.core.plans.set_sums import SetSums
from engine.core.plans.set_vectorisation import SetVectorisation
from engine.core.plans.small_tables import SmallTables
from engine.core.plans.threshold_sets import ThresholdSets
from engine.core.plans.unrolling import Unrolling
from spec.ir import nodes as ir

VARIABLE = "HOYLE_PASSES"
Found_co = TypeVar("Found_co", covariant=True)
Found = TypeVar("Found")


class Plan(Protocol[Found_co]):
    """What is found out about a program for printers to make use of; they say the same without it."""

    name: ClassVar[str]

    def __call__(self, program: p.Program) -> Found_co:
        """What is found."""
        ...


class Pass(Protocol):
    """A step from a core program to one that says the same: both keep the law (`engine.core.check`)."""

    name: ClassVar[str]

    def __call__(self, program: p.Program) -> p.Program:
        """The program after it."""
        ...


PYTHON: tuple[Pass, ...] = (RankedOutcomes(), KnownCards(), OfferedMoves(), EarlyTests(), CaseSplits())
JAVASCRIPT: tuple[Pass, ...] = (RankedOutcomes(), KnownCards(), EarlyTests(), CaseSplits())
PLAY: tuple[Pass, ...] = (KnownCards(), SharedRests(), SharedValues(), LoopInvariants())
PLANS: tuple[Plan[object], ...] = (
    LateShuffles(), RegisterPromotion(), PileOccupancy(), MoveCounting(), SetVectorisation(), CardPairs(),
    MemoisedValues(), Unrolling(), ReadWriteSets(), NestedChoices(), SmallTables(),
    KeptSelections(), NumberSets(), ThresholdSets(), ChoiceStarts(), SetSums(),
)  # fmt: skip
EVERY = {one.name: one for one in (*PYTHON, *JAVASCRIPT, *PLAY)}


def for_python(game: ir.Game) -> p.Program:
    """The program that Python is written from. Raises Unsupported where exported programs cannot say something."""
    return lowered(game, PYTHON)


def for_javascript(game: ir.Game) -> p.Program:
    """The program that JavaScript is written from. Raises Unsupported as well."""
    return lowered(game, JAVASCRIPT)


def for_play(game: ir.Game) -> p.Program:
    """The program that C for many random games is written from. Raises Unsupported as well."""
    return lowered(game, PLAY, whole=True, turns=True)


def lowered(game: ir.Game, passes: Iterable[Pass], *, whole: bool = False, turns: bool = False) -> p.Program:
    """The program of a game after these passes, without those that are switched off."""
    off = switched_off(os.environ.get(VARIABLE, ""))
    program = lower(game, whole=whole, turns=turns)
    for one in passes:
        program = program if one.name in off else one(program)
    return with_state_where_needed(program)


def planned(plan: Plan[Found], program: p.Program, nothing: Found) -> Found:
    """What a plan finds out about a program; `nothing` where it is switched off."""
    return nothing if plan.name in switched_off(os.environ.get(VARIABLE, "")) else plan(program)


def switched_off(setting: str) -> frozenset[str]:
    """The passes and plans that a setting such as `-known_cards,-unrolling` leaves out. Raises ValueError for other
    words."""
    known = sorted({*EVERY, *(plan.name for plan in PLANS)})
    words = [word.strip() for word in setting.split(",") if word.strip()]
    wrong = [word for word in words if not word.startswith("-") or word[1:] not in known]
    if wrong:
        raise ValueError(f"{VARIABLE}: {', '.join(wrong)}: say `-NAME`, by one of {', '.join(known)}")
    return frozenset(word[1:] for word in words)
