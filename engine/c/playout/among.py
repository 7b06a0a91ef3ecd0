"""Conditions judged for all cards of a set, or all symbols of a domain, at once: each becomes a set of bits.

What does not hang on the value is asked once; of several conditions each is asked only of the values that those before
it leave open, but that what is quick and sure is asked together with the one before it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import assert_never

from engine.c import tree as c
from engine.c.playout.play import EPOCH, Playing
from engine.c.rules import folds
from engine.c.rules.engine import FALSE, TRUE, G, Value
from engine.c.rules.values import COSTLY, computed, value
from engine.core import program as p
from engine.core import terms as t
from engine.core.by_card import free
from engine.core.exclusive import unfolded
from engine.core.plans.card_pairs import Relation
from engine.core.plans.cost_model import Held, reads
from engine.core.plans.number_sets import GREATEST, Bounded, bounded
from engine.core.plans.number_sets import told as told_of_number
from engine.core.plans.small_tables import SYMBOL, Ends, Tables
from engine.core.types import kind
from engine.core.uses import nodes, rewrite
from spec.ir.types import is_card, may_lack

MOST_NOTED = 4
FEW_STEPS = 12
"""What takes no more is as quickly found again as it is kept."""


@dataclass(frozen=True, slots=True)
class Among:
    """The values that are judged: as which name, out of which set, of which type; `every` are all that there are.
    Symbols and numbers come from a range; `often`: they are judged again and again while nothing changes."""

    var: str
    all: c.Expr
    every: c.Expr
    type: c.Type
    over: t.Range | None = None
    often: bool = False

    @property
    def is_cards(self) -> bool:
        """Are they cards?"""
        return self.type == c.CARDS

    @property
    def is_numbers(self) -> bool:
        """Are they numbers?"""
        return isinstance(self.over, t.Numbers)

    def within(self, left: c.Expr) -> Among:
        """The same of fewer values."""
        return Among(self.var, left, self.every, self.type, self.over, self.often)


def holding(w: Playing, cond: t.Expr, of: Among, *, gate: bool = True) -> c.Expr:
    """Those of the values for which a condition holds. `gate`: does it come first, so that what follows is only asked
    where it holds?"""
    if of.var not in free(cond):
        return _all_if(w, cond, of, gate)
    if of.is_cards:
        return _cards(w, cond, of)
    if of.is_numbers:
        return _numbers(w, cond, of)
    return _symbols(w, cond, of)


def _and(left: c.Expr, right: c.Expr) -> c.Expr:
    return c.Binary("&", left, right)


def _all_if(w: Playing, cond: t.Expr, of: Among, gate: bool) -> c.Expr:
    """All or none, by a condition on something else."""
    if cond == t.Truth(True):
        return of.all
    test = value(w, cond).expr
    if test in (TRUE, FALSE):
        return of.all if test == TRUE else c.Int(0)
    if not gate and w.m.cost.quick(cond):
        return _and(of.all, c.Call("mask_cards" if of.is_cards else "mask", (test,)))
    return c.Choice(test, of.all, c.Int(0))


def _cards(w: Playing, cond: t.Expr, of: Among) -> c.Expr:
    fixed = w.m.by_card.values(cond, of.var)
    if fixed is not None:
        return _and(of.all, w.m.cards(sum(1 << i for i, held in enumerate(fixed) if held)))
    known = None if w.m.small is None else _known_cards(w, w.m.small, cond, of)
    if known is not None:
        return known
    match cond:
        case t.Not(item):
            return _and(of.all, c.Unary("~", holding(w, item, of)))
        case t.And(items) | t.Or(items):
            return _joined(w, items, of, every=isinstance(cond, t.And))
        case t.Compare("=" | "!=") | t.Member():
            found = folds.holding(w, of.var, cond)
            return one_by_one(w, cond, of) if found is None else _and(of.all, found.expr)
        case t.Compare() | t.Call() if w.m.thresholds:
            with w.block() as inner:
                found = folds.holding(w, of.var, cond)
            if found is None:
                return one_by_one(w, cond, of)
            w.add(*inner)
            return _and(of.all, found.expr)
        case _:
            return one_by_one(w, cond, of)


def _symbols(w: Playing, cond: t.Expr, of: Among) -> c.Expr:
    known = None if w.m.small is None else _known(w, w.m.small, cond, of)
    if known is not None:
        return known
    if w.steady and set(free(cond)) == {of.var} and any(isinstance(n, COSTLY) for n in nodes(cond)):
        return _kept(w, cond, of)
    match cond:
        case t.Not(item):
            return _and(of.all, c.Unary("~", holding(w, item, of)))
        case t.And(items) | t.Or(items):
            return _joined(w, items, of, every=isinstance(cond, t.And))
        case t.Fold("any", inner, t.CardsOf(cards), None, test) if of.var not in free(cards):
            found = w.declare("found", of.type, c.Int(0), fixed=False)
            with folds.loop(w, inner, t.CardsOf(cards)):
                w.add(c.Assign(found, holding(w, test, of), "|="))
            return found
        case t.Call(_, args) if w.steady and (card := _by_card(args, of.var)) is not None:
            return _near(w, cond, card, of)
        case _:
            return one_by_one(w, cond, of)


def _numbers(w: Playing, cond: t.Expr, of: Among) -> c.Expr:
    found = bounded(cond, of.var)
    if found is not None:
        return _and(of.all, _up_or_down(w, found))
    match cond:
        case t.Not(item):
            return _and(of.all, c.Unary("~", holding(w, item, of)))
        case t.And(items) | t.Or(items):
            return _joined(w, items, of, every=isinstance(cond, t.And))
        case t.Call() if told_of_number(cond, of.var, w.m.sources):
            body = unfolded(cond, w.m.sources)
            return one_by_one(w, cond, of) if body is None else holding(w, body, of)
        case _:
            return one_by_one(w, cond, of)


def _up_or_down(w: Playing, found: Bounded) -> c.Expr:
    """The numbers below or above another one, of all that a set may have."""
    if found.more is None:
        end = value(w, found.other)
    else:
        more = found.more
        one, two = w.operands(lambda: value(w, found.other), lambda: value(w, more))
        end = computed(found.op, one, two)
    at = w.named(end, "end").expr
    below, up_to = c.Call("numbers_below", (at,)), c.Call("numbers_up_to", (at,))
    match found.compared:
        case "<":
            return below
        case "<=":
            return up_to
        case ">":
            return c.Unary("~", up_to)
        case ">=":
            return c.Unary("~", below)
        case "=":
            return c.Binary("^", up_to, below)
        case "!=":
            return c.Unary("~", c.Binary("^", up_to, below))
        case _:
            assert_never(found.compared)


def _known_cards(w: Playing, tables: Tables, cond: t.Expr, of: Among) -> c.Expr | None:
    """What is told of a condition on a card by a table; None where the cards have to be asked."""
    beside = tables.beside(cond, of.var)
    if beside is not None:
        other = w.named(value(w, beside.other), "other").expr
        return _and(of.all, c.At(w.m.set_table(("beside", beside.held), "beside", beside.held), other))
    match cond:
        case t.Fold("any", inner, t.CardsOf() as over, None, test) if tables.told_of_card(cond, of.var):
            found = w.declare("found", of.type, w.m.no_cards, fixed=False)
            with folds.loop(w, inner, over):
                w.add(c.Assign(found, holding(w, test, of), "|="))
            return found
        case t.Call() if tables.told_of_card(cond, of.var):
            body = unfolded(cond, w.m.sources)
            return None if body is None else holding(w, body, of)
        case _:
            return None


def _known(w: Playing, tables: Tables, cond: t.Expr, of: Among) -> c.Expr | None:
    """What is told of a condition on a symbol beforehand; None where the symbols have to be asked."""
    bits = tables.constant(cond, of.var)
    if bits is not None:
        return _and(of.all, c.Int(bits, True))
    match cond:
        case t.Compare("=" | "!=" as op, t.Local(of.var), other) | t.Compare("=" | "!=" as op, other, t.Local(of.var)):
            return None if of.var in free(other) else _being(w, op, other, of)
        case t.IsEmpty(t.Zone(name, (t.Local(of.var),))) if name in w.m.rows:
            return _and(of.all, c.Unary("~", w.row(name)))
        case t.Fold("any", inner, over, None, test) if not isinstance(over, t.CardsOf) and of.var not in free(over):
            found = w.declare("found", of.type, c.Int(0), fixed=False)
            with folds.loop(w, inner, over):
                w.add(c.Assign(found, holding(w, test, of), "|="))
            return found
        case t.Either(test, then, other):
            return _either(w, test, then, other, of)
        case _:
            return _often(w, tables, cond, of) if of.often and w.steady else None


def _being(w: Playing, op: str, other: t.Expr, of: Among) -> c.Expr:
    """The one symbol that something is, or all others."""
    found = value(w, other)
    if may_lack(kind(other)):
        found = w.named(found, "other")
    bit: c.Expr = c.Binary("<<", c.Cast(c.BITS, c.Int(1)), found.expr)
    if may_lack(kind(other)):
        bit = c.Choice(c.Binary("<", found.expr, c.Int(0)), c.Int(0), bit)
    return _and(of.all, {"=": bit, "!=": c.Unary("~", bit)}[op])


def _either(w: Playing, test: t.Expr, then: t.Expr, other: t.Expr, of: Among) -> c.Expr:
    """Of those for which a condition holds the one, of those for which it does not the other."""
    yes = w.declare("yes", of.type, holding(w, test, of))
    no = w.declare("no", of.type, _and(of.all, c.Unary("~", yes)))
    found = w.declare("found", of.type, c.Int(0), fixed=False)
    for left, cond in ((yes, then), (no, other)):
        with w.block() as inner:
            w.add(c.Assign(found, holding(w, cond, of.within(left)), "|="))
        w.add(c.If(left, tuple(inner)))
    return found


def _often(w: Playing, tables: Tables, cond: t.Expr, of: Among) -> c.Expr | None:
    """The same of a condition that is asked again and again: what hangs on the symbol alone is kept."""
    if isinstance(cond, t.Not):
        return None
    if free(cond).keys() == {of.var}:
        steps = w.m.cost.of(cond, None) * tables.size(cond, of.var)
        return _kept(w, cond, of) if steps > FEW_STEPS else None
    if isinstance(cond, t.Call) and cond.function in w.m.pairs:
        return None
    ends = tables.ends(cond, of.var)
    if ends is not None and ends.zone.name not in w.m.late:
        return _by_ends(w, ends, of)
    body = unfolded(cond, w.m.sources) if isinstance(cond, t.Call) else None
    return holding(w, body, of) if body is not None and tables.told(body, of.var) else None


def _by_ends(w: Playing, ends: Ends, of: Among) -> c.Expr:
    """The piles whose end goes with a card: for each class of cards found once for as long as nothing changes."""
    m, known = w.m, ends.known
    key = "ends", of.over, known, ends.checked
    near = c.At(c.Through(G, "nears"), c.Int(m.near_numbers.setdefault(key, len(m.near_numbers))))
    card = w.named(value(w, ends.card), "card").expr
    if key not in m.apart:
        of_all = t.Not(t.IsEmpty(ends.zone))
        m.apart[key] = w.outlined(
            "ends", (c.Param(c.BITS, "every"),), c.VOID, lambda w: _fill_classes(w, near, known, of_all), steady=False
        )
    stale = c.Binary("!=", c.Member(near, "epoch"), EPOCH)
    w.add(c.If(stale, (c.Do(w.call(m.apart[key], (of.every,))),)))
    if ends.checked:
        lacking = _and(of.all, c.Unary("~", c.Cast(c.BITS, c.Member(near, "have"))))
        w.add(c.If(c.Call("RARE", (lacking,)), (c.Do(c.Call("stop", (G, c.Name("UNDEFINED")))),)))
    classes = m.numbers(("classes", known.classes), "classes", known.classes)
    return _and(of.all, c.At(c.Member(near, "values"), c.At(classes, card)))


def one_by_one(w: Playing, cond: t.Expr, of: Among) -> c.Expr:
    """The same, with each value asked for by itself."""
    found = w.declare("found", of.type, c.Int(0), fixed=False)
    left = c.Name(w.fresh("left"))
    with each(w, of, left) as one:
        bit = c.Cast(c.Named("set_t" if of.is_cards else "u64"), value(w, cond).expr)
        w.add(c.Assign(found, c.Binary("<<", bit, one), "|="))
    return found


class each:
    """A loop over the values of a set, round what is added."""

    def __init__(self, w: Playing, of: Among, left: c.Name) -> None:
        self.w, self.of, self.left = w, of, left

    def __enter__(self) -> c.Name:
        w, of = self.w, self.of
        self.outer, self.lines = dict(w.env), w.lines
        w.lines = []
        name = c.Name(w.fresh(of.var))
        low = c.Call("low_of" if of.is_cards else "lowest_bit", (self.left,))
        w.add(c.Declare(c.Constant(c.INT), name.name, low))
        w.env[of.var] = Value(name, c.INT, False, GREATEST) if of.is_numbers else Value(name, c.INT)
        return name

    def __exit__(self, *_: object) -> None:
        w = self.w
        inner, w.lines, w.env = w.lines, self.lines, self.outer
        step = c.Assign(self.left, c.Binary("-", self.left, c.Int(1)), "&=")
        w.add(c.For(c.Declare(self.of.type, self.left.name, self.of.all), self.left, step, tuple(inner)))


# ------------------------------------------------------------ several conditions


def _joined(w: Playing, items: Sequence[t.Expr], of: Among, *, every: bool) -> c.Expr:
    """All or any of several conditions."""
    gates = next((k for k, item in enumerate(items) if of.var in free(item)), len(items))
    groups: list[list[int]] = []
    there: Held = frozenset()
    for k, item in enumerate(items):
        if k and of.var not in free(item) and w.m.cost.sure(item, there):
            groups[-1].append(k)
        else:
            groups.append([k])
        there |= reads(item, w.m.sources)

    def told(group: list[int], left: c.Expr) -> c.Expr:
        found: c.Expr | None = None
        for k in group:
            one = holding(w, items[k], of.within(left), gate=k < gates)
            found = one if found is None else c.Binary("&" if every else "|", found, one)
        assert found is not None
        return found

    start = told(groups[0], of.all)
    if len(groups) == 1:
        return start
    found = w.declare("some", of.type, start, fixed=False)
    if every:
        _deeper(w, found, of, groups[1:], told)
        return found
    for group in groups[1:]:
        left = w.declare("left", of.type, _and(of.all, c.Unary("~", found)))
        with w.block() as inner:
            w.add(c.Assign(found, told(group, left), "|="))
        w.add(c.If(left, tuple(inner)))
    return found


def _deeper(
    w: Playing, found: c.Name, of: Among, groups: list[list[int]], told: Callable[[list[int], c.Expr], c.Expr]
) -> None:
    with w.block() as inner:
        left = w.declare("left", of.type, found)
        w.add(c.Assign(found, told(groups[0], left)))
        if len(groups) > 1:
            _deeper(w, found, of, groups[1:], told)
    w.add(c.If(found, tuple(inner)))


# ------------------------------------------------------------ what stays while nothing changes


def _kept(w: Playing, cond: t.Expr, of: Among) -> c.Expr:
    """The values for which a condition on them alone holds, found once for as long as nothing changes."""
    alike = rewrite(cond, lambda n: t.Local(SYMBOL, n.type) if isinstance(n, t.Local) and n.name == of.var else n)
    number = c.Int(w.m.memos.setdefault(("kept", of.over, alike), len(w.m.memos)))
    memo, noted = c.At(c.Through(G, "memo"), number), c.At(c.Through(G, "memo_at"), number)
    with w.block() as inner:
        w.steady = False
        found = holding(w, cond, of.within(of.every))
        w.steady = True
        w.add(c.Assign(memo, c.Cast(c.NUM, found)), c.Assign(noted, EPOCH))
    w.add(c.If(c.Binary("!=", noted, EPOCH), tuple(inner)))
    return _and(of.all, c.Cast(c.BITS, memo))


def _by_card(args: tuple[t.Expr, ...], var: str) -> int | None:
    """The place of the one argument that is a card, where all others are the name."""
    rest = [i for i, arg in enumerate(args) if not (isinstance(arg, t.Local) and arg.name == var)]
    if len(rest) != 1 or len(args) < 2 or var in free(args[rest[0]]):
        return None
    return rest[0] if is_card(kind(args[rest[0]])) else None


def _near(w: Playing, call: t.Call, at: int, of: Among) -> c.Expr:
    """The values that a definition holds of together with a card: found once a card for as long as nothing changes."""
    m, source = w.m, w.m.sources[call.function]
    domain = next(q.kind for j, q in enumerate(source.params) if j != at)
    key = "near", call.function, at, domain, of.over
    card = w.named(value(w, call.args[at]), "card").expr
    number = m.near_numbers.setdefault(key, len(m.near_numbers))
    near = c.At(c.Through(G, "nears"), c.Int(number))
    known = m.pairs.get(call.function) if at in (0, 1) and len(source.params) == 2 else None
    names = [q.name for j, q in enumerate(source.params) if j != at]
    if key not in m.apart:

        def make(inner: Playing) -> None:
            if known is None:
                _fill_card(inner, near, _answer(source), source.params[at].name, names)
            else:
                _fill_classes(inner, near, known)

        params = (*((c.Param(c.INT, "card"),) if known is None else ()), c.Param(c.BITS, "every"))
        m.apart[key] = w.outlined(f"near_{call.function}", params, c.VOID, make, steady=False)
    with w.block() as inner, w.charged(w.stated(call.function)):
        w.add(c.Do(w.call(m.apart[key], (*((card,) if known is None else ()), of.every))))
    stale = c.Binary("!=", c.Member(near, "epoch"), EPOCH)
    if known is not None:
        w.add(c.If(stale, tuple(inner)))
        classes = m.numbers(("classes", known.classes), "classes", known.classes)
        return _and(of.all, c.At(c.Member(near, "values"), c.At(classes, card)))
    lacks = c.Unary("!", c.Call("has", (c.Member(near, "have"), card)))
    w.add(c.If(c.Binary("||", stale, lacks), tuple(inner)))
    return _and(of.all, c.At(c.Member(near, "values"), card))


def _answer(source: p.Function) -> t.Expr:
    match source.body:
        case (p.Answer(cond),) if cond is not None:
            return cond
        case _:
            raise AssertionError(source)


def _fill_card(w: Playing, near: c.Expr, cond: t.Expr, card: str, names: list[str]) -> None:
    w.add(c.If(c.Binary("!=", c.Member(near, "epoch"), EPOCH),
               (c.Assign(c.Member(near, "epoch"), EPOCH), c.Assign(c.Member(near, "have"), c.Int(0)))))  # fmt: skip
    w.env[card] = Value(c.Name("card"), c.INT)
    of = Among(names[0], c.Name("every"), c.Name("every"), c.BITS)
    found = w.declare("found", c.BITS, c.Int(0), fixed=False)
    with each(w, of, c.Name(w.fresh("left"))) as one:
        for name in names[1:]:
            w.env[name] = w.env[names[0]]
        test = c.Cast(c.BITS, value(w, cond).expr)
        w.add(c.Assign(found, c.Binary("<<", test, one), "|="))
    w.add(c.Assign(c.Member(near, "have"), c.Call("ONE", (c.Name("card"),)), "|="))
    w.add(c.Assign(c.At(c.Member(near, "values"), c.Name("card")), found))


def _fill_classes(w: Playing, near: c.Expr, known: Relation, having: t.Expr | None = None) -> None:
    """For all cards at once: each value is noted with those classes of cards that go with the card that it has;
    `having` one, where not all of them do."""
    values = c.Member(near, "values")
    w.add(c.Assign(c.Member(near, "epoch"), EPOCH))
    if having is not None:
        w.add(c.Assign(c.Member(near, "have"), c.Int(0)))
    for k in range(known.size + 1):
        w.add(c.Assign(c.At(values, c.Int(k)), c.Int(0)))
    of = Among(known.name, c.Name("every"), c.Name("every"), c.BITS)
    with each(w, of, c.Name(w.fresh("left"))) as one:
        with w.block() as inner:
            bit = c.Binary("<<", c.Cast(c.BITS, c.Int(1)), one)
            if having is not None:
                w.add(c.Assign(c.Member(near, "have"), bit, "|="))
            _note(w, values, known, w.named(value(w, known.other), "other").expr, bit)
        w.add(*inner) if having is None else w.add(c.If(value(w, having).expr, tuple(inner)))


def _note(w: Playing, values: c.Expr, known: Relation, other: c.Expr, bit: c.Expr) -> None:
    """Notes a value with the classes of cards that go with the card that it has."""
    most = max(x.bit_count() for x in known.meets)
    if most > MOST_NOTED:
        meets = w.m.table(("meets", known.meets), "meets", c.Array(c.Constant(c.BITS), None),
                          lambda: c.Values(tuple(c.Int(x, True) for x in known.meets)))  # fmt: skip
        y = c.Name(w.fresh("y"))
        w.add(c.For(c.Declare(c.BITS, y.name, c.At(meets, other)), y,
                    c.Assign(y, c.Binary("-", y, c.Int(1)), "&="),
                    (c.Assign(c.At(values, c.Call("lowest_bit", (y,))), bit, "|="),)))  # fmt: skip
        return
    rows = [[k for k in range(known.size) if x >> k & 1] for x in known.meets]
    listed = [k for row in rows for k in [*row, *[known.size] * (most - len(row))]]
    table = w.m.numbers(("noted", known.meets), "noted", listed)
    for i in range(most):
        at = c.At(table, c.Binary("+", c.Binary("*", c.Int(most), other), c.Int(i)))
        w.add(c.Assign(c.At(values, at), bit, "|="))
