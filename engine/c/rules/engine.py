"""What all parts of an exported C engine share while it is made: names, clauses by number, tables, functions.

Leaves what each term becomes to `engine.c.rules.values` and its neighbours.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

from engine.c import tree as c
from engine.c.rules.names import KEYWORDS, RUN_TIME, c_word
from engine.core import program as p
from engine.core import terms as t
from engine.core.by_card import ByCard
from engine.core.layout import Layout
from engine.core.shapes import MOST_RANKS, Line, bits_of, line_of
from engine.core.unsupported import Unsupported
from engine.core.uses import nodes
from spec.ir import nodes as ir
from spec.ir.index import index_of
from spec.ir.mixes import NOWHERE
from spec.ir.types import is_number, is_truth, of_cards

MOST_CARDS, MOST_CLAUSES = 255, 63
"""So many cards are told apart by a byte, which also says how many lie in a pile."""
WIDE = 1 << 62
"""Numbers of C are less than twice as large."""
NARROW = 1 << 31
G = c.Name("g")
STATE = c.Through(G, "s")
TRUE, FALSE = c.Name("true"), c.Name("false")


@dataclass(frozen=True, slots=True)
class Value:
    """An expression of C and what is known of it: may evaluating it stop play, and how large is it at most?"""

    expr: c.Expr
    type: c.Type
    faulty: bool = False
    bound: int = (1 << 31) - 1


@dataclass(frozen=True, slots=True)
class Made:
    """A function of the program in C."""

    function: c.Function
    uses_game: bool
    faulty: bool
    bound: int


def c_type(wanted: t.Kind, bound: int = NARROW - 1) -> c.Type:
    """The C type of a value."""
    if of_cards(wanted):
        return c.PILE if wanted.ordered else c.CARDS
    if is_number(wanted):
        return c.INT if bound < NARROW else c.NUM
    return c.VOID if isinstance(wanted, t.Nothing) else c.BOOL if is_truth(wanted) else c.INT


def negated(expr: c.Expr) -> c.Expr:
    """The contrary."""
    match expr:
        case c.Unary("!", inner):
            return inner
        case c.Binary("==", left, right):
            return c.Binary("!=", left, right)
        case c.Binary("!=", left, right):
            return c.Binary("==", left, right)
        case c.Name("true"):
            return FALSE
        case c.Name("false"):
            return TRUE
        case _:
            return c.Unary("!", expr)


Mark = tuple[str, ir.ClauseId]
"""A clause as it fires: the kind of its event, and which one it is, for all shapes of its move."""


class Dialect:
    """What the C of one use has that that of another has not. By itself: exported C, in which nothing is counted and a
    move may be looked for among those on offer.

    `marks` are the clauses that are counted as they fire, by their numbers. Names of the file begin with `prefix`,
    which those of its run-time do not. `arrives`: on arriving at a decision it is only asked whether there is a move.
    """

    marks: Mapping[Mark, int] | None = None
    prefix: str = ""
    arrives: bool = False

    def statement(self, w: Writer, statement: p.Statement) -> bool:
        """Writes a statement down in its own way; False where it has none."""
        return False

    def laid(self, w: Writer, zone: t.Zone, place: c.Expr, cards: c.Expr) -> c.Body:
        """What is noted of cards that are laid on a pile."""
        return ()

    def awaited(self, cards: t.Expr, held: c.Expr) -> c.Expr | None:
        """How many cards a set has got beside those that are held as its own."""
        return None

    def passing(self, w: Writer, step: p.StepDef) -> c.Body:
        """What is done where play comes to a step."""
        return ()


class Engine:
    """The engine of one game while it is made."""

    def __init__(
        self,
        game: ir.Game,
        program: p.Program,
        name: str,
        make: Callable[[Engine, p.Function], Made],
        dialect: Dialect | None = None,
    ) -> None:
        self.game, self.program, self.name = game, program, name
        self.dialect = dialect or Dialect()
        self.marks = self.dialect.marks
        self.layout = Layout(game)
        self.index = index_of(game)
        self._check()
        self.sources = {n.name: n for n in nodes(program) if isinstance(n, p.Function)}
        self.by_card = ByCard(program, self.sources)
        self.taken = set(RUN_TIME | KEYWORDS)
        self.names = {function: self.give(function) for function in self.sources}
        self.made: dict[str, Made] = {}
        self.functions: list[c.Function] = []
        self.types: list[c.Declaration] = []
        self.tables: dict[str, c.Table] = {}
        self._tables: dict[object, str] = {}
        self.clauses: dict[tuple[str, tuple[str, ...]], str] = {}
        self.steps = {step.name: step.index for step in program.steps}
        self.memos: dict[object, int] = {}
        self.parts = 0
        """In how many places of the C cards in an order are made of others."""
        self.make = make
        self.listed: dict[str, str] = {}
        self.asked: dict[str, str] = {}
        self.step_names: dict[str, str] = {}
        self.values = self.words = 1
        self.selections: dict[tuple[str, ...], int] | None = None
        """Numbers of what is kept of the selections of shapes; None where nothing is."""
        self.thresholds = False
        """Are cards that count so much at most known as sets?"""
        self.summed = False
        """Are selections counted by what they count?"""
        self.starts = False
        """Are choices looked for only from cards that enough others may follow?"""
        self.passes = False
        """Are choices of cards put in order?"""
        self.places = _places(self)
        self.zones = {zone.name: zone.decl for zone in program.zones}
        self.fields = {one.name: one for one in program.fields}
        self.domains = {domain.label: len(domain.words) for domain in program.domains}

    def function(self, name: str) -> Made:
        """A function of the program in C, made at its first use."""
        if name not in self.made:
            self.made[name] = self.make(self, self.sources[name])
            self.functions.append(self.made[name].function)
        return self.made[name]

    def action(self, label: str) -> p.ActionDef:
        """An action by its label."""
        return next(action for action in self.program.actions if action.label == label)

    def action_clause(self, label: str) -> c.Expr:
        """Where a fault of an action is told of."""
        return self.clause(label, self.action(label).doc.cites)

    def every(self, label: str) -> c.Expr:
        """The function that goes through an action's legal moves."""
        if label not in self.listed:
            self.listed[label] = self.give(f"every_{c_word(label)}")
        return c.Name(self.listed[label])

    def some(self, label: str) -> c.Expr:
        """The function that goes through them up to the first, where only that is asked."""
        if self.marks is None:
            return self.every(label)
        if label not in self.asked:
            self.asked[label] = self.give(f"some_{c_word(label)}")
        return c.Name(self.asked[label])

    def step(self, name: str) -> c.Expr:
        """A step of play by its name."""
        if name not in self.step_names:
            self.step_names[name] = self.give(f"STEP_{c_word(name).upper()}")
        return c.Name(self.step_names[name])

    def shape(self, label: str) -> Line:
        """The tables of a shape for the deck."""
        ranks = self.index.domains["rank"].values
        if len(ranks) > MOST_RANKS:
            raise Unsupported(f"the shape {label} over {len(ranks)} ranks")
        return line_of(self.layout.deck, ranks, self.index.shapes[label])

    def line(self, name: str) -> c.Expr:
        """The line in which ranks stand."""
        line = next(one for one in self.program.lines if one.name == name)
        if len(line.places) > MOST_RANKS:
            raise Unsupported(f"a line of {len(line.places)} ranks")
        every = bits_of({place for at in line.places for place in at})
        places = [bits_of(line.places[face.rank]) for face in self.program.faces]
        places = [every if card in line.wild else at for card, at in enumerate(places)]
        listed = c.Values(tuple(c.Int(b, True) for b in places))
        everywhere = c.Int(every if line.wild else 0, True)
        return self.record(("line", name), name, "line", (listed, c.Int(line.circle), everywhere))

    def has_wild(self, name: str) -> bool:
        """Are there wild cards in a line?"""
        return any(line.name == name and line.wild for line in self.program.lines)

    def mix(self, name: str) -> c.Expr:
        """The table of a shape's parts."""
        made = next(one for one in self.program.mixes if one.name == name)
        mix, faces = made.mix, list(enumerate(self.program.faces))
        label = next(one.shape.source.label for one in self.program.shapes if one.mix == name)
        if any(count > 63 for counts in mix.complete for count in counts):
            raise Unsupported(f"the shape {label} with more than 63 wild cards")
        natural = [sum(1 << i for i, f in faces if f.rank == rank and i not in made.wild) for rank in mix.order]
        width = max((1, *map(len, mix.rows)))
        after = [n for row in mix.rows for n in (*row, *[NOWHERE] * (width - len(row)))]
        complete = tuple(c.Int(sum(1 << count for count in counts), True) for counts in mix.complete or ((),))
        long = c.Array(c.Constant(c.Named("u64")), None)
        values = (
            c.Int(len(mix.order)), c.Int(len(mix.rows)), c.Int(width), c.Int(len(mix.starts)),
            self.numbers(("starts", name), f"starts {name}", mix.starts),
            self.set_table(("ranks of", name), f"ranks of {name}", natural),
            self.numbers(("after", name), f"after {name}", after),
            self.table(("complete", name), f"complete {name}", long, lambda: c.Values(complete)),
            self.numbers(("read", name), f"read {name}", mix.read),
            self.set_table(("alike", name), f"alike {name}", self.shape(label).groups),
            self.fixed_set(sum(1 << card for card in made.wild)),
        )  # fmt: skip
        return self.record(("mix", name), name, "parted", values)

    def mix_of(self, shape: ir.Shape) -> c.Expr:
        """The same, of a shape."""
        return self.mix(next(one.mix for one in self.program.shapes if one.shape.source.label == shape.source.label))

    def worths(self, name: str) -> c.Expr:
        """The table of what cards may count."""
        values = next(one.values for one in self.program.tables if one.name == name)
        self.values = max(self.values, *map(len, values))
        self.words = max(self.words, sum(v[-1] - v[0] for v in values if v) // 64 + 1)
        rows = tuple(c.Values((c.Int(len(v)), c.Values(tuple(map(c.Int, v or (0,)))))) for v in values)
        kind = c.Array(c.Constant(c.Named("worth")), None)
        return self.table(("worths", name), name, kind, lambda: c.Values(rows))

    def record(self, key: object, stem: str, type_: str, values: tuple[c.Expr, ...]) -> c.Expr:
        """The address of a constant of several members."""
        return c.Unary("&", self.table(key, stem, c.Named(type_), lambda: c.Values(values)))

    def _check(self) -> None:
        if len(self.layout.deck) > MOST_CARDS:
            raise Unsupported(f"a deck of {len(self.layout.deck)} cards; at most {MOST_CARDS} can be held")
        if self.layout.players > MOST_CLAUSES:
            raise Unsupported(f"{self.layout.players} players; at most {MOST_CLAUSES}")
        for slots in self.layout.fields.values():
            if not -(1 << 31) <= slots.low <= slots.high < 1 << 31:
                raise Unsupported(f"the field {slots.decl.source.label} from {slots.low} to {slots.high}")

    # ------------------------------------------------------------ names

    def give(self, *stems: str) -> str:
        """A name that nothing else in the file has."""
        prefix = self.dialect.prefix
        options = [_small(f"{prefix.upper() if stem.isupper() else prefix}{stem}") for stem in stems]
        first, number = options[0], 2
        while all(option in self.taken for option in options):
            options, number = [f"{first}_{number}"], number + 1
        name = next(option for option in options if option not in self.taken)
        self.taken.add(name)
        return name

    def clause(self, label: str, cites: tuple[str, ...] = ()) -> c.Expr:
        """A clause as the place of a fault; -1 where it has no label."""
        if not label:
            return c.Int(-1)
        key = label, cites
        if key not in self.clauses:
            self.clauses[key] = self.give(f"AT_{c_word(label).upper()}")
        return c.Name(self.clauses[key])

    def mark(self, kind: str, source: ir.Source) -> c.Expr:
        """The number by which a clause is counted; -1 where it is not."""
        return c.Int((self.marks or {}).get((kind, source.clause.as_written()), -1))

    def fired(self, kind: str, source: ir.Source) -> tuple[c.Statement, ...]:
        """Counts a clause as having fired."""
        at = self.mark(kind, source)
        return () if at == c.Int(-1) else (c.Step(c.At(c.Through(G, "fired"), at)),)

    def place(self, family: str) -> c.Expr:
        """The first of a family of fields, sets or piles."""
        return c.Name(self.places[family][0])

    # ------------------------------------------------------------ tables and functions

    def table(self, key: object, stem: str, type_: c.Type, value: Callable[[], c.Expr]) -> c.Expr:
        """A constant, made at its first use."""
        if key not in self._tables:
            name = self._tables[key] = self.give(c_word(stem).upper())
            self.tables[name] = c.Table(c.Constant(type_) if not isinstance(type_, c.Array) else type_, name, value())
        return c.Name(self._tables[key])

    def numbers(self, key: object, stem: str, values: Sequence[int]) -> c.Expr:
        """A table of numbers."""
        small = all(-(1 << 15) <= v < 1 << 15 for v in values)
        kind = c.Array(c.Constant(c.Named("int16_t" if small else "int32_t")), None)
        return self.table(key, stem, kind, lambda: c.Values(tuple(map(c.Int, values or (0,)))))

    def set_table(self, key: object, stem: str, sets: Sequence[int]) -> c.Expr:
        """A table of sets of cards."""
        kind = c.Array(c.Constant(c.CARDS), None)
        return self.table(key, stem, kind, lambda: c.Values(tuple(self.fixed_set(s) for s in sets or (0,))))

    def fixed_set(self, bits: int) -> c.Expr:
        """A set of cards in a table, which has to be a constant."""
        return c.Values(self._words(bits)) if self.several else self.cards(bits)

    def attribute(self, attr: str) -> c.Expr:
        """The table from a card to its rank, suit or colour."""
        return self.numbers(("attribute", attr), attr, [getattr(face, attr) for face in self.program.faces])

    def cards_of(self, attr: str) -> c.Expr:
        """The table from a rank, suit or colour to its cards; those that have none come first, where there are any."""
        values = [getattr(face, attr) for face in self.program.faces]
        first = min((0, *values))
        sets = [sum(1 << i for i, v in enumerate(values) if v == k) for k in range(first, self.domains[attr])]
        return self.set_table(("cards of", attr), f"cards of {attr}", sets)

    def groups(self, attrs: tuple[str, ...]) -> c.Expr:
        """The table from a card to those that are alike in some attributes."""
        keys = [tuple(getattr(face, attr) for attr in attrs) for face in self.program.faces]
        sets = [sum(1 << i for i, k in enumerate(keys) if k == key) for key in keys]
        return self.set_table(("groups", attrs), f"same {' and '.join(attrs) or 'deck'}", sets)

    def cards(self, bits: int) -> c.Expr:
        """A set of cards as a constant."""
        if self.set_words == 1:
            return c.Int(bits, True)
        words = self._words(bits)
        return c.Call("SET", words if self.set_words > 2 else words[::-1])

    @property
    def set_words(self) -> int:
        """How many numbers of 64 bits a set of cards takes."""
        return {0: 1, 1: 2}.get((len(self.layout.deck) - 1) // 64, 4)

    @property
    def several(self) -> bool:
        """Is a set of cards several numbers side by side, of which C knows no condition and no difference?"""
        return self.set_words > 2

    def _words(self, bits: int) -> tuple[c.Expr, ...]:
        return tuple(c.Int(bits >> 64 * i & (1 << 64) - 1, True) for i in range(self.set_words))

    @property
    def no_cards(self) -> c.Expr:
        """The empty set."""
        return c.Name("NO_CARDS") if self.several else c.Int(0)

    def any_card(self, cards: c.Expr) -> c.Expr:
        """Has a set a card? A condition to branch on."""
        return c.Call("ANY_OF", (cards,)) if self.several else cards

    def none(self, cards: c.Expr) -> c.Expr:
        """Has a set no card?"""
        return c.Unary("!", self.any_card(cards)) if self.several else c.Binary("==", cards, c.Int(0))

    def holds_any(self, cards: c.Expr) -> c.Expr:
        """Has a set a card? A truth value."""
        return self.any_card(cards) if self.several else c.Binary("!=", cards, c.Int(0))

    def same_set(self, one: c.Expr, two: c.Expr) -> c.Expr:
        """Are two sets the same?"""
        return c.Call("SAME_SET", (one, two)) if self.several else c.Binary("==", one, two)

    def next_card(self, left: c.Expr) -> c.Assign:
        """Drops the first card of a set."""
        if self.several:
            return c.Assign(left, c.Call("BUT_FIRST", (left,)))
        return c.Assign(left, c.Binary("-", left, c.Int(1)), "&=")

    @property
    def all_cards(self) -> int:
        """Every card of the deck as bits."""
        return (1 << len(self.layout.deck)) - 1


def _small(stem: str) -> str:
    return f"{stem}_" if stem in KEYWORDS else stem


def _places(m: Engine) -> dict[str, tuple[str, int, str]]:
    """Each family of fields and zones by its name in the program: an enumerator, its number, and what holds it."""
    found: dict[str, tuple[str, int, str]] = {}
    for one in m.program.fields:
        found[one.name] = (m.give(f"FIELD_{c_word(one.label).upper()}"), m.layout.fields[one.label].first, "fields")
    counts = {True: 0, False: 0}
    for zone in m.program.zones:
        ordered, label = zone.decl.ordered, zone.decl.source.label
        held, kind = ("piles", "PILE") if ordered else ("sets", "SET")
        found[zone.name] = (m.give(f"{kind}_{c_word(label).upper()}"), counts[ordered], held)
        counts[ordered] += len(m.layout.cells_of(label))
    return found


@dataclass
class Writer(ABC):
    """Statements of one function while they are made."""

    m: Engine
    at: c.Expr | None = None
    """The clause that the function states, if it states one."""
    steady: bool = False
    """Does nothing change while the function is called again and again, as for moves on offer?"""
    lines: list[c.Statement] = field(default_factory=list)
    names: set[str] = field(default_factory=set)
    env: dict[str, Value] = field(default_factory=dict)
    ways: c.Name | None = None
    """What counts the ways to make a move, where they may be too many."""
    occupied: dict[t.Piles, c.Expr] = field(default_factory=dict)
    """The places of rows that hold a card, where that is known."""
    faulty: bool = False
    needs_at: bool = False
    answers: c.Type = c.VOID

    @abstractmethod
    def value(self, expr: t.Expr) -> Value:
        """Any term, as what it is by itself."""

    @abstractmethod
    def card_set(self, expr: t.Expr) -> Value:
        """Cards in no order."""

    @abstractmethod
    def fitted(self, expr: t.Expr, wanted: t.Kind) -> Value:
        """A value where a type is asked for."""

    def at_hand(self, expr: t.Expr) -> Value | None:
        """A value that this writer has a way of its own to; None for what is written as everywhere."""
        return None

    def present(self, over: t.Piles) -> c.Expr | None:
        """Which piles of a row hold a card, as bits, where that is kept."""
        return self.occupied.get(over)

    def fresh(self, stem: str) -> str:
        """A name that nothing else in the function has."""
        stem = c_word(stem)
        name, number = stem, 2
        while name in self.names or name in self.m.taken:
            name, number = f"{stem}_{number}", number + 1
        self.names.add(name)
        return name

    def add(self, *statements: c.Statement) -> None:
        """Puts statements after those so far."""
        self.lines += statements

    @contextmanager
    def block(self) -> Iterator[list[c.Statement]]:
        """Gathers statements apart."""
        outer, self.lines = self.lines, []
        try:
            yield self.lines
        finally:
            self.lines = outer

    def declare(self, stem: str, type_: c.Type, value: c.Expr | None, *, fixed: bool = True) -> c.Name:
        """A new variable; `fixed` where it keeps its value."""
        name = self.fresh(stem)
        kind = c.Constant(type_) if fixed and not isinstance(type_, c.Pointer | c.Array) else type_
        self.add(c.Declare(kind, name, value))
        return c.Name(name)

    def named(self, value: Value, stem: str) -> Value:
        """A value that may be written down several times."""
        if isinstance(value.expr, c.Name | c.Int):
            return value
        return Value(self.declare(stem, value.type, value.expr), value.type, False, value.bound)

    def operands(self, *makers: Callable[[], Value]) -> list[Value]:
        """Several values, evaluated in their order where one may stop play."""
        values: list[Value] = []
        for make in makers:
            start = len(self.lines)
            value = make()
            if value.faulty or len(self.lines) > start:
                after = self.lines[start:]
                del self.lines[start:]
                values = [self.named(v, "first") if v.faulty else v for v in values]
                self.lines += after
            values.append(value)
        return values

    def stops(self) -> None:
        """Notes that the function may stop play."""
        self.faulty = True

    def back(self) -> c.Assign:
        """Notes again that play is at the function's own clause."""
        if self.at is None:
            self.needs_at = True
        return c.Assign(c.Through(G, "at"), self.at or c.Name("at"))
