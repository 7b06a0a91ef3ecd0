"""What an editor can do about a fault at the push of a button: the fixes that diagnostics bring along.

A fix is offered only where it makes the text better: the fault is gone, and no new error comes.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from hoyle.editor.analysis import Analysis
from hoyle.editor.format.edits import Edit
from spec.diagnostics.diagnostic import Diagnostic
from spec.text.source import Span


@dataclass(frozen=True, slots=True)
class Action:
    """Something to do: what it says on the button, what it changes, and the fault that it mends."""

    title: str
    edits: tuple[Edit, ...]
    mends: Diagnostic


UNUSED = ("W0209", "W0608")
"""Codes of sections that nothing uses."""


def actions(analysis: Analysis, span: Span) -> tuple[Action, ...]:
    """What can be done about the faults that touch a stretch of the text."""
    found = [d for d in analysis.diagnostics if d.span.start <= span.end and span.start <= d.span.end]
    return tuple(action for diagnostic in found for action in _mending(analysis, diagnostic))


def _mending(analysis: Analysis, diagnostic: Diagnostic) -> Iterator[Action]:
    fix = diagnostic.fix
    if fix is not None:
        title = fix.message[:1].upper() + fix.message[1:]
        yield Action(title, (Edit(fix.span.start, fix.span.end, fix.replacement),), diagnostic)
    if diagnostic.code in UNUSED:
        whole = next(
            (x.span for x in analysis.file.sections if x.span.start <= diagnostic.span.start < x.span.end), None
        )
        if whole is not None:
            end = whole.start + len(analysis.content[whole.start : whole.end].rstrip())
            after = analysis.content[end:]
            end += len(after) - len(after.lstrip("\n"))
            yield Action("Delete what nothing uses", (Edit(whole.start, end, ""),), diagnostic)
