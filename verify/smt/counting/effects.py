"""What effects make of the numbers of a position: the flows to which they may lead, each with when, and with its jump.

Leaves expressions to `verify.smt.counting.expressions`, and the course of play to `verify.smt.counting.clauses`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import count
from typing import Any, assert_never

import z3

from spec.ir import nodes as ir
from spec.ir.binding import mentions
from spec.ir.fold import named_once, written_out
from spec.ir.references import reached
from spec.ir.types import alone, cards_of, element_of, steady
from verify.smt.counting import cards, moves, ranges
from verify.smt.counting.counted import Counts, Key, Number, total
from verify.smt.counting.expressions import Meaning
from verify.smt.counting.scene import Names, Scene, State, pick_number
from verify.smt.encode import terms as t

_versions = count(1)


@dataclass(frozen=True, slots=True)
class Flow:
    """Numbers to which effects may lead, when they do, and where play jumps to."""

    cond: t.Flag
    state: State
    jump: ir.Jump | None = None


class Effects:
    """Carries effects out on the numbers of one scene."""

    def __init__(self, meaning: Meaning, scene: Scene) -> None:
        self.m, self.scene = meaning, scene

    def all(self, effects: tuple[ir.Effect, ...], state: State, names: Names) -> list[Flow]:
        """Several effects, one after the other, up to the first jump; flows of one jump are one."""
        live, gone = Flow(True, state), list[Flow]()
        for effect in effects:
            with self.scene.under(live.cond):
                flows = self.one(effect, live.state, names)
            flows = [Flow(t.all_of((live.cond, f.cond)), f.state, f.jump) for f in flows]
            gone += [f for f in flows if f.jump is not None]
            rest = [f for f in flows if f.jump is None]
            if not rest:
                return self.merged(gone)
            live = self.merged(rest)[0]
        return self.merged([*gone, live])

    def merged(self, flows: Iterable[Flow]) -> list[Flow]:
        """The same with one flow for each jump, and one that goes on."""
        found: dict[ir.Jump | None, Flow] = {}
        for flow in flows:
            other = found.get(flow.jump)
            found[flow.jump] = flow if other is None else self._either(flow, other)
        return list(found.values())

    def _either(self, one: Flow, other: Flow) -> Flow:
        state: State = {}
        for key in one.state.keys() | other.state.keys():
            if key.kind == "version":
                a, b = one.state.get(key, 0), other.state.get(key, 0)
                state[key] = a if a == b else next(_versions)
            else:
                a, b = self.scene.read(key, one.state), self.scene.read(key, other.state)
                state[key] = pick_number(one.cond, a, b)
        return Flow(t.any_of((one.cond, other.cond)), state, one.jump)

    # ------------------------------------------------------------ one effect

    def one(self, effect: ir.Effect, state: State, names: Names) -> list[Flow]:
        """One effect."""
        match effect:
            case ir.Move(moved, source, target):
                n = self.m.counts(moved, self.scene, state, names)
                return [Flow(True, self._moved(n, source, target, state, names))]
            case ir.Draw():
                return [Flow(True, self._drawn(effect, state, names))]
            case ir.Shuffle(zone):
                cards.place(self.m, zone.zone, zone.index, self.scene, state, names)
                return [Flow(True, self._cards_changed(zone.zone, state))]
            case ir.Assign(field, index, value):
                new = self.m.value(self._type(field), value, self.scene, state, names)
                return [Flow(True, self._assigned(field, index, new, state, names))]
            case ir.Roll(field, index):
                rolled = self.m.layout.fields[field].rolled
                new = self.scene.number(rolled.start, rolled.stop - 1)
                return [Flow(True, self._assigned(field, index, new, state, names))]
            case ir.When(cond, then, other):
                return self._either_way(self.m.truth(cond, self.scene, state, names), then, other, state, names)
            case ir.ForEach():
                return self._for_each(effect, state, names)
            case ir.Do(routine, args):
                decl = self.m.index.routines[routine]
                return self.all(decl.body, state, self.m.bound(decl.params, args, self.scene, state, names))
            case ir.Resolve(group, args):
                return self._resolve(self.m.index.groups[group], args, state, names)
            case ir.Jump():
                return [Flow(True, state, effect)]
            case ir.Cited(_, body):
                return self.all(body, state, names)
            case _:
                assert_never(effect)

    def _type(self, field: str) -> ir.Type:
        return self.m.layout.fields[field].decl.type

    def _either_way(
        self, cond: t.Flag, then: tuple[ir.Effect, ...], other: tuple[ir.Effect, ...], state: State, names: Names
    ) -> list[Flow]:
        found: list[Flow] = []
        for when, effects in ((cond, then), (t.neg(cond), other)):
            if when is not False:
                with self.scene.under(when):
                    flows = self.all(effects, state, names)
                found += [Flow(t.all_of((when, f.cond)), f.state, f.jump) for f in flows]
        return self.merged(found)

    def _resolve(self, group: ir.Group, args: tuple[ir.Expr, ...], state: State, names: Names) -> list[Flow]:
        """The clause that wins; of several that do the same, each."""
        inner = self.m.bound(group.params, args, self.scene, state, names)
        found: list[Flow] = []
        winning = moves.winning(self.m, group.clauses, group.order, self.scene, state, inner)
        for clause, wins in zip(group.clauses, winning, strict=True):
            if wins is not False:
                with self.scene.under(wins):
                    flows = self.all(clause.effects, state, inner)
                found += [Flow(t.all_of((wins, f.cond)), f.state, f.jump) for f in flows]
        self.scene.note(t.any_of(f.cond for f in found))
        return self.merged(found)

    # ------------------------------------------------------------ fields

    def _assigned(self, field: str, index: tuple[ir.Expr, ...], new: Any, state: State, names: Names) -> State:
        slots = self.m.layout.fields[field]
        value = _as_number(new)
        self.scene.note(t.all_of((value >= slots.low, value <= slots.high)))
        at = self.m.flat(slots.sizes, () if field == "mover" else index, self.scene, state, names)
        return self._written([Key("field", s) for s in self.m.layout.slots_of(field)], at, value, state)

    def _written(self, keys: list[Key], at: Number, value: Number, state: State) -> State:
        after = dict(state)
        for number, key in enumerate(keys):
            if isinstance(at, int):
                if at == number:
                    after[key] = value
            else:
                after[key] = pick_number(at == number, value, self.scene.read(key, state))
        return after

    # ------------------------------------------------------------ cards

    def _moved(self, n: Counts, source: ir.Place, target: ir.Place, state: State, names: Names) -> State:
        """The numbers after so many cards have gone from one zone to another; what goes lies in the first."""
        sizes = [self.m.layout.zones[place.zone].sizes for place in (source, target)]
        here, there = (
            self.m.flat(size, place.index, self.scene, state, names)
            for size, place in zip(sizes, (source, target), strict=True)
        )
        held = cards.held_at(self.m, source.zone, here, self.scene, state)
        for gone, lies in zip(n, held, strict=True):
            self.scene.note(t.all_of((gone >= 0, gone <= lies)))
        state = self._put(source.zone, here, held, [lies - gone for gone, lies in zip(n, held, strict=True)], state)
        before = cards.held_at(self.m, target.zone, there, self.scene, state)
        return self._put(target.zone, there, before, [a + b for a, b in zip(before, n, strict=True)], state)

    def _put(self, zone: str, at: Number, before: Counts, after: Sequence[Number], state: State) -> State:
        """The numbers where so many cards now lie in a zone."""
        cells, classes = self.m.layout.cells_of(zone), range(len(self.m.counting.classes))
        if not self.m.counting.is_row(zone):
            for k in classes:
                state = self._written([Key("cards", c, k) for c in cells], at, after[k], state)
            return self._cards_changed(zone, state)
        made = dict(state)
        for k in classes:
            key = Key("row", cells.start, k)
            made[key] = self.scene.read(key, state) - before[k] + after[k]
        key = Key("piles", cells.start)
        more = pick_number(total(after) >= 1, 1, 0) - pick_number(total(before) >= 1, 1, 0)
        made[key] = self.scene.read(key, state) + more
        made = self._cards_changed(zone, made)
        known = (zone, at if isinstance(at, int) else at.get_id(), cards.version(self.m, zone, made)[1])
        self.scene.kept.append(at)
        self.scene.piles[known] = tuple(after)
        return made

    def _cards_changed(self, zone: str, state: State) -> State:
        return {**state, cards.version(self.m, zone, state)[0]: next(_versions)}

    def _drawn(self, effect: ir.Draw, state: State, names: Names) -> State:
        wanted = self.m.number(effect.count, self.scene, state, names)
        held = cards.place(self.m, effect.source.zone, effect.source.index, self.scene, state, names)
        there = total(held)
        if effect.up_to:
            some = pick_number(wanted < 0, 0, pick_number(wanted > there, there, wanted))
        else:
            self.scene.note(t.all_of((wanted >= 0, wanted <= there)))
            some = wanted
        if len(held) == 1:
            return self._moved((some,), effect.source, effect.target, state, names)
        n = self.scene.some_of(held)
        self.scene.note(total(n) == some)
        return self._moved(n, effect.source, effect.target, state, names)

    # ------------------------------------------------------------ loops

    def _for_each(self, effect: ir.ForEach, state: State, names: Names) -> list[Flow]:
        value = named_once(effect)
        if value is not None:
            return self._once(effect, value, state, names)
        over, cond = ranges.unrolled(self.m, effect.var, effect.over, effect.cond)
        effect = replace(effect, over=over, cond=cond)
        values = ranges.values_of(self.m, effect.over, self.scene, state, names)
        if values is None:
            return self._for_many(effect, state, names)
        conds = [self.m.truth(effect.cond, self.scene, state, {**names, effect.var: v}) for v in values]
        live, gone = Flow(True, state), list[Flow]()
        for one, cond in zip(values, conds, strict=True):
            if cond is False:
                continue
            chosen = t.all_of((live.cond, cond))
            with self.scene.under(chosen):
                flows = self.all(effect.body, live.state, {**names, effect.var: one})
            flows = [Flow(t.all_of((chosen, f.cond)), f.state, f.jump) for f in flows]
            gone += [f for f in flows if f.jump is not None]
            rest = [f for f in flows if f.jump is None]
            if cond is not True:
                rest.append(Flow(t.all_of((live.cond, t.neg(cond))), live.state))
            if not rest:
                return self.merged(gone)
            live = self.merged(rest)[0]
        return self.merged([*gone, live])

    def _once(self, effect: ir.ForEach, value: ir.Expr, state: State, names: Names) -> list[Flow]:
        """A loop for one value, if it is one of the range."""
        bound = self.m.value(element_of(effect.over), value, self.scene, state, names)
        there = (
            ranges.is_in(self.m, effect.over, bound, self.scene, state) if isinstance(bound, z3.ExprRef | int) else True
        )
        named = {**names, effect.var: bound}
        with self.scene.under(there):
            flows = self.all(effect.body, state, named)
        flows = [Flow(t.all_of((there, f.cond)), f.state, f.jump) for f in flows]
        return self.merged([*flows, *([] if there is True else [Flow(t.neg(there), state)])])

    def _for_many(self, effect: ir.ForEach, state: State, names: Names) -> list[Flow]:
        """A loop of which it is not known over what: it changes what it may change, to whatever that may be.

        Where all that it does is to move the card that it is about, so many cards are moved together.
        """
        moved = self._only_moves(effect)
        among = cards_of(effect.over)
        if moved is not None and among is not None:
            n = cards.chosen(self.m, effect.var, among, effect.cond, self.scene, state, names)
            return [Flow(True, self._moved(n, moved.source, moved.target, state, names))]
        some = self.scene.flag()
        with self.scene.under(some):
            before_last = self._changed(effect.body, state)
            named = ranges.name_for(self.m, effect.over, self.scene, state, names)
            last = self.all(effect.body, before_last, {**names, effect.var: named})
        flows = [Flow(t.all_of((some, f.cond)), f.state, f.jump) for f in last]
        return self.merged([Flow(t.neg(some), state), *flows])

    def _only_moves(self, effect: ir.ForEach) -> ir.Move | None:
        match effect.body:
            case (ir.Move(cards=moved) as move,) if alone(moved) == ir.Var(effect.var, ir.Card()):
                indices = (*move.source.index, *move.target.index)
                fixed = all(written_out(item) or steady(item) for item in indices)
                return move if fixed and not mentions(indices, (effect.var,)) else None
            case _:
                return None

    def _changed(self, body: tuple[ir.Effect, ...], state: State) -> State:
        """Numbers after some rounds of a loop: of what it may change nothing is known but that no card is lost."""
        zones: set[str] = set()
        after = dict(state)
        for node in reached(self.m.index, body):
            match node:
                case ir.Move(_, source, target) | ir.Draw(_, source, target):
                    zones |= {source.zone, target.zone}
                case ir.Shuffle(zone):
                    after = self._cards_changed(zone.zone, after)
                case ir.Assign(field, _, _) | ir.Roll(field, _):
                    for slot in self.m.layout.slots_of(field):
                        low, high = self.m.counting.bounds(Key("field", slot))
                        after[Key("field", slot)] = self.scene.number(low, high)
                case _:
                    pass
        if zones:
            self._rearranged(sorted(zones), state, after)
        return after

    def _rearranged(self, zones: list[str], state: State, after: State) -> None:
        keys = [key for zone in zones for key in self.m.counting.of_zone(zone)]
        for zone in zones:
            after.update(self._cards_changed(zone, after))
        fresh = {}
        for key in keys:
            low, high = self.m.counting.bounds(key)
            after[key] = fresh[key] = self.scene.number(low, high)
        for k in range(len(self.m.counting.classes)):
            there = [key for key in keys if key.kind in ("cards", "row") and key.card_class == k]
            self.scene.note(total(after[key] for key in there) == total(self.scene.read(key, state) for key in there))
        for fact in self.m.counting.sound(fresh):
            self.scene.note(fact)


def _as_number(value: Any) -> Number:
    """A truth value as the number that a field holds of it; a card as its number."""
    if isinstance(value, bool):
        return int(value)
    if isinstance(value, int):
        return value
    found = getattr(value, "card", None)
    if found is not None:
        return found
    return z3.If(value, 1, 0) if z3.is_bool(value) else value
