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
from typing import NoReturn

from hoyle.terminal.guard import Usage, bound_memory, guarded, stand_in_streams, stop_by_signals
from hoyle.terminal.screen import Screen, screened
from spec.storage import cache

COMMANDS = {
    "check": "read a rule file and report what is wrong with it",
    "play": "play a game in the terminal, against people or the computer",
    "simulate": "play many games at random and count what happens",
    "verify": "check a game's examples, claims and built-in safety rules",
    "mutants": "change the rules on purpose, and report which changes no example, claim or check catches",
    "ambiguities": "find where the rules are silent, contradict themselves or can be read in two ways",
    "diff": "show where two editions or rule files play differently, with a game for each difference",
    "trace": "list the clauses that state each place of the rulebook, and the places that each clause cites",
    "replay": "play a saved log again and check every step",
    "conform": "test a program that plays a game against a conformance suite",
    "rulebook": "write a rule file as a readable rulebook, in Markdown or HTML",
    "export": "write a game out as an engine for others to embed",
    "explain": "explain a diagnostic's code",
}

UNBOUNDED = ("conform",)
"""Commands that begin programs of others, which have their own need of memory."""


class Parser(argparse.ArgumentParser):
    """An argument parser whose errors are one sentence with the way to more."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"hoyle: {message}\nTry `{self.prog} --help`.\n")


def parser() -> Parser:
    """The parser of every command; the commands' modules add their own options."""
    top = Parser(prog="hoyle", description="A language, an engine and a verifier for the rules of card games.")
    top.add_argument("--version", action="store_true", help="print the version")
    commands = top.add_subparsers(dest="command", required=True, metavar="COMMAND", parser_class=Parser)
    for name, summary in COMMANDS.items():
        command = commands.add_parser(name, help=summary, description=summary[0].upper() + summary[1:] + ".")
        command.set_defaults(name=name)
    return top


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
    top = parser()
    first = next((w for w in words if not w.startswith("-")), "")
    if first in COMMANDS:
        words.remove(first)
        alone = arguments is None
        return guarded(lambda: _command(first, words, bounded=alone and first not in UNBOUNDED, alone=alone))
    if "--version" in words:
        from importlib.metadata import version

        print(f"hoyle {version('hoyle')}")
        return 0
    top.parse_args(words)
    return 2


def _command(name: str, words: list[str], *, bounded: bool, alone: bool) -> int:
    if bounded:
        bound_memory()
    if alone:
        stop_by_signals()
    for word in takewhile(lambda word: word != "--", words):
        if word.startswith("--") and word.endswith("=--"):  # argparse would take it for an empty list
            raise Usage(f"`{word}` gives no value")
    module = import_module(f"hoyle.commands.{name}")
    command = Parser(prog=f"hoyle {name}", description=COMMANDS[name][0].upper() + COMMANDS[name][1:] + ".")
    module.add_arguments(command)
    return int(module.run(command.parse_args(words)))
