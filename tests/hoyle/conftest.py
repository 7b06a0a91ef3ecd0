"""What tests of commands share."""

from __future__ import annotations

import pytest

from hoyle.commands.cli import main


@pytest.fixture(name="hoyle")
def a_command_line(capsys):
    """Runs a command; answers its exit code, its output and what it says on the standard error."""

    def run(*words: str) -> tuple[int, str, str]:
        try:
            code = main(words)
        except SystemExit as left:
            code = left.code if isinstance(left.code, int) else 1
        out, err = capsys.readouterr()
        return code, out, err

    return run
