"""Shapes with wild cards in Python: which pieces of the library they use, and with what.

Leaves the pieces to `engine.python.library.wild_cards`.
"""

from __future__ import annotations

from textwrap import wrap

from engine.core import program as p
from engine.core.shapes import bounds_of
from engine.python.expressions import Writer
from engine.targets.line_breaking import INDENT, Doc
from spec.ir import nodes as ir


def wild_line(line: p.Line) -> list[str]:
    """A line in which some cards are wild, as a constant."""
    told = f"{line.places!r}, {line.circle}, frozenset({line.wild!r})"
    rows = [INDENT + row for row in wrap(told, 110)]
    about = "# in a line a card of each rank stands here; of so many places is a circle; these cards are wild"
    return ["", about, f"{line.name} = (", *rows, ")  # fmt: skip"]


def mix_table(made: p.MixDef) -> list[str]:
    """The table of a shape's parts, as a constant."""
    mix = made.mix
    told = f"{mix.order!r}, {mix.starts!r}, {mix.rows!r}, {mix.complete!r}, {mix.read!r}, frozenset({made.wild!r})"
    about = (
        "# ranks as they are read, first rows, next rows, wild cards that complete each, ranks before each, wild cards"
    )
    return ["", about, f"{made.name}: Mix = (", *(INDENT + row for row in wrap(told, 110)), ")  # fmt: skip"]


def wild_choices(w: Writer, shape: p.ShapeDef, wild: ir.Wild) -> Doc:
    """All choices of a shape with wild cards from `cards`."""
    of = shape.shape
    steps = {"none": "()", "run": "(1,)", "steps": "(1, -1)", "parts": "()"}[of.line]
    same = "".join(f"{attr.upper()}_OF, " for attr in of.same)
    least, most = bounds_of(next(d.words for d in w.program.domains if d.label == "rank"), of)
    numbers = (str(least), str(most), str(wild.natural), str(wild.most))
    return w.call(w.use("wild_choices"), ("cards", shape.line, steps, f"({same.strip()})", str(of.ordered), *numbers))
