"""Games behind OpenSpiel's and PettingZoo's interfaces are the interpreter's: all of a position, and what those tell.

`HOYLE_EXPORT_GAMES=1000` compares so many games of each rule file.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import count, takewhile
from types import SimpleNamespace
from typing import Any

import numpy as np
import pyspiel
import pytest

from engine.conformance.differential_check import Differs, Engine, compare
from engine.core.pipelines import for_python
from engine.core.unsupported import Unsupported
from engine.interpreter.interpreter import Interpreter, Turn
from engine.interpreter.moves import Move
from engine.interpreter.observe import observe
from engine.luck.chance import Picked, Recording, Seeded, Shuffled
from engine.players.policy import Choosers
from hoyle.api import load
from hoyle.sources.files import game_names
from spec.ir import nodes as ir
from tests.conformance.harness import MANY, RULE_FILES, called, parts, random_rule_files, rules
from tests.everyday import everyday, one_in
from tests.export_adapted.modules import module, write

MOST = 150
"""So many decisions of a game are compared."""


class Sides:
    """The interpreter of a game beside its exported engine, and the numbers that the export gives to moves."""

    def __init__(self, game: ir.Game, name: str, stem: str = "exported") -> None:
        self.name, self.stem = name, stem
        self.interpreter = Interpreter(game)
        self.engine = Engine(for_python(game), module(name, "", stem))
        self.actions: Any = module(name, "_actions", stem)

    def same(self, turn: Turn, state: Any) -> None:
        """Compares all that can be asked of the engine."""
        compare(self.interpreter, self.engine, turn, state)

    def parts(self, move: Move) -> tuple[str, ...]:
        """A move as its mover tells it: in parts where there are too many of its kind, else as a whole."""
        words = self.interpreter.words
        action = next((a for a in self.interpreter.game.actions if a.source.label == move.action), None)
        params = () if action is None else action.params
        if move.action not in self.actions.TOLD_IN_PARTS:
            whole = words.action(move)
            for param, value in zip(params, move.args, strict=True):
                whole = whole.replace(words.value(value, param.type), "unseen") if param.blind else whole
            return (whole,)
        told = [move.action]
        for param, value in zip(params, move.args, strict=True):
            if param.blind:
                told.append("unseen")
            elif isinstance(value, tuple):
                told += [words.cards[card] for card in value] + ["enough"]
            else:
                told.append(words.value(value, param.type))
        return tuple(told)

    def options(self, turn: Turn, state: Any, said: tuple[str, ...]) -> dict[str, int]:
        """What may be told next, with its number, once that has been compared."""
        legal: dict[int, Any] = self.actions.legal(state, said)
        told = [self.parts(move) for move in (() if turn.position.over else turn.moves)]
        wanted = dict.fromkeys(parts[len(said)] for parts in told if parts[: len(said)] == said)
        assert [self.actions.NAMES[number] for number in legal] == list(wanted)
        assert all(0 <= number < self.actions.COUNT for number in legal)
        return dict(zip(wanted, legal, strict=True))

    def then(self, turn: Turn, said: tuple[str, ...], part: str) -> tuple[str, ...] | None:
        """What has been told after one more part and all that follows of itself; None where that is a whole move."""
        told = [parts for parts in map(self.parts, turn.moves) if parts[: len(said) + 1] == (*said, part)]
        if len(set(told)) == 1:
            return None
        alike = takewhile(lambda parts: len(set(parts)) == 1, zip(*told, strict=False))
        return tuple(parts[0] for parts in alike)

    def mover(self, turn: Turn) -> int:
        """The seat of the player to move."""
        return turn.position.fields[self.interpreter.layout.mover]

    def seen(self, turn: Turn, seat: int, said: tuple[str, ...] = ()) -> Any:
        """What a player sees as numbers: zones, fields, the step, the seat, the player to move, what that one told."""
        layout = self.interpreter.layout
        observation = observe(layout, turn.position, seat)
        numbers: list[float] = []
        for view in observation.views:
            known = {*(view.cards or ()), view.top}
            numbers += [float(card in known) for card in range(len(layout.deck))]
            numbers.append((view.count or 0) / len(layout.deck))
        for field in self.engine.program.fields:
            slots = layout.fields[field.label]
            values = observation.fields[slots.first : slots.first + int(np.prod(slots.sizes, dtype=int))]
            numbers += [-2.0 if value is None else value for value in values]
        step = self.engine.steps.get(observation.step)
        numbers += [float(known.value == step) for known in self.engine.module.Step]
        for told in (seat, self.mover(turn)):
            numbers += [float(player == told) for player in range(layout.players)]
        numbers += [float(seat == self.mover(turn) and part in said) for part in self.actions.PARTS]
        return np.array(numbers, np.float32)

    def seats(self) -> range:
        """Every seat, from 0."""
        return range(self.interpreter.layout.players)


class OpenSpiel:
    """A game behind OpenSpiel's interface, at its beginning."""

    def __init__(self, sides: Sides, seed: int) -> None:
        self.sides, self.luck = sides, Recording(Seeded(seed))

    def begin(self) -> None:
        """Begins, by the luck that the interpreter met."""
        self.state = pyspiel.load_game(f"hoyle_{self.sides.stem}_{self.sides.name}").new_initial_state()
        self.give()

    def rules_state(self) -> Any:
        """Where the exported engine stands."""
        return self.state.rules_state

    def tells(self, turn: Turn, said: tuple[str, ...], options: dict[str, int]) -> None:
        """Compares what is told of a decision, of which some parts have been told."""
        assert self.state.current_player() == self.sides.mover(turn)
        assert self.state.legal_actions() == sorted(options.values())
        for seat in self.sides.seats():
            assert np.array_equal(self.state.observation_tensor(seat), self.sides.seen(turn, seat, said))
        for part, number in options.items():
            assert self.state.action_to_string(self.state.current_player(), number) == part

    def make(self, number: int, which: int, alike: int) -> None:
        """Decides on a move, or on a part of one; of several that look alike luck makes that one."""
        self.state.apply_action(number)
        if alike > 1:
            assert self.state.chance_outcomes() == [(one, pytest.approx(1 / alike)) for one in range(alike)]
            self.state.apply_action(which)

    def give(self) -> None:
        """Hands the outcomes that the interpreter met to OpenSpiel's chance nodes."""
        for outcome in self.luck.outcomes:
            match outcome:
                case Picked(size, value):
                    assert len(self.state.chance_outcomes()) == size
                    self.state.apply_action(value)
                case Shuffled(cards):
                    for card in reversed(cards[1:]):
                        assert sum(share for _, share in self.state.chance_outcomes()) == pytest.approx(1)
                        self.state.apply_action(card)
        self.luck.outcomes.clear()
        assert not self.state.is_chance_node()

    def ends(self, returns: list[float]) -> None:
        """Compares what is told of the end."""
        assert self.state.is_terminal()
        assert self.state.returns() == returns


class PettingZoo:
    """A game behind PettingZoo's interface, at its beginning."""

    def __init__(self, sides: Sides, seed: int) -> None:
        self.sides, self.seed = sides, seed
        self.luck = Seeded(int(np.random.default_rng(seed).integers(1 << 62)))

    def begin(self) -> None:
        """Begins, by luck that comes from the seed as the interpreter's does."""
        self.environment = module(self.sides.name, "_pettingzoo", self.sides.stem).env()
        self.environment.reset(seed=self.seed)

    def rules_state(self) -> Any:
        """Where the exported engine stands."""
        return self.environment.state_

    def tells(self, turn: Turn, said: tuple[str, ...], options: dict[str, int]) -> None:
        """Compares what is told of a decision, of which some parts have been told."""
        for seat, agent in enumerate(self.environment.possible_agents):
            told = self.environment.observe(agent)
            acts = seat == self.sides.mover(turn)
            assert np.array_equal(told["observation"], self.sides.seen(turn, seat, said))
            assert np.flatnonzero(told["action_mask"]).tolist() == (sorted(options.values()) if acts else [])
        assert self.environment.agent_selection == self.environment.possible_agents[self.sides.mover(turn)]
        assert not any(self.environment.rewards.values())

    def make(self, number: int, which: int, alike: int) -> None:
        """Decides on a move, or on a part of one; of several that look alike luck makes that one."""
        if alike > 1:
            self.environment._games = SimpleNamespace(integers={alike: which}.__getitem__)
        self.environment.step(number)

    def give(self) -> None:
        """Luck is its own."""

    def ends(self, returns: list[float]) -> None:
        """Compares what is told of the end."""
        assert self.environment.terminations == dict.fromkeys(self.environment.possible_agents, True)
        assert list(self.environment.rewards.values()) == returns
        assert list(collected(self.environment)) == returns


def collected(environment: Any) -> Iterator[float]:
    """What each agent is told that it got, as its last turn comes; then nobody is left."""
    got = {}
    while environment.agents:
        agent = environment.agent_selection
        _, got[agent], over, _, _ = environment.last()
        assert over
        environment.step(None)
    yield from (got[agent] for agent in environment.possible_agents)


def play_beside(sides: Sides, other: OpenSpiel | PettingZoo, seed: int) -> int:
    """Plays one random game on both, up to where it meets a fault; answers how many moves it took."""
    choosers = Choosers(sides.interpreter, seed)
    turn = sides.interpreter.start(other.luck)
    if turn.position.fault is not None:
        return 0
    other.begin()
    for made in range(MOST):
        sides.same(turn, other.rules_state())
        if turn.position.over:
            assert turn.position.result is not None
            other.ends(list(map(float, turn.position.result.returns)))
            return made
        move = choosers.move(turn)
        after = sides.interpreter.apply(turn.position, move, other.luck)
        if after.position.fault is not None:
            return made
        tell(sides, other, turn, move)
        other.give()
        turn = after
    return MOST


def tell(sides: Sides, other: OpenSpiel | PettingZoo, turn: Turn, move: Move) -> None:
    """Makes a move, part by part."""
    said: tuple[str, ...] | None = ()
    while said is not None:
        options = sides.options(turn, other.rules_state(), said)
        other.tells(turn, said, options)
        part = sides.parts(move)[len(said)]
        said = sides.then(turn, said, part)
        alike = [other for other in turn.moves if said is None and sides.parts(other) == sides.parts(move)]
        other.make(options[part], alike.index(move) if alike else 0, len(alike))


TARGETS: dict[str, type[OpenSpiel] | type[PettingZoo]] = {"openspiel": OpenSpiel, "pettingzoo": PettingZoo}


@pytest.mark.parametrize("part", parts(MANY), ids=called)
@pytest.mark.parametrize("name", one_in(4, everyday()))
@pytest.mark.parametrize("target", TARGETS)
def test_games_behind_other_interfaces_agree(folder, target, name, part):
    module(name, f"_{target}")
    sides = Sides(rules(name), name)
    numbers = part or range(2)
    decisions = [play_beside(sides, TARGETS[target](sides, number), number) for number in numbers]
    assert len(decisions) == len(numbers)
    assert all(decisions)


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("name", ["foreheads", "fireworks", "old_maid"])
def test_what_is_hidden_from_whoever_chooses_is_no_part_of_the_choice(tmp_path, monkeypatch, target, name):
    monkeypatch.syspath_prepend(tmp_path)
    game = load(f"tests/strangers/{name}.hoyle").rules
    write(tmp_path, game, name, target)
    module(name, f"_{target}", target)
    assert play_beside(Sides(game, name, target), TARGETS[target](Sides(game, name, target), 1), 1)


@pytest.mark.parametrize("part", parts(RULE_FILES), ids=called)
@pytest.mark.parametrize("target", TARGETS)
def test_any_game_agrees(tmp_path, monkeypatch, target, part):
    monkeypatch.syspath_prepend(tmp_path)
    stems = (f"any_{target}_{part.start}_{number}" for number in count())
    decisions = 0

    def agrees(game: ir.Game) -> bool:
        nonlocal decisions
        stem = next(stems)
        try:
            write(tmp_path, replace(game, title="any"), "game", stem)
        except Unsupported:
            return False
        module("game", f"_{target}", stem)
        sides = Sides(game, "game", stem)
        decisions += sum(play_beside(sides, TARGETS[target](sides, seed), seed) for seed in range(3))
        return True

    agreed, asked = random_rule_files(agrees, part, few=10)
    assert agreed > asked // 2
    assert decisions > asked


FAULTS = [
    ("openspiel", "leduc_poker", "_openspiel", "float(value) for value", "-float(value) for value"),
    ("openspiel", "leduc_poker", "_openspiel", "reversed([*self._from_top", "([*self._from_top"),
    ("openspiel", "leduc_poker", "_openspiel", "rules_state, player, state.said", "rules_state, 0, state.said"),
    ("openspiel", "leduc_poker", "_openspiel", "return sorted(self._legal)", "return sorted(self._legal)[1:]"),
    ("openspiel", "leduc_poker", "_actions", "enumerate(NAMES[:", "enumerate(NAMES[1:"),
    ("openspiel", "leduc_poker", "", "state.raises + 1", "state.raises + 2"),
    (
        "openspiel",
        "reserve",
        "_openspiel",
        "actions.legal(self.rules_state, chosen)",
        "actions.legal(self.rules_state)",
    ),
    ("openspiel", "reserve", "_actions", "player == state.mover and part in said", "part in said"),
    ("pettingzoo", "leduc_poker", "_pettingzoo", "float(value) for agent", "-float(value) for agent"),
    ("pettingzoo", "leduc_poker", "_pettingzoo", "self._accumulate_rewards()", "pass"),
    ("pettingzoo", "leduc_poker", "_pettingzoo", "and self.state_.mover == seat", ""),
    ("pettingzoo", "leduc_poker", "_pettingzoo", "agents[self.state_.mover]", "agents[0]"),
    ("pettingzoo", "leduc_poker", "_actions", 'value.get("count", 0)', 'value.get("number", 0)'),
    ("pettingzoo", "reserve", "_pettingzoo", "self.said_ = chosen", "self.said_ = chosen[:-1]"),
    ("openspiel", "old_maid", "_actions", "[UNSEEN if blind else word", "[word"),
    ("openspiel", "old_maid", "_openspiel", "[(outcome, 1 / len(left)) for outcome in left]", "[(left[0], 1.0)]"),
    (
        "pettingzoo",
        "old_maid",
        "_pettingzoo",
        "chosen = chosen[int(self._games.integers(len(chosen)))]",
        "chosen = chosen[0]",
    ),
]


@pytest.mark.parametrize("number", range(len(FAULTS)), ids=lambda number: "-".join(FAULTS[number][:4]))
def test_what_does_not_agree_is_noticed(tmp_path, monkeypatch, number):
    target, name, *spoil = FAULTS[number]
    monkeypatch.syspath_prepend(tmp_path)
    game = rules(name) if name in game_names() else load(f"tests/strangers/{name}.hoyle").rules
    write(tmp_path, game, name, f"spoilt_{number}", tuple(spoil))
    module(name, f"_{target}", f"spoilt_{number}")
    sides = Sides(game, name, f"spoilt_{number}")
    with pytest.raises((AssertionError, Differs, KeyError)):
        [play_beside(sides, TARGETS[target](sides, seed), seed) for seed in range(20)]
