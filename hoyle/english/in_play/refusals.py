"""Tells why a move may be made, or may not: "You may not: the card (3S) is no higher than the top card of the stack".

Leaves which clauses decide to `engine.logs.explain`, and which part of a condition to `hoyle.english.in_play.reasons`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from engine.interpreter.faults import Fault, Value
from engine.interpreter.moves import PASS, Move
from engine.interpreter.shapes import Pattern
from engine.logs.explain import Explanation
from hoyle.english.document.marks import plain, sentence, spoken, unmarked
from hoyle.english.grammar import article, listed, number
from hoyle.english.in_play.at_hand import FEW, AtHand, of_move
from hoyle.english.in_play.reasons import deciding, told, within
from hoyle.english.lexicon import names_several
from spec.ir import nodes as ir
from spec.ir.display import named
from spec.ir.fold import YES

MOST_PERMITS = 3


class Cite(Protocol):
    """Clauses by their names and places, in brackets."""

    def __call__(self, *sources: ir.Source) -> str: ...


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
        asked = f"make the move “{offered}”" if len(at.moves(ask.actions)) == 1 else f"choose among {offered}"
        return (sentence(f"not now: here {at.env.mover.text} {'may' if ask.may else 'must'} {asked}"),)
    if len(move.args) != len(action.params):
        return (sentence(spoken(explanation.sentence)),)
    if explanation.outside:
        return (sentence(f"{may} not: {_outside(at, action, move, explanation.outside)}"),)
    here = of_move(at, action, move.args)
    clauses = {clause.source: clause for clause in action.clauses}
    if explanation.deciding:
        known = [clauses[source] for source in explanation.deciding if source in clauses]
        reasons = sorted((_reason(here, clause, holds=True) + cite(clause.source) for clause in known), key=len)
        first = sentence(f"{may}{'' if explanation.legal else ' not'}: {reasons[0]}")
        if explanation.legal:
            return (first,)
        return (first, *(sentence(f"also, {one}") for one in reasons[1:3]), *_meaning(here, known, holds=True))
    return _unpermitted(here, may, [clauses[s] for s in explanation.failing if s in clauses], cite)


def not_there(at: AtHand, outside: Sequence[tuple[Move, str]]) -> str:
    """That no card of these moves, each with the parameter that is out of its choice, is where it would be chosen; ''
    where they would be chosen at different places, or something else is wrong."""
    cards, places = dict[int, None](), set[str]()
    for move, name in outside:
        action = at.index.actions[move.action]
        value, param = next((v, p) for v, p in zip(move.args, action.params, strict=True) if p.name == name)
        here, chosen = of_move(at, action, move.args), value if isinstance(value, tuple) else (value,)
        missing = () if param.among is None else _missing(here, param.among, chosen)
        cards |= dict.fromkeys(missing)
        places.add(_among(here, param.among) if param.among is not None and missing else "")
    if len(places) != 1 or not all(places):
        return ""
    cards_told = at.faces(tuple(cards))
    what = (
        f"{cards_told} is not"
        if len(cards) == 1
        else f"none of {cards_told} is"
        if len(cards) <= FEW
        else "no such card is"
    )
    return sentence(f"{at.env.mover.text} may not: {what} {min(places)}")


def _reason(at: AtHand, clause: ir.Permit | ir.Forbid, *, holds: bool) -> str:
    """Why a clause applies here, or does not."""
    if clause.when == YES:
        return {"permit": "nothing forbids this here", "forbid": "this is never allowed"}[clause.kind]
    said = unmarked(told(deciding(at, clause.when, holds)))
    name = f"“{plain(named(clause.source))}”"
    return said or f"the rule {name} {'applies' if holds else 'does not apply'} here"


def _meaning(at: AtHand, clauses: Sequence[ir.Permit | ir.Forbid], *, holds: bool) -> tuple[str, ...]:
    """Where one defined condition decides, what it comes to: "That is, 5D is not next in rank to ..."."""
    if len(clauses) != 1:
        return ()
    parts = deciding(at, clauses[0].when, holds)
    inner = within(parts[0]) if len(parts) == 1 else ()
    said = unmarked(told(inner)) if len(inner) == 1 else ""
    return (sentence(f"that is, {said}"),) if said else ()


def _unpermitted(at: AtHand, may: str, permits: Sequence[ir.Permit | ir.Forbid], cite: Cite) -> tuple[str, ...]:
    by_reason: dict[str, list[ir.Source]] = {}
    for clause in permits:
        by_reason.setdefault(_reason(at, clause, holds=False), []).append(clause.source)
    reasons = [f"{reason}{cite(*sources)}" for reason, sources in by_reason.items()]
    if len(reasons) == 1:
        return (sentence(f"{may} not: {reasons[0]}"), *_meaning(at, permits, holds=False))
    head = sentence(f"{may} not: no rule permits this here")
    shortest = sorted(reasons, key=len)
    more = len(shortest) - MOST_PERMITS
    rest = (f"{more} other rule{' does' if more == 1 else 's do'} not apply here either.",)
    return (head, *(sentence(one) for one in shortest[:MOST_PERMITS]), *(rest if more > 0 else ()))


def _outside(at: AtHand, action: ir.Action, move: Move, name: str) -> str:
    """Why a parameter cannot be what was chosen for it."""
    number = next(i for i, param in enumerate(action.params) if param.name == name)
    param, value = action.params[number], move.args[number]
    at = of_move(at, action, move.args)
    said = at.valued(value, param.type)
    if param.among is None:
        return f"{said} cannot be chosen here"
    if not isinstance(value, tuple) or param.shape is None:
        return f"{said} is not {_among(at, param.among)}"
    if few := _too_few(at, param.among, value):
        return few
    missing = _missing(at, param.among, value)
    if missing:
        return f"{at.faces(missing)} {'is' if len(missing) == 1 else 'are'} not {_among(at, param.among)}"
    if param.shape.startswith("("):
        return f"{at.lexicon.shape_size(at.index.shapes[param.shape])} must be chosen, and {said} is not that"
    do = "does" if len(value) == 1 else "do"
    return f"{said} {do} not form {listed(_shapes(at, action, number, value), 'or')}"


def _shapes(at: AtHand, action: ir.Action, number: int, cards: tuple[int, ...]) -> list[str]:
    """The shape that a choice of cards should have; of a move of several shapes all that they have not."""
    variants = at.index.moves[action.move] if action.variant else (action,)
    shapes = dict.fromkeys(one.params[number].shape or "(none" for one in variants)
    named = [name for name in shapes if not name.startswith("(")]
    own = action.params[number].shape
    lacking = [name for name in named if name == own or not Pattern(at.index.shapes[name], at.game).fits(cards)]
    told = [plain(at.lexicon.display.shape(name)) for name in lacking]
    return [name if names_several(name) else article(name) for name in told]


def _among(at: AtHand, cards: ir.Expr) -> str:
    held = at.bare(cards, at.env)
    return f"among {held.whom}" if held.many else f"in {held.whom}"


def _missing(at: AtHand, cards: ir.Expr, value: Value) -> tuple[int, ...]:
    held = at.looked_up(cards)
    if not isinstance(held, tuple) or not isinstance(value, tuple):
        return ()
    return tuple(card for card in value if card not in held)


def _too_few(at: AtHand, cards: ir.Expr, value: tuple[int, ...]) -> str:
    """That there are fewer of a card than were chosen: "only one 5S is in your hand"; '' where there is none at all."""
    held = at.looked_up(cards)
    plain = [at.interpreter.words.cards[card].partition("#")[0] for card in value]
    for name in dict.fromkeys(plain):
        there = (
            [c for c in held if at.interpreter.words.cards[c].partition("#")[0] == name]
            if isinstance(held, tuple)
            else []
        )
        alike = [card for card, other in zip(value, plain, strict=True) if other == name]
        if 0 < len(there) < len(alike):
            return f"only {number(len(there))} {name} {'is' if len(there) == 1 else 'are'} {_among(at, cards)}"
    return ""


def _stopped(at: AtHand, move: Move, fault: Fault, cite: Cite) -> tuple[str, ...]:
    """Play cannot say whether the move is legal."""
    action = at.index.actions.get(move.action)
    if fault.kind != "clash" or action is None or len(move.args) != len(action.params):
        return (sentence(f"the rules do not say: {spoken(fault.sentence)}"),)
    here = of_move(at, action, move.args)
    word = {"permit": "Allowed", "forbid": "Not allowed"}
    lines = [
        f"{word[clause.kind]}: {_reason(here, clause, holds=True)}{cite(clause.source)}."
        for clause in action.clauses
        if clause.source in fault.sources
    ]
    return ("The rules contradict each other here, and nothing says which of these wins.", *lines)
