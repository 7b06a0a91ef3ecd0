"""What a verification is asked to do, and what a technique of it is: a function that yields results.

Leaves which techniques there are, and in which order they come, to `verify.run.techniques`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from time import perf_counter
from typing import Literal

from engine.interpreter.interpreter import Interpreter
from spec.ir import nodes as ir
from spec.names.settings import SizeSetting
from verify.obligations.verdict import Result
from verify.run.plan import Plan

Make = Callable[[Mapping[str, str]], ir.Game | None]
"""The game of a rule file under other settings; None where it takes no such settings."""


def _none(settings: Mapping[str, str]) -> None:
    return None


def _silent(words: str) -> None:
    pass


@dataclass(frozen=True)
class Task:
    """One verification: a game, how its file makes others of it, the plan, and until when work may go on.

    `basis` tells the text that the game comes from (`""` the rules, else a claim by its label) by digests that change
    where it does; without it, what rests on games of other settings is not kept. `known` is the best result on each
    obligation so far, and `answers` the folder of answers that solvers gave. `progress` hears what is done now, `tell`
    what whoever started it should know afterwards.
    """

    game: ir.Game
    size_settings: Sequence[SizeSetting] = ()
    fixed: Mapping[str, str] = field(default_factory=dict)
    make: Make = _none
    plan: Plan = field(default_factory=Plan)
    progress: Callable[[str], None] = _silent
    until: float = float("inf")
    basis: Mapping[str, str] = field(default_factory=dict)
    known: tuple[Result, ...] = ()
    answers: Path | None = None
    tell: Callable[[str], None] = _silent

    @cached_property
    def interpreter(self) -> Interpreter:
        """The interpreter of the game."""
        return Interpreter(self.game)

    @property
    def left(self) -> float:
        """The seconds that are left."""
        return max(0.0, self.until - perf_counter())

    def only(self, *, claims: frozenset[str] | None = None, examples: frozenset[str] | None = frozenset()) -> Task:
        """The same of some claims, by label, and of some examples, by text; None leaves all."""
        game = with_only(self.game, claims, examples)

        def make(settings: Mapping[str, str]) -> ir.Game | None:
            made = self.make(settings)
            return None if made is None else with_only(made, claims, examples)

        return replace(self, game=game, make=make)

    def bare(self) -> Task:
        """The same without what other processes cannot be sent: other games of the file, and somebody to tell."""
        return replace(self, make=_none, progress=_silent, tell=_silent)


def with_only(game: ir.Game, claims: frozenset[str] | None, examples: frozenset[str] | None) -> ir.Game:
    """The game with some of its claims and examples; None leaves all."""
    return replace(
        game,
        claims=tuple(c for c in game.claims if claims is None or c.source.label in claims),
        examples=tuple(e for e in game.examples if examples is None or e.text in examples),
    )


Parts = Literal["whole", "claims", "examples"]


@dataclass(frozen=True, slots=True)
class Technique:
    """A way of deciding obligations: `run` yields results as they come, within `Task.until`.

    `parts` says what its results depend on beside the rules, so that an edit has no more decided again than it touches:
    each claim by itself, each example by itself, or on all claims; `reads` tells what of the plan they depend on beside
    the time, None if they are not to be kept. `sizes`: it also looks at the game under other settings. `steady`: what
    it leaves open, more time would not settle. `quick`: it needs no time of a plan. `open`: which of the results so far
    it takes up (`Task.known`), where it takes up any; what it finds depends on these too.
    `has_work`: has it anything to do in a task? `needless`: is all that it could find ruled out by what is known, also
    by what has come of those beside? `place`: it works in this process, or in one of its own, at its turn or
    beside the others from the beginning of the run; `doing` then says at its turn what it does. `prepare` loads what it
    needs, before its own time begins.
    """

    name: str
    words: str
    run: Callable[[Task], Iterator[Result]]
    parts: Parts = "whole"
    sizes: bool = False
    reads: Callable[[Plan], tuple[object, ...] | None] = lambda plan: ()
    steady: bool = False
    quick: bool = False
    place: Literal["here", "process", "beside"] = "here"
    doing: str = ""
    open: Callable[[Task], tuple[Result, ...]] | None = None
    has_work: Callable[[Task], bool] = lambda task: True
    needless: Callable[[Task, Sequence[Result]], bool] = lambda task, known: False
    prepare: Callable[[], object] | None = None

    def seconds(self, plan: Plan) -> float:
        """How much time a plan gives it; with none it is left out."""
        return float("inf") if self.quick else plan.each.get(self.name, 0.0)

    def opens(self, task: Task) -> tuple[Result, ...]:
        """Which of the results so far it takes up."""
        return () if self.open is None else self.open(task)
