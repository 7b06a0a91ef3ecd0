"""Shards of a simulation: which games each plays, how it is kept as JSON, and how all of them make the whole.

Leaves playing to `hoyle.run.simulating` and adding to `engine.simulate.sums`. A shard tells of which run it is: what is
put together is of one Hoyle, one text, one game, one seed, with every game there once.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import Any

import engine
import spec
from engine.core.layout import Layout
from engine.simulate.sums import Sums, together
from hoyle.run.simulating import By, Simulation
from hoyle.terminal.guard import Misuse
from hoyle.terminal.reading import LOG, read_text
from spec.ir import nodes as ir
from spec.ir.clauses import clauses_of
from spec.storage import codec

SOURCES = (".py", ".h", ".lark")
"""The files by whose content two copies of Hoyle are one."""
MOST = 1_000_000
"""So many shards has a run at most."""


@dataclass(frozen=True, slots=True)
class Run:
    """What all shards of a run share. `text` and `game` are digests; `game` covers the settings too."""

    hoyle: str
    title: str
    text: str
    game: str
    games: int
    seed: int
    most_moves: int
    policies: tuple[str, ...]


AGAIN = "play it again as the others were"
DIFFERS: Mapping[str, tuple[str, str]] = {
    "hoyle": (
        "was played by another Hoyle ({there}; this is {here})",
        "play all shards, and put them together, with the same one",
    ),
    "title": ("is of another game ({there}; this is {here})", "leave it out, or name its own game"),
    "text": (
        "is of another text of the rules: its rule file was changed before or after",
        "play all shards by the same file",
    ),
    "game": (
        "is of the same text under other settings (edition, readings, numbers, players or deck)",
        "give --merge the options that it was played with, or play it again with those that you give",
    ),
    "games": ("is of a run of {there:,} games, and not of {here:,}", AGAIN),
    "seed": ("is of a run with seed {there}, and not {here}", AGAIN),
    "most_moves": ("cuts games after {there:,} moves, and not after {here:,}", AGAIN),
    "policies": ("has other players ({there}; not {here})", AGAIN),
}
"""What is wrong with a shard of another run, and what to do; in the order in which it is told."""


@dataclass(frozen=True, slots=True)
class Shard:
    """Part `number`, from 1, of `of` parts of a run: its sums, the engine that played, and its seconds by the clock."""

    run: Run
    number: int
    of: int
    engine: By
    seconds: float
    sums: Sums


@dataclass(frozen=True, slots=True)
class Merged:
    """All games of a run, and the seconds of all shards together."""

    run: Run
    sums: Sums
    engine: By
    seconds: float


def numbers(games: int, number: int, of: int) -> range:
    """The games of a shard: of two shards, neither has more than one game more than the other."""
    return range((number - 1) * games // of, number * games // of)


def run_of(game: ir.Game, text: str, order: Simulation) -> Run:
    """The run of which an order is, or is a part; `order.games` are all its games."""
    return Run(
        build(), game.title, _digest(text), _digest(repr(game)), order.games, order.seed, order.most_moves,
        order.policies,
    )  # fmt: skip


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:32]


@cache
def build() -> str:
    """The version of Hoyle, and a digest of the files by which games are read and played."""
    told = hashlib.sha256()
    for package in (spec, engine):
        for folder in map(Path, package.__path__):
            for path in sorted(path for path in folder.rglob("*") if path.suffix in SOURCES):
                content = path.read_bytes()
                told.update(f"{path.relative_to(folder).as_posix()}\0{len(content)}\0".encode())
                told.update(content)
    return f"{version('hoyle')} {told.hexdigest()[:16]}"


# ---------------------------------------------------------------- as JSON


def record(shard: Shard) -> dict[str, object]:
    """A shard as JSON, with a digest of all that it says."""
    told = {
        "run": asdict(shard.run), "number": shard.number, "of": shard.of, "engine": shard.engine,
        "seconds": round(shard.seconds, 6), "sums": json.loads(codec.encode(shard.sums, Sums)),
    }  # fmt: skip
    return {**told, "digest": _digest(_canonical(told))}


def _canonical(told: object) -> str:
    return json.dumps(told, sort_keys=True, separators=(",", ":"))


def read(path: Path) -> Shard:
    """A shard from a file that `hoyle simulate --shard --json` wrote. Raises Misuse: what is wrong with it."""
    no_shard = f"{path} is no shard of a simulation"
    how = "write one by: hoyle simulate GAME --shard 1/64 --json > FILE"
    try:
        whole = json.loads(read_text(path, LOG, "shard of a simulation"))
    except (ValueError, RecursionError):
        raise Misuse(f"{no_shard}, or only a piece of one: it is not JSON; {how}") from None
    told = whole.get("shard") if isinstance(whole, dict) else None
    if not isinstance(told, dict):
        raise Misuse(f"{no_shard}; {how}")
    try:
        if told.pop("digest") != _digest(_canonical(told)):
            raise Misuse(f"{path} was changed since it was written; play this shard again")
        return _shard(told)
    except (KeyError, TypeError, ValueError, RecursionError):
        raise Misuse(f"{no_shard} as this Hoyle writes them ({build()}); play it again") from None


def _shard(told: dict[str, Any]) -> Shard:
    row = [told[f.name] for f in fields(Shard)]
    row[0] = [told["run"][f.name] for f in fields(Run)]
    found: Shard = codec.decode(_canonical(row).encode(), Shard)
    if not 1 <= found.number <= found.of <= MOST:
        raise ValueError("there is no such shard")
    return found


# ---------------------------------------------------------------- together


def merged(game: ir.Game, text: str, paths: Sequence[Path]) -> Merged:
    """The run whose shards lie in these files, in any order, up to a game that is too large. Raises Misuse unless they
    are all of them, each once."""
    found = [read(path) for path in paths]
    first, first_path = found[0], paths[0]
    places: dict[int, Path] = {}
    for shard, path in zip(found, paths, strict=True):
        _same_run(shard, path, game, text)
        _like_first(shard, path, first, first_path)
        if shard.number in places:
            raise Misuse(
                f"shard {shard.number}/{shard.of} is there twice: {places[shard.number]} and {path}; leave one out"
            )
        _whole(shard, path, game)
        places[shard.number] = path
    missing = [number for number in range(1, first.of + 1) if number not in places]
    if missing:
        lost = f"{len(missing):,} of {first.of:,} shards are missing"
        raise Misuse(f"{lost}: {_listed(missing)} of {first.of}; play them too")
    engines = {shard.engine for shard in found}
    return Merged(
        first.run, together(shard.sums for shard in found), engines.pop() if len(engines) == 1 else "both",
        sum(shard.seconds for shard in found),
    )  # fmt: skip


def _same_run(shard: Shard, path: Path, game: ir.Game, text: str) -> None:
    """Raises Misuse where a shard is of another Hoyle, text or game than the one at hand."""
    told = shard.run
    here = run_of(game, text, Simulation(told.games, told.seed, told.most_moves, policies=told.policies))
    _compared(told, here, path, "the game at hand")


def _like_first(shard: Shard, path: Path, first: Shard, first_path: Path) -> None:
    """Raises Misuse where a shard is of another run than the first, or of another division of it."""
    _compared(shard.run, first.run, path, str(first_path))
    if shard.of != first.of:
        raise Misuse(
            f"{path} is one of {shard.of:,} shards, and {first_path} one of {first.of:,}; "
            "put shards together of which there are equally many"
        )


def _compared(there: Run, here: Run, path: Path, beside: str) -> None:
    for name, (words, remedy) in DIFFERS.items():
        theirs, ours = getattr(there, name), getattr(here, name)
        if theirs != ours:
            if name == "policies":
                theirs, ours = (", ".join(who) or "random" for who in (theirs, ours))
            raise Misuse(f"{path} does not fit {beside}: it {words.format(there=theirs, here=ours)}; {remedy}")


def _whole(shard: Shard, path: Path, game: ir.Game) -> None:
    """Raises Misuse unless a shard has all its games, or those before one that is too large, and sums of as many seats
    and clauses as the game has."""
    games, sums = numbers(shard.run.games, shard.number, shard.of), shard.sums
    if sums.games < len(games) and sums.beyond is None:
        of = f"{sums.games:,} of {len(games):,} games"
        raise Misuse(f"{path} was stopped after {of}; play shard {shard.number}/{shard.of} again")
    clauses, seats = len(clauses_of(game)), Layout(game).players
    shapes = [len(sums.wins), len(sums.returns), len(sums.times), len(sums.games_with)]
    outcomes = sums.finished + sums.unfinished + sum(fault.games for fault in sums.faults)
    counts = (sums.finished, sums.unfinished, *sums.wins, *(sums.finished - wins for wins in sums.wins))
    if (
        (sums.first, outcomes) != (games.start, sums.games)
        or sums.games > len(games)
        or (sums.games == len(games)) == (sums.beyond is not None)
        or shapes != [seats, seats, clauses, clauses]
        or min(counts) < 0
    ):
        raise Misuse(f"{path} does not add up: it was not written by hoyle simulate --shard; play it again")


def _listed(missing: Sequence[int], most: int = 8) -> str:
    more = f" and {len(missing) - most:,} more" if len(missing) > most else ""
    return ", ".join(map(str, missing[:most])) + more
