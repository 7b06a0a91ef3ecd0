"""What is said and shown of cards, and the step to which a jump leads.

Leaves the names to the engine.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
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


def spread(name: str, seen: Any, places: Sequence[Sequence[str]]) -> Iterator[tuple[str, Any]]:
    """What is seen of a zone or a field, place by place, each with its name."""
    if not places:
        yield name, seen
        return
    for place, there in zip(places[0], seen, strict=True):
        yield from spread(place if place.split()[0] == name else f"{name} of {place}", there, places[1:])


def in_words(seen: Any, names: Sequence[str]) -> str:
    """What is seen at one place, for people; `names` are those of bare numbers. '' where nothing is seen."""
    match seen:
        case bool():
            return "yes" if seen else "no"
        case int() if names:
            return names[seen]
        case int():
            return str(seen)
        case str():
            return seen.lower().replace("_", " ") if seen not in CARDS else seen
        case {"cards": cards}:
            return " ".join(cards) or "no cards"
        case {"count": count}:
            top = f", top {seen['top']}" if seen.get("top") else ""
            return f"{count or 'no'} card{'' if count == 1 else 's'}{top}"
        case _:
            return ""


def leads(jumps: Mapping[Step, Step], state: State) -> Step:
    """The step to which a jump leads from where play stands."""
    if state.step not in jumps:
        raise Undefined("this step stands in no turn or loop that could be left")
    return jumps[state.step]
