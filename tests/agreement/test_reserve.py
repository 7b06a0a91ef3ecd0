"""Hoyle's Reserve and the engine written by hand agree: moves, position and winner under every reading.

Compared are all zones, `phase` (told by the rule file's step), `top` (its `stack_top`), `owed`, and `again` where a reading
keeps it. Placing and taking can go round for ever, so games are cut short, and two players have straights of 3 or 4 cards
at most: large hands hold millions. Leaves the comparison itself to `driver`.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from hoyle.api import Game, Move, State
from tests.agreement.driver import Disagreement, Pair, Told, agree, games, told_move, told_state
from tests.agreement.readings import changed, other_readings, questions, rules
from tests.reference.reserve import Reserve

PHASES = {"hide_card": "hiding", "lay_reserve": "laying", "act": "playing"}
NAMES = {"lay_group": "lay", "lay_straight": "lay", "place_group": "place", "place_straight": "place"}
MOST = 250
"""Decisions of a game: 18 to 45 to hide and lay, and for two players about 100 turns each."""


def as_told(state: State, move: Move) -> Told:
    """A move as the reference has it: unseen cards by their number in their pile, one name for groups and straights."""
    name, *cards = told_move(state, move)
    if name in ("hide", "try"):
        pile = state.zone("dealt" if name == "hide" else "hidden", state.current_player())
        return (name, pile.index(cards[0]) + 1)
    return (NAMES.get(name, name), *cards)


def pair(game: Game, readings: Mapping[str, str], players: int, longest: int) -> Pair:
    """The two engines under the same readings."""
    compared = ["deck", "stack", "gone", "owed", "mover", "top", "phase"]
    compared += [f"{zone} {seat}" for zone in ("dealt", "hidden", "hand") for seat in range(1, players + 1)]
    compared += [f"visible {seat} {place}" for seat in range(1, players + 1) for place in (1, 2, 3)]
    compared += ["again"] if "again_optional" in readings else []

    def ours(state: State) -> dict[str, Any]:
        told = {**told_state(state), "phase": PHASES[state.step()]}
        told["top"] = told["stack_top"]
        return {name: told[name] for name in compared}

    def theirs(reference: Any) -> dict[str, Any]:
        told = reference.state()
        return {name: told[name] for name in compared}

    return Pair(game, Reserve(readings, players=players, longest=longest), ours, theirs, move=as_told, most=MOST)


@pytest.mark.parametrize(("players", "longest"), [(2, 3), (2, 4), (3, 4), (4, 5), (5, 5)])
def test_by_default(players: int, longest: int) -> None:
    tally = agree(pair(rules("reserve", players=players, longest=longest), {}, players, longest), games(3, 60))
    assert set(tally.endings) <= {"no_card_left"}
    assert set(tally.moves) <= {"hide", "lay", "place", "take", "try"}


@pytest.mark.parametrize(("question", "reading"), other_readings(Reserve.QUESTIONS))
def test_reading(question: str, reading: str) -> None:
    readings, players = {question: reading}, 5 if question == "setup_deck_out" else 3
    agree(pair(rules("reserve", readings, players=players, longest=4), readings, players, 4), games(2, 50))


def test_questions_are_the_same() -> None:
    assert questions(rules("reserve")) == Reserve.QUESTIONS


FAULTS = [
    ("height of c >= stack_top or c is 2 or c is A", "height of c > stack_top or c is 2 or c is A"),
    ("precedence twos > too_low", "precedence too_low > twos"),
    ("draw up to hand_least - size", "draw up to hand_least - 1 - size"),
    ("    stack_top becomes 0\n    do go_again(x)\n", "    stack_top becomes 0\n"),
    ("      move everything from visible[p, v] to hand of p\n", "      move everything from visible[p, v] to gone\n"),
]


@pytest.mark.parametrize(("old", "new"), FAULTS)
def test_a_changed_rule_is_noticed(old: str, new: str, tmp_path: Path) -> None:
    with pytest.raises(Disagreement):
        agree(pair(changed("reserve", tmp_path, old, new, players=4, longest=4), {}, 4, 4), 60)
