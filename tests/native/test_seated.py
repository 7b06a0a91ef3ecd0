"""Compiled players choose as the interpreter's do: the figures of greedy and searching players are the same.

`HOYLE_GAMES_FULL=1` plays more.
"""

from dataclasses import replace

import pytest

from engine.c.compiled.build import DOUBLES, Built, build, seated_flags
from engine.c.compiled.library import Library
from engine.c.compiled.policies import seated_code
from engine.c.compiled.policy_players import Seats
from engine.c.compiled.simulate import simulate
from engine.interpreter.interpreter import Interpreter
from engine.simulate.simulate import simulate as by_interpreter
from hoyle.api import load
from spec.ir import nodes as ir
from tests.engine.games import GAME, STEPS
from tests.everyday import FULL, everyday, one_in
from tests.native.harness import STRICT, interpreter_of, needs_compiler, renamed
from tests.spec.strategies import game_of

pytestmark = needs_compiler
SITTING = {"greedy": ("greedy",), "search": ("mcts",), "mixed": ("mcts", "random", "greedy")}
FEW, MANY = {"pigeon": 15, "corners": 6, "freecell": 6, "gin_rummy": 12, "twentyone": 15}, 30
"""So many moves of each game at most."""
EVERY_DAY = {} if FULL else {"dou_dizhu": 3}
"""Fewer still of a game with hundreds of choices, in one game of each sort of players."""


def seated_library(game: ir.Game, text: str = "", flags: tuple[str, ...] = (*STRICT, *DOUBLES)) -> Library:
    code = seated_code(game)
    built = build(text or code.text, flags=flags)
    assert isinstance(built, Built), built
    return Library(game, code, str(built.path), seated=True)


def seats_of(interpreter: Interpreter, sitting: str, rounds: int = 5, most_moves: int = 12) -> Seats:
    names = SITTING[sitting]
    return Seats(tuple(names[i % len(names)] for i in range(interpreter.layout.players)), rounds, most_moves)


def differ(library: Library, interpreter: Interpreter, seats: Seats, count: int, seed: int, most: int) -> bool:
    """Are the figures of any of so many games other ones?"""
    policies = seats.policies(interpreter)
    return any(
        simulate(library, interpreter, 1, at, most_moves=most, seats=seats)
        != by_interpreter(interpreter, 1, at, most_moves=most, policies=policies)
        for at in range(seed, seed + count)
    )


@pytest.mark.parametrize("sitting", SITTING)
@pytest.mark.parametrize("name", one_in(4, everyday()))
def test_every_game_is_the_same(name, sitting):
    interpreter = interpreter_of(name)
    optimized = FULL or name in ("crazy_eights", "leduc_poker")
    library = seated_library(interpreter.game, flags=seated_flags() if optimized else (*STRICT, *DOUBLES))
    most = FEW.get(name, MANY) if sitting == "greedy" else FEW.get(name, MANY) // 3
    most, games = EVERY_DAY.get(name, most), 20 if FULL else 1 if name in EVERY_DAY else 2
    assert not differ(library, interpreter, seats_of(interpreter, sitting), games, 7, most)


@pytest.mark.parametrize("number", range(150 if FULL else 6))
def test_any_game_is_the_same(number):
    # An action without arguments called `pass` is no other move than a pass.
    game = renamed(game_of(number), "pass", "skip")
    interpreter, library = Interpreter(game), seated_library(game)
    for sitting in SITTING:
        seats = seats_of(interpreter, sitting)
        figures = simulate(library, interpreter, 4, 3, most_moves=30, seats=seats)
        wanted = by_interpreter(interpreter, 4, 3, most_moves=30, policies=seats.policies(interpreter))
        if wanted.faults:
            # What was forbidden on the way to a fault within "can move" is counted by the interpreter alone.
            figures, wanted = replace(figures, clauses=()), replace(wanted, clauses=())
        assert figures == wanted


def test_a_move_after_which_play_never_ends():
    # From the heap of one card on nobody decides anything any more.
    heap = ir.Compare("=", ir.Size(ir.Place("heap", ())), ir.Lit(2, ir.Int()))
    round_again = (ir.Step(STEPS[2].source, ir.Branch(heap, 3, 1), 1, again=1),)
    steps = (*STEPS[:2], replace(STEPS[2], next=3, again=1), *round_again)
    game = replace(GAME, steps=steps)
    interpreter, library = Interpreter(game), seated_library(game)
    for sitting in SITTING:
        assert not differ(library, interpreter, seats_of(interpreter, sitting), 6, 1, 30)


def test_searches_that_play_to_the_end():
    interpreter = load("crazy_eights", players=2, hand_of_two=3, deck="4..9 of clubs, diamonds").interpreter
    library = seated_library(interpreter.game, flags=seated_flags())
    assert not differ(library, interpreter, seats_of(interpreter, "search", 25, 200), 20 if FULL else 1, 4, 60)
    leduc = interpreter_of("leduc_poker")
    assert not differ(seated_library(leduc.game), leduc, seats_of(leduc, "search", 60, 200), 10, 4, 60)


@pytest.mark.parametrize("jobs", [2, 3])
def test_the_figures_are_the_same_whatever_the_number_of_jobs(jobs):
    interpreter = interpreter_of("leduc_poker")
    library, seats = seated_library(interpreter.game), seats_of(interpreter, "mixed")
    one = simulate(library, interpreter, 40, 7, seats=seats)
    assert simulate(library, interpreter, 40, 7, seats=seats, jobs=jobs) == one


PLANTED = (
    ("leduc_poker", "greedy", "(double)(sum - returns[player])", "(double)sum"),
    ("pigeon", "greedy", "left += (*c)[2] *", "left -= (*c)[2] *"),
    ("crazy_eights", "greedy", "left = pick_of(luck, equal);", "left = equal - 1;"),
    ("crazy_eights", "greedy", "seed = next_of(luck);\n  redeal", "seed = 5;\n  redeal"),
    ("leduc_poker", "greedy", "redeal(&dealt, player, derive(seed, DOMAIN_REDEAL, 0));", ""),
    ("leduc_poker", "search", "redeal(&w->s, player, derive(seed, DOMAIN_REDEAL, 0));", ""),
    ("leduc_poker", "search", "p->rollout = derive(seed, DOMAIN_ROLLOUT, 0);", "p->rollout = seed;"),
    ("leduc_poker", "mixed", "[MCTS] = DOMAIN_SEARCH", "[MCTS] = DOMAIN_CHOICE"),
    ("leduc_poker", "search", "p->curiosity *", "0.3 * p->curiosity *"),
    ("leduc_poker", "search", "p->nodes[known].legal++;", "p->nodes[known].legal += 0;"),
    ("leduc_poker", "search", "- p->least) / spread;", "- p->least);"),
    ("crazy_eights", "search", "if (taken > most)", "if (taken >= most)"),
)


@pytest.mark.parametrize(("name", "sitting", "old", "new"), PLANTED)
def test_a_policy_gone_wrong_is_noticed(name, sitting, old, new):
    interpreter = interpreter_of(name)
    text = seated_code(interpreter.game).text
    assert text.count(old) == 1
    flags = tuple(flag for flag in STRICT if flag != "-Werror")
    library = seated_library(interpreter.game, text.replace(old, new), (*flags, *DOUBLES))
    seats = seats_of(interpreter, sitting, rounds=30)
    assert differ(library, interpreter, seats, 8, 1, 12)
