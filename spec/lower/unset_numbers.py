"""Warns of a number that rules ask for before any step can have set it, where its start is not 0 and nobody wrote it.

A number without `starts at` begins with its lowest value: a count begins with 0, and another number is hardly meant.
Leaves fields that nothing sets to `spec.lower.suspicious`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from spec import syntax as s
from spec.diagnostics.diagnostic import Diagnostic, Fix, diagnose
from spec.ir import nodes as ir
from spec.ir.flow import jumps, target, ways_on
from spec.ir.index import GameIndex, index_of
from spec.ir.references import CALLED, declaration, field_read, reached, references, written
from spec.ir.walk import walk
from spec.names.declare import of_kind
from spec.text.source import Span

Use = Literal["", "set", "read"]
"""What comes first: nothing of the field, or something that may set it, or something that asks for it."""


def unset_numbers(sections: tuple[s.Section, ...], game: ir.Game) -> Iterator[Diagnostic]:
    """A warning of each such field. In the game no routine leads back to itself."""
    index = index_of(game)
    for text in (f for state in of_kind(sections, s.StateSection) for f in state.fields):
        field = index.fields.get(text.name.text)
        if field is None or field.source.span != text.name.span or text.start is not None:
            continue
        if not isinstance(text.type, s.NumberType) or field.numbers is None or field.low in (0, field.high):
            continue
        if not _Flow(index, field.source.label).asked_unset():
            continue
        start = 0 if field.low < 0 <= field.high else field.low
        asked = f"`{text.name.text}` is asked for before a step can have set it"
        message = f"{asked}, and begins with its lowest value, {field.low}"
        at = text.seen.span.end if text.seen is not None else text.type.span.end
        fix = Fix(f"say at which number it starts: `starts at {start}`", Span(at, at), f", starts at {start}")
        yield diagnose("W0617", text.name.span, message, fix=fix)


@dataclass(frozen=True, slots=True)
class _Flow:
    """The course of play, as one field sees it."""

    index: GameIndex
    field: str

    def asked_unset(self) -> bool:
        """Is there a way from the first step to one that asks for the field, on which nothing may have set it?"""
        steps, waiting, seen = self.index.game.steps, [0], set[int]()
        while waiting:
            at = waiting.pop()
            if at in seen or not 0 <= at < len(steps):
                continue
            seen.add(at)
            step = steps[at]
            found = _first((self.on_arriving(step), self.at_step(step)))
            if found == "read" or (not found and self.ends(after=True)):
                return True
            if not found:
                waiting += [*ways_on(step), *(target(self.index, step, jump) for jump in self.jumps(step))]
        return False

    def jumps(self, step: ir.Step) -> tuple[ir.Jump, ...]:
        offered = () if step.ask is None else step.ask.actions
        return jumps(self.index, (step.act, tuple(self.index.actions[name].effects for name in offered)))

    def on_arriving(self, step: ir.Step) -> Use:
        """Does an end that is looked for at the step ask for the field?"""
        return "read" if step.source.label and self.ends(after=False, at=step.source.label) else ""

    def ends(self, *, after: bool, at: str = "") -> bool:
        """Does an end ask for it that is looked for after every step, or when play comes to this one?"""
        looked = (e for e in self.index.game.endings if (not e.at if after else at in e.at))
        return any(self.asks((e.when, e.result)) for e in looked)

    def at_step(self, step: ir.Step) -> Use:
        """What comes first in the step itself."""
        if step.ask is None:
            return self.first_use(step.act)
        offered = [self.index.actions[name] for name in step.ask.actions]
        if any(self.asks((action.params, action.clauses)) for action in offered):
            return "read"
        uses = [self.first_use(step.ask.otherwise or ()), *(self.first_use(action.effects) for action in offered)]
        return "read" if "read" in uses else _first(uses)

    def first_use(self, root: object) -> Use:
        """What comes first in effects and what they call, as they stand."""
        for node in walk(root):
            sets, read = written(node), field_read(node)
            if sets is not None and sets.field == self.field:
                return "read" if self.asks((sets.index, sets.value)) else "set"
            if read is not None and read[0] == self.field:
                return "read"
            for named in references(node):
                called = self.first_use(declaration(self.index, named)) if named[0] in CALLED else ""
                if called:
                    return called
        return ""

    def asks(self, node: object) -> bool:
        """Does what stands here, or a definition that it names, ask for the field?"""
        return any(
            (read := field_read(each)) is not None and read[0] == self.field for each in reached(self.index, node)
        )


def _first(uses: Sequence[Use]) -> Use:
    return next((use for use in uses if use), "")
