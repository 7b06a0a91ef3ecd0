"""Players that need no knowledge of a game: random, and greedy by a stated evaluation.

Leaves the evaluation to `engine.standing`, unseen cards to `engine.redeal`, and search to `engine.mcts`. A policy
answers with the place of a move among those on offer, from what the mover sees and from its own luck alone.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from engine.chance import Chance, Seeded, derive
from engine.interpreter import Interpreter, Turn
from engine.redeal import Faces, redeal
from engine.standing import NOTHING, Standing

NAMES = ("random", "greedy", "mcts")


class Policy(Protocol):
    """Chooses moves for the player whose turn it is."""

    def choose(self, turn: Turn, luck: Chance) -> int:
        """The place of the chosen move among `turn.moves`, of which there is at least one."""


class Random:
    """Every legal move equally likely."""

    def choose(self, turn: Turn, luck: Chance) -> int:
        """Any move."""
        return luck.pick(len(turn.moves))


class Greedy:
    """The move after which the mover stands best, played on to the next decision; ties by luck.

    The look-ahead starts from positions in which the cards that the mover does not see are dealt anew, `deals` times;
    all moves are tried on the same deals with the same luck.
    """

    def __init__(self, interpreter: Interpreter, deals: int = 1) -> None:
        self._interpreter = interpreter
        self._faces = Faces(interpreter.game)
        self._standing = Standing(interpreter)
        self._deals = deals

    def choose(self, turn: Turn, luck: Chance) -> int:
        """One of the best moves."""
        groups = self._faces.groups(turn.moves)
        if len(groups) == 1:
            return luck.pick(len(turn.moves))
        mover = turn.position.fields[self._interpreter.layout.mover]
        totals = dict.fromkeys(groups, NOTHING)
        for _ in range(self._deals):
            dealt = redeal(self._interpreter.layout, turn.position, mover, luck)
            seed = luck.pick(1 << 32)
            here = turn.moves if dealt == turn.position else self._interpreter.legal_moves(dealt)
            for face, places in self._faces.groups(here).items():
                if face in totals:
                    after = self._interpreter.apply(dealt, here[places[0]], Seeded(derive(seed, 0))).position
                    a, b = totals[face], self._standing.of(after, mover)
                    totals[face] = (a[0] + b[0], a[1] + b[1], a[2] + b[2])
        best = max(totals.values())
        found = [place for face, places in groups.items() if totals[face] == best for place in places]
        return found[luck.pick(len(found))]


def make(name: str, interpreter: Interpreter) -> Policy:
    """The policy of that name, one of `NAMES`, with its usual strength; raises KeyError for another name."""
    from engine.mcts import Mcts  # noqa: PLC0415

    makers: dict[str, Callable[[], Policy]] = {
        "random": Random,
        "greedy": lambda: Greedy(interpreter),
        "mcts": lambda: Mcts(interpreter),
    }
    return makers[name]()
