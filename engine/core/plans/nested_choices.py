"""Moves of several choices whose last one is judged for all its values at once, given those before it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, Literal

from engine.core import program as p
from engine.core.plans.move_counting import judged_at_once


@dataclass(frozen=True, slots=True)
class Nested:
    """`outer` are gone through one by one, each given those before it; of `last` all cards, or symbols, are judged."""

    outer: tuple[p.MoveParam, ...]
    inner: Literal["cards", "domain"]
    last: p.MoveParam


@dataclass(frozen=True)
class NestedChoices:
    """For each action of several parameters whose last one has few values, what is gone through and what is judged."""

    name: ClassVar[str] = "nested_choices"

    def __call__(self, program: p.Program) -> Mapping[str, Nested]:
        """The plans by the labels of the actions."""
        sizes = {domain.label: len(domain.words) for domain in program.domains}
        found: dict[str, Nested] = {}
        for action in program.actions:
            match action.params:
                case (*outer, last) if outer and (inner := judged_at_once(last, sizes)):
                    found[action.label] = Nested(tuple(outer), inner, last)
                case _:
                    pass
        return found
