"""What arrays tell of many games is what the interpreter tells of each, in the numbers of exported environments."""

from collections import Counter
from collections.abc import Iterator

import numpy as np
import pytest

from engine.c.compiled import arrays
from engine.core.layout import Layout
from engine.interpreter.moves import PASS, Move
from engine.interpreter.observe import Observation, observe
from engine.logs.words import Words
from hoyle.api import Game, State, load
from hoyle.vector import GameStopped, NotNumbered, Vector
from spec.ir.index import index_of
from tests.everyday import everyday
from tests.export_adapted.conftest import folder  # noqa: F401
from tests.export_adapted.modules import module
from tests.hoyle.rules import DUEL, UNRULED, write
from tests.native.harness import needs_compiler

pytestmark = needs_compiler
TOO_MANY = ("dou_dizhu", "pigeon", "reserve", "rummy", "scopa")
"""Games of which some moves take so many cards that they have no numbers."""
SIZE, SEED = 3, 20


class Told:
    """What the interpreter tells of a game, as arrays have it."""

    def __init__(self, game: Game) -> None:
        self.layout, self.actions = Layout(game.rules), index_of(game.rules).actions
        self.words, self.steps = Words(game.rules, self.layout), len(game.rules.steps)

    def name(self, move: Move) -> str:
        """A move as its mover tells it."""
        if move == PASS:
            return PASS.action
        told = [
            "unseen" if param.blind else self.words.value(arg, param.type)
            for arg, param in zip(move.args, self.actions[move.action].params, strict=True)
        ]
        return f"{move.action}({', '.join(told)})" if told else move.action

    def names(self, state: State) -> Counter[str]:
        return Counter(map(self.name, () if state.is_terminal() else state.legal_actions()))

    def seen(self, state: State, seat: int) -> list[float]:
        seen, deck = observe(self.layout, state.position, seat), range(len(self.layout.deck))
        return [*self._seen(seen, deck), *self._beside(state, seat)]

    def _seen(self, seen: Observation, deck: range) -> Iterator[float]:
        for view in seen.views:
            known = {*(view.cards or ()), view.top}
            yield from (float(card in known) for card in deck)
            yield (view.count or 0) / len(deck)
        yield from (-2.0 if value is None else float(value) for value in seen.fields)

    def _beside(self, state: State, seat: int) -> Iterator[float]:
        yield from (float(step == state.position.step) for step in range(self.steps + 1))
        yield from (float(one == seat) for one in range(self.layout.players))
        mover = state.position.fields[self.layout.mover]
        yield from (float(one == mover) for one in range(self.layout.players))


def compare(vector: Vector, told: Told, states: list[State]) -> None:
    """Raises AssertionError unless all rows are as the states."""
    for seat in range(vector.players):
        wanted = np.array([told.seen(state, seat) for state in states], np.float32)
        assert (vector.observe(seat) == wanted).all()
        mine = (vector.movers == seat) | ((vector.movers < 0) & (seat == 0))
        assert (vector.observations[mine] == wanted[mine]).all()
    for row, state in enumerate(states):
        names = [vector.actions[number] for number in np.flatnonzero(vector.action_masks[row])]
        assert set(names) == set(told.names(state))
        assert vector.terminations[row] == state.is_terminal()
        assert vector.movers[row] == (-1 if state.is_terminal() else state.current_player())
        assert tuple(vector.rewards[row]) == (state.returns() if state.is_terminal() else (0,) * vector.players)


def walk(game: Game, moves: int) -> int:
    """Plays all rows beside single games; answers how many games ended."""
    vector, told, ended = Vector(game, SIZE, SEED), Told(game), 0
    states = [game.new_initial_state(seed=SEED + row) for row in range(SIZE)]
    luck = np.random.default_rng(1)
    for _ in range(moves):
        compare(vector, told, states)
        over = vector.terminations.copy()
        actions = np.array([luck.choice(np.flatnonzero(mask)) if mask.any() else 0 for mask in vector.action_masks])
        vector.step(actions)
        ended += over.sum()
        for row, state in enumerate(states):
            if over[row]:
                states[row] = game.new_initial_state(seed=int(vector.seeds[row]))
                continue
            alike = [move for move in state.legal_actions() if told.name(move) == vector.actions[actions[row]]]
            # Of moves that their mover cannot tell apart luck has made one.
            copies = [state.clone() for _ in alike]
            for copy, move in zip(copies, alike, strict=True):
                copy.apply_action(move)
            at = next(i for i, copy in enumerate(copies) if copy.position.cells == vector.position(row).cells)
            states[row] = copies[at]
    return ended


@pytest.mark.parametrize("name", [name for name in everyday() if name not in TOO_MANY])
def test_rows_are_told_as_the_interpreter_tells_them(name: str):
    walk(load(name), 25)


def test_what_is_hidden_blind_or_on_top_is_told_to_whom_it_may_be(tmp_path):
    assert walk(load(write(tmp_path, DUEL)), 120) > 5


@pytest.mark.parametrize("name", ["hanabi", "gin_rummy", "leduc_poker"])
def test_actions_have_the_numbers_of_exported_environments(folder, name: str):  # noqa: F811
    vector = Vector(load(name), 1)
    assert vector.actions == module(name, "_actions").NAMES


@pytest.mark.parametrize("name", TOO_MANY)
def test_games_of_too_many_moves_are_told(name: str):
    with pytest.raises(NotNumbered, match="take several cards at once: there are too many; step such a game by"):
        Vector(load(name), 1)


def test_each_column_says_what_it_is_about():
    vector = Vector(load("leduc_poker"), 2)
    assert len(set(vector.columns)) > len(vector.columns) - 5  # steps without a name are called alike
    at = vector.columns.index("hand of player 1: JS")
    wanted = [
        state.zone("hand", 0) == ("JS",) for state in (load("leduc_poker").new_initial_state(seed=s) for s in (0, 1))
    ]
    assert vector.observe(0)[:, at].tolist() == [float(one) for one in wanted]
    assert not vector.observe(1)[:, at].any()


def test_games_that_are_too_long_are_cut_and_begin_anew():
    vector = Vector(load("crazy_eights"), 2, most_moves=3)
    for made, cut in ((1, False), (2, False), (3, True), (0, False), (1, False)):
        vector.step(np.argmax(vector.action_masks, axis=1))
        assert vector.moves_made.tolist() == [made, made]
        assert (vector.truncations == cut).all()
        assert (vector.action_masks.any(axis=1) != cut).all()
    assert vector.seeds.tolist() == [2, 3]
    vector.reset(7)
    assert (vector.seeds.tolist(), vector.moves_made.tolist()) == ([7, 8], [0, 0])


def test_rows_that_are_left_out_stay_and_are_rewarded_once():
    vector = Vector(load("kuhn_poker"), 4)
    while not vector.terminations.any():
        vector.step(np.where(np.arange(4) % 2, np.argmax(vector.action_masks, axis=1), -1))
    assert (vector.moves_made[::2] == 0).all()
    assert vector.rewards[vector.terminations].any(axis=1).all()
    over, seeds = vector.terminations.copy(), vector.seeds.copy()
    vector.step([-1] * 4)
    assert (vector.terminations == over).all()
    assert not vector.rewards.any()
    vector.step([0] * 4 if over.all() else np.where(over, 0, -1))
    assert (vector.seeds == seeds + 4 * over.astype(np.uint64)).all()
    assert not vector.terminations.any()


def test_what_is_no_move_changes_nothing():
    vector = Vector(load("leduc_poker"), 3)
    before = vector.observations.copy()
    wrong = int(np.flatnonzero(~vector.action_masks[1])[0])
    right = np.argmax(vector.action_masks, axis=1)
    for actions, words in (
        (np.where([False, True, False], wrong, right), f"row 1: {wrong}, `{vector.actions[wrong]}`, is no legal move"),
        ([*right[:2], -2], "numbers of moves are from 0 to 2, and -1 leaves a row as it is"),
        ([len(vector.actions)] * 3, "numbers of moves are from 0 to 2"),
        (right[:2], "3 actions are needed"),
    ):
        with pytest.raises(ValueError, match=words):
            vector.step(actions)
    with pytest.raises(TypeError, match="whole numbers are needed"):
        vector.step([0.0, 1.0, 1.0])
    with pytest.raises(ValueError, match="seats are from 0 to 1"):
        vector.observe(2)
    with pytest.raises(ValueError, match="most_moves"):
        Vector(load("leduc_poker"), 1, most_moves=0)
    assert (vector.observations == before).all()
    assert not vector.moves_made.any()


def begun(game: Game, size: int) -> Vector:
    """Rows of which none stops before its first move."""
    seed = 0
    while True:
        try:
            return Vector(game, size, seed)
        except GameStopped:
            seed += 1


def test_a_fault_of_the_rules_is_told_and_the_other_rows_go_on(tmp_path):
    game = load(write(tmp_path, UNRULED))
    with pytest.raises(GameStopped, match="game of seed 0 in row 0 came to a fault of its rules after 0 moves; mend"):
        Vector(game, 2)
    vector = begun(game, 6)
    for _ in range(30):
        before = vector.moves_made.copy()
        try:
            vector.step(np.argmax(vector.action_masks, axis=1))
        except GameStopped as error:
            said = str(error)
            break
    else:
        pytest.fail("no game came to its fault")
    assert "came to a fault of its rules after" in said
    over = vector.terminations.copy()
    assert 0 < over.sum() < 6
    assert (vector.moves_made == before + 1)[~over].all()
    assert not vector.rewards[over].any()


def test_arrays_stay_where_they_are_and_are_shared_without_copies():
    vector = Vector(load("leduc_poker"), 4)
    shared = np.from_dlpack(vector.observations)
    before = shared.copy()
    vector.step(np.argmax(vector.action_masks, axis=1))
    assert (shared == vector.observations).all()
    assert (shared != before).any()


# What the comparison is for: each planted fault is seen.


@pytest.mark.parametrize("fault", ["sight", "numbers", "choices"])
def test_a_table_that_is_wrong_is_seen(monkeypatch: pytest.MonkeyPatch, fault: str):
    if fault == "sight":
        whole = arrays._sight
        monkeypatch.setattr(arrays, "_sight", lambda layout, cell, seat: whole(layout, cell, 1 - seat))
    elif fault == "numbers":
        one = arrays._argument
        monkeypatch.setattr(arrays, "_argument", lambda *given: (one(*given)[0], one(*given)[1] + 1, one(*given)[2]))
    else:
        monkeypatch.setattr(arrays, "_signed", lambda number: -number)
    with pytest.raises((AssertionError, ValueError, OverflowError)):
        walk(load("gin_rummy"), 25)
