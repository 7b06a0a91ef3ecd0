"""Information-set Monte-Carlo tree search: stronger play of any game, from what the mover sees alone.

Leaves unseen cards to `engine.players.determinization`. One tree, its branches named by moves as their movers see them;
each round deals the unseen cards anew, walks down the tree by upper confidence bounds counted over the rounds in which
a move was legal, adds one node, and plays on at random. Returns are scaled to 0..1 by the least and greatest met so
far.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import log, sqrt

from engine.interpreter.interpreter import Interpreter, Turn
from engine.interpreter.moves import Move
from engine.interpreter.position import Position
from engine.luck.chance import Seeded
from engine.luck.streams import Domain, Stream
from engine.players.determinization import Face, Faces, determinize

ROUNDS = 200
CURIOSITY = 0.7
MOST_MOVES = 300
"""So many moves at most are played on at random."""


@dataclass(slots=True)
class Node:
    """What is known of a move: whose it was, how often it was legal and taken, and the sum of scaled gains."""

    player: int = -1
    legal: int = 0
    taken: int = 0
    gain: float = 0.0
    below: dict[Face, Node] = field(default_factory=dict)


class Mcts:
    """Searches anew at every decision."""

    domain = Domain.SEARCH

    def __init__(self, interpreter: Interpreter, rounds: int = ROUNDS, most_moves: int = MOST_MOVES) -> None:
        self._interpreter = interpreter
        self._faces = Faces(interpreter.game)
        self._rounds = rounds
        self._most = most_moves
        self._least, self._greatest = 0.0, 0.0

    def choose(self, turn: Turn, luck: Stream) -> int:
        """The move taken most often."""
        groups = self._faces.groups(turn.moves)
        if len(groups) == 1:
            return luck.pick(len(turn.moves))
        mover = turn.position.fields[self._interpreter.layout.mover]
        root = Node()
        self._least = self._greatest = 0.0
        for _ in range(self._rounds):
            seed = luck.seed()
            dealt = determinize(self._interpreter.layout, turn.position, mover, Stream(seed, Domain.REDEAL))
            moves = turn.moves if dealt == turn.position else self._interpreter.legal_moves(dealt)
            if moves:
                self._round(root, Turn(dealt, moves=moves), Seeded(seed), Stream(seed, Domain.ROLLOUT))
        best = max(groups, key=lambda face: root.below[face].taken if face in root.below else -1)
        return groups[best][luck.pick(len(groups[best]))]

    def _round(self, root: Node, turn: Turn, chance: Seeded, luck: Stream) -> None:
        path, node = [root], root
        while turn.moves:
            face, move, fresh = self._select(node, turn, luck)
            node = node.below[face]
            path.append(node)
            turn = self._interpreter.apply(turn.position, move, chance)
            if fresh:
                break
        for _ in range(self._most):
            if not turn.moves:
                break
            turn = self._interpreter.apply(turn.position, turn.moves[luck.pick(len(turn.moves))], chance)
        self._credit(path, turn.position)

    def _select(self, node: Node, turn: Turn, luck: Stream) -> tuple[Face, Move, bool]:
        """The next move down the tree, and whether its node is new."""
        player = turn.position.fields[self._interpreter.layout.mover]
        groups = self._faces.groups(turn.moves)
        untried = []
        for face in groups:
            below = node.below.get(face)
            if below is None:
                untried.append(face)
            else:
                below.legal += 1
        if untried:
            face = untried[luck.pick(len(untried))]
            node.below[face] = Node(player, legal=1)
        else:
            face = max(groups, key=lambda face: _bound(node.below[face]))
        places = groups[face]
        return face, turn.moves[places[luck.pick(len(places))]], bool(untried)

    def _credit(self, path: list[Node], position: Position) -> None:
        result = position.result
        returns = (0,) * self._interpreter.layout.players if result is None else result.returns
        self._least = min(self._least, *returns)
        self._greatest = max(self._greatest, *returns)
        spread = (self._greatest - self._least) or 1.0
        for node in path:
            node.taken += 1
            if node.player >= 0:
                node.gain += (returns[node.player] - self._least) / spread


def _bound(node: Node) -> float:
    return node.gain / node.taken + CURIOSITY * sqrt(log(node.legal) / node.taken)
