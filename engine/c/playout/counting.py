"""Legal moves counted before one is picked: for each action how many there are, and its k-th carried out.

Clauses are judged for all values of an action's last parameter at once. What would stop play is only noticed here: the
game is then played again, move by move, by the exact code. Leaves the course of play to `engine.c.playout.course`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from engine.c import tree as c
from engine.c.playout import lists
from engine.c.playout.among import Among, holding, one_by_one
from engine.c.playout.effects import Sink, add, held_bits
from engine.c.playout.play import EPOCH, Playing
from engine.c.playout.profile import Part
from engine.c.rules import effects, folds
from engine.c.rules.engine import FALSE, TRUE, G, Value
from engine.c.rules.moves import one_more_way
from engine.c.rules.values import card_set, value
from engine.core import program as p
from engine.core import terms as t
from engine.core.by_card import free
from engine.core.exclusive import unfolded
from engine.core.plans.move_counting import Plan, first_forbid, may_clash, picked_out
from engine.core.plans.nested_choices import Nested
from engine.core.plans.number_sets import GREATEST, between
from engine.core.ways import may_be_too_many

U64 = c.BITS
TO = c.Name("to")
DECIDED = (c.Param(U64, "deciding"), c.Param(U64, "ruled"))


@dataclass(frozen=True, slots=True)
class Counted:
    """How many moves an action has; `ruled` the clauses that ruled some out, as bits; how the k-th is carried out."""

    count: c.Expr
    ruled: c.Expr | None
    take: Callable[[Playing, c.Expr, Sink], None]


def tally(w: Playing, action: p.ActionDef, *, noted: bool = False) -> Counted:
    """Statements that count the moves of an action; `noted`: where that is easy, also which clauses rule moves out."""
    found = w.m.plans.get(action.label)
    steady, w.steady = w.steady, action.label in w.m.memoised
    with w.charged(Part("moves", w.m.index.actions[action.label].source)):
        if found is None:
            made = _searched(w, action, w.m.nested.get(action.label))
        elif found.outer is None:
            made = _flat(w, action, found, noted=noted)
        else:
            made = _listed(w, action, found, found.outer)
    w.steady = steady
    return made


def can(w: Playing, actions: tuple[str, ...]) -> c.Expr:
    """Is there a legal move by one of these actions, asked at any time?"""
    found = w.declare("can", c.BOOL, FALSE, fixed=False)
    with w.block() as inner:
        if not w.steady:
            w.add(c.Step(EPOCH))
        for i, label in enumerate(actions):
            with w.block() as one:
                made = tally(w, w.m.action(label))
                w.add(c.Assign(found, c.Binary("!=", made.count, c.Int(0))))
            w.add(c.If(c.Unary("!", found), tuple(one)) if i else c.Block(tuple(one)))
    w.add(*inner)
    return found


# ------------------------------------------------------------ what is judged at once


def _all_values(w: Playing, found: Plan | Nested) -> Among:
    """The set of the values that there are."""
    match found.inner, found.last:
        case "cards", p.MoveParam(name, _, p.PickCard(cards)):
            every = w.declare("all", c.CARDS, card_set(w, cards).expr)
            return Among(name, every, every, c.CARDS)
        case "domain", p.MoveParam(name, _, p.PickFrom(t.Words() | t.Piles() as over)):
            every = w.declare("all", U64, present(w, over))
            return Among(name, every, every, U64, over, isinstance(found, Nested) or found.outer is not None)
        case "numbers", p.MoveParam(name, _, p.PickFrom(t.Numbers() as over)):
            low, high = between(over) or (0, 0)
            every = w.declare("all", U64, c.Int((2 << high) - (1 << low), True))
            return Among(name, every, every, U64, over)
        case _:
            return Among("", c.Int(1, True), c.Int(1, True), U64)


def present(w: Playing, over: t.Words | t.Piles) -> c.Expr:
    """The symbols of a range as bits."""
    if isinstance(over, t.Words):
        return c.Int((1 << w.m.domains[over.domain]) - 1, True)
    found = w.present(over)
    if found is not None:
        return found
    key = "present", over
    if key not in w.m.apart:

        def look(inner: Playing) -> None:
            found = inner.declare("found", U64, c.Int(0), fixed=False)
            with folds.loop(inner, "v", over) as one:
                inner.add(c.Assign(found, c.Binary("<<", c.Cast(U64, c.Int(1)), one.expr), "|="))
            inner.add(c.Return(found))

        w.m.apart[key] = w.outlined(f"present_{over.domain}", (), U64, look)
    return w.call(w.m.apart[key])


def size(of: Among, bits: c.Expr) -> c.Expr:
    """How many values a set has."""
    return c.Cast(U64, c.Call("size_of" if of.is_cards else "bits_in", (bits,)))


def _held(w: Playing, action: p.ActionDef, clause: p.ClauseDef, of: Among) -> c.Expr:
    """The values for which a clause holds."""
    if not of.var:
        test = value(w, clause.test).expr
        if test in (TRUE, FALSE):
            return c.Int(int(test == TRUE), True)
        held = w.declare("held", of.type, c.Int(0), fixed=False)
        w.add(c.If(test, (c.Assign(held, c.Int(1)),)))
        return held
    if action.label not in w.m.vectorised:
        return w.declare("held", of.type, one_by_one(w, clause.test, of))
    with w.charged(w.stated(clause.test.function)):
        return w.declare("held", of.type, holding(w, unfolded(clause.test, w.m.sources) or clause.test, of))


def _judged(w: Playing, action: p.ActionDef, of: Among, known: dict[int, c.Expr]) -> tuple[c.Expr, list[c.Expr]]:
    """The legal ones of the values, and for each clause those for which it decides."""
    clauses = action.clauses
    keys = [clause.key for clause in clauses]
    held = [known[k] if k in known else _held(w, action, clause, of) for k, clause in enumerate(clauses)]
    best: list[c.Expr] = []
    for clause, own in zip(clauses, held, strict=True):
        found = own
        for key in clause.above:
            found = c.Binary("&", found, c.Unary("~", held[keys.index(key)]))
        best.append(w.declare("best", of.type, found) if clause.above else own)
    permits = [k for k, clause in enumerate(clauses) if clause.kind == "permit"]
    forbids = [k for k, clause in enumerate(clauses) if clause.kind == "forbid"]
    permitted = w.declare("permitted", of.type, _any([best[k] for k in permits]))
    if may_clash(action):
        forbidden = w.declare("forbidden", of.type, _any([best[k] for k in forbids]))
        open_ = c.Binary("&", _any(held), c.Unary("~", c.Binary("|", permitted, forbidden)))
        clash = c.Binary("||", c.Binary("&", permitted, forbidden), open_)
        w.add(c.If(clash, (c.Do(c.Call("stop", (G, c.Name("CLASH")))),)))
    return permitted, best


def _any(sets: Sequence[c.Expr]) -> c.Expr:
    found: c.Expr = c.Int(0)
    for i, one in enumerate(sets):
        found = c.Binary("|", found, one) if i else one
    return found


def forbids(w: Playing, action: p.ActionDef) -> list[tuple[int, int | None]]:
    """Sets of clauses that rule moves out, and the mark of each; those of one label go together."""
    sources = [clause.source for clause in w.m.index.actions[action.label].clauses]
    found = []
    for clause, source in zip(action.clauses, sources, strict=True):
        same = [j for j, one in enumerate(action.clauses) if one.label == clause.label]
        if any(action.clauses[j].kind == "forbid" for j in same):
            found.append((sum(1 << j for j in same), w.m.number("forbid", source)))
    return found


def _rules(w: Playing, action: p.ActionDef, ruled: c.Expr | None, best: Sequence[c.Expr]) -> None:
    """Notes which clauses rule values out."""
    if ruled is None:
        return
    for k, clause in enumerate(action.clauses):
        if clause.kind == "forbid":
            bit = c.Cast(U64, c.Binary("!=", best[k], c.Int(0)))
            w.add(c.Assign(ruled, c.Binary("<<", bit, c.Int(k)) if k else bit, "|="))


def _ruled(w: Playing, action: p.ActionDef) -> c.Name | None:
    if not any(clause.kind == "forbid" for clause in action.clauses):
        return None
    return w.declare("ruled", U64, c.Int(0), fixed=False)


# ------------------------------------------------------------ one parameter


def _flat(w: Playing, action: p.ActionDef, found: Plan, *, noted: bool) -> Counted:
    ruled = None if noted else _ruled(w, action)
    of = _all_values(w, found)
    permits = [k for k, clause in enumerate(action.clauses) if clause.kind == "permit"]
    kept = {k: w.declare("decides", of.type, c.Int(0), fixed=False) for k in permits} if len(permits) > 1 else {}
    ok = w.declare("legal", of.type, c.Int(0), fixed=False)
    with w.block() as inner:
        permitted, best = _judged(w, action, of, {})
        _rules(w, action, ruled, best)
        for mask, number in forbids(w, action) if noted else ():
            rules = c.Binary("!=", _any([b for k, b in enumerate(best) if mask >> k & 1]), c.Int(0))
            w.fired(number, c.Cast(c.Named("uint32_t"), rules))
        w.add(*(c.Assign(name, best[k]) for k, name in kept.items()), c.Assign(ok, permitted))
    w.add(c.If(of.all, tuple(inner)) if of.var else c.Block(tuple(inner)))

    def take(w: Playing, k: c.Expr, sink: Sink) -> None:
        at: c.Expr = c.Int(0)
        if found.last is not None:
            nth = "nth_card" if of.is_cards else "nth_of"
            at = w.declare("picked", c.INT, c.Call(nth, (ok, c.Cast(c.Named("unsigned"), k))))
            number = found.inner == "numbers"
            w.env[found.last.name] = Value(at, c.INT, False, GREATEST) if number else Value(at, c.INT)
        if len(permits) == 1:
            _fire(w, action, permits[0])
        for j, name in kept.items():
            bit = c.Binary("&", c.Binary(">>", name, at), c.Int(1))
            _fire(w, action, j, c.Cast(c.Named("uint32_t"), bit))
        w.picked = picked_out(action, w.m.sources)
        carry_out(w, action, sink)
        w.picked = None

    return Counted(size(of, ok) if of.var else ok, ruled, take)


def _fire(w: Playing, action: p.ActionDef, k: int, times: c.Expr | None = None) -> None:
    source = w.m.index.actions[action.label].clauses[k].source
    w.fired(w.m.number("permit", source), times)


def carry_out(w: Playing, action: p.ActionDef, sink: Sink) -> None:
    """What a move does, whose arguments are at hand."""
    if action.effect is not None:
        args = tuple(t.Local(q.name, q.kind) for q in action.effect.params)
        add(w, (p.Do(t.Call(action.effect.name, args, action.effect.result)),), sink)


# ------------------------------------------------------------ a list, and perhaps a second parameter


def _listed(w: Playing, action: p.ActionDef, found: Plan, outer: p.MoveParam) -> Counted:
    ruled = _ruled(w, action)
    held = lists.listed(w, outer)
    count = w.declare("count", U64, c.Int(0), fixed=False)
    apart = [k for k, clause in enumerate(action.clauses) if outer.name not in free(clause.test)]
    uniform = len(apart) == len(action.clauses)
    type_ = U64
    n = c.Through(held, "n")
    ok = w.declare("legal", type_, c.Int(0), fixed=False) if uniform else None
    bits = None
    if not uniform:
        number, w.m.legal = w.m.legal, w.m.legal + 1
        place = c.Unary("&", c.At(c.Through(G, "legal"), c.Int(number)))
        bits = w.declare("bits", c.Pointer(U64), c.Call("bits_for", (G, place, held)))
    with w.block() as inner:
        of = _all_values(w, found)
        if found.last is not None and may_be_too_many(action, w.m.domains, len(w.m.layout.deck)):
            ways = w.declare("ways", c.INT, c.Int(0), fixed=False)
            w.add(one_more_way(w, ways, c.Binary("*", n, size(of, of.all))))
        with w.block() as judged:
            known = {k: _held(w, action, action.clauses[k], of) for k in apart}
            if ok is not None:
                permitted, best = _judged(w, action, of, known)
                _rules(w, action, ruled, best)
                w.add(c.Assign(ok, permitted), c.Assign(count, c.Binary("*", n, size(of, ok))))
            else:
                assert bits is not None
                _each_entry(w, action, found, outer, held, of, known, ruled, bits, count)
        first = first_forbid(action)
        if first is not None and ruled is not None:
            test = value(w, action.clauses[first].test).expr
            judged = [c.If(test, (c.Assign(ruled, c.Int(1 << first, True)),), tuple(judged))]
        w.add(c.If(of.all, tuple(judged)) if of.var else c.Block(tuple(judged)))
    w.add(c.If(n, tuple(inner)))

    def take(w: Playing, k: c.Expr, sink: Sink) -> None:
        rest = w.declare("rest", U64, k, fixed=False)
        j = w.declare("j", c.Named("size_t"), c.Int(0), fixed=False)
        here: c.Expr = ok if ok is not None else c.At(bits or G, j)
        many = c.Name(w.fresh("many"))
        there = c.Declare(c.Constant(U64), many.name, c.Call("bits_in", (here,)) if found.last else here)
        w.add(c.For(None, None, None, (
            there, c.If(c.Binary("<", rest, many), (c.Break(),)), c.Assign(rest, many, "-="), c.Step(j))))  # fmt: skip
        w.env[outer.name] = lists.entry(w, outer, held, j)
        if found.last is not None:
            at = w.declare("picked", c.INT, c.Call("nth_of", (here, c.Cast(c.Named("unsigned"), rest))))
            w.env[found.last.name] = Value(at, c.INT)
        _permits(w, action)
        carry_out(w, action, sink)

    return Counted(count, ruled, take)


def _each_entry(
    w: Playing, action: p.ActionDef, found: Plan, outer: p.MoveParam, held: c.Name, of: Among,
    known: dict[int, c.Expr], ruled: c.Expr | None, bits: c.Expr, count: c.Expr,
) -> None:  # fmt: skip
    j = c.Name(w.fresh("j"))
    outside = dict(w.env)
    with w.block() as body:
        w.env[outer.name] = lists.entry(w, outer, held, j)
        permitted, best = _judged(w, action, of, known)
        _rules(w, action, ruled, best)
        w.add(c.Assign(c.At(bits, j), permitted))
        w.add(c.Assign(count, size(of, permitted) if of.var else permitted, "+="))
    w.env = outside
    head = c.Declare(c.Named("size_t"), j.name, c.Int(0))
    w.add(c.For(head, c.Binary("<", j, c.Through(held, "n")), c.Step(j), tuple(body)))


def _permits(w: Playing, action: p.ActionDef) -> None:
    """Counts the permits that decide for the arguments at hand: the only one there is, or found again."""
    permits = [k for k, clause in enumerate(action.clauses) if clause.kind == "permit"]
    if len(permits) == 1:
        _fire(w, action, permits[0])
        return
    with w.block() as inner:
        decides = effects.best(w, action.clauses, held_bits(w, action.clauses))
        for k in permits:
            bit = c.Binary("&", c.Binary(">>", decides, c.Int(k)), c.Int(1))
            _fire(w, action, k, c.Cast(c.Named("uint32_t"), bit))
    w.add(c.Block(tuple(inner)))


# ------------------------------------------------------------ any parameters


def _searched(w: Playing, action: p.ActionDef, nested: Nested | None) -> Counted:
    """A function that goes through the moves up to the k-th legal one, whose arguments it leaves in `to`: one by one,
    or (`nested`) by sets of the values of the last choice."""
    m = w.m
    key = "found", action.label
    type_ = f"found_{m.names.get(action.judge, action.label)}" if key not in m.apart else m.listed[action.label]
    if key not in m.apart:
        type_ = m.listed[action.label] = m.give("arguments")
        members = [*(_member(w, q, i) for i, q in enumerate(action.params)), *DECIDED]
        m.types.append(c.Struct(type_, tuple((member, "") for member in members)))
        params = (c.Param(U64, "wanted"), c.Param(c.Pointer(c.Named(type_)), "to"))

        def go(inner: Playing) -> None:
            inner.names |= {"count"}
            inner.often = True
            if may_be_too_many(action, w.m.domains, len(w.m.layout.deck)):
                inner.ways = inner.declare("ways", c.INT, c.Int(0), fixed=False)
            inner.add(c.Declare(U64, "count", c.Int(0)), c.Assign(c.Through(TO, "ruled"), c.Int(0)))
            if nested is None:
                _through(inner, action.params, lambda w: _judged_alone(w, action))
            else:
                _all_nested(inner, action, nested)
            inner.add(c.Return(c.Name("count")))

        m.apart[key] = w.outlined("find", params, U64, go)
    to = w.declare("to", c.Named(type_), c.Values((c.Int(0),)), fixed=False)
    call = w.call(m.apart[key], (c.Int((1 << 64) - 1, True), c.Unary("&", to)))
    count = w.declare("count", U64, call)

    def take(w: Playing, k: c.Expr, sink: Sink) -> None:
        w.add(c.Do(c.Cast(c.VOID, w.call(m.apart[key], (k, c.Unary("&", to))))))
        for i, q in enumerate(action.params):
            at = c.Member(to, f"p_{i}")
            param = _member(w, q, i)
            pile = isinstance(param.type, c.Array)
            w.env[q.name] = Value(at, c.PILE if pile else param.type)
        best = c.Member(to, "deciding")
        for j, clause in enumerate(action.clauses):
            if clause.kind == "permit":
                bit = c.Binary("&", c.Binary(">>", best, c.Int(j)), c.Int(1))
                _fire(w, action, j, c.Cast(c.Named("uint32_t"), bit))
        carry_out(w, action, sink)

    return Counted(count, c.Member(to, "ruled"), take)


def _member(w: Playing, param: p.MoveParam, i: int) -> c.Param:
    match param.choice:
        case p.PickCards():
            pile = lists.is_ordered(w, param)
            return c.Param(c.Array(c.BYTE, c.Name("PILE")) if pile else c.CARDS, f"p_{i}")
        case p.PickFrom(t.Numbers()):
            return c.Param(c.NUM, f"p_{i}")
        case _:
            return c.Param(c.INT, f"p_{i}")


def _through(w: Playing, params: tuple[p.MoveParam, ...], judge: Callable[[Playing], None]) -> None:
    """Goes through what the parameters may be, each given those before it; in the end the move is judged."""
    if not params:
        judge(w)
        return
    param, *others = params
    rest = tuple(others)
    outer = dict(w.env)
    match param.choice:
        case p.PickCards():
            held = lists.listed(w, param)
            j = c.Name(w.fresh("j"))
            with w.block() as body:
                w.env[param.name] = lists.entry(w, param, held, j)
                _through(w, rest, judge)
            head = c.Declare(c.Named("size_t"), j.name, c.Int(0))
            w.add(c.For(head, c.Binary("<", j, c.Through(held, "n")), c.Step(j), tuple(body)))
        case p.PickCard(cards) | p.PickFrom(t.CardsOf(cards)):
            among = w.named(card_set(w, cards), "from")
            with folds.loop(w, param.name, t.CardsOf(cards), among):
                _through(w, rest, judge)
        case p.PickFrom(t.Seats(start)):
            w.add(c.Do(c.Cast(c.VOID, value(w, start).expr)))
            with folds.loop(w, param.name, t.Words("player")):
                _through(w, rest, judge)
        case p.PickFrom(over):
            with folds.loop(w, param.name, over):
                _through(w, rest, judge)
    w.env = outer


def _all_nested(w: Playing, action: p.ActionDef, nested: Nested) -> None:
    """Goes through all choices but the last. Clauses that look at the last one alone are judged once."""
    others = {q.name for q in nested.outer}
    apart = [k for k, clause in enumerate(action.clauses) if not others & free(clause.test).keys()]
    if others & free(nested.last.choice).keys() or not apart:
        _through(w, nested.outer, lambda w: _judged_last(w, action, nested, _all_values(w, nested), {}))
        return
    of = _all_values(w, nested)
    with w.block() as inner:
        known = {k: _held(w, action, action.clauses[k], of) for k in apart}
        _through(w, nested.outer, lambda w: _judged_last(w, action, nested, of, known))
    w.add(c.If(of.all, tuple(inner)))


def _judged_last(w: Playing, action: p.ActionDef, nested: Nested, of: Among, known: dict[int, c.Expr]) -> None:
    """Counts the legal values of the last choice, and leaves there where the one wanted is among them."""
    with w.block() as inner:
        if w.ways is not None:
            w.add(one_more_way(w, w.ways, size(of, of.all)))
        permitted, best = _judged(w, action, of, known)
        _rules(w, action, c.Through(TO, "ruled"), best)
        many = w.declare("many", U64, size(of, permitted))
        left = c.Binary("-", c.Name("wanted"), c.Name("count"))
        with w.block() as found:
            nth = c.Call("nth_card" if of.is_cards else "nth_of", (permitted, c.Cast(c.Named("unsigned"), left)))
            at = w.declare("picked", c.INT, nth)
            w.env[nested.last.name] = Value(at, c.INT)
            decides: c.Expr = c.Int(0)
            for k, clause in enumerate(action.clauses):
                if clause.kind == "permit":
                    bit = c.Cast(U64, c.Binary("&", c.Binary(">>", best[k], at), c.Int(1)))
                    decides = c.Binary("|", decides, c.Binary("<<", bit, c.Int(k)))
            w.add(*_arguments(w, action, decides))
        w.add(c.If(c.Binary("<", left, many), tuple(found)), c.Assign(c.Name("count"), many, "+="))
    w.add(c.If(of.all, tuple(inner)))


def _arguments(w: Playing, action: p.ActionDef, decides: c.Expr) -> list[c.Statement]:
    """Leaves the arguments at hand, and the clauses that decide, in `to`, and goes back."""
    found: list[c.Statement] = []
    for i, q in enumerate(action.params):
        at, param = c.Through(TO, f"p_{i}"), _member(w, q, i)
        if isinstance(param.type, c.Array):
            found.append(c.Do(c.Call("copy_pile", (at, w.env[q.name].expr))))
        else:
            found.append(c.Assign(at, w.env[q.name].expr))
    return [*found, c.Assign(c.Through(TO, "deciding"), decides), c.Return(c.Name("count"))]


def _judged_alone(w: Playing, action: p.ActionDef) -> None:
    clauses = action.clauses
    if w.ways is not None:
        w.add(one_more_way(w, w.ways))
    held = held_bits(w, clauses)
    decides = effects.best(w, clauses, held)
    permits = sum(1 << k for k, clause in enumerate(clauses) if clause.kind == "permit")
    forbids = (1 << len(clauses)) - 1 & ~permits
    ruled = c.Binary("&", decides, c.Int(forbids, True))
    allowed = c.Binary("&", decides, c.Int(permits, True))
    if may_clash(action):
        clash = c.Binary("||", c.Binary("&&", held, c.Unary("!", decides)), c.Binary("&&", ruled, allowed))
        w.add(c.If(clash, (c.Do(c.Call("stop", (G, c.Name("CLASH")))),)))
    w.add(c.Assign(c.Through(TO, "ruled"), ruled, "|="))
    found = c.If(c.Binary("==", c.Name("count"), c.Name("wanted")), tuple(_arguments(w, action, decides)))
    w.add(c.If(allowed, (found, c.Step(c.Name("count")))))
