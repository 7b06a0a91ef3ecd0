"""Makes witnesses: plays written as logs, and replayed on the interpreter before anybody sees them.

Leaves finding a play to the searches.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.interpreter.interpreter import Interpreter
from engine.interpreter.moves import Move
from engine.interpreter.position import Position
from engine.logs.explain import IllegalMove
from engine.logs.replay import log_of, to_json
from engine.luck.chance import ChanceError, Outcome, Scripted
from verify.obligations.obligations import part_of
from verify.obligations.verdict import Settings, Witness


class NotReplayed(AssertionError):
    """A play found by a search does not replay on the interpreter: a bug of the search."""


def make_witness(
    interpreter: Interpreter, outcomes: Sequence[Outcome], moves: Sequence[Move], position: Position, sentence: str
) -> Witness:
    """The witness of a play that leads to a position. Raises NotReplayed where it does not."""
    chance = Scripted(outcomes)
    try:
        turn = interpreter.start(chance)
        for move in moves:
            turn = interpreter.apply(turn.position, move, chance)
    except (ChanceError, IllegalMove) as error:
        raise NotReplayed(str(error)) from error
    if position not in (turn.position, *turn.passed):
        raise NotReplayed("the replay ends elsewhere")
    words = tuple(interpreter.words.move(m) for m in moves)
    log = log_of(interpreter, words, turn, outcomes=outcomes)
    told = describe(interpreter, position)
    part = "" if position.fault is None else part_of(position.fault, interpreter.game)
    return Witness(to_json(interpreter, log), words, told, sentence, settings=Settings.of(interpreter.game), part=part)


def describe(interpreter: Interpreter, position: Position) -> tuple[str, ...]:
    """A position in the game's words: zones that hold cards, fields, where play stands."""
    words = interpreter.words
    lines = [f"{words.zone(i)}: {words.card_list(cards)}" for i, cards in enumerate(position.cells) if cards]
    lines += [
        f"{words.field(i)} = {words.field_value(i, v)}"
        for i, v in enumerate(position.fields)
        if not words.field(i).startswith("(")
    ]
    if position.result is not None:
        lines.append(f"ended by {position.result.ending}")
    elif position.fault is not None:
        lines.append(f"stopped: {position.fault.sentence}")
    else:
        lines.append(f"play stands at {words.step(position.step)}")
    return tuple(lines)
