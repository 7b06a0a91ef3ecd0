"""The command line: reads the arguments, and hands over to the module of the command.

Exit codes: 0 all is well, 1 something was found or refuted, 2 the command was misused, 3 something stayed unknown,
4 Hoyle itself is at fault, 130 somebody stopped it.
"""

from __future__ import annotations

import argparse
import gc
import sys
from collections.abc import Sequence
from importlib import import_module
from io import TextIOWrapper
from itertools import takewhile
from pathlib import Path
from shutil import get_terminal_size
from textwrap import wrap
from typing import NoReturn

from hoyle.commands.index import COMMANDS, sentence
from hoyle.sources.configuration import Configuration, nearest
from hoyle.terminal.guard import Usage, bound_memory, guarded, stand_in_streams, stop_by_signals
from hoyle.terminal.screen import Screen, screened
from spec.names.suggestions import did_you_mean
from spec.storage import cache

ABOUT = "A language, an engine and a verifier for the rules of card games."
ASKED_BY_SHELLS = "complete"
"""What the lines of `hoyle completion` call; no command for people."""
UNBOUNDED = ("conform",)
"""Commands that begin programs of others, which have their own need of memory."""


class Parser(argparse.ArgumentParser):
    """An argument parser whose errors are one sentence with the way to more."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"hoyle: {message}\nTry `{self.prog} --help`.\n")


def options_of(name: str, command: argparse.ArgumentParser) -> argparse.ArgumentParser:
    """A parser with the options of a command."""
    import_module(f"hoyle.commands.{name}").add_arguments(command)
    return command


def help_text() -> str:
    """All commands, by what people do with them."""
    groups = {command.group: None for command in COMMANDS.values()}
    wide = max(map(len, COMMANDS))
    columns = max(40, min(100, get_terminal_size().columns - 2))
    lines = ["usage: hoyle [-h] [--version] COMMAND ...", "", ABOUT, ""]
    for group in groups:
        lines.append(f"{group}:")
        for name, command in COMMANDS.items():
            if command.group == group:
                head = f"  {name:{wide}}  "
                lines += wrap(command.summary, columns, initial_indent=head, subsequent_indent=" " * len(head))
        lines.append("")
    return "\n".join([*lines, "`hoyle COMMAND --help` shows a command's options, with an example.", ""])


def parser_of(name: str, configuration: Configuration | None = None) -> Parser:
    """The parser of a command, with what a settings file says of its options. Raises Usage."""
    command = COMMANDS[name]
    parser = Parser(
        prog=f"hoyle {name}", description=sentence(command.summary),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )  # fmt: skip
    options_of(name, parser)
    parser.epilog = f"example:\n  {command.example}\n\nexit codes:\n"
    parser.epilog += "".join(f"  {code:3}  {meaning}\n" for code, meaning in command.codes.items())
    if configuration is not None:
        usual = configured(parser, configuration)
        if usual:
            parser.epilog += f"\nfrom {configuration.path}: {', '.join(usual)}\n"
    return parser


def configured(parser: argparse.ArgumentParser, configuration: Configuration) -> list[str]:
    """Gives options the usual values of a settings file, and answers which. Raises Usage where one cannot be.

    An option without a usual value of its own, such as the seed of `hoyle play`, is left alone.
    """
    given = []
    for action in parser._actions:
        value = configuration.options.get(action.dest)
        if value is None or action.default is None or not callable(action.type):
            continue
        try:
            action.default = action.type(value)
        except argparse.ArgumentTypeError as error:
            raise Usage(f"{configuration.place(action.dest)}: {action.dest}: {error}") from None
        given.append(f"{action.dest} {value}")
    return given


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs a command; returns its exit code. Nothing that it reads reaches the terminal raw."""
    stand_in_streams()
    with screened():
        return _main(arguments)


def _main(arguments: Sequence[str] | None) -> int:
    for stream in (sys.stdout, sys.stderr):
        raw = stream.raw if isinstance(stream, Screen) else stream
        if isinstance(raw, TextIOWrapper):
            # A terminal of few letters shows the others by their numbers.
            raw.reconfigure(errors="backslashreplace")
    cache.tell = lambda words: print(f"hoyle: {words}", file=sys.stderr)
    # Syntax trees are made of many small objects without circles; looking for circles among them would take a fifth
    # of the time of a check.
    gc.set_threshold(50_000)
    words = list(sys.argv[1:] if arguments is None else arguments)
    first = next((w for w in words if not w.startswith("-")), "")
    if first == ASKED_BY_SHELLS:
        from hoyle.commands.complete import answer

        return guarded(lambda: answer(words[1:], lambda name: options_of(name, argparse.ArgumentParser())))
    if first in COMMANDS:
        words.remove(first)
        alone = arguments is None
        return guarded(lambda: _command(first, words, bounded=alone and first not in UNBOUNDED, alone=alone))
    if "--version" in words:
        from importlib.metadata import version

        print(f"hoyle {version('hoyle')}")
        return 0
    if "-h" in words or "--help" in words:
        print(help_text(), end="")
        return 0
    near = f"there is no command `{first}`{did_you_mean(first, COMMANDS)}" if first else "a command is needed"
    print(f"hoyle: {near}\nTry `hoyle --help`.", file=sys.stderr)
    return 2


def _command(name: str, words: list[str], *, bounded: bool, alone: bool) -> int:
    if bounded:
        bound_memory()
    if alone:
        stop_by_signals()
    for word in takewhile(lambda word: word != "--", words):
        if word.startswith("--") and word.endswith("=--"):  # argparse would take it for an empty list
            raise Usage(f"`{word}` gives no value")
    args = parser_of(name, nearest(Path.cwd())).parse_args(words)
    return int(import_module(f"hoyle.commands.{name}").run(args))
