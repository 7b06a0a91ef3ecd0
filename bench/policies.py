"""How fast greedy and searching players play: compiled, and by the interpreter, in one session.

`make bench-policies`, or `python -m bench.policies [--rounds N] [GAME ...]`. Both play the same games, cut after a few
moves where the interpreter takes long; each is measured in processor time, by turns; what is told are medians. The
table goes between two marks in docs/explanation/performance.md, and nowhere else.
"""

from __future__ import annotations

import argparse
import sys
from statistics import median

from bench.simulation import NAMES, into_page, machine, used
from engine.c.compiled.build import NotBuilt
from engine.c.compiled.library import Library, load_seated
from engine.c.compiled.policy_players import Seats
from engine.c.compiled.simulate import simulate
from engine.interpreter.interpreter import Interpreter
from engine.simulate.simulate import simulate as interpreted
from hoyle.api import load

BEGIN, END = "<!-- policies: written by make bench-policies -->", "<!-- end of policies -->"
MOVES = {"greedy": 40, "mcts": 2}
OTHER = {("reserve", "mcts"): 13, ("corners", "mcts"): 1}
"""Games are cut after so many moves: later where at first there is nothing to choose, sooner where that takes long."""
TIMES = 40
"""So many compiled games are played for each of the interpreter's, and eight times as many where that takes no time."""
SHORT = 0.05
"""Fewer processor seconds tell how long it takes to begin, not to play."""


def compiled(name: str) -> tuple[Interpreter, Library]:
    """A game compiled with players."""
    rules = load(name).rules
    library = load_seated(rules)
    if isinstance(library, NotBuilt):
        sys.exit(f"bench: {library.reason}")
    return Interpreter(rules), library


def rates(interpreter: Interpreter, library: Library, policy: str, most: int, seed: int) -> tuple[float, float]:
    """Decisions a processor second, compiled and interpreted; both must tell the same of the first game."""
    seats = Seats((policy,) * interpreter.layout.players)
    policies = seats.policies(interpreter)
    began = used()
    wanted = interpreted(interpreter, 1, seed, most_moves=most, policies=policies)
    middle, games = used(), TIMES
    interpreted_in = middle - began
    found = simulate(library, interpreter, games, seed, most_moves=most, seats=seats)
    while (taken := used() - middle) < SHORT:
        middle, games = used(), 8 * games
        found = simulate(library, interpreter, games, seed, most_moves=most, seats=seats)
    if wanted != simulate(library, interpreter, 1, seed, most_moves=most, seats=seats):
        sys.exit("bench: the engines differ, so that there is nothing to compare")
    return found.decisions / taken, wanted.decisions / interpreted_in


def row(name: str, rounds: int) -> str:
    """One line of the table."""
    interpreter, library = compiled(name)
    cells = [name]
    for policy, usual in MOVES.items():
        most = OTHER.get((name, policy), usual)
        found = [rates(interpreter, library, policy, most, seed) for seed in range(rounds)]
        fast, slow = median(f for f, _ in found), median(s for _, s in found)
        cells += [f"{fast:,.0f}", f"{slow:,.1f}", f"{median(f / s for f, s in found):,.0f}"]
    print(f"{name} done", file=sys.stderr)
    return f"| {' | '.join(cells)} |"


def page(names: list[str], rounds: int) -> str:
    """The table, as Markdown."""
    return "\n".join([
        BEGIN,
        "",
        f"Decisions a second, medians of {rounds} interleaved rounds, in processor time. Machine: {machine()}.",
        "",
        "| game | greedy | interpreter | ratio | search | interpreter | ratio |",
        "|---|---|---|---|---|---|---|",
        *(row(name, rounds) for name in names),
        "",
        END,
    ])  # fmt: skip


def main() -> int:
    """Measures, prints and writes."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=list(NAMES))
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--no-page", action="store_true", help="print the table only")
    args = parser.parse_args()
    made = page(args.games, args.rounds)
    print(made)
    if not args.no_page:
        into_page(made, BEGIN, END)
    return 0


if __name__ == "__main__":
    sys.exit(main())
