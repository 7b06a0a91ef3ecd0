"""What a rule file begins with: each kind is a sound game, told in good order, under whatever name."""

from __future__ import annotations

import pytest

from hoyle.api import load
from hoyle.editor.analysis import Analyst
from hoyle.editor.format.formatter import format_text
from hoyle.start.begin import KINDS, TITLE, file_name, of_kind, title_of
from verify.obligations.examples import run_example


@pytest.fixture(name="written", params=KINDS)
def a_kind(request, tmp_path):
    path = tmp_path / "game.hoyle"
    path.write_text(of_kind(request.param, "Old Maid"), encoding="utf-8")
    return path


def test_a_kind_is_a_sound_game(written):
    game = load(written)
    assert Analyst("new").analyse(written.read_text(encoding="utf-8")).diagnostics == ()
    assert game.title == "Old Maid"
    assert game.rules.examples
    for example in game.rules.examples:
        assert run_example(game.interpreter, example).verdict == "checked"
    figures = game.simulate(60, seed=3)
    assert (figures.unfinished, figures.faults) == (0, ())
    assert [clause for clause in figures.clauses if clause.times == 0 and clause.kind in ("permit", "effect")] == []


def test_a_kind_is_laid_out_as_rule_files_are(written):
    text = written.read_text(encoding="utf-8")
    assert TITLE not in text
    assert format_text(text) == text


@pytest.mark.parametrize("name", ['Say "no"', "a\nb", "\x1b[31m", "", "é 🂡", "x" * 500])
def test_whatever_a_game_is_called_it_can_be_read(name, tmp_path):
    path = tmp_path / "game.hoyle"
    path.write_text(of_kind("betting", name), encoding="utf-8")
    assert load(path).title == title_of(name)


@pytest.mark.parametrize(("name", "file"), [("Old Maid", "old_maid"), ("../x", "x"), ("", "untitled"), ("A/B", "a_b")])
def test_a_file_is_called_by_the_game(name, file):
    assert file_name(name) == file
