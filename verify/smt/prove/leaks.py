"""Proves that what is offered follows from what the mover sees: two positions that look alike to the mover, in which
the same move is legal in one and not in the other, are impossible. So are two in which a choice is offered in one only.

Leaves finding real plays that show a leak to others; what is not proved here need not be one. Of a zone of which only
the number of cards is seen, the two positions share no more than whether it is empty.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from engine.interpreter.observe import owner
from spec.ir import nodes as ir
from spec.ir.binding import mentions
from spec.ir.sight import all_see, sees_cards
from verify.obligations.obligations import NO_LEAK
from verify.obligations.verdict import Result
from verify.obligations.visibility import Way, hidden_ways
from verify.smt.encode import terms as t
from verify.smt.encode.state import State, same_value
from verify.smt.encode.symbolic_context import At, Unencodable
from verify.smt.prove.groups import SCOPE
from verify.smt.prove.invariants import Inductive
from verify.smt.solvers.solver import Asker
from verify.smt.solvers.solver_portfolio import Answer
from verify.smt.transition.moves import Chosen, choose_one, judge
from verify.smt.transition.steps import Course


@dataclass(frozen=True, slots=True)
class _Side:
    """One of the two positions: what is known of it, the arguments, and when the move is legal.

    `offered`: what must be true of arguments that the mover sees; `drawn`: of those chosen blind; `there`: are there
    cards to choose blind?
    """

    state: State
    known: tuple[t.Flag, ...]
    chosen: Chosen
    offered: t.Flag
    drawn: t.Flag
    there: t.Flag
    legal: t.Flag
    guesses: bool


def leak_result(course: Course, asker: Asker, found: Inductive) -> Result:
    """Whether nothing that a player is offered tells of a card or a field that the player does not see."""
    clock = asker.clock()
    open_: list[str] = []
    for step, action in _asked(course):
        try:
            answer = _leaks(course, asker, found, step, action)
        except Unencodable as error:
            answer = f"not translated for the solver: {error}"
        if answer:
            open_.append(f"{action.source.told}: {answer}")
    for way in hidden_ways(course.enc.game):
        try:
            answer = _way_leaks(course, asker, way)
        except Unencodable as error:
            answer = f"not translated for the solver: {error}"
        if answer:
            open_.append(f"{_named(course, way)}: {answer}")
    by = clock.by(found.ways)
    if open_:
        reason = "not proved for " + "; ".join(dict.fromkeys(open_))
        return Result(NO_LEAK, "unknown", by, SCOPE, reason, seconds=clock.seconds)
    by = by if clock.ways() else "the form of the rules"
    return Result(NO_LEAK, "proved", by, SCOPE, seconds=clock.seconds)


def _asked(course: Course) -> Iterator[tuple[int, ir.Action]]:
    for step in course.asks():
        act = course.steps[step].ask
        assert act is not None
        for name in act.actions:
            yield step, course.enc.index.actions[name]


def _leaks(course: Course, asker: Asker, found: Inductive, step: int, action: ir.Action) -> str:
    """Why it is not proved that an action leaks nothing, or ''.

    With cards chosen blind the mover sees whether there are any, and what may be chosen with them. So where they are
    in one of the positions and not in the other, that differs; else any of the other's cards stands for each of them,
    and must do for what one of the first does for.
    """
    hidden = {p.name for p in action.params if p.blind}
    if any(mentions(p.choice, hidden) for p in action.params):
        return "a choice depends on a card that is chosen blind"
    one, other = (_side(course, found, step, action, stem) for stem in ("one", "other"))
    same = [*_look_alike(course, one.state, other.state, mine=True)]
    for param in action.params:
        pairs = zip(one.chosen.variables[param.name], other.chosen.variables[param.name], strict=True)
        if param.name not in hidden:
            same += [x == y for x, y in pairs]
    legal_here = (one.offered, one.drawn, one.there, one.legal)
    not_there = t.neg(t.all_of((other.there, t.implies(other.drawn, t.all_of((other.offered, other.legal))))))
    differ = (*legal_here, not_there)
    answer = asker.ask(f"leak-{action.source.label}", (*one.known, *other.known, *same, *differ))
    guessed = " (whether somebody can move was left open)" if one.guesses or other.guesses else ""
    return _why(asker, answer, guessed)


def _why(asker: Asker, answer: Answer, guessed: str) -> str:
    if answer == "unsat":
        return ""
    if answer == "unknown":
        return "the time was up" if asker.out_of_time else "the solvers did not answer within their bound"
    return f"two positions that look the same to the mover may differ here{guessed}"


def _side(course: Course, found: Inductive, step: int, action: ir.Action, stem: str) -> _Side:
    enc = course.enc
    state = enc.space.arbitrary(stem)
    at, chosen = At(state), Chosen()
    offered: list[t.Flag] = []
    drawn: list[t.Flag] = []
    there: list[t.Flag] = []
    for param in action.params:
        before = len(chosen.facts)
        if param.blind and param.among is not None:
            among, defined = enc.part(param.among, at, chosen.names)
            there += [defined, enc.deck.some(among.held)]
        choose_one(enc, param, at, chosen)
        (drawn if param.blind else offered).extend(chosen.facts[before:])
    judgement = judge(enc, action, at, chosen.names)
    known = (enc.space.sound(state), found.light(step, state), *at.facts)
    legal = t.all_of((judgement.held.defined, judgement.legal))
    return _Side(state, known, chosen, t.all_of(offered), t.all_of(drawn), t.all_of(there), legal, bool(at.guessed))


def _way_leaks(course: Course, asker: Asker, way: Way) -> str:
    """Why it is not proved that a condition by which play comes to a choice tells nothing, or ''."""
    enc = course.enc
    states = [enc.space.arbitrary(stem) for stem in ("one", "other")]
    ats = [At(state) for state in states]
    read = [enc.part(way.expr, at, {}) for at in ats]
    known = [fact for at in ats for fact in (enc.space.sound(at.state), *at.facts)]
    (one, defined), (other, also) = read
    cases = [{True: v} if course.steps[way.step].branch else t.cases_of(v) for v in (one, other)]
    differ = [t.neg(t.same_flag(defined, also))]
    for value in {*cases[0], *cases[1]}:
        here, there = cases[0].get(value, False), cases[1].get(value, False)
        differ.append(t.neg(t.same_flag(t.all_of((defined, here)), t.all_of((also, there)))))
    same = _look_alike(course, *states, mine=way.mine)
    answer = asker.ask(f"leak-step-{way.step}", (*known, *same, t.any_of(differ)))
    guessed = " (whether somebody can move was left open)" if any(at.guessed for at in ats) else ""
    return _why(asker, answer, guessed)


def _named(course: Course, way: Way) -> str:
    """What a condition belongs to: the step after it, or else the turns."""
    branch = course.steps[way.step].branch
    label = course.steps[branch.yes].source.label if branch is not None and branch.yes < len(course.steps) else ""
    return f"when {label} comes" if label else "whose turn it is"


def _look_alike(course: Course, one: State, other: State, *, mine: bool) -> Iterator[t.Flag]:
    """What is seen is the same in both: fields, the zones that are open to all, or (`mine`) to the mover, and tops that
    show."""
    enc, layout = course.enc, course.enc.layout
    mover = t.cases_of(one.fields[layout.mover])
    for number, (slots, x, y) in enumerate(zip(enc.space.field_of, one.fields, other.fields, strict=True)):
        value = same_value(enc.deck, slots.decl.type, x, y)
        if all_see(slots.decl):
            yield value
        elif mine and slots.decl.seen != "nobody":
            whose = owner(slots, layout.slots[number].index)
            own = mover.get(whose, False) if whose is not None else False
            yield t.implies(own if sees_cards(slots.decl.seen, own=True) else t.neg(own), value)
    for number, cell in enumerate(layout.cells):
        zone = layout.zones[cell.name]
        a, b = one.cells[number], other.cells[number]
        parts = [(a.held, b.held), (a.bottom, b.bottom), (a.top, b.top)]
        alike = t.all_of(enc.deck.same(x, y) for x, y in parts if x is not None and y is not None)
        match zone.decl.seen:
            case "everybody":
                yield alike
            case "owner" | "others" if mine:
                whose = owner(zone, cell.index)
                own = mover.get(whose, False) if whose is not None else False
                yield t.implies(own if sees_cards(zone.decl.seen, own=True) else t.neg(own), alike)
            case "top" if a.top is not None and b.top is not None:
                yield enc.deck.same(a.top, b.top)
            case "owner" | "others" | "top" | "count" | "nobody":
                pass
        if zone.decl.seen != "nobody":
            yield t.same_flag(enc.deck.some(a.held), enc.deck.some(b.held))
