"""What whole random games share while their C is made, and how values are written there.

Fields without an index are variables of the one function in which games are played; functions apart from it are handed
those that they read. Leaves what effects do to `engine.c.playout.effects`, and counting moves to
`engine.c.playout.counting`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Literal

from engine.c import tree as c
from engine.c.compiled.code import Counted
from engine.c.playout.profile import NAMES, Part, Profile, entered, measured
from engine.c.rules.effects import with_uses
from engine.c.rules.engine import Engine, G, Made, Value, c_type
from engine.c.rules.names import c_word
from engine.c.rules.values import Body, by_card, fitted, kept, lasting, plain, slot, value
from engine.core import program as p
from engine.core import terms as t
from engine.core.exclusive import unfolded
from engine.core.pipelines import planned
from engine.core.plans.card_pairs import CardPairs
from engine.core.plans.choice_starts import ChoiceStarts
from engine.core.plans.cost_model import Cost
from engine.core.plans.kept_selections import KeptSelections
from engine.core.plans.late_shuffles import LateShuffles
from engine.core.plans.memoised_values import MemoisedValues
from engine.core.plans.move_counting import MoveCounting
from engine.core.plans.nested_choices import NestedChoices
from engine.core.plans.number_sets import NumberSets
from engine.core.plans.pile_occupancy import PileOccupancy
from engine.core.plans.read_write_sets import ReadWriteSets, Sets
from engine.core.plans.register_promotion import Kept, RegisterPromotion
from engine.core.plans.set_sums import SetSums
from engine.core.plans.set_vectorisation import SetVectorisation
from engine.core.plans.small_tables import SmallTables
from engine.core.plans.threshold_sets import ThresholdSets
from engine.core.plans.unrolling import Unrolling
from engine.core.uses import nodes
from spec.ir import nodes as ir
from spec.ir.clauses import mark
from spec.ir.types import domain_of, may_lack

SMALL = 48
"""Functions of so many nodes are written where they are called."""
MOST_REPEATED = 96
"""An effect that would repeat more nodes than these is written once, as a function apart."""
MOST_KEPT = 64
"""Of a domain of so many words answers are kept for each of them."""
MOST_BACK = 2
"""So many numbers a function hands back in registers."""
STATE = c.Through(G, "s")
EPOCH = c.Through(G, "epoch")


@dataclass(frozen=True, slots=True)
class Apart:
    """A function apart from whole play: its name, and the fields that it is handed."""

    name: str
    fields: tuple[str, ...]


class Play(Engine):
    """The C file of one game's random games while it is made."""

    def __init__(self, game: ir.Game, program: p.Program, profile: Profile | None = None) -> None:
        super().__init__(game, program, "play", self._never, Counted(game))
        self.profile = profile
        self.taken |= NAMES if profile is not None else set()
        kept = planned(RegisterPromotion(), program, Kept())
        self.locals = {
            one.name: c.Name(self.give(f"f_{c_word(one.label)}")) for one in program.fields if one.name in kept.fields
        }
        self.sizes = {name: c.Name(self.give(f"n_{c_word(name)}")) for name in sorted(kept.sizes)}
        self.rows = {name: c.Name(self.give(f"row_{c_word(name)}")) for name in planned(PileOccupancy(), program, {})}
        self.late = planned(LateShuffles(), program, frozenset())
        self.tops = {name: c.Name(self.give(f"top_{c_word(name)}")) for name in sorted(kept.tops)}
        self.selections = {} if planned(KeptSelections(), program, False) else None
        self.summed = planned(SetSums(), program, False)
        self.starts = planned(ChoiceStarts(), program, False)
        self.thresholds = planned(ThresholdSets(), program, False)
        self.plans = {**planned(NumberSets(), program, {}), **planned(MoveCounting(), program, {})}
        self.nested = planned(NestedChoices(), program, {})
        self.memoised = planned(MemoisedValues(), program, frozenset())
        self.vectorised = planned(SetVectorisation(), program, frozenset())
        self.small = planned(SmallTables(), program, None)
        self.pairs = planned(CardPairs(), program, {})
        self.unrolled = planned(Unrolling(), program, None)
        self.cost = Cost(program, self.by_card)
        self.list_numbers: dict[object, int] = {}
        self.near_numbers: dict[object, int] = {}
        self.legal = 0
        self.apart: dict[object, Apart] = {}
        self.backs: dict[str, c.Named] = {}
        """What functions apart hand back, by their names in the program."""

    @staticmethod
    def _never(_m: Engine, source: p.Function) -> Made:
        raise AssertionError(source)

    @cached_property
    def variables(self) -> dict[str, tuple[c.Name, c.Type]]:
        """What whole play keeps in variables: fields, rows, and sizes and tops of piles, each by a key of its own."""
        found = {name: (local, self._field_type(name)) for name, local in self.locals.items()}
        found |= {f"row {name}": (local, c.BITS) for name, local in self.rows.items()}
        found |= {f"size {name}": (local, c.NUM) for name, local in self.sizes.items()}
        return found | {f"top {name}": (local, c.NUM) for name, local in self.tops.items()}

    @cached_property
    def variable_names(self) -> frozenset[str]:
        """The names of these variables."""
        return frozenset(local.name for local, _ in self.variables.values())

    def _field_type(self, name: str) -> c.Type:
        return c.BOOL if c_type(self.fields[name].kind) == c.BOOL else c.NUM

    @cached_property
    def calls(self) -> dict[str, int]:
        """At how many places each function is called."""
        found: dict[str, int] = {}
        for node in nodes(self.program):
            if isinstance(node, t.Call):
                found[node.function] = found.get(node.function, 0) + 1
        return found

    @cached_property
    def weights(self) -> dict[str, int]:
        """How many nodes each function has, with what it calls."""
        found: dict[str, int] = {}

        def weight(name: str) -> int:
            if name not in found:
                parts = list(nodes(self.sources[name].body))
                found[name] = len(parts) + sum(weight(n.function) for n in parts if isinstance(n, t.Call))
            return found[name]

        for name in self.sources:
            weight(name)
        return found

    @cached_property
    def sets(self) -> Sets | None:
        """What parts of the program read and change; None where that is left out."""
        return planned(ReadWriteSets(), self.program, None)

    @cached_property
    def copies(self) -> dict[str, int]:
        """How often each function would be written if it were written wherever it is called."""
        callers: dict[str, list[str]] = {}
        for name, source in self.sources.items():
            for node in nodes(source.body):
                if isinstance(node, t.Call):
                    callers.setdefault(node.function, []).append(name)
        found: dict[str, int] = {}

        def times(name: str) -> int:
            if name not in found:
                found[name] = max(self.calls.get(name, 0), 1) + sum(times(one) - 1 for one in callers.get(name, ()))
            return found[name]

        for name in self.sources:
            times(name)
        return found

    def handed_back(self, source: p.Function) -> tuple[str, ...] | None:
        """The variables that an effect changes, where it is written apart, once; None where it is better written in
        each place: it is short, it leads to a step, or it changes more than a function may well hand back."""
        copies = self.copies[source.name]
        if self.sets is None or copies == 1 or not self.sets.answers_nothing(source.body):
            return None
        written, size = self.sets.writes(source.body), self.sets.size(source.body)
        back = tuple(key for key in self.variables if key.split()[-1] in written)
        return back if (copies - 1) * size > MOST_REPEATED and len(back) <= MOST_BACK else None

    def number(self, kind: str, source: ir.Source) -> int | None:
        """The number of a clause among those that are counted."""
        return (self.marks or {}).get(mark(kind, source))

    @cached_property
    def effect_marks(self) -> dict[str, int | None]:
        """For each function of a cited part of effects its mark."""
        return {name: self.number("effect", one.effect) for name, one in self.sources.items() if one.effect}

    @cached_property
    def outcomes(self) -> dict[str, p.GroupDef]:
        """The outcome groups by their labels."""
        return {group.label: group for group in self.program.groups}

    def list_number(self, key: object) -> int:
        """The number of a list of choices."""
        return self.list_numbers.setdefault(key, len(self.list_numbers))


@dataclass
class Playing(Body):
    """Statements of whole play, or of a function apart from it, while they are made."""

    m: Play
    step: p.StepDef | None = None
    """Where play stands."""
    handed: dict[str, None] | None = None
    """The fields that a function apart is handed; None in whole play itself."""
    counted: Mapping[str, c.Expr] = field(default_factory=dict)
    """How many moves those actions have that are counted already where play stands."""
    can: Callable[[Playing, tuple[str, ...]], c.Expr] | None = None
    """Asks whether there is a legal move by one of some actions."""
    written_out: Callable[[Playing, t.Fold], Value | None] | None = None
    """A fold with nothing to branch on; None where it is better left as a loop."""
    often: bool = False
    """Is what is written here read again and again while nothing changes?"""
    flat: bool = False
    """Is what is written here quick, and can none of it stop play? Then it needs no branch."""
    picked: p.MoveCards | None = None
    """The effect that takes a card out of the set out of which it has just been picked."""

    def named(self, value: Value, stem: str) -> Value:
        """A value that stays, whatever becomes of the variable that it is read from."""
        if isinstance(value.expr, c.Name) and value.expr.name in self.m.variable_names:
            return Value(self.declare(stem, value.type, value.expr), value.type, False, value.bound)
        return super().named(value, stem)

    # ------------------------------------------------------------ fields

    def local(self, name: str) -> c.Name:
        """A field that is a variable of whole play."""
        if self.handed is not None:
            self.handed[name] = None
        return self.m.variables[name][0]

    def row(self, zone: str) -> c.Name:
        """Which piles of a family hold a card, as bits."""
        return self.local(f"row {zone}")

    def present(self, over: t.Piles) -> c.Expr | None:
        """The same of a row."""
        match over:
            case t.Piles(_, (zone,)) if zone in self.m.rows:
                return self.row(zone)
            case _:
                return None

    def noted(self, zone: t.Zone, at: c.Expr, now: Literal["some", "none", "unknown"] = "unknown") -> None:
        """Notes whether a pile, by its number, now holds a card."""
        if zone.name not in self.m.rows:
            return
        row, place = self.row(zone.name), c.Binary("-", at, self.m.place(zone.name))
        bit = c.Binary("<<", c.Cast(c.BITS, c.Int(1)), place)
        match now:
            case "some":
                self.add(c.Assign(row, bit, "|="))
            case "none":
                self.add(c.Assign(row, c.Unary("~", bit), "&="))
            case "unknown":
                held = c.Binary("!=", c.At(c.At(c.Member(STATE, "piles"), at), c.Int(0)), c.Int(0))
                others = c.Binary("&", row, c.Unary("~", bit))
                self.add(c.Assign(row, c.Binary("|", others, c.Binary("<<", c.Cast(c.BITS, held), place))))

    def look(self, *zones: t.Zone) -> None:
        """Looks again at those piles of which something is kept."""
        for name in dict.fromkeys(zone.name for zone in zones if zone.name in self.m.sizes and not zone.index):
            pile, size = c.At(c.Member(STATE, "piles"), self.m.place(name)), self.local(f"size {name}")
            self.add(c.Assign(size, c.At(pile, c.Int(0))))
            if name in self.m.tops:
                self.add(c.Assign(self.local(f"top {name}"), c.At(pile, size)))

    def cell(self, name: str, index: tuple[t.Expr, ...]) -> c.Expr:
        """Where a field is."""
        if name in self.m.locals:
            return self.local(name)
        return c.At(c.Member(STATE, "fields"), slot(self, name, index).expr)

    def raw(self, zone: t.Zone) -> c.Expr:
        """A pile as it lies, in whatever order a shuffle leaves undecided."""
        return c.At(c.Member(STATE, "piles"), self.number(zone))

    def number(self, zone: t.Zone) -> c.Expr:
        """The number of a pile or a set."""
        return slot(self, zone.name, zone.index).expr

    def ordered(self, zone: t.Zone) -> bool:
        """Is it a pile?"""
        return self.m.zones[zone.name].ordered

    # ------------------------------------------------------------ values

    def at_hand(self, expr: t.Expr) -> Value | None:
        """What whole play has a way of its own to."""
        match expr:
            case t.Field(name) if name in self.m.locals:
                slots = self.m.fields[name].slots
                wanted = c_type(slots.decl.type, 0)
                return Value(self.local(name), wanted, False, max(-slots.low, slots.high))
            case t.Size(t.Zone(name, ())) if name in self.m.sizes:
                return Value(self.local(f"size {name}"), c.INT, False, len(self.m.layout.deck))
            case t.IsEmpty(t.Zone(name, ())) if name in self.m.sizes:
                return Value(c.Binary("==", self.local(f"size {name}"), c.Int(0)), c.BOOL)
            case t.Helper("top", (t.Zone(name, ()),)) if name in self.m.tops:
                return Value(self.local(f"top {name}"), c.INT)
            case t.Helper("top", (t.Check("some_cards", t.Zone(name, ())),)) if name in self.m.tops:
                none = c.Unary("!", self.local(f"size {name}"))
                self.add(c.If(none, (c.Do(c.Call("stop", (G, c.Name("UNDEFINED")))),)))
                return Value(self.local(f"top {name}"), c.INT)
            case t.Helper("top", (t.Zone() as zone,)) if self.flat and self._at_rest(zone):
                return Value(c.At(self.raw(zone), c.At(self.raw(zone), c.Int(0))), c.INT)
            case t.Helper("top", (t.Zone() as zone,)) if self.ordered(zone) and zone.name in self.m.late:
                return self._top_of_undecided(zone, checked=False)
            case t.Helper("top", (t.Check("some_cards", t.Zone() as zone),)) if zone.name in self.m.late:
                return self._top_of_undecided(zone, checked=True)
            case t.Helper("bottom", (t.Zone() as zone,)) if self.flat and self._at_rest(zone):
                return Value(c.At(self.raw(zone), c.Int(1)), c.INT)
            case t.And(items) | t.Or(items) if self.flat and items:
                return self._all_read(items, "&" if isinstance(expr, t.And) else "|")
            case t.Size(t.Zone() as zone) if self.ordered(zone):
                size = c.Cast(c.INT, c.At(self.raw(zone), c.Int(0)))
                return Value(size, c.INT, False, len(self.m.layout.deck))
            case t.IsEmpty(t.Zone() as zone) if self.ordered(zone):
                return Value(c.Binary("==", c.At(self.raw(zone), c.Int(0)), c.Int(0)), c.BOOL)
            case t.Zone(name) if name in self.m.late:
                return Value(c.Call("in_order", (G, self.number(expr))), c.PILE)
            case t.Call():
                memo = None if self.m.cost.quick(expr) else kept(self, expr) or self.kept_by_symbol(expr)
                return memo or by_card(self, expr) or self.asked(expr)
            case t.Fold():
                assert self.written_out is not None
                found = self.written_out(self, expr)
                if found is None and self.m.cost.quick(expr):
                    return by_card(self, expr) or plain(self, expr)
                return found
            case t.CanMove(actions):
                return kept(self, expr) or Value(self._can_move(actions), c.BOOL)
            case _:
                return None

    def _top_of_undecided(self, zone: t.Zone, *, checked: bool) -> Value:
        """The card on top of a pile of which the order may not be decided yet: that of the others stays undecided."""
        pile = self.declare("pile", c.Pointer(c.BYTE), c.Call("top_decided", (G, self.number(zone))))
        size = c.At(pile, c.Int(0))
        if checked:
            self.add(c.If(c.Unary("!", size), (c.Do(c.Call("stop", (G, c.Name("UNDEFINED")))),)))
        return Value(c.At(pile, size), c.INT)

    def _at_rest(self, zone: t.Zone) -> bool:
        """Is it a pile of which no order is left undecided? Its ends may be read even where it is empty."""
        return self.ordered(zone) and zone.name not in self.m.late

    def _all_read(self, items: Sequence[t.Expr], op: Literal["&", "|"]) -> Value:
        """Conditions of which all are read, whatever comes of the others."""
        found = [value(self, item) for item in items]
        whole = found[0].expr
        for one in found[1:]:
            whole = c.Binary(op, whole, one.expr)
        return Value(whole, c.BOOL, any(one.faulty for one in found))

    def _can_move(self, actions: tuple[str, ...]) -> c.Expr:
        found: list[c.Expr] = [c.Binary("!=", self.counted[a], c.Int(0)) for a in actions if a in self.counted]
        if others := tuple(a for a in actions if a not in self.counted):
            assert self.can is not None
            found.append(self.can(self, others))
        whole = found[0]
        for one in found[1:]:
            whole = c.Binary("||", whole, one)
        return whole

    def kept_by_symbol(self, call: t.Call) -> Value | None:
        """What a function answers of a symbol out of few, where that is asked often: kept while nothing changes."""
        match call.args:
            case (t.Local(name, of),) if domain_of(of) and not may_lack(of) and self.often and self.steady:
                pass
            case _:
                return None
        result, size = c_type(call.type, 1 << 63), self.m.domains[domain_of(of)]
        if self.m.small is None or result not in (c.BOOL, c.INT, c.NUM) or size > MOST_KEPT:
            return None
        base, *_ = [self.m.memos.setdefault((call.function, v), len(self.m.memos)) for v in range(size)]
        at = c.Binary("+", c.Int(base), self.env[name].expr)
        memo, noted = c.At(c.Through(G, "memo"), at), c.At(c.Through(G, "memo_at"), at)
        with self.block() as inner:
            self.steady = False
            found = self.asked(call)
            self.steady = True
            self.add(c.Assign(memo, found.expr), c.Assign(noted, EPOCH))
        self.faulty |= found.faulty
        self.add(c.If(c.Binary("!=", noted, EPOCH), tuple(inner)))
        if found.type == c.NUM:
            return Value(memo, c.NUM, False, found.bound)
        told = c.Binary("!=", memo, c.Int(0)) if found.type == c.BOOL else c.Cast(c.INT, memo)
        return Value(told, found.type, False, found.bound)

    def asked(self, call: t.Call) -> Value:
        """What a function answers; measured where that is asked for and it takes more than a few steps."""
        part = self.stated(call.function)
        if part is None or self.m.cost.quick(call):
            return self.called(call)
        with self.charged(part):
            return self.named(self.called(call), "told")

    def called(self, call: t.Call) -> Value:
        """What a function answers: written here where it is small, or called here alone."""
        source = self.m.sources[call.function]
        if self.m.weights[call.function] <= SMALL or self.m.calls.get(call.function, 0) <= 1:
            return self.inlined(call)
        key = call.function, self.steady
        if key not in self.m.apart:
            params = [c.Param(self.held(q.kind), f"p_{i}") for i, q in enumerate(source.params)]
            self.m.apart[key] = self.outlined(
                call.function, params, c_type(source.result, 1 << 63), lambda w: w.answer(source, params)
            )
        args = tuple(fitted(self, arg, q.kind).expr for arg, q in zip(call.args, source.params, strict=True))
        result, found = c_type(source.result, 1 << 63), self.call(self.m.apart[key], args)
        if result == c.PILE:
            return lasting(self, found)
        return Value(found, result, True, 1 << 63 if result == c.NUM else (1 << 31) - 1)

    @staticmethod
    def held(kind: t.Kind) -> c.Type:
        """How a function apart is handed a value."""
        return c_type(kind, 1 << 63)

    def bind(self, source: p.Function, params: Sequence[c.Param]) -> None:
        """The parameters of a function apart."""
        for q, param in zip(source.params, params, strict=True):
            self.env[q.name] = Value(c.Name(param.name), param.type, False,
                                     1 << 63 if param.type == c.NUM else (1 << 31) - 1)  # fmt: skip

    def answer(self, source: p.Function, params: Sequence[c.Param]) -> None:
        """The body of a function apart that answers a value."""
        self.bind(source, params)
        match source.body:
            case (p.Answer(found),) if found is not None:
                self.add(c.Return(fitted(self, found, source.result).expr))
            case _:
                raise AssertionError(source)

    def inlined(self, call: t.Call) -> Value:
        """What a function answers, written in its place."""
        source = self.m.sources[call.function]
        plain = all(_plain(arg) for arg in call.args)
        body = unfolded(call, self.m.sources) if plain else None
        if body is not None:
            return fitted(self, body, source.result)
        match source.body:
            case (p.Answer(body),) if body is not None:
                pass
            case _:
                raise AssertionError(source)
        args = [self.argument(arg, q) for arg, q in zip(call.args, source.params, strict=True)]
        outer, self.env = self.env, {**self.env, **dict(zip((q.name for q in source.params), args, strict=True))}
        found = fitted(self, body, source.result)
        self.env = outer
        return found

    def argument(self, arg: t.Expr, param: p.Param) -> Value:
        """An argument under a name of its own."""
        return self.named(fitted(self, arg, param.kind), param.name)

    # ------------------------------------------------------------ functions apart

    def outlined(
        self,
        stem: str,
        params: Sequence[c.Param],
        result: c.Type,
        make: Callable[[Playing], None],
        *,
        steady: bool | None = None,
    ) -> Apart:
        """A function apart from whole play; `make` adds its statements."""
        w = replace(
            self, lines=[], names={q.name for q in params}, env={}, handed={}, counted={}, flat=False,
            steady=self.steady if steady is None else steady,
        )  # fmt: skip
        make(w)
        assert w.handed is not None
        fields = tuple(w.handed)
        heads = (
            c.GAME,
            *params,
            *(c.Param(self.m.variables[name][1], self.m.variables[name][0].name) for name in fields),
        )
        name = self.m.give(stem)
        self.m.functions.append(c.Function(name, result, heads, with_uses(heads, tuple(w.lines))))
        return Apart(name, fields)

    def call(self, apart: Apart, args: Sequence[c.Expr] = ()) -> c.Call:
        """A call of a function apart."""
        return c.Call(apart.name, (G, *args, *(self.local(name) for name in apart.fields)))

    # ------------------------------------------------------------ what is measured

    def stated(self, function: str) -> Part | None:
        """The part of the rule file that a function states, where that is measured."""
        return None if self.m.profile is None else self.m.profile.of_functions.get(function)

    @contextmanager
    def charged(self, part: Part | None) -> Iterator[None]:
        """Play is in a part for what is added meanwhile, where that is measured."""
        with measured(self, self.m.profile, part):
            yield

    def enter(self, part: Part) -> None:
        """Play is in a part from here on, where that is measured."""
        entered(self, self.m.profile, part)

    # ------------------------------------------------------------ what fires

    def fired(self, number: int | None, times: c.Expr | None = None) -> None:
        """Counts a clause as having fired."""
        if number is not None:
            cell = c.At(c.Through(G, "fired"), c.Int(number))
            self.add(c.Step(cell) if times is None else c.Assign(cell, times, "+="))


def _plain(arg: t.Expr) -> bool:
    match arg:
        case t.Local() | t.Number() | t.Word() | t.OneCard() | t.Truth() | t.Field(_, ()):
            return True
        case _:
            return False


def test_of(w: Playing, clause: p.ClauseDef) -> c.Expr:
    """Does a clause hold?"""
    return value(w, clause.test).expr
