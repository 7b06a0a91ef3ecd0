"""Why a move is legal or is not, as data with a sentence.

Leaves judging to `engine.interpreter.moves` and showing to others.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.interpreter.faults import Fault
from engine.interpreter.moves import Move, Ruling
from engine.logs.words import Words
from spec.ir import nodes as ir


@dataclass(frozen=True, slots=True)
class Explanation:
    """Why a move is legal or is not.

    `deciding` are the clauses that decide, `applicable` all that apply, `failing` the permits that do not. `outside`
    is the parameter that is out of its choice, if that is the reason; `fault` what went wrong, if anything did.
    """

    legal: bool
    sentence: str
    deciding: tuple[ir.Source, ...] = ()
    applicable: tuple[ir.Source, ...] = ()
    failing: tuple[ir.Source, ...] = ()
    outside: str = ""
    fault: Fault | None = None


class IllegalMove(ValueError):
    """A move was applied that is not legal; `explanation` says why."""

    def __init__(self, explanation: Explanation) -> None:
        super().__init__(explanation.sentence)
        self.explanation = explanation


def unasked(move: Move, ask: ir.Ask, words: Words) -> Explanation:
    """The decision is about other moves."""
    asked = ", ".join(words.moves_of(ask.actions))
    return Explanation(False, f"{words.move_name(move)} is not among the moves asked for here: {asked}")


def out_of_choice(move: Move, outside: str, action: ir.Action, words: Words) -> Explanation:
    """An argument is none of those that its parameter may stand for."""
    at = next(i for i, param in enumerate(action.params) if param.name == outside)
    told = words.value(move.args[at], action.params[at].type)
    return Explanation(False, f"{outside} of {words.move_name(move)} cannot be {told} here", outside=outside)


def by_clauses(ruling: Ruling) -> Explanation:
    """The clauses decide, without a clash."""
    deciding = " and ".join(source.label for source in ruling.deciding)
    if ruling.legal:
        sentence = f"permitted by {deciding}"
    elif ruling.deciding:
        sentence = f"forbidden by {deciding}"
    else:
        sentence = "no clause permits it"
        if ruling.failing:
            sentence += f": not {' nor '.join(source.label for source in ruling.failing)}"
    return Explanation(ruling.legal, sentence, ruling.deciding, ruling.applicable, ruling.failing)
