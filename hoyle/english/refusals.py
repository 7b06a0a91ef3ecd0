"""Tells why a move may be made, or may not: "You may not: the card (3S) is no higher than the top card of the stack".

Leaves which clauses decide to `engine.logs.explain`, and which part of a condition decides to `hoyle.english.reasons`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import assert_never

from engine.interpreter.faults import Fault, Value
from engine.interpreter.moves import PASS, Move
from engine.logs.explain import Explanation
from hoyle.english.at_hand import AtHand, of_move
from hoyle.english.document.marks import sentence, spoken, unmarked, words
from hoyle.english.grammar import article, listed
from hoyle.english.reasons import deciding, told
from spec.ir import nodes as ir
from spec.ir.fold import YES

MOST_PERMITS = 3
Cite = Callable[[ir.Source], str]
"""A clause's name and places, in brackets."""


def why(at: AtHand, move: Move, explanation: Explanation, cite: Cite) -> tuple[str, ...]:
    """Why a move is legal or is not, in lines: the first says it, others give the particulars."""
    step = at.game.steps[at.position.step] if 0 <= at.position.step < len(at.game.steps) else None
    ask = None if step is None or at.position.over else step.ask
    action = at.index.actions.get(move.action)
    may = f"{at.env.mover.text} may"
    if explanation.fault is not None:
        return _stopped(at, move, explanation.fault, cite)
    if ask is None:
        return (sentence(spoken(explanation.sentence)),)
    if move == PASS and action is None:
        return (sentence(f"{may}{'' if ask.may else ' not'} pass here"),)
    if action is None or move.action not in ask.actions:
        offered = listed([unmarked(one) for one in at.moves(ask.actions)], "or")
        asked = f"make the move {offered}" if len(at.moves(ask.actions)) == 1 else f"choose among {offered}"
        return (sentence(f"not now: here {at.env.mover.text} {'may' if ask.may else 'must'} {asked}"),)
    if len(move.args) != len(action.params):
        return (sentence(spoken(explanation.sentence)),)
    if explanation.outside:
        return (sentence(f"{may} not: {_outside(at, action, move, explanation.outside)}"),)
    here = of_move(at, action, move.args)
    clauses = {clause.source: clause for clause in action.clauses}
    if explanation.deciding:
        reasons = [_reason(here, clauses[s], holds=True) + cite(s) for s in explanation.deciding if s in clauses]
        return (sentence(f"{may}{'' if explanation.legal else ' not'}: {listed(reasons[:2])}"),)
    return _unpermitted(here, may, [clauses[s] for s in explanation.failing if s in clauses], cite)


def _reason(at: AtHand, clause: ir.Permit | ir.Forbid, *, holds: bool) -> str:
    """Why a clause applies here, or does not."""
    if clause.when == YES:
        return {"permit": "this is always allowed", "forbid": "this is never allowed"}[clause.kind]
    said = unmarked(told(deciding(at, clause.when, holds)))
    name = f"“{words(clause.source.label)}”"
    return said or f"the rule {name} {'applies' if holds else 'does not apply'} here"


def _unpermitted(at: AtHand, may: str, permits: Sequence[ir.Permit | ir.Forbid], cite: Cite) -> tuple[str, ...]:
    reasons = [f"{_reason(at, clause, holds=False)}{cite(clause.source)}" for clause in permits]
    if len(set(reasons)) == 1:
        return (sentence(f"{may} not: {reasons[0]}"),)
    head = sentence(f"{may} not: no rule permits this here")
    shortest = sorted(dict.fromkeys(reasons), key=len)
    more = len(shortest) - MOST_PERMITS
    rest = (f"And {more} more permit{'s it' if more == 1 else ' it'} only under conditions that do not hold here.",)
    return (head, *(sentence(one) for one in shortest[:MOST_PERMITS]), *(rest if more > 0 else ()))


def _outside(at: AtHand, action: ir.Action, move: Move, name: str) -> str:
    """Why a parameter cannot be what was chosen for it."""
    number = next(i for i, param in enumerate(action.params) if param.name == name)
    param, value = action.params[number], move.args[number]
    at = of_move(at, action, move.args)
    said = at.valued(value, param.type)
    match param.choice:
        case ir.ChooseCard(cards):
            return f"{said} is not {_among(at, cards)}"
        case ir.ChooseCards(cards, shape):
            missing = _missing(at, cards, value)
            if missing:
                return f"{at.faces(missing)} {'is' if len(missing) == 1 else 'are'} not {_among(at, cards)}"
            if shape.startswith("("):
                return f"{at.lexicon.shape_size(at.index.shapes[shape])} must be chosen, and {said} is not that"
            return f"{said} {'does' if isinstance(value, tuple) and len(value) == 1 else 'do'} not form " + article(
                words(shape)
            )
        case ir.ChooseFrom():
            return f"{said} cannot be chosen here"
        case _:
            assert_never(param.choice)


def _among(at: AtHand, cards: ir.Expr) -> str:
    held = at.bare(cards, at.env)
    return f"among {held.whom}" if held.many else f"in {held.whom}"


def _missing(at: AtHand, cards: ir.Expr, value: Value) -> tuple[int, ...]:
    held = at.looked_up(cards)
    if not isinstance(held, tuple) or not isinstance(value, tuple):
        return ()
    return tuple(card for card in value if card not in held)


def _stopped(at: AtHand, move: Move, fault: Fault, cite: Cite) -> tuple[str, ...]:
    """Play cannot say whether the move is legal."""
    action = at.index.actions.get(move.action)
    if fault.kind != "clash" or action is None or len(move.args) != len(action.params):
        return (sentence(f"the rules do not say: {spoken(fault.sentence)}"),)
    here = of_move(at, action, move.args)
    lines = [
        f"{'Allowed' if clause.kind == 'permit' else 'Not allowed'}: {_reason(here, clause, holds=True)}"
        f"{cite(clause.source)}."
        for clause in action.clauses
        if clause.source in fault.sources
    ]
    return ("The rules contradict each other here, and nothing says which of these wins.", *lines)
