"""The meaning of effects: each becomes a function that changes a frame, and says where play jumps to if it does.

Leaves expressions to `engine.interpreter.expressions` and steps to `engine.interpreter.interpreter`. A jump ends every
enclosing list at once.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import assert_never

from engine.interpreter.compiled_expression import applicable_clauses
from engine.interpreter.expressions import ExpressionCompiler
from engine.interpreter.faults import BeyondLimits, Stop, Value, undefined
from engine.interpreter.frame import Frame, rebind
from engine.luck.chance import ChanceError, Recording, Scripted
from spec.ir import nodes as ir
from spec.ir.precedence import outrankers, unranked
from spec.ir.types import domain_of

CompiledEffect = Callable[[Frame], ir.Jump | None]


class EffectCompiler:
    """The meanings of a game's effects; a routine's and an outcome group's are made once.

    Raises `ValueError` where a routine or group uses itself, which `spec.ir.check` refuses.
    """

    def __init__(self, meanings: ExpressionCompiler) -> None:
        self._m = meanings
        self._layout = meanings.layout
        self._made: dict[tuple[str, str], CompiledEffect] = {}
        self._making: set[tuple[str, str]] = set()

    def of_all(self, effects: tuple[ir.Effect, ...]) -> CompiledEffect:
        """Several effects, one after the other, up to the first jump."""
        compiled = tuple(self.of(effect) for effect in effects)
        if len(compiled) == 1:
            return compiled[0]

        def run(f: Frame) -> ir.Jump | None:
            for one in compiled:
                jump = one(f)
                if jump is not None:
                    return jump
            return None

        return run

    def of(self, effect: ir.Effect) -> CompiledEffect:
        """The meaning of one effect."""
        match effect:
            case ir.Move():
                return self._move(effect)
            case ir.Draw():
                return self._draw(effect)
            case ir.Shuffle(zone):
                return self._shuffle(zone)
            case ir.Assign():
                return self._assign(effect)
            case ir.Roll():
                return self._roll(effect)
            case ir.When(cond, then, other):
                test, yes, no = self._m.number(cond), self.of_all(then), self.of_all(other)
                return lambda f: yes(f) if test(f) else no(f)
            case ir.ForEach():
                return self._for_each(effect)
            case ir.Do(routine, args):
                return self._do(routine, args)
            case ir.Resolve(group, args):
                return self._resolve(group, args)
            case ir.Jump():
                return lambda f: effect
            case ir.Cited(source, body):
                return self._cited(source, self.of_all(body))
            case _:
                assert_never(effect)

    # ------------------------------------------------------------ cards

    def _move(self, effect: ir.Move) -> CompiledEffect:
        chosen = self._m.cards(effect.cards)
        source = self._m.cell(effect.source.zone, effect.source.index)
        target = self._m.cell(effect.target.zone, effect.target.index)
        to_order = self._layout.zones[effect.target.zone].decl.ordered
        in_order = effect.any_order or self._m.kind(effect.cards) == ir.Cards(ordered=True)
        on_top = {"top": True, "bottom": False}[effect.end]

        def move(f: Frame) -> None:
            cards, here, there = chosen(f), source(f), target(f)
            if to_order and not in_order and len(cards) > 1:
                undefined(f"{len(cards)} cards in no order go to {effect.target.zone}, which is ordered", f.names)
            f.known.clear()
            _take(f, cards, here, effect.source.zone)
            held = f.cells[there]
            if not to_order:
                f.cells[there] = tuple(sorted((*held, *cards)))
            elif on_top:
                f.cells[there] = held + cards
            else:
                f.cells[there] = cards[::-1] + held

        return move

    def _draw(self, effect: ir.Draw) -> CompiledEffect:
        count = self._m.number(effect.count)
        source = self._m.cell(effect.source.zone, effect.source.index)
        target = self._m.cell(effect.target.zone, effect.target.index)
        to_order, zone = self._layout.zones[effect.target.zone].decl.ordered, effect.source.zone

        def draw(f: Frame) -> None:
            wanted, here, there = count(f), source(f), target(f)
            held = f.cells[here]
            if not effect.up_to and not 0 <= wanted <= len(held):
                undefined(f"{wanted} cards are to be drawn from {zone}, which holds {len(held)}", f.names)
            f.known.clear()
            left = len(held) - max(0, min(wanted, len(held)))
            f.cells[here], drawn = held[:left], held[left:][::-1]
            there_held = f.cells[there] + drawn
            f.cells[there] = there_held if to_order else tuple(sorted(there_held))

        return draw

    def _shuffle(self, zone: ir.Place) -> CompiledEffect:
        cell = self._m.cell(zone.zone, zone.index)

        def shuffle(f: Frame) -> None:
            at = cell(f)
            f.known.clear()
            f.cells[at] = f.chance.shuffle(f.cells[at])

        return shuffle

    # ------------------------------------------------------------ fields

    def _assign(self, effect: ir.Assign) -> CompiledEffect:
        slot, value = self._m.slot(effect.field, effect.index), self._m.number(effect.value)
        slots = self._layout.fields[effect.field]
        low, high, source = slots.low, slots.high, slots.decl.source

        def assign(f: Frame) -> None:
            new, at = value(f), slot(f)
            if not low <= new <= high:
                if new == ir.NOBODY and domain_of(slots.decl.type):
                    undefined(f"{effect.field} cannot be nobody", f.names)
                sentence = f"{effect.field} would become {new}, and goes from {low} to {high}"
                raise Stop("overflow", sentence, f.names, (source,))
            f.known.clear()
            f.fields[at] = new

        return assign

    def _roll(self, effect: ir.Roll) -> CompiledEffect:
        slot, rolled = self._m.slot(effect.field, effect.index), self._layout.fields[effect.field].rolled

        def roll(f: Frame) -> None:
            f.known.clear()
            f.fields[slot(f)] = rolled[f.chance.pick(len(rolled))]

        return roll

    # ------------------------------------------------------------ control

    def _for_each(self, effect: ir.ForEach) -> CompiledEffect:
        over, cond = self._m.values(effect.over), self._m.number(effect.cond)
        var, body = effect.var, self.of_all(effect.body)

        def for_each(f: Frame) -> ir.Jump | None:
            names = f.names
            outer, values = names.get(var), []
            for value in over(f):
                names[var] = value
                if cond(f):
                    values.append(value)
            jump = None
            for value in values:
                names[var] = value
                jump = body(f)
                if jump is not None:
                    break
            rebind(names, var, outer)
            return jump

        return for_each

    def _do(self, name: str, args: tuple[ir.Expr, ...]) -> CompiledEffect:
        decl = self._m.index.routines[name]
        bind = self._m.binding(decl.params, args)
        body = self._once(("routine", name), lambda: self.of_all(decl.body))

        def do(f: Frame) -> ir.Jump | None:
            outer = f.names
            f.names = bind(f)
            f.note("routine", decl.source, tuple(f.names.values()))
            jump = body(f)
            f.names = outer
            return jump

        return do

    def _cited(self, source: ir.Source, body: CompiledEffect) -> CompiledEffect:
        def cited(f: Frame) -> ir.Jump | None:
            f.note("effect", source)
            try:
                return body(f)
            except Stop as stop:
                raise stop.within(source) from None
            except BeyondLimits as error:
                raise error.within(source, "clause") from None

        return cited

    def _once(self, key: tuple[str, str], make: Callable[[], CompiledEffect]) -> CompiledEffect:
        if key in self._making:
            raise ValueError(f"the {key[0]} {key[1]} uses itself")
        if key not in self._made:
            self._making.add(key)
            self._made[key] = make()
            self._making.remove(key)
        return self._made[key]

    # ------------------------------------------------------------ outcome groups

    def _resolve(self, name: str, args: tuple[ir.Expr, ...]) -> CompiledEffect:
        group = self._m.index.groups[name]
        bind = self._m.binding(group.params, args)
        body = self._once(("group", name), lambda: self._group(group))

        def resolve(f: Frame) -> ir.Jump | None:
            outer = f.names
            f.names = bind(f)
            jump = body(f)
            f.names = outer
            return jump

        return resolve

    def _group(self, group: ir.Group) -> CompiledEffect:
        above = outrankers([clause.source.label for clause in group.clauses], group.order)
        tests = tuple((clause.source, self._m.number(clause.when)) for clause in group.clauses)
        compiled = tuple(self._outcome(clause) for clause in group.clauses)

        def run(f: Frame) -> ir.Jump | None:
            applicable = applicable_clauses(tests, f)
            best = unranked(applicable, above)
            if not applicable:
                raise Stop("gap", f"no clause of {group.source.label} applies here", f.names, (group.source,))
            if len(best) == 1:
                return compiled[best[0]](f)
            if not best:
                best = tuple(i for i in range(len(compiled)) if applicable >> i & 1)
                raise self._clash(group, best, f.names)
            return self._together(group, best, compiled, f)

        return run

    def _outcome(self, clause: ir.Outcome) -> CompiledEffect:
        body, source = self.of_all(clause.effects), clause.source

        def outcome(f: Frame) -> ir.Jump | None:
            f.note("outcome", source, tuple(f.names.values()))
            try:
                return body(f)
            except Stop as stop:
                raise stop.within(source) from None

        return outcome

    def _together(
        self, group: ir.Group, best: tuple[int, ...], compiled: tuple[CompiledEffect, ...], f: Frame
    ) -> ir.Jump | None:
        """Runs unranked clauses, each on a copy and with the same luck: they may differ in nothing."""
        first = f.copy()
        first.chance = recording = Recording(f.chance)
        jump = compiled[best[0]](first)
        fired = list(first.events)
        for i in best[1:]:
            twin = f.copy()
            twin.chance = script = Scripted(recording.outcomes)
            try:
                same = compiled[i](twin) == jump and not script.left
            except ChanceError:
                same = False
            if not same or (twin.cells, twin.fields) != (first.cells, first.fields):
                raise self._clash(group, best, f.names)
            fired += twin.events
        f.known.clear()
        f.cells, f.fields = first.cells, first.fields
        f.events += fired
        return jump

    def _clash(self, group: ir.Group, best: tuple[int, ...], names: dict[str, Value]) -> Stop:
        sources = tuple(group.clauses[i].source for i in best)
        listed = " and ".join(source.label for source in sources)
        return Stop(
            "clash", f"{listed} of {group.source.label} apply, unranked, and do different things", names, sources
        )


def _take(f: Frame, cards: tuple[int, ...], here: int, zone: str) -> None:
    held = f.cells[here]
    taken = set(cards)
    if len(taken) != len(cards):
        undefined(f"a card is to leave {zone} twice", f.names)
    if not taken.issubset(held):
        undefined(f"a card is to leave {zone}, and does not lie there", f.names)
    f.cells[here] = tuple([card for card in held if card not in taken])
