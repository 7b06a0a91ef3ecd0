"""Tells of each reading that the file does not choose whether play could go on for ever under it, with the loop.

Leaves looking for loops to `verify.search.lassos` and searching smaller games to `verify.search.shrink`. What is told
is no fault of the game as it is ruled, so none of it is required; a reading of which no loop is found is told in one
line with others.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from time import perf_counter

from engine.interpreter.interpreter import Interpreter
from spec.ir import nodes as ir
from verify.obligations.verdict import Obligation, Result, Settings
from verify.run.cache import digest_of
from verify.run.task import Task
from verify.search.lassos import loop_games, python_loop
from verify.search.model import Shown
from verify.search.search import BY, Reporter
from verify.search.shrink import largest_searched

LOOPS = "searches from positions of random games"
LEAST_SECONDS = 1.5
"""For so long at least a reading is looked at, if there is any time at all."""
NOT_LOOKED_AT = "not checked: the time was up"


@dataclass(frozen=True, slots=True)
class Other:
    """A reading that is not chosen, and the game that is played under it."""

    question: str
    reading: str
    game: ir.Game

    @property
    def words(self) -> str:
        """The reading in words."""
        return f"{self.question} is {self.reading}"


def readings(game: ir.Game) -> tuple[tuple[str, str], ...]:
    """Each question with each reading that is not chosen."""
    return tuple(
        (question.source.label, reading.source.label)
        for question in game.questions
        for reading in question.readings
        if question.chosen and reading.source.label != question.chosen
    )


def endless_readings(task: Task) -> Iterator[Result]:
    """For each other reading under which play can go on for ever the loop, then one result for all the rest.

    Readings that change how play ends come first, then those that change which moves there are.
    """
    if not any(claim.kind == "ends" for claim in task.game.claims):
        return
    began = perf_counter()
    told: dict[str, str] = {}
    others = _others(task, told)
    for number, other in enumerate(others):
        if task.left <= 0:
            told[other.words] = NOT_LOOKED_AT
            continue
        seconds = max(LEAST_SECONDS, task.left / (1 + (len(others) - number) / 2))
        found = _loop(task, other, seconds / 4)
        if found is None:
            found, told[other.words] = _smaller(task, other, seconds * 3 / 4)
        if found is not None:
            told.pop(other.words, None)
            yield found
    if told:
        yield _rest(told, perf_counter() - began)


def _others(task: Task, told: dict[str, str]) -> list[Other]:
    """The games of the other readings, the most likely to go on for ever first; of those without time it is told."""
    task.progress("trying other readings")
    found: list[Other] = []
    half = perf_counter() + task.left / 2
    for question, reading in readings(task.game):
        game = task.make({**task.fixed, question: reading}) if perf_counter() < half else None
        if game is not None:
            found.append(Other(question, reading, game))
        elif perf_counter() >= half:
            told[f"{question} is {reading}"] = NOT_LOOKED_AT
    return sorted(found, key=lambda other: _changes_little(task.game, other.game))


def _changes_little(game: ir.Game, other: ir.Game) -> tuple[bool, bool]:
    """Do the ends stay as they are; do the moves?"""
    ends = digest_of(game.endings, game.ending_order) == digest_of(other.endings, other.ending_order)
    return ends, digest_of(game.actions) == digest_of(other.actions)


def _owed(other: Other) -> Obligation:
    sources = tuple(q.source for q in other.game.questions if q.source.label == other.question)
    sentence = f"if {other.words}, play can go on for ever"
    return Obligation("if-read", other.words, sentence, sources, False, under=Settings.of(other.game))


def _loop(task: Task, other: Other, seconds: float) -> Result | None:
    """A loop of the whole game under a reading: with the fewest players first, who have shorter ones."""
    began = perf_counter()
    task.progress(f"can play go on for ever if {other.words}?")
    make = partial(_made, task, other)
    for scope, game, until in loop_games(other.game, task.size_settings, task.fixed, make, began + seconds):
        found = python_loop(Interpreter(game), task.plan.games, task.plan.seed, until)
        if found is not None:
            spent, about = perf_counter() - began, Settings.of(game)
            return Result(_owed(other), "proved", LOOPS, scope, witness=found, seconds=spent, settings=about)
    return None


def _made(task: Task, other: Other, settings: Mapping[str, str]) -> ir.Game | None:
    """The game under a reading and other settings."""
    return task.make({**settings, other.question: other.reading})


def _smaller(task: Task, other: Other, seconds: float) -> tuple[Result | None, str]:
    """A loop of a smaller game under a reading; else what is known of it, in words."""
    began = perf_counter()
    task.progress(f"does every smaller game end if {other.words}?")
    make = partial(_made, task, other)
    searched = largest_searched(other.game, task.size_settings, task.fixed, make, seconds=seconds, hasty=True)
    if searched is None:
        return None, "no loop was found near positions of random games, and no smaller game could be searched whole"
    loop = searched.explored.loop()
    if isinstance(loop, Shown):
        spent = perf_counter() - began
        witness = Reporter(searched.explored, searched.scope, spent, False, False).witness(loop)
        if searched.size.whole:
            return Result(_owed(other), "proved", BY, searched.scope, witness=witness, seconds=spent), ""
        reason = f"in a smaller game play can go on for ever: {loop.sentence}"
        return Result(_owed(other), "unknown", BY, searched.scope, reason, witness, spent), ""
    if loop is not None:
        return None, loop.reason
    return None, f"every game ends: {searched.scope}"


def _rest(told: Mapping[str, str], seconds: float) -> Result:
    """The readings under which no loop was found, in one result with a line for each."""
    ends = sum(words.startswith("every game ends") for words in told.values())
    unseen = sum(words == NOT_LOOKED_AT for words in told.values())
    one = len(told) == 1
    words = f"if {next(iter(told))}" if one else f"under the other {len(told)} readings"
    owed = Obligation("if-read", "the other readings", f"every game ends {words}, too", (), False)
    open_ = len(told) - ends - unseen
    parts = [
        f"so it is under {ends} of them in a smaller game, which was searched whole" if ends else "",
        f"under {open_} no loop was found, which proves nothing" if open_ else "",
        f"for {unseen} there was no time" if unseen else "",
    ]
    details = tuple(f"{name}: {told[name]}" for name in told)
    by = f"{LOOPS}, and searches of smaller games"
    if ends == len(told):
        return Result(owed, "checked", by, "smaller games", seconds=seconds, details=details)
    reason = next(iter(told.values())) if one else "; ".join(filter(None, parts))
    return Result(owed, "unknown", by, reason=reason, seconds=seconds, details=details)
