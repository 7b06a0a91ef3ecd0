"""`hoyle simulate`: plays many games and reports who wins, how long it takes and which clauses fire.

Leaves playing and counting to `hoyle.run.simulating`, and showing to `hoyle.simulation`.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from time import perf_counter
from typing import Any

from engine.interpreter.interpreter import Interpreter
from engine.players.policy import NAMES
from engine.simulate.simulate import Progress
from engine.simulate.sums import Beyond
from hoyle.commands.options import add_game, game_or_show, load_argument, setting_words, settings_of
from hoyle.run import shards
from hoyle.run.simulating import FEW, MANY, Simulation, measured, need_a_game, simulated
from hoyle.run.simulating import Simulated as Played
from hoyle.simulation import charts, profile, rows
from hoyle.simulation.figures import Simulated
from hoyle.sources.files import Loaded
from hoyle.terminal.guard import UNSETTLED, Usage
from hoyle.terminal.numbers import count, jobs, seed
from hoyle.terminal.writing import all_free, write_text
from spec.text.clean import shell_word
from spec.text.whole_numbers import whole

GAMES, MOST_MOVES = 200, 10_000
"""So many games are played, and so many moves of one, unless somebody says otherwise."""


TIMED = ("seconds", "games_per_second", "decisions_per_second")
"""What a record has of time."""


class _Noted(argparse.Action):
    """Stores a value, and that somebody gave it: what a settings file makes usual is no option given."""

    def __call__(
        self, parser: object, namespace: argparse.Namespace, values: Any, option_string: object = None
    ) -> None:
        setattr(namespace, self.dest, values)
        namespace.noted |= {self.dest}


def add_arguments(command: argparse.ArgumentParser) -> None:
    add_game(command)
    command.set_defaults(noted=frozenset())
    noted: dict[str, Any] = {"action": _Noted}
    for name, kind, sign, usual, words in (
        ("--games", count, "N", GAMES, "how many games"),
        ("--seed", seed, "S", 0, "the seed of all luck"),
        ("--most-moves", count, "N", MOST_MOVES, "cut games after N moves"),
    ):
        command.add_argument(name, type=kind, metavar=sign, default=usual, help=f"{words} (%(default)s)", **noted)
    command.add_argument(
        "--engine",
        default="auto",
        **noted,
        choices=("auto", "interpreter", "native"),
        help="the engine: the interpreter, or compiled C with the same figures sooner (needs a C compiler); "
        f"auto (usual) compiles from {MANY:,} games on, or {FEW['greedy']} greedy or {FEW['mcts']} searched ones, "
        "and where play takes long",
    )
    command.add_argument(
        "--jobs",
        default=1,
        **noted,
        type=jobs,
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
    command.add_argument(
        "--shard", type=_shard, metavar="I/N",
        help="play part I of N parts of the games, for a run on several machines; add --json > FILE, and --merge later",
    )  # fmt: skip
    command.add_argument(
        "--merge", nargs="+", metavar="FILE", help="play nothing: put the shards of one run together, in any order"
    )
    command.add_argument(
        "--cluster", metavar="ADDRESS",
        help="play on Ray's workers: `local` begins --jobs of them here, else the address of a cluster, as "
        "10.0.0.1:6379 (needs hoyle[ray]); the figures stay the same",
    )  # fmt: skip
    command.add_argument(
        "--profile", action="store_true",
        help="show where the time of compiled play goes: which definitions, clauses, moves and steps",
    )  # fmt: skip
    command.add_argument("--details", action="store_true", help="show every clause, not only those least used")
    command.add_argument("--json", action="store_true", help="print the statistics as JSON")
    command.add_argument("--csv", metavar="FILE", help="write a table with one row a game")
    command.add_argument("--html", metavar="FILE", help="write a page with charts (needs hoyle[charts])")
    command.add_argument("--force", action="store_true", help="replace files that are there already")


def _shard(text: str) -> tuple[int, int]:
    """Which part of how many. Raises ArgumentTypeError."""
    number, slash, of = text.partition("/")
    part, parts = whole(number) or 0, whole(of) or 0
    if not slash or not 1 <= part <= parts <= shards.MOST:
        raise argparse.ArgumentTypeError(
            f"`{text}` is no shard; write its number and how many there are, such as 3/64 (at most {shards.MOST:,})"
        )
    return part, parts


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
    """0, or 1 where a game met a fault, 3 where one was too large, 130 where it was stopped before all were played."""
    _fits(args)
    loaded = load_argument(args.game, args)
    game = game_or_show(loaded)
    if game is None:
        return 1
    if args.html:
        charts.needed()
    all_free((args.csv, args.html), replace=args.force, reads=(args.game,))
    interpreter = Interpreter(game)
    how = _merged if args.merge else _profiled if args.profile else _played
    found = how(loaded, interpreter, args)
    figures = found.told.figures
    if args.json:
        told = _record(found.told) | ({} if found.shard is None else {"shard": shards.record(found.shard)})
        if found.profile is not None:  # more was played than is counted, by code that is slower
            told = {key: value for key, value in told.items() if key not in TIMED}
            told["profile"] = found.profile.record()
        print(json.dumps(told, indent=2))
    elif found.profile is not None:
        profile.show(found.profile, details=args.details)
    else:
        from hoyle.simulation import show

        show.show(found.told, details=args.details)
    if args.csv:
        write_text(Path(args.csv), rows.to_csv(figures, found.first), replace=args.force)
    if args.html:
        from hoyle.simulation import page

        write_text(Path(args.html), page.page(found.told), replace=args.force)
    if found.beyond is not None:
        at = "" if found.beyond.at is None else f" (line {loaded.text.position(found.beyond.at.span.start)[0]})"
        print(
            f"hoyle: game {found.first + figures.games + 1:,} of {args.games:,} is too large: "
            f"{found.beyond.sentence}{at}. The figures are of the {figures.games:,} before it",
            file=sys.stderr,
        )
        return UNSETTLED
    if figures.games < found.asked:
        print(
            f"hoyle: stopped after {figures.games:,} of {found.asked:,} games; the figures are of these",
            file=sys.stderr,
        )
        return 130
    return 1 if figures.faults else 0


@dataclass(frozen=True, slots=True)
class _Found:
    """What reports tell; how many games were asked for, the number of the first, the shard that they are, why the next
    game could not be played, and where time went, where that was asked."""

    told: Simulated
    asked: int
    first: int = 0
    shard: shards.Shard | None = None
    beyond: Beyond | None = None
    profile: profile.Profile | None = None


def _fits(args: argparse.Namespace) -> None:
    """Raises Usage where options do not go together."""
    given = {name: name in args.noted for name in ("games", "seed", "most_moves", "engine", "jobs")}
    given |= {name: getattr(args, name) not in (None, []) for name in ("policy", "csv", "shard", "cluster")}
    told = [f"--{name.replace('_', '-')}" for name, is_given in given.items() if is_given]
    if args.merge and told:
        raise Usage(
            f"{' and '.join(told)} cannot stand beside --merge, which plays nothing: the shards say what was played"
        )
    others = [name for name in ("--policy", "--shard", "--merge", "--cluster", "--csv", "--html") if _given(args, name)]
    if args.profile and others:
        raise Usage(f"{' and '.join(others)} cannot stand beside --profile, which measures random games of one run")
    if args.profile and (args.engine == "interpreter" or args.jobs > 1):
        raise Usage("--profile measures compiled play in one process; leave --engine interpreter and --jobs away")
    if args.shard and not args.json:
        raise Usage("a shard is for --merge to read; write it to a file: add --json > FILE")
    if args.shard and args.shard[1] > args.games:
        raise Usage(
            f"there are more shards ({args.shard[1]:,}) than games ({args.games:,}); ask for fewer, or for more games"
        )


def _given(args: argparse.Namespace, option: str) -> bool:
    return getattr(args, option.removeprefix("--")) not in (None, [])


def _order(args: argparse.Namespace, policies: tuple[str, ...]) -> Simulation:
    return Simulation(args.games, args.seed, args.most_moves, args.jobs, policies, args.engine, rows=bool(args.csv))


def _played(loaded: Loaded, interpreter: Interpreter, args: argparse.Namespace) -> _Found:
    """Plays all games, or those of one shard."""
    whole = _order(args, _policies(args.policy, interpreter.layout.players))
    number, of = args.shard or (1, 1)
    games = shards.numbers(whole.games, number, of)
    order = replace(whole, first=games.start, games=len(games), partly=True)
    began = perf_counter()
    played = _watched(interpreter, order, args.cluster, args.jobs if "jobs" in args.noted else None)
    seconds = perf_counter() - began
    if args.shard is None:
        need_a_game(played.sums)
    if played.reason:
        print(f"hoyle: no compiled engine, so the interpreter plays: {played.reason}", file=sys.stderr)
    engine = "--engine native" if args.engine == "native" else ""
    part = f"--shard {number}/{of}" if args.shard else ""
    told = _told(loaded, interpreter, args, played, seconds, f"{part} {engine}".strip())
    shard = None
    if args.shard:
        run = shards.run_of(interpreter.game, loaded.text.content, whole)
        shard = shards.Shard(run, number, of, played.engine, seconds, replace(played.sums, rows=()))
    return _Found(told, len(games), games.start, shard, played.sums.beyond)


def _profiled(loaded: Loaded, interpreter: Interpreter, args: argparse.Namespace) -> _Found:
    """Plays all games in a build that is made to be measured."""
    order = _order(args, ())
    began = perf_counter()
    with _bar(order.games) as tell:
        played = measured(interpreter, order, tell)
    if isinstance(played, str):
        raise Usage(f"--profile measures compiled play, and there is none of this game: {played}")
    told = _told(loaded, interpreter, args, played.played, perf_counter() - began, "--profile")
    return _Found(told, order.games, profile=profile.Profile(told, played.profile))


def _merged(loaded: Loaded, interpreter: Interpreter, args: argparse.Namespace) -> _Found:
    """Puts shards together."""
    all_ = shards.merged(interpreter.game, loaded.text.content, [Path(name) for name in args.merge])
    run = all_.run
    order = Simulation(run.games, run.seed, run.most_moves, policies=run.policies)
    args.games, args.seed, args.policy = run.games, run.seed, [f"{n}={who}" for n, who in enumerate(run.policies, 1)]
    if args.most_moves != run.most_moves:  # what a settings file makes usual here was not so there
        args.most_moves, args.noted = run.most_moves, args.noted | {"most_moves"}
    need_a_game(all_.sums)
    together = Played(interpreter.game, order, all_.sums, all_.engine)
    told = _told(loaded, interpreter, args, together, all_.seconds, "")
    return _Found(told, run.games, beyond=all_.sums.beyond)


def _told(
    loaded: Loaded, interpreter: Interpreter, args: argparse.Namespace, played: Played, seconds: float, more: str
) -> Simulated:
    policies = played.order.policies
    cut = args.most_moves != MOST_MOVES or "most_moves" in args.noted
    again = " ".join(filter(None, [
        "hoyle simulate", shell_word(args.game), setting_words(args, settings_of(args)),
        f"--games {args.games} --seed {args.seed}", f"--most-moves {args.most_moves}" if cut else "",
        *(f"--policy {p}" for p in args.policy), more,
    ]))  # fmt: skip
    how = "at random" if not policies else f"by {', '.join(policies)}"
    return Simulated(interpreter.game, loaded.text, played.figures, seconds, played.engine, how, again)


def _watched(interpreter: Interpreter, order: Simulation, address: str | None, jobs: int | None) -> Played:
    """Plays the games here or on a cluster, with a bar that says how far it came."""
    with _bar(order.games) as tell:
        if address is None:
            return simulated(interpreter, order, tell)
        from hoyle.run.cluster import Cluster
        from hoyle.run.spread import on_cluster

        with Cluster(address, jobs) as cluster:
            return on_cluster(cluster, interpreter, order, tell)


@contextmanager
def _bar(games: int) -> Iterator[Progress]:
    """A bar that says how far play came."""
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
    from rich.progress import Progress as Bar

    from hoyle.terminal.screen import screen

    console = screen(sys.stderr)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Bar(*columns, console=console, transient=True, disable=not sys.stderr.isatty()) as bar:
        task = bar.add_task("playing", total=games)

        def tell(done: int, _: int) -> None:
            bar.update(task, completed=done)

        yield tell


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
