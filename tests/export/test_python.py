"""The exported Python modules: types and lint, how they read, what they offer, and the excerpts that are kept."""

import ast
import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from engine.core.names import RESERVED
from engine.core.pipelines import for_python
from engine.core.program import RunStep
from engine.python.library_text import pieces
from engine.python.module import python_of
from hoyle.api import load
from tests.everyday import everyday
from tests.export.harness import engine_of, text_of

ROOT = Path(__file__).parents[2]
LONGEST = 31
"""So many lines a function may have, its docstring and signature counted."""
MOVES = 13
"""A function that tells more moves apart may have two further lines for each."""
GENERATED = re.compile(r"_?[a-z]\d+|_?(tmp|temp|var|val|arg|aux|foo)_?\d*|\w*[a-z]_\d+|\w+_|\w*__\w*", re.IGNORECASE)
"""What names look like that nobody would choose."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    made = tmp_path_factory.mktemp("exported")
    for name in (*everyday(), "leduc_poker"):
        (made / f"{name}.py").write_text(text_of(name), encoding="utf-8")
    return made


def run(*command: str) -> str:
    done = subprocess.run([sys.executable, "-m", *command], cwd=ROOT, capture_output=True, text=True, check=False)
    return done.stdout + done.stderr if done.returncode else ""


def test_strict_types_hold(folder):
    files = [str(folder / f"{name}.py") for name in everyday()]
    assert run("mypy", "--strict", "--config-file", "", *files) == ""


def test_the_linter_has_nothing_to_say(folder):
    assert run("ruff", "check", "--isolated", str(folder)) == ""
    assert run("ruff", "format", "--check", "--isolated", "--line-length", "120", str(folder)) == ""
    assert run("ruff", "check", "--config", str(ROOT / "pyproject.toml"), str(folder)) == ""


@pytest.mark.parametrize("name", everyday())
def test_functions_are_short_and_documented(name):
    tree = ast.parse(text_of(name))
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            length = (node.end_lineno or 0) - node.lineno + 1
            cases = sum(isinstance(part, ast.match_case) for part in ast.walk(node))
            assert length - 2 * cases * (cases > MOVES) <= LONGEST, (node.name, length)
        if isinstance(node, ast.FunctionDef) and node.col_offset == 0:
            assert ast.get_docstring(node), node.name


def names_of(text: str) -> set[str]:
    """The names that a module gives to anything, but those that Python itself asks for."""
    found = set[str]()
    for node in ast.walk(ast.parse(text)):
        match node:
            case ast.Name(id=name) | ast.arg(arg=name) | ast.FunctionDef(name=name) | ast.ClassDef(name=name):
                found.add(name)
            case ast.Attribute(attr=name):
                found.add(name)
            case _:
                pass
    return {name for name in found if name != "_" and not re.fullmatch(r"__\w+__", name)}


@pytest.mark.parametrize("name", everyday())
def test_no_name_looks_generated(name):
    words = re.findall(r"\w+", (ROOT / "rules" / name / f"{name}.hoyle").read_text(encoding="utf-8"))
    given = {word for word in words if GENERATED.fullmatch(word)}
    odd = {found for found in names_of(text_of(name)) if GENERATED.fullmatch(found)}
    assert {found for found in odd if not found.endswith(tuple(given))} == set()


@pytest.mark.parametrize("name", ["r59", "tmp1", "_x3", "count_1", "card_", "on_to_card_2", "tmp"])
def test_generated_names_are_told_from_others(name):
    assert GENERATED.fullmatch(name)
    assert not any(map(GENERATED.fullmatch, ("open1", "placing_hit21", "p", "_below", "play_too_high", "some_of")))


@pytest.mark.parametrize("name", everyday())
def test_nothing_is_there_in_vain(name):
    tree = ast.parse(text_of(name))
    words = re.findall(r"\w+", text_of(name))
    offered = {"random_game", "parse_move", "to_data", "from_data", "returns", "legal_moves", "current_player"}
    acts = [step.act for step in engine_of(name)[1].program.steps]
    alike = {act.function.name for act in acts if isinstance(act, RunStep)}
    alike |= {action.moves for action in engine_of(name)[1].program.actions}
    for node in tree.body:
        names = [node.name] if isinstance(node, ast.FunctionDef | ast.ClassDef) else []
        assert [n for n in names if words.count(n) == 1 and n not in offered] == []
        if isinstance(node, ast.FunctionDef):
            used = {n.id for n in ast.walk(node) if isinstance(n, ast.Name)}
            needed = {a.arg for a in node.args.args if not a.arg.startswith("_")}
            assert node.name in alike or node.name.startswith("why_") or needed <= used, node.name


def test_every_clause_has_its_function():
    _, engine = engine_of("twentyone")
    text = text_of("twentyone")
    for action in engine.program.actions:
        for clause in action.clauses:
            assert f'@clause("{clause.label}")\ndef {clause.test.function}(' in text


def test_pieces_of_the_library_keep_their_names():
    assert {name.lower() for name in pieces()} <= {name.lower() for name in RESERVED} | {
        "value", "function", "line", "wildline", "clauses", "fault", "gap", "clash", "undefined", "outofrange", "stuck",
        "endless",
        "openquestion", "toomanychoices", "luckneeded", "luck", "stream",
    }  # fmt: skip


@pytest.mark.parametrize("name", everyday())
def test_states_survive_as_plain_data(name):
    _, engine = engine_of(name)
    game = engine.module
    state = game.new_game(seed=3)
    for _ in range(6):
        data = json.loads(json.dumps(game.to_data(state)))
        again = game.from_data(data)
        assert again == state
        assert game.legal_moves(again) == game.legal_moves(state)
        assert [game.parse_move(state, game.describe(m)) for m in state.moves] == list(state.moves)
        if game.is_over(state):
            break
        before = game.to_data(state)
        following = game.apply(state, state.moves[-1])
        assert game.to_data(state) == before
        assert game.apply(again, again.moves[-1]) == following
        state = following


def test_a_deck_and_outcomes_can_be_laid_down():
    _, engine = engine_of("leduc_poker")
    game = engine.module
    state = game.new_game(deck=["JS", "QS", "JH", "QH", "KH", "KS"])
    assert [game.CARDS[hand[0]] for hand in state.hand] == ["KS", "KH"]
    again = game.new_game(
        seed=None, outcomes=[tuple(game.CARDS.index(c) for c in ["JS", "QS", "JH", "QH", "KH", "KS"])]
    )
    assert again == state
    with pytest.raises(game.LuckNeeded) as met:
        game.new_game(seed=None)
    assert len(met.value.cards) == 6
    with pytest.raises(ValueError, match="outcome 1"):
        game.new_game(deck=["JS"])


def test_an_illegal_move_is_explained_by_its_clause():
    _, engine = engine_of("leduc_poker")
    game = engine.module
    state = game.new_game(seed=1)
    with pytest.raises(game.IllegalMove, match="no clause permits it"):
        game.apply(state, game.Fold())
    assert game.explain(state, game.Call()) == "permitted by always_open"
    _, engine = engine_of("hearts")
    game = engine.module
    state = game.new_game(seed=1)
    while state.step != game.Step.CARD:
        state = game.apply(state, state.moves[0])
    wrong = next(c for c in state.hand[state.mover] if c != 0)
    assert game.explain(state, game.Play(wrong)) == "forbidden by open_with_2c"


def test_who_plays_at_a_seat_is_told_no_card_that_is_not_seen(tmp_path):
    game = load("tests/strangers/old_maid.hoyle", players=3).rules
    path = tmp_path / "unseen.py"
    path.write_text(python_of(for_python(game), "a test"), encoding="utf-8")
    asked = subprocess.run(
        [sys.executable, str(path), "--seat", "1", "--seed", "2"],
        input="1\n" * 99,
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    assert "   1 draw(unseen)\nYour move" in asked
    # The first seat gives a card to the third and takes one from the second; what these two exchange it does not see.
    assert "player 2: draw(unseen)" in asked
    assert re.search(r"player 3: draw\((?!unseen)", asked)
    watched = subprocess.run([sys.executable, str(path), "--seed", "2"], capture_output=True, text=True, check=True)
    assert "unseen" not in watched.stdout


def test_the_command_line_of_a_module_plays(folder):
    done = subprocess.run(
        [sys.executable, str(folder / "leduc_poker.py"), "--seat", "1", "--seed", "2"],
        input="x\n1\n" * 9, capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert "Your move, by its number" in done.stdout
    seen = """\
  deck: 4 cards
  hand of player 1: QS
  hand of player 2: 1 card
  board: no cards
  muck: no cards
  mover: player 1
  staked of player 1: 1
  staked of player 2: 1
  raises: 0
  checked: no
  step: first round
   1 call
"""
    assert seen in done.stdout
    assert re.search(r"^(folded|pair|high_card|split): -?\d+, -?\d+$", done.stdout, re.MULTILINE)


@pytest.mark.parametrize("name", ["play_too_high", "placing_hit21", "next_turn", "keeps_back_an_idle_7"])
def test_excerpts_read_as_they_did(name, snapshot):
    found = re.search(rf"^(@[^\n]*\n)?def {name}\(.*?(?=\n\n\n)", text_of("twentyone"), re.MULTILINE | re.DOTALL)
    assert found is not None
    assert found[0] == snapshot
