"""Statements of the core program as C, and the functions that hold them.

Leaves values to `engine.c.rules.values`. A function that may lead play elsewhere answers the number of the step, or
`GO_ON`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from engine.c import tree as c
from engine.c.rules import folds
from engine.c.rules.engine import FALSE, MOST_CLAUSES, TRUE, Engine, G, Made, Value, Writer, c_type
from engine.c.rules.names import told
from engine.c.rules.values import Body, called, card_set, fitted, slot, value
from engine.core import program as p
from engine.core import terms as t
from engine.core.unsupported import Unsupported
from engine.core.uses import inside, nodes
from spec.ir import nodes as ir
from spec.ir.types import is_card, is_number

GO_ON = c.Name("GO_ON")


def add(w: Writer, statements: Sequence[p.Statement]) -> None:
    """Statements, one after the other."""
    for i, statement in enumerate(statements):
        match statement:
            case p.DoOrLeave(call) if tuple(statements[i + 1 :]) == (p.Answer(None),) and not _at(w, call):
                w.add(c.Return(called(w, call).expr))
                return
            case _:
                _statement(w, statement)


def block(w: Writer, statements: Sequence[p.Statement]) -> c.Body:
    """Statements apart."""
    with w.block() as inner:
        add(w, statements)
    return tuple(inner)


def _statement(w: Writer, statement: p.Statement) -> None:
    if w.m.dialect.statement(w, statement):
        return
    match statement:
        case p.SetField(name, index, new):
            found, at = w.operands(lambda: new_value(w, name, new), lambda: slot(w, name, index))
            cell = c.At(c.Member(c.Through(G, "s"), "fields"), at.expr)
            w.add(c.Assign(cell, found.expr if found.type != c.NUM else c.Cast(c.Named("int32_t"), found.expr)))
        case p.Roll(name, index, low, count):
            call = c.Call("pick", (G, c.Int(count)))
            picked = Value(c.Binary("+", c.Int(low), call) if low else call, c.INT, True)
            found, at = w.operands(lambda: picked, lambda: slot(w, name, index))
            w.add(c.Assign(c.At(c.Member(c.Through(G, "s"), "fields"), at.expr), found.expr))
            w.stops()
        case p.MoveCards():
            with w.block() as inner:
                move(w, statement)
            w.add(*_apart(inner))
        case p.DrawCards(count, source, target, how, up_to):
            draw(w, count, source, target, how, up_to)
        case p.Shuffle(zone):
            if not w.m.zones[zone.name].ordered:
                raise Unsupported(f"a shuffle of {zone.name}, which has no order")
            w.add(c.Do(c.Call("shuffle", (G, value(w, zone).expr))))
            w.stops()
        case p.If(cond, then, other):
            test = value(w, cond).expr
            w.add(c.If(test, block(w, then), block(w, other)))
        case p.ForEach():
            _for_each(w, statement)
        case p.Unseen(body):
            add(w, body)
        case p.Do(call) | p.DoOrLeave(call):
            _do(w, call, isinstance(statement, p.DoOrLeave))
        case p.Answer(None):
            w.add(c.Return(GO_ON if w.answers == c.INT else None))
        case p.Answer(answer):
            assert answer is not None
            _answer(w, answer)
        case p.Let(name, held):
            w.env[name] = Value(w.declare(name, c.BOOL, value(w, held).expr), c.BOOL)
        case p.Settle(group):
            _settle(w, group)
        case _:
            assert_never(statement)


def new_value(w: Writer, name: str, new: t.Expr) -> Value:
    """A field's new value; a card has to be one of the deck."""
    found, one = value(w, new), w.m.fields[name]
    if not is_card(one.kind) or not w.m.by_card.lacking:
        return found
    place = w.m.clause(one.label, one.slots.decl.source.cites)
    return Value(c.Call("within", (G, found.expr, c.Int(one.slots.low), c.Int(one.slots.high), place)), c.INT, True)


def _apart(body: list[c.Statement]) -> c.Body:
    """Statements in a block of their own, where they declare names."""
    return (c.Block(tuple(body)),) if any(isinstance(s, c.Declare) for s in body) else tuple(body)


# ------------------------------------------------------------ calls and answers


def _at(w: Writer, call: t.Call) -> tuple[c.Statement, ...]:
    """Notes the clause that a function states, where it may stop play."""
    source = w.m.sources[call.function]
    if not source.label or not w.m.function(call.function).faulty:
        return ()
    at = w.m.clause(source.label, source.doc.cites)
    return () if at == w.at else (c.Assign(c.Through(G, "at"), at),)


def _do(w: Writer, call: t.Call, leaves: bool) -> None:
    noted = _at(w, call)
    found = called(w, call)
    w.add(*noted)
    if leaves:
        to = w.declare("to", c.INT, found.expr)
        w.add(*((w.back(),) if noted else ()), c.If(c.Binary("!=", to, GO_ON), (c.Return(to),)))
    else:
        w.add(c.Do(found.expr), *((w.back(),) if noted else ()))


def _answer(w: Writer, answer: t.Expr) -> None:
    noted = _at(w, answer) if isinstance(answer, t.Call) else ()
    found = value(w, answer)
    w.add(*noted)
    if noted:
        to = w.declare("to", c.INT, found.expr)
        w.add(w.back(), c.Return(to))
    else:
        w.add(c.Return(found.expr))


# ------------------------------------------------------------ cards


def move(w: Writer, move: p.MoveCards) -> None:
    cards = move.source if move.cards is None else move.cards
    found = card_set(w, cards) if isinstance(cards, t.SomeCards) and move.how == "into" else value(w, cards)
    listed: c.Expr | None = None
    if found.type == c.PILE and move.how != "into":
        listed = w.declare("list", c.Array(c.BYTE, c.Name("PILE")), None)
        w.add(c.Do(c.Call("copy_pile", (listed, found.expr))))
        taken = found if move.cards is None else w.named(Value(c.Call("listed_once", (G, listed)), c.CARDS), "cards")
    else:
        taken = w.named(card_set(w, cards) if found.type == c.PILE else found, "cards")
        if move.how != "into" and not isinstance(cards, t.Just):
            listed = w.declare("list", c.Array(c.BYTE, c.Name("PILE")), None)
            w.add(c.Do(c.Call("list_set", (listed, taken.expr))))
    here, target = w.operands(lambda: value(w, move.source), lambda: value(w, move.target))
    there = _settled_place(w, target.expr)
    w.add(_taken(w, move, here.expr, taken.expr))
    match move.how:
        case "into":
            w.add(c.Assign(there, taken.expr, "|="))
            return
        case "onto":
            w.add(_laid("push", "lay_on_top", there, taken, listed))
        case "under":
            w.add(_laid("push_under", "lay_under", there, taken, listed))
    w.add(*w.m.dialect.laid(w, move.target, there, taken.expr))


def _laid(one: str, several: str, there: c.Expr, taken: Value, listed: c.Expr | None) -> c.Statement:
    if listed is None:
        return c.Do(c.Call(one, (there, c.Call("low_of", (taken.expr,)))))
    return c.Do(c.Call(several, (there, listed)))


def _settled_place(w: Writer, place: c.Expr) -> c.Expr:
    """A place whose index is read now: it may ask for cards that are about to leave."""
    if isinstance(place, c.At) and any(isinstance(n, c.At | c.Call) for n in nodes(place.index)):
        return c.At(place.array, w.declare("place", c.INT, place.index))
    return place


def _taken(w: Writer, move: p.MoveCards, here: c.Expr, cards: c.Expr) -> c.Statement:
    """Takes the cards out of where they lie; they must lie there, unless everything goes."""
    ordered = w.m.zones[move.source.name].ordered
    if move.cards is None:
        return c.Assign(c.At(here, c.Int(0)), c.Int(0)) if ordered else c.Assign(here, w.m.no_cards)
    w.stops()
    if ordered:
        return c.Do(c.Call("take_from_pile", (G, here, cards)))
    return c.Do(c.Call("take_from_set", (G, c.Unary("&", here), cards)))


def draw(w: Writer, count: t.Expr, source: t.Zone, target: t.Zone, how: str, up_to: bool) -> None:
    if not w.m.zones[source.name].ordered:
        raise Unsupported(f"a draw from {source.name}, which has no order")
    wanted, here, there = w.operands(lambda: value(w, count), lambda: value(w, source), lambda: value(w, target))
    to = {"onto": there.expr, "into": c.Unary("&", there.expr)}[how]
    w.add(c.Do(c.Call(f"draw_{how}", (G, here.expr, to, wanted.expr, TRUE if up_to else FALSE))))
    w.faulty |= not up_to


# ------------------------------------------------------------ loops


def _for_each(w: Writer, each: p.ForEach) -> None:
    cards = each.over.cards if isinstance(each.over, t.CardsOf) and each.cond is None else None
    if each.fixed or (cards is not None and unordered(w, cards)):
        with folds.loop(w, each.var, each.over):
            body = block(w, each.body)
            w.add(*(body if each.cond is None else (c.If(value(w, each.cond).expr, body),)))
        return
    again, outer = c.Name(w.fresh(each.var)), dict(w.env)
    held = c.NUM if isinstance(each.over, t.Numbers) else c.INT
    w.env[each.var] = Value(again, held, False, 1 << 63 if held == c.NUM else (1 << 31) - 1)
    body = block(w, each.body)
    w.env = outer
    values, n = gathered(w, each, held, again.name in c.names(body))
    i = w.fresh("i")
    first = () if values is None else (c.Declare(c.Constant(held), again.name, c.At(values, c.Name(i))),)
    w.add(c.For(c.Declare(c.INT, i, c.Int(0)), c.Binary("<", c.Name(i), n), c.Step(c.Name(i)), (*first, *body)))


def gathered(w: Writer, each: p.ForEach, held: c.Type, kept: bool) -> tuple[c.Expr | None, c.Expr]:
    """The values for which the condition holds, all read beforehand, and how many they are; only that if not `kept`."""
    room = folds.most(w.m, each.over)
    values = w.declare("values", c.Array(held, c.Int(max(room, 1))), None) if kept else None
    n = w.declare("n", c.INT, c.Int(0), fixed=False)
    with folds.loop(w, each.var, each.over) as one:
        test = None if each.cond is None else value(w, each.cond)
        with w.block() as inner:
            if isinstance(each.over, t.Numbers):
                w.add(c.If(c.Binary("==", n, c.Int(room)), (c.Do(c.Call("stop", (G, c.Name("LIMIT")))),)))
                w.stops()
            if values is not None:
                w.add(c.Assign(c.At(values, n), one.expr))
            w.add(c.Step(n))
        w.add(*inner) if test is None else w.add(c.If(test.expr, tuple(inner)))
    return values, n


def unordered(w: Writer, cards: t.Expr) -> bool:
    with w.block():
        return value(w, cards).type == c.CARDS


# ------------------------------------------------------------ clauses


def tests(w: Writer, clauses: Sequence[p.ClauseDef], at: c.Expr | None) -> c.Name:
    """Reads every condition, in order; answers the bits of those that hold."""
    if len(clauses) > MOST_CLAUSES:
        raise Unsupported(f"{len(clauses)} clauses together; at most {MOST_CLAUSES}")
    held = w.declare("held", c.BITS, c.Int(0), fixed=False)
    noted = False
    for i, clause in enumerate(clauses):
        found = called(w, clause.test)
        if w.m.function(clause.test.function).faulty:
            w.add(c.Assign(c.Through(G, "at"), w.m.clause(clause.label, clause.cites)))
            noted = True
        w.add(c.Assign(held, c.Binary("<<", c.Cast(c.BITS, found.expr), c.Int(i)), "|="))
    if noted:
        w.add(w.back() if at is None else c.Assign(c.Through(G, "at"), at))
    return held


def best(w: Writer, clauses: Sequence[p.ClauseDef], held: c.Name) -> c.Name:
    """Of the clauses that hold those that no other one that holds outranks."""
    if not any(clause.above for clause in clauses):
        return held
    keys = [clause.key for clause in clauses]
    name = w.declare("best", c.BITS, held, fixed=False)
    for i, clause in enumerate(clauses):
        if clause.above:
            above = c.Int(sum(1 << keys.index(key) for key in clause.above), True)
            w.add(c.If(c.Binary("&", held, above), (c.Assign(name, c.Unary("~", c.Int(1 << i, True)), "&="),)))
    return name


def first_clause(w: Writer, clauses: Sequence[p.ClauseDef], bits: c.Expr) -> c.Expr:
    """The place of the first of some clauses, of which a clash is told."""
    sources = tuple(w.m.clause(clause.label, clause.cites) for clause in clauses)
    kind = c.Array(c.Constant(c.Named("int16_t")), None)
    table = w.m.table(("clauses", sources), "clauses of", kind, lambda: c.Values(sources))
    return c.At(table, c.Call("lowest_bit", (bits,)))


def clash(w: Writer, clauses: Sequence[p.ClauseDef], bits: c.Expr) -> c.Statement:
    """Stops play where clauses disagree."""
    w.stops()
    return c.Do(c.Call("stop_at", (G, c.Name("CLASH"), first_clause(w, clauses, bits))))


def _settle(w: Writer, label: str) -> None:
    """Finds the clauses of an outcome group that decide, and carries them out."""
    group = next(found for found in w.m.program.groups if found.label == label)
    clauses = group.clauses
    held = tests(w, clauses, None)
    w.stops()
    gap = c.Call("stop_at", (G, c.Name("GAP"), w.m.clause(label, group.function.doc.cites)))
    w.add(c.If(c.Unary("!", held), (c.Do(gap),)))
    decides = best(w, clauses, held)
    if decides != held:
        w.add(c.If(c.Unary("!", decides), (clash(w, clauses, held),)))
    run, args = _runner(w.m, group)
    given: c.Expr = c.Name("NULL")
    if args is not None:
        members = tuple(w.env[q.name].expr for q in group.function.params)
        given = c.Unary("&", w.declare("args", c.Named(args), c.Values(members)))
    one = c.Call(run, (G, c.Call("lowest_bit", (decides,)), given))
    several = c.Call("all_of", (G, decides, c.Name(run), given, first_clause(w, clauses, decides)))
    carried = one if len(clauses) == 1 else c.Choice(c.Call("single", (decides,)), one, several)
    w.add(c.Return(carried) if w.answers == c.INT else c.Do(carried))


def _runner(m: Engine, group: p.GroupDef) -> tuple[str, str | None]:
    """The function that carries out an outcome by its number, and the type of what it is about."""
    name, params = m.names[group.function.name], group.function.params
    args = m.give(f"{name}_args") if params else None
    if args is not None:
        members = tuple((c.Param(param_type(q), q.name), "") for q in params)
        m.types.append(c.Struct(args, members))
    w = Body(m, answers=c.INT)
    pointer = c.Name(w.fresh("about"))
    for q in params:
        w.env[q.name] = param(c.Through(pointer, q.name), q)
    cases = []
    for i, clause in enumerate(group.clauses):
        with w.block() as inner:
            w.add(*m.fired("outcome", m.index.groups[group.label].clauses[i].source))
            _carry_out(w, clause)
        cases.append(c.Case(c.Int(i), tuple(inner)))
    cases.append(c.Case(None, (c.Return(GO_ON),)))
    body: c.Body = (c.Switch(c.Name("outcome"), tuple(cases)),)
    used = c.names(body)
    if args is not None and pointer.name in used:
        body = (c.Declare(c.Pointer(c.Constant(c.Named(args))), pointer.name, c.Name("given")), *body)
    run = m.give(f"carry_out_{name}")
    given = c.Param(c.Pointer(c.Constant(c.VOID)), "given")
    heads = (c.GAME, c.Param(c.INT, "outcome"), given)
    m.functions.append(c.Function(run, c.INT, heads, with_uses(heads, body), f"What {told(group.label, ())} comes to."))
    return run, args


def _carry_out(w: Writer, clause: p.ClauseDef) -> None:
    if clause.effect is None:
        w.add(c.Return(GO_ON))
        return
    found = called(w, clause.effect)
    if w.m.function(clause.effect.function).faulty:
        w.add(c.Assign(c.Through(G, "at"), w.m.clause(clause.label, clause.cites)))
    if found.type == c.INT:
        w.add(c.Return(found.expr))
    else:
        w.add(c.Do(found.expr), c.Return(GO_ON))


# ------------------------------------------------------------ functions


def param_type(param: p.Param) -> c.Type:
    """The type of a parameter."""
    return c.NUM if is_number(param.kind) else c_type(param.kind)


def param(expr: c.Expr, of: p.Param) -> Value:
    """A parameter as a value."""
    return Value(expr, param_type(of), False, 1 << 63 if is_number(of.kind) else (1 << 31) - 1)


def with_uses(heads: Sequence[c.Param], body: c.Body) -> c.Body:
    """A body that mentions every parameter and every variable, so that compilers do not miss any."""
    used = c.names(body)
    missed = tuple(c.Do(c.Cast(c.VOID, c.Name(q.name))) for q in heads if q.name not in used)
    return (*missed, *_mentioned(body, _read(body)))


def _read(node: object) -> set[str]:
    """The names that are read, and not only set."""
    found, waiting = set[str](), [node]
    while waiting:
        match top := waiting.pop():
            case c.Assign(c.Name(), value):
                waiting.append(value)
            case c.Assign(c.At(c.Name(), index), value):
                waiting += (value, index)
            case c.Step(c.Name()):
                pass
            case c.Name(name):
                found.add(name)
            case _:
                waiting += inside(top)
    return found


def _mentioned(body: c.Body, read: set[str]) -> c.Body:
    """Statements with a mention of each variable that nobody reads."""

    def with_mention(one: c.Statement) -> c.Body:
        if isinstance(one, c.Declare) and one.name not in read:
            return one, c.Do(c.Cast(c.VOID, c.Name(one.name)))
        return (one,)

    return c.changed(body, with_mention)


def steady(m: Engine, name: str) -> bool:
    """Is a function the condition of a clause of moves, which is asked for many moves of one position?"""
    return any(clause.test.function == name for action in m.program.actions for clause in action.clauses)


def make(m: Engine, source: p.Function) -> Made:
    """A function of the program in C."""
    own = m.clause(source.label, source.doc.cites) if source.label else None
    w = Body(m, at=own, steady=steady(m, source.name))
    heads = []
    for q in source.params:
        name = w.fresh(q.name)
        heads.append(c.Param(param_type(q), name))
        w.env[q.name] = param(c.Name(name), q)
    w.answers, bound = c_type(source.result), (1 << 31) - 1
    w.add(*(m.fired("effect", source.effect) if source.effect else ()))
    match source.body:
        case (p.Answer(answer),) if answer is not None and isinstance(source.result, ir.type_classes):
            found = fitted(w, answer, source.result)
            w.answers = c.NUM if found.type == c.NUM else w.answers
            bound = found.bound
            w.add(c.Return(found.expr))
        case statements:
            add(w, statements)
    body = tuple(w.lines)
    if w.needs_at:
        body = (c.Declare(c.Constant(c.INT), "at", c.Through(G, "at")), *body)
    uses_game = "g" in c.names(body)
    params = tuple(heads)
    whole = c.Function(
        m.names[source.name],
        w.answers,
        (*((c.GAME,) if uses_game else ()), *params),
        with_uses(params, body),
        about(m, source),
    )
    return Made(whole, uses_game, w.faulty, bound)


def about(m: Engine, source: p.Function) -> str:
    """What a function is for: what it states, and where the rulebook says so."""
    for action in m.program.actions:
        for clause in action.clauses:
            if clause.test.function == source.name:
                return f"{clause.kind} {told(clause.label, clause.cites)}"
    places = f" @ {'; '.join(source.doc.cites)}" if source.doc.cites else ""
    return f"{source.doc.sentence}.{places}"
