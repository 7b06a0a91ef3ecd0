"""Plays that are kept whole, decision by decision, so that other rules can be held against them; and films of plays.

Leaves choosing moves to `engine.players.policy`, and comparing to the modules beside this one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.core.layout import Cell
from engine.interpreter.interpreter import Interpreter, Turn
from engine.interpreter.moves import Move
from engine.interpreter.position import Position
from engine.logs.explain import IllegalMove
from engine.logs.replay import log_of, to_json
from engine.luck.chance import Chance, ChanceError, Outcome, Recording, Scripted, Seeded
from engine.players.policy import Choosers, Policy
from spec.ir.display import Display
from spec.ir.index import index_of
from verify.ambiguity.report.finding import Film, Picture, Pile
from verify.obligations.witness import NotReplayed

MOST_MOVES = 2_000


@dataclass(frozen=True, slots=True)
class Beat:
    """Where play stands, the luck by which it came there from the beat before, and the move made (None at the last)."""

    turn: Turn
    luck: tuple[Outcome, ...]
    move: Move | None


@dataclass(frozen=True, slots=True)
class Play:
    """A whole play; the last beat has no move."""

    seed: int
    beats: tuple[Beat, ...]

    @property
    def last(self) -> Turn:
        return self.beats[-1].turn

    def until(self, beat: int) -> Line:
        """The luck and moves that lead to a beat."""
        luck = tuple(outcome for b in self.beats[: beat + 1] for outcome in b.luck)
        return Line(luck, tuple(b.move for b in self.beats[:beat] if b.move is not None))


@dataclass(frozen=True, slots=True)
class Line:
    """The luck and the moves of a play from the deal on."""

    luck: tuple[Outcome, ...] = ()
    moves: tuple[Move, ...] = ()

    def then(self, move: Move, luck: Sequence[Outcome]) -> Line:
        """One move further."""
        return Line((*self.luck, *luck), (*self.moves, move))


def play(interpreter: Interpreter, seed: int, policy: Policy | None = None, most_moves: int = MOST_MOVES) -> Play:
    """One play by a seed: luck by the seed, choices by a policy (random without one) with luck of its own."""
    policies = () if policy is None else (policy,) * interpreter.layout.players
    chance, choosers = Recording(Seeded(seed)), Choosers(interpreter, seed, policies)
    beats: list[Beat] = []
    turn = interpreter.start(chance)
    while True:
        used = tuple(chance.outcomes)
        chance.outcomes.clear()
        if turn.position.over or len(beats) >= most_moves:
            beats.append(Beat(turn, used, None))
            return Play(seed, tuple(beats))
        move = choosers.move(turn)
        beats.append(Beat(turn, used, move))
        turn = interpreter.apply(turn.position, move, chance)


# ---------------------------------------------------------------- films


def retrace(interpreter: Interpreter, line: Line, spare: int = 0) -> tuple[Turn, ...]:
    """The turns of a line, replayed from the deal; luck beyond the line's by the seed `spare`. Raises NotReplayed."""
    return _replayed(interpreter, line.moves, Scripted(line.luck, Seeded(spare)))


def with_its_luck(interpreter: Interpreter, line: Line) -> Line:
    """The line with the luck that comes up in it, and none of what would come up after it. Raises NotReplayed."""
    chance = Recording(Scripted(line.luck, Seeded(0)))
    _replayed(interpreter, line.moves, chance)
    return Line(tuple(chance.outcomes), line.moves)


def _replayed(interpreter: Interpreter, moves: Sequence[Move], chance: Chance) -> tuple[Turn, ...]:
    try:
        turns = [interpreter.start(chance)]
        for move in moves:
            turns.append(interpreter.apply(turns[-1].position, move, chance))
    except (ChanceError, IllegalMove) as error:
        raise NotReplayed(str(error)) from error
    return tuple(turns)


def film(
    interpreter: Interpreter, line: Line, note: str = "", sides: tuple[tuple[str, Picture], ...] = (), *, written: bool
) -> Film:
    """A play as a film, replayed; the note stands under its last picture."""
    turns = retrace(interpreter, line)
    told = tuple(interpreter.words.move(m) for m in line.moves)
    pictures = tuple(picture(interpreter, t.position, m) for t, m in zip(turns, ("", *told), strict=True))
    last = picture(interpreter, turns[-1].position, pictures[-1].move, note)
    log = to_json(interpreter, log_of(interpreter, told, turns[-1], outcomes=line.luck))
    return Film(interpreter.game.settings, written, log, told, (*pictures[:-1], last), sides)


def picture(interpreter: Interpreter, position: Position, move: str = "", note: str = "") -> Picture:
    """A position as a picture."""
    layout, words, display = interpreter.layout, interpreter.words, Display(index_of(interpreter.game))
    piles = []
    for number, cards in enumerate(position.cells):
        decl = layout.zones[layout.cells[number].name].decl
        if cards or not decl.row:
            names = tuple(words.cards[c] for c in cards)
            piles.append(Pile(display.zone(*_of(layout.cells[number])), decl.seen, names, layout.ordered[number]))
    start = interpreter.initial().fields
    fields = tuple(
        (display.field(*_of(layout.slots[i])), words.field_value(i, value))
        for i, value in enumerate(position.fields)
        if value != start[i] and i != layout.mover and not words.field(i).startswith("(")
    )
    if position.result is not None:
        at = f"ended by {display.ending(position.result.ending)}: {_returns(interpreter, position)}"
    elif position.fault is not None:
        at = f"play stops: {position.fault.sentence}"
    else:
        at = display.step(words.step(position.step))
    return Picture(move, tuple(piles), fields, words.player(position.fields[layout.mover]), at, note)


def _of(cell: Cell) -> tuple[str, tuple[int, ...]]:
    return cell.name, cell.index


def _returns(interpreter: Interpreter, position: Position) -> str:
    returns = () if position.result is None else position.result.returns
    return ", ".join(f"{interpreter.words.player(p)} {r:+d}" for p, r in enumerate(returns))
