"""How to tell soonest whether a move is legal: which clauses have to be read, and in which order.

Leaves the meaning of precedence to `engine.core.program` (see `ActionDef`), and writing it down to printers.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from engine.core import program as p
from engine.core.exclusive import exclusive


@dataclass(frozen=True, slots=True)
class Way:
    """Permits any of which makes a move legal unless a clause of `unless` holds.

    Where a clause of `doubts` holds too, none outranks the other: all clauses have to be weighed.
    """

    permits: tuple[p.ClauseDef, ...]
    unless: tuple[p.ClauseDef, ...]
    doubts: tuple[p.ClauseDef, ...]


@dataclass(frozen=True, slots=True)
class Legality:
    """A move is legal where no bar holds and some way is open. `first` has to be read for every move, before others."""

    first: p.ClauseDef | None
    bars: tuple[p.ClauseDef, ...]
    ways: tuple[Way, ...]


def legality(action: p.ActionDef, functions: Mapping[str, p.Function]) -> Legality | None:
    """The short way to judge moves of an action; None where all clauses have to be weighed each time."""
    permits = [c for c in action.clauses if c.kind == "permit"]
    forbids = [c for c in action.clauses if c.kind == "forbid"]
    above = {c.key: set(c.above) for c in action.clauses}
    if not permits or any(low in above[high] for low, better in above.items() for high in better):
        return None
    # Clauses that cannot hold together need no ranking.
    apart = {
        (permit.key, forbid.key)
        for permit in permits
        for forbid in forbids
        if exclusive(permit.test, forbid.test, functions)
    }
    bars = [f for f in forbids if all(f.key in above[c.key] or (c.key, f.key) in apart for c in permits)]
    faulty = [c for c in action.clauses if not c.total]
    # What may go wrong is read first, and for every move; two such clauses would both have to be.
    if not forbids:
        return _only_permits(permits, faulty)
    if len(faulty) > 1 or any(c not in bars for c in faulty):
        return None
    ways = dict[tuple[tuple[p.ClauseDef, ...], tuple[p.ClauseDef, ...]], list[p.ClauseDef]]()
    for permit in permits:
        open_ = [f for f in forbids if f not in bars and (permit.key, f.key) not in apart]
        unless = tuple(f for f in open_ if f.key in above[permit.key])
        doubts = tuple(f for f in open_ if f.key not in above[permit.key] and permit.key not in above[f.key])
        ways.setdefault((unless, doubts), []).append(permit)
    return Legality(
        faulty[0] if faulty else None,
        tuple(c for c in bars if c.total),
        tuple(Way(tuple(among), unless, doubts) for (unless, doubts), among in ways.items()),
    )


def _only_permits(permits: list[p.ClauseDef], faulty: list[p.ClauseDef]) -> Legality | None:
    """Any permit does. One that may go wrong is read first, and so for every move."""
    if len(faulty) > 1:
        return None
    return Legality(None, (), (Way((*faulty, *(c for c in permits if c.total)), (), ()),))
