"""Effects of the IR as statements, and the functions that hold them.

Leaves expressions to `engine.core.lower.expressions`, clauses to `engine.core.lower.clauses`. A function that may lead
play elsewhere answers the step to go to.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import groupby
from typing import Literal, assert_never

from engine.core import program as p
from engine.core import terms as t
from engine.core.lower.expressions import Expressions, Scope
from engine.core.names import capital, identifier, in_words
from engine.core.observed_order import indifferent
from engine.core.symbol_table import SymbolTable
from spec.ir import nodes as ir
from spec.ir.flow import always_jump, jumps
from spec.ir.references import offered, reached, references, referred
from spec.ir.types import at_most_one, of_cards

Body = tuple[p.Statement, ...]
OUTERMOST: dict[ir.TopOrBottom, Literal["onto", "under"]] = {"top": "onto", "bottom": "under"}
MOVING = (ir.Draw, ir.Move, ir.Shuffle, ir.Do)
"""Effects by which cards may leave hidden stacks."""


class Jumps:
    """Where jumps lead: from which steps each part of the game is reached, and the names of the steps."""

    def __init__(self, symbols: SymbolTable, names: dict[int, str]) -> None:
        self.symbols = symbols
        self.names = names
        self.tables: dict[str, dict[str, str]] = {}
        self._reached: dict[tuple[str, str], set[int]] = {}
        for i, step in enumerate(symbols.game.steps):
            self._reach(step.effects, i)
            for name in offered(step.act):
                self._reached.setdefault(("action", name), set()).add(i)
                self._reach(symbols.index.actions[name].effects, i)

    def _reach(self, effects: tuple[ir.Effect, ...], step: int) -> None:
        for node in reached(self.symbols.index, effects, ("routine", "group")):
            for kind, name in references(node):
                if kind in ("routine", "group"):
                    self._reached.setdefault((kind, name), set()).add(step)

    def target(self, jump: ir.Jump, owner: tuple[str, str] | int) -> t.Expr:
        """The step that a jump leads to, within a part of the game or a step."""
        if jump.to == "step":
            return t.StepName(self.names[self.symbols.index.steps[jump.step]])
        steps = {owner} if isinstance(owner, int) else self._reached.get(owner, set())
        found = {getattr(self.symbols.game.steps[i], jump.to) for i in steps}
        if len(found) == 1 and (only := found.pop()) >= 0:
            return t.StepName(self.names[only])
        table = self.tables.setdefault(jump.to, {})
        for i in steps:
            at = getattr(self.symbols.game.steps[i], jump.to)
            if at >= 0:
                table[self.names[i]] = self.names[at]
        return t.StepBy(jump.to)


class Effects:
    """Lowers effects within functions; functions of cited clauses are gathered in `functions`."""

    def __init__(self, expressions: Expressions, jumps: Jumps, *, undecided: bool = False) -> None:
        self.x = expressions
        self.symbols = expressions.symbols
        self.jumps = jumps
        self.undecided = undecided
        """Is it to be said after which effects cards are decided that have left hidden stacks?"""
        self.functions: list[p.Function] = []

    def scope_of(self, params: tuple[ir.Var, ...] | tuple[ir.Param, ...]) -> Scope:
        """The names of parameters."""
        names: dict[str, str] = {}
        for param in params:
            names[param.name] = self.symbols.local(param.name, names.values())
        return Scope(names)

    def body(self, effects: tuple[ir.Effect, ...], scope: Scope, owner: tuple[str, str] | int) -> Body:
        """The body of a function that answers `result` of these effects."""
        made = self.statements(effects, scope, owner)
        result = self.symbols.result(effects)
        if isinstance(result, t.Nothing):
            return made
        made = _tail(made)
        if result.maybe and not p.ends(made):
            made = (*made, p.Answer(None))
        return made

    def statements(self, effects: tuple[ir.Effect, ...], scope: Scope, owner: tuple[str, str] | int) -> Body:
        """Several effects; what is known not to be nobody is known up to the first of them."""
        return (self._deciding if self.undecided else self._in_turn)(effects, scope, owner)

    def _in_turn(self, effects: tuple[ir.Effect, ...], scope: Scope, owner: tuple[str, str] | int) -> Body:
        made: list[p.Statement] = []
        for effect in effects:
            made += self.statement(effect, scope, owner)
            scope = Scope(scope.names)
            if always_jump(self.symbols.index, (effect,)):
                break
        return tuple(made)

    def _deciding(self, effects: tuple[ir.Effect, ...], scope: Scope, owner: tuple[str, str] | int) -> Body:
        """The same where cards are decided after the last of several effects that do not ask which they are."""
        made: list[p.Statement] = []
        for unseen, run in groupby(effects, self._unseen):
            together = tuple(run)
            self.undecided = not unseen
            body = self._in_turn(together, scope, owner)
            self.undecided = True
            moving = any(isinstance(node, MOVING) for effect in together for node in self.symbols.walk(effect))
            made += (p.Unseen(body),) if unseen and moving else body
            scope = Scope(scope.names)
            if always_jump(self.symbols.index, together):
                break
        return tuple(made)

    def _unseen(self, effect: ir.Effect) -> bool:
        return indifferent(self.symbols.index, effect) and not jumps(self.symbols.index, effect)

    def statement(self, effect: ir.Effect, scope: Scope, owner: tuple[str, str] | int) -> Body:
        """One effect."""
        match effect:
            case ir.Move():
                return (self._move(effect, scope),)
            case ir.Draw(count, source, target, up_to):
                how: Literal["into", "onto"] = "onto" if self._ordered(target) else "into"
                wanted, from_, to = self.x.of(count, scope), self.x.zone(source, scope), self.x.zone(target, scope)
                return (p.DrawCards(wanted, from_, to, how, up_to),)
            case ir.Shuffle(zone):
                return (p.Shuffle(self.x.zone(zone, scope)),)
            case ir.Assign():
                return (self._assign(effect, scope),)
            case ir.Roll(name, index):
                rolled = self.symbols.layout.fields[name].rolled
                at = tuple(self.x.certain(i, scope) for i in index)
                return (p.Roll(self.symbols.fields[name], at, rolled.start, len(rolled)),)
            case ir.When(cond, then, other):
                yes = self.statements(then, scope.given(cond), owner)
                no = self.statements(other, scope.given(cond, False), owner)
                return (_when(self.x.of(cond, scope), yes, no),)
            case ir.ForEach():
                return (self._for_each(effect, scope, owner),)
            case ir.Do() | ir.Resolve():
                call = self.symbols.call(effect, lambda arg, kind: self._handed(arg, kind, scope))
                if always_jump(self.symbols.index, (effect,)):
                    return (p.Answer(call),)
                return (p.DoOrLeave(call) if jumps(self.symbols.index, effect) else p.Do(call),)
            case ir.Jump():
                return (p.Answer(self.jumps.target(effect, owner)),)
            case ir.Cited():
                return self._cited(effect, scope, owner)
            case _:
                assert_never(effect)

    def _handed(self, arg: ir.Expr, kind: ir.Type, scope: Scope) -> t.Expr:
        """An argument of what may change the state: cards as they lie now."""
        made = self.x.fitted(arg, kind, scope)
        holds_zone = of_cards(kind) and any(named == "zone" for named, _ in referred(arg))
        return t.Snapshot(made) if holds_zone and not isinstance(made, t.Helper | t.Filter | t.Just) else made

    def _ordered(self, place: ir.Place) -> bool:
        return self.symbols.index.zones[place.zone].ordered

    def _move(self, effect: ir.Move, scope: Scope) -> p.Statement:
        how: Literal["into", "onto", "under"] = "into"
        if self._ordered(effect.target):
            how = OUTERMOST[effect.end]
        in_order = effect.any_order or self.symbols.kind(effect.cards) == ir.Cards(ordered=True)
        single = how != "into" and not in_order and not at_most_one(effect.cards)
        cards = None if effect.cards == effect.source and not single else self.x.of(effect.cards, scope)
        if single and cards is not None:
            cards = t.Check("at_most_one", cards)
        return p.MoveCards(cards, self.x.zone(effect.source, scope), self.x.zone(effect.target, scope), how)

    def _assign(self, effect: ir.Assign, scope: Scope) -> p.Statement:
        slots = self.symbols.layout.fields[effect.field]
        value = self.x.fitted(effect.value, slots.decl.type, scope)
        if slots.decl.numbers is not None and not self._inside(value, slots.low, slots.high):
            value = self.x.within(value, slots)
        index = tuple(self.x.certain(i, scope) for i in effect.index)
        return p.SetField(self.symbols.fields[effect.field], index, value)

    def _inside(self, value: t.Expr, low: int, high: int) -> bool:
        match value:
            case t.Number(number):
                return low <= number <= high
            case t.Field(name):
                slots = self.symbols.slots[name]
                return low <= slots.low and slots.high <= high
            case t.Either(_, then, other):
                return self._inside(then, low, high) and self._inside(other, low, high)
            case _:
                return False

    def _for_each(self, effect: ir.ForEach, scope: Scope, owner: tuple[str, str] | int) -> p.Statement:
        over = self.x.over(effect.over, scope)
        name, inner = self.x.bind(scope, effect.var)
        fixed = not isinstance(over, t.Piles | t.CardsOf)
        cond = self.x.cond(effect.cond, inner)
        body = self.statements(effect.body, inner.given(effect.cond), owner)
        return p.ForEach(name, over, cond, body, fixed and cond is None)

    def _cited(self, effect: ir.Cited, scope: Scope, owner: tuple[str, str] | int) -> Body:
        """A call of the function of the clause, which is made here."""
        free = self.symbols.uses.free(effect.body)
        inner = Scope({name: scope.names[name] for name in free}, scope.non_null)
        body = self.body(effect.body, inner, owner)
        if not body and not self.x.lacking:
            return ()
        label = effect.source.label
        prefix = identifier(owner[1]) if isinstance(owner, tuple) else self.jumps.names[owner]
        name = self.symbols.names.give(identifier(f"{prefix}_{label}"))
        params = tuple(p.Param(inner.names[n], kind) for n, kind in free.items())
        doc = p.Doc(capital(in_words(label)), effect.source.cites)
        result = self.symbols.result(effect.body)
        self.functions.append(p.Function(name, params, result, body, doc, True, label, effect.source))
        call = p.called(name, params, result)
        if isinstance(result, t.ToStep):
            return (p.DoOrLeave(call) if result.maybe else p.Answer(call),)
        return (p.Do(call),)


def _when(cond: t.Expr, then: Body, other: Body) -> p.Statement:
    if not then and other:
        return p.If(t.Not(cond), other, ())
    match then:
        case (p.If(inner, deeper, ()),) if not other:
            items = tuple(i for c in (cond, inner) for i in (c.items if isinstance(c, t.And) else (c,)))
            return p.If(t.And(items), deeper, ())
    return p.If(cond, then, other)


def _tail(body: Body) -> Body:
    """In the last place a call that may answer a step is the answer itself."""
    if not body:
        return body
    match body[-1]:
        case p.DoOrLeave(call):
            return (*body[:-1], p.Answer(call))
        case p.If(_, then, other) as last:
            return (*body[:-1], replace(last, then=_tail(then), other=_tail(other)))
        case _:
            return body
