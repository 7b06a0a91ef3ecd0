"""Effects and steps on symbolic positions: what a move or a step makes of one, up to the next decision or end.

Leaves expressions to `verify.smt.encode.expressions` and legality to `verify.smt.transition.moves`. What luck or an
order that is not kept decides becomes a new variable; `Trace.facts` says what is true of it. So a real play is always
among those described.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from itertools import product
from typing import assert_never

from engine.core.layout import FieldSlots
from spec.ir import nodes as ir
from spec.ir.effects import carried
from spec.ir.flow import jumps
from spec.ir.fold import named_once
from spec.ir.index import GameIndex
from spec.ir.references import reached, written
from spec.ir.types import numbers_of
from verify.smt.encode import terms as t
from verify.smt.encode.cards import Cards, CardTerm
from verify.smt.encode.expressions import Encoder, fitted
from verify.smt.encode.ranges import judged
from verify.smt.encode.state import FieldTerm, State, pick_cards, pick_value
from verify.smt.encode.symbolic_context import At, Names, Unencodable
from verify.smt.transition.havoc import Written, havoc, ways_out
from verify.smt.transition.moves import Held, held_of


@dataclass(frozen=True, slots=True)
class Resolved:
    """An outcome group at the point where it is asked: on which path, and what its clauses say there."""

    group: ir.Group
    path: t.Flag
    held: Held


@dataclass(frozen=True, slots=True)
class Flow:
    """A state that effects may lead to, when they do, and where play jumps to."""

    cond: t.Flag
    state: State
    jump: ir.Jump | None = None


@dataclass(frozen=True, slots=True)
class Ended:
    """Ends at the point where they are read: on which path, what they say there, and the position."""

    endings: tuple[ir.Ending, ...]
    path: t.Flag
    held: Held
    state: State


@dataclass(frozen=True, slots=True)
class Touch:
    """Something done to an ordered cell: `shuffle`, `take`, or cards put on an end of it; `order` says in which."""

    kind: str
    order: str
    cond: t.Flag
    cards: CardTerm


@dataclass(frozen=True, slots=True)
class Rolled:
    """A field that luck has set: when, and to what."""

    slots: FieldSlots
    cond: t.Flag
    value: FieldTerm


@dataclass(slots=True)
class Trace:
    """What was met on the way: facts of new variables, outcome groups, stops by kind, cards that changed zones, what
    was done to each ordered cell, and where ends were read. `log` has what was rolled and done to ordered cells (by
    their numbers) in the order in which it comes in play."""

    facts: list[t.Flag] = field(default_factory=list)
    resolved: list[Resolved] = field(default_factory=list)
    stops: list[tuple[str, t.Flag]] = field(default_factory=list)
    moved: list[tuple[int, int, t.Flag, CardTerm]] = field(default_factory=list)
    touched: dict[int, list[Touch]] = field(default_factory=dict)
    ended: list[Ended] = field(default_factory=list)
    guessed: list[tuple[At, str]] = field(default_factory=list)
    log: list[Rolled | tuple[int, Touch]] = field(default_factory=list)


MOST_DRAWN = 14
"""More cards than that are drawn all at once, with no word on how many they are."""


class Effects:
    """Runs effects; one object a run, since it gathers a trace."""

    def __init__(self, enc: Encoder, trace: Trace) -> None:
        self.enc = enc
        self.trace = trace
        self._path: list[t.Flag] = []

    @property
    def path(self) -> t.Flag:
        """When play comes here."""
        return t.all_of(self._path)

    def under(self, cond: t.Flag) -> _Under:
        """What runs inside runs only if a condition holds."""
        return _Under(self._path, cond)

    def at(self, state: State) -> At:
        """A state to read expressions at."""
        at = At(state)
        at.facts = self.trace.facts
        return at

    def fact(self, cond: t.Flag) -> None:
        """True of new variables where play comes here; elsewhere nothing is said of them."""
        self.trace.facts.append(t.implies(self.path, cond))

    def stop_unless(self, kind: str, cond: t.Flag) -> None:
        """Play stops here without this."""
        if cond is not True:
            self.trace.stops.append((kind, t.all_of((self.path, t.neg(cond)))))

    # ------------------------------------------------------------ lists of effects

    def all(self, effects: Iterable[ir.Effect], state: State, names: Names) -> list[Flow]:
        """The flows of several effects, one after the other, up to the first jump of each."""
        live: Flow | None = Flow(True, state)
        gone: list[Flow] = []
        for effect in effects:
            if live is None:
                break
            with self.under(live.cond):
                found = self.one(effect, live.state, names)
            found = [replace(f, cond=t.all_of((live.cond, f.cond))) for f in found]
            gone += [f for f in found if f.jump is not None]
            live = self.merged([f for f in found if f.jump is None])
        return gone if live is None else [*gone, live]

    def merged(self, flows: list[Flow]) -> Flow | None:
        """One flow for several without a jump; of their conditions one holds at most."""
        kept = [f for f in flows if f.cond is not False]
        if not kept:
            return None
        state = kept[-1].state
        for flow in reversed(kept[:-1]):
            state = self.enc.space.pick(flow.cond, flow.state, state)
        return Flow(t.any_of(f.cond for f in kept), state)

    def one(self, effect: ir.Effect, state: State, names: Names) -> list[Flow]:
        """The flows of one effect."""
        try:
            return self.done(effect, state, names)
        except Unencodable as why:
            if not self.enc.loose:
                raise
            self.enc.left_free[id(effect)] = effect, why.why
            return self._anything(effect, state)

    def _anything(self, effect: ir.Effect, state: State) -> list[Flow]:
        """An effect that is not put into terms: what it may write becomes anything."""
        enc, may = self.enc, written_by(self.enc.index, effect)
        for source, target in may.flows:
            cells = product(enc.layout.cells_of(source), enc.layout.cells_of(target))
            self.trace.moved += [(a, b, self.path, enc.deck.fresh(enc.space.name("free"))) for a, b in cells]
        after = havoc(enc, may, state)
        return [Flow(cond, after, jump) for cond, jump in ways_out(enc, may)]

    def done(self, effect: ir.Effect, state: State, names: Names) -> list[Flow]:
        """The flows of one effect that is put into terms."""
        match effect:
            case ir.Move():
                return self._move(effect, state, names)
            case ir.Draw():
                return self._draw(effect, state, names)
            case ir.Shuffle(zone):
                return self._shuffle(zone, state, names)
            case ir.Assign():
                return self._assign(effect, state, names)
            case ir.Roll():
                return self._roll(effect, state, names)
            case ir.When():
                return self._when(effect, state, names)
            case ir.ForEach():
                return self._for_each(effect, state, names)
            case ir.Do(routine, args):
                decl = self.enc.index.routines[routine]
                return self._with(decl.params, args, decl.body, state, names)
            case ir.Resolve():
                return self._resolve(effect, state, names)
            case ir.Jump():
                return [Flow(True, state, effect)]
            case ir.Cited(_, body):
                return self.all(body, state, names)
            case _:
                assert_never(effect)

    def _with(
        self,
        params: tuple[ir.Var, ...],
        args: tuple[ir.Expr, ...],
        body: tuple[ir.Effect, ...],
        state: State,
        names: Names,
    ) -> list[Flow]:
        inner, defined = self.bound(params, args, state, names)
        with self.under(defined):
            return self.guarded(defined, self.all(body, state, inner))

    def bound(
        self, params: tuple[ir.Var, ...], args: tuple[ir.Expr, ...], state: State, names: Names
    ) -> tuple[Names, t.Flag]:
        """The names of parameters with the values of arguments; play stops where one has no meaning."""
        at = self.at(state)
        values = [self.enc.part(a, at, names) for a in args]
        defined = t.all_of(s for _, s in values)
        self.stop_unless("undefined", defined)
        self.remember(at)
        return {p.name: fitted(v, p.type) for p, (v, _) in zip(params, values, strict=True)}, defined

    def remember(self, at: At) -> None:
        """Keeps what was guessed."""
        self.trace.guessed += [(at, key) for key in at.guessed]

    @staticmethod
    def guarded(cond: t.Flag, flows: list[Flow]) -> list[Flow]:
        """The same flows, where a condition holds too."""
        return [replace(f, cond=t.all_of((cond, f.cond))) for f in flows]

    # ------------------------------------------------------------ control

    def _when(self, effect: ir.When, state: State, names: Names) -> list[Flow]:
        at = self.at(state)
        cond, defined = self.enc.part(effect.cond, at, names)
        self.remember(at)
        self.stop_unless("undefined", defined)
        with self.under(defined):
            return self.guarded(defined, self._either(cond, effect.then, effect.other, state, names))

    def _either(
        self, cond: t.Flag, then: tuple[ir.Effect, ...], other: tuple[ir.Effect, ...], state: State, names: Names
    ) -> list[Flow]:
        if isinstance(cond, bool):
            return self.all(then if cond else other, state, names)
        with self.under(cond):
            yes = self.all(then, state, names)
        with self.under(t.neg(cond)):
            no = self.all(other, state, names)
        return self.joined(cond, yes, no)

    def joined(self, cond: t.Flag, yes: list[Flow], no: list[Flow]) -> list[Flow]:
        """The flows of one branch or the other; those that go on become one."""
        jumps = [f for f in (*self.guarded(cond, yes), *self.guarded(t.neg(cond), no)) if f.jump is not None]
        left, right = (self.merged([f for f in flows if f.jump is None]) for flows in (yes, no))
        if left is None or right is None:
            rest = self.guarded(cond, [left]) if left else self.guarded(t.neg(cond), [right]) if right else []
            return [*jumps, *rest]
        both = Flow(t.pick_flag(cond, left.cond, right.cond), self.enc.space.pick(cond, left.state, right.state))
        return [*jumps, both]

    def _for_each(self, effect: ir.ForEach, state: State, names: Names) -> list[Flow]:
        value = named_once(effect)
        if value is not None and numbers_of(effect.over) is not None:
            named, defined = self.bound((ir.Var(effect.var, ir.Int()),), (value,), state, names)
            with self.under(defined):
                return self.guarded(defined, self.all(effect.body, state, {**names, **named}))
        at = self.at(state)
        (found, in_order), defined = self.enc.sub(
            at, lambda: judged(self.enc, effect.over, effect.var, effect.cond, at, names)
        )
        self.remember(at)
        defined = t.all_of((defined, *(t.implies(one.item.there, one.defined) for one in found)))
        self.stop_unless("undefined", defined)
        if not in_order:
            raise Unencodable(effect, "effects for each card of an order that is not kept")
        live: Flow | None = Flow(defined, state)
        gone: list[Flow] = []
        for one in found:
            if live is None:
                break
            with self.under(live.cond):
                if one.chosen is False:
                    continue
                with self.under(one.chosen):
                    yes = self.all(effect.body, live.state, one.item.names)
                flows = self.guarded(live.cond, self.joined(one.chosen, yes, [Flow(True, live.state)]))
            gone += [f for f in flows if f.jump is not None]
            live = self.merged([f for f in flows if f.jump is None])
        return gone if live is None else [*gone, live]

    def _resolve(self, effect: ir.Resolve, state: State, names: Names) -> list[Flow]:
        group = self.enc.index.groups[effect.group]
        inner, defined = self.bound(group.params, effect.args, state, names)
        with self.under(defined):
            at = self.at(state)
            held = held_of(self.enc, group.clauses, group.order, at, inner)
            self.remember(at)
            self.trace.resolved.append(Resolved(group, self.path, held))
            self.stop_unless("undefined", held.defined)
            self.stop_unless("gap", t.any_of((t.neg(held.defined), held.some)))
            flows: list[Flow] = []
            earlier: list[t.Flag] = []
            for number, clause in enumerate(group.clauses):
                cond = t.all_of((held.defined, held.wins(number), t.neg(t.any_of(earlier))))
                earlier.append(held.wins(number))
                if cond is False:
                    continue
                with self.under(cond):
                    flows += self.guarded(cond, self.all(clause.effects, state, inner))
        gone = [f for f in flows if f.jump is not None]
        rest = self.merged([f for f in flows if f.jump is None])
        return self.guarded(defined, gone if rest is None else [*gone, rest])

    # ------------------------------------------------------------ fields

    def _assign(self, effect: ir.Assign, state: State, names: Names) -> list[Flow]:
        at, slots = self.at(state), self.enc.layout.fields[effect.field]
        value, defined = self.enc.part(effect.value, at, names)
        if slots.decl.numbers is not None:
            value = self.enc.deck.counted(value)
        inside = self.enc.space.in_range(slots, value)
        index = () if effect.field == "mover" else effect.index
        places, placed = self.enc.sub(at, lambda: self.enc.places(slots, index, at, names))
        self.remember(at)
        self.stop_unless("undefined", t.all_of((defined, placed)))
        self.stop_unless("overflow", t.any_of((t.neg(defined), inside)))
        if isinstance(value, t.Num):
            value = replace(value, low=max(value.low, slots.low), high=min(value.high, slots.high))
        elif isinstance(value, t.Word):
            value = t.word_of(
                {v: c for v, c in value.cases.items() if slots.low <= v <= slots.high} or {slots.low: True}
            )
        after = state.copy()
        for number, cond in places:
            place = slots.first + number
            after.fields[place] = pick_value(self.enc.deck, slots.decl.type, cond, value, state.fields[place])
        return [Flow(t.all_of((defined, placed, inside)), after)]

    def _roll(self, effect: ir.Roll, state: State, names: Names) -> list[Flow]:
        at, slots = self.at(state), self.enc.layout.fields[effect.field]
        index = () if effect.field == "mover" else effect.index
        places, placed = self.enc.sub(at, lambda: self.enc.places(slots, index, at, names))
        self.stop_unless("undefined", placed)
        value, _ = self.enc.space.free_field(slots.first, self.enc.space.name(f"roll.{effect.field}"))
        if isinstance(value, t.Word):
            value = t.Word({v: c for v, c in value.cases.items() if v in slots.rolled})
        self.fact(self.enc.space.in_range(slots, value))
        self.trace.log.append(Rolled(slots, t.all_of((self.path, placed)), value))
        after = state.copy()
        for number, cond in places:
            place = slots.first + number
            after.fields[place] = pick_value(self.enc.deck, slots.decl.type, cond, value, state.fields[place])
        return [Flow(placed, after)]

    # ------------------------------------------------------------ cards

    def _cell(self, place: ir.Place, at: At, names: Names) -> tuple[list[tuple[int, t.Flag]], t.Flag]:
        slots = self.enc.layout.zones[place.zone]
        found, defined = self.enc.sub(at, lambda: self.enc.places(slots, place.index, at, names))
        return [(slots.first + number, cond) for number, cond in found], defined

    def _read(self, cells: list[tuple[int, t.Flag]], state: State) -> Cards:
        found = state.cells[cells[0][0]]
        for number, cond in cells[1:]:
            found = pick_cards(self.enc.deck, cond, state.cells[number], found)
        return found

    def _write(self, cells: list[tuple[int, t.Flag]], state: State, cards: Cards) -> State:
        after = state.copy()
        for number, cond in cells:
            after.cells[number] = pick_cards(self.enc.deck, cond, cards, state.cells[number])
        return after

    def _move(self, effect: ir.Move, state: State, names: Names) -> list[Flow]:
        d, at = self.enc.deck, self.at(state)
        cards, defined = self.enc.part(effect.cards, at, names)
        source, source_defined = self._cell(effect.source, at, names)
        target, target_defined = self._cell(effect.target, at, names)
        self.remember(at)
        defined = t.all_of((defined, source_defined, target_defined))
        if not source or not target:
            self.stop_unless("undefined", False)
            return []
        to_order = self.enc.layout.zones[effect.target.zone].decl.ordered
        in_order = self.enc.kind(effect.cards) == ir.Cards(ordered=True)
        here = self._read(source, state)
        lies = here is cards or d.within(cards.held, here.held)
        single = not to_order or in_order or effect.any_order or d.at_most_one(cards.held)
        good = t.all_of((defined, lies, single))
        self.stop_unless("undefined", good)
        with self.under(good):
            if to_order and not in_order:
                cards = self._any_order(cards)
            order = repr(effect.cards) if in_order else "any" if effect.any_order else "one"
            return [Flow(good, self._carry(cards, source, target, effect.end, state, order))]

    def _any_order(self, cards: Cards) -> Cards:
        """The same cards in an order of no account."""
        if cards.top is not None:
            return cards
        d = self.enc.deck
        if isinstance(cards.held, int) and cards.held.bit_count() <= 1:
            return Cards(cards.held, cards.held, cards.held)
        made = Cards(cards.held, d.fresh(self.enc.space.name("first")), d.fresh(self.enc.space.name("last")))
        self.fact(self.enc.space.ends_fit(made))
        return made

    def _carry(
        self,
        cards: Cards,
        source: list[tuple[int, t.Flag]],
        target: list[tuple[int, t.Flag]],
        end: ir.TopOrBottom,
        state: State,
        order: str,
    ) -> State:
        """The state with cards taken from one zone and put into another."""
        for cells, kind in ((source, "take"), (target, end)):
            for cell, at_cell in cells:
                self._touch(cell, Touch(kind, order, t.all_of((self.path, at_cell)), cards.held))
        for here, at_here in source:
            for there, at_there in target:
                self.trace.moved.append((here, there, t.all_of((self.path, at_here, at_there)), cards.held))
        state = self._write(source, state, self._less(self._read(source, state), cards))
        return self._write(target, state, self._more(self._read(target, state), cards, end))

    def _touch(self, cell: int, touch: Touch) -> None:
        if self.enc.layout.ordered[cell]:
            self.trace.touched.setdefault(cell, []).append(touch)
            self.trace.log.append((cell, touch))

    def _less(self, held: Cards, cards: Cards) -> Cards:
        """Some cards without others; which is the end once the end has gone is left open."""
        d = self.enc.deck
        rest = d.without(held.held, cards.held)
        if held.bottom is None or held.top is None:
            return Cards(rest)
        if isinstance(rest, int) and rest == 0:
            return Cards(0, 0, 0)
        ends = []
        for end in (held.bottom, held.top):
            stays = t.neg(d.some(d.common(end, cards.held)))
            new = d.fresh(self.enc.space.name("uncovered"))
            ends.append(d.pick(stays, end, new))
        made = Cards(rest, ends[0], ends[1])
        self.fact(self.enc.space.ends_fit(made))
        return made

    def _more(self, held: Cards, cards: Cards, end: ir.TopOrBottom) -> Cards:
        """Some cards with others put at one end, the first of them first."""
        d = self.enc.deck
        whole = d.join(held.held, cards.held)
        if held.bottom is None or held.top is None:
            return Cards(whole)
        put = self._any_order(cards)
        assert put.bottom is not None
        assert put.top is not None
        none, was_none = t.neg(d.some(put.held)), t.neg(d.some(held.held))
        match end:
            case "top":
                return Cards(whole, d.pick(was_none, put.bottom, held.bottom), d.pick(none, held.top, put.top))
            case "bottom":
                return Cards(whole, d.pick(none, held.bottom, put.top), d.pick(was_none, put.bottom, held.top))

    def _draw(self, effect: ir.Draw, state: State, names: Names) -> list[Flow]:
        at = self.at(state)
        count, defined = self.enc.part(effect.count, at, names)
        source, source_defined = self._cell(effect.source, at, names)
        target, target_defined = self._cell(effect.target, at, names)
        self.remember(at)
        defined = t.all_of((defined, source_defined, target_defined))
        self.stop_unless("undefined", defined)
        if not source or not target:
            return []
        here = self._read(source, state)
        if not effect.up_to:
            enough = t.neg(self.enc.less(self.enc.deck.size_of(here.held), count))
            if not isinstance(count, int):
                enough = t.all_of((enough, t.neg(self.enc.less(count, 0))))
            self.stop_unless("undefined", t.any_of((t.neg(defined), enough)))
            defined = t.all_of((defined, enough))
        with self.under(defined):
            return [Flow(defined, self._drawn(count, source, target, state))]

    def _drawn(
        self, count: t.Number, source: list[tuple[int, t.Flag]], target: list[tuple[int, t.Flag]], state: State
    ) -> State:
        d = self.enc.deck
        most = min(d.size, t.bounds(d.counted(count))[1])
        if most > MOST_DRAWN:
            here = self._read(source, state)
            many = d.fresh(self.enc.space.name("drawn"))
            some = t.all_of((self.enc.less(0, count), d.some(here.held)))
            self.fact(t.all_of((d.within(many, here.held), t.same_flag(d.some(many), some))))
            return self._carry(Cards(many), source, target, "top", state, "drawn together")
        for number in range(most):
            here = self._read(source, state)
            goes = t.all_of((self.enc.less(number, count), d.some(here.held)))
            if goes is False:
                break
            card = self._next(here, goes)
            state = self._carry(Cards(card, card, card), source, target, "top", state, "drawn")
        return state

    def _next(self, here: Cards, goes: t.Flag) -> CardTerm:
        """The card that is drawn next: the top if it is kept, else any; none where no card is drawn."""
        d = self.enc.deck
        if here.top is not None:
            return d.pick(goes, here.top, 0)
        if isinstance(here.held, int) and here.held.bit_count() <= 1:
            return d.pick(goes, here.held, 0)
        card = d.fresh(self.enc.space.name("drawn"))
        self.fact(t.all_of((d.at_most_one(card), d.within(card, here.held), t.same_flag(d.some(card), goes))))
        return card

    def _shuffle(self, zone: ir.Place, state: State, names: Names) -> list[Flow]:
        at = self.at(state)
        cells, defined = self._cell(zone, at, names)
        self.stop_unless("undefined", defined)
        here = self._read(cells, state)
        for cell, at_cell in cells:
            self._touch(cell, Touch("shuffle", "", t.all_of((self.path, defined, at_cell)), here.held))
        if here.top is None:
            return [Flow(defined, state)]
        with self.under(defined):
            return [Flow(defined, self._write(cells, state, self._any_order(Cards(here.held))))]


def written_by(index: GameIndex, effect: ir.Effect) -> Written:
    """What an effect may write, with all that it calls."""
    flows: dict[tuple[str, str], None] = {}
    zones: dict[str, None] = {}
    fields: dict[str, None] = {}
    for node in reached(index, effect):
        if (way := carried(node)) is not None:
            flows[way[0].zone, way[1].zone] = None
            zones |= {place.zone: None for place in way}
        elif (sets := written(node)) is not None:
            fields[sets.field] = None
        elif isinstance(node, ir.Shuffle):
            zones[node.zone.zone] = None
    return Written(tuple(flows), tuple(zones), tuple(fields), jumps(index, effect))


class _Under:
    def __init__(self, path: list[t.Flag], cond: t.Flag) -> None:
        self._path, self._cond = path, cond

    def __enter__(self) -> None:
        self._path.append(self._cond)

    def __exit__(self, *_: object) -> None:
        self._path.pop()
