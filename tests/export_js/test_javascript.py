"""Exported ES modules agree with the interpreter: states, legal moves in order, observations, returns, faults.

`tests/conformance/harness.py` tells how more is compared than a few games.
"""

import json
import re
import shutil
import subprocess
import tempfile
from dataclasses import replace
from importlib import resources
from pathlib import Path

import pytest

from engine.conformance.compare import ASPECTS
from engine.core.pipelines import for_javascript
from engine.core.unsupported import Unsupported
from engine.javascript.module import module_of
from engine.javascript.types import types_of
from hoyle.api import load
from spec.ir import nodes as ir
from tests.conformance.harness import (
    MANY,
    RULE_FILES,
    agreeing,
    called,
    compared,
    parts,
    random_rule_files,
    rules,
    wanted,
)
from tests.engine.games import GAME, STOCK, num
from tests.everyday import everyday, one_in

NODE = shutil.which("node")
pytestmark = pytest.mark.skipif(NODE is None, reason="Node.js is not installed, and it runs the exported module")

TOLD = set(ASPECTS) - {"fields"}
"""What every module tells; a module without the fields that nothing reads does not tell of fields at all."""


def exported(game: ir.Game, folder: Path, spoil: tuple[str, str] = ("", "")) -> list[str]:
    """Writes the module into a folder; the command of its answering program. `spoil` is replaced in it."""
    text = module_of(for_javascript(game), [game.title])
    assert spoil[0] in text
    (folder / "game.mjs").write_text(text.replace(*spoil) if spoil[0] else text, encoding="utf-8")
    answering = resources.files("engine.javascript").joinpath("conform.mjs").read_text(encoding="utf-8")
    (folder / "conform.mjs").write_text(answering.replace("GAME.mjs", "game.mjs"), encoding="utf-8")
    assert NODE is not None
    return [NODE, str(folder / "conform.mjs")]


@pytest.mark.parametrize("part", parts(MANY), ids=called)
@pytest.mark.parametrize("name", one_in(2, everyday()))
def test_every_game_agrees(name, part, tmp_path):
    game, numbers = rules(name), wanted(name, part)
    games, told = agreeing(game, exported(game, tmp_path), numbers)
    assert games == len(numbers)
    assert told >= TOLD


READINGS = [
    ("pigeon", {"edition": "condensed"}),
    ("corners", {"players": "2"}),
    ("twentyone", {"set_transfer": "immediate"}),
]


@pytest.mark.parametrize(("name", "chosen"), READINGS)
def test_other_settings_agree(name, chosen, tmp_path):
    game = rules(name, **chosen)
    games, told = agreeing(game, exported(game, tmp_path), 2)
    assert games == 2
    assert told >= TOLD


@pytest.mark.parametrize("part", parts(RULE_FILES), ids=called)
def test_any_game_agrees(part):
    def agrees(game):
        with tempfile.TemporaryDirectory() as folder:
            try:
                program = exported(game, Path(folder))
            except Unsupported:
                return False
            return agreeing(game, program, 4, most=60)[0] == 4

    agreed, asked = random_rule_files(agrees, part, few=6)
    assert asked >= 6
    assert agreed > asked // 2


FAULTS = [
    ("return state.board.length === 0 ? 2 : 4;", "return 2;"),
    ("Array.from({ length: 2 }, () => 1)", "[1, 2]"),
    ("state.raises < 2", "state.raises < 3"),
    ("(player + step + PLAYERS", "(player + PLAYERS"),
]


@pytest.mark.parametrize("spoil", FAULTS)
def test_a_fault_in_the_module_is_seen(tmp_path, spoil):
    game = rules("leduc_poker")
    found = compared(game, exported(game, tmp_path, spoil), 40)
    assert found.difference is not None


def test_cards_drawn_from_a_pile_onto_itself_lie_the_other_way_round(tmp_path):
    deal = replace(GAME.steps[0], act=ir.Run((ir.Shuffle(STOCK), ir.Draw(num(3), STOCK, STOCK, True))))
    game = replace(GAME, steps=(deal, *GAME.steps[1:]))
    assert agreeing(game, exported(game, tmp_path), 5)[0] == 5
    otherwise = exported(game, tmp_path, (".reverse();\n  target.push", ";\n  target.push"))
    assert compared(game, otherwise, 5).difference is not None


def test_the_same_seed_gives_the_same_game(tmp_path):
    game = rules("hearts")
    exported(game, tmp_path)
    script = tmp_path / "seeded.mjs"
    script.write_text(
        'import * as g from "./game.mjs";\n'
        "let s = g.newGame({ seed: 123456789012345 });\n"
        "for (let i = 0; i < 20; i++) s = g.apply(s, g.legalMoves(s)[0]);\n"
        "console.log(JSON.stringify(g.tell(s).zones));\n",
        encoding="utf-8",
    )
    state = load("hearts").new_initial_state(seed=123456789012345)
    for _ in range(20):
        state.apply_action(state.legal_actions()[0])
    told = json.loads(node(script).stdout)
    interpreter = state.game.interpreter
    ours = {
        interpreter.words.zone(i): [state.game.deck[c] for c in cards] for i, cards in enumerate(state.position.cells)
    }
    assert told == ours


def node(script: Path) -> subprocess.CompletedProcess[str]:
    assert NODE is not None
    return subprocess.run([NODE, str(script)], capture_output=True, text=True, check=True, timeout=60)


def test_misuse_is_told_in_a_sentence(tmp_path):
    exported(rules("twentyone"), tmp_path)
    script = tmp_path / "misuse.mjs"
    script.write_text(
        'import * as g from "./game.mjs";\n'
        "const s = g.newGame({ seed: 1 });\n"
        "const told = [];\n"
        "for (const wrong of [\n"
        '  () => g.apply(s, g.parseMove(s, "play(2C, pile 9)")), () => g.parseMove(s, "fly(2C)"),\n'
        '  () => g.parseMove(s, "play(2C)"), () => g.newGame({ deck: ["2C"] }), () => g.newGame({ seed: null }),\n'
        "]) {\n"
        "  try { wrong(); told.push(null); } catch (problem) { told.push(`${problem.name}: ${problem.message}`); }\n"
        "}\n"
        "console.log(JSON.stringify(told));\n",
        encoding="utf-8",
    )
    told = json.loads(node(script).stdout)
    assert told == [
        "IllegalMove: pile 9 does not tell what p is",
        "IllegalMove: fly(2C): there are play, take",
        "IllegalMove: play takes 2 arguments, and here are 1",
        "RangeError: the next outcome is no order of the cards to be shuffled",
        "LuckNeeded: luck is needed for a shuffle",
    ]


def test_the_declarations_name_every_export(tmp_path):
    game = rules("twentyone")
    text, types = module_of(for_javascript(game), [game.title]), types_of(for_javascript(game))
    exports = set(re.findall(r"^export (?:const|class|function) (\w+)", text, re.MULTILINE))
    assert exports == set(re.findall(r"^export declare (?:const|class|function) (\w+)", types, re.MULTILINE))
