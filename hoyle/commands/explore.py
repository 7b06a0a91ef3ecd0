"""`hoyle explore`: searches every position of a game, and tells how many there are and how to come to some.

Leaves searching to `hoyle.explore.search`, files to `hoyle.explore.kept`, and the screen to `hoyle.explore.show`.
"""

from __future__ import annotations

import argparse
import shutil
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from engine.interpreter.interpreter import Interpreter
from hoyle.commands.options import add_game, chosen, game_or_show, load_argument
from hoyle.explore.conditions import with_conditions
from hoyle.explore.kept import go_on, keep
from hoyle.explore.search import Figures, Order, Search, begun
from hoyle.explore.show import as_csv, as_json, screen_lines
from hoyle.table.faces import Faces, can_draw
from hoyle.terminal.guard import STOPPED, UNSETTLED, Misuse, Usage
from hoyle.terminal.numbers import count, seconds, seed
from hoyle.terminal.screen import screen
from hoyle.terminal.writing import all_free, write_text
from spec.text.clean import quoted
from verify.obligations.witness import make_witness
from verify.search.model import Shown


def add_arguments(command: argparse.ArgumentParser) -> None:
    add_game(command)
    command.add_argument(
        "--find",
        action="append",
        default=[],
        metavar="CONDITION",
        help="a condition in the rule file's language: the shortest play to where it holds; may be given again",
    )
    command.add_argument("--budget", type=seconds, default=60.0, metavar="SECONDS", help="stop after so long (60)")
    command.add_argument("--states", type=count, metavar="N", help="stop once there are so many states")
    command.add_argument(
        "--deals", type=count, default=1, metavar="N", help="where there are too many deals to search all, search N (1)"
    )
    command.add_argument("--seed", type=seed, default=1, metavar="S", help="the seed of those deals (1)")
    command.add_argument("--no-symmetry", action="store_true", help="count every position on its own")
    command.add_argument("--save", metavar="FILE", help="where the search is stopped, keep it in this file")
    command.add_argument("--resume", metavar="FILE", help="go on with the search that this file keeps")
    command.add_argument(
        "--play",
        metavar="FILE",
        help="write the play to the condition as a log for `hoyle replay`; of a second condition to FILE-2",
    )
    command.add_argument("--force", action="store_true", help="replace files that are there already")
    shape = command.add_mutually_exclusive_group()
    shape.add_argument("--json", action="store_true", help="print the figures as JSON")
    shape.add_argument("--csv", action="store_true", help="print the states by depth as CSV")


def run(args: argparse.Namespace) -> int:
    """0 where all was searched or every condition met, 1 where one is met nowhere or play stops, 3 where it was cut."""
    loaded = load_argument(args.game, args)
    if game_or_show(loaded) is None:
        return 1
    if args.play is not None and not args.find:
        raise Usage("--play writes the play to a condition; say which with --find")
    all_free((args.save, args.play), replace=args.force, reads=(args.game,))
    plays = _files(args)
    all_free((args.save, *map(str, plays)), replace=args.force, reads=(args.game,))
    _, settings = chosen(args.game, args)
    game, labels = with_conditions(loaded, settings, args.find, as_written=args.as_written)
    order = Order(game, labels, not args.no_symmetry, args.deals, args.seed, args.budget, args.states)
    search = go_on(order, Path(args.resume)) if args.resume else begun(order)
    if isinstance(search, str):
        print(f"hoyle: every position cannot be searched here: {search}", file=sys.stderr)
        return UNSETTLED
    with _progress() as tell, _stopping(search):
        search.run(tell)
    lost: Misuse | OSError | None = None
    try:
        said = _kept(search, args) if args.save else ""
    except (Misuse, OSError) as error:
        said, lost = "", error
    if said:
        print(said, file=sys.stderr)
    figures = search.figures()
    _show(figures, order, args)
    if lost is not None:  # what was found is told all the same
        raise lost
    _write_plays(plays, args, figures, search)
    return _code(figures, search)


def _files(args: argparse.Namespace) -> list[Path]:
    """Where the play to each condition goes: the second beside the first, as FILE-2."""
    if args.play is None:
        return []
    first = Path(args.play)
    others = (first.with_stem(f"{first.stem}-{number}") for number in range(2, len(args.find) + 1))
    return [first, *others]


def _write_plays(plays: list[Path], args: argparse.Namespace, figures: Figures, search: Search) -> None:
    """Writes the play to each condition that was met, and says of each which file it is, or that there is none."""
    for path, condition, shown in zip(plays, args.find, figures.found, strict=False):
        if shown is None:
            print(f"{path} is not written: no play to `{quoted(condition)}` was found.", file=sys.stderr)
        else:
            write_text(path, _log(shown, search), replace=args.force)
            print(f"The play to `{quoted(condition)}` is written to {path}.", file=sys.stderr)


def _kept(search: Search, args: argparse.Namespace) -> str:
    """Keeps a search that is not complete, and says so."""
    if not search.made.cut:
        return f"Nothing is kept in {args.save}: the search is complete."
    size = keep(search, Path(args.save), replace=args.force)
    return f"The search is kept in {args.save} ({size / 2**20:,.1f} MiB)."


def _log(shown: Shown, search: Search) -> str:
    interpreter = Interpreter(search.order.searched)
    return make_witness(interpreter, shown.outcomes, shown.moves, shown.position, shown.sentence).log


def _show(figures: Figures, order: Order, args: argparse.Namespace) -> None:
    if args.json:
        print(as_json(figures, order, args.find))
    elif args.csv:
        print(as_csv(figures))
    else:
        faces = Faces(Interpreter(order.game), can_draw(getattr(sys.stdout, "encoding", None)))
        console = screen(markup=False)
        for line in screen_lines(figures, order, args.find, faces, max(40, shutil.get_terminal_size((80, 24)).columns)):
            console.print(faces.styled(line))


def _code(figures: Figures, search: Search) -> int:
    if search.interrupted:
        return STOPPED
    if figures.stopped:
        return 1
    if figures.found and all(shown is not None for shown in figures.found):
        return 0
    if not figures.complete:
        return UNSETTLED
    return 1 if figures.found else 0


@contextmanager
def _stopping(search: Search) -> Iterator[None]:
    """Ctrl-C ends the search, and what was found so far is told and kept; a second one ends the command."""

    def stop(number: int, frame: object) -> None:
        search.interrupted = True
        signal.signal(signal.SIGINT, signal.default_int_handler)

    try:
        before = signal.signal(signal.SIGINT, stop)
    except ValueError:  # not the main thread: nobody can interrupt
        yield
        return
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


@contextmanager
def _progress() -> Iterator[Callable[[str], None]]:
    """One line that vanishes, on a terminal."""
    console = screen(sys.stderr)
    if not console.is_terminal:
        yield lambda words: None
        return
    with console.status("searching") as status:
        yield status.update
