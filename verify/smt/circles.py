"""Ways on that run in circles: what must be ranked for every play to end.

Leaves what a way on is to those who prove something of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Protocol, TypeVar


class Leads(Protocol):
    """A way on from one place of play to another, each by its number."""

    @property
    def source(self) -> int: ...

    @property
    def target(self) -> int: ...


On = TypeVar("On", bound=Leads)


def circles(ways: Iterable[On]) -> list[tuple[On, ...]]:
    """The ways on that run in circles, each strongly connected part of them by itself."""
    on = tuple(ways)
    after: dict[int, set[int]] = {}
    for way in on:
        after.setdefault(way.source, set()).add(way.target)
    reach = {place: _reached(place, after) for place in after}
    found: dict[frozenset[int], list[On]] = {}
    for way in on:
        if way.source in reach.get(way.target, ()):
            part = frozenset(p for p in reach[way.source] if way.source in reach.get(p, ()))
            found.setdefault(part, []).append(way)
    return [tuple(part) for part in found.values()]


def _reached(place: int, after: Mapping[int, set[int]]) -> set[int]:
    """The places to which ways on lead from one, by one or more of them."""
    found: set[int] = set()
    waiting = [place]
    while waiting:
        for following in after.get(waiting.pop(), ()):
            if following not in found:
                found.add(following)
                waiting.append(following)
    return found
