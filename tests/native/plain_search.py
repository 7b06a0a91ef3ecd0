"""A plain search in Python of every state of a game, which shares no code with the compiled one.

The positions are those of the interpreter, or of its loose play; two are one if nothing that they hold differs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from itertools import permutations, product
from typing import Any

from engine.interpreter.interpreter import Interpreter, Turn
from engine.interpreter.position import Position
from engine.luck.chance import Branching, Chance
from spec.ir import nodes as ir

Key = tuple[Any, ...]


@dataclass
class Graph:
    """All positions with what follows them: of each move the positions to which chance may lead."""

    after: dict[Key, list[list[Key]]] = field(default_factory=dict)
    ended: set[Key] = field(default_factory=set)
    faulted: set[Key] = field(default_factory=set)
    levels: int = 0
    deals: int = 0
    transitions: int = 0

    @property
    def states(self) -> set[Key]:
        return set(self.after) | self.ended | self.faulted

    def endless(self) -> set[Key]:
        """The states from which play need not end."""
        left = {k: {t for group in groups for t in group} for k, groups in self.after.items()}
        while True:
            done = [k for k, to in left.items() if not to & left.keys()]
            if not done:
                return set(left)
            for k in done:
                del left[k]

    def longest(self) -> int:
        length = dict.fromkeys(self.ended | self.faulted, 0)
        left = {k: {t for group in groups for t in group} for k, groups in self.after.items()}
        while left:
            for k in [k for k, to in left.items() if to <= length.keys()]:
                length[k] = 1 + max(length[t] for t in left.pop(k))
        return max(length.values())

    def lost(self, every: bool) -> set[Key]:
        """The states from which no end is reached: by no move of whose outcomes all (else: some) lead to one."""
        good, which = set(self.ended), all if every else any
        while True:
            more = {
                k
                for k, groups in self.after.items()
                if k not in good and any(which(t in good for t in group) for group in groups)
            }
            if not more:
                return set(self.after) - good
            good |= more

    def shortest_loop(self) -> int:
        """The fewest moves that lead from a state back to it; 0 where none do."""
        best = 0
        for start in self.endless():
            near, seen, length = [start], {start}, 0
            while near and (not best or length < best - 1):
                length += 1
                near = [t for k in near for group in self.after.get(k, ()) for t in group]
                if start in near:
                    best = length
                    break
                near = list(set(near) - seen)
                seen |= set(near)
        return best


def key_of(position: Position) -> Key:
    ended = position.result.ending if position.result else ""
    fault = position.fault.kind if position.fault else ""
    return (position.cells, position.fields, position.step, ended, fault)


def graph_of(interpreter: Interpreter, likened: Callable[[Position], Position] = lambda p: p) -> Graph:
    """Every position that can be reached from every deal."""
    graph = Graph()
    near: list[Turn] = []
    seen: set[Key] = set()
    for turn in ways(interpreter.start):
        graph.deals += 1
        reach(graph, turn, likened, near, seen)
    while near:
        level, near = near, []
        known = len(seen)
        for turn in level:
            groups = graph.after[key_of(likened(turn.position))] = []
            for move in turn.moves:
                groups.append([])
                for following in ways(partial(interpreter.apply, turn.position, move)):
                    graph.transitions += 1
                    groups[-1].append(reach(graph, following, likened, near, seen))
        graph.levels += len(seen) > known
    return graph


def reach(graph: Graph, turn: Turn, likened, near: list[Turn], seen: set[Key]) -> Key:
    key = key_of(likened(turn.position))
    if key not in seen:
        seen.add(key)
        if turn.position.result:
            graph.ended.add(key)
        elif turn.position.fault:
            graph.faulted.add(key)
        else:
            near.append(turn)
    return key


def ways(run: Callable[[Chance], Turn]) -> Iterator[Turn]:
    """The turns of every outcome of chance."""
    prefix: tuple[int, ...] | None = ()
    while prefix is not None:
        chance = Branching(prefix)
        yield run(chance)
        prefix = chance.following()


# ---------------------------------------------------------------- exchanges


def orbits(interpreter: Interpreter, graph: Graph, seats: bool, suits: tuple[tuple[int, ...], ...], heaps) -> int:
    """How many states there are when those are one that some exchange turns into each other."""
    kept: set[Key] = set()
    number = 0
    exchanges = list(exchanges_of(interpreter, seats, suits))
    for key in graph.states:
        if key in kept:
            continue
        number += 1
        kept.update(exchanged(interpreter, key, by, cards, suit, heaps) for by, cards, suit in exchanges)
    return number


def exchanges_of(interpreter: Interpreter, seats: bool, suits: tuple[tuple[int, ...], ...]):
    deck = interpreter.game.deck
    for by in range(interpreter.layout.players if seats else 1):
        for orders in product(*(permutations(group) for group in suits)):
            suit = {a: b for group, order in zip(suits, orders, strict=True) for a, b in zip(group, order, strict=True)}
            place = {(c.rank, c.suit, c.copy): i for i, c in enumerate(deck)}
            cards = {i: place[c.rank, suit.get(c.suit, c.suit), c.copy] for i, c in enumerate(deck)}
            yield by, cards, suit


def exchanged(interpreter: Interpreter, key: Key, by: int, cards, suit, heaps) -> Key:
    layout, players = interpreter.layout, interpreter.layout.players
    cells, fields, step, *rest = key
    new_cells: list[tuple[int, ...]] = [()] * len(cells)
    for at, held in enumerate(cells):
        cell = layout.cells[at]
        domains = layout.zones[cell.name].decl.index
        index = tuple((v + by) % players if d == "player" else v for d, v in zip(domains, cell.index, strict=True))
        moved = tuple(cards.get(c, c) for c in held)
        if not layout.ordered[at]:
            moved = tuple(sorted(moved))
        elif cell.name in heaps:
            moved = (*sorted(moved[:-1]), *moved[-1:])
        new_cells[layout.cell(cell.name, index)] = moved
    new_fields = [0] * len(fields)
    for at, value in enumerate(fields):
        slot = layout.slots[at]
        decl = layout.fields[slot.name].decl
        index = tuple((v + by) % players if d == "player" else v for d, v in zip(decl.index, slot.index, strict=True))
        domain = decl.type.domain if isinstance(decl.type, ir.Symbol) else ""
        turned = (value + by) % players if domain == "player" and value >= 0 else value
        if isinstance(decl.type, ir.Card):
            turned = cards.get(value, value)
        new_fields[layout.slot(slot.name, index)] = suit.get(turned, turned) if domain == "suit" else turned
    return (tuple(new_cells), tuple(new_fields), step, *rest)
