"""Ranges as loops of C, and what is folded over them; sets of cards are judged at once where their attributes decide.

Leaves conditions and values to `engine.c.rules.values`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from math import prod
from typing import assert_never

from engine.c import tree as c
from engine.c.rules.choices import each_choice
from engine.c.rules.engine import FALSE, TRUE, WIDE, Engine, G, Value, Writer, c_type, negated
from engine.core import terms as t
from engine.core.by_card import free
from engine.core.exclusive import unfolded
from engine.core.plans.set_sums import summed
from engine.core.plans.threshold_sets import Threshold, threshold
from engine.core.types import kind
from engine.core.unsupported import Unsupported
from engine.core.ways import MOST_WAYS
from spec.ir import nodes as ir
from spec.ir.types import domain_of, may_lack

MOST_NUMBERS = 512
MOST_PLACES = 64
MOST_PLANES = 8
WIDE_BOUND = 1 << 31
"""A bound that may be so far from 0 is no number of a table."""
FEW = 2
"""So many different values of cards are added up by counting."""

# ------------------------------------------------------------ ranges


@contextmanager
def loop(w: Writer, var: str, over: t.Range, among: Value | None = None) -> Iterator[Value]:
    """A loop over a range round what is added; `among`: the set of those cards of it that matter."""
    if isinstance(over, t.ShapesIn | t.RestsIn):
        with _selections(w, var, over) if isinstance(over, t.ShapesIn) else _rests(w, var, over) as bound:
            yield bound
        return
    outer = dict(w.env)
    match over:
        case t.Words(domain):
            v = c.Name(w.fresh(var))
            head = _counting(v.name, c.Int(0), c.Int(w.m.domains[domain]), "<")
            first: tuple[c.Statement, ...] = ()
            bound = Value(v, c.INT)
        case t.Piles():
            left, v = c.Name(w.fresh("left")), c.Name(w.fresh(var))
            step = c.Assign(left, c.Binary("-", left, c.Int(1)), "&=")
            head = c.For(c.Declare(c.BITS, left.name, occupied(w, over)), left, step, ())
            first = (c.Declare(c.Constant(c.INT), v.name, c.Call("lowest_bit", (left,))),)
            bound = Value(v, c.INT)
        case t.Seats(start, against):
            begin = w.named(w.value(start), "leader")
            turned = None if against is None else w.named(w.value(against), "against")
            i, v = c.Name(w.fresh("seat")), c.Name(w.fresh(var))
            head = _counting(i.name, c.Int(0), c.Name("PLAYERS"), "<")
            on: c.Expr = i
            if turned is not None:
                back = c.Binary("&&", turned.expr, i)
                on = c.Choice(back, c.Binary("-", c.Name("PLAYERS"), i), i)
            first = (c.Declare(c.Constant(c.INT), v.name, c.Call("seats_on", (begin.expr, on))),)
            bound = Value(v, c.INT)
        case t.CardsOf(cards):
            found = among or w.value(cards)
            v = c.Name(w.fresh(var))
            head, card = _each_of_set(w, found) if found.type == c.CARDS else _each_of_pile(w, found)
            first = (c.Declare(c.Constant(c.INT), v.name, card),)
            bound = Value(v, c.INT)
        case t.Numbers(low, high):
            a, b = w.operands(lambda: w.value(low), lambda: w.value(high))
            last = w.named(b, "last")
            v = c.Name(w.fresh(var))
            wide = c.NUM if c.NUM in (a.type, b.type) else c.INT
            head = _counting(v.name, a.expr, last.expr, "<=", wide)
            first, bound = (), Value(v, wide, False, max(a.bound, b.bound))
        case _:
            assert_never(over)
    with w.block() as body:
        w.env[var] = bound
        yield bound
    w.env = outer
    used = c.names(tuple(body))
    kept = tuple(s for s in first if not isinstance(s, c.Declare) or s.name in used)
    w.add(c.For(head.first, head.cond, head.step, (*kept, *body)))


@contextmanager
def _selections(w: Writer, var: str, over: t.ShapesIn) -> Iterator[Value]:
    """A loop over the selections of a shape: the same as over the choices of a move."""
    outer = dict(w.env)
    found, v = w.named(w.card_set(over.cards), "from"), c.Name(w.fresh(var))
    with w.block() as body:
        w.env[var] = Value(v, c.CARDS)
        yield w.env[var]
    w.env = outer
    one = c.Constant(c.CARDS)
    each_choice(w, found.expr, w.m.index.shapes[over.shape], lambda at: (c.Declare(one, v.name, at), *body))


@contextmanager
def _rests(w: Writer, var: str, over: t.RestsIn) -> Iterator[Value]:
    """A loop over what is left when selections are taken out, which are found first."""
    outer = dict(w.env)
    found, v, ways = w.named(w.card_set(over.cards), "from"), c.Name(w.fresh(var)), c.Name(w.fresh("ways"))
    at = c.Unary("&", ways)
    w.add(c.Declare(c.Named("rests"), ways.name, None), c.Do(c.Call("begin_rests", (at,))))
    if w.m.selections is None:
        for shape in over.shapes:
            each_choice(w, found.expr, w.m.index.shapes[shape], lambda one: (c.Do(c.Call("take_out", (G, at, one))),))
    else:
        number = w.m.selections.setdefault(over.shapes, len(w.m.selections))
        _kept_selections(w, c.At(c.Through(G, "selections"), c.Int(number)), at, found.expr, over.shapes)
    w.add(c.Do(c.Call("open_rests", (at, found.expr))))
    with w.block() as body:
        w.env[var] = Value(v, c.CARDS)
        yield w.env[var]
    w.env = outer
    w.stops()
    rest = c.Declare(c.Constant(c.CARDS), v.name, c.Member(ways, "rest"))
    w.add(c.For(None, c.Call("next_rest", (G, at)), None, (rest, *body)))


def _kept_selections(w: Writer, place: c.Expr, ways: c.Expr, cards: c.Expr, shapes: tuple[str, ...]) -> None:
    """Takes out what is known of these cards, or found now of them and perhaps of one card more."""
    kept = c.Unary("&", place)
    lacking = w.named(Value(c.Call("not_known", (kept, cards)), c.CARDS), "lacking")
    with w.block() as inner:
        w.add(c.Do(c.Call("begin_known", (kept,))))
        for shape in shapes:
            each_choice(
                w, lacking.expr, w.m.index.shapes[shape], lambda one: (c.Do(c.Call("note_known", (G, kept, one))),)
            )
        w.add(c.Assign(c.Member(place, "all"), lacking.expr))
    w.add(c.If(w.m.any_card(lacking.expr), tuple(inner)), c.Do(c.Call("take_known", (ways, kept, cards))))


def _counting(name: str, low: c.Expr, high: c.Expr, op: c.BinaryOp, type_: c.Type = c.INT) -> c.For:
    return c.For(c.Declare(type_, name, low), c.Binary(op, c.Name(name), high), c.Step(c.Name(name)), ())


def _each_of_set(w: Writer, cards: Value) -> tuple[c.For, c.Expr]:
    left = c.Name(w.fresh("left"))
    head = c.For(c.Declare(c.CARDS, left.name, cards.expr), w.m.any_card(left), w.m.next_card(left), ())
    return head, c.Call("low_of", (left,))


def _each_of_pile(w: Writer, cards: Value) -> tuple[c.For, c.Expr]:
    pile, i = w.named(cards, "pile").expr, w.fresh("i")
    return _counting(i, c.Int(1), c.At(pile, c.Int(0)), "<="), c.At(pile, c.Name(i))


def occupied(w: Writer, over: t.Piles) -> c.Expr:
    """The places of a row that hold a card, as bits."""
    known = w.present(over)
    if known is not None:
        return known
    found = _held_in(w.m, over.zones[0], over.domain)
    for name in over.zones[1:]:
        found = c.Binary("|", found, _held_in(w.m, name, over.domain))
    return found


def _held_in(m: Engine, name: str, domain: str) -> c.Expr:
    """The places at which a zone of the row holds a card, at whatever other index."""
    decl = m.zones[name]
    sizes = [m.domains[one] for one in decl.index]
    depth = len(sizes) - 1 - decl.index[::-1].index(domain)
    if sizes[depth] > MOST_PLACES:
        raise Unsupported(f"a row of {sizes[depth]} places")
    before, width = prod(sizes[:depth]), prod(sizes[depth + 1 :])
    first = c.Binary("+", c.Member(c.Through(G, "s"), "piles" if decl.ordered else "sets"), m.place(name))
    shape = (sizes[depth], width, sizes[depth] * width, before)
    return c.Call("piles_held" if decl.ordered else "sets_held", (first, *map(c.Int, shape)))


def most(m: Engine, over: t.Range) -> int:
    """How many values a range has at most; of numbers so many as there is room for."""
    match over:
        case t.Words(domain) | t.Piles(domain):
            return m.domains[domain]
        case t.Seats():
            return m.layout.players
        case t.CardsOf():
            return len(m.layout.deck)
        case t.Numbers(t.Number(low), t.Number(high)):
            return max(high - low + 1, 0)
        case t.Numbers():
            return MOST_NUMBERS
        case t.ShapesIn() | t.RestsIn():
            return MOST_WAYS
        case _:
            assert_never(over)


# ------------------------------------------------------------ sets of cards judged at once


def holding(w: Writer, var: str, cond: t.Expr) -> Value | None:
    """The cards of the deck for which a condition holds, by what is on them; None where that does not decide."""
    if set(free(cond)) <= {var} and (values := w.m.by_card.values(cond, var)) is not None:
        return Value(w.m.cards(sum(1 << i for i, held in enumerate(values) if held)), c.CARDS)
    match cond:
        case t.Not(item):
            of = holding(w, var, item)
            return None if of is None else Value(c.Unary("~", of.expr), c.CARDS, of.faulty)
        case t.And(items) | t.Or(items):
            return _together(w, var, items, "&" if isinstance(cond, t.And) else "|")
        case t.Compare("=" | "!=" as op, left, right):
            found = _equal(w, var, left, right) or _equal(w, var, right, left)
            if found is None and w.m.thresholds:
                return _counted(w, var, cond)
            if found is None or op == "=":
                return found
            return Value(c.Unary("~", found.expr), c.CARDS, found.faulty)
        case t.Member(t.Local(name), cards) if name == var and var not in free(cards):
            return w.card_set(cards)
        case _:
            return _counted(w, var, cond) if w.m.thresholds else None


def _counted(w: Writer, var: str, cond: t.Expr) -> Value | None:
    """The same where what a card counts is held against a bound, or a condition comes to that."""
    if var not in free(cond):
        found = w.value(cond)
        return Value(c.Choice(found.expr, w.m.cards(w.m.all_cards), w.m.no_cards), c.CARDS, found.faulty)
    match cond:
        case t.Call():
            body = unfolded(cond, w.m.by_card.functions)
            return None if body is None else holding(w, var, body)
        case t.Compare():
            known = threshold(w.m.by_card, cond, var)
            return None if known is None else _up_to(w, known)
        case _:
            return None


def _up_to(w: Writer, known: Threshold) -> Value | None:
    """The cards by the bound."""
    with w.block() as inner:
        bound = w.value(known.bound)
    if bound.bound >= WIDE_BOUND:
        return None
    w.add(*inner)

    def up_to(most: int) -> c.Expr:
        table = w.m.set_table(("up to", known.up_to), "up to", known.up_to)
        first = known.least - 1 - most
        at = c.Binary("-", bound.expr, c.Int(first)) if first else bound.expr
        return c.Call("set_up_to", (table, c.Int(len(known.up_to)), at))

    held: dict[str, Callable[[], c.Expr]] = {
        "<=": lambda: up_to(0),
        "<": lambda: up_to(-1),
        ">": lambda: c.Unary("~", up_to(0)),
        ">=": lambda: c.Unary("~", up_to(-1)),
        "=": lambda: c.Binary("&", up_to(0), c.Unary("~", up_to(-1))),
        "!=": lambda: c.Binary("|", up_to(-1), c.Unary("~", up_to(0))),
    }
    return Value(held[known.compared](), c.CARDS, bound.faulty)


def _together(w: Writer, var: str, items: tuple[t.Expr, ...], op: c.BinaryOp) -> Value | None:
    """Several conditions: none after the first may need statements or stop play, since it might not be read."""
    result = holding(w, var, items[0])
    for item in items[1:]:
        with w.block() as inner:
            other = holding(w, var, item) if result else None
        if result is None or other is None or inner or other.faulty:
            return None
        result = Value(c.Binary(op, result.expr, other.expr), c.CARDS, result.faulty)
    return result


def _equal(w: Writer, var: str, on_card: t.Expr, wanted: t.Expr) -> Value | None:
    if var in free(wanted):
        return None
    match on_card:
        case t.Attr(attr, t.Local(name)) if name == var and isinstance(wanted, t.Attr) and wanted.attr == attr:
            other = w.value(wanted.card)
            card = c.Call("somebody", (G, other.expr)) if w.m.by_card.lacking else other.expr
            return Value(c.At(w.m.groups((attr,)), card), c.CARDS, other.faulty or w.m.by_card.lacking)
        case t.Attr(attr, t.Local(name), lacking) if name == var:
            found = w.value(wanted)
            table, of = w.m.cards_of(attr), kind(wanted)
            if lacking:
                return Value(c.At(table, c.Binary("+", found.expr, c.Int(1))), c.CARDS, found.faulty)
            sure = domain_of(of) != "" and not may_lack(of)
            cards = c.At(table, found.expr) if sure else c.Call("cards_of", (table, found.expr))
            return Value(cards, c.CARDS, found.faulty)
        case t.Local(name) if name == var and kind(wanted) == ir.Card() and not w.m.by_card.lacking:
            found = w.value(wanted)
            return Value(c.Call("ONE", (found.expr,)), c.CARDS, found.faulty)
        case t.Local(name) if name == var and kind(wanted) == ir.Card(True) and not w.m.by_card.lacking:
            found = w.value(wanted)
            return Value(c.Call("card_or_none", (found.expr,)), c.CARDS, found.faulty)
        case _:
            return None


def within(w: Writer, var: str, cond: t.Expr, among: c.Expr) -> c.Expr | None:
    """Those of a set of cards for which a condition holds, by what is on them; None where that does not decide.

    Each of several conditions is only asked where those before it leave a card.
    """
    if var not in free(cond):
        return c.Choice(w.value(cond).expr, among, w.m.no_cards)
    match cond:
        case _ if set(free(cond)) == {var} and w.m.by_card.values(cond, var) is not None:
            found = holding(w, var, cond)
        case t.Not(item):
            other = within(w, var, item, among)
            return None if other is None else c.Binary("&", among, c.Unary("~", other))
        case t.And(items):
            return _narrowed(w, var, items, among)
        case t.Or(items):
            return _gathered(w, var, items, among)
        case _:
            found = holding(w, var, cond)
    return None if found is None else c.Binary("&", among, found.expr)


def _narrowed(w: Writer, var: str, items: tuple[t.Expr, ...], among: c.Expr) -> c.Expr | None:
    first = within(w, var, items[0], among)
    if first is None:
        return None
    left = w.declare("left", c.CARDS, first, fixed=False)
    for item in items[1:]:
        with w.block() as inner:
            found = within(w, var, item, left)
        if found is None:
            return None
        w.add(c.If(w.m.any_card(left), (*inner, c.Assign(left, found))))
    return left


def _gathered(w: Writer, var: str, items: tuple[t.Expr, ...], among: c.Expr) -> c.Expr | None:
    first = within(w, var, items[0], among)
    if first is None:
        return None
    held = w.declare("held", c.CARDS, first, fixed=False)
    for item in items[1:]:
        with w.block() as inner:
            left = w.declare("left", c.CARDS, c.Binary("&", among, c.Unary("~", held)))
            with w.block() as asked:
                found = within(w, var, item, left)
        if found is None:
            return None
        w.add(c.Block((*inner, c.If(w.m.any_card(left), (*asked, c.Assign(held, found, "|="))))))
    return held


def _judged(w: Writer, var: str, cond: t.Expr) -> tuple[tuple[c.Statement, ...], Value] | None:
    """What `holding` answers, and the statements that come before; what is compared may only be read for a card."""
    before = w.faulty
    with w.block() as inner:
        found = holding(w, var, cond)
    if found is None:
        w.faulty = before
        return None
    return tuple(inner), found


def filtered(w: Writer, var: str, cards: t.Expr, cond: t.Expr) -> Value:
    """Those of a set of cards for which a condition holds."""
    among = w.card_set(cards)
    judged = _judged(w, var, cond)
    if judged is not None:
        inner, held = judged
        if not inner and not held.faulty:
            return Value(c.Binary("&", among.expr, held.expr), c.CARDS, among.faulty)
        result = w.declare("some", c.CARDS, among.expr, fixed=False)
        w.add(c.If(w.m.any_card(result), (*inner, c.Assign(result, held.expr, "&="))))
        return Value(result, c.CARDS)
    among = w.named(among, "among")
    result = w.declare("some", c.CARDS, w.m.no_cards, fixed=False)
    with loop(w, var, t.CardsOf(cards), among) as card:
        test = w.value(cond)
        w.add(c.If(test.expr, (c.Assign(result, c.Call("ONE", (card.expr,)), "|="),)))
    return Value(result, c.CARDS)


# ------------------------------------------------------------ folds


def fold(w: Writer, expr: t.Fold) -> Value:
    """One value out of those of a range."""
    if isinstance(expr.over, t.CardsOf) and (at_once := _at_once(w, expr, expr.over.cards)) is not None:
        return at_once
    match expr.how:
        case "any" | "all":
            return _quantified(w, expr)
        case "sum":
            return _sum(w, expr)
        case "least" | "greatest" | "only_least" | "only_greatest":
            return _extreme(w, expr)
        case "first":
            return _first(w, expr)
        case _:
            assert_never(expr.how)


def _at_once(w: Writer, expr: t.Fold, cards: t.Expr) -> Value | None:
    """A fold over cards of which only what is on them matters."""
    match expr.how, expr.value, expr.cond:
        case "any" | "all", value, None:
            judged = _judged(w, expr.var, value)
        case "sum", t.Number(1), cond if cond is not None:
            judged = _judged(w, expr.var, cond)
        case "sum", _, cond:
            return _weighed(w, expr, cards) if cond is None else None
        case _:
            return None
    if judged is None:
        return None
    inner, held = judged
    among = w.card_set(cards)
    if not inner and not held.faulty:
        return Value(*_joined(w.m, expr.how, among.expr, held.expr), among.faulty, len(w.m.layout.deck))
    among = w.named(among, "among")
    found, type_ = _joined(w.m, expr.how, among.expr, held.expr)
    empty: dict[str, c.Expr] = {"any": FALSE, "all": TRUE, "sum": c.Int(0)}
    result = w.declare("found", type_, empty[expr.how], fixed=False)
    w.add(c.If(w.m.any_card(among.expr), (*inner, c.Assign(result, found))))
    return Value(result, type_, False, len(w.m.layout.deck))


def _joined(m: Engine, how: str, among: c.Expr, held: c.Expr) -> tuple[c.Expr, c.Type]:
    match how:
        case "any":
            return m.holds_any(c.Binary("&", among, held)), c.BOOL
        case "all":
            return m.none(c.Binary("&", among, c.Unary("~", held))), c.BOOL
        case "sum":
            return c.Call("size_of", (c.Binary("&", among, held),)), c.INT
        case _:
            raise AssertionError(how)


def _weighed(w: Writer, expr: t.Fold, cards: t.Expr) -> Value | None:
    values = w.m.by_card.values(expr.value, expr.var) if set(free(expr.value)) <= {expr.var} else None
    return None if values is None else weighed(w, cards, values)


def weighed(w: Writer, cards: t.Expr, values: Sequence[int]) -> Value | None:
    """A sum of what cards count: from how many there are in a few sets. Counting is quick where processors do it."""
    bound = sum(map(abs, values))
    few = len(set(values) - {0}) <= FEW
    sets = _by_weight(values) if few else planes(values) if w.m.marks is not None else None
    if sets is None or bound >= 1 << 31:
        return None
    among = w.card_set(cards)
    if len(sets) > 1:
        among = w.named(among, "among")
    total: c.Expr = c.Int(0)
    for i, (weight, held) in enumerate(sets):
        size: c.Expr = c.Call("size_of", (c.Binary("&", among.expr, w.m.cards(held)),))
        part = size if weight == 1 else c.Binary("*", c.Int(weight), size)
        total = c.Binary("+", total, part) if i else part
    return Value(total, c.INT, among.faulty, bound)


def _by_weight(values: Sequence[int]) -> list[tuple[int, int]]:
    """The cards of each weight, as bits."""
    weights = sorted(set(values) - {0})
    return [(weight, sum(1 << card for card, v in enumerate(values) if v == weight)) for weight in weights]


def planes(values: Sequence[int]) -> list[tuple[int, int]] | None:
    """Sets with a weight each: for each card the weights of the sets that it is in add up to its value. None where they
    are more than a few."""
    low, high = min(values, default=0), max(values, default=0)
    # Below zero the last weight counts against the others, so that the highest value needs a bit more, too.
    width = max(high.bit_length(), (low + 1).bit_length()) + 1 if low < 0 else high.bit_length()
    if width > MOST_PLANES:
        return None
    found: dict[int, int] = {}
    for k in range(width):
        weight = -(1 << k) if low < 0 and k == width - 1 else 1 << k
        cards = sum(1 << i for i, one in enumerate(values) if one >> k & 1)
        found[cards] = found.get(cards, 0) + weight
    return [(weight, cards) for cards, weight in found.items() if cards]


def _restricted(w: Writer, expr: t.Fold) -> tuple[Value | None, t.Expr | None]:
    """The set of cards for which the condition holds, where it decides by what is on them; and what is left to ask."""
    match expr.over:
        case t.CardsOf(cards) if expr.cond is not None and kind(cards) != ir.Cards(True):
            return filtered(w, expr.var, cards, expr.cond), None
        case _:
            return None, expr.cond


def _quantified(w: Writer, expr: t.Fold) -> Value:
    """Does something hold for some, or for all? Up to the first that decides."""
    some = {"any": True, "all": False}[expr.how]
    result = w.declare("some" if some else "all", c.BOOL, FALSE if some else TRUE, fixed=False)
    with loop(w, expr.var, expr.over):
        test = w.value(expr.value).expr if expr.cond is None else _given(w, expr.cond, expr.value, some)
        decided = (c.Assign(result, TRUE if some else FALSE), c.Break())
        w.add(c.If(test if some else negated(test), decided))
    return Value(result, c.BOOL)


def _given(w: Writer, cond: t.Expr, value: t.Expr, some: bool) -> c.Expr:
    return w.value(t.And((cond, value)) if some else t.Or((t.Not(cond), value))).expr


def _sum(w: Writer, expr: t.Fold) -> Value:
    if isinstance(expr.over, t.Piles) and (expr.cond, expr.value) == (None, t.Number(1)):
        return Value(c.Call("bits_in", (occupied(w, expr.over),)), c.INT, False, MOST_PLACES)
    if w.m.summed and (counted := _sets_that_sum(w, expr)) is not None:
        return counted
    among, cond = _restricted(w, expr)
    result = c.Name(w.fresh("sum"))
    before = len(w.lines)
    with loop(w, expr.var, expr.over, among):
        test = None if cond is None else w.value(cond)
        with w.block() as inner:
            one = w.value(expr.value)
            bound = min(one.bound * most(w.m, expr.over), 1 << 63)
            if bound < WIDE and not (isinstance(expr.over, t.Numbers) and one.bound * (1 << 32) >= WIDE):
                w.add(c.Step(result) if one.expr == c.Int(1) else c.Assign(result, one.expr, "+="))
            else:
                bound = 1 << 63
                w.stops()
                w.add(c.Assign(result, c.Call("add", (G, result, one.expr))))
        w.add(*inner) if test is None else w.add(c.If(test.expr, tuple(inner)))
    type_ = c_type(ir.Int(), bound)
    w.lines.insert(before, c.Declare(type_, result.name, c.Int(0)))
    return Value(result, type_, False, bound)


def _sets_that_sum(w: Writer, expr: t.Fold) -> Value | None:
    """How many selections of any cards count so much: of a few cards without making them."""
    lines = {one.shape.source.label: w.m.shape(one.shape.source.label) for one in w.m.program.shapes}
    known = summed(w.m.program, lines, expr)
    if known is None:
        return None
    cards = w.named(w.card_set(known.cards), "among").expr
    wanted = w.value(known.wanted).expr
    table = w.m.numbers(("values", known.counted), "value of card", known.counted)
    result = w.declare("sets", c.INT, c.Int(0), fixed=False)
    ends = (c.Int(known.least), c.Int(known.most))
    few = c.Binary("<=", c.Call("size_of", (cards,)), c.Name("MOST_SUMMED"))
    w.m.summed = False
    with w.block() as inner:
        w.add(c.Assign(result, w.value(expr).expr))
    w.m.summed = True
    w.add(c.If(few, (c.Assign(result, c.Call("sets_that_sum", (table, cards, *ends, wanted))),), tuple(inner)))
    return Value(result, c.INT, False, most(w.m, expr.over))


def _extreme(w: Writer, expr: t.Fold) -> Value:
    """The least or greatest value, or the one of which it is."""
    only = expr.how.startswith("only")
    better: c.BinaryOp = "<" if expr.how.endswith("least") else ">"
    there = not only and expr.cond is None and expr.empty is None
    among, cond = _restricted(w, expr)
    before = len(w.lines)
    best, found = c.Name(w.fresh("best")), c.Name(w.fresh("found"))
    held = c.Name(w.fresh("holder")) if only else None
    with loop(w, expr.var, expr.over, among) as one:
        test = None if cond is None else w.value(cond)
        with w.block() as inner:
            key = w.named(w.value(expr.value), "key")
            first = c.Binary("||", c.Unary("!", found), c.Binary(better, key.expr, best))
            new: c.Body = (c.Assign(best, key.expr), c.Assign(found, c.Int(1) if only else TRUE))
            again: c.Body = ()
            if held is not None:
                new = (*new, c.Assign(held, one.expr))
                again = (c.If(c.Binary("==", key.expr, best), (c.Step(found),)),)
            if there:
                w.add(c.If(c.Binary(better, key.expr, best), (c.Assign(best, key.expr),)))
            else:
                w.add(c.If(first, new, again))
        w.add(*inner) if test is None else w.add(c.If(test.expr, tuple(inner)))
    if there:
        end = f"{'LLONG' if key.type == c.NUM else 'INT'}_{'MAX' if better == '<' else 'MIN'}"
        w.lines[before:before] = [c.Declare(key.type, best.name, c.Name(end))]
        return Value(best, key.type, False, key.bound)
    declared: list[c.Statement] = [
        c.Declare(key.type, best.name, c.Int(0)),
        c.Declare(c.INT if only else c.BOOL, found.name, c.Int(0) if only else FALSE),
    ]
    if held is not None:
        declared.append(c.Declare(one.type, held.name, c.Int(0)))
    w.lines[before:before] = declared
    return _or_empty(w, expr, found, held or best, one if only else key, only)


def _or_empty(w: Writer, expr: t.Fold, found: c.Expr, result: c.Expr, like: Value, only: bool) -> Value:
    """What was found, else what the fold comes to where there is none."""
    bound = like.bound
    if expr.empty is not None:
        with w.block() as inner:
            other = w.value(expr.empty)
            bound = max(bound, other.bound)
            if not isinstance(expr.empty, t.Fails):
                w.add(c.Assign(result, other.expr))
        w.add(c.If(c.Unary("!", found), tuple(inner)))
    if only:
        w.stops()
        several = c.Binary(">", found, c.Int(1))
        w.add(c.If(several, (c.Do(c.Call("stop", (G, c.Name("UNDEFINED")))),)))
    return Value(result, like.type, False, bound)


def _first(w: Writer, expr: t.Fold) -> Value:
    among, cond = _restricted(w, expr)
    before = len(w.lines)
    result, found = c.Name(w.fresh("first")), c.Name(w.fresh("found"))
    with loop(w, expr.var, expr.over, among) as one:
        test = None if cond is None else w.value(cond)
        seen: c.Body = (c.Assign(result, one.expr), c.Assign(found, TRUE), c.Break())
        w.add(*seen) if test is None else w.add(c.If(test.expr, seen))
    w.lines[before:before] = [c.Declare(one.type, result.name, c.Int(0)), c.Declare(c.BOOL, found.name, FALSE)]
    return _or_empty(w, expr, found, result, one, False)
