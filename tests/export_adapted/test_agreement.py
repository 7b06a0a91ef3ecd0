"""Games behind OpenSpiel's and PettingZoo's interfaces are the interpreter's: all of a position, and what those tell.

`HOYLE_EXPORT_GAMES=1000` compares so many games of each rule file.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pyspiel
import pytest

from engine.chance import Picked, Recording, Seeded, Shuffled, derive
from engine.export.agree import Differs, Engine, compare
from engine.export.lower import lower
from engine.interpreter import Interpreter, Turn
from engine.moves import Move
from engine.observe import observe
from hoyle.files import game_names
from tests.conformance.harness import MANY, called, parts, rules
from tests.export_adapted.modules import module, write

MOST = 150
"""So many decisions of a game are compared."""


class Sides:
    """The interpreter of a game beside its exported engine, and the numbers that the export gives to moves."""

    def __init__(self, name: str, stem: str = "exported") -> None:
        self.name, self.stem = name, stem
        self.interpreter = Interpreter(rules(name))
        self.engine = Engine(lower(rules(name)), module(name, "", stem))
        self.actions: Any = module(name, "_actions", stem)

    def numbered(self, turn: Turn, state: Any) -> dict[Move, int]:
        """The numbers of the legal moves, once all that can be asked of the engine has been compared."""
        compare(self.interpreter, self.engine, turn, state)
        moves = () if turn.position.over else turn.moves
        legal: dict[int, Any] = self.actions.legal(state)
        words = [self.engine.module.describe(move) for move in legal.values()]
        assert words == [self.interpreter.words.move(move) for move in moves]
        assert all(0 <= number < self.actions.COUNT for number in legal)
        return dict(zip(moves, legal, strict=True))

    def mover(self, turn: Turn) -> int:
        """The seat of the player to move."""
        return turn.position.fields[self.interpreter.layout.mover]

    def seen(self, turn: Turn, seat: int) -> Any:
        """What a player sees as numbers: zones, fields, the step, the seat, the player to move."""
        layout = self.interpreter.layout
        observation = observe(layout, turn.position, seat)
        numbers: list[float] = []
        for view in observation.views:
            known = {*(view.cards or ()), view.top}
            numbers += [float(card in known) for card in range(len(layout.deck))]
            numbers.append((view.count or 0) / len(layout.deck))
        for field in self.engine.program.fields:
            slots = layout.fields[field.label]
            numbers += observation.fields[slots.first : slots.first + int(np.prod(slots.sizes, dtype=int))]
        step = self.engine.steps.get(observation.step)
        numbers += [float(known.value == step) for known in self.engine.module.Step]
        for told in (seat, self.mover(turn)):
            numbers += [float(player == told) for player in range(layout.players)]
        return np.array(numbers, np.float32)

    def seats(self) -> range:
        """Every seat, from 0."""
        return range(self.interpreter.layout.players)


def behind_openspiel(sides: Sides, seed: int) -> int:
    """Plays one random game on both; answers how many moves it took."""
    luck, player = Recording(Seeded(seed)), Seeded(derive(seed, 0))
    state = pyspiel.load_game(f"hoyle_{sides.stem}_{sides.name}").new_initial_state()
    turn = sides.interpreter.start(luck)
    for made in range(MOST):
        give(state, luck)
        numbers = sides.numbered(turn, state.rules_state)
        for seat in sides.seats():
            assert np.array_equal(state.observation_tensor(seat), sides.seen(turn, seat))
        if turn.position.over:
            result = turn.position.result
            assert state.is_terminal()
            assert result is not None
            assert state.returns() == list(map(float, result.returns))
            return made
        assert state.current_player() == sides.mover(turn)
        assert state.legal_actions() == sorted(numbers.values())
        for move, number in numbers.items():
            assert state.action_to_string(state.current_player(), number) == sides.interpreter.words.move(move)
        move = turn.moves[player.pick(len(turn.moves))]
        luck.outcomes.clear()
        turn = sides.interpreter.apply(turn.position, move, luck)
        state.apply_action(numbers[move])
    return MOST


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


def behind_pettingzoo(sides: Sides, seed: int) -> int:
    """Plays one random game on both; answers how many moves it took."""
    environment = module(sides.name, "_pettingzoo", sides.stem).env()
    environment.reset(seed=seed)
    luck, player = Seeded(int(np.random.default_rng(seed).integers(1 << 62))), Seeded(derive(seed, 0))
    turn = sides.interpreter.start(luck)
    for made in range(MOST):
        numbers = sides.numbered(turn, environment.state_)
        for seat, agent in enumerate(environment.possible_agents):
            told = environment.observe(agent)
            acts = not turn.position.over and seat == sides.mover(turn)
            assert np.array_equal(told["observation"], sides.seen(turn, seat))
            assert np.flatnonzero(told["action_mask"]).tolist() == (sorted(numbers.values()) if acts else [])
        if turn.position.over:
            result = turn.position.result
            assert result is not None
            assert environment.terminations == dict.fromkeys(environment.possible_agents, True)
            assert list(environment.rewards.values()) == list(map(float, result.returns))
            assert list(collected(environment)) == list(map(float, result.returns))
            return made
        assert environment.agent_selection == environment.possible_agents[sides.mover(turn)]
        assert not any(environment.rewards.values())
        move = turn.moves[player.pick(len(turn.moves))]
        turn = sides.interpreter.apply(turn.position, move, luck)
        environment.step(numbers[move])
    return MOST


def collected(environment: Any) -> Iterator[float]:
    """What each agent is told that it got, as its last turn comes; then nobody is left."""
    got = {}
    while environment.agents:
        agent = environment.agent_selection
        _, got[agent], over, _, _ = environment.last()
        assert over
        environment.step(None)
    yield from (got[agent] for agent in environment.possible_agents)


PLAYED = {"openspiel": behind_openspiel, "pettingzoo": behind_pettingzoo}


@pytest.mark.parametrize("part", parts(MANY), ids=called)
@pytest.mark.parametrize("name", game_names())
@pytest.mark.parametrize("target", PLAYED)
def test_games_behind_other_interfaces_agree(folder, target, name, part):
    module(name, f"_{target}")
    sides = Sides(name)
    numbers = part or range(2)
    decisions = [PLAYED[target](sides, number) for number in numbers]
    assert len(decisions) == len(numbers)
    assert all(decisions)


FAULTS = [
    ("openspiel", "_openspiel", "float(value) for value", "-float(value) for value"),
    ("openspiel", "_openspiel", "reversed([*self._from_top", "([*self._from_top"),
    ("openspiel", "_openspiel", "actions.seen(state.rules_state, player)", "actions.seen(state.rules_state, 0)"),
    ("openspiel", "_openspiel", "return sorted(self._legal)", "return sorted(self._legal)[1:]"),
    ("openspiel", "_actions", "found[number] = move", "found.setdefault(number // 2, move)"),
    ("openspiel", "", "state.raises + 1", "state.raises + 2"),
    ("pettingzoo", "_pettingzoo", "float(value) for agent", "-float(value) for agent"),
    ("pettingzoo", "_pettingzoo", "self._accumulate_rewards()", "pass"),
    ("pettingzoo", "_pettingzoo", "and self.state_.mover == seat", ""),
    ("pettingzoo", "_pettingzoo", "self.possible_agents[self.state_.mover]", "self.possible_agents[0]"),
    ("pettingzoo", "_actions", 'value.get("count", 0)', 'value.get("number", 0)'),
]


@pytest.mark.parametrize("number", range(len(FAULTS)), ids=lambda number: f"{FAULTS[number][0]}-{FAULTS[number][2]}")
def test_what_does_not_agree_is_noticed(tmp_path, monkeypatch, number):
    target, *spoil = FAULTS[number]
    monkeypatch.syspath_prepend(tmp_path)
    write(tmp_path, "leduc_poker", f"spoilt_{number}", tuple(spoil))
    module("leduc_poker", f"_{target}", f"spoilt_{number}")
    sides = Sides("leduc_poker", f"spoilt_{number}")
    with pytest.raises((AssertionError, Differs)):
        [PLAYED[target](sides, seed) for seed in range(20)]
