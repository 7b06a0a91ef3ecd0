"""`hoyle diff`: where two editions, or two rule files with one table, play differently; a play for each difference.

Leaves comparing to `verify.ambiguity.editions` and showing to `hoyle.ambiguity`.
"""

from __future__ import annotations

import argparse
import shlex
import sys
from collections.abc import Iterator
from pathlib import Path
from time import perf_counter

from engine.deadline import TimeUp, each
from engine.interpreter import Interpreter
from hoyle.ambiguity import page, show
from hoyle.cli import Usage
from hoyle.numbers import count, seconds, seed
from hoyle.options import chosen, game_or_show, load_under, setting_words, settings_of
from hoyle.writing import write_text
from verify.ambiguity.clock import now
from verify.ambiguity.editions import differences, same_table
from verify.ambiguity.finder import Report
from verify.ambiguity.finding import Finding


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
        "--reading", metavar="QUESTION=READING", action="append", default=[], help="how to read an open point in both"
    )
    command.add_argument("--games", type=count, default=100, metavar="N", help="random games of each (100)")
    command.add_argument("--seed", type=seed, default=1, metavar="S", help="the seed of the games (1)")
    command.add_argument("--budget", type=seconds, default=60.0, metavar="SECONDS", help="how long to look (60)")
    command.add_argument("--plays", action="store_true", help="print the moves of each play too")
    command.add_argument("--json", action="store_true", help="print the report as JSON")
    command.add_argument("--html", metavar="FILE", help="write a page with the plays drawn as cards")
    command.add_argument("--force", action="store_true", help="replace files that are there already")
    command.set_defaults(edition=None, as_written=False)


def run(args: argparse.Namespace) -> int:
    """0 where the two are proved to be one game; 1 where they differ; 3 where that was not decided."""
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
        raise Usage(f"{args.first} and {args.second} cannot be compared play by play: {reason}")
    began = now()
    names = (args.first, args.second)
    found, stopped = _found(
        differences(a, b, names, args.games, args.seed, began + args.budget), perf_counter() + args.budget
    )
    report = Report(found, (), now() - began, now() - began, 0, len(found))
    again = " ".join(filter(None, [
        "hoyle diff", shlex.join(names), setting_words(args, settings_of(args)),
        f"--games {args.games} --seed {args.seed} --budget {args.budget:g}",
    ]))  # fmt: skip
    head, text = f"{args.first} and {args.second}", loaded[0].text
    if args.json:
        print(show.to_json(report, text, again))
    else:
        show.show(report, text, head, again, plays=args.plays)
    if args.html:
        write_text(Path(args.html), page.page(report, text, head, again), replace=args.force)
    if any(f.standing == "shown" for f in found):
        return 1
    if stopped:
        print(f"hoyle: {stopped}; what is listed may not be all", file=sys.stderr)
        return 3
    return 3 if any(f.standing == "unknown" for f in found) else 0


def _found(findings: Iterator[Finding], until: float) -> tuple[tuple[Finding, ...], str]:
    """The findings until the time is up or somebody stops it, and which of these it was."""
    found: list[Finding] = []
    try:
        found.extend(each(findings, until))
    except TimeUp:
        return tuple(found), "the time was up"
    except KeyboardInterrupt:
        return tuple(found), "stopped"
    return tuple(found), ""
