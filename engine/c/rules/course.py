"""The course of play in C: the first position, steps, endings, and moves that are made.

Leaves what functions do to `engine.c.rules.effects` and moves on offer to `engine.c.rules.moves`.
"""

from __future__ import annotations

from math import prod
from typing import assert_never

from engine.c import tree as c
from engine.c.rules import folds
from engine.c.rules.effects import best, clash, first_clause, with_uses
from engine.c.rules.engine import FALSE, STATE, TRUE, Engine, G, Writer
from engine.c.rules.moves import HANDED, arguments
from engine.c.rules.names import c_word, kind_name, told
from engine.c.rules.values import Body, called, fitted
from engine.core import program as p
from engine.core import terms as t

STEP = c.Member(STATE, "step")
AT = c.Through(G, "at")
OFFERED = c.Through(G, "offered")
ARRIVE = "offer_some"
"""Where it is only asked whether there is a move: first of the moves that are found soonest."""


def add(m: Engine) -> None:
    """Adds all functions of the course of play."""
    _initial(m)
    readers: dict[tuple[str, ...], str | None] = {(): None}
    free = tuple(e.clause.label for e in m.program.endings if not e.at)
    if m.program.endings:
        _returns(m)
    for among in dict.fromkeys((free, *(step.arriving for step in m.program.steps))):
        readers.setdefault(among, _reader(m, among) if among else None)
    _one_step(m, readers, readers[free])
    _carry_out(m, readers[free])
    if m.marks is not None:
        _listing(m)
    step_clauses(m)


def step_clauses(m: Engine) -> c.Expr:
    """The table from a step to its clause."""
    places = tuple(_clause_of_step(m, i) for i in range(len(m.game.steps) + 1))
    kind = c.Array(c.Constant(c.Named("int16_t")), None)
    return m.table("step clauses", "step_clauses", kind, lambda: c.Values(places))


def _clause_of_step(m: Engine, i: int) -> c.Expr:
    step = next((step for step in m.program.steps if step.index == i), None)
    return c.Int(-1) if step is None else m.clause(step.label, step.doc.cites)


# ------------------------------------------------------------ the first position


def _initial(m: Engine) -> None:
    w = Body(m, at=c.Int(-1))
    piles = c.Member(STATE, "piles")
    w.add(c.Do(c.Call("memset", (c.Unary("&", STATE), c.Int(0), c.SizeOf(STATE)))))
    full = m.place(m.program.full)
    if m.zones[m.program.full].ordered:
        cells = c.At(piles, full)
        deck = c.For(c.Declare(c.INT, "card", c.Int(0)), c.Binary("<", c.Name("card"), c.Name("DECK")),
                     c.Step(c.Name("card")), (c.Do(c.Call("push", (cells, c.Name("card")))),))  # fmt: skip
        w.add(deck)
    else:
        w.add(c.Assign(c.At(c.Member(STATE, "sets"), full), m.cards(m.all_cards)))
    w.add(c.Assign(STEP, m.step(m.program.steps[0].name)), c.Assign(c.Through(G, "before"), STATE))
    for one in m.program.fields:
        found = fitted(w, one.start, one.kind)
        size, fields = prod(one.slots.sizes), c.Member(STATE, "fields")
        if size == 1:
            w.add(c.Assign(c.At(fields, m.place(one.name)), found.expr))
            continue
        start, i = w.named(found, "start"), c.Name(w.fresh("i"))
        cell = c.At(fields, c.Binary("+", m.place(one.name), i))
        w.add(c.For(c.Declare(c.INT, i.name, c.Int(0)), c.Binary("<", i, c.Int(size)), c.Step(i),
                    (c.Assign(cell, start.expr),)))  # fmt: skip
    m.functions.append(
        c.Function("start", c.VOID, (c.GAME,), with_uses((), tuple(w.lines)), "The position before the first step.")
    )


# ------------------------------------------------------------ endings


def _returns(m: Engine) -> None:
    """What an ending, by its number, brings each player."""
    cases = []
    heads = (c.GAME, c.Param(c.INT, "ending"), c.Param(c.Pointer(c.Named("int64_t")), "returns"))
    for i, ending in enumerate(m.program.endings):
        source = m.sources[ending.returns.function]
        w = Body(m)
        w.names |= {"returns"}
        match source.body:
            case (p.Answer(t.Winners(var, cond)),):
                won = w.declare("won", c.BITS, c.Int(0), fixed=False)
                with folds.loop(w, var, t.Words("player")) as player:
                    bit = c.Binary("<<", c.Cast(c.BITS, c.Int(1)), player.expr)
                    w.add(c.If(w.value(cond).expr, (c.Assign(won, bit, "|="),)))
                w.add(c.Do(c.Call("share", (won, c.Name("returns")))))
            case (p.Answer(t.PerPlayer(var, value)),):
                with folds.loop(w, var, t.Words("player")) as player:
                    w.add(c.Assign(c.At(c.Name("returns"), player.expr), w.value(value).expr))
            case _:
                raise AssertionError(source)
        name = m.names[source.name]
        noted = (c.Assign(AT, m.clause(ending.clause.label, ending.clause.cites)),) if w.faulty else ()
        body = (*noted, *w.lines)
        own = (c.GAME, heads[2])
        about = f"{source.doc.sentence}: {told(ending.clause.label, ending.clause.cites)}"
        m.functions.append(c.Function(name, c.VOID, own, with_uses(own, body), about))
        cases.append(c.Case(c.Int(i), (c.Do(c.Call(name, (G, c.Name("returns")))),)))
    cases.append(c.Case(None, (c.Break(),)))
    switch = c.Switch(c.Name("ending"), tuple(cases))
    m.functions.append(c.Function("returns_of", c.VOID, heads, (switch,), "What an ending brings each player."))


def _reader(m: Engine, among: tuple[str, ...]) -> str:
    """The function that ends the game where one of some endings holds."""
    endings = [e.clause for e in m.program.endings]
    w = Body(m)
    held = w.declare("held", c.BITS, c.Int(0), fixed=False)
    noted = False
    for i, clause in enumerate(endings):
        if clause.label in among:
            found = called(w, clause.test)
            if m.function(clause.test.function).faulty:
                w.add(c.Assign(AT, m.clause(clause.label, clause.cites)))
                noted = True
            w.add(c.If(found.expr, (c.Assign(held, c.Int(1 << i, True), "|="),)))
    if noted:
        w.add(w.back())
    w.add(c.If(c.Unary("!", held), (c.Return(FALSE),)))
    decides = best(w, endings, held)
    if decides != held:
        w.add(c.If(c.Unary("!", decides), (clash(w, endings, held),)))
    w.add(c.Do(c.Call("end_by", (G, decides, c.Name("returns_of"), first_clause(w, endings, decides)))))
    w.add(c.Return(TRUE))
    body = tuple(w.lines)
    if w.needs_at:
        body = (c.Declare(c.Constant(c.INT), "at", AT), *body)
    always = all(not e.at for e in m.program.endings if e.clause.label in among)
    name = m.give("ended" if always else f"ended_by_{c_word('_or_'.join(among[:2]))}")
    about = f"Does one of these end the game? {', '.join(among)}"
    m.functions.append(c.Function(name, c.BOOL, (c.GAME,), with_uses((), body), about))
    return name


# ------------------------------------------------------------ steps


def _one_step(m: Engine, readers: dict[tuple[str, ...], str | None], free: str | None) -> None:
    w = Body(m)
    cases = []
    for step in m.program.steps:
        with w.block() as inner:
            _step(w, step, readers[step.arriving], free)
        cases.append(c.Case(m.step(step.name), tuple(inner)))
    stop = c.Do(c.Call("stop_at", (G, c.Name("GAP"), c.Int(-1))))
    cases.append(c.Case(None, (stop,)))
    body = (c.Switch(STEP, tuple(cases)), c.Return(FALSE))
    about = "Does what the step says at which play stands; true where a player must move or the game is over."
    m.functions.append(c.Function("one_step", c.BOOL, (c.GAME,), body, about))


def _step(w: Writer, step: p.StepDef, reader: str | None, free: str | None) -> None:
    at = w.m.clause(step.label, step.doc.cites)
    w.add(c.Assign(AT, at))
    if w.m.marks is not None and any(one.again == step.index for one in w.m.game.steps):
        w.add(c.Step(c.Through(G, "turns")))
    w.add(*w.m.dialect.passing(w, step))
    if reader is not None:
        w.add(c.If(c.Call(reader, (G,)), (c.Return(TRUE),)))
    match step.act:
        case p.LastStep():
            w.add(c.Do(c.Call("stop", (G, c.Name("GAP")))))
        case p.RunStep(function):
            _run(w, step, function, free)
        case p.AskStep():
            _ask(w, step, step.act, free)
        case _:
            assert_never(step.act)


def _run(w: Writer, step: p.StepDef, function: p.Function, free: str | None) -> None:
    """What a step does, and where play goes on after it."""
    if free is None or not step.reads:
        w.add(c.Assign(STEP, called(w, t.Call(function.name, (), function.result)).expr))
        return
    found = called(w, t.Call(function.name, (), function.result))
    to = w.declare("to", c.INT, found.expr)
    noted = (c.Assign(AT, w.m.clause(step.label, step.doc.cites)),) if w.m.function(function.name).faulty else ()
    w.add(*noted, c.If(c.Call(free, (G,)), (c.Return(TRUE),)), c.Assign(STEP, to))
    inner = tuple(w.lines)
    w.lines[:] = [c.Block(inner)] if any(isinstance(s, c.Declare) for s in inner) else inner


def _offered(w: Writer, step: p.StepDef, ask: p.AskStep, offer: str) -> tuple[c.Statement, ...]:
    """Finds the moves on offer; answers what is done where there is one."""
    w.add(c.Do(c.Call("begin_offer", (G,))))
    arrives = offer == ARRIVE
    for label in sorted(ask.actions, key=lambda one: len(w.m.action(one).params)) if arrives else ask.actions:
        every = w.m.some(label) if arrives else w.m.every(label)
        w.add(c.Do(c.Call(offer, (G, every, w.m.action_clause(label)))))
    w.add(c.Assign(AT, w.m.clause(step.label, step.doc.cites)))
    return (c.Assign(c.Through(G, "may_pass"), TRUE),) if ask.may else ()


def _listing(m: Engine) -> None:
    """What is on offer where play stands at a decision, once more."""
    w, cases = Body(m), []
    for step in m.program.steps:
        if isinstance(step.act, p.AskStep):
            with w.block() as inner:
                may = _offered(w, step, step.act, "offer_all")
                w.add(*((c.If(OFFERED, may),) if may else ()))
            cases.append(c.Case(m.step(step.name), tuple(inner)))
    cases.append(c.Case(None, (c.Break(),)))
    m.functions.append(c.Function("ask", c.VOID, (c.GAME,), (c.Switch(STEP, tuple(cases)),), "Lists what is on offer."))


def _ask(w: Writer, step: p.StepDef, ask: p.AskStep, free: str | None) -> None:
    may = _offered(w, step, ask, ARRIVE if w.m.dialect.arrives else "offer_all")
    w.add(c.If(OFFERED, (*may, c.Return(TRUE))))
    if ask.may:
        w.add(c.Assign(STEP, w.m.step(ask.next)))
    elif ask.otherwise is None:
        w.add(c.Do(c.Call("stop", (G, c.Name("STUCK")))))
    else:
        _run(w, step, ask.otherwise, free)


# ------------------------------------------------------------ moves that are made


def _carry_out(m: Engine, free: str | None) -> None:
    """Makes a move, and goes on from the step at which it was asked for."""
    w = Body(m)
    w.names |= {"move", "to"}
    to = c.Name("to")
    cases = []
    asked = {label for step in m.program.steps if isinstance(step.act, p.AskStep) for label in step.act.actions}
    for action in m.program.actions:
        if action.label in asked:
            cases.append(c.Case(c.Name(kind_name(m.name, action.label)), _made(w, action, to)))
    after = {step.index: step.act.next for step in m.program.steps if isinstance(step.act, p.AskStep)}
    steps = tuple(m.step(after[i]) if i in after else c.Int(0) for i in range(len(m.game.steps)))
    kind = c.Array(c.Constant(c.Named("int16_t")), None)
    table = m.table("after moves", "after moves", kind, lambda: c.Values(steps))
    follow = c.Assign(STEP, c.At(table, STEP))
    cases.append(c.Case(None, (follow, c.Return(FALSE))))
    body: list[c.Statement] = [
        c.Declare(c.INT, "to", c.Name("GO_ON")),
        c.Switch(c.Cast(c.INT, c.Through(c.Name("move"), "kind")), tuple(cases)),
    ]
    if free is not None:
        body.append(c.If(c.Call(free, (G,)), (c.Return(TRUE),)))
    body.append(c.Assign(STEP, c.Choice(c.Binary("==", to, c.Name("GO_ON")), c.At(table, STEP), to)))
    body.append(c.Return(FALSE))
    heads = (c.GAME, c.Param(c.Pointer(c.Constant(c.Named("move_t"))), "move"))
    about = "Makes a move; true where that ended the game."
    m.functions.append(c.Function("carry_out", c.BOOL, heads, with_uses((), tuple(body)), about))


def _made(w: Writer, action: p.ActionDef, to: c.Name) -> c.Body:
    at = c.Assign(AT, w.m.action_clause(action.label))
    if action.effect is None:
        return (at,)
    w.env |= arguments(w.m, action, HANDED)
    with w.block() as inner:
        args = tuple(t.Local(q.name, q.kind) for q in action.effect.params)
        found = called(w, t.Call(action.effect.name, args, action.effect.result))
        w.add(c.Assign(to, found.expr) if found.type == c.INT else c.Do(found.expr))
    return (at, *inner, at)
