"""Exported games behind OpenSpiel's and PettingZoo's interfaces, held to those projects' own tests and our interpreter.

`HOYLE_EXPORT_GAMES=1000` compares so many games of each rule file.
"""

import importlib
import sys
import warnings
from types import ModuleType
from typing import Any

import numpy as np
import pyspiel
import pytest
from pettingzoo.test import api_test, seed_test

from engine.chance import Picked, Recording, Seeded, Shuffled, derive
from engine.export.adapted import actions_module, openspiel_module, pettingzoo_module, returns_between
from engine.export.lower import lower
from engine.export.python import python_of
from engine.interpreter import Interpreter
from engine.simulate import play_random
from hoyle.files import game_names
from tests.conformance.harness import MANY, called, parts, rules


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    made = tmp_path_factory.mktemp("adapted")
    sys.path.insert(0, str(made))
    for name in game_names():
        game = rules(name)
        texts = {
            "": python_of(lower(game), "a test"),
            "_actions": actions_module(game, f"exported_{name}"),
            "_openspiel": openspiel_module(game, f"exported_{name}", f"hoyle_test_{name}"),
            "_pettingzoo": pettingzoo_module(game, f"exported_{name}"),
        }
        for end, text in texts.items():
            (made / f"exported_{name}{end}.py").write_text(text, encoding="utf-8")
    yield made
    sys.path.remove(str(made))


def module(name: str, end: str) -> ModuleType:
    return importlib.import_module(f"exported_{name}{end}")


@pytest.mark.parametrize("name", game_names())
def test_openspiels_own_random_test(folder, name):
    """OpenSpiel's test plays a game and raises where something about it is not as it should be."""
    module(name, "_openspiel")
    game = pyspiel.load_game(f"hoyle_test_{name}")
    pyspiel.random_sim_test(game, num_sims=1, serialize=name != "reserve", verbose=False)


@pytest.mark.parametrize("name", game_names())
def test_pettingzoos_own_test(folder, name):
    """PettingZoo's tests play some moves and raise where something about the environment is not as it should be."""
    make = module(name, "_pettingzoo").env
    with warnings.catch_warnings():
        # Observations are dictionaries with action masks, of which the test warns.
        warnings.simplefilter("ignore")
        api_test(make(), num_cycles=40)
        if name == "leduc_poker":
            seed_test(make, num_cycles=20)


@pytest.mark.parametrize("part", parts(MANY), ids=called)
@pytest.mark.parametrize("name", game_names())
def test_openspiel_plays_the_interpreters_games(folder, name, part):
    actions, _ = module(name, "_actions"), module(name, "_openspiel")
    game = pyspiel.load_game(f"hoyle_test_{name}")
    interpreter = Interpreter(rules(name))
    numbers = part or range(2)
    decisions = [one_game(interpreter, game, actions, derive(11, number)) for number in numbers]
    assert len(decisions) == len(numbers)
    assert all(decisions)


def one_game(interpreter: Interpreter, game: Any, actions: ModuleType, seed: int, most: int = 150) -> int:
    """Plays one random game on both, comparing what may be played and how it ends; answers how many moves it took."""
    luck, player = Recording(Seeded(seed)), Seeded(derive(seed, 0))
    turn, state = interpreter.start(luck), game.new_initial_state()
    made = 0
    while made < most:
        give(state, luck)
        if turn.position.over:
            break
        assert state.current_player() == turn.position.fields[interpreter.layout.mover]
        told = [state.action_to_string(state.current_player(), action) for action in state.legal_actions()]
        assert sorted(told) == sorted(interpreter.words.move(move) for move in turn.moves)
        move = turn.moves[player.pick(len(turn.moves))]
        numbers = {actions.rules.describe(found): number for number, found in actions.legal(state.rules_state).items()}
        luck.outcomes.clear()
        turn = interpreter.apply(turn.position, move, luck)
        state.apply_action(numbers[interpreter.words.move(move)])
        made += 1
    assert state.is_terminal() == (turn.position.result is not None)
    if turn.position.result is not None:
        assert state.returns() == [float(value) for value in turn.position.result.returns]
    return made


def give(state: Any, luck: Recording) -> None:
    """Hands the outcomes that the interpreter met to OpenSpiel's chance nodes."""
    for outcome in luck.outcomes:
        match outcome:
            case Picked(size, value):
                assert len(state.chance_outcomes()) == size
                state.apply_action(value)
            case Shuffled(cards):
                for card in reversed(cards[1:]):
                    assert sum(share for _, share in state.chance_outcomes()) == pytest.approx(1)
                    state.apply_action(card)
    assert not state.is_chance_node()


def test_information_states_tell_no_hidden_card(folder):
    module("leduc_poker", "_openspiel")
    game = pyspiel.load_game("hoyle_test_leduc_poker")
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


@pytest.mark.parametrize("name", game_names())
def test_returns_lie_within_their_bounds(name):
    game = rules(name)
    low, high = returns_between(game)
    assert -10_000 <= low <= high <= 10_000
    interpreter = Interpreter(game)
    for seed in range(3):
        result = play_random(interpreter, seed).position.result
        assert result is None or all(low <= value <= high for value in result.returns)
