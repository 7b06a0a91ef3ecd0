"""`hoyle replay`: plays a saved log again, checks every step, and shows where it leads.

Leaves the form of logs to `engine.logs.replay`.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from textwrap import fill

from engine.interpreter.interpreter import Interpreter, Turn
from engine.logs.replay import from_json, replay
from hoyle.commands.options import game_or_show, load_under
from hoyle.english.sentences import Sentences
from hoyle.report.records import finding_kept
from hoyle.sources.files import find, parse_file
from hoyle.terminal.guard import Usage
from hoyle.terminal.numbers import count
from hoyle.terminal.reading import LOG, read_text
from hoyle.terminal.screen import screen
from spec.names.settings import choices
from spec.text.clean import quoted, shell_line
from verify.ambiguity.find.orders import CHANGES, rebuilt


def add_arguments(command: argparse.ArgumentParser) -> None:
    command.add_argument("game", metavar="GAME", help="a rule file or the name of a game that comes with Hoyle")
    command.add_argument("log", metavar="LOG", nargs="?", help="a log, as `hoyle play` saves it")
    command.add_argument(
        "--finding", type=count, metavar="N", help="the play of failure N of the last `hoyle verify` of this game"
    )
    command.add_argument("--positions", action="store_true", help="show the position after every move")


def run(args: argparse.Namespace) -> int:
    """0 where the log replays to the end that it tells, else 1."""
    text, name = _log(args)
    settings = _settings(text, name)
    as_written = settings.pop("as_written", "no") == "yes"
    changes = {name: settings.pop(name) for name in CHANGES if name in settings}
    questions = {c.name for c in choices(parse_file(find(args.game)).file.sections) if c.kind == "question"}
    told = {name: value for name, value in settings.items() if value != "open" or name not in questions}
    game = game_or_show(load_under(args.game, told, as_written=as_written))
    if game is None:
        return 1
    made = rebuilt(game, changes)
    if made is None:
        raise Usage(f"{name} is of a game without a ruling that this rule file does not have")
    interpreter = Interpreter(made)
    log = from_json(interpreter, text)
    if isinstance(log, str):
        raise Usage(f"{name}: {log}")
    again = replay(interpreter, log)
    english = Sentences(interpreter)
    for number, turn in enumerate(again.turns):
        if number:
            print(f"{number:4}. {quoted(log.moves[number - 1])}")
            print(_story(english, again.turns[number - 1], turn, log.moves[number - 1]))
        if args.positions:
            print("\n".join(english.position(turn.position)) + "\n")
    if not args.positions:
        print("\n".join(english.position(again.last.position)))
    if again.problem:
        print(f"The log does not replay: {again.problem}.")
        return 1
    print(f"All {len(log.moves)} moves replay.")
    return 0


def _log(args: argparse.Namespace) -> tuple[str, str]:
    """The text of the log, and what it is called."""
    if (args.log is None) == (args.finding is None):
        raise Usage("name a LOG, or --finding N")
    if args.finding is None:
        return read_text(Path(args.log), LOG, "log of a game"), str(args.log)
    kept = finding_kept(find(args.game), args.finding)
    if kept is None:
        raise Usage(
            f"no play is kept of failure {args.finding}; run `{shell_line('hoyle', 'verify', args.game)}` again"
        )
    return kept, f"the play of failure {args.finding}"


def _story(english: Sentences, before: Turn, after: Turn, words: str) -> str:
    """What a move did, in sentences below it."""
    move = english.interpreter.words.parse_move(words)
    known = None if isinstance(move, str) else move
    changes = english.difference(before.position, after.position, move=known, events=after.events)
    text = " ".join(english.cited(change) for change in changes)
    return fill(text, screen().width, initial_indent=" " * 6, subsequent_indent=" " * 6)


def _settings(text: str, name: str) -> dict[str, str]:
    """The settings that a log tells."""
    try:
        return {str(k): str(v) for k, v in json.loads(text)["settings"].items()}
    except (ValueError, KeyError, AttributeError, TypeError, RecursionError):
        raise Usage(f"{name} is no log of a game") from None
