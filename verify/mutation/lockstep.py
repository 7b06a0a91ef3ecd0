"""Plays a game and a mutant of it side by side, to tell whether and where they first part.

Both get the same luck and the same moves. They part where one offers other moves, where cards or fields lie otherwise,
where one ends or stops and the other does not, or where a player sees something else. That no difference is seen in so
many games, nor in every play of a small game, is no proof that there is none.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass

from engine.interpreter.interpreter import Interpreter, Turn
from engine.interpreter.moves import Move
from engine.interpreter.observe import observe
from engine.interpreter.position import Position
from engine.luck.chance import Chance, ChanceError, Outcome, Recording, Scripted, every_outcome
from engine.luck.streams import Domain, Stream, derive
from engine.players.determinization import Faces
from engine.players.policy import Choosers
from spec.ir import nodes as ir
from spec.ir.display import Display
from spec.ir.index import MOVER, index_of
from verify.mutation.sites import read_fields

MOST_MOVES = 1_000
BLIND = "is chosen blind by one and not by the other"


@dataclass(frozen=True, slots=True)
class Difference:
    """A play after which the two part: its moves, what differs, and where it was found."""

    moves: tuple[str, ...]
    sentence: str
    where: str

    @property
    def speakable(self) -> bool:
        """Can an example or a claim say it? None can say that a card is chosen blind."""
        return BLIND not in self.sentence


class Pair:
    """The interpreters of a game and of a mutant."""

    def __init__(self, game: ir.Game, mutant: ir.Game) -> None:
        self.one, self.two = Interpreter(game), Interpreter(mutant)
        self._read = Display(index_of(game))
        self._sights = game.zones != mutant.zones
        # What a field holds that no rule reads is of no account. Counters of loops have names in brackets; nobody
        # sees them, and where they matter play parts later.
        read = read_fields(game) | read_fields(mutant) | {MOVER}
        slots = enumerate(self.one.layout.slots)
        self._open = tuple(i for i, slot in slots if slot.name in read and not slot.name.startswith("("))
        one, two = Faces(game), Faces(mutant)
        self._blind = {a.source.label for a in game.actions if one.blind(a.source.label) != two.blind(a.source.label)}

    def differ(self, one: Turn, two: Turn) -> str:
        """How two turns differ, in a sentence; '' where they are one to everybody."""
        a, b = one.position, two.position
        if (a.fault is None) != (b.fault is None) or (a.fault and b.fault and a.fault.kind != b.fault.kind):
            stops = [f"play stops: {p.fault.sentence}" if p.fault else "play goes on" for p in (a, b)]
            return f"by the rules {stops[0]}; with the change, {stops[1]}"
        if a.result and b.result and a.result.ending == b.result.ending and a.result != b.result:
            given = [", ".join(map(str, p.returns)) for p in (a.result, b.result)]
            end = self._read.ending(a.result.ending)
            return f"the end “{end}” gives the players {given[0]} by the rules; with the change, {given[1]}"
        if a.result != b.result:
            ends = [
                f"play ends by “{self._read.ending(p.result.ending)}”, {p.result.returns}"
                if p.result
                else "play goes on"
                for p in (a, b)
            ]
            return f"by the rules {ends[0]}; with the change, {ends[1]}"
        told = self._where(one, two) if a.cells != b.cells or a.fields != b.fields else ""
        if told:
            return told
        if a.step != b.step:
            steps = [self._read.step(self.one.words.step(p.step)) for p in (a, b)]
            return f"by the rules play stands at {steps[0]}; with the change, at {steps[1]}"
        if set(one.moves) != set(two.moves):
            move = next(m for m in (*one.moves, *two.moves) if (m in one.moves) != (m in two.moves))
            sides = ("by the rules", "with the change") if move in one.moves else ("with the change", "by the rules")
            return f"{self.one.words.move(move)} is legal {sides[0]}, and not {sides[1]}"
        return self._seen(one, two)

    def _where(self, one: Turn, two: Turn) -> str:
        words, (a, b) = self.one.words, (one.position, two.position)
        for i, (x, y) in enumerate(zip(a.cells, b.cells, strict=True)):
            if x != y:
                cell = self.one.layout.cells[i]
                zone = self._read.zone(cell.name, cell.index)
                return f"{zone} holds {words.card_list(x)} by the rules; with the change, {words.card_list(y)}"
        for i in self._open:
            if a.fields[i] != b.fields[i]:
                told = words.field_value(i, a.fields[i]), words.field_value(i, b.fields[i])
                slot = self.one.layout.slots[i]
                return (
                    f"{self._read.field(slot.name, slot.index)} is {told[0]} by the rules; with the change, {told[1]}"
                )
        return ""

    def _seen(self, one: Turn, two: Turn) -> str:
        for move in one.moves:
            if move.action in self._blind:
                return f"the card of {move.action} {BLIND}"
        if self._sights:
            for player in range(self.one.layout.players):
                views = [observe(i.layout, t.position, player) for i, t in ((self.one, one), (self.two, two))]
                if views[0] != views[1]:
                    return f"player {player + 1} sees something else of the position"
        return ""


class _Streams:
    """Luck by a seed, of which shuffles and picks have each their own, so that their order is of no account."""

    def __init__(self, seed: int) -> None:
        self._shuffles, self._picks = Stream(seed, Domain.SHUFFLE), Stream(seed, Domain.PICK)

    def shuffle(self, cards: tuple[int, ...]) -> tuple[int, ...]:
        """The cards in a new order."""
        return self._shuffles.shuffle(cards)

    def pick(self, n: int) -> int:
        """A number from 0 to n - 1."""
        return self._picks.pick(n)


def in_random_games(pair: Pair, games: int, seed: int) -> Difference | None:
    """The shortest difference among those of so many random games of the original."""
    best: Difference | None = None
    for number in range(games):
        found = _one_game(pair, derive(seed, Domain.GAME, number), MOST_MOVES if best is None else len(best.moves) - 1)
        best = found or best
        if best is not None and not best.moves:
            break
    return best


def _one_game(pair: Pair, seed: int, most: int) -> Difference | None:
    one_luck, two_luck, choosers = _Streams(seed), _Streams(seed), Choosers(pair.one, seed)
    one, two = pair.one.start(one_luck), pair.two.start(two_luck)
    made: list[Move] = []
    while True:
        told = pair.differ(one, two)
        if told:
            words = tuple(pair.one.words.move(m) for m in made)
            return Difference(words, told, f"a random game, seed {seed}")
        if one.position.over or len(made) >= most:
            return None
        move = choosers.move(one)
        made.append(move)
        one = pair.one.apply(one.position, move, one_luck)
        two = pair.two.apply(two.position, move, two_luck)


def in_small_game(pair: Pair, deals: int, seed: int, states: int, words: str) -> tuple[Difference | None, bool]:
    """The shortest difference in the plays of some deals, and whether all of them could be followed."""
    seen: set[tuple[Position, Position]] = set()
    queue: deque[tuple[Turn, Turn, tuple[Move, ...]]] = deque()

    def reach(one: Turn, two: Turn, made: tuple[Move, ...]) -> str:
        told = pair.differ(one, two)
        if not told and (one.position, two.position) not in seen:
            seen.add((one.position, two.position))
            queue.append((one, two, made))
        return told

    for number in range(deals):
        luck = derive(seed, Domain.GAME, number)
        told = reach(pair.one.start(_Streams(luck)), pair.two.start(_Streams(luck)), ())
        if told:
            return Difference((), told, words), True
    while queue:
        one, two, made = queue.popleft()
        for move in one.moves:
            for after_one, after_two in _both(pair, one, two, move):
                told = reach(after_one, after_two, (*made, move)) if after_two else "the two games need different luck"
                if told:
                    moves = tuple(pair.one.words.move(m) for m in (*made, move))
                    return Difference(moves, told, words), True
        if len(seen) > states:
            return None, False
    return None, True


def _both(pair: Pair, one: Turn, two: Turn, move: Move) -> Iterator[tuple[Turn, Turn | None]]:
    """What a move leads to in both, by each luck; None where the mutant asks for another luck."""

    def recorded(chance: Chance) -> tuple[Turn, tuple[Outcome, ...]]:
        recording = Recording(chance)
        return pair.one.apply(one.position, move, recording), tuple(recording.outcomes)

    for _, (after, outcomes) in every_outcome(recorded):
        chance = Scripted(outcomes)
        try:
            other = pair.two.apply(two.position, move, chance)
        except ChanceError:
            yield after, None
            continue
        yield after, None if chance.left else other
