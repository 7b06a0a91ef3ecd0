"""How the legal moves of each action are counted before one is picked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, Literal

from engine.core import program as p
from engine.core import terms as t

MOST_VALUES = 64
MOST_TRIED = 8


@dataclass(frozen=True, slots=True)
class Plan:
    """`outer` is a first parameter, whose choices are listed and gone through; `inner` what is judged at once: the move
    alone, all cards of the set from which `last` is picked, all symbols of its domain, or all numbers of its range."""

    outer: p.MoveParam | None
    inner: Literal["one", "cards", "domain", "numbers"]
    last: p.MoveParam | None


@dataclass(frozen=True)
class MoveCounting:
    """Plans for actions of at most two parameters, of which the last one has few values. Moves are counted in the order
    in which they are listed; those of other actions have to be gone through one by one."""

    name: ClassVar[str] = "move_counting"

    def __call__(self, program: p.Program) -> Mapping[str, Plan]:
        """The plans by the labels of the actions."""
        sizes = {domain.label: len(domain.words) for domain in program.domains}
        plans = ((action.label, _plan(action, sizes)) for action in program.actions)
        return {label: plan for label, plan in plans if plan is not None}


def judged_at_once(param: p.MoveParam, sizes: Mapping[str, int]) -> Literal["cards", "domain"] | None:
    """What a choice is of, if all its values fit into a set of bits."""
    match param.choice:
        case p.PickCard():
            return "cards"
        case p.PickFrom(t.Words(domain) | t.Piles(domain)) if sizes[domain] <= MOST_VALUES:
            return "domain"
        case _:
            return None


def _plan(action: p.ActionDef, sizes: Mapping[str, int]) -> Plan | None:
    def is_domain(param: p.MoveParam) -> bool:
        return judged_at_once(param, sizes) == "domain"

    match action.params:
        case ():
            return Plan(None, "one", None)
        case (p.MoveParam(choice=p.PickCard()) as last,):
            return Plan(None, "cards", last)
        case (p.MoveParam(choice=p.PickCards()) as outer,):
            return Plan(outer, "one", None)
        case (last,) if is_domain(last):
            return Plan(None, "domain", last)
        case (p.MoveParam(choice=p.PickCards() | p.PickCard()) as outer, last) if is_domain(last):
            return Plan(outer, "domain", last)
        case _:
            return None


# ------------------------------------------------------------ what the clauses of an action leave open


def may_clash(action: p.ActionDef) -> bool:
    """Are there clauses that may hold together and leave open whether a move is legal?"""
    clauses = action.clauses
    if len(clauses) > MOST_TRIED:
        return True
    keys = [clause.key for clause in clauses]
    above = [sum(1 << keys.index(key) for key in clause.above) for clause in clauses]
    for held in range(1, 1 << len(clauses)):
        best = [k for k in range(len(clauses)) if held >> k & 1 and not above[k] & held]
        if len({clauses[k].kind == "forbid" for k in best}) != 1:
            return True
    return False


def first_forbid(action: p.ActionDef) -> int | None:
    """The one clause that forbids, where it outranks all others and is the same for all moves."""
    forbids = [k for k, clause in enumerate(action.clauses) if clause.kind == "forbid"]
    if len(forbids) != 1:
        return None
    only = action.clauses[forbids[0]]
    others = [clause for clause in action.clauses if clause is not only]
    if only.above or any(only.key not in clause.above for clause in others) or only.test.args:
        return None
    return forbids[0]


def picked_out(action: p.ActionDef, functions: Mapping[str, p.Function]) -> p.MoveCards | None:
    """The effect that comes first, where that takes the chosen card out of the set out of which it was chosen."""
    match action.params:
        case (p.MoveParam(name, _, p.PickCard(t.Zone() as zone)),):
            pass
        case _:
            return None
    function, given = action.effect, {name: name}
    while function is not None and function.body:
        match function.body[0]:
            case p.Do(call) | p.DoOrLeave(call) | p.Answer(t.Call() as call):
                inner = functions[call.function]
                pairs = zip(call.args, inner.params, strict=True)
                given = {q.name: name for arg, q in pairs if isinstance(arg, t.Local) and arg.name in given}
                function = inner
            case p.MoveCards(t.Just(t.Local(moved)), source) as first if source == zone and moved in given:
                return first
            case _:
                return None
    return None
