"""Follows every play of a smaller game under two readings at once: do they ever part?

Leaves choosing sizes to `verify.search.shrink` and how two games differ to `verify.ambiguity.compare.compare`.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import factorial

from engine.interpreter.interpreter import Interpreter, Turn
from engine.interpreter.moves import Move
from engine.interpreter.position import Position
from engine.luck.chance import Chance, ChanceError, Outcome, Recording, Scripted, every_outcome
from engine.luck.streams import Domain, derive
from engine.simulate.simulate import play_random
from spec.ir import nodes as ir
from spec.names.settings import SizeSetting
from verify.ambiguity.compare.compare import Pair, Parting
from verify.ambiguity.find.plays import Line
from verify.run.budget import now
from verify.search.search import every_deal, seeded_deals
from verify.search.shrink import EVERY_DEAL_UP_TO, Size, sizes

MOST_STATES = 20_000
DEALS = 12
"""Of a deck with too many deals so many are drawn by seed."""

Both = Callable[[Mapping[str, str]], tuple[ir.Game, ir.Game] | None]
"""The game under each of two readings, at the settings of a size."""


@dataclass(frozen=True, slots=True)
class Followed:
    """What came of following both: where they part, or the scope in which they never do; '' where nothing was whole."""

    parting: Parting | None = None
    pair: Pair | None = None
    scope: str = ""
    size: str = ""


def smaller(
    game: ir.Game, size_settings: Sequence[SizeSetting], fixed: Mapping[str, str], both: Both, until: float
) -> Followed:
    """One size after another, growing: the first at which they part, else the last that was followed whole."""
    best, done = Followed(), set[str]()
    for size in sizes(game, size_settings, fixed):
        deck = dict(size.settings).get("deck", "")
        if now() > until:
            break
        games = None if deck in done else both(dict(size.settings))
        if games is None:
            continue
        pair = Pair(*map(Interpreter, games))
        if pair.a.layout.cells != pair.b.layout.cells or not (size.whole or playable(pair.a)):
            continue
        done.add(deck)
        found = _follow(pair, size, min(until, now() + 0.6 * (until - now())))
        if found is None:
            break
        if found.parting is not None:
            return found
        best = found
    return best


def playable(interpreter: Interpreter) -> bool:
    """Is the size one that can be played? Too few cards often break the deal itself."""
    played = [play_random(interpreter, derive(0, Domain.GAME, i), most_moves=50) for i in range(3)]
    return all(p.position.fault is None for p in played) and any(p.moves for p in played)


def _follow(pair: Pair, size: Size, until: float) -> Followed | None:
    """Every play of the deals of a size; None where not all of one could be followed."""
    every = factorial(len(pair.a.game.deck)) <= EVERY_DEAL_UP_TO
    deals = every_deal(pair.a) if every else seeded_deals(pair.a, DEALS)
    product = _Product(pair, until)
    whole = states = 0
    for turn, luck in deals:
        try:
            parting = product.deal(turn, luck)
        except ChanceError:
            return None  # luck falls otherwise under the two, so that there is nothing to hold side by side
        if parting is not None:
            return Followed(parting, pair, size=size.words)
        if product.cut:
            break
        whole, states = whole + 1, len(product.came)
    if not whole:
        return None
    drawn = "" if every else " drawn by seed"
    told = "every deal" if every and not product.cut else f"all games of {whole:,} deals{drawn}"
    return Followed(scope=f"{size.words}; {told}; {states:,} states", size=size.words)


Key = tuple[Position, Position]
Way = tuple[Key | None, Move | None, tuple[Outcome, ...]]


class _Product:
    """Both games side by side: pairs of positions, each with how it was first come to."""

    def __init__(self, pair: Pair, until: float) -> None:
        self.pair, self.until = pair, until
        self.came: dict[Key, Way] = {}
        self.cut = False

    def deal(self, turn: Turn, luck: tuple[Outcome, ...]) -> Parting | None:
        """Follows every play of one deal, breadth first."""
        other = self.pair.b.start(Scripted(luck))
        queue: deque[tuple[Turn, Turn]] = deque()
        parting = self._reach(queue, turn, other, (None, None, luck))
        while queue and parting is None:
            one, two = queue.popleft()
            for move in one.moves:
                for after, further, used in self._steps(one, two, move):
                    way = ((one.position, two.position), move, used)
                    parting = self._reach(queue, after, further, way)
                    if parting is not None:
                        return parting
                if now() > self.until or len(self.came) > MOST_STATES:
                    self.cut = True
                    return None
        return parting

    def _steps(self, one: Turn, two: Turn, move: Move) -> Iterator[tuple[Turn, Turn, tuple[Outcome, ...]]]:
        """The move in both, with every outcome of luck."""

        def run(chance: Chance) -> tuple[Turn, tuple[Outcome, ...]]:
            recording = Recording(chance)
            return self.pair.a.apply(one.position, move, recording), tuple(recording.outcomes)

        for share, (after, luck) in every_outcome(run):
            if share > 0:
                yield after, self.pair.b.apply(two.position, move, Scripted(luck)), luck

    def _reach(self, queue: deque[tuple[Turn, Turn]], one: Turn, two: Turn, way: Way) -> Parting | None:
        key = (one.position, two.position)
        if key in self.came:
            return None
        self.came[key] = way
        how = self.pair.how(one, two)
        if how is not None:
            line = self._line(key)
            return Parting(how, line, len(line.moves), one, two)
        if not one.position.over:
            queue.append((one, two))
        return None

    def _line(self, key: Key) -> Line:
        luck: list[Outcome] = []
        moves: list[Move] = []
        at: Key | None = key
        while at is not None:
            before, move, used = self.came[at]
            luck[:0] = used
            if move is not None:
                moves.insert(0, move)
            at = before
        return Line(tuple(luck), tuple(moves))
