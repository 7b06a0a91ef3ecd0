"""`hoyle export`: writes a game out as an engine for others to embed.

Leaves what is written to `engine.targets`.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from importlib.metadata import version
from pathlib import Path

from engine.conformance.choose import Progress
from engine.targets.facts import Facts
from engine.targets.registry import OTHER_NAMES, TARGETS, files_of
from hoyle.commands.options import add_game, chosen, game_or_show, load_argument, setting_words, settings_of
from hoyle.run.conformance import Finder, other_readings
from hoyle.run.telling import told_of
from hoyle.sources.files import Loaded
from hoyle.terminal.guard import Usage
from hoyle.terminal.numbers import count, seconds
from hoyle.terminal.writing import WouldOverwrite, write_text
from spec.ir import nodes as ir
from spec.names.suggestions import nearest
from spec.text.clean import quoted, shell_word

SOUGHT = 400_000
"""So many games are played, compiled, to find clauses that the random games of a conformance suite do not show."""


def add_arguments(command: argparse.ArgumentParser) -> None:
    add_game(command)
    targets = "; ".join(f"{name}: {summary}" for name, summary in TARGETS.items())
    command.add_argument("--to", metavar="TARGET", required=True, help=f"what to write ({targets})")
    command.add_argument("--out", metavar="DIR", type=Path, required=True, help="the folder to write into")
    command.add_argument(
        "--games", type=count, default=300, metavar="N", help="to vectors: choose from so many random games (300)"
    )
    command.add_argument(
        "--budget", type=seconds, default=300.0, metavar="SECONDS", help="to vectors: seconds to choose games in (300)"
    )
    command.add_argument("--force", action="store_true", help="replace files that are there already")


def no_target(word: str) -> str:
    """What to say of a target that there is not."""
    meant = OTHER_NAMES.get(word.lower()) or nearest(word.lower(), TARGETS)
    guess = f"did you mean `{meant}`? There are" if meant else "there are"
    listed = "\n".join(f"  {name:12} {summary}" for name, summary in TARGETS.items())
    return f"there is no target `{quoted(word)}`; {guess}:\n{listed}"


def run(args: argparse.Namespace) -> int:
    """0 where everything was written; 1 where the rule file has errors, or the target cannot say the game."""
    if args.to not in TARGETS:
        raise Usage(no_target(args.to))
    loaded = load_argument(args.game, args)
    game = game_or_show(loaded)
    if game is None:
        return 1
    made = _made(game, loaded, args)
    if made is None:
        return 1
    _write(args.out, made, args.force)
    for path in made:
        print(args.out / path)
    return 0


def _made(game: ir.Game, loaded: Loaded, args: argparse.Namespace) -> dict[str, str] | None:
    """The texts by their paths; None, with a word on the standard error, where there are none."""
    from engine.conformance.differential_check import Differs
    from engine.core.unsupported import Unsupported

    stem = Path(chosen(args.game, args)[0]).stem
    settings = setting_words(args, settings_of(args))
    given = Path(args.game.partition("@")[0])
    name = given.name if given.stem == stem else args.game
    command = " ".join(filter(None, ["hoyle export", shell_word(name), settings, f"--to {args.to} --out DIR"]))
    try:
        with _progress() as progress:
            readings = partial(other_readings, loaded, game, chosen(args.game, args)[1])
            facts = Facts(
                stem, command, version("hoyle"), args.as_written, readings, args.games, progress, SOUGHT, Finder(game),
                args.budget, tell=lambda words: print(f"hoyle: {words}", file=sys.stderr),
                told=partial(told_of, game, as_written=args.as_written),
            )  # fmt: skip
            return dict(files_of(args.to)(game, facts))
    except Unsupported as error:
        print(f"hoyle: {args.game} cannot be exported to {args.to}: it has {error}", file=sys.stderr)
    except Differs as error:
        print(f"hoyle: nothing was written: the exported engine does not agree with Hoyle ({error}).", file=sys.stderr)
        print("This is a mistake of Hoyle's own; please report it with the rule file.", file=sys.stderr)
    return None


@contextmanager
def _progress() -> Iterator[Progress]:
    """Shows how far choosing games has come, in a terminal."""
    from rich.progress import Progress as Bar

    from hoyle.terminal.screen import screen

    with Bar(console=screen(sys.stderr), transient=True, disable=not sys.stderr.isatty()) as bar:
        task = bar.add_task("choosing games", total=None, visible=False)
        yield lambda played, covered, wanted: bar.update(task, completed=covered, total=wanted, visible=True)


def _write(folder: Path, made: dict[str, str], force: bool) -> None:
    """Writes all files; where one is there already, none."""
    there = [path for path in made if (folder / path).exists()]
    if there and not force:
        raise WouldOverwrite(f"{folder / there[0]} is there already; choose another folder or add --force")
    for path, text in made.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        write_text(folder / path, text, replace=force)
