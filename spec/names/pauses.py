"""Makes of each `pause` a choice of one move, which does nothing: while somebody has to choose, all see the table.

What is seen at a choice is left to `spec.ir.sight`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from spec import syntax as s
from spec.ir.index import MOVER
from spec.ir.pauses import GO_ON, SEEN, SHOWN_AS
from spec.names.outline import outline
from spec.names.table import Names
from spec.syntax import File
from spec.syntax_walk import of_class
from spec.text.source import Span

INTRODUCED = ("zone", "field", "definition", "routine", "move", "outcome", "setting")
"""Of these no two have one name."""


def with_pauses(file: File, names: Names) -> File:
    """The file with the one move that all its pauses offer; another move of that name is reported."""
    pauses = sorted(of_class(file.sections, s.PauseFlow), key=lambda pause: pause.span.start)
    if not pauses:
        return file
    first = pauses[0].head.span
    taken = [item.span for item in outline(file.sections) if item.label == GO_ON and item.kind in INTRODUCED]
    for span in taken[:1]:
        message = f"`pause` has a move `{GO_ON}` of its own, and here something else has that name"
        names.report("E0202", span, message, label="choose another name", related=[(first, "said here")])
        names.lost |= {GO_ON}
    return file if taken else replace(file, sections=(*file.sections, _move(pauses, first)))


def as_choice(pause: s.PauseFlow) -> s.AskFlow:
    """The choice that a pause is."""
    at = pause.head.span
    return s.AskFlow(pause.head, pause.when, s.Word(MOVER, at), False, (s.Name(GO_ON, at),), None, pause.span)


def _move(pauses: Iterable[s.PauseFlow], at: Span) -> s.MoveSection:
    """Its places in the rulebook are those of all pauses."""
    cites = {cite.text: cite for pause in pauses for cite in pause.head.cites}
    name = s.Name(GO_ON, at, s.Quoted(SHOWN_AS, at))
    permit = s.LegalClause(True, s.Head(s.Name(SEEN, at), tuple(cites.values()), None), None, at)
    return s.MoveSection(s.Head(name, tuple(cites.values()), None), (), (permit,), at)
