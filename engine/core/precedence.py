"""In which order the clauses of an outcome group can be asked, so that the first that applies decides.

Leaves the meaning of precedence to `engine.core.program` (see `GroupDef`), and writing it down to printers.
"""

from __future__ import annotations

from collections.abc import Mapping

from engine.core import program as p
from engine.core.exclusive import exclusive

Layer = tuple[p.ClauseDef, ...]


def layers(clauses: Layer, functions: Mapping[str, p.Function]) -> tuple[Layer, ...]:
    """The clauses from the top down: where one of a layer applies, none of a later layer matters.

    A layer of several clauses is one in which they have to be weighed against each other.
    """
    left, found = list(clauses), list[Layer]()
    while left:
        layer = min((_held_together(clause, left, functions) for clause in left), key=len)
        found.append(tuple(c for c in left if c in layer))
        left = [c for c in left if c not in layer]
    return tuple(found)


def _held_together(
    clause: p.ClauseDef, among: list[p.ClauseDef], functions: Mapping[str, p.Function]
) -> list[p.ClauseDef]:
    """A clause with all those that may matter beside it, or beside these."""
    layer = [clause]
    for member in layer:
        layer += [other for other in among if other not in layer and not _settled(member, other, functions)]
    return layer


def _settled(high: p.ClauseDef, low: p.ClauseDef, functions: Mapping[str, p.Function]) -> bool:
    """Does the second never matter where the first applies?"""
    outranked = high.key in low.above and low.key not in high.above
    return outranked or exclusive(high.test, low.test, functions)
