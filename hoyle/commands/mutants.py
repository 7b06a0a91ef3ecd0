"""`hoyle mutants`: changes the rules on purpose, and reports which of the changes examples, claims and checks catch.

Leaves breaking rules and noticing it to `verify.mutation`.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from time import perf_counter

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from engine.targets.escape import as_json
from hoyle.commands.options import add_game, chosen, game_or_show, load_under, setting_words, settings_of
from hoyle.sources.files import Loaded, lower
from hoyle.terminal.numbers import count, jobs, seed
from hoyle.terminal.screen import escape, screen
from spec.ir import nodes as ir
from spec.names.settings import size_settings
from spec.text.clean import one_line, shell_word
from spec.text.source import NOWHERE
from verify.mutation.judge import Baseline, Effort, baseline
from verify.mutation.study import Fate, Score, fates, sample, score

USUAL = Effort()
LINES = 4
"""So many lines of a changed clause are shown."""


def add_arguments(command: argparse.ArgumentParser) -> None:
    add_game(command)
    command.add_argument(
        "--sample", type=count, default=60, metavar="N", help="how many changes to try, drawn at random (60)"
    )
    command.add_argument("--all", action="store_true", help="try every change; this may take an hour")
    command.add_argument(
        "--games", type=count, default=USUAL.games, metavar="N", help=f"random games for each change ({USUAL.games})"
    )
    command.add_argument("--seed", type=seed, default=1, metavar="S", help="the seed of sample and games (1)")
    command.add_argument("--jobs", type=jobs, default=os.cpu_count() or 1, metavar="N", help="work with N processes")
    command.add_argument(
        "--alike", action="store_true", help="also list the changes without a difference in play (equivalent mutants)"
    )
    command.add_argument("--least", type=float, metavar="PERCENT", help="exit with 1 where fewer are killed")
    command.add_argument("--json", action="store_true", help="print one JSON object with every change that was tried")


@dataclass(frozen=True, slots=True)
class Studied:
    """What became of the changes that were tried; fewer than were picked where somebody stopped it."""

    fates: tuple[Fate, ...]
    picked: int


def run(args: argparse.Namespace) -> int:
    """0; 1 where fewer are noticed than `--least` asks for, or the rule file has errors."""
    name, settings = chosen(args.game, args)
    loaded = load_under(name, settings, as_written=args.as_written)
    game = game_or_show(loaded)
    if game is None:
        return 1
    began = perf_counter()
    studied = _study(loaded, game, settings, args)
    found = studied.fates
    counts = score(found)
    again = " ".join(filter(None, [
        "hoyle mutants", shell_word(args.game), setting_words(args, settings_of(args)),
        "--all" if args.all else f"--sample {args.sample}", f"--games {args.games} --seed {args.seed}",
    ]))  # fmt: skip
    if args.json:
        print(as_json(_record(game, loaded, counts, found, again), indent=2))
    else:
        _print(game, loaded, counts, found, args)
        print(f"\n{perf_counter() - began:.0f} s. Again: {again}")
    if len(found) < studied.picked:
        print(
            f"hoyle: stopped after {len(found):,} of {studied.picked:,} changes; the figures are of these",
            file=sys.stderr,
        )
        return 130
    return 1 if args.least is not None and 100 * counts.share.share < args.least else 0


def _study(loaded: Loaded, game: ir.Game, settings: Mapping[str, str], args: argparse.Namespace) -> Studied:
    def make(sizes: Mapping[str, str]) -> ir.Game | None:
        return lower(loaded.parsed, sizes, as_written=args.as_written).game

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=screen(sys.stderr), transient=True, disable=not sys.stderr.isatty()) as bar:
        picked = sample(game, None if args.all else args.sample, args.seed)
        task = bar.add_task("playing the game without a change", total=len(picked))
        effort = Effort(games=args.games, seed=args.seed)
        base: Baseline = baseline(game, size_settings(loaded.parsed.file.sections), settings, make, effort)
        bar.update(task, description="changing rules")
        found: list[Fate] = []
        try:
            for fate in fates(base, picked, args.jobs):
                found.append(fate)
                bar.update(task, completed=len(found))
        except KeyboardInterrupt:
            return Studied(tuple(found), len(picked))
    return Studied(tuple(found), len(picked))


# ---------------------------------------------------------------- showing


def _print(game: ir.Game, loaded: Loaded, counts: Score, found: Sequence[Fate], args: argparse.Namespace) -> None:
    console = screen()
    console.print(f"[bold]{escape(game.title)}[/bold]: {counts.made:,} changes of the rules (mutants) were tried\n")
    share, asked = counts.share, counts.noticed + counts.unnoticed
    sampled = "" if args.all else f" (of all changes {100 * share.low:.1f}% to {100 * share.high:.1f}%)"
    if asked:
        console.print(f"[bold green]{counts.noticed:6,}[/] killed by an example, claim or check", end="")
        console.print(f": {100 * share.share:.1f}%{sampled}")
    for kind, times in _means(found):
        console.print(f"[dim]{times:10,} by {kind}[/dim]")
    console.print(f"[bold red]{counts.unnoticed:6,}[/] survived: games differ, and no example, claim or check notices")
    if counts.unspeakable:
        rest = f"{100 * counts.speakable.share:.1f}% killed without them"
        console.print(
            f"{counts.unspeakable:10,} of them differ only in a blind choice, and no example can state one; {rest}"
        )
    console.print(f"{counts.alike:6,} equivalent so far as seen; not counted")
    console.print(f"{counts.illegal:6,} invalid, since the checker refuses the changed rules; not counted\n")
    for fate in found:
        if fate.status == "unnoticed" or (args.alike and fate.status == "alike"):
            _print_fate(console, fate, loaded)
    if counts.unnoticed:
        console.print("\nTo kill a survivor, add an example or a claim that fails under the changed rules.")


def _means(found: Sequence[Fate]) -> list[tuple[str, int]]:
    return Counter(f.by.by.partition(" of ")[0] for f in found if f.by is not None).most_common()


def _print_fate(console: Console, fate: Fate, loaded: Loaded) -> None:
    mutant = fate.mutant
    line, _ = loaded.text.position(mutant.span.start)
    cites = f" @ {'; '.join(mutant.cites)}" if mutant.cites else ""
    where = f"{mutant.clause or mutant.path[0]}{cites} (line {line})"
    console.print(f"[bold]{escape(where)}[/bold]: {escape(mutant.words)}")
    for written in () if mutant.span == NOWHERE else _written(loaded, line):
        console.print(f"      {escape(written)}")
    console.print(f"      {escape(mutant.name)}", style="dim")
    if fate.difference is None:
        console.print("      no difference seen")
        return
    for number, move in enumerate(fate.difference.moves, 1):
        console.print(f"      {number:3}. {escape(move)}")
    console.print(f"      {escape(fate.difference.sentence)}")
    console.print(f"      ({escape(fate.difference.where)})", style="dim")


def _written(loaded: Loaded, number: int) -> Iterator[str]:
    """The line of a rule file on which a clause begins, and what stands below it and belongs to it; a few lines."""
    first, text = loaded.text.line(number), loaded.text
    depth = len(first) - len(first.lstrip())
    yield one_line(first.strip())
    for at in range(number + 1, min(number + LINES, text.content.count("\n") + 2)):
        below = text.line(at)
        if len(below) - len(below.lstrip()) <= depth or not below.strip():
            return
        yield f"  {one_line(below.strip())}"


def _record(game: ir.Game, loaded: Loaded, counts: Score, found: Sequence[Fate], again: str) -> dict[str, object]:
    share = counts.share
    return {
        "title": game.title,
        "tried": counts.made,
        "noticed": counts.noticed,
        "unnoticed": counts.unnoticed,
        "unspeakable": counts.unspeakable,
        "share_of_speakable": counts.speakable.share,
        "alike": counts.alike,
        "illegal": counts.illegal,
        "share": {"value": share.share, "low": share.low, "high": share.high},
        "reproduce": again,
        "mutants": [_fate_record(fate, loaded) for fate in found],
    }


def _fate_record(fate: Fate, loaded: Loaded) -> dict[str, object]:
    mutant, by, difference = fate.mutant, fate.by, fate.difference
    line, column = loaded.text.position(mutant.span.start)
    return {
        "name": mutant.name,
        "operator": mutant.operator,
        "clause": mutant.clause,
        "citations": list(mutant.cites),
        "span": {"file": loaded.text.name, "line": line, "column": column},
        "words": mutant.words,
        "status": fate.status,
        "by": None if by is None else {
            "means": by.by, "code": by.code, "subject": by.subject, "sentence": by.sentence,
        },
        "difference": None if difference is None else {
            "moves": list(difference.moves), "sentence": difference.sentence, "where": difference.where,
        },
    }  # fmt: skip
