"""`hoyle simulate --engine native` gives the interpreter's figures, and says so where it cannot play."""

import json
import shutil

import pytest

from hoyle.cli import main

NO_COMPILER = not any(shutil.which(c) for c in ("cc", "gcc", "clang"))


def figures(capsys: pytest.CaptureFixture[str], *more: str) -> tuple[dict[str, object], str]:
    assert main(["simulate", "leduc_poker", "--games", "300", "--seed", "5", "--json", *more]) == 0
    shown = capsys.readouterr()
    record = json.loads(shown.out)
    for timed in ("engine", "seconds", "games_per_second", "decisions_per_second", "reproduce"):
        del record[timed]
    return record, shown.err


@pytest.mark.skipif(NO_COMPILER, reason="there is no C compiler on this machine")
def test_compiled_code_gives_the_same_figures(capsys: pytest.CaptureFixture[str]):
    interpreted, _ = figures(capsys)
    native, said = figures(capsys, "--engine", "native")
    assert native == interpreted
    assert said == ""


def test_without_a_compiler_the_interpreter_plays_and_says_so(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
):
    interpreted, _ = figures(capsys)
    monkeypatch.setattr("engine.native.library.find_compiler", lambda: None)
    native, said = figures(capsys, "--engine", "native")
    assert native == interpreted
    assert "no compiled engine, so the interpreter plays" in said


def test_the_engine_is_named_in_the_line_that_repeats_the_run(capsys: pytest.CaptureFixture[str]):
    main(["simulate", "leduc_poker", "--games", "20", "--engine", "native"])
    line = next(x for x in capsys.readouterr().out.splitlines() if x.startswith("Again: "))
    assert line.endswith("--engine native")
