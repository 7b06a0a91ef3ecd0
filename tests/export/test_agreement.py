"""Exported Python engines and the interpreter agree: cards, fields, legal moves, what players see, returns, faults.

`tests/conformance/harness.py` tells how more is compared than a few games.
"""

from contextlib import suppress

import pytest

from engine.core.pipelines import for_python
from engine.core.unsupported import Unsupported
from engine.interpreter.faults import BeyondLimits
from engine.interpreter.interpreter import Interpreter
from hoyle.api import load
from hoyle.run.simulating import Simulation, simulated
from tests.conformance.harness import MANY, RULE_FILES, called, parts, random_rule_files
from tests.everyday import everyday, one_in
from tests.export.harness import agreeing, difference, engine_of, exported
from tests.native.harness import renamed

SLOW = {"corners": 2, "freecell": 1, "gin_rummy": 3, "reserve": 2}
"""Games with very many moves to compare: fewer of them are played."""

ONE_MOVE = {"baccarat"}
"""Games in which there is one thing to decide."""

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


@pytest.mark.parametrize("part", parts(MANY), ids=called)
@pytest.mark.parametrize("name", one_in(2, everyday()))
def test_rule_files_agree_move_for_move(name, part):
    seeds = part or range(SLOW.get(name, 5))
    games, decisions = agreeing(*engine_of(name), seeds)
    assert games == len(seeds)
    assert decisions > games or name in ONE_MOVE


def test_many_games_of_one_rule_file_agree():
    games, decisions = agreeing(*engine_of("leduc_poker"), range(max(MANY, 200)))
    assert games >= 200
    assert decisions >= 2 * games


@pytest.mark.parametrize(("name", "chosen"), READINGS, ids=[f"{n}-{'-'.join(c.values())}"[:50] for n, c in READINGS])
def test_other_readings_agree(name, chosen):
    game = load(name, **chosen).rules
    interpreter, engine, played = Interpreter(game), exported(game), 0
    for seed in range(MANY // 10 or 1):
        # Where hands grow for ever, play comes to a choice that is beyond the interpreter's limits.
        with suppress(BeyondLimits):
            played += agreeing(interpreter, engine, [seed], most=60 if not MANY else 400)[1]
    assert played > 1


@pytest.mark.parametrize("name", ["twentyone", "pigeon", "reserve"])
def test_as_written_both_stop_at_the_same_faults(name):
    game = load(name, as_written=True).rules
    interpreter, engine = Interpreter(game), exported(game)
    stopped = 0
    for seed in range(6):
        assert agreeing(interpreter, engine, [seed], most=200)[0] == 1
        stopped += met_fault(engine, seed)
    assert stopped > 0


def met_fault(engine, seed):
    """Does a random game stop at a fault?"""
    try:
        engine.module.random_game(seed, 200)
    except engine.module.Fault as fault:
        return bool(fault.clauses)
    return False


@pytest.mark.parametrize("part", parts(RULE_FILES), ids=called)
def test_any_game_agrees(part):
    def agrees(game):
        try:
            engine = exported(game)
        except Unsupported:
            return False
        return agreeing(Interpreter(game), engine, range(4), most=60)[0] == 4

    agreed, asked = random_rule_files(agrees, part, few=14)
    assert asked >= 14
    assert agreed > asked * 3 // 4


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
    assert difference("crazy_eights", *FAULTS[planted], games=40) != ""


def test_what_agrees_is_not_said_to_differ():
    assert difference("crazy_eights", "state", "state", games=2) == ""


def test_a_game_that_cannot_be_exported_says_why():
    game = renamed(load("crazy_eights").rules, "draw_card", "pass")
    with pytest.raises(Unsupported, match="called pass"):
        for_python(game)


ENDS_AT_ONCE = """game "Ends at once":
  players 2
  deck A 2 of hearts
zones:
  deck: stack, face down, starts with every card
  hand[player]: set, seen by its owner
move lay(c: card from hand of mover):
  permit any
  does put: move c to deck
ends:
  over at act: mover wins
  stopped at act when no legal move: nobody wins
  precedence over > stopped
play:
  step deal:
    shuffle deck
    deal 1 card from deck to each hand
  repeat:
    choice act: mover does lay
"""


def test_a_game_that_always_ends_at_a_choice_is_played_by_all(tmp_path):
    path = tmp_path / "ends.hoyle"
    path.write_text(ENDS_AT_ONCE, encoding="utf-8")
    game = load(str(path))
    assert agreeing(Interpreter(game.rules), exported(game.rules), range(3)) == (3, 0)
    by_interpreter, compiled = (
        simulated(game.interpreter, Simulation(5, engine=engine)) for engine in ("interpreter", "native")
    )
    assert (compiled.engine, compiled.figures) == ("native", by_interpreter.figures)
