"""Logs of games: a game's luck and moves in words, as JSON and back, replayed and checked on the interpreter.

Leaves reading and writing files to others.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from engine.interpreter.interpreter import Interpreter, Turn
from engine.logs.explain import IllegalMove
from engine.luck.chance import Chance, ChanceError, Outcome, Picked, Scripted, Seeded, Shuffled
from spec.text.clean import quoted

VERSION = 1
LUCK = 2
"""How a log's seed makes its luck: what decision 0011 says. A seed of an earlier way deals other cards."""


@dataclass(frozen=True, slots=True)
class Log:
    """One game: made under which settings, with which luck (a seed, or else all outcomes in order), by which moves.

    `ending` is the label of the ending that it reached, '' where it reached none; `fault` the kind of fault, or ''.
    """

    title: str
    settings: tuple[tuple[str, str], ...]
    moves: tuple[str, ...]
    seed: int | None = None
    outcomes: tuple[Outcome, ...] = ()
    ending: str = ""
    fault: str = ""


def log_of(
    interpreter: Interpreter,
    moves: Iterable[str],
    last: Turn,
    seed: int | None = None,
    outcomes: Iterable[Outcome] = (),
) -> Log:
    """The log of a game that ended, or was left, at `last`."""
    position, game = last.position, interpreter.game
    return Log(
        game.title,
        game.settings,
        tuple(moves),
        seed,
        tuple(outcomes),
        ending=position.result.ending if position.result else "",
        fault=position.fault.kind if position.fault else "",
    )


def to_json(interpreter: Interpreter, log: Log) -> str:
    """The log as JSON text; cards by their names."""
    record: dict[str, Any] = {
        "version": VERSION,
        "title": log.title,
        "settings": dict(log.settings),
        "moves": list(log.moves),
        "ending": log.ending,
        "fault": log.fault,
    }
    if log.seed is not None:
        record |= {"seed": log.seed, "luck": LUCK}
    else:
        record["outcomes"] = [_outcome_record(interpreter, outcome) for outcome in log.outcomes]
    return json.dumps(record, indent=2) + "\n"


def _outcome_record(interpreter: Interpreter, outcome: Outcome) -> dict[str, Any]:
    match outcome:
        case Shuffled(cards):
            return {"shuffle": interpreter.words.card_list(cards) if cards else ""}
        case Picked(size, value):
            return {"pick": value, "of": size}


def from_json(interpreter: Interpreter, text: str) -> Log | str:
    """The log that a JSON text holds, or a sentence on what is wrong with it."""
    try:
        record = json.loads(text)
    except json.JSONDecodeError as error:
        return f"this is no JSON: {error}"
    if not isinstance(record, dict) or record.get("version") != VERSION:
        return f"this is no log of a game of version {VERSION}"
    moves, settings, seed = record.get("moves"), record.get("settings", {}), record.get("seed")
    luck = record.get("outcomes", [])
    if not isinstance(moves, list) or not all(isinstance(move, str) for move in moves):
        return "the log has no list of moves"
    if not isinstance(settings, dict) or not isinstance(seed, int | None) or not isinstance(luck, list):
        return "the log's settings, seed or outcomes are not what they should be"
    if seed is not None and record.get("luck") != LUCK:
        return "the log has a seed of an earlier version, which deals other cards now; the game cannot be played again"
    outcomes = []
    for number, item in enumerate(luck, 1):
        outcome = _read_outcome(interpreter, item)
        if outcome is None:
            return f"outcome {number} of the log is neither a shuffle nor a pick"
        outcomes.append(outcome)
    pairs = tuple((str(name), str(value)) for name, value in settings.items())
    ends = str(record.get("ending", "")), str(record.get("fault", ""))
    return Log(str(record.get("title", "")), pairs, tuple(moves), seed, tuple(outcomes), *ends)


def _read_outcome(interpreter: Interpreter, item: object) -> Outcome | None:
    match item:
        case {"shuffle": str(told)}:
            cards = interpreter.words.read_cards(told) if told else ()
            return None if cards is None else Shuffled(cards)
        case {"pick": int(value), "of": int(size)}:
            return Picked(size, value)
        case _:
            return None


def luck_of(log: Log) -> Chance:
    """The luck of a logged game."""
    return Seeded(log.seed) if log.seed is not None else Scripted(log.outcomes)


@dataclass(frozen=True, slots=True)
class Replay:
    """What a replay came to: its turns, the first that of the start; `problem` says where it left the log, or ''."""

    turns: tuple[Turn, ...]
    problem: str = ""

    @property
    def last(self) -> Turn:
        """Where the replay stands."""
        return self.turns[-1]


def replay(interpreter: Interpreter, log: Log, *, settings: Mapping[str, str] | None = None) -> Replay:
    """Plays a logged game again and checks that every move is legal and that it ends as logged.

    `settings` are those that the game at hand was made under, where they are not those of `interpreter.game`.
    """
    made_under = dict(interpreter.game.settings) if settings is None else dict(settings)
    chance = luck_of(log)
    turns: tuple[Turn, ...] = (Turn(interpreter.initial()),)
    if log.title != interpreter.game.title or dict(log.settings) != made_under:
        return Replay(turns, "the log is of another game, or of this game under other settings")
    try:
        turns = (interpreter.start(chance),)
        for number, told in enumerate(log.moves, 1):
            move = interpreter.words.parse_move(told)
            if isinstance(move, str):
                return Replay(turns, f"move {number}, {quoted(told)}: {quoted(move)}")
            turns += (interpreter.apply(turns[-1].position, move, chance),)
    except IllegalMove as illegal:
        number = len(turns)
        return Replay(turns, f"move {number}, {quoted(log.moves[number - 1])}: {illegal}")
    except ChanceError as error:
        return Replay(turns, f"the log's luck does not fit: {error}")
    if isinstance(chance, Scripted) and chance.left:
        told = "outcome is" if chance.left == 1 else f"{chance.left} outcomes are"
        return Replay(turns, f"the log's luck does not fit: its last {told} not needed")
    return _checked(interpreter, log, turns)


def _checked(interpreter: Interpreter, log: Log, turns: tuple[Turn, ...]) -> Replay:
    reached = log_of(interpreter, log.moves, turns[-1], log.seed, log.outcomes)
    if (reached.ending, reached.fault) == (log.ending, log.fault):
        return Replay(turns)
    told = [
        quoted(f"{one.ending or 'no ending'}{f' and a fault, {one.fault}' if one.fault else ''}")
        for one in (log, reached)
    ]
    return Replay(turns, f"the log says that the game reached {told[0]}, and it reached {told[1]}")
