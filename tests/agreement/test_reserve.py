"""Hoyle's Reserve and the engine written by hand agree: moves, position and winner under every reading.

Compared are all zones, `phase` (told by the rule file's step), `top` (its `stack_top`), `owed`, and `again` where a
reading keeps it. Placing and taking can go round for ever, so games are cut short, and straights too: large hands hold
millions of long ones. Leaves the comparison itself to `driver`.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from hoyle.api import Game, Move, State
from tests.agreement.driver import Pair, Told, agree, games, told_move, told_state
from tests.agreement.readings import changed, differ, noticed, other_readings, questions, rules
from tests.reference.reserve import Reserve

PHASES = {"hide_card": "hiding", "lay_reserve": "laying", "act": "playing"}
NAMES = {"lay_group": "lay", "lay_straight": "lay", "place_group": "place", "place_straight": "place"}
MOST = games(300, 1000)
"""Decisions of a game, some 30 of them to hide and lay: half of two players' games are over by 400."""


@dataclass(frozen=True, slots=True)
class Table:
    """The settings of a game."""

    players: int = 3
    longest: int = 4
    deck: str = "standard"

    def game(self, readings: Mapping[str, str]) -> Game:
        deck = {} if self.deck == "standard" else {"deck": self.deck}
        return rules("reserve", readings, players=self.players, longest=self.longest, **deck)


ACES = Table(2, 3, "2 3 J Q K of clubs, diamonds, hearts, spades + A of clubs, diamonds, hearts, spades")
"""Straights with an ace at either end are frequent."""

SCARCE = Table(3, 7, "7..K of clubs, diamonds, hearts, spades")
"""27 of 28 cards are dealt, and long straights use up a hand."""

TABLES = {
    "straight_ace": ACES,
    "straight_with_ace": ACES,
    "ace_effect": ACES,
    "aces_together": ACES,
    "setup_deck_out": SCARCE,
}
"""Where a question matters in more games than at the usual table."""

RARE = {"straight_with_ace", "ace_effect", "aces_together", "pickup_order"}
"""Questions that matter in one game out of six or fewer."""


def as_told(state: State, move: Move) -> Told:
    """A move as the reference has it: unseen cards by their number in their pile, one name for groups and straights."""
    name, *cards = told_move(state, move)
    if name in ("hide", "try"):
        pile = state.zone("dealt" if name == "hide" else "hidden", state.current_player())
        return (name, pile.index(cards[0]) + 1)
    if name.endswith("_with_twos"):
        return (name.removesuffix("_with_twos"), cards[0] | cards[1])
    return (NAMES.get(name, name), *cards)


def pair(game: Game, readings: Mapping[str, str], table: Table) -> Pair:
    """The two engines at one table; `readings` are the reference's."""
    seats = range(1, table.players + 1)
    compared = ["deck", "stack", "gone", "owed", "mover", "top", "phase"]
    compared += [f"{zone} {seat}" for zone in ("dealt", "hidden", "hand") for seat in seats]
    compared += [f"visible {seat} {place}" for seat in seats for place in (1, 2, 3)]
    compared += ["again"] if "again_optional" in readings else []

    def ours(state: State) -> dict[str, Any]:
        told = {**told_state(state), "phase": PHASES[state.step()]}
        told["top"] = told["stack_top"]
        return {name: told[name] for name in compared}

    def theirs(reference: Any) -> dict[str, Any]:
        told = reference.state()
        return {name: told[name] for name in compared}

    reference = Reserve(readings, players=table.players, longest=table.longest)
    return Pair(game, reference, ours, theirs, move=as_told, most=MOST)


@pytest.mark.parametrize(
    "table",
    [Table(2, 3), Table(2, 4), Table(3, 4), Table(4, 5), Table(5, 13), Table(2, 5, ACES.deck)],
    ids=lambda table: f"{table.players}-{table.longest}",
)
def test_by_default(table: Table) -> None:
    tally = agree(pair(table.game({}), {}, table), games(3, 60))
    assert set(tally.endings) <= {"no_card_left"}
    assert set(tally.moves) <= {"hide", "lay", "place", "take", "try"}


@pytest.mark.parametrize(("question", "reading"), other_readings(Reserve.QUESTIONS))
def test_reading(question: str, reading: str) -> None:
    readings = {question: reading}
    agree(pair(Table().game(readings), readings, Table()), games(1, 50))
    if question in TABLES:
        table = TABLES[question]
        agree(pair(table.game(readings), readings, table), games(3, 50))


@pytest.mark.parametrize(("question", "reading"), noticed(Reserve.QUESTIONS, RARE))
def test_another_reading_is_noticed(question: str, reading: str) -> None:
    """The games of `test_reading` are such that it would fail if the reference went by the default."""
    table = TABLES.get(question, Table())
    differ(pair(table.game({question: reading}), {}, table), 50)


def test_questions_are_the_same() -> None:
    assert questions(rules("reserve")) == Reserve.QUESTIONS


FAULTS = [
    ("height of c >= stack_top or c is 2 or c is A", "height of c > stack_top or c is 2 or c is A"),
    ("two, twos, from_two > too_low", "too_low > two, twos, from_two"),
    ("up to hand_least cards", "up to hand_least - 1 cards"),
    ("    stack_top becomes 0\n    do go_again(x)\n", "    stack_top becomes 0\n"),
    ("move everything from visible[p, v] to hand of p", "move everything from visible[p, v] to gone"),
]


@pytest.mark.parametrize(("old", "new"), FAULTS)
def test_a_changed_rule_is_noticed(old: str, new: str, tmp_path: Path) -> None:
    differ(pair(changed("reserve", tmp_path, old, new, players=3, longest=4), {}, Table()), 60)
