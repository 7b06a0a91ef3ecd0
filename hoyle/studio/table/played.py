"""A game in progress with its whole past: every position, taken back, branched, and played again under changed rules.

Leaves what a position looks like to the modules beside this one, and playing to `hoyle.api`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from engine.interpreter.interpreter import Turn
from engine.interpreter.moves import Move
from engine.luck.streams import Domain, Stream, derive
from engine.players.mcts import Mcts
from engine.players.policy import Greedy, Policy, Random
from hoyle.api import Game, IllegalMove, State, Stopped

SEATS = ("you", "random", "greedy", "search")
"""Who may play at a seat."""
ROUNDS = 60
"""So many rounds has a search: it answers within a second or two, and nobody waits for it with a text."""
MOST_PLIES = 5000
MOST_LINES = 20


@dataclass(frozen=True, slots=True)
class Luck:
    """The luck of a game: a seed, or all that luck did, as a log tells it."""

    seed: int
    log: str = ""

    def begin(self, game: Game) -> State:
        """A new game with this luck. Raises ValueError where the luck does not fit."""
        return game.new_initial_state(seed=self.seed, luck=self._laid())

    def _laid(self) -> list[list[str] | int | None]:
        if not self.log:
            return []
        record = json.loads(self.log)
        return [one["shuffle"].split() if "shuffle" in one else int(one["pick"]) for one in record.get("outcomes", ())]


def luck_of(log: str) -> Luck:
    """The luck that a log tells. Raises ValueError where it is no log."""
    record = record_of(log)
    seed = record.get("seed")
    if isinstance(seed, int):
        return Luck(seed)
    try:
        made = Luck(0, log)
        made._laid()
    except (KeyError, TypeError, AttributeError, ValueError):
        raise ValueError("the log's luck is not what it should be") from None
    return made


def record_of(log: str) -> Mapping[str, Any]:
    """A log as a JSON object. Raises ValueError where it is none."""
    try:
        record = json.loads(log)
    except (ValueError, RecursionError):
        raise ValueError("this is no log of a game: it is no JSON") from None
    if not isinstance(record, dict):
        raise ValueError("this is no log of a game: it is a list or a word")
    moves = record.get("moves")
    if not isinstance(moves, list) or not all(isinstance(move, str) for move in moves):
        raise ValueError("this is no log of a game: it has no list of moves")
    return record


@dataclass(slots=True)
class LineOfPlay:
    """Moves in words from the deal on, and the state before each and after the last."""

    states: list[State]
    moves: list[str] = field(default_factory=list)

    def upto(self, at: int) -> LineOfPlay:
        """The same up to a position."""
        return LineOfPlay(self.states[: at + 1], self.moves[:at])


class Played:
    """A game that a page plays, at `at` of one of its `lines`."""

    def __init__(self, game: Game, luck: Luck, seats: Sequence[str] = ()) -> None:
        self.game, self.luck = game, luck
        self.seats = seats_of(game, seats)
        self.lines = [LineOfPlay([luck.begin(game)])]
        self.number = self.at = 0
        self.lost = ""
        self._choosers: dict[str, Policy] = {}

    @property
    def line(self) -> LineOfPlay:
        """The line that is played."""
        return self.lines[self.number]

    @property
    def state(self) -> State:
        """Where play is seen."""
        return self.line.states[self.at]

    @property
    def yours(self) -> bool:
        """Is it for the person to choose here?"""
        return not over(self.state) and self.seats[self.state.current_player()] == "you"

    # ------------------------------------------------------------ going on

    def play(self, move: Move | str) -> None:
        """Makes a move where play is seen; one that has been made there before goes on along its line.

        Raises IllegalMove.
        """
        words = move if isinstance(move, str) else self.state.words(move)
        if len(self.line.moves) > self.at and self.line.moves[self.at] == words:
            self.at += 1
            return
        if self.at >= MOST_PLIES:
            raise IllegalMove(f"a game at the table ends after {MOST_PLIES:,} moves")
        after = self.state.clone()
        after.apply_action(move)
        if self.at < len(self.line.moves):
            self.lines.append(self.line.upto(self.at))
            del self.lines[:-MOST_LINES]
            self.number = len(self.lines) - 1
        self.line.states.append(after)
        self.line.moves.append(after.history()[-1])
        self.at += 1

    def onward(self) -> bool:
        """Has whoever is on turn, and is not the person, make a move; no where nobody is."""
        if over(self.state) or self.yours:
            return False
        mover, position = self.state.current_player(), self.state.position
        turn = Turn(position, moves=self.state.legal_actions())
        chooser = self._chooser(self.seats[mover])
        luck = Stream(derive(self.luck.seed, Domain.GAME, self.at), chooser.domain, mover)
        self.play(turn.moves[chooser.choose(turn, luck)])
        return True

    def _chooser(self, name: str) -> Policy:
        if name not in self._choosers:
            interpreter = self.game.interpreter
            self._choosers[name] = (
                Greedy(interpreter) if name == "greedy" else Mcts(interpreter, ROUNDS) if name == "search" else Random()
            )
        return self._choosers[name]

    def undo(self) -> None:
        """Goes back to the last decision of the person; the moves after it are forgotten. Seen before the last move,
        play is only seen one move earlier."""
        if self.at < len(self.line.moves):
            self.go(max(0, self.at - 1))
            return
        at = self.at
        while at > 0:
            at -= 1
            if "you" not in self.seats or self.seats[self.line.states[at].current_player()] == "you":
                break
        self.lines[self.number] = self.line.upto(at)
        self.at = at

    def go(self, at: int) -> None:
        """Sees play after so many moves; -1 is the last."""
        last = len(self.line.moves)
        self.at = last if at < 0 else min(at, last)

    def take(self, number: int) -> None:
        """Goes to another line, as far along as it goes."""
        if 0 <= number < len(self.lines):
            self.number = number
            self.go(-1)

    # ------------------------------------------------------------ under other rules

    def renewed(self, game: Game) -> Played:
        """The same luck and moves under other rules, as far as these play them: `lost` then says why no further."""
        again = Played(game, self.luck, self.seats)
        again.follow(self.line.moves, self.at)
        return again

    def follow(self, moves: Sequence[str], at: int) -> None:
        """Makes moves, as far as the rules allow; sees play after so many of them."""
        for number, move in enumerate(moves[:MOST_PLIES], 1):
            if over(self.state):
                self.lost = f"move {number}, {move}: play is over before it"
                break
            try:
                self.play(move)
            except (IllegalMove, Stopped, ValueError) as error:
                self.lost = f"move {number}: {error}"
                break
        self.go(at)


def over(state: State) -> bool:
    """Is play over here, by an end or a fault?"""
    return state.position.over


def seats_of(game: Game, seats: Sequence[str]) -> tuple[str, ...]:
    """Who plays at each seat: as told, others at random; the first is the person's where nothing is told."""
    told = [one if one in SEATS else "random" for one in seats][: game.num_players()] or ["you"]
    return (*told, *["random"] * (game.num_players() - len(told)))
