"""How simulation scales: two Ray workers against one process, and what a shard costs.

`make bench-scale`, or `python -m bench.scale [--games N] [--rounds N] [GAME]`. In seconds by the clock, by turns, on
warm workers; what is told are medians. The machine should have two quiet cores: a busy one shows less. Needs Ray.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median
from time import perf_counter

from hoyle.api import load
from hoyle.run.cluster import Cluster
from hoyle.run.simulating import Simulation, simulated
from hoyle.run.spread import on_cluster

SHARDS = 64


def ratios(name: str, games: int, rounds: int) -> None:
    """One process against two workers, and how long workers take to begin."""
    interpreter, order = load(name).interpreter, Simulation(games)
    began = perf_counter()
    with Cluster("local", 2) as cluster:
        on_cluster(cluster, interpreter, Simulation(4000))
        print(f"two workers begin, and play their first shards, in {perf_counter() - began:.1f} s")
        found = []
        for _ in range(rounds):
            began = perf_counter()
            one = simulated(interpreter, order).sums
            between = perf_counter()
            two = on_cluster(cluster, interpreter, order).sums
            found.append(((between - began), perf_counter() - between))
            assert one == two
        alone, both = (median(row[i] for row in found) for i in (0, 1))
        ratio = median(a / b for a, b in found)
        print(
            f"{name}, {games:,} games: one process {alone:.1f} s, two workers {both:.1f} s: {ratio:.2f} times as fast"
        )


def shards(name: str) -> None:
    """What a shard costs besides its games, and how long they are put together."""
    command = [sys.executable, "-m", "hoyle", "simulate", name]
    with tempfile.TemporaryDirectory() as folder:
        files, took = [Path(folder) / f"{n}.json" for n in range(1, SHARDS + 1)], []
        for number, file in enumerate(files, 1):
            began = perf_counter()
            words = [*command, "--games", "6400", "--engine", "native", "--shard", f"{number}/{SHARDS}", "--json"]
            with file.open("wb") as out:
                subprocess.run(words, stdout=out, check=True)
            took.append(perf_counter() - began)
        size = median(file.stat().st_size for file in files)
        print(f"a shard of 100 games: {median(took):.2f} s, {size / 1000:.0f} kB")
        began = perf_counter()
        merged = subprocess.run([*command, "--json", "--merge", *map(str, files)], stdout=subprocess.PIPE, check=True)
        print(f"{SHARDS} shards are put together in {perf_counter() - began:.2f} s")
        assert json.loads(merged.stdout)["games"] == 6400


def main() -> None:
    parser = argparse.ArgumentParser(description="How simulation scales.")
    parser.add_argument("game", nargs="?", default="crazy_eights")
    parser.add_argument("--games", type=int, default=10_000_000)
    parser.add_argument("--rounds", type=int, default=3)
    args = parser.parse_args()
    ratios(args.game, args.games, args.rounds)
    shards(args.game)


if __name__ == "__main__":
    main()
