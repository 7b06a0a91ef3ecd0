"""`hoyle replay`: plays a saved log again, checks every step, and shows where it leads.

Leaves the form of logs to `engine.replay`.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from engine.interpreter import Interpreter
from engine.replay import from_json, replay
from hoyle.cli import Usage
from hoyle.files import load_file
from hoyle.options import game_or_show


def add_arguments(command: argparse.ArgumentParser) -> None:
    command.add_argument("game", metavar="GAME", help="a rule file or the name of a game that comes with Hoyle")
    command.add_argument("log", metavar="LOG", help="a log, as `hoyle play` saves it")
    command.add_argument("--positions", action="store_true", help="show the position after every move")


def run(args: argparse.Namespace) -> int:
    """0 where the log replays to the end that it tells, else 1."""
    try:
        text = Path(args.log).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise Usage(f"{args.log} cannot be read: {error}") from None
    loaded = load_file(args.game, _settings(text, args.log))
    game = game_or_show(loaded)
    if game is None:
        return 1
    interpreter = Interpreter(game)
    log = from_json(interpreter, text)
    if isinstance(log, str):
        raise Usage(f"{args.log}: {log}")
    again = replay(interpreter, log)
    for number, turn in enumerate(again.turns):
        if number:
            print(f"{number:4}. {log.moves[number - 1]}")
        if args.positions:
            print(interpreter.words.position(turn.position) + "\n")
    if not args.positions:
        print(interpreter.words.position(again.last.position))
    if again.problem:
        print(f"The log does not replay: {again.problem}.")
        return 1
    print(f"All {len(log.moves)} moves replay.")
    return 0


def _settings(text: str, name: str) -> dict[str, str]:
    """The settings that a log tells, but for what is no setting of a run."""
    try:
        record = json.loads(text)
        settings = record["settings"]
        return {str(k): str(v) for k, v in settings.items() if k != "as_written" and v != "open"}
    except (json.JSONDecodeError, KeyError, AttributeError, TypeError):
        raise Usage(f"{name} is no log of a game") from None
