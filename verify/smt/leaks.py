"""Proves that which moves are legal follows from what the mover sees: two positions that look alike to the mover, in
which the same move is legal in one and not in the other, are impossible.

Leaves finding real plays that show a leak to others; what is not proved here need not be one. Of a zone of which only
the number of cards is seen, the two positions share no more than whether it is empty.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from engine.observe import owner
from spec import ir
from verify.obligations import NO_LEAK
from verify.smt import terms as t
from verify.smt.groups import SCOPE
from verify.smt.invariants import Inductive
from verify.smt.moves import Chosen, choose, judge
from verify.smt.reading import At, Unencodable
from verify.smt.solver import Asker
from verify.smt.state import State, same_value
from verify.smt.steps import Course
from verify.verdict import Result


@dataclass(frozen=True, slots=True)
class _Side:
    """One of the two positions: what is known of it, the arguments, and when the move is legal."""

    state: State
    known: tuple[t.Flag, ...]
    chosen: Chosen
    facts: t.Flag
    legal: t.Flag
    guesses: bool


def leak_result(course: Course, asker: Asker, found: Inductive) -> Result:
    """Whether no move's legality tells of a card that the mover does not see."""
    clock = asker.clock()
    open_: list[str] = []
    for step, action in _asked(course):
        try:
            answer = _leaks(course, asker, found, step, action)
        except Unencodable as error:
            answer = f"not put into terms: {error}"
        if answer:
            open_.append(f"{action.source.label}: {answer}")
    by = clock.by(found.ways)
    if open_:
        reason = "not proved of " + "; ".join(dict.fromkeys(open_))
        return Result(NO_LEAK, "unknown", by, SCOPE, reason, seconds=clock.seconds)
    by = by if clock.ways() else "the form of the rules"
    return Result(NO_LEAK, "proved", by, SCOPE, seconds=clock.seconds)


def _asked(course: Course) -> Iterator[tuple[int, ir.Action]]:
    for step in course.asks():
        act = course.steps[step].act
        assert isinstance(act, ir.Ask)
        for name in act.actions:
            yield step, course.enc.index.actions[name]


def _leaks(course: Course, asker: Asker, found: Inductive, step: int, action: ir.Action) -> str:
    """Why it is not proved that an action leaks nothing, or ''."""
    one, other = (_side(course, found, step, action, stem) for stem in ("one", "other"))
    same = [*_look_alike(course, one.state, other.state)]
    blind = {p.name for p in action.params if isinstance(p.choice, ir.ChooseCard) and p.choice.blind}
    for param in action.params:
        pairs = zip(one.chosen.variables[param.name], other.chosen.variables[param.name], strict=True)
        if param.name not in blind:
            same += [x == y for x, y in pairs]
    differ = t.all_of((one.legal, t.neg(other.legal)))
    if blind:
        differ = t.all_of((one.facts, other.facts, differ))
    else:
        differ = t.all_of((one.facts, one.legal, t.neg(t.all_of((other.facts, other.legal)))))
    answer = asker.ask(f"leak-{action.source.label}", (*one.known, *other.known, *same, differ))
    if answer == "unsat":
        return ""
    if answer == "unknown":
        return "the time was up" if asker.out_of_time else "the solvers did not answer within their bound"
    guessed = " (whether somebody can move was left open)" if one.guesses or other.guesses else ""
    return f"two positions that look alike may differ in it{guessed}"


def _side(course: Course, found: Inductive, step: int, action: ir.Action, stem: str) -> _Side:
    enc = course.enc
    state = enc.space.arbitrary(stem)
    at = At(state)
    chosen = choose(enc, action, at)
    judgement = judge(enc, action, at, chosen.names)
    known = (enc.space.sound(state), found.light(step, state), *at.facts)
    legal = t.all_of((judgement.held.sure, judgement.legal))
    return _Side(state, known, chosen, t.all_of(chosen.facts), legal, bool(at.guessed))


def _look_alike(course: Course, one: State, other: State) -> Iterator[t.Flag]:
    """What the mover sees is the same in both: fields, the zones that are open to the mover, and tops that show."""
    enc, layout = course.enc, course.enc.layout
    for slots, x, y in zip(enc.space.field_of, one.fields, other.fields, strict=True):
        yield same_value(enc.deck, slots.decl.type, x, y)
    mover = t.cases_of(one.fields[layout.mover])
    for number, cell in enumerate(layout.cells):
        zone = layout.zones[cell.name]
        a, b = one.cells[number], other.cells[number]
        parts = [(a.held, b.held), (a.bottom, b.bottom), (a.top, b.top)]
        alike = t.all_of(enc.deck.same(x, y) for x, y in parts if x is not None and y is not None)
        match zone.decl.seen:
            case "everybody":
                yield alike
            case "owner":
                whose = owner(zone, cell.index)
                yield t.implies(mover.get(whose, False) if whose is not None else False, alike)
            case _:
                pass
        if zone.decl.seen == "top" and a.top is not None and b.top is not None:
            yield enc.deck.same(a.top, b.top)
        if zone.decl.seen != "nobody":
            yield t.same_flag(enc.deck.some(a.held), enc.deck.some(b.held))
