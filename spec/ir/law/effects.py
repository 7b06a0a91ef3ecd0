"""The law of the IR's effects: zones, order, ranges, arguments, and nothing right after a jump.

Leaves expressions to `spec.ir.law.expressions`, and whether a jump's target exists to `spec.ir.law.flow`.
"""

from __future__ import annotations

from typing import assert_never

from spec.ir import nodes as ir
from spec.ir.fold import constant, named_once
from spec.ir.law.environment import Env
from spec.ir.law.expressions import ExprLaw
from spec.ir.types import at_most_one, can_roll, element_of, type_of


class EffectLaw(ExprLaw):
    """Checks effects, in the order in which they happen."""

    def effects(self, effects: tuple[ir.Effect, ...], env: Env) -> None:
        """Checks a list of effects."""
        for i, effect in enumerate(effects):
            last = i == len(effects) - 1
            if isinstance(effect, ir.Jump) and not last:
                self.report("E0604", env.span, f"{_named(effect)} is followed by more, which never happens")
            self._effect(effect, env)
            env = env.after((effect,))

    def _effect(self, effect: ir.Effect, env: Env) -> None:
        match effect:
            case ir.Move():
                self._move(effect, env)
            case ir.Draw(count, source, target, _):
                self.want(count, ir.Int(), env)
                self._ordered_zone(source, env, "drawn from")
                self.place(target, env)
            case ir.Shuffle(zone):
                self._ordered_zone(zone, env, "shuffled")
            case ir.Assign(field, index, value):
                if self.field(field, index, env):
                    self.fits_field(self.index.fields[field], value, env)
            case ir.Roll(field, index):
                if self.field(field, index, env) and not can_roll(self.index.fields[field].type):
                    self.report("E0301", env.span, f"`{field}` is neither a number nor a word of a list")
            case ir.When(cond, then, other):
                self.want(cond, ir.Bool(), env)
                self.effects(then, env.given(cond))
                self.effects(other, env.given(cond, False))
            case ir.ForEach(var, over, cond, body):
                if self.one_by_one(over, env):
                    inner = env.bind(var, element_of(over))
                    self.want(cond, ir.Bool(), inner)
                    given = inner.given(cond)
                    self.effects(body, given if named_once(effect) is not None else given.after(body))
            case ir.Do(name, args):
                if self.known(name, self.index.routines, "routine", env):
                    self.arguments(name, self.index.routines[name].params, args, env)
            case ir.Resolve(name, args):
                if self.known(name, self.index.groups, "outcome", env):
                    self.arguments(name, self.index.groups[name].params, args, env)
            case ir.Jump():
                pass
            case ir.Cited(source, body):
                self.effects(body, Env(env.names, env.non_null, source.span))
            case _:
                assert_never(effect)

    def _move(self, move: ir.Move, env: Env) -> None:
        good = self.want(move.cards, ir.Cards(ordered=False), env)
        self.place(move.source, env)
        if not (self.place(move.target, env) and good) or move.any_order:
            return
        self.goes_in_order(move.target, move.cards, env)

    def goes_in_order(self, target: ir.Place, cards: ir.Expr, env: Env) -> None:
        """Cards that come to an ordered zone must be in an order, or at most one."""
        ordered = type_of(self.index, cards, env.names) == ir.Cards(ordered=True)
        if self.index.zones[target.zone].ordered and not ordered and not at_most_one(cards):
            self.report("E0309", env.span, f"these cards are in no order, and those of `{target.zone}` are")

    def _ordered_zone(self, zone: ir.Place, env: Env, done: str) -> None:
        if self.place(zone, env) and not self.index.zones[zone.zone].ordered:
            self.report("E0310", env.span, f"`{zone.zone}` is in no order, and cannot be {done}")

    def fits_field(self, field: ir.FieldDecl, value: ir.Expr, env: Env) -> None:
        """A value for a field has its type and, where it is fixed, lies within its range."""
        told = constant(value)
        if not self.want(value, field.type, env) or field.numbers is None or told is None:
            return
        if told not in field.numbers:
            message = f"`{field.source.label}` goes from {field.low} to {field.high}, and {told} lies outside"
            self.report("E0311", env.span, message)


def _named(jump: ir.Jump) -> str:
    to_step = f"the jump to `{jump.step}`"
    return {"again": "`again`", "end_turn": "the end of the turn", "leave": "`leave`", "step": to_step}[jump.to]
