"""Hoyle's public Python API: load a game, play it move by move, see what each player sees.

Names follow OpenSpiel's where it has one. Leaves what the rules mean to `engine`, and reading files to
`hoyle.sources.files`.
"""

from __future__ import annotations

import operator
from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, SupportsIndex

from engine.interpreter.faults import Fault
from engine.interpreter.frame import Event
from engine.interpreter.interpreter import Interpreter
from engine.interpreter.moves import PASS, Move
from engine.interpreter.observe import mask, observe, observe_together
from engine.interpreter.position import Position
from engine.logs import explain as _explain
from engine.logs.explain import Explanation
from engine.logs.replay import Log, from_json, log_of, replay, to_json
from engine.luck.chance import BySeed, ChanceError, Laid, Pick, PicksBySeed, Shuffled
from engine.players.policy import NAMES
from engine.simulate.simulate import Statistics
from hoyle.interpreted import Interpreted, Luck
from hoyle.run.simulating import Simulation, simulated
from hoyle.sources.files import NotFound, load_file
from hoyle.stepping import Stepper
from hoyle.terminal.render import render
from spec.diagnostics.diagnostic import Diagnostic
from spec.ir import nodes as ir

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from hoyle.compiled import Compiled
    from hoyle.english.sentences import Sentences

__all__ = [
    "PASS",
    "TERMINAL",
    "Explanation",
    "Fault",
    "Game",
    "IllegalMove",
    "Move",
    "NotFound",
    "RuleError",
    "State",
    "Stopped",
    "load",
]

TERMINAL = -4
"""`State.current_player()` of a game that is over, as in OpenSpiel."""
SHOWN_SETTINGS = 4
"""So many settings are in the `repr` of a game."""


class RuleError(ValueError):
    """A rule file has errors; `diagnostics` are all of them, the message shows them with their lines."""

    def __init__(self, message: str, diagnostics: tuple[Diagnostic, ...]) -> None:
        super().__init__(message)
        self.diagnostics = diagnostics


class IllegalMove(ValueError):
    """A move that the rules do not allow here; `explanation`, if any, names the clauses."""

    def __init__(self, message: str, explanation: Explanation | None = None) -> None:
        super().__init__(message)
        self.explanation = explanation


class Stopped(RuntimeError):
    """Play met a gap, a clash or an undefined operation; `fault` names the clauses."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(fault.sentence)
        self.fault = fault


def load(
    path_or_name: str | Path,
    *,
    edition: str | None = None,
    readings: Mapping[str, str] | None = None,
    as_written: bool = False,
    **settings: object,
) -> Game:
    """Loads a rule file, by path or by the name of a game that comes with Hoyle, under some settings.

    `settings` are `players`, `deck` (such as "A..6 of hearts, spades") and the numbers and options of the file;
    `readings` say how to read its questions; with `as_written` rulings are off. `NAME@EDITION` works too.

    Raises NotFound where there is no such file, RuleError where it has errors.
    """
    chosen = {name: str(value) for name, value in {**settings, **(readings or {})}.items()}
    name, _, at = str(path_or_name).partition("@")
    if at and not Path(path_or_name).exists():
        chosen["edition"] = at
        path_or_name = name
    if edition is not None:
        chosen["edition"] = edition
    loaded = load_file(path_or_name, chosen, as_written=as_written)
    if loaded.game is None:
        errors = [d for d in loaded.diagnostics if d.severity == "error"]
        raise RuleError(render(errors, loaded.text), loaded.diagnostics)
    return Game(loaded.game)


class Game:
    """One game under one choice of settings."""

    def __init__(self, rules: ir.Game) -> None:
        self.rules = rules
        self.interpreter = Interpreter(rules)
        self._stepper = Stepper(self.interpreter)

    @property
    def title(self) -> str:
        """The title that the rule file gives."""
        return self.rules.title

    @property
    def settings(self) -> dict[str, str]:
        """Edition, readings, numbers and players by name."""
        return dict(self.rules.settings)

    @property
    def deck(self) -> tuple[str, ...]:
        """The names of all cards in the deck's order."""
        return self.interpreter.words.cards

    @cached_property
    def sentences(self) -> Sentences:
        """The English of this game: its clauses, moves, reasons, positions and changes as sentences."""
        from hoyle.english.sentences import Sentences

        return Sentences(self.interpreter)

    def __repr__(self) -> str:
        settings = [f"{name} {value}" for name, value in self.settings.items() if name != "players"]
        more = [f"and {len(settings) - SHOWN_SETTINGS} more settings"] if len(settings) > SHOWN_SETTINGS else []
        told = "".join(f", {word}" for word in (*settings[:SHOWN_SETTINGS], *more))
        return f"<hoyle.Game {self.title}: {self.num_players()} players, {len(self.deck)} cards{told}>"

    def num_players(self) -> int:
        """How many seats there are."""
        return self.interpreter.layout.players

    def new_initial_state(
        self,
        deck: Sequence[str] | None = None,
        seed: SupportsIndex | None = None,
        luck: Sequence[Sequence[str] | SupportsIndex | None] = (),
    ) -> State:
        """A new game. What is laid down of its luck comes about; all other luck is by the seed (0 without one).

        `luck` tells what luck does, in the order in which play asks for it: for a shuffle the names of its cards, the
        last on top; for a random value its place, from 0, in the list of those that it may be; None leaves one to the
        seed. `deck` tells of the first shuffle alone, wherever it comes, and leaves all before it to the seed.

        Raises ValueError where a name is no card of this game, where `deck` holds other cards than the first shuffle,
        and where both are given; also, here or at a move, where play asks for something else than what is laid down:
        another kind of luck, other cards, a value out of range. A move that fails so is not made.
        """
        if deck is not None and luck:
            raise ValueError(
                "`deck` is for the first shuffle alone: name it in `luck`, with the rest, or leave `luck` out"
            )
        laid = [self._laid(outcome) for outcome in luck]
        if deck is not None:
            laid = [PicksBySeed(), self._laid(deck)]
        try:
            return self._begin(seed, laid)
        except ChanceError as error:
            if deck is None:
                raise
            raise ValueError(
                f"`deck` must hold each card of the first shuffle once, and here are {len(deck)} names; this game has "
                f"{len(self.deck)} cards in all"
            ) from error

    def _begin(self, seed: SupportsIndex | None, laid: Sequence[Laid]) -> State:
        return State(self, self._stepper.start(Luck(0 if seed is None else operator.index(seed), tuple(laid))))

    def _laid(self, outcome: Sequence[str] | SupportsIndex | None) -> Laid:
        """One outcome as a user lays it down."""
        if outcome is None:
            return BySeed()
        if isinstance(outcome, SupportsIndex):
            return Pick(operator.index(outcome))
        if isinstance(outcome, str):
            raise ValueError(f"a shuffle is laid down as a list of card names, and this is one text: {outcome}")
        cards = self.interpreter.words.read_cards(" ".join(outcome))
        if cards is None:
            raise ValueError(f"not all of these are cards of this game: {' '.join(outcome)}")
        return Shuffled(cards)

    def compile(self) -> str:
        """Has states begun from now on stepped by compiled code, which answers the same, only sooner.

        Unasked this is done after a second of play. Answers why it cannot be, or ''.
        """
        return self._stepper.compile()

    def simulate(
        self,
        games: int,
        *,
        seed: SupportsIndex = 0,
        most_moves: int = 10_000,
        jobs: int = 1,
        policies: Sequence[str] = (),
        executor: Executor | None = None,
        shards: int = 64,
    ) -> Statistics:
        """Plays many games at random, or by a policy for each seat (random, greedy, mcts): who wins, how long it takes,
        which clauses fire. Compiled code plays where it can and the games are many; the figures are the same.

        With an `executor`, such as a `concurrent.futures.ProcessPoolExecutor` or `hoyle.run.cluster.Cluster`, its
        workers play the games in so many `shards`, and `jobs` does not count; the figures are the same again.

        Raises ValueError where a number is not positive, or the policies are not those of all seats, and whatever an
        executor raises for a worker that it lost.
        """
        seats = self.num_players()
        if min(games, most_moves, jobs, shards) < 1:
            raise ValueError("`games`, `most_moves`, `jobs` and `shards` are at least 1")
        if policies and (len(policies) != seats or not set(policies) <= set(NAMES)):
            raise ValueError(f"`policies` must name one for each of the {seats} seats: {', '.join(NAMES)}")
        chosen = () if set(policies) <= {"random"} else tuple(policies)
        order = Simulation(games, operator.index(seed), most_moves, jobs, chosen)
        if executor is None:
            return simulated(self.interpreter, order).figures
        from hoyle.run.spread import spread

        return spread(executor, self.interpreter, order, shards=shards).figures

    def from_log(self, text: str, *, moves: int | None = None) -> State:
        """The state that a saved log (`State.serialize`) leads to; luck that the log does not tell is by seed 0.

        With `moves` the state after so many of its moves. Raises ValueError where the log does not replay.
        """
        try:
            log = from_json(self.interpreter, text)
        except RecursionError:
            raise ValueError("this is no log of a game: it is nested too deeply") from None
        if isinstance(log, str):
            raise ValueError(log)
        again = replay(self.interpreter, log)
        if again.problem:
            raise ValueError(again.problem)
        luck = Luck(0, log.outcomes) if log.seed is None else Luck(log.seed)
        state = State(self, self._stepper.interpreted(luck))
        for words in log.moves[:moves]:
            state.apply_action(words)
        return state


class State:
    """A game in progress. Applying a move changes it; `clone` gives an independent copy."""

    def __init__(self, game: Game, stand: Interpreted | Compiled) -> None:
        self.game = game
        self._stand = stand
        self._moves: list[Move] = []

    # ------------------------------------------------------------ where play stands

    @property
    def position(self) -> Position:
        """The position as the interpreter holds it."""
        return self._stand.position

    @property
    def events(self) -> tuple[Event, ...]:
        """What happened since the last move."""
        return self._stand.turn.events

    def is_terminal(self) -> bool:
        """Has the game ended? Raises Stopped where play met a fault instead."""
        self._check()
        return self._stand.over

    @property
    def fault(self) -> Fault | None:
        """What stopped play, if a gap, a clash or an undefined operation did."""
        return self.position.fault if self._stand.over else None

    def _check(self) -> None:
        if self._stand.over and self.position.fault is not None:
            raise Stopped(self.position.fault)

    def current_player(self) -> int:
        """The seat, from 0, that decides; TERMINAL after the end."""
        return TERMINAL if self._stand.over else self._stand.field(self.game.interpreter.layout.mover)

    def step(self) -> str:
        """The label of the choice at which play stands."""
        return self.game.interpreter.words.step(self.position.step)

    def returns(self) -> tuple[int, ...]:
        """Each player's return; zeros before the end."""
        result = self.position.result if self._stand.over else None
        return (0,) * self.game.num_players() if result is None else result.returns

    def ending(self) -> str:
        """The label of the end condition that ended the game; '' before the end."""
        return "" if self.position.result is None else self.position.result.ending

    # ------------------------------------------------------------ moves

    def legal_actions(self) -> tuple[Move, ...]:
        """The legal moves in their fixed order: by action as the step lists them, then by arguments; a pass last."""
        self._check()
        return self._stand.moves

    def words(self, move: Move) -> str:
        """A move as `set_play(7S 7H, pile 2)`."""
        return self.game.interpreter.words.move(move)

    def parse(self, text: str) -> Move:
        """The move that such words tell. Raises IllegalMove where they tell none."""
        move = self.game.interpreter.words.parse_move(text)
        if isinstance(move, str):
            raise IllegalMove(move)
        return move

    def apply_action(self, move: Move | str) -> None:
        """Makes a move, given as such or in words. Raises IllegalMove with the clause that forbids it, or Stopped."""
        self._check()
        if isinstance(move, str):
            move = self.parse(move)
        try:
            self._stand = self._stand.apply(move)
        except _explain.IllegalMove as error:
            raise IllegalMove(f"{self.words(move)}: {error.explanation.sentence}", error.explanation) from None
        self._moves.append(move)

    def explain(self, move: Move | str) -> Explanation:
        """Why a move is legal here, or which clause forbids it."""
        if isinstance(move, str):
            move = self.parse(move)
        return self.game.interpreter.explain(self.position, move)

    def why(self, move: Move | str, *, player: int | None = None) -> tuple[str, ...]:
        """The same in English, with the values at hand; the first line is the answer, others are its particulars.

        With `player` it is told to that seat, from 0, as "you", and holds nothing that this player does not see.
        """
        if isinstance(move, str):
            move = self.parse(move)
        return self.game.sentences.why(self.position, move, seat=player, you=player)

    def history(self) -> tuple[str, ...]:
        """The moves made so far, in words."""
        return tuple(self.words(m) for m in self._moves)

    def broken_claims(self) -> tuple[str, ...]:
        """The labels of the `always` and `never` claims that do not hold here, or on the way since the last move."""
        from verify.obligations.claims import Claims

        claims = Claims(self.game.interpreter)
        places = (*self._stand.turn.passed, self.position)
        broken = [c for p in places for c in claims.concerned(p) if claims.breaks(c, claims.holds(c, p))]
        return tuple(dict.fromkeys(claim.source.label for claim in broken))

    # ------------------------------------------------------------ what lies where

    def zone(self, name: str, *index: int) -> tuple[str, ...]:
        """The cards of a zone, bottom first (those of a set in deck order); indices count from 0.

        Raises KeyError for a name that is no zone, IndexError for an index out of range.
        """
        interpreter = self.game.interpreter
        return tuple(interpreter.words.cards[c] for c in interpreter.layout.cards(self.position, name, *index))

    def field(self, name: str, *index: int) -> str:
        """A state field's value in words; indices count from 0. Raises KeyError or IndexError."""
        interpreter = self.game.interpreter
        slot = interpreter.layout.slot(name, index)
        return interpreter.words.field_value(slot, self.position.fields[slot])

    def observation(self, player: int) -> str:
        """What a player, by the seat from 0, sees: a line a zone and field, unseen cards as `?`."""
        interpreter = self.game.interpreter
        return mask(interpreter.words, observe(interpreter.layout, self.position, player))

    def describe(self) -> str:
        """The whole position in words, a line a zone and field: the cards that players do not see, too."""
        return self.game.interpreter.words.position(self.position)

    def __str__(self) -> str:
        """What everybody at the table sees; cards that somebody does not see are `?`."""
        interpreter = self.game.interpreter
        return "\n".join([
            f"{self.game.title}, {self._stands()}",
            mask(interpreter.words, observe_together(interpreter.layout, self.position)),
        ])  # fmt: skip

    def __repr__(self) -> str:
        return f"<hoyle.State of {self.game.title}, {self._stands()}>"

    def _stands(self) -> str:
        """How far the game is, and what comes next."""
        made = len(self._moves)
        after = f"after {made} move{'' if made == 1 else 's'}"
        if self.fault is not None:
            return f"{after}, stopped: {self.fault.sentence}"
        if self._stand.over:
            return f"{after}, ended by {self.ending()}: {', '.join(f'{r:+d}' for r in self.returns())}"
        return f"{after}, player {self.current_player() + 1} decides at {self.step()}"

    # ------------------------------------------------------------ keeping

    def clone(self) -> State:
        """An independent copy with the same luck ahead of it."""
        copy = object.__new__(State)
        copy.game, copy._stand, copy._moves = self.game, self._stand.clone(), list(self._moves)
        return copy

    def __copy__(self) -> State:
        return self.clone()

    def __deepcopy__(self, memo: object) -> State:
        return self.clone()

    def log(self) -> Log:
        """The game so far: settings, luck and moves."""
        return log_of(self.game.interpreter, self.history(), self._stand.turn, outcomes=self._stand.outcomes)

    def serialize(self) -> str:
        """The log as JSON text, for `Game.from_log` and `hoyle replay`."""
        return to_json(self.game.interpreter, self.log())
