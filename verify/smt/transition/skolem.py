"""When a condition may be so, or have no meaning: one value stands for any that a quantifier may mean (Skolem).

`verify.smt.encode` writes quantifiers out card by card. Where it is only asked whether some card can be found, a
variable says the same in far less. What is made here holds whenever the condition is as wanted or has no meaning; it
may hold elsewhere too, so that it is for proofs that something cannot be. It comes in cases, of which one has to hold:
each can be asked by itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import chain

from spec.ir import nodes as ir
from verify.smt.encode import terms as t
from verify.smt.encode.cards import Cards
from verify.smt.encode.expressions import (
    Called,
    Encoder,
    Joined,
    Movable,
    Negated,
    Picked,
    fitted,
    key_of,
    made_of,
)  # fmt: skip
from verify.smt.encode.ranges import Quantified, items_of, whole_range
from verify.smt.encode.symbolic_context import At, Names, Unencodable, Value
from verify.smt.transition.enabledness import answerable
from verify.smt.transition.moves import choose, judge

Cases = list[t.Flag]
"""One of these holds where what was asked for is so."""


MOST_READS = 20_000
"""A condition for which more parts have to be read is not put into terms."""

TOO_LARGE = "written out card by card it is too large"


class Skolem:
    """Reads conditions at a symbolic position."""

    def __init__(self, enc: Encoder, at: At) -> None:
        self._enc = enc
        self._at = at
        self._known: dict[tuple[object, ...], tuple[Cases, object]] = {}
        self._reads = 0

    def may_be(self, expr: ir.Expr, wanted: bool, names: Names) -> Cases:
        """When a condition may be as wanted, or have no meaning. Raises Unencodable."""
        return self._once((wanted, id(expr)), names, lambda: self._may_be(expr, wanted, names))

    def undefined(self, expr: ir.Expr, names: Names) -> Cases:
        """When a condition may have no meaning."""
        return self._once(("undefined", id(expr)), names, lambda: self._undefined(expr, names))

    def _once(self, asked: tuple[object, ...], names: Names, read: Callable[[], Cases]) -> Cases:
        """The answer to a question asked before: the same variables stand for the same values. Terms are kept alive."""
        key = (*asked, *((name, key_of(value)) for name, value in sorted(names.items())))
        found = self._known.get(key)
        if found is None:
            self._reads += 1
            if self._reads > MOST_READS:
                raise Unencodable(ir.Not(ir.Lit(0, ir.Bool())), TOO_LARGE)
            found = self._known[key] = read(), tuple(names.values())
        return found[0]

    def _may_be(self, expr: ir.Expr, wanted: bool, names: Names) -> Cases:
        match made_of(self._enc.index, expr):
            case Negated(item):
                return self.may_be(item, not wanted, names)
            case Joined(every, items):
                return self._joined(items, every, wanted, names)
            case Picked(cond, then, other):
                yes, no = t.any_of(self.may_be(cond, True, names)), t.any_of(self.may_be(cond, False, names))
                return _cases((
                    *self.undefined(cond, names),
                    *_both(yes, self.may_be(then, wanted, names)),
                    *_both(no, self.may_be(other, wanted, names)),
                ))  # fmt: skip
            case Called(decl, args):
                inner, doubt = self._bound(decl, args, names)
                return _cases((doubt, *_both(t.neg(doubt), self.may_be(decl.body, wanted, inner))))
            case Quantified() as over:
                return self._quantified(over, self.undefined(expr, names), wanted, names)
            case Movable(actions) if wanted:
                return _cases(case for name in actions for case in self._some_move(name))
            case Movable() | None:
                value, defined = self._enc.part(expr, self._at, names)
                return _cases((t.neg(defined), value if wanted else t.neg(value)))

    def _undefined(self, expr: ir.Expr, names: Names) -> Cases:
        match made_of(self._enc.index, expr):
            case Negated(item):
                return self.undefined(item, names)
            case Joined(every, items):
                found: Cases = []
                before: t.Flag = True
                for item in items:
                    found += _both(before, self.undefined(item, names))
                    before = t.all_of((before, t.any_of(self.may_be(item, every, names))))
                return _cases(found)
            case Called(decl, args):
                inner, doubt = self._bound(decl, args, names)
                return _cases((doubt, *_both(t.neg(doubt), self.undefined(decl.body, inner))))
            case Quantified(_, var, over, cond):
                anyone, doubt = self._any_of_range(over, var, names)
                each = (_both(there, self.undefined(cond, inner)) for there, inner in anyone)
                return _cases((doubt, *chain.from_iterable(each)))
            case Picked() | Movable() | None:
                return _cases((t.neg(self._enc.part(expr, self._at, names)[1]),))

    # ------------------------------------------------------------ what conditions are made of

    def _bound(self, decl: ir.Define, args: tuple[ir.Expr, ...], names: Names) -> tuple[Names, t.Flag]:
        """A definition's parameters, and when one of its arguments has no meaning."""
        given, doubts = {}, []
        for param, arg in zip(decl.params, args, strict=True):
            value, defined = self._enc.part(arg, self._at, names)
            given[param.name] = fitted(value, param.type)
            doubts.append(t.neg(defined))
        return given, t.any_of(doubts)

    def _joined(self, items: tuple[ir.Expr, ...], every: bool, wanted: bool, names: Names) -> Cases:
        """Of items read up to the first that decides: all of them go on to the next, or one decides."""
        found: Cases = []
        before: t.Flag = True
        for number, item in enumerate(items):
            on = self.may_be(item, every, names)
            if wanted != every:
                found += _both(before, self.may_be(item, wanted, names))
            elif number < len(items) - 1:
                found += _both(before, self.undefined(item, names))
            else:
                found += _both(before, on)
            before = t.all_of((before, t.any_of(on)))
        return _cases(found)

    def _quantified(self, one: Quantified, undefined: Cases, wanted: bool, names: Names) -> Cases:
        """Of one that is wanted any value is tried; where none may be so, each is read."""
        if wanted == one.some:
            anyone, doubt = self._any_of_range(one.over, one.var, names)
            each = (_both(there, self.may_be(one.cond, wanted, inner)) for there, inner in anyone)
            return _cases((doubt, *chain.from_iterable(each)))
        (items, _), defined = self._enc.sub(self._at, lambda: items_of(self._enc, one.over, one.var, self._at, names))
        each_so = t.all_of(t.implies(item.there, t.any_of(self.may_be(one.cond, wanted, item.names))) for item in items)
        return _cases((t.neg(defined), *undefined, each_so))

    def _any_of_range(self, over: ir.Range, var: str, names: Names) -> tuple[list[tuple[t.Flag, Names]], t.Flag]:
        """Values one of which stands for any of a range, each with when it is there; and when there is no range."""
        enc, d, at = self._enc, self._enc.deck, self._at
        whole, defined = enc.sub(at, lambda: whole_range(enc, over, at, names))
        if whole is None:
            (items, _), defined = enc.sub(at, lambda: items_of(enc, over, var, at, names))
            return [(t.all_of((defined, item.there)), item.names) for item in items], t.neg(defined)
        held, shape = whole
        free = d.fresh(enc.space.name(var))
        fits = t.all_of((d.some(free), d.at_most_one(free))) if shape is None else d.of_shape(free, shape)
        there = t.all_of((defined, d.within(free, held), fits))
        return [(there, {**names, var: free if shape is None else Cards(free)})], t.neg(defined)

    def _some_move(self, name: str) -> Cases:
        """When a move of an action may be legal, or the question whether one is may have no meaning."""
        enc, at = self._enc, self._at
        action = enc.index.actions[name]

        def read() -> Value:
            chosen = choose(enc, action, at)
            judgement = judge(enc, action, at, chosen.names)
            return t.all_of((*chosen.facts, judgement.held.defined, judgement.legal))

        legal, defined = enc.sub(at, read)
        return _cases((t.neg(answerable(enc, action, at)), t.neg(defined), legal))


def _both(cond: t.Flag, cases: Iterable[t.Flag]) -> Cases:
    return [t.all_of((cond, case)) for case in cases]


def _cases(found: Iterable[t.Flag]) -> Cases:
    """Cases that may hold, each once."""
    kept: Cases = []
    for case in found:
        if case is True:
            return [True]
        if case is not False and not any(t.is_same(case, other) for other in kept):
            kept.append(case)
    return kept
