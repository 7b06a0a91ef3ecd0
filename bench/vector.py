"""How fast learning programs are served: `hoyle.vector` against the exported PettingZoo environment, in steps a second.

`make bench-vector`, or `python -m bench.vector [--rows N] [GAME...]`. Both sides choose legal moves at random by the
action mask, and observations and masks are made for each decision. By turns, medians of rounds.
"""

from __future__ import annotations

import argparse
import importlib
import sys
import tempfile
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any

import numpy as np

from engine.adapters.environments import actions_module, pettingzoo_module
from engine.core.pipelines import for_python
from engine.python.module import python_of
from hoyle.api import Game, load
from hoyle.batch import Batch
from hoyle.vector import Vector, drawn

GAMES = ("leduc_poker", "crazy_eights", "hearts", "gin_rummy")


def vector_rate(vector: Vector, seconds: float) -> float:
    """Decisions a second, by random legal actions."""
    luck, made, began = np.random.default_rng(0), 0, perf_counter()
    while perf_counter() - began < seconds:
        over = vector.terminations | vector.truncations
        vector.step(drawn(vector.action_masks, luck))
        made += vector.size - int(over.sum())
    return made / (perf_counter() - began)


def batch_rate(game: Game, rows: int, seconds: float) -> float:
    """Decisions a second without observations and masks: moves by their places."""
    batch, luck, made, began = Batch(game, rows), np.random.default_rng(0), 0, perf_counter()
    seed = rows
    while perf_counter() - began < seconds:
        going_on = batch.counts > 0
        batch.step(np.where(going_on, luck.integers(0, np.maximum(batch.counts, 1)), -1))
        made += int(going_on.sum())
        if not (batch.counts > 0).any():
            batch.reset(range(seed, seed + rows))
            seed += rows
    return made / (perf_counter() - began)


def pettingzoo_rate(environment: Any, seconds: float) -> float:
    """Decisions a second of one environment."""
    luck, made, began = np.random.default_rng(0), 0, perf_counter()
    while perf_counter() - began < seconds:
        environment.reset(seed=made)
        while not all(environment.terminations.values()) and perf_counter() - began < seconds:
            told, *_ = environment.last()
            environment.step(int(luck.choice(np.flatnonzero(told["action_mask"]))))
            made += 1
    return made / (perf_counter() - began)


def exported(game: Game, name: str, folder: Path) -> Any:
    """The exported environment of a game."""
    for end, text in (
        ("", python_of(for_python(game.rules), "the bench")),
        ("_actions", actions_module(game.rules, f"bench_{name}")),
        ("_pettingzoo", pettingzoo_module(game.rules, f"bench_{name}")),
    ):
        (folder / f"bench_{name}{end}.py").write_text(text, encoding="utf-8")
    importlib.invalidate_caches()
    return importlib.import_module(f"bench_{name}_pettingzoo").env()


def main() -> None:
    parser = argparse.ArgumentParser(description="How fast learning programs are served.")
    parser.add_argument("games", nargs="*", default=GAMES)
    parser.add_argument("--rows", type=int, default=1024)
    parser.add_argument("--seconds", type=float, default=2.0)
    parser.add_argument("--rounds", type=int, default=3)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        sys.path.insert(0, folder)
        for name in args.games:
            game = load(name)
            vector, environment = Vector(game, args.rows), exported(game, name, Path(folder))
            found = [
                (vector_rate(vector, args.seconds), batch_rate(game, args.rows, args.seconds),
                 pettingzoo_rate(environment, args.seconds))
                for _ in range(args.rounds)
            ]  # fmt: skip
            rows, bare, single = (median(one[i] for one in found) for i in range(3))
            ratio = median(one[0] / one[2] for one in found)
            print(
                f"{name}: {len(vector.actions)} actions, {len(vector.columns)} columns; in rows {rows:,.0f} decisions "
                f"a second, without arrays {bare:,.0f}, PettingZoo {single:,.0f}: {ratio:.0f} times as many in rows",
                flush=True,
            )


if __name__ == "__main__":
    main()
