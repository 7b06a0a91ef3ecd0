"""All that luck decides in play is independent: choices, shuffles, picks, what players imagine, one game and the next.

Figures are compared with what independent luck gives, in standard errors. The way luck was drawn before, by which the
choices of a random player shared numbers with the deal, is kept here, to see that the statistics notice it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import sqrt
from pathlib import Path
from typing import Protocol

import numpy as np
import pytest

from engine.c.compiled.code import code_of
from engine.c.compiled.simulate import simulate
from engine.interpreter.interpreter import Interpreter
from engine.luck.chance import Chance, Recording, Seeded, Shuffled
from engine.luck.streams import Domain, Stream, derive, fisher_yates, groups, mix, picks_of
from hoyle.api import load
from tests.native.harness import (
    QUICK,
    library_of,
    needs_compiler,
)

FILE = Path(__file__).with_name("streams.hoyle")
NOTICED = 5.5
"""So many standard errors are not met by chance, in the thousands of figures of a test, but once in a thousand."""


def too_far(standard_errors: float) -> bool:
    return abs(standard_errors) > NOTICED


# ---------------------------------------------------------------- luck as it was


class Before:
    """Luck by a seed as it was until decision 0011, and the player whose seed was the luck's first number."""

    def __init__(self, seed: int) -> None:
        self.state = seed % 2**64

    def draw(self) -> int:
        self.state = (self.state + 0x9E3779B97F4A7C15) % 2**64
        return mix(self.state)

    def pick(self, n: int) -> int:
        return self.draw() * n >> 64 if n > 1 else 0

    def shuffle(self, cards: tuple[int, ...]) -> tuple[int, ...]:
        number = self.draw()
        following, picks = Before(number), list[int]()
        for sizes in groups(len(cards)):
            while (found := picks_of(number, sizes)) is None:
                number = following.draw()
            picks += found
            number = following.draw()
        taken = iter(picks)
        return fisher_yates(cards, lambda _: next(taken))


def without_domains(seed: int, domain: Domain, number: int = 0) -> int:
    """A planted fault: what a seed is for is of no account."""
    del domain
    return mix((seed + (number + 1) * 0x9E3779B97F4A7C15) % 2**64)


# ---------------------------------------------------------------- one play, and the next


class Picks(Protocol):
    def pick(self, n: int) -> int: ...


def told_by(interpreter: Interpreter, luck: Chance, choosers: Sequence[Picks]) -> dict[str, list[float]]:
    """What each stream of a game of `streams.hoyle` decided."""
    recording = Recording(luck)
    turn = interpreter.start(recording)
    told: dict[str, list[float]] = {}
    while not turn.position.over:
        seat = turn.position.fields[interpreter.layout.mover]
        at = choosers[seat].pick(len(turn.moves))
        told.setdefault(f"choices of player {seat + 1}", []).append(at)
        turn = interpreter.apply(turn.position, turn.moves[at], recording)
    for number, outcome in enumerate(recording.outcomes):
        if isinstance(outcome, Shuffled):
            told[f"shuffle {number}"] = list(map(float, outcome.cards))
        else:
            told[f"pick {number}"] = [float(outcome.value)]
    return told


def farthest(games: list[dict[str, list[float]]]) -> tuple[float, str]:
    """The greatest correlation of two values of different streams, in standard errors; of one game or two in a row."""
    columns = [(name, k) for name, values in games[0].items() for k in range(len(values))]
    table = np.array([[game[name][k] for name, k in columns] for game in games])
    table = (table - table.mean(axis=0)) / table.std(axis=0)
    here = table.T @ table / sqrt(len(table))
    names = np.array([name for name, _ in columns])
    here[names[:, None] == names[None, :]] = 0
    following = table[:-1].T @ table[1:] / sqrt(len(table) - 1)
    found = max((here, "in one game"), (following, "in one game and the next"), key=lambda pair: np.abs(pair[0]).max())
    a, b = np.unravel_index(np.abs(found[0]).argmax(), found[0].shape)
    return float(found[0][a, b]), f"{names[a]} and {names[b]} {found[1]}"


GAMES = 600


def test_what_luck_decides_in_play_is_independent():
    interpreter = load(FILE).interpreter
    games = []
    for number in range(GAMES):
        seed = derive(1, Domain.GAME, number)
        choosers = [Stream(seed, Domain.CHOICE, seat) for seat in range(4)]
        games.append(told_by(interpreter, Seeded(seed), choosers))
    errors, where = farthest(games)
    assert not too_far(errors), where


def test_choices_that_share_numbers_with_the_deal_are_noticed():
    interpreter = load(FILE).interpreter
    games = []
    for number in range(GAMES // 2):
        seed = mix((1 + (number + 1) * 0x9E3779B97F4A7C15) % 2**64)
        player = Before(Before(seed).draw())
        games.append(told_by(interpreter, Before(seed), [player] * 4))
    errors, where = farthest(games)
    assert too_far(errors)
    assert where == "choices of player 1 and shuffle 0 in one game"


# ---------------------------------------------------------------- many games of compiled code

CHOSEN, DEALT, ROLLED = 65.0, 12 / 4 * 12 / 23, 35 / 3
"""Variances: twice a number of 14, the high cards among 12 of 24 (half of them high), twice a die."""
SPREAD = [sqrt(variance) for variance in (CHOSEN * DEALT, CHOSEN * DEALT, DEALT * DEALT, ROLLED * DEALT)]
MANY = 100_000
PLANTED = [
    ({"choosers[p] = derive(seed, DOMAIN_CHOICE, ": "choosers[p] = derive(seed, DOMAIN_SHUFFLE, "}, 0),
    ({"choosers[p] = derive(seed, DOMAIN_CHOICE, (u64)p)": "choosers[p] = derive(seed, DOMAIN_SHUFFLE, 2)"}, 1),
    ({"  *luck += STRIDE;\n": ""}, 2),
    ({"  *luck += STRIDE;\n": "", "asked_of(luck, DOMAIN_PICK)": "asked_of(luck, DOMAIN_SHUFFLE)"}, 3),
]


def covariances(spoil: Mapping[str, str]) -> list[float]:
    """Choices and deal, choices and the next deal, deal and the next deal, die and deal, in standard errors."""
    game = load(FILE).rules
    text = code_of(game).text
    for old, new in spoil.items():
        assert old in text
        text = text.replace(old, new)
    figures = simulate(library_of(game, (*QUICK, "-O1"), text), Interpreter(game), MANY, 1)
    assert figures.finished == MANY
    return [mean * sqrt(MANY) / spread for mean, spread in zip(figures.mean_returns, SPREAD, strict=True)]


@needs_compiler
def test_figures_of_many_games_are_those_of_independent_luck():
    assert not any(map(too_far, covariances({})))


@needs_compiler
@pytest.mark.parametrize(("spoil", "which"), PLANTED)
def test_streams_that_are_one_are_noticed_in_compiled_code(spoil, which):
    assert too_far(covariances(spoil)[which])
