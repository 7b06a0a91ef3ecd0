"""`hoyle verify`: checks a game's examples, claims and built-in safety rules.

Leaves deciding to `verify`, showing results to `hoyle.report`, and a rule file's own faults to `hoyle check`.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from textwrap import shorten
from time import perf_counter

from engine.targets.escape import as_json
from hoyle.commands.options import add_game, add_no_cache, chosen, game_or_show, load_under, setting_words, settings_of
from hoyle.report.evidence import show_evidence
from hoyle.report.live import Live
from hoyle.report.records import Run, keep_findings, keep_plays, record, write_plays
from hoyle.report.screen import Told, close, show
from hoyle.report.sorted import sort
from hoyle.run.kept_runs import verified
from hoyle.run.order import NotThere, Order, plan_of
from hoyle.sources.files import Loaded, find
from hoyle.terminal.guard import Usage
from hoyle.terminal.numbers import count, seconds, seed
from hoyle.terminal.writing import all_free, write_text
from spec.ir import nodes as ir
from spec.text.clean import one_line, shell_line, shell_word
from verify.obligations.verdict import Result, exit_code, strongest

MOST_TOLD = 300
"""So many characters are told of why a run went on by slower means."""


def add_arguments(command: argparse.ArgumentParser) -> None:
    add_game(command)
    command.add_argument("--games", type=count, default=300, metavar="N", help="how many games to play at random (300)")
    command.add_argument("--seed", type=seed, default=1, metavar="S", help="the seed of the random games (1)")
    command.add_argument(
        "--budget",
        type=seconds,
        default=150.0,
        metavar="SECONDS",
        help="seconds for the whole run; a check without time left is unknown (150)",
    )
    command.add_argument(
        "--proofs", metavar="DIR", help="write every query to the solver, as SMT-LIB, into this folder"
    )
    command.add_argument(
        "--certificates",
        metavar="DIR",
        help="write into this folder what proofs rest on, for `hoyle recheck` or any SMT solver to decide again",
    )
    command.add_argument(
        "--only", metavar="NAME", default="", help="only the claim of this name, or the example of this title"
    )
    add_no_cache(command)
    command.add_argument(
        "--details", action="store_true", help="also show the evidence: by which means each holds, for which scope"
    )
    command.add_argument("--json", action="store_true", help="print one JSON object a result")
    command.add_argument("--junit", metavar="FILE", help="write the results as a JUnit file")
    command.add_argument("--sarif", metavar="FILE", help="write the results as a SARIF 2.1.0 file")
    command.add_argument("--witnesses", metavar="DIR", help="write the log of every witness into this folder")
    command.add_argument("--save-tests", metavar="DIR", help="write every game that was found as a pytest test")
    command.add_argument("--force", action="store_true", help="replace files that are there already")


def run(args: argparse.Namespace) -> int:
    """0 where nothing is refuted and nothing required is unknown; 1 refuted; 3 unknown, or stopped before the end.

    4 where solvers or techniques contradict each other.
    """
    all_free((args.junit, args.sarif), replace=args.force, reads=(args.game,))
    began = perf_counter()
    name, settings = chosen(args.game, args)
    loaded = load_under(name, settings, as_written=args.as_written)
    game = game_or_show(loaded)
    if game is None:
        return 1
    proofs, certificates = (Path(name) if name else None for name in (args.proofs, args.certificates))
    if certificates is not None:
        from hoyle.report.certificates import free_for_certificates

        free_for_certificates(certificates, replace=args.force)
    plan = plan_of(args.games, args.seed, args.budget, proofs, certificates=certificates is not None)
    order = Order(settings, plan, args.as_written, kept=not args.no_cache, only=args.only)
    told: list[str] = []
    with Live() as live:
        try:
            done = verified(loaded, game, order, live.doing, live.came, began, told.append)
        except NotThere as error:
            raise Usage(str(error)) from None
    for words in dict.fromkeys(told):
        print(f"hoyle: {shorten(one_line(words), MOST_TOLD, placeholder=' ...')}", file=sys.stderr)
    if done.stopped:
        print("hoyle: stopped; the results so far:", file=sys.stderr)
    results = strongest(done.results)
    if certificates is not None:
        from hoyle.report.certificates import write_certificates

        write_certificates(certificates, loaded, settings, done.results, as_written=args.as_written, replace=args.force)
    run = _report(args, loaded, results)
    if args.json:
        print(as_json([record(r, run) for r in results], indent=2))
    else:
        comes_to = show(Told(results, game, perf_counter() - began, done.stopped), run)
        if args.details:
            show_evidence(done.results, run)
        close(comes_to, run)
    code = exit_code(results)
    return 3 if done.stopped and code == 0 else code


def _report(args: argparse.Namespace, loaded: Loaded, results: Sequence[Result]) -> Run:
    """Writes the files that were asked for; the run as reports tell it."""
    again = " ".join(filter(None, [
        "hoyle verify", shell_word(args.game), setting_words(args, settings_of(args)),
        shell_line("--only", args.only) if args.only else "",
        f"--games {args.games} --seed {args.seed} --budget {args.budget:g}",
    ]))  # fmt: skip
    plays = write_plays(results, Path(args.witnesses), replace=args.force) if args.witnesses else keep_plays(results)
    called = args.game.partition("@")[0] if not Path(args.game).exists() else args.game
    logs = [shown.log if shown is not None else "" for _, shown in sort(results).failures]
    findings = keep_findings(find(chosen(args.game, args)[0]), logs)
    told = Run(loaded.text, called, again, plays, loaded, args.games, args.budget, findings)
    if args.junit:
        from hoyle.report.junit import junit

        write_text(Path(args.junit), junit(results, told, _title(loaded.game)), replace=args.force)
    if args.sarif:
        from hoyle.report.sarif import sarif

        write_text(Path(args.sarif), sarif(results, told), replace=args.force)
    if args.save_tests:
        from hoyle.report.saved import save_tests

        where = str(find(chosen(args.game, args)[0]).resolve()) if Path(args.game).exists() else told.called
        save_tests(results, where, again, Path(args.save_tests), as_written=args.as_written, replace=args.force)
    return told


def _title(game: ir.Game | None) -> str:
    return "" if game is None else game.title
