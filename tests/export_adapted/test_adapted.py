"""Exported games behind OpenSpiel's and PettingZoo's interfaces, held to those projects' own tests."""

import warnings

import numpy as np
import pyspiel
import pytest
from pettingzoo.test import api_test, seed_test

from engine.adapters.environments import returns_between
from engine.interpreter.interpreter import Interpreter
from engine.simulate.simulate import play_random
from tests.conformance.harness import rules
from tests.everyday import FULL, everyday, one_in
from tests.export_adapted.modules import module


@pytest.mark.parametrize("name", one_in(2, everyday()))
def test_openspiels_own_random_test(folder, name):
    """OpenSpiel's test plays a game and raises where something about it is not as it should be."""
    module(name, "_openspiel")
    game = pyspiel.load_game(f"hoyle_exported_{name}")
    pyspiel.random_sim_test(game, num_sims=2 if FULL else 1, serialize=True, verbose=False)


@pytest.mark.parametrize("name", one_in(2, everyday()))
def test_pettingzoos_own_test(folder, name):
    """PettingZoo's tests play some moves and raise where something about the environment is not as it should be."""
    make = module(name, "_pettingzoo").env
    with warnings.catch_warnings():
        # Observations are dictionaries with action masks, of which the test warns.
        warnings.simplefilter("ignore")
        api_test(make(), num_cycles=40)
        if name == "leduc_poker":
            seed_test(make, num_cycles=20)


def test_information_states_tell_no_hidden_card(folder):
    module("leduc_poker", "_openspiel")
    game = pyspiel.load_game("hoyle_exported_leduc_poker")
    seen = set()
    for other in (1, 2, 3, 4, 5):
        state = game.new_initial_state()
        deal = [0, other, *[card for card in range(1, 6) if card != other]]
        for card in deal[:-1]:
            state.apply_action(card)
        seen.add(state.information_state_string(0))
        assert np.asarray(state.observation_tensor(0)).shape == (module("leduc_poker", "_actions").LENGTH,)
    assert len(seen) == 1
    assert "JS" in seen.pop()


def test_moves_that_are_not_legal_are_refused(folder):
    environment = module("leduc_poker", "_pettingzoo").env()
    environment.reset(seed=1)
    mask = environment.observe(environment.agent_selection)["action_mask"]
    with pytest.raises(ValueError, match="no legal move here"):
        environment.step(int(np.flatnonzero(mask == 0)[0]))


@pytest.mark.parametrize(("name", "bounds"), [("leduc_poker", (-13, 13)), ("twentyone", (-1, 1))])
def test_bounds_of_returns(name, bounds):
    assert returns_between(rules(name)) == bounds


FARTHEST = {"dou_dizhu": 3 * 2**13 * 2 * 2}
"""What may be won or lost at most where it is much: a bid of 3, 13 fours, doubled once more for spring, from two."""


@pytest.mark.parametrize("name", one_in(2, everyday()))
def test_returns_lie_within_their_bounds(name):
    game = rules(name)
    low, high = returns_between(game)
    assert low <= high
    assert max(-low, high) <= FARTHEST.get(name, 3_000)
    interpreter = Interpreter(game)
    for seed in range(3):
        result = play_random(interpreter, seed).position.result
        assert result is None or all(low <= value <= high for value in result.returns)
