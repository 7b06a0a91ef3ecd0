"""What generated C shares while it is made: the layout, names bound in scope, functions made so far, clauses by number.

Leaves to its neighbours what each node becomes.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property

from engine.core.layout import Layout
from engine.interpreter.expressions import ExpressionCompiler
from engine.interpreter.interpreter import Interpreter
from engine.simulate.simulate import Mark, mark
from spec.ir import nodes as ir
from spec.ir.binding import free_names
from spec.ir.references import reached

MOST_CARDS = 128
MOST_CLAUSES = 63


class Unsupported(Exception):
    """The game holds something for which no C can be made; the message names it."""


@dataclass(frozen=True, slots=True)
class Bound:
    """A bound name: its C expression, and whether its value is known to be one of its domain."""

    text: str
    certain: bool = False


Scope = Mapping[str, Bound]


@dataclass(frozen=True, slots=True)
class Loose:
    """For exploring: zones whose cards are left undecided (bags), those whose order below the top is of no account
    (heaps), and the claims that are read at positions."""

    bags: frozenset[str]
    heaps: frozenset[str]
    claims: tuple[ir.Claim, ...] = ()


class Context(ABC):
    """Gathers the parts of one generated file.

    `steady` while what is made is evaluated many times with nothing changing in between: clauses of moves on offer.
    `waiting` while effects are made after the last of which only cards that have left hidden stacks are decided. `fast`
    while code is made for many games at once, of which those that stop are played again by the exact code; `counted`
    while "can move" is told from the moves counted for the step at which play is. `tallies` are the actions whose moves
    are counted, and whether in whole play alone, `exact_in_fast` those of which fast code uses exact functions.
    `lists`, `nears` and `tallied` are what the game must have room for, `freed` what is given back with it.
    `simulates`: can what is made play many games at once? `rows` are the sets of piles that hold a card, with what
    finds them; `families` are zones of which whole play keeps the same, with what finds it. `late` are the zones whose
    shuffles are carried out only as far as they are looked at. `kept` is what whole play keeps outside the state
    (`engine.c.playout.register_promotion`), `hot` the same while its code is made, else None; `mirrored` are the fields
    that are kept in both, `surveyed` those of which a copy for each value of their index is kept, `called_once` the
    routines that become part of whole play. `picked` is an effect that takes a card out of the set out of which it has
    just been picked.
    """

    def __init__(self, game: ir.Game, loose: Loose | None = None) -> None:
        self.game = game
        self.loose = loose
        self.layout = Layout(game)
        self.meanings = ExpressionCompiler(game, self.layout)
        self.index = self.meanings.index
        self.sources: list[ir.Source] = []
        self.marks: list[Mark] = []
        self.head: list[str] = []
        self.bodies: list[str] = []
        self._numbers: dict[ir.ClauseId, int] = {}
        self._made: dict[tuple[str, str], str] = {}
        self._fresh = 0
        self.memos = 0
        self.steady = False
        self.waiting = False
        self.fast = False
        self.counted = False
        self.simulates = False
        self.late: frozenset[str] = frozenset()
        self.rows: dict[str, str] = {}
        self.families: dict[str, str] = {}
        self.kept: dict[str, str] = {}
        self.hot: dict[str, str] | None = None
        self.mirrored: frozenset[str] = frozenset()
        self.surveyed: frozenset[str] = frozenset()
        self.called_once: frozenset[str] = frozenset()
        self.picked: ir.Move | None = None
        self.tallies: dict[int, bool] = {}
        self.exact_in_fast: set[int] = set()
        self.lists: dict[tuple[object, ...], int] = {}
        self.nears = 0
        self.tallied: list[str] = []
        self.freed: list[str] = []
        self._memo: dict[tuple[object, bool], int] = {}
        self._fixed: dict[tuple[ir.Expr, str], tuple[int, ...] | None] = {}
        self._check()

    def _check(self) -> None:
        if len(self.layout.deck) > MOST_CARDS:
            raise Unsupported(f"a deck of {len(self.layout.deck)} cards; at most {MOST_CARDS} can be held")
        for slots in self.layout.fields.values():
            if not -(1 << 31) <= slots.low <= slots.high < 1 << 31:
                raise Unsupported(f"the field {slots.decl.source.label} from {slots.low} to {slots.high}")

    # ------------------------------------------------------------ expressions, by `engine.c.generate.expressions`

    @abstractmethod
    def number(self, expr: ir.Expr, scope: Scope) -> str:
        """An expression whose value is no cards, in C."""

    @abstractmethod
    def pile(self, expr: ir.Expr, scope: Scope) -> str:
        """Cards in an order, as a pointer to them."""

    @abstractmethod
    def card_set(self, expr: ir.Expr, scope: Scope) -> str:
        """Cards as a set."""

    # ------------------------------------------------------------ names and numbers

    def fresh(self, prefix: str) -> str:
        """A C name that nothing else has."""
        self._fresh += 1
        return f"{prefix}{self._fresh}"

    def source(self, source: ir.Source) -> int:
        """The number of a clause as the place of a fault."""
        key = source.clause.as_written()
        if key not in self._numbers:
            self._numbers[key] = len(self.sources)
            self.sources.append(source)
        return self._numbers[key]

    def fired(self, kind: str, source: ir.Source, times: str = "1") -> str:
        """A statement that counts a clause as having fired."""
        found = mark(kind, source)
        if found not in self.marks:
            self.marks.append(found)
        return f"g->fired[{self.marks.index(found)}] += {times};"

    def kind(self, expr: ir.Expr) -> ir.Type:
        """The type of an expression."""
        return self.meanings.kind(expr)

    def action_number(self, label: str) -> int:
        """The number of an action by its label."""
        return next(i for i, action in enumerate(self.game.actions) if action.source.label == label)

    # ------------------------------------------------------------ functions and tables

    def once(self, kind: str, name: str, make: Callable[[str], tuple[str, str]]) -> str:
        """The C function of a declaration, made at its first use; `make` answers its head and its body."""
        twofold = kind in ("routine", "group")
        key = (f"fast {kind}" if self.fast and twofold else kind, name)
        if key not in self._made:
            self._made[key] = self.fresh(f"{kind.replace(' ', '_')}_")
            with self.apart():
                head, body = make(self._made[key])
                self.function(head, body, slow=twofold and not self.fast)
        return self._made[key]

    @contextmanager
    def apart(self) -> Iterator[None]:
        """While a function is made that knows nothing of where it is called."""
        kept = self.steady, self.waiting, self.hot
        self.steady, self.waiting, self.hot = False, False, None
        yield
        self.steady, self.waiting, self.hot = kept

    @contextmanager
    def within_play(self, holds: bool = True) -> Iterator[None]:
        """While code of whole play is made, which has at hand what it keeps."""
        kept, self.hot = self.hot, self.kept if holds else None
        yield
        self.hot = kept

    def inlined(self, head: str, body: str) -> None:
        """Adds a function that becomes part of whole play, and has at hand what that keeps."""
        self.function(f"ALWAYS_INLINE {head[:-1]}, hot *h)", f"(void)h;\n{body}")

    def function(self, head: str, body: str, *, slow: bool = False) -> None:
        """Adds a function; a `slow` one need not be quick where many games are played at once."""
        self.head.append(f"static UNUSED {'SLOW ' if slow else ''}{head};")
        used = "(void)g;\n" if "G *g" in head else ""
        self.bodies.append(f"static {head} {{\n{used}{body}\n}}\n")

    def at(self, source: int | str) -> str:
        """A statement that notes where a fault would be told of; fast code leaves that to the exact code."""
        return "" if self.fast else f"g->at = {source};"

    # ------------------------------------------------------------ values known beforehand

    def memo_of(self, expr: ir.Expr) -> int:
        """The number under which a value is kept while nothing changes."""
        key = (expr, self.counted) if self.fast else (self.memos, False)
        if key not in self._memo:
            self._memo[key] = self.memos
            self.memos += 1
        return self._memo[key]

    def asks_moves(self, expr: ir.Expr) -> bool:
        """Does a value depend on whether moves are possible?"""
        return any(isinstance(node, ir.CanMove) for node in reached(self.index, expr, ("define",)))

    def fixed(self, expr: ir.Expr, var: str) -> tuple[int, ...] | None:
        """The value for each card of the deck, where it depends on the card alone and is always defined."""
        key = (expr, var)
        if key not in self._fixed:
            self._fixed[key] = (
                self._values(expr, var) if free_names(expr).keys() <= {var} and self.constant(expr) else None
            )
        return self._fixed[key]

    def constant(self, expr: ir.Expr) -> bool:
        """Does a value hang on nothing but the names in it?"""
        asked = ir.Place | ir.Get | ir.Open | ir.CanMove | ir.OverDomain
        return not any(isinstance(node, asked) for node in reached(self.index, expr, ("define",)))

    def _values(self, expr: ir.Expr, var: str) -> tuple[int, ...] | None:
        found = []
        for card in range(len(self.layout.deck)):
            value = self.interpreter.evaluate(expr, self.interpreter.initial(), {var: card})
            if not isinstance(value, int) or not -(1 << 31) <= value < 1 << 31:
                return None
            found.append(int(value))
        return tuple(found)

    @cached_property
    def interpreter(self) -> Interpreter:
        """The interpreter of the game, for values that are known beforehand."""
        return Interpreter(self.game)

    def table(self, name: str, type_: str, values: list[int] | list[str]) -> str:
        """A table of constants, made at its first use."""
        key = ("table", name)
        if key not in self._made:
            made = self._made[key] = self.fresh("t_")
            listed = ", ".join(map(str, values or [0]))
            self.head.append(f"static UNUSED const {type_} {made}[] = {{{listed}}};")
        return self._made[key]

    @cached_property
    def attributes(self) -> Mapping[str, str]:
        """Tables from a card to its rank, suit and colour."""
        deck = self.layout.deck
        return {
            "rank": self.table("rank", "int16_t", [c.rank for c in deck]),
            "suit": self.table("suit", "int16_t", [c.suit for c in deck]),
            "colour": self.table("colour", "int16_t", [c.colour for c in deck]),
        }

    # ------------------------------------------------------------ cells

    @cached_property
    def heap_numbers(self) -> Mapping[int, int]:
        """For each pile that is a heap, by its number among the piles, its number among the heaps."""
        names = self.loose.heaps if self.loose else frozenset()
        cells = zip(self.layout.cells, self.layout.ordered, self.cell_numbers, strict=True)
        found = [number for cell, ordered, number in cells if ordered and cell.name in names]
        return {number: k for k, number in enumerate(found)}

    def heap(self, zone: str, pile: str) -> str | None:
        """Where the cards of a heap are, `pile` its number among the piles; None where the zone is none."""
        first = self.cell_numbers[self.layout.zones[zone].first]
        if not self.ordered(zone) or first not in self.heap_numbers:
            return None
        return f"g->s.heaps[{pile} - {first - self.heap_numbers[first]}]"

    @cached_property
    def cell_numbers(self) -> tuple[int, ...]:
        """For each cell of the layout its number among the sets or among the piles."""
        found, counts = [], {True: 0, False: 0}
        for ordered in self.layout.ordered:
            found.append(counts[ordered])
            counts[ordered] += 1
        return tuple(found)

    def ordered(self, zone: str) -> bool:
        """Is the zone a family of piles?"""
        return self.layout.zones[zone].decl.ordered


def set_text(cards: int) -> str:
    """A bit set of cards as a C constant."""
    return f"SET(0x{cards >> 64:x}ULL, 0x{cards & (1 << 64) - 1:x}ULL)"


def bits(cards: tuple[int, ...]) -> int:
    """Cards as a bit set."""
    return sum(1 << card for card in set(cards))


def c_type(kind: ir.Type) -> str:
    """The C type of a value."""
    match kind:
        case ir.Cards(ordered):
            return "const u8 *" if ordered else "set_t "
        case _:
            return "num "
