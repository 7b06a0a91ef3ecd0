"""Keeps results between runs, each part of a technique's by what it depends on, and runs what is not kept.

Leaves the files to `spec.storage.cache` and the techniques to `verify.run.techniques`. A kept result is used only for
the same rules, settings, plan and version of Hoyle; labels, citations and spans are those of the rule file as it is
now.
"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, fields, is_dataclass, replace
from functools import cache
from importlib import metadata
from pathlib import Path
from typing import Any

import engine
import spec
import verify
from engine.interpreter.faults import BeyondLimits
from engine.processes.deadline import TimeUp, each
from spec.ir import nodes as ir
from spec.ir.walk import walk
from spec.storage import cache as files
from spec.storage import codec
from verify.obligations.obligations import ending_owed
from verify.obligations.verdict import Obligation, Result
from verify.run.task import Task, Technique

MOST_KEPT = 4_000
"""So many entries are kept; then the oldest go."""
RULES = ""
"""The part of a technique's results that is about no claim and no example."""


# ---------------------------------------------------------------- what a result depends on


def digest_of(*parts: object) -> str:
    """A digest of nodes and plain values; of spans, citations and the wording of questions and rulings it is free."""
    told = hashlib.sha256()
    for part in parts:
        for piece in _pieces(part):
            told.update(piece.encode("utf-8", "surrogatepass"))
            told.update(b"\0")
    return told.hexdigest()[:40]


def _pieces(value: object) -> Iterator[str]:
    match value:
        case ir.Source(label):
            yield label
        case tuple():
            yield f"({len(value)}"
            for item in value:
                yield from _pieces(item)
        case _ if is_dataclass(value):
            node: Any = type(value)
            yield node.__name__
            for name in _told(node):
                yield from _pieces(getattr(value, name))
        case _:
            yield repr(value)


UNTOLD = {"span", "cites", "because"}
"""Fields that change no verdict, beside the wording of questions."""
WORDING = {ir.Question: {"text"}, ir.Reading: {"text"}}


@cache
def _told(node: Any) -> tuple[str, ...]:
    return tuple(f.name for f in fields(node) if f.name not in UNTOLD and f.name not in WORDING.get(node, ()))


@cache
def version() -> str:
    """What was installed: a change of any file of `spec`, `engine` or `verify` makes every kept result another's."""
    told = hashlib.sha256(sys.version.encode())
    for library in ("z3-solver", "hypothesis"):
        told.update(metadata.version(library).encode())
    for package in (spec, engine, verify):
        for folder in map(Path, package.__path__):
            for path in sorted(p for p in folder.rglob("*") if p.suffix in (".py", ".lark", ".c", ".h")):
                state = path.stat()
                told.update(f"{path.relative_to(folder)} {state.st_size} {state.st_mtime_ns}\n".encode())
    return told.hexdigest()[:16]


# ---------------------------------------------------------------- keeping


@dataclass(frozen=True, slots=True)
class Entry:
    """The results of one part as kept: decided within so many seconds; `final`: more seconds would not change them.

    Sources stand as numbers in the order of those of the rules and of the part (`Anchors`).
    """

    results: tuple[Result, ...]
    sources: tuple[tuple[int, ...], ...]
    seconds: float
    final: bool

    def good_for(self, seconds: float) -> bool:
        """Would a run of so many seconds have nothing to add?"""
        return self.final or seconds <= self.seconds


class Keeper:
    """Entries in a folder of the user's cache directory; without a folder nothing is kept.

    `answers` is the folder of what solvers answered, which `verify.smt.solvers.query_cache` keeps.
    """

    def __init__(self, folder: Path | None, answers: Path | None = None) -> None:
        self._folder = folder
        self.answers = answers
        self.used = 0
        self.missed = 0

    def load(self, key: str) -> Entry | None:
        """What was kept by that key, if it is whole."""
        data = None if self._folder is None else files.load(self._folder / f"{key}.results")
        if data is None:
            return None
        try:
            entry: Entry = codec.decode(data, Entry)
        except codec.Unreadable:  # it can be decided again
            return None
        return entry

    def save(self, key: str, entry: Entry) -> None:
        """Keeps an entry, if there is a place for it."""
        if self._folder is not None:
            files.save(self._folder / f"{key}.results", codec.encode(entry, Entry))

    def tidy(self) -> None:
        """Lets the oldest entries go."""
        if self._folder is not None:
            files.evict(self._folder, "*.results", MOST_KEPT)


NOTHING_KEPT = Keeper(None)


def users_keeper() -> Keeper:
    """The keeper in the user's cache directory."""
    return Keeper(files.cache_folder() / "results", files.cache_folder() / "answers")


class Anchors:
    """The sources of the rules and of some claims or examples, numbered in order, to be found again after an edit."""

    def __init__(self, nodes: Iterable[object]) -> None:
        self.sources = tuple(n for node in nodes for n in walk(node) if isinstance(n, ir.Source))
        self._numbers: dict[ir.ClauseId, int] = {}
        for number, source in enumerate(self.sources):
            self._numbers.setdefault(source.clause, number)

    def entry(self, results: tuple[Result, ...], seconds: float, final: bool) -> Entry | None:
        """The results to be kept; None where one names a source that stands elsewhere."""
        numbers = [[self._numbers.get(s.clause) for s in r.obligation.sources] for r in results]
        if any(n is None for row in numbers for n in row):
            return None
        bare = tuple(replace(r, obligation=replace(r.obligation, sources=())) for r in results)
        return Entry(bare, tuple(tuple(n for n in row if n is not None) for row in numbers), seconds, final)

    def results(self, entry: Entry) -> tuple[Result, ...] | None:
        """The results of an entry with the sources of today; None where they do not fit."""
        try:
            return tuple(
                replace(r, obligation=replace(r.obligation, sources=tuple(self.sources[n] for n in numbers)))
                for r, numbers in zip(entry.results, entry.sources, strict=True)
            )
        except (IndexError, ValueError):
            return None


# ---------------------------------------------------------------- running what is not kept


@dataclass(frozen=True, slots=True)
class Part:
    """One part of a technique's results: its name, the key by which it is kept ('' if it is not), its sources."""

    name: str
    key: str
    anchors: Anchors


def all_kept(technique: Technique, task: Task, seconds: float, keeper: Keeper) -> bool:
    """Is everything kept that a technique could decide within so many seconds?"""
    for part in _parts(technique, task):
        entry = keeper.load(part.key) if part.key else None
        if entry is None or part.anchors.results(entry) is None or not entry.good_for(seconds):
            return False
    return True


def decided(
    technique: Technique, task: Task, seconds: float, keeper: Keeper, *, begun: bool = False
) -> Iterator[Result]:
    """The results of a technique within so many seconds: what is kept, then what had to be decided.

    `begun`: it is at work already, and so has results also where no time is left.
    """
    missing: dict[str, Part] = {}
    for part in _parts(technique, task):
        entry = keeper.load(part.key) if part.key else None
        found = None if entry is None else part.anchors.results(entry)
        if entry is None or found is None:
            missing[part.name] = part
        elif entry.good_for(seconds):
            yield from found
        else:
            missing[part.name] = part
            yield from (r for r in found if r.verdict in ("proved", "refuted"))
    if not missing:
        keeper.used += 1
    elif task.left <= 0 and not begun:
        owed = Obligation("cut", technique.name, f"{technique.words} are checked", required=False)
        yield Result(owed, "unknown", technique.name, reason="the time was up before they began")
    else:
        keeper.missed += 1
        yield from _run(technique, task, seconds, keeper, missing)


def _run(
    technique: Technique, task: Task, seconds: float, keeper: Keeper, missing: dict[str, Part]
) -> Iterator[Result]:
    """Decides the missing parts, and keeps each result that came also where it is stopped in between, or at its time.

    A technique that finds no end of its own by then is broken off, wherever it is.
    """
    gathered: dict[str, list[Result]] = {name: [] for name in missing}
    done, used, share = False, 0.0, task.left

    def keep(name: str) -> None:
        results = tuple(gathered[name])
        settled = bool(results) and all(r.verdict in ("proved", "refuted") for r in results)
        steady = technique.steady or settled
        final = done and steady and not any(r.cut for r in results)
        entry = missing[name].anchors.entry(results, used, final)
        if missing[name].key and entry is not None:
            keeper.save(missing[name].key, entry)

    try:
        for result in each(technique.run(_narrowed(technique, task, missing)), task.until):
            name = _part_of(technique, result)
            if name in gathered:
                gathered[name].append(result)
                yield result
        done, used = True, seconds
    except TimeUp:
        late = broken_off(technique, f"they needed more than their {share:.1f} s of the budget")
        gathered.get(RULES, []).append(late)
        used = seconds
        yield late
    except BeyondLimits as error:
        yield broken_off(technique, str(error))
    except MemoryError:
        yield broken_off(technique, "they took more memory than Hoyle may have")
    finally:
        for name, results in gathered.items():
            # An example without a result was cut; the rules or a claim without one have had their say, for this time.
            if results or (done and technique.parts != "examples"):
                keep(name)


def broken_off(technique: Technique, reason: str) -> Result:
    """That a technique did not come to its end, and why."""
    owed = Obligation("cut", technique.name, f"{technique.words} are checked", required=False)
    return Result(owed, "unknown", technique.name, reason=reason, cut=True)


def _narrowed(technique: Technique, task: Task, missing: dict[str, Part]) -> Task:
    names = frozenset(missing)
    match technique.parts:
        case "whole":
            return task.only()
        case "claims":
            return task.only(claims=None if RULES in names else names)
        case "examples":
            return task.only(claims=frozenset(), examples=names)


def _part_of(technique: Technique, result: Result) -> str:
    owed = result.obligation
    by_itself = {"whole": (), "claims": ("claim",), "examples": ("example",)}[technique.parts]
    return owed.subject if owed.code in by_itself else RULES


def _parts(technique: Technique, task: Task) -> Iterator[Part]:
    """The parts of a technique's results: the rules', and those of each claim or example by itself."""
    game = task.game
    rules = replace(game, claims=(), examples=(), citations=())
    told = technique.reads(task.plan)
    off = told is None or (technique.sizes and not task.basis)
    common: tuple[object, ...] = (version(), technique.name, told)
    common += tuple((r.obligation.code, r.obligation.subject, r.verdict) for r in technique.open(task))
    if technique.sizes:
        common += (task.basis.get(RULES), tuple(task.size_settings), tuple(sorted(task.fixed.items())))

    def part(name: str, nodes: tuple[object, ...], *more: object) -> Part:
        return Part(name, "" if off else digest_of(digest, nodes, *more), Anchors((rules, *nodes)))

    digest = digest_of(*common, rules)
    match technique.parts:
        case "whole":
            yield part(RULES, game.claims)
        case "claims":
            yield part(RULES, (), tuple(owed.code for owed in ending_owed(game)))
            for claim in game.claims:
                yield part(claim.source.label, (claim,), task.basis.get(claim.source.label) if technique.sizes else "")
        case "examples":
            for text in dict.fromkeys(e.text for e in game.examples):
                yield part(text, tuple(e for e in game.examples if e.text == text))
