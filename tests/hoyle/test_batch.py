"""A batch steps the same games as single states, row by row."""

from typing import Any

import numpy as np
import pytest

from hoyle.api import load
from hoyle.batch import ENDED, Batch, NotCompiled
from tests.native.harness import needs_compiler

pytestmark = needs_compiler


@pytest.mark.parametrize("name", ["leduc_poker", "crazy_eights", "pigeon"])
def test_rows_are_the_games_of_their_seeds(name):
    game, luck = load(name), np.random.default_rng(1)
    batch = Batch(game, 5, seed=20)
    states = [game.new_initial_state(seed=20 + row) for row in range(5)]
    for _ in range(25):
        for row, state in enumerate(states):
            assert batch.position(row) == state.position
            assert batch.moves(row) == (() if state.is_terminal() else state.legal_actions())
            assert batch.movers[row] == (-1 if state.is_terminal() else state.current_player())
            assert tuple(batch.returns[row]) == state.returns()
        mask = batch.legal()
        assert mask.sum(axis=1).tolist() == batch.counts.tolist()
        choices = np.where(batch.counts > 0, luck.integers(0, np.maximum(batch.counts, 1)), -1)
        for row, state in enumerate(states):
            if choices[row] >= 0:
                state.apply_action(state.legal_actions()[choices[row]])
        batch.step(choices)


def test_all_rows_come_to_their_end_and_begin_anew():
    batch = Batch(load("leduc_poker"), 50)
    first = batch.movers.copy()
    while (batch.counts > 0).any():
        batch.step(np.where(batch.counts > 0, 0, -1))
    assert (batch.states == ENDED).all()
    assert (batch.returns.sum(axis=1) == 0).all()
    assert not batch.legal(4).any()
    batch.reset(np.arange(50))
    assert (batch.movers == first).all()


def test_what_is_no_move_changes_nothing():
    batch = Batch(load("leduc_poker"), 3)
    before = [batch.position(row) for row in range(3)]
    with pytest.raises(IndexError, match="row 1 has 2 legal moves, and no number 9"):
        batch.step([0, 9, 0])
    assert [batch.position(row) for row in range(3)] == before
    with pytest.raises(ValueError, match="3 choices"):
        batch.step([0])
    with pytest.raises(ValueError, match="3 seeds"):
        batch.reset([1, 2])
    with pytest.raises(ValueError, match="at least one"):
        Batch(load("leduc_poker"), 0)


def test_without_a_compiler_it_says_so(monkeypatch):
    monkeypatch.setattr("engine.c.compiled.library.find_compiler", lambda: None)
    with pytest.raises(NotCompiled, match="no C compiler"):
        Batch(load("leduc_poker"), 2)


@pytest.mark.parametrize("seed", [0, 1, -1, 2**63, 2**64 - 1, 2**64 + 3, -(2**70), np.int64(5), np.uint64(2**64 - 1)])
def test_any_seed_is_the_same_game_as_elsewhere(seed):
    game = load("leduc_poker")
    batch, wanted = Batch(game, 3, seed), [game.new_initial_state(seed=int(seed) + row).position for row in range(3)]
    assert [batch.position(row) for row in range(3)] == wanted
    batch.reset([seed, int(seed) + 1, int(seed) + 2])
    assert [batch.position(row) for row in range(3)] == wanted
    assert game.new_initial_state(seed=seed).position == wanted[0]
    assert game.simulate(5, seed=seed) == game.simulate(5, seed=int(seed))


def test_seeds_in_arrays_and_what_is_no_whole_number():
    game = load("leduc_poker")
    batch = Batch(game, 2)
    batch.reset(np.array([-1, 7]))
    assert batch.position(0) == game.new_initial_state(seed=2**64 - 1).position
    wrong: Any
    for wrong in ([0.5, 1.0], np.array([0.5, 1.0])):
        with pytest.raises(TypeError):
            batch.reset(wrong)
        with pytest.raises(TypeError, match="whole numbers are needed"):
            batch.step(wrong)
    with pytest.raises(TypeError):
        game.new_initial_state(seed=wrong[0])
