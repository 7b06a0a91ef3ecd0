"""The readings that authors wrote down, as games; and whether another game plays as one of them does.

Two games play alike where, by the same luck and the same moves, both offer the same moves at every decision and come to
the same places of all cards, the same player to move and the same end. Moves of other names are the same where they
come to the same. They are held against each other in random games of the author's reading: some of these tell the
reading from the plain file, and some are any. A reading that no game
tells from the plain file is like nothing. All are played with the author's rulings of one clause over another, which a
plain file lacks, and what conflicts they leave are decided by lot. Leaves what the finder asks to `bench.asked`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from bench.plain import plain, ruled
from engine.interpreter.interpreter import Interpreter, Turn
from engine.interpreter.moves import Move
from engine.luck.chance import Seeded
from engine.luck.streams import Domain, derive
from hoyle.sources.files import Parsed, lower, parse_text
from spec.ir import nodes as ir
from spec.ir.precedence import ClauseGroup, outranking, reordered
from verify.ambiguity.compare.change_impact import Concern, change_impact, concern
from verify.ambiguity.compare.compare import Pair
from verify.ambiguity.compare.lockstep import again, lockstep
from verify.ambiguity.find.orders import Ruled, decided, rulings
from verify.ambiguity.find.plays import Play, play

ANY = 4
"""So many random games of a reading are held against another game, whatever comes up in them."""
TELLING = 4
"""So many more are, that tell the reading from the plain file."""
TRIED = 24
"""So many random games are looked at for them by the interpreter."""
COUNTED = 1_000
"""So many more by compiled code, where these tell too few; and again so many in which moves that differ are liked."""
RENAMED = 48
"""So many moves at a decision may have other names in the two games."""
SEED = 7
LONG = 200
"""So many moves of a game are held against another one."""
BROKEN = (KeyError, IndexError, ValueError)
"""What comes of holding games against each other that are not laid out alike."""


def _along(pair: Pair, played: Play) -> bool:
    """Do two games play alike along a play of the first, whatever names their moves have?"""
    parting = pair.parts(played)
    if parting is None:
        return True
    if parting.how != "moves":
        return False
    other = pair.start(played.beats[0].luck, played.seed)
    for number, beat in enumerate(played.beats):
        named = None if pair.how(beat.turn, other) not in (None, "moves") else _same_moves(pair, beat.turn, other)
        if named is None:
            return False
        if beat.move is not None:
            luck = played.beats[number + 1].luck
            other = pair.apply(other.position, named.get(beat.move, beat.move), luck, played.seed)
    return True


def _same_moves(pair: Pair, one: Turn, two: Turn) -> dict[Move, Move] | None:
    """For moves that only the first game has those of the second that come to the same; None where they do not."""
    left, right = [m for m in one.moves if m not in two.moves], [m for m in two.moves if m not in one.moves]
    if max(len(left), len(right)) > RENAMED:
        return None
    ways = [
        {_comes_to(engine, engine.apply(turn.position, move, Seeded(SEED)), cells): move for move in moves}
        for engine, turn, moves, cells in (
            (pair.a, one, left, [i for i, _ in pair.shared]), (pair.b, two, right, [j for _, j in pair.shared]),
        )
    ]  # fmt: skip
    return {ways[0][key]: ways[1][key] for key in ways[0]} if ways[0].keys() == ways[1].keys() else None


def _comes_to(engine: Interpreter, turn: Turn, cells: list[int]) -> object:
    """Where cards lie, whose turn it is, and how it ends: all that people at a table see."""
    position = turn.position
    end = None if position.result is None else position.result.returns
    return tuple(position.cells[i] for i in cells), position.fields[engine.layout.mover], end, position.fault is None


@dataclass(frozen=True)
class Reading:
    """A reading that an author wrote down and did not rule for: its question, its name, its game, what it changes."""

    question: str
    name: str
    base: ir.Game
    game: ir.Game
    parts: Concern

    @cached_property
    def plays(self) -> tuple[Play, ...]:
        """Games of the reading: those that tell it from the plain file, and some more; none where no game tells."""
        own = Interpreter(self.game)
        pair = Pair(own, Interpreter(self.base))
        telling: list[Play] = []
        others: list[Play] = []
        for number in range(TRIED):
            played = play(own, derive(SEED, Domain.GAME, number), most_moves=LONG)
            if pair.parts(played) is None:
                others.append(played)
            elif len(telling) < TELLING:
                telling.append(played)
            if len(telling) >= TELLING and number >= ANY + TELLING:
                break
        if len(telling) < TELLING:
            telling += self._counted(pair)
        return (*telling[:TELLING], *others[:ANY]) if telling else ()

    def _counted(self, pair: Pair) -> Iterator[Play]:
        """Games that compiled code finds to tell the two apart, and the interpreter too."""
        step = lockstep(self.game, self.base) if pair.a.layout.cells == pair.b.layout.cells else ""
        if isinstance(step, str):
            return
        for liked in (frozenset[str](), pair.impact.legal | pair.impact.effects):
            for apart in step.search(SEED, COUNTED, float("inf"), liked).nearest:
                played = again(pair.a, apart)
                if pair.parts(played) is not None:
                    yield played

    def near(self, parts: Concern) -> bool:
        """May what changes these parts be this reading? Then both change the same group of clauses, or one a shape."""
        groups, own = ({kind for kind, _ in one.own} for one in (parts, self.parts))
        return parts.meets(self.parts) or not groups.isdisjoint(own) or "shape" in groups | own

    def alike(self, other: ir.Game) -> bool:
        """Does another game play as this reading does?"""
        if not self.plays:
            return False
        if change_impact(self.game, other).nothing:
            return True
        if [z.source.label for z in self.game.zones] != [z.source.label for z in other.zones]:
            return False
        try:
            pair = Pair(Interpreter(self.game), Interpreter(other))
            return all(_along(pair, played) for played in self.plays)
        except BROKEN:
            return False


Orders = Mapping[str, tuple[ir.Edge, ...]]
"""What an author ruled of clauses, by the part in which they stand."""


def orders_of(found: Iterable[Ruled]) -> Orders:
    """Rulings by the part in which they stand."""
    orders: dict[str, tuple[ir.Edge, ...]] = {}
    for one in found:
        orders[one.part] = (*orders.get(one.part, ()), ir.Edge(one.edge.better, one.edge.worse))
    return orders


def ordered(game: ir.Game, orders: Orders) -> ir.Game:
    """A game in which some clauses outrank others, where both are there."""

    def ranked(part: ClauseGroup) -> tuple[ir.Edge, ...]:
        order = part.order
        for edge in orders.get(part.name, ()):
            if {edge.better, edge.worse} <= set(part.labels) and (edge.worse, edge.better) not in outranking(order):
                order = (*order, edge)
        return order

    return reordered(game, ranked)


@dataclass(frozen=True, slots=True)
class Authored:
    """What the author of a file asks: the labels of all questions with their texts, and the readings as games.

    `plain` is the plain file's game, and `base` the same with the author's rulings.
    """

    plain: ir.Game
    base: ir.Game
    texts: dict[str, str]
    readings: tuple[Reading, ...]
    ruled: tuple[Ruled, ...]
    """What the author ruled of clauses that contradict each other, which the plain file leaves open."""

    def playing(self, game: ir.Game) -> ir.Game:
        """A game as it is played to be held against the readings."""
        return decided(ordered(game, orders_of(self.ruled)), 0)

    def turned(self, one: Ruled) -> ir.Game:
        """The plain file's game with one of these rulings the other way round, the others as they are."""
        edge = ir.Edge(one.edge.worse, one.edge.better)
        others = orders_of(x for x in self.ruled if x is not one)
        return ordered(self.plain, {**others, one.part: (edge, *others.get(one.part, ()))})

    @property
    def unmade(self) -> tuple[str, ...]:
        """Questions of which no other reading makes a plain file."""
        made = {one.question for one in self.readings}
        return tuple(label for label in self.texts if label not in made)

    @property
    def untold(self) -> tuple[str, ...]:
        """Questions of which no reading was told from the plain file in any game."""
        told = {one.question for one in self.readings if one.plays}
        return tuple(label for label in self.texts if label not in told and label not in self.unmade)


def authored(name: str, content: str, base: ir.Game) -> Authored:
    """The author's questions of a file, and their readings that are not in force, each as a plain game."""
    loaded = lower(parse_text(name, content))
    assert loaded.game is not None
    chosen = ruled(loaded)
    texts = {
        q.source.label: q.text for q in loaded.game.questions
        if any(r.source.label != chosen[q.source.label] for r in q.readings)
    }  # fmt: skip
    ruled_of = _rulings(loaded.parsed, {})
    own, found = ordered(base, orders_of(ruled_of)), []
    for question in loaded.game.questions:
        label = question.source.label
        for reading in question.readings:
            name_ = reading.source.label
            game = _other(name, content, label, name_) if name_ != chosen[label] else None
            if game is not None:
                read = ordered(game, orders_of(_rulings(loaded.parsed, {label: name_})))
                found.append(Reading(label, name_, decided(own, 0), decided(read, 0), concern(own, read)))
    return Authored(base, own, texts, tuple(found), ruled_of)


def _rulings(parsed: Parsed, chosen: Mapping[str, str]) -> tuple[Ruled, ...]:
    """The rulings in force under a reading."""
    game = lower(parsed, chosen).game
    return () if game is None else tuple(rulings(game))


def _other(name: str, content: str, question: str, reading: str) -> ir.Game | None:
    try:
        return lower(parse_text(name, plain(name, content, {question: reading}))).game
    except (AssertionError, ValueError):
        return None
