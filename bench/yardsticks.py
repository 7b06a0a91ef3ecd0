"""The games written by hand in C for this bench: compiling them, and whether they are the games of the rule files.

They tell the same figures as `hoyle simulate`: decisions a game, moves to choose from, returns, how games ended. Both
play the same number of games in the same number of runs, each run with luck of its own; how much the runs differ among
themselves tells how far the means may lie apart.
"""

from __future__ import annotations

import subprocess
from math import sqrt
from pathlib import Path
from statistics import mean, variance

from engine.c.compiled.build import Compiler
from engine.c.compiled.library import Library
from engine.c.compiled.simulate import simulate
from engine.interpreter.interpreter import Interpreter

FOLDER = Path(__file__).parent
HAND, TUNED = "hand", "tuned"
"""The rules as a programmer writes them down; and what can be done beyond that for this one game."""
OURS = {
    ("hearts", HAND): "hearts.c",
    ("hearts", TUNED): "hearts_tuned.c",
    ("leduc_poker", HAND): "leduc.c",
    ("leduc_poker", TUNED): "leduc_tuned.c",
    ("corners", HAND): "corners.c",
    ("spades", HAND): "spades.c",
    ("cribbage", HAND): "cribbage.c",
    ("gin_rummy", HAND): "gin_rummy.c",
    ("twentyone", HAND): "twentyone.c",
    ("reserve", HAND): "reserve.c",
    ("wizard", HAND): "wizard.c",
    ("durak", HAND): "durak.c",
    ("rummy_500", HAND): "rummy_500.c",
}
UNSEEN = ("wizard", "durak", "rummy_500")
"""Rule files of newcomers, no library games, that no change of the engine was measured by: how fast games are that
nobody had in view. A game that a change is made for leaves this list."""
STRANGERS = FOLDER.parent / "tests" / "strangers"
FLAGS = ("-O2", "-march=native")
RUNS = 20
GAMES = {
    "hearts": 10_000,
    "leduc_poker": 100_000,
    "corners": 5_000,
    "spades": 10_000,
    "cribbage": 500,
    "gin_rummy": 500,
    "reserve": 100,
    "twentyone": 500,
    "wizard": 10_000,
    "durak": 2_000,
    "rummy_500": 300,
}
"""In each run."""
FAR = 5.0
"""So many standard errors between two means are no chance any more."""

Figures = dict[str, float]


def rules_of(name: str) -> str:
    """The rule file of a game: a library game goes by its name."""
    return str(STRANGERS / f"{name}.hoyle") if name in UNSEEN else name


def compiled(compiler: Compiler, source: Path, into: Path, flags: tuple[str, ...] = ()) -> Path:
    """A program written by hand, compiled as its own page says."""
    subprocess.run([*compiler.command, *FLAGS, *flags, str(source), "-o", str(into)], check=True)
    return into


def told(program: Path, games: int, seed: int) -> Figures:
    """What a program of ours says of so many games: names and numbers in turn."""
    said = subprocess.run([str(program), "0", str(seed), str(games)], capture_output=True, text=True, check=True)
    words = said.stdout.split()
    found = dict(zip(words[::2], map(float, words[1::2]), strict=True))
    del found["games/s"]
    return found


def by_hoyle(library: Library, interpreter: Interpreter, games: int, seed: int) -> Figures:
    """The same figures of games compiled by Hoyle; a game that was not played to its end is none of these."""
    found = simulate(library, interpreter, games, seed)
    if found.finished != games:
        raise ValueError(f"{games - found.finished} of {games} games were not played to their end")
    return {
        "decisions": found.mean_moves,
        "choices": found.mean_branching,
        **{f"return_{seat}": value for seat, value in enumerate(found.mean_returns, start=1)},
        **{label: times / games for label, times in found.endings},
    }


def differences(ours: list[Figures], theirs: list[Figures]) -> list[str]:
    """The figures whose means lie too far apart for the same game, and those that only one side tells."""
    names = {name for figures in (*ours, *theirs) for name in figures}
    found = []
    for name in sorted(names):
        # An ending that no game of a run came to is not told by Hoyle.
        mine, other = ([figures.get(name, 0.0) for figures in side] for side in (ours, theirs))
        error = sqrt(variance(mine) / len(mine) + variance(other) / len(other))
        if abs(mean(mine) - mean(other)) > FAR * error + 1e-6:
            found.append(f"{name}: {mean(mine):.5g} against {mean(other):.5g}, standard error {error:.2g}")
    return found


def unlike(name: str, program: Path, library: Library, interpreter: Interpreter) -> list[str]:
    """In what a program of ours does not play the game that Hoyle plays; empty where nothing shows."""
    games, runs = GAMES[name], range(RUNS)
    ours = [told(program, games, seed) for seed in runs]
    return differences(ours, [by_hoyle(library, interpreter, games, seed) for seed in runs])
