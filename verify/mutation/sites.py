"""Every place of a game's rules at which something can be changed, and the game with another node at that place.

Leaves what to change to `verify.mutation.operators`. Examples, claims, questions and citations are no rules.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, is_dataclass, replace
from typing import Any, cast

from spec.ir import nodes as ir
from spec.ir.binding import binds
from spec.ir.fold import coloured_suit
from spec.ir.identity import source_of
from spec.ir.index import index_of
from spec.ir.references import EVERY, fields_read, reached, references, written
from spec.ir.types import presumed, worded
from spec.ir.walk import hints_of
from spec.text.source import Span

RULES = ("zones", "fields", "tables", "shapes", "defines", "routines", "groups", "actions", "endings")
PARTS = (*RULES, "ending_order", "steps")
NAMED = ("zones", "fields", "tables", "shapes", "defines", "routines", "groups", "actions")

Path = tuple[str | int, ...]
"""The way from the game to a node: names of fields, and numbers in tuples."""
Names = tuple[tuple[str, ir.Type], ...]


@dataclass(frozen=True, slots=True)
class Site:
    """A node or a tuple of nodes: how to get there, the labelled things around it, and the names that it may use."""

    path: Path
    node: Any
    around: tuple[ir.Source, ...]
    names: Names

    @property
    def labels(self) -> tuple[str, ...]:
        return tuple(source.label for source in self.around if source.label)


def sites(game: ir.Game) -> Iterator[Site]:
    """Every site of the rules that play can come to use, outer ones first."""
    used = used_labels(game)
    for part in PARTS:
        for number, item in enumerate(getattr(game, part)):
            source = source_of(item)
            if part not in NAMED or (source is not None and source.label in used):
                yield from _below(Site((part, number), item, (), ()), game.deck)
        yield Site((part,), getattr(game, part), (), ())


def used_labels(game: ir.Game) -> frozenset[str]:
    """The labels of what the course of play and the ends use, directly or through something else."""
    nodes = reached(index_of(game), (game.steps, game.endings), EVERY)
    read = (n for n in nodes if written(n) is None)
    return frozenset(name for node in read for kind, name in references(node) if kind != "domain")


def read_fields(game: ir.Game) -> frozenset[str]:
    """The fields that some rule reads; what the others hold is of no account."""
    return fields_read(tuple(getattr(game, part) for part in PARTS))


def _below(site: Site, deck: Sequence[ir.CardFace]) -> Iterator[Site]:
    """The sites in a node; in what lowering made of a name alone (somebody, a suit's colour) none but that name."""
    node = site.node
    if (value := presumed(node) or worded(node)) is not None:
        yield from _below(replace(site, path=(*site.path, "cond", "right"), node=value), deck)
        return
    if coloured_suit(node, deck) is not None:
        return
    yield site
    if isinstance(node, tuple):
        for number, item in enumerate(node):
            if _holds_more(item):
                yield from _below(replace(site, path=(*site.path, number), node=item), deck)
        return
    source = source_of(node)
    around = site.around if source is None else (*site.around, source)
    for name, _ in hints_of(cast(Any, type(node))):
        value = getattr(node, name)
        if _holds_more(value) and value is not source:
            names = (*site.names, *binds(node, name).items())
            yield from _below(Site((*site.path, name), value, around, names), deck)


def _holds_more(value: object) -> bool:
    return isinstance(value, tuple) or (is_dataclass(value) and not isinstance(value, Span))


def node_at(game: ir.Game, path: Path) -> Site | None:
    """The site at the end of a path, if there is one."""
    return next((site for site in _towards(game, path) if site.path == path), None)


def _towards(game: ir.Game, path: Path) -> Iterator[Site]:
    if path and path[0] in PARTS:
        yield from _below(Site(path[:1], getattr(game, str(path[0])), (), ()), game.deck)


def with_node(game: ir.Game, path: Path, node: object) -> ir.Game:
    """The game with another node at the end of a path."""
    return cast(ir.Game, _changed(game, path, node))


def _changed(whole: object, path: Path, node: object) -> object:
    if not path:
        return node
    at, rest = path[0], path[1:]
    if isinstance(at, int):
        items = cast(tuple[object, ...], whole)
        return (*items[:at], _changed(items[at], rest, node), *items[at + 1 :])
    return replace(cast(Any, whole), **{at: _changed(getattr(whole, at), rest, node)})
