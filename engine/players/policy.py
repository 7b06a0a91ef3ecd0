"""Players that need no knowledge of a game: random, and greedy by a stated evaluation.

Leaves the evaluation to `engine.players.evaluation_heuristic`, unseen cards to `engine.players.determinization`, and
search to `engine.players.mcts`. A policy answers with the place of a move among those on offer, from what the mover
sees and from its own luck alone: `Choosers` gives each seat a stream for itself.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from engine.interpreter.interpreter import Interpreter, Turn
from engine.interpreter.moves import Move
from engine.interpreter.position import Position
from engine.luck.chance import Seeded
from engine.luck.streams import Domain, Stream
from engine.players.determinization import Faces, determinize
from engine.players.evaluation_heuristic import NOTHING, EvaluationHeuristic

NAMES = ("random", "greedy", "mcts")


class Policy(Protocol):
    """Chooses moves for the player whose turn it is; `domain` is that of the luck it is to be given."""

    @property
    def domain(self) -> Domain:
        """What its streams are for."""

    def choose(self, turn: Turn, luck: Stream) -> int:
        """The place of the chosen move among `turn.moves`, of which there is at least one."""


class Random:
    """Every legal move equally likely."""

    domain = Domain.CHOICE

    def choose(self, turn: Turn, luck: Stream) -> int:
        """Any move."""
        return luck.pick(len(turn.moves))


class Greedy:
    """The move after which the mover stands best, played on to the next decision; ties by luck.

    The look-ahead starts from positions in which the cards that the mover does not see are dealt anew, `deals` times;
    all moves are tried on the same deals with the same luck.
    """

    domain = Domain.GREEDY

    def __init__(self, interpreter: Interpreter, deals: int = 1) -> None:
        self._interpreter = interpreter
        self._faces = Faces(interpreter.game)
        self._standing = EvaluationHeuristic(interpreter)
        self._deals = deals

    def choose(self, turn: Turn, luck: Stream) -> int:
        """One of the best moves."""
        groups = self._faces.groups(turn.moves)
        if len(groups) == 1:
            return luck.pick(len(turn.moves))
        mover = turn.position.fields[self._interpreter.layout.mover]
        totals = dict.fromkeys(groups, NOTHING)
        for _ in range(self._deals):
            seed = luck.seed()
            dealt = determinize(self._interpreter.layout, turn.position, mover, Stream(seed, Domain.REDEAL))
            here = turn.moves if dealt == turn.position else self._interpreter.legal_moves(dealt)
            for face, places in self._faces.groups(here).items():
                if face in totals:
                    after = self._interpreter.apply(dealt, here[places[0]], Seeded(seed)).position
                    a, b = totals[face], self._standing.of(after, mover)
                    totals[face] = (a[0] + b[0], a[1] + b[1], a[2] + b[2])
        best = max(totals.values())
        found = [place for face, places in groups.items() if totals[face] == best for place in places]
        return found[luck.pick(len(found))]


class Choosers:
    """Who chooses at each seat of a game, with the streams that its seed gives them; at random without policies."""

    def __init__(self, interpreter: Interpreter, seed: int, policies: Sequence[Policy] = ()) -> None:
        self._mover = interpreter.layout.mover
        self._policies = policies or (Random(),) * interpreter.layout.players
        self._streams = [Stream(seed, policy.domain, seat) for seat, policy in enumerate(self._policies)]

    def stream(self, position: Position) -> Stream:
        """The luck of who has to choose."""
        return self._streams[position.fields[self._mover]]

    def choose(self, turn: Turn) -> int:
        """The place of the chosen move among `turn.moves`."""
        return self._policies[turn.position.fields[self._mover]].choose(turn, self.stream(turn.position))

    def move(self, turn: Turn) -> Move:
        """The chosen move."""
        return turn.moves[self.choose(turn)]


def make(name: str, interpreter: Interpreter) -> Policy:
    """The policy of that name, one of `NAMES`, with its usual strength; raises KeyError for another name."""
    from engine.players.mcts import Mcts  # noqa: PLC0415

    makers: dict[str, Callable[[], Policy]] = {
        "random": Random,
        "greedy": lambda: Greedy(interpreter),
        "mcts": lambda: Mcts(interpreter),
    }
    return makers[name]()
