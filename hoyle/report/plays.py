"""The plays behind results, played again: who made which move, where each leads, and what a position holds, in words.

Leaves finding plays to `verify`. The words are those of `hoyle.english`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from engine.interpreter.interpreter import Interpreter
from engine.interpreter.moves import Move
from engine.interpreter.position import Position
from engine.logs.replay import from_json, replay
from hoyle.english.sentences import Sentences
from hoyle.sources.files import Parsed, lower
from spec.names.settings import choices
from verify.obligations.verdict import Witness

FEW = 4
"""So many moves of a play are told; of a longer one the last of them."""
PILE = 5
"""Of a zone with more cards than that their number is told, and the top card."""


@dataclass(frozen=True, slots=True)
class Play:
    """A play on the interpreter: the moves with the positions that they were made in, and every position that its end
    passed through, the last one last. `loop`: so many of the last moves lead from its last position back to it."""

    interpreter: Interpreter
    moves: tuple[tuple[Position, Move], ...]
    last: tuple[Position, ...]
    loop: int = 0

    @property
    def told(self) -> tuple[str, ...]:
        """Each move as a sentence that says who makes it: "Player 2 lays 4S"."""
        sentences = Sentences(self.interpreter)
        return tuple(sentences.move(before, move).removesuffix(".") for before, move in self.moves)


def play_of(witness: Witness, parsed: Parsed) -> Play | None:
    """A witness's play, under the settings in which it was found; None where it has none."""
    if not witness.log or witness.settings is None:
        return None
    settings = dict(witness.settings.values)
    as_written = settings.pop("as_written", "no") == "yes"
    questions = {c.name for c in choices(parsed.file.sections) if c.kind == "question"}
    told = {name: value for name, value in settings.items() if value != "open" or name not in questions}
    game = lower(parsed, told, as_written=as_written).game
    if game is None:
        return None
    interpreter = Interpreter(game)
    log = from_json(interpreter, witness.log)
    if isinstance(log, str):
        return None
    turns = replay(interpreter, log).turns
    made = [interpreter.words.parse_move(told) for told in log.moves]
    moves = tuple((t.position, m) for t, m in zip(turns, made, strict=False) if isinstance(m, Move))
    return Play(interpreter, moves, (*turns[-1].passed, turns[-1].position), witness.loop)


def course(play: Play) -> str:
    """The moves of a play in one sentence; of a long play the last ones, of a loop those that go round."""
    told, loop = play.told, play.loop
    if loop:
        stem = len(told) - loop
        before = f"after {_many(stem)} from the deal" if stem else "right after the deal"
        return f"{before}, {_these(loop)} can repeat for ever: {_last(told[stem:])}"
    return f"{_many(len(told))} from the deal: {_last(told)}" if told else "right after the deal"


def _many(moves: int) -> str:
    return "1 move" if moves == 1 else f"{moves:,} moves"


def _these(moves: int) -> str:
    return "this move" if moves == 1 else f"these {moves:,} moves"


def _last(told: Sequence[str]) -> str:
    return ". ".join(told) if len(told) <= FEW else f"... {'. '.join(told[-FEW:])}"


def lying(interpreter: Interpreter, position: Position) -> str:
    """What lies where, on one line: the small zones whole, of others how many cards and which is on top; then what the
    fields hold that are not as they began. The zone that the game began with is left out."""
    words, layout = interpreter.words, interpreter.layout
    found = []
    for number, cards in enumerate(position.cells):
        if not cards or layout.zones[layout.cells[number].name].decl.starts_full:
            continue
        told = words.card_list(cards)
        if len(cards) > PILE:
            top = f", {words.cards[cards[-1]]} on top" if layout.ordered[number] else ""
            told = f"{len(cards)} cards{top}"
        found.append(f"{words.zone(number)}: {told}")
    told_all = "; ".join((*found, *_fields(interpreter, position)))
    copies = any(f"#{number}" in told_all for number in range(2, 10))
    return f"{told_all} (#2 is the second copy of a card)" if copies else told_all


def _fields(interpreter: Interpreter, position: Position) -> Iterator[str]:
    """The fields of the file that hold another value than they began with, who is on turn among them."""
    start = interpreter.initial().fields
    for number, value in enumerate(position.fields):
        if value != start[number] and not interpreter.layout.slots[number].name.startswith("("):
            yield f"{interpreter.words.field(number)} = {interpreter.words.field_value(number, value)}"
