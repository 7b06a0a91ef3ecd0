"""States that compiled code steps answer what those of the interpreter do: positions, moves, events, faults, logs."""

import copy
import shutil
from dataclasses import replace

import pytest

import hoyle
from engine.c.compiled.library import NativeError, Table
from engine.luck.chance import Seeded
from hoyle.compiled import Compiled
from hoyle.interpreted import Interpreted
from tests.engine.games import GAME, PLAY
from tests.everyday import everyday
from tests.hoyle.rules import write

pytestmark = pytest.mark.skipif(
    not any(shutil.which(c) for c in ("cc", "gcc", "clang")), reason="there is no C compiler on this machine"
)


def both(name, seed: int) -> tuple[hoyle.State, hoyle.State]:
    """The same new game, interpreted and compiled."""
    game = hoyle.load(name)
    slow = game.new_initial_state(seed=seed)
    assert game.compile() == ""
    fast = game.new_initial_state(seed=seed)
    assert isinstance(slow._stand, Interpreted)
    assert isinstance(fast._stand, Compiled)
    return slow, fast


def same(slow: hoyle.State, fast: hoyle.State) -> None:
    """What is asked often; none of it makes the interpreter play, but for a fault."""
    assert fast.current_player() == slow.current_player()
    assert fast.position == slow.position
    assert fast.position.made == slow.position.made
    assert fast.returns() == slow.returns()
    assert fast.ending() == slow.ending()
    assert fast.fault == slow.fault
    if slow.fault is None:
        assert fast.legal_actions() == slow.legal_actions()
        assert fast.is_terminal() == slow.is_terminal()
    else:
        for state in (slow, fast):
            with pytest.raises(hoyle.Stopped):
                state.legal_actions()


def same_in_all(slow: hoyle.State, fast: hoyle.State) -> None:
    same(slow, fast)
    assert fast.events == slow.events
    assert fast.serialize() == slow.serialize()
    assert fast.broken_claims() == slow.broken_claims()
    assert str(fast) == str(slow)


@pytest.mark.parametrize("name", everyday())
def test_every_game_is_stepped_alike(name):
    most = {"reserve": 3, "corners": 8}.get(name, 16)
    for seed in (1, 2):
        slow, fast = both(name, seed)
        luck = Seeded(seed)
        for _ in range(most):
            same(slow, fast)
            if slow.current_player() < 0:
                break
            move = slow.legal_actions()[luck.pick(len(slow.legal_actions()))]
            slow.apply_action(move)
            fast.apply_action(slow.words(move) if luck.pick(2) else move)
        same_in_all(slow, fast)


def test_events_may_be_asked_for_at_any_time():
    slow, fast = both("crazy_eights", 4)
    for number in range(20):
        for state in (slow, fast):
            state.apply_action(state.legal_actions()[0])
        if number % 3:
            same_in_all(slow, fast)


def test_a_clone_goes_its_own_way():
    for asked in (False, True):
        slow, fast = both("crazy_eights", 5)
        for _ in range(6):
            for state in (slow, fast):
                state.apply_action(state.legal_actions()[-1])
        if asked:
            assert fast.events == slow.events
        copies = fast.clone(), copy.copy(fast), copy.deepcopy(fast)
        kept = fast.serialize() if asked else str(fast)
        for one in copies:
            other = slow.clone()
            for _ in range(8):
                same(other, one)
                for state in (other, one):
                    state.apply_action(state.legal_actions()[0])
            same_in_all(other, one)
        assert (fast.serialize() if asked else str(fast)) == kept


def test_a_move_that_is_not_legal_changes_nothing():
    slow, fast = both("crazy_eights", 3)
    hand = fast.zone("hand", fast.current_player())
    legal = {fast.words(move) for move in fast.legal_actions()}
    wrong = next(w for card in hand if (w := f"play({card})") not in legal)
    told = []
    for state in (slow, fast):
        with pytest.raises(hoyle.IllegalMove) as found:
            state.apply_action(wrong)
        told.append((str(found.value), found.value.explanation))
    assert told[0] == told[1]
    same_in_all(slow, fast)


def test_a_fault_is_told_by_its_clauses(tmp_path):
    open_at_once = hoyle.load(write(tmp_path), as_written=True)
    # A three that matches is permitted and forbidden.
    clashing = hoyle.Game(replace(GAME, actions=(replace(PLAY, order=()),)))
    after = set()
    for game, seeds in ((open_at_once, range(12)), (clashing, range(12))):
        slow = [game.new_initial_state(seed=seed) for seed in seeds]
        assert game.compile() == ""
        fast = [game.new_initial_state(seed=seed) for seed in seeds]
        for one, other in zip(slow, fast, strict=True):
            for state in (one, other):
                while state.fault is None and state.current_player() >= 0:
                    state.apply_action(state.legal_actions()[0])
            same_in_all(one, other)
            if one.fault is not None:
                after.add((one.fault.kind, len(one.history()) > 0))
    assert {("open", False), ("clash", True)} <= after


def test_play_beyond_the_limits_of_compiled_code_goes_on_interpreted(monkeypatch):
    slow, fast = both("leduc_poker", 3)

    def beyond(*_: object) -> None:
        raise NativeError("a number or a list is beyond what compiled games hold")

    move = slow.legal_actions()[0]
    slow.apply_action(move)
    monkeypatch.setattr(Table, "apply", beyond)
    fast.apply_action(move)
    assert isinstance(fast._stand, Interpreted)
    same_in_all(slow, fast)
    monkeypatch.setattr(Table, "start", beyond)
    game = hoyle.load("leduc_poker")
    assert game.compile() == ""
    assert isinstance(game.new_initial_state(seed=3)._stand, Interpreted)


def test_compiling_waits_until_it_is_worth_it(monkeypatch):
    game = hoyle.load("leduc_poker")
    assert isinstance(game.new_initial_state()._stand, Interpreted)
    monkeypatch.setattr("hoyle.stepping.PATIENCE", 0.0)
    assert isinstance(game.new_initial_state()._stand, Compiled)
    assert isinstance(game.new_initial_state(deck=game.deck)._stand, Compiled)


def test_without_a_compiler_the_interpreter_plays(monkeypatch):
    monkeypatch.setattr("engine.c.compiled.library.find_compiler", lambda: None)
    game = hoyle.load("leduc_poker")
    assert "no C compiler" in game.compile()
    assert isinstance(game.new_initial_state()._stand, Interpreted)


def test_a_move_made_by_another_place_is_noticed(monkeypatch):
    slow, fast = both("crazy_eights", 6)
    apply = Table.apply
    monkeypatch.setattr(Table, "apply", lambda table, at: apply(table, max(0, at - 1)))
    for _ in range(5):
        for state in (slow, fast):
            state.apply_action(state.legal_actions()[-1])
    with pytest.raises(AssertionError):
        same(slow, fast)
