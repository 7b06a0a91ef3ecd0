"""What passes bring: random games of every library game, compiled with all passes and without one of them, by turns.

`make bench-passes`, or `python -m bench.passes [--without PASS ...] [--rounds N] [GAME ...]`. All play the same games
to the same sums; a pass that leaves the C of a game as it is has no figure. Measured is processor time; the table goes
between two marks in docs/explanation/performance.md. Where the time of a game goes: `hoyle simulate GAME --profile`.
"""

from __future__ import annotations

import argparse
import os
import sys
from statistics import median

from bench.simulation import into_page, machine, used
from engine.c.compiled.build import NotBuilt, build, fast_flags, find_compiler
from engine.c.compiled.library import Library
from engine.c.compiled.simulate import added_up
from engine.c.playout.source import code_of
from engine.core.pipelines import VARIABLE
from engine.interpreter.interpreter import Interpreter
from engine.simulate.sums import Sums
from hoyle.api import load
from hoyle.sources.files import game_names

BEGIN, END = "<!-- passes: written by make bench-passes -->", "<!-- end of passes -->"
WITHOUT = ("nested_choices", "small_tables", "kept_selections", "loop_invariants", "number_sets")
LONG = 0.15
"""Games are played for so many processor seconds at least."""


def compiled(interpreter: Interpreter, off: str) -> tuple[str, Library]:
    """The C of a game without these passes, and the same compiled."""
    compiler = find_compiler()
    os.environ[VARIABLE] = off
    code = code_of(interpreter.game)
    os.environ[VARIABLE] = ""
    if compiler is None:
        sys.exit("bench: no C compiler was found")
    built = build(code.text, flags=fast_flags(compiler), compiler=compiler)
    if isinstance(built, NotBuilt):
        sys.exit(f"bench: {built.reason}")
    return code.text, Library(interpreter.game, code, str(built.path), lean=True)


def played(library: Library, interpreter: Interpreter, games: int, seed: int) -> tuple[Sums, float]:
    """The sums of so many games, and the processor seconds that they took."""
    began = used()
    sums = added_up(library, interpreter, range(games), seed)
    return sums, used() - began


def row(name: str, without: list[str], rounds: int) -> str:
    """One line of the table."""
    interpreter = Interpreter(load(name).rules)
    text, library = compiled(interpreter, "")
    others = {off: one for off in without if (one := compiled(interpreter, f"-{off}"))[0] != text}
    games, took = 16, 0.0
    while took < LONG:
        games *= 2
        took = played(library, interpreter, games, 0)[1]
    rates: list[float] = []
    ratios: dict[str, list[float]] = {off: [] for off in others}
    for seed in range(rounds):
        sums, took = played(library, interpreter, games, seed)
        rates.append(sums.decisions / took)
        for off, (_, other) in others.items():
            told, slower = played(other, interpreter, games, seed)
            if told != sums:
                sys.exit(f"bench: {name} plays other games without {off}")
            ratios[off].append(slower / took)
    cells = [f"{median(ratios[off]):.2f}" if off in ratios else "" for off in without]
    print(f"{name} done", file=sys.stderr)
    return f"| {' | '.join([name, f'{median(rates):,.0f}', *cells])} |"


def page(games: list[str], without: list[str], rounds: int) -> str:
    """The table, as Markdown."""
    return "\n".join([
        BEGIN,
        "",
        f"Medians of {rounds} interleaved rounds, in processor time. Machine: {machine()}.",
        "",
        f"| game | decisions/s | {' | '.join(f'to without `{off}`' for off in without)} |",
        f"|---|---|{'---|' * len(without)}",
        *(row(name, without, rounds) for name in games),
        "",
        END,
    ])  # fmt: skip


def main() -> int:
    """Measures, prints and writes."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=sorted(game_names()))
    parser.add_argument("--without", nargs="+", default=list(WITHOUT), metavar="PASS")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--no-page", action="store_true", help="print the table only")
    args = parser.parse_args()
    made = page(args.games, args.without, args.rounds)
    print(made)
    if not args.no_page:
        into_page(made, BEGIN, END)
    return 0


if __name__ == "__main__":
    sys.exit(main())
