"""The law of the IR's expressions and ranges: names, numbers of arguments, types, order, and nobody.

Leaves effects to `spec.ir.law.effects`, and what an expression's type is to `spec.ir.types`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, assert_never

from spec.ir import nodes as ir
from spec.ir.fold import constant
from spec.ir.index import PLAYER
from spec.ir.law.environment import Env, Findings
from spec.ir.types import (
    called,
    certain,
    codes,
    comes_again,
    domain_of,
    element_of,
    fits,
    is_card,
    is_number,
    join,
    of_cards,
    searches,
    type_of,
)
from spec.names.suggestions import did_you_mean

_BOOL, _INT, _CARD, _CARDS = ir.Bool(), ir.Int(), ir.Card(), ir.Cards(ordered=False)
_PLAYER, _RANK = ir.Symbol(PLAYER), ir.Symbol("rank")


def each(answers: Iterable[bool]) -> bool:
    """Are all yes? Each is asked for, so that each is reported."""
    return False not in tuple(answers)


class ExprLaw(Findings):
    """Checks expressions; each method reports what it finds and answers whether all was well."""

    def infer(self, expr: ir.Expr, env: Env) -> ir.Type | None:
        """The expression's type; None where something in it was reported."""
        if not self._well_formed(expr, env):
            return None
        kind = type_of(self.index, expr, env.names)
        return certain(kind) if self._is_somebody(expr, kind, env) else kind

    def _is_somebody(self, expr: ir.Expr, kind: ir.Type, env: Env) -> bool:
        """Is it known that a value of this type is not nobody: also of one of two values, each where it counts?"""
        if expr in env.non_null or certain(kind) == kind:
            return True
        if not isinstance(expr, ir.If):
            return False
        sides = (expr.then, env.given(expr.cond)), (expr.other, env.given(expr.cond, False))
        return all(self._is_somebody(side, type_of(self.index, side, there.names), there) for side, there in sides)

    def want(self, expr: ir.Expr, wanted: ir.Type, env: Env) -> bool:
        """Is it well formed, and does its value fit the type?"""
        given = self.infer(expr, env)
        return given is not None and self._fits(given, wanted, env)

    def _fits(self, given: ir.Type, wanted: ir.Type, env: Env) -> bool:
        if fits(given, wanted):
            return True
        code = "E0301"
        if domain_of(given) and domain_of(given) == domain_of(wanted):
            code = "E0312"
        elif of_cards(given) and of_cards(wanted):
            code = "E0310"
        elif (of_cards(given) or of_cards(wanted)) and (is_card(given) or is_card(wanted)):
            code = "E0314"
        self.report(code, env.span, f"here {called(wanted)} is needed, and this is {called(given)}")
        return False

    def known(self, name: str, names: Mapping[str, Any], what: str, env: Env, code: str = "E0201") -> bool:
        """Is the name among those introduced?"""
        if name in names:
            return True
        self.report(code, env.span, f"no {what} is called `{name}`{did_you_mean(name, names)}")
        return False

    def _all(self, exprs: tuple[ir.Expr, ...], wanted: ir.Type, env: Env) -> bool:
        return each(self.want(e, wanted, env) for e in exprs)

    def indexed(self, name: str, index: tuple[str, ...], args: tuple[ir.Expr, ...], env: Env) -> bool:
        """Are these indices those that a family of zones or fields takes?"""
        if len(index) != len(args):
            self.report("E0306", env.span, f"`{name}` takes {len(index)} indices, and here are {len(args)}")
            return False
        return each(self.want(a, ir.Symbol(d), env) for d, a in zip(index, args, strict=True))

    def place(self, place: ir.Place, env: Env) -> bool:
        """Is this a zone of the game, rightly indexed?"""
        if not self.known(place.zone, self.index.zones, "zone", env, "E0304"):
            return False
        return self.indexed(place.zone, self.index.zones[place.zone].index, place.index, env)

    def field(self, name: str, index: tuple[ir.Expr, ...], env: Env) -> bool:
        """Is this a state field, rightly indexed?"""
        if not self.known(name, self.index.fields, "field", env):
            return False
        return self.indexed(name, self.index.fields[name].index, index, env)

    def arguments(self, name: str, params: tuple[ir.Var | ir.Param, ...], args: tuple[ir.Expr, ...], env: Env) -> bool:
        """Do the arguments fit the parameters?"""
        if len(params) != len(args):
            self.report("E0305", env.span, f"`{name}` takes {len(params)} arguments, and here are {len(args)}")
            return False
        return each(self.want(a, p.type, env) for p, a in zip(params, args, strict=True))

    def over(self, over: ir.Range, env: Env) -> bool:
        """Is this a range to take values from?"""
        match over:
            case ir.OverDomain(domain):
                return self.known(domain, self.index.domains, "list of words", env)
            case ir.OverSlots(domain):
                rows = {zone.index[-1]: zone for zone in self.index.game.zones if zone.row and zone.index}
                return self.known(domain, rows, "row of piles", env, "E0203")
            case ir.OverSeats(start, against):
                good = against is None or self.want(against, _BOOL, env)
                return self.want(start, _PLAYER, env) and good
            case ir.OverCards(cards):
                return self.want(cards, _CARDS, env)
            case ir.OverNumbers(low, high):
                return self._all((low, high), _INT, env)
            case ir.OverShapes(cards, shape):
                good = self.want(cards, _CARDS, env)
                return self._searched(shape, env) and good
            case ir.OverRests(cards, shapes):
                good = self.want(cards, _CARDS, env)
                return each(self._searched(shape, env) for shape in shapes) and good
            case _:
                assert_never(over)

    def _searched(self, shape: str, env: Env) -> bool:
        """May cards be searched for sets of the shape?"""
        if not self.known(shape, self.index.shapes, "shape", env):
            return False
        if self.index.shapes[shape].ordered:
            self.report("E0330", env.span, f"`{shape}` is a sequence, and cards are searched for sets")
            return False
        return True

    def one_by_one(self, over: ir.Range, env: Env) -> bool:
        """May something be done for each value of a range, or one be picked by its place in it?"""
        if searches(over):
            self.report("E0330", env.span, "sets of cards that are searched for stand in no order")
            return False
        return self.over(over, env)

    def _chosen(self, var: str, over: ir.Range, cond: ir.Expr, env: Env) -> Env | None:
        """The place where a name stands for those values of a range that satisfy a condition; None if ill formed."""
        if not self.over(over, env):
            return None
        inner = env.bind(var, element_of(over))
        return inner.given(cond) if self.want(cond, _BOOL, inner) else None

    def _divides(self, op: ir.Arithmetic, right: ir.Expr, env: Env) -> bool:
        match op:
            case "+" | "-" | "*":
                return True
            case "//":
                by = constant(right)
                if by is not None and by < 1:
                    self.report("E0321", env.span, f"a number is divided by {by}, and only one above 0 divides")
                    return False
                return True
            case _:
                assert_never(op)

    def _well_formed(self, expr: ir.Expr, env: Env) -> bool:
        match expr:
            case ir.Lit() | ir.CardList() | ir.Var() | ir.Open():
                return self._leaf(expr, env)
            case ir.Get(field, index):
                return self.field(field, index, env)
            case ir.Place():
                return self.place(expr, env)
            case ir.Apply(define, args):
                defines = self.index.defines
                return self.known(define, defines, "definition", env) and self.arguments(
                    define, defines[define].params, args, env
                )
            case ir.Not() | ir.And() | ir.Or() | ir.If() | ir.Compare():
                return self._logic(expr, env)
            case ir.Arith(op, left, right):
                return self._all((left, right), _INT, env) and self._divides(op, right, env)
            case ir.Ordinal(item):
                return self._ordinal(item, env)
            case ir.Beside(player, _):
                return self.want(player, _PLAYER, env)
            case ir.CanMove(actions):
                return each(self.known(a, self.index.actions, "kind of move", env) for a in actions)
            case _:
                return self._choice(expr, env) if isinstance(expr, ir.Fold) else self._about_cards(expr, env)

    def _leaf(self, expr: ir.Lit | ir.CardList | ir.Var | ir.Open, env: Env) -> bool:
        match expr:
            case ir.Lit(value, kind):
                return self._literal(value, kind, env)
            case ir.CardList(cards):
                return self._card_list(cards, env)
            case ir.Var(name, kind):
                return self._variable(name, kind, env)
            case ir.Open(question, _):
                return self._open(question, env)
            case _:
                assert_never(expr)

    def _literal(self, value: int, kind: ir.Type, env: Env) -> bool:
        if is_number(kind):
            return True
        # An unknown domain is reported where types are checked.
        legal = value in (codes(kind, self.sizes, len(self.index.game.deck)) or ())
        legal = legal or (is_card(kind) and value == ir.NOBODY)  # A card that the deck lacks.
        if not legal:
            self.report("E0904", env.span, f"{value} does not stand for {called(kind)}")
        return legal

    def _card_list(self, cards: tuple[int, ...], env: Env) -> bool:
        size = len(self.index.game.deck)
        strange = [c for c in cards if not 0 <= c < size]
        if strange:
            self.report("E0307", env.span, f"card {strange[0]} is not of the deck, which has {size} cards")
        elif len(set(cards)) < len(cards):
            self.report("E0801", env.span, "the same card stands twice among these cards")
        return not strange and len(set(cards)) == len(cards)

    def _variable(self, name: str, kind: ir.Type, env: Env) -> bool:
        if not self.known(name, env.names, "name bound here", env):
            return False
        if env.names[name] != kind:
            found = called(env.names[name])
            self.report("E0301", env.span, f"`{name}` stands for {found}, and is used as {called(kind)}")
            return False
        return True

    def _open(self, question: str, env: Env) -> bool:
        if not self.known(question, self.index.questions, "question", env, "E0507"):
            return False
        if self.index.questions[question].chosen:
            self.report("E0906", env.span, f"`{question}` is settled, and its reading is left open here")
            return False
        return True

    def _logic(self, expr: ir.Not | ir.And | ir.Or | ir.If | ir.Compare, env: Env) -> bool:
        match expr:
            case ir.Not(item):
                return self.want(item, _BOOL, env)
            case ir.And(items) | ir.Or(items):
                good = True
                for item in items:
                    good = self.want(item, _BOOL, env) and good
                    env = env.given(item, isinstance(expr, ir.And))
                return good
            case ir.If(cond, then, other):
                good = self.want(cond, _BOOL, env)
                left, right = self.infer(then, env.given(cond)), self.infer(other, env.given(cond, False))
                return good and self._alike(left, right, "E0301", env)
            case ir.Compare(op, left_side, right_side):
                left, right = self.infer(left_side, env), self.infer(right_side, env)
                if not self._alike(left, right, "E0302", env):
                    return False
                return op in ("=", "!=") or (self._in_order(left, env) and self._in_order(right, env))
            case _:
                assert_never(expr)

    def _alike(self, left: ir.Type | None, right: ir.Type | None, code: str, env: Env) -> bool:
        if left is None or right is None:
            return False
        if join(left, right) is None:
            self.report(code, env.span, f"{called(left)} stands beside {called(right)}")
            return False
        return True

    def _in_order(self, kind: ir.Type | None, env: Env) -> bool:
        if is_number(kind):
            return True
        if kind is not None and kind.domain == "rank":
            return self._fits(kind, _RANK, env)
        if kind is not None:
            self.report("E0303", env.span, f"neither of two values is the greater where each is {called(kind)}")
        return False

    def _ordinal(self, item: ir.Expr, env: Env) -> bool:
        kind = self.infer(item, env)
        if kind is None:
            return False
        if not domain_of(kind):
            self.report("E0301", env.span, f"a word of a list is needed, and this is {called(kind)}")
            return False
        return self._fits(kind, certain(kind), env)

    def _choice(self, expr: ir.Fold, env: Env) -> bool:
        if comes_again(expr.over) and not _asks_each_alone(expr):
            self.report("E0332", env.span, "what several ways may leave is counted, added up or told apart")
            return False
        inner = self._chosen(expr.var, expr.over, expr.cond, env)
        match expr:
            case ir.Quantify():
                return inner is not None
            case ir.Sum(_, _, _, value) | ir.Extreme(_, _, _, _, value):
                return inner is not None and self.want(value, _INT, inner)
            case ir.Best(_, _, _, _, key):
                return inner is not None and self._in_order(self.infer(key, inner), env)
            case ir.First(_, over, _, other):
                if inner is None or not self.one_by_one(over, env):
                    return False
                if other is None:
                    return True
                return self._alike(element_of(over), self.infer(other, env), "E0301", env)
            case _:
                assert_never(expr)

    def _about_cards(self, expr: ir.AboutCards, env: Env) -> bool:
        match expr:
            case ir.Attr(_, card):
                return self.want(card, _CARD, env)
            case ir.Just(card):
                return self.want(card, ir.Card(optional=True), env)
            case ir.Adjacent(_, left, right, _):
                return self._all((left, right), _RANK, env)
            case ir.Total(table, cards, _):
                return self.want(cards, _CARDS, env) and self._table(table, env)
            case ir.CanTotal(table, cards, amount):
                good = self.want(cards, _CARDS, env) and self.want(amount, _INT, env)
                return self._table(table, env) and good
            case ir.Size(cards):
                return self.want(cards, _CARDS, env)
            case ir.EndCard(_, cards):
                return self._end_card(cards, env)
            case ir.EndCards(_, count, cards):
                return self.want(count, _INT, env) and self._end_card(cards, env)
            case ir.Member(card, cards):
                return self.want(card, _CARD, env) and self.want(cards, _CARDS, env)
            case ir.Combine(_, left, right):
                return self._all((left, right), _CARDS, env)
            case ir.Filter(var, cards, cond):
                return self._chosen(var, ir.OverCards(cards), cond, env) is not None
            case ir.HasShape(cards, shape):
                return self.want(cards, _CARDS, env) and self.known(shape, self.index.shapes, "shape", env)
            case _:
                assert_never(expr)

    def _table(self, table: str, env: Env) -> bool:
        return self.known(table, self.index.tables, "value table", env)

    def _end_card(self, cards: ir.Expr, env: Env) -> bool:
        if not self.want(cards, _CARDS, env):
            return False
        if type_of(self.index, cards, env.names) != ir.Cards(ordered=True):
            self.report("E0308", env.span, "these cards are in no order, so they have neither top nor bottom")
            return False
        return True


def _asks_each_alone(expr: ir.Fold) -> bool:
    """Does it come to the same, however often a value comes?"""
    match expr:
        case ir.Quantify(kind):
            return kind != "count"
        case ir.Extreme() | ir.First():
            return True
        case ir.Sum() | ir.Best():
            return False
        case _:
            assert_never(expr)
