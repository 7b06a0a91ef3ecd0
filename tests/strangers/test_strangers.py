"""Well-known card games as a stranger writes them: every engine plays them alike, and nothing stops play.

Each is a rule file in this folder that uses the language in another way than the games that come with Hoyle. What
their rules should claim is left to their players: only that all parts of Hoyle agree on them is held here.
"""

import shutil
from dataclasses import replace
from functools import cache
from pathlib import Path
from time import perf_counter
from typing import Any

import pytest

from engine.conformance.compare import ASPECTS
from engine.core.observed_order import bags
from engine.interpreter.interpreter import Interpreter
from engine.simulate.simulate import simulate
from engine.targets.facts import Facts
from engine.targets.target_python import files as python_files
from hoyle.ambiguity.run import Maker
from hoyle.api import load
from hoyle.commands.cli import main
from hoyle.english.document.render import to_html, to_markdown
from hoyle.english.rulebook.page import rulebook
from hoyle.sources.files import parse_file
from spec.ir import nodes as ir
from tests.conformance.harness import agreeing
from tests.everyday import one_in
from tests.export.harness import agreeing as python_agrees
from tests.export.harness import exported as python_engine
from tests.export.test_python import run
from tests.export_c.test_c import built, written
from tests.export_js.test_javascript import TOLD, exported
from tests.native.harness import QUICK, library_of, needs_compiler, play_both
from verify.ambiguity.find.faults import Written, seen_as_written
from verify.ambiguity.run.context import Context, Plan
from verify.random.commutation import ReversingInterpreter, Trial, sites
from verify.random.random_walks import random_walks
from verify.search.compiled_loops import compiled_loop

FOLDER = Path(__file__).parent
NAMES = sorted(path.stem for path in FOLDER.glob("*.hoyle"))
OTHERWISE: dict[str, dict[str, Any]] = {
    "auction_whist": {"hand_size": 5, "least_bid": 1},
    "klondike": {"turned": 1},
}
"""Settings under which something comes up that is rare or long as the game is usually played."""


SOME = one_in(5, NAMES)
"""Those that every exported engine plays in an ordinary run."""


@cache
def game_of(name: str) -> ir.Game:
    return load(FOLDER / f"{name}.hoyle", **OTHERWISE.get(name, {})).rules


@pytest.mark.parametrize("name", NAMES)
def test_nothing_is_wrong(name, capsys):
    assert main(["check", str(FOLDER / f"{name}.hoyle")]) == 0
    assert "nothing wrong" in capsys.readouterr().out


@pytest.mark.parametrize("name", NAMES)
def test_play_never_stops_at_a_fault(name):
    figures = simulate(Interpreter(game_of(name)), 3, 4)
    assert not figures.faults
    assert not figures.unfinished


@needs_compiler
@pytest.mark.parametrize("name", one_in(3, NAMES))
def test_compiled_games_agree_move_for_move(name):
    interpreter = Interpreter(game_of(name))
    table = library_of(interpreter.game, QUICK).table()
    for seed in range(3):
        play_both(interpreter, table, seed)


@pytest.mark.parametrize("name", SOME)
def test_python_engines_agree(name):
    game = game_of(name)
    assert python_agrees(Interpreter(game), python_engine(game), range(2), most=200)[0] == 2


@needs_compiler
@pytest.mark.parametrize("name", SOME)
def test_c_engines_agree(name, tmp_path):
    game = game_of(name)
    games, told = agreeing(game, [built(written(game, tmp_path), "conform")], 2, most=150)
    assert (games, told) == (2, set(ASPECTS))


@pytest.mark.skipif(shutil.which("node") is None, reason="Node.js is not installed, and it runs the exported module")
@pytest.mark.parametrize("name", SOME)
def test_javascript_engines_agree(name, tmp_path):
    game = game_of(name)
    games, told = agreeing(game, exported(game, tmp_path), 2, most=150)
    assert games == 2
    assert told >= TOLD


def test_python_engines_are_clean(tmp_path):
    """By the linter's own rules, not those of this project; and laid out as its formatter would."""
    for name in SOME:
        for path, text in python_files(game_of(name), Facts(name, "hoyle export", "1")).items():
            (tmp_path / path).write_text(text, encoding="utf-8")
    assert run("ruff", "check", "--isolated", str(tmp_path)) == ""
    assert run("ruff", "format", "--check", "--isolated", "--line-length", "120", str(tmp_path)) == ""


@pytest.mark.parametrize("name", NAMES)
def test_rulebooks_are_told(name):
    told = rulebook(game_of(name))
    page, text = to_html(told), to_markdown(told)
    assert "</html>" in page
    for word in ("(new)", "(count", "a melds", "order of values"):
        assert word not in text


# ---------------------------------------------------------------- what they brought to light


@needs_compiler
@pytest.mark.timeout(60)
def test_loops_are_looked_for_past_a_shuffle_in_the_middle_of_play():
    """A loop has no luck in it: the orders of a shuffle are not gone through one by one."""
    compiled_loop(Interpreter(game_of("oh_hell")), 1, 1, perf_counter() + 1.0)


def test_effects_are_turned_round_where_known_cards_are_shuffled():
    """The card that is played last is shuffled with the others in the same move, and stays in the hand before it."""
    game = game_of("oh_hell")
    known = sites(game)
    trial = Trial(ReversingInterpreter(game, known), known, bags(game))
    for _, stage in random_walks(trial.interpreter, 2, 1, perf_counter() + 60.0):
        assert trial.differs(stage) is None
    assert trial.compared


def test_a_fault_that_is_rare_is_not_settled_where_nothing_is_ruled():
    """No game as ruled meets what one as written has met, but the file rules on nothing: the play is the same."""
    parsed = parse_file(FOLDER / "bust.hoyle")
    context = Context(game_of("bust"), Maker(parsed), {}, Plan(seconds=30.0, seed=2, games=60, greedy=0))
    written = seen_as_written(context, perf_counter() + 30.0)
    assert written.sightings
    ruled = replace(written, sightings={})
    assert [found.settled for found in Written(context, ruled).findings(written)] == [""] * len(written.sightings)
