"""`hoyle watch`: check, examples and verdicts of a rule file after each save, on one screen, until somebody stops it.

Leaves looking at the file to `hoyle.watch.events`, and showing what comes of it to `hoyle.watch.screen`.
"""

from __future__ import annotations

import argparse
from time import perf_counter

from hoyle.commands.options import add_game, add_no_cache, chosen, load_under
from hoyle.run.order import Order, plan_of
from hoyle.sources.files import find
from hoyle.terminal.numbers import count, seconds, seed
from hoyle.watch.events import Watch
from hoyle.watch.screen import Told, shown_on


def add_arguments(command: argparse.ArgumentParser) -> None:
    add_game(command)
    command.add_argument("--games", type=count, default=300, metavar="N", help="how many games to play at random (300)")
    command.add_argument("--seed", type=seed, default=1, metavar="S", help="the seed of the random games (1)")
    command.add_argument(
        "--budget", type=seconds, default=150.0, metavar="SECONDS", help="seconds of verification after a save (150)"
    )
    add_no_cache(command)


def run(args: argparse.Namespace) -> int:
    """Always 0: it is stopped by whoever has seen enough."""
    name, settings = chosen(args.game, args)
    load_under(name, settings, as_written=args.as_written)  # refuses settings that the file does not have
    path = find(name)
    order = Order(settings, plan_of(args.games, args.seed, args.budget), args.as_written, kept=not args.no_cache)
    with shown_on(Told(args.game, args.budget, began=perf_counter())) as shown:
        try:
            for event in Watch(path, order).events():
                shown.show(event)
        except KeyboardInterrupt:
            pass
    return 0
