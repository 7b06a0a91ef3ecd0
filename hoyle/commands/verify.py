"""`hoyle verify`: decides the examples and claims of a rule file, and what every game owes.

Leaves deciding to `verify`, and a rule file's own faults to `hoyle check`.
"""

from __future__ import annotations

import argparse
import json
import re
import shlex
import sys
from collections.abc import Mapping
from pathlib import Path
from time import perf_counter

from rich.console import Console
from rich.markup import escape

from hoyle.cli import Usage
from hoyle.files import Loaded, lower
from hoyle.options import add_game, chosen, game_or_show, load_under, setting_words, settings_of
from hoyle.writing import WouldOverwrite, write_text
from spec import ir
from spec.knobs import knobs
from verify.suite import Plan, decide
from verify.verdict import MEANING, Result, Verdict, exit_code, rank, strongest

COLOURS: dict[Verdict, str] = {
    "proved": "bold green", "checked": "green", "tested": "cyan", "refuted": "bold red", "unknown": "yellow",
}  # fmt: skip


def add_arguments(command: argparse.ArgumentParser) -> None:
    add_game(command)
    command.add_argument("--games", type=int, default=300, metavar="N", help="how many games to play at random (300)")
    command.add_argument("--seed", type=int, default=1, metavar="S", help="the seed of the random games (1)")
    command.add_argument(
        "--budget",
        type=float,
        default=60.0,
        metavar="SECONDS",
        help="a third each for random games, for proofs and for the search (60)",
    )
    command.add_argument(
        "--proofs", metavar="DIR", help="write every question to the solver, as SMT-LIB, into this folder"
    )
    command.add_argument("--json", action="store_true", help="print one JSON object a result")
    command.add_argument("--witnesses", metavar="DIR", help="write the log of every witness into this folder")
    command.add_argument("--force", action="store_true", help="replace files that are there already")


def run(args: argparse.Namespace) -> int:
    """0 where nothing is refuted and nothing required is unknown; 1 refuted; 3 unknown; 130 stopped before the end."""
    if args.games < 1 or not args.budget > 0:
        raise Usage("--games and --budget must be positive")
    name, settings = chosen(args.game, args)
    loaded = load_under(name, settings, as_written=args.as_written)
    game = game_or_show(loaded)
    if game is None:
        return 1
    began = perf_counter()
    results, stopped = _decide(loaded, game, settings, args)
    shown = strongest(results)
    again = " ".join(filter(None, [
        "hoyle verify", shlex.quote(args.game), setting_words(args, settings_of(args)),
        f"--games {args.games} --seed {args.seed} --budget {args.budget:g}",
    ]))  # fmt: skip
    if args.witnesses:
        _write_witnesses(shown, Path(args.witnesses), replace=args.force)
    if args.json:
        print(json.dumps([_record(r, loaded, again) for r in shown], indent=2, ensure_ascii=False))
    else:
        _print(results, game, loaded, perf_counter() - began, again)
    code = exit_code(shown)
    return 130 if stopped and code != 1 else code


def _decide(
    loaded: Loaded, game: ir.Game, settings: Mapping[str, str], args: argparse.Namespace
) -> tuple[tuple[Result, ...], bool]:
    """What was decided, and whether somebody stopped it before the end."""

    def make(chosen: Mapping[str, str]) -> ir.Game | None:
        return lower(loaded.parsed, chosen, as_written=args.as_written).game

    console = Console(stderr=True)
    third = args.budget / 3
    folder = Path(args.proofs) if args.proofs else None
    plan = Plan(args.games, args.seed, third, third, third, folder)
    found: list[Result] = []
    with console.status("reading the rules") as status:
        if not console.is_terminal:
            status.stop()
        steps = decide(game, knobs(loaded.parsed.file.sections), settings, make, plan, status.update)
        try:
            for result in steps:
                found.append(result)
        except KeyboardInterrupt:
            print("hoyle: stopped; what was decided so far:", file=sys.stderr)
            return tuple(found), True
    return tuple(found), False


# ---------------------------------------------------------------- showing


def _print(results: tuple[Result, ...], game: ir.Game, loaded: Loaded, seconds: float, again: str) -> None:
    console = Console(highlight=False, soft_wrap=True, emoji=False)
    chosen = dict(game.settings)
    edition = f", {chosen['edition']} edition" if "edition" in chosen else ""
    console.print(
        f"[bold]{escape(game.title)}[/bold]{edition}, {chosen.get('players', '?')} players, {len(game.deck)} cards\n"
    )
    groups: dict[tuple[str, str], list[Result]] = {}
    for result in results:
        groups.setdefault((result.obligation.code, result.obligation.subject), []).append(result)
    means = Means()
    quiet: dict[str, list[list[Result]]] = {}
    for group in groups.values():
        kind = _quiet_kind(group)
        if kind:
            quiet.setdefault(f"{kind}/{means.of(group)}", []).append(group)
        else:
            _print_group(console, group, means, loaded)
    for key, held in quiet.items():
        _print_quiet(console, key.partition("/")[0], held, means)
    console.print()
    for number, words in means.numbered():
        console.print(f"[dim]\\[{number}] {escape(words)}[/dim]")
    best = strongest(results)
    counts = {v: sum(1 for r in best if r.verdict == v) for v in MEANING}
    console.print(
        "\n" + ", ".join(f"[{COLOURS[v]}]{n} {v}[/]" for v, n in counts.items() if n) + f" in {seconds:.1f} s"
    )
    console.print(f"Again: {escape(again)}", style="dim")


class Means:
    """Numbers for the ways and scopes by which results were reached, in the order in which they first appear."""

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}

    def of(self, group: list[Result]) -> str:
        """The numbers of an obligation's means, strongest first, with the verdicts of all but the first."""
        told: list[str] = []
        for result in sorted(group, key=lambda r: -rank(r)):
            words = f"{result.by}: {result.scope}" if result.scope else result.by
            number = self._numbers.setdefault(words, len(self._numbers) + 1)
            told.append(f"{result.verdict} [{number}]" if told else f"[{number}]")
        return ", ".join(told)

    def numbered(self) -> list[tuple[int, str]]:
        return [(number, words) for words, number in self._numbers.items()]


def _quiet_kind(group: list[Result]) -> str:
    """Examples, clauses and the soundness of play are told together where they came out well."""
    if any(r.verdict in ("refuted", "unknown") for r in group):
        return ""
    code = group[0].obligation.code
    if group[0].obligation.subject == "play":
        return "play"
    return code if code in ("example", "used") else ""


def _print_quiet(console: Console, kind: str, held: list[list[Result]], means: Means) -> None:
    best = max(held[0], key=rank)
    words = {
        "example": f"{len(held)} example{'s come' if len(held) > 1 else ' comes'} out as the file says",
        "used": f"{len(held)} clause{'s have their' if len(held) > 1 else ' has its'} way in some play",
        "play": "play is sound:",
    }[kind]
    _print_line(console, best.verdict, words, means.of(held[0]))
    if kind == "play":
        for group in held:
            console.print(f"           {escape(group[0].obligation.sentence)}")


def _claimed(loaded: Loaded, source: ir.Source) -> str:
    """The words of a claim as the file has them."""
    section = re.split(r"\n(?=\S)", loaded.text.content[source.span.start :], maxsplit=1)[0]
    words = " ".join(line.split("#")[0] for line in section.splitlines())
    return " ".join(re.sub(r'^[^":]*("[^"]*"[^":]*)*:', "", words).split())


def _print_line(console: Console, verdict: Verdict, words: str, means: str) -> None:
    console.print(f"[{COLOURS[verdict]}]{verdict:8}[/] {escape(words)} [dim]{escape(means)}[/dim]")


def _print_group(console: Console, group: list[Result], means: Means, loaded: Loaded) -> None:
    result = max(group, key=rank)
    owed = result.obligation
    subject = {"claim": f"{owed.subject}: ", "used": f"{owed.subject.partition(' ')[0]} "}.get(owed.code, "")
    told = _claimed(loaded, owed.sources[0]) if owed.code == "claim" else owed.sentence
    _print_line(console, result.verdict, subject + told, means.of(group))
    if result.verdict == "unknown":
        console.print(f"           {escape(result.reason)}")
    if result.verdict in ("refuted", "unknown"):
        for source in owed.sources:
            line, _ = loaded.text.position(source.span.start)
            cites = f" @ {'; '.join(source.cites)}" if source.cites else ""
            console.print(f"           {escape(source.label + cites)} (line {line})")
    if result.verdict in ("refuted", "unknown") and result.witness is not None:
        witness = result.witness
        if witness.sentence not in result.reason:
            console.print(f"           [bold]{escape(witness.sentence)}[/bold]")
        for number, move in enumerate(witness.moves, 1):
            console.print(f"           {number:3}. {escape(move)}")
        for told in witness.position:
            console.print(f"           {escape(told)}", style="dim")


def _record(result: Result, loaded: Loaded, again: str) -> dict[str, object]:
    owed, witness = result.obligation, result.witness
    spans = []
    for source in owed.sources:
        line, column = loaded.text.position(source.span.start)
        spans.append({"file": loaded.text.name, "line": line, "column": column})
    return {
        "code": owed.code,
        "subject": owed.subject,
        "sentence": owed.sentence,
        "verdict": result.verdict,
        "clauses": [s.label for s in owed.sources],
        "citations": [c for s in owed.sources for c in s.cites],
        "span": spans,
        "scope": result.scope,
        "by": result.by,
        "reason": result.reason,
        "required": owed.required,
        "seconds": round(result.seconds, 3),
        "witness": None if witness is None else {
            "sentence": witness.sentence, "moves": list(witness.moves), "position": list(witness.position),
            "log": json.loads(witness.log) if witness.log else None,
        },
        "reproduce": again,
    }  # fmt: skip


def _write_witnesses(results: tuple[Result, ...], folder: Path, *, replace: bool) -> None:
    logs = {
        folder / f"{number:03}-{result.verdict}-{result.obligation.code}.json": result.witness.log
        for number, result in enumerate(results, 1)
        if result.witness is not None and result.witness.log
    }
    there = [path for path in logs if path.exists()]
    if there and not replace:
        raise WouldOverwrite(f"{there[0]} is there already; choose another folder or add --force")
    folder.mkdir(parents=True, exist_ok=True)
    for path, log in logs.items():
        write_text(path, log, replace=replace)
