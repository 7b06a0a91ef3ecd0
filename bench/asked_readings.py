"""The readings that authors wrote down, as games; and whether another game plays as one of them does.

Two games play alike where, by the same luck and the same moves, both offer the same moves at every decision and come to
the same places of all cards, the same player to move and the same end. They are held against each other in random games
of the author's reading: some of these tell the reading from the plain file, and some are any. A reading that no game
tells from the plain file is like nothing. All are played with the author's rulings of one clause over another, which a
plain file lacks, and what conflicts they leave are decided by lot. Leaves what the finder asks to `bench.asked`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from bench.plain import plain, ruled
from engine.interpreter.interpreter import Interpreter
from engine.luck.streams import Domain, derive
from hoyle.sources.files import lower, parse_text
from spec.ir import nodes as ir
from spec.ir.precedence import ClauseGroup, reordered
from verify.ambiguity.compare.change_impact import Concern, change_impact, concern
from verify.ambiguity.compare.compare import Pair
from verify.ambiguity.compare.lockstep import again, lockstep
from verify.ambiguity.find.orders import decided, rulings
from verify.ambiguity.find.plays import Play, play

ANY = 4
"""So many random games of a reading are held against another game, whatever comes up in them."""
TELLING = 4
"""So many more are, that tell the reading from the plain file."""
TRIED = 24
"""So many random games are looked at for them by the interpreter."""
COUNTED = 1_000
"""So many more by compiled code, where these tell too few; and again so many in which moves that differ are liked."""
SEED = 7
LONG = 200
"""So many moves of a game are held against another one."""
BROKEN = (KeyError, IndexError, ValueError)
"""What comes of holding games against each other that are not laid out alike."""


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
            return all(pair.parts(played) is None for played in self.plays)
        except BROKEN:
            return False


Orders = Mapping[str, tuple[ir.Edge, ...]]
"""What an author ruled of clauses, by the part in which they stand."""


def resolved(game: ir.Game, orders: Orders) -> ir.Game:
    """A game in which some clauses outrank others, where both are there, and no conflict is left."""

    def ranked(part: ClauseGroup) -> tuple[ir.Edge, ...]:
        there = [e for e in orders.get(part.name, ()) if {e.better, e.worse} <= set(part.labels)]
        return (*part.order, *(e for e in there if ir.Edge(e.worse, e.better) not in part.order))

    return decided(reordered(game, ranked), 0)


@dataclass(frozen=True, slots=True)
class Authored:
    """What the author of a file asks: the labels of all questions with their texts, and the readings as games."""

    base: ir.Game
    texts: dict[str, str]
    readings: tuple[Reading, ...]
    orders: Orders

    def playing(self, game: ir.Game) -> ir.Game:
        """A game as it is played to be held against the readings."""
        return resolved(game, self.orders)

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
    orders: dict[str, tuple[ir.Edge, ...]] = {}
    for one in rulings(loaded.game):
        orders[one.part] = (*orders.get(one.part, ()), one.edge)
    plain_game, found = resolved(base, orders), []
    for question in loaded.game.questions:
        label = question.source.label
        for reading in question.readings:
            game = _other(name, content, label, reading.source.label) if reading.source.label != chosen[label] else None
            if game is not None:
                found.append(
                    Reading(label, reading.source.label, plain_game, resolved(game, orders), concern(base, game))
                )
    return Authored(base, texts, tuple(found), orders)


def _other(name: str, content: str, question: str, reading: str) -> ir.Game | None:
    try:
        return lower(parse_text(name, plain(name, content, {question: reading}))).game
    except (AssertionError, ValueError):
        return None
