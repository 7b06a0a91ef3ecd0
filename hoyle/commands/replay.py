"""`hoyle replay`: plays a log, a failure of the last verification or an example again, and shows each step.

Leaves the form of logs to `engine.logs.replay`, and pictures of positions to `hoyle.report.films`.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping
from pathlib import Path
from textwrap import fill

from engine.interpreter.interpreter import Interpreter, Turn
from engine.logs.replay import Log, Replay, from_json, replay
from engine.pages import cards
from engine.targets.escape import as_json
from hoyle.commands.options import game_or_show, load_under
from hoyle.english.sentences import Sentences
from hoyle.report.films import card_ids, film_data, film_of_example, film_of_log
from hoyle.report.records import finding_kept
from hoyle.run.order import NotThere, Order, plan_of
from hoyle.run.verifying import others, tests_of
from hoyle.sources.files import find, parse_file
from hoyle.terminal.guard import Usage
from hoyle.terminal.numbers import count
from hoyle.terminal.reading import LOG, read_text
from hoyle.terminal.screen import screen
from spec import syntax as s
from spec.ir import nodes as ir
from spec.lower.nearby_settings import place_of
from spec.names.settings import choices
from spec.text.clean import one_line, quoted, shell_line
from verify.ambiguity.find.orders import CHANGES, rebuilt
from verify.ambiguity.report.finding import Film

PLAN = plan_of(0, 1, 1.0)
"""Nothing is decided here, so that no plan matters."""


def add_arguments(command: argparse.ArgumentParser) -> None:
    command.add_argument("game", metavar="GAME", help="a rule file or the name of a game that comes with Hoyle")
    command.add_argument("log", metavar="LOG", nargs="?", help="a log, as `hoyle play` saves it")
    command.add_argument(
        "--finding", type=count, metavar="N", help="the play of failure N of the last `hoyle verify` of this game"
    )
    command.add_argument("--example", metavar="TITLE", help="an example of the rule file, line by line")
    command.add_argument("--positions", action="store_true", help="show the position after every move")
    command.add_argument(
        "--json", action="store_true", help="print every position with its cards, as pages and editors draw them"
    )


def run(args: argparse.Namespace) -> int:
    """0 where the log replays to the end that it tells, or the example comes out as written; else 1."""
    if [args.log, args.finding, args.example].count(None) != 2:
        raise Usage("name a LOG, or --finding N, or --example TITLE")
    return _example(args) if args.example is not None else _logged(args)


# ---------------------------------------------------------------- examples


def _example(args: argparse.Namespace) -> int:
    loaded = load_under(args.game, {})
    game = game_or_show(loaded)
    if game is None:
        return 1
    try:
        found = others(loaded, game, Order({}, PLAN, only=args.example))
    except NotThere as error:
        raise Usage(str(error)) from None
    near = next((n for n in found.nearby if n.only(n.game).examples), None)
    if near is None:
        raise Usage(f"`{one_line(args.example)}` is no example that is in force under any settings that were found")
    example = near.only(near.game).examples[0]
    written = next(x for x in tests_of(loaded.parsed) if place_of(x) == example.source.span)
    assert isinstance(written, s.ExampleSection)
    spans = [line.span for line in written.lines if not isinstance(line, tuple)]
    lines = tuple(one_line(loaded.text.content[span.start : span.end].split("#")[0]) for span in spans)
    interpreter = Interpreter(near.game)
    film, why = film_of_example(interpreter, example, lines)
    if args.json:
        print(as_json(_told(near.game, f"example: {example.text}", film, why, 0), indent=2))
    else:
        for number, picture in enumerate(film.pictures):
            print(f"{number:4}. {quoted(picture.move)}" if number else f"Example “{one_line(example.text)}”")
            for line in filter(None, picture.note.split("\n")):
                print(_indented(line))
        told = f"does not come out as written: {one_line(why)}" if why else "comes out as written"
        print(f"The example {told}.")
    return 1 if why else 0


# ---------------------------------------------------------------- logs


def _logged(args: argparse.Namespace) -> int:
    text, name = _log(args)
    made = _game(args, text, name)
    if made is None:
        return 1
    interpreter = Interpreter(made)
    log = from_json(interpreter, text)
    if isinstance(log, str):
        raise Usage(f"{name}: {log}")
    again = replay(interpreter, log)
    if args.json:
        film = film_of_log(interpreter, log, again)
        print(as_json(_told(made, name, film, again.problem, len(film.pictures) - 1), indent=2))
    else:
        _show(args, interpreter, log, again)
    return 1 if again.problem else 0


def _game(args: argparse.Namespace, text: str, name: str) -> ir.Game | None:
    """The game of a log, under its settings; None, and said, where the rule file has errors."""
    settings = _settings(text, name)
    as_written = settings.pop("as_written", "no") == "yes"
    changes = {name: settings.pop(name) for name in CHANGES if name in settings}
    questions = {c.name for c in choices(parse_file(find(args.game)).file.sections) if c.kind == "question"}
    told = {name: value for name, value in settings.items() if value != "open" or name not in questions}
    game = game_or_show(load_under(args.game, told, as_written=as_written))
    if game is None:
        return None
    made = rebuilt(game, changes)
    if made is None:
        raise Usage(f"{name} is of a game without a ruling that this rule file does not have")
    return made


def _show(args: argparse.Namespace, interpreter: Interpreter, log: Log, again: Replay) -> None:
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
    else:
        print(f"All {len(log.moves)} moves replay.")


def _log(args: argparse.Namespace) -> tuple[str, str]:
    """The text of the log, and what it is called."""
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
    return _indented(" ".join(english.cited(change) for change in changes))


def _indented(text: str) -> str:
    return fill(text, screen().width, initial_indent=" " * 6, subsequent_indent=" " * 6)


def _settings(text: str, name: str) -> dict[str, str]:
    """The settings that a log tells."""
    try:
        return {str(k): str(v) for k, v in json.loads(text)["settings"].items()}
    except (ValueError, KeyError, AttributeError, TypeError, RecursionError):
        raise Usage(f"{name} is no log of a game") from None


# ---------------------------------------------------------------- for pages and editors


def _told(game: ir.Game, title: str, film: Film, problem: str, first: int) -> Mapping[str, object]:
    """A film with what draws it: the picture of each card by its name, and the pictures. `first` is shown first."""
    deck = cards.of_game(game)
    return {
        "version": 1,
        "game": game.title,
        "title": title,
        "settings": dict(film.settings),
        "problem": problem,
        "first": first,
        **film_data(film),
        "cards": {"ids": card_ids(deck), "drawn": cards.drawn(deck)},
    }
