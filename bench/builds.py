"""How long games take to be compiled for the first time, and to be loaded from the cache.

`make bench-builds`, or `python -m bench.builds [--rounds N]`. In processor time of this process and of the compiler,
game by game in turns; what is told are medians. The table goes between two marks in docs/explanation/performance.md.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from statistics import median

from bench.simulation import NAMES, empty_cache, into_page, machine, used
from engine.c.compiled.build import NotBuilt
from engine.c.compiled.library import Library, load, load_seated
from hoyle.api import load as load_game
from spec.ir import nodes as ir

BEGIN, END = "<!-- builds: written by make bench-builds -->", "<!-- end of builds -->"
Maker = Callable[[ir.Game], Library | NotBuilt]
KINDS: dict[str, Maker] = {
    "random games": lambda rules: load(rules, fast=True),
    "and where one meets a fault": load,
    "players that choose": load_seated,
}


def took(make: Maker, rules: ir.Game) -> float:
    """The processor seconds of making a library."""
    began = used()
    made = make(rules)
    if isinstance(made, NotBuilt):
        sys.exit(f"bench: {made.reason}")
    return used() - began


def measured(rounds: int) -> dict[str, list[list[float]]]:
    """For each game what each round took: the kinds in order, then the first from the cache."""
    found: dict[str, list[list[float]]] = {name: [] for name in NAMES}
    games = {name: load_game(name).rules for name in NAMES}
    first, *_ = KINDS.values()
    for number in range(rounds):
        for name, rules in games.items():
            with empty_cache():
                found[name].append([took(make, rules) for make in (*KINDS.values(), first)])
        print(f"round {number + 1} of {rounds}", file=sys.stderr)
    return found


def page(found: dict[str, list[list[float]]], rounds: int) -> str:
    """The table, as Markdown."""
    rows = []
    for name, runs in found.items():
        *builds, cached = (median(column) for column in zip(*runs, strict=True))
        rows.append(f"| {name} | {' | '.join(f'{seconds:.2f}' for seconds in builds)} | {cached:.3f} |")
    heads = " | ".join(KINDS)
    return "\n".join([
        BEGIN,
        "",
        f"Processor seconds, medians of {rounds} interleaved rounds. Machine: {machine()}.",
        "",
        f"| game | {heads} | random games, from the cache |",
        "|---|---|---|---|---|",
        *rows,
        "",
        END,
    ])  # fmt: skip


def main() -> int:
    """Measures, prints and writes."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--no-page", action="store_true", help="print the table only")
    args = parser.parse_args()
    made = page(measured(args.rounds), args.rounds)
    print(made)
    if not args.no_page:
        into_page(made, BEGIN, END)
    return 0


if __name__ == "__main__":
    sys.exit(main())
