"""What of a technique's results is kept from earlier runs, and running what is not.

Each part of the results is kept by what it depends on: the rules', each claim's, each example's. Leaves keeping to
`verify.run.cache` and the techniques to `verify.run.techniques`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from engine.processes.workers import Stopped, until_stopped
from spec.ir import nodes as ir
from spec.ir.walk import walk
from verify.obligations.obligations import ending_owed
from verify.obligations.verdict import Obligation, Result
from verify.run.budget import now
from verify.run.cache import RULES, Anchors, Cache, Where, digest_of, users_folder, version
from verify.run.task import Task, Technique

NEARLY = 0.95
"""This share of its time is counted as all of it."""
MOST_KEPT = 4_000
"""So many entries are kept; then the oldest go."""


@dataclass(frozen=True, slots=True)
class Entry:
    """The results of one part as kept: decided within so many seconds; `final`: more seconds would not change them."""

    results: tuple[Result, ...]
    sources: tuple[Where, ...]
    seconds: float
    final: bool

    def good_for(self, seconds: float) -> bool:
        """Would a run of so many seconds have nothing to add?"""
        return self.final or seconds <= self.seconds


class Keeper(Cache[Entry]):
    """The results of techniques; `answers` is the folder of solvers' answers (`verify.smt.solvers.query_cache`).

    `short` counts the parts that had less than their time, so that another run would try them again.
    """

    def __init__(self, folder: Path | None, answers: Path | None = None) -> None:
        super().__init__(folder, Entry, "results", MOST_KEPT)
        self.answers = answers
        self.short = 0


NOTHING_KEPT = Keeper(None)


def users_keeper() -> Keeper:
    """The keeper in the user's cache folder."""
    return Keeper(users_folder("results"), users_folder("answers"))


def _bare(results: tuple[Result, ...], anchors: Anchors, seconds: float, final: bool) -> Entry | None:
    """The results to be kept; None where one names a clause that stands elsewhere."""
    found = [anchors.where(r.obligation.sources) for r in results]
    sources = tuple(where for where in found if where is not None)
    bare = tuple(replace(r, obligation=replace(r.obligation, sources=())) for r in results)
    return Entry(bare, sources, seconds, final) if len(sources) == len(found) else None


def _of_today(entry: Entry, anchors: Anchors) -> tuple[Result, ...] | None:
    """The results of an entry with the clauses of today; None where they do not fit."""
    found: list[Result] = []
    for result, where in zip(entry.results, entry.sources, strict=False):
        sources = anchors.sources(where)
        if sources is None:
            return None
        found.append(replace(result, obligation=replace(result.obligation, sources=sources)))
    return tuple(found) if len(found) == len(entry.results) else None


# ---------------------------------------------------------------- running what is not kept


@dataclass(frozen=True, slots=True)
class Part:
    """One part of a technique's results: its name, the key by which it is kept ('' if it is not), its clauses."""

    name: str
    key: str
    anchors: Anchors


def _kept(part: Part, keeper: Keeper) -> tuple[Entry, tuple[Result, ...]] | None:
    entry = keeper.load(part.key) if part.key else None
    found = None if entry is None else _of_today(entry, part.anchors)
    return None if entry is None or found is None else (entry, found)


def all_kept(technique: Technique, task: Task, seconds: float, keeper: Keeper) -> bool:
    """Is everything kept that a technique could decide within so many seconds?"""
    kept = (_kept(part, keeper) for part in _parts(technique, task))
    return all(one is not None and one[0].good_for(seconds) for one in kept)


def decided(
    technique: Technique,
    task: Task,
    seconds: float,
    keeper: Keeper,
    *,
    start: Callable[[Technique, Task], Iterator[object]] = lambda technique, task: technique.run(task),
    begun: Iterator[object] | None = None,
    come: Callable[[], Sequence[Result]] = lambda: (),
) -> Iterator[Result]:
    """The results of a technique within so many seconds, and before the run ends (`task.until`): what is kept, then
    what had to be decided.

    `start` begins it, or it is `begun` already, and so has results also where no time is left. `come`: what is known
    beside what the task knows; where that leaves it nothing to find, it is not begun.
    """
    missing: dict[str, Part] = {}
    for part in _parts(technique, task):
        match _kept(part, keeper):
            case (entry, found) if entry.good_for(seconds):
                yield from found
            case (_, found):
                missing[part.name] = part
                yield from (r for r in found if r.verdict in ("proved", "refuted"))
            case None:
                missing[part.name] = part
    if not missing:
        keeper.used += 1
    elif technique.needless(task, come()):
        _keep_nothing(missing, seconds, keeper)
    elif task.left <= 0 and begun is None:
        keeper.short += 1
        owed = Obligation("cut", technique.name, f"{technique.words} are checked", required=False)
        yield Result(owed, "unknown", technique.name, reason="the time was up before they began")
    else:
        keeper.made += 1
        if technique.doing:
            task.progress(technique.doing)
        # What is kept took a moment to read, which is not of the technique's own time.
        task = replace(task, until=min(task.until, now() + seconds))
        items = start(technique, _narrowed(technique, task, missing)) if begun is None else begun
        yield from _run(technique, items, task, seconds, keeper, missing)


def _keep_nothing(missing: Mapping[str, Part], seconds: float, keeper: Keeper) -> None:
    """Keeps that so many seconds find nothing: what rules it out depends on the same rules and claims."""
    for part in missing.values():
        entry = _bare((), part.anchors, seconds, False)
        if part.key and entry is not None:
            keeper.save(part.key, entry)


def _run(
    technique: Technique,
    items: Iterator[object],
    task: Task,
    seconds: float,
    keeper: Keeper,
    missing: Mapping[str, Part],
) -> Iterator[Result]:
    """Decides the missing parts, and keeps each result that came also where it is stopped in between, or at its time.

    A technique that finds no end of its own by then is broken off, wherever it is.
    """
    gathered: dict[str, list[Result]] = {name: [] for name in missing}
    done, used, had = False, 0.0, task.left if technique.place != "beside" else min(seconds, task.plan.seconds)

    # Where the whole run ends before the technique's own time is up, what is left open has had less than its own.
    whole = seconds if had > NEARLY * seconds else had

    def keep(name: str) -> None:
        results = tuple(gathered[name])
        settled = bool(results) and all(r.verdict in ("proved", "refuted") for r in results)
        steady = technique.steady or settled
        open_ = not done or any(r.cut or r.verdict == "unknown" for r in results)
        final = done and steady and not any(r.cut for r in results)
        entry = _bare(results, missing[name].anchors, min(used, whole) if open_ else used, final)
        keeper.short += not missing[name].key or entry is None or not entry.good_for(seconds)
        if missing[name].key and entry is not None:
            keeper.save(missing[name].key, entry)

    try:
        why: Stopped | None = None
        for item in until_stopped(items, task.until):
            match item:
                case Result():
                    name = _part_of(technique, item)
                    if name in gathered:
                        gathered[name].append(item)
                        yield item
                case Stopped():
                    why = item
                case _:
                    pass
        done, used = why is None, seconds if why is None or why.reason == "time" else 0.0
        if why is not None:
            late = broken_off(technique, why, had)
            if why.reason == "time":
                gathered.get(RULES, []).append(late)
            yield late
    finally:
        for name, results in gathered.items():
            # An example without a result was cut; the rules or a claim without one have had their say, for this time.
            if results or (used > 0 and technique.parts != "examples"):
                keep(name)
            else:
                keeper.short += 1


def broken_off(technique: Technique, why: Stopped, had: float) -> Result:
    """That a technique did not come to its end, and why."""
    owed = Obligation("cut", technique.name, f"{technique.words} are checked", required=False)
    reason = why.words
    if why.reason == "time":
        reason = f"they needed more than their {had:.1f} s of the budget"
    return Result(owed, "unknown", technique.name, reason=reason, cut=True)


def _narrowed(technique: Technique, task: Task, missing: Mapping[str, Part]) -> Task:
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
    common += tuple((r.obligation.code, r.obligation.subject, r.verdict) for r in technique.opens(task))
    if technique.sizes:
        common += (task.basis.get(RULES), tuple(task.size_settings), tuple(sorted(task.fixed.items())))

    def part(name: str, nodes: tuple[object, ...], *more: object) -> Part:
        return Part(name, "" if off else digest_of(digest, nodes, *more), Anchors(sources_in((rules, *nodes))))

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


def sources_in(nodes: tuple[object, ...]) -> Iterator[ir.Source]:
    """The sources of some nodes and of all below them."""
    return (n for node in nodes for n in walk(node) if isinstance(n, ir.Source))
