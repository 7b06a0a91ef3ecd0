"""Moves on offer in C: for each action a function that goes through its legal moves, and one that judges a move.

Leaves values to `engine.c.rules.values` and what a move does to `engine.c.rules.effects`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from engine.c import tree as c
from engine.c.rules import folds
from engine.c.rules.choices import Deeper, each_choice
from engine.c.rules.effects import best, clash, tests, with_uses
from engine.c.rules.engine import FALSE, TRUE, Engine, G, Value, Writer, negated
from engine.c.rules.names import c_word, kind_name, member_names, told
from engine.c.rules.values import Body, called, card_set
from engine.core import program as p
from engine.core import terms as t
from engine.core.legality import Legality, legality
from engine.core.ways import may_be_too_many
from spec.ir import nodes as ir


def offered(m: Engine) -> None:
    """Adds the functions of all actions that are asked for."""
    done: set[str] = set()
    while waiting := [name for name in (*m.listed.values(), *m.asked.values()) if name not in done]:
        for label, name in [*m.listed.items(), *m.asked.items()]:
            if name in waiting:
                done.add(name)
                _every(m, m.action(label), name)


MADE = c.Member(c.Name("move"), "with")
"""The arguments of the move that is made up."""
HANDED = c.Through(c.Name("move"), "with")
"""The arguments of a move that a function is handed."""


def arguments(m: Engine, action: p.ActionDef, of: c.Expr = MADE) -> dict[str, Value]:
    """The arguments of a move, by their names in the program."""
    held = c.Member(of, c_word(action.label))
    names = zip(member_names(m.index.actions[action.label]), action.params, strict=True)
    return {param.name: _argument(m, param, c.Member(held, name)) for name, param in names}


def _argument(m: Engine, param: p.MoveParam, of: c.Expr) -> Value:
    match param.choice:
        case p.PickCards(_, shape):
            return Value(of, c.PILE if m.index.shapes[shape].ordered else c.CARDS)
        case p.PickFrom(t.Numbers()):
            return Value(of, c.NUM, False, 1 << 63)
        case p.PickCard() | p.PickFrom():
            return Value(c.Cast(c.INT, of), c.INT)


# ------------------------------------------------------------ going through moves


def _every(m: Engine, action: p.ActionDef, name: str) -> None:
    label, kind = action.label, kind_name(m.name, action.label)
    w = Body(m, at=m.action_clause(label))
    listed = name == m.listed.get(label)
    judged, counts = _judge(m, action, listed), listed and m.marks is not None
    move = c.Name(w.fresh("move"))
    w.names.add("made")
    if m.marks is None:
        w.add(c.If(c.Binary("&&", _wanted(), c.Binary("!=", c.Through(_wanted(), "kind"), c.Name(kind))),
                   (c.Return(FALSE),)))  # fmt: skip
    if counts:
        w.add(c.Assign(c.Through(G, "ruled"), c.Int(0)))
    w.add(c.Declare(c.Named("move_t"), move.name, None))
    w.add(c.Do(c.Call("memset", (c.Unary("&", move), c.Int(0), c.SizeOf(move)))))
    w.add(c.Assign(c.Member(move, "kind"), c.Name(kind)))
    held = arguments(m, action)
    if may_be_too_many(action, m.domains, len(m.layout.deck)):
        w.ways = w.declare("ways", c.INT, c.Int(0), fixed=False)
    for param in action.params[1:]:
        if isinstance(param.choice, p.PickFrom) and isinstance(over := param.choice.over, t.Piles):
            w.occupied[over] = w.declare("occupied", c.BITS, folds.occupied(w, over))
    _level(w, action, 0, held, judged)
    w.add(*(_ruled(m, action) if counts else ()), c.Return(FALSE))
    about = f"Every legal {told(label, action.doc.cites)}, in order, up to one that is enough."
    m.functions.append(c.Function(name, c.BOOL, (c.GAME,), with_uses((c.GAME,), tuple(w.lines)), about))


def _ruled(m: Engine, action: p.ActionDef) -> c.Body:
    """Counts the clauses that ruled moves out, once for all moves on offer; those of one label go together."""
    clauses = m.index.actions[action.label].clauses
    body: list[c.Statement] = []
    for forbid in (one for one in clauses if one.kind == "forbid"):
        same = [i for i, one in enumerate(clauses) if one.source.label == forbid.source.label]
        bits = c.Int(sum(1 << i for i in same), True)
        if noted := m.fired("forbid", forbid.source):
            body.append(c.If(c.Binary("&", c.Through(G, "ruled"), bits), noted))
    return tuple(body)


def _wanted() -> c.Expr:
    return c.Through(G, "wanted")


def _level(w: Writer, action: p.ActionDef, k: int, arguments: dict[str, Value], judged: c.Body) -> None:
    """Goes through what the k-th parameter may be, given those before; in the end the move is judged."""
    if k == len(action.params):
        if w.ways is not None:
            w.add(one_more_way(w, w.ways))
        w.add(*judged)
        return
    param, cell = action.params[k], arguments[action.params[k].name]
    target = _bare(cell)
    held = c.Member(c.Through(_wanted(), "with"), c_word(action.label))
    wanted = c.Member(held, member_names(w.m.index.actions[action.label])[k])

    def deeper(expr: c.Expr) -> c.Body:
        with w.block() as inner:
            if expr != target:
                w.add(c.Assign(target, expr))
            if w.m.marks is None:
                w.add(_another(w.m, cell, wanted))
            w.env[param.name] = cell
            _level(w, action, k + 1, arguments, judged)
        return tuple(inner)

    match param.choice:
        case p.PickCard(cards, _) | p.PickFrom(t.CardsOf(cards)):
            among = w.named(card_set(w, cards), "from")
            if k + 1 == len(action.params) and w.m.marks is not None and _at_once(w, action, among.expr, judged):
                return
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


def one_more_way(w: Writer, ways: c.Expr, more: c.Expr | None = None) -> c.Statement:
    """Counts a way to make a move, or some more; stops play where there are too many."""
    w.stops()
    add = c.Step(ways) if more is None else c.Assign(ways, c.Cast(c.INT, more), "+=")
    many = c.Binary(">", ways, c.Name("MOST_WAYS"))
    return c.Block((add, c.If(c.Call("RARE", (many,)), (c.Do(c.Call("stop", (G, c.Name("LIMIT")))),))))


def _at_once(w: Writer, action: p.ActionDef, among: c.Expr, judged: c.Body) -> bool:
    """Judges all cards of the last choice together, by what is on them; False where that does not decide.

    Where clauses clash the cards are judged one by one, which tells of the clash.
    """
    clauses, card = action.clauses, action.params[-1].name
    before, outer = w.faulty, dict(w.env)
    with w.block() as inner:
        sets = [_held(w, clause, card, among) for clause in clauses]
    w.env = outer
    if not clauses or None in sets:
        w.faulty = before
        return False
    w.add(c.If(c.Unary("!", w.m.any_card(among)), (c.Return(FALSE),)))
    if w.ways is not None:
        w.add(one_more_way(w, w.ways, c.Call("size_of", (among,))))
    w.add(*inner)
    w.add(c.Assign(c.Through(G, "at"), w.m.action_clause(action.label)))
    held = [one for one in sets if one is not None]
    decide = [_unoutranked(w, clause, clauses, held) for clause in clauses]
    permitted = _united(w, "permitted", [d for d, one in zip(decide, clauses, strict=True) if one.kind == "permit"])
    forbids = [d for d, one in zip(decide, clauses, strict=True) if one.kind == "forbid"]
    if forbids:
        forbidden = _united(w, "forbidden", forbids)
        any_held = _united(w, "any", held)
        clear = c.Binary("&", any_held, c.Unary("~", c.Binary("|", permitted, forbidden)))
        both = c.Binary("||", w.m.any_card(c.Binary("&", permitted, forbidden)), w.m.any_card(clear))
        w.add(c.If(both, _one_by_one(w, action, among, judged)))
    if isinstance(judged[0], c.If) and judged[0].then == (c.Return(TRUE),):
        w.add(c.If(w.m.any_card(permitted), (c.Return(TRUE),)))
        return True
    ruled = [(k, d) for k, (d, one) in enumerate(zip(decide, clauses, strict=True)) if one.kind == "forbid"]
    for k, d in ruled:
        w.add(c.If(w.m.any_card(d), (c.Assign(c.Through(G, "ruled"), c.Int(1 << k, True), "|="),)))
    with folds.loop(w, card, t.CardsOf(t.Local(card, ir.Cards(False))), Value(permitted, c.CARDS)) as one:
        w.add(c.Assign(_bare(arguments(w.m, action)[card]), one.expr))
        deciding: c.Expr = c.Int(0)
        for k, (d, clause) in enumerate(zip(decide, clauses, strict=True)):
            if clause.kind == "permit":
                bit = c.Binary("<<", c.Cast(c.BITS, c.Call("has", (d, one.expr))), c.Int(k))
                deciding = bit if deciding == c.Int(0) else c.Binary("|", deciding, bit)
        w.add(c.Assign(c.Member(c.Name("move"), "deciding"), deciding), *_noted(w.m, action))
    return True


def _held(w: Writer, clause: p.ClauseDef, card: str, among: c.Expr) -> c.Expr | None:
    """The cards for which a clause holds, whatever it is about besides."""
    source = w.m.sources[clause.test.function]
    match source.body:
        case (p.Answer(cond),) if cond is not None:
            pass
        case _:
            return None
    if any(arg != t.Local(q.name, q.kind) for arg, q in zip(clause.test.args, source.params, strict=True)):
        return None
    if w.m.function(source.name).faulty:
        w.add(c.Assign(c.Through(G, "at"), w.m.clause(clause.label, clause.cites)))
    found = folds.within(w, card, cond, among)
    return None if found is None else w.declare("held", c.CARDS, found)


def _unoutranked(w: Writer, clause: p.ClauseDef, clauses: Sequence[p.ClauseDef], held: Sequence[c.Expr]) -> c.Expr:
    """The cards for which a clause holds, and none that outranks it."""
    found = held[clauses.index(clause)]
    above = [one for one, other in zip(held, clauses, strict=True) if other.key in clause.above]
    for one in above:
        found = c.Binary("&", found, c.Unary("~", one))
    return w.declare("best", c.CARDS, found) if above else found


def _united(w: Writer, stem: str, sets: Sequence[c.Expr]) -> c.Expr:
    found = w.m.no_cards
    for i, one in enumerate(sets):
        found = c.Binary("|", found, one) if i else one
    return w.declare(stem, c.CARDS, found)


def _one_by_one(w: Writer, action: p.ActionDef, among: c.Expr, judged: c.Body) -> c.Body:
    card = action.params[-1].name
    with (
        w.block() as inner,
        folds.loop(w, card, t.CardsOf(t.Local(card, ir.Cards(False))), Value(among, c.CARDS)) as one,
    ):
        w.add(c.Assign(_bare(arguments(w.m, action)[card]), one.expr), *judged)
    return tuple(inner)


def _bare(cell: Value) -> c.Expr:
    return cell.expr.item if isinstance(cell.expr, c.Cast) else cell.expr


def _another(m: Engine, cell: Value, wanted: c.Expr) -> c.Statement:
    """Goes on where this is not the argument of the move that is looked for."""
    if cell.type == c.PILE:
        other: c.Expr = c.Unary("!", c.Call("same_pile", (wanted, cell.expr)))
    elif cell.type == c.CARDS:
        other = negated(m.same_set(wanted, _bare(cell)))
    else:
        other = c.Binary("!=", wanted, _bare(cell))
    return c.If(c.Binary("&&", _wanted(), other), (c.Continue(),))


# ------------------------------------------------------------ choices of several cards


def _chosen(w: Writer, cards: t.Expr, shape: ir.Shape, cell: Value, wanted: c.Expr, deeper: Deeper) -> None:
    """Goes through the choices of a shape."""
    among = w.named(card_set(w, cards), "from")
    if cell.type == c.CARDS and w.m.marks is None:
        lookup = w.declare("among", c.CARDS, among.expr, fixed=False)
        w.add(c.If(_wanted(), (c.Assign(lookup, wanted, "&="),)))
        among = Value(lookup, c.CARDS)
    each_choice(w, among.expr, shape, deeper, _bare(cell))


# ------------------------------------------------------------ judging


def _judge(m: Engine, action: p.ActionDef, listed: bool) -> c.Body:
    """What is done with the move `move`: it is offered where it is legal, up to one that is enough.

    Where clauses are counted all of them are weighed for a move that is `listed`, and noted with it.
    """
    short = legality(action, m.sources)
    if (listed and m.marks is not None) or (short is not None and any(way.doubts for way in short.ways)):
        short = None
    legal = _judging(m, action, short)
    if m.marks is None:
        legal = c.Binary("&&", legal, c.Call("offer", (G, c.Unary("&", c.Name("move")))))
    return (c.If(legal, _noted(m, action) if listed and m.marks is not None else (c.Return(TRUE),)),)


def _noted(m: Engine, action: p.ActionDef) -> c.Body:
    """Notes a legal move, argument by argument: compilers then need not lay it down twice."""
    made, move, label = c.Name("made"), c.Name("move"), c_word(action.label)
    body: list[c.Statement] = [c.Declare(c.Constant(c.Pointer(c.Named("move_t"))), made.name, c.Call("offered", (G,)))]
    for part in ("deciding", "kind"):
        body.append(c.Assign(c.Through(made, part), c.Member(move, part)))
    for name, cell in zip(member_names(m.index.actions[action.label]), arguments(m, action).values(), strict=True):
        to = c.Member(c.Member(c.Through(made, "with"), label), name)
        of = _bare(cell)
        body.append(c.Do(c.Call("copy_pile", (to, of))) if cell.type == c.PILE else c.Assign(to, of))
    return tuple(body)


def _judging(m: Engine, action: p.ActionDef, short: Legality | None) -> c.Expr:
    """Adds a function that judges a move, and calls it."""
    stem = "is_weighed" if m.marks is not None and short is None else "is_legal"
    w = Body(m, at=m.action_clause(action.label))
    w.names.add("move")
    w.env |= arguments(m, action, HANDED)
    if short is not None:
        _short_way(w, action, short)
    else:
        _weighed(w, action)
    body = tuple(w.lines)
    used = c.names(body)
    about = c.Named("move_t") if stem == "is_weighed" else c.Constant(c.Named("move_t"))
    heads = tuple(head for head in (c.GAME, c.Param(c.Pointer(about), "move")) if head.name in used)
    name = m.give(f"{c_word(action.label)}_{stem}")
    about_it = f"Is this {action.label} legal?"
    m.functions.append(c.Function(name, c.BOOL, heads, with_uses(heads, body), about_it, inline=m.marks is not None))
    given: dict[str, c.Expr] = {"g": G, "move": c.Unary("&", c.Name("move"))}
    return c.Call(name, tuple(given[head.name] for head in heads))


def _holds(w: Writer, action: p.ActionDef, clause: p.ClauseDef) -> c.Expr:
    """Does a clause hold? Where reading it may stop play, the fault is told of it."""
    if not w.m.function(clause.test.function).faulty:
        return called(w, clause.test).expr
    at = c.Through(G, "at")
    w.add(c.Assign(at, w.m.clause(clause.label, clause.cites)))
    found = w.declare("holds", c.BOOL, called(w, clause.test).expr)
    w.add(c.Assign(at, w.m.action_clause(action.label)))
    return found


def _short_way(w: Writer, action: p.ActionDef, short: Legality) -> None:
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


def _some(w: Writer, action: p.ActionDef, clauses: Sequence[p.ClauseDef]) -> c.Expr:
    found: c.Expr | None = None
    for clause in sorted(clauses, key=lambda one: one.total):
        one = _holds(w, action, clause)
        found = one if found is None else c.Binary("||", found, one)
    return FALSE if found is None else found


def _weighed(w: Writer, action: p.ActionDef) -> None:
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
    if w.m.marks is not None:
        w.add(c.Return(c.Call("weighed", (G, c.Name("move"), decides, c.Int(permits, True)))))
        return
    w.add(c.Return(c.Binary("!=", some_permit, c.Int(0)) if permits else FALSE))
