"""`hoyle diff`: where two editions, or two rule files with one table, play differently; a play for each difference.

Leaves comparing to `verify.ambiguity.find.editions` and showing to `hoyle.ambiguity`.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from engine.interpreter.interpreter import Interpreter
from hoyle.ambiguity import data, page, show
from hoyle.ambiguity.order import Told
from hoyle.ambiguity.run import differ
from hoyle.ambiguity.watched import STOPPED, watched
from hoyle.commands.options import chosen, game_or_show, load_under, setting_words, settings_of
from hoyle.terminal.guard import Usage
from hoyle.terminal.numbers import count, seconds, seed
from hoyle.terminal.writing import all_free, write_text
from spec.text.clean import shell_line
from verify.ambiguity.find.editions import same_table
from verify.ambiguity.run.context import Plan
from verify.run.budget import now


def add_arguments(command: argparse.ArgumentParser) -> None:
    what = "a rule file or the name of a game; NAME@EDITION chooses an edition"
    command.add_argument("first", metavar="A", help=what)
    command.add_argument("second", metavar="B", help="another, with the same zones and cards")
    command.add_argument("--players", metavar="N", help="how many players")
    command.add_argument("--deck", metavar="CARDS", help='which cards, such as "A..6 of hearts, spades"')
    command.add_argument(
        "--set", metavar="NAME=VALUE", action="append", default=[], dest="settings", help="a setting of both files"
    )
    command.add_argument(
        "--reading", metavar="QUESTION=READING", action="append", default=[], help="the reading of a question in both"
    )
    command.add_argument("--games", type=count, default=100, metavar="N", help="random games of each (100)")
    command.add_argument("--seed", type=seed, default=1, metavar="S", help="the seed of the games (1)")
    command.add_argument("--budget", type=seconds, default=60.0, metavar="SECONDS", help="seconds by the clock (60)")
    command.add_argument(
        "--plays", action="store_true", help="print the moves of each game that shows a difference too"
    )
    command.add_argument("--json", action="store_true", help="print the report as JSON")
    command.add_argument("--html", metavar="FILE", help="write a page that draws the games as cards")
    command.add_argument("--force", action="store_true", help="replace files that are there already")
    command.set_defaults(edition=None, as_written=False)


def run(args: argparse.Namespace) -> int:
    """0 where the two are proved to be one game; 1 where they differ; 3 where that was not decided."""
    began = now()
    all_free((args.html,), replace=args.force, reads=(args.first, args.second))
    loaded = []
    for name in (args.first, args.second):
        file, settings = chosen(name, args)
        one = load_under(file, settings)
        if game_or_show(one) is None:
            return 1
        loaded.append(one)
    a, b = (Interpreter(one.game) for one in loaded if one.game is not None)
    reason = same_table(a, b)
    if reason:
        raise Usage(f"{args.first} and {args.second} cannot be compared move by move: {reason}")
    names = (args.first, args.second)
    plan = Plan(args.budget, args.seed, args.games)
    report = watched(
        lambda _, each: differ(loaded[0], loaded[1], names, plan, began=began, each=each), each=not args.json
    )
    again = " ".join(filter(None, [
        "hoyle diff", shell_line(*names), setting_words(args, settings_of(args)),
        f"--games {args.games} --seed {args.seed} --budget {args.budget:g}",
    ]))  # fmt: skip
    head, text = f"{args.first} and {args.second}", loaded[0].text
    told = Told(report, text, loaded[0].game, head, shell_line(*names), again)
    if args.json:
        print(data.to_json(report, text, again))
    else:
        show.show_differences(told, plays=args.plays)
    if args.html:
        write_text(Path(args.html), page.page(told), replace=args.force)
    if report.stopped:
        print(STOPPED, file=sys.stderr)
    if any(f.standing == "shown" for f in report.findings):
        return 1
    return 3 if report.cut or any(f.standing == "unknown" for f in report.findings) else 0
