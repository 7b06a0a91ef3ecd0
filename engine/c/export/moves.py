"""Moves on offer in C: for each action a function that goes through its legal moves, and one that judges a move.

Leaves values to `engine.c.export.values` and what a move does to `engine.c.export.effects`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import assert_never

from engine.c import tree as c
from engine.c.export import folds
from engine.c.export.effects import best, clash, tests, with_uses
from engine.c.export.engine import FALSE, TRUE, Engine, G, Value, negated
from engine.c.export.header import kind_name
from engine.c.export.names import c_word, member_names, told
from engine.c.export.values import Body, called, card_set
from engine.core import program as p
from engine.core import terms as t
from engine.core.legality import Legality, legality
from spec.ir import nodes as ir

STEPS: dict[str, c.Expr] = {"none": FALSE, "run": FALSE, "steps": TRUE}
"""Does a line go up and down?"""
Deeper = Callable[[c.Expr], c.Body]
"""What is done with a value of a parameter."""


def offered(m: Engine) -> None:
    """Adds the functions of all actions that are asked for."""
    done: set[str] = set()
    while waiting := [label for label in m.listed if label not in done]:
        for label in waiting:
            done.add(label)
            _every(m, m.action(label))


def _arguments(m: Engine, action: p.ActionDef) -> dict[str, Value]:
    """The arguments of the move in `move`, by their names in the program."""
    source = m.index.actions[action.label]
    held = c.Member(c.Member(c.Name("move"), "with"), c_word(action.label))
    found = {}
    for name, param in zip(member_names(source), action.params, strict=True):
        of = c.Member(held, name)
        match param.choice:
            case p.PickCards(_, shape):
                found[param.name] = Value(of, c.PILE if m.index.shapes[shape].ordered else c.CARDS)
            case p.PickFrom(t.Numbers()):
                found[param.name] = Value(of, c.NUM, False, 1 << 63)
            case p.PickCard() | p.PickFrom():
                found[param.name] = Value(c.Cast(c.INT, of), c.INT)
    return found


# ------------------------------------------------------------ going through moves


def _every(m: Engine, action: p.ActionDef) -> None:
    label, kind = action.label, kind_name(m.name, action.label)
    w = Body(m, at=m.action_clause(label))
    judged = _judge(m, action)
    move = c.Name(w.fresh("move"))
    w.add(c.If(c.Binary("&&", _wanted(), c.Binary("!=", c.Through(_wanted(), "kind"), c.Name(kind))),
               (c.Return(FALSE),)))  # fmt: skip
    w.add(c.Declare(c.Named("move_t"), move.name, None))
    w.add(c.Do(c.Call("memset", (c.Unary("&", move), c.Int(0), c.SizeOf(move)))))
    w.add(c.Assign(c.Member(move, "kind"), c.Name(kind)))
    arguments = _arguments(m, action)
    _level(w, action, 0, arguments, judged)
    w.add(c.Return(FALSE))
    about = f"Every legal {told(label, action.doc.cites)}, in order, up to one that is enough."
    m.functions.append(c.Function(m.listed[label], c.BOOL, (c.GAME,), with_uses((), tuple(w.lines)), about))


def _wanted() -> c.Expr:
    return c.Through(G, "wanted")


def _level(w: Body, action: p.ActionDef, k: int, arguments: dict[str, Value], judged: tuple[str, bool, bool]) -> None:
    """Goes through what the k-th parameter may be, given those before; in the end the move is judged."""
    if k == len(action.params):
        _judged(w, judged)
        return
    param, cell = action.params[k], arguments[action.params[k].name]
    target = _bare(cell)
    held = c.Member(c.Through(_wanted(), "with"), c_word(action.label))
    wanted = c.Member(held, member_names(w.m.index.actions[action.label])[k])

    def deeper(expr: c.Expr) -> c.Body:
        with w.block() as inner:
            put = c.Assign(target, expr)
            w.add(c.Do(c.Call("copy_pile", (target, expr))) if cell.type == c.PILE else put)
            w.add(_another(cell, wanted))
            w.env[param.name] = cell
            _level(w, action, k + 1, arguments, judged)
        return tuple(inner)

    match param.choice:
        case p.PickCard(cards, _) | p.PickFrom(t.CardsOf(cards)):
            among = w.named(card_set(w, cards), "from")
            with folds.loop(w, param.name, t.CardsOf(cards), among) as card:
                w.add(*deeper(card.expr))
        case p.PickCards(cards, shape):
            _chosen(w, cards, w.m.index.shapes[shape], cell, wanted, deeper)
        case p.PickFrom(t.Seats(start)):
            found = w.value(start)
            if found.faulty:
                w.add(c.Do(c.Cast(c.VOID, found.expr)))
            with folds.loop(w, param.name, t.Words("player")) as seat:
                w.add(*deeper(seat.expr))
        case p.PickFrom(over):
            with folds.loop(w, param.name, over) as one:
                w.add(*deeper(one.expr))
        case _:
            assert_never(param.choice)


def _judged(w: Body, judged: tuple[str, bool, bool]) -> None:
    name, game, about_move = judged
    move = c.Unary("&", c.Name("move"))
    call = c.Call(name, (*((G,) if game else ()), *((move,) if about_move else ())))
    w.add(c.If(c.Binary("&&", call, c.Call("offer", (G, move))), (c.Return(TRUE),)))


def _bare(cell: Value) -> c.Expr:
    return cell.expr.item if isinstance(cell.expr, c.Cast) else cell.expr


def _another(cell: Value, wanted: c.Expr) -> c.Statement:
    """Goes on where this is not the argument of the move that is looked for."""
    same = c.Call("same_pile", (wanted, cell.expr))
    other = c.Unary("!", same) if cell.type == c.PILE else c.Binary("!=", wanted, _bare(cell))
    return c.If(c.Binary("&&", _wanted(), other), (c.Continue(),))


# ------------------------------------------------------------ choices of several cards


def _chosen(w: Body, cards: t.Expr, shape: ir.Shape, cell: Value, wanted: c.Expr, deeper: Deeper) -> None:
    """Goes through the choices of a shape."""
    pattern, in_order = _pattern(w.m, shape)
    among = w.named(card_set(w, cards), "from")
    if cell.type == c.CARDS:
        lookup = w.declare("among", c.CARDS, among.expr, fixed=False)
        w.add(c.If(_wanted(), (c.Assign(lookup, wanted, "&="),)))
        among = Value(lookup, c.CARDS)
    name = c.Name(w.fresh("chosen"))
    w.add(c.Declare(c.Named("choice"), name.name, None))
    begin = c.Do(c.Call("begin_choice", (c.Unary("&", name), pattern, among.expr)))
    goes_on = "next_in_line" if shape.ordered or shape.line != "none" else "next_choice"
    next_one = c.Call(goes_on, (c.Unary("&", name),))
    if shape.ordered:
        w.add(begin, c.For(None, next_one, None, deeper(c.Member(name, "pile"))))
        return
    if in_order:
        w.add(begin, c.For(None, next_one, None, deeper(c.Member(name, "cards"))))
        return
    w.m.passes = True
    bag, i = c.Name(w.fresh("pass")), c.Name(w.fresh("i"))
    size = c.Through(G, "bag_size")
    w.add(c.Declare(c.Named("bag_pass"), bag.name, c.Call("bag_open", (G,))))
    gather = c.For(None, next_one, None, (c.Do(c.Call("bag_add", (G, c.Member(name, "cards")))),))
    use = deeper(c.At(c.Through(G, "bag"), i))
    ends = c.Assign(size, c.Member(bag, "base"))
    use = c.changed(use, lambda one: (ends, one) if isinstance(one, c.Return) else (one,))
    each = c.For(
        c.Declare(c.Named("size_t"), i.name, c.Member(bag, "base")),
        c.Binary("<", i, c.Member(bag, "end")), c.Step(i), use,
    )  # fmt: skip
    begun = c.Do(c.Call("bag_begin", (G, c.Unary("&", bag))))
    ended = c.Do(c.Call("bag_end", (G, c.Unary("&", bag))))
    w.add(c.Until((begun, begin, gather, ended, each), c.Member(bag, "more")), ends)


def _pattern(m: Engine, shape: ir.Shape) -> tuple[c.Expr, bool]:
    """A shape as a pattern of the run-time; are its choices found in the order of their cards?"""
    label, found = shape.source.label, m.shape(shape.source.label)
    in_line = shape.line != "none"
    line = next(one.line for one in m.program.shapes if one.shape.source.label == label)
    sets = found.follow if in_line else found.groups
    table = m.set_table(("next", sets), f"{'next' if in_line else 'with'} in {label}", sets)
    values = (
        c.Int(shape.least), c.Int(max(found.longest, 0)), TRUE if shape.ordered else FALSE,
        STEPS[shape.line], table, m.line(line) if in_line else c.Name("NULL"),
    )  # fmt: skip
    return m.record(("pattern", label), f"pattern {label}", "pattern", values), not in_line or (
        shape.line == "run" and found.rising)  # fmt: skip


# ------------------------------------------------------------ judging


def _judge(m: Engine, action: p.ActionDef) -> tuple[str, bool, bool]:
    """Adds the function that tells whether a move is legal: its name; is it handed the game, and the move?"""
    w = Body(m, at=m.action_clause(action.label))
    source = c.Member(c.Through(c.Name("move"), "with"), c_word(action.label))
    w.names.add("move")
    for name, (key, cell) in zip(
        member_names(m.index.actions[action.label]), _arguments(m, action).items(), strict=True
    ):
        of = c.Member(source, name)
        w.env[key] = Value(c.Cast(c.INT, of) if isinstance(cell.expr, c.Cast) else of, cell.type, False, cell.bound)
    short = legality(action, m.sources)
    if short is not None and not any(way.doubts for way in short.ways):
        _short_way(w, action, short)
    else:
        _weighed(w, action)
    body = tuple(w.lines)
    used = c.names(body)
    heads = tuple(
        head for head in (c.GAME, c.Param(c.Pointer(c.Constant(c.Named("move_t"))), "move")) if head.name in used
    )
    name = m.give(f"{c_word(action.label)}_is_legal")
    m.functions.append(c.Function(name, c.BOOL, heads, with_uses(heads, body), f"Is this {action.label} legal?"))
    return name, "g" in used, "move" in used


def _holds(w: Body, action: p.ActionDef, clause: p.ClauseDef) -> c.Expr:
    """Does a clause hold? Where reading it may stop play, the fault is told of it."""
    if not w.m.function(clause.test.function).faulty:
        return called(w, clause.test).expr
    at = c.Through(G, "at")
    w.add(c.Assign(at, w.m.clause(clause.label, clause.cites)))
    found = w.declare("holds", c.BOOL, called(w, clause.test).expr)
    w.add(c.Assign(at, w.m.action_clause(action.label)))
    return found


def _short_way(w: Body, action: p.ActionDef, short: Legality) -> None:
    """Only the clauses that can matter."""
    bars = (*((short.first,) if short.first else ()), *short.bars)
    for bar in bars:
        w.add(c.If(_holds(w, action, bar), (c.Return(FALSE),)))
    for i, way in enumerate(short.ways):
        last = i == len(short.ways) - 1
        found = _some(w, action, way.permits)
        if way.unless:
            unless = _some(w, action, way.unless)
            found = c.Binary("&&", found, negated(unless))
        w.add(c.Return(found) if last else c.If(found, (c.Return(TRUE),)))


def _some(w: Body, action: p.ActionDef, clauses: Sequence[p.ClauseDef]) -> c.Expr:
    found: c.Expr | None = None
    for clause in sorted(clauses, key=lambda one: one.total):
        one = _holds(w, action, clause)
        found = one if found is None else c.Binary("||", found, one)
    return FALSE if found is None else found


def _weighed(w: Body, action: p.ActionDef) -> None:
    """All clauses: those that no other one outranks decide, and must agree."""
    clauses = action.clauses
    if not clauses:
        w.add(c.Return(FALSE))
        return
    held = tests(w, clauses, w.m.action_clause(action.label))
    decides = best(w, clauses, held)
    permits = sum(1 << k for k, one in enumerate(clauses) if one.kind == "permit")
    forbids = (1 << len(clauses)) - 1 & ~permits
    if decides != held:
        w.add(c.If(c.Binary("&&", held, c.Unary("!", decides)), (clash(w, clauses, held),)))
    some_permit = c.Binary("&", decides, c.Int(permits, True))
    some_forbid = c.Binary("&", decides, c.Int(forbids, True))
    if permits and forbids:
        w.add(c.If(c.Binary("&&", some_permit, some_forbid), (clash(w, clauses, decides),)))
    w.add(c.Return(c.Binary("!=", some_permit, c.Int(0)) if permits else FALSE))
