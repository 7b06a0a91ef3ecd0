"""`hoyle simulate`: plays many games and reports who wins, how long it takes and which clauses fire.

Leaves playing and counting to `hoyle.run.simulating`.
"""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import dataclass
from time import perf_counter

from engine.interpreter.interpreter import Interpreter
from engine.players.policy import NAMES
from engine.simulate.simulate import Statistics
from hoyle.commands.options import add_game, game_or_show, load_argument, setting_words, settings_of
from hoyle.run.simulating import FEW, MANY, Simulation, simulated
from hoyle.terminal.guard import Usage
from hoyle.terminal.numbers import count, jobs, seed
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
        f"auto (usual) compiles from {MANY:,} games on, or {FEW['greedy']} greedy or {FEW['mcts']} searched ones",
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
    command.add_argument("--json", action="store_true", help="print the statistics as JSON")


@dataclass(slots=True)
class Timed:
    """Statistics with the wall-clock seconds that they took, and the engine that played."""

    figures: Statistics
    seconds: float
    engine: str


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
    game = game_or_show(load_argument(args.game, args))
    if game is None:
        return 1
    interpreter = Interpreter(game)
    policies = _policies(args.policy, interpreter.layout.players)
    timed = _timed(interpreter, args, policies)
    again = " ".join(filter(None, [
        "hoyle simulate", shell_word(args.game), setting_words(args, settings_of(args)),
        f"--games {args.games} --seed {args.seed}", *(f"--policy {p}" for p in args.policy),
        "--engine native" if args.engine == "native" else "",
    ]))  # fmt: skip
    if args.json:
        print(json.dumps(_record(timed, again), indent=2))
    else:
        _print(timed, game.title, again, "at random" if not policies else f"by {', '.join(policies)}")
    if timed.figures.games < args.games:
        print(
            f"hoyle: stopped after {timed.figures.games:,} of {args.games:,} games; the figures are of these",
            file=sys.stderr,
        )
        return 130
    return 1 if timed.figures.faults else 0


def _timed(interpreter: Interpreter, args: argparse.Namespace, policies: tuple[str, ...]) -> Timed:
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
    from rich.progress import Progress as Bar

    from hoyle.terminal.screen import screen

    began = perf_counter()
    console = screen(sys.stderr)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Bar(*columns, console=console, transient=True, disable=not sys.stderr.isatty()) as bar:
        task = bar.add_task("playing", total=args.games)
        order = Simulation(args.games, args.seed, args.most_moves, args.jobs, policies, args.engine)
        found = simulated(interpreter, order, lambda done, _: bar.update(task, completed=done))
    if found.reason:
        print(f"hoyle: no compiled engine, so the interpreter plays: {found.reason}", file=sys.stderr)
    return Timed(found.figures, perf_counter() - began, found.engine)


def _record(timed: Timed, again: str) -> dict[str, object]:
    s = timed.figures
    decisions = s.decisions
    return {
        "games": s.games,
        "engine": timed.engine,
        "seconds": round(timed.seconds, 6),
        "games_per_second": round(s.games / timed.seconds, 3),
        "decisions_per_second": round(decisions / timed.seconds, 3),
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
        "reproduce": again,
    }  # fmt: skip


def _print(timed: Timed, title: str, again: str, how: str) -> None:
    from rich.table import Table

    from hoyle.terminal.screen import escape, screen

    s, console = timed.figures, screen(soft_wrap=False)
    by = "compiled" if timed.engine == "native" else "interpreter"
    console.print(
        f"[bold]{escape(title)}[/bold]: {s.games:,} games {how} in {timed.seconds:.1f} s ({by})", soft_wrap=True
    )
    shares = Table(box=None, pad_edge=False, show_edge=False)
    for heading in ("player", "wins", "95% interval", "mean return"):
        shares.add_column(heading, justify="right")
    for seat, (wins, mean) in enumerate(zip(s.wins, s.mean_returns, strict=True)):
        interval = f"{100 * wins.low:.1f} to {100 * wins.high:.1f}%"
        shares.add_row(str(seat + 1), f"{100 * wins.share:.1f}%", interval, f"{mean:+.3f}")
    console.print(shares)
    console.print(
        f"Per game: {s.mean_moves:.1f} decisions ({s.least_moves} to {s.greatest_moves}), {s.mean_turns:.1f} turns; "
        f"per decision: {s.mean_branching:.1f} legal moves (branching factor).",
        soft_wrap=True,
    )
    ends = ", ".join(f"{label} {count:,}" for label, count in s.endings)
    console.print(f"Ended by: {escape(ends) or 'nothing'}; draws {s.draws:,}.", soft_wrap=True)
    if s.unfinished:
        console.print(f"[bold]{s.unfinished:,} games did not end[/bold] within {s.most_moves:,} moves.", soft_wrap=True)
    _print_clauses(console, s)
    for found in s.faults:
        clauses = ", ".join(f"{x.told} @ {'; '.join(x.cites) or 'no citation'}" for x in found.fault.sources)
        console.print(
            f"[bold red]{found.fault.kind}[/bold red] in {found.games:,} games: {escape(found.fault.sentence)}",
            soft_wrap=True,
        )
        console.print(
            f"  clauses: {escape(clauses) or 'none'}; "
            f"first after {found.moves} moves of the game with seed {found.seed}",
            soft_wrap=True,
        )
    console.print(f"Again: {escape(again)}", soft_wrap=True, style="dim")


def _print_clauses(console: object, s: Statistics) -> None:
    from rich.console import Console
    from rich.table import Table

    from hoyle.terminal.screen import escape

    assert isinstance(console, Console)
    table = Table(box=None, pad_edge=False, show_edge=False)
    table.add_column("clause")
    table.add_column("", style="dim")
    table.add_column("times", justify="right")
    table.add_column("in games", justify="right")
    for clause in s.clauses:
        if clause.times:
            table.add_row(
                escape(f"{clause.group} {clause.source.label}"), clause.kind, f"{clause.times:,}", f"{clause.games:,}"
            )
    console.print(table)
    never = ", ".join(f"{c.group} {c.source.label}" for c in s.never_fired)
    console.print(f"Clauses that never took effect: {escape(never) or 'none'}.", soft_wrap=True)
