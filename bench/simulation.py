"""How fast games are played: compiled by Hoyle, by hand-written C, and by the Python loop over pyspiel, in one session.

`make bench`, or `python -m bench.simulation [--yardsticks FOLDER] [--rounds N]`. The C of most games lies in this
folder, of hearts and leduc_poker tuned as well, and is only measured once it is seen to play the same games
(`bench.yardsticks`). Runs take turns, so that a change of the machine's load meets all of them; each is measured in
processor time; what is told are medians, and medians of the ratios within a round. The tables go between their marks
in docs/explanation/performance.md, and nowhere else: one of the games that are worked on, one of those that nobody had
in view (`--unseen` measures these alone, `--games` only prints).
"""

from __future__ import annotations

import argparse
import os
import platform
import random
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from resource import RUSAGE_CHILDREN, RUSAGE_SELF, getrusage
from statistics import median
from time import perf_counter

from bench import yardsticks
from bench.yardsticks import HAND, TUNED
from engine.c.compiled.build import NotBuilt, find_compiler
from engine.c.compiled.library import Library, load
from engine.c.compiled.simulate import simulate
from engine.interpreter.interpreter import Interpreter
from hoyle.api import load as load_game
from hoyle.terminal.writing import write_text
from spec.ir import nodes as ir

PAGE = Path(__file__).parents[1] / "docs" / "explanation" / "performance.md"
BEGIN, END = "<!-- simulation: written by make bench -->", "<!-- end of simulation -->"
UNSEEN_BEGIN, UNSEEN_END = "<!-- unseen: written by make bench-unseen -->", "<!-- end of unseen -->"
NAMES = (
    "crazy_eights",
    "pigeon",
    "hearts",
    "leduc_poker",
    "twentyone",
    "reserve",
    "corners",
    "spades",
    "gin_rummy",
    "cribbage",
)
BY_HAND: dict[tuple[str, str], tuple[str, tuple[str, ...]]] = {
    ("crazy_eights", HAND): ("crazy8.c", ()),
    ("pigeon", HAND): ("pigeon.c", ("-DENUM",)),
    ("pigeon", TUNED): ("pigeon.c", ()),
}
SPIEL = ("crazy_eights", "hearts", "leduc_poker")
TARGETS = {
    ("crazy_eights", "pyspiel"): 180.0,
    **{(name, who): 0.67 for name, who in (*BY_HAND, *yardsticks.OURS) if who == HAND},
}


def used() -> float:
    """Processor seconds of this process and of those that it waited for."""
    mine, others = getrusage(RUSAGE_SELF), getrusage(RUSAGE_CHILDREN)
    return mine.ru_utime + mine.ru_stime + others.ru_utime + others.ru_stime


@contextmanager
def empty_cache() -> Iterator[None]:
    """The user's cache is another, empty one meanwhile."""
    kept = os.environ.get("XDG_CACHE_HOME")
    with tempfile.TemporaryDirectory() as folder:
        os.environ["XDG_CACHE_HOME"] = folder
        try:
            yield
        finally:
            del os.environ["XDG_CACHE_HOME"]
            if kept is not None:
                os.environ["XDG_CACHE_HOME"] = kept


@dataclass(slots=True)
class Measured:
    """Games a second of one game in each round, by who plays."""

    name: str
    library: Library
    interpreter: Interpreter
    games: int = 200
    rates: dict[str, list[float]] = field(default_factory=dict)

    def rate(self, who: str) -> float:
        return median(self.rates[who])

    def ratio(self, to: str) -> float:
        return median(a / b for a, b in zip(self.rates["hoyle"], self.rates[to], strict=True))


def prepared(name: str) -> Measured:
    """A compiled game, with as many games as take about a second."""
    rules = load_game(yardsticks.rules_of(name)).rules
    with empty_cache():
        found = Measured(name, compiled(rules), Interpreter(rules))
        while (took := by_hoyle(found, 0, timed=True)) < 0.2:
            found.games *= 3
    found.games = max(1, int(found.games / took * 0.7))
    return found


def compiled(rules: ir.Game) -> Library:
    """The compiled game; without a compiler there is nothing to measure."""
    library = load(rules, fast=True)
    if isinstance(library, NotBuilt):
        sys.exit(f"bench: {library.reason}")
    return library


# ------------------------------------------------------------ who plays


def by_hoyle(game: Measured, seed: int, *, timed: bool = False) -> float:
    """Games a second of processor time; `timed`: the time instead."""
    began = used()
    simulate(game.library, game.interpreter, game.games, seed)
    took = used() - began
    return took if timed else game.games / took


def by_hand(program: Path, seed: int) -> float:
    """A hand-written engine tells games a wall-clock second; its processor time makes that comparable."""
    began, wall = used(), perf_counter()
    told = subprocess.run([str(program), "0.7", str(seed)], capture_output=True, text=True, check=True).stdout
    took, lasted = used() - began, perf_counter() - wall
    found = re.search(r"games/s (\d+)", told)
    assert found is not None, told
    return float(found[1]) * lasted / took


def by_spiel(name: str, seed: int) -> float:
    """The loop that a Python program over pyspiel writes."""
    import pyspiel  # noqa: PLC0415

    game, luck = pyspiel.load_game(name), random.Random(seed)
    began, played = used(), 0
    while used() - began < 0.7:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                actions, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(luck.choices(actions, chances)[0])
            else:
                state.apply_action(luck.choice(state.legal_actions()))
        state.returns()
        played += 1
    return played / (used() - began)


def programs(names: tuple[str, ...], folder: Path | None, into: Path) -> dict[tuple[str, str], Path]:
    """The hand-written engines by game and kind: those of this folder, and those of another where it is told."""
    compiler = find_compiler()
    if compiler is None:
        return {}
    sources = {key: (yardsticks.FOLDER / source, ()) for key, source in yardsticks.OURS.items()}
    others = {} if folder is None else {key: (folder / source, flags) for key, (source, flags) in BY_HAND.items()}
    return {
        key: yardsticks.compiled(compiler, source, into / "_".join(key), flags)
        for key, (source, flags) in (*sources.items(), *others.items())
        if key[0] in names
    }


def same_games(games: list[Measured], hands: dict[tuple[str, str], Path]) -> None:
    """Ends the program where an engine of this folder does not play the game it is measured at."""
    for game in games:
        for key, source in yardsticks.OURS.items():
            if key[0] == game.name and key in hands:
                unlike = yardsticks.unlike(game.name, hands[key], game.library, game.interpreter)
                if unlike:
                    sys.exit(f"bench: {source} does not play {game.name}: {'; '.join(unlike)}")


# ------------------------------------------------------------ the session


def session(names: tuple[str, ...], rounds: int, folder: Path | None) -> list[Measured]:
    """All runs, in turn."""
    games = [prepared(name) for name in names]
    with tempfile.TemporaryDirectory() as made:
        hands = programs(names, folder, Path(made))
        same_games(games, hands)
        for number in range(rounds):
            for game in games:
                rates = {"hoyle": by_hoyle(game, number)}
                for kind in (HAND, TUNED):
                    if (game.name, kind) in hands:
                        rates[kind] = by_hand(hands[game.name, kind], number)
                if game.name in SPIEL:
                    rates["pyspiel"] = by_spiel(game.name, number)
                for who, rate in rates.items():
                    game.rates.setdefault(who, []).append(rate)
            print(f"round {number + 1} of {rounds}", file=sys.stderr)
    return games


def two_jobs(game: Measured, rounds: int) -> tuple[float, float]:
    """How many times as fast two jobs are by the clock, and how much processor time they take for each of one's."""
    sooner, dearer = [], []
    for number in range(rounds):
        figures = []
        for jobs in (1, 2):
            began, wall = used(), perf_counter()
            simulate(game.library, game.interpreter, 4 * game.games, number, jobs=jobs)
            figures.append((perf_counter() - wall, used() - began))
        (one, spent), (two, more) = figures
        sooner.append(one / two)
        dearer.append(more / spent)
    return median(sooner), median(dearer)


def machine() -> str:
    """The machine without its name."""
    told = subprocess.run(["lscpu"], capture_output=True, text=True, check=False).stdout
    model = re.search(r"Model name:\s*(.+)", told)
    compiler = find_compiler()
    version = "none" if compiler is None else compiler.version.splitlines()[0]
    return (
        f"{os.cpu_count()} cores, {model[1] if model else platform.machine()}, {platform.system()}; "
        f"{version}; Python {platform.python_version()}; load {os.getloadavg()[0]:.1f}"
    )


def _cell(game: Measured, who: str) -> str:
    if who not in game.rates:
        return " | "
    target = TARGETS.get((game.name, who))
    ratio = game.ratio(who)
    met = "" if target is None else f" (target {target:g}: {'met' if ratio >= target else 'not met'})"
    return f"{game.rate(who):,.0f} | {ratio:.3g}{met}"


COLUMNS = {HAND: "C by hand", TUNED: "tuned C", "pyspiel": "pyspiel"}


def table(games: list[Measured], rounds: int) -> list[str]:
    """How it was measured, and what came of it."""
    columns = [who for who in COLUMNS if any(who in game.rates for game in games)]
    titles = ["game", "Hoyle, games/s", *(title for who in columns for title in (f"{COLUMNS[who]}, games/s", "ratio"))]
    return [
        f"Medians of {rounds} interleaved rounds, in processor time. Machine: {machine()}.",
        "",
        f"| {' | '.join(titles)} |",
        "|---" * len(titles) + "|",
        *(
            f"| {' | '.join([g.name, format(g.rate('hoyle'), ',.0f'), *(_cell(g, who) for who in columns)])} |"
            for g in games
        ),
        "",
    ]


def page(games: list[Measured], jobs: tuple[float, float], rounds: int) -> str:
    """The table of the games that are worked on, as Markdown."""
    lines = [
        BEGIN,
        "",
        *table(games, rounds),
        f"Two jobs against one (Crazy Eights): {jobs[0]:.2f} times as fast by the clock under the load told above, "
        f"with {jobs[1]:.2f} times the processor time.",
        "",
        END,
    ]
    return "\n".join(lines)


def commit() -> str:
    """Which version was measured, and whether anything was changed since."""
    command = ["git", "-C", str(PAGE.parent), "describe", "--always", "--dirty=, changed since", "--exclude=*"]
    told = subprocess.run(command, capture_output=True, text=True, check=False).stdout.strip()
    return told or "unknown"


def unseen_page(games: list[Measured], rounds: int) -> str:
    """The table of the games that nobody had in view, as Markdown."""
    return "\n".join([UNSEEN_BEGIN, "", *table(games, rounds), f"Commit: {commit()}.", "", UNSEEN_END])


def into_page(made: str, begin: str, end: str, path: Path = PAGE) -> None:
    """Puts a table, with the marks round it, in place of the one on a page; ends the program where there is none."""
    head, there, rest = path.read_text(encoding="utf-8").partition(begin)
    if not there:
        sys.exit(f"bench: {path.name} has no place for this table: {begin}")
    write_text(path, head + made + rest.partition(end)[2], replace=True)


def told(made: str, begin: str, end: str, *, printed: bool) -> None:
    """Prints a table, and puts it on the page unless it is only printed."""
    print(made)
    if not printed:
        into_page(made, begin, end)


def main() -> int:
    """Measures, prints and writes."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--yardsticks", type=Path, default=os.environ.get("HOYLE_YARDSTICKS"))
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--no-page", action="store_true", help="print the tables only")
    parser.add_argument("--unseen", action="store_true", help="only the games that nobody had in view")
    parser.add_argument("--games", nargs="+", choices=(*NAMES, *yardsticks.UNSEEN), help="these; only printed")
    args = parser.parse_args()
    folder = None if args.yardsticks is None else Path(args.yardsticks)
    if args.games:
        print("\n".join(table(session(tuple(args.games), args.rounds, folder), args.rounds)))
        return 0
    if not args.unseen:
        games = session(NAMES, args.rounds, folder)
        told(page(games, two_jobs(games[0], args.rounds), args.rounds), BEGIN, END, printed=args.no_page)
    unseen = session(yardsticks.UNSEEN, args.rounds, folder)
    told(unseen_page(unseen, args.rounds), UNSEEN_BEGIN, UNSEEN_END, printed=args.no_page)
    return 0


if __name__ == "__main__":
    sys.exit(main())
