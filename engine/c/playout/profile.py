"""Which parts of a rule file random games are in: C that says so, in builds that are made to be measured.

Play is in one part at a time, not in that which asked it, so that the time of all parts is the whole. Where nobody
measures, no statement of this module comes into being. Leaves looking on to `engine.c.compiled.profile`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Literal

from engine.c import tree as c
from engine.c.rules.engine import Writer
from engine.core import program as p
from engine.core.symbol_table import SymbolTable
from spec.ir import nodes as ir

Kind = Literal[
    "define", "routine", "permit", "forbid", "outcome", "ending", "choices", "moves", "choosing", "effect", "step",
    "pays", "course",
]  # fmt: skip
"""What a part is: a definition or routine; the condition of a clause; listing the choices of a shape; finding the
moves of an action; all else of a decision; what a move, or a step by itself, does; what an ending brings; the rest."""
NAMES = frozenset({"profile_at", "profile_begin", "profile_enter", "profile_times", "PROFILED"})
"""What the run-time calls its functions."""


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a rule file that is measured; `source` says where it stands."""

    kind: Kind
    source: ir.Source


COURSE = Part("course", ir.Source("(course)"))
"""Beginning games, and whatever has no name in the rule file."""


@dataclass
class Profile:
    """The parts of one build by their numbers, found as its C is made."""

    of_functions: Mapping[str, Part] = field(default_factory=dict)
    """The parts that functions of the program state."""
    parts: list[Part] = field(default_factory=lambda: [COURSE])
    _numbers: dict[tuple[Kind, ir.ClauseId], int] = field(default_factory=dict)

    def number(self, part: Part) -> c.Expr:
        """The number of a part."""
        key = part.kind, part.source.clause
        if not part.source.label:
            return c.Int(0)
        if key not in self._numbers:
            self._numbers[key] = len(self.parts)
            self.parts.append(part)
        return c.Int(self._numbers[key])


def profile_of(game: ir.Game, program: p.Program) -> Profile:
    """What is measured of a game's definitions, routines and clauses."""
    names = SymbolTable(game).functions
    found: dict[str, Part] = {names["define", d.source.label]: Part("define", d.source) for d in game.defines}
    found |= {names["routine", r.source.label]: Part("routine", r.source) for r in game.routines}
    actions = {action.source.label: action for action in game.actions}
    for action in program.actions:
        for clause, one in zip(action.clauses, actions[action.label].clauses, strict=True):
            found[clause.test.function] = Part(one.kind, one.source)
    groups = {group.source.label: {one.source.label: one.source for one in group.clauses} for group in game.groups}
    for group in program.groups:
        for clause in group.clauses:
            found[clause.test.function] = Part("outcome", groups[group.label][clause.label])
    endings = {ending.source.label: ending.source for ending in game.endings}
    for ending in program.endings:
        found[ending.clause.test.function] = Part("ending", endings[ending.clause.label])
    return Profile(found)


@contextmanager
def measured(w: Writer, profile: Profile | None, part: Part | None) -> Iterator[None]:
    """Play is in a part for what is added meanwhile, and then where it was before."""
    if profile is None or part is None:
        yield
        return
    before = w.declare("before", c.INT, c.Call("profile_begin", (profile.number(part),)))
    yield
    w.add(c.Do(c.Call("profile_at", (before,))))


def entered(w: Writer, profile: Profile | None, part: Part) -> None:
    """Play is in a part from here on, until another is entered."""
    if profile is not None:
        w.add(c.Do(c.Call("profile_enter", (profile.number(part),))))
