"""Exported Python engines and the interpreter agree: cards, fields, legal moves, what players see, returns, faults.

`HOYLE_EXPORT_GAMES=1000` plays so many games of each rule file, and more random rule files.
"""

import pytest
from hypothesis import HealthCheck, Phase, given, settings

from engine.export.agree import Differs, play_both
from engine.export.lower import Unsupported, lower
from engine.interpreter import Interpreter
from hoyle.api import load
from tests.conformance.harness import called, parts
from tests.export.harness import GAMES, NAMES, engine_of, exported
from tests.native.harness import renamed
from tests.spec.strategies import games

SLOW = {"corners": 2, "reserve": 2}
"""Games with very many moves to compare: fewer of them are played."""

READINGS = [
    ("twentyone", {"ace_choice_21": "mover_declares", "hit21_timing": "uses_turn"}),
    ("twentyone", {"set_transfer": "immediate", "previous_player": "last_turn", "run_gap_fill": "spoiled"}),
    ("twentyone", {"seven_active_sets": "also_run", "players": "3", "piles": "3", "empty_receiver": "takes"}),
    ("pigeon", {"edition": "condensed", "set_min": "two", "pass_allowed": "yes"}),
    ("pigeon", {"string_wrap": "inside", "forceplay_inner": "loose", "complete_duty": "may", "draw_duty": "may"}),
    ("pigeon", {"opening_choice": "secret", "actions_per_turn": "many", "sweep_reset": "relay"}),
    ("corners", {"ace": "high", "step": "any_lower", "slot_pile": "allowed", "deck": "A..8 of clubs, hearts"}),
    ("reserve", {"again_optional": "may", "straight_ace": "both", "first_stack": "turned", "players": "2"}),
    ("crazy_eights", {"low_cards": "rank", "players": "2"}),
    ("hearts", {"deck": "3..9 of clubs, diamonds, hearts, spades", "hand_size": "5"}),
]


@pytest.mark.parametrize("part", parts(GAMES), ids=called)
@pytest.mark.parametrize("name", NAMES)
def test_rule_files_agree_move_for_move(name, part):
    interpreter, engine = engine_of(name)
    for seed in part or range(SLOW.get(name, 5)):
        assert play_both(interpreter, engine, seed) > 0


def test_many_games_of_one_rule_file_agree():
    interpreter, engine = engine_of("leduc_poker")
    for seed in range(max(GAMES, 200)):
        play_both(interpreter, engine, seed)


@pytest.mark.parametrize(("name", "chosen"), READINGS, ids=[f"{n}-{'-'.join(c.values())}"[:50] for n, c in READINGS])
def test_other_readings_agree(name, chosen):
    game = load(name, **chosen).rules
    interpreter, engine = Interpreter(game), exported(game)
    for seed in range(GAMES // 10 or 1):
        play_both(interpreter, engine, seed, most=60 if not GAMES else 3000)


@pytest.mark.parametrize("name", ["twentyone", "pigeon", "reserve"])
def test_as_written_both_stop_at_the_same_faults(name):
    game = load(name, as_written=True).rules
    interpreter, engine = Interpreter(game), exported(game)
    stopped = 0
    for seed in range(6):
        play_both(interpreter, engine, seed, most=200)
        stopped += met_fault(engine, seed)
    assert stopped > 0


def met_fault(engine, seed):
    """Does a random game stop at a fault?"""
    try:
        engine.module.random_game(seed, 200)
    except engine.module.Fault as fault:
        return bool(fault.clauses)
    return False


@settings(
    max_examples=GAMES or 20,
    deadline=None,
    derandomize=True,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)
@given(games())
def test_any_game_agrees(game):
    # An action without parameters called `pass` is no other move than a pass.
    game = renamed(game, "pass", "skip")
    interpreter, engine = Interpreter(game), exported(game)
    for seed in range(4):
        play_both(interpreter, engine, seed, most=60)


FAULTS = {
    "a shuffle by other numbers": ("(number ^ (number >> 27))", "(number ^ (number >> 26))"),
    "a move left out": ("for c in state.hand[state.mover]:", "for c in state.hand[state.mover][1:]:"),
    "a clause turned round": ("return state.passes == 6", "return state.passes == 5"),
    "cards shown to all": ('if owner == player else {"count": len(state.hand[owner])}', "if True else {}"),
    "a step that leads elsewhere": ("state.mover = (state.dealer + 1)", "state.mover = (state.dealer + 2)"),
    "a return that is off": ("return tuple(-total(state, p) for", "return tuple(1 - total(state, p) for"),
}


@pytest.mark.parametrize("planted", FAULTS)
def test_what_does_not_agree_is_noticed(planted):
    old, new = FAULTS[planted]
    interpreter, _ = engine_of("crazy_eights")
    engine = exported(interpreter.game, {old: new})
    with pytest.raises(Differs):
        sum(play_both(interpreter, engine, seed) for seed in range(40))


def test_a_game_that_cannot_be_exported_says_why():
    game = renamed(load("crazy_eights").rules, "draw_card", "pass")
    with pytest.raises(Unsupported, match="called pass"):
        lower(game)
