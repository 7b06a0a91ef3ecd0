"""The README's commands run, and print what the README shows: `...` stands for anything, within a line or for lines."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from hoyle.commands.index import COMMANDS
from tests.everyday import in_little_time

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
CONSOLES = re.findall(r"^```console\n\$ (?P<command>[^\n]+)\n(?P<shown>.*?)^```$", README, re.MULTILINE | re.DOTALL)


def missing(shown: str, printed: str) -> list[str]:
    """The shown lines that the printed ones do not hold, in order; a line of `...` lets any lines pass.

    Columns are as wide as what they hold: two blanks or more stand for as many as there are.
    """
    lines = iter(line.rstrip() for line in printed.splitlines())
    absent = []
    for wanted in shown.splitlines():
        if wanted.strip() == "...":
            continue
        told = ".*".join(map(re.escape, wanted.rstrip().split("...")))
        pattern = re.compile(re.sub(r"(?:\\ ){2,}", " {2,}", told))
        if not any(pattern.fullmatch(line) for line in lines):
            absent.append(wanted)
            lines = iter(line.rstrip() for line in printed.splitlines())
    return absent


def run(command: str) -> str:
    env = {**os.environ, "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}", "COLUMNS": "200"}
    done = subprocess.run(
        ["sh", "-c", in_little_time(command)],
        cwd=ROOT,
        env=env,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    return done.stdout


@pytest.mark.parametrize(("command", "shown"), CONSOLES, ids=[c[:40] for c, _ in CONSOLES])
def test_the_readme_shows_what_is_printed(command: str, shown: str):
    assert missing(shown, run(command)) == []


def test_there_is_a_tour():
    assert len(CONSOLES) >= 5
    assert README.index("make demo") < README.index("make test") < README.index("```console")


def test_the_example_for_python_runs():
    (code,) = re.findall(r"^```python\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, timeout=120, check=True
    )
    assert re.fullmatch(r"\(-?1, -?1\) \w+\n\d+\.\d+\n", done.stdout)


def test_every_command_is_in_the_table():
    assert [c for c in COMMANDS if not re.search(rf"^\| `hoyle {c}[ `]", README, re.MULTILINE)] == []


def test_a_line_that_is_not_printed_is_noticed():
    assert missing("a\n...\nx 3 y\n", "a\nb\nx 4 y\n") == ["x 3 y"]
    assert missing("a\n...\nx ... y\n", "a\nb\nx 4 y\n") == []
