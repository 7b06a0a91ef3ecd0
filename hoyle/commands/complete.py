"""What may be typed next on a command line: commands, options, games, editions, readings, codes and files.

Asked by the lines that `hoyle completion` prints. Leaves how a shell shows it to those lines.
"""

from __future__ import annotations

import argparse
import os
import re
import shlex
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from hoyle.commands.index import COMMANDS
from hoyle.sources.files import SUFFIX, NotFound, find, game_names, parse_file
from hoyle.terminal.guard import Misuse
from spec import syntax as s

Options = Callable[[str], argparse.ArgumentParser]
"""The parser of a command, by its name."""
BREAKS = re.compile(r".*[@=:]")
"""Bash completes what stands behind these signs alone."""


def answer(words: Sequence[str], options_of: Options) -> int:
    """Prints what can follow a line up to the cursor, a line each; `words` are the shell and the line."""
    if len(words) != 2:
        return 2
    shell, line = words
    typed = split(line)
    behind = BREAKS.match(typed[-1]) if shell == "bash" else None
    for found in completions(typed[1:-1], typed[-1], options_of):
        told = found.removeprefix(behind[0]) if behind else found
        print(told if shell == "fish" else shlex.quote(told).replace("'@'", "@"))
    return 0


def split(line: str) -> list[str]:
    """The words of a line, the last one being what is typed now; a quotation may still be open."""
    for end in ("", "'", '"'):
        try:
            words = shlex.split(line + end)
        except ValueError:
            continue
        return words if words and not line[-1:].isspace() else [*words, ""]
    return ["", ""]


def completions(before: Sequence[str], typed: str, options_of: Options) -> list[str]:
    """What the word that is typed may become, after the words before it."""
    name = next((word for word in before if not word.startswith("-")), None)
    if name is None:
        return _starting((*COMMANDS, "--help", "--version"), typed)
    if name not in COMMANDS:
        return []
    parser = options_of(name)
    options = {option: action for action in parser._actions for option in action.option_strings}
    after = list(before[list(before).index(name) + 1 :])
    if after and (action := options.get(after[-1])) is not None and action.nargs != 0:
        return _values(action, after, typed)
    option, equals, value = typed.partition("=")
    if equals and option in options:
        return [f"{option}={found}" for found in _values(options[option], after, value)]
    if typed.startswith("-"):
        return _starting((o for o, action in options.items() if action.help != argparse.SUPPRESS), typed)
    places = [action for action in parser._actions if not action.option_strings]
    given = sum(not word.startswith("-") for at, word in enumerate(after) if not _is_value(options, after, at))
    return _values(places[min(given, len(places) - 1)], after, typed) if places else []


def _is_value(options: dict[str, argparse.Action], words: Sequence[str], at: int) -> bool:
    """Is a word the value of the option before it?"""
    action = options.get(words[at - 1]) if at else None
    return action is not None and action.nargs != 0


def _values(action: argparse.Action, words: Sequence[str], typed: str) -> list[str]:
    """What an option or a place of the line may be."""
    if action.choices is not None:
        return _starting(map(str, action.choices), typed)
    match action.metavar:
        case "GAME" | "A" | "B":
            return _games(typed)
        case "CODE":
            from spec.diagnostics.codes import CODES
            from verify.obligations.explained import EXPLAINED

            return _starting((*CODES, *EXPLAINED), typed)
        case "TARGET":
            from engine.targets.registry import TARGETS

            return _starting(TARGETS, typed)
        case "NAME" if "--edition" in action.option_strings:
            return _starting(_editions(words), typed)
        case "QUESTION=READING":
            return _starting(_readings(words), typed)
        case "FILE" | "DIR" | "LOG":
            return _files(typed, "")
        case _:
            return []


def _starting(words: Iterable[str], typed: str) -> list[str]:
    return [word for word in words if word.startswith(typed)]


def _games(typed: str) -> list[str]:
    """Shipped games, rule files, folders, and editions after an `@`."""
    game, at, _ = typed.partition("@")
    if at:
        return _starting((f"{game}@{edition}" for edition in _editions([game])), typed)
    return [*_starting(game_names(), typed), *_files(typed, SUFFIX)]


def _files(typed: str, suffix: str) -> list[str]:
    """The folders, and the files of an ending, that begin as typed."""
    head, name = os.path.split(typed)
    try:
        there = sorted(Path(head or ".").expanduser().iterdir())
    except OSError:
        return []
    shown = [p for p in there if p.name.startswith(name) and p.name.startswith(".") <= name.startswith(".")]
    return [
        os.path.join(head, p.name) + ("/" if p.is_dir() else "") for p in shown if p.is_dir() or p.suffix == suffix
        or not suffix
    ]  # fmt: skip


def _sections(words: Sequence[str]) -> Iterable[s.Section]:
    """The sections of the first word that is a game."""
    for word in words:
        try:
            return parse_file(find(word.partition("@")[0])).file.sections
        except (NotFound, Misuse, OSError):
            continue
    return ()


def _editions(words: Sequence[str]) -> list[str]:
    items = (item for x in _sections(words) if isinstance(x, s.GameSection) for item in x.items)
    return [name.text for item in items if isinstance(item, s.Editions) for name in item.names]


def _readings(words: Sequence[str]) -> list[str]:
    questions = (x for x in _sections(words) if isinstance(x, s.QuestionSection))
    return [f"{question.head.name.text}={reading.name.text}" for question in questions for reading in question.readings]
