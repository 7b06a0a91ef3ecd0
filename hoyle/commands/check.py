"""`hoyle check`: reports what is wrong with rule files; shows what each stage makes of one.

Leaves finding faults to `spec` and showing them to `hoyle.terminal.render`.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from dataclasses import replace

from hoyle.commands.options import add_game, chosen, load_argument, worst
from hoyle.sources.files import Loaded, lower
from hoyle.terminal.guard import Usage
from spec.diagnostics.diagnostic import Diagnostic, diagnose, in_order
from spec.ir.clauses import clauses_of
from spec.lower.nearby_settings import Elsewhere, Test, elsewhere, place_of
from spec.names.settings import size_settings
from spec.syntax import ClaimSection
from spec.text.clean import one_line

MOST_PLAYERS = 12
STAGES = ("lines", "syntax", "ir")


def add_arguments(command: argparse.ArgumentParser) -> None:
    add_game(command, many=True)
    command.add_argument("--json", action="store_true", help="print the diagnostics as JSON")
    command.add_argument("--strict", action="store_true", help="count warnings as errors")
    command.add_argument("--stage", choices=STAGES, help="print what this stage makes of the file, and stop")


def run(args: argparse.Namespace) -> int:
    """Checks every file named; 0 where none has an error."""
    codes = []
    if args.json and len(args.games) > 1:
        raise Usage("--json takes one file at a time")
    for name in args.games:
        loaded = load_argument(name, args)
        beside = _elsewhere(loaded, args, name)
        more = tuple(_at_other_tables(loaded, args, name)) or tuple(map(_never, beside.nowhere))
        if more:
            loaded = replace(loaded, diagnostics=in_order((*loaded.diagnostics, *more)))
        if args.stage:
            _print_stage(loaded, args.stage)
        if args.json:
            from hoyle.terminal.render import to_json

            print(to_json(loaded.diagnostics, loaded.text))
        elif loaded.diagnostics:
            from hoyle.terminal.render import show

            show(loaded.diagnostics, loaded.text, sys.stdout if not args.stage else sys.stderr)
        elif not args.stage:
            print(f"{one_line(loaded.text.name)}: nothing wrong ({_counts(loaded)}){_more(beside)}")
        codes.append(1 if args.strict and loaded.diagnostics else worst(loaded.diagnostics))
    return max(codes)


def _elsewhere(loaded: Loaded, args: argparse.Namespace, name: str) -> Elsewhere:
    """What is in force under other settings than those of the options."""
    if loaded.game is None:
        return Elsewhere()
    return elsewhere(loaded.parsed.file, chosen(name, args)[1], loaded.game, as_written=args.as_written)


def _at_other_tables(loaded: Loaded, args: argparse.Namespace, name: str) -> Iterator[Diagnostic]:
    """What is wrong with other numbers of players, where nothing is with the usual one; each once."""
    settings = chosen(name, args)[1]
    seats = next((one for one in size_settings(loaded.parsed.file.sections) if one.name == "players"), None)
    if loaded.game is None or seats is None or "players" in settings:
        return
    told = {(d.code, d.span) for d in loaded.diagnostics}
    for players in range(seats.low, min(seats.high, MOST_PLAYERS) + 1):
        if players != seats.usual:
            there = lower(loaded.parsed, {**settings, "players": str(players)}, as_written=args.as_written)
            for one in there.diagnostics:
                if one.severity == "error" and (one.code, one.span) not in told:
                    told.add((one.code, one.span))
                    yield replace(one, message=f"with {players} players: {one.message}")


def _never(test: Test) -> Diagnostic:
    name = test.head.name.text if isinstance(test, ClaimSection) else f"“{test.title.text}”"
    return diagnose("W0515", place_of(test), f"no settings were found under which {name} is part of the game")


def _more(beside: Elsewhere) -> str:
    """Where the claims and examples are in force that are not under the settings of the options."""
    parts = [f"{len(near.places)} with {near.words}" for near in beside.nearby]
    return f"\nClaims and examples under other settings: {'; '.join(parts)}." if parts else ""


def _counts(loaded: Loaded) -> str:
    game = loaded.game
    assert game is not None
    parts = (
        (len({action.move for action in game.actions}), "move"), (len(clauses_of(game)), "clause"),
        (len(game.questions), "question"), (len(game.examples), "example"), (len(game.claims), "claim"),
    )  # fmt: skip
    return ", ".join(f"{n} {word}{'' if n == 1 else 's'}" for n, word in parts if n) or "nothing in it yet"


def _print_stage(loaded: Loaded, stage: str) -> None:
    match stage:
        case "lines":
            from spec.text.layout import blocks_of

            for block in blocks_of(loaded.text.content):
                line, _ = loaded.text.position(block.start)
                print(f"{line}: {block.text.splitlines()[0]}")
        case "syntax":
            from rich.pretty import pprint

            from hoyle.terminal.screen import screen

            for section in loaded.parsed.file.sections:
                pprint(section, console=screen(), expand_all=False)
        case _:
            from spec.ir.printing import print_game

            if loaded.game is not None:
                print(print_game(loaded.game), end="")
