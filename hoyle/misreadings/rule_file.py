"""What an operator reads: a rule file as text and syntax, and which of it is in force under the settings of a run.

Leaves what may be misread to the operators, and writing to `hoyle.misreadings.draft`.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TypeVar

from hoyle.english.english import English
from hoyle.english.teller import Env
from hoyle.misreadings.conditions import conditions
from hoyle.misreadings.surgery import extent, span_of
from spec import syntax as s
from spec.ir import nodes as ir
from spec.ir.walk import walk
from spec.syntax_walk import nodes
from spec.text.reserved import BUILTIN, reserved_words
from spec.text.source import Span

T = TypeVar("T")
Headed = (
    s.DefineSection | s.ShapeSection | s.ValuesSection | s.RoutineSection | s.MoveSection | s.LegalClause
    | s.DoesClause | s.OutcomeClause | s.EndClause | s.StepFlow | s.AskFlow
)  # fmt: skip
"""What has a label, citations and settings, and can be given a second wording under another reading."""
HEADED = (
    s.DefineSection, s.ShapeSection, s.ValuesSection, s.RoutineSection, s.MoveSection, s.LegalClause, s.DoesClause,
    s.OutcomeClause, s.EndClause, s.StepFlow, s.AskFlow,
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Settled:
    """A question that a file answers without readings: its name, its text with the answer, and the section."""

    name: s.Name
    asks: tuple[str, str]
    span: Span


@dataclass(frozen=True)
class RuleFile:
    """One rule file with the game that it makes."""

    content: str
    file: s.File
    game: ir.Game

    # ------------------------------------------------------------ text

    def slice(self, node: object) -> str:
        """What stands in the file for a node, without blanks and comments around it."""
        span = extent(self.content, span_of(node))
        return self.content[span.start : span.end]

    def spoken(self, node: object) -> str:
        """The same as it is read aloud, on one line."""
        return spoken(self.slice(node))

    @cached_property
    def taken(self) -> frozenset[str]:
        """Every word that a new name must not be."""
        return words_in(self.content) | reserved_words() | set(BUILTIN)

    def free(self, name: str, others: Collection[str] = ()) -> str:
        """A name that neither the file nor some others have: this one, or with a number."""
        return next(n for n in _numbered(name) if n not in self.taken and n not in others)

    @cached_property
    def bound(self) -> tuple[str, str, str]:
        """What a text that is added calls one thing, another and a third: names that mean nothing in the file."""
        return self.free("zz"), self.free("yy"), self.free("xx")

    def unsettled(self, name: str, others: Collection[str] = ()) -> str:
        """The name that it would be if the file had settled nothing yet."""
        return next(n for n in _numbered(name) if (n not in self.taken or n in self.answered) and n not in others)

    # ------------------------------------------------------------ in English

    @cached_property
    def english(self) -> English:
        """Tells expressions of the game."""
        return English(self.game)

    @cached_property
    def conditions(self) -> dict[Span, tuple[ir.Expr, Env]]:
        """The conditions of the game by the places of their labels, each with what its names stand for."""
        return dict(conditions(self.english))

    # ------------------------------------------------------------ what is in force

    @cached_property
    def _live(self) -> frozenset[Span]:
        return frozenset(sources_of(self.game))

    def live(self, item: Headed) -> bool:
        """Is a labelled part in force under the settings?"""
        return item.head.name.span in self._live

    def sections(self, kind: type[T]) -> Iterator[T]:
        """The sections of a kind, in the order of the file."""
        return (section for section in self.file.sections if isinstance(section, kind))

    @cached_property
    def answered(self) -> dict[str, Settled]:
        """The questions that the file answers without readings, by name."""
        found = ((q, q.answered) for q in self.sections(s.QuestionSection))
        return {
            q.head.name.text: Settled(q.head.name, (one_line(q.text.text), one_line(answered.answer.text)), q.span)
            for q, answered in found
            if answered is not None
        }

    @cached_property
    def moves(self) -> tuple[s.MoveSection, ...]:
        """The moves in force."""
        return tuple(m for m in self.sections(s.MoveSection) if self.live(m))

    @cached_property
    def outcomes(self) -> tuple[s.OutcomeSection, ...]:
        """The outcomes."""
        return tuple(self.sections(s.OutcomeSection))

    @cached_property
    def owners(self) -> tuple[s.MoveSection | s.OutcomeSection, ...]:
        """The moves in force, and the outcomes."""
        return (*self.moves, *self.outcomes)

    @cached_property
    def defines(self) -> dict[str, s.DefineSection]:
        """The definitions in force, by name."""
        return {d.head.name.text: d for d in self.sections(s.DefineSection) if self.live(d)}

    @cached_property
    def routines(self) -> dict[str, s.RoutineSection]:
        """The routines in force, by name."""
        return {r.head.name.text: r for r in self.sections(s.RoutineSection) if self.live(r)}

    @cached_property
    def shapes(self) -> dict[str, s.ShapeSection]:
        """The shapes in force, by name."""
        return {x.head.name.text: x for x in self.sections(s.ShapeSection) if self.live(x)}

    @cached_property
    def zones(self) -> dict[str, s.ZoneText]:
        """The zones, by name."""
        return {z.name.text: z for section in self.sections(s.ZonesSection) for z in section.zones}

    @cached_property
    def fields(self) -> dict[str, s.FieldText]:
        """The fields, by name."""
        return {f.name.text: f for section in self.sections(s.StateSection) for f in section.fields}

    @cached_property
    def ends(self) -> tuple[s.EndClause, ...]:
        """The ends in force."""
        found = (i for section in self.sections(s.EndsSection) for i in section.items)
        return tuple(i for i in found if isinstance(i, s.EndClause) and self.live(i))

    @cached_property
    def flow(self) -> tuple[tuple[s.Flow, tuple[s.LoopFlow, ...]], ...]:
        """Every part of the course of play, with the loops around it, outer ones first."""
        return tuple(x for section in self.sections(s.PlaySection) for x in _flow(section.body, ()))

    @cached_property
    def steps(self) -> tuple[tuple[s.StepFlow, tuple[s.LoopFlow, ...]], ...]:
        """The steps in force, with the loops around each."""
        return tuple((x, loops) for x, loops in self.flow if isinstance(x, s.StepFlow) and self.live(x))

    @cached_property
    def choices(self) -> tuple[tuple[s.AskFlow, tuple[s.LoopFlow, ...]], ...]:
        """The choices in force, with the loops around each."""
        return tuple((x, loops) for x, loops in self.flow if isinstance(x, s.AskFlow) and self.live(x))

    def clauses(self, of: s.MoveSection | s.OutcomeSection, kind: type[T]) -> list[T]:
        """The clauses of a kind that a move or an outcome has in force."""
        return [i for i in of.items if isinstance(i, kind) and self.live(i)]  # type: ignore[arg-type]

    @cached_property
    def headed(self) -> tuple[Headed, ...]:
        """Every labelled part in force, in the order of the file."""
        found: list[Headed] = []
        for section in self.file.sections:
            found += [n for n in nodes(section) if isinstance(n, HEADED) and self.live(n)]
        return tuple(sorted(found, key=lambda n: n.span.start))

    def holder(self, node: object) -> Headed | None:
        """The innermost labelled part in which a node stands."""
        span = span_of(node)
        inside = [h for h in self.headed if h.span.start <= span.start and span.end <= h.span.end]
        return max(inside, key=lambda h: h.span.start, default=None)

    def named_again(self, item: Headed) -> bool:
        """Does the file name a part anywhere but at its own label?"""
        return len(re.findall(rf"\b{item.head.name.text}\b", self.content)) > 1

    def read(self, name: str) -> str:
        """How people read a name: its display name, or its words."""
        return self._displays.get(name, name.replace("_", " "))

    @cached_property
    def _displays(self) -> dict[str, str]:
        named = (n for section in self.file.sections for n in nodes(section) if isinstance(n, s.Name) and n.display)
        return {n.text: n.display.text for n in named if n.display is not None}

    def own_cites(self, item: Headed) -> tuple[s.Quoted, ...]:
        """What a part cites itself, and not only what stands around it."""
        return tuple(c for c in item.head.cites if item.span.start <= c.span.start < item.span.end)


def sources_of(game: ir.Game) -> dict[Span, ir.Source]:
    """Every labelled part of a game, by the place of its label."""
    return {node.span: node for node in walk(game) if isinstance(node, ir.Source)}


def _flow(body: tuple[s.Flow, ...], loops: tuple[s.LoopFlow, ...]) -> Iterator[tuple[s.Flow, tuple[s.LoopFlow, ...]]]:
    for item in body:
        yield item, loops
        if isinstance(item, s.LoopFlow):
            yield from _flow(item.body, (*loops, item))


def _numbered(name: str) -> Iterator[str]:
    """A name, and the same with numbers."""
    short = name[:40].strip("_")
    yield from (short, *(f"{short}_{i}" for i in range(2, 999)))


def words_in(text: str) -> frozenset[str]:
    """Every word of a text that may be a name."""
    return frozenset(re.findall(r"[a-z][a-z0-9_]*", text))


def one_line(text: str) -> str:
    """A text as it stands between quotation marks in a rule file: on one line, with other marks inside."""
    return re.sub(r"\s+", " ", text.replace('"', "'")).strip()


def spoken(text: str) -> str:
    """A text of a rule file as it is read aloud: on one line, low lines as blanks."""
    return re.sub(r"\s+", " ", re.sub(r"(?<=[a-z0-9])_(?=[a-z0-9])", " ", text)).strip()
