"""A plain walk through a tiny game, step by step: every position, every move, every outcome of luck.

Nothing is taken from `verify`. Play is cut after each step, so that a loop which only luck ends is a circle of
positions here, not a walk without end. What follows from the graph is said by its definition.
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property, partial

from engine.interpreter.faults import Fault, Stop
from engine.interpreter.frame import Event, Frame
from engine.interpreter.interpreter import Interpreter, Turn
from engine.interpreter.moves import Move
from engine.interpreter.position import Position
from engine.luck.chance import Chance, every_outcome
from spec.ir import nodes as ir

MOST_ROUNDS, RARE = 200, 1e-6
Mark = tuple[str, str, int, str]
"""What fired: its kind, its label, where it stands in the file, and the shape of its move where that has several."""


class Asked:
    """Luck that tells whether it was asked for."""

    def __init__(self, inner: Chance) -> None:
        self._inner = inner
        self.used = False

    def pick(self, n: int) -> int:
        self.used = True
        return self._inner.pick(n)

    def shuffle(self, cards: tuple[int, ...]) -> tuple[int, ...]:
        self.used = True
        return self._inner.shuffle(cards)


class Stepping(Interpreter):
    """The interpreter, cut after each step and each move."""

    def _play_on(self, f: Frame, made: int, arriving: bool = True) -> Turn:
        return Turn(self._position(f, 0), tuple(f.events))

    def step(self, position: Position, chance: Chance) -> Turn:
        """What comes of arriving at a position: a decision, an end, a fault, or the position at the next step."""
        f = self._frame(position, chance)
        try:
            turn = self._step(f, position, True)
        except Stop as stop:
            return Turn(replace(position, fault=self._fault(stop, position.step)), tuple(f.events))
        return Turn(self._position(f, 0), tuple(f.events)) if turn is None else turn


@dataclass(frozen=True, slots=True)
class Way:
    """One outcome of a step or a move: how likely, where it leads, and whether luck was asked for."""

    share: Fraction
    to: Position
    lucky: bool


@dataclass(slots=True)
class Node:
    """A position on arriving at its step. `moves` are there where somebody decides; a step has the one key None."""

    moves: tuple[Move, ...] = ()
    ways: dict[Move | None, tuple[Way, ...]] = field(default_factory=dict)

    @property
    def following(self) -> Iterator[Position]:
        return (way.to for ways in self.ways.values() for way in ways)


MOST_OUTCOMES = 20_000
"""So many outcomes of luck are followed from one position, or one move."""


class TooMany(Exception):
    """There are more positions, or more outcomes of luck, than are followed."""


@dataclass
class Walk:
    """All positions of a game, and what fired on the way; `starts` are those where play begins."""

    interpreter: Stepping
    start: Position
    nodes: dict[Position, Node] = field(default_factory=dict)
    fired: set[Mark] = field(default_factory=set)
    _between: dict[tuple[Position, Move | None], frozenset[Position]] = field(default_factory=dict)

    @property
    def game(self) -> ir.Game:
        return self.interpreter.game

    # ------------------------------------------------------------ kinds of positions

    def decisions(self) -> Iterator[Position]:
        """The positions at which somebody has a choice."""
        return (p for p, node in self.nodes.items() if node.moves)

    def over(self) -> Iterator[Position]:
        """The positions at which play is over, by an end or a fault."""
        return (p for p in self.nodes if p.over)

    def ends(self) -> list[Position]:
        """The positions at which an end holds."""
        return [p for p in self.nodes if p.result is not None]

    def faults(self) -> Iterator[Fault]:
        """The faults that are met."""
        return (p.fault for p in self.nodes if p.fault is not None)

    # ------------------------------------------------------------ does play end?

    def every_play_ends(self) -> bool:
        """Is there no way round?"""
        return not _circular(self.nodes)

    def ends_almost_surely(self) -> bool:
        """Whatever is chosen, is the chance of going on for ever 0? It is not where choices can stay within some
        positions whatever luck brings."""
        inside = {p for p in self.nodes if not p.over}
        while True:
            good = {p for p in inside if any(_stays(ways, inside) for ways in self.nodes[p].ways.values())}
            if good == inside:
                return not inside
            inside = good

    def end_stays_reachable(self, *, or_fault: bool = False) -> bool:
        """Can an end (or a fault, if that counts) be reached from every position that meets no fault itself?"""
        good = self._leading_to([p for p in self.over() if or_fault or p.result is not None])
        return all(p in good or p.fault is not None for p in self.nodes)

    def some_play_ends(self) -> bool:
        return bool(self.ends())

    def _leading_to(self, targets: list[Position]) -> set[Position]:
        before: dict[Position, list[Position]] = {}
        for position, node in self.nodes.items():
            for after in node.following:
                before.setdefault(after, []).append(position)
        good, waiting = set(targets), list(targets)
        while waiting:
            fresh = [p for p in before.get(waiting.pop(), ()) if p not in good]
            good.update(fresh)
            waiting += fresh
        return good

    def by_luck_alone(self) -> bool:
        """Can play go round without a decision, and with luck each time?"""
        return _circular({p: n for p, n in self.nodes.items() if not n.moves})

    def longest(self, weight: Callable[[Position, Move | None, Position], int]) -> int:
        """The greatest weight of a play to an end; only where every play ends."""
        good, known = self._leading_to(self.ends()), dict[Position, int]()
        waiting: list[Position] = [self.start]
        while waiting:
            at = waiting[-1]
            ways = [(m, w.to) for m, ws in self.nodes[at].ways.items() for w in ws if w.to in good]
            left = [to for _, to in ways if to not in known]
            if left:
                waiting += left
                continue
            known[at] = max((weight(at, move, to) + known[to] for move, to in ways), default=0)
            waiting.pop()
        return known[self.start]

    def most_decisions(self) -> int:
        """The most moves of one play that ends, passes included."""
        return self.longest(lambda at, move, to: int(move is not None))

    def most_turns(self) -> int:
        """The most turns of one play that ends, as play counts them: each time that it comes to where a turn begins."""
        begins = self.interpreter.turns_begin()
        first = int(self.start.step in begins)
        return first + self.longest(lambda at, move, to: int(to.step in begins and _arrives(to)))

    @cached_property
    def depth(self) -> dict[Position, int]:
        """After how many decisions each position can be met at first, counting those that offer nothing."""
        found, waiting = {self.start: 0}, deque([self.start])
        while waiting:
            at = waiting.popleft()
            asks = 0 <= at.step < len(self.game.steps) and isinstance(self.game.steps[at.step].act, ir.Ask)
            for to in self.nodes[at].following:
                if found[at] + asks < found.get(to, len(self.nodes) + 1):
                    found[to] = found[at] + asks
                    (waiting.append if asks else waiting.appendleft)(to)
        return found

    def surely_dealt(self, deals: int) -> bool:
        """Is it all but certain that every way to begin comes up among so many deals by luck?"""
        mass: dict[Position, float] = {self.start: 1.0}
        dealt: dict[Position, float] = defaultdict(float)
        for _ in range(MOST_ROUNDS):
            onward: dict[Position, float] = defaultdict(float)
            for position, share in mass.items():
                if position.over or self.nodes[position].moves:
                    dealt[position] += share
                    continue
                for way in self.nodes[position].ways[None]:
                    onward[way.to] += share * float(way.share)
            mass = onward
        return sum((1 - dealt[p]) ** deals for p in self.after(self.start, None)) < RARE

    # ------------------------------------------------------------ from decision to decision

    def after(self, position: Position, move: Move | None) -> frozenset[Position]:
        """Where play can stand next: decisions, ends and faults that follow a move (None: the beginning)."""
        return frozenset(p for p in self.between(position, move) if p.over or self.nodes[p].moves)

    def between(self, position: Position, move: Move | None) -> frozenset[Position]:
        """Every position that play comes to from a move up to where it stands next."""
        if (position, move) not in self._between:
            waiting = [self.start] if move is None else [w.to for w in self.nodes[position].ways[move]]
            seen = set(waiting)
            while waiting:
                node = self.nodes[waiting.pop()]
                fresh = [] if node.moves else [to for to in node.following if to not in seen]
                seen.update(fresh)
                waiting += fresh
            self._between[position, move] = frozenset(seen)
        return self._between[position, move]


def _arrives(to: Position) -> bool:
    """A position that carries the end or fault which was met at the step itself was arrived at before."""
    return not to.over


def _stays(ways: tuple[Way, ...], inside: set[Position]) -> bool:
    return bool(ways) and all(way.to in inside for way in ways)


def _circular(nodes: dict[Position, Node]) -> bool:
    """Is there a way round within these?"""
    left = {p: {to for to in node.following if to in nodes} for p, node in nodes.items()}
    before: dict[Position, list[Position]] = {}
    for position, after in left.items():
        for one in after:
            before.setdefault(one, []).append(position)
    done, count = [p for p, after in left.items() if not after], 0
    while done:
        gone = done.pop()
        count += 1
        for position in before.get(gone, ()):
            left[position].discard(gone)
            if not left[position]:
                done.append(position)
    return count < len(left)


def walk(game: ir.Game, most: int = 4_000, made: Callable[[ir.Game], Stepping] = Stepping) -> Walk:
    """Every position of a game. Raises `TooMany`."""
    interpreter = made(game)
    start = interpreter.initial()
    found, waiting = Walk(interpreter, start), [start]
    found.nodes[start] = Node()
    budget = most * 8
    while waiting:
        position = waiting.pop()
        node = found.nodes[position]
        if position.over:
            continue
        for move, ways, events in _expanded(interpreter, position, node):
            budget -= len(ways)
            node.ways[move] = ways
            found.fired |= {(e.kind, e.source.label, e.source.span.start, e.source.variant) for e in events}
            for way in ways:
                if way.to not in found.nodes:
                    found.nodes[way.to] = Node()
                    waiting.append(way.to)
            if len(found.nodes) > most or budget < 0:
                raise TooMany
    _mark_endless(found)
    return found


def _expanded(
    interpreter: Stepping, position: Position, node: Node
) -> Iterator[tuple[Move | None, tuple[Way, ...], list[Event]]]:
    """The ways on from a position: by the step itself, or by each move where somebody decides there."""
    ways, turns = _ways(partial(interpreter.step, position))
    events = [e for turn in turns for e in turn.events]
    moves = turns[0].moves
    if not moves:
        yield None, ways, events
        return
    node.moves = moves
    yield from ()
    for move in moves:
        by, turns = _ways(partial(interpreter.apply, position, move))
        yield move, by, events + [e for turn in turns for e in turn.events]


def _ways(run: Callable[[Chance], Turn]) -> tuple[tuple[Way, ...], list[Turn]]:
    found: dict[Position, Way] = {}
    turns = []

    def asked(chance: Chance) -> tuple[Turn, bool]:
        luck = Asked(chance)
        return run(luck), luck.used

    for share, (turn, lucky) in every_outcome(asked):
        turns.append(turn)
        if len(turns) > MOST_OUTCOMES:
            raise TooMany
        before = found.get(turn.position)
        total = share if before is None else before.share + share
        found[turn.position] = Way(total, turn.position, lucky or (before is not None and before.lucky))
    return tuple(found.values()), turns


def _mark_endless(found: Walk) -> None:
    """Steps that come back to the same position without a decision and without luck: play stops there at a fault."""
    forced = {p: n for p, n in found.nodes.items() if not n.moves and all(not w.lucky for w in n.ways.get(None, ()))}
    for position in list(forced):
        seen, at = [position], position
        while at in forced and forced[at].ways:
            at = forced[at].ways[None][0].to
            if at == position:
                stopped = replace(position, fault=Fault("endless", "play comes back without a decision"))
                found.nodes[position].ways = {None: (Way(Fraction(1), stopped, False),)}
                found.nodes[stopped] = Node()
                break
            if at in seen:
                break
            seen.append(at)
