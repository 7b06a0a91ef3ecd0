"""A conformance suite as JSON Lines: a header, then for each game its start and its moves, a line each.

Leaves choosing the games to `engine.conformance.choose` and files to others. `schema` is the JSON Schema of a line.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.conformance.choose import Chosen, Suite
from engine.conformance.state import Data, told_fired, told_game, told_luck, told_state
from engine.interpreter.interpreter import Interpreter
from engine.targets.escape import as_json

FORMAT = "hoyle-vectors"
VERSION = 1


def lines(interpreter: Interpreter, suite: Suite, made_from: str) -> Iterator[str]:
    """The lines of the file; `made_from` names the rule file as others find it."""
    header: Data = {
        "type": "header",
        "format": FORMAT,
        "version": VERSION,
        "game": made_from,
        **told_game(interpreter),
        "games": len(suite.games),
        "shown": list(suite.shown),
        "not_shown": list(suite.missed),
    }
    yield _line(header)
    for number, chosen in enumerate(suite.games, 1):
        yield from map(_line, records(interpreter, number, chosen))


def records(interpreter: Interpreter, number: int, chosen: Chosen) -> Iterator[Data]:
    """The records of one game: its start and its moves."""
    for at, step in enumerate(chosen.steps):
        told: Data = {"type": "move" if step.move else "start", "game": number}
        if step.move is None:
            told |= {"shows": list(chosen.shows), "stops_early": chosen.cut}
        else:
            told |= {"number": at, "move": interpreter.words.action(step.move)}
        told["luck"] = told_luck(interpreter, step.luck)
        told["fired"] = told_fired(step.turn.events)
        told["state"] = told_state(interpreter, step.turn)
        yield told


def _line(told: Data) -> str:
    return as_json(told, dense=True)


# ---------------------------------------------------------------- the form of a line

_WORDS: Data = {"type": "array", "items": {"type": "string"}}
_TEXT: Data = {"type": "string"}
_COUNT: Data = {"type": "integer", "minimum": 0}


def _object(required: dict[str, Any], optional: dict[str, Any] | None = None) -> Data:
    return {
        "type": "object",
        "properties": {**required, **(optional or {})},
        "required": list(required),
        "additionalProperties": False,
    }


def _map(of: Data) -> Data:
    return {"type": "object", "additionalProperties": of}


def schema() -> Data:
    """The JSON Schema (draft 2020-12) that every line fulfils."""
    view = _object({}, {"cards": _WORDS, "count": _COUNT, "top": _TEXT, "value": _TEXT})
    luck = {
        "type": "array",
        "items": {"oneOf": [_object({"shuffled": _WORDS}), _object({"picked": _COUNT, "of": _COUNT})]},
    }
    state = _object(
        {
            "over": {"type": "boolean"},
            "to_move": {"type": ["integer", "null"], "minimum": 1},
            "step": _TEXT,
            "legal": {"oneOf": [_WORDS, _object({"count": _COUNT, "sha256": _TEXT})]},
            "zones": _map(_WORDS),
            "fields": _map(_TEXT),
            "observations": {"type": "array", "items": _map(view)},
            "ending": _TEXT,
            "returns": {"type": "array", "items": {"type": "integer"}},
        },
        {"fault": _TEXT},
    )
    zone = _object({"name": _TEXT, "ordered": {"type": "boolean"}, "seen": _TEXT})
    move = _object({
        "name": _TEXT, "arguments": {"type": "array", "items": _object({"name": _TEXT, "is": _TEXT})},
    })  # fmt: skip
    header = _object({
        "type": {"const": "header"}, "format": {"const": FORMAT}, "version": {"const": VERSION}, "game": _TEXT,
        "title": _TEXT, "settings": _map(_TEXT), "players": _COUNT, "deck": _WORDS,
        "zones": {"type": "array", "items": zone}, "fields": _WORDS, "moves": {"type": "array", "items": move},
        "games": _COUNT, "shown": _WORDS, "not_shown": _WORDS,
    })  # fmt: skip
    common = {"game": _COUNT, "luck": luck, "fired": _WORDS, "state": state}
    start = _object({"type": {"const": "start"}, "shows": _WORDS, "stops_early": {"type": "boolean"}, **common})
    made = _object({"type": {"const": "move"}, "number": _COUNT, "move": _TEXT, **common})
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A line of a conformance suite for a card game",
        "oneOf": [header, start, made],
    }
