"""The command line of the tests of commands."""

from tests.hoyle.conftest import a_command_line

__all__ = ["a_command_line"]
