"""`hoyle replay` of examples, and games as data that pages and editors draw."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from engine.interpreter.interpreter import Interpreter
from hoyle.commands.cli import main
from hoyle.report.films import film_of_example
from hoyle.sources.files import load_file
from tests.hoyle.rules import DUEL, write


@pytest.mark.parametrize(
    ("change", "code", "says"),
    [
        (
            ("", ""),
            0,
            ["✓ legal lay(AH)", "1. lay(AH)", "2. lay(3H)", "✓ then top of heap is 3H", "comes out as written"],
        ),
        (("heap is 3H", "heap is AH"), 1, ["✗ then top of heap is AH: the expected result does not follow"]),
        (("  legal lay(AH)", "  illegal lay(AH)"), 1, ["✗ illegal lay(AH): lay(AH) should not be legal"]),
        (("play lay(3H)", "play lay(4H)"), 1, ["✗ play lay(4H): lay(4H) is not legal"]),
    ],
)
def test_an_example_is_told_line_by_line_and_drawn(tmp_path, capsys, change, code, says):
    path = str(write(tmp_path, DUEL.replace(*change) if change[0] else DUEL))
    assert main(["replay", path, "--example", "two hearts"]) == code
    out = " ".join(capsys.readouterr().out.split())
    assert [words for words in says if words not in out] == []
    assert main(["replay", path, "--example", "two hearts", "--json"]) == code
    told = json.loads(capsys.readouterr().out)
    assert bool(told["problem"]) == bool(code)
    for picture in told["pictures"]:
        cards = [card for pile in picture["piles"] for card in pile["cards"]]
        assert set(cards) <= set(told["cards"]["ids"])
        assert all(f'id="{told["cards"]["ids"][card]}"' in told["cards"]["drawn"] for card in cards)


def test_a_position_that_cannot_be_set_up_is_no_picture(tmp_path):
    game = load_file(write(tmp_path, DUEL)).game
    assert game is not None
    film, why = film_of_example(Interpreter(game), replace(game.examples[0], at="nowhere"), ())
    assert (film.pictures, why) == ((), "no step of these settings is called nowhere")


def test_a_log_is_drawn_move_by_move(tmp_path, capsys):
    path, log = str(write(tmp_path, DUEL)), tmp_path / "log.json"
    assert main(["play", path, "--seat", "1=random", "--seat", "2=random", "--seed", "1", "--save", str(log)]) == 0
    capsys.readouterr()
    assert main(["replay", path, str(log), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    moves = json.loads(log.read_text(encoding="utf-8"))["moves"]
    assert [picture["move"] for picture in told["pictures"]] == ["", *moves]
    assert told["first"] == len(moves)
    assert all(picture["note"] for picture in told["pictures"][1:])
    assert (told["problem"], told["title"]) == ("", str(log))
