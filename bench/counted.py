"""What counting alone proves of library games within so many seconds of work, whatever else the machine has to do.

`python -m bench.counted [--seconds 60] [--by solvers] GAME ...`; by solvers: what induction and ranking functions prove
over bit-vectors. Clocks are those of this process, so that the figures are those of a quiet machine. What `hoyle
verify` proves by all techniques within its budget: `make bench-claims`.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator
from importlib import import_module

from hoyle.api import load
from spec.ir import nodes as ir

MEANS = {"counting": ("verify.smt.counting.claims", "counting"), "solvers": ("verify.smt.prove.prove", "prove")}


def proved(game: ir.Game, seconds: float, by: str) -> Iterator[tuple[str, bool, float]]:
    """Each claim as it is decided: is it proved, and after how many seconds of work? One may come again, proved."""
    time.perf_counter = time.process_time  # before anything is loaded that looks at the clock
    module, prover = MEANS[by]
    began = time.process_time()
    for result in getattr(import_module(module), prover)(game, seconds):
        if result.obligation.code == "claim":
            yield result.obligation.subject, result.verdict == "proved", time.process_time() - began


def row(name: str, seconds: float, by: str) -> str:
    """One line of the table; which claims are not proved goes to the errors' stream."""
    found = list(proved(load(name).rules, seconds, by))
    claims = {claim: False for claim, _, _ in found} | {claim: True for claim, yes, _ in found if yes}
    after = [took for _, yes, took in found if yes]
    print(name, "not proved:", *(claim for claim, yes in claims.items() if not yes), file=sys.stderr, flush=True)
    first, last = (f"{after[0]:.0f} s", f"{after[-1]:.0f} s") if after else ("", "")
    return f"| {name} | {len(claims)} | {len(after)} | {first} | {last} |"


def main() -> int:
    """Prints the table, game by game."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="+", metavar="GAME")
    parser.add_argument("--seconds", type=float, default=60.0, help="of work for each game (60)")
    parser.add_argument("--by", choices=MEANS, default="counting", help="what is to prove them (counting)")
    asked = parser.parse_args()
    print("| game | claims | proved | first after | last after |\n|---|---|---|---|---|")
    for name in asked.games:
        print(row(name, asked.seconds, asked.by), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
