"""Hoyle's Twenty-One Piles and the engine written by hand agree: moves, position and returns under every reading.

Compared are stock, hands, piles and collections, the modes of the piles, and what a reading keeps besides (`gap`,
`both`, `last`). Left out are the rule file's `spent` and `eleven`, which are at rest when a turn begins. Every game is
played to its end. Leaves the comparison itself to `driver`.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from hoyle.api import Game, State
from tests.agreement.driver import Pair, Told, agree, games, told_state
from tests.agreement.readings import changed, differ, noticed, other_readings, questions, rules
from tests.reference.twentyone import TwentyOne, aces

WORDS = {("loser_counts", "cards"): "card_count"}
"""What the rule file calls a reading otherwise than the reference does."""

ONE_GAME = {
    "mode_after_extension": ("read_anew", "kept"),
    "rank_place": ("apart", "last"),
    "draw_after_take": ("draws", "no_draw"),
}
"""Questions of the rule file alone: both readings make the same game."""

KEPT = {
    "gap": ("run_gap_fill", "spoiled"),
    "both": ("seven_active_sets", "also_run"),
    "last": ("previous_player", "last_turn"),
}
"""What a state holds under one reading only."""

NEEDED = {
    "seven_over_21_forced": {"voluntary_bust": "only_forced"},
    "set_over_21_forced": {"voluntary_bust": "only_forced"},
}
"""What else has to be read otherwise for a question to matter: else no bust is forced."""

RARE = {"next_taker", "previous_player", "empty_receiver", "set_pile_at_end", "forced_pair"}
"""Questions that matter in one game out of twenty or fewer: where hands run out at different times, or nothing fits."""


class Announcing:
    """The reference with moves as the rule file has them: two cards in no order, and aces announced beforehand.

    Under `mover_declares` whoever could count an ace 11 is asked first how many do so; where nothing can then be
    played, none does.
    """

    def __init__(self, game: TwentyOne) -> None:
        self.game = game
        self.said: int | None = None

    @property
    def to_move(self) -> int | None:
        return self.game.to_move

    @property
    def returns(self) -> list[float] | None:
        return self.game.returns

    def start(self, deck: Sequence[str]) -> None:
        self.game.start(deck)
        self.said = None

    def _asked(self) -> int:
        """How many aces could be announced; 0 where nobody is asked."""
        game = self.game
        if game.chosen["ace_choice_21"] == "automatic" or self.said is not None or game.to_move is None:
            return 0
        held = aces(game.hands[game.to_move]) if game.chosen["placed_ace"] == "any" else 0
        return held + max(aces(pile.cards) for pile in game.piles)

    def _moves(self) -> dict[Told, Told]:
        """The moves to make now, and the form in which the reference knows them."""
        said = (self.said or 0,)
        known = [move for move in self.game.legal_moves() if move[0] == "take" or move[3:] in ((), said)]
        return {(move[0], frozenset(move[1]), move[2]) if move[0] == "play" else move: move for move in known}

    def legal_moves(self) -> list[Told]:
        announced = [("count_eleven", number) for number in range(1, self._asked() + 1)]
        return [*announced, ("pass",)] if announced else list(self._moves())

    def apply(self, move: Told) -> None:
        if not self._asked():
            self.game.apply(self._moves()[move])
            self.said = None
            return
        self.said = 0 if move == ("pass",) else move[1]
        if not self._moves():
            self.said = 0

    def state(self) -> dict[str, Any]:
        return self.game.state()


def pair(game: Game, readings: Mapping[str, str], players: int = 5) -> Pair:
    """The two engines under the reference's words for the readings."""
    seats, piles = range(1, players + 1), (1, 2)
    compared = ["stock", *(f"{zone} {seat}" for zone in ("hand", "taken") for seat in seats)]
    compared += [f"{what} {number}" for what in ("pile", "mode") for number in piles]
    for name, (question, reading) in KEPT.items():
        if readings.get(question) == reading:
            compared += [name] if name == "last" else [f"{name} {number}" for number in piles]

    def ours(state: State) -> dict[str, Any]:
        told = told_state(state)
        return {name: told[name] for name in compared}

    def theirs(reference: Any) -> dict[str, Any]:
        told = reference.state()
        return {name: told[name] for name in compared}

    return Pair(game, Announcing(TwentyOne(readings, players)), ours, theirs, scores=True, most=2000)


def grouped(cards: Sequence[str], rng: Random) -> list[str]:
    """A deck in which cards of one suit, or of ranks near each other, lie together, so that sets are frequent."""
    by_suit, noise, cut = rng.random() < 0.5, rng.choice((2, 6, 12)), rng.randrange(len(cards))
    place = {card: (i % 4 * 13 + i // 4 if by_suit else i) + rng.uniform(0, noise) for i, card in enumerate(cards)}
    deck = sorted(cards, key=place.__getitem__)
    return deck[cut:] + deck[:cut]


FIRST_DEALT = {
    "seven_fits_when": ("3C", "3D", "4C", "4D", "5C", "5D", "6C", "7C"),
    "seven_active_sets": ("4S", "4H", "5S", "6S", "7H", "7D"),
}
"""Hands, two cards a seat, that lead to what a question is about before long: a 7 beside a run that ends near it."""


def dealing(question: str) -> Callable[[Sequence[str], Random], Sequence[str]]:
    """How decks are made for games that tell the readings of a question apart."""
    first = FIRST_DEALT.get(question)
    if first is None:
        return grouped
    return lambda cards, rng: [*rng.sample(rest := sorted({*cards} - {*first}), len(rest)), *reversed(first)]


def in_file(readings: Mapping[str, str]) -> dict[str, str]:
    """Readings in the rule file's words."""
    return {question: WORDS.get((question, reading), reading) for question, reading in readings.items()}


def test_by_default() -> None:
    tally = agree(pair(rules("twentyone"), {}), games(8, 300))
    assert set(tally.endings) == {"fewest_and_most"}
    assert tally.cut_short == 0
    assert set(tally.moves) == {"play", "take"}


@pytest.mark.parametrize("players", [2, 3, 4, 6, 7])
def test_players(players: int) -> None:
    agree(replace(pair(rules("twentyone", players=players), {}, players), deal=grouped), games(2, 50))


@pytest.mark.parametrize(("question", "reading"), other_readings(TwentyOne.QUESTIONS))
def test_reading(question: str, reading: str) -> None:
    readings = {question: reading, **NEEDED.get(question, {})}
    both = pair(rules("twentyone", in_file(readings)), readings)
    agree(both, games(1, 50))
    agree(replace(both, deal=dealing(question)), games(2, 300 if question in RARE else 50))


TOGETHER = [
    {"ace_choice_21": "mover_declares", "endgame_decline": "must_extend"},
    {"ace_choice_21": "mover_declares", "placed_ace": "later", "two_card_timing": "one_by_one"},
    {"two_card_timing": "one_by_one", "pile_after_21_extension": "twentyone_frees", "seven_fits_when": "together"},
    {"previous_player": "last_turn", "hit21_timing": "uses_turn", "empty_receiver": "takes"},
]
"""Readings of several questions that bear on one another."""


@pytest.mark.parametrize("readings", TOGETHER, ids="-".join)
def test_readings_together(readings: Mapping[str, str]) -> None:
    both = pair(rules("twentyone", in_file(readings)), readings)
    agree(replace(both, deal=grouped), games(3, 300))


@pytest.mark.parametrize(("question", "reading"), noticed(TwentyOne.QUESTIONS, RARE))
def test_another_reading_is_noticed(question: str, reading: str) -> None:
    """The games of `test_reading` are such that it would fail if the reference went by the default."""
    needed = NEEDED.get(question, {})
    both = pair(rules("twentyone", in_file({question: reading, **needed})), needed)
    differ(replace(both, deal=dealing(question)), 300)


@pytest.mark.parametrize(("question", "reading"), other_readings(ONE_GAME))
def test_reading_that_makes_the_same_game(question: str, reading: str) -> None:
    agree(pair(rules("twentyone", {question: reading}), {}), games(2, 50))


def test_questions_are_the_same() -> None:
    asked = {
        question: tuple(WORDS.get((question, reading), reading) for reading in readings)
        for question, readings in TwentyOne.QUESTIONS.items()
    }
    assert questions(rules("twentyone")) == {**asked, **ONE_GAME}


FAULTS = [
    ("  J Q K are 10\n", "  J Q are 10\n  K is 9\n"),
    ("up to hand_size cards from stock", "up to hand_size - 1 cards from stock"),
    ("first player q from next player with", "first player q from mover with"),
    ("  precedence hit21 > flush > run > bust", "  precedence flush > hit21 > run > bust"),
    ("  precedence elsewhere > normal, ", "  precedence normal > elsewhere\n  precedence elsewhere > "),
    ("scores won(p) - lost(p)", "scores won(p)"),
]


@pytest.mark.parametrize(("old", "new"), FAULTS)
def test_a_changed_rule_is_noticed(old: str, new: str, tmp_path: Path) -> None:
    differ(pair(changed("twentyone", tmp_path, old, new), {}), 60)
