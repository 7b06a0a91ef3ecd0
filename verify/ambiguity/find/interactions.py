"""Finds readings that never part by themselves and do where another question is read in another way.

Leaves comparing two games to `verify.ambiguity.compare.compare` and `verify.ambiguity.compare.lockstep`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.interpreter.interpreter import Interpreter
from spec.ir import nodes as ir
from verify.ambiguity.compare.change_impact import change_impact, concern
from verify.ambiguity.compare.compare import Pair, Parting
from verify.ambiguity.compare.lockstep import lockstep
from verify.ambiguity.find.orders import decided
from verify.ambiguity.find.plays import play
from verify.ambiguity.report.finding import Finding
from verify.ambiguity.report.questions import Asker, Readings, confirmed, sources
from verify.ambiguity.run.context import Context, Variation
from verify.run.budget import now

GAMES, BY_CODE = 6, 400
"""So many games are played for two questions read together; and so many by compiled code."""


def never_parted(finding: Finding) -> bool:
    """Is this of readings that no play has parted?"""
    if finding.kind != "question" or finding.standing == "shown":
        return False
    return finding.standing != "unknown" or any(s.games and not s.interval.share for s in finding.shares)


def interactions(
    asker: Asker, never: Sequence[Readings], question: ir.Question, reading: str, until: float
) -> Iterator[Finding]:
    """Readings that never parted and do so where another question is read in another way."""
    other = {question.source.label: reading}
    for readings in never:
        label = readings.question.source.label
        if label == question.source.label or now() > until or not _meet(asker, readings, question, reading):
            continue
        both = _together(asker, readings, other)
        if both is None:
            continue
        found = min(_partings(both, asker.context.plan.seed, until), key=lambda p: p.beat, default=None)
        shown = None if found is None else both.shown(found, readings.names)
        if found is not None and shown is not None:
            sentence = f"only where {question.source.label} is {reading}: {both.says(found, readings.names)}"
            yield Finding(
                "interaction", f"{label} with {question.source.label}", sentence, "found", "shown",
                (*sources(readings)[:1], question.source), film=shown,
                settled="the rulings, under which no difference was seen",
            )  # fmt: skip


def joined(context: Context, one: Variation, beside: Variation, until: float) -> Iterator[Finding]:
    """That a rule read in another way, which no play tells from the rule as written, matters where another is read in
    another way, too."""
    named = {q.source.label: q.chosen for q in context.game.questions if q.chosen}
    read = {**named, **context.settings, beside.name: beside.other}
    make = None if context.joint is None else context.joint(one.name, beside.name, read)
    made = [None if make is None else make({**read, one.name: name}, context.as_written) for name in one.names]
    games = [decided(game, context.lot) if context.decides else game for game in made if game is not None]
    if len(games) < len(made) or change_impact(*games).nothing:
        return
    both = Pair(*map(Interpreter, games))
    seen = (p for p in _partings(both, context.plan.seed, until) if p.how != "stop")
    found = min(seen, key=lambda p: p.beat, default=None)
    shown = None if found is None else both.shown(found, one.names)
    if found is not None and shown is not None:
        told = both.says(found, one.names)
        sentence = f"it matters only where “{beside.text}” is answered “{beside.answers[1]}”: {told}"
        yield Finding(
            "interaction", f"{one.name} with {beside.name}", sentence, "found", "shown",
            tuple(dict.fromkeys((*one.sources, *beside.sources))), film=shown,
            notes=(*one.notes, *beside.notes), asked_by=one.operator, weight=one.weight * beside.weight,
        )  # fmt: skip


def _meet(asker: Asker, readings: Readings, question: ir.Question, reading: str) -> bool:
    """Does the other reading change anything near to what the two readings differ in?"""
    label, other = readings.question.source.label, question.source.label
    usual, changed = asker.game({}), asker.game({other: reading})
    alone, beside = ([asker.game({**more, label: name}) for name in readings.names] for more in ({}, {other: reading}))
    if usual is None or changed is None or any(g is None for g in (*alone, *beside)):
        return False
    here, there = (concern(x, y) for x, y in (alone, beside) if x is not None and y is not None)
    return here.own != there.own or here.meets(concern(usual, changed))


def _together(asker: Asker, readings: Readings, other: dict[str, str]) -> Pair | None:
    """The two readings under another reading of another question; None where that changes nothing of the two."""
    label = readings.question.source.label
    one, two = (asker.game({**other, label: r}) for r in readings.names)
    if one is None or two is None or change_impact(one, two).nothing:
        return None
    alone = [asker.game({label: r}) for r in readings.names]
    if all(x is not None and change_impact(x, y).nothing for x, y in zip(alone, (one, two), strict=True)):
        return None
    a, b = Interpreter(one), Interpreter(two)
    return Pair(a, b) if a.layout.cells == b.layout.cells else None


def _partings(pair: Pair, seed: int, until: float) -> list[Parting]:
    """Where the two part in some random games."""
    step = lockstep(pair.a.game, pair.b.game)
    near = None if isinstance(step, str) else confirmed(pair, step.search(seed, BY_CODE, until, frozenset()))
    if near is not None:
        return [parting for _, parting in near]
    plays = [play(pair.a, number) for number in range(GAMES)]
    return [p for p in map(pair.parts, plays) if p is not None]
