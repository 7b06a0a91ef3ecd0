"""The shape of a text as an editor shows it: an outline, what can be folded, what grows around a selection, colours."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

from hoyle.editor.analysis import Analysis
from hoyle.editor.names.symbols import Kind, Occurrence
from spec import syntax as s
from spec.syntax_walk import nodes
from spec.text.layout import blocks_of, lines_of
from spec.text.source import Line, Span

OUTLINED: frozenset[Kind] = frozenset((
    "number", "option", "zone", "field", "kind", "definition", "shape", "values", "routine", "move", "outcome", "step",
    "question", "reading", "claim", "permit", "forbid", "effect", "clause", "end",
))  # fmt: skip


@dataclass(frozen=True, slots=True)
class Item:
    """A part of the outline: `span` is all of it, `name_span` its name."""

    kind: Kind | Literal["section", "example"]
    name: str
    detail: str
    span: Span
    name_span: Span
    children: tuple[Item, ...] = ()


def outline(analysis: Analysis) -> tuple[Item, ...]:
    """The sections, each with what it introduces."""
    introduced = [o for o in analysis.index.occurrences if o.introduces and o.symbol.kind in OUTLINED]
    starts = [o.span.start for o in introduced]
    return tuple(_section(analysis, section, introduced, starts) for section in analysis.file.sections)


def _section(analysis: Analysis, section: s.Section, introduced: list[Occurrence], starts: list[int]) -> Item:
    span = _trimmed(analysis.content, section.span)
    within = introduced[bisect_left(starts, span.start) : bisect_left(starts, span.end)]
    heading = analysis.content[span.start : span.end].split("\n", 1)[0].rstrip(" :")
    if isinstance(section, s.ExampleSection):
        return Item("example", section.title.text or "example", "", span, section.title.span)
    named = next((o for o in within if o.symbol.kind in NAMED), None)
    if named is None:
        children = tuple(_item(analysis, o) for o in within)
        return Item("section", heading.split(" ")[0], "", span, Span(span.start, span.start + len(heading)), children)
    children = tuple(_item(analysis, o) for o in within if o is not named)
    shown = analysis.known.shown.get(named.symbol, "")
    return Item(named.symbol.kind, named.symbol.name, shown, span, named.span, children)


NAMED: frozenset[Kind] = frozenset(
    ("definition", "shape", "values", "routine", "move", "outcome", "question", "claim", "kind")
)
"""What has a section of its own."""


def _item(analysis: Analysis, one: Occurrence) -> Item:
    whole = _trimmed(analysis.content, one.under).to(one.span)
    return Item(one.symbol.kind, one.symbol.name, analysis.known.shown.get(one.symbol, ""), whole, one.span)


def _trimmed(text: str, span: Span) -> Span:
    """A span without the blanks and line ends behind it."""
    return Span(span.start, span.start + max(1, len(text[span.start : span.end].rstrip())))


# ---------------------------------------------------------------- folding and selecting


def folds(content: str) -> tuple[tuple[int, int], ...]:
    """What can be folded, as offsets in its first and in its last line: blocks, and runs of comment lines."""
    found = [fold for block in blocks_of(content) for fold in _blocks(content, block.start, block.text)]
    return tuple(sorted({*found, *_comments(content)}))


def _blocks(content: str, start: int, text: str) -> Iterator[tuple[int, int]]:
    lines = [Line(x.start + start, x.end + start, x.indent) for x in lines_of(text)]
    for at, line in enumerate(lines):
        last = at
        while last + 1 < len(lines) and lines[last + 1].indent > line.indent:
            last += 1
        if content.count("\n", line.start, lines[last].end):
            yield line.start, lines[last].end


def _comments(content: str) -> Iterator[tuple[int, int]]:
    at, begun = 0, -1
    for raw in [*content.split("\n"), ""]:
        noted = raw.lstrip().startswith("#")
        if noted and begun < 0:
            begun = at
        if not noted and begun >= 0:
            if content.count("\n", begun, at - 1):
                yield begun, at - 1
            begun = -1
        at += len(raw) + 1


def selections(analysis: Analysis, offset: int) -> tuple[Span, ...]:
    """What grows around an offset, from the smallest part to the whole text."""
    found = {Span(0, len(analysis.content))}
    around = [x for x in analysis.file.sections if x.span.start <= offset <= x.span.end]
    for node in nodes(tuple(around)):
        span = getattr(node, "span", None)
        if isinstance(span, Span) and span.start <= offset <= span.end and span.start < span.end:
            found.add(_trimmed(analysis.content, span))
    chain = sorted(found, key=lambda span: (span.end - span.start, span.start))
    kept = [chain[0]] if chain else []
    for inner, outer in pairwise(chain):
        last = kept[-1]
        if outer.start <= last.start and last.end <= outer.end and outer != inner:
            kept.append(outer)
    return tuple(span for span in kept if span.start <= offset <= span.end)
