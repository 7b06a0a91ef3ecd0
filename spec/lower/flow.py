"""Lowers the course of play: nested loops of steps and choices become one numbered list of steps.

Steps without a label are the machinery of loops. Effects and conditions are left to their own modules.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import assert_never

from spec import syntax as s
from spec.ir import fold, lent, order_of_play, passing
from spec.ir import nodes as ir
from spec.ir.references import referred
from spec.lower.base import MOVER, PLAYER, Scope, Typed
from spec.lower.clauses import source
from spec.lower.effects import effects
from spec.lower.expressions import condition, lower
from spec.lower.under import under
from spec.names.pauses import as_choice
from spec.names.table import Names
from spec.text.refused.other_sections import AT_ONCE
from spec.text.source import Span

SEVERAL = ("anybody", "anyone", "somebody", "someone", "everybody", "everyone", "all", "both")
"""Words for several players, of whom no choice asks at once."""

EVERY_PLAYER = ir.OverDomain("player")


@dataclass(slots=True)
class Mark:
    """A place among the steps that is known only later."""

    at: int = -1


@dataclass(slots=True)
class Draft:
    """A step whose targets may still be marks."""

    source: ir.Source
    act: ir.Run | ir.Ask | tuple[ir.Expr, Mark, Mark]
    next: Mark | None
    exits: Exits


@dataclass(frozen=True, slots=True)
class Exits:
    """Where `go again`, `end the turn` and `leave the loop` lead from here."""

    again: Mark | None = None
    end_turn: Mark | None = None
    leave: Mark | None = None
    passed: Mark | None = None
    """Where passing a choice over leads, in a loop that ends by it."""


@dataclass(slots=True)
class Builder:
    scope: Scope
    drafts: list[Draft] = field(default_factory=list)
    labels: set[str] = field(default_factory=set)
    fields: list[ir.FieldDecl] = field(default_factory=list)
    rounds: tuple[ir.Given, ...] = ()
    lends: bool = False
    """Does somebody choose in another's turn?"""

    @property
    def names(self) -> Names:
        return self.scope.names

    def drafted(self, label: str) -> bool:
        return label in self.labels

    def draft(self, draft: Draft) -> None:
        self.drafts.append(draft)
        self.labels.add(draft.source.label)

    def here(self, mark: Mark) -> None:
        mark.at = len(self.drafts)

    def run(self, label: ir.Source, body: tuple[ir.Effect, ...], exits: Exits, then: Mark | None = None) -> None:
        self.draft(Draft(label, ir.Run(body), then, exits))

    def branch(self, cond: ir.Expr, yes: Mark, no: Mark, span: Span, exits: Exits) -> None:
        held = fold.constant(cond)
        if held is None:
            self.draft(Draft(machinery(span), (cond, yes, no), None, exits))
        else:
            self.run(machinery(span), (), exits, yes if held else no)

    def counter(self, high: int, span: Span) -> str:
        name = f"(count {len(self.fields) + 1})"
        self.fields.append(ir.FieldDecl(ir.Source(name, (), span), (), ir.Int(), 0, high, fold.number(0)))
        return name


def machinery(span: Span) -> ir.Source:
    return ir.Source("", (), span)


def survey(flow: tuple[s.Flow, ...], names: Names) -> None:
    """Notes every labelled step, and the moves that it offers, before anything refers to one."""
    for each in flow:
        item = as_choice(each) if isinstance(each, s.PauseFlow) else each
        match item:
            case s.StepFlow(head) | s.AskFlow(head):
                before = names.steps.get(head.name.text)
                if before is not None and head.under is None:
                    related = [(before, "the first one")]
                    names.report("E0612", head.span, f"two steps are called `{head.name.text}`", related=related)
                names.steps.setdefault(head.name.text, head.span)
                if isinstance(item, s.AskFlow):
                    offered = names.step_moves.get(head.name.text, ())
                    asked = (m for name in item.moves for m in names.moves_called(name.text))
                    names.step_moves[head.name.text] = tuple(dict.fromkeys((*offered, *asked)))
            case s.LoopFlow():
                survey(item.body, names)
                if item.passing:
                    _survey_passing(item, names)
            case _:
                assert_never(item)


def note_end_of_play(at: tuple[s.Name, ...], play_sections: Iterable[s.PlaySection], names: Names) -> None:
    """Notes that something is read `at the end`, so that a step stands there."""
    for step in at:
        if step.text == s.END_OF_PLAY and step.text not in names.steps:
            for section in play_sections:
                names.steps[step.text] = Span(section.span.end, section.span.end)


def _survey_passing(loop: s.LoopFlow, names: Names) -> None:
    """Notes the moves of those choices of a loop that may be passed over, and thereby end it."""
    choices = [item for item in loop.body if isinstance(item, s.AskFlow) and item.may]
    if not choices:
        message = "nothing in this loop may be passed over; write `choice NAME: mover may do ...` in it"
        names.report("E0609", loop.span, message)
    names.passable |= {
        m for item in choices for name in item.moves for m in (name.text, *names.moves_called(name.text))
    }


def _lends(flow: tuple[s.Flow, ...], scope: Scope, *, in_turn: bool = False) -> bool:
    """Does somebody choose in another's turn?"""
    for item in flow:
        match item:
            case s.AskFlow(head, who=who) if in_turn and not (isinstance(who, s.Word) and who.text == MOVER.field):
                if under(head.under, scope) != fold.NO:
                    return True
            case s.LoopFlow(kind, body=body):
                if _lends(body, scope, in_turn=in_turn or kind in ("turns", "round")):
                    return True
            case _:
                pass
    return False


def play(section: s.PlaySection, scope: Scope) -> tuple[tuple[ir.Step, ...], tuple[ir.FieldDecl, ...]]:
    """The numbered steps, and the counters that loops need."""
    builder = Builder(scope, lends=_lends(section.body, scope))
    if scope.names.passable:
        builder.fields.append(passing.moved(ir.Source(passing.FIELD, (), section.span)))
    if builder.lends:
        builder.fields.append(lent.owner(ir.Source(lent.FIELD, (), section.span)))
    _flows(section.body, builder, Exits())
    if s.END_OF_PLAY in scope.names.steps and not builder.drafted(s.END_OF_PLAY):
        end = ir.Source(s.END_OF_PLAY, (), scope.names.steps[s.END_OF_PLAY], display="end of play")
        builder.run(end, (), Exits())
    return tuple(_final(d, i) for i, d in enumerate(builder.drafts)), tuple(builder.fields)


def _final(draft: Draft, index: int) -> ir.Step:
    def at(mark: Mark | None) -> int:
        return -1 if mark is None else mark.at

    following = index + 1 if draft.next is None else draft.next.at
    act: ir.Run | ir.Ask | ir.Branch
    if isinstance(draft.act, tuple):
        cond, yes, no = draft.act
        act = ir.Branch(cond, yes.at, no.at)
    else:
        act = draft.act
    exits = draft.exits
    return ir.Step(draft.source, act, following, at(exits.again), at(exits.end_turn), at(exits.leave))


def _flows(items: tuple[s.Flow, ...], b: Builder, exits: Exits) -> None:
    for item in items:
        match item:
            case s.StepFlow():
                _step(item, b, exits)
            case s.AskFlow():
                _ask(item, b, exits)
            case s.PauseFlow():
                _ask(as_choice(item), b, exits)
            case s.LoopFlow():
                _loop(item, b, exits)
            case _:
                assert_never(item)


def _step(item: s.StepFlow, b: Builder, exits: Exits) -> None:
    test = _condition(item, b)
    body = effects(item.body, b.scope)
    _check_jumps(item.body, b.names, exits)
    if test == fold.NO or b.drafted(item.head.name.text):
        return
    after = Mark()
    b.names.rounds[item.head.name.text] = b.rounds
    _skip_unless(test, after, item.span, b, exits)
    b.run(source(item.head), body, exits)
    b.here(after)


def _condition(item: s.StepFlow | s.AskFlow, b: Builder) -> ir.Expr:
    """When a step is reached; an open question comes first, so of its variants the first stops play."""
    return fold.conjunction(under(item.head.under, b.scope), condition(item.when, b.scope))


def _skip_unless(test: ir.Expr, after: Mark, span: Span, b: Builder, exits: Exits) -> None:
    if test != fold.YES:
        into = Mark(len(b.drafts) + 1)
        b.branch(test, into, after, span, exits)


def _ask(item: s.AskFlow, b: Builder, exits: Exits) -> None:
    test = _condition(item, b)
    who = _asked_player(item.who, b)
    offered: list[str] = []
    for name in item.moves:
        called = b.names.moves_called(name.text)
        b.names.used |= set(called)
        if b.names.moves.keys() >= set(called):
            offered.extend(m for m in called if m not in b.names.off)
        else:
            b.names.unknown(name, "move", b.names.moves.keys() | b.names.variants.keys())
    fallback: tuple[ir.Effect, ...] | None = None
    if item.fallback is not None:
        holds = under(item.fallback.under, b.scope)
        asked = source(item.head)
        cited = ir.Source(
            f"{asked.label} otherwise", tuple(c.text for c in item.fallback.cites), item.fallback.span,
            display=asked.display and f"{asked.display}, otherwise",
        )  # fmt: skip
        body = effects(item.fallback.body, b.scope)
        _check_jumps(item.fallback.body, b.names, exits)
        fallback = (ir.Cited(cited, body),) if holds != fold.NO else None
    if test == fold.NO or who is None or b.drafted(item.head.name.text):
        return
    after = Mark()
    b.names.rounds[item.head.name.text] = b.rounds
    _skip_unless(test, after, item.span, b, exits)
    ends = exits.passed if item.may else None
    if ends is not None:
        b.run(machinery(item.span), (passing.FORGOTTEN,), exits)
    in_turn = exits.again is not None
    if who.expr != MOVER:
        b.run(machinery(item.span), lent.lend(who.expr) if in_turn else _to(who.expr), exits)
    b.draft(Draft(source(item.head), ir.Ask(tuple(offered), item.may, fallback), None, exits))
    if who.expr != MOVER:
        _give_back(item.span, b, exits)
    if ends is not None:
        b.branch(passing.MOVED, Mark(len(b.drafts) + 1), ends, item.span, exits)
    b.here(after)


def _give_back(span: Span, b: Builder, exits: Exits, of: Exits | None = None) -> None:
    """Whose turn it is becomes the mover again, where somebody else may have chosen in it. `of`: the loop that is left,
    where that is not what goes on here."""
    if b.lends and (of or exits).again is not None:
        b.run(machinery(span), (lent.BACK,), exits)


def _asked_player(e: s.Expr, b: Builder) -> Typed | None:
    """Who is asked: one player; words for several, which nothing introduces, are told apart from misspelt names."""
    if isinstance(e, s.Word) and e.text in SEVERAL and e.text not in b.names.every_name() | b.names.lost:
        b.names.report("E0201", e.span, f"`{e.text}` is no player; {AT_ONCE}")
        return None
    return lower(e, b.scope, PLAYER)


def _check_jumps(body: tuple[s.Effect, ...], names: Names, exits: Exits) -> None:
    """Reports jumps that lead nowhere from this step; jumps in moves and outcomes are checked on the IR."""
    for e in body:
        match e:
            case s.Leave("again" | "end_turn") if exits.again is None:
                names.report("E0602", e.span, "there is no turn here to repeat or to end")
            case s.Leave("leave") if exits.leave is None:
                names.report("E0603", e.span, "there is no loop here to leave")
            case s.IfEffect(_, then, other):
                _check_jumps(then, names, exits)
                _check_jumps(other, names, exits)
            case s.ForEachEffect(body=inner) | s.UnderEffect(body=inner):
                _check_jumps(inner, names, exits)
            case _:
                pass


# ---------------------------------------------------------------- loops


def _loop(item: s.LoopFlow, b: Builder, exits: Exits) -> None:
    match item.kind:
        case "turns":
            _turns(item, b, exits)
        case "round":
            _round(item, b, exits)
        case "repeat":
            _repeat(item, b, exits)
        case "times":
            _times(item, b, exits)
        case _:
            assert_never(item.kind)


def _among(item: s.LoopFlow, b: Builder) -> tuple[str, ir.Expr]:
    """The bound name and condition of the players who take turns; all of them without one."""
    if item.among is None:
        return "(player)", fold.YES
    binder, cond = item.among
    if not (isinstance(binder.over, s.OverWords) and binder.over.domain.text == "player"):
        b.names.report("E0301", binder.span, "only players take turns; write `among player p with ...`")
        return "(player)", fold.YES
    return binder.name.text, condition(cond, b.scope.bind(binder.name, PLAYER))


def _to(player: ir.Expr) -> tuple[ir.Effect, ...]:
    return (ir.Assign("mover", (), player),)


def _forget(span: Span, b: Builder, exits: Exits) -> None:
    """Turns begin: whose turn it was where play came from counts no more."""
    if b.lends:
        b.run(machinery(span), (lent.FORGOTTEN,), exits)


def _eligible(name: str, cond: ir.Expr, start: ir.Expr, b: Builder) -> ir.Expr:
    """The first player from a seat on who takes turns."""
    return start if cond == fold.YES else ir.First(name, b.scope.seats(start), cond, None)


def _skipping(tail: Mark, span: Span, b: Builder, inside: Exits) -> None:
    """Whose turn would begin here misses it, where players are skipped."""
    if b.scope.skips:
        missed = Mark(len(b.drafts) + 1)
        body = Mark(len(b.drafts) + 2)
        b.branch(order_of_play.TO_BE_SKIPPED, missed, body, span, inside)
        b.run(machinery(span), (order_of_play.ONE_LESS,), inside, tail)


def _nobody_skipped(span: Span, b: Builder, exits: Exits) -> None:
    """The turns are over, and what they left to be skipped with them."""
    if b.scope.skips:
        b.run(machinery(span), (order_of_play.NONE_LEFT,), exits)


def _someone(name: str, cond: ir.Expr) -> ir.Expr:
    return fold.YES if cond == fold.YES else ir.Quantify("some", name, EVERY_PLAYER, cond)


def _turns(item: s.LoopFlow, b: Builder, exits: Exits) -> None:
    """first: top: until? skipped? body; tail: next mover; back to top."""
    name, cond = _among(item, b)
    start = MOVER if item.start is None else _player(item.start, b)
    until = condition(item.until, b.scope) if item.until is not None else fold.NO
    top, turn, body, tail, out, seat = Mark(), Mark(), Mark(), Mark(), Mark(), Mark()
    inside = Exits(body, tail, out)
    machine = machinery(item.span)
    _forget(item.span, b, exits)
    seat.at = len(b.drafts) + (cond != fold.YES)
    if cond != fold.YES:
        b.branch(_someone(name, cond), seat, out, item.span, inside)
    if start != MOVER or cond != fold.YES:
        b.run(machine, _to(_eligible(name, cond, start, b)), inside)
    b.here(top)
    if until != fold.NO:
        b.branch(until, out, turn, item.span, inside)
    b.here(turn)
    _skipping(tail, item.span, b, inside)
    b.here(body)
    _give_back(item.span, b, inside)
    _flows(item.body, b, inside)
    b.here(tail)
    _give_back(item.span, b, inside)
    if cond != fold.YES:
        onward = Mark(len(b.drafts) + 1)
        b.branch(_someone(name, cond), onward, out, item.span, inside)
    b.run(machine, _to(_eligible(name, cond, b.scope.seats_on(MOVER, 1), b)), inside, top)
    b.here(out)
    _give_back(item.span, b, exits, inside)
    _nobody_skipped(item.span, b, exits)


def _player(e: s.Expr, b: Builder) -> ir.Expr:
    found = lower(e, b.scope, PLAYER)
    return MOVER if found is None else found.expr


def _round(item: s.LoopFlow, b: Builder, exits: Exits) -> None:
    """Each player once: a counter runs to the number of players."""
    name, cond = _among(item, b)
    start = MOVER if item.start is None else _player(item.start, b)
    seats = len(b.names.domains["player"].values)
    count = b.counter(seats, item.span)
    top, turn, body, tail, out = Mark(), Mark(), Mark(), Mark(), Mark()
    inside = Exits(body, tail, out)
    machine = machinery(item.span)
    counter = ir.Get(count, ())
    _forget(item.span, b, exits)
    b.run(machine, (*_to(start), ir.Assign(count, (), fold.number(0))), inside)
    b.here(top)
    if cond != fold.YES:
        mine = ir.Quantify(
            "some", name, EVERY_PLAYER, fold.conjunction(ir.Compare("=", ir.Var(name, PLAYER), MOVER), cond)
        )
        b.branch(mine, turn, tail, item.span, inside)
    b.here(turn)
    _skipping(tail, item.span, b, inside)
    b.here(body)
    _give_back(item.span, b, inside)
    around, b.rounds = b.rounds, (*b.rounds, *_turns_taken(count, start, seats, b.scope.against))
    _flows(item.body, b, inside)
    b.rounds = around
    b.here(tail)
    _give_back(item.span, b, inside)
    step = (ir.Assign(count, (), ir.Arith("+", counter, fold.number(1))), *_to(b.scope.seats_on(MOVER, 1)))
    b.run(machine, step, inside)
    b.branch(ir.Compare("=", counter, fold.number(seats)), out, top, item.span, inside)
    b.here(out)
    _give_back(item.span, b, exits, inside)
    _nobody_skipped(item.span, b, exits)


def _turns_taken(count: str, start: ir.Expr, seats: int, against: ir.Expr | None) -> tuple[ir.Given, ...]:
    """How many seats a round has passed when the mover is at turn; nothing where it may since begin with another."""
    if any(kind not in ("field", "domain") or name == MOVER.field for kind, name in referred(start)):
        return ()
    mover, first = ir.Ordinal(MOVER), ir.Ordinal(start)
    passed = _apart(first, mover, seats)
    if against is not None:
        passed = fold.choice(against, _apart(mover, first, seats), passed)
    return (ir.Given(ir.Get(count, ()), passed),)


def _apart(first: ir.Expr, then: ir.Expr, seats: int) -> ir.Expr:
    """How many seats one place of the table is after another, clockwise."""
    ahead = fold.arithmetic("-", then, first)
    return fold.choice(ir.Compare("<", then, first), fold.arithmetic("+", ahead, fold.number(seats)), ahead)


def _repeat(item: s.LoopFlow, b: Builder, exits: Exits) -> None:
    """The body at least once, then again until the condition holds.

    Where it ends by passing, it ends as well when it comes round without a move; what says whether one was made is
    forgotten before each choice and behind the loop.
    """
    top, out = Mark(), Mark()
    inside = replace(exits, leave=out, passed=out if item.passing else None)
    until = condition(item.until, b.scope) if item.until is not None else fold.NO
    b.here(top)
    if item.passing:
        b.run(machinery(item.span), (passing.FORGOTTEN,), inside)
    _flows(item.body, b, inside)
    if item.passing:
        b.branch(passing.MOVED, Mark(len(b.drafts) + 1), out, item.span, inside)
    b.branch(until, out, top, item.span, inside)
    b.here(out)
    _give_back(item.span, b, exits)
    if item.passing:
        b.run(machinery(item.span), (passing.FORGOTTEN,), exits)


def _times(item: s.LoopFlow, b: Builder, exits: Exits) -> None:
    times = _fixed(item, b)
    count = b.counter(max(times, 1), item.span)
    counter = ir.Get(count, ())
    top, body, out = Mark(), Mark(), Mark()
    inside = replace(exits, leave=out, passed=None)
    machine = machinery(item.span)
    b.run(machine, (ir.Assign(count, (), fold.number(0)),), inside)
    b.here(top)
    b.branch(ir.Compare("=", counter, fold.number(times)), out, body, item.span, inside)
    b.here(body)
    _flows(item.body, b, inside)
    b.run(machine, (ir.Assign(count, (), ir.Arith("+", counter, fold.number(1))),), inside, top)
    b.here(out)
    _give_back(item.span, b, exits)


def _fixed(item: s.LoopFlow, b: Builder) -> int:
    match item.times:
        case int(n):
            if n > 1000:
                b.names.report("E0311", item.span, "a step is repeated at most 1,000 times")
            return min(n, 1000)
        case s.Name(text):
            constant = b.names.constants.get(text)
            if constant is not None and constant.number is not None:
                return constant.number
            if text in b.names.fields:
                message = (
                    f"`{text}` is a field, and how often a step is repeated is fixed before play: `repeat until ...:`"
                )
                b.names.report("E0201", item.times.span, f"{message} looks at fields")
            else:
                b.names.unknown(item.times, "number setting", b.names.constants)
        case None:
            pass
    return 1
