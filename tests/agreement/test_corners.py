"""Hoyle's Corners and the engine written by hand agree: moves, position and winner under every reading.

Compared are the draw pile, hands and piles, `busy` and `quiet`, and what a reading keeps besides (`freed`, `fresh` of a
side). Games of readings that let them run for ever are cut short; leaves the comparison itself to `driver`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest

from hoyle.api import Game, State
from tests.agreement.driver import Pair, agree, games, told_move, told_state
from tests.agreement.readings import changed, differ, other_readings, questions, rules
from tests.reference.corners import PLACES, SIDES, Corners

WORDS = {"under": "under_pile"}
"""What the rule file calls a question otherwise than the reference does."""

KEPT = {"freed": ("slot_cause", "pile_on_pile"), "fresh": ("slot_time", "same_turn")}
"""What a state holds under one reading only."""

ENDLESS = {("king_from", "any_pile"), ("slot_pile", "allowed"), ("stalemate", "never")}
"""Readings under which a game need not end."""


def pair(game: Game, readings: Mapping[str, str], players: int = 4, hand_size: int = 7, most: int = 400) -> Pair:
    """The two engines under the reference's words for the readings."""
    compared = ["draw", "busy", "quiet", *(f"hand {seat}" for seat in range(1, players + 1))]
    compared += [f"pile {place}" for place in PLACES]
    for name, (question, reading) in KEPT.items():
        if readings.get(question) == reading:
            compared += [f"{name} {side}" for side in SIDES]

    def ours(state: State) -> dict[str, Any]:
        told = told_state(state)
        told["draw"] = told["draw_pile"]
        return {name: told[name] for name in compared}

    def theirs(reference: Any) -> dict[str, Any]:
        told = reference.state()
        return {name: told[name] for name in compared}

    return Pair(game, Corners(readings, players=players, hand_size=hand_size), ours, theirs, most=most)


NEEDED = {"stalemate_result": {"draw_empty": "game_over"}}
"""What else is read otherwise so that a question matters more often: else few games end without an empty hand."""


def with_kings(cards: Sequence[str], rng: Random) -> list[str]:
    """A shuffled deck for four players of which two Kings are turned up on the sides."""
    deck = rng.sample(cards, len(cards))
    for king, side in zip(("KC", "KH"), rng.sample(range(20, 24), 2), strict=True):
        held = deck.index(king)
        deck[held], deck[side] = deck[side], deck[held]
    return deck


def in_file(readings: Mapping[str, str]) -> dict[str, str]:
    """Readings in the rule file's words."""
    return {WORDS.get(question, question): reading for question, reading in readings.items()}


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_by_default(players: int) -> None:
    tally = agree(pair(rules("corners", players=players), {}, players), games(3, 60))
    assert tally.cut_short == 0
    assert set(tally.endings) <= {"empty_hand", "quiet_round"}
    assert set(tally.moves) <= {"play", "move", "start", "enthrone", "under", "pass"}


@pytest.mark.parametrize(("question", "reading"), other_readings(Corners.QUESTIONS))
def test_reading(question: str, reading: str) -> None:
    readings = {question: reading, **NEEDED.get(question, {})}
    both = pair(rules("corners", in_file(readings)), readings)
    tally = agree(replace(both, deal=with_kings), games(2, 50), first_seed=1)
    assert tally.cut_short == 0 or (question, reading) in ENDLESS


@pytest.mark.parametrize(("question", "reading"), other_readings(Corners.QUESTIONS))
def test_another_reading_is_noticed(question: str, reading: str) -> None:
    """The games of `test_reading` are such that it would fail if the reference went by the default."""
    needed = NEEDED.get(question, {})
    both = pair(rules("corners", in_file({question: reading, **needed})), needed)
    differ(replace(both, deal=with_kings), 50)


@pytest.mark.parametrize("hand_size", [1, 4])
def test_hand_size(hand_size: int) -> None:
    agree(pair(rules("corners", hand_size=hand_size), {}, hand_size=hand_size), games(1, 50))


@pytest.mark.parametrize(
    ("deck", "hand_size"), [("2 4 6 8 10 Q of hearts, spades", 1), ("A..3 5..7 of hearts, spades", 2)]
)
def test_a_dead_position_has_no_end(deck: str, hand_size: int) -> None:
    """Where nobody can ever move again and no rule ends the game, Hoyle stops at a fault and the reference raises."""
    readings = {"stalemate": "never", "turn_end": "must_play_out"}
    game = rules("corners", in_file(readings), players=2, hand_size=hand_size, deck=deck)
    kinds = {_dead(game, Corners(readings, players=2, hand_size=hand_size), Random(seed)) for seed in range(10)}
    assert "endless" in kinds
    assert kinds <= {"endless", "won"}


def _dead(game: Game, reference: Corners, rng: Random) -> str:
    """Plays a random game on both sides; the kind of fault that stopped it, or "won"."""
    cards = rng.sample(game.deck, len(game.deck))
    state, make = game.new_initial_state(deck=cards), partial(reference.start, cards)
    while state.fault is None:
        make()
        if state.is_terminal():
            assert reference.to_move is None
            return "won"
        move = rng.choice(state.legal_actions())
        make = partial(reference.apply, told_move(state, move))
        state.apply_action(move)
    with pytest.raises(RuntimeError):
        make()
    return state.fault.kind


def test_questions_are_the_same() -> None:
    assert questions(rules("corners")) == {
        WORDS.get(question, question): readings for question, readings in Corners.QUESTIONS.items()
    }


FAULTS = [
    ("colour of c is not colour of b", "colour of c is colour of b"),
    ("precedence no_space > beneath", "precedence beneath > no_space"),
    ("quiet = players: nobody wins", "quiet = players - 1: nobody wins"),
    ("    move c under p\n", "    move c onto p\n"),
    ("draw 1 from draw_pile to hand of mover;", "draw 1 from draw_pile to hand of next player;"),
]


@pytest.mark.parametrize(("old", "new"), FAULTS)
def test_a_changed_rule_is_noticed(old: str, new: str, tmp_path: Path) -> None:
    differ(pair(changed("corners", tmp_path, old, new), {}), 60)
