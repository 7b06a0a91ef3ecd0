"""Completion: what may be typed next, and that each shell shows it."""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from pathlib import Path

import pytest

from hoyle.commands.cli import options_of
from hoyle.commands.complete import completions, split
from hoyle.commands.completion import SHELLS
from hoyle.commands.index import COMMANDS

ROOT = Path(__file__).resolve().parents[2]


def after(line: str) -> list[str]:
    words = split(line)
    return completions(words[1:-1], words[-1], lambda name: options_of(name, argparse.ArgumentParser()))


@pytest.mark.parametrize(
    ("line", "some"),
    [
        ("hoyle ver", {"verify"}),
        ("hoyle play pig", {"pigeon"}),
        ("hoyle play pigeon@c", {"pigeon@condensed"}),
        ("hoyle diff pigeon@full pigeon@", {"pigeon@full", "pigeon@condensed"}),
        ("hoyle verify --budget 9 pig", {"pigeon"}),
        ("hoyle verify pigeon --edition ", {"full", "condensed"}),
        ("hoyle verify --edition=", set()),
        ("hoyle verify pigeon --edition=f", {"--edition=full"}),
        ("hoyle verify pigeon --reading set_min=o", {"set_min=one"}),
        ("hoyle check --st", {"--strict", "--stage"}),
        ("hoyle check --stage ", {"lines", "syntax", "ir"}),
        ("hoyle check rules/pig", {"rules/pigeon/"}),
        ("hoyle check rules/pigeon/", {"rules/pigeon/pigeon.hoyle"}),
        ("hoyle export pigeon --to we", {"web"}),
        ("hoyle explain E0201", {"E0201"}),
        ("hoyle explain no-g", {"no-gap"}),
        ("hoyle replay pigeon READ", {"README.md"}),
        ("hoyle completion z", {"zsh"}),
        ("hoyle verify nowhere --edition ", set()),
        ("hoyle fly ", set()),
        ("hoyle play 'pig", {"pigeon"}),
    ],
)
def test_what_may_be_typed_next(line: str, some: set[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    assert set(after(line)) == some


@pytest.mark.parametrize("name", COMMANDS)
def test_every_option_of_a_command_is_completed(name: str) -> None:
    parser = options_of(name, argparse.ArgumentParser())
    every = {o for a in parser._actions for o in a.option_strings if a.help != argparse.SUPPRESS}
    assert set(after(f"hoyle {name} -")) == every


def test_a_file_with_a_space_is_one_word(tmp_path: Path, capsys: pytest.CaptureFixture[str], hoyle) -> None:
    (tmp_path / "my game.hoyle").write_text("", encoding="utf-8")
    code, out, _ = hoyle("complete", "zsh", f"hoyle play {tmp_path}/my")
    assert (code, out) == (0, f"'{tmp_path}/my game.hoyle'\n")


ASKED = {
    "bash": 'COMP_LINE="hoyle play pigeon@c"; COMP_POINT=${#COMP_LINE}; _hoyle; printf "%s\\n" "${COMPREPLY[@]}"',
    "zsh": "words=(hoyle play pigeon@c); CURRENT=3; _hoyle",
    "fish": 'complete -C "hoyle play pigeon@c"',
}
BEFORE = {"zsh": 'compdef() { : }; compadd() { while [[ $1 != -- ]]; do shift; done; shift; print -l -- "$@" }'}
SHOWN = {"bash": "condensed\n", "zsh": "pigeon@condensed\n", "fish": "pigeon@condensed\n"}


@pytest.mark.parametrize("shell", SHELLS)
def test_a_shell_completes_an_edition(shell: str, tmp_path: Path) -> None:
    own = tmp_path / "hoyle"
    own.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m hoyle "$@"\n', encoding="utf-8")
    own.chmod(0o755)
    script = "\n".join([BEFORE.get(shell, ""), SHELLS[shell], ASKED[shell]])
    env = {**os.environ, "PATH": f"{tmp_path}:{os.environ['PATH']}", "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [shell, "-c", script], capture_output=True, text=True, env=env, check=False, timeout=60, cwd=tmp_path
    )
    assert (done.stdout, done.stderr) == (SHOWN[shell], "")
