"""Exported C engines agree with the interpreter: states, legal moves in order, observations, returns, faults.

`tests/conformance/harness.py` tells how more is compared than a few games.
"""

import importlib.util
import re
import shutil
import subprocess
import sys
import tempfile
from dataclasses import replace
from pathlib import Path

import pytest

from engine.conformance.compare import ASPECTS
from engine.core.unsupported import Unsupported
from engine.interpreter.interpreter import Interpreter
from engine.luck.chance import Scripted, Seeded, Shuffled
from engine.players.policy import Choosers
from engine.targets.facts import Facts
from engine.targets.target_c import files
from hoyle.commands.cli import main
from hoyle.sources.files import game_names
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
from tests.engine.games import DECK, GAME, HAND, PLAY, POINTS, STEPS, STOCK, num, src
from tests.everyday import everyday, one_in

GCC = next((found for found in map(shutil.which, ("gcc", "cc", "clang")) if found), None)
pytestmark = pytest.mark.skipif(GCC is None, reason="no C compiler was found")
STRICT = ("-std=c11", "-Wall", "-Wextra", "-pedantic", "-Werror")
SPEED = "-O2" if MANY else "-O0"
SPOILT = ("game.c", "hoyle_engine.h")
SANITIZERS = ("-fsanitize=address,undefined", "-fno-sanitize-recover=all", "-g")


def written(game: ir.Game, folder: Path, spoil: tuple[str, str] = ("", "")) -> Path:
    """The export in a folder; in its source, or in the run-time beside it, a text is replaced by another."""
    made = files(game, Facts("game", "hoyle export game --to c --out DIR", "1"))
    assert any(spoil[0] in made[path] for path in SPOILT)
    for path, text in made.items():
        told = text.replace(*spoil) if spoil[0] and path in SPOILT else text
        (folder / path).write_text(told, encoding="utf-8", errors="replace")
    return folder


def built(folder: Path, program: str, *flags: str) -> Path:
    assert GCC is not None
    command = [GCC, *STRICT, SPEED, *flags, "-o", program, f"{program}.c", "game.c"]
    told = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert told.returncode == 0, told.stderr
    return folder / program


@pytest.mark.parametrize("part", parts(MANY), ids=called)
@pytest.mark.parametrize("name", one_in(2, everyday()))
def test_every_game_agrees(name, part, tmp_path):
    game, numbers = rules(name), wanted(name, part)
    program = built(written(game, tmp_path), "conform")
    assert agreeing(game, [program], numbers) == (len(numbers), set(ASPECTS))


READINGS = [("pigeon", {"edition": "condensed"}), ("corners", {"players": "2"})]


@pytest.mark.parametrize(("name", "chosen"), READINGS)
def test_other_settings_agree(name, chosen, tmp_path):
    game = rules(name, **chosen)
    assert agreeing(game, [built(written(game, tmp_path), "conform")], 2) == (2, set(ASPECTS))


@pytest.mark.parametrize("part", parts(RULE_FILES), ids=called)
def test_any_game_agrees(part):
    def agrees(game):
        with tempfile.TemporaryDirectory() as made:
            folder = Path(made)
            try:
                written(game, folder)
            except Unsupported:
                return False
            return agreeing(game, [built(folder, "conform", "-O0")], 4, most=60)[0] == 4

    agreed, asked = random_rule_files(agrees, part, few=5)
    assert asked >= 5
    assert agreed > asked // 2


def test_play_that_goes_round_without_a_decision(tmp_path):
    game = replace(GAME, actions=(replace(PLAY, clauses=(), order=()),))
    position = Interpreter(game).start(Seeded(1)).position
    assert position.fault is not None
    assert position.fault.kind == "endless"
    told = subprocess.run(
        [built(written(game, tmp_path), "main"), "1"], capture_output=True, text=True, check=True
    ).stdout
    assert told.splitlines()[-1].startswith("play stopped: endless at ")
    assert agreeing(game, [built(tmp_path, "conform")], 3) == (3, set(ASPECTS))


@pytest.mark.parametrize("cards", [64, 72, 128])
def test_decks_of_more_cards_than_a_word_has_bits(cards, tmp_path):
    points = replace(POINTS, values=tuple(POINTS.values[i % 8] for i in range(cards)))
    shape = ir.Shape(src("pair"), False, 1, 3, ("rank", "suit"), "none", "as_ranked")
    chosen = ir.Param("c", ir.Cards(False), ir.ChooseCards(HAND, "pair"))
    worth = ir.Permit(src("worth"), ir.CanTotal("points", ir.Var("c", ir.Cards(False)), num(12)))
    lay = ir.Move(ir.Var("c", ir.Cards(False)), HAND, STOCK, "bottom", True)
    action = ir.Action(src("play"), (chosen,), (worth,), (), (lay,))
    deck = tuple(replace(DECK[i % 8], copy=i // 8) for i in range(cards))
    deal = ir.Run((ir.Shuffle(STOCK), ir.Draw(num(cards // 3), STOCK, HAND, False)))
    steps = (replace(STEPS[0], act=deal), *STEPS[1:])
    game = replace(GAME, deck=deck, tables=(points,), shapes=(shape,), actions=(action,), steps=steps)
    assert agreeing(game, [built(written(game, tmp_path), "conform")], 2, most=30) == (2, set(ASPECTS))


def test_what_cannot_be_held_is_refused_in_a_sentence():
    deck = tuple(replace(DECK[i % 8], copy=i // 8) for i in range(256))
    points = replace(POINTS, values=tuple(POINTS.values[i % 8] for i in range(256)))
    with pytest.raises(Unsupported, match="a deck of 256 cards; at most 255 can be held"):
        files(replace(GAME, deck=deck, tables=(points,)), Facts("game", "", "1"))


def test_choices_put_in_order_in_small_passes_are_the_same(tmp_path):
    """Reserve offers sets of cards in order; found twenty at a time they are those found at once."""
    game = rules("reserve")
    written(game, tmp_path)
    source = (tmp_path / "game.c").read_text(encoding="utf-8")
    assert "bag_begin" in source
    told = []
    for room in (4096, 40):
        program = built(tmp_path, "main", f"-DGAME_MOST_CHOICES={room}")
        told.append(subprocess.run([program, "5"], capture_output=True, text=True, check=True).stdout)
    assert told[0] == told[1]


@pytest.mark.parametrize("name", game_names() if MANY else ["leduc_poker", "twentyone"])
def test_sanitizers_find_nothing(name, tmp_path):
    game = rules(name)
    written(game, tmp_path)
    (tmp_path / "probe.c").write_text("int main(void) { return 0; }\n", encoding="utf-8")
    assert GCC is not None
    probe = subprocess.run([GCC, *SANITIZERS, "-o", "probe", "probe.c"], cwd=tmp_path, capture_output=True, check=False)
    if probe.returncode:
        pytest.skip("the compiler has no sanitizers")
    assert agreeing(game, [built(tmp_path, "conform", *SANITIZERS)], 10)[0] == 10
    told = subprocess.run(
        [built(tmp_path, "main", *SANITIZERS), "1", "--quiet", "20"], capture_output=True, check=False
    )
    assert (told.returncode, told.stderr) == (0, b"")


@pytest.mark.skipif(importlib.util.find_spec("ziglang") is None, reason="ziglang, which holds clang, is not installed")
@pytest.mark.parametrize("name", game_names() if MANY else ["reserve"])
def test_clang_has_no_objection(name, tmp_path):
    written(rules(name), tmp_path)
    for part in ("game", "main", "conform"):
        command = [sys.executable, "-m", "ziglang", "cc", *STRICT, "-c", "-o", "part.o", f"{part}.c"]
        told = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
        assert (told.returncode, told.stderr) == (0, "")


@pytest.mark.parametrize("name", everyday())
def test_nothing_is_used_that_only_some_compilers_have(name):
    """Compilers take blocks with a value marked `__extension__` without a word, even with -pedantic; none is there.

    Sets of more than 64 cards ask for numbers of 128 bits, in one place, as the header says.
    """
    game = rules(name)
    wide = ["__extension__", "__int128"] if len(game.deck) > 64 else []
    for path, text in files(game, Facts("game", "hoyle export game --to c --out DIR", "1")).items():
        code = re.sub(r'/\*.*?\*/|"(?:[^"\\]|\\.)*"', "", text, flags=re.DOTALL)
        if path.endswith((".c", ".h")):
            assert re.findall(r"\b__(?!cplusplus)\w+|\(\{|\btypeof\b", code) == (wide if path == "game.h" else [])


def test_the_engine_needs_no_memory_and_keeps_nothing(tmp_path):
    """No function that allocates is called, and no data that can be written is there."""
    nm = shutil.which("nm")
    if nm is None:
        pytest.skip("nm is not installed")
    game = rules("reserve")
    written(game, tmp_path)
    assert GCC is not None
    subprocess.run([GCC, *STRICT, "-O1", "-c", "game.c", "-o", "game.o"], cwd=tmp_path, check=True)
    rows = [
        row.split()
        for row in subprocess.run(
            [nm, "game.o"], cwd=tmp_path, capture_output=True, text=True, check=True
        ).stdout.splitlines()
    ]
    undefined = {row[-1] for row in rows if row[-2] == "U"}
    assert undefined <= {
        "_setjmp", "longjmp", "memcpy", "memmove", "memset", "memcmp", "bcmp", "strlen", "snprintf", "__popcountdi2",
        "__stack_chk_fail", "_GLOBAL_OFFSET_TABLE_", "__longjmp_chk", "__snprintf_chk", "__memcpy_chk", "__sigsetjmp",
    }  # fmt: skip
    assert not [row for row in rows if row[-2] in "bBC" or (row[-2] == "D" and not row[-1].startswith("game_"))]
    assert all(row[-1].startswith("game_") for row in rows if row[-2] in "TDR")


FAULTS = [
    ("g->s.fields[FIELD_RAISES] < 2", "g->s.fields[FIELD_RAISES] < 3"),
    ("about->owner == player", "about->owner != player"),
]


@pytest.mark.parametrize("spoil", FAULTS)
def test_a_fault_in_the_source_is_seen(tmp_path, spoil):
    game = rules("leduc_poker")
    assert compared(game, [built(written(game, tmp_path, spoil), "conform")], 40).difference is not None


def test_the_same_seed_gives_the_same_game(tmp_path):
    game = rules("leduc_poker")
    program = built(written(game, tmp_path), "main")
    interpreter = Interpreter(game)
    for seed in range(5):
        told = subprocess.run([program, str(seed)], capture_output=True, text=True, check=True).stdout
        luck, choosers = Seeded(seed), Choosers(interpreter, seed)
        turn, lines = interpreter.start(luck), []
        while not turn.position.over:
            move = choosers.move(turn)
            mover = turn.position.fields[interpreter.layout.mover]
            lines.append(f"player {mover + 1}: {interpreter.words.move(move)}")
            turn = interpreter.apply(turn.position, move, luck)
        assert [line for line in told.splitlines() if line.startswith("player")] == lines
        assert turn.position.result is not None
        returns = " ".join(f"{value:+d}" for value in turn.position.result.returns)
        assert told.splitlines()[-1] == f"ended by {turn.position.result.ending}: {returns}"


MISUSE = r"""
#include "game.h"
#include <stdio.h>
int main(void) {
  game_state s, before;
  game_move move, moves[8];
  uint8_t deck[GAME_CARDS];
  char text[8];
  size_t n;
  for (int i = 0; i < GAME_CARDS; i++) deck[i] = (uint8_t)i;
  printf("%d ", game_start_with(&s, NULL, NULL) == GAME_NO_LUCK);
  printf("%d ", game_start_deck(&s, deck, 1) == GAME_OK);
  printf("%s ", game_card_names[s.position.piles[game_zones[GAME_ZONE_HAND].place][1]]);
  before = s;
  printf("%d ", game_parse("fold", &move) && game_apply(&s, &move) == GAME_ILLEGAL);
  printf("%d ", !game_is_legal(&s, &move) && s.moves == before.moves && s.position.step == before.position.step);
  printf("%d ", !game_parse("fly", &move) && !game_parse("fold(", &move) && !game_parse("fold(1)", &move));
  n = game_legal_moves(&s, moves, 1);
  printf("%d ", n == 2 && moves[0].kind == GAME_MOVE_CALL);
  printf("%d ", game_describe(&moves[0], text, 3) == 4 && text[0] == 'c' && text[1] == 'a' && !text[2]);
  while (!game_is_over(&s)) {
    n = game_legal_moves(&s, moves, 8);
    game_apply(&s, &moves[0]);
  }
  printf("%d %d\n", game_apply(&s, &moves[0]) == GAME_OVER, game_current_player(&s));
  return 0;
}
"""


def test_calls_that_come_to_nothing_say_so(tmp_path):
    game = rules("leduc_poker")
    written(game, tmp_path)
    (tmp_path / "misuse.c").write_text(MISUSE, encoding="utf-8")
    told = subprocess.run(
        [built(tmp_path, "misuse", "-fsanitize=undefined")], capture_output=True, text=True, check=True
    )
    interpreter = Interpreter(game)
    start = interpreter.start(Scripted([Shuffled(tuple(range(6)))]))
    first = interpreter.words.card_list(start.position.cells[interpreter.layout.cell("hand", (0,))])
    assert told.stdout == f"1 1 {first} 1 1 1 1 1 1 -1\n"


def test_clauses_are_told_where_they_stand(tmp_path):
    text = " ".join((written(rules("twentyone"), tmp_path) / "game.c").read_text(encoding="utf-8").split())
    for action in rules("twentyone").actions:
        for clause in action.clauses:
            assert f"{clause.source.label} @ {'; '.join(clause.source.cites)}" in text
    assert not re.search(r"\b(def|judge|offer|do|level|args|t)_\d+\b", text)


def test_the_command_writes_an_engine_that_plays(tmp_path, capsys):
    assert main(["export", "leduc_poker", "--to", "c", "--out", str(tmp_path)]) == 0
    assert "leduc_poker.h" in capsys.readouterr().out
    build = re.findall(r"^\$ (cc .*)$", (tmp_path / "README.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert len(build) == 2
    if shutil.which("cc"):
        for line in build:
            subprocess.run(line.replace("-O2", "-O0").split(), cwd=tmp_path, check=True)
