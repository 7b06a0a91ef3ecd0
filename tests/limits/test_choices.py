"""A list of moves that is too long is refused by every engine soon; one that is just short enough is played by all."""

import gc
import shutil
import subprocess
import weakref
from pathlib import Path
from typing import Literal

import pytest

from engine.c.compiled import simulate as native
from engine.c.compiled.build import NotBuilt
from engine.c.compiled.library import Library, NativeError, Table, load
from engine.conformance.differential_check import loaded
from engine.core.pipelines import for_python
from engine.interpreter.faults import BeyondLimits
from engine.interpreter.interpreter import Interpreter
from engine.python.module import python_of
from engine.simulate.simulate import simulate
from engine.targets import target_c, target_js
from engine.targets.facts import Facts
from spec.ir import nodes as ir
from spec.lower.game import lower_file
from spec.text.parse import parse
from tests.everyday import FULL
from tests.limits.large import choosing, game
from verify.random import random_play

GCC, NODE = shutil.which("gcc"), shutil.which("node")
SOON = 100
"""Seconds; without a bound each of these would take hours."""

By = Literal["none", "the interpreter", "all"]
"""Who refuses a list of moves: compiled code only counts them, and goes further than the interpreter."""
ANY, SEQUENCE = "set of 1 or more cards", "sequence of 1 or more cards"
ONE_SHAPE: dict[str, tuple[str, int, By]] = {
    "18 cards, as a set": (ANY, 18, "none"),
    "19 cards, as a set": (ANY, 19, "the interpreter"),
    "23 cards, as a set": (ANY, 23, "all"),
    "42 cards, as a set": (ANY, 42, "all"),
    "8 cards, as a sequence": (SEQUENCE, 8, "none"),
    "9 cards, as a sequence": (SEQUENCE, 9, "the interpreter"),
    "13 cards, as a sequence": (SEQUENCE, 13, "all"),
    "runs of 9 cards": ("set of 9 cards, a run", 51, "the interpreter"),
    "runs of 12 cards": ("set of 12 cards, a run", 51, "all"),
    "all the cards next to one another": ("sequence of 6 or more cards, each next to the one before", 36, "all"),
    "more cards of a suit than there are": ("set of 30 or more cards, same colour", 52, "none"),
}


def rules(shape: str, choice: str, many: int) -> ir.Game:
    text = game(f"shape some_cards: {shape}", choosing(choice), many=many)
    made, told = lower_file(parse(text)[0])
    assert made is not None, told
    return made


LONG = {"42 cards, as a set", "8 cards, as a sequence", "all the cards next to one another"}
"""What is listed as others are, for long: of every engine only where HOYLE_GAMES_FULL is set."""
QUICK = [name for name in ONE_SHAPE if FULL or name not in LONG]


@pytest.fixture(params=ONE_SHAPE, scope="module")
def case(request: pytest.FixtureRequest) -> tuple[ir.Game, By]:
    shape, many, refused = ONE_SHAPE[request.param]
    return rules(shape, "cards: some_cards from hand of mover", many), refused


@pytest.fixture(params=QUICK, scope="module")
def quick(request: pytest.FixtureRequest) -> tuple[ir.Game, By]:
    """The cases without those that are listed as others are."""
    shape, many, refused = ONE_SHAPE[request.param]
    return rules(shape, "cards: some_cards from hand of mover", many), refused


@pytest.fixture(params=[name for name in QUICK if ONE_SHAPE[name][2] != "the interpreter"], scope="module")
def soon(request: pytest.FixtureRequest) -> tuple[ir.Game, By]:
    """Those of which all engines say the same; slower ones would list the others for long."""
    shape, many, refused = ONE_SHAPE[request.param]
    return rules(shape, "cards: some_cards from hand of mover", many), refused


def played(made: ir.Game) -> str:
    """What random play by the interpreter comes to."""
    try:
        simulate(Interpreter(made), 1, most_moves=1)
    except BeyondLimits as error:
        return str(error)
    return ""


def played_compiled(made: ir.Game) -> str:
    """What random play by compiled code comes to, as fast as it can and move by move."""
    library = load(made, fast=True)
    assert not isinstance(library, NotBuilt), library.reason
    told = []
    try:
        native.simulate(library, Interpreter(made), 1, 0, jobs=1)
    except NativeError as error:
        told.append(str(error))
    except BeyondLimits:
        pass  # play was counted to its fault, of which only the interpreter tells
    try:
        Table(library.whole()).start(0)
    except NativeError as error:
        told.append(str(error))
    assert len(told) != 1, "the two kinds of compiled code differ"
    return told[0] if told else ""


def test_the_interpreter_names_the_move(case: tuple[ir.Game, By]):
    made, refused = case
    told = played(made)
    assert ("play comes to a choice of the move `go` that is too large" in told) == (refused != "none")


def test_compiled_code_leaves_it_to_the_interpreter(quick: tuple[ir.Game, By]):
    made, refused = quick
    assert bool(played_compiled(made)) == (refused == "all")


def test_compiled_code_leaves_off_at_the_first_game_that_goes_too_far(monkeypatch: pytest.MonkeyPatch):
    """Its figures are of no use from there on: a thousand games take no longer than one."""
    made = rules(ANY, "cards: some_cards from hand of mover", 23)
    library = load(made, fast=True)
    assert not isinstance(library, NotBuilt), library.reason
    played = []

    def whole(self: Library) -> Library:
        played.append(self)
        exact = load(made)
        assert not isinstance(exact, NotBuilt), exact.reason
        return exact

    monkeypatch.setattr(Library, "whole", whole)
    with pytest.raises(NativeError, match="beyond what compiled games hold"):
        native.simulate(library, Interpreter(made), 1000, 0, jobs=1)
    assert len(played) == 1


def test_what_a_list_that_is_too_long_took_is_given_back_at_once(monkeypatch: pytest.MonkeyPatch):
    """Without a search for cycles: it may be a gigabyte."""
    made = rules(ANY, "cards: some_cards from hand of mover", 23)
    tables: list[weakref.ref[Table]] = []
    begin = Table.__init__

    def begun(self: Table, library: Library) -> None:
        begin(self, library)
        tables.append(weakref.ref(self))

    monkeypatch.setattr(Table, "__init__", begun)
    gc.disable()
    try:
        assert played_compiled(made)
        assert len(tables) > 1
        assert [table for table in tables if table() is not None] == []
    finally:
        gc.enable()


@pytest.mark.parametrize(
    ("choice", "many", "refused"),
    [
        ("c: card from hand of mover, cards: some_cards from hand of mover", 15, "the interpreter"),
        ("c: card from hand of mover, cards: some_cards from hand of mover", 19, "all"),
        ("cards: some_cards from hand of mover, p: player", 17, "none"),
        ("cards: some_cards from hand of mover, p: player, q: player", 21, "all"),
    ],
)
def test_several_parameters_count_together(choice: str, many: int, refused: By):
    made = rules(ANY, choice, many)
    assert bool(played(made)) == (refused != "none")
    assert bool(played_compiled(made)) == (refused == "all")


def test_exported_python_says_so(soon: tuple[ir.Game, By]):
    made, refused = soon
    engine = loaded(python_of(for_python(made), "Made for a test."))
    told = ""
    try:
        engine.new_game(seed=0)
    except RuntimeError as error:
        told = type(error).__name__
    assert told == ("TooManyChoices" if refused == "all" else "")


@pytest.mark.skipif(GCC is None, reason="no C compiler was found")
def test_exported_c_says_so(case: tuple[ir.Game, By], tmp_path: Path):
    made, refused = case
    _write(target_c.files(made, Facts("game", "hoyle export game --to c --out DIR", "1")), tmp_path)
    assert GCC is not None
    subprocess.run([GCC, "-O0", "-o", "main", "main.c", "game.c"], cwd=tmp_path, check=True, timeout=120)
    ended = subprocess.run(
        [tmp_path / "main", "1", "--most", "1"], capture_output=True, check=False, timeout=SOON, text=True
    )
    assert ("beyond" in ended.stdout + ended.stderr) == (refused == "all"), ended


@pytest.mark.skipif(NODE is None, reason="Node.js is not installed, and it runs the exported module")
def test_exported_javascript_says_so(soon: tuple[ir.Game, By], tmp_path: Path):
    made, refused = soon
    _write(target_js.files(made, Facts("game", "hoyle export game --to js --out DIR", "1")), tmp_path)
    module = next(tmp_path.glob("game*js"))
    (tmp_path / "try.mjs").write_text(f'import {{ newGame }} from "./{module.name}"; newGame();', encoding="utf-8")
    assert NODE is not None
    ended = subprocess.run([NODE, "try.mjs"], cwd=tmp_path, capture_output=True, check=False, timeout=SOON, text=True)
    assert ("TooManyChoices" in ended.stderr) == (refused == "all"), ended.stderr
    assert (ended.returncode != 0) == (refused == "all")


def _write(texts: dict[str, str], folder: Path) -> None:
    for name, text in texts.items():
        (folder / name).write_text(text, encoding="utf-8")


NOW_AND_THEN = """game "Now and then":
  players 2
  deck standard
zones:
  deck: stack, face down, starts with every card
  hand[player]: set, seen by its owner
  heap: stack, face up
state:
  mark: low | middle | high, starts at low
shape some_cards: set of 1 or more cards
move go(cards: some_cards from hand of mover):
  permit ok
  does put: move cards to heap in any order
ends:
  out when hand of mover is empty: mover wins
play:
  step deal:
    shuffle deck
    mark becomes random
    if mark is high: draw 20 cards from deck to hand of player 1
    otherwise: draw 3 cards from deck to hand of player 1
    draw 3 cards from deck to hand of player 2
  turns from player 1:
    choice act: mover does go
"""


def test_one_game_that_goes_too_far_does_not_take_the_others_with_it(tmp_path: Path):
    made, told = lower_file(parse(NOW_AND_THEN)[0])
    assert made is not None, told
    tally = random_play.play_games(Interpreter(made), 12, 1)
    assert (tally.games, 0 < tally.beyond < 10, tally.ended) == (12, True, 12 - tally.beyond)
    found = {r.obligation.code: r for r in random_play.results(Interpreter(made), tally, 1, 1.0)}
    words = f"{tally.beyond} of them up to a choice that is too large"
    assert words in found["not-stuck"].scope
    assert found["ends"].verdict == "unknown"
    assert found["some-end"].verdict == "proved"
    assert found["cut"].verdict == "unknown"
    assert "the move `go`" in found["cut"].reason
