"""Reports the conflicts and gaps that plays as written came to, and those that are left under the rulings.

Leaves the plays to `verify.ambiguity.find.conflicts`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from engine.interpreter.interpreter import Interpreter
from engine.simulate.simulate import wilson
from spec.ir import nodes as ir
from spec.ir.precedence import clause_groups, outranking
from verify.ambiguity.find.conflicts import Key, Readings, Seen, Sighting, find_conflicts
from verify.ambiguity.find.orders import CHANGES, rebuilt, told_part
from verify.ambiguity.find.plays import Line, film, retrace
from verify.ambiguity.find.resolutions import resolution, resolutions
from verify.ambiguity.report.finding import Finding, Kind, Share
from verify.ambiguity.run.context import Context
from verify.obligations.witness import NotReplayed

AS_TABLES = "random play as written, unresolved choices made at random"
AS_RULED = "random play under the rulings"
KINDS: dict[str, Kind] = {
    "clash": "clash", "ends-collide": "ends-collide", "gap": "gap", "stuck": "stuck", "undefined": "undefined",
    "overflow": "overflow", "endless": "endless", "lost-card": "lost-card",
}  # fmt: skip


def seen_as_written(context: Context, until: float, each: Callable[[Seen], None] = lambda seen: None) -> Seen:
    """Games at tables that fill in what is open without reading a ruling; `each` is told of what was seen so far."""
    plan = context.plan
    found = resolutions(context.make, context.settings, context.game.questions, plan.tables, plan.seed)
    return find_conflicts(found, plan.games_each, plan.seed, until, each)


def seen_as_ruled(context: Context, until: float) -> Seen:
    """Games under the rulings, in which nothing should be left open."""
    ruled = resolution(context.game, (), context.plan.seed)
    return find_conflicts([ruled], context.plan.games, context.plan.seed, until)


def under_the_rulings(context: Context, ruled: Seen) -> Iterator[Finding]:
    """What comes up under the rulings."""
    for key, sighting in ruled.sightings.items():
        yield _finding(context, key, sighting, ruled, AS_RULED, "")


class Written:
    """What comes up as written and does not under the rulings, with what settles it; `ruled`: what was seen there."""

    def __init__(self, context: Context, ruled: Seen | None) -> None:
        self._context, self._ruled = context, ruled
        self._read: dict[tuple[Key, Line], tuple[ir.Question, ...]] = {}
        self._told: set[Key] = set()

    def played(self, until: float) -> Seen:
        """Games as written; each conflict is told when it is first seen."""
        return seen_as_written(self._context, until, self._tell)

    def _tell(self, seen: Seen) -> None:
        for key in [key for key in seen.sightings if key not in self._told]:
            self._told.add(key)
            for finding in self._of(key, seen):
                self._context.tell(finding)

    def findings(self, written: Seen) -> Iterator[Finding]:
        """All of them."""
        for key in written.sightings:
            yield from self._of(key, written)

    def _of(self, key: Key, written: Seen) -> Iterator[Finding]:
        context, ruled, sighting = self._context, self._ruled, written.sightings[key]
        if ruled is not None and key in ruled.sightings:
            return
        read = self._otherwise(key, sighting) if key.kind not in ("clash", "ends-collide") else ()
        settles = "" if ruled is None or _met_as_ruled(context, sighting) else settled_by(context.game, key, ruled)
        if ruled is not None and read:
            settles = f"the reading in force: {' or '.join(f'{q.source.label} is {q.chosen}' for q in read)}"
        found = _finding(context, key, sighting, written, AS_TABLES, settles)
        yield replace(found, sources=(*found.sources, *(q.source for q in read)))

    def _otherwise(self, key: Key, sighting: Sighting) -> tuple[ir.Question, ...]:
        """The readings that would let the play go on, looked for once for each play."""
        if (key, sighting.line) not in self._read:
            self._read[key, sighting.line] = _read_otherwise(self._context, sighting)
        return self._read[key, sighting.line]


def _met_as_ruled(context: Context, sighting: Sighting) -> bool:
    """Does the very play stop under the rulings, too, though their random games did not come to it?"""
    try:
        return retrace(Interpreter(context.game), sighting.line)[-1].position.fault is not None
    except NotReplayed:
        return False


def _read_otherwise(context: Context, sighting: Sighting) -> tuple[ir.Question, ...]:
    """The questions of which one other reading alone lets the play go on where it stopped."""
    settings = dict(sighting.interpreter.game.settings)
    changes = {name: settings.pop(name) for name in CHANGES if name in settings}
    settings.pop("as_written", None)
    found = []
    for question in context.game.questions:
        label = question.source.label
        others = [r.source.label for r in question.readings if r.source.label != settings.get(label)]
        if label in settings and any(_goes_on(context, {**settings, label: r}, changes, sighting) for r in others):
            found.append(question)
    return tuple(found)


def _goes_on(context: Context, settings: dict[str, str], changes: dict[str, str], sighting: Sighting) -> bool:
    game = context.make(settings, True)
    made = None if game is None else rebuilt(game, changes)
    try:
        return made is not None and retrace(Interpreter(made), sighting.line)[-1].position.fault is None
    except NotReplayed:
        return False


def _finding(context: Context, key: Key, sighting: Sighting, seen: Seen, playing: str, settles: str) -> Finding:
    notes = []
    if not sighting.clean:
        notes.append("earlier conflicts in this game were resolved at random")
    condition = only_under(sighting.readings, seen.tables)
    if condition:
        notes.append(f"seen only where {condition}")
    shares = (Share(playing, seen.games, wilson(len(sighting.games), seen.games)),)
    subject = " and ".join(key.labels) + (f" of {told_part(sighting.interpreter.game, key.part)}" if key.part else "")
    written = playing == AS_TABLES
    try:
        shown = film(sighting.interpreter, sighting.line, sighting.sentence, written=written)
    except NotReplayed as error:
        reason = f"the game that was found does not replay: {error}"
        return Finding(KINDS[key.kind], subject, sighting.sentence, "found", "unknown", sighting.sources, reason=reason)
    return Finding(
        KINDS[key.kind], subject, sighting.sentence, "found", "shown", sighting.sources, film=shown, shares=shares,
        settled=settles, notes=tuple(notes),
    )  # fmt: skip


def only_under(seen: list[Readings], every: list[Readings]) -> str:
    """The readings that all tables that saw it have in common, where that is hardly chance."""
    distinct = set(seen)
    if not every or len(distinct) < 2:
        return ""
    found = []
    for name, reading in next(iter(distinct)):
        if all(dict(r).get(name) == reading for r in distinct):
            usual = sum(dict(r).get(name) == reading for r in every) / len(every)
            if usual ** len(distinct) < 0.02 / len(next(iter(distinct))):
                found.append(f"{name} is {reading}")
    return " and ".join(found)


def settled_by(game: ir.Game, key: Key, ruled: Seen) -> str:
    """By what a conflict as written is settled under the rulings, in words; '' where that cannot be said."""
    if key.kind in ("clash", "ends-collide") and len(key.labels) == 2:
        told = _by_edge(game, key) or _out_of_force(game, key)
        if told:
            return told
    return (
        f"the rules in force: the problem does not occur in {ruled.games:,} random games under the rulings"
        if ruled.games
        else ""
    )


def _by_edge(game: ir.Game, key: Key) -> str:
    one, two = key.labels
    for part in clause_groups(game):
        if key.part and part.name != key.part:
            continue
        for edge in part.order:
            if edge.because and {edge.better, edge.worse} == {one, two}:
                return f"the ruling {edge.better} over {edge.worse}: {edge.because}"
        for better, worse in ((one, two), (two, one)):
            if (better, worse) in outranking(part.order):
                return f"the rulings, by which {better} outranks {worse}"
    return ""


def _out_of_force(game: ir.Game, key: Key) -> str:
    there = {label for part in clause_groups(game) if part.name == key.part for label in part.labels}
    gone = [label for label in key.labels if label not in there]
    return f"the readings chosen, under which {' and '.join(gone)} is not in force" if gone else ""
