"""What expressions come to in numbers; what numbers cannot tell is any value that the expression may have.

The engine's interpreter defines what expressions mean. Where one has no meaning play stops, so that it has one is
known (`Scene.need`). Leaves cards to `verify.smt.counting.cards` and ranges to `verify.smt.counting.ranges`.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, assert_never

import z3

from engine.interpreter.interpreter import Interpreter
from spec.ir import nodes as ir
from spec.ir.fold import computed
from spec.ir.types import cards_of, is_card, is_truth, join, may_lack, of_cards, presumed, type_of
from verify.smt.counting import cards, ranges
from verify.smt.counting.counted import Counting, Counts, Key, Number, total
from verify.smt.counting.fixed import Fixed
from verify.smt.counting.meanings import Able
from verify.smt.counting.scene import CardName, CardsName, Names, Scene, State, pick, pick_number
from verify.smt.encode import terms as t


def unknown(expr: ir.CanMove, scene: Scene, state: State) -> t.Flag:
    """Nothing is told of moves."""
    scene.need(scene.flag() if scene.claimed else True)
    return scene.flag()


def _equal_or_not(expr: ir.Compare, same: t.Flag) -> t.Flag:
    """What a comparison says of values that can only be the same or not."""
    match expr.op:
        case "=":
            return same
        case "!=":
            return t.neg(same)
        case "<" | "<=":
            raise TypeError(f"no order: {expr.op}")
        case _:
            assert_never(expr.op)


class Meaning:
    """Reads the expressions of a game in one way of counting."""

    def __init__(self, interpreter: Interpreter, counting: Counting) -> None:
        self.interpreter = interpreter
        self.counting = counting
        self.index = counting.index
        self.layout = counting.layout
        self.fixed = Fixed(interpreter, counting.index)
        self.able: Able = unknown

    def kind(self, expr: ir.Expr) -> ir.Type:
        """The type of an expression."""
        return type_of(self.index, expr)

    # ------------------------------------------------------------ truth values

    def truth(self, expr: ir.Expr, scene: Scene, state: State, names: Names) -> t.Flag:
        """Whether a condition holds. Raises TooLarge."""
        scene.count()
        known = cards.told_by_class(self, expr, names)
        if known is not None:
            return known
        match expr:
            case ir.Lit(value, _):
                return bool(value)
            case ir.Var(name, _):
                return names[name] if name in names else scene.flag()
            case ir.Not(item):
                return t.neg(self.truth(item, scene, state, names))
            case ir.And(items):
                return self._in_turn(items, True, scene, state, names)
            case ir.Or(items):
                return self._in_turn(items, False, scene, state, names)
            case ir.Compare():
                return self._compared(expr, scene, state, names)
            case ir.If(cond, then, other):
                asked = self.truth(cond, scene, state, names)
                with scene.under(asked):
                    yes = self.truth(then, scene, state, names)
                with scene.under(t.neg(asked)):
                    no = self.truth(other, scene, state, names)
                return t.pick_flag(asked, yes, no)
            case ir.Get():
                return self._field(expr, scene, state, names) == 1
            case ir.Apply(define, args):
                return self.truth(*self._applied(define, args, scene, state, names))
            case ir.Quantify():
                return ranges.quantified(self, expr, scene, state, names)
            case ir.Member(card, among):
                one = self.card(card, scene, state, names)
                held = total(self.counts(among, scene, state, names))
                return t.all_of((scene.flag(), held >= 1, one.card >= 0))
            case ir.CanMove():
                return self.able(expr, scene, state)
            case ir.HasShape(among, shape):
                found = scene.flag()
                with scene.under(found):
                    cards.shaped(self, shape, self.counts(among, scene, state, names), scene)
                return found
            case ir.Adjacent(_, left, right):
                for side in (left, right):
                    self._asked_of(side, scene, state, names)
                return scene.flag()
            case ir.CanTotal(_, among, amount):
                self.counts(among, scene, state, names)
                self.number(amount, scene, state, names)
                self.doubt(scene)
                return scene.flag()
            case ir.Open():
                scene.need(False)
                return scene.flag()
            case _:
                raise TypeError(f"no condition: {type(expr).__name__}")

    def doubt(self, scene: Scene) -> None:
        """What was read may have no meaning, and when cannot be told."""
        if scene.claimed:
            scene.need(scene.flag())

    def _in_turn(self, items: tuple[ir.Expr, ...], all_: bool, scene: Scene, state: State, names: Names) -> t.Flag:
        found: list[t.Flag] = []
        before = scene.path
        try:
            for item in items:
                value = self.truth(item, scene, state, names)
                found.append(value)
                scene.path = t.all_of((scene.path, value if all_ else t.neg(value)))
        finally:
            scene.path = before
        return t.all_of(found) if all_ else t.any_of(found)

    def _compared(self, expr: ir.Compare, scene: Scene, state: State, names: Names) -> t.Flag:
        left, right = self.kind(expr.left), self.kind(expr.right)
        if of_cards(left):
            return self._same_cards(expr, scene, state, names)
        if is_truth(left):
            yes, no = (self.truth(e, scene, state, names) for e in (expr.left, expr.right))
            return _equal_or_not(expr, t.same_flag(yes, no))
        a, b = (self.number(e, scene, state, names) for e in (expr.left, expr.right))
        kind = join(left, right) or left
        # A card that the deck lacks is like no other; nobody is nobody.
        in_deck = is_card(kind) and not (may_lack(left) and may_lack(right))
        match expr.op:
            case "=":
                return t.all_of((a == b, a >= 0)) if in_deck else a == b
            case "!=":
                return t.neg(t.all_of((a == b, a >= 0)) if in_deck else a == b)
            case "<":
                self._placed(left, a, right, b, scene)
                return a < b
            case "<=":
                self._placed(left, a, right, b, scene)
                return a <= b
            case _:
                assert_never(expr.op)

    def _placed(self, left: ir.Type, a: Number, right: ir.Type, b: Number, scene: Scene) -> None:
        """Nobody has no place in an order."""
        for side, value in ((left, a), (right, b)):
            if may_lack(side):
                scene.need(value >= 0)

    def _same_cards(self, expr: ir.Compare, scene: Scene, state: State, names: Names) -> t.Flag:
        """Equal cards are equally many; equally many need not be equal, but for none at all."""
        a, b = (self.counts(e, scene, state, names) for e in (expr.left, expr.right))
        alike = t.all_of(x == y for x, y in zip(a, b, strict=True))
        return _equal_or_not(expr, t.all_of((alike, t.any_of((total(a) == 0, scene.flag())))))

    # ------------------------------------------------------------ numbers, words and cards by their number

    def number(self, expr: ir.Expr, scene: Scene, state: State, names: Names) -> Number:
        """A number; a word or a card by its index, NOBODY for none. Raises TooLarge."""
        scene.count()
        match expr:
            case ir.Lit(value, _):
                return value
            case ir.Var(name, kind):
                found = names.get(name)
                if isinstance(found, CardName):
                    return found.card
                return self.any(kind, scene) if found is None else found
            case ir.Get():
                return self._field(expr, scene, state, names)
            case ir.Apply(define, args):
                return self.number(*self._applied(define, args, scene, state, names))
            case ir.Arith(op, left, right):
                a, b = self.number(left, scene, state, names), self.number(right, scene, state, names)
                return self._reckoned(op, a, b, scene)
            case ir.If(cond, then, other):
                asked = self.truth(cond, scene, state, names)
                with scene.under(asked):
                    yes = self.number(then, scene, state, names)
                with scene.under(t.neg(asked)):
                    no = self.number(other, scene, state, names)
                return pick_number(asked, yes, no)
            case ir.Size(among):
                return total(self.counts(among, scene, state, names))
            case _:
                return self._more_numbers(expr, scene, state, names)

    def _more_numbers(self, expr: ir.Expr, scene: Scene, state: State, names: Names) -> Number:
        match expr:
            case ir.Ordinal(item):
                return self._in_order(item, scene, state, names) + 1
            case ir.Beside(player, step):
                found = self.number(player, scene, state, names)
                scene.need(found >= 0)
                return self.seat(found, step)
            case ir.Attr(attr, card):
                return cards.face(self, attr, self.card(card, scene, state, names), scene)
            case ir.Total(table, among, end):
                return cards.worth(self, table, end, self.counts(among, scene, state, names), scene)
            case ir.EndCard():
                return self.card(expr, scene, state, names).card
            case ir.Quantify():
                return ranges.number_of(self, expr, scene, state, names)
            case ir.Sum():
                return ranges.summed(self, expr, scene, state, names)
            case ir.Extreme():
                return ranges.extreme(self, expr, scene, state, names)
            case ir.Best():
                return ranges.best(self, expr, scene, state, names)
            case ir.First():
                return ranges.first(self, expr, scene, state, names)
            case ir.Open(_, kind):
                scene.need(False)
                return self.any(kind, scene)
            case _:
                raise TypeError(f"no number: {type(expr).__name__}")

    def _in_order(self, expr: ir.Expr, scene: Scene, state: State, names: Names) -> Number:
        """A number or a word; nobody has no place in an order."""
        found = self.number(expr, scene, state, names)
        if may_lack(self.kind(expr)):
            scene.need(found >= 0)
        return found

    def _asked_of(self, side: ir.Expr, scene: Scene, state: State, names: Names) -> None:
        """A card, which must be one of the deck, or a rank, of which something is asked."""
        if is_card(self.kind(side)):
            scene.need(self.card(side, scene, state, names).card >= 0)
        else:
            self.number(side, scene, state, names)

    def _reckoned(self, op: ir.Arithmetic, a: Number, b: Number, scene: Scene) -> Number:
        if isinstance(a, int) and isinstance(b, int) and not (op == "//" and b <= 0):
            return computed(op, a, b)
        match op:
            case "+":
                return a + b
            case "-":
                return a - b
            case "*":
                return a * b if isinstance(a, int) or isinstance(b, int) else scene.number()
            case "//":
                scene.need(b > 0)
                quotient = scene.number()
                if not isinstance(b, int):  # counting knows no product of two numbers that vary
                    scene.note(z3.Implies(a >= 0, z3.And(quotient >= 0, quotient <= a)))
                    scene.note(z3.Implies(a < 0, z3.And(a <= quotient, quotient < 0)))
                elif b > 0:
                    scene.note(z3.And(quotient * b <= a, a < quotient * b + b))
                return quotient
            case _:
                assert_never(op)

    def greatest(self, expr: ir.Expr) -> int | None:
        """What a number is at most, as its form tells; None where it does not."""
        match expr:
            case ir.Lit(value, _):
                return value
            case ir.Get(name, _):
                return self.layout.fields[name].high
            case ir.Size():
                return len(self.layout.deck)
            case ir.Arith("+", left, right) | ir.If(_, left, right):
                a, b = self.greatest(left), self.greatest(right)
                if a is None or b is None:
                    return None
                return a + b if isinstance(expr, ir.Arith) else max(a, b)
            case ir.Arith("-", left, ir.Lit(value, _)):
                found = self.greatest(left)
                return None if found is None else found - value
            case _:
                return None

    def seat(self, player: Number, step: int) -> Number:
        """The player so many seats on."""
        players = self.layout.players
        on = step % players
        if isinstance(player, int):
            return (player + on) % players
        return player if on == 0 else z3.If(player + on >= players, player + on - players, player + on)

    def any(self, kind: ir.Type, scene: Scene) -> Number:
        """Any value of a type."""
        if isinstance(kind, ir.Int) or of_cards(kind):
            return scene.number()
        values = self.layout.values(kind)
        return scene.number(values.start, values.stop - 1)

    def _field(self, expr: ir.Get, scene: Scene, state: State, names: Names) -> Number:
        slots = self.layout.slots_of(expr.field)
        index = () if expr.field == "mover" else expr.index
        at = self.flat(self.layout.fields[expr.field].sizes, index, scene, state, names)
        return pick([scene.read(Key("field", s), state) for s in slots], at)

    def flat(
        self, sizes: tuple[int, ...], index: tuple[ir.Expr, ...], scene: Scene, state: State, names: Names
    ) -> Number:
        """Which of a family it is, row-major from 0."""
        at: Number = 0
        for size, item in zip(sizes, index, strict=True):
            one = self.number(item, scene, state, names)
            scene.need(t.all_of((one >= 0, one < size)))
            at = one if isinstance(at, int) and at == 0 else at * size + one
        return at

    # ------------------------------------------------------------ cards

    def counts(self, expr: ir.Expr, scene: Scene, state: State, names: Names) -> Counts:
        """How many cards of each class there are. Raises TooLarge."""
        scene.count()
        match expr:
            case ir.CardList(found):
                return tuple(len(one & set(found)) for one in self.counting.classes)
            case ir.Place(zone, index):
                return cards.place(self, zone, index, scene, state, names)
            case ir.Var(name, _) if isinstance(names.get(name), CardsName | CardName):
                known: CardsName | CardName = names[name]
                return known.counts
            case ir.Just(card):
                one = self.card(card, scene, state, names)
                if one.lacks:
                    scene.need(one.card >= 0)
                return one.counts
            case ir.EndCards(_, count, among):
                return cards.end_cards(self, count, among, scene, state, names)
            case ir.Filter(var, among, cond):
                return cards.chosen(self, var, among, cond, scene, state, names)
            case ir.Combine(op, left, right):
                return cards.combined(self, op, (left, right), scene, state, names)
            case ir.If(cond, then, other):
                asked = self.truth(cond, scene, state, names)
                with scene.under(asked):
                    yes = self.counts(then, scene, state, names)
                with scene.under(t.neg(asked)):
                    no = self.counts(other, scene, state, names)
                return tuple(pick_number(asked, y, n) for y, n in zip(yes, no, strict=True))
            case ir.Apply(define, args):
                return self.counts(*self._applied(define, args, scene, state, names))
            case _:
                self.doubt(scene)
                return scene.some_of(self.counting.deck)

    def card(self, expr: ir.Expr, scene: Scene, state: State, names: Names) -> CardName:
        """One card, or none."""
        maybe = presumed(expr)
        if maybe is not None:
            found = self.card(maybe, scene, state, names)
            scene.need(found.card >= 0)
            return replace(found, lacks=False)
        match expr:
            case ir.Var(name, _) if isinstance(names.get(name), CardName):
                known: CardName = names[name]
                return known
            case ir.Lit(card, _):
                return cards.known(self, card)
            case ir.EndCard(end, ir.Place(zone, index)):
                return cards.end_card(self, end, zone, index, scene, state, names)
            case ir.EndCard(_, among):
                held = self.counts(among, scene, state, names)
                scene.need(total(held) >= 1)
                return cards.some_one(self, held, scene)
            case ir.Best(over=over) | ir.First(over=over, other=None) if (among_ := cards_of(over)) is not None:
                card = self.number(expr, scene, state, names)
                return CardName(card, scene.one_of(self.counts(among_, scene, state, names)))
            case ir.If(cond, then, other):
                asked = self.truth(cond, scene, state, names)
                with scene.under(asked):
                    yes = self.card(then, scene, state, names)
                with scene.under(t.neg(asked)):
                    no = self.card(other, scene, state, names)
                return cards.either(asked, yes, no)
            case ir.Apply(define, args):
                return self.card(*self._applied(define, args, scene, state, names))
            case _:
                card = self.number(expr, scene, state, names)
                return cards.any_card(self, card, may_lack(self.kind(expr)), scene)

    # ------------------------------------------------------------ definitions

    def _applied(
        self, define: str, args: tuple[ir.Expr, ...], scene: Scene, state: State, names: Names
    ) -> tuple[ir.Expr, Scene, State, Names]:
        named = self.index.defines[define]
        return named.body, scene, state, self.bound(named.params, args, scene, state, names)

    def bound(
        self, params: tuple[ir.Var, ...], args: tuple[ir.Expr, ...], scene: Scene, state: State, names: Names
    ) -> dict[str, Any]:
        """The names of parameters, with what the arguments come to."""
        return {
            param.name: self.value(param.type, arg, scene, state, names)
            for param, arg in zip(params, args, strict=True)
        }

    def value(self, kind: ir.Type, expr: ir.Expr, scene: Scene, state: State, names: Names) -> Any:
        """What a name of a type stands for that is bound to an expression."""
        if of_cards(kind):
            return CardsName(self.counts(expr, scene, state, names), cards.among(expr, names))
        if is_card(kind):
            return self.card(expr, scene, state, names)
        if is_truth(kind):
            return self.truth(expr, scene, state, names)
        return self.number(expr, scene, state, names)
