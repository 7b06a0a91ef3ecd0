"""`hoyle simulate`: plays many games and reports who wins, how long it takes and which clauses fire.

Leaves playing and counting to `hoyle.run.simulating`, and showing to `hoyle.simulation`.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from time import perf_counter

from engine.interpreter.interpreter import Interpreter
from engine.players.policy import NAMES
from engine.simulate.simulate import Statistics
from hoyle.commands.options import add_game, game_or_show, load_argument, setting_words, settings_of
from hoyle.run.simulating import FEW, MANY, Simulation, simulated
from hoyle.simulation import charts, rows
from hoyle.simulation.figures import Simulated
from hoyle.terminal.guard import Usage
from hoyle.terminal.numbers import count, jobs, seed
from hoyle.terminal.writing import all_free, write_text
from spec.text.clean import shell_word
from spec.text.whole_numbers import whole


def add_arguments(command: argparse.ArgumentParser) -> None:
    add_game(command)
    command.add_argument("--games", type=count, default=200, metavar="N", help="how many games (200)")
    command.add_argument("--seed", type=seed, default=0, metavar="S", help="the seed of all luck (0)")
    command.add_argument(
        "--most-moves", type=count, default=10_000, metavar="N", help="cut games after N moves (10000)"
    )
    command.add_argument(
        "--engine",
        choices=("auto", "interpreter", "native"),
        default="auto",
        help="the engine: the interpreter, or compiled C with the same figures sooner (needs a C compiler); "
        f"auto (usual) compiles from {MANY:,} games on, or {FEW['greedy']} greedy or {FEW['mcts']} searched ones, "
        "and where play takes long",
    )
    command.add_argument(
        "--jobs",
        type=jobs,
        default=1,
        metavar="N",
        help="how many processes play at once (1); the figures stay the same",
    )
    command.add_argument(
        "--policy",
        action="append",
        default=[],
        metavar="[N=]WHO",
        help="how seat N, or every seat, chooses: random (usual), greedy, or mcts (a search; slowest)",
    )
    command.add_argument("--details", action="store_true", help="show every clause, not only those least used")
    command.add_argument("--json", action="store_true", help="print the statistics as JSON")
    command.add_argument("--csv", metavar="FILE", help="write a table with one row a game")
    command.add_argument("--html", metavar="FILE", help="write a page with charts (needs hoyle[charts])")
    command.add_argument("--force", action="store_true", help="replace files that are there already")


def _policies(told: list[str], players: int) -> tuple[str, ...]:
    """The policy of each seat; () where all play at random."""
    found = ["random"] * players
    for word in told:
        seat, is_seat, name = word.rpartition("=")
        if name not in NAMES or (is_seat and not 1 <= (whole(seat) or 0) <= players):
            raise Usage(
                f"`--policy {word}` is not understood; write {', '.join(NAMES)}, "
                f"or one of them for a seat from 1 to {players}, as 2=greedy"
            )
        for at in [int(seat) - 1] if is_seat else range(players):
            found[at] = name
    return () if set(found) == {"random"} else tuple(found)


def run(args: argparse.Namespace) -> int:
    """0, or 1 where a game met a fault, or 130 where it was stopped before all games were played."""
    loaded = load_argument(args.game, args)
    game = game_or_show(loaded)
    if game is None:
        return 1
    if args.html:
        charts.needed()
    all_free((args.csv, args.html), replace=args.force)
    interpreter = Interpreter(game)
    policies = _policies(args.policy, interpreter.layout.players)
    again = " ".join(filter(None, [
        "hoyle simulate", shell_word(args.game), setting_words(args, settings_of(args)),
        f"--games {args.games} --seed {args.seed}", *(f"--policy {p}" for p in args.policy),
        "--engine native" if args.engine == "native" else "",
    ]))  # fmt: skip
    figures, seconds, engine = _played(interpreter, args, policies)
    how = "at random" if not policies else f"by {', '.join(policies)}"
    told = Simulated(game, loaded.text, figures, seconds, engine, how, again)
    if args.json:
        print(json.dumps(_record(told), indent=2))
    else:
        from hoyle.simulation import show

        show.show(told, details=args.details)
    if args.csv:
        write_text(Path(args.csv), rows.to_csv(figures), replace=args.force)
    if args.html:
        from hoyle.simulation import page

        write_text(Path(args.html), page.page(told), replace=args.force)
    if figures.games < args.games:
        print(
            f"hoyle: stopped after {figures.games:,} of {args.games:,} games; the figures are of these",
            file=sys.stderr,
        )
        return 130
    return 1 if figures.faults else 0


def _played(
    interpreter: Interpreter, args: argparse.Namespace, policies: tuple[str, ...]
) -> tuple[Statistics, float, str]:
    """The figures, the wall-clock seconds that they took, and the engine that played."""
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
    from rich.progress import Progress as Bar

    from hoyle.terminal.screen import screen

    began = perf_counter()
    console = screen(sys.stderr)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Bar(*columns, console=console, transient=True, disable=not sys.stderr.isatty()) as bar:
        task = bar.add_task("playing", total=args.games)
        order = Simulation(
            args.games, args.seed, args.most_moves, args.jobs, policies, args.engine, rows=bool(args.csv)
        )
        found = simulated(interpreter, order, lambda done, _: bar.update(task, completed=done))
    if found.reason:
        print(f"hoyle: no compiled engine, so the interpreter plays: {found.reason}", file=sys.stderr)
    return found.figures, perf_counter() - began, found.engine


def _record(told: Simulated) -> dict[str, object]:
    s = told.figures
    decisions = s.decisions
    return {
        "games": s.games,
        "engine": told.engine,
        "seconds": round(told.seconds, 6),
        "games_per_second": round(s.games / told.seconds, 3),
        "decisions_per_second": round(decisions / told.seconds, 3),
        "seed": s.seed,
        "finished": s.finished,
        "draws": s.draws,
        "unfinished": s.unfinished,
        "most_moves": s.most_moves,
        "wins": [{"player": p + 1, "share": w.share, "low": w.low, "high": w.high} for p, w in enumerate(s.wins)],
        "mean_returns": list(s.mean_returns),
        "moves": {"mean": s.mean_moves, "least": s.least_moves, "greatest": s.greatest_moves},
        "mean_turns": s.mean_turns,
        "mean_branching": s.mean_branching,
        "endings": dict(s.endings),
        "clauses": [
            {"of": c.group, "kind": c.kind, "label": c.source.label, "cites": list(c.source.cites),
             "times": c.times, "games": c.games}
            for c in s.clauses
        ],
        "never_fired": [f"{c.group} {c.source.label}" for c in s.never_fired],
        "faults": [
            {"kind": f.fault.kind, "sentence": f.fault.sentence, "clauses": [x.told for x in f.fault.sources],
             "seed": f.seed, "after_moves": f.moves, "games": f.games}
            for f in s.faults
        ],
        "lengths": [{"moves": moves, "games": games} for moves, games in s.lengths],
        "flags": [
            {"kind": f.kind, "sentence": f.sentence, "of": [f"{x.owner} {x.label}" for x in f.sources]}
            for f in told.flags
        ],
        "reproduce": told.again,
    }  # fmt: skip
