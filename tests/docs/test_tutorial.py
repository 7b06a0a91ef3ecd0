"""The tutorial, done literally: each step begins with the file of the step before, and prints what it shows."""

from pathlib import Path

import pytest

from tests.docs.lesson import STEPS, Edit, Run, acts, do, step_file
from tests.docs.test_readme import missing

FILE = "last_card.hoyle"


def begin(number: int, folder: Path) -> None:
    """Puts the file of the step before into a folder."""
    if number > 1:
        (folder / FILE).write_text(step_file(number - 1).read_text(encoding="utf-8"), encoding="utf-8")


@pytest.mark.parametrize("number", range(1, len(STEPS) + 1))
def test_a_step_prints_what_it_shows(number: int, tmp_path: Path) -> None:
    begin(number, tmp_path)
    for act in acts(STEPS[number - 1].read_text(encoding="utf-8")):
        printed = do(act, tmp_path)
        if isinstance(act, Run):
            assert missing(act.shown, printed) == [], printed
    if step_file(number).exists():
        assert (tmp_path / FILE).read_text(encoding="utf-8") == step_file(number).read_text(encoding="utf-8")


def test_there_are_ten_steps_from_an_empty_file_to_an_export() -> None:
    assert len(STEPS) == 10
    done = [act for page in STEPS for act in acts(page.read_text(encoding="utf-8"))]
    assert isinstance(done[0], Edit)
    assert done[0].how == "put"
    commands = " ".join(act.command for act in done if isinstance(act, Run))
    assert all(f"hoyle {word} " in commands for word in ("check", "play", "simulate", "verify", "rulebook", "export"))
    assert "verify last_card.hoyle --budget 20 && echo well done" in commands


def test_a_text_that_goes_nowhere_and_an_output_that_is_not_printed_are_found(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="no sentence says where this goes"):
        acts("Look at this:\n\n```hoyle\ndefine x: yes\n```\n")
    (run,) = acts("```console\n$ echo a\nb\n```\n")
    assert isinstance(run, Run)
    assert missing(run.shown, do(run, tmp_path)) == ["b"]


def test_edits_do_what_their_sentence_says() -> None:
    text = "one:\n  1\n\nthree:\n  3\n"
    page = (
        "In `f`, replace the\nsection `one` by this:\n\n```hoyle\none: 7\n```\n\nAdd to `f`:\n\n```hoyle\ntwo: 2\n```\n"
    )
    for edit in acts(page):
        assert isinstance(edit, Edit)
        text = edit.apply(text)
    assert text == "one: 7\n\nthree:\n  3\n\ntwo: 2\n"
