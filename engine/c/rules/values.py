"""Terms of the core program as C: each becomes statements, as far as it needs them, and an expression.

Leaves ranges and folds to `engine.c.rules.folds`. Numbers are `int` where they are sure to fit, else `num`;
symbols and cards are `int`, nobody -1; cards are a `set_t`, or where they have an order a pointer to a pile.
"""

from __future__ import annotations

from functools import partial
from typing import Literal, assert_never

from engine.c import tree as c
from engine.c.rules import folds
from engine.c.rules.engine import FALSE, NARROW, TRUE, WIDE, Engine, G, Value, Writer, c_type, negated
from engine.core import program as p
from engine.core import terms as t
from engine.core.by_card import free
from engine.core.types import kind
from engine.core.unsupported import Unsupported
from spec.ir import nodes as ir
from spec.ir.types import is_card, is_number, is_truth, may_lack, of_cards

COSTLY = (t.Call, t.Fold, t.CanMove, t.Filter)
"""What is worth keeping where it comes again and nothing changes."""
MIXED = (t.Call, t.Fold, t.Either, t.And, t.Or, t.OneOf, t.Arith, t.Helper)
"""What is worth a table where it hangs on one card alone."""
SIGNS: dict[str, c.BinaryOp] = {"=": "==", "!=": "!=", "<": "<", "<=": "<=", ">": ">", ">=": ">="}
CHECKED = {"+": "add", "-": "subtract", "*": "times"}
MOST_SUMS = 1 << 16


def fitted(w: Writer, expr: t.Expr, wanted: t.Kind) -> Value:
    """A value where a type is asked for."""
    if not of_cards(wanted):
        return value(w, expr)
    return pile(w, expr) if wanted.ordered else card_set(w, expr)


def value(w: Writer, expr: t.Expr) -> Value:
    """Any term, as what it is by itself."""
    found = w.at_hand(expr)
    if found is None:
        found = kept(w, expr) or by_card(w, expr) or plain(w, expr)
    w.faulty |= found.faulty
    return found


def plain(w: Writer, expr: t.Expr) -> Value:
    match expr:
        case t.Truth() | t.Number() | t.Word() | t.OneCard():
            return _constant(expr)
        case t.Local(name):
            return w.env[name]
        case t.Field(name, index):
            return _field(w, name, index)
        case t.Call():
            return called(w, expr)
        case t.Check():
            return _check(w, expr)
        case t.Helper():
            return _helper(w, expr)
        case t.Not() | t.And() | t.Or() | t.Compare() | t.OneOf() | t.Adjacent():
            return _truth(w, expr)
        case t.Arith(op, left, right):
            return _arith(w, op, left, right)
        case t.Either(cond, then, other):
            return _either(w, cond, then, other, kind(expr))
        case t.Attr() | t.Ordinal() | t.Beside():
            return _symbol(w, expr)
        case t.CanMove(actions):
            return _can_move(w, actions)
        case t.Fold():
            return folds.fold(w, expr)
        case t.StepName(step):
            return Value(w.m.step(step), c.INT)
        case t.StepBy(jump):
            return _step_by(w, jump)
        case t.Fails():
            return _fails(w, expr)
        case (
            t.PerPlayer()
            | t.Winners()
            | t.TableName()
            | t.LineName()
            | t.MixName()
            | t.Text()
            | t.Offered()
            | t.Weighed()
        ):
            raise AssertionError(expr)
        case _:
            return _about_cards(w, expr)


def _constant(expr: t.Truth | t.Number | t.Word | t.OneCard) -> Value:
    match expr:
        case t.Truth(held):
            return Value(TRUE if held else FALSE, c.BOOL)
        case t.Number(number) if abs(number) >= WIDE:
            raise Unsupported(f"the number {number}")
        case t.Number(number):
            return Value(c.Int(number), c_type(ir.Int(), abs(number)), False, abs(number))
        case t.Word(_, number) | t.OneCard(number):
            return Value(c.Int(number), c.INT)
        case _:
            assert_never(expr)


def _symbol(w: Writer, expr: t.Attr | t.Ordinal | t.Beside) -> Value:
    match expr:
        case t.Attr(attr, card):
            of = _card(w, card)
            return Value(c.At(w.m.attribute(attr), of.expr), c.INT, of.faulty)
        case t.Ordinal(item):
            of = value(w, item)
            return Value(c.Binary("+", of.expr, c.Int(1)), c.INT, of.faulty, 1 << 16)
        case t.Beside(player, step, players):
            of = value(w, player)
            return Value(c.Call("seats_on", (of.expr, c.Int(step % players))), c.INT, of.faulty)
        case _:
            assert_never(expr)


def _card(w: Writer, card: t.Expr) -> Value:
    """A card of which something is asked; one that the deck lacks has nothing."""
    of = value(w, card)
    return Value(c.Call("somebody", (G, of.expr)), c.INT, True) if w.m.by_card.lacking else of


# ------------------------------------------------------------ values that are known, or kept


def kept(w: Writer, expr: t.Expr) -> Value | None:
    """A value found once and kept for as long as `epoch` stays, since nothing changes meanwhile."""
    wanted = kind(expr)
    if not w.steady or not isinstance(expr, COSTLY) or of_cards(wanted) or free(expr):
        return None
    if isinstance(expr, t.Fold | t.CanMove) or not _quick(w.m, expr):
        at = c.Int(w.m.memos.setdefault(expr, len(w.m.memos)))
        memo, noted = c.At(c.Through(G, "memo"), at), c.At(c.Through(G, "memo_at"), at)
        with w.block() as inner:
            w.steady = False
            found = value(w, expr)
            w.steady = True
            w.add(c.Assign(memo, found.expr), c.Assign(noted, c.Through(G, "epoch")))
        w.faulty |= found.faulty
        w.add(c.If(c.Binary("!=", noted, c.Through(G, "epoch")), tuple(inner)))
        if found.type == c.NUM:
            return Value(memo, c.NUM, False, found.bound)
        return Value(c.Binary("!=", memo, c.Int(0)) if found.type == c.BOOL else c.Cast(c.INT, memo), found.type,
                     False, found.bound)  # fmt: skip
    return None


def _quick(m: Engine, expr: t.Expr) -> bool:
    """Is it a definition that only reads a field, or does a few steps with some?"""
    match expr:
        case t.Call(name, args):
            body = m.sources[name].body
            return all(_quick(m, a) for a in args) and all(
                isinstance(one, p.Answer) and one.value is not None and _quick(m, one.value) for one in body
            )
        case t.Fold() | t.CanMove() | t.Filter() | t.Helper():
            return False
        case t.And(items) | t.Or(items):
            return len(items) < 4 and all(_quick(m, one) for one in items)
        case t.Compare(_, left, right) | t.Arith(_, left, right):
            return _quick(m, left) and _quick(m, right)
        case t.Not(item) | t.Ordinal(item) | t.Attr(_, item) | t.Size(item) | t.IsEmpty(item) | t.Check(_, item):
            return _quick(m, item)
        case t.Either(cond, then, other):
            return _quick(m, cond) and _quick(m, then) and _quick(m, other)
        case _:
            return True


def by_card(w: Writer, expr: t.Expr) -> Value | None:
    """A value that hangs on one card alone, from a table or a set."""
    if not isinstance(expr, MIXED):
        return None
    names = free(expr)
    if len(names) != 1 or of_cards(kind(expr)) or not isinstance(kind(expr), ir.type_classes):
        return None
    ((name, wanted),) = names.items()
    values = w.m.by_card.values(expr, name) if wanted == ir.Card() else None
    if values is None:
        return None
    card = w.env[name].expr
    if is_truth(kind(expr)):
        bits = sum(1 << i for i, held in enumerate(values) if held)
        if bits in (0, w.m.all_cards):
            return Value(TRUE if bits else FALSE, c.BOOL)
        return Value(c.Call("has", (w.m.cards(bits), card)), c.BOOL)
    if not all(abs(v) < NARROW for v in values):
        return None
    table = w.m.numbers(("values", values), "value of card", values)
    return Value(c.At(table, card), c.INT, False, max(map(abs, values)))


# ------------------------------------------------------------ fields and steps


def _field(w: Writer, name: str, index: tuple[t.Expr, ...]) -> Value:
    at = slot(w, name, index)
    slots = w.m.fields[name].slots
    wanted = c.BOOL if is_truth(slots.decl.type) else c.INT
    return Value(c.At(c.Member(c.Through(G, "s"), "fields"), at.expr), wanted, at.faulty, max(-slots.low, slots.high))


def slot(w: Writer, name: str, index: tuple[t.Expr, ...]) -> Value:
    """Which of the state's fields, sets or piles one of a family is."""
    first = w.m.place(name)
    if not index:
        return Value(first, c.INT)
    domains = w.m.zones[name].index if name in w.m.zones else w.m.fields[name].slots.decl.index
    parts = w.operands(*(partial(value, w, part) for part in index))
    at = parts[0].expr
    for part, domain in zip(parts[1:], domains[1:], strict=True):
        at = c.Binary("+", c.Binary("*", at, c.Int(w.m.domains[domain])), part.expr)
    return Value(c.Binary("+", first, at), c.INT, any(part.faulty for part in parts))


def _step_by(w: Writer, jump: str) -> Value:
    """The step that a jump leads to; one out of no turn or loop has no meaning."""
    table = dict(dict(w.m.program.jumps)[jump])
    steps = {w.m.steps[a]: w.m.steps[b] for a, b in table.items()}
    values = [steps.get(i, -1) for i in range(len(w.m.game.steps) + 1)]
    found = c.At(w.m.numbers(("jump", jump), f"to {jump}", values), c.Member(c.Through(G, "s"), "step"))
    return Value(c.Call("somebody", (G, found)), c.INT, True)


def _fails(w: Writer, fails: t.Fails) -> Value:
    name = {"undefined": "UNDEFINED", "open": "OPEN", "gap": "GAP"}[fails.fault]
    if fails.clause:
        cites = next((q.source.cites for q in w.m.game.questions if q.source.label == fails.clause), ())
        w.add(c.Do(c.Call("stop_at", (G, c.Name(name), w.m.clause(fails.clause, cites)))))
    else:
        w.add(c.Do(c.Call("stop", (G, c.Name(name)))))
    w.stops()
    wanted = c_type(fails.type)
    if wanted == c.PILE:
        return Value(_listed(w.m, ()), c.PILE)
    nothing: dict[c.Type, c.Expr] = {c.BOOL: FALSE, c.CARDS: w.m.no_cards}
    return Value(nothing.get(wanted, c.Int(0)), wanted, False, 0)


def _can_move(w: Writer, actions: tuple[str, ...]) -> Value:
    calls = [c.Call("can", (G, w.m.some(label), w.m.action_clause(label))) for label in actions]
    found: c.Expr = calls[0]
    for call in calls[1:]:
        found = c.Binary("||", found, call)
    return Value(found, c.BOOL, True)


# ------------------------------------------------------------ checks


def _check(w: Writer, check: t.Check) -> Value:
    match check:
        case t.Check("somebody", item):
            of = value(w, item)
            return Value(c.Call("somebody", (G, of.expr)), c.INT, True)
        case t.Check("within", item, (t.Number(low), t.Number(high), t.Text(field))):
            of = value(w, item)
            if of.bound <= min(-low, high):
                return of
            decl = w.m.layout.fields[field].decl
            place = w.m.clause(field, decl.source.cites)
            return Value(c.Call("within", (G, of.expr, c.Int(low), c.Int(high), place)), c.INT, True,
                         max(abs(low), abs(high)))  # fmt: skip
        case t.Check("above_zero", item):
            of = value(w, item)
            return Value(c.Call("above_zero", (G, of.expr)), c_type(ir.Int(), of.bound), True, of.bound)
        case t.Check("at_most_one", cards):
            return Value(c.Call("at_most_one", (G, card_set(w, cards).expr)), c.CARDS, True)
        case t.Check("some_cards", cards):
            found = w.named(value(w, cards), "cards")
            w.add(c.If(empty(w.m, found), (c.Do(c.Call("stop", (G, c.Name("UNDEFINED")))),)))
            w.stops()
            return found
        case t.Check("valued", cards, (t.TableName(table),)):
            found = w.named(card_set(w, cards), "cards")
            values = next(one.values for one in w.m.program.tables if one.name == table)
            lacking = c.Binary("&", found.expr, w.m.cards(sum(1 << i for i, v in enumerate(values) if not v)))
            w.add(c.If(w.m.any_card(lacking), (c.Do(c.Call("stop", (G, c.Name("UNDEFINED")))),)))
            w.stops()
            return found
        case _:
            raise AssertionError(check)


def empty(m: Engine, cards: Value) -> c.Expr:
    """Are there no cards?"""
    if cards.type == c.PILE:
        return c.Binary("==", c.At(cards.expr, c.Int(0)), c.Int(0))
    return m.none(cards.expr)


# ------------------------------------------------------------ truth and numbers


def condition(w: Writer, expr: t.Expr) -> c.Expr:
    """A condition to branch on."""
    return value(w, expr).expr


def _truth(w: Writer, expr: t.Not | t.And | t.Or | t.Compare | t.OneOf | t.Adjacent) -> Value:
    match expr:
        case t.Not(item):
            of = value(w, item)
            return Value(negated(of.expr), c.BOOL, of.faulty)
        case t.And(items):
            return _in_turn(w, items, "&&")
        case t.Or(items):
            return _in_turn(w, items, "||")
        case t.Compare(op, left, right):
            return _compare(w, op, left, right)
        case t.OneOf(item, among):
            of = w.named(value(w, item), "one")
            found: c.Expr = FALSE
            same: c.Expr
            for i, one in enumerate(among):
                lacks = one == t.OneCard(ir.NOBODY)
                same = FALSE if lacks else c.Binary("==", of.expr, value(w, one).expr)
                found = c.Binary("||", found, same) if i else same
            return Value(found, c.BOOL)
        case t.Adjacent(way, left, right, wrap):
            return _adjacent(w, way, left, right, wrap)
        case _:
            assert_never(expr)


def _in_turn(w: Writer, items: tuple[t.Expr, ...], op: Literal["&&", "||"]) -> Value:
    """Items up to the first that decides; what needs statements is only found where it is reached."""
    result = value(w, items[0])
    for item in items[1:]:
        with w.block() as inner:
            found = value(w, item)
            last = found.expr
        if not inner:
            result = Value(c.Binary(op, result.expr, last), c.BOOL, result.faulty or found.faulty)
            continue
        name = w.declare("holds", c.BOOL, result.expr, fixed=False)
        goes_on: c.Expr = name if op == "&&" else c.Unary("!", name)
        w.add(c.If(goes_on, (*inner, c.Assign(name, last))))
        result = Value(name, c.BOOL)
    return result


def _compare(w: Writer, op: str, left: t.Expr, right: t.Expr) -> Value:
    one, two = w.operands(lambda: value(w, left), lambda: value(w, right))
    if w.m.by_card.lacking and is_card(kind(left)) and not (may_lack(kind(left)) and may_lack(kind(right))):
        same = c.Call("same_card", (one.expr, two.expr))
        return Value({"=": same, "!=": negated(same)}[op], c.BOOL, one.faulty or two.faulty)
    if one.expr == two.expr and not one.faulty:
        alike = {"=": TRUE, "<=": TRUE, ">=": TRUE, "!=": FALSE, "<": FALSE, ">": FALSE}[op]
        return Value(alike, c.BOOL)
    a, b = (c.Cast(c.INT, v.expr) if v.type == c.BOOL and op not in ("=", "!=") else v.expr for v in (one, two))
    return Value(c.Binary(SIGNS[op], a, b), c.BOOL, one.faulty or two.faulty)


def _adjacent(w: Writer, way: ir.Neighbour, left: t.Expr, right: t.Expr, wrap: int) -> Value:
    one, two = w.operands(lambda: value(w, left), lambda: value(w, right))
    a, b = one.expr, two.expr
    match way:
        case "above":
            found = _above(a, b, wrap)
        case "below":
            found = _above(b, a, wrap)
        case "beside":
            found = c.Call("beside_round", (a, b, c.Int(wrap))) if wrap else c.Call("beside", (a, b))
        case _:
            assert_never(way)
    return Value(found, c.BOOL, one.faulty or two.faulty)


def _above(a: c.Expr, b: c.Expr, wrap: int) -> c.Expr:
    return c.Call("above_round", (a, b, c.Int(wrap))) if wrap else c.Binary("==", c.Binary("-", a, b), c.Int(1))


def _arith(w: Writer, op: ir.Arithmetic, left: t.Expr, right: t.Expr) -> Value:
    one, two = w.operands(lambda: value(w, left), lambda: value(w, right))
    return computed(op, one, two)


def computed(op: ir.Arithmetic, one: Value, two: Value) -> Value:
    """A sum, difference, product or quotient, as wide as it may be."""
    faulty = one.faulty or two.faulty
    match op:
        case "//":
            return Value(c.Call("divided", (one.expr, two.expr)), c_type(ir.Int(), one.bound), faulty, one.bound)
        case "+" | "-":
            bound = one.bound + two.bound
        case "*":
            bound = one.bound * two.bound
        case _:
            assert_never(op)
    if bound >= WIDE:
        return Value(c.Call(CHECKED[op], (G, one.expr, two.expr)), c.NUM, True, 1 << 63)
    first = one.expr
    if bound >= NARROW and one.type != c.NUM:
        first = c.Cast(c.NUM, first)
    return Value(c.Binary(op, first, two.expr), c_type(ir.Int(), bound), faulty, bound)


def _either(w: Writer, cond: t.Expr, then: t.Expr, other: t.Expr, wanted: t.Kind) -> Value:
    test = value(w, cond)
    if test.expr in (TRUE, FALSE):
        return fitted(w, then if test.expr == TRUE else other, wanted)
    with w.block() as yes:
        one = fitted(w, then, wanted)
    with w.block() as no:
        two = fitted(w, other, wanted)
    bound, type_ = max(one.bound, two.bound), c.NUM if c.NUM in (one.type, two.type) else one.type
    if not yes and not no:
        faulty = test.faulty or one.faulty or two.faulty
        return Value(c.Choice(test.expr, one.expr, two.expr), type_, faulty, bound)
    result = w.declare("chosen", type_, None, fixed=False)
    w.add(c.If(test.expr, (*yes, c.Assign(result, one.expr)), (*no, c.Assign(result, two.expr))))
    return Value(result, type_, False, bound)


# ------------------------------------------------------------ cards


def _about_cards(
    w: Writer, expr: t.Size | t.IsEmpty | t.Member | t.Zone | t.Snapshot | t.SomeCards | t.Just | t.Filter
) -> Value:
    match expr:
        case t.Size(cards):
            of = value(w, cards)
            deck = len(w.m.layout.deck)
            if of.type == c.PILE:
                return Value(c.Call("pile_size", (of.expr,)), c.INT, of.faulty, deck)
            size, more = c.Call("size_of", (of.expr,)), w.m.dialect.awaited(cards, of.expr)
            return Value(c.Binary("+", size, more) if more else size, c.INT, of.faulty, deck)
        case t.IsEmpty(cards):
            of = value(w, cards)
            none, more = empty(w.m, of), w.m.dialect.awaited(cards, of.expr)
            return Value(c.Binary("&&", none, c.Unary("!", more)) if more else none, c.BOOL, of.faulty)
        case t.Member(card, cards):
            one, among = w.operands(lambda: value(w, card), lambda: card_set(w, cards))
            has = "has_card" if w.m.by_card.lacking or may_lack(kind(card)) else "has"
            return Value(c.Call(has, (among.expr, one.expr)), c.BOOL, one.faulty or among.faulty)
        case t.Zone(name, index):
            at = slot(w, name, index)
            decl = w.m.zones[name]
            held = c.Member(c.Through(G, "s"), "piles" if decl.ordered else "sets")
            return Value(c.At(held, at.expr), c.PILE if decl.ordered else c.CARDS, at.faulty)
        case t.Snapshot(cards):
            of = value(w, cards)
            if of.type != c.PILE:
                return Value(w.declare("cards", of.type, of.expr), of.type)
            copy = w.declare("copy", c.Array(c.BYTE, c.Name("PILE")), None)
            w.add(c.Do(c.Call("copy_pile", (copy, of.expr))))
            return Value(copy, c.PILE)
        case t.SomeCards(listed):
            return Value(_listed(w.m, listed), c.PILE)
        case t.Just(card):
            of = _card(w, card)
            return Value(c.Call("ONE", (of.expr,)), c.CARDS, of.faulty)
        case t.Filter(var, of_cards, cond):
            return folds.filtered(w, var, of_cards, cond)
        case _:
            assert_never(expr)


def _listed(m: Engine, cards: tuple[int, ...]) -> c.Expr:
    kind_ = c.Array(c.Constant(c.BYTE), None)
    return m.table(("list", cards), "listed", kind_, lambda: c.Values(tuple(map(c.Int, (len(cards), *cards)))))


def pile(w: Writer, expr: t.Expr) -> Value:
    """Cards in an order."""
    found = value(w, expr)
    if found.type == c.PILE:
        return found
    copy = w.declare("list", c.Array(c.BYTE, c.Name("PILE")), None)
    w.add(c.Do(c.Call("list_set", (copy, found.expr))))
    return Value(copy, c.PILE)


def card_set(w: Writer, expr: t.Expr) -> Value:
    """Cards in no order; one that they have is lost."""
    match expr:
        case t.SomeCards(cards):
            return Value(w.m.cards(sum(1 << card for card in set(cards))), c.CARDS)
        case t.Helper("in_deck_order", (cards,)):
            return card_set(w, cards)
        case t.Helper("top_cards" | "bottom_cards" as part, (count, cards)):
            return Value(c.Call("set_of_part", _range(w, part, count, cards)), c.CARDS)
        case _:
            found = value(w, expr)
            if found.type == c.PILE:
                return Value(c.Call("set_of", (found.expr,)), c.CARDS, found.faulty)
            return found


Part = Literal["top_cards", "bottom_cards"]


def _helper(w: Writer, helper: t.Helper) -> Value:
    match helper.name, helper.args:
        case ("top" | "bottom" as end, (t.Helper("top_cards" | "bottom_cards" as part, (count, cards)),)):
            return _end_of_part(w, end, part, count, cards)
        case ("top" | "bottom" as end, (cards,)):
            of = w.named(value(w, cards), "cards")
            if of.type == c.PILE:
                at: dict[str, c.Expr] = {"top": c.Call("pile_size", (of.expr,)), "bottom": c.Int(1)}
                return Value(c.At(of.expr, at[end]), c.INT)
            return Value(c.Call("low_of", (of.expr,)), c.INT)
        case ("top_cards" | "bottom_cards" as end, (count, cards)):
            return _part(w, end, count, cards)
        case "in_deck_order", _:
            return card_set(w, helper)
        case ("plus" | "without" | "common", (left, right)):
            one, two = w.operands(lambda: card_set(w, left), lambda: card_set(w, right))
            return Value(_combined(helper.name, one.expr, two.expr), c.CARDS, one.faulty or two.faulty)
        case ("same_rank" | "same_suit" | "same_colour", (cards,)):
            of = card_set(w, cards)
            groups = w.m.groups((helper.name.removeprefix("same_"),))
            return Value(c.Call("alike", (groups, of.expr)), c.BOOL, of.faulty)
        case "same_cards", (left, right):
            return _same_cards(w, left, right)
        case ("least_total" | "greatest_total" | "can_total", (t.TableName(table), cards, *amount)):
            return _total(w, helper.name, table, cards, amount)
        case ("is_run" | "is_walk_in_some_order" as name, (t.LineName(line), cards)):
            of = card_set(w, cards)
            test = "is_run_with_wild_cards" if name == "is_run" and w.m.has_wild(line) else name
            return Value(c.Call(test, (w.m.line(line), of.expr)), c.BOOL, of.faulty)
        case "is_rising_run", (t.LineName(line), cards) if w.m.has_wild(line):
            of = pile(w, cards)
            return Value(c.Call("is_rising_run_with_wild_cards", (w.m.line(line), of.expr)), c.BOOL, of.faulty)
        case "is_mix", (t.MixName(mix), cards):
            of = card_set(w, cards)
            return Value(c.Call("is_mix", (w.m.mix(mix), of.expr)), c.BOOL, of.faulty)
        case ("is_walk" as name, (t.LineName(line), cards)):
            of = pile(w, cards)
            return Value(c.Call(name, (w.m.line(line), of.expr)), c.BOOL, of.faulty)
        case ("is_rising_run" as name, (t.LineName(line), cards)):
            of = pile(w, cards)
            return Value(c.Call(name, (w.m.line(line), w.m.attribute("rank"), of.expr)), c.BOOL, of.faulty)
        case _:
            raise AssertionError(helper)


def _part(w: Writer, part: Part, count: t.Expr, cards: t.Expr) -> Value:
    """So many cards from one end of a pile, copied."""
    of, before, size = _range(w, part, count, cards)
    room = _room(w)
    w.add(c.Do(c.Call("cut_pile", (room, of, before, size))))
    return Value(room, c.PILE)


def _range(w: Writer, part: Part, count: t.Expr, cards: t.Expr) -> tuple[c.Expr, c.Expr, c.Expr]:
    """A pile, how many of its cards lie under so many from one end, and how many these are."""
    size, of = w.operands(lambda: value(w, count), lambda: pile(w, cards))
    wanted = w.named(Value(c.Cast(c.INT, size.expr) if size.type == c.NUM else size.expr, c.INT), "count").expr
    return of.expr, c.Binary("-", c.Call("pile_size", (of.expr,)), wanted) if part == "top_cards" else c.Int(0), wanted


def _end_of_part(w: Writer, end: Literal["top", "bottom"], part: Part, count: t.Expr, cards: t.Expr) -> Value:
    """The card at one end of so many cards of a pile, which are not copied."""
    if part == f"{end}_cards":
        return _helper(w, t.Helper(end, (cards,)))
    of, before, size = _range(w, part, count, cards)
    return Value(c.At(of, size if part == "bottom_cards" else c.Binary("+", before, c.Int(1))), c.INT)


def _room(w: Writer) -> c.Expr:
    """Where cards in an order that are made in one place of the C stay until they are made there again, also when the
    block or the function is left."""
    w.m.parts += 1
    return c.At(c.Through(G, "parts"), c.Int(w.m.parts - 1))


def _combined(name: Literal["plus", "without", "common"], one: c.Expr, two: c.Expr) -> c.Expr:
    match name:
        case "plus":
            return c.Binary("|", one, two)
        case "common":
            return c.Binary("&", one, two)
        case "without":
            return c.Binary("&", one, c.Unary("~", two))


def _same_cards(w: Writer, left: t.Expr, right: t.Expr) -> Value:
    one, two = w.operands(lambda: value(w, left), lambda: value(w, right))
    faulty = one.faulty or two.faulty
    if one.type == c.PILE and two.type == c.PILE:
        return Value(c.Call("same_pile", (one.expr, two.expr)), c.BOOL, faulty)
    a, b = (v.expr if v.type != c.PILE else c.Call("set_of", (v.expr,)) for v in (one, two))
    return Value(TRUE if a == b and not faulty else w.m.same_set(a, b), c.BOOL, faulty)


def _total(
    w: Writer,
    name: Literal["least_total", "greatest_total", "can_total"],
    table: str,
    cards: t.Expr,
    amount: list[t.Expr],
) -> Value:
    values = next(one.values for one in w.m.program.tables if one.name == table)
    most = sum(max(map(abs, v), default=0) for v in values)
    if name == "can_total" and sum(v[-1] - v[0] for v in values if v) > MOST_SUMS:
        raise Unsupported(f"the sums of {table}, which spread over {MOST_SUMS}")
    if not all(abs(one) < NARROW for v in values for one in v):
        raise Unsupported(f"the values of {table}")
    match name:
        case "least_total":
            at_once = folds.weighed(w, cards, [v[0] if v else 0 for v in values])
        case "greatest_total":
            at_once = folds.weighed(w, cards, [v[-1] if v else 0 for v in values])
        case "can_total":
            at_once = None
        case _:
            assert_never(name)
    if at_once is not None:
        return at_once
    found = w.operands(partial(card_set, w, cards), *(partial(value, w, one) for one in amount))
    call = c.Call(name, (w.m.worths(table), *(v.expr for v in found)))
    faulty = any(v.faulty for v in found)
    return Value(call, c.BOOL if amount else c_type(ir.Int(), most), faulty, most)


# ------------------------------------------------------------ definitions


def called(w: Writer, call: t.Call) -> Value:
    """A call of a function of the program."""
    made = w.m.function(call.function)
    params = w.m.sources[call.function].params
    pairs = zip(call.args, params, strict=True)
    args = w.operands(*(partial(_handed, w, arg, q.kind) for arg, q in pairs))
    game = (G,) if made.uses_game else ()
    faulty = made.faulty or any(arg.faulty for arg in args)
    w.faulty |= faulty
    found = c.Call(made.function.name, (*game, *(arg.expr for arg in args)))
    if made.function.result == c.PILE:
        return lasting(w, found)
    return Value(found, made.function.result, faulty, made.bound)


def lasting(w: Writer, found: c.Expr) -> Value:
    """Cards in an order that a function answers, which may be overwritten where it is called again."""
    if not w.m.parts:
        return Value(found, c.PILE)
    copy = _room(w)
    w.add(c.Do(c.Call("copy_pile", (copy, found))))
    return Value(copy, c.PILE)


def _handed(w: Writer, arg: t.Expr, wanted: t.Kind) -> Value:
    """An argument; numbers are handed over as wide as they may be."""
    found = fitted(w, arg, wanted)
    return Value(found.expr, c.NUM, found.faulty, 1 << 63) if is_number(wanted) else found


class Body(Writer):
    """The statements of a function, with the values in them."""

    def value(self, expr: t.Expr) -> Value:
        """Any term, as what it is by itself."""
        return value(self, expr)

    def card_set(self, expr: t.Expr) -> Value:
        """Cards in no order."""
        return card_set(self, expr)

    def fitted(self, expr: t.Expr, wanted: t.Kind) -> Value:
        """A value where a type is asked for."""
        return fitted(self, expr, wanted)
