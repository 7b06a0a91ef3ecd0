"""`hoyle ambiguities`: where a rulebook is silent, says two things, or can be read in two ways, and what it changes.

Leaves finding to `verify.ambiguity` and showing to `hoyle.ambiguity`.
"""

from __future__ import annotations

import argparse
import os
import sys
from dataclasses import replace
from pathlib import Path
from time import perf_counter

from hoyle.ambiguity import data, one, page, show
from hoyle.ambiguity.order import Item, Told
from hoyle.ambiguity.run import find, played
from hoyle.ambiguity.watched import STOPPED, watched
from hoyle.commands.options import add_game, add_no_cache, chosen, game_or_show, load_under, setting_words
from hoyle.misreadings.variations import questions, written
from hoyle.sources.files import Loaded, read
from hoyle.sources.files import find as find_file
from hoyle.terminal.guard import Misuse, Usage
from hoyle.terminal.numbers import count, jobs, seconds, seed
from hoyle.terminal.screen import screen
from hoyle.terminal.writing import all_free, rewrite, write_text
from spec.ir import nodes as ir
from spec.text.clean import shell_line, shell_word
from verify.ambiguity.run.context import Plan

LONGEST_REASON = 2_000
"""A reason is a sentence or two: a line of a rule file has its limit."""


def add_arguments(command: argparse.ArgumentParser) -> None:
    add_game(command)
    command.add_argument(
        "item", nargs="?", metavar="ITEM", help="one item in full: its number, or a question or clause by its name"
    )
    command.add_argument(
        "--games", type=count, default=60, metavar="N", help="random games for each pair of readings (60)"
    )
    command.add_argument("--seed", type=seed, default=1, metavar="S", help="the seed of all random choices (1)")
    command.add_argument("--budget", type=seconds, default=240.0, metavar="SECONDS", help="seconds by the clock (240)")
    command.add_argument(
        "--jobs",
        type=jobs,
        default=cores(),
        metavar="N",
        help="processes that compute side by side (one for each core)",
    )
    command.add_argument(
        "--ask",
        action="store_true",
        help="ask what the file does not: rules read in other ways, tried out in play",
    )
    command.add_argument(
        "--write", action="store_true", help="with ITEM that Hoyle asks: write the question into the rule file"
    )
    command.add_argument(
        "--settle",
        metavar="REASON",
        help="with ITEM that Hoyle asks: the rules are meant as they are written; write that into the file, and why",
    )
    command.add_argument("--details", action="store_true", help="show every item, not only the first of each kind")
    command.add_argument("--log", metavar="FILE", help="with ITEM: write its game, for hoyle replay")
    command.add_argument("--json", action="store_true", help="print the report as JSON")
    command.add_argument("--sarif", metavar="FILE", help="write the findings as SARIF, for code hosts and editors")
    command.add_argument("--html", metavar="FILE", help="write a page that draws the games as cards")
    add_no_cache(command)
    command.add_argument("--force", action="store_true", help="replace files that are there already")


def cores() -> int:
    """The cores that this process may use, so far as the system tells."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 2


def run(args: argparse.Namespace) -> int:
    """0 where nothing is open; 1 where something needs a ruling; 3 where something was not decided, or all stopped."""
    began = perf_counter()
    if args.write or args.settle is not None:
        return _write(args)
    if args.games < 1 or not args.budget > 0 or args.jobs < 1:
        raise Usage("--games, --budget and --jobs must be positive")
    if args.item == "":
        raise Usage("which item? Name it by its number, a question or a clause; without ITEM the whole report is made")
    all_free((args.sarif, args.html, args.log), replace=args.force, reads=(args.game,))
    name, settings = chosen(args.game, args)
    loaded = load_under(name, settings, as_written=args.as_written)
    game = game_or_show(loaded)
    if game is None:
        return 1
    asking = "--ask" if args.ask else ""
    again = " ".join(filter(None, [
        "hoyle ambiguities", shell_word(args.game), shell_word(args.item) if args.item else "",
        setting_words(args, settings), asking, f"--games {args.games} --seed {args.seed} --budget {args.budget:g}",
    ]))  # fmt: skip
    plan = Plan(args.budget, args.seed, args.games, max(2, args.games // 5), args.games, 2)
    asks = questions(loaded, played(loaded, game, settings, as_written=args.as_written))
    asked = {one.name: one for one in asks}
    report = watched(lambda progress, each: find(
        loaded, game, settings, plan, as_written=args.as_written, kept=not args.no_cache, jobs=args.jobs,
        progress=progress, each=each, began=began, item=args.item or "", ask=args.ask, asks=asks,
    ), each=not args.json)  # fmt: skip
    head = f"{game.title}, {loaded.seats}: ambiguities{' as written' if args.as_written else ''}"
    options = " ".join(filter(None, [setting_words(args, settings), asking]))
    called, unasked = shell_word(args.game), 0 if args.ask else len(asked)
    told = Told(report, loaded.text, game, head, called, again, asked, unasked, options)
    if args.json:
        items = meant(told, args.item) if args.item else ()
        shown = replace(report, findings=tuple(f for i in items for f in i.findings)) if items else report
        print(data.to_json(shown, loaded.text, again))
    elif args.item:
        _one(told, args)
    else:
        show.show(told, details=args.details)
    if args.sarif:
        write_text(Path(args.sarif), data.to_sarif(report.findings, loaded.text, again), replace=args.force)
    if args.html:
        write_text(Path(args.html), page.page(told), replace=args.force)
    if report.stopped:
        print(STOPPED, file=sys.stderr)
    if told.of("open"):
        return 1
    return 3 if report.stopped or report.cut or any(f.standing == "unknown" for f in report.findings) else 0


def _write(args: argparse.Namespace) -> int:
    """Writes a question that Hoyle asks into the rule file; 0 where that was done, 1 where the file has errors."""
    if not args.item:
        raise Usage(
            f"which question? Name it: hoyle ambiguities GAME QUESTION {'--write' if args.write else '--settle REASON'}"
        )
    if args.settle is not None and (args.write or not args.settle.strip()):
        raise Usage("--settle writes the question with a reason, which may not be empty, and needs no --write")
    if len(args.settle or "") > LONGEST_REASON:
        raise Usage(f"the reason has {len(args.settle):,} characters; say it in {LONGEST_REASON:,} at most")
    if args.json:
        raise Usage("--write and --settle write into the rule file and print no report, so --json is of no use here")
    name, settings = chosen(args.game, args)
    path = find_file(name)
    if not Path(name).exists():
        raise Usage(f"`{args.game}` comes with Hoyle and stays as it is; give the path of a file of your own")
    loaded = load_under(name, settings, as_written=args.as_written)
    game = game_or_show(loaded)
    if game is None:
        return 1
    text = written(loaded, game, args.item, args.settle)
    if text is None:
        raise Usage(_not_asked(loaded, game, args))
    if read(path)[0].content != loaded.text.content:
        raise Misuse(f"{path} was changed on the disk meanwhile, and was not written; ask again")
    rewrite(path, text)
    if args.settle is not None:
        print(f"{path}: the question stands there now with its answer, and is not asked again.")
        return 0
    print(f"{path}: the question `{args.item}` stands there now, ruled as the file was before. To rule otherwise,")
    print("change the reading after `ruling`, and say why.")
    return 0


def _not_asked(loaded: Loaded, game: ir.Game, args: argparse.Namespace) -> str:
    """Why no question of that name is asked."""
    there = next((q.source.span for q in game.questions if q.source.label == args.item), None)
    if there is not None:
        line = loaded.text.position(there.start)[0]
        return f"the file has the question `{args.item}` already (line {line}); to rule otherwise, change it there"
    shown = f"hoyle ambiguities {shell_word(args.game)} --ask"
    if args.item.isdigit():
        return f"a question is written by its name, for numbers change from run to run; {shown} shows the names"
    return f"Hoyle asks no question `{args.item}` of this file; {shown} shows their names"


def _one(told: Told, args: argparse.Namespace) -> None:
    """Shows the items that somebody means, and writes the game of the first."""
    found = meant(told, args.item)
    console = screen()
    for item in found:
        one.in_full(console, told, item, lead=f"{item.number:>3}. ")
        console.print()
    film = next((f.film for item in found for f in item.findings if f.film is not None and f.film.log), None)
    if args.log:
        if film is None:
            raise Usage(f"no game shows item {args.item}, so there is nothing to write to {args.log}")
        write_text(Path(args.log), film.log, replace=args.force)
        print(f"Replay: {shell_line('hoyle', 'replay', args.game, args.log)}")
    elif film is not None:
        print(f"Its game as a file for hoyle replay: add --log FILE. All items: {told.command()}")


def meant(told: Told, word: str) -> list[Item]:
    """The items of that number or name; raises Usage where there are none."""
    found = [item for item in told.items if str(item.number) == word] or [i for i in told.items if i.about(word)]
    if not found:
        there = f"they are numbered from 1 to {len(told.items)}" if told.items else "there are none"
        asked = (
            f"; what Hoyle asks by itself has items with --ask: {told.command(word, '--ask')}" if told.unasked else ""
        )
        raise Usage(f"no item is called `{word}`; {there}: {told.command()}{asked}")
    return found
