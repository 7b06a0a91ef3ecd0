"""Pigeon's rule file against the reference engine, in both editions and under every reading of every question.

Leaves the playing and comparing to `driver`. Left out of the comparison: what either side notes about the turn in
progress (Hoyle's `played`, `landed`, `offer`, `handed_in`, `penalty_due`, `relaying`, `no_deck`; the reference's
`to_check`, `old_piles`, `penalty_due`, `handed_in`, `todo`); piles are compared by their cards and top rank, since how
the cards of a Set lie in a pile is of no account.
"""

from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest

from hoyle.api import Game, Move, State, load
from tests.agreement.driver import (
    RULES,
    Disagreement,
    Pair,
    Reference,
    Told,
    agree,
    altered,
    games,
    other_readings,
    questions_of,
    told_move,
    told_state,
)
from tests.everyday import FULL
from tests.reference.base import RANK
from tests.reference.pigeon import QUESTIONS, Pigeon

FILE = RULES / "pigeon" / "pigeon.hoyle"
SLOTS = range(1, 13)
MOST = 250  # decisions; where plays may be passed, or swept cards come back, a game need not end

# Questions that the rule file does not ask, since they make no difference to a game played to win.
UNASKED = {"new_pile_play", "forceplay_duty"}

# Steps that the two sides call differently.
STEPS = {
    "open4_unseen": "open4",
    "more": "play_more",
    "opponent_window": "other_window",
    "complete_or_leave": "complete",
    "take_or_leave": "take",
    "draw_or_stop": "draw",
}

# Moves that the two sides call differently.
CALLED = {
    "play_set": "set",
    "play_string": "string",
    "start_set": "new_set",
    "start_string": "new_string",
    "force_loose": "force_string",
    "decline": "pass",
}

# Readings that the reference does not know, as they make no difference or the same one as another reading.
ALSO = {
    ("last_card_when", "turn_end"): {},
    ("split_how", "alternate"): {},
    ("existing_pile", "any_on_table"): {"new_pile_ace_king": "completes"},
}


def move_of(state: State, move: Move) -> Told:
    """The reference's form of a move."""
    told = told_move(state, move)
    return (CALLED.get(told[0], told[0]), *told[1:])


def ours(state: State) -> dict[str, Any]:
    """What is compared of Hoyle's side; while the opening lies face down, its cards count as lying where they will."""
    told = told_state(state)
    piles: dict[int, tuple[str, ...]] = {slot: told[f"slot {slot}"] for slot in SLOTS}
    for player, slots in ((1, (1, 4)), (2, (2, 3))):
        piles |= {slot: (card,) for slot, card in zip(slots, told.get(f"laid {player}", ()), strict=False)}
    pigeon = told["pigeon"] or ("gone" if told.get("pigeon_gone") else "aside")
    step = STEPS.get(state.step(), state.step())
    return _view(told, piles) | {"pigeon": pigeon, "step": step}


def theirs(reference: Reference) -> dict[str, Any]:
    """What is compared of the reference's side."""
    told = reference.state()
    piles = {slot: told[f"slot {slot}"] for slot in SLOTS}
    return _view(told, piles) | {"pigeon": told["pigeon"], "step": told["step"]}


def _view(told: dict[str, Any], piles: dict[int, tuple[str, ...]]) -> dict[str, Any]:
    view = {name: told[name] for player in (1, 2) for name in (f"deck {player}", f"hand {player}", f"limit {player}")}
    view |= {f"slot {slot}": (frozenset(pile), RANK[pile[-1]] if pile else 0) for slot, pile in piles.items()}
    return view | {"out": told["out"]}


def block(deck: Sequence[str]) -> list[str]:
    """The reference cuts the deck in two as it lies; drawing card by card turns each half round."""
    return [*reversed(deck[:26]), *reversed(deck[26:])]


def alternate(deck: Sequence[str]) -> list[str]:
    """The reference's deck for a card to each in turn: player 2's cards lie below player 1's."""
    return [*deck[-2::-2], *deck[-1::-2]]


def rich(cards: Sequence[str], rng: Random) -> list[str]:
    """A shuffled deck in which the aces and kings come early, which makes for Sweeps and completed piles."""
    early = [card for card in cards if RANK[card] in (1, 13)]
    if rng.random() < 0.5:
        rng.shuffle(early)
    rest = rng.sample([card for card in cards if card not in early], 44)
    # The halves are drawn from their bottoms up, see `block`: each begins with 4 of the 8 and 4 others.
    for half, player in ((0, early[:4]), (26, early[4:])):
        chosen = rng.sample([*player, *rest[half : half + 4]], 8)
        del rest[half : half + 4]
        rest[half:half] = chosen
    return rest


def dealt(cards: Sequence[str], rng: Random) -> list[str]:
    """Any shuffled deck in one game of two, a rich one in the other."""
    return rich(cards, rng) if rng.random() < 0.5 else rng.sample(cards, len(cards))


def pair_of(hoyle: Game, edition: str, readings: dict[str, str]) -> Pair:
    """The rule file and the reference under the same readings; one reading at most is not the default."""
    known = {question: reading for question, reading in readings.items() if question in QUESTIONS}
    for chosen in readings.items():
        known |= ALSO.get(chosen, {})
    split = alternate if readings.get("split_how") == "alternate" else block
    return Pair(hoyle, Pigeon(known, edition=edition), ours, theirs, move_of, dealt, split, most=MOST)


def others(edition: str) -> list[tuple[str, str, str]]:
    """Every reading that is not a default of the edition, as arguments of a test."""
    return [(edition, *chosen) for chosen in other_readings(FILE, load(FILE, edition=edition))]


# A reading works alike in both editions, save where they are ruled differently; the full comparison takes both.
OTHERS = [*others("full"), *(others("condensed") if FULL else [("condensed", "forceplay_completes", "no")])]


@pytest.mark.parametrize("edition", ["full", "condensed"])
def test_default_readings_agree(edition: str) -> None:
    tally = agree(pair_of(load(FILE, edition=edition), edition, {}), games(10, 300))
    assert not tally.cut_short
    assert set(tally.endings) == {"no_moves", "last_card"}
    plays = {"set", "string", "new_set", "new_string", "force_set", "force_string", "sweep"}
    assert set(tally.moves) == {"open", *plays, "hand_in", "pass"}


@pytest.mark.parametrize(("edition", "question", "reading"), OTHERS)
def test_other_readings_agree(edition: str, question: str, reading: str) -> None:
    chosen = {question: reading}
    number = games(2, 50)
    assert agree(pair_of(load(FILE, edition=edition, readings=chosen), edition, chosen), number).games == number


@pytest.mark.parametrize(
    ("question", "reading"), [("opening_source", "deck_top"), ("opening_choice", "pair"), ("opening_choice", "secret")]
)
def test_an_opening_that_completes_agrees(question: str, reading: str) -> None:
    chosen = {question: reading, "opening_ace_king": "completes"}
    number = games(3, 50)
    assert agree(pair_of(load(FILE, readings=chosen), "full", chosen), number).games == number


def test_both_sides_know_the_same_readings() -> None:
    asked = questions_of(FILE)
    theirs = {question: readings for question, readings in QUESTIONS.items() if question not in UNASKED}
    assert {question: readings for question, readings in asked.items() if question in QUESTIONS} == theirs
    rest = asked.keys() - QUESTIONS.keys()
    assert {(question, reading) for question in rest for reading in asked[question][1:]} == set(ALSO)


# Name of the fault, what stands in the rule file, what is put there, and what must be found to differ.
PLANTED = [
    ("legality", "when not joins(bottom of cards, p)", "when no c in cards with joins(c, p)", "only Hoyle allows"),
    ("check", "top of p is A or top of p is K", "top of p is K", "(out|pigeon|slot 1?[0-9]): Hoyle has"),
    ("effect", ": pigeon becomes nobody", ": nothing", "pigeon: Hoyle has"),
    (
        "winner",
        "last_card_when is at_once\n    when deck of mover is empty: mover wins",
        "last_card_when is at_once\n    when deck of mover is empty: previous player wins",
        "^the returns",
    ),
    ("clash", "when no legal move: previous player wins", "when no legal move: mover wins", "no_moves"),
]


@pytest.mark.parametrize(("old", "new", "noticed"), [pytest.param(*fault, id=name) for name, *fault in PLANTED])
def test_a_fault_planted_in_the_rule_file_is_noticed(tmp_path: Path, old: str, new: str, noticed: str) -> None:
    faulty = load(altered(FILE, tmp_path, old, new))
    with pytest.raises(Disagreement, match=noticed):
        agree(pair_of(faulty, "full", {}), 40)
