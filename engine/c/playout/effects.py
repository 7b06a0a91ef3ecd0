"""What effects do in whole play: functions are written where they are called, and answers are jumps.

Leaves values to `engine.c.playout.play`, and all else to `engine.c.rules.effects`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import assert_never

from engine.c import tree as c
from engine.c.playout.play import STATE, Playing, test_of
from engine.c.rules import effects, folds
from engine.c.rules.engine import G, Value
from engine.c.rules.values import fitted, value
from engine.core import program as p
from engine.core import terms as t

Sink = Callable[[Playing, str], None]
"""What is done where a step is answered, by its name."""


def add(w: Playing, statements: Sequence[p.Statement], sink: Sink | None) -> None:
    """Statements, one after the other."""
    for statement in statements:
        _statement(w, statement, sink)


def block(w: Playing, statements: Sequence[p.Statement], sink: Sink | None) -> c.Body:
    """Statements apart."""
    with w.block() as inner:
        add(w, statements, sink)
    return tuple(inner)


def _statement(w: Playing, statement: p.Statement, sink: Sink | None) -> None:
    match statement:
        case p.SetField(name, index, new):
            found = effects.new_value(w, name, new)
            target = w.cell(name, index)
            narrow = c.Cast(c.Named("int32_t"), found.expr) if found.type == c.NUM else found.expr
            w.add(c.Assign(target, narrow))
        case p.Roll(name, index, low, count):
            call = c.Call("pick", (G, c.Int(count)))
            picked = w.declare("picked", c.INT, c.Binary("+", c.Int(low), call) if low else call)
            w.add(c.Assign(w.cell(name, index), picked))
        case p.MoveCards():
            with w.block() as inner:
                if not _move(w, statement):
                    w.look(statement.source, statement.target)
            w.add(c.Block(tuple(inner)))
        case p.DrawCards():
            with w.block() as inner:
                _draw(w, statement)
                w.look(*([statement.target] if _is_kept(w, statement) else [statement.source, statement.target]))
            w.add(c.Block(tuple(inner)))
        case p.Shuffle(zone):
            w.add(c.Do(c.Call("shuffle_late", (G, w.number(zone)))))
            if zone.name not in w.m.late:
                w.add(c.Do(c.Call("in_order", (G, w.number(zone)))))
            w.look(zone)
        case p.If(cond, (p.Do(call),), ()) if (put := _put(w, call)) is not None:
            _put_when(w, call, *put, value(w, cond).expr)
        case p.If(cond, then, other):
            test = value(w, cond).expr
            w.add(c.If(test, block(w, then, sink), block(w, other, sink)))
        case p.ForEach():
            _for_each(w, statement, sink)
        case p.Unseen(body):
            w.add(*block(w, body, sink))
        case p.Do(call) | p.DoOrLeave(call):
            _do(w, call, sink)
        case p.Answer(answer):
            _answer(w, answer, sink)
        case p.Let(name, held):
            w.env[name] = Value(w.declare(name, c.BOOL, value(w, held).expr), c.BOOL)
        case p.Settle(group):
            _settle(w, w.m.outcomes[group], sink)
        case _:
            assert_never(statement)


# ------------------------------------------------------------ calls and answers


def _do(w: Playing, call: t.Call, sink: Sink | None) -> None:
    """A function, written here, or apart where it is long and called from several places."""
    source = w.m.sources[call.function]
    back = w.m.handed_back(source)
    if back is not None:
        _do_apart(w, call, source, back)
        return
    with w.block() as inner, w.charged(w.stated(source.name)):
        w.fired(w.m.effect_marks.get(source.name))
        args = [w.argument(arg, q) for arg, q in zip(call.args, source.params, strict=True)]
        outer, w.env = w.env, {**w.env, **dict(zip((q.name for q in source.params), args, strict=True))}
        add(w, source.body, sink)
        w.env = outer
    w.add(c.Block(tuple(inner)))


def _do_apart(w: Playing, call: t.Call, source: p.Function, back: tuple[str, ...]) -> None:
    """Calls a function that hands back those variables that it changes."""
    key = "effect", source.name
    if key not in w.m.apart:
        held = w.m.backs[source.name] = c.Named(w.m.give(f"{source.name}_back"))
        params = [c.Param(w.held(q.kind), f"p_{i}") for i, q in enumerate(source.params)]

        def make(inner: Playing) -> None:
            inner.picked = None
            inner.bind(source, params)
            inner.fired(inner.m.effect_marks.get(source.name))
            add(inner, source.body, None)
            if back:
                left = inner.declare("back", held, c.Values(tuple(map(inner.local, back))))
                inner.add(c.Return(left))

        if back:
            members = tuple((c.Param(w.m.variables[one][1], w.m.variables[one][0].name), "") for one in back)
            w.m.types.append(c.Struct(held.name, members))
        w.m.apart[key] = w.outlined(source.name, params, held if back else c.VOID, make)
    made = w.call(
        w.m.apart[key], [fitted(w, arg, q.kind).expr for arg, q in zip(call.args, source.params, strict=True)]
    )
    if not back:
        with w.charged(w.stated(source.name)):
            w.add(c.Do(made))
        return
    with w.block() as whole, w.charged(w.stated(source.name)):
        left = w.declare("back", w.m.backs[source.name], made)
        for one in back:
            w.add(c.Assign(w.local(one), c.Member(left, w.m.variables[one][0].name)))
    w.add(c.Block(tuple(whole)))


def _answer(w: Playing, answer: t.Expr | None, sink: Sink | None) -> None:
    """A step is gone to at once; nothing goes on after it: what follows an answer without a step is the caller's."""
    match answer:
        case None:
            return
        case t.Call():
            _do(w, answer, sink)
        case t.StepName(step):
            assert sink is not None
            sink(w, step)
        case t.StepBy(jump):
            assert w.step is not None
            assert sink is not None
            leads = dict(dict(w.m.program.jumps)[jump])
            if w.step.name in leads:
                sink(w, leads[w.step.name])
            else:
                w.add(c.Do(c.Call("stop", (G, c.Name("UNDEFINED")))))
        case t.Fails():
            value(w, answer)
        case _:
            raise AssertionError(answer)


def _put(w: Playing, call: t.Call) -> tuple[str, t.Expr] | None:
    """The field that is a variable, and the constant, where a function does nothing but put one into the other."""
    match w.m.sources[call.function].body:
        case (p.SetField(name, (), t.Number() | t.Word() | t.Truth() as new),) if name in w.m.locals:
            return name, new
        case _:
            return None


def _put_when(w: Playing, call: t.Call, name: str, new: t.Expr, test: c.Expr) -> None:
    """The same on a condition, with nothing to branch on."""
    held = w.declare("holds", c.BOOL, test)
    w.fired(w.m.effect_marks.get(call.function), held)
    field = w.local(name)
    w.add(c.Assign(field, c.Choice(held, value(w, new).expr, field)))


# ------------------------------------------------------------ cards


def _move(w: Playing, move: p.MoveCards) -> bool:
    """Answers whether what is kept of the piles is right already."""
    match move.cards:
        case t.Just(card):
            return _move_one(w, move, card)
        case None if move.how == "into" and w.ordered(move.source) and move.source.name != move.target.name:
            here, there = w.raw(move.source), w.number(move.target)
            pile = w.declare("pile", c.Pointer(c.BYTE), here)
            w.add(c.Assign(c.At(c.Member(STATE, "sets"), there), c.Call("set_of", (pile,)), "|="))
            w.add(c.Assign(c.At(pile, c.Int(0)), c.Int(0)))
            w.noted(move.source, w.number(move.source), "none")
            if move.source.name in w.m.late:
                w.add(c.Assign(c.At(c.Through(G, "late"), w.number(move.source)), c.Int(0)))
        case _:
            kept = [zone for zone in dict.fromkeys((move.source, move.target)) if zone.name in w.m.rows]
            places = [(zone, w.declare("at", c.INT, w.number(zone))) for zone in kept]
            effects.move(w, move)
            for zone, at in places:
                w.noted(zone, at)
    return False


def _move_one(w: Playing, move: p.MoveCards, card: t.Expr) -> bool:
    one = w.named(value(w, card), "card").expr
    here = c.Name(w.declare("here", c.INT, w.number(move.source)).name)
    there = c.Name(w.declare("there", c.INT, w.number(move.target)).name)
    if w.ordered(move.source):
        held = c.At(c.Member(STATE, "piles"), here)
        if _is_top(card, move.source):
            w.add(c.Assign(c.At(held, c.Int(0)), c.Int(1), "-="))
        else:
            pile = c.Call("in_order", (G, here)) if move.source.name in w.m.late else held
            w.add(c.Do(c.Call("take_from_pile", (G, pile, c.Call("ONE", (one,))))))
        w.noted(move.source, here)
    else:
        held = c.At(c.Member(STATE, "sets"), here)
        bit = c.Call("ONE", (one,))
        if move is w.picked:
            w.add(c.Assign(held, c.Unary("~", bit), "&="))
            w.picked = None
        else:
            w.add(c.Do(c.Call("take_from_set", (G, c.Unary("&", held), bit))))
    target = c.At(c.Member(STATE, "piles"), there)
    match move.how:
        case "into":
            w.add(c.Assign(c.At(c.Member(STATE, "sets"), there), c.Call("ONE", (one,)), "|="))
            return False
        case "onto" if move.target.name in w.m.sizes and not w.ordered(move.source):
            size = w.local(f"size {move.target.name}")
            w.add(c.Step(size), c.Assign(c.At(target, size), c.Cast(c.BYTE, one)))
            w.add(c.Assign(c.At(target, c.Int(0)), c.Cast(c.BYTE, size)))
            if move.target.name in w.m.tops:
                w.add(c.Assign(w.local(f"top {move.target.name}"), one))
            return True
        case "onto":
            w.add(c.Do(c.Call("push", (target, one))))
        case "under":
            pile = c.Call("in_order", (G, there)) if move.target.name in w.m.late else target
            w.add(c.Do(c.Call("push_under", (pile, one))))
    w.noted(move.target, there, "some")
    return False


def _is_top(card: t.Expr, source: t.Zone) -> bool:
    """Is it the card on top of the zone that it leaves?"""
    match card:
        case t.Helper("top", (t.Check("some_cards", cards),)) | t.Helper("top", (cards,)):
            return cards == source
        case _:
            return False


def _draw(w: Playing, draw: p.DrawCards) -> None:
    if draw.source.name not in w.m.late:
        rows = [zone for zone in dict.fromkeys((draw.source, draw.target)) if zone.name in w.m.rows]
        places = [(zone, w.declare("at", c.INT, w.number(zone))) for zone in rows]
        effects.draw(w, draw.count, draw.source, draw.target, draw.how, draw.up_to)
        for zone, at in places:
            w.noted(zone, at)
        return
    wanted = value(w, draw.count).expr
    here = w.declare("here", c.INT, w.number(draw.source))
    there = w.declare("there", c.INT, w.number(draw.target))
    kept = _is_kept(w, draw)
    size = w.local(f"size {draw.source.name}") if kept else c.At(c.At(c.Member(STATE, "piles"), here), c.Int(0))
    left = w.declare("left", c.INT, c.Call("drawn", (G, wanted, size, c.Name("true" if draw.up_to else "false"))),
                     fixed=False)  # fmt: skip
    top = c.Call("take_top", (G, here, size))
    less: c.Body = (c.Assign(left, c.Int(1), "-="), *((c.Assign(size, c.Int(1), "-="),) if kept else ()))
    target = c.At(c.Member(STATE, "piles"), there)

    def each(put: c.Statement) -> None:
        w.add(c.For(None, c.Binary(">", left, c.Int(0)), None, (put, *less)))

    match draw.how:
        case "into":
            each(c.Assign(c.At(c.Member(STATE, "sets"), there), c.Call("ONE", (top,)), "|="))
            w.noted(draw.source, here)
        case "onto" if draw.source.name != draw.target.name:
            each(c.Do(c.Call("push", (target, top))))
            w.noted(draw.source, here)
            w.noted(draw.target, there)
        case "onto":
            listed = w.declare("list", c.Array(c.BYTE, c.Name("PILE")), None)
            w.add(c.Assign(c.At(listed, c.Int(0)), c.Int(0)))
            each(c.Do(c.Call("push", (listed, top))))
            w.add(c.Do(c.Call("lay_on_top", (target, listed))))


def _is_kept(w: Playing, draw: p.DrawCards) -> bool:
    """Is the size of the pile that is drawn from a variable, which says at once how many cards are left?"""
    plain = draw.source.name in w.m.sizes and not draw.source.index and draw.source.name in w.m.late
    return plain and draw.source.name != draw.target.name


# ------------------------------------------------------------ loops


def _for_each(w: Playing, each: p.ForEach, sink: Sink | None) -> None:
    if each.fixed or (isinstance(each.over, t.CardsOf) and each.cond is None and effects.unordered(w, each.over.cards)):
        with folds.loop(w, each.var, each.over):
            if each.cond is None:
                add(w, each.body, sink)
            else:
                test = value(w, each.cond).expr
                w.add(c.If(test, block(w, each.body, sink)))
        return
    with w.block() as whole:
        held = c.NUM if isinstance(each.over, t.Numbers) else c.INT
        again, outer = c.Name(w.fresh(each.var)), dict(w.env)
        values, n = effects.gathered(w, each, held, True)
        assert values is not None
        w.env[each.var] = Value(again, held, False, 1 << 63 if held == c.NUM else (1 << 31) - 1)
        body = block(w, each.body, sink)
        w.env = outer
        i = w.fresh("i")
        first = c.Declare(c.Constant(held), again.name, c.At(values, c.Name(i)))
        head = c.Declare(c.INT, i, c.Int(0))
        w.add(c.For(head, c.Binary("<", c.Name(i), n), c.Step(c.Name(i)), (first, *body)))
    w.add(c.Block(tuple(whole)))


# ------------------------------------------------------------ outcomes


def _settle(w: Playing, group: p.GroupDef, sink: Sink | None) -> None:
    """Finds the outcome that decides; where several do the game is left to the exact code."""
    held = held_bits(w, group.clauses)
    w.add(c.If(c.Unary("!", held), (c.Do(c.Call("stop", (G, c.Name("GAP")))),)))
    decides = effects.best(w, group.clauses, held)
    w.add(c.If(c.Unary("!", c.Call("single", (decides,))), (c.Do(c.Call("stop", (G, c.Name("CLASH")))),)))
    if decides != held:
        w.add(c.If(c.Unary("!", decides), (c.Do(c.Call("stop", (G, c.Name("CLASH")))),)))
    cases = []
    sources = {s.source.label: s.source for s in w.m.index.groups[group.label].clauses}
    for i, clause in enumerate(group.clauses):
        with w.block() as inner:
            w.fired(w.m.number("outcome", sources[clause.label]) if clause.label else None)
            if clause.effect is not None:
                _do(w, clause.effect, sink)
        cases.append(c.Case(c.Int(i), (*inner, c.Break())))
    cases.append(c.Case(None, (c.Break(),)))
    w.add(c.Switch(c.Call("lowest_bit", (decides,)), tuple(cases)))


def held_bits(w: Playing, clauses: Sequence[p.ClauseDef]) -> c.Name:
    """Reads every condition; answers the bits of those that hold."""
    held = w.declare("held", c.BITS, c.Int(0), fixed=False)
    for i, clause in enumerate(clauses):
        bit = c.Cast(c.BITS, test_of(w, clause))
        w.add(c.Assign(held, c.Binary("<<", bit, c.Int(i)) if i else bit, "|="))
    return held
