"""What is said and shown of cards, and the step to which a jump leads.

Leaves the names to the engine.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.python.library.faults import Undefined
from engine.python.library.given import CARDS, Cards, Step
from engine.python.library.given_state import State


def told(cards: Cards) -> str:
    """Cards by their names."""
    return " ".join(CARDS[card] for card in cards) or "no cards"


def shown(cards: Cards) -> dict[str, Any]:
    """Cards that somebody sees."""
    return {"cards": [CARDS[card] for card in cards], "count": len(cards)}


def top_shown(cards: Cards) -> dict[str, Any]:
    """A pile of which only the top card is seen."""
    return {"top": CARDS[cards[-1]] if cards else None, "count": len(cards)}


def leads(jumps: Mapping[Step, Step], state: State) -> Step:
    """The step to which a jump leads from where play stands."""
    if state.step not in jumps:
        raise Undefined("this step stands in no turn or loop that could be left")
    return jumps[state.step]
