"""The options that every command on a game shares: which file, which edition, readings and sizes.

Leaves reading the file to `hoyle.sources.files`.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from hoyle.sources.configuration import nearest
from hoyle.sources.files import Loaded, NotFound, find, load_file, lower
from hoyle.terminal.guard import Usage
from spec.diagnostics.diagnostic import Diagnostic, has_errors
from spec.ir import nodes as ir
from spec.text.clean import shell_line

REFUSED = ("E0501", "E0504", "E0505", "E0506", "E0511")
"""The codes by which a file refuses a setting; a file's own text may have them too."""


def add_no_cache(command: argparse.ArgumentParser) -> None:
    """Adds the option to use nothing from earlier runs; `--fresh` is another word for it."""
    told = "decide everything again: use no results of earlier runs, and keep none"
    command.add_argument("--no-cache", action="store_true", help=told)
    command.add_argument("--fresh", dest="no_cache", action="store_true", help=argparse.SUPPRESS)


def add_game(command: argparse.ArgumentParser, *, many: bool = False) -> None:
    """Adds the game and the options that choose its edition, readings and sizes."""
    what = (
        "a rule file, a folder with one, or the name of a game that comes with Hoyle; NAME@EDITION chooses an edition"
    )
    if many:
        command.add_argument("games", nargs="+", metavar="GAME", help=what)
    else:
        command.add_argument("game", metavar="GAME", help=what)
    command.add_argument("--edition", metavar="NAME", help="which edition of the rulebook")
    command.add_argument("--players", metavar="N", help="how many players")
    command.add_argument("--deck", metavar="CARDS", help='which cards, such as "A..6 of hearts, spades" or "7H 8S 9C"')
    command.add_argument(
        "--set",
        metavar="NAME=VALUE",
        action="append",
        default=[],
        dest="settings",
        help="a number or option of the file",
    )
    command.add_argument(
        "--reading", metavar="QUESTION=READING", action="append", default=[], help="the reading of a question"
    )
    command.add_argument(
        "--as-written", action="store_true", help="without rulings: clashes and open questions stop play"
    )


def settings_of(args: argparse.Namespace, edition: str = "") -> dict[str, str]:
    """The settings by name. Raises Usage where one is no NAME=VALUE or is given twice."""
    found: dict[str, str] = {}
    pairs = [*args.settings, *args.reading]
    for name, value in (("edition", args.edition or edition), ("players", args.players), ("deck", args.deck)):
        if value:
            pairs.append(f"{name}={value}")
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not equals or not name or not value:
            raise Usage(f"`{pair}` is no setting; write NAME=VALUE, such as --set players=2")
        if found.get(name.strip(), value.strip()) != value.strip():
            raise Usage(f"`{name}` is set twice, to `{found[name.strip()]}` and to `{value}`")
        found[name.strip()] = value.strip()
    return found


def named(game: str) -> tuple[str, str]:
    """The file or name that an argument tells, and the edition; '' where it names none."""
    name, _, edition = game.partition("@")
    try:
        find(game)
    except NotFound:
        return name, edition
    return game, ""


def chosen(game: str, args: argparse.Namespace) -> tuple[str, dict[str, str]]:
    """The file or name that an argument tells, and the settings by it and the options. Raises Usage.

    What the settings file says of the game counts where neither tells otherwise.
    """
    name, edition = named(game)
    return name, {**nearest(Path.cwd()).settings_of(name), **settings_of(args, edition)}


def load_argument(game: str, args: argparse.Namespace) -> Loaded:
    """The game of a command's argument under its options; raises NotFound or Usage."""
    name, settings = chosen(game, args)
    return load_under(name, settings, as_written=args.as_written)


def load_under(name: str, settings: Mapping[str, str], *, as_written: bool = False) -> Loaded:
    """A game under some settings; raises NotFound, and Usage where the file takes no such settings."""
    loaded = load_file(name, settings, as_written=as_written)
    refused = [d for d in loaded.diagnostics if d.code in REFUSED]
    if refused and settings:
        own = lower(loaded.parsed, as_written=as_written).diagnostics
        for diagnostic in refused:
            if diagnostic not in own:
                raise Usage(diagnostic.message + _by_file(name))
    return loaded


def _by_file(name: str) -> str:
    """Where a settings file sets anything of a game: it may be what is refused."""
    configuration = nearest(Path.cwd())
    if not configuration.settings_of(name):
        return ""
    return f" (settings of this game stand in {configuration.place(Path(name).stem)})"


def game_or_show(loaded: Loaded) -> ir.Game | None:
    """The game; where there is none, shows the errors on the standard error."""
    if loaded.game is None:
        from hoyle.terminal.render import show

        show([d for d in loaded.diagnostics if d.severity == "error"], loaded.text, sys.stderr)
    return loaded.game


def worst(diagnostics: Sequence[Diagnostic]) -> int:
    """The exit code for some diagnostics."""
    return 1 if has_errors(diagnostics) else 0


def setting_words(args: argparse.Namespace, settings: dict[str, str]) -> str:
    """The options that choose these settings again, for a line that reproduces a run."""
    words = []
    for name, value in settings.items():
        own = name in ("edition", "players", "deck")
        words += [f"--{name}", value] if own else ["--set", f"{name}={value}"]
    return shell_line(*words, *(["--as-written"] if args.as_written else []))
