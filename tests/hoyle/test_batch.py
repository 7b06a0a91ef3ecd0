"""A batch steps the same games as single states, row by row."""

import numpy as np
import pytest

from hoyle.api import load
from hoyle.batch import ENDED, Batch, NotCompiled
from tests.native.harness import cache_of_tests, needs_compiler  # noqa: F401

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
    monkeypatch.setattr("engine.native.library.find_compiler", lambda: None)
    with pytest.raises(NotCompiled, match="no C compiler"):
        Batch(load("leduc_poker"), 2)
