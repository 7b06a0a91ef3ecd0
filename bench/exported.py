"""How fast exported Python engines play random games, against the interpreter: the same games, taking turns.

`make bench-exported`, or `python -m bench.exported [GAME...]`. Measured in processor time; what is told are medians
over the rounds. Whether the engines agree with the interpreter is the tests' affair.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from statistics import median
from time import process_time

from engine.conformance.differential_check import Engine, loaded
from engine.core.pipelines import for_python
from engine.interpreter.interpreter import Interpreter
from engine.luck.streams import Domain, derive
from engine.python.module import python_of
from engine.simulate.simulate import play_random
from hoyle.api import load

NAMES = ("corners", "crazy_eights", "hearts", "leduc_poker", "pigeon", "reserve", "twentyone")


def seconds(play: Callable[[int], object], games: int) -> float:
    """Processor time for the games of the first so many seeds."""
    before = process_time()
    for number in range(games):
        play(derive(0, Domain.GAME, number))
    return process_time() - before


def fitting(play: Callable[[int], object], wanted: float) -> int:
    """So many games that they take about so many seconds."""
    games = 1
    while (taken := seconds(play, games)) < wanted / 4:
        games *= 2
    return max(1, round(games * wanted / taken))


def measured(name: str, rounds: int, wanted: float) -> tuple[float, float, float]:
    """Games a second by the interpreter and by the exported engine, and how many times faster this is."""
    game = load(name).rules
    interpreter, engine = (
        Interpreter(game),
        Engine(for_python(game), loaded(python_of(for_python(game), "Made to be measured."))),
    )

    def interpreted(seed: int) -> object:
        return play_random(interpreter, seed)

    games = fitting(interpreted, wanted)
    pairs = [(seconds(interpreted, games), seconds(engine.module.random_game, games)) for _ in range(rounds)]
    slow, fast = median(games / a for a, _ in pairs), median(games / b for _, b in pairs)
    return slow, fast, median(a / b for a, b in pairs)


def main() -> None:
    """Prints a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=NAMES, help="which games; all unless told")
    parser.add_argument("--rounds", type=int, default=5, help="how often each is measured (5 unless told)")
    parser.add_argument("--seconds", type=float, default=2.0, help="about so long a round of the interpreter takes")
    options = parser.parse_args()
    print("| game | interpreter, games/s | exported, games/s | times |\n|---|---:|---:|---:|")
    for name in options.games:
        slow, fast, times = measured(name, options.rounds, options.seconds)
        print(f"| {name} | {slow:,.0f} | {fast:,.0f} | {times:.1f} |", flush=True)


if __name__ == "__main__":
    main()
