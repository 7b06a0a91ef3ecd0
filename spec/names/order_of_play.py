"""Declares the fields of the order of play, in a file whose rules change it: no author writes them down.

What they are is said in `spec.ir.order_of_play`.
"""

from __future__ import annotations

from spec import syntax as s
from spec.ir import nodes as ir
from spec.ir.order_of_play import SKIPPED, TURNED, turned_round, turns_skipped
from spec.names.table import Names
from spec.syntax_walk import of_class
from spec.text.source import Span


def declare_order(sections: tuple[s.Section, ...], names: Names) -> None:
    """The fields that the rules of a file need; one whose name the file has given to something else is reported."""
    turned, skipped = _first(sections, s.TurnRound), _first(sections, s.Skip)
    if turned is not None and _free(TURNED, "play turns round", turned, names):
        names.order.append(turned_round(ir.Source(TURNED, (), turned)))
    if skipped is not None and _free(SKIPPED, "skip the next player", skipped, names):
        names.order.append(turns_skipped(ir.Source(SKIPPED, (), skipped)))
    for field in names.order:
        names.fields[field.source.label] = ((), field.type)


def _first(sections: tuple[s.Section, ...], kind: type[s.TurnRound | s.Skip]) -> Span | None:
    """Where such a sentence stands first."""
    found = (node.span for node in of_class(sections, kind))
    return min(found, key=lambda span: span.start, default=None)


def _free(name: str, sentence: str, at: Span, names: Names) -> bool:
    before = names.spans.get(name)
    if before is None:
        names.spans[name] = at
        return True
    message = f"`{sentence}` keeps a field `{name}` of its own, and here something else has that name"
    names.report("E0202", before, message, label="choose another name", related=[(at, "said here")])
    return False
